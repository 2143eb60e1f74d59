//! A small game of events without secrets: lots go to whoever bids most.

use netplay::hash::StateHasher;
use netplay::ids::{PlayerId, StateHash};
use netplay::session::authority::Refused;
use netplay::sim::{BadEvent, BadState, EventSim};

/// The bid is not higher than the last one.
pub const TOO_LOW: Refused = Refused(1);
/// Nobody outbids themselves.
pub const OUT_OF_TURN: Refused = Refused(2);
/// The action is none.
pub const NONSENSE: Refused = Refused(3);

/// Lots, bids, and who owns what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToyAuction {
    /// The lot that is being sold.
    pub lot: u32,
    /// The highest bid for it, and whose.
    pub bid: (u16, u32),
    /// What has been sold: to whom, and for how much.
    pub sold: Vec<(u32, u16)>,
    /// A machine that is not like the others: it gets this lot's bids wrong.
    pub broken_at: Option<u32>,
    /// Cannot be saved.
    pub is_mute: bool,
}

impl ToyAuction {
    /// All that is the game's, without what is wrong with the machine.
    #[must_use]
    pub fn state(&self) -> (u32, (u16, u32), &[(u32, u16)]) {
        (self.lot, self.bid, &self.sold)
    }
}

/// A bid, as an action and as an event: `player`'s number is in the event only.
#[must_use]
pub fn bid(amount: u16) -> Vec<u8> {
    amount.to_le_bytes().to_vec()
}

/// What the host says when the hammer falls.
pub const HAMMER: [u8; 1] = [0xFF];

/// The rules of what may be bid.
pub fn judge(game: &ToyAuction, player: PlayerId, action: &[u8]) -> Result<Vec<u8>, Refused> {
    let amount = <[u8; 2]>::try_from(action).map(u16::from_le_bytes).map_err(|_| NONSENSE)?;
    if game.bid.1 == player.0 {
        return Err(OUT_OF_TURN);
    }
    if amount <= game.bid.0 {
        return Err(TOO_LOW);
    }
    Ok([&player.0.to_le_bytes()[..], action].concat())
}

impl EventSim for ToyAuction {
    fn apply_event(&mut self, event: &[u8]) -> Result<(), BadEvent> {
        if event == HAMMER {
            let (amount, player) = std::mem::take(&mut self.bid);
            self.sold.push((player, amount));
            self.lot += 1;
            return Ok(());
        }
        let bytes: [u8; 6] = event.try_into().map_err(|_| BadEvent)?;
        let (player, amount) = bytes.split_at(4);
        let amount = u16::from_le_bytes(amount.try_into().map_err(|_| BadEvent)?);
        let player = u32::from_le_bytes(player.try_into().map_err(|_| BadEvent)?);
        if amount <= self.bid.0 {
            return Err(BadEvent);
        }
        let wrong = u16::from(self.broken_at == Some(self.lot));
        self.bid = (amount - wrong, player);
        Ok(())
    }

    fn state_hash(&self) -> StateHash {
        let mut hasher = StateHasher::new();
        hasher.u32(self.lot).u16(self.bid.0).u32(self.bid.1);
        for (player, amount) in &self.sold {
            hasher.u32(*player).u16(*amount);
        }
        hasher.finish()
    }

    fn save_state(&self, out: &mut Vec<u8>) -> bool {
        out.extend_from_slice(&self.lot.to_le_bytes());
        for (player, amount) in [&[(self.bid.1, self.bid.0)], self.sold.as_slice()].concat() {
            out.extend_from_slice(&player.to_le_bytes());
            out.extend_from_slice(&amount.to_le_bytes());
        }
        !self.is_mute
    }

    fn load_state(&mut self, state: &[u8]) -> Result<(), BadState> {
        let (lot, rest) = state.split_first_chunk().ok_or(BadState)?;
        let (rows, []) = rest.as_chunks::<6>() else { return Err(BadState) };
        let row = |[a, b, c, d, e, f]: [u8; 6]| {
            (u32::from_le_bytes([a, b, c, d]), u16::from_le_bytes([e, f]))
        };
        let mut rows = rows.iter().copied().map(row);
        let (player, amount) = rows.next().ok_or(BadState)?;
        let lot = u32::from_le_bytes(*lot);
        let sold: Vec<_> = rows.collect();
        if sold.len() != lot as usize {
            return Err(BadState);
        }
        (self.lot, self.bid, self.sold) = (lot, (amount, player), sold);
        Ok(())
    }
}
