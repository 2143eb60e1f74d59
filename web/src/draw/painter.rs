//! The painter: one canvas, one race, sixty pictures a second.

use super::banner::Banner;
use super::camera::Camera;
use super::car_paint::Garage;
use super::ground::Ground;
use super::hud::{self, Screen};
use super::marks::Marks;
use super::minimap::Minimap;
use super::particles::Particles;
use super::pen::Pen;
use super::picture::Picture;
use super::tiles::Tiles;
use super::{arches, effects, palette, signs, tags};
use games::racing::{RaceEvent, Track};
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// The most that is drawn of a very sharp screen: beyond twice the eye sees nothing and the
/// battery does.
const DPR_MOST: f64 = 2.0;
/// After a pause the effects go on from here, not from where they would be.
const STEP_MOST: f64 = 0.05;

/// Where the buttons above the race end, in points.
const BUTTONS: f64 = 60.0;

/// How somebody wants to see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taste {
    /// No shake, no zoom, no confetti, few particles.
    pub calm: bool,
    /// Thumbs lie on the lower corners.
    pub touching: bool,
    /// The best lap of this browser, in milliseconds.
    pub best_ms: Option<u32>,
}

/// What is made once a track.
struct Stage {
    name: String,
    ground: Ground,
    map: Minimap,
    tiles: Tiles,
}

impl Stage {
    fn new(track: &Track, scale: f64) -> Self {
        Self {
            name: track.name.clone(),
            ground: Ground::new(track),
            map: Minimap::new(track),
            tiles: Tiles::new(scale),
        }
    }
}

/// Draws races on one canvas.
pub struct Painter {
    canvas: HtmlCanvasElement,
    pen: Pen,
    stage: Option<Stage>,
    garage: Garage,
    camera: Camera,
    marks: Marks,
    particles: Particles,
    banner: Banner,
    last_ms: Option<f64>,
    last_tick: u32,
}

impl Painter {
    /// A painter for this canvas; none when it cannot be drawn on.
    #[must_use]
    pub fn new(canvas: HtmlCanvasElement) -> Option<Self> {
        let ctx: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        Some(Self {
            canvas,
            pen: Pen::new(ctx),
            stage: None,
            garage: Garage::new(),
            camera: Camera::default(),
            marks: Marks::default(),
            particles: Particles::new(),
            banner: Banner::default(),
            last_ms: None,
            last_tick: 0,
        })
    }

    /// Something happened in the race.
    pub fn hear(&mut self, picture: &Picture<'_>, event: &RaceEvent, taste: Taste) {
        self.banner.hear(picture, event);
        effects::burst(&mut self.particles, &mut self.camera, picture, event, taste.calm);
    }

    /// Draws the picture of this moment.
    pub fn draw(&mut self, picture: &Picture<'_>, now_ms: f64, taste: Taste) {
        let (size, dpr) = self.fit();
        let (width, height) = size;
        if width < 1.0 || height < 1.0 || picture.cars.is_empty() {
            return;
        }
        let dt = self.last_ms.map_or(0.0, |last| (now_ms - last) / 1000.0).clamp(0.0, STEP_MOST);
        self.last_ms = Some(now_ms);
        if picture.race.tick < self.last_tick {
            self.start_over();
        }
        self.last_tick = picture.race.tick;

        let base = Camera::base_scale(width, height, dpr);
        let stage = match self.stage.take() {
            Some(stage) if stage.name == picture.track.name => stage,
            _ => Stage::new(picture.track, base),
        };
        let stage = self.stage.insert(stage);
        if (stage.tiles.scale() - base).abs() > 0.01 {
            stage.tiles = Tiles::new(base);
        }

        self.camera.follow(picture, size, base, dt, taste);
        self.marks.skid(picture);
        effects::trail(&mut self.particles, picture, &self.camera, dt, taste.calm);
        self.particles.live(dt);

        let (pen, camera) = (&self.pen, &self.camera);
        let seconds = now_ms / 1000.0;
        pen.place(0.0, 0.0, 1.0);
        stage.tiles.draw(pen, camera, &stage.ground);
        let (x, y) = camera.origin();
        pen.place(x, y, camera.scale);
        arches::shimmer(pen, camera, picture.track, if taste.calm { 0.0 } else { seconds });
        arches::pads(pen, camera, picture.track, seconds, taste.calm);
        self.marks.draw(pen, camera);
        self.particles.draw(pen, camera, false);
        self.garage.draw(pen, picture, seconds);
        self.particles.draw(pen, camera, true);
        arches::draw(pen, camera, picture, taste.calm);
        pen.place(0.0, 0.0, 1.0);

        let unit = Screen::unit(width, height, dpr);
        let screen = Screen {
            width,
            height,
            unit,
            top: BUTTONS * dpr,
            touching: taste.touching,
            best_ms: taste.best_ms,
        };
        tags::draw(pen, camera, picture, unit);
        hud::draw(pen, picture, &self.garage, &stage.map, screen);
        signs::draw(pen, camera, picture, screen);
        self.banner.draw(pen, screen, dt, taste.calm);
    }

    /// Nothing to draw: the colour of the grass.
    pub fn clear(&mut self) {
        let ((width, height), _) = self.fit();
        self.pen.place(0.0, 0.0, 1.0);
        self.pen.fill_style(palette::GRASS);
        self.pen.rect(0.0, 0.0, width, height);
    }

    /// Another race began on the same canvas.
    fn start_over(&mut self) {
        self.camera = Camera::default();
        self.marks = Marks::default();
        self.particles = Particles::new();
        self.banner = Banner::default();
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
