//! Where a corrected car goes on to, with its hidden state and without.

use crate::crowd::Barrels;
use games::served::{RaceBots, ServedRace};
use netplay::session::server::Bots;
use netplay::sim::{Replicated, WorldState};
use testkit::Forgetful;

/// 1.5 s.
const TICKS: usize = 45;
/// Corrections.
const TIMES: usize = 40;

/// A client that was wrong for half a second (it thought its player let go of everything) is
/// corrected, and goes on with the right inputs; how far from the truth is its car 1.5 s later?
pub(crate) fn print() {
    let [with, without] = [false, true].map(|forgets| {
        let drifts = (1..=TIMES).map(|time| drift(time, forgets));
        drifts.sum::<f64>() / TIMES as f64
    });
    println!("{:34} {:>8} {:>8}", "", "theirs", "ours");
    println!("{:34} {:8.2} {with:8.3}", "hidden state restored: m", 0.12);
    println!("{:34} {:8.2} {without:8.3}", "not restored: m", 1.54);
    println!("{:34} {:8.1} {:8.1}", "times more", 13.0, without / with.max(0.001));
}

fn drift(time: usize, forgets: bool) -> f64 {
    let mut server = Barrels::new(7).race;
    let mut bots = RaceBots::new();
    let think = |bots: &mut RaceBots, race: &ServedRace| -> Vec<_> {
        (0..race.slots()).map(|slot| Some(bots.think(race, slot, 0))).collect()
    };
    for _ in 0..120 + time * 25 {
        let inputs = think(&mut bots, &server);
        server.tick(&inputs);
    }
    let mut client = Forgetful::new(server.clone(), forgets);
    for _ in 0..15 {
        let inputs = think(&mut bots, &server);
        server.tick(&inputs);
        client.tick(&vec![Some(Default::default()); server.slots()]);
    }
    let mut state = WorldState::default();
    server.read(&mut state);
    client.write(&state).expect("a state of this race");
    for _ in 0..TICKS {
        let inputs = think(&mut bots, &server);
        server.tick(&inputs);
        client.tick(&inputs);
    }
    let place = |race: &ServedRace| {
        let mut state = WorldState::default();
        race.read(&mut state);
        let values = &state.entities[1].values;
        [values[0], values[1]].map(|value| f64::from(value) / 256.0)
    };
    let ([ax, ay], [bx, by]) = (place(&server), place(&client.world));
    (ax - bx).hypot(ay - by)
}
