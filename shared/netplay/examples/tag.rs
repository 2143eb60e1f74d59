//! A whole networked game: four friends play tag through a relay, over links that lose one packet
//! in twenty. `cargo run -p netplay --example tag`
//!
//! The game is what stands between the two marks. All else is the same for any game.
#![allow(clippy::print_stdout, reason = "an example shows what happened")]

use netplay::client::{ClientEvent, RoomClient};
use netplay::code::RoomCode;
use netplay::hash::StateHasher;
use netplay::ids::{Frame, PadWord, Round, Seat, StateHash};
use netplay::limits::PROTOCOL_VERSION;
use netplay::link::{LinkProfile, Loopback, Transport};
use netplay::relay::{ClientAddress, LocalRelay, RelayConfig, RelayCore};
use netplay::rng::SimRng;
use netplay::session::clock::StepClock;
use netplay::session::{LockstepConfig, LockstepSession, Step};
use netplay::sim::{Input, Simulation};
use netplay::time::Instant;
use netplay::wire::{
    Blob, Controller, Entry, Hello, Identity, Loaded, Pack, SessionModel, SetReady, Start, Terms,
    Text,
};
use std::time::Duration;

// ---- the game ----
const FIELD: i32 = 24;
const MOVES: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// Whoever is "it" runs after the others; a touch passes it on.
pub(crate) struct Tag {
    runners: Vec<(i32, i32)>,
    ai: Vec<bool>,
    it: usize,
    safe_frames: u32,
    tags: u32,
}

impl Simulation for Tag {
    type Input = PadWord;

    fn tick(&mut self, pads: &[PadWord]) {
        for (seat, pad) in pads.iter().enumerate() {
            let (it_x, it_y) = self.runners[self.it];
            let (x, y) = &mut self.runners[seat];
            for (bit, (dx, dy)) in MOVES.into_iter().enumerate() {
                let away = dx * (*x - it_x) + dy * (*y - it_y) > 0; // the AI runs away
                if if self.ai[seat] { away } else { pad.0 >> bit & 1 == 1 } {
                    (*x, *y) = ((*x + dx).rem_euclid(FIELD), (*y + dy).rem_euclid(FIELD));
                }
            }
        }
        self.safe_frames = self.safe_frames.saturating_sub(1);
        let it = self.runners[self.it];
        let touched = (0..self.runners.len()).find(|at| *at != self.it && self.runners[*at] == it);
        if let Some(next) = touched.filter(|_| self.safe_frames == 0) {
            (self.it, self.safe_frames, self.tags) = (next, 30, self.tags + 1);
        }
    }

    fn state_hash(&self) -> StateHash {
        let mut hasher = StateHasher::new();
        self.runners.iter().for_each(|(x, y)| _ = hasher.i32(*x).i32(*y));
        hasher.u32(self.it as u32).u32(self.safe_frames).u32(self.tags).finish()
    }

    fn set_seat_controller(&mut self, seat: Seat, controller: Controller) {
        self.ai[seat.index()] = controller == Controller::Ai;
    }
}
// ---- the end of the game ----

impl Tag {
    fn new(start: &Start) -> Self {
        let seats = start.seats.len();
        let corner = |seat| (seat as i32 * 7 % FIELD, seat as i32 * 5 % FIELD);
        let it = start.seed as usize % seats;
        let runners = (0..seats).map(corner).collect();
        Self { runners, ai: vec![false; seats], it, safe_frames: 0, tags: 0 }
    }
}

/// One player's machine.
struct Friend {
    client: RoomClient,
    link: Loopback,
    session: Option<LockstepSession<Tag>>,
    clock: StepClock,
}

impl Friend {
    fn new(name: &str, entry: Entry, link: Loopback, now: Instant) -> Self {
        let identity = Identity {
            simulation: StateHash(1), // a real game gives the digest of its rules
            pack: Pack { id: Text::truncated("tag"), sha256: [0; 32] },
            build: Text::truncated("example"),
            word_size: PadWord::SIZE,
        };
        let name = Text::truncated(name);
        let hello = Hello { version: PROTOCOL_VERSION, identity, name, colour: 0, entry };
        let mut client = RoomClient::new(hello);
        client.link_opened(now);
        Self { client, link, session: None, clock: StepClock::default() }
    }

    /// One frame of this machine: what arrived, what is pressed, what is due, what goes out.
    fn turn(&mut self, now: Instant) {
        while let Some(packet) = self.link.poll(now) {
            self.client.handle(&packet, now);
        }
        while let Some(event) = self.client.poll_event() {
            self.hear(event);
        }
        if let Some(session) = &mut self.session {
            for _ in 0..self.clock.due(now, session.behind_frames()) {
                if let Some(frame) = session.wanted_frame() {
                    let seat = session.config().local;
                    session.push_local(thumbs(session.simulation(), seat, frame));
                }
                if !matches!(session.advance(), Step::Advanced(_)) {
                    self.clock.stalled();
                    break;
                }
            }
            while let Some(message) = session.poll_message() {
                self.client.say(message);
            }
            while session.poll_event().is_some() {}
        }
        while let Some((packet, lane)) = self.client.poll_packet() {
            self.link.send(&packet, lane, now).expect("the relay reads");
        }
    }

    fn hear(&mut self, event: ClientEvent) {
        match event {
            ClientEvent::Started { start, .. } => {
                let me = self.client.me().expect("welcomed before the start");
                let config = LockstepConfig::from_start(&start, me);
                let session = LockstepSession::new(Tag::new(&start), config);
                self.session = Some(session.expect("a relay's start order is sound"));
                self.client.say(Loaded { player: me, round: start.round });
            }
            ClientEvent::Play(message) => {
                if let Some(session) = &mut self.session {
                    session.handle(&message).expect("the relay lets no nonsense through");
                }
            }
            _ => {}
        }
    }
}

/// What this player presses, seeing the game as it is here: "it" runs after the next one, the
/// others stroll about.
fn thumbs(game: &Tag, seat: Option<Seat>, frame: Frame) -> PadWord {
    let me = seat.map_or(0, Seat::index);
    if me != game.it {
        let way = SimRng::new(u64::from(frame.0 / 20), me as u64).below(4);
        return PadWord(1 << way);
    }
    let ((x, y), (to_x, to_y)) = (game.runners[me], game.runners[(me + 1) % game.runners.len()]);
    let wanted = [to_x < x, to_x > x, to_y < y, to_y > y];
    PadWord((0..4).filter(|bit| wanted[*bit as usize]).map(|bit| 1 << bit).sum())
}

/// Four friends meet, play for ten seconds, and compare notes: everybody's newest checkpoint, and
/// how often "it" was passed on.
pub(crate) fn play() -> Vec<(Option<(Frame, StateHash)>, u32)> {
    let mut relay = LocalRelay::new(RelayCore::new(RelayConfig::default(), [7; 32]));
    let mut friends: Vec<Friend> = Vec::new();
    let mut code: Option<RoomCode> = None;
    for ms in (0..14_000).step_by(5) {
        let now = Instant::ZERO + Duration::from_millis(ms);
        if friends.is_empty() || (friends.len() < 4 && code.is_some()) {
            let (here, there) = Loopback::pair(LinkProfile::HOME, LinkProfile::HOME, ms);
            relay.attach(there, ClientAddress::Local, now).expect("the relay is empty");
            let create = Entry::Create { seats: 4 };
            let entry = code.map_or(create, |code| Entry::Join { code, watch: false });
            friends.push(Friend::new(&format!("Friend {}", friends.len()), entry, here, now));
        }
        friends.iter_mut().for_each(|friend| friend.turn(now));
        relay.pump(now);
        code = friends[0].client.code();
        if ms == 2_000 {
            friends.iter_mut().for_each(|one| _ = one.client.say(SetReady { ready: true }));
        }
        if ms == 3_000 {
            friends[0].client.say(start_order());
        }
    }
    let notes = |friend: &Friend| {
        let session = friend.session.as_ref().expect("the game has begun");
        (session.last_checkpoint(), session.simulation().tags)
    };
    friends.iter().map(notes).collect()
}

fn start_order() -> Start {
    Start {
        round: Round(0),
        seed: 2_026,
        mode: Text::truncated("tag"),
        config: Blob::default(),
        model: SessionModel::Lockstep,
        input_delay: 0, // chosen from the round trips
        seats: Vec::new(),
        terms: Terms::default(),
    }
}

#[allow(dead_code, reason = "the test that plays this has no use for it")]
fn main() {
    for (number, (checkpoint, tags)) in play().into_iter().enumerate() {
        let (frame, hash) = checkpoint.expect("ten seconds hold many checkpoints");
        println!("friend {number}: after frame {} the state is {hash}, {tags} tags", frame.0);
    }
}
