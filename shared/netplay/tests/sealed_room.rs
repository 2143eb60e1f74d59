//! Sealed ticks in a room: the relay keeps the clock, the AI drives for who drops, whoever comes
//! late or back gets a donor's state and every tick since.

use netplay::ids::{Frame, Seat};
use netplay::link::LinkProfile;
use netplay::relay::{LocalRelay, RelayConfig, RelayCore};
use netplay::wire::{Controller, Entry, Pause, Resume};
use testkit::SealedRoom;

fn room(players: u16, profile: LinkProfile, seed: u64) -> SealedRoom {
    let core = RelayCore::new(RelayConfig::default(), [seed as u8; 32]);
    let mut room = SealedRoom::gathered(LocalRelay::new(core), 4, players, profile, seed);
    room.start();
    room
}

fn driver(room: &SealedRoom, member: usize, seat: u16) -> Option<Controller> {
    room.members[member].peer().session.controller(Seat(seat))
}

#[test]
fn a_room_plays_sealed_ticks_with_ai_on_the_empty_seats() {
    let mut room = room(3, LinkProfile::HOME, 1);
    room.run_for(6_000);
    let agreed = room.agreed();
    assert!(agreed.values().filter(|(_, count)| *count == 3).count() >= 10, "{agreed:?}");
    for member in &room.members {
        let stats = member.peer().session.stats();
        assert_eq!((stats.snaps, stats.stalls), (1, 0), "{stats:?}");
        assert!(member.peer().session.simulation().is_ai(Seat(3)));
    }
}

#[test]
fn who_drops_is_driven_by_the_ai_from_a_tick_on_and_comes_back_to_the_seat() {
    let mut room = room(3, LinkProfile::HOME, 2);
    room.run_for(2_000);
    room.members[2].crash();
    room.run_for(2_000);
    assert_eq!(driver(&room, 0, 2), Some(Controller::Ai));
    let alone = room.members[0].peer().session.confirmed_frame();
    room.reconnect(2);
    room.run_for(3_000);
    let human = Controller::Human { player: room.members[2].id() };
    assert_eq!(driver(&room, 0, 2), Some(human));
    let back = room.members[2].peer();
    assert_eq!(back.session.seat(), Some(Seat(2)));
    assert!(back.session.confirmed_frame() > alone.plus(100));
    let late = back.checkpoints.keys().filter(|frame| **frame > alone).count();
    assert!(late >= 3, "its digests are judged with everybody's");
    room.agreed();
}

#[test]
fn a_late_comer_watches_confirmed_ticks() {
    let mut room = room(2, LinkProfile::HOME, 3);
    room.run_for(3_000);
    let code = room.members[0].client.code().unwrap();
    let late = room.enter(Entry::Join { code, watch: true });
    room.run_for(2_000);
    let session = &room.members[late].peer().session;
    assert_eq!((session.seat(), session.stats().guessed), (None, 0));
    assert!(session.frame() <= session.sealed_frame());
    assert!(session.sealed_frame().since(session.frame()) < 12, "and is not far behind");
    room.agreed();
}

#[test]
fn a_pause_stops_the_relays_clock_and_a_resume_lets_it_go_on() {
    let mut room = room(2, LinkProfile::PERFECT, 4);
    room.run_for(1_000);
    let player = room.members[1].id();
    room.members[1].client.say(Pause { player });
    room.run_for(200);
    let stood = room.members[0].peer().session.sealed_frame();
    room.run_for(1_000);
    assert_eq!(room.members[0].peer().session.sealed_frame(), stood);
    assert_eq!(room.members[0].peer().session.paused_by(), Some(player));
    room.members[1].client.say(Resume { player });
    room.run_for(1_000);
    let since = room.members[0].peer().session.sealed_frame().since(stood);
    assert!((55..=61).contains(&since), "{since}");
    room.agreed();
}

#[test]
fn a_donor_who_does_not_answer_is_passed_over_for_the_next() {
    let mut room = room(3, LinkProfile::PERFECT, 5);
    room.run_for(1_000);
    room.members[0].is_miser = true; // seat 0 is asked first
    room.members[2].crash();
    room.reconnect(2);
    room.run_for(9_900);
    assert!(room.members[2].peer().session.awaits_state());
    room.run_for(2_000);
    assert_eq!(room.members[2].peer().session.seat(), Some(Seat(2)));
    assert!(!room.members[2].peer().session.awaits_state());
    room.run_for(1_000);
    room.agreed();
}

#[test]
fn the_clock_stands_while_nobody_holds_the_state_and_goes_on_with_who_kept_it() {
    let mut room = room(1, LinkProfile::PERFECT, 6);
    room.run_for(2_000);
    // The line is lost, the page is not.
    room.members[0].keeps_state = true;
    room.members[0].link.take().unwrap().cut();
    room.members[0].client.link_lost();
    room.run_for(5_000);
    room.reconnect(0);
    room.run_for(3_000);
    let peer = room.members[0].peer();
    let (frame, sealed) = (peer.session.confirmed_frame(), peer.session.sealed_frame());
    assert!(sealed > Frame(240) && sealed < Frame(360), "{sealed:?}");
    assert!(frame == sealed || frame.plus(1) == sealed);
    assert_eq!(peer.session.seat(), Some(Seat(0)));
}

#[test]
fn a_watcher_takes_a_seat_from_the_ai_and_drives() {
    let mut room = room(2, LinkProfile::HOME, 7);
    room.run_for(2_000);
    let code = room.members[0].client.code().unwrap();
    let late = room.enter(Entry::Join { code, watch: true });
    room.run_for(1_500);
    room.members[late].take_seat(Some(Seat(3)));
    room.run_for(3_000);
    let session = &room.members[late].peer().session;
    assert_eq!(session.seat(), Some(Seat(3)));
    assert!(session.stats().snaps <= 2 && session.stats().stalls == 0, "into the present at once");
    assert!(session.frame() > session.sealed_frame(), "shows the present now");
    let told = &room.members[0].peer().confirmed;
    assert!(told[..120].iter().all(|tick| tick.inputs[3].0 == 0));
    assert!(told[told.len() - 60..].iter().any(|tick| tick.inputs[3].0 != 0));
    room.agreed();
}
