//! What the stories begin with.

use netplay::link::LinkProfile;
use netplay::session::server::{ServerConfig, StartMode};
use netplay::sim::{InputFrame, Replicated};
use testkit::harness::{Harness, Whose, player};
use testkit::toy_world::{TURN, ToyWorld};

pub(crate) type Table = Harness<ToyWorld>;

/// 80 ms there and back, 4 ms more or less each way, one in fifty lost.
pub(crate) const FAR: LinkProfile =
    LinkProfile { latency_ms: 36, jitter_ms: 8, loss_permille: 20, ..LinkProfile::PERFECT };

/// A running game of these players over a link.
pub(crate) fn playing(seed: u64, link: LinkProfile, names: &[&str]) -> Table {
    let mut table = Table::new(seed);
    table.host(ToyWorld::default(), Default::default(), ServerConfig::default()).unwrap();
    table.simulate_link(Whose::Everybody, link).unwrap();
    for name in names {
        table.join(name, Some(ToyWorld::default()), player(name)).unwrap();
    }
    for name in names {
        table.ready(name, true).unwrap();
    }
    table.pump(700);
    table
}

/// A server whose world always runs.
pub(crate) fn always() -> ServerConfig {
    ServerConfig { start: StartMode::Now, ..ServerConfig::default() }
}

/// Everybody drives for a while, each in a way of its own.
pub(crate) fn drive(table: &mut Table, names: &[&str], ms: u64) {
    for step in 0..ms / 100 {
        for (number, name) in (0_i64..).zip(names) {
            let phase = step as i64 + number * 7;
            let turn = if phase / 9 % 2 == 0 { 60 } else { -45 } + (phase % 5) * 3;
            let thrust = if phase % 17 < 12 { 100 } else { -40 };
            table.input(name, &[thrust, turn as i16]).unwrap();
        }
        table.pump(100);
    }
}

/// Turns a player (who stands still) to the left until it faces half a turn: from slot 1 to slot 0.
pub(crate) fn face_ann<S: Replicated>(table: &mut Harness<S>, world: impl Fn(&S) -> &ToyWorld) {
    table.input("ben", &[0, 50]).unwrap();
    let faces = |table: &Harness<S>| {
        let ben = &world(table.client("ben").unwrap().simulation().unwrap()).players[1];
        (TURN / 2 - 16..TURN / 2 + 16).contains(&ben.body.heading)
    };
    assert!(table.pump_until(4_000, faces), "ben never faces ann");
    table.input("ben", &[0, 0]).unwrap();
    // Inputs wait in the server's queue, actions do not.
    table.pump(300);
}

/// The schema's place of a field of a player.
pub(crate) fn place(component: &str, field: &str) -> usize {
    ToyWorld::default().schema().place_of(0, component, field).unwrap()
}

/// One input frame.
pub(crate) fn frame(drive: i16, turn: i16) -> InputFrame {
    let mut frame = InputFrame::default();
    frame.set(0, drive);
    frame.set(1, turn);
    frame
}
