//! The clock of a table: nobody waits for ever, and nobody is robbed of their turn.
//!
//! ```text
//! 0 s ── 20 s: Warned ── 30 s: the seat's time bank runs ── empty: Act ── three in a row: SitsOut
//! ```
//!
//! It is told whom the table waits for and who pressed; what comes out are events. A
//! [`ViewHost`](super::views::ViewHost) has one and tells its table. What is done for a seat whose time
//! is up, and what sitting out means, is the game's rule.
//!
//! A bank is refilled by turns that needed none of it. An absent seat (three misses, or told so by
//! [`set_away`](TurnClock::set_away)) is acted for at once, so that the others do not wait; its next press brings
//! it back.

use crate::ids::{Seat, SeatSet};
use crate::limits::{EVENTS_KEPT, TURN_CAP_MS};
use crate::time::Instant;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::fmt;

/// Whom a table waits for. The number differs from turn to turn, also when the same seats have two
/// turns in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// Which turn.
    pub number: u32,
    /// Whose: one seat's, or all of those who pick at the same time and have not yet.
    pub seats: SeatSet,
}

/// How long everybody has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnConfig {
    /// From the start of a turn to the warning.
    pub warn_ms: u32,
    /// From the start of a turn until the bank is touched, or the seat is acted for.
    pub act_ms: u32,
    /// What a seat can spend beyond that in the whole game.
    pub bank_ms: u32,
    /// What it gets back for each turn that touched no bank, up to `bank_ms`.
    pub refill_ms: u32,
    /// An absent seat is acted for after this time: long enough to see what happens.
    pub away_ms: u32,
    /// Turns in a row without a press after which a seat is absent. 0: never.
    pub misses: u8,
    /// All of this in percent: who needs more time asks for 200.
    pub multiplier_percent: u16,
}

impl Default for TurnConfig {
    fn default() -> Self {
        Self {
            warn_ms: 20_000,
            act_ms: 30_000,
            bank_ms: 60_000,
            refill_ms: 5_000,
            away_ms: 1_000,
            misses: 3,
            multiplier_percent: 100,
        }
    }
}

impl TurnConfig {
    /// Checks it.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn check(&self) -> Result<(), TurnConfigError> {
        let spans = [self.act_ms, self.bank_ms, self.refill_ms, self.away_ms];
        if self.act_ms < 1_000 || spans.iter().any(|span| *span > TURN_CAP_MS) {
            return Err(TurnConfigError::Act);
        }
        if self.warn_ms > self.act_ms {
            return Err(TurnConfigError::Warn);
        }
        if !(50..=1_000).contains(&self.multiplier_percent) {
            return Err(TurnConfigError::Multiplier);
        }
        Ok(())
    }

    /// A span of the configuration, in microseconds of this game.
    fn micros(&self, ms: u32) -> u64 {
        u64::from(ms) * 10 * u64::from(self.multiplier_percent)
    }
}

/// The configuration contradicts itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnConfigError {
    /// There is no time, or an hour and more.
    Act,
    /// The warning would come after the end.
    Warn,
    /// Less than half or more than ten times.
    Multiplier,
}

impl fmt::Display for TurnConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Act => "a turn and its bank take from a second to an hour",
            Self::Warn => "the warning comes before a turn's time is up",
            Self::Multiplier => "the multiplier is from 50 to 1000 percent",
        })
    }
}

impl core::error::Error for TurnConfigError {}

/// What the clock has to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnEvent {
    /// The seat should act soon.
    Warned(Seat),
    /// The seat's time is up and its bank runs.
    Banking {
        /// Which.
        seat: Seat,
        /// What the bank holds.
        left_ms: u32,
    },
    /// The seat's time is up: act for it.
    Act(Seat),
    /// The seat has missed so many turns in a row that it counts as absent.
    SitsOut(Seat),
    /// An absent seat is back.
    Back(Seat),
}

/// What a seat has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// Until its bank runs.
    pub turn_ms: u32,
    /// In its bank.
    pub bank_ms: u32,
}

/// How far a seat has come in the present turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Thinking,
    Warned,
    Banking,
    /// It was acted for at this time, and the table has not moved on.
    Acted(u64),
}

#[derive(Clone, Copy, Debug)]
struct Row {
    /// In microseconds, as all spans here.
    bank: u64,
    misses: u8,
    is_away: bool,
    /// Of the present turn.
    since: u64,
    stage: Stage,
    has_pressed: bool,
}

/// Times the turns of a table. See the [module](self).
#[derive(Clone, Debug)]
pub struct TurnClock {
    config: TurnConfig,
    rows: Vec<Row>,
    turn: Turn,
    /// The clock's own time is the caller's without the pauses: it is `now - behind`.
    behind: u64,
    paused: Option<Instant>,
    events: VecDeque<TurnEvent>,
}

impl TurnClock {
    /// A clock for so many seats.
    ///
    /// # Errors
    /// When the configuration contradicts itself.
    pub fn new(config: TurnConfig, seats: usize) -> Result<Self, TurnConfigError> {
        config.check()?;
        let bank = config.micros(config.bank_ms);
        let row = Row {
            bank,
            misses: 0,
            is_away: false,
            since: 0,
            stage: Stage::Thinking,
            has_pressed: false,
        };
        let rows = alloc::vec![row; seats];
        let turn = Turn::default();
        Ok(Self { config, rows, turn, behind: 0, paused: None, events: VecDeque::new() })
    }

    /// Whom the table waits for now. Seats of people only: nobody times the AI.
    pub fn set_turn(&mut self, turn: Turn, now: Instant) {
        if self.turn == turn {
            return;
        }
        let now = self.read(now);
        let is_new = turn.number != self.turn.number;
        let waited = self.turn.seats;
        self.turn = turn;
        for seat in waited.iter().filter(|seat| is_new || !turn.seats.contains(*seat)) {
            self.finish(seat, now);
        }
        for seat in turn.seats.iter().filter(|seat| is_new || !waited.contains(*seat)) {
            if let Some(row) = self.rows.get_mut(seat.index()) {
                (row.since, row.stage, row.has_pressed) = (now, Stage::Thinking, false);
            }
        }
    }

    /// The seat's player pressed something. It does not stop the clock; only a turn that moves on
    /// does. Whoever was absent is back, with the whole turn before them.
    pub fn pressed(&mut self, seat: Seat, now: Instant) {
        let now = self.read(now);
        let Some(row) = self.rows.get_mut(seat.index()) else { return };
        row.has_pressed = true;
        row.misses = 0;
        if row.is_away {
            row.is_away = false;
            (row.since, row.stage) = (now, Stage::Thinking);
            self.tell(TurnEvent::Back(seat));
        }
    }

    /// The seat's player is known to be absent, or present again.
    pub fn set_away(&mut self, seat: Seat, is_away: bool, now: Instant) {
        let Some(row) = self.rows.get_mut(seat.index()) else { return };
        if is_away {
            row.is_away = true;
        } else if row.is_away {
            self.pressed(seat, now);
        }
    }

    /// Whether the seat counts as absent.
    #[must_use]
    pub fn is_away(&self, seat: Seat) -> bool {
        self.rows.get(seat.index()).is_some_and(|row| row.is_away)
    }

    /// No time passes until [`resume`](Self::resume).
    pub fn pause(&mut self, now: Instant) {
        self.paused.get_or_insert(now);
    }

    /// Time passes again.
    pub fn resume(&mut self, now: Instant) {
        if let Some(since) = self.paused.take() {
            self.behind += now.as_micros().saturating_sub(since.as_micros());
        }
    }

    /// Time has passed.
    pub fn handle_timeout(&mut self, now: Instant) {
        let now = self.read(now);
        for seat in self.turn.seats.iter() {
            // Whoever was not asked for long goes through all stages at once.
            while self.due(seat).is_some_and(|due| due <= now) {
                self.step(seat, now);
            }
        }
    }

    /// When to call [`handle_timeout`](Self::handle_timeout) next.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        let due = self.turn.seats.iter().filter_map(|seat| self.due(seat)).min()?;
        self.paused.is_none().then(|| Instant::from_micros(due.saturating_add(self.behind)))
    }

    /// What has happened next.
    pub fn poll_event(&mut self) -> Option<TurnEvent> {
        self.events.pop_front()
    }

    /// What the seat has left of the present turn; `None` when nobody waits for it.
    #[must_use]
    pub fn left(&self, seat: Seat, now: Instant) -> Option<TimeLeft> {
        let row = self.rows.get(seat.index()).filter(|_| self.turn.seats.contains(seat))?;
        let spent = self.read(now).saturating_sub(row.since);
        let act = self.config.micros(self.config.act_ms);
        let ms = |micros: u64| (micros / 1_000) as u32;
        let bank_ms = ms(row.bank.saturating_sub(spent.saturating_sub(act)));
        Some(TimeLeft { turn_ms: ms(act.saturating_sub(spent)), bank_ms })
    }

    // --- inside -----------------------------------------------------------------------------

    fn read(&self, now: Instant) -> u64 {
        self.paused.unwrap_or(now).as_micros().saturating_sub(self.behind)
    }

    /// When the seat comes to its next stage.
    fn due(&self, seat: Seat) -> Option<u64> {
        let row = self.rows.get(seat.index())?;
        let config = &self.config;
        let after = |ms| row.since.saturating_add(config.micros(ms));
        Some(match row.stage {
            Stage::Acted(at) => at.saturating_add(config.micros(config.away_ms.max(1_000))),
            _ if row.is_away => after(config.away_ms),
            Stage::Thinking => after(config.warn_ms),
            Stage::Warned => after(config.act_ms),
            Stage::Banking => after(config.act_ms).saturating_add(row.bank),
        })
    }

    fn step(&mut self, seat: Seat, now: u64) {
        let misses_cap = self.config.misses;
        let Some(row) = self.rows.get_mut(seat.index()) else { return };
        match row.stage {
            Stage::Thinking if !row.is_away => {
                row.stage = Stage::Warned;
                self.tell(TurnEvent::Warned(seat));
            }
            Stage::Warned if !row.is_away && row.bank > 0 => {
                row.stage = Stage::Banking;
                let left_ms = (row.bank / 1_000) as u32;
                self.tell(TurnEvent::Banking { seat, left_ms });
            }
            Stage::Acted(_) => {
                // The table has not moved on; nobody shall wait for ever.
                row.stage = Stage::Acted(now);
                self.tell(TurnEvent::Act(seat));
            }
            _ => {
                if row.stage == Stage::Banking {
                    row.bank = 0;
                }
                row.stage = Stage::Acted(now);
                row.misses = row.misses.saturating_add(u8::from(!row.has_pressed));
                let sits_out = !row.is_away && misses_cap > 0 && row.misses >= misses_cap;
                row.is_away |= sits_out;
                self.tell(TurnEvent::Act(seat));
                if sits_out {
                    self.tell(TurnEvent::SitsOut(seat));
                }
            }
        }
    }

    /// The seat's turn is over.
    fn finish(&mut self, seat: Seat, now: u64) {
        let config = self.config;
        let Some(row) = self.rows.get_mut(seat.index()) else { return };
        match row.stage {
            Stage::Acted(_) => {}
            Stage::Banking => {
                let act = row.since.saturating_add(config.micros(config.act_ms));
                row.bank = row.bank.saturating_sub(now.saturating_sub(act));
            }
            // Who was relieved by the AI has earned nothing.
            Stage::Thinking | Stage::Warned if row.has_pressed => {
                let full = config.micros(config.bank_ms);
                row.bank = full.min(row.bank + config.micros(config.refill_ms));
            }
            Stage::Thinking | Stage::Warned => {}
        }
    }

    fn tell(&mut self, event: TurnEvent) {
        if self.events.len() >= EVENTS_KEPT {
            self.events.pop_front();
        }
        self.events.push_back(event);
    }
}
