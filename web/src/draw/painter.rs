//! The painter: one canvas, whichever game is on it, sixty pictures a second.

use super::kit::gaze::Flight;
use super::kit::{Effects, Frame, Kit, Pen, palette};
use super::{golf, hunt, race};
use games::Event;
use games::hunt::Role;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// The most that is drawn of a very sharp screen: beyond twice the eye sees nothing and the
/// battery does.
const DPR_MOST: f64 = 2.0;
/// After a pause the effects go on from here, not from where they would be.
const STEP_MOST: f64 = 0.05;

/// How somebody wants to see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taste {
    /// Nothing moves that the game does not move.
    pub calm: bool,
    /// Thumbs lie on the lower corners.
    pub touching: bool,
    /// Without instruments and names.
    pub bare: bool,
}

/// A game between two steps.
#[derive(Clone, Debug)]
pub enum Picture<'a> {
    /// A race.
    Race(race::Picture<'a>),
    /// A round of golf.
    Golf(golf::Picture<'a>),
    /// A hunt.
    Hunt(hunt::Picture<'a>),
}

/// What each game's painter keeps; the one whose game is on the canvas.
#[derive(Default)]
struct Boards {
    race: Option<Box<race::Painter>>,
    golf: Option<Box<golf::Painter>>,
    hunt: Option<Box<hunt::Painter>>,
}

/// Draws games on one canvas.
pub struct Painter {
    canvas: HtmlCanvasElement,
    kit: Kit,
    boards: Boards,
    last_ms: Option<f64>,
    dpr: f64,
    role: Option<Role>,
}

impl Painter {
    /// A painter for this canvas; none when it cannot be drawn on.
    #[must_use]
    pub fn new(canvas: HtmlCanvasElement) -> Option<Self> {
        let ctx: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        Some(Self {
            canvas,
            kit: Kit::new(Pen::new(ctx)),
            boards: Boards::default(),
            last_ms: None,
            dpr: 1.0,
            role: None,
        })
    }

    /// Something happened in the game.
    pub fn hear(&mut self, picture: &Picture<'_>, event: &Event, taste: Taste) {
        let effects = Effects::new(taste.calm);
        match (picture, event) {
            (Picture::Race(picture), Event::Race(event)) => {
                self.boards.race.get_or_insert_default().hear(picture, event, effects);
            }
            (Picture::Golf(picture), Event::Golf(event)) => {
                self.boards.golf.get_or_insert_default().hear(picture, event, effects);
            }
            (Picture::Hunt(picture), Event::Hunt(event)) => {
                self.boards.hunt.get_or_insert_default().hear(picture, event);
            }
            // A picture has events of its own game only.
            _ => {}
        }
    }

    /// Draws the picture of this moment.
    pub fn draw(&mut self, picture: &Picture<'_>, now_ms: f64, taste: Taste) {
        let (size, dpr) = self.fit();
        if size.0 < 1.0 || size.1 < 1.0 {
            return;
        }
        self.dpr = dpr;
        let dt = self.last_ms.map_or(0.0, |last| (now_ms - last) / 1000.0).clamp(0.0, STEP_MOST);
        self.last_ms = Some(now_ms);
        let effects = Effects::new(taste.calm);
        let mut frame = Frame::new(size, dpr, (now_ms / 1000.0, dt), effects, taste.touching);
        frame.bare = taste.bare;
        self.kit.pen.place(0.0, 0.0, 1.0);
        match picture {
            Picture::Race(picture) => {
                self.boards.race.get_or_insert_default().draw(&self.kit, picture, &frame);
            }
            Picture::Golf(picture) => {
                self.boards.golf.get_or_insert_default().draw(&self.kit, picture, &frame);
            }
            Picture::Hunt(picture) => {
                self.boards.hunt.get_or_insert_default().draw(&self.kit, picture, &frame);
            }
        }
    }

    /// Where the last picture was taken from.
    #[must_use]
    pub fn view(&self) -> Option<Flight> {
        if let Some(golf) = &self.boards.golf {
            return golf.view(self.dpr);
        }
        let race = self.boards.race.as_ref().map(|race| race.camera());
        let camera = race.or_else(|| self.boards.hunt.as_ref().map(|hunt| hunt.camera()))?;
        let scale = camera.scale / self.dpr;
        (scale > 0.0).then_some(Flight { at: camera.centre, scale })
    }

    /// How far the picture is turned clockwise, for whoever points at it. 65536 is a turn.
    #[must_use]
    pub fn turned(&self) -> u16 {
        self.boards.golf.as_ref().map_or(0, |golf| golf.quarter())
    }

    /// Says on the canvas what the player is in a hunt: the styles show the buttons of that role.
    pub fn mark_role(&mut self, role: Option<Role>) {
        if self.role != role {
            self.role = role;
            let name = if role == Some(Role::Hider) { "hides" } else { "seeks" };
            // A name of letters is always sound.
            let _ = self.canvas.set_attribute("data-role", name);
        }
    }

    /// Where the stick is pushed, for what there is to do while nothing is seen.
    pub fn push(&mut self, push: (f64, f64)) {
        if let Some(hunt) = &mut self.boards.hunt {
            hunt.push = push;
        }
    }

    /// Nothing to draw: the colour of the grass.
    pub fn clear(&mut self) {
        let ((width, height), _) = self.fit();
        self.kit.pen.place(0.0, 0.0, 1.0);
        self.kit.pen.fill_style(palette::GRASS);
        self.kit.pen.rect(0.0, 0.0, width, height);
    }

    /// Another game begins on the same canvas.
    pub fn start_over(&mut self) {
        self.boards = Boards::default();
    }

    /// Makes the canvas as sharp as the screen. Returns its size in pixels and pixels a point.
    fn fit(&self) -> ((f64, f64), f64) {
        let ratio = web_sys::window().map_or(1.0, |window| window.device_pixel_ratio());
        let dpr = ratio.clamp(1.0, DPR_MOST);
        let width = (f64::from(self.canvas.client_width()) * dpr).round();
        let height = (f64::from(self.canvas.client_height()) * dpr).round();
        if f64::from(self.canvas.width()) != width || f64::from(self.canvas.height()) != height {
            self.canvas.set_width(width as u32);
            self.canvas.set_height(height as u32);
        }
        ((width, height), dpr)
    }
}
