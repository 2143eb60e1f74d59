//! A recorded game on show: no relay and nobody else, but any frame and any seat's view.

mod recording;
mod words;

pub(crate) use recording::{Filming, Recording};

use crate::ask::Ask;
use crate::cast::Cast;
use crate::game;
use crate::plan::Netcode;
use crate::results::ResultsView;
use crate::scene::{Cue, Scene};
use crate::tell;
use crate::view::{Phase, RoomView, SeatView};
use crate::words::{self as said, Sentence};
use games::pack::Pack;
use games::{Game, GameId, GameSetup};
use netplay::ids::{Frame, Seat};
use netplay::limits::REPLAY_BYTES;
use netplay::session::clock::StepClock;
use netplay::session::replay::{Header, Keeping, Misfit, Played, Player, Replay};
use netplay::time::Instant;
use netplay::wire::{CloseReason, Controller, DesyncPolicy, SessionModel, clean_name};
use std::rc::Rc;

/// Frames that are run in one call beside what is shown, so that no call takes long: some to look
/// ahead, more while a frame is looked for.
const LOOK_AHEAD_FRAMES: u32 = 120;
const SEEK_FRAMES: u32 = 240;
/// Looks at the place of the picture a second: a slider needs no more.
const PLACES_A_SECOND: u32 = 10;

/// A wish about the replay on show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayAsk {
    /// Let it run, or stand still. At its end it runs from the beginning.
    Play(bool),
    /// 1 or 8 times as fast as it was.
    Speed(u8),
    /// Show this frame, counted from the recording's first.
    Seek(Frame),
    /// Show it as seen from this seat, or from none.
    Follow(Option<Seat>),
}

/// A replay as the page shows it beside the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayView {
    /// Where the picture is, counted from the recording's first frame; ten times a second while
    /// it runs.
    pub frame: Frame,
    /// How many frames there are.
    pub frames: u32,
    /// Whether it runs.
    pub playing: bool,
    /// How many times as fast as it was.
    pub speed: u8,
    /// Whether the picture is still on its way to a frame that was asked for.
    pub seeking: bool,
    /// From whose seat it is seen.
    pub follow: Option<Seat>,
    /// What the seats are called, in seat order.
    pub names: Vec<String>,
    /// Whether the end of the file is missing.
    pub cut: bool,
    /// The first frame, counted from the recording's first, after which the states are not those
    /// that were recorded: from there on this is not what happened.
    pub differs: Option<Frame>,
}

pub(crate) struct Watching {
    player: Player<Game>,
    /// The state that the picture comes from.
    before: Game,
    cast: Cast,
    clock: StepClock,
    follow: Option<Seat>,
    results: Option<ResultsView>,
    cues: Vec<Cue>,
    over: Option<Sentence>,
}

impl Watching {
    /// # Errors
    /// Says why the file cannot be shown.
    pub(crate) fn new(file: Vec<u8>, pack: &Pack) -> Result<Self, Sentence> {
        let replay =
            Replay::salvage(file, REPLAY_BYTES).map_err(|error| words::unreadable(&error))?;
        let header = replay.header();
        let mode = GameId::of_mode(&header.start.mode).map_or("", GameId::mode);
        let misfit = |misfit: Misfit| words::misfit(&misfit);
        let ours = game::identity(pack);
        replay.fits(mode, ours.simulation, &ours.pack).map_err(misfit)?;
        let game = Game::from_start(&header.start, pack).map_err(|error| words::no_game(&error))?;
        let cast = cast(header);
        let person = cast.seats().iter().find(|seat| seat.player.is_some());
        let follow = person.map_or(Some(Seat(0)), |seat| Some(seat.seat));
        let clock = StepClock::new(replay.tick_hz());
        let player = Player::new(replay, game, Keeping::default()).map_err(misfit)?;
        Ok(Self {
            before: player.simulation().clone(),
            player,
            cast,
            clock,
            follow,
            results: None,
            cues: Vec::new(),
            over: None,
        })
    }

    /// Runs what is due, and a slice of what makes the next seek short.
    pub(crate) fn frame(&mut self, now: Instant) {
        if self.over.is_some() {
            return;
        }
        self.player.look_ahead(LOOK_AHEAD_FRAMES);
        let steps = self.clock.due(now, 0);
        if self.player.is_seeking() {
            self.player.go_on(SEEK_FRAMES);
            self.jumped();
        }
        let due = self.player.due_frames(steps);
        if due == 0 {
            if !self.player.is_playing() {
                self.clock.held();
            }
            return;
        }
        self.before = self.player.simulation().clone();
        for _ in 0..due {
            if self.player.advance() == Played::Ended {
                self.player.play(false);
                break;
            }
            if self.player.speed() == 1 {
                let events = self.player.simulation().events().into_iter();
                self.cues.extend(events.filter(|it| it.is_for(self.follow)).map(Cue::Game));
            }
        }
        self.look_for_results();
    }

    pub(crate) fn ask(&mut self, ask: Ask) {
        match ask {
            Ask::Replay(ReplayAsk::Play(playing)) => self.play(playing),
            Ask::Pause => self.play(false),
            Ask::Unpause => self.play(true),
            Ask::Replay(ReplayAsk::Speed(speed)) => self.player.set_speed(speed),
            Ask::Replay(ReplayAsk::Seek(to)) => self.seek(to),
            Ask::Replay(ReplayAsk::Follow(seat)) => {
                self.follow = seat.filter(|seat| self.cast.seat(*seat).is_some());
            }
            Ask::LeaveGame | Ask::Leave => self.over = Some(said::closed(CloseReason::Left)),
            _ => {} // what needs somebody else
        }
    }

    fn play(&mut self, playing: bool) {
        if playing && self.player.frame() == self.player.replay().end() {
            self.seek(Frame(0));
        }
        self.player.play(playing);
    }

    fn seek(&mut self, to: Frame) {
        self.player.seek(self.player.replay().first().plus(to.0));
        self.jumped();
    }

    /// The picture is elsewhere, and nothing leads from the last one to it.
    fn jumped(&mut self) {
        self.before = self.player.simulation().clone();
        self.look_for_results();
    }

    fn look_for_results(&mut self) {
        if self.player.simulation().is_over() == self.results.is_some() {
            return;
        }
        let start = &self.player.replay().header().start;
        self.results = tell::results(self.player.simulation(), start, &self.cast);
    }

    // --- looking ----------------------------------------------------------------------------

    pub(crate) fn scene(&self) -> Scene<'_> {
        if self.over.is_some() {
            return Scene::None;
        }
        let alpha = if self.player.is_playing() && !self.player.is_seeking() {
            self.clock.alpha_256()
        } else {
            256
        };
        game::scene(&self.before, self.player.simulation(), alpha, self.follow, &[], None)
    }

    pub(crate) fn take_cues(&mut self) -> Vec<Cue> {
        std::mem::take(&mut self.cues)
    }

    pub(crate) fn next_frame(&self) -> Frame {
        self.player.frame()
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.player.replay().bytes()
    }

    pub(crate) fn view(&self) -> RoomView {
        let start = &self.player.replay().header().start;
        RoomView {
            phase: self.over.clone().map_or(Phase::Playing, Phase::Closed),
            practice: true,
            replay: Some(self.replay_view()),
            code: None,
            me: None,
            my_seat: self.follow,
            am_host: false,
            ready: false,
            seats: u8::try_from(start.seats.len()).unwrap_or(u8::MAX),
            locked: true,
            can_start: false,
            not_ready: Vec::new(),
            game: GameSetup::decode(&start.mode, &start.config).unwrap_or_default(),
            netcode: match start.model {
                SessionModel::Rollback => Netcode::Rollback,
                SessionModel::Sealed => Netcode::Sealed,
                _ => Netcode::Lockstep,
            },
            watch_delay_s: 0,
            on_desync: DesyncPolicy::Halt,
            rows: Vec::new(),
            round: Some(start.round),
            cast: self.cast_now(),
            open_seats: Vec::new(),
            frames_behind: 0,
            chat: Rc::default(),
            notices: Rc::default(),
            refusal: None,
            unsaid: None,
            stall: None,
            input_delay: None,
            seat_with_ai: false,
            paused_by: None,
            results: self.results.clone(),
            finding: None,
        }
    }

    fn replay_view(&self) -> ReplayView {
        let player = &self.player;
        let since = |frame: Frame| Frame(frame.since(player.replay().first()));
        let (frame, frames) = (since(player.frame()), player.replay().frames());
        let tick_hz = player.replay().tick_hz();
        let grain = (tick_hz / PLACES_A_SECOND).max(1) * u32::from(player.speed());
        let runs = player.is_playing() && !player.is_seeking() && frame.0 < frames;
        ReplayView {
            frame: if runs { Frame(frame.0 - frame.0 % grain) } else { frame },
            frames,
            playing: player.is_playing(),
            speed: player.speed(),
            seeking: player.is_seeking(),
            follow: self.follow,
            names: self.cast.seats().iter().map(|seat| seat.name.clone()).collect(),
            cut: player.replay().is_cut(),
            differs: player.compared().0.map(|differs| since(differs.frame)),
        }
    }

    /// Who drives what in the frame on show.
    fn cast_now(&self) -> Vec<SeatView> {
        let seats = self.cast.seats().iter().cloned();
        let now = seats.map(|seat| match self.player.controller(seat.seat) {
            Some(Controller::Human { player }) => {
                SeatView { player: Some(player), ai: false, ..seat }
            }
            _ => SeatView { ai: true, ..seat },
        });
        now.collect()
    }
}

/// The seats of a recording. Their names come from a file and are made fit to show.
fn cast(header: &Header) -> Cast {
    let mut cast = Cast::of_start(&header.start, &[], None);
    for (seat, look) in (0..).map(Seat).zip(&header.looks) {
        if let Some(name) = clean_name(&look.name) {
            cast.call(seat, &name, look.colour);
        }
    }
    cast
}
