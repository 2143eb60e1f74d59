//! A ray is judged by what its shooter saw, and not for ever.

use super::table::{Table, place};
use netplay::link::LinkProfile;
use netplay::session::server::{ClientEvent, ServerConfig};
use netplay::sim::{NetId, View};
use testkit::harness::{Harness, Whose, player};
use testkit::toy_world::{HIT, METRE, MISSED, SHOOT, ToyWorld};

/// Two players; ben runs across ann's line of sight, 20 m away. Ann shoots when she *sees* him
/// before the barrel. What the event says.
fn shoot_when_seen(one_way_ms: u32) -> u16 {
    let link = LinkProfile { latency_ms: one_way_ms, ..LinkProfile::PERFECT };
    let mut table: Table = Harness::new(31);
    table.host(ToyWorld::new(2, 0), Default::default(), ServerConfig::default()).unwrap();
    table.simulate_link(Whose::Clients("ann"), link).unwrap_or_default();
    for name in ["ann", "ben"] {
        table.join(name, Some(ToyWorld::new(2, 0)), player(name)).unwrap();
    }
    table.simulate_link(Whose::Clients("ann"), link).unwrap();
    table.pump(1_000);
    table.ready("ann", true).unwrap();
    table.ready("ben", true).unwrap();
    table.pump(1_000);
    // Ben (slot 1) looks along the y axis, ann (slot 0) along x: he drives away, turns, comes back.
    table.input("ben", &[-100, 0]).unwrap();
    table.pump(900);
    table.input("ben", &[100, 0]).unwrap();
    let before_the_barrel = |view: &View| {
        let at = |id| view.get(NetId(id)).map(|entity| &entity.values_256).unwrap();
        let y = place("place", "y");
        let aside = at(2)[y] - at(1)[y];
        (-i64::from(METRE) * 64..i64::from(METRE) * 64).contains(&aside)
            && at(2)[place("motion", "vy")] > 0
    };
    let mut shot = false;
    for _ in 0..6_000 {
        table.pump(1);
        if before_the_barrel(&table.view("ann").unwrap()) {
            table.action("ann", SHOOT, &[]).unwrap();
            shot = true;
            break;
        }
    }
    assert!(shot, "ben never came by");
    table.pump(2_000);
    let events = table.events("ann").unwrap();
    let told = events.iter().find_map(|event| match event {
        ClientEvent::Game { event, .. } => Some(event.kind),
        _ => None,
    });
    told.expect("everybody is told what a shot did")
}

#[test]
fn fault_96_what_the_shooter_saw_is_what_counts() {
    assert_eq!(shoot_when_seen(0), HIT);
    assert_eq!(shoot_when_seen(40), HIT);
    assert_eq!(shoot_when_seen(120), HIT);
}

#[test]
fn fault_96_nobody_is_judged_by_what_is_too_long_ago() {
    // Half a second each way: the view is more than 12 ticks old when the shot arrives.
    assert_eq!(shoot_when_seen(500), MISSED);
}
