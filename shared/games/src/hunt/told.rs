//! Events as bytes, for players who are told of them by another machine.

use super::event::{HuntEvent, OwnEvent};
use super::person::Phase;
use crate::fix::{Fix, Vec2};
use netplay::ids::Seat;
use netplay::limits::ROOM_SEATS;
use netplay::session::views::{Ink, InkReader};

const OWN: [OwnEvent; 10] = [
    OwnEvent::Disguised,
    OwnEvent::NoDisguise,
    OwnEvent::Locked,
    OwnEvent::Unlocked,
    OwnEvent::NoRoom,
    OwnEvent::Rotated,
    OwnEvent::ForcedTaunt,
    OwnEvent::Taunted,
    OwnEvent::Decoy,
    OwnEvent::WasHit,
];

/// One event: its kind, two small numbers and a place, whatever it needs of them.
pub(super) fn write(event: &HuntEvent, out: &mut Ink) {
    use HuntEvent as E;
    let nowhere = Vec2::ZERO;
    let (kind, one, two, at) = match *event {
        E::Phase(phase) => (0, phase as u8, 0, nowhere),
        E::Count(left) => (1, left, 0, nowhere),
        E::LastStretch => (2, 0, 0, nowhere),
        E::Pulse => (3, 0, 0, nowhere),
        E::Taunt { at } => (4, 0, 0, at),
        E::Own { seat, what } => (5, seat.0 as u8, what as u8, nowhere),
        E::Swing(seat) => (6, seat.0 as u8, 0, nowhere),
        E::Wrong { seat, at } => (7, seat.0 as u8, 0, at),
        E::Hit { seat, at } => (8, seat.0 as u8, 0, at),
        E::Caught { seat, hider, at } => (9, seat.0 as u8, hider.0 as u8, at),
        E::Stunned(seat) => (10, seat.0 as u8, 0, nowhere),
        E::RoundOver { hiders_won } => (11, u8::from(hiders_won), 0, nowhere),
        E::Over => (12, 0, 0, nowhere),
    };
    out.u8(kind).u8(one).u8(two);
    if at != nowhere {
        out.bool(true).u32(at.x.0.cast_unsigned()).u32(at.y.0.cast_unsigned());
    } else {
        out.bool(false);
    }
}

/// Reads what [`write`] wrote; the bytes come from a peer.
pub(super) fn read(input: &mut InkReader<'_>) -> Option<HuntEvent> {
    use HuntEvent as E;
    let (kind, one, two) = (input.u8()?, input.u8()?, input.u8()?);
    let mut at = Vec2::ZERO;
    if input.bool()? {
        let [x, y] = [input.u32()?, input.u32()?].map(|raw| Fix(raw.cast_signed()));
        at = Vec2::new(x, y);
    }
    let seat = |number: u8| (usize::from(number) < ROOM_SEATS).then_some(Seat(number.into()));
    Some(match kind {
        0 => E::Phase(*Phase::ALL.get(usize::from(one))?),
        1 => E::Count(one),
        2 => E::LastStretch,
        3 => E::Pulse,
        4 => E::Taunt { at },
        5 => E::Own { seat: seat(one)?, what: *OWN.get(usize::from(two))? },
        6 => E::Swing(seat(one)?),
        7 => E::Wrong { seat: seat(one)?, at },
        8 => E::Hit { seat: seat(one)?, at },
        9 => E::Caught { seat: seat(one)?, hider: seat(two)?, at },
        10 => E::Stunned(seat(one)?),
        11 => E::RoundOver { hiders_won: one == 1 },
        12 => E::Over,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_survives_the_way_and_nonsense_is_none() {
        let (seat, hider) = (Seat(7), Seat(2));
        let at = Vec2::new(Fix::ratio(-7, 2), Fix::int(9));
        let own = OWN.map(|what| HuntEvent::Own { seat, what });
        let others = [
            HuntEvent::Phase(Phase::Reveal),
            HuntEvent::Count(5),
            HuntEvent::LastStretch,
            HuntEvent::Pulse,
            HuntEvent::Taunt { at },
            HuntEvent::Swing(seat),
            HuntEvent::Wrong { seat, at },
            HuntEvent::Hit { seat, at },
            HuntEvent::Caught { seat, hider, at },
            HuntEvent::Stunned(hider),
            HuntEvent::RoundOver { hiders_won: true },
            HuntEvent::Over,
        ];
        for event in own.into_iter().chain(others) {
            let mut out = Ink::default();
            write(&event, &mut out);
            let bytes = out.finish().unwrap();
            assert_eq!(read(&mut InkReader::new(&bytes)), Some(event));
            assert_eq!(read(&mut InkReader::new(&bytes[..bytes.len() - 1])), None);
        }
        assert_eq!(read(&mut InkReader::new(&[13, 0, 0, 0])), None);
        assert_eq!(read(&mut InkReader::new(&[10, 8, 0, 0])), None, "there is no ninth seat");
        assert_eq!(read(&mut InkReader::new(&[5, 0, 10, 0])), None);
    }
}
