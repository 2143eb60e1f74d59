//! Where a hole lies: colours and what grows around it.

use games::golf::{DecorKind, Surface};

/// The colours of a place.
pub(super) struct Theme {
    name: &'static str,
    /// What lies around the hole, and its shade.
    pub(super) ground: [&'static str; 2],
    /// The mown green, in stripes.
    pub(super) green: [&'static str; 2],
    /// The rim and the walls: their side, their top, their light.
    pub(super) wall: [&'static str; 3],
    /// What grows there, each with its colour: outlines in SVG's language, about 1 across.
    pub(super) plants: [(&'static str, &'static str); 3],
}

const TUFT: &str =
    "M-.5 .3Q-.4-.1-.55-.4Q-.2-.2-.12 .2Q-.1-.4 .05-.62Q.12-.2 .12 .2Q.25-.2 .55-.35Q.4 0 .45 .3Z";
const FLOWER: &str = "M-.22 -.29a.22 .22 0 1 0 .44 0a.22 .22 0 1 0-.44 0M.06 -.09a.22 .22 0 1 0 .44 0a.22 .22 0 1 0-.44 0M-.05 .23a.22 .22 0 1 0 .44 0a.22 .22 0 1 0-.44 0M-.39 .23a.22 .22 0 1 0 .44 0a.22 .22 0 1 0-.44 0M-.50 -.09a.22 .22 0 1 0 .44 0a.22 .22 0 1 0-.44 0";
const BUSH: &str =
    "M-.6 .3C-.95 0-.6-.45-.3-.35C-.2-.8 .4-.75 .4-.35C.8-.45 .9 .1 .6 .3C.3 .55-.4 .5-.6 .3Z";
const STONE: &str = "M-.5 .2C-.55-.2-.2-.4 .1-.35C.5-.3 .6 .1 .45 .25C.2 .4-.4 .4-.5 .2Z";
const SHELL: &str = "M0 .4L-.45-.05C-.4-.4-.2-.5 0-.45C.2-.5 .4-.4 .45-.05ZM-.03 .3L-.2-.3L-.12-.33ZM.03 .3L.2-.3L.12-.33Z";
const FIR: &str = "M0-.9L.5-.2L.28-.22L.65 .35L-.65 .35L-.28-.22L-.5-.2Z";
const STAR: &str = "M0-.5L.12-.12L.5 0L.12 .12L0 .5L-.12 .12L-.5 0L-.12-.12Z";
const CACTUS: &str = "M-.14 .6V.2H-.45V-.2Q-.35-.35-.27-.2V0H-.14V-.6Q0-.85 .14-.6V-.1H.27V-.4Q.36-.55 .45-.4V.1H.14V.6Z";
const SWEET: &str =
    "M-.3 0C-.3-.4 .3-.4 .3 0C.3 .4-.3 .4-.3 0ZM-.3 0L-.65-.25V.25ZM.3 0L.65-.25V.25Z";
const LAMP: &str = "M-.5 0A.5 .5 0 1 1 .5 0A.5 .5 0 1 1-.5 0Z";
const COG: &str = "M-.12-.55H.12L.17-.36 .33-.27 .51-.35 .63-.14 .48 0 .63 .14 .51 .35 .33 .27 .17 .36 .12 .55H-.12L-.17 .36-.33 .27-.51 .35-.63 .14-.48 0-.63-.14-.51-.35-.33-.27-.17-.36Z";

/// A soft spot of shade on the land.
pub(super) const BLOT: &str = "M-.9 .1C-1-.5-.2-.8 .3-.6C1-.5 1.1 .3 .6 .6C.1 .9-.8 .7-.9 .1Z";

/// The colours around the ways under the green.
pub(super) const TUNNELS: [&str; 4] = ["#b48cf2", "#49c0ff", "#ffc53d", "#ff8f6b"];

/// A hazard: its edge, itself, its light.
pub(super) fn surface(kind: Surface) -> [&'static str; 3] {
    match kind {
        Surface::Sand => ["#cfa861", "#ecd394", "#dcbd78"],
        Surface::Water => ["#e3f6f4", "#4fb3c8", "#7fd0da"],
        Surface::Ice => ["#a9d5e6", "#d9f1f8", "rgba(255,255,255,0.75)"],
        Surface::Conveyor => ["#2f2836", "#575064", "#8a8296"],
        Surface::Out => ["#fff6e9", "#7a5a44", "rgba(44,30,30,0.28)"],
        Surface::Green | Surface::Slope => ["#8fbf5c", "#9bc95f", "#a9d46c"],
    }
}

/// What stands beside a green: its outline, and its shade, body and light.
pub(super) fn decor(kind: DecorKind) -> (&'static str, [&'static str; 3]) {
    match kind {
        DecorKind::Tree => (BUSH, ["#2f5a38", "#4a8148", "#79ac5b"]),
        DecorKind::Bush => (BUSH, ["#3c6b3b", "#5b9448", "#8bbd63"]),
        DecorKind::Rock => (STONE, ["#6d6472", "#9a919e", "#c3bcc6"]),
        DecorKind::Flower => (FLOWER, ["#a23b63", "#ef7fa0", "#ffe08a"]),
        DecorKind::Lamp => (LAMP, ["#3a2f45", "#ffd76b", "#fff6d8"]),
    }
}

/// The first is for a name that is none of these.
static THEMES: [Theme; 7] = [
    Theme {
        name: "meadow",
        ground: ["#7fb04b", "#6f9f40"],
        green: ["#a9d46c", "#9bc95f"],
        wall: ["#9a5b34", "#d99a5f", "#f3c48d"],
        plants: [(TUFT, "#5f9138"), (FLOWER, "#fff1d6"), (BUSH, "#5c8f3d")],
    },
    Theme {
        name: "beach",
        ground: ["#f0d59a", "#e3c380"],
        green: ["#9ed08a", "#8fc47c"],
        wall: ["#3f7f93", "#79b9c4", "#b5e0e2"],
        plants: [(SHELL, "#fff3e2"), (STONE, "#c9a76c"), (TUFT, "#a9b566")],
    },
    Theme {
        name: "forest",
        ground: ["#4f8452", "#447648"],
        green: ["#93c46b", "#85b85f"],
        wall: ["#6b4a35", "#a67a55", "#cfa67d"],
        plants: [(FIR, "#33633f"), (BUSH, "#3d7046"), (STONE, "#8a8f7d")],
    },
    Theme {
        name: "frost",
        ground: ["#e4eef3", "#d2e1ea"],
        green: ["#a8d6b3", "#9accaa"],
        wall: ["#5a6f94", "#9db2cf", "#d6e3f1"],
        plants: [(FIR, "#6f9d92"), (STAR, "#bcd4e2"), (STONE, "#c3d2dc")],
    },
    Theme {
        name: "canyon",
        ground: ["#e2a766", "#d39655"],
        green: ["#b9c767", "#adbb5b"],
        wall: ["#8c4230", "#c9714d", "#eaa276"],
        plants: [(CACTUS, "#6c8f4a"), (STONE, "#b9784a"), (TUFT, "#c2a24e")],
    },
    Theme {
        name: "night",
        ground: ["#3c3560", "#342d55"],
        green: ["#5fa58a", "#549a80"],
        wall: ["#251f42", "#8a6fc0", "#c0a8ea"],
        plants: [(STAR, "#f5dc8c"), (STAR, "#8f80c4"), (COG, "#4b4376")],
    },
    Theme {
        name: "candy",
        ground: ["#f6b8c4", "#eea6b6"],
        green: ["#a5ddb5", "#97d2a9"],
        wall: ["#b0496b", "#ee8fa3", "#ffd0d4"],
        plants: [(SWEET, "#fff2dc"), (SWEET, "#e5708a"), (STAR, "#ffe08a")],
    },
];

/// The place of this name.
pub(super) fn theme(name: &str) -> &'static Theme {
    THEMES.iter().find(|theme| theme.name == name).unwrap_or(&THEMES[0])
}
