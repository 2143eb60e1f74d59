//! What a track looks like: the colours of its ground, and what grows or stands beside it.

/// What stands where lakeside has trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plant {
    /// A crown of leaves.
    Leaf,
    /// A roof with lit windows in it.
    House,
    /// A cactus.
    Cactus,
    /// A fir with snow on it.
    Fir,
    /// A palm.
    Palm,
}

/// The look of a track.
#[derive(Debug)]
pub(super) struct Theme {
    name: &'static str,
    pub(super) grass: &'static str,
    pub(super) mown: &'static str,
    pub(super) dark: &'static str,
    pub(super) verge: [&'static str; 2],
    pub(super) gravel: [&'static str; 2],
    /// The rim, the shallows, the deep.
    pub(super) water: [&'static str; 3],
    pub(super) asphalt: [&'static str; 2],
    /// A block's top and its side.
    pub(super) block: [&'static str; 2],
    /// What the track itself names trees, and what chance plants around it.
    pub(super) plants: [Plant; 2],
    /// Of the wood by the lake, what part grows here.
    pub(super) wood: f64,
    /// Flowers in the meadow, lilies and a jetty.
    pub(super) blooms: bool,
    /// It is night, and the road is lit.
    pub(super) lamps: bool,
}

/// The first is what a track has whose theme nobody knows.
static THEMES: [Theme; 5] = [
    Theme {
        name: "lakeside",
        grass: "#86b84f",
        mown: "#8fc158",
        dark: "#74a745",
        verge: ["#a3cc66", "#93bf5a"],
        gravel: ["#e6c88a", "#d6b474"],
        water: ["#7fd0da", "#4fb3c8", "#3d9db8"],
        asphalt: ["#5b5566", "#4a4456"],
        block: ["#b4abb8", "#8d8494"],
        plants: [Plant::Leaf, Plant::Leaf],
        wood: 1.0,
        blooms: true,
        lamps: false,
    },
    Theme {
        name: "city",
        grass: "#3d4160",
        mown: "#414567",
        dark: "#343855",
        verge: ["#5d6284", "#565b7b"],
        gravel: ["#6b7092", "#585d7d"],
        water: ["#4f93bb", "#2f6f9a", "#265a82"],
        asphalt: ["#37334a", "#26233a"],
        block: ["#6c6488", "#2a2440"],
        plants: [Plant::Leaf, Plant::House],
        wood: 1.3,
        blooms: false,
        lamps: true,
    },
    Theme {
        name: "desert",
        grass: "#e6ab6b",
        mown: "#e9b276",
        dark: "#d39558",
        verge: ["#efc68f", "#e8bb81"],
        gravel: ["#f5dcae", "#dcb984"],
        water: ["#8fe0dd", "#3fb8c9", "#2f9fbe"],
        asphalt: ["#6d5d60", "#58494e"],
        block: ["#cb6b42", "#93452e"],
        plants: [Plant::Cactus, Plant::Cactus],
        wood: 0.3,
        blooms: false,
        lamps: false,
    },
    Theme {
        name: "snow",
        grass: "#e3ecf3",
        mown: "#e9f1f7",
        dark: "#cfdde8",
        verge: ["#f6fafd", "#e6eef5"],
        gravel: ["#d6d0ca", "#bdb5ad"],
        water: ["#d8eff8", "#b4dcec", "#9acde2"],
        asphalt: ["#5f6374", "#494d5e"],
        block: ["#a4acbd", "#717a8d"],
        plants: [Plant::Fir, Plant::Fir],
        wood: 1.1,
        blooms: false,
        lamps: false,
    },
    Theme {
        name: "coast",
        grass: "#a9c76c",
        mown: "#b1ce75",
        dark: "#95b55b",
        verge: ["#dcd7a2", "#d3cd94"],
        gravel: ["#f6e1b0", "#e2c78a"],
        water: ["#9be6e2", "#43bccb", "#2f9fc0"],
        asphalt: ["#6b6775", "#565261"],
        block: ["#f3e5d3", "#c2724f"],
        plants: [Plant::Palm, Plant::Palm],
        wood: 0.5,
        blooms: false,
        lamps: false,
    },
];

impl Theme {
    /// The look that a track asks for.
    pub(super) fn of(name: &str) -> &'static Self {
        THEMES.iter().find(|theme| theme.name == name).unwrap_or(&THEMES[0])
    }
}
