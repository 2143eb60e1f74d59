//! One member of a pretend room, or of an arena, that plays sealed ticks.

use crate::{SealedPeer, ToyGame};
use netplay::client::{ClientEvent, RoomClient};
use netplay::ids::{PadWord, PlayerId, Seat, StateHash};
use netplay::limits::PROTOCOL_VERSION;
use netplay::link::{LinkState, Loopback, Transport};
use netplay::session::SealedConfig;
use netplay::session::transfer::{Donations, Receiver};
use netplay::sim::Input;
use netplay::time::Instant;
use netplay::wire::{
    Entry, Hello, Identity, Loaded, Message, Pack, Start, TakeSeat, Text, TransferAbort,
    TransferBegin,
};

/// A client, its link, and its session.
#[derive(Debug)]
pub struct SealedMember<T = Loopback> {
    /// Hello, lobby's mirror, everything that is not the session's.
    pub client: RoomClient,
    /// The connection; none while it is lost.
    pub link: Option<T>,
    /// The running session, or the last one.
    pub peer: Option<SealedPeer>,
    /// What the client told, words and transfers left out.
    pub told: Vec<ClientEvent>,
    /// Takes a seat and simulates nothing: a bot that stands still.
    pub is_bot: bool,
    /// Never answers when its state is asked for.
    pub is_miser: bool,
    /// Its machine turns a bit over at this frame.
    pub flip_at: Option<u32>,
    /// Goes on from what it holds when it comes back, instead of asking for a state.
    pub keeps_state: bool,
    /// Whether the machine does anything at all.
    pub asleep: bool,
    joining: Option<Receiver>,
    donating: Donations,
    loaded: bool,
}

/// What everybody in these rooms plays.
#[must_use]
pub fn toy_identity() -> Identity {
    Identity {
        simulation: StateHash(1),
        pack: Pack { id: Text::truncated("toy"), sha256: [0; 32] },
        build: Text::truncated("test"),
        word_size: PadWord::SIZE,
    }
}

impl<T: Transport> SealedMember<T> {
    /// Somebody who wants to come in.
    #[must_use]
    pub fn new(name: &str, entry: Entry) -> Self {
        let (identity, name) = (toy_identity(), Text::truncated(name));
        let hello = Hello { version: PROTOCOL_VERSION, identity, name, colour: 0, entry };
        Self {
            client: RoomClient::new(hello),
            link: None,
            peer: None,
            told: Vec::new(),
            is_bot: false,
            is_miser: false,
            flip_at: None,
            keeps_state: false,
            asleep: false,
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
    pub fn peer(&self) -> &SealedPeer {
        self.peer.as_ref().expect("started")
    }

    /// Takes a new link.
    pub fn connect(&mut self, link: T, now: Instant) {
        self.link = Some(link);
        self.client.link_opened(now);
    }

    /// Asks for a seat of the running session, and says that it holds the state.
    pub fn take_seat(&mut self, seat: Option<Seat>) {
        self.client.say(TakeSeat { seat });
        self.loaded = false;
    }

    /// Everything a page does in one turn.
    pub fn turn(&mut self, now: Instant) {
        if self.asleep {
            return;
        }
        self.receive(now);
        self.pass_states(now);
        if let Some(peer) = &mut self.peer {
            peer.session.set_trip_ms(self.client.my_row().map_or(0, |row| row.rtt_ms));
            peer.run(now);
            while let Some(message) = peer.session.poll_message() {
                if let Message::Checkpoint(told) = &message {
                    peer.checkpoints.insert(told.frame, told.hash);
                }
                self.client.say(message);
            }
        }
        self.catch_up();
        let Some(link) = &mut self.link else { return };
        while let Some((packet, lane)) = self.client.poll_packet() {
            if link.send(&packet, lane, now).is_err() {
                break;
            }
        }
    }

    fn receive(&mut self, now: Instant) {
        let Some(link) = &mut self.link else { return };
        while let Some(packet) = link.poll(now) {
            self.client.handle(&packet, now);
        }
        if matches!(link.state(), LinkState::Closed(_)) {
            self.link = None;
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
            ClientEvent::Diverged(diverged) => self.play(&diverged.clone().into()),
            ClientEvent::Play(message) => self.play(message),
            ClientEvent::StateAsked { player } if !self.is_miser => self.donate(*player, now),
            ClientEvent::Transfer(Message::TransferBegin(TransferBegin { peer, id, .. }))
                if self.is_bot =>
            {
                self.client.say(TransferAbort { peer: *peer, id: *id });
            }
            ClientEvent::Transfer(message) => {
                self.donating.handle(message, now);
                if let Some(receiver) = &mut self.joining {
                    receiver.handle(message, now);
                }
            }
            _ => {}
        }
        if !matches!(event, ClientEvent::Play(_) | ClientEvent::Transfer(_)) {
            self.told.push(event);
        }
    }

    fn play(&mut self, message: &Message) {
        if let Some(peer) = &mut self.peer {
            peer.session.handle(message).expect("the relay lets no nonsense through");
        }
    }

    fn start(&mut self, start: &Start, late: bool, now: Instant) {
        if self.is_bot {
            return;
        }
        if self.keeps_state && self.peer.is_some() {
            self.loaded = false;
            return;
        }
        let config = SealedConfig::from_start(start, self.id());
        let mut game = ToyGame::new(start.seats.len() as u16, start.seed);
        if let Some(frame) = self.flip_at {
            game = game.flipping_at(frame);
        }
        let mut peer = SealedPeer::new(config, game, start.seed);
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
}

impl SealedMember {
    /// The page is reloaded: the link and everything of the session is gone, the token is kept.
    pub fn crash(&mut self) {
        if let Some(mut link) = self.link.take() {
            link.cut();
        }
        self.client.link_lost();
        (self.peer, self.joining) = (None, None);
        self.donating = Donations::default();
    }
}
