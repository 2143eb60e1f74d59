//! What a hider can do.

use super::*;
use crate::hunt::tune;

#[test]
fn a_hider_becomes_the_nearest_prop_and_changes_twice() {
    let mut hunt = hunt(4, HuntRules::default());
    let me = hider(&hunt);
    bare(&mut hunt, &[thing(2), PropView { pos: at(1600, 900), ..thing(4) }]);
    for (prop, left) in
        [(thing(2), 2), (PropView { pos: at(1600, 900), ..thing(4) }, 1), (thing(2), 0)]
    {
        put_before(&mut hunt, me, prop, 30);
        assert!(own(&press(&mut hunt, me, pad::ACT), OwnEvent::Disguised));
        let person = &hunt.people[me];
        assert_eq!((person.kind, person.turned, person.disguises), (prop.kind, prop.heading, left));
    }
    assert!(own(&press(&mut hunt, me, pad::ACT), OwnEvent::NoDisguise));
}

#[test]
fn what_is_out_of_reach_is_not_copied() {
    let mut hunt = hunt(4, HuntRules::default());
    let me = hider(&hunt);
    bare(&mut hunt, &[thing(2)]);
    put_before(&mut hunt, me, thing(2), 95);
    assert!(own(&press(&mut hunt, me, pad::ACT), OwnEvent::NoDisguise));
    assert_eq!(hunt.people[me].kind, NO_KIND);
}

#[test]
fn a_prop_turns_in_sixteen_steps() {
    let mut hunt = hunt(4, HuntRules::default());
    let me = hider(&hunt);
    bare(&mut hunt, &[]);
    become_thing(&mut hunt, me, thing(0));
    hunt.people[me].locked = false;
    let turned: Vec<u8> = (0..16)
        .map(|_| {
            press(&mut hunt, me, pad::ROTATE);
            hunt.people[me].turned
        })
        .collect();
    assert_eq!(turned, [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3]);
    press(&mut hunt, me, pad::ROTATE_BACK);
    assert_eq!(hunt.people[me].turned, 2);
}

#[test]
fn a_lock_snaps_to_the_grid_of_all_props_and_holds() {
    let mut hunt = hunt(4, HuntRules::default());
    let me = hider(&hunt);
    bare(&mut hunt, &[]);
    become_thing(&mut hunt, me, PropView { pos: at(1307, 911), ..thing(0) });
    hunt.people[me].locked = false;
    assert!(own(&press(&mut hunt, me, pad::LOCK), OwnEvent::Locked));
    let locked = hunt.people[me].pos;
    assert_eq!((locked.x.0 | locked.y.0) & (tune::GRID - 1), 0);
    assert!(
        hunt.layout.props.iter().all(|prop| (prop.pos.x.0 | prop.pos.y.0) & (tune::GRID - 1) == 0)
    );
    let walk = pad::with_stick(pad::ROTATE, Some(0)).0;
    (0..20).for_each(|_| drop(press(&mut hunt, me, walk)));
    assert_eq!((hunt.people[me].pos, hunt.people[me].turned), (locked, 3));
    assert!(own(&press(&mut hunt, me, pad::LOCK), OwnEvent::Unlocked));
}

#[test]
fn nobody_locks_within_another_thing_or_a_wall() {
    let mut hunt = hunt(4, HuntRules::default());
    let me = hider(&hunt);
    bare(&mut hunt, &[thing(6)]);
    become_thing(&mut hunt, me, thing(6));
    hunt.people[me].locked = false;
    assert!(own(&press(&mut hunt, me, pad::LOCK), OwnEvent::NoRoom));
    hunt.people[me].pos = at(70, 500);
    press(&mut hunt, me, pad::LOCK);
    let person = &hunt.people[me];
    assert!(!person.locked || person.pos.x >= Fix::ratio(90, 100), "{:?}", person.pos);
}

#[test]
fn larger_props_stand_more_tags() {
    let arena = arena();
    let props = &arena.props.props;
    for (one, other) in props.iter().flat_map(|one| props.iter().map(move |other| (one, other))) {
        assert!(one.radius >= other.radius || one.hits <= other.hits, "{} {}", one.id, other.id);
    }
    let mut hunt = seeking(2, HuntRules::default());
    let (seeker, me) = (seeker(&hunt), hider(&hunt));
    let large = props.iter().position(|prop| prop.hits == 3).expect("a large one") as u8;
    bare(&mut hunt, &[]);
    become_thing(&mut hunt, me, thing(large));
    put_before(&mut hunt, seeker, thing(large), 20);
    for _ in 0..2 {
        let events = press(&mut hunt, seeker, pad::ACT);
        assert!(own(&events, OwnEvent::WasHit) && hunt.people[me].role == Role::Hider);
        wait(&mut hunt, 60);
    }
    press(&mut hunt, seeker, pad::ACT);
    assert_eq!(hunt.people[me].role, Role::Seeker);
}

#[test]
fn a_prop_stops_whoever_walks_into_it_a_thing_or_somebody_alike() {
    let path = |is_hider: bool| {
        let mut hunt = seeking(4, HuntRules::default());
        let (walker, other) = (seeker(&hunt), hider(&hunt));
        bare(&mut hunt, if is_hider { &[] } else { core::slice::from_ref(&THING) });
        if is_hider {
            become_thing(&mut hunt, other, THING);
        }
        put_before(&mut hunt, walker, THING, 50);
        hunt.people[walker].pos.y -= Fix::ratio(1, 9);
        let mut words = vec![IDLE; 4];
        words[walker] = pad::with_stick(0, Some(0));
        let walk = (0..90).map(|_| {
            hunt.tick(&words);
            hunt.people[walker].pos
        });
        walk.collect::<Vec<_>>()
    };
    const THING: PropView =
        PropView { kind: 6, heading: 0, pos: Vec2::new(Fix::int(13), Fix::int(9)) };
    let around = path(false);
    assert_eq!(around, path(true));
    let reach = arena().props.props[6].radius + tune::BODY;
    assert!(around.iter().all(|at| (*at - THING.pos).length() >= reach - Fix(16)));
    assert!(around[89].x > THING.pos.x, "it slides along and around");
}

#[test]
fn a_prop_that_walks_pushes_nobody() {
    let mut hunt = seeking(4, HuntRules::default());
    let (stands, walks) = (seeker(&hunt), hider(&hunt));
    bare(&mut hunt, &[]);
    become_thing(&mut hunt, walks, thing(7));
    hunt.people[walks].locked = false;
    put_before(&mut hunt, stands, thing(7), 20);
    let before = hunt.people[stands].pos;
    let mut words = vec![IDLE; 4];
    words[walks] = pad::with_stick(0, Some(0x8000));
    (0..30).for_each(|_| hunt.tick(&words));
    assert_eq!(hunt.people[stands].pos, before);
    // Whoever stands within a prop walks out of it freely.
    words[walks] = IDLE;
    words[stands] = pad::with_stick(0, Some(0));
    (0..30).for_each(|_| hunt.tick(&words));
    assert!((hunt.people[stands].pos - hunt.people[walks].pos).length() > Fix::int(1));
}

#[test]
fn people_do_not_stop_each_other_and_walls_stop_everybody() {
    let mut hunt = hunt(4, HuntRules::default());
    let hiders = seats_of(&hunt, Role::Hider);
    bare(&mut hunt, &[]);
    hunt.people[hiders[0]].pos = at(1300, 900);
    hunt.people[hiders[1]].pos = at(1400, 900);
    let mut words = vec![IDLE; 4];
    words[hiders[0]] = pad::with_stick(0, Some(0));
    (0..60).for_each(|_| hunt.tick(&words));
    assert!(hunt.people[hiders[0]].pos.x > Fix::int(16), "right through");
    let arena = hunt.arena.clone();
    for heading in (0..=0xFFFF).step_by(0x1800) {
        words[hiders[0]] = pad::with_stick(0, Some(heading));
        for _ in 0..120 {
            hunt.tick(&words);
            let pos = hunt.people[hiders[0]].pos;
            assert!(arena.is_free(pos, tune::BODY - Fix::ratio(1, 200), 4), "{pos:?}");
        }
    }
}
