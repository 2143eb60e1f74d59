//! The rules of starting a session.

use super::roster::Roster;
use crate::ids::{PlayerId, Round, Seat};
use crate::limits::{INPUT_DELAY_MAX_FRAMES, INPUT_DELAY_MIN_FRAMES, INPUT_WORDS, TICK_HZ};
use crate::wire::{Refusal, Start};
use alloc::vec::Vec;

/// The longest delay a host may ask for: a stalled peer must be able to repeat two of them and
/// the frame between in one packet.
const INPUT_DELAY_CAP_FRAMES: u8 = (INPUT_WORDS / 2 - 1) as u8;

/// Whether every seated connected guest is ready. The host says so by starting.
pub(super) fn is_everybody_ready(roster: &Roster, host: PlayerId) -> bool {
    roster
        .connected()
        .filter(|member| member.id != host && member.seat.is_some())
        .all(|member| member.ready)
}

/// The start order with what the relay decides: the round, who sits where, and the input delay
/// if the host leaves it open.
pub(super) fn fill(
    order: Start,
    round: Round,
    roster: &Roster,
    host: PlayerId,
) -> Result<Start, Refusal> {
    if !is_everybody_ready(roster, host) {
        return Err(Refusal::NotReady);
    }
    let sitting = |seat| roster.sitting_on(seat).filter(|member| member.is_connected());
    let seats: Vec<Option<PlayerId>> = (0..u16::from(roster.seats()))
        .map(|seat| sitting(Seat(seat)).map(|member| member.id))
        .collect();
    if seats.iter().all(Option::is_none) {
        return Err(Refusal::NobodySeated);
    }
    let input_delay = match order.input_delay {
        0 => input_delay(roster),
        asked => asked.min(INPUT_DELAY_CAP_FRAMES),
    };
    Ok(Start { round, seats, input_delay, ..order })
}

/// The frames that a word needs from one player to another by the worst pair of ways, and one
/// for the frame it waits in.
fn input_delay(roster: &Roster) -> u8 {
    let seated = roster.connected().filter(|member| member.seat.is_some());
    let mut trips: Vec<u32> = seated.map(|member| member.trip.millis().into()).collect();
    trips.sort_unstable_by(|a, b| b.cmp(a));
    let pair_ms: u32 = if trips.len() < 2 { 0 } else { trips.iter().take(2).sum() };
    let frames = (pair_ms * TICK_HZ).div_ceil(2 * 1_000) + 1;
    let frames = u8::try_from(frames).unwrap_or(u8::MAX);
    frames.clamp(INPUT_DELAY_MIN_FRAMES, INPUT_DELAY_MAX_FRAMES)
}
