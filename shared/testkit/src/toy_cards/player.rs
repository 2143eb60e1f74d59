//! A member of a room in which cards are played.

use super::{CALL, FOLD, Phase, RAISE, Seen, Spy};
use crate::toy_identity;
use netplay::client::{ClientEvent, RoomClient};
use netplay::ids::{PadWord, PlayerId, Seat};
use netplay::limits::PROTOCOL_VERSION;
use netplay::link::{LinkState, Loopback, Transport};
use netplay::rng::SimRng;
use netplay::session::turns::TurnConfig;
use netplay::session::views::{Table, ViewEvent, ViewGuest, ViewHost};
use netplay::time::Instant;
use netplay::wire::{Controller, Deposit, Entry, Hello, Loaded, Message, Start, Text};
use std::time::Duration;

/// What a member is in the running game.
#[derive(Debug)]
pub enum Role<T> {
    /// No game, or none any more.
    None,
    /// Runs the game.
    Host(Box<ViewHost<T>>),
    /// Follows it.
    Guest(ViewGuest),
    /// Has just become host, and waits for the deposit.
    Heir,
}

/// A client, its link, and its part in the game.
pub struct CardPlayer<T> {
    /// Lobby and all that is no game.
    pub client: RoomClient,
    /// The connection; none while it is lost.
    pub link: Option<Loopback>,
    /// The part in the game.
    pub role: Role<T>,
    /// What the table's log said, as this player was told it.
    pub log: Vec<String>,
    /// How often the game went on with another host.
    pub resumed: u32,
    /// Whether the end of the game was told: by the host, or by the relay.
    pub is_over: bool,
    /// Does not press anything.
    pub is_idle: bool,
    hands: Vec<Controller>,
    new_table: fn() -> T,
    dice: SimRng,
    looked_at: Vec<u8>,
    /// The last seat, and until when a view for it may still be under way to whoever has stood up.
    sat_on: Option<(Seat, Instant)>,
}

/// What was said before a host heard of something has arrived after so long.
const ON_THE_WAY: Duration = Duration::from_millis(1_000);

impl<T: Table> CardPlayer<T> {
    /// Somebody who wants to come in.
    #[must_use]
    pub fn new(name: &str, entry: Entry, new_table: fn() -> T, seed: u64) -> Self {
        let (identity, name) = (toy_identity(), Text::truncated(name));
        let hello = Hello { version: PROTOCOL_VERSION, identity, name, colour: 0, entry };
        Self {
            client: RoomClient::new(hello),
            link: None,
            role: Role::None,
            log: Vec::new(),
            resumed: 0,
            is_over: false,
            is_idle: false,
            hands: Vec::new(),
            new_table,
            dice: SimRng::new(seed, 0xCA4D),
            looked_at: Vec::new(),
            sat_on: None,
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

    /// The seat, if it is not a spectator.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        self.client.my_row()?.seat
    }

    /// The table as this player sees it.
    #[must_use]
    pub fn seen(&self) -> Option<Seen> {
        self.table_bytes().and_then(Seen::read)
    }

    /// The bytes of it.
    #[must_use]
    pub fn table_bytes(&self) -> Option<&[u8]> {
        match &self.role {
            Role::Host(host) => Some(host.own_view()),
            Role::Guest(guest) => guest.shown().map(|shown| shown.table.as_slice()),
            Role::None | Role::Heir => None,
        }
    }

    /// The game, where it is run.
    #[must_use]
    pub fn host(&self) -> Option<&ViewHost<T>> {
        match &self.role {
            Role::Host(host) => Some(host),
            _ => None,
        }
    }

    /// Takes a new link.
    pub fn connect(&mut self, link: Loopback, now: Instant) {
        self.link = Some(link);
        self.client.link_opened(now);
        self.looked_at.clear();
    }

    /// The page is reloaded: all but the place in the room is gone.
    pub fn crash(&mut self) {
        if let Some(mut link) = self.link.take() {
            link.cut();
        }
        self.client.link_lost();
        self.role = Role::None;
    }

    /// Everything that a page does in one frame.
    pub fn turn(&mut self, spy: &mut Spy, now: Instant) {
        self.receive(spy, now);
        self.press(now);
        let told = match &mut self.role {
            Role::Host(host) => {
                host.tick(now);
                self.is_over |= host.table().is_over();
                self.log.extend(host.own_lines().iter().map(|line| line.to_string()));
                std::iter::from_fn(|| host.poll_message()).collect()
            }
            Role::Guest(guest) => {
                guest.handle_timeout(now);
                while let Some(event) = guest.poll_event() {
                    match event {
                        ViewEvent::Line(line) => self.log.push(line.to_string()),
                        ViewEvent::Resumed => self.resumed += 1,
                        ViewEvent::Over => self.is_over = true,
                        ViewEvent::Unanswered => {}
                    }
                }
                std::iter::from_fn(|| guest.poll_message()).collect()
            }
            Role::None | Role::Heir => Vec::<Message>::new(),
        };
        for message in told {
            self.client.say(message);
        }
        let Some(link) = &mut self.link else { return };
        while let Some((packet, lane)) = self.client.poll_packet() {
            if packet[0] == 0x35 {
                spy.deposit(&packet);
            }
            if link.send(&packet, lane, now).is_err() {
                break;
            }
        }
    }

    fn receive(&mut self, spy: &mut Spy, now: Instant) {
        let Some(link) = &mut self.link else { return };
        while let Some(packet) = link.poll(now) {
            if let Some(me) = self.client.me() {
                let seat = self.client.my_row().and_then(|row| row.seat);
                if let Some(seat) = seat {
                    self.sat_on = Some((seat, now + ON_THE_WAY));
                }
                let last = self.sat_on.filter(|(_, until)| now < *until).map(|(seat, _)| seat);
                spy.deliver(me, seat.or(last), &packet);
            }
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
        match event {
            ClientEvent::Started { start, late } => self.begin(&start, late, now),
            ClientEvent::LobbyChanged => self.seat_people(),
            ClientEvent::Ended { .. } => (self.role, self.is_over) = (Role::None, true),
            ClientEvent::SeatChanged(change) => {
                if let Some(hand) = self.hands.get_mut(change.seat.index()) {
                    *hand = change.controller;
                }
                if let Role::Host(host) = &mut self.role {
                    host.set_seat_controller(change.seat, change.controller);
                }
            }
            ClientEvent::Loaded { player } => {
                if let Role::Host(host) = &mut self.role {
                    host.admit(player);
                }
            }
            ClientEvent::Left { player, .. } => {
                if let Role::Host(host) = &mut self.role {
                    host.dismiss(player);
                }
            }
            ClientEvent::HostChanged(player) => match &mut self.role {
                _ if Some(player) == self.client.me() => self.role = Role::Heir,
                Role::Guest(guest) => guest.host_changed(now),
                Role::Host(_) | Role::Heir => {
                    self.role = Role::Guest(ViewGuest::new(self.id(), now));
                }
                Role::None => {}
            },
            ClientEvent::Authority(Message::Deposit(deposit)) => self.inherit(&deposit),
            ClientEvent::Authority(message) => match &mut self.role {
                Role::Host(host) => host.handle(&message, now),
                Role::Guest(guest) => guest.handle(&message),
                Role::None | Role::Heir => {}
            },
            _ => {}
        }
    }

    fn begin(&mut self, start: &Start, late: bool, now: Instant) {
        let hand = |player: &Option<PlayerId>| match player {
            Some(player) => Controller::Human { player: *player },
            None => Controller::Ai,
        };
        self.hands = start.seats.iter().map(hand).collect();
        let me = self.id();
        self.role = if self.client.am_host() && !late {
            let entropy = self.entropy();
            let host = ViewHost::new((self.new_table)(), me, TurnConfig::default(), entropy);
            Role::Host(Box::new(host.expect("the default is right")))
        } else {
            Role::Guest(ViewGuest::new(me, now))
        };
        self.take_seats();
        self.client.say(Loaded { player: me, round: start.round });
    }

    /// Goes on from the deposit, if that is this member's part now.
    fn inherit(&mut self, deposit: &Deposit) {
        if !matches!(self.role, Role::Heir) {
            return;
        }
        let (table, turns) = ((self.new_table)(), TurnConfig::default());
        let entropy = self.entropy();
        let host = ViewHost::resume(table, self.id(), turns, deposit, entropy);
        self.role = Role::Host(Box::new(host.expect("the last host was honest")));
        self.resumed += 1;
        self.take_seats();
    }

    fn take_seats(&mut self) {
        if let Role::Host(host) = &mut self.role {
            for (seat, hand) in (0..).map(Seat).zip(&self.hands) {
                host.set_seat_controller(seat, *hand);
            }
        }
        self.seat_people();
    }

    /// Tells the game who sits where: whoever has stood up sees no hand any more.
    fn seat_people(&mut self) {
        if let (Role::Host(host), Some(lobby)) = (&mut self.role, self.client.lobby()) {
            for row in &lobby.members {
                host.sits_on(row.player, row.seat);
            }
        }
    }

    /// Presses when it is this player's turn, and lets go in the same breath.
    fn press(&mut self, now: Instant) {
        let table = match &self.role {
            Role::Host(host) => host.own_view(),
            Role::Guest(guest) => guest.shown().map_or(&[][..], |shown| &shown.table),
            Role::None | Role::Heir => return,
        };
        if self.is_idle || self.looked_at == table {
            return;
        }
        let seen = Seen::read(table);
        self.looked_at.clear();
        self.looked_at.extend_from_slice(table);
        let (Some(seen), Some(seat)) = (seen, self.seat()) else { return };
        if seen.phase != Phase::Betting || seen.to_act != seat.0 {
            return;
        }
        let pad = [CALL, CALL, RAISE, FOLD][self.dice.below(4) as usize];
        for pad in [pad, PadWord(0)] {
            match &mut self.role {
                Role::Host(host) => host.push_local(pad, now),
                Role::Guest(guest) => guest.push_local(pad),
                Role::None | Role::Heir => {}
            }
        }
    }

    fn entropy(&mut self) -> [u8; 32] {
        std::array::from_fn(|_| self.dice.below(256) as u8)
    }
}
