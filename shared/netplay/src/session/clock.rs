//! Fixed steps from told time, steered so that peers keep together.

use crate::limits::TICK_HZ;
use crate::time::Instant;

/// Steps of one call in ordinary play: a slow display's frame and a hiccup.
pub const STEPS_A_CALL: u32 = 8;
/// Further steps of one call while behind the others.
pub const CATCH_UP_STEPS_A_CALL: u32 = 60;
/// How much slower, or faster, the clock runs at most, in thousandths.
pub const STEER_PERMILLE: u32 = 100;

/// A lead of up to this many 1/256 frames is nobody's trouble.
const STEER_DEAD_256: u32 = 16;
/// Thousandths of speed for a frame of lead.
const STEER_GAIN_PERMILLE: u32 = 60;
/// Calls of `steer` over which its measure is averaged, as a power of two.
const STEER_SMOOTH_BITS: u32 = 5;
/// What a wait teaches about the clock, and how much it teaches at most, in thousandths of speed.
const LEARN_PERMILLE: u32 = 4;
const LEARNED_PERMILLE: u32 = 40;
/// Steps in which what was learned fades, as a power of two: half of it in 24 s.
const FADE_BITS: u32 = 11;

/// A pace within this many 1/256 frames is right enough.
const PACE_DEAD_256: i32 = 128;
/// Thousandths of speed for a frame ahead or behind: half of it is made up for in a second.
const PACE_GAIN_PERMILLE: i32 = 20;

/// One step in the clock's unit: microseconds × steps a second × thousandths of speed.
const STEP: u64 = 1_000_000 * 1_000;

/// Says how many steps are due, whatever the display's rate.
///
/// ```
/// use netplay::session::clock::StepClock;
/// use netplay::time::Instant;
///
/// let mut clock = StepClock::default();
/// let steps: u32 = (0..=300).map(|at| clock.due(Instant::from_millis(at * 10), 0)).sum();
/// assert_eq!(steps, 180);
/// ```
#[derive(Clone, Debug)]
pub struct StepClock {
    tick_hz: u32,
    last: Option<Instant>,
    owed: u64,
    /// In 1/256 frames, times two to the power of [`STEER_SMOOTH_BITS`].
    lead: u32,
    /// In thousandths of speed, times two to the power of [`FADE_BITS`].
    learned: u32,
    /// In 1/256 frames, times two to the power of [`STEER_SMOOTH_BITS`].
    pace: i32,
    /// Whether the last call jumped, and how often one began to.
    jumping: bool,
    snaps: u32,
    /// Whether a step stalled since the last call, and before it.
    stalled: [bool; 2],
}

impl Default for StepClock {
    /// A clock of 60 steps a second.
    fn default() -> Self {
        Self::new(TICK_HZ)
    }
}

impl StepClock {
    /// A clock of this many steps a second, at least one.
    #[must_use]
    pub fn new(tick_hz: u32) -> Self {
        Self {
            tick_hz: tick_hz.max(1),
            last: None,
            owed: 0,
            lead: 0,
            learned: 0,
            pace: 0,
            jumping: false,
            snaps: 0,
            stalled: [false; 2],
        }
    }

    /// How many steps are due now, `behind_frames` of them to catch up with the others (see
    /// [`behind_frames`](super::LockstepSession::behind_frames)). Both are bounded: what a long
    /// pause would owe is forgotten.
    pub fn due(&mut self, now: Instant, behind_frames: u32) -> u32 {
        let last = self.last.replace(now).unwrap_or(now);
        let micros = u64::try_from(now.since(last).as_micros()).unwrap_or(u64::MAX);
        let rate = u64::from(self.tick_hz) * u64::from(self.rate_permille());
        self.owed = self.owed.saturating_add(micros.saturating_mul(rate));
        let most = STEPS_A_CALL * self.tick_hz.div_ceil(TICK_HZ);
        let steps = u32::try_from(self.owed / STEP).unwrap_or(u32::MAX).min(most);
        self.owed %= STEP;
        self.stalled = [false, self.stalled[0]];
        for _ in 0..steps {
            self.learned -= self.learned >> FADE_BITS;
        }
        if behind_frames > 0 {
            self.pace = 0; // measured before the jump
            self.snaps += u32::from(!self.jumping);
        }
        self.jumping = behind_frames > 0;
        steps + behind_frames.min(CATCH_UP_STEPS_A_CALL)
    }

    /// A step that was due did not happen. It is due again at the next call, but the time spent
    /// waiting is not made up for: everybody waited. Who waits again and again has a fast clock,
    /// and learns to run slower, whatever [`steer`](Self::steer) is told.
    pub fn stalled(&mut self) {
        self.owed = STEP;
        if self.stalled == [false; 2] {
            let most = LEARNED_PERMILLE << FADE_BITS;
            self.learned = most.min(self.learned + (LEARN_PERMILLE << FADE_BITS));
        }
        self.stalled[0] = true;
    }

    /// Time stands still for everybody, in a pause or without a link: the step is due again, and
    /// nobody's clock is to blame.
    pub fn held(&mut self) {
        self.owed = STEP;
    }

    /// Runs slower while this peer has a lead on the slowest to give up, by the measure of
    /// [`lead_256`](super::LockstepSession::lead_256). Called once a step, or a call of `due`.
    /// Nobody ever runs faster than time: the slowest clock sets the pace.
    pub fn steer(&mut self, lead_256: u32) {
        self.lead = self.lead - (self.lead >> STEER_SMOOTH_BITS) + lead_256.min(0x1_0000);
    }

    /// Runs slower while ahead of where somebody else's clock wants this peer, and faster while
    /// behind, by the measure of [`pace_256`](super::SealedSession::pace_256). Called once a step.
    /// A session whose peers wait for each other is never told a pace, only a lead.
    pub fn pace(&mut self, ahead_256: i32) {
        let ahead = ahead_256.clamp(-0x1_0000, 0x1_0000);
        self.pace = self.pace - (self.pace >> STEER_SMOOTH_BITS) + ahead;
    }

    /// The speed in thousandths: 900 to 1100, and never above 1000 without a [`pace`](Self::pace).
    #[must_use]
    pub fn rate_permille(&self) -> u32 {
        let lead = (self.lead >> STEER_SMOOTH_BITS).saturating_sub(STEER_DEAD_256);
        let slower = lead * STEER_GAIN_PERMILLE / 256 + (self.learned >> FADE_BITS);
        let pace = self.pace >> STEER_SMOOTH_BITS;
        let off = pace.signum() * (pace.abs() - PACE_DEAD_256).max(0);
        let slower = slower.min(STEER_PERMILLE).cast_signed() + off * PACE_GAIN_PERMILLE / 256;
        let most = STEER_PERMILLE.cast_signed();
        1_000_u32.saturating_add_signed(-slower.clamp(-most, most))
    }

    /// How often the clock had to jump forward instead of running there.
    #[must_use]
    pub fn snaps(&self) -> u32 {
        self.snaps
    }

    /// Steps a second.
    #[must_use]
    pub fn tick_hz(&self) -> u32 {
        self.tick_hz
    }

    /// How much of the next step has passed, in 1/256: where to draw between two states.
    #[must_use]
    pub fn alpha_256(&self) -> u16 {
        (self.owed.min(STEP) * 256 / STEP) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(clock: &mut StepClock, from_ms: u64, to_ms: u64) -> u32 {
        (from_ms..=to_ms).map(|at| clock.due(Instant::from_millis(at), 0)).sum()
    }

    #[test]
    fn a_long_pause_is_forgotten() {
        let mut clock = StepClock::default();
        run(&mut clock, 0, 100);
        assert_eq!(clock.due(Instant::from_millis(60_000), 0), STEPS_A_CALL);
        assert_eq!(clock.due(Instant::from_millis(60_001), 0), 0);
    }

    #[test]
    fn who_is_behind_catches_up_in_bounded_bites() {
        let mut clock = StepClock::default();
        clock.due(Instant::ZERO, 0);
        assert_eq!(clock.due(Instant::ZERO, 7), 7);
        assert_eq!(clock.due(Instant::ZERO, 10_000), CATCH_UP_STEPS_A_CALL);
    }

    #[test]
    fn a_stalled_step_is_tried_again_and_nothing_piles_up() {
        let mut clock = StepClock::default();
        run(&mut clock, 0, 20);
        for at in 21..1_000 {
            if clock.due(Instant::from_millis(at), 0) > 0 {
                clock.stalled();
            }
        }
        assert!(clock.due(Instant::from_millis(1_000), 0) <= 2);
    }

    #[test]
    fn a_pace_speeds_up_and_slows_down_within_a_tenth() {
        let mut clock = StepClock::new(30);
        (0..1_000).for_each(|_| clock.pace(-256));
        assert!((1_005..1_020).contains(&clock.rate_permille()), "{}", clock.rate_permille());
        (0..1_000).for_each(|_| clock.pace(i32::MIN));
        assert_eq!(clock.rate_permille(), 1_100);
        (0..1_000).for_each(|_| clock.pace(i32::MAX));
        assert_eq!(clock.rate_permille(), 900);
        (0..1_000).for_each(|_| clock.pace(0));
        assert_eq!(clock.rate_permille(), 1_000);
    }

    #[test]
    fn other_rates_step_as_often_as_they_say() {
        for hz in [1, 15, 30, 60, 144, 240] {
            let mut clock = StepClock::new(hz);
            let steps: u32 = (0..=600).map(|at| clock.due(Instant::from_millis(at * 5), 0)).sum();
            assert!(steps.abs_diff(3 * hz) <= 1, "{steps} steps at {hz} Hz");
        }
    }

    #[test]
    fn a_jump_counts_once_however_long_it_takes() {
        let mut clock = StepClock::default();
        for behind in [0, 90, 30, 0, 0, 5, 0] {
            clock.due(Instant::ZERO, behind);
        }
        assert_eq!(clock.snaps(), 2);
    }

    #[test]
    fn steering_stays_within_a_tenth() {
        let mut clock = StepClock::default();
        (0..1_000).for_each(|_| clock.steer(u32::MAX));
        assert_eq!(clock.rate_permille(), 900);
        (0..1_000).for_each(|_| clock.steer(0));
        assert_eq!(clock.rate_permille(), 1_000);
    }
}
