//! An arena: a standing sealed session. Who comes plays, who drops stands still, and everybody
//! comes to the same state.

use netplay::client::ClientEvent;
use netplay::code::RoomCode;
use netplay::ids::{PlayerId, Seat, StateHash};
use netplay::link::LinkProfile;
use netplay::relay::{Arena, ArenaConfig, LocalRelay, NOBODY};
use netplay::wire::{Controller, Entry, Refusal, TakeSeat};
use testkit::{SealedMember, SealedRoom};

const NEAR: LinkProfile = LinkProfile { latency_ms: 3, jitter_ms: 6, ..LinkProfile::PERFECT };
const PLAY: Entry = Entry::Join { code: RoomCode::ARENA, watch: false };
const WATCH: Entry = Entry::Join { code: RoomCode::ARENA, watch: true };

fn arena(seats: u16) -> ArenaConfig {
    ArenaConfig { seed: 77, ..ArenaConfig::new(seats) }
}

fn room(config: ArenaConfig) -> SealedRoom {
    let arena = Arena::new(config.checked().unwrap(), [7; 32]);
    SealedRoom::new(LocalRelay::new(arena), NEAR, 7)
}

fn refusals(room: &SealedRoom, member: usize) -> Vec<Refusal> {
    let told = room.members[member].told.iter();
    told.filter_map(|event| match event {
        ClientEvent::Refused(refusal) => Some(refusal.clone()),
        _ => None,
    })
    .collect()
}

#[test]
fn the_clock_starts_when_every_seat_is_taken() {
    let mut room = room(arena(3));
    room.enter(PLAY);
    room.enter(PLAY);
    room.run_for(5_000);
    assert!(room.members[0].peer.is_none(), "a seat is free");
    room.enter(PLAY);
    room.run_for(3_000);
    let seats = room.members.iter().map(|member| member.peer().session.seat());
    assert!(seats.eq([0, 1, 2].map(|seat| Some(Seat(seat)))), "seats by arrival");
    assert!(room.agreed().values().filter(|(_, count)| *count == 3).count() >= 4);
    for member in &room.members {
        let stats = member.peer().session.stats();
        assert_eq!((stats.snaps, stats.stalls), (1, 0), "{stats:?}");
    }
}

#[test]
fn or_some_time_after_the_first_and_empty_seats_stand_still() {
    let mut room = room(ArenaConfig { start_after_ms: Some(2_000), ..arena(4) });
    room.enter(PLAY);
    room.run_for(1_900);
    assert!(room.members[0].peer.is_none());
    room.run_for(2_000);
    let peer = room.members[0].peer();
    let nobody = Controller::Human { player: NOBODY };
    assert_eq!(peer.session.controller(Seat(3)), Some(nobody));
    assert!(!peer.session.simulation().is_ai(Seat(3)), "nobody is no AI");
    assert!(peer.confirmed.iter().all(|tick| tick.inputs[3].0 == 0));
    assert!(peer.confirmed.iter().any(|tick| tick.inputs[0].0 != 0));
}

#[test]
fn a_seat_by_wish_and_an_observer_who_verifies() {
    let mut room = room(ArenaConfig { start_after_ms: Some(500), ..arena(4) });
    room.enter(PLAY);
    let chooser = room.enter(WATCH);
    let observer = room.enter(WATCH);
    room.members[chooser].client.say(TakeSeat { seat: Some(Seat(2)) });
    room.members[observer].client.say(TakeSeat { seat: Some(Seat(0)) });
    room.members[observer].client.say(TakeSeat { seat: Some(Seat(9)) });
    room.run_for(4_000);
    assert_eq!(room.members[chooser].peer().session.seat(), Some(Seat(2)));
    assert_eq!(refusals(&room, observer), [Refusal::SeatTaken, Refusal::NoSuchSeat]);
    let watcher = room.members[observer].peer();
    assert_eq!((watcher.session.seat(), watcher.session.stats().guessed), (None, 0));
    assert!(room.agreed().values().filter(|(_, count)| *count == 3).count() >= 4);
}

#[test]
fn who_drops_stands_still_and_rejoins_the_same_seat_by_token() {
    let mut room = room(arena(3));
    for _ in 0..3 {
        room.enter(PLAY);
    }
    room.run_for(2_000);
    room.members[1].crash();
    room.run_for(1_000);
    let stranger = room.enter(PLAY);
    room.run_for(1_000);
    assert_eq!(room.members[stranger].peer().session.seat(), None, "the seat waits for its owner");
    let still = &room.members[0].peer().confirmed;
    assert!(still[still.len() - 30..].iter().all(|tick| tick.inputs[1].0 == 0));
    room.reconnect(1);
    room.run_for(3_000);
    assert_eq!(room.members[1].peer().session.seat(), Some(Seat(1)));
    let moves = &room.members[0].peer().confirmed;
    assert!(moves[moves.len() - 60..].iter().any(|tick| tick.inputs[1].0 != 0));
    assert!(room.agreed().last_key_value().unwrap().1.1 >= 3);
}

#[test]
fn a_late_comer_plays_from_a_donors_state_at_once() {
    let mut room = room(ArenaConfig { start_after_ms: Some(100), ..arena(8) });
    room.enter(PLAY);
    room.enter(PLAY);
    room.run_for(20_000);
    let late = room.enter(PLAY);
    let plays = |room: &SealedRoom| {
        room.members[late].peer.as_ref().is_some_and(|peer| peer.session.wants_local_input())
    };
    assert!(room.run_until(1_000, plays), "in control within a second");
    room.run_for(3_000);
    assert!(room.agreed().values().filter(|(_, count)| *count == 3).count() >= 4);
    for member in &room.members[..2] {
        assert_eq!(member.peer().session.stats().stalls, 0, "nobody else notices");
    }
}

#[test]
fn where_only_bots_play_who_comes_waits_for_a_donor_and_then_begins_the_next_round() {
    let mut room = room(ArenaConfig { start_after_ms: Some(100), ..arena(8) });
    let mut bot = SealedMember::new("bot", PLAY);
    bot.is_bot = true;
    room.knock(bot);
    room.run_for(1_000);
    let late = room.enter(PLAY);
    room.run_for(9_800);
    assert!(room.members[late].peer().session.awaits_state(), "somebody may still have it");
    room.run_for(2_000);
    let peer = room.members[late].peer();
    assert_eq!((peer.session.seat(), refusals(&room, late)), (Some(Seat(1)), Vec::new()));
    assert!(peer.confirmed.iter().any(|tick| tick.inputs[1].0 != 0));
}

#[test]
fn when_the_last_who_holds_the_state_blinks_the_next_round_begins_with_everybody() {
    let mut room = room(ArenaConfig { start_after_ms: Some(100), ..arena(8) });
    room.enter(PLAY);
    let mut bot = SealedMember::new("bot", PLAY);
    bot.is_bot = true;
    room.knock(bot);
    room.run_for(5_000);
    let first = room.members[0].client.round();
    room.members[0].crash();
    room.run_for(1_000);
    assert_eq!(room.relay.core().load().rooms, 1, "while nobody asks, it runs on");
    room.reconnect(0);
    let late = room.enter(PLAY);
    room.run_for(9_500);
    assert_eq!(room.members[0].client.round(), first, "somebody may still have it");
    room.run_for(5_000);
    for index in [0, late] {
        let member = &room.members[index];
        assert!(member.client.round() > first && member.peer().session.stats().stalls == 0);
        assert_eq!(refusals(&room, index), []);
    }
    assert_eq!(room.members[0].peer().session.seat(), Some(Seat(0)), "in the seat of before");
    assert!(room.agreed().values().filter(|(_, count)| *count == 2).count() >= 4);
}

#[test]
fn the_first_who_has_loaded_does_not_decide_alone_what_is_true() {
    let mut room = room(ArenaConfig { start_after_ms: Some(1_000), ..arena(4) });
    let mut liar = SealedMember::new("liar", PLAY);
    liar.flip_at = Some(10);
    room.knock(liar);
    room.enter(PLAY);
    room.enter(PLAY);
    // The others' machines are slow to begin.
    (1..3).for_each(|index| room.members[index].asleep = true);
    room.run_for(3_500);
    assert!(room.members[0].peer().checkpoints.len() >= 3, "it has told");
    assert_eq!(room.relay.core().arena().unwrap().diverged(), 0);
    (1..3).for_each(|index| room.members[index].asleep = false);
    room.run_for(4_000);
    let (liar, arena) = (room.members[0].id(), room.relay.core().arena().unwrap());
    assert_eq!(arena.diverged(), 1, "the liar alone");
    let named = room.members[1].told.iter().find_map(|event| match event {
        ClientEvent::Diverged(it) => Some(it.players.clone()),
        _ => None,
    });
    assert_eq!(named, Some([liar].into()));
}

#[test]
fn donors_are_asked_in_turn_ten_seconds_each() {
    let mut room = room(ArenaConfig { start_after_ms: Some(100), ..arena(8) });
    room.enter(PLAY);
    room.enter(PLAY);
    room.members[0].is_miser = true;
    room.run_for(1_000);
    let late = room.enter(PLAY);
    room.run_for(9_800);
    assert!(room.members[late].peer().session.awaits_state());
    room.run_for(1_000);
    assert!(!room.members[late].peer().session.awaits_state());
}

#[test]
fn whoever_differs_is_named_by_majority() {
    let mut room = room(arena(4));
    for index in 0..4 {
        let mut member = SealedMember::new("P", PLAY);
        member.flip_at = (index == 2).then_some(100);
        room.knock(member);
        room.run_for(50);
    }
    room.run_for(4_000);
    let odd = room.members[2].id();
    for member in &room.members {
        let named: Vec<PlayerId> = member
            .told
            .iter()
            .filter_map(|event| match event {
                ClientEvent::Diverged(it) => Some(it.players.clone()),
                _ => None,
            })
            .flatten()
            .collect();
        assert_eq!(named, [odd], "once, and to everybody");
    }
    assert_eq!(room.relay.core().arena().unwrap().diverged(), 1);
    assert!(room.members[2].peer().events.iter().any(|event| {
        matches!(event, netplay::session::SessionEvent::Desync { frame, .. } if frame.0 == 119)
    }));
}

#[test]
fn another_build_another_code_and_a_room_are_refused() {
    let mut room = room(arena(2));
    room.enter(PLAY);
    let mut other = SealedMember::new("other", PLAY);
    let mut hello = netplay::wire::Hello {
        version: netplay::limits::PROTOCOL_VERSION,
        identity: testkit::toy_identity(),
        name: netplay::wire::Text::truncated("other"),
        colour: 0,
        entry: PLAY,
    };
    hello.identity.simulation = StateHash(2);
    other.client = netplay::client::RoomClient::new(hello);
    let other = room.knock(other);
    let elsewhere = RoomCode::parse("K7QF2M").unwrap();
    let lost = room.knock(SealedMember::new("lost", Entry::Join { code: elsewhere, watch: false }));
    let host = room.knock(SealedMember::new("host", Entry::Create { seats: 2 }));
    room.run_for(200);
    let mismatch = Refusal::SimulationMismatch { room: StateHash(1), client: StateHash(2) };
    assert_eq!(refusals(&room, other), [mismatch]);
    assert_eq!(refusals(&room, lost), [Refusal::NoSuchRoom]);
    assert_eq!(refusals(&room, host), [Refusal::TooManyRooms]);
}

#[test]
fn once_everybody_is_gone_for_good_the_arena_begins_anew() {
    let mut room = room(ArenaConfig { resume_grace_ms: 1_000, ..arena(1) });
    room.enter(PLAY);
    room.run_for(1_000);
    let first = room.members[0].client.round();
    room.members[0].crash();
    room.run_for(2_000);
    assert_eq!(room.relay.core().load().members, 0);
    let next = room.enter(PLAY);
    room.run_for(1_000);
    assert!(room.members[next].client.round() > first);
    assert!(room.members[next].peer().session.sealed_frame().0 < 70);
}
