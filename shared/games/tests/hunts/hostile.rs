//! Bytes and pads from a stranger do no harm.

use super::{hunt, saved, words};
use netplay::ids::PadWord;
use netplay::rng::SimRng;
use netplay::sim::{BadState, Inspect, Part, Rewind, Simulation, Value, Visitor};
use proptest::prelude::*;

#[test]
fn a_short_or_long_state_is_refused_and_changes_nothing() {
    let mut hunt = hunt(2);
    (0..900).for_each(|frame| hunt.tick(&words(2, frame)));
    let state = saved(&hunt);
    let before = hunt.state_hash();
    for end in 0..state.len() {
        assert_eq!(hunt.load(&state[..end]), Err(BadState));
    }
    assert_eq!(hunt.load(&[&state[..], &[0]].concat()), Err(BadState));
    assert_eq!(hunt.state_hash(), before);
}

#[test]
fn a_forged_state_is_refused_or_can_be_played_on_from() {
    let (mut taken, mut refused) = (0, 0);
    for seed in [2, 5] {
        let mut honest = hunt(seed);
        (0..1_100).for_each(|frame| honest.tick(&words(seed, frame)));
        let state = saved(&honest);
        let mut rng = SimRng::new(seed, 2);
        for round in 0..2_000_usize {
            let mut forged = state.clone();
            for _ in 0..=rng.below(3) {
                let any = rng.below(state.len() as u32) as usize;
                let at = if round < state.len() { round } else { any };
                forged[at] = [0, 0xFF, 0x7F, rng.next_u32() as u8][rng.below(4) as usize];
            }
            let mut hunt = honest.clone();
            let by_force = round % 2 == 0;
            let read = if by_force { hunt.force(&forged) } else { hunt.load(&forged) };
            if read.is_ok() {
                taken += 1;
                assert_eq!(saved(&hunt), forged, "a state has one encoding");
                (0..40).for_each(|frame| hunt.tick(&words(5, frame)));
                let views = (hunt.view(None), hunt.view(Some(netplay::ids::Seat(1))));
                let _ = (views, hunt.results());
            } else {
                refused += 1;
            }
        }
    }
    assert!(taken > 300 && refused > 300, "{taken} taken, {refused} refused");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_pad_word_takes_anybody_through_a_wall_or_out_of_what_a_hunt_can_be(
        seed in 0_u64..40,
        held in proptest::collection::vec(any::<[u16; 8]>(), 1..40),
    ) {
        let mut hunt = hunt(seed);
        let size = hunt.arena().size;
        for words in held {
            for _ in 0..30 {
                hunt.tick(&words.map(PadWord));
            }
            for (pos, _) in hunt.poses() {
                prop_assert!(pos.x.0 > 0 && pos.y.0 > 0 && pos.x < size.x && pos.y < size.y);
            }
            let state = saved(&hunt);
            prop_assert!(hunt.load(&state).is_ok());
        }
    }
}

/// Counts what is told.
#[derive(Default)]
struct Count {
    open: i32,
    values: usize,
}

impl Visitor for Count {
    fn open(&mut self, _: Part) {
        self.open += 1;
    }
    fn close(&mut self) {
        self.open -= 1;
    }
    fn value(&mut self, _: Value) {
        self.values += 1;
    }
}

#[test]
fn every_byte_of_a_state_is_told_with_its_name() {
    let hunt = hunt(3);
    let mut count = Count::default();
    hunt.inspect(&mut count);
    assert!(count.open == 0 && count.values > 100);
    let state = saved(&hunt);
    for end in 0..state.len() {
        let mut count = Count::default();
        assert_eq!(hunt.inspect_saved(&state[..end], &mut count), Err(BadState));
    }
}
