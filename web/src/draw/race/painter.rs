//! The painter of races.

use super::car_paint::Garage;
use super::ground::Ground;
use super::hud;
use super::marks::Marks;
use super::minimap::Minimap;
use super::photo::Photo;
use super::picture::Picture;
use super::{arches, banner, dust, signs};
use crate::draw::kit::gaze::Gaze;
use crate::draw::kit::particles::Particles;
use crate::draw::kit::tags::{self, Tag};
use crate::draw::kit::tiles::Tiles;
use crate::draw::kit::{Banner, Camera, Effect, Effects, Follow, Frame, Kit, Point};
use games::racing::{RaceEvent, Track};

/// Seconds of the way ahead that the camera looks to.
const LEAD_SECONDS: f64 = 0.62;
/// How much of the half view the lead may take, so that the own car stays well on the screen.
const LEAD_PART: f64 = 0.46;
/// What the fastest car sees more.
const ZOOM_OUT: f64 = 0.2;
/// Metres a second at which it sees the most.
const FAST: f64 = 34.0;
/// How far above a car its name hangs, in metres.
const TAG_ABOVE: f64 = 2.9;

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

/// What a race's pictures leave for the next one.
#[derive(Default)]
pub(crate) struct Painter {
    stage: Option<Stage>,
    garage: Garage,
    camera: Camera,
    marks: Marks,
    particles: Particles,
    banner: Banner,
    photo: Photo,
    last_tick: u32,
}

impl Painter {
    /// Something happened in the race.
    pub(crate) fn hear(&mut self, picture: &Picture<'_>, event: &RaceEvent, effects: Effects) {
        if picture.cars.is_empty() {
            return;
        }
        banner::hear(&mut self.banner, picture, event);
        if let RaceEvent::PhotoFinish(seat) = *event {
            self.photo.hear(picture, seat);
        }
        dust::burst(&mut self.particles, &mut self.camera, picture, event, effects);
    }

    /// Where the picture is taken from.
    pub(crate) fn camera(&self) -> &Camera {
        &self.camera
    }

    /// Draws the picture of this moment.
    pub(crate) fn draw(&mut self, kit: &Kit, picture: &Picture<'_>, frame: &Frame) {
        if picture.cars.is_empty() {
            return;
        }
        if picture.race.tick < self.last_tick {
            self.start_over();
        }
        self.last_tick = picture.race.tick;

        let base = Camera::base_scale(frame);
        let stage = match self.stage.take() {
            Some(stage) if stage.name == picture.track.name => stage,
            _ => Stage::new(picture.track, base),
        };
        let stage = self.stage.insert(stage);
        if (stage.tiles.scale() - base).abs() > 0.01 {
            stage.tiles = Tiles::new(base);
        }

        match picture.gaze {
            Gaze::Free(flight) => self.camera.hover(frame, flight),
            Gaze::Own | Gaze::At(_) => {
                self.camera.follow(frame, base, followed(picture, frame, base));
            }
        }
        self.marks.skid(picture);
        dust::trail(&mut self.particles, picture, &self.camera, frame);
        self.particles.live(frame);

        let (pen, camera) = (&kit.pen, &self.camera);
        stage.tiles.draw(pen, camera, &|pen, area| stage.ground.paint(pen, area));
        camera.place(pen);
        arches::shimmer(pen, camera, picture.track, frame);
        arches::pads(pen, camera, picture.track, frame);
        self.marks.draw(pen, camera);
        self.particles.draw(pen, camera, false);
        if let Some(chased) = &picture.chased {
            self.garage.ghost(pen, chased);
        }
        self.garage.draw(kit, picture, frame);
        self.particles.draw(pen, camera, true);
        arches::draw(pen, camera, picture, frame);
        pen.place(0.0, 0.0, 1.0);

        if frame.bare {
            return;
        }
        // Those in front have the first word.
        let others = picture.race.order.iter().filter_map(|seat| {
            let car = picture.cars.get(seat.index())?;
            let is_own = seat.index() == picture.eye && picture.driving;
            (!is_own).then_some(Tag { name: &car.name, at: car.at })
        });
        tags::draw(pen, camera, frame, others, Some(picture.own().at), TAG_ABOVE);
        if let Some(chased) = &picture.chased {
            hud::chased(pen, camera, chased, frame);
        }
        hud::draw(kit, picture, &stage.map, frame);
        signs::draw(pen, camera, picture, frame);
        self.banner.draw(pen, frame);
        self.photo.take(picture, picture.track);
        self.photo.draw(kit, &self.garage, frame, picture.race.tick);
    }

    /// The race on the canvas is an earlier one.
    fn start_over(&mut self) {
        self.camera = Camera::default();
        self.marks = Marks::default();
        self.particles = Particles::default();
        self.banner = Banner::default();
        self.photo = Photo::default();
    }
}

/// The own car, as the camera should see it.
fn followed(picture: &Picture<'_>, frame: &Frame, base: f64) -> Follow {
    let car = picture.own();
    let view = Camera::half(frame, base);
    // `clamp` with bounds that only run time knows brings the printing of fractions along, for
    // its panic: 6 kB of the page.
    let limit = |value: f64, room: f64| value.max(-room * LEAD_PART).min(room * LEAD_PART);
    let lead = if picture.is_waiting() {
        Point::default().step(car.heading, view.x.min(view.y) * 0.4)
    } else {
        Point {
            x: limit(car.velocity.x * LEAD_SECONDS, view.x),
            y: limit(car.velocity.y * LEAD_SECONDS, view.y),
        }
    };
    let fast = (car.speed / FAST).clamp(0.0, 1.0);
    let out = if frame.allows(Effect::SpeedZoom) { ZOOM_OUT * fast * fast } else { 0.0 };
    Follow { at: car.at, lead, zoom: 1.0 - out }
}
