//! Rollback sessions over faulty wires, each to each: pauses, spectators, differences, statistics.

use netplay::ids::{Frame, PadWord, PlayerId, Seat};
use netplay::link::LinkProfile;
use netplay::session::{LockstepConfig, RollbackConfig, RollbackSession, SessionEvent, Step};
use netplay::sim::Simulation;
use netplay::wire::{Controller, Input, Message, WordSize, Words};
use testkit::{Mesh, Plan, ToyGame, reference};

fn guessing(players: u16) -> Plan {
    Plan::players(players).guessing(&[8]).delayed_by(2)
}

#[test]
fn peers_play_what_one_machine_would_and_wait_for_nobody() {
    let plan = guessing(3);
    let profile = LinkProfile { loss_permille: 0, ..LinkProfile::HOME };
    let mut mesh = Mesh::new(&plan, profile, 11);
    assert!(mesh.run_to(Frame(1_000), 60_000));
    mesh.assert_all_agree(1_000);
    let expected = reference(ToyGame::new(3, 11), 11, plan.delay, &plan.controllers, &[], 1_000);
    assert_eq!(mesh.peers[0].hashes[..1_000], expected);
    for peer in &mesh.peers {
        let stats = peer.session.stats();
        assert!(stats.guessed > 500 && stats.mispredicted > 100, "{stats:?}");
        assert_eq!(stats.stalls, 0, "{stats:?}");
    }
}

#[test]
fn without_a_window_nothing_is_guessed() {
    let mut mesh = Mesh::new(&guessing(2).guessing(&[0]), LinkProfile::HOME, 3);
    assert!(mesh.run_to(Frame(600), 60_000));
    mesh.assert_all_agree(600);
    for peer in &mesh.peers {
        let stats = peer.session.stats();
        assert_eq!((stats.guessed, stats.rollbacks, stats.replayed), (0, 0, 0));
        assert!(stats.stalls > 0, "it waits as lockstep does");
    }
}

#[test]
fn a_spectator_guesses_nothing_and_sees_everything() {
    let mut mesh = Mesh::new(&guessing(2).watched_by(1), LinkProfile::PERFECT, 3);
    assert!(mesh.run_to(Frame(600), 20_000));
    mesh.assert_all_agree(600);
    let confirmed = |event: &&SessionEvent| matches!(event, SessionEvent::Confirmed(..));
    assert!(mesh.peers[2].events.iter().filter(confirmed).count() >= 18);
    assert_eq!(mesh.peers[2].session.stats().guessed, 0);
    assert!(mesh.peers[2].session.poll_message().is_none());
}

#[test]
fn fault_38_a_flipped_bit_is_named_at_the_next_checkpoint_of_frames_that_nobody_guesses() {
    let plan = guessing(3);
    let profile = LinkProfile { loss_permille: 0, ..LinkProfile::HOME };
    let mut mesh = Mesh::with_games(&plan, profile, 21, |id| {
        let game = ToyGame::new(3, 21);
        if id == PlayerId(2) { game.flipping_at(200) } else { game }
    });
    mesh.run_for(8_000);
    for peer in &mesh.peers {
        let (frame, named) = peer.desync().expect("everybody notices");
        assert_eq!(frame, Frame(209));
        assert_eq!(named == PlayerId(2), peer.id != PlayerId(2));
        assert_eq!(peer.last_step, Some(Step::Halted));
    }
}

#[test]
fn a_pause_lets_nobody_beyond_the_present_and_what_is_confirmed_runs_out() {
    for seed in 0..8 {
        let profile = LinkProfile { loss_permille: 0, ..LinkProfile::HOME };
        let mut mesh = Mesh::new(&guessing(4), profile, seed);
        mesh.run_for(2_000 + 40 * seed);
        mesh.peers[1].session.pause();
        let present: Vec<Frame> = mesh.peers.iter().map(|it| it.session.frame()).collect();
        mesh.run_for(1_000);
        let final_to: Vec<Frame> =
            mesh.peers.iter().map(|it| it.session.confirmed_frame()).collect();
        assert!(final_to.iter().all(|frame| *frame == final_to[0]), "seed {seed}: {final_to:?}");
        for (peer, before) in mesh.peers.iter().zip(&present) {
            assert_eq!(peer.last_step, Some(Step::Paused));
            // A trip of the pause, and the words that were already said.
            assert!(peer.session.frame().since(*before) <= 8, "seed {seed}");
        }
        mesh.assert_all_agree(final_to[0].0);
        mesh.peers[3].session.resume();
        mesh.run_for(1_000);
        let reached = mesh.peers.iter().map(|it| it.session.confirmed_frame().0).min().unwrap();
        assert!(reached > final_to[0].0 + 40, "seed {seed}: it goes on");
        mesh.assert_all_agree(reached);
    }
}

#[test]
fn fault_35_who_falls_silent_is_named_once_the_window_is_used_up() {
    let mut mesh = Mesh::new(&guessing(4), LinkProfile::HOME, 8);
    mesh.run_for(2_000);
    mesh.asleep = vec![PlayerId(3)];
    mesh.run_for(2_000);
    for peer in mesh.peers.iter().filter(|peer| peer.id != PlayerId(3)) {
        assert_eq!(peer.waiting_on.iter().collect::<Vec<_>>(), [Seat(2)]);
        assert_eq!(peer.session.frame().since(peer.session.confirmed_frame()), 8);
    }
    mesh.asleep.clear();
    assert!(mesh.run_to(Frame(600), 20_000));
    mesh.assert_all_agree(600);
}

/// Two peers whose words reach each other so many frames late, stepping in turn.
struct Late {
    sessions: [RollbackSession<ToyGame>; 2],
    under_way: [std::collections::VecDeque<(u32, Message)>; 2],
    turn: u32,
    late: u32,
}

impl Late {
    fn new(window_frames: u8, delay: u8, late: u32) -> Self {
        let plan = Plan::players(2).delayed_by(delay);
        let session = |id| {
            let session: LockstepConfig = plan.config(PlayerId(id));
            let config = RollbackConfig { window_frames, ..RollbackConfig::new(session) };
            RollbackSession::new(ToyGame::new(2, 1), config).unwrap()
        };
        Self { sessions: [session(1), session(2)], under_way: Default::default(), turn: 0, late }
    }

    /// A step of both; what both came to, corrections apart.
    fn step(&mut self, pads: [PadWord; 2]) -> [Step; 2] {
        self.turn += 1;
        let mut steps = [Step::Joining; 2];
        for here in 0..2 {
            while let Some((due, message)) = self.under_way[here].pop_front() {
                if due > self.turn {
                    self.under_way[here].push_front((due, message));
                    break;
                }
                self.sessions[here].handle(&message).unwrap();
            }
            let session = &mut self.sessions[here];
            while session.wants_local_input() {
                session.push_local(pads[here]);
            }
            steps[here] = loop {
                match session.advance() {
                    Step::Replayed(_) => {}
                    step => break step,
                }
            };
            while let Some(message) = session.poll_message() {
                self.under_way[1 - here].push_back((self.turn + self.late, message));
            }
        }
        steps
    }
}

#[test]
fn fault_43_a_way_longer_than_the_window_is_a_wait_and_no_wrong_state() {
    // Words 13 frames late, a window of 12.
    let mut late = Late::new(12, 0, 13);
    let mut stalls = [0, 0];
    for turn in 0..2_000_u16 {
        let steps = late.step([PadWord(turn / 7), PadWord((turn / 5) | 1)]);
        for (stalls, step) in stalls.iter_mut().zip(steps) {
            *stalls += u32::from(matches!(step, Step::Stalled { .. }));
        }
        for session in &late.sessions {
            assert!(session.frame().since(session.confirmed_frame()) <= 12);
        }
    }
    assert!(stalls.iter().all(|stalls| *stalls > 50), "{stalls:?}");
    let [ann, ben] = late.sessions.map(|session| session.last_checkpoint());
    assert!(ann.is_some_and(|(frame, _)| frame.0 > 1_500));
    assert_eq!(ann, ben);
}

#[test]
fn a_player_who_turns_every_quarter_second_is_guessed_wrong_once_a_turn() {
    // 150 frames of somebody who turns every 15, over wires of 1 to 8 frames.
    for late in 1..=8 {
        let mut table = Late::new(8, 0, late);
        for turn in 0..150_u32 {
            let turned = PadWord((turn / 15 % 2) as u16 + 1);
            table.step([PadWord(5), turned]);
        }
        let stats = table.sessions[0].stats();
        assert!(stats.mispredicted <= 10, "{late} frames late: {stats:?}");
        assert!(stats.deepest <= late && stats.rollbacks <= 10, "{late} frames late: {stats:?}");
        assert!(stats.replayed <= 10 * late, "{late} frames late: {stats:?}");
    }
}

#[test]
fn a_call_simulates_one_frame_at_most() {
    let mut table = Late::new(8, 0, 6);
    for turn in 0..100 {
        table.step([PadWord(turn), PadWord(turn)]);
    }
    let session = &mut table.sessions[0];
    let words = Words::new(WordSize::PAD, vec![0xFF; 12]).unwrap();
    let first = session.confirmed_frame();
    session.handle(&Input { seat: Seat(1), first, words }.into()).unwrap();
    let present = session.frame();
    for frame in (first.0..present.0).map(Frame) {
        let before = session.simulation().frames();
        assert_eq!(session.advance(), Step::Replayed(frame));
        let after = session.simulation().frames();
        assert_eq!(after, frame.0 + 1, "from {before}");
    }
    assert_eq!(session.confirmed_frame(), present, "all is known now");
    assert!(matches!(session.advance(), Step::Advanced(_) | Step::Stalled { .. }));
}

#[test]
fn the_confirmed_state_is_that_of_one_machine_whatever_is_shown() {
    let mut table = Late::new(8, 2, 5);
    let humans = [1, 2].map(|id| Controller::Human { player: PlayerId(id) });
    let expected = {
        let mut game = ToyGame::new(2, 1);
        humans.iter().zip(0..).for_each(|(who, seat)| game.set_seat_controller(Seat(seat), *who));
        (0..400_u32)
            .map(|frame| {
                let quiet = frame < 2;
                let pad = |pad: u16| PadWord(if quiet { 0 } else { pad });
                game.tick(&[pad(3), pad(4)]);
                game.state_hash()
            })
            .collect::<Vec<_>>()
    };
    let mut shown = ToyGame::new(2, 1);
    for _ in 0..300 {
        table.step([PadWord(3), PadWord(4)]);
        let session = &table.sessions[0];
        let frame = session.load_confirmed(&mut shown).expect("its own state");
        assert!(frame <= session.confirmed_frame());
        if let Some(last) = frame.0.checked_sub(1) {
            assert_eq!(shown.state_hash(), expected[last as usize], "{frame:?}");
        }
    }
}
