//! Lines on the standard input move a seat, and nonsense moves nothing.

use crate::streaming::Listener;
use crate::support::{Program, Relay};

#[test]
fn a_bridge_moves_its_seat_and_skips_nonsense_with_a_warning() {
    let relay = Relay::start();
    let (_host, code) = relay.host("2", &["--seats", "2", "--script", "still", "--seconds", "600"]);
    let mut listener = Listener::of(&relay, &code);
    let mut bridge = Program::peer(&["bridge", "--relay", &relay.ws(), "--room", &code]);
    assert_eq!(bridge.json()["seat"], 1);
    bridge.say("hello\n{\"seat\": 1, \"pad\": 1}\n{\"seat\": 0, \"pad\": 1}\n{\"pad\": 1}\n");
    let speeds = |tick: &serde_json::Value| {
        let speed = |seat: usize| tick["movers"][seat]["speed"].as_f64().expect("a speed");
        [speed(0), speed(1)]
    };
    let [still, moved] = listener
        .until("the car to move", |tick| Some(speeds(tick)).filter(|[_, moved]| *moved > 2.0));
    assert!(moved > 2.0 && still == 0.0, "{still} {moved}");
    bridge.say("{\"seat\": 1, \"pad\": 2}\n");
    listener.until("the car to brake", |tick| Some(speeds(tick)).filter(|[_, slow]| *slow < 1.0));
    bridge.stop_saying();
    let end = bridge.end();
    assert_eq!(end.code, Some(0), "{end:?}");
    let warned: Vec<&str> = end.err.iter().filter_map(|line| line.get(..6)).collect();
    assert_eq!(warned, ["Line 1", "Line 3", "Line 4"], "{end:?}");
}
