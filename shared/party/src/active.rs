//! The game that runs in a room: its session, its cast, and how far this member is into it.

use crate::cast::Cast;
use crate::engine::Engine;
use crate::game;
use crate::heard::Heard;
use crate::net::{History, NetView};
use crate::play::Play;
use crate::replay::{Filming, Recording};
use crate::results::ResultsView;
use crate::scene::{Cue, Scene};
use crate::tell;
use crate::view::{SeatView, StallView};
use games::Game;
use games::pack::Pack;
use netplay::ids::{Frame, PadWord, PlayerId, Round, Seat, StateHash};
use netplay::limits::STALL_NOTICE_MS;
use netplay::present::Smoothing;
use netplay::session::transfer::{Progress, Receiver};
use netplay::session::{PeerFault, SessionEvent};
use netplay::time::Instant;
use netplay::track::Evidence;
use netplay::wire::{MemberRow, Message, Stall, StallCause, Start};
use std::time::Duration;

/// How long the relay's word about why a seat is waited for holds.
const CAUSE_HOLDS_MS: u128 = 2_000;
/// Steps taken at the end of a session to reach the results that the others have.
const RUN_OUT_STEPS: u32 = 240;
/// After 5 s of silence the AI has a seat, and says so to everybody: this is a while longer.
const IN_VAIN: Duration = Duration::from_secs(8);

/// How far this member is.
#[derive(Debug)]
enum Stage {
    /// A donor's state is on its way.
    Joining(Receiver),
    /// The state is here; the others are ahead, or have not been told that we play.
    CatchingUp,
    /// In the game.
    Playing,
}

/// One game of a room.
#[derive(Debug)]
pub(crate) struct Active {
    start: Start,
    play: Play,
    heard: Heard,
    cast: Cast,
    stage: Stage,
    /// The state here is the session's, if perhaps an old one.
    has_state: bool,
    /// We were asked for the state, as nobody else has it, and have none either.
    empty_handed: bool,
    /// Until the first frame of the present: what happened before it is not heard.
    silent: bool,
    /// The session has ended for everybody, and the cars roll on here alone.
    is_over: bool,
    causes: Vec<(Seat, StallCause, Instant)>,
    history: History,
    filming: Filming,
    results: Option<(ResultsView, Instant)>,
}

impl Active {
    /// The game of a start order; `None` when this page does not have it.
    pub(crate) fn new(
        start: &Start,
        rows: &[MemberRow],
        me: PlayerId,
        pack: &Pack,
    ) -> Option<Self> {
        let engine = Engine::of_start(start, me, pack)?;
        let cast = Cast::of_start(start, rows, Some(me));
        Some(Self::with(start, engine, cast, pack))
    }

    /// A game against the AI, with no relay to say when it may begin.
    pub(crate) fn practice(start: &Start, me: PlayerId, cast: Cast, pack: &Pack) -> Option<Self> {
        let mut active = Self::with(start, Engine::of_start(start, me, pack)?, cast, pack);
        active.stage = Stage::Playing;
        Some(active)
    }

    fn with(start: &Start, engine: Engine, cast: Cast, pack: &Pack) -> Self {
        Self {
            start: start.clone(),
            filming: Filming::new(start, pack, &cast),
            play: Play::new(engine),
            heard: Heard::new(cast.me().map(|me| me.seat)),
            cast,
            stage: Stage::CatchingUp,
            has_state: false,
            empty_handed: false,
            silent: false,
            is_over: false,
            causes: Vec::new(),
            history: History::default(),
            results: None,
        }
    }

    // --- coming in --------------------------------------------------------------------------

    /// The game was running before we came: a donor will send its state.
    pub(crate) fn await_state(&mut self, now: Instant) {
        self.play.await_state();
        self.silent = true;
        self.stage = Stage::Joining(Receiver::new(now));
    }

    /// The game goes on from what we have kept, if anything, after everybody else has lost it.
    /// Whoever comes back gets the state from here. Returns the next frame.
    pub(crate) fn keep_on(&mut self) -> Option<Frame> {
        self.empty_handed = !self.has_state;
        if self.empty_handed {
            return None;
        }
        let frame = self.play.keep_on();
        if self.play.is_sealed() {
            self.filming.begin_at(frame, &self.play, &self.cast);
        }
        self.stage = Stage::CatchingUp;
        Some(frame)
    }

    /// Takes a donor's message and returns the answers.
    pub(crate) fn handle_transfer(&mut self, message: &Message, now: Instant) -> Vec<Message> {
        let Stage::Joining(receiver) = &mut self.stage else { return Vec::new() };
        receiver.handle(message, now);
        let mut answers: Vec<Message> = std::iter::from_fn(|| receiver.poll_message()).collect();
        match receiver.received().map(|state| self.play.adopt(state)) {
            None => {}
            // A donor's answer of long ago, when we were here before: there will be a newer one.
            Some(Ok(_)) if self.play.has_gap() => {
                self.play.await_state();
                receiver.abort();
                answers.extend(receiver.poll_message());
            }
            Some(Ok(frame)) => {
                (self.stage, self.has_state) = (Stage::CatchingUp, true);
                self.filming.begin_at(frame, &self.play, &self.cast);
            }
            // Whoever sent this does not play what we play; the relay finds another donor.
            Some(Err(_)) => {
                receiver.abort();
                answers.extend(receiver.poll_message());
            }
        }
        answers
    }

    /// Whether we have caught up just now, and the others should be told.
    pub(crate) fn settles(&mut self) -> bool {
        let settled = matches!(self.stage, Stage::CatchingUp) && self.play.is_up_to_date();
        if settled {
            if self.silent {
                self.heard.jump(self.play.frame());
            }
            (self.stage, self.silent, self.has_state) = (Stage::Playing, false, true);
        }
        settled
    }

    /// Bytes held and bytes in all of the state on its way.
    pub(crate) fn loading(&self) -> Option<(u32, u32)> {
        match &self.stage {
            Stage::Joining(receiver) => Some(match receiver.progress() {
                Progress::Moving { done_bytes, total_bytes } => (done_bytes, total_bytes),
                _ => (0, 0),
            }),
            Stage::CatchingUp if self.silent => Some((1, 1)),
            _ => None,
        }
    }

    // --- playing ----------------------------------------------------------------------------

    /// Takes the steps that are due.
    pub(crate) fn frame(
        &mut self,
        pad: PadWord,
        now: Instant,
        trip_ms: &dyn Fn(PlayerId) -> u32,
        cues: &mut Vec<Cue>,
    ) {
        if !self.is_over && !self.play.is_paced() {
            self.play.hold(now); // until the relay gives somebody a seat
            return;
        }
        self.play.run(now, trip_ms);
        while let Some(frame) = self.play.step(pad, now) {
            self.history.ours(self.play.last_checkpoint());
            if !self.silent {
                let confirmed = self.play.confirmed_frame();
                self.heard.played(frame, self.play.simulation(), confirmed, cues);
            }
            self.look_for_results(now);
        }
    }

    /// The session has ended: takes the steps whose words are all here, up to the results.
    pub(crate) fn run_out(&mut self, now: Instant) {
        for _ in 0..RUN_OUT_STEPS {
            self.look_for_results(now);
            if self.results.is_some() || !self.play.step_at_once(now) {
                return;
            }
        }
    }

    /// The session is over for everybody: the AI takes the wheels while the results are read.
    pub(crate) fn go_on_alone(&mut self) {
        self.is_over = true;
        self.play.release();
        self.forget_news();
    }

    /// Drops what the session would tell, say and have recorded.
    pub(crate) fn forget_news(&mut self) {
        while self.play.poll_message().is_some() {}
        while self.play.poll_event().is_some() {}
        while self.play.poll_confirmed().is_some() {}
    }

    /// Writes down what has become certain since the last call.
    pub(crate) fn record(&mut self, recording: &mut Recording) {
        self.filming.take(&mut self.play, &self.cast, recording);
    }

    /// How corrections are shown.
    pub(crate) fn smooth(&mut self, how: Smoothing) {
        self.play.smooth(how);
    }

    /// The link is away.
    pub(crate) fn hold(&mut self, now: Instant) {
        self.play.hold(now);
    }

    pub(crate) fn handle(&mut self, message: &Message) -> Result<(), PeerFault> {
        self.play.handle(message)
    }

    /// The next message to the others. What is said before they know that we play is lost.
    pub(crate) fn poll_message(&mut self) -> Option<Message> {
        if matches!(self.stage, Stage::Playing) { self.play.poll_message() } else { None }
    }

    pub(crate) fn poll_event(&mut self) -> Option<SessionEvent> {
        let event = self.play.poll_event()?;
        match &event {
            SessionEvent::Confirmed(frame, _) => self.history.judged(*frame, true),
            SessionEvent::Desync { frame, .. } => self.history.judged(*frame, false),
            _ => {}
        }
        Some(event)
    }

    pub(crate) fn speak_on(&mut self, stream: bool) {
        self.play.speak_on(stream);
    }

    pub(crate) fn pause(&mut self, paused: bool) {
        if paused { self.play.pause() } else { self.play.resume() }
    }

    pub(crate) fn donate(&self, out: &mut Vec<u8>) -> Frame {
        self.play.donate(out)
    }

    /// Whether what we hold is worth sending to somebody: also while we have yet to say that we
    /// have caught up to drive again.
    pub(crate) fn can_donate(&self) -> bool {
        self.has_state && !self.silent && !matches!(self.stage, Stage::Joining(_))
    }

    /// The relay says why a seat is waited for.
    pub(crate) fn told_of_stall(&mut self, stall: &Stall, now: Instant) {
        self.causes.retain(|(seat, ..)| *seat != stall.seat);
        if stall.seat.index() < self.cast.seats().len() {
            self.causes.push((stall.seat, stall.cause, now));
        }
    }

    /// Takes over from the session who drives what. Returns the seats for which that is news, as
    /// they were.
    pub(crate) fn changed_hands(
        &mut self,
        rows: &[MemberRow],
        me: Option<PlayerId>,
    ) -> Vec<SeatView> {
        let driver = |seat: &SeatView| {
            let controller = self.play.controller(seat.seat)?;
            (!seat.is_driven_by(controller)).then(|| (seat.clone(), controller))
        };
        let news: Vec<_> = self.cast.seats().iter().filter_map(driver).collect();
        for (seat, controller) in &news {
            self.cast.hand_over(seat.seat, *controller, rows, me);
            self.heard.sit(self.cast.me().map(|me| me.seat));
        }
        let is_told = !self.silent && self.loading().is_none();
        news.into_iter().filter(|_| is_told).map(|(before, _)| before).collect()
    }

    /// A seat is kept for whoever has watched so far: theirs once they say that they are here.
    pub(crate) fn sit_down(&mut self) {
        if matches!(self.stage, Stage::Playing) && self.cast.me().is_none() {
            self.stage = Stage::CatchingUp;
        }
    }

    /// The AI has our seat though we are here: it is ours again once we say that we have caught up.
    pub(crate) fn prove_anew(&mut self) {
        if matches!(self.stage, Stage::Playing) {
            self.stage = Stage::CatchingUp;
        }
    }

    /// The seats that the AI drives and that are nobody's.
    pub(crate) fn open_seats(&self, rows: &[MemberRow]) -> Vec<Seat> {
        let watches = self.cast.me().is_none() && matches!(self.stage, Stage::Playing);
        if watches && self.results.is_none() { self.cast.open_seats(rows) } else { Vec::new() }
    }

    /// A result is never taken back: it is shown once it is no guess.
    fn look_for_results(&mut self, now: Instant) {
        if self.results.is_some() || !self.play.simulation().is_over() {
            return;
        }
        let certain = self.play.load_confirmed();
        let view = certain.and_then(|game| tell::results(&game, &self.start, &self.cast));
        self.results = view.map(|view| (view, now));
    }

    // --- looking ----------------------------------------------------------------------------

    pub(crate) fn round(&self) -> Round {
        self.start.round
    }

    /// Whether nobody was left who held the game, not even we.
    pub(crate) fn is_lost(&self) -> bool {
        self.empty_handed && !self.has_state
    }

    /// The next frame, and our newest checkpoint.
    pub(crate) fn progress(&self) -> (Frame, Option<(Frame, StateHash)>) {
        (self.play.frame(), self.play.last_checkpoint())
    }

    /// How far the picture is behind the others', once it is worth a word.
    pub(crate) fn frames_behind(&self) -> u32 {
        self.play.behind_frames()
    }

    /// The counters of this page's side; the room adds what only the link knows.
    pub(crate) fn net(&self) -> NetView {
        NetView { checkpoints: self.history.shown(), ..self.play.net() }
    }

    pub(crate) fn input_delay(&self) -> u8 {
        self.play.own_delay()
    }

    pub(crate) fn paused_by(&self) -> Option<PlayerId> {
        self.play.paused_by()
    }

    /// What was begun.
    pub(crate) fn start(&self) -> &Start {
        &self.start
    }

    pub(crate) fn game(&self) -> &Game {
        self.play.simulation()
    }

    /// What is remembered of the last frames.
    pub(crate) fn evidence(&self) -> &Evidence {
        self.play.evidence()
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

    pub(crate) fn scene(&self) -> Scene<'_> {
        if self.loading().is_some() {
            return Scene::None;
        }
        let me = self.cast.me().map(|seat| seat.seat);
        let (before, after) = (self.play.before(), self.play.simulation());
        game::scene(
            before,
            after,
            self.play.alpha_256(),
            me,
            self.play.shifts(),
            self.play.others(),
        )
    }

    /// Whether somebody is waited for whose seat the AI would have by now, were they silent.
    pub(crate) fn waits_in_vain(&self, now: Instant) -> bool {
        self.play.waiting().is_some_and(|waiting| now.since(waiting.since) >= IN_VAIN)
    }

    /// Who is waited for, once it is felt. `row_cause` is what a seat's row in the lobby says.
    pub(crate) fn stall(
        &self,
        now: Instant,
        row_cause: impl Fn(PlayerId) -> Option<StallCause>,
    ) -> Option<StallView> {
        let waiting = self.play.waiting()?;
        let waited_ms = u32::try_from(now.since(waiting.since).as_millis()).unwrap_or(u32::MAX);
        if u64::from(waited_ms) < STALL_NOTICE_MS {
            return None;
        }
        let told = |seat: Seat| {
            let fresh = |at: &Instant| now.since(*at).as_millis() < CAUSE_HOLDS_MS;
            let cause = self.causes.iter().find(|(of, _, at)| *of == seat && fresh(at));
            cause.map(|(_, cause, _)| *cause)
        };
        let row = |seat: Seat| row_cause(self.cast.seat(seat)?.player?);
        Some(StallView {
            names: self.cast.names(waiting.seats),
            cause: waiting.seats.iter().find_map(|seat| told(seat).or_else(|| row(seat))),
            waited_ms: waited_ms / 100 * 100,
        })
    }
}
