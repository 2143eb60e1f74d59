//! The state of a sealed session in bytes: a version byte; the next tick; every seat's word and
//! driver; the announced changes ahead; the simulation's state. The relay adds every tick sealed
//! since, and says itself who paused.

use super::SealedSession;
use super::hands::Hands;
use super::pad::Pad;
use super::reel::Reel;
use crate::ids::{Frame, Seat};
use crate::limits::{SEALED_SEATS, SEAT_CHANGES_AHEAD, TRANSFER_BYTES};
use crate::sim::{BadState, Input, Rewind};
use crate::wire::{Controller, DecodeError, Reader, Wire, Writer};
use alloc::vec::Vec;

const VERSION: u8 = 2;

pub(super) fn write<S: Rewind>(session: &SealedSession<S>, out: &mut Vec<u8>) -> Frame {
    let next = session.reel.first();
    let mut writer = Writer::default();
    VERSION.write(&mut writer);
    next.write(&mut writer);
    writer.varint(u64::from(session.config.seats));
    let mut bytes = Vec::new();
    session.settled_words.iter().for_each(|word| word.write(&mut bytes));
    writer.raw(&bytes);
    session.hands.base().iter().for_each(|controller| controller.write(&mut writer));
    writer.varint(session.hands.changes().len() as u64);
    for change in session.hands.changes() {
        change.seat.write(&mut writer);
        change.controller.write(&mut writer);
        change.from.write(&mut writer);
    }
    let mut state = Vec::new();
    session.save_settled(&mut state);
    writer.varint(state.len() as u64);
    writer.raw(&state);
    out.extend_from_slice(&writer.finish());
    next
}

pub(super) fn adopt<S: Rewind>(
    session: &mut SealedSession<S>,
    donated: &[u8],
) -> Result<Frame, BadState> {
    let donation =
        Donation::<S::Input>::read(donated, session.config.seats).map_err(|_| BadState)?;
    session.simulation.load(donation.state)?;
    let next = donation.next;
    session.ticks.start_at(next);
    session.reel = Reel::new(next);
    session.evidence.forget();
    session.checked = next;
    session.settled_words.clone_from(&donation.words);
    session.words = donation.words;
    session.wrong = None;
    (session.is_urgent, session.is_replaying, session.is_waiting) = (false, false, false);
    (session.is_halted, session.desync_told) = (false, false);
    session.has_begun = true;
    session.stats.snaps += u32::from(!session.is_jumping);
    session.is_jumping = true;
    session.say_again_after = next;
    session.ledger.forget();
    session.pad = Pad::new();
    let me = Controller::Human { player: session.config.me };
    let ours = (0..).map(Seat).zip(donation.hands.base()).find(|(_, it)| **it == me);
    session.seat = ours.map(|(seat, _)| seat).or(session.seat);
    let ahead: Vec<_> = donation.hands.changes().to_vec();
    session.hands = donation.hands;
    ahead.iter().for_each(|change| session.own(change.seat, change.controller));
    for change in session.held.take().unwrap_or_default() {
        if session.hear_change(&change).is_err() {
            break; // what is wrong with it would be wrong again at the next one
        }
    }
    session.look_at_ticks();
    Ok(next)
}

/// A donation taken apart and found whole.
struct Donation<'a, I> {
    next: Frame,
    words: Vec<I>,
    hands: Hands,
    state: &'a [u8],
}

impl<'a, I: Input> Donation<'a, I> {
    fn read(bytes: &'a [u8], seats: u16) -> Result<Self, DecodeError> {
        let mut input = Reader::new(bytes, I::SIZE);
        if input.u8("version")? != VERSION {
            return Err(DecodeError::BadValue("version"));
        }
        let next = Frame::read(&mut input, "frame")?;
        if input.count(SEALED_SEATS, "seats")? != usize::from(seats) {
            return Err(DecodeError::BadValue("seats"));
        }
        let mut words = Vec::new();
        for _ in 0..seats {
            words.push(I::read(input.raw(I::SIZE.bytes(), "word")?));
        }
        let mut drivers = Vec::new();
        for _ in 0..seats {
            drivers.push(Controller::read(&mut input, "controller")?);
        }
        let mut hands = Hands::new(&drivers);
        for _ in 0..input.count(usize::from(seats) * SEAT_CHANGES_AHEAD, "changes")? {
            let seat = Seat::read(&mut input, "change")?;
            let controller = Controller::read(&mut input, "change")?;
            let from = Frame::read(&mut input, "change")?;
            let is_known = seat.0 < seats && from >= next;
            if !is_known || hands.announce(seat, controller, from).is_err() {
                return Err(DecodeError::BadValue("change"));
            }
        }
        let length = input.count(TRANSFER_BYTES, "state")?;
        let state = input.raw(length, "state")?;
        input.finish()?;
        Ok(Self { next, words, hands, state })
    }
}
