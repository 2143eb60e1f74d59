//! What no honest peer, or no honest relay, says in a sealed session.

use netplay::client::ClientEvent;
use netplay::code::RoomCode;
use netplay::ids::{Frame, PadWord, PlayerId, Seat, StateHash};
use netplay::limits::{SEALED_BACKLOG_BYTES, SEALED_BACKLOG_TICKS};
use netplay::link::LinkProfile;
use netplay::relay::{Arena, ArenaConfig, LocalRelay, RelayConfig, RelayCore};
use netplay::session::{PeerFault, SealedConfig, SealedSession, Step};
use netplay::sim::{BadState, Simulation};
use netplay::wire::{
    Changes, Checkpoint, CloseReason, Controller, Entry, Input, Message, Seal, SeatController,
    WordSize, Words,
};
use testkit::{SealedRoom, ToyGame};

const ME: PlayerId = PlayerId(1);
const HUMAN: Controller = Controller::Human { player: ME };

fn session(seats: u16) -> SealedSession<ToyGame> {
    let drivers = (1..=u32::from(seats)).map(|id| Controller::Human { player: PlayerId(id) });
    let config = SealedConfig::new(ME, Some(Seat(0)), drivers.collect());
    SealedSession::new(ToyGame::new(seats, 7), config).unwrap()
}

fn seal(tick: u32, changes: &[(u16, u16)]) -> Message {
    let mut all = Changes::new(WordSize::PAD);
    for (seat, word) in changes {
        assert!(all.push(Seat(*seat), &word.to_le_bytes()));
    }
    Seal { tick: Frame(tick), last: true, changes: all }.into()
}

fn words(seat: u16, first: u32, word: u16) -> Input {
    let words = Words::new(WordSize::PAD, word.to_le_bytes().to_vec()).unwrap();
    Input { seat: Seat(seat), first: Frame(first), words }
}

#[test]
fn fault_31_words_for_another_sealed_seat_are_counted_and_change_nothing() {
    let core = RelayCore::new(RelayConfig::default(), [1; 32]);
    let relay = LocalRelay::new(core);
    let mut room = SealedRoom::gathered(relay, 2, 2, LinkProfile::PERFECT, 1);
    room.start();
    room.run_for(500);
    room.members[1].peer.as_mut().unwrap().hold_frames = 100_000;
    let before = room.relay.core().counters().foreign_seat;
    for at in 0..50 {
        room.members[0].client.say(words(1, 40 + at, 0x7777));
        room.run_for(20);
    }
    assert_eq!(room.relay.core().counters().foreign_seat - before, 50);
    let told = &room.members[1].peer().confirmed;
    assert!(told.iter().all(|tick| tick.inputs[1] != PadWord(0x7777)));
}

#[test]
fn fault_32_late_words_take_the_next_tick_and_those_of_the_far_future_none() {
    let arena = Arena::new(ArenaConfig { seed: 5, ..ArenaConfig::new(1) }, [1; 32]);
    let mut room = SealedRoom::new(LocalRelay::new(arena), LinkProfile::PERFECT, 1);
    let bot = room.enter(Entry::Join { code: RoomCode::ARENA, watch: false });
    room.run_for(2_000);
    room.members[bot].peer.as_mut().unwrap().hold_frames = 100_000;
    for first in [600, i32::MAX as u32, u32::MAX] {
        room.members[bot].client.say(words(0, first, 0x7777));
    }
    room.run_for(100);
    assert_eq!(room.relay.core().arena().unwrap().ticks().refused_inputs, 3);
    assert_eq!(room.relay.core().counters().bad_frames, 3);
    let late = room.relay.core().arena().unwrap().ticks().late_inputs;
    // Nothing was said for these ticks, which closed long ago.
    room.members[bot].client.say(words(0, 20, 0x7777));
    room.run_for(500);
    let told = &room.members[bot].peer().confirmed;
    assert!(told[..100].iter().all(|tick| tick.inputs[0] != PadWord(0x7777)));
    assert!(room.relay.core().arena().unwrap().ticks().late_inputs <= late + 1);
    room.agreed();
}

#[test]
fn what_only_a_relay_says_closes_an_arenas_connection() {
    let arena = Arena::new(ArenaConfig::new(2), [1; 32]);
    let mut room = SealedRoom::new(LocalRelay::new(arena), LinkProfile::PERFECT, 1);
    let liar = room.enter(Entry::Join { code: RoomCode::ARENA, watch: false });
    room.members[liar].client.say(seal(0, &[]));
    room.run_for(100);
    let closed = ClientEvent::Closed(CloseReason::Malformed);
    assert!(room.members[liar].told.contains(&closed));
    assert_eq!(room.relay.core().counters().forged, 1);
}

#[test]
fn wild_digests_are_nobodys() {
    let arena = Arena::new(ArenaConfig { seed: 5, ..ArenaConfig::new(2) }, [1; 32]);
    let mut room = SealedRoom::new(LocalRelay::new(arena), LinkProfile::PERFECT, 1);
    let liar = room.enter(Entry::Join { code: RoomCode::ARENA, watch: false });
    room.enter(Entry::Join { code: RoomCode::ARENA, watch: false });
    room.run_for(500);
    let player = room.members[liar].id();
    for frame in (29..30_000_000).step_by(300_000) {
        let told = Checkpoint { player, frame: Frame(frame), hash: StateHash(9) };
        room.members[liar].client.say(told);
        room.run_for(8);
    }
    room.run_for(3_000);
    assert!(room.relay.core().counters().stale >= 100);
    assert_eq!(room.relay.core().arena().unwrap().diverged(), 0, "and the others are compared");
    assert!(room.agreed().values().filter(|(_, count)| *count == 2).count() >= 4);
}

#[test]
fn a_relay_that_lies_about_words_and_seats_is_at_fault() {
    let mut session = session(2);
    assert_eq!(session.handle(&seal(0, &[(2, 7)])), Err(PeerFault::NoSuchSeat(Seat(2))));
    let wide = Changes::new(WordSize::new(3).unwrap());
    let wide = Seal { tick: Frame(0), last: true, changes: wide };
    let fault = PeerFault::WordSize { ours: 2, theirs: 3 };
    assert_eq!(session.handle(&wide.into()), Err(fault));
    let stranger = SeatController { seat: Seat(9), controller: HUMAN, from: Frame(0) };
    assert_eq!(session.handle(&stranger.into()), Err(PeerFault::NoSuchSeat(Seat(9))));
}

#[test]
fn ticks_that_never_come_into_reach_have_an_end() {
    let mut session = session(2);
    let refused = (1..u32::MAX).find(|tick| session.handle(&seal(*tick, &[])).is_err());
    assert!(refused.unwrap() <= SEALED_BACKLOG_TICKS + 1);
    assert_eq!(session.advance(), Step::Stalled { waiting_on: Default::default() });
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn what_is_kept_of_a_flood_is_bounded_in_bytes() {
    let mut session = session(1024);
    session.await_state();
    let all: Vec<(u16, u16)> = (0..1024).map(|seat| (seat, seat)).collect();
    let grown = allocation_counter::measure(|| {
        let mut tick = 0;
        while session.handle(&seal(tick, &all)).is_ok() {
            tick += 1;
        }
        let change = |from| SeatController { seat: Seat(1), controller: HUMAN, from: Frame(from) };
        while session.handle(&change(tick).into()).is_ok() {
            tick += 1;
        }
    });
    assert!((grown.bytes_current as usize) < 2 * SEALED_BACKLOG_BYTES, "{}", grown.bytes_current);
}

#[test]
fn a_gap_in_the_ticks_holds_the_session_and_a_late_tick_lets_it_go_on() {
    let mut session = session(2);
    (0..60).filter(|tick| *tick != 10).for_each(|tick| session.handle(&seal(tick, &[])).unwrap());
    while matches!(session.advance(), Step::Advanced(_)) {}
    assert_eq!(session.confirmed_frame(), Frame(10));
    session.handle(&seal(10, &[(1, 5)])).unwrap();
    while matches!(session.advance(), Step::Advanced(_) | Step::Replayed(_)) {}
    assert_eq!(session.confirmed_frame(), Frame(60));
}

#[test]
fn what_is_no_donation_changes_nothing() {
    let mut donor = session(3);
    for tick in 0..40 {
        donor.handle(&seal(tick, &[(1, tick as u16 + 1)])).unwrap();
        while matches!(donor.advance(), Step::Advanced(_) | Step::Replayed(_)) {}
    }
    let mut state = Vec::new();
    let next = donor.donate(&mut state);
    let mut late = session(3);
    late.await_state();
    let before = late.simulation().state_hash();
    for cut in 0..state.len() {
        assert_eq!(late.adopt(&state[..cut]), Err(BadState), "the first {cut} bytes");
    }
    assert_eq!(late.adopt(&[state.as_slice(), &[0]].concat()), Err(BadState));
    for index in 0..state.len() {
        for bit in 0..8 {
            let mut wrong = state.clone();
            wrong[index] ^= 1 << bit;
            let mut other = session(3);
            other.await_state();
            let _ = other.adopt(&wrong); // whatever it comes to, it comes to an end
        }
    }
    let mut two = session(2);
    two.await_state();
    assert_eq!(two.adopt(&state), Err(BadState), "of another number of seats");
    assert_eq!((late.simulation().state_hash(), late.awaits_state()), (before, true));
    assert_eq!(late.adopt(&state), Ok(next));
}

#[test]
fn announcements_without_end_are_a_fault_and_those_of_the_past_are_none() {
    let mut session = session(2);
    (0..60).for_each(|tick| session.handle(&seal(tick, &[])).unwrap());
    while matches!(session.advance(), Step::Advanced(_) | Step::Replayed(_)) {}
    for from in 0..60 {
        let past = SeatController { seat: Seat(1), controller: Controller::Ai, from: Frame(from) };
        session.handle(&past.into()).unwrap();
    }
    while matches!(session.advance(), Step::Replayed(_)) {}
    assert!(!session.simulation().is_ai(Seat(1)));
    let mut change = |at: u32| {
        let controller = if at.is_multiple_of(2) { Controller::Ai } else { HUMAN };
        let ahead = SeatController { seat: Seat(1), controller, from: Frame(100 + at) };
        session.handle(&ahead.into())
    };
    assert_eq!(
        (0..1_000).find_map(|at| change(at).err()),
        Some(PeerFault::TooManyChanges(Seat(1)))
    );
}
