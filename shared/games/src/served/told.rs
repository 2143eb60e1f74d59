//! What happened in a race, as a server tells it.

use crate::fix::{Fix, Vec2};
use crate::racing::{BoostSource, Moment, RaceEvent};
use crate::state::{Reader, State, Writer};
use netplay::ids::Seat;
use netplay::sim::GameEvent;

const LIGHT: u16 = 1;
const GO: u16 = 2;
const PERFECT_START: u16 = 3;
const WHEEL_SPIN: u16 = 4;
const GATE_MISSED: u16 = 5;
const LAP: u16 = 6;
const LAP_TOO_SHORT: u16 = 7;
const WRONG_WAY: u16 = 8;
const BUMP: u16 = 9;
const WALL: u16 = 10;
const DRIFT_START: u16 = 11;
const DRIFT_TIER: u16 = 12;
const BOOST: u16 = 13;
const RESPAWN: u16 = 14;
const FINISH: u16 = 15;
const PHOTO_FINISH: u16 = 16;
const OVER: u16 = 17;

/// The event as everybody is told; none for a gate that was crossed, which everybody sees.
#[must_use]
pub fn told_of_event(event: RaceEvent) -> Option<GameEvent> {
    let mut out = Writer::new();
    let mut seated = |kind: u16, seat: Seat| {
        (seat.0 as u8).write(&mut out);
        kind
    };
    let kind = match event {
        RaceEvent::Gate { .. } => return None,
        RaceEvent::Light(left) => seated(LIGHT, Seat(left.into())),
        RaceEvent::Go => GO,
        RaceEvent::PerfectStart(seat) => seated(PERFECT_START, seat),
        RaceEvent::WheelSpin(seat) => seated(WHEEL_SPIN, seat),
        RaceEvent::LapTooShort(seat) => seated(LAP_TOO_SHORT, seat),
        RaceEvent::WrongWay(seat) => seated(WRONG_WAY, seat),
        RaceEvent::DriftStart(seat) => seated(DRIFT_START, seat),
        RaceEvent::Respawn(seat) => seated(RESPAWN, seat),
        RaceEvent::PhotoFinish(seat) => seated(PHOTO_FINISH, seat),
        RaceEvent::Over => OVER,
        RaceEvent::GateMissed { seat, gate } => {
            let kind = seated(GATE_MISSED, seat);
            gate.write(&mut out);
            kind
        }
        RaceEvent::DriftTier { seat, tier } => {
            let kind = seated(DRIFT_TIER, seat);
            tier.write(&mut out);
            kind
        }
        RaceEvent::Boost { seat, from } => {
            let kind = seated(BOOST, seat);
            source(from).write(&mut out);
            kind
        }
        RaceEvent::Finish { seat, place } => {
            let kind = seated(FINISH, seat);
            place.write(&mut out);
            kind
        }
        RaceEvent::Lap { seat, done, took, best } => {
            let kind = seated(LAP, seat);
            done.write(&mut out);
            took.0.write(&mut out);
            best.write(&mut out);
            kind
        }
        RaceEvent::Bump { seat, other, at, force } => {
            let kind = seated(BUMP, seat);
            (other.0 as u8).write(&mut out);
            at.write(&mut out);
            force.write(&mut out);
            kind
        }
        RaceEvent::Wall { seat, at, force } => {
            let kind = seated(WALL, seat);
            at.write(&mut out);
            force.write(&mut out);
            kind
        }
    };
    Some(GameEvent { kind, payload: out.written().into() })
}

/// The event that a server told; none when it is not one of ours.
#[must_use]
pub fn event_of_told(kind: u16, payload: &[u8]) -> Option<RaceEvent> {
    let mut input = Reader::new(payload);
    let event = read(kind, &mut input)?;
    input.is_drained().then_some(event)
}

fn read(kind: u16, input: &mut Reader<'_>) -> Option<RaceEvent> {
    if kind == GO {
        return Some(RaceEvent::Go);
    }
    if kind == OVER {
        return Some(RaceEvent::Over);
    }
    let first = u8::read(input)?;
    let seat = Seat(first.into());
    Some(match kind {
        LIGHT => RaceEvent::Light(first),
        PERFECT_START => RaceEvent::PerfectStart(seat),
        WHEEL_SPIN => RaceEvent::WheelSpin(seat),
        LAP_TOO_SHORT => RaceEvent::LapTooShort(seat),
        WRONG_WAY => RaceEvent::WrongWay(seat),
        DRIFT_START => RaceEvent::DriftStart(seat),
        RESPAWN => RaceEvent::Respawn(seat),
        PHOTO_FINISH => RaceEvent::PhotoFinish(seat),
        GATE_MISSED => RaceEvent::GateMissed { seat, gate: u8::read(input)? },
        DRIFT_TIER => RaceEvent::DriftTier { seat, tier: u8::read(input)? },
        BOOST => RaceEvent::Boost { seat, from: source_of(u8::read(input)?)? },
        FINISH => RaceEvent::Finish { seat, place: u8::read(input)? },
        LAP => RaceEvent::Lap {
            seat,
            done: u8::read(input)?,
            took: Moment(u64::read(input)?),
            best: bool::read(input)?,
        },
        BUMP => RaceEvent::Bump {
            seat,
            other: Seat(u8::read(input)?.into()),
            at: place(input)?,
            force: u16::read(input)?,
        },
        WALL => RaceEvent::Wall { seat, at: place(input)?, force: u16::read(input)? },
        _ => return None,
    })
}

fn place(input: &mut Reader<'_>) -> Option<Vec2> {
    Some(Vec2::new(Fix::read(input)?, Fix::read(input)?))
}

const fn source(from: BoostSource) -> u8 {
    match from {
        BoostSource::Start => 0,
        BoostSource::SmallDrift => 1,
        BoostSource::BigDrift => 2,
        BoostSource::Pad => 3,
    }
}

const fn source_of(number: u8) -> Option<BoostSource> {
    Some(match number {
        0 => BoostSource::Start,
        1 => BoostSource::SmallDrift,
        2 => BoostSource::BigDrift,
        3 => BoostSource::Pad,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_what_happened() {
        let (seat, at, force) = (Seat(7), Vec2::new(Fix::int(3), Fix::int(-2)), 500);
        let events = [
            RaceEvent::Light(3),
            RaceEvent::Go,
            RaceEvent::PerfectStart(seat),
            RaceEvent::WheelSpin(seat),
            RaceEvent::GateMissed { seat, gate: 9 },
            RaceEvent::Lap { seat, done: 2, took: Moment(1 << 40), best: true },
            RaceEvent::LapTooShort(seat),
            RaceEvent::WrongWay(seat),
            RaceEvent::Bump { seat, other: Seat(1), at, force },
            RaceEvent::Wall { seat, at, force },
            RaceEvent::DriftStart(seat),
            RaceEvent::DriftTier { seat, tier: 2 },
            RaceEvent::Boost { seat, from: BoostSource::Pad },
            RaceEvent::Respawn(seat),
            RaceEvent::Finish { seat, place: 1 },
            RaceEvent::PhotoFinish(seat),
            RaceEvent::Over,
        ];
        for event in events {
            let told = told_of_event(event).expect("it is told");
            assert_eq!(event_of_told(told.kind, &told.payload), Some(event));
            let longer = [&told.payload[..], &[0]].concat();
            assert_eq!(event_of_told(told.kind, &longer), None);
            for end in 0..told.payload.len() {
                assert_eq!(event_of_told(told.kind, &told.payload[..end]), None);
            }
        }
        assert_eq!(told_of_event(RaceEvent::Gate { seat, gate: 1 }), None);
        assert_eq!(event_of_told(99, &[0]), None);
    }
}
