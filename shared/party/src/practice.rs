//! A game alone against the AI: no relay, no room, the same rules.

use crate::active::Active;
use crate::ask::Ask;
use crate::cast::Cast;
use crate::entry::{Practice, Profile};
use crate::plan::Netcode;
use crate::replay::Recording;
use crate::scene::{Cue, Scene};
use crate::view::{Phase, RoomView};
use crate::words::{self, Next, Sentence};
use games::pack::Pack;
use netplay::ids::{PadWord, PlayerId, Round, Seat};
use netplay::rng::SimRng;
use netplay::time::Instant;
use netplay::wire::{CloseReason, DesyncPolicy, Start};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// Who plays: there is nobody else to confuse them with.
const ME: PlayerId = PlayerId(1);
/// A recording shows the cars roll out, and not for how long the results were read.
const RECORDED_AFTER_RESULTS: Duration = Duration::from_secs(3);

pub(crate) struct Alone {
    me: Profile,
    setup: Practice,
    pack: Arc<Pack>,
    dice: SimRng,
    round: Round,
    active: Option<Active>,
    cues: Vec<Cue>,
    recording: Recording,
    over: Option<Sentence>,
}

impl Alone {
    pub(crate) fn new(me: Profile, setup: Practice, pack: Arc<Pack>, dice: u64) -> Self {
        let mut alone = Self {
            me,
            setup,
            pack,
            dice: SimRng::new(dice, 2),
            round: Round(0),
            active: None,
            cues: Vec::new(),
            recording: Recording::default(),
            over: None,
        };
        alone.begin();
        alone
    }

    fn begin(&mut self) {
        self.round = Round(self.round.0 + 1);
        let seed = u64::from(self.dice.next_u32()) << 32 | u64::from(self.dice.next_u32());
        let Practice { game, seats } = self.setup;
        let cast = Cast::of_practice(&self.me.name, self.me.colour, ME, seats);
        let places = (0..seats).map(|seat| (seat == 0).then_some(ME)).collect();
        let start = Start { round: self.round, ..game.start(seed, places) };
        self.active = Active::practice(&start, ME, cast, &self.pack);
        if self.active.is_none() {
            self.over = Some(Sentence {
                title: "This cannot be played".into(),
                what: "The game does not have these rules or this many seats.".into(),
                next: Next::GoHome,
            });
        }
    }

    pub(crate) fn frame(&mut self, pad: PadWord, now: Instant) {
        let Some(active) = &mut self.active else { return };
        active.frame(pad, now, &|_| 0, &mut self.cues);
        if active.results_shown_for(now).is_none_or(|shown| shown < RECORDED_AFTER_RESULTS) {
            active.record(&mut self.recording);
        }
        active.forget_news(); // there is nobody to say anything to
    }

    pub(crate) fn ask(&mut self, ask: Ask) {
        match ask {
            Ask::PickGame(game) => self.setup.game = game,
            Ask::Countdown(true) => self.begin(),
            Ask::Pause | Ask::Unpause => {
                if let Some(active) = &mut self.active {
                    active.pause(ask == Ask::Pause);
                }
            }
            Ask::LeaveGame | Ask::Leave => {
                self.active = None;
                self.over = Some(words::closed(CloseReason::Left));
            }
            _ => {} // what needs somebody else
        }
    }

    pub(crate) fn scene(&self) -> Scene<'_> {
        self.active.as_ref().map_or(Scene::None, Active::scene)
    }

    pub(crate) fn take_cues(&mut self) -> Vec<Cue> {
        std::mem::take(&mut self.cues)
    }

    pub(crate) fn recording(&self) -> &Recording {
        &self.recording
    }

    pub(crate) fn active(&self) -> Option<&Active> {
        self.active.as_ref()
    }

    pub(crate) fn view(&self) -> RoomView {
        let active = self.active.as_ref();
        let phase = match (&self.over, active.and_then(Active::results)) {
            (Some(why), _) => Phase::Closed(why.clone()),
            (None, Some(_)) => Phase::Results,
            (None, None) => Phase::Playing,
        };
        RoomView {
            phase,
            practice: true,
            replay: None,
            code: None,
            me: Some(ME),
            my_seat: Some(Seat(0)),
            am_host: true,
            ready: true,
            seats: u8::try_from(self.setup.seats).unwrap_or(u8::MAX),
            locked: true,
            can_start: true,
            not_ready: Vec::new(),
            game: self.setup.game,
            netcode: Netcode::Lockstep,
            watch_delay_s: 0,
            on_desync: DesyncPolicy::Halt,
            rows: Vec::new(),
            round: Some(self.round),
            cast: active.map(|active| active.cast().seats().to_vec()).unwrap_or_default(),
            open_seats: Vec::new(),
            frames_behind: 0,
            chat: Rc::default(),
            notices: Rc::default(),
            refusal: None,
            unsaid: None,
            stall: None,
            input_delay: active.map(Active::input_delay),
            seat_with_ai: false,
            paused_by: active.and_then(Active::paused_by).map(|_| self.me.name.clone()),
            results: active.and_then(Active::results).cloned(),
            finding: None,
        }
    }
}
