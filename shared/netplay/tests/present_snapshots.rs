//! Others, drawn from snapshots: between two of them, beyond the last, and round every corner.
#![cfg(not(target_arch = "wasm32"))]

use netplay::present::snapshots::{
    Angle, Before, Between, Interpolate, Pose, Pushed, Rotation, Shown, ShownState, SnapshotBuffer,
    SnapshotConfig, SnapshotStream,
};
use netplay::rng::SimRng;
use proptest::prelude::*;

const MS: i64 = 1_000;

fn half() -> Between {
    Between { at_us: 1, gap_us: 2 }
}

/// A buffer that shows the sender's present.
fn undelayed<T: Interpolate>(capacity: usize) -> SnapshotBuffer<T> {
    let config = SnapshotConfig { delay_ms: 0, capacity, ..SnapshotConfig::default() };
    SnapshotBuffer::new(config).expect("a sound configuration")
}

fn shown<T>(state: ShownState, value: T) -> Option<Shown<T>> {
    Some(Shown { state, value })
}

// --- the buffer -------------------------------------------------------------------------------

#[test]
fn it_shows_what_lies_between_and_says_what_it_shows() {
    let mut buffer = SnapshotBuffer::<i32>::default();
    assert_eq!(buffer.sample(0), None);
    buffer.push(0, 0);
    buffer.push(100 * MS, 1_000);
    assert_eq!(buffer.sample(50 * MS), shown(ShownState::Held, 0), "not due yet");
    assert_eq!(buffer.sample(100 * MS), shown(ShownState::Interpolated, 0));
    assert_eq!(buffer.sample(130 * MS), shown(ShownState::Interpolated, 300));
    assert_eq!(buffer.sample(200 * MS), shown(ShownState::Interpolated, 1_000));
    assert_eq!(buffer.sample(210 * MS), shown(ShownState::Extrapolated, 1_100));
}

#[test]
fn a_guess_ends_after_a_quarter_of_a_second_and_stays_where_it_ended() {
    let mut buffer = undelayed::<i32>(8);
    buffer.push(0, 0);
    buffer.push(100 * MS, 1_000);
    assert_eq!(buffer.sample(350 * MS), shown(ShownState::Extrapolated, 3_500));
    for late_ms in [351, 400, 60_000] {
        assert_eq!(buffer.sample(late_ms * MS), shown(ShownState::Held, 3_500));
    }
    assert_eq!(buffer.sample(i64::MAX), shown(ShownState::Held, 3_500));
}

#[test]
fn of_a_single_snapshot_nothing_is_guessed() {
    let mut buffer = undelayed::<i32>(8);
    buffer.push(0, 70);
    assert_eq!(buffer.sample(100 * MS), shown(ShownState::Extrapolated, 70));
}

#[test]
fn the_order_of_arrival_does_not_matter() {
    let mut rng = SimRng::new(8, 0);
    let mut times: Vec<i64> = (0..30).collect();
    let mut in_order = undelayed::<i64>(32);
    times.iter().for_each(|n| assert_eq!(in_order.push(n * 50 * MS, n * n), Pushed::Newest));
    for left in (1..=times.len()).rev() {
        times.swap(left - 1, rng.below(left as u32) as usize);
    }
    let mut shuffled = undelayed::<i64>(32);
    for n in times {
        assert!(matches!(shuffled.push(n * 50 * MS, n * n), Pushed::Newest | Pushed::Late));
        assert_eq!(shuffled.push(n * 50 * MS, -1), Pushed::Duplicate);
    }
    assert!((0..2_000).all(|ms| shuffled.sample(ms * MS) == in_order.sample(ms * MS)));
}

#[test]
fn a_full_buffer_lets_the_oldest_go() {
    let mut buffer = undelayed::<i32>(3);
    for n in 1..=5 {
        assert_eq!(buffer.push(n * 100, n as i32), Pushed::Newest);
    }
    assert_eq!(buffer.len(), 3);
    assert_eq!(buffer.push(150, 9), Pushed::TooOld);
    assert_eq!(buffer.push(350, 9), Pushed::Late);
    assert_eq!((buffer.len(), buffer.newest_us()), (3, Some(500)));
}

#[test]
fn after_a_teleport_nothing_slides_and_what_was_sent_before_is_too_old() {
    let mut buffer = undelayed::<i32>(8);
    buffer.push(0, 0);
    buffer.push(100, 10);
    buffer.clear();
    assert_eq!(buffer.push(50, 5), Pushed::TooOld);
    assert_eq!(buffer.push(150, 9_000), Pushed::Newest);
    assert_eq!(buffer.sample(120), shown(ShownState::Held, 9_000));
    buffer.reset();
    assert_eq!(buffer.push(0, 1), Pushed::Newest, "another connection, another clock");
}

#[test]
fn configurations_that_are_not_sound_are_refused() {
    let sound = SnapshotConfig::default();
    let refused = [
        SnapshotConfig { capacity: 1, ..sound },
        SnapshotConfig { capacity: 257, ..sound },
        SnapshotConfig { delay_ms: 10_001, ..sound },
        SnapshotConfig { max_extrapolation_ms: 10_001, ..sound },
    ];
    assert!(refused.into_iter().all(|config| SnapshotStream::<i32>::new(config).is_err()));
    assert!(SnapshotStream::<i32>::new(sound).is_ok());
}

// --- the stream -------------------------------------------------------------------------------

#[test]
fn a_sender_that_begins_anew_is_shown_anew_and_wild_times_are_kept_out() {
    let mut stream = SnapshotStream::<i32>::default();
    for n in 0..40 {
        stream.push(9_000 * MS + n * 50 * MS, n * 50 * MS, n as i32);
    }
    assert_eq!(stream.push(i64::MAX, 2_000 * MS, -1), Pushed::Suspect);
    assert_eq!(stream.buffer().newest_us(), Some(10_950 * MS));
    let pushed: Vec<_> = (0..12)
        .map(|n| stream.push(n * 50 * MS, 2_000 * MS + n * 50 * MS, 1_000 + n as i32))
        .collect();
    // The wild one was the first of eight that made no sense.
    assert_eq!(pushed[..6], [Pushed::Suspect; 6]);
    assert_eq!(pushed[6..], [Pushed::Newest; 6]);
    assert_eq!(stream.sample(2_550 * MS), shown(ShownState::Interpolated, 1_009));
}

// --- values -----------------------------------------------------------------------------------

#[test]
fn angles_take_the_short_way() {
    let between = |a, b| Angle::<4096>(a).between(&Angle(b), half()).0;
    assert_eq!(between(0, 100), 50);
    assert_eq!(between(4_000, 96), 0);
    assert_eq!(between(96, 4_000), 0);
    assert_eq!(between(0, 2_048), 1_024, "of two opposite ones, the way up");
    assert_eq!(between(4_095, 4_096 * 3 + 1), 0, "turns that are too many count for nothing");
}

#[test]
fn speeds_are_kept_and_numbers_do_not_overflow() {
    let ends = [[i32::MIN, i32::MAX], [i32::MAX, i32::MIN]];
    assert_eq!(ends[0].between(&ends[1], half()), [0, 0]);
    let before = Before { value: &ends[0], gap_us: 1 };
    assert_eq!(ends[1].beyond(Some(before), i64::MAX), [i32::MAX, i32::MIN]);
    let ends = [i64::MIN, i64::MAX];
    assert_eq!(ends[0].between(&ends[1], Between { at_us: 1, gap_us: i64::MAX }), i64::MIN + 2);
    let before = Before { value: &ends[0], gap_us: 1 };
    assert_eq!(ends[1].beyond(Some(before), i64::MAX), i64::MAX);
}

#[test]
fn a_pose_with_velocities_goes_round_a_bend_better_than_straight_lines() {
    // A circle of 100 m at Q16.16, half a turn in 2 s, at 10 snapshots a second.
    let metre = 65_536.0;
    let at = |t: f64| [100.0 * metre * t.cos(), 0.0, 100.0 * metre * t.sin()].map(|v| v as i32);
    let speed = std::f64::consts::FRAC_PI_2;
    let moving = |t: f64| {
        let by = 100.0 * metre * speed;
        [-by * t.sin(), 0.0, by * t.cos()].map(|v| v as i32)
    };
    let worst = |has_velocity: bool| {
        let mut buffer = undelayed::<Pose>(32);
        for n in 0..=20 {
            let t = f64::from(n) * 0.1 * speed;
            let pose = Pose::at(at(t));
            buffer.push(
                i64::from(n) * 100 * MS,
                if has_velocity { pose.moving(moving(t)) } else { pose },
            );
        }
        let off = |ms: i64| {
            let pose = buffer.sample(ms * MS).expect("snapshots").value;
            let truth = at(ms as f64 / 1_000.0 * speed);
            (0..3)
                .map(|axis| (f64::from(pose.position[axis]) - f64::from(truth[axis])).abs() / metre)
                .fold(0.0, f64::max)
        };
        (0..2_000).map(off).fold(0.0, f64::max)
    };
    assert!(worst(false) > 0.25, "{} m beside the bend", worst(false));
    assert!(worst(true) < 0.001, "{} m beside the bend", worst(true));
}

#[test]
fn a_curve_needs_the_velocity_of_both_ends_and_a_rotation_is_never_guessed() {
    let turned = Rotation::from_xyzw([0, 1, 0, 1]);
    let (from, to) = (Pose::at([0; 3]), Pose::at([100, 0, 0]).turned(turned).moving([0, 0, 99]));
    let between = from.between(&to, half());
    assert_eq!((between.position, between.velocity), ([50, 0, 0], None));
    let beyond = to.beyond(Some(Before { value: &from, gap_us: 100 * MS }), 100 * MS);
    assert_eq!((beyond.position, beyond.rotation), ([100, 0, 10], turned));
    let unknown = Pose { velocity: None, ..to };
    let beyond = unknown.beyond(Some(Before { value: &from, gap_us: 100 * MS }), 50 * MS);
    assert_eq!(beyond.position, [150, 0, 0]);
}

// --- rotations --------------------------------------------------------------------------------

type Parts = [f64; 4];

fn parts(rotation: Rotation) -> Parts {
    rotation.xyzw().map(|part| f64::from(part) / f64::from(1 << 30))
}

fn dot(a: Parts, b: Parts) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The same in floats, on the short way.
fn slerp(a: Parts, b: Parts, t: f64) -> Parts {
    let cosine = dot(a, b);
    let b = b.map(|part| part * cosine.signum());
    let difference: f64 = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
    let angle = 2.0 * (difference / 2.0).asin();
    if angle < 1e-9 {
        return a;
    }
    let (of_a, of_b) = (((1.0 - t) * angle).sin() / angle.sin(), (t * angle).sin() / angle.sin());
    std::array::from_fn(|n| a[n] * of_a + b[n] * of_b)
}

#[test]
fn a_quaternion_of_any_scale_is_a_rotation() {
    assert_eq!(Rotation::from_xyzw([0; 4]), Rotation::IDENTITY);
    assert_eq!(Rotation::from_xyzw([0, 0, 0, 1]), Rotation::IDENTITY);
    assert_eq!(Rotation::from_xyzw([i32::MIN; 4]).xyzw(), [-(1 << 29); 4]);
    assert_eq!(Rotation::from_xyzw([1, 1, 1, 1]).xyzw(), [1 << 29; 4]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Eight units of 2^-30 in each part: two millionths of a degree.
    #[test]
    fn rotations_lie_where_floats_say(a: [i32; 4], b: [i32; 4], at_us in 1..1_000_i64) {
        let (a, b) = (Rotation::from_xyzw(a), Rotation::from_xyzw(b));
        // Of two opposite rotations either way is short.
        prop_assume!(dot(parts(a), parts(b)).abs() > 1e-6);
        let between = parts(a.between(&b, Between { at_us, gap_us: 1_000 }));
        let truth = slerp(parts(a), parts(b), at_us as f64 / 1_000.0);
        prop_assert!((dot(between, between) - 1.0).abs() < 8e-9);
        for (ours, theirs) in between.iter().zip(truth) {
            prop_assert!((ours - theirs).abs() * f64::from(1 << 30) < 8.0, "{between:?} {truth:?}");
        }
    }

    #[test]
    fn nothing_that_a_peer_says_panics(
        snapshots in proptest::collection::vec((any::<i64>(), any::<[i32; 3]>(), any::<[i32; 4]>(), any::<Option<[i32; 3]>>()), 0..40),
        samples: Vec<i64>,
    ) {
        let mut stream = SnapshotStream::<Pose>::default();
        let mut buffer = SnapshotBuffer::<Pose>::default();
        for (time_us, position, parts, velocity) in snapshots {
            let pose = Pose { position, rotation: Rotation::from_xyzw(parts), velocity };
            stream.push(time_us, time_us / 2, pose);
            buffer.push(time_us, pose);
        }
        for at_us in samples {
            let _ = (stream.sample(at_us), buffer.sample(at_us));
        }
    }
}
