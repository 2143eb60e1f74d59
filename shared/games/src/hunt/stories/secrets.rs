//! What nobody can find out. The game is this.

use super::*;
use crate::hunt::view::HuntView;

/// Two hunts: in one a hider stands at one place and a thing at another, in the second the other
/// way around; and all that only the hider knows differs.
fn swapped(base: &Hunt, prop: PropView, hidden: PropView) -> (Hunt, Hunt, usize) {
    let mut one = base.clone();
    let me = hider(&one);
    one.layout = Arc::new(Layout {
        props: one
            .layout
            .props
            .iter()
            .copied()
            .filter(|other| far(*other, prop) && far(*other, hidden))
            .collect(),
    });
    let mut other = one.clone();
    add(&mut one, prop);
    add(&mut other, hidden);
    become_thing(&mut one, me, hidden);
    become_thing(&mut other, me, prop);
    let person = &mut other.people[me];
    (person.hits, person.disguises, person.decoy) = (1, 0, false);
    (person.taunt_cool, person.forced, person.round.brave) = (77, 444, 33);
    (person.heading.0, person.held, person.health) = (9_999, pad::ROTATE, 12);
    person.round.survived += 60;
    (one, other, me)
}

fn far(one: PropView, other: PropView) -> bool {
    (one.pos - other.pos).length() > Fix::int(2)
}

fn add(hunt: &mut Hunt, prop: PropView) {
    let mut props = hunt.layout.props.clone();
    props.push(prop);
    props.sort_unstable_by_key(PropView::key);
    hunt.layout = Arc::new(Layout { props });
}

fn others(hunt: &Hunt, me: usize) -> Vec<Option<Seat>> {
    let seats = hunt.seats().filter(|seat| seat.index() != me).map(Some);
    seats.chain([None, Some(Seat(99))]).collect()
}

#[test]
fn a_locked_hider_and_a_thing_give_the_same_view_for_every_prop_and_pose() {
    let base = seeking(5, HuntRules::default());
    for kind in 0..arena().props.props.len() as u8 {
        for heading in 0..16 {
            let prop = PropView { kind, heading, pos: at(1300, 900) };
            let hidden = PropView { pos: at(1700, 1200), ..prop };
            let (one, other, me) = swapped(&base, prop, hidden);
            for viewer in others(&one, me) {
                assert_eq!(one.view(viewer), other.view(viewer), "{viewer:?}, {prop:?}");
            }
            let mine = |hunt: &Hunt| hunt.view(Some(Seat(me as u16))).own;
            assert_ne!(mine(&one), mine(&other), "it is the hider who knows");
        }
    }
}

#[test]
fn nothing_gives_it_away_for_as_long_as_nobody_touches_it() {
    let base = seeking(5, HuntRules::default());
    let prop = PropView { kind: 1, heading: 4, pos: at(1300, 900) };
    let (mut one, mut other, me) = swapped(&base, prop, PropView { pos: at(1375, 1000), ..prop });
    // The same square, so that the taunts are the same, too; they come at the same time.
    other.people[me].forced = one.people[me].forced;
    let seeker = seeker(&one);
    for tick in 0..600_u32 {
        let mut words = vec![IDLE; 5];
        words[seeker] = pad::with_stick(0, Some((tick * 150) as u16));
        one.tick(&words);
        other.tick(&words);
        for viewer in others(&one, me) {
            assert_eq!(one.view(viewer), other.view(viewer), "tick {tick}");
        }
    }
}

#[test]
fn a_living_hider_is_nowhere_but_in_the_list_of_props() {
    let base = seeking(5, HuntRules::default());
    let hunt = swapped(&base, thing(1), PropView { pos: at(1700, 1200), ..thing(1) }).0;
    let me = Seat(hider(&hunt) as u16);
    for viewer in others(&hunt, me.index()) {
        let view = hunt.view(viewer);
        assert!(view.figures.iter().all(|figure| figure.seat != me));
        assert!(view.revealed.is_empty());
        assert!(view.seats.iter().all(|seat| seat.gained == 0));
    }
}

#[test]
fn what_a_round_gave_is_told_when_it_is_over() {
    let mut hunt = seeking(4, HuntRules { seek_s: 45, ..HuntRules::default() });
    let hider = hider(&hunt);
    wait(&mut hunt, 44 * 60);
    assert_eq!(hunt.round_tally(), None);
    assert_eq!(hunt.view(None).seats[hider].gained, 0);
    wait(&mut hunt, 2 * 60);
    let view = hunt.view(None);
    assert_eq!((view.phase, view.seats[hider].gained), (Phase::Reveal, 45));
    assert_eq!(view.revealed.len(), 4);
}

#[test]
fn what_happens_to_one_alone_is_told_to_nobody_else() {
    let mut hunt = seeking(4, HuntRules::default());
    let me = Seat(hider(&hunt) as u16);
    let events = press(&mut hunt, me.index(), pad::TAUNT);
    let told = |viewer| events.iter().filter(|event| event.is_for(viewer)).count();
    assert_eq!(told(Some(me)), told(None) + 1);
    let others = events.iter().filter(|event| event.is_for(None));
    assert!(others.into_iter().all(|event| !event.seats().contains(&Some(me))));
}

#[test]
fn a_view_survives_its_bytes_and_nothing_else_is_taken_for_one() {
    let setup =
        HuntSetup { seed: 3, seats: 8, rules: HuntRules { hide_s: 10, ..HuntRules::party() } };
    let mut hunt = Hunt::new(setup, arena()).expect("a fair setup");
    let mut rng = netplay::rng::SimRng::new(1, 1);
    let mut largest = 0;
    while !hunt.is_over() {
        wait(&mut hunt, 97);
        for viewer in others(&hunt, 9) {
            let view = hunt.view(viewer);
            let mut bytes = Vec::new();
            view.write(&mut bytes);
            largest = largest.max(bytes.len());
            assert_eq!(HuntView::read(&bytes, &hunt.arena).as_ref(), Some(&view));
            assert_eq!(HuntView::read(&bytes[1..], &hunt.arena), None);
            assert_eq!(HuntView::read(&bytes[..bytes.len() - 1], &hunt.arena), None);
            let wild = rng.below(bytes.len() as u32) as usize;
            bytes[wild] = rng.next_u32() as u8;
            if let Some(read) = HuntView::read(&bytes, &hunt.arena) {
                let mut again = Vec::new();
                read.write(&mut again);
                assert_eq!(again, bytes, "one view, one encoding");
            }
        }
    }
    assert!(largest <= crate::hunt::VIEW_BYTES * 2 / 3, "{largest}");
}

/// Pages add points up, and ask the seats who somebody is: a host's view keeps both within bounds.
#[test]
fn a_view_with_points_beyond_belief_or_of_nobodys_seat_is_none() {
    let mut hunt = seeking(4, HuntRules { seek_s: 45, ..HuntRules::default() });
    wait(&mut hunt, 46 * 60);
    let honest = hunt.view(Some(Seat(1)));
    let is_read = |forge: &dyn Fn(&mut HuntView)| {
        let mut view = honest.clone();
        forge(&mut view);
        let mut bytes = Vec::new();
        view.write(&mut bytes);
        HuntView::read(&bytes, &hunt.arena).is_some()
    };
    assert!(is_read(&|_| {}) && is_read(&|view| view.seats[0].points = -20_000));
    assert!(!is_read(&|view| view.seats[0].points = 20_001));
    assert!(!is_read(&|view| view.seats[3].gained = i16::MIN));
    assert!(!is_read(&|view| view.revealed[0].tally.wrong_points = i16::MIN));
    assert!(!is_read(&|view| view.revealed[0].tally.survived_s = 40_000));
    assert!(!is_read(&|view| view.revealed[0].seat = Seat(4)));
    assert!(!is_read(&|view| view.own.as_mut().expect("mine").seat = Seat(4)));
    assert!(!is_read(&|view| view.figures[0].seat = Seat(7)));
}

#[test]
fn a_prop_that_moved_is_found_in_the_view_before() {
    let mut hunt = seeking(4, HuntRules::default());
    let me = hider(&hunt);
    become_thing(&mut hunt, me, thing(0));
    hunt.people[me].locked = false;
    let before = hunt.view(None);
    let mut words = vec![IDLE; 4];
    words[me] = pad::with_stick(0, Some(0));
    hunt.tick(&words);
    let after = hunt.view(None);
    let moved: Vec<_> =
        after.props.iter().filter(|prop| after.was(prop, &before) != **prop).collect();
    assert_eq!(moved.len(), 1);
    assert_eq!(after.was(moved[0], &before).pos, at(1300, 900));
}
