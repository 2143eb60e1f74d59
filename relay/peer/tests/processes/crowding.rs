//! An arena: players who simulate, a crowd that does not, and whoever comes late.

use crate::streaming::Listener;
use crate::support::{Program, Relay};

#[test]
fn players_a_crowd_and_a_late_comer_of_an_arena_come_to_one_digest() {
    let relay = Relay::arena("8");
    let join = |words: &[&str]| {
        let own = ["join", "--relay", &relay.tcp(), "--arena", "--seconds", "4"];
        Program::peer(&[&own, words].concat())
    };
    let near = join(&[]);
    let far = join(&["--link", "latency=30,jitter=10"]);
    let crowd = ["bot", "--relay", &relay.ws(), "--arena", "--count", "4", "--script", "walk"];
    let crowd = Program::peer(&crowd);
    (0..4).for_each(|_| drop(crowd.json())); // the clock runs
    let observer = Program::peer(&["observe", "--relay", &relay.ws(), "--arena", "--verbose"]);
    assert_eq!(observer.json()["tick"], 30);
    let late = join(&["--seat", "7", "--nearest", "2"]).end().report();
    let (near, far) = (near.end().report(), far.end().report());
    assert_eq!((&near["tick"], &late["seat"]), (&240.into(), &7.into()));
    assert_eq!((&near["digest"], &near["digest"]), (&far["digest"], &late["digest"]));
    assert!(near["digest"].is_string());
}

#[test]
fn a_bridge_moves_a_walker_of_an_arena() {
    let relay = Relay::arena("2");
    let mut bridge = Program::peer(&["bridge", "--relay", &relay.ws(), "--arena"]);
    bridge.say("{\"seat\": 0, \"pad\": 1}\n");
    let mut listener = Listener::of(&relay, "ARENAS");
    let speed = listener.until("the walker to walk", |tick| {
        tick["movers"][0]["speed"].as_f64().filter(|speed| *speed > 1.0)
    });
    assert!(speed > 1.0);
    bridge.stop_saying();
    assert_eq!(bridge.end().code, Some(0));
}
