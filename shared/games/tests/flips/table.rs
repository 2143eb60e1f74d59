//! A few peers around a race, on a pretend wire and a virtual clock, each with its microscope.

use crate::INTERVAL;
use crate::broken::{Broken, Flip};
use games::GameSetup;
use games::racing::Race;
use netplay::ids::{Frame, PadWord, PlayerId, Seat, StateHash};
use netplay::limits::EVIDENCE_BYTES;
use netplay::link::{Conditioner, Lane, LinkProfile};
use netplay::session::bundle::{Bundle, Case};
use netplay::session::clock::StepClock;
use netplay::session::microscope::Microscope;
use netplay::session::{LockstepConfig, RollbackConfig, RollbackSession, SessionEvent, Step};
use netplay::sim::Simulation;
use netplay::time::Instant;
use netplay::wire::{Controller, Message, WordSize};
use std::time::Duration;

/// The grain of the virtual clock.
const GRAIN_MS: u64 = 8;
/// Nothing takes longer.
const PATIENCE_MS: u64 = 20_000;
const INPUT_DELAY_FRAMES: u32 = 2;

/// A home line, so that rollback has something to guess.
const WIRE: LinkProfile =
    LinkProfile { latency_ms: 50, jitter_ms: 15, loss_permille: 20, ..LinkProfile::PERFECT };

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Somebody noticed, and everybody has looked into it.
    Found,
    /// Nobody had a reason to.
    Agreed,
}

/// Who drives what in which race, and by which netcode.
#[derive(Clone, Copy)]
pub(crate) struct Table<'a> {
    pub(crate) race: &'a Race,
    /// They drive the first seats; the AI drives the others.
    pub(crate) players: u32,
    /// 0 is lockstep.
    pub(crate) window_frames: u8,
}

impl Table<'_> {
    /// The race at its start, on a machine that works.
    pub(crate) fn clean(&self) -> Broken {
        let mut clean = Broken::new(self.race.clone(), None);
        for (seat, controller) in (0..).map(Seat).zip(self.controllers()) {
            clean.set_seat_controller(seat, controller);
        }
        clean
    }

    /// What everybody presses in a frame.
    pub(crate) fn inputs(&self, frame: u32) -> Vec<PadWord> {
        let pressed = |(seat, driver): (u16, Controller)| match driver {
            Controller::Human { .. } if frame >= INPUT_DELAY_FRAMES => pressed(Seat(seat), frame),
            _ => PadWord(0),
        };
        (0..).zip(self.controllers()).map(pressed).collect()
    }

    fn controllers(&self) -> Vec<Controller> {
        let human = |id| Controller::Human { player: PlayerId(id) };
        let mut controllers: Vec<Controller> = (1..=self.players).map(human).collect();
        controllers.resize(self.race.setup().seats.into(), Controller::Ai);
        controllers
    }

    /// A session of it; the machine of the last player breaks.
    pub(crate) fn seated(self, flip: Option<Flip>) -> Seated {
        let session = |id: u32| {
            let seat = Some(Seat(id as u16 - 1));
            let mut session = LockstepConfig::new(PlayerId(id), seat, self.controllers());
            session.checkpoint_interval_frames = INTERVAL;
            session.input_delay_frames = INPUT_DELAY_FRAMES as u8;
            session.evidence_bytes = EVIDENCE_BYTES;
            let window_frames = self.window_frames;
            let config = RollbackConfig { window_frames, ..RollbackConfig::new(session) };
            let game = Broken::new(self.race.clone(), flip.filter(|_| id == self.players));
            RollbackSession::new(game, config).expect("the plan is sound")
        };
        let count = self.players;
        let wire = |from: u32, to: u32| Conditioner::new(WIRE, u64::from(from * 16 + to));
        Seated {
            peers: (1..=count).map(|id| Peer::new(PlayerId(id), session(id))).collect(),
            clean: self.clean(),
            flip,
            wires: (0..count).map(|from| (0..count).map(|to| wire(from, to)).collect()).collect(),
            now: Instant::ZERO,
        }
    }
}

fn pressed(seat: Seat, frame: u32) -> PadWord {
    PadWord(testkit::pad(3, seat, Frame(frame)).0 & 0x1F)
}

pub(crate) struct Peer {
    pub(crate) id: PlayerId,
    pub(crate) session: RollbackSession<Broken>,
    pub(crate) case: Option<Case>,
    pub(crate) noticed: Option<Frame>,
    scope: Microscope,
    clock: StepClock,
}

/// The peers, the wires from each to each, and the time.
pub(crate) struct Seated {
    pub(crate) peers: Vec<Peer>,
    clean: Broken,
    flip: Option<Flip>,
    wires: Vec<Vec<Conditioner>>,
    now: Instant,
}

impl Seated {
    /// Runs until everybody has a case, or everybody is past the frame and agrees.
    pub(crate) fn run_until_found(&mut self, frame: u32) -> Verdict {
        let end = Instant::from_millis(PATIENCE_MS);
        while self.now < end {
            self.tick();
            if self.peers.iter().all(|peer| peer.case.is_some()) {
                return Verdict::Found;
            }
            let past = |peer: &Peer| peer.session.confirmed_frame() >= Frame(frame);
            if self.peers.iter().all(|peer| past(peer) && peer.noticed.is_none()) {
                return Verdict::Agreed;
            }
        }
        panic!("neither found nor past frame {frame}: {:?}", self.flip);
    }

    fn tick(&mut self) {
        for index in 0..self.peers.len() {
            for from in 0..self.peers.len() {
                while let Some(packet) = self.wires[from][index].pop(self.now) {
                    let message = Message::decode(&packet, WordSize::PAD).expect("a message");
                    self.peers[index].receive(&message, self.now);
                }
            }
            let peer = &mut self.peers[index];
            peer.run(self.now);
            while let Some(message) = peer.session.poll_message() {
                let lane = match message {
                    Message::Input(_) => Lane::Unreliable,
                    _ => Lane::Ordered,
                };
                let packet = message.encode();
                for (to, wire) in self.wires[index].iter_mut().enumerate() {
                    if to != index {
                        wire.push(&packet, lane, self.now);
                    }
                }
            }
            let me = peer.id;
            while let Some(mut message) = peer.scope.poll_message() {
                // As a relay carries it: to the one who is named, with the sender in its place.
                let to = match &mut message {
                    Message::Digests(digests) => &mut digests.peer,
                    Message::Exhibit(exhibit) => &mut exhibit.peer,
                    other => panic!("a microscope says no {other:?}"),
                };
                let to = core::mem::replace(to, me).0 as usize - 1;
                self.wires[index][to].push(&message.encode(), Lane::Ordered, self.now);
            }
        }
        self.now = self.now + Duration::from_millis(GRAIN_MS);
    }

    /// Everybody was told the frame, the field and both values, in time; and the frame run again
    /// tells whose machine broke.
    pub(crate) fn assert_everybody_found(&self, path: &str, what: &str) {
        let flip = self.flip.expect("a machine broke");
        let broken = self.peers.last().expect("peers").id;
        let mut values = Vec::new();
        for peer in &self.peers {
            let case = peer.case.as_ref().expect("a case");
            let late = case.noticed.0 - flip.frame;
            assert!(late <= 2 * INTERVAL, "{what}: noticed {late} frames later");
            let finding = case.finding(&self.clean).unwrap_or_else(|| panic!("{what}: no finding"));
            assert_eq!((finding.frame, finding.is_first), (Frame(flip.frame), true), "{what}");
            assert_eq!(finding.heard_otherwise, None, "{what}");
            let found = finding.difference.unwrap_or_else(|| panic!("{what}: no field"));
            assert_eq!(found.path, path, "{what}");
            let wrong = if peer.id == broken { found.ours } else { found.theirs };
            let right = if peer.id == broken { found.theirs } else { found.ours };
            assert_ne!(wrong, right, "{what}");
            values.push((wrong, right));
            let rerun = self.bundle(case).rerun(&self.clean);
            let rerun = rerun.unwrap_or_else(|e| panic!("{what}: {e}"));
            for side in [&rerun.ours, &rerun.theirs] {
                assert_eq!(side.agrees(), side.player != broken, "{what}: {:?}", side.player);
            }
        }
        assert!(values.iter().all(|seen| *seen == values[0]), "{what}: {values:?}");
    }

    fn bundle(&self, case: &Case) -> Bundle {
        let players = (0..self.clean.seats()).map(|seat| self.peers.get(seat).map(|peer| peer.id));
        let start = GameSetup::default().start(1, players.collect());
        let bundle = Bundle { simulation: StateHash(1), start, case: case.clone() };
        Bundle::decode(&bundle.encode()).expect("a bundle survives the file")
    }
}

impl Peer {
    fn new(id: PlayerId, session: RollbackSession<Broken>) -> Self {
        let (scope, clock) = (Microscope::new(id), StepClock::default());
        Self { id, session, case: None, noticed: None, scope, clock }
    }

    fn receive(&mut self, message: &Message, now: Instant) {
        self.scope.handle(message, self.session.evidence(), now);
        self.session.handle(message).expect("no peer is at fault");
    }

    fn run(&mut self, now: Instant) {
        for _ in 0..self.clock.due(now, self.session.behind_frames()) {
            while let (Some(frame), Some(seat)) =
                (self.session.wanted_frame(), self.session.config().local)
            {
                self.session.push_local(pressed(seat, frame.0));
            }
            let mut step = self.session.advance();
            while matches!(step, Step::Replayed(_)) {
                step = self.session.advance();
            }
            if !matches!(step, Step::Advanced(_)) {
                self.clock.stalled();
                break;
            }
        }
        while let Some(event) = self.session.poll_event() {
            if let SessionEvent::Desync { frame, player, .. } = event {
                self.noticed = Some(frame);
                self.scope.suspect(player, frame, self.session.evidence(), now);
            }
        }
        if self.scope.poll_timeout().is_some_and(|at| at <= now) {
            self.scope.handle_timeout(now);
        }
        self.case = self.case.take().or_else(|| self.scope.poll_case());
    }
}
