//! A car as quantised numbers, and back.
//!
//! What changes all the time stands first and is coarse; what counts ticks is told as the tick at
//! which it began or ends, which stands still; and what follows from other numbers (where on the
//! road a car is, whether its tyres leave marks) is not told at all.

use super::NETWORK_HZ;
use crate::fix::{Angle, Fix, Vec2};
use crate::racing::bot::Driver;
use crate::racing::car::Car;
use crate::racing::laps::Laps;
use crate::racing::{Track, pad, tune};
use alloc::vec::Vec;
use netplay::ids::PadWord;
use netplay::rng::SimRng;
use netplay::sim::{ComponentDef, FieldDef, FieldKind};

/// 65536ths in a quantum: of a metre,
const METRE: i32 = 1 << 8;
/// of a metre a second,
const SPEED: i32 = 1 << 11;
/// of a metre a second of boost,
const BOOST: i32 = 1 << 11;
/// of the wheel,
const WHEEL: i32 = 516;
/// of a metre of the way around,
const WAY: i32 = 1 << 8;
/// of a metre beside the racing line,
const LANE: i32 = 1 << 9;
/// of a driver's nerve,
const NERVE: i32 = 1 << 4;
/// of a tick (as a shift),
const MOMENT: u32 = 2;
/// and of a turn.
const TURN: i32 = 1 << 4;
/// No car comes to this speed.
const SPEED_MOST: Fix = Fix::int(100);
/// Quanta of a whole turn.
const WHOLE_TURN: i32 = (1 << 16) / TURN;

/// Where a car's numbers stand.
pub(super) mod at {
    pub(in crate::served) const X: usize = 0;
    pub(in crate::served) const Y: usize = 1;
    pub(in crate::served) const HEADING: usize = 2;
    pub(in crate::served) const SPEED_X: usize = 3;
    pub(in crate::served) const SPEED_Y: usize = 4;
    pub(in crate::served) const STICK: usize = 5;
    pub(in crate::served) const BUTTONS: usize = 6;
    pub(in crate::served) const WHEEL: usize = 7;
    pub(in crate::served) const DRAFT: usize = 8;
    pub(in crate::served) const BOOST: usize = 9;
    pub(in crate::served) const DRIFT: usize = 10;
    pub(in crate::served) const DRIFT_SINCE: usize = 11;
    pub(in crate::served) const COUNTER: usize = 12;
    pub(in crate::served) const FLAGS: usize = 13;
    pub(in crate::served) const GATE: usize = 14;
    pub(in crate::served) const LAP: usize = 15;
    pub(in crate::served) const DRIVEN: usize = 16;
    pub(in crate::served) const STUCK: usize = 17;
    pub(in crate::served) const RESET_HELD: usize = 18;
    pub(in crate::served) const WRONG_WAY: usize = 19;
    pub(in crate::served) const GHOST_UNTIL: usize = 20;
    pub(in crate::served) const SPIN_UNTIL: usize = 21;
    pub(in crate::served) const THROTTLE_AT: usize = 22;
    pub(in crate::served) const SLOT: usize = 23;
    pub(in crate::served) const LAP_BEGAN: usize = 24;
    pub(in crate::served) const LAST_LAP: usize = 25;
    pub(in crate::served) const BEST_LAP: usize = 26;
    pub(in crate::served) const FINISH: usize = 27;
    pub(in crate::served) const RETIRED_AT: usize = 28;
    pub(in crate::served) const LANE: usize = 29;
    pub(in crate::served) const LANE_WANTED: usize = 30;
    pub(in crate::served) const NERVE: usize = 31;
    pub(in crate::served) const NATURE: usize = 32;
    pub(in crate::served) const THINKS_AT: usize = 33;
    pub(in crate::served) const BACKING_UNTIL: usize = 34;
    pub(in crate::served) const STARTS_AT: usize = 35;
    pub(in crate::served) const DICE_LOW: usize = 36;
    pub(in crate::served) const DICE_HIGH: usize = 37;
    pub(in crate::served) const COUNT: usize = 38;
}

const MISSED: i32 = 1 << 0;
const ON_PAD: i32 = 1 << 1;
const LAUNCHED: i32 = 1 << 2;
const RETIRED: i32 = 1 << 3;
const AI: i32 = 1 << 4;
const PARKED: i32 = 1 << 5;
const DRIFTS: i32 = 1 << 6;

/// All buttons of a pad word.
const BUTTONS: u16 = 0x3F;

/// Which number moves which, and by how much in a network tick.
pub(super) const MOVED: [(usize, usize); 2] = [(at::X, at::SPEED_X), (at::Y, at::SPEED_Y)];
pub(super) const MOVED_65536: i32 = (SPEED << 16) / METRE / NETWORK_HZ as i32;

/// A car's numbers.
pub(super) type Values = [i32; at::COUNT];

/// A car of a served race: the rules' car, and what its driver holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Served {
    pub(super) car: Car,
    /// What the driver held last; what whoever has nothing newer goes on by.
    pub(super) pad: PadWord,
    /// Nobody drives it, and it is not in the race.
    pub(super) parked: bool,
}

/// What a car's numbers are about.
#[derive(Clone, Copy, Debug)]
pub(super) struct About<'a> {
    pub(super) track: &'a Track,
    pub(super) laps: u8,
    pub(super) tick: u32,
    pub(super) over: bool,
    /// Whose car it is.
    pub(super) slot: u16,
}

pub(super) fn components() -> [ComponentDef; 4] {
    let line = |name| FieldDef::new(name, FieldKind::Linear);
    let step = |name| FieldDef::new(name, FieldKind::Step);
    // 3 cm, 1.8 degrees, 0.16 m/s: less is not worth a correction.
    let turn = FieldKind::Angle { turn: WHOLE_TURN as u32 };
    let fields = [
        line("x").within(8),
        line("y").within(8),
        FieldDef::new("heading", turn).within(20),
        line("speed_x").within(5),
        line("speed_y").within(5),
        step("stick").hidden(),
        step("buttons").hidden(),
        step("wheel").hidden(),
        step("draft").hidden(),
        line("boost").within(8),
        step("drift"),
        step("drift_since").hidden(),
        step("counter").hidden(),
    ];
    let race = [
        step("flags").hidden(),
        step("gate"),
        step("lap"),
        step("driven").within(64),
        step("stuck").hidden(),
        step("reset_held").hidden(),
        step("wrong_way").hidden(),
        step("ghost_until").hidden(),
        step("spin_until").hidden(),
        step("throttle_at").hidden(),
        step("slot"),
        step("lap_began").hidden(),
        step("last_lap").hidden(),
        step("best_lap").hidden(),
        step("finish").hidden(),
        step("retired_at").hidden(),
    ];
    let driver = [
        "lane",
        "lane_wanted",
        "nerve",
        "nature",
        "thinks_at",
        "backing_until",
        "starts_at",
        "dice_low",
        "dice_high",
    ];
    let driver = driver.map(|name| step(name).hidden());
    let clock = [line("tick").hidden(), step("over_at").hidden()];
    let component = |name: &str, fields: Vec<FieldDef>| ComponentDef { name: name.into(), fields };
    [
        component("Body", fields.into()),
        component("Race", race.into()),
        component("Driver", driver.into()),
        component("Clock", clock.into()),
    ]
}

/// Cuts a number down to quanta, at another height after each network tick: what is too slow to
/// get on by half a quantum gets on all the same.
const fn cut(raw: i32, quantum: i32, tick: u32) -> i32 {
    let eighths = [1, 5, 3, 7][(tick / 2 % 4) as usize];
    ((raw as i64 * 8 + eighths * quantum as i64).div_euclid(8 * quantum as i64)) as i32
}

/// The nearest number of quanta.
const fn nearest(raw: i32, quantum: i32) -> i32 {
    (raw as i64 + quantum as i64 / 2).div_euclid(quantum as i64) as i32
}

/// The tick at which something ends that goes on for `ticks`; 0 when nothing does.
fn until(tick: u32, ticks: u16) -> i32 {
    if ticks == 0 { 0 } else { tick as i32 + i32::from(ticks) }
}

fn stick_of(pad: PadWord) -> i32 {
    (pad::Controls::read(pad).steer.scale(127, 1).0 + (1 << 15)) >> 16
}

fn driver(values: &Values, flags: i32, tick: i32, slot: u16) -> Option<Driver> {
    let fix = |at: usize, quantum: i32| values[at].checked_mul(quantum).map(Fix);
    let left = |at: usize| u16::try_from(values[at].saturating_sub(tick).max(0)).ok();
    let half = |at: usize| u64::from(values[at] as u32);
    // Which stream of chance it is, the seat decides.
    let (_, stream) = SimRng::new(0, slot.into()).state();
    Some(Driver {
        rng: SimRng::from_state((half(at::DICE_LOW) | half(at::DICE_HIGH) << 32, stream)),
        lane: fix(at::LANE, LANE)?,
        lane_wanted: fix(at::LANE_WANTED, LANE)?,
        mood_ticks: left(at::THINKS_AT)?,
        nerve: fix(at::NERVE, NERVE)?,
        nature: fix(at::NATURE, NERVE)?,
        drifts: flags & DRIFTS != 0,
        start_at: u32::try_from(values[at::STARTS_AT]).ok()?,
        backing: left(at::BACKING_UNTIL)?,
    })
}

fn place(values: &Values) -> Option<Vec2> {
    let fix = |value: i32| value.checked_mul(METRE).map(Fix);
    Some(Vec2::new(fix(values[at::X])?, fix(values[at::Y])?))
}

impl Served {
    /// The numbers that say this, after race tick `about.tick`.
    pub(super) fn values(&self, about: About<'_>) -> Values {
        let Self { car, pad, parked } = self;
        let tick = about.tick;
        let (low, high) = about.track.bounds;
        let place = |raw: Fix, low: Fix, high: Fix| {
            let least = -((-low.0).div_euclid(METRE));
            cut(raw.0, METRE, tick).clamp(least, high.0.div_euclid(METRE))
        };
        let heading = cut(i32::from(car.heading.0), TURN, tick).rem_euclid(WHOLE_TURN);
        let stick = stick_of(*pad);
        let flag = |on: bool, bit: i32| if on { bit } else { 0 };
        let moment = |moment: u64| (moment >> MOMENT) as i32;
        let mut values = [0; at::COUNT];
        values[at::X] = place(car.pos.x, low.x, high.x);
        values[at::Y] = place(car.pos.y, low.y, high.y);
        values[at::HEADING] = heading;
        values[at::SPEED_X] = cut(car.vel.x.0, SPEED, tick);
        values[at::SPEED_Y] = cut(car.vel.y.0, SPEED, tick);
        values[at::STICK] = stick;
        values[at::BUTTONS] = i32::from(pad.0 & BUTTONS & !(pad::LEFT | pad::RIGHT));
        values[at::WHEEL] = (car.steer - Fix::ratio(stick, 127)).0 / WHEEL;
        values[at::DRAFT] = car.draft.into();
        values[at::BOOST] = cut(car.boost.0, BOOST, tick).min(tune::BOOST_MOST.0 / BOOST);
        values[at::DRIFT] = car.drift.into();
        if car.drift != 0 {
            values[at::DRIFT_SINCE] = tick as i32 - i32::from(car.drift_ticks);
            values[at::COUNTER] = car.counter_ticks.into();
        }
        values[at::FLAGS] = flag(car.missed, MISSED)
            | flag(car.on_pad, ON_PAD)
            | flag(car.launched, LAUNCHED)
            | flag(car.retired, RETIRED)
            | flag(car.ai, AI)
            | flag(*parked, PARKED)
            | flag(car.driver.drifts, DRIFTS);
        values[at::GATE] = car.gate.into();
        values[at::LAP] = car.lap.into();
        values[at::DRIVEN] = nearest((car.driven - car.along).0, WAY);
        values[at::STUCK] = car.stuck.into();
        values[at::RESET_HELD] = car.reset_held.into();
        values[at::WRONG_WAY] = car.wrong_way.into();
        values[at::GHOST_UNTIL] = until(tick, car.ghost);
        values[at::SPIN_UNTIL] = until(tick, car.spin);
        values[at::THROTTLE_AT] = car.throttle_at as i32;
        values[at::SLOT] = car.slot.into();
        values[at::LAP_BEGAN] = moment(car.lap_began);
        values[at::LAST_LAP] = moment(car.last_lap);
        values[at::BEST_LAP] = moment(car.best_lap);
        values[at::FINISH] = moment(car.finish);
        values[at::RETIRED_AT] = (car.retired_at / i64::from(WAY)) as i32;
        self.mind(tick, &mut values);
        values
    }

    /// What the game's own driver has in mind. While a person drives, it rests.
    fn mind(&self, tick: u32, values: &mut Values) {
        let driver = &self.car.driver;
        let rest = if self.car.ai { tick } else { 0 };
        let (dice, _) = driver.rng.state();
        values[at::LANE] = nearest(driver.lane.0, LANE);
        values[at::LANE_WANTED] = nearest(driver.lane_wanted.0, LANE);
        values[at::NERVE] = nearest(driver.nerve.0, NERVE);
        values[at::NATURE] = nearest(driver.nature.0, NERVE);
        values[at::THINKS_AT] = until(rest, driver.mood_ticks);
        values[at::BACKING_UNTIL] = until(rest, driver.backing);
        values[at::STARTS_AT] = driver.start_at as i32;
        values[at::DICE_LOW] = dice as u32 as i32;
        values[at::DICE_HIGH] = (dice >> 32) as u32 as i32;
    }

    /// The car that these numbers say; none when no race can have come to it.
    pub(super) fn read(values: &Values, about: About<'_>) -> Option<Self> {
        let served = Self::of(values, about)?;
        let inside = served.car.pos == place(values)?;
        let possible = inside
            && served.car.is_possible(about.track, about.laps, about.tick)
            && (!served.car.retired || about.over || served.parked);
        possible.then_some(served)
    }

    /// The car that these numbers say, possible or not, as long as they say one.
    pub(super) fn of(values: &Values, about: About<'_>) -> Option<Self> {
        let tick = i32::try_from(about.tick).ok()?;
        let fix = |value: i32, quantum: i32| value.checked_mul(quantum).map(Fix);
        let small = |value: i32| u8::try_from(value).ok();
        let ticks = |value: i32| u16::try_from(value).ok();
        let left = |until: i32| ticks(until.saturating_sub(tick).max(0));
        let moment = |value: i32| u64::try_from(value).ok().map(|value| value << MOMENT);

        let flags = values[at::FLAGS];
        let (buttons, stick) = (ticks(values[at::BUTTONS])?, values[at::STICK]);
        let keys = pad::LEFT | pad::RIGHT;
        let heading = values[at::HEADING];
        let in_range = (0..1 << 7).contains(&flags)
            && buttons & !(BUTTONS & !keys) == 0
            && (-127..=127).contains(&stick)
            && (0..WHOLE_TURN).contains(&heading);
        if !in_range {
            return None;
        }
        let pad = match stick {
            -127 => PadWord(buttons | pad::LEFT),
            127 => PadWord(buttons | pad::RIGHT),
            _ => pad::with_stick(buttons, stick as i8),
        };
        let (low, high) = about.track.bounds;
        let Vec2 { x, y } = place(values)?;
        let pos = Vec2::new(x.clamp(low.x, high.x), y.clamp(low.y, high.y));
        let wheel = Some(values[at::WHEEL]).filter(|value| (-512..=512).contains(value))?;
        let steer = Fix::ratio(stick, 127) + Fix(wheel * WHEEL);

        let heading = Angle((heading * TURN) as u16);
        let place = about.track.locate(pos);
        let most = i64::from(about.track.driven_most().0);
        let driven = i64::from(values[at::DRIVEN]) * i64::from(WAY) + i64::from(place.along.0);
        let drift = i8::try_from(values[at::DRIFT]).ok()?;
        let drift_ticks = match drift {
            0 => 0,
            _ => ticks(tick.saturating_sub(values[at::DRIFT_SINCE]).max(0))?,
        };
        let driver = driver(values, flags, if flags & AI == 0 { 0 } else { tick }, about.slot)?;
        let mut car = Car {
            pos,
            vel: Vec2::new(fix(values[at::SPEED_X], SPEED)?, fix(values[at::SPEED_Y], SPEED)?),
            heading,
            steer: steer.clamp(-Fix::ONE, Fix::ONE),
            drift,
            drift_ticks,
            counter_ticks: ticks(values[at::COUNTER])?,
            boost: fix(values[at::BOOST], BOOST)?,
            draft: ticks(values[at::DRAFT])?,
            along: place.along,
            side: place.side,
            off_road: place.side.abs() > place.half,
            skid_front: false,
            skid_rear: false,
            on_pad: flags & ON_PAD != 0,
            slot: small(values[at::SLOT])?,
            throttle_at: u32::try_from(values[at::THROTTLE_AT]).ok()?,
            launched: flags & LAUNCHED != 0,
            spin: left(values[at::SPIN_UNTIL])?,
            lap: small(values[at::LAP])?,
            gate: small(values[at::GATE])?,
            driven: Fix(driven.clamp(-most, most) as i32),
            missed: flags & MISSED != 0,
            wrong_way: ticks(values[at::WRONG_WAY])?,
            reset_held: ticks(values[at::RESET_HELD])?,
            stuck: ticks(values[at::STUCK])?,
            ghost: left(values[at::GHOST_UNTIL])?,
            lap_began: moment(values[at::LAP_BEGAN])?,
            last_lap: moment(values[at::LAST_LAP])?,
            best_lap: moment(values[at::BEST_LAP])?,
            finish: moment(values[at::FINISH])?,
            retired: flags & RETIRED != 0,
            retired_at: i64::from(values[at::RETIRED_AT]) * i64::from(WAY),
            laps: Laps::default(),
            ai: flags & AI != 0,
            driver,
        };
        if car.vel.x.abs() > SPEED_MOST || car.vel.y.abs() > SPEED_MOST {
            return None;
        }
        mark(&mut car, pad);
        Some(Self { car, pad, parked: flags & PARKED != 0 })
    }

    /// Puts the body where numbers in 1/256 quanta say, for the eye: no further than a car can be.
    pub(super) fn pose(&mut self, values_256: &[i64], track: &Track) {
        let fix = |at: usize, quantum: i32, low: Fix, high: Fix| {
            let value = values_256.get(at).copied().unwrap_or(0).saturating_mul(quantum.into());
            Fix((value >> 8).clamp(low.0.into(), high.0.into()) as i32)
        };
        let (low, high) = track.bounds;
        let pos = Vec2::new(fix(at::X, METRE, low.x, high.x), fix(at::Y, METRE, low.y, high.y));
        let speed = |at: usize| fix(at, SPEED, -SPEED_MOST, SPEED_MOST);
        let circle = Fix(i32::from(u16::MAX));
        self.car.pos = pos;
        self.car.heading = Angle(fix(at::HEADING, TURN, Fix::ZERO, circle).0 as u16);
        self.car.vel = Vec2::new(speed(at::SPEED_X), speed(at::SPEED_Y));
        self.car.boost = fix(at::BOOST, BOOST, Fix::ZERO, tune::BOOST_MOST);
    }
}

/// The marks of the tyres follow from how the car drives.
fn mark(car: &mut Car, pad: PadWord) {
    let nose = car.heading.unit();
    let (forward, sideways) = (car.vel.dot(nose), car.vel.dot(nose.right()));
    let held = |bit: u16| pad.0 & bit != 0 && !car.is_done();
    let hard_brake = held(pad::BRAKE) && forward > Fix::int(8);
    let spins = car.spin > 0 && held(pad::THROTTLE);
    car.skid_front = hard_brake;
    car.skid_rear = car.drift != 0 || hard_brake || sideways.abs() > tune::SKID || spins;
}
