//! The ground under the wire: digests and generators with published vectors, time, frames.

use core::time::Duration;
use netplay::hash::{StateHasher, digest};
use netplay::ids::{Frame, StateHash, Token};
use netplay::rng::SimRng;
use netplay::time::Instant;
use proptest::prelude::*;

#[test]
fn the_digest_is_xxh64_with_seed_0() {
    // From xxHash's own specification and sanity checks.
    assert_eq!(digest(b""), StateHash(0xEF46_DB37_51D8_E999));
    assert_eq!(digest(b"a"), StateHash(0xD24E_C4F1_A98C_6E5B));
    assert_eq!(digest(b"abc"), StateHash(0x44BC_2CF5_AD77_0999));
    assert_eq!(
        digest(b"Nobody inspects the spammish repetition"),
        StateHash(0xFBCE_A83C_8A37_8BF1)
    );
}

#[test]
fn a_state_is_digested_as_little_endian_fields() {
    let fields = StateHasher::new()
        .u8(1)
        .bool(true)
        .u16(0x0302)
        .u32(0x0706_0504)
        .i32(-2)
        .u64(8)
        .i64(-1)
        .bytes(b"end")
        .finish();
    let mut bytes = vec![1, 1, 2, 3, 4, 5, 6, 7, 0xFE, 0xFF, 0xFF, 0xFF, 8, 0, 0, 0, 0, 0, 0, 0];
    bytes.extend([0xFF; 8]);
    bytes.extend(b"end");
    assert_eq!(fields, digest(&bytes));
    assert_eq!(StateHash(0xAB).to_string(), "00000000000000ab");
}

#[test]
fn the_generator_is_pcg32() {
    // The first numbers of the reference implementation's demonstration, seed 42 and stream 54.
    let mut rng = SimRng::new(42, 54);
    let numbers: Vec<_> = (0..6).map(|_| rng.next_u32()).collect();
    let published = [0xA15C_02B7, 0x7B47_F409, 0xBA1D_3330, 0x83D2_F293, 0xBFA4_784B, 0xCBED_606E];
    assert_eq!(numbers, published);
}

#[test]
fn a_saved_generator_goes_on_where_it_was() {
    let mut rng = SimRng::new(7, 1);
    rng.next_u32();
    let mut again = SimRng::from_state(rng.state());
    assert_eq!(rng, again);
    assert_eq!(rng.next_u32(), again.next_u32());
    assert_ne!(SimRng::new(7, 1).next_u32(), SimRng::new(7, 2).next_u32());
}

proptest! {
    #[test]
    fn a_bounded_number_is_below_its_bound(seed in any::<u64>(), bound in any::<u32>()) {
        let number = SimRng::new(seed, 0).below(bound);
        prop_assert!(number < bound || (bound == 0 && number == 0));
    }

    #[test]
    fn a_generator_from_a_hostile_state_still_runs(state in any::<(u64, u64)>()) {
        let mut rng = SimRng::from_state(state);
        prop_assert!(rng.below(6) < 6);
    }

    #[test]
    fn time_and_frames_never_wrap(at in any::<u64>(), span in any::<u64>(), frame in any::<u32>()) {
        let now = Instant::from_micros(at);
        prop_assert!(now + Duration::from_secs(span) >= now);
        prop_assert!(now - Duration::from_secs(span) <= now);
        prop_assert_eq!(Instant::ZERO.since(now), Duration::ZERO);
        prop_assert!(Instant::from_millis(at) >= Instant::from_micros(at));
        prop_assert!(Frame(frame).plus(span as u32) >= Frame(frame));
        prop_assert!(Frame(frame).minus(span as u32) <= Frame(frame));
    }
}

#[test]
fn a_moment_counts_from_its_clock() {
    let later = Instant::from_millis(2_500);
    assert_eq!((later.as_millis(), later.as_micros()), (2_500, 2_500_000));
    assert_eq!(later.since(Instant::from_millis(500)), Duration::from_secs(2));
    assert_eq!(later + Duration::from_millis(1) - Duration::from_millis(1), later);
    assert_eq!(Frame(9).since(Frame(4)), 5);
    assert_eq!(Frame(4).since(Frame(9)), 0);
}

#[test]
fn a_token_is_never_shown() {
    let shown = format!("{:?}", Token([0xAB; 16]));
    assert!(!shown.to_lowercase().contains("ab"), "{shown}");
}
