//! Another's clock: jitter, drift and freaks do not move it, and a jump is noticed.
#![cfg(not(target_arch = "wasm32"))]

use netplay::present::clock_sync::{ClockNews, ClockSync};
use netplay::rng::SimRng;
use proptest::prelude::*;

const MS: i64 = 1_000;
const TRIP_US: i64 = 30 * MS;

/// Packets at 20 Hz from a clock that runs at `rate` thousandths of ours and says `from_us` when ours says 0.
fn send(
    clock: &mut ClockSync,
    packets: std::ops::Range<i64>,
    rate: i64,
    from_us: i64,
    mut late_us: impl FnMut(i64) -> i64,
) {
    for n in packets {
        let sent_us = n * 50 * MS;
        clock.push(from_us + sent_us * rate / 1_000, sent_us + TRIP_US + late_us(n));
    }
}

/// How far the estimate of the sender's time is ahead of the truth, less the way of the fastest packets.
fn ahead_us(clock: &ClockSync, now_us: i64, rate: i64, from_us: i64) -> i64 {
    let truth_us = from_us + (now_us - TRIP_US) * rate / 1_000;
    clock.sender_us(now_us).expect("packets came") - truth_us
}

#[test]
fn jitter_and_late_packets_do_not_move_it() {
    let (mut clock, mut rng) = (ClockSync::new(), SimRng::new(3, 0));
    let mut worst_us = 0;
    for n in 0..400 {
        // Two in five are late, by up to 200 ms.
        let late_us = if rng.below(5) < 2 { i64::from(rng.below(200_000)) } else { 0 };
        send(&mut clock, n..n + 1, 1_000, 77, |_| late_us);
        if n > 20 {
            let now_us = n * 50 * MS + 200 * MS;
            worst_us = worst_us.max(ahead_us(&clock, now_us, 1_000, 77).abs());
        }
    }
    assert!(worst_us < MS, "{worst_us} µs");
}

#[test]
fn three_freakishly_fast_packets_do_not_move_it() {
    let mut clock = ClockSync::new();
    send(&mut clock, 0..40, 1_000, 0, |_| 0);
    send(&mut clock, 40..43, 1_000, 0, |_| -25 * MS);
    send(&mut clock, 43..60, 1_000, 0, |_| 0);
    assert_eq!(ahead_us(&clock, 3_000 * MS, 1_000, 0), 0);
    // A fourth one is the network's new pace.
    send(&mut clock, 60..120, 1_000, 0, |_| -25 * MS);
    assert!(ahead_us(&clock, 6_000 * MS, 1_000, 0) > 24 * MS);
}

#[test]
fn a_clock_two_in_a_hundred_too_fast_or_too_slow_is_followed() {
    for (rate, bound_us) in [(1_020, 20 * MS), (980, 50 * MS)] {
        let (mut clock, mut rng) = (ClockSync::new(), SimRng::new(5, 0));
        for n in 0..2_400 {
            send(&mut clock, n..n + 1, rate, 9, |_| i64::from(rng.below(10_000)));
            let off_us = ahead_us(&clock, n * 50 * MS + TRIP_US + 10 * MS, rate, 9);
            // After two minutes such a clock is 2.4 s beside ours.
            assert!(n < 40 || off_us.abs() < bound_us, "{rate}: {off_us} µs at packet {n}");
        }
    }
}

#[test]
fn a_sender_that_begins_anew_is_noticed_after_eight_packets() {
    for begins_us in [-900_000 * MS, 0, 900_000 * MS] {
        let mut clock = ClockSync::new();
        send(&mut clock, 0..100, 1_000, 60_000 * MS, |_| 0);
        let news: Vec<_> = (100..109)
            .map(|n| clock.push(begins_us + n * 50 * MS, n * 50 * MS + TRIP_US))
            .collect();
        assert_eq!(news[..7], [ClockNews::Suspect; 7]);
        assert_eq!(news[7..], [ClockNews::Restarted, ClockNews::Steady]);
        assert_eq!(ahead_us(&clock, 6_000 * MS, 1_000, begins_us), 0);
    }
}

#[test]
fn seven_wild_packets_change_nothing() {
    let mut clock = ClockSync::new();
    send(&mut clock, 0..50, 1_000, 0, |_| 0);
    for n in 0..7 {
        assert_eq!(clock.push([i64::MIN, i64::MAX][n % 2], 2_500 * MS), ClockNews::Suspect);
    }
    send(&mut clock, 51..60, 1_000, 0, |_| 0);
    assert_eq!(ahead_us(&clock, 3_000 * MS, 1_000, 0), 0);
}

#[test]
fn after_a_stall_everything_that_was_held_up_comes_at_once_and_it_comes_right() {
    let mut clock = ClockSync::new();
    send(&mut clock, 0..50, 1_000, 0, |_| 0);
    // Packets 50 to 109, three seconds of them, all arrive with the last.
    send(&mut clock, 50..110, 1_000, 0, |n| (109 - n) * 50 * MS);
    send(&mut clock, 110..130, 1_000, 0, |_| 0);
    let off_us = ahead_us(&clock, 6_500 * MS, 1_000, 0);
    assert!(off_us.abs() < 10 * MS, "{off_us} µs");
}

#[test]
fn a_reset_forgets() {
    let mut clock = ClockSync::new();
    clock.push(5, 5);
    clock.reset();
    assert_eq!((clock.behind_us(), clock.sender_us(0)), (None, None));
    assert_eq!(clock.push(i64::MAX, i64::MIN), ClockNews::Steady);
}

proptest! {
    /// Whatever a network does short of half a second, the other's time never runs backwards here.
    #[test]
    fn the_others_time_never_runs_backwards(
        gaps in proptest::collection::vec((0..200_000_i64, 0..450_000_i64), 1..300),
    ) {
        let mut clock = ClockSync::new();
        let (mut sent_us, mut now_us, mut shown_us) = (0, 0, i64::MIN);
        let mut restarted = false;
        for (gap_us, trip_us) in gaps {
            sent_us += gap_us;
            now_us = now_us.max(sent_us + trip_us);
            restarted |= clock.push(sent_us, now_us) == ClockNews::Restarted;
            let time_us = clock.sender_us(now_us).expect("packets came");
            prop_assert!(restarted || time_us >= shown_us, "{time_us} after {shown_us}");
            shown_us = time_us;
        }
    }

    #[test]
    fn wild_times_never_panic(packets: Vec<(i64, i64)>) {
        let mut clock = ClockSync::new();
        for (sender_us, now_us) in packets {
            clock.push(sender_us, now_us);
            prop_assert!(clock.sender_us(now_us).is_some());
        }
    }
}
