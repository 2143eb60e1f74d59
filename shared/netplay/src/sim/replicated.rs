//! What a game owes a server that decides.

use super::BadState;
use super::schema::{NetId, Schema};
use super::world::{GameEvent, InputFrame, View, WorldState};
use crate::ids::StateHash;
use alloc::vec::Vec;

/// A world that a server runs, and that clients run along with for their own player.
///
/// The server's state *is* the quantised one wherever a field is replicated: a tick from
/// `write(read())` is the tick itself. So a game rounds to its quanta at the end of each tick, on
/// the server as on a client, and a right prediction is right to the last bit.
pub trait Replicated {
    /// What of it travels.
    fn schema(&self) -> &Schema;

    /// How many can play.
    fn slots(&self) -> usize;

    /// What a slot drives.
    fn entity_of_slot(&self, slot: usize) -> Option<NetId>;

    /// Replaces `out` by the state after the last tick: entities by id.
    fn read(&self, out: &mut WorldState);

    /// Replaces the state by the server's. What comes from a network is a world of the schema
    /// ([`WorldState::check`]), with any numbers in it.
    ///
    /// # Errors
    /// When the numbers are no state of this game; it is then unchanged.
    fn write(&mut self, state: &WorldState) -> Result<(), BadState>;

    /// One network tick, an entry a slot. On the server each has a frame; on a client only its
    /// own: the others' entities coast, or stand where [`show`](Self::show) put them.
    fn tick(&mut self, inputs: &[Option<InputFrame>]);

    /// Back to the start, bit for bit as new.
    fn reset(&mut self);

    /// The digest of rules and content: what both ends must have alike.
    fn identity(&self) -> StateHash;

    /// A player does something that is judged against what that player saw: `rewound` is the
    /// world at the moment they were shown, at most 12 ticks back; `None` when this game has no
    /// state yet. What it returns, everybody is told.
    fn on_action(
        &mut self,
        _slot: usize,
        _kind: u16,
        _payload: &[u8],
        _rewound: Option<&WorldState>,
    ) -> Vec<GameEvent> {
        Vec::new()
    }

    /// From the next tick on a person drives the slot. After a [`reset`](Self::reset) it is said
    /// again of everybody who is still here.
    fn player_joined(&mut self, _slot: usize) {}

    /// From the next tick on no person drives the slot: a bot, or nobody.
    fn player_left(&mut self, _slot: usize) {}

    /// What happened since the last time, for everybody.
    fn take_events(&mut self) -> Vec<GameEvent> {
        Vec::new()
    }

    /// Whether the game is over: the server then resets it and goes back to its lobby.
    fn is_over(&self) -> bool {
        false
    }

    /// For drawing on a client: puts the entities where the view has them. Never called on a
    /// server.
    fn show(&mut self, _view: &View) {}
}

/// What both ends must have alike: the game's rules and content, and its schema.
#[must_use]
pub fn identity_of<S: Replicated>(sim: &S) -> StateHash {
    joined(sim.identity(), sim.schema().identity())
}

fn joined(game: StateHash, schema: StateHash) -> StateHash {
    crate::hash::StateHasher::new().u64(game.0).u64(schema.0).finish()
}
