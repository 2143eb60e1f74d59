//! A race that one machine decides: this member's part in it.
//!
//! Everybody is a client of the server, also on the machine that is the server: the room's host,
//! or whoever follows it. The room carries what both say.
//!
//! ```text
//! pad ─► client ─► Action ─► the host's Hosting ─► StateBlob ─► client ─► picture, cues, results
//!            └──── on the host itself: straight ────┘
//! ```

mod deposit;
mod felt;
mod hosting;
mod told;

use self::felt::Felt;
use self::hosting::Hosting;
use self::told::Told;
use crate::cast::Cast;
use crate::game;
use crate::net::NetView;
use crate::plan::Netcode;
use crate::results::ResultsView;
use crate::scene::{Cue, Scene, Shown};
use crate::tell;
use crate::view::SeatView;
use games::Event;
use games::pack::Pack;
use games::served::{ServedRace, event_of_told, input_of_pad};
use netplay::ids::{Frame, PadWord, PlayerId, Round, Seat, StateHash};
use netplay::present::Pose;
use netplay::session::server::{ClientConfig, ClientEvent, GameClient, ServerLane};
use netplay::sim::{Replicated, WorldState};
use netplay::time::Instant;
use netplay::wire::{
    Action, Controller, Deposit, Loaded, MemberRow, Message, SeatController, Start, StateBlob, Text,
};
use std::collections::VecDeque;
use std::time::Duration;

/// States whose digests are shown: one in so many ticks, the same ones everywhere.
const CHECKED_TICKS: u32 = 10;
/// Who comes back to a seat waits so long for the relay to give it, before watching.
const SEAT_WAIT: Duration = Duration::from_millis(800);
/// After a server has closed the connection.
const GREET_AGAIN: Duration = Duration::from_secs(1);
/// Nothing new for so long is worth a word.
const QUIET: Duration = Duration::from_millis(700);
/// After the end the cars roll on behind the results, as long as the race knows what to do.
const ROLLS_ON: Duration = Duration::from_secs(9);

/// One member's part in a race that a server decides.
#[derive(Debug)]
pub(crate) struct Served {
    start: Start,
    me: PlayerId,
    cast: Cast,
    /// The race on its grid: what a client and a server begin with.
    grid: ServedRace,
    client: GameClient<ServedRace>,
    /// Whether the client has a car, as far as it knows itself.
    plays: bool,
    /// When the server is to be greeted anew.
    greets_at: Option<Instant>,
    hosting: Option<Box<Hosting>>,
    /// Since when this member should be the server and is not yet.
    called_at: Option<Instant>,
    /// What an earlier host left with the relay.
    deposit: Option<(u32, WorldState)>,
    is_late: bool,
    /// The race as it is drawn.
    shown: ServedRace,
    newest: Option<u32>,
    newest_at: Instant,
    states: u32,
    /// What was checked, and was wrong, by clients before this one.
    checked: (u64, u64),
    /// Whether a state has come since the server was greeted.
    is_told: bool,
    checkpoint: Option<(Frame, StateHash)>,
    told: Told,
    felt: Felt,
    results: Option<(ResultsView, Instant)>,
    /// Since when the session is over for everybody.
    alone_since: Option<Instant>,
    outbox: VecDeque<Message>,
}

impl Served {
    /// The race of a start order; `None` when this page does not have it. `late`: it is running
    /// already.
    pub(crate) fn new(
        start: &Start,
        pack: &Pack,
        rows: &[MemberRow],
        me: PlayerId,
        late: bool,
        now: Instant,
    ) -> Option<Self> {
        let grid = game::served(start, pack)?;
        let cast = Cast::of_start(start, rows, Some(me));
        let mut served = Self {
            start: start.clone(),
            me,
            told: Told::default(),
            client: client(None, now)?,
            plays: false,
            greets_at: None,
            hosting: None,
            called_at: None,
            deposit: None,
            is_late: late,
            shown: grid.clone(),
            newest: None,
            newest_at: now,
            states: 0,
            checked: (0, 0),
            is_told: false,
            checkpoint: None,
            felt: Felt::default(),
            results: None,
            alone_since: None,
            outbox: VecDeque::new(),
            grid,
            cast,
        };
        served.come(late, now);
        Some(served)
    }

    /// The relay carries this member again: whatever the server knew of it is forgotten.
    pub(crate) fn come_back(&mut self, now: Instant) {
        self.outbox.clear();
        self.come(true, now);
    }

    /// Who comes late is given the seat by the relay, once it hears that we are here.
    fn come(&mut self, late: bool, now: Instant) {
        self.load();
        let waits = late && self.cast.me().is_some();
        self.greets_at = Some(if waits { now + SEAT_WAIT } else { now });
    }

    fn load(&mut self) {
        self.outbox.push_back(Loaded { player: self.me, round: self.start.round }.into());
    }

    // --- hearing ----------------------------------------------------------------------------

    /// What the room carries between a server and its clients.
    pub(crate) fn handle(&mut self, message: &Message, now: Instant) {
        match message {
            Message::Action(action) => {
                if let (Some(hosting), Some((lane, bytes))) =
                    (&mut self.hosting, ServerLane::unframed(&action.payload))
                {
                    hosting.handle(action.player, lane, bytes, now);
                }
            }
            Message::StateBlob(blob) if self.hosting.is_none() => {
                if let Some((lane, bytes)) = ServerLane::unframed(&blob.payload) {
                    self.hear(lane, bytes, now);
                }
            }
            Message::Deposit(left) => self.deposit = deposit::read(left, &self.grid),
            _ => {}
        }
    }

    /// The server says something.
    fn hear(&mut self, lane: ServerLane, bytes: &[u8], now: Instant) {
        let before = if lane == ServerLane::State { self.own_pose(now) } else { None };
        // A server that talks nonsense ends the talk, and is greeted anew.
        let _ = self.client.handle(lane, bytes, now);
        let Some((tick, world)) = self.client.authoritative() else { return };
        if self.newest == Some(tick) {
            return;
        }
        if tick.is_multiple_of(CHECKED_TICKS) {
            self.checkpoint = Some((Frame(tick), world.hash()));
            if self.results.is_none() {
                let results = results(&self.grid, world, &self.start, &self.cast);
                self.results = results.map(|results| (results, now));
            }
        }
        (self.newest, self.newest_at) = (Some(tick), now);
        self.states += 1;
        self.is_told = true;
        if let (Some(before), Some(after)) = (before, self.own_pose(now)) {
            self.felt.corrected(before, after, now);
        }
    }

    /// Where the own car is now, without what fades.
    fn own_pose(&mut self, now: Instant) -> Option<Pose> {
        let slot = self.client.slot().filter(|_| self.is_told)?;
        self.client.sync_sim(&mut self.shown, now);
        let (pos, heading) = self.shown.race().poses().nth(slot.into())?;
        Some(Pose { x: pos.x.0, y: pos.y.0, heading })
    }

    /// The relay says who drives a seat. Returns how the seat was, if that is news.
    pub(crate) fn changed_hands(
        &mut self,
        change: &SeatController,
        rows: &[MemberRow],
        now: Instant,
    ) -> Option<SeatView> {
        let before = self.cast.seat(change.seat)?.clone();
        if let Some(hosting) = &mut self.hosting {
            hosting.changed_hands(change);
        }
        if before.is_driven_by(change.controller) {
            return None;
        }
        self.cast.hand_over(change.seat, change.controller, rows, Some(self.me));
        let is_mine = before.is_me || self.cast.seat(change.seat).is_some_and(|seat| seat.is_me);
        // Who comes back is without the seat for a moment, and waits for it.
        let waits = change.controller == Controller::Ai && self.greets_at.is_some();
        if is_mine && !waits {
            self.load();
            self.greets_at = Some(now);
        }
        (!self.is_loading()).then_some(before)
    }

    /// Somebody else is the room's host.
    pub(crate) fn host_changed(&mut self, host: PlayerId, now: Instant) {
        if host != self.me {
            self.load();
            self.greets_at = Some(now);
        }
    }

    /// A member is gone for good.
    pub(crate) fn left(&mut self, player: PlayerId) {
        if let Some(hosting) = &mut self.hosting {
            hosting.left(player);
        }
    }

    // --- playing ----------------------------------------------------------------------------

    /// Lets time pass.
    pub(crate) fn frame(&mut self, pad: PadWord, is_host: bool, now: Instant, cues: &mut Vec<Cue>) {
        if self.alone_since.is_some_and(|since| now.since(since) >= ROLLS_ON) {
            return; // the results have been read
        }
        self.serve(is_host || self.alone_since.is_some(), now);
        self.greet(now);
        self.client.set_input(input_of_pad(pad));
        self.client.update(now);
        self.exchange(now);
        self.tell(now, cues);
        if self.newest.is_some() && self.client.authoritative().is_some() {
            let predicting = self.client.simulation().filter(|_| self.client.slot().is_some());
            if let Some(predicting) = predicting {
                self.shown.keep_time_of(predicting);
            }
            self.client.sync_sim(&mut self.shown, now);
        }
        self.felt.fade(self.cast.me().map(|seat| seat.seat), now);
    }

    /// Is the server if this member has to be, from the newest state that it knows.
    fn serve(&mut self, has_to: bool, now: Instant) {
        if !has_to {
            self.called_at = None;
            if self.hosting.take().is_some() {
                self.greets_at = Some(now);
            }
            return;
        }
        if self.hosting.is_some() {
            return;
        }
        let called_at = *self.called_at.get_or_insert(now);
        let known = self.client.authoritative().map(|(tick, world)| (tick, world.clone()));
        let known = known.into_iter().chain(self.deposit.take());
        // After a reload only the relay knows, and it has told at once or knows nothing either.
        if known.size_hint().0 == 0 && self.is_late && now.since(called_at) < SEAT_WAIT {
            return;
        }
        self.hosting =
            Hosting::following(&self.grid, &self.cast, self.me, known, now).map(Box::new);
        self.greets_at = Some(now);
        self.is_late = false;
    }

    /// Greets the server, as a driver or to watch.
    fn greet(&mut self, now: Instant) {
        let has_server = self.called_at.is_none() || self.hosting.is_some();
        if self.greets_at.is_none_or(|at| now < at) || !has_server {
            return;
        }
        (self.greets_at, self.is_told) = (None, false);
        let plays = self.cast.me().is_some_and(|seat| !seat.ai) && self.alone_since.is_none();
        self.told.sit(self.cast.me().filter(|_| plays).map(|seat| seat.seat));
        if plays == self.plays {
            return self.client.reconnect(now);
        }
        let stats = self.client.stats();
        self.checked.0 += stats.checked;
        self.checked.1 += stats.mispredictions;
        if let Some(client) = client(plays.then(|| self.grid.clone()), now) {
            (self.client, self.plays) = (client, plays);
        }
    }

    /// What client and server have to say, to each other here or by the room.
    fn exchange(&mut self, now: Instant) {
        while let Some((lane, packet)) = self.client.poll_output() {
            if let Some(hosting) = &mut self.hosting {
                hosting.handle(self.me, lane, &packet, now);
            } else if let Some(payload) = lane.framed(&packet) {
                self.outbox.push_back(Action { player: self.me, payload }.into());
            }
        }
        let Some(mut hosting) = self.hosting.take() else { return };
        hosting.update(now);
        while let Some((to, lane, packet)) = hosting.poll_said() {
            if to == self.me {
                self.hear(lane, &packet, now);
            } else {
                self.outbox.extend(hosting.blob(to, lane, &packet).map(StateBlob::into));
            }
        }
        if let Some((tick, world)) = hosting.poll_deposit(now) {
            self.outbox.extend(deposit::write(tick, world).map(Deposit::into));
        }
        self.hosting = Some(hosting);
    }

    /// What has happened.
    fn tell(&mut self, now: Instant, cues: &mut Vec<Cue>) {
        for event in self.client.take_predicted_events() {
            if let Some(event) = event_of_told(event.kind, &event.payload) {
                self.told.predicted(Event::Race(event), now, cues);
            }
        }
        while let Some(event) = self.client.poll_event() {
            match event {
                ClientEvent::Game { event, .. } => {
                    if let Some(event) = event_of_told(event.kind, &event.payload) {
                        self.told.told(Event::Race(event), now, cues);
                    }
                }
                ClientEvent::Closed { .. } if self.alone_since.is_none() => {
                    self.load();
                    self.greets_at = Some(now + GREET_AGAIN);
                }
                _ => {}
            }
        }
    }

    /// The next message to the room.
    pub(crate) fn poll_message(&mut self) -> Option<Message> {
        self.outbox.pop_front()
    }

    /// The session is over for everybody: the AI takes the wheels while the results are read.
    pub(crate) fn go_on_alone(&mut self, now: Instant) {
        self.alone_since.get_or_insert(now);
        self.hosting = None;
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
        self.is_late && self.newest.is_none()
    }

    /// For how long the server has said nothing new, once it is felt.
    pub(crate) fn quiet_for(&self, now: Instant) -> Option<Duration> {
        let quiet = now.since(self.newest_at);
        let waits = self.alone_since.is_none() && self.hosting.is_none();
        (waits && self.newest.is_some() && quiet >= QUIET).then_some(quiet)
    }

    /// The seats that the AI drives and that are nobody's, for who has none.
    pub(crate) fn open_seats(&self, rows: &[MemberRow]) -> Vec<Seat> {
        let watches = self.cast.me().is_none() && !self.is_loading() && self.results.is_none();
        if watches { self.cast.open_seats(rows) } else { Vec::new() }
    }

    /// The server's tick that is here, and the digest of a state.
    pub(crate) fn progress(&self) -> (Frame, Option<(Frame, StateHash)>) {
        (Frame(self.newest.unwrap_or(0)), self.checkpoint)
    }

    pub(crate) fn scene(&self) -> Scene<'_> {
        if self.is_loading() {
            return Scene::None;
        }
        let me = self.cast.me().map(|seat| seat.seat);
        let race = self.shown.race();
        let shifts = self.felt.shifts();
        Scene::Race(Shown { before: race, after: race, alpha_256: 256, me, shifts, others: None })
    }

    pub(crate) fn net(&self) -> NetView {
        let stats = self.client.stats();
        let count = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        NetView {
            netcode: Netcode::Server,
            states: self.states,
            guessed: count(self.checked.0 + stats.checked),
            mispredicted: count(self.checked.1 + stats.mispredictions),
            snaps: stats.clock_jumps,
            is_server: self.hosting.is_some(),
            ..self.felt.net()
        }
    }
}

/// A client that says hello, with a world to predict in or to watch.
fn client(world: Option<ServedRace>, now: Instant) -> Option<GameClient<ServedRace>> {
    // The room knows everybody's name; corrections fade in `Felt`.
    let config = ClientConfig { smooth_ms: 0, ..ClientConfig::new(Text::default()) };
    GameClient::new(world, config, now).ok()
}

/// The results, once the server's race is over.
fn results(
    grid: &ServedRace,
    world: &WorldState,
    start: &Start,
    cast: &Cast,
) -> Option<ResultsView> {
    let mut race = grid.clone();
    race.write(world).ok()?;
    Some(tell::race(&race.results()?, start, cast))
}
