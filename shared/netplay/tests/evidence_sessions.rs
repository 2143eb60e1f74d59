//! What sessions remember is what was played, whatever they guessed meanwhile.
#![cfg(not(target_arch = "wasm32"))]

use netplay::ids::{Frame, PlayerId, Seat};
use netplay::link::LinkProfile;
use netplay::session::{Saving, SealedConfig};
use netplay::sim::{Rewind, Simulation};
use netplay::track::{Evidence, Kept};
use netplay::wire::{Controller, SeatController};
use std::collections::BTreeMap;
use testkit::{Mesh, Plan, SealedTable, ToyGame, reference};

const BYTES: usize = 256 * 1024;

/// Everybody remembers the same of a frame, and states that go with their digests.
fn assert_one_memory<'a>(memories: impl Iterator<Item = &'a Evidence>, game: &ToyGame) {
    let mut all: BTreeMap<Frame, &Kept> = BTreeMap::new();
    let mut shared = 0;
    for memory in memories {
        assert!(memory.iter().len() > 200, "{} frames are remembered", memory.iter().len());
        for kept in memory.iter() {
            let mut game = game.clone();
            game.load(&kept.state).expect("a state that was saved");
            assert_eq!(game.state_hash(), kept.digest, "{:?}", kept.frame);
            if let Some(other) = all.insert(kept.frame, kept) {
                assert_eq!(*other, *kept);
                shared += 1;
            }
        }
    }
    assert!(shared > 200, "{shared} frames are remembered twice");
}

#[test]
fn lockstep_and_rollback_remember_what_was_played() {
    let lockstep = Plan::players(3).remembering(BYTES);
    let rollback = lockstep.clone().delayed_by(2).guessing(&[8, 3, 12]);
    let mut sparse = rollback.clone();
    sparse.saving = Saving::Sparse;
    for plan in [lockstep, rollback, sparse] {
        let mut mesh = Mesh::new(&plan, LinkProfile::TRAIN, 5);
        mesh.run_to(Frame(200), 60_000);
        let (seat, controller) = (Seat(2), Controller::Ai);
        let from = Frame(260);
        mesh.announce(&SeatController { seat, controller, from });
        assert!(mesh.run_to(Frame(400), 60_000), "they get there");
        let game = ToyGame::new(3, 5);
        assert_one_memory(mesh.peers.iter().map(|peer| peer.session.evidence()), &game);
        let changes = [(seat, controller, from)];
        let expected = reference(game, 5, plan.delay, &plan.controllers, &changes, 500);
        for peer in &mesh.peers {
            let evidence = peer.session.evidence();
            assert!(evidence.newest() >= Some(Frame(399)));
            for kept in evidence.iter() {
                assert_eq!(kept.digest, expected[kept.frame.0 as usize], "{:?}", kept.frame);
            }
            let changed = evidence.at(from).map(|kept| kept.changes.as_slice());
            assert_eq!(changed, Some(&[(seat, controller)][..]));
        }
    }
}

#[test]
fn sealed_ticks_are_remembered_as_they_were_sealed() {
    for seed in 0..4 {
        let mut drivers: Vec<Controller> =
            (1..=3).map(|id| Controller::Human { player: PlayerId(id) }).collect();
        drivers.push(Controller::Ai);
        let mut table = SealedTable::with(drivers.clone(), 1, 60, 3, LinkProfile::TRAIN, seed);
        // One who corrects at once only what is near, takes over from the AI.
        let mut config = SealedConfig::new(PlayerId(50), None, drivers);
        config.nearest = Some(1);
        table.enter(config);
        table.run_for(2_000);
        let from = table.hand_over(Seat(3), Controller::Human { player: PlayerId(50) });
        table.run_for(4_500);
        let memories = || table.peers.iter().map(|peer| peer.session.evidence());
        assert_one_memory(memories(), &ToyGame::new(4, seed));
        for kept in memories().filter_map(|memory| memory.at(from)) {
            assert_eq!(kept.changes.len(), 1, "seed {seed}");
        }
    }
}
