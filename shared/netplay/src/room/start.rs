//! The rules of starting a session.

use super::roster::Roster;
use crate::ids::{PlayerId, Round, Seat};
use crate::limits::{INPUT_DELAY_CAP_FRAMES, ROLLBACK_WINDOW_CAP_FRAMES, TICK_HZ};
use crate::track::pacing::input_delay_frames;
use crate::wire::{Refusal, SessionModel, Start, Terms};
use alloc::vec::Vec;

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
    let terms = within_bounds(order.terms, order.model);
    let input_delay = match order.input_delay {
        0 => {
            let seated = roster.connected().filter(|member| member.seat.is_some());
            input_delay_frames(seated.map(|member| member.trip.millis()), terms.window_frames)
        }
        asked => asked.min(delay_cap(terms.window_frames)),
    };
    Ok(Start { round, seats, input_delay, terms, ..order })
}

/// The host's terms as the session can keep them. Where the relay closes no ticks, time is the
/// peers': how late they are and how late others watch is not for the host to say in other ticks.
fn within_bounds(terms: Terms, model: SessionModel) -> Terms {
    let window_frames = match model {
        SessionModel::Rollback => terms.window_frames.min(ROLLBACK_WINDOW_CAP_FRAMES),
        _ => 0,
    };
    let watch_delay_ticks = match model {
        _ if model.lives_on_host() => 0,
        _ => terms.watch_delay_ticks,
    };
    let tick_hz = match model {
        SessionModel::Sealed => terms.tick_hz,
        _ => TICK_HZ as u8,
    };
    Terms { window_frames, watch_delay_ticks, tick_hz, ..terms }
}

/// One packet of words repeats what a peer may miss: both delays, the window and the frame between.
fn delay_cap(window_frames: u8) -> u8 {
    INPUT_DELAY_CAP_FRAMES - window_frames.div_ceil(2)
}
