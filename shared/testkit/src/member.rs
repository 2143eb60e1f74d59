//! One member of a pretend room: a client, a link, and a scripted peer while a session runs.

use crate::{Peer, ToyGame};
use netplay::client::{ClientEvent, RoomClient};
use netplay::ids::{PadWord, PlayerId, StateHash};
use netplay::limits::PROTOCOL_VERSION;
use netplay::link::{LinkState, Loopback, Transport};
use netplay::session::transfer::{Donations, Receiver};
use netplay::session::{LockstepConfig, RollbackConfig, SessionEvent};
use netplay::sim::Input;
use netplay::time::Instant;
use netplay::wire::{
    Entry, Hello, Identity, Loaded, Message, Pack, Presence, SessionModel, Start, Text,
};
use std::collections::BTreeMap;

/// A client, its link, and its session.
#[derive(Debug)]
pub struct Member {
    /// Hello, lobby's mirror, everything that is not the session's.
    pub client: RoomClient,
    /// The connection; none while it is lost.
    pub link: Option<Loopback>,
    /// The running session, or the last one.
    pub peer: Option<Peer>,
    /// What the client told.
    pub told: Vec<ClientEvent>,
    /// Its machine turns a bit over at this frame.
    pub flip_at: Option<u32>,
    /// How many bytes of its game's state say nothing: what makes a transfer take its time.
    pub ballast_bytes: usize,
    /// Whether the machine does anything at all.
    pub asleep: bool,
    /// It needs a new link to go on.
    pub wants_link: bool,
    /// How wrong its clock goes, in thousandths.
    pub skew_permille: i64,
    seed: u64,
    joining: Option<Receiver>,
    donating: Donations,
    loaded: bool,
}

impl Member {
    /// Somebody who wants to come in.
    #[must_use]
    pub fn new(name: &str, entry: Entry, seed: u64) -> Self {
        let identity = Identity {
            simulation: StateHash(1),
            pack: Pack { id: Text::truncated("toy"), sha256: [0; 32] },
            build: Text::truncated("test"),
            word_size: PadWord::SIZE,
        };
        let name = Text::truncated(name);
        let hello = Hello { version: PROTOCOL_VERSION, identity, name, colour: 0, entry };
        Self {
            client: RoomClient::new(hello),
            link: None,
            peer: None,
            told: Vec::new(),
            flip_at: None,
            ballast_bytes: 0,
            asleep: false,
            wants_link: false,
            skew_permille: 0,
            seed,
            joining: None,
            donating: Donations::default(),
            loaded: false,
        }
    }

    /// The id the relay gave.
    ///
    /// # Panics
    /// Before the welcome.
    #[must_use]
    pub fn id(&self) -> PlayerId {
        self.client.me().expect("welcomed")
    }

    /// The running session's peer.
    ///
    /// # Panics
    /// Before the start.
    #[must_use]
    pub fn peer(&self) -> &Peer {
        self.peer.as_ref().expect("started")
    }

    /// Whether it is giving its state to somebody.
    #[must_use]
    pub fn is_donating(&self) -> bool {
        !self.donating.is_empty()
    }

    /// Takes a new link.
    pub fn connect(&mut self, link: Loopback, now: Instant) {
        self.link = Some(link);
        self.wants_link = false;
        self.client.link_opened(now);
    }

    /// The page is reloaded: the link and everything of the session is gone, the ticket is kept.
    pub fn crash(&mut self) {
        if let Some(mut link) = self.link.take() {
            link.cut();
        }
        self.client.link_lost();
        self.peer = None;
        self.joining = None;
        self.donating = Donations::default();
    }

    /// Says what the page does.
    pub fn show(&mut self, presence: Presence) {
        let player = self.id();
        self.client.say(netplay::wire::PresenceNotice { player, presence });
    }

    /// Everything a page does in one turn.
    pub fn turn(&mut self, now: Instant) {
        if self.asleep {
            return;
        }
        self.receive(now);
        self.pass_states(now);
        if let Some(peer) = &mut self.peer {
            peer.trips_ms = trips_ms(&self.client);
            peer.run(now);
            while let Some(message) = peer.session.poll_message() {
                self.client.say(message);
            }
        }
        self.catch_up();
        self.transmit(now);
        if self.was_overtaken() {
            self.crash();
            self.wants_link = true;
        }
    }

    /// Where lanes overtake each other, a change of hands may come too late: start over.
    fn was_overtaken(&self) -> bool {
        let overtaken = |event: &SessionEvent| matches!(event, SessionEvent::Overtaken { .. });
        self.peer.as_ref().is_some_and(|peer| peer.events.iter().any(overtaken))
    }

    fn receive(&mut self, now: Instant) {
        let Some(link) = &mut self.link else { return };
        while let Some(packet) = link.poll(now) {
            self.client.handle(&packet, now);
        }
        if matches!(link.state(), LinkState::Closed(_)) {
            self.link = None;
            self.wants_link = true;
            self.client.link_lost();
        }
        while let Some(event) = self.client.poll_event() {
            self.hear(event, now);
        }
    }

    fn hear(&mut self, event: ClientEvent, now: Instant) {
        match &event {
            ClientEvent::Started { start, late } => self.start(start, *late, now),
            ClientEvent::SeatChanged(change) => self.play(&change.clone().into()),
            ClientEvent::Play(message) => self.play(message),
            ClientEvent::StateAsked { player } => self.donate(*player, now),
            ClientEvent::Transfer(message) => {
                self.donating.handle(message, now);
                if let Some(receiver) = &mut self.joining {
                    receiver.handle(message, now);
                }
            }
            _ => {}
        }
        let kept = !matches!(event, ClientEvent::Play(_) | ClientEvent::Transfer(_));
        if kept {
            self.told.push(event);
        }
    }

    fn play(&mut self, message: &Message) {
        if let Some(peer) = &mut self.peer {
            peer.session.handle(message).expect("the relay lets no nonsense through");
        }
    }

    fn start(&mut self, start: &Start, late: bool, now: Instant) {
        let mut game = ToyGame::new(start.seats.len() as u16, start.seed);
        game = game.weighing(self.ballast_bytes);
        if let Some(frame) = self.flip_at {
            game = game.flipping_at(frame);
        }
        let mut peer = if start.model == SessionModel::Rollback {
            Peer::guessing(RollbackConfig::from_start(start, self.id()), game, self.seed)
        } else {
            Peer::new(LockstepConfig::from_start(start, self.id()), game, self.seed)
        };
        peer.skew_permille = self.skew_permille;
        self.loaded = !late;
        self.joining = late.then(|| Receiver::new(now));
        if late {
            peer.session.await_state();
        } else {
            self.client.say(Loaded { player: self.id(), round: start.round });
        }
        self.peer = Some(peer);
    }

    fn donate(&mut self, player: PlayerId, now: Instant) {
        let Some(peer) = &self.peer else { return };
        self.donating.begin(player, |out| peer.session.donate(out), now);
    }

    fn pass_states(&mut self, now: Instant) {
        for message in self.donating.poll(now) {
            self.client.say(message);
        }
        let (Some(receiver), Some(peer)) = (&mut self.joining, &mut self.peer) else { return };
        receiver.handle_timeout(now);
        while let Some(message) = receiver.poll_message() {
            self.client.say(message);
        }
        if let Some(state) = receiver.received() {
            peer.session.adopt(state).expect("a donor's state fits");
            self.joining = None;
        }
    }

    /// Says that it can play once it has caught up.
    fn catch_up(&mut self) {
        let Some(peer) = &self.peer else { return };
        let there = !peer.session.awaits_state() && peer.session.behind_frames() == 0;
        if let Some(round) = self.client.round().filter(|_| there && !self.loaded) {
            self.loaded = self.client.say(Loaded { player: self.id(), round });
        }
    }

    fn transmit(&mut self, now: Instant) {
        let Some(link) = &mut self.link else { return };
        while let Some((packet, lane)) = self.client.poll_packet() {
            if link.send(&packet, lane, now).is_err() {
                break;
            }
        }
    }
}

/// A word travels half of its sender's round trip and half of ours.
fn trips_ms(client: &RoomClient) -> BTreeMap<PlayerId, u32> {
    let ours = client.my_row().map_or(0, |row| row.rtt_ms);
    let rows = client.lobby().into_iter().flat_map(|lobby| &lobby.members);
    rows.map(|row| (row.player, (u32::from(row.rtt_ms) + u32::from(ours)) / 2)).collect()
}
