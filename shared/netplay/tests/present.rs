//! What is shown of a guess: no effect begins twice, every effect ends, nothing that fades jumps.
#![cfg(not(target_arch = "wasm32"))]

use netplay::ids::Frame;
use netplay::present::{Effect, EffectId, EffectLedger, Pose, Smoother, Smoothing};
use netplay::time::Instant;
use proptest::prelude::*;
use std::collections::BTreeMap;

const METRE: i32 = 65_536;

// --- effects ----------------------------------------------------------------------------------

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Begun,
    Cancelled,
    Kept,
}

/// Everything a ledger ever told.
#[derive(Default)]
struct Told(BTreeMap<EffectId, (u8, Fate)>);

impl Told {
    fn listen(&mut self, ledger: &mut EffectLedger<u8>) {
        while let Some(effect) = ledger.poll() {
            match effect {
                Effect::Begin(id, effect) => {
                    assert_eq!(self.0.insert(id, (effect, Fate::Begun)), None, "{id:?} twice");
                }
                Effect::Cancel(id) => self.end(id, Fate::Cancelled),
                Effect::Keep(id, _) => self.end(id, Fate::Kept),
            }
        }
    }

    fn end(&mut self, id: EffectId, fate: Fate) {
        let (_, was) = self.0.get_mut(&id).expect("what ends has begun");
        assert_eq!(*was, Fate::Begun, "{id:?} ends twice");
        *was = fate;
    }

    fn kept(&self) -> Vec<u8> {
        let kept = self.0.values().filter(|(_, fate)| *fate == Fate::Kept);
        kept.map(|(effect, _)| *effect).collect()
    }
}

/// For each frame what it really raises, what is guessed first, and how many frames later the
/// truth is known.
fn frames() -> impl Strategy<Value = Vec<(Vec<u8>, Vec<u8>, u32)>> {
    let effects = || proptest::collection::vec(0..3_u8, 0..3);
    proptest::collection::vec((effects(), effects(), 0..8_u32), 1..120)
}

proptest! {
    #[test]
    fn no_effect_begins_twice_and_every_effect_ends(frames in frames(), slack in 0..5_u32) {
        let mut ledger = EffectLedger::new(slack);
        let mut told = Told::default();
        let end = frames.len() as u32;
        let known = |frame: u32, now: u32| frame + frames[frame as usize].2 <= now;
        let raised = |frame: u32, now: u32| {
            let (truth, guess, _) = &frames[frame as usize];
            if known(frame, now) { truth.clone() } else { guess.clone() }
        };
        for now in 0..end + 8 {
            // The first frame whose truth has come just now, and all after it, run again.
            let wrong = (0..now.min(end)).find(|frame| frame + frames[*frame as usize].2 == now);
            for frame in wrong.unwrap_or(now)..(now + 1).min(end) {
                ledger.simulated(Frame(frame), raised(frame, now));
            }
            let open = (0..end.min(now + 1)).find(|frame| !known(*frame, now));
            ledger.confirm(Frame(open.unwrap_or((now + 1).min(end))));
            told.listen(&mut ledger);
        }
        ledger.confirm(Frame(end + slack + 1));
        told.listen(&mut ledger);
        prop_assert!(told.0.values().all(|(_, fate)| *fate != Fate::Begun), "one never ended");
        let mut truth: Vec<u8> = frames.iter().flat_map(|(truth, ..)| truth.clone()).collect();
        let mut kept = told.kept();
        truth.sort_unstable();
        kept.sort_unstable();
        prop_assert_eq!(kept, truth, "what is kept is what has happened");
    }
}

#[test]
fn a_guess_that_was_right_is_neither_cancelled_nor_begun_again() {
    let mut ledger = EffectLedger::new(2);
    let mut told = Vec::new();
    ledger.simulated(Frame(0), [7]);
    for _ in 0..5 {
        ledger.simulated(Frame(0), [7]);
        ledger.simulated(Frame(1), []);
    }
    ledger.confirm(Frame(2));
    told.extend(std::iter::from_fn(|| ledger.poll()));
    assert_eq!(told, [Effect::Begin(EffectId(0), 7), Effect::Keep(EffectId(0), 7)]);
}

#[test]
fn an_effect_that_moves_too_far_is_another_one() {
    let mut ledger = EffectLedger::new(2);
    ledger.simulated(Frame(0), [7]);
    ledger.simulated(Frame(0), []);
    ledger.simulated(Frame(1), []);
    ledger.simulated(Frame(2), []);
    ledger.simulated(Frame(3), [7]);
    let told: Vec<_> = std::iter::from_fn(|| ledger.poll()).collect();
    let first = EffectId(0);
    assert_eq!(
        told,
        [Effect::Begin(first, 7), Effect::Cancel(first), Effect::Begin(EffectId(1), 7)]
    );
}

#[test]
fn a_peer_that_is_never_confirmed_costs_no_memory() {
    let mut ledger = EffectLedger::new(2);
    let mut told = Told::default();
    for frame in 0..10_000 {
        ledger.simulated(Frame(frame), [1]);
        told.listen(&mut ledger);
    }
    let open = told.0.values().filter(|(_, fate)| *fate == Fate::Begun).count();
    assert_eq!(open, netplay::limits::EFFECTS_LIVE);
    ledger.jump(Frame(3));
    told.listen(&mut ledger);
    assert!(told.0.values().all(|(_, fate)| *fate != Fate::Begun));
}

// --- smoothing --------------------------------------------------------------------------------

fn pose(x: i32, y: i32, heading: u16) -> Pose {
    Pose { x, y, heading }
}

fn drawn(smoother: &Smoother, pose: Pose) -> (i64, i64) {
    let shift = smoother.shifts().first().copied().unwrap_or_default();
    (i64::from(pose.x) + i64::from(shift.x), i64::from(pose.y) + i64::from(shift.y))
}

fn apart((ax, ay): (i64, i64), (bx, by): (i64, i64)) -> i64 {
    ((ax - bx).pow(2) + (ay - by).pow(2)).isqrt()
}

proptest! {
    #[test]
    fn what_is_drawn_never_jumps(
        corrections in proptest::collection::vec(
            (0..40_u64, -METRE / 4..METRE / 4, -METRE / 4..METRE / 4, any::<u16>()),
            1..60,
        ),
        smooth_ms in 20..=1_000_u16,
    ) {
        // A car that stands still, and is set right now and then by up to 0.35 m: what is drawn
        // moves no faster than the largest shift, two metres, in the time of fading.
        let how = Smoothing { smooth_ms, ..Smoothing::default() };
        let mut smoother = Smoother::new(how).unwrap();
        let (mut now_ms, mut really) = (0, pose(0, 0, 0));
        smoother.fade(Instant::ZERO);
        let mut before = drawn(&smoother, really);
        for (wait_ms, x, y, heading) in corrections {
            for _ in 0..wait_ms {
                now_ms += 1;
                smoother.fade(Instant::from_millis(now_ms));
                let after = drawn(&smoother, really);
                let most = 2 * i64::from(METRE) / i64::from(smooth_ms) + 2;
                prop_assert!(apart(before, after) <= most);
                before = after;
            }
            let shown = really;
            really = pose(really.x + x, really.y + y, heading);
            smoother.corrected(&[shown], &[really]);
            let after = drawn(&smoother, really);
            let has_snapped = smoother.shifts()[0] == Default::default();
            prop_assert!(after == before || has_snapped, "{before:?} {after:?}");
            before = after;
        }
        smoother.fade(Instant::from_millis(now_ms + u64::from(smooth_ms)));
        prop_assert_eq!(smoother.shifts()[0], Default::default());
    }

    #[test]
    fn no_pose_is_too_far_for_the_arithmetic(
        poses in proptest::collection::vec((any::<i32>(), any::<i32>(), any::<u16>()), 2..20),
        smooth_ms in 0..=1_000_u16,
        snap_above in any::<i32>(),
    ) {
        let how = Smoothing { smooth_ms, snap_above, ..Smoothing::default() };
        let mut smoother = Smoother::new(how).unwrap();
        for (at, pair) in (0_u64..).zip(poses.windows(2)) {
            let [shown, really] = [pair[0], pair[1]].map(|(x, y, heading)| pose(x, y, heading));
            smoother.fade(Instant::from_micros(at * at * 7_001));
            smoother.corrected(&[shown], &[really]);
        }
    }
}

#[test]
fn a_far_correction_snaps_and_counts() {
    let mut smoother = Smoother::new(Smoothing::default()).unwrap();
    smoother.corrected(&[pose(0, 0, 0)], &[pose(3 * METRE, 4 * METRE, 0)]);
    assert_eq!(smoother.shifts(), [Default::default()]);
    assert_eq!((smoother.corrections(), smoother.largest()), (1, 5 * METRE));
    assert!(Smoother::new(Smoothing { smooth_ms: 1_001, ..Smoothing::default() }).is_err());
}

#[test]
fn a_heading_fades_the_short_way_round() {
    let mut smoother = Smoother::new(Smoothing::default()).unwrap();
    smoother.corrected(&[pose(0, 0, 65_530)], &[pose(0, 0, 10)]);
    assert_eq!(smoother.shifts()[0].heading, -16);
    smoother.fade(Instant::from_millis(50));
    assert_eq!(smoother.shifts()[0].heading, -8);
}

/// A walker's way as the other machine sees it: a quarter turn every quarter second, at 1.7 m/s.
/// One of ten turns comes eight ticks late, another two. Returns the mispredicted ticks and the
/// largest step that is drawn.
fn walk(smooth_ms: u16) -> (u32, i64) {
    const TICKS: u32 = 150;
    const STEP: i32 = METRE * 17 / 600;
    let late = |turn: u32| [0, 0, 0, 8, 0, 0, 2, 0, 0, 0][turn as usize % 10];
    let way = |turn: u32| [(STEP, 0), (0, STEP), (-STEP, 0), (0, -STEP)][turn as usize % 4];
    // The state after a tick as it is known at another one: the newest turn heard of goes on.
    let place = |after: u32, known_at: u32| {
        let steps = (0..=after).map(|tick| {
            let turns = (0..=tick / 15).rev();
            way(turns.into_iter().find(|turn| turn * 15 + late(*turn) <= known_at).unwrap_or(0))
        });
        steps.fold(pose(0, 0, 0), |at, (x, y)| pose(at.x + x, at.y + y, 0))
    };
    let mut smoother = Smoother::new(Smoothing { smooth_ms, ..Smoothing::default() }).unwrap();
    let (mut wrong, mut largest, mut before) = (0, 0, (0, 0));
    for now in 0..TICKS {
        wrong += u32::from(place(now, now) != place(now, TICKS + 10));
        smoother.fade(Instant::from_micros(u64::from(now) * 1_000_000 / 60));
        if now > 0 {
            smoother.corrected(&[place(now - 1, now - 1)], &[place(now - 1, now)]);
        }
        let shown = drawn(&smoother, place(now, now));
        largest = largest.max(apart(before, shown));
        before = shown;
    }
    (wrong, largest)
}

#[test]
fn a_walker_who_turns_every_quarter_second_is_drawn_in_steps_of_eight_centimetres() {
    let centimetres = |size: i64| size * 100 / i64::from(METRE);
    let (wrong, snapped) = walk(0);
    assert!(wrong <= 10, "{wrong} of 150 ticks");
    assert!((33..36).contains(&centimetres(snapped)), "{} cm snapped", centimetres(snapped));
    let (_, smoothed) = walk(100);
    assert!(smoothed * 100 <= 8 * i64::from(METRE), "{} cm", centimetres(smoothed));
}
