//! Who seeks when, how long it takes, and what it gives.

use super::*;
use crate::hunt::REVEAL_S;
use alloc::collections::BTreeSet;

#[test]
fn everybody_seeks_once_before_anybody_seeks_twice() {
    for seats in 2..=8 {
        let hunt = hunt(seats, HuntRules::default());
        let rounds = hunt.setup.rounds();
        for seat in hunt.seats() {
            let sought = (0..rounds).filter(|round| hunt.seeks_in(seat, *round)).count();
            assert_eq!(sought, 1, "{seats} seats");
        }
        assert!((0..rounds).all(|round| hunt.seats().any(|seat| hunt.seeks_in(seat, round))));
    }
}

#[test]
fn the_seed_draws_who_seeks_first() {
    let first = |seed| {
        let setup = HuntSetup { seed, seats: 4, rules: HuntRules::default() };
        seeker(&Hunt::new(setup, arena()).expect("a fair setup"))
    };
    let firsts: BTreeSet<usize> = (0..40).map(first).collect();
    assert_eq!(firsts.len(), 4);
}

#[test]
fn one_seeks_for_four_players_and_the_room_may_say_otherwise() {
    for (seats, seekers) in [(2, 1), (4, 1), (5, 2), (8, 2)] {
        let hunt = hunt(seats, HuntRules::default());
        assert_eq!(seats_of(&hunt, Role::Seeker).len(), seekers);
    }
    let hunt = hunt(8, HuntRules { seekers_per: 2, ..HuntRules::default() });
    assert_eq!(seats_of(&hunt, Role::Seeker).len(), 4);
}

#[test]
fn more_players_have_a_larger_map_more_kinds_and_more_props() {
    let (few, many) = (hunt(2, HuntRules::default()), hunt(8, HuntRules::default()));
    let kinds =
        |hunt: &Hunt| hunt.layout.props.iter().map(|prop| prop.kind).collect::<BTreeSet<_>>().len();
    assert!(kinds(&few) < kinds(&many));
    assert!(few.layout.props.len() + 10 < many.layout.props.len());
    assert!(arena().standing(2).count() > arena().standing(8).count());
}

#[test]
fn a_layout_differs_by_seed_and_round_and_has_no_loners() {
    let arena = arena();
    let mut seen = BTreeSet::new();
    for seed in 0..20 {
        for round in 0..4 {
            let layout = Layout::new(&arena, seed, round, 4);
            let mut counts = [0; 32];
            layout.props.iter().for_each(|prop| counts[usize::from(prop.kind)] += 1);
            assert!(counts.iter().all(|count| *count == 0 || *count >= 3), "{counts:?}");
            seen.insert(layout.props.iter().map(PropView::key).collect::<Vec<_>>());
        }
    }
    assert_eq!(seen.len(), 80);
}

#[test]
fn while_the_others_hide_a_seeker_is_blind_and_stands() {
    let mut hunt = hunt(4, HuntRules::default());
    let (seeker, hider) = (seeker(&hunt), hider(&hunt));
    let view = hunt.view(Some(Seat(seeker as u16)));
    assert!(view.blind && view.props.is_empty() && view.figures.is_empty());
    let places = |hunt: &Hunt| [seeker, hider].map(|seat| hunt.people[seat].pos);
    let before = places(&hunt);
    let walk = vec![pad::with_stick(pad::ACT, Some(0)); 4];
    (0..30).for_each(|_| hunt.tick(&walk));
    let after = places(&hunt);
    assert!(before[0] == after[0] && before[1] != after[1]);
}

#[test]
fn hiding_takes_25_seconds_and_seeking_150() {
    let mut hunt = hunt(4, HuntRules::default());
    wait(&mut hunt, 25 * 60 - 1);
    assert_eq!(hunt.phase, Phase::Hide);
    wait(&mut hunt, 1);
    assert_eq!(hunt.phase, Phase::Seek);
    wait(&mut hunt, 150 * 60 - 1);
    assert_eq!(hunt.phase, Phase::Seek);
    let events = wait(&mut hunt, 1);
    assert!(events.contains(&HuntEvent::RoundOver { hiders_won: true }));
    wait(&mut hunt, REVEAL_S * 60);
    assert_eq!((hunt.phase, hunt.round), (Phase::Hide, 1));
}

#[test]
fn a_round_ends_with_the_last_catch() {
    let mut hunt = seeking(2, HuntRules::default());
    let (seeker, hider) = (seeker(&hunt), hider(&hunt));
    bare(&mut hunt, &[]);
    let prop = thing(0);
    become_thing(&mut hunt, hider, prop);
    put_before(&mut hunt, seeker, prop, 20);
    let events = press(&mut hunt, seeker, pad::ACT);
    assert!(events.contains(&HuntEvent::RoundOver { hiders_won: false }));
    assert_eq!(hunt.phase, Phase::Reveal);
}

#[test]
fn points_have_reasons_and_the_reasons_add_up() {
    let rules = HuntRules { seek_s: 45, hide_s: 10, ..HuntRules::default() };
    let setup = HuntSetup { seed: 9, seats: 5, rules };
    let mut hunt = Hunt::new(setup, arena()).expect("a fair setup");
    while !hunt.is_over() {
        wait(&mut hunt, 1);
    }
    let rows = hunt.results().expect("it is over");
    assert!(rows.is_sorted_by_key(|row| row.place) && rows[0].place == 1);
    for row in rows {
        let tally = row.tally;
        let sum = i32::from(tally.survived_s)
            + i32::from(tally.bravery)
            + i32::from(tally.catch_points)
            + i32::from(tally.wrong_points);
        // Seconds are counted round by round: what is cut off is less than one each.
        assert!((sum - i32::from(row.points)).abs() <= i32::from(setup.rounds()));
    }
}
