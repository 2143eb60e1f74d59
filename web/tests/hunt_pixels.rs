//! A locked hider and the real prop are the same picture, byte for byte: for every prop of every
//! arena, on several screens, for a seeker and for who only watches.
//!
//! The hider and a thing of the map change places: one stands here as a prop, the other there.
//! Whoever could tell the two pictures apart would know which of them is the hider.
#![cfg(target_arch = "wasm32")]

use games::fix::{Fix, Vec2};
use games::hunt::{Hunt, HuntRules, HuntSetup, HuntView, PropView, Role};
use games::pack::Pack;
use netplay::ids::{PadWord, PlayerId, Seat};
use netplay::sim::{Rewind, Simulation};
use netplay::wire::Controller;
use party::HuntShown;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web::draw::kit::gaze::{Flight, Gaze};
use web::draw::kit::space::Point;
use web::draw::{Painter, Picture, Taste, hunt};
use web::shell::page;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

wasm_bindgen_test_configure!(run_in_browser);

const SEATS: u8 = 3;
/// Width, height and sharpness of a screen.
const SCREENS: [(u32, u32, f64); 3] = [(360, 640, 1.0), (640, 360, 2.0), (1366, 768, 1.0)];
/// The grid that things and locked hiders stand on, as a Q16.16 number.
const GRID: i32 = 1 << 13;
/// Where a person's fields lie in a saved state, from the person's first byte.
const POS: usize = 0;
const KIND: usize = 16;
const TURNED: usize = 17;
const LOCKED: usize = 19;
/// Round, phase and tick come before the people, sixteen marks after them.
const HEAD: usize = 6;
const MARKS: usize = 16 * 11;

/// A hunt in which nobody has moved and the light has just gone on; a seeker and a hider of it.
fn hunt(pack: &Pack, arena: usize) -> (Hunt, Seat, Seat) {
    let rules = HuntRules { hide_s: 10, ..HuntRules::default() };
    let setup = HuntSetup { seed: 7, seats: SEATS, rules };
    let mut hunt = Hunt::new(setup, pack.arenas[arena].clone()).expect("fair rules");
    (0..u16::from(SEATS)).for_each(|seat| {
        hunt.set_seat_controller(Seat(seat), Controller::Human { player: PlayerId(0) })
    });
    (0..601).for_each(|_| hunt.tick(&[PadWord(0); SEATS as usize]));
    let view = hunt.view(None);
    let whose =
        |role| Seat(view.seats.iter().position(|seat| seat.role == role).expect("one") as u16);
    assert!(!view.blind);
    let (seeker, hider) = (whose(Role::Seeker), whose(Role::Hider));
    (hunt, seeker, hider)
}

/// The hunt with that hider locked as this prop.
fn locked(hunt: &Hunt, hider: Seat, prop: PropView) -> Hunt {
    let (mut hunt, mut saved) = (hunt.clone(), Vec::new());
    hunt.save(&mut saved);
    let size = (saved.len() - HEAD - MARKS) / usize::from(SEATS);
    let person = HEAD + size * hider.index();
    let mut put = |at: usize, bytes: &[u8]| {
        saved[person + at..person + at + bytes.len()].copy_from_slice(bytes);
    };
    put(POS, &prop.pos.x.0.to_le_bytes());
    put(POS + 4, &prop.pos.y.0.to_le_bytes());
    put(KIND, &[prop.kind]);
    put(TURNED, &[prop.heading]);
    put(LOCKED, &[1]);
    hunt.load(&saved).expect("a hunt can have come to it");
    let own = hunt.view(Some(hider)).own.expect("it plays");
    assert!(own.locked && own.disguise == Some(prop), "the hider is what it should be");
    hunt
}

/// What somebody sees, with a further thing on the map.
fn with_thing(hunt: &Hunt, viewer: Option<Seat>, thing: PropView) -> HuntView {
    let mut view = hunt.view(viewer);
    view.props.push(thing);
    view.props.sort_unstable_by_key(|prop| (prop.pos.y.0, prop.pos.x.0, prop.kind, prop.heading));
    view
}

struct Screen {
    canvas: HtmlCanvasElement,
    ctx: CanvasRenderingContext2d,
    painter: Painter,
}

impl Screen {
    fn new((width, height, dpr): (u32, u32, f64)) -> Self {
        let ratio = js_sys::Object::new();
        let put = |name: &str, value: &wasm_bindgen::JsValue| {
            js_sys::Reflect::set(&ratio, &name.into(), value).expect("a plain object");
        };
        put("value", &dpr.into());
        put("configurable", &true.into());
        js_sys::Reflect::define_property(&page::window(), &"devicePixelRatio".into(), &ratio)
            .expect("it may be shadowed");
        let canvas: HtmlCanvasElement =
            page::document().create_element("canvas").expect("a canvas").unchecked_into();
        let style = format!("position:fixed;width:{width}px;height:{height}px");
        canvas.set_attribute("style", &style).expect("a style");
        page::document().body().expect("a body").append_child(&canvas).expect("its place");
        let painter = Painter::new(canvas.clone()).expect("it can be drawn on");
        let ctx = canvas.get_context("2d").expect("2d").expect("2d").unchecked_into();
        Self { canvas, ctx, painter }
    }

    fn shot(&mut self, hunt: &Hunt, view: &HuntView, gaze: Gaze) -> Vec<u8> {
        let shown = HuntShown {
            before: view.clone(),
            after: view.clone(),
            alpha_256: 128,
            me: view.own.map(|own| own.seat),
            arena: hunt.arena(),
            shifts: &[],
        };
        let picture = Picture::Hunt(hunt::Picture::between(shown, &[], gaze));
        let taste = Taste { calm: true, ..Taste::default() };
        self.painter.draw(&picture, 1_000.0, taste);
        let (width, height) = (f64::from(self.canvas.width()), f64::from(self.canvas.height()));
        let pixels = self.ctx.get_image_data(0.0, 0.0, width, height).expect("its own pixels");
        pixels.data().0
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.canvas.remove();
    }
}

fn on_grid(from: Vec2, right: i32, down: i32) -> Vec2 {
    let snap = |at: Fix, by: i32| Fix((at.0 & !(GRID - 1)) + by * GRID);
    Vec2::new(snap(from.x, right), snap(from.y, down))
}

/// Two places near the seeker and out of its reach, towards the middle of the arena.
fn places(hunt: &Hunt, seeker: Seat) -> [Vec2; 2] {
    let at = hunt.view(Some(seeker)).own.expect("it plays").pos;
    let middle = |at: Fix, size: Fix| if at.0 * 2 < size.0 { 1 } else { -1 };
    let size = hunt.arena().size;
    let (x, y) = (middle(at.x, size.x), middle(at.y, size.y));
    [on_grid(at, 18 * x, 6 * y), on_grid(at, 6 * x, 22 * y)]
}

fn every_prop(screen: (u32, u32, f64)) {
    let pack = Pack::built_in();
    let mut compared = 0;
    for arena in 0..pack.arenas.len() {
        let (hunt, seeker, hider) = hunt(&pack, arena);
        let [here, there] = places(&hunt, seeker);
        let mut painted = Screen::new(screen);
        let kinds = hunt.arena().props.props.len() as u8;
        for kind in 0..kinds {
            let turns = hunt.arena().props.props[usize::from(kind)].turns;
            let heading = (kind * 5) % turns * (16 / turns);
            let one = PropView { kind, heading, pos: here };
            let other = PropView { kind: (kind + 1) % kinds, heading: 0, pos: there };
            let hider_here = locked(&hunt, hider, one);
            let hider_there = locked(&hunt, hider, other);
            for (viewer, gaze) in [
                (Some(seeker), Gaze::Own),
                (None, Gaze::Own),
                (None, Gaze::At(seeker)),
                (None, Gaze::Free(Flight { at: Point::of(here), scale: 33.0 })),
            ] {
                let mut shot =
                    |hunt, thing| painted.shot(hunt, &with_thing(hunt, viewer, thing), gaze);
                let (first, second) = (shot(&hider_here, other), shot(&hider_there, one));
                let name = &hunt.arena().props.props[usize::from(kind)].id;
                let arena = &hunt.arena().name;
                assert!(first == second, "{name} in {arena}, seen by {viewer:?} {gaze:?}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 4 * 4, "only {compared} pictures");
}

#[wasm_bindgen_test]
fn a_locked_hider_is_the_pixels_of_the_real_prop_on_a_phone() {
    every_prop(SCREENS[0]);
}

#[wasm_bindgen_test]
fn a_locked_hider_is_the_pixels_of_the_real_prop_on_a_sharp_phone_on_its_side() {
    every_prop(SCREENS[1]);
}

#[wasm_bindgen_test]
fn a_locked_hider_is_the_pixels_of_the_real_prop_on_a_desk() {
    every_prop(SCREENS[2]);
}

#[wasm_bindgen_test]
fn a_step_of_the_grid_or_a_turn_is_another_picture() {
    let pack = Pack::built_in();
    let (hunt, seeker, hider) = hunt(&pack, 0);
    let [here, there] = places(&hunt, seeker);
    let other = PropView { kind: 0, heading: 0, pos: there };
    for screen in SCREENS {
        let mut painted = Screen::new(screen);
        let mut shot = |kind, heading, pos| {
            let hunt = locked(&hunt, hider, PropView { kind, heading, pos });
            painted.shot(&hunt, &with_thing(&hunt, Some(seeker), other), Gaze::Own)
        };
        let (pos, aside) = (on_grid(here, 0, 0), on_grid(here, 1, 0));
        let still = shot(1, 0, pos);
        assert!(still == shot(1, 0, pos), "the same twice");
        assert!(still != shot(1, 0, aside), "a step aside");
        assert!(still != shot(1, 2, pos), "a turn");
        assert!(still != shot(2, 0, pos), "another kind");
    }
}
