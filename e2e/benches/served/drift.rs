//! Where a corrected car goes on to, with its hidden state and without.

use crate::crowd::Barrels;
use games::served::{RaceBots, ServedRace};
use netplay::session::server::Bots;
use netplay::sim::{Replicated, WorldState};
use testkit::Forgetful;

/// 1.5 s.
const TICKS: usize = 45;
/// How much farther off a car comes, in the document's own words, when the hidden state is left out.
const THEIR_RATIO: f64 = 13.0;

/// A client that was wrong for half a second (it thought its player let go of everything) is
/// corrected, and goes on with the right inputs; how far from the truth is its car 1.5 s later?
/// Prints the mean of so many corrections.
///
/// # Panics
/// When leaving out what is hidden costs less than it does theirs, or restoring it more.
pub(crate) fn hold(times: usize) {
    let [with, without] = [None, Some("Body")].map(|forgets| {
        let drifts: Vec<_> = (1..=times).filter_map(|time| drift(time, forgets)).collect();
        assert!(drifts.len() > times / 2, "half of two states is hardly ever one");
        drifts.iter().sum::<f64>() / drifts.len() as f64
    });
    println!("{:36} {:>8} {:>8}", "", "theirs", "ours");
    println!("{:36} {:8.2} {with:8.3}", "hidden state restored: m", 0.12);
    println!("{:36} {:8.2} {without:8.3}", "not restored: m", 1.54);
    if with > 0.0 {
        println!("{:36} {THEIR_RATIO:8.1} {:8.1}", "times more", without / with);
    }
    assert!(without > 0.1, "it makes a difference: {without} m");
    assert!(with < 0.12 && without > THEIR_RATIO * with, "{without} m and {with} m");
}

/// In metres; `None` when what is left of two states is none.
fn drift(time: usize, forgets: Option<&'static str>) -> Option<f64> {
    let mut server = Barrels::new(7).race;
    server.player_joined(0);
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
    client.write(&state).ok()?;
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
    Some((ax - bx).hypot(ay - by))
}
