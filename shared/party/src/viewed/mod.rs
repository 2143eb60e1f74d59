//! A hunt that only the host's machine knows: this member's part in it.
//!
//! Everybody, also whoever plays on the host's machine, is shown what a player in their place may see
//! and nothing else.
//!
//! ```text
//! pad, when it changes ─► Action ─► the host's ViewHost ─► StateBlob: a look ─► Reel ─► picture, cues, results
//! ```

mod reel;

use self::reel::Reel;
use crate::cast::Cast;
use crate::net::NetView;
use crate::plan::Netcode;
use crate::results::ResultsView;
use crate::scene::{Cue, HuntShown, Scene};
use crate::tell;
use crate::view::SeatView;
use games::hunt::{Hunt, HuntTable, HuntView, Look};
use games::pack::Pack;
use games::{Event, Game, GameSetup};
use netplay::ids::{Frame, PadWord, PlayerId, Round, Seat, StateHash};
use netplay::limits::TICK_HZ;
use netplay::session::clock::StepClock;
use netplay::session::turns::TurnConfig;
use netplay::session::views::{Dealer, ViewGuest, ViewHost};
use netplay::sim::Rewind;
use netplay::time::Instant;
use netplay::wire::{Controller, Deposit, Loaded, MemberRow, Message, SeatController, Start};
use std::collections::VecDeque;
use std::time::Duration;

/// Nothing new for so long is worth a word.
const QUIET: Duration = Duration::from_millis(700);
/// A new host who is given no deposit for so long begins the game anew.
const DEPOSIT_WAIT: Duration = Duration::from_millis(800);

/// What a member is in the game.
#[derive(Debug)]
enum Role {
    /// Runs the game.
    Host(Box<ViewHost<HuntTable>>),
    /// Follows it.
    Guest(ViewGuest),
    /// Has just become host, and waits for what the last one left.
    Heir(Instant),
}

/// One member's part in a hunt that its host decides.
#[derive(Debug)]
pub(crate) struct Viewed {
    start: Start,
    me: PlayerId,
    cast: Cast,
    /// The hunt as everybody could know it from the start order: where it is, and how it is told
    /// in the end.
    plain: Hunt,
    role: Role,
    hands: Vec<Controller>,
    loaded: Vec<PlayerId>,
    /// What nobody else can foresee.
    secrets: Dealer,
    clock: StepClock,
    pad: PadWord,
    reel: Reel<HuntView>,
    /// What happened up to this tick was told.
    told: u32,
    waiting: Vec<(u32, Event)>,
    newest_at: Instant,
    looks: u32,
    results: Option<(ResultsView, Instant)>,
    is_over_for_all: bool,
    outbox: VecDeque<Message>,
}

impl Viewed {
    /// The hunt of a start order; `None` when this page does not have it, or it is no game of
    /// secrets. `am_host`: this member runs it, `late`: it is running already.
    pub(crate) fn new(
        start: &Start,
        pack: &Pack,
        rows: &[MemberRow],
        me: PlayerId,
        (am_host, late): (bool, bool),
        secrets: Dealer,
        now: Instant,
    ) -> Option<Self> {
        let plain = plain(start, pack)?;
        let hand = |player: &Option<PlayerId>| match *player {
            Some(player) => Controller::Human { player },
            None => Controller::Ai,
        };
        let mut viewed = Self {
            start: start.clone(),
            me,
            cast: Cast::of_start(start, rows, Some(me)),
            plain,
            role: Role::Guest(ViewGuest::new(me, now)),
            hands: start.seats.iter().map(hand).collect(),
            loaded: Vec::new(),
            secrets,
            clock: StepClock::new(TICK_HZ),
            pad: PadWord(0),
            reel: Reel::default(),
            told: 0,
            waiting: Vec::new(),
            newest_at: now,
            looks: 0,
            results: None,
            is_over_for_all: false,
            outbox: VecDeque::new(),
        };
        match (am_host, late) {
            (true, false) => viewed.host(None, rows),
            (true, true) => viewed.role = Role::Heir(now), // after a reload only the relay knows
            (false, _) => {}
        }
        viewed.load();
        Some(viewed)
    }

    /// The relay carries this member again. Meanwhile the host may have become another.
    pub(crate) fn come_back(&mut self, am_host: bool, now: Instant) {
        self.outbox.clear();
        match &mut self.role {
            Role::Host(host) if am_host => host.reconnected(),
            Role::Heir(_) if am_host => {}
            _ if am_host => self.role = Role::Heir(now),
            Role::Guest(guest) => guest.host_changed(now),
            Role::Host(_) | Role::Heir(_) => self.role = Role::Guest(ViewGuest::new(self.me, now)),
        }
        self.load();
    }

    fn load(&mut self) {
        self.outbox.push_back(Loaded { player: self.me, round: self.start.round }.into());
    }

    /// Runs the game from here on: from what the last host left, or from its beginning.
    fn host(&mut self, left: Option<&Deposit>, rows: &[MemberRow]) {
        let mut lot = || self.secrets.below(1 << 16);
        let secret = (0..4).fold(0, |secret, _| secret << 16 | u64::from(lot()));
        let entropy = std::array::from_fn(|_| lot() as u8);
        let (setup, arena) = (*self.plain.setup(), self.plain.arena().clone());
        let table = || HuntTable::new(setup, arena.clone(), secret).ok();
        let turns = TurnConfig::default();
        let follow = |left| ViewHost::resume(table()?, self.me, turns, left, entropy).ok();
        let begin = || ViewHost::new(table()?, self.me, turns, entropy).ok();
        let Some(host) = left.and_then(follow).or_else(begin) else { return };
        self.role = Role::Host(Box::new(host));
        self.clock = StepClock::new(TICK_HZ);
        self.reel.cut();
        (self.told, self.waiting) = (0, Vec::new());
        // Nothing is pressed there yet: what is held all the while is said again.
        self.pad = PadWord(0);
        if let Role::Host(host) = &mut self.role {
            for (seat, hand) in (0..).map(Seat).zip(&self.hands) {
                host.set_seat_controller(seat, *hand);
            }
            self.loaded.iter().for_each(|player| host.admit(*player));
        }
        self.seat_people(rows);
    }

    /// The lobby says who sits where: whoever has stood up sees no secret any more.
    pub(crate) fn seat_people(&mut self, rows: &[MemberRow]) {
        if let Role::Host(host) = &mut self.role {
            rows.iter().for_each(|row| host.sits_on(row.player, row.seat));
        }
    }

    // --- hearing ----------------------------------------------------------------------------

    /// What the room carries between the host and its guests.
    pub(crate) fn handle(&mut self, message: &Message, rows: &[MemberRow], now: Instant) {
        match (&mut self.role, message) {
            (Role::Heir(_), Message::Deposit(left)) => self.host(Some(left), rows),
            (Role::Host(host), _) => host.handle(message, now),
            (Role::Guest(guest), _) => guest.handle(message),
            (Role::Heir(_), _) => {}
        }
    }

    /// Somebody has the game, and is shown it.
    pub(crate) fn loaded(&mut self, player: PlayerId) {
        if !self.loaded.contains(&player) {
            self.loaded.push(player);
        }
        if let Role::Host(host) = &mut self.role {
            host.admit(player);
        }
    }

    /// The relay says who drives a seat. Returns how the seat was, if that is news.
    pub(crate) fn changed_hands(
        &mut self,
        change: &SeatController,
        rows: &[MemberRow],
    ) -> Option<SeatView> {
        let before = self.cast.seat(change.seat)?.clone();
        *self.hands.get_mut(change.seat.index())? = change.controller;
        if let Role::Host(host) = &mut self.role {
            host.set_seat_controller(change.seat, change.controller);
        }
        if before.is_driven_by(change.controller) {
            return None;
        }
        self.cast.hand_over(change.seat, change.controller, rows, Some(self.me));
        (!self.is_loading()).then_some(before)
    }

    /// Somebody else is the room's host.
    pub(crate) fn host_changed(&mut self, host: PlayerId, now: Instant) {
        if self.is_over_for_all {
            return;
        }
        let is_me = host == self.me;
        match &mut self.role {
            Role::Host(_) if is_me => {}
            _ if is_me => self.role = Role::Heir(now),
            Role::Guest(guest) => guest.host_changed(now),
            Role::Host(_) | Role::Heir(_) => self.role = Role::Guest(ViewGuest::new(self.me, now)),
        }
        if !is_me {
            self.load();
        }
    }

    /// A member is gone for good.
    pub(crate) fn left(&mut self, player: PlayerId) {
        self.loaded.retain(|other| *other != player);
        if let Role::Host(host) = &mut self.role {
            host.dismiss(player);
        }
    }

    // --- playing ----------------------------------------------------------------------------

    /// Lets time pass.
    pub(crate) fn frame(
        &mut self,
        pad: PadWord,
        rows: &[MemberRow],
        now: Instant,
        cues: &mut Vec<Cue>,
    ) {
        if self.is_over_for_all {
            return self.reel.run(now); // the results have been read, or will be
        }
        if let Role::Heir(since) = self.role
            && now.since(since) >= DEPOSIT_WAIT
        {
            self.host(None, rows);
        }
        let steps = self.clock.due(now, 0);
        let mut told = Vec::new();
        match &mut self.role {
            Role::Host(host) => {
                for _ in 0..steps {
                    if self.pad != pad {
                        self.pad = pad;
                        host.push_local(pad, now);
                    }
                    host.tick(now);
                }
                self.outbox.extend(std::iter::from_fn(|| host.poll_message()));
                told.extend_from_slice(host.own_view());
            }
            Role::Guest(guest) => {
                guest.push_local(pad);
                guest.handle_timeout(now);
                while guest.poll_event().is_some() {}
                self.outbox.extend(std::iter::from_fn(|| guest.poll_message()));
                told.extend_from_slice(guest.shown().map_or(&[], |shown| &shown.table));
            }
            Role::Heir(_) => {}
        }
        self.look(&told, now);
        self.reel.run(now);
        self.tell(cues);
    }

    /// The newest look, if it is news.
    fn look(&mut self, bytes: &[u8], now: Instant) {
        let tick = bytes.first_chunk().map(|tick| u32::from_le_bytes(*tick));
        if tick.is_none() || tick == self.reel.newest() {
            return;
        }
        // A host that talks nonsense is not believed, and the picture stays as it was.
        let Some(look) = Look::read(bytes, self.plain.arena()) else { return };
        if look.view.seats.len() != self.cast.seats().len() {
            return;
        }
        if self.reel.newest().is_some_and(|newest| look.tick < newest) {
            self.reel.cut();
            (self.told, self.waiting) = (0, Vec::new());
        }
        for (at, event) in look.events {
            if at > self.told {
                self.waiting.push((at, Event::Hunt(event)));
            }
        }
        self.told = self.told.max(look.tick);
        self.reel.push(look.tick, look.view);
        (self.newest_at, self.looks) = (now, self.looks.saturating_add(1));
        if let Some(end) = look.end.filter(|_| self.results.is_none()) {
            self.results = self.told_end(&end).map(|results| (results, now));
        }
    }

    /// The results, once the host has shown everything.
    fn told_end(&self, end: &[u8]) -> Option<ResultsView> {
        let mut hunt = self.plain.clone();
        hunt.load(end).ok()?;
        tell::results(&Game::Hunt(hunt), &self.start, &self.cast)
    }

    /// What has happened by the tick that is on the screen.
    fn tell(&mut self, cues: &mut Vec<Cue>) {
        let shown = self.reel.shown();
        self.waiting.retain(|(at, event)| {
            let is_due = *at <= shown;
            if is_due {
                cues.push(Cue::Game(*event));
            }
            !is_due
        });
    }

    /// The next message to the room.
    pub(crate) fn poll_message(&mut self) -> Option<Message> {
        self.outbox.pop_front()
    }

    /// The session is over for everybody.
    pub(crate) fn go_on_alone(&mut self) {
        self.is_over_for_all = true;
        self.outbox.clear();
    }

    // --- looking ----------------------------------------------------------------------------

    pub(crate) fn round(&self) -> Round {
        self.start.round
    }

    pub(crate) fn cast(&self) -> &Cast {
        &self.cast
    }

    pub(crate) fn results(&self) -> Option<&ResultsView> {
        self.results.as_ref().map(|(view, _)| view)
    }

    pub(crate) fn results_shown_for(&self, now: Instant) -> Option<Duration> {
        self.results.as_ref().map(|(_, since)| now.since(*since))
    }

    /// Whether there is nothing to be seen yet.
    pub(crate) fn is_loading(&self) -> bool {
        self.reel.newest().is_none()
    }

    /// For how long the host has said nothing new, once it is felt.
    pub(crate) fn quiet_for(&self, now: Instant) -> Option<Duration> {
        let quiet = now.since(self.newest_at);
        let waits = !self.is_over_for_all && matches!(self.role, Role::Guest(_) | Role::Heir(_));
        (waits && !self.is_loading() && quiet >= QUIET).then_some(quiet)
    }

    /// The seats that the AI plays and that are nobody's, for who has none.
    pub(crate) fn open_seats(&self, rows: &[MemberRow]) -> Vec<Seat> {
        let watches = self.cast.me().is_none() && !self.is_loading() && self.results.is_none();
        if watches { self.cast.open_seats(rows) } else { Vec::new() }
    }

    /// The host's tick that is here. There is nothing to compare: everybody sees something else.
    pub(crate) fn progress(&self) -> (Frame, Option<(Frame, StateHash)>) {
        (Frame(self.reel.newest().unwrap_or(0)), None)
    }

    pub(crate) fn scene(&self) -> Scene<'_> {
        let Some((before, after, alpha_256)) = self.reel.between() else { return Scene::None };
        Scene::Hunt(HuntShown {
            before: before.clone(),
            after: after.clone(),
            alpha_256,
            me: self.cast.me().map(|seat| seat.seat),
            arena: self.plain.arena(),
            shifts: &[],
        })
    }

    pub(crate) fn net(&self) -> NetView {
        NetView {
            netcode: Netcode::Hidden,
            states: self.looks,
            is_server: matches!(self.role, Role::Host(_)),
            ..NetView::default()
        }
    }
}

/// The hunt of a start order as everybody may know it.
fn plain(start: &Start, pack: &Pack) -> Option<Hunt> {
    let GameSetup::Hunt(_) = GameSetup::decode(&start.mode, &start.config).ok()? else {
        return None;
    };
    match Game::from_start(start, pack).ok()? {
        Game::Hunt(hunt) => Some(hunt),
        _ => None,
    }
}
