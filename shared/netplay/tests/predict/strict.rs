//! A world that takes no state but a server's.

use super::table::FAR;
use netplay::ids::StateHash;
use netplay::sim::{BadState, InputFrame, NetId, Replicated, Schema, WorldState};
use testkit::harness::{Harness, Whose, player};
use testkit::toy_world::ToyWorld;

/// Refuses, once its first player drives, to be put where it already is, as a game may that knows
/// which states can follow which.
#[derive(Clone, Debug, Default)]
struct Strict(ToyWorld);

impl Replicated for Strict {
    fn schema(&self) -> &Schema {
        self.0.schema()
    }

    fn slots(&self) -> usize {
        self.0.slots()
    }

    fn entity_of_slot(&self, slot: usize) -> Option<NetId> {
        self.0.entity_of_slot(slot)
    }

    fn read(&self, out: &mut WorldState) {
        self.0.read(out);
    }

    fn write(&mut self, state: &WorldState) -> Result<(), BadState> {
        let mut ours = WorldState::default();
        self.0.read(&mut ours);
        let drives = self.0.players[0].body.vx != 0;
        if drives && ours == *state {
            return Err(BadState);
        }
        self.0.write(state)
    }

    fn tick(&mut self, inputs: &[Option<InputFrame>]) {
        self.0.tick(inputs);
    }

    fn reset(&mut self) {
        self.0.reset();
    }

    fn identity(&self) -> StateHash {
        self.0.identity()
    }
}

#[test]
fn a_world_that_takes_no_mixture_is_predicted_anew_instead() {
    let mut table: Harness<Strict> = Harness::new(51);
    table.host(Strict::default(), Default::default(), Default::default()).unwrap();
    table.simulate_link(Whose::Everybody, FAR).unwrap();
    table.join("ann", Some(Strict::default()), player("ann")).unwrap();
    table.ready("ann", true).unwrap();
    table.pump(700);
    table.input("ann", &[100, 20]).unwrap();
    table.pump(4_000);
    let client = table.client("ann").unwrap();
    assert!(client.is_in(), "an honest server is no reason to leave");
    assert!(client.stats().checked > 100, "{:?}", client.stats());
    assert!(client.stats().mispredictions <= 2, "{:?}", client.stats());
    assert!(table.converged().is_true(), "{:?}", table.converged());
}
