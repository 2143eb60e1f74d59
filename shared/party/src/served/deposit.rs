//! A state as the relay keeps it for whoever follows the host: all values in order. What they are
//! is known from the race on its grid.

use games::served::ServedRace;
use netplay::ids::Seq;
use netplay::sim::{Replicated, WorldState};
use netplay::wire::{Blob, Deposit};

/// The state after a tick; none if it were too long.
pub(super) fn write(tick: u32, world: &WorldState) -> Option<Deposit> {
    let values = world.entities.iter().flat_map(|entity| &entity.values);
    let bytes: Vec<u8> = values.flat_map(|value| value.to_le_bytes()).collect();
    Some(Deposit { seq: Seq(tick), payload: Blob::new(bytes).ok()? })
}

/// Reads what somebody else has left there; none if it is no state of this race.
pub(super) fn read(deposit: &Deposit, grid: &ServedRace) -> Option<(u32, WorldState)> {
    let mut world = WorldState::default();
    grid.read(&mut world);
    let mut bytes = deposit.payload.chunks(4);
    for value in world.entities.iter_mut().flat_map(|entity| &mut entity.values) {
        *value = i32::from_le_bytes(bytes.next()?.try_into().ok()?);
    }
    let is_whole = bytes.next().is_none() && grid.clone().write(&world).is_ok();
    is_whole.then_some((deposit.seq.0, world))
}
