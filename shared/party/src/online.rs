//! A room at a relay: the link, the place, the lobby, and the game that runs in it.

mod asking;
mod differing;
mod fetching;
mod serving;
mod telling;
mod viewing;

use self::differing::Differing;
use self::fetching::Lacking;
use crate::active::Active;
use crate::chat::{ChatLog, Notices};
use crate::countdown::Countdown;
use crate::entry::{EntryWish, Profile, Ticket};
use crate::hosted::Hosted;
use crate::net::NetView;
use crate::reconnect::Reconnect;
use crate::replay::Recording;
use crate::rows;
use crate::running::Running;
use crate::saying::Saying;
use crate::scene::{Cue, Scene};
use crate::traffic::Traffic;
use crate::view::FindingView;
use crate::words::{self, Sentence};
use games::pack::Pack;
use netplay::client::RoomClient;
use netplay::ids::{PadWord, PlayerId};
use netplay::limits::PROTOCOL_VERSION;
use netplay::link::{LinkState, Transport};
use netplay::present::Smoothing;
use netplay::rng::SimRng;
use netplay::session::transfer::Donations;
use netplay::session::views::Dealer;
use netplay::time::Instant;
use netplay::wire::{
    CloseReason, EndSession, Entry, Hello, Loaded, MemberRow, Message, Presence, SetRoom, Text,
};
use std::sync::Arc;
use std::time::Duration;

/// After the results the room goes back to its lobby: the host sees to it, and if the host does
/// not, somebody else.
const HOST_ENDS_MS: u128 = 1_500;
const ANYBODY_ENDS_MS: u128 = 4_000;
/// Nobody waits longer than this to be let go.
const GOODBYE_WAIT: Duration = Duration::from_secs(1);

pub(crate) struct Online {
    client: RoomClient,
    pack: Arc<Pack>,
    lacking: Option<Lacking>,
    reconnect: Reconnect,
    /// Seeds the games that this member starts.
    dice: SimRng,
    /// What only this machine can know, for games that it hosts and that have secrets.
    secrets: Dealer,
    /// What this member ordered as host and the lobby does not show yet.
    ordered: Option<SetRoom>,
    countdown: Countdown,
    counted: Option<u8>,
    chat: ChatLog,
    notices: Notices,
    refusal: Option<Sentence>,
    saying: Saying,
    /// The members as they were last looked at, to tell what has happened to them.
    known: Vec<MemberRow>,
    presence: Presence,
    /// The game that runs or whose results are read: on its peers, or on its host. One of both.
    active: Option<Active>,
    hosted: Option<Hosted>,
    donations: Donations,
    differing: Differing,
    finding: Option<FindingView>,
    traffic: Traffic,
    smoothing: Smoothing,
    cues: Vec<Cue>,
    /// Goodbye is said; the relay's answer is awaited, so that it does not take this for a loss.
    leaving: Option<Instant>,
    /// The link must be opened anew: only so does the relay find a donor for us.
    state_is_lost: bool,
    recording: Recording,
    over: Option<Sentence>,
}

impl Online {
    pub(crate) fn new(
        me: &Profile,
        wish: EntryWish,
        pack: Arc<Pack>,
        dice: u64,
        now: Instant,
    ) -> Self {
        let mut entropy = [0; 32];
        entropy[..8].copy_from_slice(&dice.to_le_bytes());
        let entry = match wish {
            EntryWish::Create { seats } => Entry::Create { seats },
            EntryWish::Join { code, watch } => Entry::Join { code, watch },
            EntryWish::Resume(ticket) => Entry::Resume { code: ticket.code, token: ticket.token },
        };
        let hello = Hello {
            version: PROTOCOL_VERSION,
            identity: crate::game::identity(&pack),
            name: Text::truncated(&me.name),
            colour: me.colour,
            entry,
        };
        Self {
            client: RoomClient::new(hello),
            pack,
            lacking: None,
            reconnect: Reconnect::new(dice, now),
            dice: SimRng::new(dice, 2),
            secrets: Dealer::new(entropy),
            ordered: None,
            countdown: Countdown::default(),
            counted: None,
            chat: ChatLog::default(),
            notices: Notices::default(),
            refusal: None,
            saying: Saying::default(),
            known: Vec::new(),
            presence: Presence::Active,
            active: None,
            hosted: None,
            donations: Donations::default(),
            differing: Differing::new(PlayerId::default()),
            finding: None,
            traffic: Traffic::default(),
            smoothing: Smoothing::default(),
            cues: Vec::new(),
            leaving: None,
            state_is_lost: false,
            recording: Recording::default(),
            over: None,
        }
    }

    /// Secrets follow from this from now on.
    pub(crate) fn stir(&mut self, entropy: [u8; 32]) {
        self.secrets = Dealer::new(entropy);
    }

    pub(crate) fn ticket(&self) -> Option<Ticket> {
        match self.client.entry() {
            _ if self.over.is_some() || self.leaving.is_some() => None,
            Entry::Resume { code, token } => Some(Ticket { code, token }),
            Entry::Create { .. } | Entry::Join { .. } => None,
        }
    }

    // --- the link ---------------------------------------------------------------------------

    pub(crate) fn wants_link(&mut self, now: Instant) -> bool {
        // Also a link that the page could not even begin to open.
        if self.reconnect.opens_too_slowly(now) {
            self.link_lost(CloseReason::LinkLost, now);
        }
        self.over.is_none() && self.reconnect.wants_link(now)
    }

    pub(crate) fn hurry(&mut self, now: Instant) {
        self.reconnect.hurry(now);
    }

    pub(crate) fn receive<T: Transport>(&mut self, link: &mut T, now: Instant) {
        if !self.reconnect.is_open() && !self.reconnect.is_opening() {
            link.close(); // given up, and here after all
            return;
        }
        if link.state() == LinkState::Connecting {
            link.poll(now); // a link over datagrams opens by being polled
        }
        let state = link.state();
        if state == LinkState::Open && self.reconnect.opened() {
            self.client.link_opened(now);
        }
        while self.client.has_link() {
            let Some(packet) = link.poll(now) else { break };
            self.traffic.down(packet.len());
            self.client.handle(&packet, now);
            while let Some(event) = self.client.poll_event() {
                self.told(event, now);
            }
        }
        if let Some(reason) = self.why_dead(state, now) {
            link.close();
            self.link_lost(reason, now);
        }
    }

    fn why_dead(&mut self, state: LinkState, now: Instant) -> Option<CloseReason> {
        if let LinkState::Closed(reason) = state {
            Some(reason)
        } else if self.client.link_is_silent(now) {
            Some(CloseReason::Silent)
        } else {
            let ended = self.reconnect.is_open() && !self.client.has_link();
            let left = self.leaving.is_some_and(|said| now.since(said) >= GOODBYE_WAIT);
            (ended || left || self.state_is_lost).then_some(CloseReason::LinkLost)
        }
    }

    pub(crate) fn transmit<T: Transport>(&mut self, link: &mut T, now: Instant) {
        if let Some(active) = &mut self.active {
            active.speak_on(link.is_stream());
            // Words that datagrams lost before a seat changed hands may be said by nobody again.
            self.state_is_lost |= !link.is_stream() && active.waits_in_vain(now);
        }
        for message in self.donations.poll(now) {
            self.client.say(message);
        }
        while let Some((packet, lane)) = self.client.poll_packet() {
            self.traffic.up(packet.len());
            if link.send(&packet, lane, now).is_err() {
                return; // the link's state tells why, at the next `receive`
            }
        }
    }

    fn link_lost(&mut self, reason: CloseReason, now: Instant) {
        if !self.reconnect.is_open() && !self.reconnect.is_opening() {
            return;
        }
        self.client.link_lost();
        self.ordered = None;
        self.saying.forget_sent();
        self.reconnect.lost(now);
        self.donations = Donations::default();
        if self.leaving.is_some() {
            self.end(words::closed(CloseReason::Left));
        } else if self.is_offered_a_pack() {
            self.reconnect.stop(); // until the player has read what is offered
        } else if std::mem::take(&mut self.state_is_lost) {
            self.reconnect.hurry(now);
        } else if self.client.me().is_none() {
            self.refusal = Some(words::closed(reason));
        } else if self.reconnect.losses() == 1 {
            self.notices.alarm("The connection was lost; trying to come back.");
        }
    }

    /// It is over for good, and this is why.
    fn end(&mut self, why: Sentence) {
        self.over.get_or_insert(why);
        self.reconnect.stop();
        self.client.link_lost();
        self.forget_game();
        self.refusal = None;
    }

    // --- the game ---------------------------------------------------------------------------

    pub(crate) fn frame(&mut self, pad: PadWord, now: Instant) {
        self.traffic.run(now);
        self.fetch(now);
        let seconds = self.countdown.seconds(now);
        if seconds != self.counted {
            self.counted = seconds;
            self.cues.extend(seconds.map(Cue::Countdown));
        }
        if self.client.am_host() && self.client.round().is_none() && self.countdown.order(now) {
            self.order_start();
        }
        if self.hosted.is_some() {
            return self.host(pad, now);
        }
        let Some(active) = &mut self.active else { return };
        let runs = self.client.round() == Some(active.round());
        if runs && !self.client.in_session() {
            active.hold(now);
            return;
        }
        let client = &self.client;
        let rtt = |player| client.member(player).map_or(0, |row| u32::from(row.rtt_ms));
        let mine = client.me().map_or(0, rtt);
        active.smooth(self.smoothing);
        active.frame(pad, now, &|player| (mine + rtt(player)) / 2, &mut self.cues);
        if runs {
            active.record(&mut self.recording);
        } else {
            active.forget_news(); // the cars roll on behind the results, on this page alone
            return;
        }
        self.settle(); // before any word: the relay takes none from who has not loaded the game
        self.say_what_the_session_says();
        self.session_news(now);
        self.look_into_differences(now);
        self.end_after_results(now);
    }

    /// Says that this member plays, once it has caught up.
    fn settle(&mut self) {
        let Some(active) = &mut self.active else { return };
        let (rows, me) = (rows::members(&self.client), self.client.me());
        for before in active.changed_hands(rows, me) {
            let Some(seat) = active.cast().seat(before.seat) else { continue };
            self.cues.extend(seat.is_me.then_some(Cue::MySeat { ai: seat.ai }));
            self.notices.tell(words::hands(&before, seat));
        }
        if active.settles() {
            let (player, round) = (self.client.me().unwrap_or_default(), active.round());
            self.client.say(Loaded { player, round });
        }
    }

    fn say_what_the_session_says(&mut self) {
        while let Some(message) = self.active.as_mut().and_then(Active::poll_message) {
            self.client.say(message);
        }
    }

    fn end_after_results(&mut self, now: Instant) {
        let Some(running) = self.running() else { return };
        let Some(shown) = running.results_shown_for(now) else { return };
        let wait = if self.client.am_host() { HOST_ENDS_MS } else { ANYBODY_ENDS_MS };
        if shown.as_millis() >= wait {
            self.say_end();
        }
    }

    /// Ends the running session for everybody.
    fn say_end(&mut self) {
        let (Some(round), Some(player)) = (self.client.round(), self.client.me()) else { return };
        self.client.say(EndSession { player, round });
    }

    // --- looking ----------------------------------------------------------------------------

    pub(crate) fn scene(&self) -> Scene<'_> {
        self.on_show().map_or(Scene::None, Running::scene)
    }

    pub(crate) fn take_cues(&mut self) -> Vec<Cue> {
        std::mem::take(&mut self.cues)
    }

    /// How the running game gets over the wire.
    pub(crate) fn net(&self) -> Option<NetView> {
        let mut net = self.running()?.net();
        net.rtt_ms = self.client.my_row().map(|row| row.rtt_ms).filter(|rtt_ms| *rtt_ms > 0);
        [net.bytes_up_s, net.bytes_down_s] = self.traffic.a_second();
        Some(net)
    }

    pub(crate) fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The game that runs for everybody.
    pub(crate) fn running(&self) -> Option<Running<'_>> {
        self.on_show().filter(|running| self.client.round() == Some(running.round()))
    }

    /// The same, or the last one while its results are read.
    fn on_show(&self) -> Option<Running<'_>> {
        let hosted = || self.hosted.as_ref().map(Running::Hosted);
        self.active.as_ref().map(Running::Peers).or_else(hosted)
    }

    fn forget_game(&mut self) {
        (self.active, self.hosted) = (None, None);
    }

    fn say(&mut self, message: impl Into<Message>) {
        self.client.say(message);
    }
}
