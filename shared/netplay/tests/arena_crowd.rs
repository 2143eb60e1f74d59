//! A crowd in an arena: what a room's eight would not show.

use netplay::code::RoomCode;
use netplay::ids::Frame;
use netplay::link::LinkProfile;
use netplay::relay::{Arena, ArenaConfig, LocalRelay};
use netplay::session::SealedConfig;
use netplay::wire::{Controller, Entry};
use testkit::{SealedMember, SealedRoom, SealedTable};

const NEAR: LinkProfile = LinkProfile { latency_ms: 4, jitter_ms: 8, ..LinkProfile::PERFECT };

fn crowd(clients: u16, bots: u16) -> SealedRoom {
    let arena = ArenaConfig { seed: 3, ..ArenaConfig::new(clients + bots) };
    let relay = LocalRelay::new(Arena::new(arena.checked().unwrap(), [3; 32]));
    let mut room = SealedRoom::new(relay, NEAR, 3);
    for index in 0..clients + bots {
        let entry = Entry::Join { code: RoomCode::ARENA, watch: false };
        let mut member = SealedMember::new(&format!("P{index}"), entry);
        member.is_bot = index >= clients;
        room.knock(member);
    }
    room
}

#[test]
fn ten_clients_and_a_hundred_bots_come_to_one_digest() {
    let mut room = crowd(10, 100);
    room.run_for(20_300);
    let agreed = room.agreed();
    assert_eq!(agreed.get(&Frame(1_199)).map(|(_, count)| *count), Some(10), "all ten");
    let ticks = room.relay.core().arena().unwrap().ticks();
    assert_eq!((ticks.late_inputs, ticks.refused_inputs), (0, 0));
    assert_eq!(room.relay.core().arena().unwrap().diverged(), 0);
    for member in &room.members[..10] {
        let stats = member.peer().session.stats();
        assert_eq!((stats.snaps, stats.stalls), (1, 0), "{stats:?}");
    }
}

#[test]
fn a_thousand_and_twenty_four_seats() {
    let mut room = crowd(4, 1020);
    room.grain_us = 8_000;
    room.run_for(2_400);
    let agreed = room.agreed();
    assert!(agreed.values().filter(|(_, count)| *count == 4).count() >= 3, "{}", agreed.len());
}

#[test]
fn with_the_nearest_few_corrected_at_once_there_are_fewer_corrections_and_the_same_state() {
    let corrections = |nearest| {
        let mut table = SealedTable::new(24, 0, NEAR, 9);
        table.peers.clear();
        let human = |id| Controller::Human { player: netplay::ids::PlayerId(id) };
        let drivers: Vec<Controller> = (1..=24).map(human).collect();
        for seat in 0..24_u16 {
            let me = netplay::ids::PlayerId(u32::from(seat) + 1);
            let local = Some(netplay::ids::Seat(seat));
            let mut config = SealedConfig::new(me, local, drivers.clone());
            config.nearest = nearest;
            table.enter(config);
        }
        for (peer, hold) in table.peers.iter_mut().zip(11..) {
            peer.hold_frames = hold; // everybody turns at times of their own
        }
        table.run_for(5_000);
        assert!(table.assert_all_agree() >= 8);
        table.peers[0].session.stats()
    };
    let (all, few) = (corrections(None), corrections(Some(2)));
    assert!(few.rollbacks * 2 < all.rollbacks, "{few:?} {all:?}");
    assert!(few.replayed < all.replayed, "{few:?} {all:?}");
}
