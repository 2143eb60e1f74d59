//! One car: all that is remembered of it from tick to tick.

use super::bot::Driver;
use super::laps::Laps;
use super::time::Moment;
use super::track::{GridSlot, Track};
use super::tune;
use crate::fix::{Angle, Fix, Vec2};
use crate::state::state_struct;

state_struct! {
    /// One car, its way through the race, and its AI driver.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct Car {
        // the body
        pub(crate) pos: Vec2,
        pub(crate) vel: Vec2,
        pub(crate) heading: Angle,
        pub(crate) steer: Fix,
        // drifting and boosts
        pub(crate) drift: i8,
        pub(crate) drift_ticks: u16,
        pub(crate) counter_ticks: u16,
        pub(crate) boost: Fix,
        pub(crate) draft: u16,
        // where it is, told by the road
        pub(crate) along: Fix,
        pub(crate) side: Fix,
        pub(crate) off_road: bool,
        pub(crate) skid_front: bool,
        pub(crate) skid_rear: bool,
        pub(crate) on_pad: bool,
        // the start
        pub(crate) slot: u8,
        pub(crate) throttle_at: u32,
        pub(crate) launched: bool,
        pub(crate) spin: u16,
        // the race
        pub(crate) lap: u8,
        pub(crate) gate: u8,
        pub(crate) driven: Fix,
        pub(crate) missed: bool,
        pub(crate) wrong_way: u16,
        pub(crate) reset_held: u16,
        pub(crate) stuck: u16,
        pub(crate) ghost: u16,
        pub(crate) lap_began: u64,
        pub(crate) last_lap: u64,
        pub(crate) best_lap: u64,
        pub(crate) finish: u64,
        pub(crate) retired: bool,
        pub(crate) retired_at: i64,
        pub(crate) laps: Laps,
        // the driver
        pub(crate) ai: bool,
        pub(crate) driver: Driver,
    }
}

/// Bounds that every honest state keeps; what a peer sends is held to them.
const FASTEST: Fix = Fix::int(90);
const WIDEST: Fix = Fix::int(200);

impl Car {
    /// A car on the grid, 0 in front.
    pub(crate) fn new(slot: u8, track: &Track, driver: Driver) -> Self {
        let GridSlot { pos, heading } = track.grid[usize::from(slot)];
        let place = track.locate(pos);
        Self {
            pos,
            vel: Vec2::ZERO,
            heading,
            steer: Fix::ZERO,
            drift: 0,
            drift_ticks: 0,
            counter_ticks: 0,
            boost: Fix::ZERO,
            draft: 0,
            along: place.along,
            side: place.side,
            off_road: false,
            skid_front: false,
            skid_rear: false,
            on_pad: false,
            slot,
            throttle_at: 0,
            launched: false,
            spin: 0,
            lap: 0,
            gate: 0,
            driven: Fix::ZERO,
            missed: false,
            wrong_way: 0,
            reset_held: 0,
            stuck: 0,
            ghost: 0,
            lap_began: u64::from(tune::GO_TICK) << 16,
            last_lap: 0,
            best_lap: 0,
            finish: 0,
            retired: false,
            retired_at: 0,
            laps: Laps::default(),
            ai: true,
            driver,
        }
    }

    pub(crate) fn speed(&self) -> Fix {
        self.vel.length()
    }

    /// 0, 1 or 2: what a release would give.
    pub(crate) fn drift_tier(&self) -> u8 {
        let charged = |tier: &&u32| u32::from(self.drift_ticks) >= **tier;
        tune::DRIFT_TIERS.iter().filter(charged).count() as u8
    }

    pub(crate) const fn is_done(&self) -> bool {
        self.finish != 0 || self.retired
    }

    /// Whether nobody can touch it.
    pub(crate) const fn is_ghost(&self) -> bool {
        self.ghost > 0 || self.is_done()
    }

    /// How far it has come, in 65536ths of a metre, by laps, gates and the way since the gate.
    pub(crate) fn progress(&self, track: &Track) -> i64 {
        if self.retired {
            return self.retired_at;
        }
        if self.lap == 0 {
            return i64::from(track.ahead(Fix::ZERO, self.along).0).min(0);
        }
        let count = track.gates.len();
        let next = usize::from(self.gate);
        let last = track.gates[(next + count - 1) % count].along;
        let gap = track.wrap(track.gates[next].along - last);
        let since = track.ahead(last, self.along).clamp(Fix::ZERO, gap);
        i64::from(self.lap - 1) * i64::from(track.length.0) + i64::from((last + since).0)
    }

    /// Whether a race on `track` can have brought a car here in `tick` ticks.
    pub(crate) fn is_possible(&self, track: &Track, laps: u8, tick: u32) -> bool {
        self.is_drivable(track, laps, tick)
            && (self.finish == 0) == (self.lap <= laps)
            && (self.finish == 0 || !self.retired)
    }

    /// Whether each field by itself has a value that a tick can go on from.
    pub(crate) fn is_drivable(&self, track: &Track, laps: u8, tick: u32) -> bool {
        let furthest = (i64::from(laps) + 2) * i64::from(track.length.0);
        self.is_possible_body(track)
            && self.is_possible_clockwork(tick)
            && usize::from(self.slot) < track.grid.len()
            && usize::from(self.gate) < track.gates.len()
            && self.lap <= laps + 1
            && (-furthest..=furthest).contains(&self.retired_at)
            && self.driver.is_possible()
    }

    fn is_possible_body(&self, track: &Track) -> bool {
        let (low, high) = track.bounds;
        let within = |value: Fix, low: Fix, high: Fix| low <= value && value <= high;
        within(self.pos.x, low.x, high.x)
            && within(self.pos.y, low.y, high.y)
            && within(self.vel.x, -FASTEST, FASTEST)
            && within(self.vel.y, -FASTEST, FASTEST)
            && within(self.steer, -Fix::ONE, Fix::ONE)
            && within(self.boost, Fix::ZERO, tune::BOOST_MOST)
            && within(self.along, Fix::ZERO, track.length)
            && within(self.side, -WIDEST, WIDEST)
            && within(self.driven, -track.driven_most(), track.driven_most())
            && (-1..=1).contains(&self.drift)
    }

    fn is_possible_clockwork(&self, tick: u32) -> bool {
        let now = u64::from(tick) << 16;
        let start = u64::from(tune::GO_TICK) << 16;
        self.drift_ticks <= tune::DRIFT_TICKS_MOST
            && u32::from(self.counter_ticks) < tune::DRIFT_FLIP
            && self.draft <= tune::DRAFT_TICKS
            && self.throttle_at <= tick
            && self.spin <= tune::SPIN_TICKS
            && self.reset_held < tune::RESET_TICKS
            && self.stuck < tune::STUCK_TICKS
            && self.ghost <= tune::GHOST_TICKS
            && (self.lap_began <= now || self.lap_began == start)
            && [self.last_lap, self.best_lap, self.finish].iter().all(|time| *time <= now)
            && self.laps.is_possible(Moment(now).millis())
    }
}
