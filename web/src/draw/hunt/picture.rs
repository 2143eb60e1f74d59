//! A hunt between two views of one viewer, in metres: what the painter needs and no more.

use super::people::Person;
use crate::draw::kit::gaze::Gaze;
use crate::draw::kit::space::{Point, metres, turned};
use crate::seats::letter;
use games::fix::{Fix, Vec2};
use games::hunt::{Arena, FigureView, HuntView, PropView, Role};
use netplay::ids::Seat;
use party::{HuntShown, SeatView};
use std::rc::Rc;

/// Somebody who is further away than this after one step was put there, and did not walk.
const JUMP_METRES: f64 = 2.0;

/// What stands about. Nothing in it says what it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thing {
    pub(super) kind: u8,
    /// In 16ths of a turn.
    pub(super) heading: u8,
    pub(super) at: Point,
}

/// What the keys of the buttons are called: act, lock, turn, taunt, squeaker.
pub type Prompts = [String; 5];

/// What is drawn in one frame.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// Where.
    pub arena: &'a Arena,
    /// The hunt after the later step, as this viewer may see it.
    pub view: HuntView,
    /// Names and colours, in seat order.
    pub cast: &'a [SeatView],
    /// Where the viewer is between the steps, or the seeker that a spectator follows.
    pub eye: Option<Point>,
    /// What the keys are called.
    pub prompts: Rc<Prompts>,
    pub(super) gaze: Gaze,
    pub(super) people: Vec<Person>,
    pub(super) things: Vec<Thing>,
}

impl<'a> Picture<'a> {
    /// The hunt between two views.
    #[must_use]
    pub fn between(shown: HuntShown<'a>, cast: &'a [SeatView], gaze: Gaze) -> Self {
        let HuntShown { before, after, alpha_256, me, arena, shifts } = shown;
        let alpha = f64::from(alpha_256) / 256.0;
        let shift = |seat: Seat| {
            let shift = shifts.get(seat.index()).copied().unwrap_or_default();
            Point { x: metres(Fix(shift.x)), y: metres(Fix(shift.y)) }
        };
        let people = after.figures.iter().map(|figure| {
            let was = before.figures.iter().find(|other| other.seat == figure.seat);
            let (at, heading) = walked(was.unwrap_or(figure), figure, alpha);
            let shift = shift(figure.seat);
            let of_cast = cast.get(figure.seat.index());
            Person {
                at: Point { x: at.x + shift.x, y: at.y + shift.y },
                heading,
                colour: of_cast.map_or((figure.seat.0 % 8) as u8, |seat| seat.colour),
                letter: letter(figure.seat),
                name: of_cast.map(|seat| seat.name.clone()).unwrap_or_default(),
                seeks: figure.role == Role::Seeker,
                stunned: figure.stunned,
                walks: figure.moving,
                reach: f64::from(figure.swing) / 255.0,
                own: me == Some(figure.seat),
            }
        });
        let people: Vec<Person> = people.collect();
        // Most things stand: where both views have the same thing, nothing is looked for.
        let things = after.props.iter().map(|prop| {
            let was = after.was(prop, &before);
            Thing { kind: prop.kind, heading: prop.heading, at: between(was.pos, prop.pos, alpha) }
        });
        let things = things.collect();
        let eye = after.own.map(|own| {
            let was = before.own.map_or(own.pos, |own| own.pos);
            let (at, shift) = (between(was, own.pos, alpha), shift(own.seat));
            // A disguise is drawn where the list has it; its owner's view goes with it.
            let shift = if own.disguise.is_some() { Point::default() } else { shift };
            Point { x: at.x + shift.x, y: at.y + shift.y }
        });
        let followed = gaze.seat(None).map(letter);
        let beside = || people.iter().find(|person| Some(person.letter) == followed);
        let eye = eye.or_else(|| beside().map(|person| person.at));
        let prompts = Rc::default();
        Self { arena, cast, eye, prompts, gaze, people, things, view: after }
    }

    /// What somebody is called.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &str {
        self.cast.get(seat.index()).map_or("Somebody", |seat| &seat.name)
    }

    /// What a seat is now.
    #[must_use]
    pub fn role(&self, seat: Seat) -> Option<Role> {
        self.view.seats.get(seat.index()).map(|seat| seat.role)
    }

    /// How many have a role.
    #[must_use]
    pub fn count(&self, role: Role) -> usize {
        self.view.seats.iter().filter(|seat| seat.role == role).count()
    }

    /// What a kind of prop is called.
    #[must_use]
    pub fn title(&self, kind: u8) -> &'a str {
        self.arena.props.props.get(usize::from(kind)).map_or("a thing", |prop| &prop.title)
    }

    /// Whom a spectator may follow, a bit a seat: seekers, who hide from nobody.
    #[must_use]
    pub fn seekers(&self) -> u16 {
        let figures = self.view.figures.iter().filter(|figure| figure.role == Role::Seeker);
        figures.fold(0, |seats, figure| seats | 1 << figure.seat.0)
    }

    /// The colour of a seat.
    #[must_use]
    pub fn colour(&self, seat: Seat) -> u8 {
        self.cast.get(seat.index()).map_or((seat.0 % 8) as u8, |seat| seat.colour)
    }

    /// Where a prop is drawn that stands in the view.
    pub(super) fn drawn(&self, prop: &PropView) -> Option<Point> {
        let at = self.view.props.iter().position(|other| other == prop)?;
        self.things.get(at).map(|thing| thing.at)
    }
}

fn between(was: Vec2, is: Vec2, alpha: f64) -> Point {
    let (from, to) = (Point::of(was), Point::of(is));
    if from.distance(to) > JUMP_METRES { to } else { from.towards(to, alpha) }
}

fn walked(was: &FigureView, is: &FigureView, alpha: f64) -> (Point, f64) {
    (between(was.pos, is.pos, alpha), turned(was.heading, is.heading, alpha))
}
