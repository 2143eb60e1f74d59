//! Whatever happens to a room, the relay and the plainest code agree on who is where, who hosts,
//! who is ready, who drives, and what everybody was told.
#![cfg(not(target_arch = "wasm32"))]

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use testkit::model::{Op, PEOPLE, Trial};

/// The host most of the time: what only a host may do is otherwise mostly refused.
fn chief() -> impl Strategy<Value = usize> {
    prop_oneof![3 => Just(Op::THE_HOST), 1 => 0..PEOPLE]
}

fn op() -> impl Strategy<Value = Op> {
    let who = || 0..PEOPLE;
    let flag = any::<bool>;
    let mostly = || prop::bool::weighted(0.85);
    let rarely = || prop::bool::weighted(0.15);
    let name = select(Op::NAMES.to_vec());
    let ms = select(vec![500_u64, 1_000, 2_000, 4_000, 10_000, 30_000, 60_000]);
    prop_oneof![
        8 => (who(), rarely()).prop_map(|(who, watch)| Op::Join { who, watch }),
        8 => who().prop_map(|who| Op::Resume { who }),
        1 => who().prop_map(|who| Op::Leave { who }),
        4 => who().prop_map(|who| Op::Lose { who }),
        12 => (who(), mostly()).prop_map(|(who, ready)| Op::Ready { who, ready }),
        1 => (who(), name, 0_u8..8)
            .prop_map(|(who, name, colour)| Op::Rename { who, name, colour }),
        1 => (who(), option::of(select(vec!["golf", "racing"])))
            .prop_map(|(who, game)| Op::Vote { who, game }),
        3 => (who(), mostly()).prop_map(|(who, wanted)| Op::Rescue { who, wanted }),
        6 => (who(), flag()).prop_map(|(who, hidden)| Op::Presence { who, hidden }),
        3 => (chief(), who(), option::weighted(0.8, 0_u16..5))
            .prop_map(|(who, whom, seat)| Op::Seat { who, whom, seat }),
        1 => who().prop_map(|who| Op::Seat { who, whom: who, seat: None }),
        2 => (chief(), rarely(), flag())
            .prop_map(|(who, locked, starting)| Op::Lock { who, locked, starting }),
        1 => (chief(), who()).prop_map(|(who, whom)| Op::Hand { who, whom }),
        1 => (chief(), who(), flag())
            .prop_map(|(who, whom, ban)| Op::Moderate { who, whom, ban }),
        6 => (who(), option::weighted(0.5, 0_u16..5)).prop_map(|(who, seat)| Op::Take { who, seat }),
        6 => chief().prop_map(|who| Op::Start { who }),
        4 => (chief(), flag()).prop_map(|(who, turns)| Op::Host { who, turns }),
        3 => chief().prop_map(|who| Op::Deposit { who }),
        1 => who().prop_map(|who| Op::End { who }),
        5 => ms.prop_map(|ms| Op::Wait { ms }),
    ]
}

/// What only happens when several things come together.
fn scene() -> impl Strategy<Value = Vec<Op>> {
    let who = || 0..PEOPLE;
    let everybody = |op: fn(usize) -> Op| (0..PEOPLE).map(op).collect::<Vec<_>>();
    let ready = everybody(|who| Op::Ready { who, ready: true });
    let round = [ready.clone(), vec![Op::Start { who: Op::THE_HOST }]];
    let flag = any::<bool>;
    let blackout = everybody(|who| Op::Lose { who });
    prop_oneof![
        30 => op().prop_map(|op| vec![op]),
        2 => Just(round.concat()),
        2 => flag().prop_map(move |turns| {
            let start = [Op::Host { who: Op::THE_HOST, turns }, Op::Deposit { who: Op::THE_HOST }];
            [ready.clone(), start.to_vec()].concat()
        }),
        1 => (flag(), select(vec![1_000, 2_000, 5_000])).prop_map(|(leaves, ms)| {
            let who = Op::THE_HOST;
            vec![if leaves { Op::Leave { who } } else { Op::Lose { who } }, Op::Wait { ms }]
        }),
        1 => who().prop_map(|who| vec![Op::Presence { who, hidden: true }, Op::Wait { ms: 2_000 }]),
        1 => (who(), select(vec![1_000, 10_000, 30_000])).prop_map(move |(who, ms)| {
            let after = [Op::Wait { ms }, Op::Resume { who }];
            [blackout.clone(), after.to_vec()].concat()
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn the_relay_and_the_reference_agree(seats in 1_u16..5, scenes in vec(scene(), 1..100)) {
        let mut trial = Trial::new(seats);
        trial.apply(&Op::Join { who: 1, watch: false });
        trial.apply(&Op::Join { who: 2, watch: false });
        for op in scenes.iter().flatten() {
            trial.apply(op);
        }
    }
}
