//! A pretend sealed session: a sealer, peers on faulty lines, and the time.

use crate::{ToyGame, pad};
use netplay::ids::{Frame, PadWord, PlayerId, Seat, StateHash};
use netplay::limits::EVIDENCE_BYTES;
use netplay::link::{Conditioner, Lane, LinkProfile};
use netplay::room::sealer::{Sealer, SealerConfig};
use netplay::session::clock::StepClock;
use netplay::session::{Confirmed, SealedConfig, SealedSession, SessionEvent, Step};
use netplay::sim::{Input, Simulation};
use netplay::time::Instant;
use netplay::wire::{Controller, Message, Packet, SeatController};
use std::collections::BTreeMap;
use std::time::Duration;

/// Peers, the lines between them and the sealer, and the time.
pub struct SealedTable {
    /// The relay's clock.
    pub sealer: Sealer,
    /// The players in the order of their seats, then the observers.
    pub peers: Vec<SealedPeer>,
    /// The virtual clock.
    pub now: Instant,
    /// The grain of the virtual clock.
    pub grain_us: u64,
    seats: u16,
    seed: u64,
    profile: LinkProfile,
    up: Vec<Conditioner>,
    down: Vec<Conditioner>,
}

/// One scripted peer.
#[derive(Debug)]
pub struct SealedPeer {
    /// Its session.
    pub session: SealedSession<ToyGame>,
    /// Its clock.
    pub clock: StepClock,
    /// Every settled tick.
    pub confirmed: Vec<Confirmed<PadWord>>,
    /// Its digests.
    pub checkpoints: BTreeMap<Frame, StateHash>,
    /// What its session told.
    pub events: Vec<SessionEvent>,
    /// Frames it showed, replays not counted.
    pub shown: u32,
    /// Whether the machine does anything at all.
    pub asleep: bool,
    /// How wrong its clock goes, in thousandths.
    pub skew_permille: i64,
    /// For how many frames the script holds a word.
    pub hold_frames: u32,
    script: u64,
}

impl SealedPeer {
    /// A peer of the script of `seed`.
    #[must_use]
    pub fn new(mut config: SealedConfig, game: ToyGame, seed: u64) -> Self {
        config.tells_confirmed = true;
        Self {
            clock: StepClock::new(config.tick_hz.into()),
            session: SealedSession::new(game, config).expect("the plan is sound"),
            confirmed: Vec::new(),
            checkpoints: BTreeMap::new(),
            events: Vec::new(),
            shown: 0,
            asleep: false,
            skew_permille: 0,
            hold_frames: 15,
            script: seed,
        }
    }

    /// Runs the steps that are due by this peer's own clock.
    pub fn run(&mut self, now: Instant) {
        let micros = now.as_micros() as i64;
        let own = Instant::from_micros((micros + micros * self.skew_permille / 1_000) as u64);
        for _ in 0..self.clock.due(own, self.session.behind_frames()) {
            self.clock.pace(self.session.pace_256());
            if let (Some(frame), Some(seat)) = (self.session.wanted_frame(), self.session.seat()) {
                let held = Frame(frame.0 / self.hold_frames * 5);
                self.session.push_local(pad(self.script, seat, held));
            }
            let step = loop {
                match self.session.advance() {
                    Step::Replayed(_) => {}
                    step => break step,
                }
            };
            self.look();
            if !matches!(step, Step::Advanced(_)) {
                self.clock.held();
                break;
            }
            self.shown += 1;
        }
    }

    fn look(&mut self) {
        while let Some(frame) = self.session.poll_confirmed() {
            self.confirmed.push(frame);
        }
        while let Some(event) = self.session.poll_event() {
            self.events.push(event);
        }
    }

    /// The digest that a machine comes to which only ever saw the settled ticks.
    ///
    /// # Panics
    /// When a tick is missing.
    #[must_use]
    pub fn replayed(&self, mut game: ToyGame, frames: u32) -> StateHash {
        for frame in 0..frames {
            let tick = &self.confirmed[frame as usize];
            assert_eq!(tick.frame, Frame(frame), "settled ticks have no gap");
            for (seat, controller) in &tick.changes {
                game.set_seat_controller(*seat, *controller);
            }
            game.tick(&tick.inputs);
        }
        game.state_hash()
    }
}

impl SealedTable {
    /// Players on seats of their own, who have loaded; the clock starts at once.
    #[must_use]
    pub fn new(players: u16, observers: u16, profile: LinkProfile, seed: u64) -> Self {
        let humans = (1..=u32::from(players)).map(|id| Controller::Human { player: PlayerId(id) });
        Self::with(humans.collect(), observers, 60, 3, profile, seed)
    }

    /// The same with these drivers, rate and grace.
    #[must_use]
    pub fn with(
        controllers: Vec<Controller>,
        observers: u16,
        tick_hz: u8,
        grace_ticks: u8,
        profile: LinkProfile,
        seed: u64,
    ) -> Self {
        let seats = controllers.len() as u16;
        let word_size = PadWord::SIZE;
        let sealer = Sealer::new(SealerConfig { seats, word_size, tick_hz, grace_ticks });
        let mut table = Self {
            sealer,
            peers: Vec::new(),
            now: Instant::ZERO,
            grain_us: 2_000,
            seats,
            seed,
            profile,
            up: Vec::new(),
            down: Vec::new(),
        };
        let players = controllers.iter().enumerate().filter_map(|(seat, controller)| {
            let Controller::Human { player } = *controller else { return None };
            Some((player, Some(Seat(seat as u16))))
        });
        let observers = (0..u32::from(observers)).map(|at| (PlayerId(9_000 + at), None));
        for (me, local) in players.chain(observers) {
            let mut config = SealedConfig::new(me, local, controllers.clone());
            (config.tick_hz, config.grace_ticks) = (tick_hz, grace_ticks);
            table.enter(config);
        }
        table.sealer.start(Instant::ZERO);
        table
    }

    /// One more peer.
    pub fn enter(&mut self, mut config: SealedConfig) {
        config.evidence_bytes = EVIDENCE_BYTES;
        let seed = self.seed.wrapping_mul(31).wrapping_add(self.peers.len() as u64);
        let game = ToyGame::new(self.seats, self.seed);
        self.peers.push(SealedPeer::new(config, game, self.seed));
        self.up.push(Conditioner::new(self.profile, seed));
        self.down.push(Conditioner::new(self.profile, seed ^ 0xffff));
    }

    /// The lines are like this from now on.
    pub fn set_profile(&mut self, profile: LinkProfile) {
        self.profile = profile;
        self.up.iter_mut().chain(&mut self.down).for_each(|line| line.set_profile(profile));
    }

    /// A seat changes hands with the next tick.
    pub fn hand_over(&mut self, seat: Seat, controller: Controller) -> Frame {
        let from = self.sealer.next_tick();
        self.sealer.silence(seat);
        let packet = self.sealer.note(&SeatController { seat, controller, from });
        self.tell_all(&packet);
        from
    }

    /// The same packet to everybody.
    pub fn tell_all(&mut self, packet: &Packet) {
        self.down.iter_mut().for_each(|line| line.push(packet, Lane::Ordered, self.now));
    }

    /// To one peer, what was told from a tick on.
    ///
    /// # Panics
    /// When it is too long ago.
    pub fn tell_history(&mut self, to: usize, from: Frame) {
        for packet in self.sealer.history(from).expect("not too long ago") {
            self.down[to].push(packet, Lane::Ordered, self.now);
        }
    }

    /// One grain of time for everybody.
    pub fn tick(&mut self) {
        for (index, peer) in self.peers.iter_mut().enumerate() {
            if peer.asleep {
                continue;
            }
            while let Some(packet) = self.down[index].pop(self.now) {
                let message = Message::decode(&packet, PadWord::SIZE).expect("a relay's word");
                peer.session.handle(&message).expect("the relay is not at fault");
            }
            peer.run(self.now);
            while let Some(message) = peer.session.poll_message() {
                match &message {
                    Message::Checkpoint(told) => {
                        peer.checkpoints.insert(told.frame, told.hash);
                    }
                    Message::Input(_) => {
                        self.up[index].push(&message.encode(), Lane::Unreliable, self.now);
                    }
                    _ => {}
                }
            }
        }
        for line in &mut self.up {
            while let Some(packet) = line.pop(self.now) {
                let message = Message::decode(&packet, PadWord::SIZE).expect("a peer's word");
                if let Message::Input(input) = message {
                    let _ = self.sealer.say(&input); // counted there
                }
            }
        }
        while let Some(bundle) = self.sealer.seal(self.now) {
            let seals = bundle.seals.clone();
            seals.iter().for_each(|packet| self.tell_all(packet));
        }
        self.now = self.now + Duration::from_micros(self.grain_us);
    }

    /// Lets time pass.
    pub fn run_for(&mut self, ms: u64) {
        (0..ms * 1_000 / self.grain_us).for_each(|_| self.tick());
    }

    /// Every digest that two peers told alike, and equal to that of a machine that only ever saw
    /// the sealed ticks. Returns how many digests the first peer told.
    ///
    /// # Panics
    /// When they differ.
    pub fn assert_all_agree(&self) -> usize {
        let first = &self.peers[0];
        for peer in &self.peers {
            for (frame, hash) in &peer.checkpoints {
                if let Some(expected) = first.checkpoints.get(frame) {
                    assert_eq!(hash, expected, "{:?} after {frame:?}", peer.session.config().me);
                }
            }
        }
        if let Some((frame, hash)) = first.checkpoints.last_key_value() {
            let mut game = ToyGame::new(self.seats, self.seed);
            for (seat, controller) in (0..).map(Seat).zip(&first.session.config().controllers) {
                game.set_seat_controller(seat, *controller);
            }
            assert_eq!(*hash, first.replayed(game, frame.0 + 1), "by hand, after {frame:?}");
        }
        first.checkpoints.len()
    }
}
