//! The painter of hunts.

use super::dark::{Dark, Told};
use super::ground::Ground;
use super::hud;
use super::picture::Picture;
use super::props::Wardrobe;
use super::{people, ripples};
use crate::draw::kit::gaze::Gaze;
use crate::draw::kit::palette as ink;
use crate::draw::kit::particles::{Kind, Particles};
use crate::draw::kit::space::{Rect, metres};
use crate::draw::kit::tags::{self, Tag};
use crate::draw::kit::tiles::Tiles;
use crate::draw::kit::{Banner, Camera, Follow, Frame, Kit, Pen, Point};
use games::hunt::{HuntEvent, OwnEvent, Phase, Role};
use netplay::ids::Seat;
use std::f64::consts::TAU;

/// Points of the screen a metre, by its size.
const NEAREST: f64 = 52.0;
const FARTHEST: f64 = 30.0;
/// Metres that a middling screen shows.
const SHOWN: f64 = 21.0;

/// What is made once an arena and a scale.
struct Stage {
    name: String,
    ground: Ground,
    tiles: Tiles,
    wardrobe: Wardrobe,
}

/// What is only for the eye.
#[derive(Default)]
pub struct Painter {
    stage: Option<Stage>,
    camera: Camera,
    particles: Particles,
    banner: Banner,
    dark: Dark,
    /// Where the stick is pushed, for what there is to do in the dark.
    pub push: (f64, f64),
}

impl Painter {
    /// Something happened in the hunt, which this viewer may know.
    pub(in crate::draw) fn hear(&mut self, picture: &Picture<'_>, event: &HuntEvent) {
        let me = picture.view.own.map(|own| own.seat);
        if let Some((title, detail)) = words(picture, event, me) {
            self.banner.say(title, detail);
        }
        let (at, kind, count) = match *event {
            HuntEvent::Wrong { at, .. } => (at, Kind::Dust, 9),
            HuntEvent::Hit { at, .. } => (at, Kind::Chip, 12),
            HuntEvent::Caught { at, .. } => (at, Kind::Confetti(0), 18),
            _ => return,
        };
        let at = Point::of(at);
        for number in 0..count {
            let heading = self.particles.roll() * TAU;
            let kind = if let Kind::Confetti(_) = kind { Kind::Confetti(number % 8) } else { kind };
            self.particles.throw(kind, at, heading, 3.0);
        }
        let near = picture.eye.is_some_and(|eye| eye.distance(at) < 2.0);
        if near {
            self.camera.knock(0.45);
        }
    }

    /// Where the last picture was taken from.
    pub(in crate::draw) const fn camera(&self) -> &Camera {
        &self.camera
    }

    /// Draws the picture of this moment.
    pub(in crate::draw) fn draw(&mut self, kit: &Kit, picture: &Picture<'_>, frame: &Frame) {
        let pen = &kit.pen;
        if picture.view.blind {
            let told = Told {
                round: picture.view.round,
                left: picture.view.ms_left,
                push: self.push,
                seeks: picture.view.own.is_some(),
            };
            self.dark.draw(pen, frame, &told);
            return;
        }
        let scale = self.look(picture, frame);
        let seats = picture.view.seats.len() as u8;
        let stage = match self.stage.take() {
            Some(stage)
                if stage.name == picture.arena.name
                    && (stage.tiles.scale() - scale).abs() < 0.001 =>
            {
                stage
            }
            _ => Stage {
                name: picture.arena.name.clone(),
                ground: Ground::new(picture.arena, seats),
                tiles: Tiles::new(scale),
                wardrobe: Wardrobe::new(&picture.arena.props, scale),
            },
        };
        let stage = self.stage.insert(stage);
        self.particles.live(frame);
        let camera = &self.camera;
        let ground = &stage.ground;
        stage.tiles.draw(pen, camera, &|pen, area| ground.paint(pen, area));
        pen.aside(|pen| {
            // A light ends where the arena does.
            let (low, size) = (camera.pixel(Point::default()), Point::of(picture.arena.size));
            pen.ctx.begin_path();
            pen.ctx.rect(low.0, low.1, size.x * scale, size.y * scale);
            pen.ctx.clip();
            picture.people.iter().for_each(|person| people::beam(pen, camera, person));
        });
        for thing in picture.things.iter().filter(|thing| camera.sees(thing.at, 2.0)) {
            stage.wardrobe.draw_prop(pen, thing.kind, camera.pixel(thing.at), thing.heading);
        }
        picture.people.iter().for_each(|person| people::draw(kit, camera, frame, person));
        camera.place(pen);
        self.particles.draw(pen, camera, false);
        self.particles.draw(pen, camera, true);
        pen.place(0.0, 0.0, 1.0);
        ripples::draw(pen, camera, frame, picture);
        marks(kit, camera, frame, picture);
        if frame.bare {
            return;
        }
        if picture.view.phase == Phase::Seek && picture.view.last_stretch {
            hud::tension(pen, frame);
        }
        let others = picture.people.iter().filter(|person| !person.own);
        let tags = others.map(|person| Tag { name: &person.name, at: person.at });
        tags::draw(pen, camera, frame, tags, None, 0.75);
        hud::draw(kit, picture, frame);
        self.banner.draw(pen, frame);
    }

    /// Points the camera: along with the viewer, or at everything for who only watches. Every pixel
    /// of the ground is then a whole one of the screen. Answers with the scale.
    fn look(&mut self, picture: &Picture<'_>, frame: &Frame) -> f64 {
        let size = Point::of(picture.arena.size);
        let points = (frame.width * frame.height).sqrt() / frame.dpr;
        // Whole pixels a metre: tiles and props then lie on whole pixels, too.
        let near = ((points / SHOWN).clamp(FARTHEST, NEAREST) * frame.dpr).round();
        let scale = match (picture.gaze, picture.eye) {
            (Gaze::Free(flight), _) => {
                let scale = (flight.scale * frame.dpr).round().max(1.0);
                self.camera.fly(frame, flight.at, scale);
                scale
            }
            (_, Some(at)) => {
                let at = within(at, size, frame, near);
                let follow = Follow { at, lead: Point::default(), zoom: 1.0 };
                self.camera.follow(frame, near, follow);
                near
            }
            (_, None) => {
                let all = Rect { from: Point::default(), to: size }.grown(0.8);
                let (middle, scale) = Camera::fit(frame, all, frame.top, 20.0 * frame.unit);
                self.camera.fly(frame, middle, scale);
                scale.floor().max(6.0)
            }
        };
        self.camera.scale = scale;
        let whole = |at: f64, half: f64| ((at * scale - half).round() + half) / scale;
        let centre = self.camera.centre;
        self.camera.centre =
            Point { x: whole(centre.x, frame.width / 2.0), y: whole(centre.y, frame.height / 2.0) };
        scale
    }
}

/// The middle of the view: the viewer's place, but little of what lies outside.
fn within(at: Point, size: Point, frame: &Frame, scale: f64) -> Point {
    let half = Camera::half(frame, scale);
    let keep = |at: f64, size: f64, half: f64| {
        let edge = half - 3.0;
        if size <= edge * 2.0 { size / 2.0 } else { at.max(edge).min(size - edge) }
    };
    Point { x: keep(at.x, size.x, half.x), y: keep(at.y, size.y, half.y) }
}

/// What only this viewer knows, above everything: the own disguise, what is in reach; and after a
/// round, where everybody was.
fn marks(kit: &Kit, camera: &Camera, frame: &Frame, picture: &Picture<'_>) {
    let (pen, unit) = (&kit.pen, frame.unit);
    let radius = |kind: Option<u8>| {
        let prop = kind.and_then(|kind| picture.arena.props.props.get(usize::from(kind)));
        prop.map_or(0.36, |prop| metres(prop.radius))
    };
    if let Some(own) = &picture.view.own {
        let open = !picture.view.phase.is_shown();
        if let Some(target) = own.target.filter(|_| open) {
            let (x, y) = camera.pixel(Point::of(target.pos));
            let wide = (radius(target.kind) + 0.22) * camera.scale;
            let colour = if own.role == Role::Seeker { ink::EMBER } else { ink::SUN };
            dashed(pen, x, y, wide, colour, unit);
        }
        if let Some(prop) = own.disguise {
            let at = picture.drawn(&prop).unwrap_or(Point::of(prop.pos));
            let (x, y) = camera.pixel(at);
            let wide = (radius(Some(prop.kind)) + 0.16) * camera.scale;
            ring(pen, x, y, wide, ink::CREAM, unit);
            if own.locked {
                pen.align("center", "middle");
                pen.font(900, 18.0 * unit);
                pen.outlined("■", x, y - wide - 12.0 * unit, ink::CREAM, 5.0 * unit);
            }
            pen.aside(|pen| {
                pen.translate(x + wide * 0.72, y - wide * 0.72);
                let letter = crate::seats::letter(own.seat);
                let colour = picture.colour(own.seat);
                let fill = crate::seats::mark(colour).paint[0];
                kit.shapes.mark(pen, colour, letter, 9.0 * unit, fill);
            });
        }
    }
    for shown in &picture.view.revealed {
        let hid = picture.role(shown.seat) == Some(Role::Hider) || shown.disguise.is_some();
        if let (true, Some(prop)) = (hid, shown.disguise) {
            let (x, y) = camera.pixel(Point::of(shown.pos));
            let wide = (radius(Some(prop.kind)) + 0.2) * camera.scale;
            let colour = picture.colour(shown.seat);
            ring(pen, x, y, wide, crate::seats::mark(colour).paint[0], unit);
            pen.font(900, 17.0 * unit);
            pen.align("center", "middle");
            pen.outlined(
                picture.name(shown.seat),
                x,
                y - wide - 14.0 * unit,
                ink::CREAM,
                6.0 * unit,
            );
        }
    }
}

fn ring(pen: &Pen, x: f64, y: f64, radius: f64, colour: &str, unit: f64) {
    pen.stroke_style(ink::INK, 6.0 * unit);
    pen.ring(x, y, radius, 0.0, TAU);
    pen.stroke_style(colour, 3.0 * unit);
    pen.ring(x, y, radius, 0.0, TAU);
}

fn dashed(pen: &Pen, x: f64, y: f64, radius: f64, colour: &str, unit: f64) {
    for (colour, wide) in [(ink::INK, 6.0), (colour, 3.0)] {
        pen.stroke_style(colour, wide * unit);
        for part in 0..4 {
            let from = f64::from(part) * TAU / 4.0 + 0.3;
            pen.ring(x, y, radius, from, from + TAU / 4.0 - 0.6);
        }
    }
}

/// What is worth big words.
fn words(
    picture: &Picture<'_>,
    event: &HuntEvent,
    me: Option<Seat>,
) -> Option<(&'static str, String)> {
    let mine = |seat: Seat| me == Some(seat);
    let hides = picture.view.own.is_some_and(|own| own.role == Role::Hider);
    let seeks = picture.view.own.is_some_and(|own| own.role == Role::Seeker);
    let said = match *event {
        HuntEvent::Phase(Phase::Hide) if hides => ("Hide!", "Walk to a prop and become it"),
        HuntEvent::Phase(Phase::Seek) if hides => ("They come!", "Stand still"),
        HuntEvent::Phase(Phase::Seek) if seeks => ("Seek!", "Tag what should not be there"),
        HuntEvent::LastStretch => ("Half a minute!", "Hiders are heard more often"),
        HuntEvent::Pulse => ("Listen!", "Every hider was heard"),
        HuntEvent::Stunned(seat) if mine(seat) => ("Stars!", "Too many wrong guesses"),
        HuntEvent::Wrong { seat, .. } if mine(seat) => ("Only a thing", "That cost health"),
        HuntEvent::Hit { seat, .. } if mine(seat) => ("A hit!", "It is somebody: tag again"),
        HuntEvent::Caught { hider, .. } if mine(hider) => match picture.role(hider) {
            Some(Role::Seeker) => ("Caught!", "Now you seek with them"),
            _ => ("Caught!", "You watch until the round ends"),
        },
        HuntEvent::Caught { seat, hider, .. } if mine(seat) => {
            return Some(("Found!", format!("You caught {}", picture.name(hider))));
        }
        HuntEvent::Own { seat, what } if mine(seat) => match what {
            OwnEvent::WasHit => ("You were hit!", "Run, or hold your breath"),
            OwnEvent::NoRoom => ("No room here", "Step away from what is beside you"),
            OwnEvent::NoDisguise => ("Nothing to become", "Go closer to a prop"),
            OwnEvent::ForcedTaunt => ("Squeak!", "You were heard"),
            _ => return None,
        },
        _ => return None,
    };
    Some((said.0, said.1.into()))
}
