//! A view of the toy table, read back.

use netplay::session::views::InkReader;

/// Where a hand stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Between two hands.
    Settled,
    /// Bets are made.
    Betting,
    /// The live hands lie open.
    Showdown,
}

/// What everybody sees of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatSeen {
    /// In front of it.
    pub chips: u16,
    /// In this hand.
    pub bet: u16,
    /// Whether it still has a hand that nobody else sees.
    pub is_live: bool,
    /// The hand, once it lies open.
    pub shown: Option<[u64; 2]>,
}

/// What one viewer sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Which hand.
    pub hand: u32,
    /// Where it stands.
    pub phase: Phase,
    /// Who has to act.
    pub to_act: u16,
    /// The pot.
    pub pot: u16,
    /// The card for all.
    pub board: Option<u64>,
    /// The seats.
    pub seats: Vec<SeatSeen>,
    /// The viewer's own cards.
    pub own: Option<[u64; 2]>,
}

impl Seen {
    /// Reads a view as it travels, as `PROTOCOL.md` says: how many hosts there were before, the
    /// lines, and the table.
    #[must_use]
    pub fn of_payload(payload: &[u8]) -> Option<(u32, Vec<String>, Self)> {
        let mut input = InkReader::new(payload);
        let (hosts, _flags) = (input.u32()?, input.u8()?);
        let count = input.u8()?;
        let line = |_| {
            let bytes = input.u8()?;
            String::from_utf8(input.bytes(bytes.into())?.to_vec()).ok()
        };
        let lines = (0..count).map(line).collect::<Option<_>>()?;
        Some((hosts, lines, Self::read(input.rest())?))
    }

    /// Reads a view; `None` when the bytes are none.
    #[must_use]
    pub fn read(table: &[u8]) -> Option<Self> {
        let mut input = InkReader::new(table);
        let hand = input.u32()?;
        let phase = match input.u8()? {
            0 => Phase::Settled,
            1 => Phase::Betting,
            2 => Phase::Showdown,
            _ => return None,
        };
        let (to_act, pot) = (input.u16()?, input.u16()?);
        let board = Some(input.u64()?).filter(|card| *card != 0);
        let count = input.u8()?;
        let seat = |_| {
            let (chips, bet, is_live) = (input.u16()?, input.u16()?, input.bool()?);
            Some(SeatSeen { chips, bet, is_live, shown: pair(&mut input)? })
        };
        let seats = (0..count).map(seat).collect::<Option<_>>()?;
        let own = pair(&mut input)?;
        // A table that tells has added a card, as eight bytes or as a varint.
        let is_all = input.rest().len() <= 10;
        is_all.then_some(Self { hand, phase, to_act, pot, board, seats, own })
    }
}

fn pair(input: &mut InkReader<'_>) -> Option<Option<[u64; 2]>> {
    let cards = [input.u64()?, input.u64()?];
    Some(Some(cards).filter(|cards| *cards != [0, 0]))
}
