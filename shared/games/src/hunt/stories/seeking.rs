//! What a seeker can do.

use super::*;
use crate::hunt::tune;

#[test]
fn a_tag_is_short_and_goes_ahead() {
    let hits = |gap, heading| {
        let mut hunt = seeking(2, HuntRules::default());
        let (seeker, me) = (seeker(&hunt), hider(&hunt));
        bare(&mut hunt, &[]);
        become_thing(&mut hunt, me, thing(0));
        put_before(&mut hunt, seeker, thing(0), gap);
        hunt.people[seeker].heading.0 = heading;
        press(&mut hunt, seeker, pad::ACT)
            .iter()
            .any(|event| matches!(event, HuntEvent::Caught { .. }))
    };
    assert!(hits(60, 0) && hits(20, 0x2000));
    assert!(!hits(80, 0) && !hits(20, 0x8000));
}

#[test]
fn a_wrong_guess_costs_health_and_time_and_the_last_one_makes_stars() {
    let mut hunt = seeking(4, HuntRules { penalty: 20, ..HuntRules::default() });
    let me = seeker(&hunt);
    bare(&mut hunt, &[thing(0)]);
    put_before(&mut hunt, me, thing(0), 20);
    for guess in 1..=5 {
        let events = press(&mut hunt, me, pad::ACT);
        assert!(events.iter().any(|event| matches!(event, HuntEvent::Wrong { .. })));
        assert_eq!(hunt.people[me].round.wrong, guess);
        if guess < 5 {
            assert_eq!(u16::from(hunt.people[me].health), 100 - 20 * guess);
            // Pressing again is too early.
            assert!(press(&mut hunt, me, pad::ACT).is_empty());
            wait(&mut hunt, u32::from(tune::WRONG_TICKS));
        }
    }
    // Stunned for eight seconds, not out.
    let before = hunt.people[me].pos;
    let mut words = vec![IDLE; 4];
    words[me] = pad::with_stick(0, Some(0x8000));
    (0..8 * 60 - 3).for_each(|_| hunt.tick(&words));
    assert_eq!(hunt.people[me].pos, before);
    (0..10).for_each(|_| hunt.tick(&words));
    assert_ne!(hunt.people[me].pos, before);
    assert_eq!(hunt.people[me].health, tune::HEALTH_AFTER_STUN);
}

#[test]
fn holding_the_button_tags_once() {
    let mut hunt = seeking(4, HuntRules::default());
    let me = seeker(&hunt);
    let mut words = vec![IDLE; 4];
    words[me] = PadWord(pad::ACT);
    let mut swings = 0;
    for _ in 0..300 {
        hunt.tick(&words);
        swings += hunt.events().iter().filter(|event| matches!(event, HuntEvent::Swing(_))).count();
    }
    assert_eq!(swings, 1);
}

#[test]
fn who_is_caught_seeks_or_looks_on() {
    for infection in [true, false] {
        let mut hunt = seeking(4, HuntRules { infection, ..HuntRules::default() });
        let (seeker, me) = (seeker(&hunt), hider(&hunt));
        bare(&mut hunt, &[]);
        become_thing(&mut hunt, me, thing(0));
        put_before(&mut hunt, seeker, thing(0), 20);
        press(&mut hunt, seeker, pad::ACT);
        let role = if infection { Role::Seeker } else { Role::Out };
        assert_eq!(hunt.people[me].role, role);
        assert_eq!(hunt.people[seeker].round.catches, 1);
        let view = hunt.view(Some(Seat(me as u16)));
        let is_figure = view.figures.iter().any(|figure| figure.seat.index() == me);
        assert_eq!(is_figure, infection);
    }
}

#[test]
fn two_who_tag_in_the_same_tick_have_both_caught() {
    let rules = HuntRules { seekers_per: 2, ..HuntRules::default() };
    let mut hunt = seeking(4, rules);
    let (seekers, me) = (seats_of(&hunt, Role::Seeker), hider(&hunt));
    bare(&mut hunt, &[]);
    become_thing(&mut hunt, me, thing(0));
    let mut words = vec![IDLE; 4];
    for seeker in &seekers {
        put_before(&mut hunt, *seeker, thing(0), 20);
        words[*seeker] = PadWord(pad::ACT);
    }
    hunt.tick(&words);
    assert!(seekers.iter().all(|seeker| hunt.people[*seeker].round.catches == 1));
}

/// Whoever sits where: of two tags that catch together neither is only a hit.
#[test]
fn two_tags_of_a_tick_that_catch_together_are_two_catches() {
    let rules = HuntRules { seekers_per: 2, ..HuntRules::default() };
    let mut hunt = seeking(4, rules);
    let (seekers, me) = (seats_of(&hunt, Role::Seeker), hider(&hunt));
    let strong = hunt.arena.props.props.iter().position(|prop| prop.hits == 2);
    let prop = thing(strong.expect("a prop that stands two tags") as u8);
    bare(&mut hunt, &[]);
    become_thing(&mut hunt, me, prop);
    let mut words = vec![IDLE; 4];
    for seeker in &seekers {
        put_before(&mut hunt, *seeker, prop, 20);
        words[*seeker] = PadWord(pad::ACT);
    }
    hunt.tick(&words);
    assert!(!hunt.events().iter().any(|event| matches!(event, HuntEvent::Hit { .. })));
    assert!(seekers.iter().all(|seeker| hunt.people[*seeker].round.catches == 1));
    assert_ne!(hunt.people[me].role, Role::Hider);
}

#[test]
fn an_undisguised_hider_is_tagged_as_it_is() {
    let mut hunt = seeking(2, HuntRules::default());
    let (seeker, me) = (seeker(&hunt), hider(&hunt));
    bare(&mut hunt, &[]);
    hunt.people[me].pos = at(1300, 900);
    hunt.people[seeker].pos = at(1220, 900);
    hunt.people[seeker].heading.0 = 0;
    let events = press(&mut hunt, seeker, pad::ACT);
    assert!(events.iter().any(|event| matches!(event, HuntEvent::Caught { .. })));
}
