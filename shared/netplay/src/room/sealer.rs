//! The clock of a sealed session: it takes everybody's words and closes one tick after the other.
//!
//! ```text
//! say(seat, words)      a word waits for its tick; one that is late takes the next open tick
//! seal(now)             tick t closes at start + (t + grace) / rate: what changes, in one encoding
//! history(from)         the ticks closed since, for whoever comes late
//! ```
//!
//! A word holds until the next one of its seat. A tick costs what changes in it, and nothing for
//! the seats that go on as they did.

use crate::ids::{Frame, Seat};
use crate::limits::{
    SEALED_AHEAD_BYTES, SEALED_AHEAD_TICKS, SEALED_HISTORY_BYTES, SEALED_HISTORY_MS,
    SEALED_HISTORY_TICKS, SEALED_SEATS, TICK_HZ_CAP,
};
use crate::time::Instant;
use crate::wire::{Changes, Input, Message, Packet, Seal, SeatController, WordSize};
use alloc::collections::{BTreeSet, VecDeque};
use alloc::vec;
use alloc::vec::Vec;
use core::time::Duration;

/// A clock that is more than this late has slept: it goes on from now and does not hurry.
const SLEPT: Duration = Duration::from_secs(1);

/// What a sealer is told at its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SealerConfig {
    /// Seats, 1 to 1024.
    pub seats: u16,
    /// The size of every word.
    pub word_size: WordSize,
    /// Ticks a second, 1 to 240.
    pub tick_hz: u8,
    /// Ticks between a tick's time and its seal.
    pub grace_ticks: u8,
}

/// What a sealer counted. Never falls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SealerCounters {
    /// Ticks closed.
    pub ticks: u64,
    /// Words that changed.
    pub changes: u64,
    /// Packets whose newest change came after its tick was closed, and took the next one.
    pub late_inputs: u64,
    /// Packets with words too far ahead, or for a seat that is none.
    pub refused_inputs: u64,
}

impl SealerCounters {
    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            ticks: self.ticks + other.ticks,
            changes: self.changes + other.changes,
            late_inputs: self.late_inputs + other.late_inputs,
            refused_inputs: self.refused_inputs + other.refused_inputs,
        }
    }
}

/// One closed tick: what was announced for it, and what changed in it.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// Which tick.
    pub tick: Frame,
    /// Changes of hands from this tick on, told before it closed.
    pub notes: Vec<Packet>,
    /// The tick: one packet, or several if one cannot hold it.
    pub seals: Vec<Packet>,
}

/// Why words were not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unheard {
    /// There is no such seat, or the words are of another size.
    Foreign,
    /// They begin beyond the last tick for which words are kept.
    TooFar,
}

/// See [the module](self).
#[derive(Debug)]
pub struct Sealer {
    config: SealerConfig,
    /// The time of tick 0, shifted by every pause.
    epoch: Option<Instant>,
    paused_since: Option<Instant>,
    /// The next tick to close.
    next: Frame,
    lines: Vec<Line>,
    /// A word a seat, as the last tick left them.
    held: Vec<u8>,
    /// Seats with words that wait for their tick.
    speaking: BTreeSet<Seat>,
    /// Announced for the next tick.
    notes: Vec<Packet>,
    history: VecDeque<Bundle>,
    history_bytes: usize,
    counters: SealerCounters,
}

/// One seat's words that wait for their tick: changes only.
#[derive(Clone, Debug, Default)]
struct Line {
    /// The frame after the newest word heard: what is said again changes nothing.
    heard: Frame,
    waiting: VecDeque<(Frame, Vec<u8>)>,
}

impl Sealer {
    /// A clock that stands before tick 0; all seats stand still.
    #[must_use]
    pub fn new(config: SealerConfig) -> Self {
        let seats = config.seats.clamp(1, SEALED_SEATS as u16);
        let config =
            SealerConfig { seats, tick_hz: config.tick_hz.clamp(1, TICK_HZ_CAP), ..config };
        Self {
            epoch: None,
            paused_since: None,
            next: Frame(0),
            lines: vec![Line::default(); usize::from(seats)],
            held: vec![0; usize::from(seats) * config.word_size.bytes()],
            speaking: BTreeSet::new(),
            notes: Vec::new(),
            history: VecDeque::new(),
            history_bytes: 0,
            counters: SealerCounters::default(),
            config,
        }
    }

    // --- time -----------------------------------------------------------------------------------

    /// Tick 0 is now.
    pub fn start(&mut self, now: Instant) {
        self.epoch.get_or_insert(now);
    }

    /// Whether tick 0 has been.
    #[must_use]
    pub fn is_started(&self) -> bool {
        self.epoch.is_some()
    }

    /// Stops the clock, or lets it go on; the time between is nobody's.
    pub fn set_paused(&mut self, paused: bool, now: Instant) {
        if paused {
            self.paused_since.get_or_insert(now);
        } else if let Some(since) = self.paused_since.take() {
            self.epoch = self.epoch.map(|epoch| epoch + now.since(since.max(epoch)));
        }
    }

    /// When the next tick closes; none while the clock stands.
    #[must_use]
    pub fn next_timeout(&self) -> Option<Instant> {
        let epoch = self.epoch.filter(|_| self.paused_since.is_none())?;
        let ticks = u64::from(self.next.0) + u64::from(self.config.grace_ticks);
        let micros = (ticks * 1_000_000).div_ceil(u64::from(self.config.tick_hz));
        Some(epoch + Duration::from_micros(micros))
    }

    /// The next tick to close.
    #[must_use]
    pub fn next_tick(&self) -> Frame {
        self.next
    }

    /// Closes the next tick if its time has come: send its [`seals`](Bundle::seals) to everybody.
    pub fn seal(&mut self, now: Instant) -> Option<&Bundle> {
        let due = self.next_timeout().filter(|due| *due <= now)?;
        if now.since(due) > SLEPT {
            self.epoch = self.epoch.map(|epoch| epoch + now.since(due));
        }
        let tick = self.next;
        let seals = self.close(tick);
        self.next = tick.plus(1);
        self.counters.ticks += 1;
        let bundle = Bundle { tick, notes: core::mem::take(&mut self.notes), seals };
        self.history_bytes += bundle.bytes();
        self.history.push_back(bundle);
        self.forget_old();
        self.history.back()
    }

    // --- words ----------------------------------------------------------------------------------

    /// A seat says words for the ticks from `first` on. What it said before is not heard again;
    /// what is late takes effect in the next open tick, the newest of it for all of it.
    ///
    /// # Errors
    /// When no word is taken.
    pub fn say(&mut self, input: &Input) -> Result<(), Unheard> {
        let heard = self.hear(input);
        self.counters.refused_inputs += u64::from(heard.is_err());
        heard
    }

    /// The seat stands still from the next open tick on, and what it has said for later is void.
    pub fn silence(&mut self, seat: Seat) {
        let (next, size) = (self.next, self.config.word_size.bytes());
        let Some(line) = self.lines.get_mut(seat.index()) else { return };
        *line = Line { heard: next, waiting: VecDeque::new() };
        let held = &self.held[seat.index() * size..][..size];
        if held.iter().any(|byte| *byte != 0) {
            line.waiting.push_back((next, vec![0; size]));
            self.speaking.insert(seat);
        } else {
            self.speaking.remove(&seat);
        }
    }

    /// Keeps a change of hands with the next tick, for whoever comes late. Its `from` is that tick
    /// or a later one; tell it to everybody at once.
    pub fn note(&mut self, change: &SeatController) -> Packet {
        let packet = Message::from(change.clone()).encode();
        self.notes.push(packet.clone());
        packet
    }

    // --- history --------------------------------------------------------------------------------

    /// Everything told from a tick on; none when it is too long ago, or has not come yet.
    #[must_use]
    pub fn history(&self, from: Frame) -> Option<impl Iterator<Item = &Packet>> {
        let oldest = self.next.minus(self.history.len() as u32);
        if from < oldest || from > self.next {
            return None;
        }
        let bundles = self.history.iter().skip(from.since(oldest) as usize);
        let told = bundles.flat_map(|bundle| bundle.notes.iter().chain(&bundle.seals));
        Some(told.chain(&self.notes))
    }

    /// The oldest tick that is kept.
    #[must_use]
    pub fn oldest(&self) -> Frame {
        self.next.minus(self.history.len() as u32)
    }

    /// What has happened so far.
    #[must_use]
    pub fn counters(&self) -> SealerCounters {
        self.counters
    }

    /// Ticks a second.
    #[must_use]
    pub fn tick_hz(&self) -> u8 {
        self.config.tick_hz
    }

    // --- inside ---------------------------------------------------------------------------------

    fn hear(&mut self, input: &Input) -> Result<(), Unheard> {
        let size = self.config.word_size;
        let line = self.lines.get_mut(input.seat.index()).ok_or(Unheard::Foreign)?;
        if input.words.size() != size {
            return Err(Unheard::Foreign);
        }
        let limit = self.next.plus(ahead_ticks(self.config));
        if input.first >= limit {
            return Err(Unheard::TooFar);
        }
        let held = &self.held[input.seat.index() * size.bytes()..][..size.bytes()];
        let mut is_late = false;
        for (frame, word) in (input.first.0..limit.0).map(Frame).zip(input.words.iter()) {
            if frame < line.heard {
                continue;
            }
            line.heard = frame.plus(1);
            let at = frame.max(self.next);
            if line.waiting.back().is_some_and(|(waits_for, _)| *waits_for == at) {
                line.waiting.pop_back(); // both are late: the newer one counts
            }
            let before = line.waiting.back().map_or(held, |(_, word)| word);
            if before != word {
                is_late = frame < self.next;
                line.waiting.push_back((at, word.to_vec()));
            }
        }
        self.counters.late_inputs += u64::from(is_late);
        if line.waiting.is_empty() {
            self.speaking.remove(&input.seat);
        } else {
            self.speaking.insert(input.seat);
        }
        Ok(())
    }

    /// What changes in a tick, in as many packets as it takes.
    fn close(&mut self, tick: Frame) -> Vec<Packet> {
        let size = self.config.word_size;
        let mut seals = Vec::with_capacity(1);
        let mut changes = Changes::new(size);
        let mut silent = Vec::new();
        for seat in &self.speaking {
            let Some(line) = self.lines.get_mut(seat.index()) else { continue };
            let mut word = None;
            while line.waiting.front().is_some_and(|(at, _)| *at <= tick) {
                word = line.waiting.pop_front().map(|(_, word)| word);
            }
            if line.waiting.is_empty() {
                silent.push(*seat);
            }
            let held = &mut self.held[seat.index() * size.bytes()..][..size.bytes()];
            let Some(word) = word.filter(|word| word != held) else { continue };
            held.copy_from_slice(&word);
            self.counters.changes += 1;
            if !changes.push(*seat, &word) {
                let full = core::mem::replace(&mut changes, Changes::new(size));
                seals.push(Message::from(Seal { tick, last: false, changes: full }).encode());
                changes.push(*seat, &word);
            }
        }
        for seat in silent {
            self.speaking.remove(&seat);
        }
        seals.push(Message::from(Seal { tick, last: true, changes }).encode());
        seals
    }

    fn forget_old(&mut self) {
        let most = SEALED_HISTORY_MS * u64::from(self.config.tick_hz) / 1_000;
        let most = most.min(SEALED_HISTORY_TICKS as u64);
        while self.history.len() as u64 > most.max(1)
            || (self.history_bytes > SEALED_HISTORY_BYTES && self.history.len() > 1)
        {
            let oldest = self.history.pop_front();
            self.history_bytes -= oldest.as_ref().map_or(0, Bundle::bytes);
        }
    }
}

impl Bundle {
    fn bytes(&self) -> usize {
        self.notes.iter().chain(&self.seals).map(|packet| packet.len() + 32).sum()
    }
}

/// How far beyond the next tick words are kept: fewer of them if they are large.
fn ahead_ticks(config: SealerConfig) -> u32 {
    let fitting = (SEALED_AHEAD_BYTES / config.word_size.bytes()) as u32;
    fitting.min(SEALED_AHEAD_TICKS).max(u32::from(config.grace_ticks) + 8)
}
