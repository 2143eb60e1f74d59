//! The race, and four barrels that roll about it.

use games::racing::{RaceRules, RaceSetup, Track};
use games::served::{Empty, RaceBots, ServedRace};
use netplay::ids::StateHash;
use netplay::session::server::Bots;
use netplay::sim::{
    BadState, ComponentDef, EntityKind, EntityState, FieldDef, FieldKind, GameEvent, InputFrame,
    NetId, Replicated, Schema, View, WorldState,
};
use std::sync::Arc;
use testkit::toy_world::{Body, METRE, SPEED, TURN};

const FIRST: u32 = 100;

/// A race of eight cars, with four barrels beside it.
#[derive(Clone)]
pub(crate) struct Barrels {
    pub(crate) race: ServedRace,
    barrels: [Body; 4],
    schema: Schema,
}

impl Barrels {
    pub(crate) fn new(seed: u64) -> Self {
        let setup = RaceSetup { seed, seats: 8, rules: RaceRules::default() };
        let track = Arc::new(Track::heron_lake());
        let race = ServedRace::new(setup, track, Empty::Driven).expect("a fair setup");
        let mut schema = race.schema().clone();
        let line = |name: &str| FieldDef::new(name, FieldKind::Linear);
        let heading = FieldDef::new("heading", FieldKind::Angle { turn: TURN as u32 });
        let fields = vec![line("x"), line("y"), heading, line("vx"), line("vy"), line("spin")];
        schema.components.push(ComponentDef { name: "body".into(), fields });
        let component = schema.components.len() as u8 - 1;
        let barrel = EntityKind::new("Barrel", [component])
            .with_rate(0, 3, 65_536 / SPEED)
            .with_rate(1, 4, 65_536 / SPEED)
            .with_rate(2, 5, 65_536);
        schema.kinds.push(barrel);
        schema.check().expect("it can travel");
        Self { race, barrels: start(), schema }
    }

    fn kind(&self) -> u8 {
        self.schema.kinds.len() as u8 - 1
    }
}

fn start() -> [Body; 4] {
    [0, 1, 2, 3].map(|number| {
        let (x, y) = ((number % 2 * 16 - 8) * METRE, (number / 2 * 16 - 8) * METRE);
        let (vx, vy) = ((number - 2) * 90, (number % 2) * 120);
        Body { x, y, heading: number * 250, vx, vy, spin: 20 + number }
    })
}

impl Replicated for Barrels {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn slots(&self) -> usize {
        self.race.slots()
    }

    fn entity_of_slot(&self, slot: usize) -> Option<NetId> {
        self.race.entity_of_slot(slot)
    }

    fn read(&self, out: &mut WorldState) {
        self.race.read(out);
        for (number, body) in (FIRST..).zip(&self.barrels) {
            let values = vec![body.x, body.y, body.heading, body.vx, body.vy, body.spin];
            let (id, kind) = (NetId(number), self.kind());
            out.entities.push(EntityState { id, kind, owner: None, values });
        }
    }

    fn write(&mut self, state: &WorldState) -> Result<(), BadState> {
        let split = state.entities.len().checked_sub(self.barrels.len()).ok_or(BadState)?;
        let (race, barrels) = state.entities.split_at(split);
        self.race.write(&WorldState { entities: race.to_vec() })?;
        for (body, barrel) in self.barrels.iter_mut().zip(barrels) {
            let &[x, y, heading, vx, vy, spin] = &barrel.values[..] else { return Err(BadState) };
            *body = Body { x, y, heading, vx, vy, spin };
        }
        Ok(())
    }

    fn tick(&mut self, inputs: &[Option<InputFrame>]) {
        self.race.tick(inputs);
        self.barrels.iter_mut().for_each(Body::swing);
    }

    fn reset(&mut self) {
        self.race.reset();
        self.barrels = start();
    }

    fn identity(&self) -> StateHash {
        self.race.identity()
    }

    fn player_joined(&mut self, slot: usize) {
        self.race.player_joined(slot);
    }

    fn player_left(&mut self, slot: usize) {
        self.race.player_left(slot);
    }

    fn take_events(&mut self) -> Vec<GameEvent> {
        self.race.take_events()
    }

    fn is_over(&self) -> bool {
        self.race.is_over()
    }

    fn show(&mut self, view: &View) {
        self.race.show(view);
    }
}

/// The race's own drivers.
pub(crate) struct Drivers(pub(crate) RaceBots);

impl Bots<Barrels> for Drivers {
    fn think(&mut self, world: &Barrels, slot: usize, tick: u32) -> InputFrame {
        self.0.think(&world.race, slot, tick)
    }

    fn begin(&mut self) {
        <RaceBots as Bots<ServedRace>>::begin(&mut self.0);
    }
}
