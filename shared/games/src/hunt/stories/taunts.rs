//! Taunts, ripples, the squeaker, and the pulse.

use super::*;
use crate::hunt::view::square_of;

fn taunts(events: &[HuntEvent]) -> usize {
    events.iter().filter(|event| matches!(event, HuntEvent::Taunt { .. })).count()
}

#[test]
fn a_hider_taunts_by_itself_every_25_seconds_and_faster_at_the_end() {
    let mut hunt = seeking(2, HuntRules::default());
    let me = hider(&hunt);
    let mut heard = Vec::new();
    for tick in 0..150 * 60_u32 {
        if own(&wait(&mut hunt, 1), OwnEvent::ForcedTaunt) {
            heard.push(tick);
        }
    }
    assert_eq!(hunt.people[me].round.brave, 0, "no bravery in that");
    let gaps: Vec<u32> = heard.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(gaps[..3].iter().all(|gap| *gap == 25 * 60), "{gaps:?}");
    assert!(gaps[gaps.len() - 1] <= 13 * 60, "{gaps:?}");
}

#[test]
fn a_room_may_have_no_forced_taunts() {
    let mut hunt = seeking(4, HuntRules { taunt_forced_s: 0, ..HuntRules::default() });
    assert_eq!(taunts(&wait(&mut hunt, 149 * 60)), 0);
}

#[test]
fn a_taunt_of_ones_own_gives_points_with_a_cooldown_and_more_near_a_seeker() {
    let mut hunt = seeking(2, HuntRules::default());
    let (seeker, me) = (seeker(&hunt), hider(&hunt));
    bare(&mut hunt, &[]);
    hunt.people[me].pos = at(1300, 900);
    assert_eq!(taunts(&press(&mut hunt, me, pad::TAUNT)), 1);
    let alone = hunt.people[me].round.brave;
    assert_eq!(taunts(&press(&mut hunt, me, pad::TAUNT)), 0, "too early");
    assert_eq!(hunt.people[me].round.brave, alone);
    wait(&mut hunt, 8 * 60);
    hunt.people[seeker].pos = at(1600, 900);
    press(&mut hunt, me, pad::TAUNT);
    assert!(hunt.people[me].round.brave > 2 * alone);
}

#[test]
fn a_ripple_tells_everybody_the_same_square_however_often_it_is_heard() {
    let mut hunt = seeking(8, HuntRules { taunt_forced_s: 0, ..HuntRules::default() });
    let me = hider(&hunt);
    bare(&mut hunt, &[]);
    become_thing(&mut hunt, me, PropView { pos: at(1312, 787), ..thing(0) });
    let square = square_of(at(1312, 787));
    for _ in 0..3 {
        press(&mut hunt, me, pad::TAUNT);
        let views: Vec<_> = seats_of(&hunt, Role::Seeker)
            .into_iter()
            .map(|seat| hunt.view(Some(Seat(seat as u16))).ripples)
            .chain([hunt.view(None).ripples])
            .collect();
        assert!(views.iter().all(|ripples| ripples[0].at == square && *ripples == views[0]));
        wait(&mut hunt, 9 * 60);
    }
    assert!(hunt.view(None).ripples.is_empty(), "it fades");
}

#[test]
fn a_squeaker_sounds_like_a_taunt_from_elsewhere_and_there_is_one() {
    let mut hunt = seeking(2, HuntRules { taunt_forced_s: 0, ..HuntRules::default() });
    let me = hider(&hunt);
    bare(&mut hunt, &[]);
    become_thing(&mut hunt, me, PropView { heading: 0, ..thing(0) });
    let events = press(&mut hunt, me, pad::DECOY);
    let ripple = hunt.view(None).ripples[0];
    assert!(events.contains(&HuntEvent::Taunt { at: ripple.at }));
    assert!(ripple.at.x > at(1300, 0).x && square_of(at(1300, 900)) != ripple.at);
    assert_eq!(hunt.people[me].round.brave, 0);
    assert_eq!(taunts(&press(&mut hunt, me, pad::DECOY)), 0);
}

#[test]
fn a_pulse_is_everybody_at_once_twice_a_round() {
    let rules = HuntRules { reveal_pulse: true, taunt_forced_s: 0, ..HuntRules::default() };
    let mut hunt = seeking(4, rules);
    let events = wait(&mut hunt, 149 * 60);
    assert_eq!(events.iter().filter(|event| **event == HuntEvent::Pulse).count(), 2);
    assert_eq!(taunts(&events), 6);
}
