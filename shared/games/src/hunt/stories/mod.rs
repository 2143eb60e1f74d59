//! The rules as stories: each test is one promise of the game.

mod hiding;
mod rounds;
mod secrets;
mod seeking;
mod taunts;

use super::arena::Layout;
use super::person::{NO_KIND, Phase, Role};
use super::view::PropView;
use super::{Arena, Hunt, HuntEvent, HuntRules, HuntSetup, OwnEvent, pad};
use crate::fix::{Fix, Vec2};
use crate::pack::Pack;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use netplay::ids::{PadWord, PlayerId, Seat};
use netplay::sim::Simulation;
use netplay::wire::Controller;

const IDLE: PadWord = PadWord(0);

/// The first built-in arena.
fn arena() -> Arc<Arena> {
    Pack::built_in().arenas[0].clone()
}

/// A hunt of people, as the hiders begin to hide.
fn hunt(seats: u8, rules: HuntRules) -> Hunt {
    let mut hunt = Hunt::new(HuntSetup { seed: 5, seats, rules }, arena()).expect("a fair setup");
    for seat in 0..u16::from(seats) {
        let player = PlayerId(seat.into());
        hunt.set_seat_controller(Seat(seat), Controller::Human { player });
    }
    hunt
}

/// The same, as the seekers set out.
fn seeking(seats: u8, rules: HuntRules) -> Hunt {
    let mut hunt = hunt(seats, rules);
    while hunt.phase == Phase::Hide {
        wait(&mut hunt, 1);
    }
    hunt
}

/// The hunt goes on with nobody doing anything; all that happens.
fn wait(hunt: &mut Hunt, ticks: u32) -> Vec<HuntEvent> {
    let idle = vec![IDLE; hunt.people.len()];
    let mut events = Vec::new();
    for _ in 0..ticks {
        hunt.tick(&idle);
        events.extend_from_slice(hunt.events());
    }
    events
}

/// One seat's pad for a tick, then hands off; what happened.
fn press(hunt: &mut Hunt, seat: usize, buttons: u16) -> Vec<HuntEvent> {
    let mut words = vec![IDLE; hunt.people.len()];
    words[seat] = PadWord(buttons);
    hunt.tick(&words);
    let events = hunt.events().to_vec();
    wait(hunt, 1);
    events
}

fn seats_of(hunt: &Hunt, role: Role) -> Vec<usize> {
    (0..hunt.people.len()).filter(|seat| hunt.people[*seat].role == role).collect()
}

fn seeker(hunt: &Hunt) -> usize {
    seats_of(hunt, Role::Seeker)[0]
}

fn hider(hunt: &Hunt) -> usize {
    seats_of(hunt, Role::Hider)[0]
}

fn at(x: i32, y: i32) -> Vec2 {
    Vec2::new(Fix::ratio(x, 100), Fix::ratio(y, 100))
}

/// An empty floor with nothing but these props, for the stories that count centimetres.
fn bare(hunt: &mut Hunt, props: &[PropView]) {
    let mut props = props.to_vec();
    props.sort_unstable_by_key(PropView::key);
    hunt.layout = Arc::new(Layout { props });
    // Everybody else is out of the way.
    for person in &mut hunt.people {
        person.pos = at(100, 500);
    }
}

/// A prop in the middle of the room.
fn thing(kind: u8) -> PropView {
    PropView { kind, heading: 3, pos: at(1300, 900) }
}

/// Makes a hider look like this, locked.
fn become_thing(hunt: &mut Hunt, seat: usize, prop: PropView) {
    let person = &mut hunt.people[seat];
    (person.kind, person.turned, person.pos) = (prop.kind, prop.heading, prop.pos);
    (person.locked, person.moving) = (true, false);
}

/// Puts somebody left of a place, so far between the bodies, looking at it.
fn put_before(hunt: &mut Hunt, seat: usize, prop: PropView, gap_cm: i32) {
    let radius = hunt.arena.props.props[usize::from(prop.kind)].radius;
    let away = radius + super::BODY + Fix::ratio(gap_cm, 100);
    let person = &mut hunt.people[seat];
    person.pos = prop.pos - Vec2::new(away, Fix::ZERO);
    person.heading = crate::fix::Angle(0);
}

fn own(events: &[HuntEvent], what: OwnEvent) -> bool {
    events.iter().any(|event| matches!(event, HuntEvent::Own { what: told, .. } if *told == what))
}
