//! The toy world as a server and its clients see it.

use super::{
    ARENA, BLOW, Body, FULL, HEAT, HIT, MISSED, Player, SHOOT, SPEED, Shot, THROW, TURN, ToyWorld,
};
use netplay::hash::StateHasher;
use netplay::ids::StateHash;
use netplay::sim::{
    BadState, ComponentDef, EntityKind, EntityState, FieldDef, FieldKind, GameEvent, InputDef,
    InputFrame, NetId, Replicated, Schema, WorldState,
};

/// Kinds of entities.
pub(super) const PLAYER: u8 = 0;
pub(super) const PROP: u8 = 1;
pub(super) const SHOT: u8 = 2;

/// Values of a body.
const BODY: usize = 6;
const FIRST_PROP: u32 = 101;
const FIRST_SHOT: u32 = 1_000;

pub(super) fn schema() -> Schema {
    let linear = |name: &str, quanta| FieldDef::new(name, FieldKind::Linear).within(quanta);
    let step = |name: &str| FieldDef::new(name, FieldKind::Step);
    let angle = FieldDef::new("heading", FieldKind::Angle { turn: TURN as u32 }).within(8);
    let components = [
        ("place", vec![linear("x", 8), linear("y", 8), angle]),
        ("motion", vec![linear("vx", 10), linear("vy", 10), linear("spin", 2)]),
        ("engine", vec![linear("heat", 0).hidden()]),
        ("score", vec![step("hits"), step("thrown").hidden()]),
        ("fuse", vec![step("ticks").hidden()]),
    ];
    // A speed is counted in eighths of a unit a tick.
    let moving = |name, components| {
        let rate = 65_536 / SPEED;
        EntityKind::new(name, components)
            .with_rate(0, 3, rate)
            .with_rate(1, 4, rate)
            .with_rate(2, 5, 65_536)
    };
    let named = |name: &str| name.to_owned();
    let schema = Schema {
        tick_hz: 30,
        steps_per_tick: 1,
        components: (components.into_iter())
            .map(|(name, fields)| ComponentDef { name: named(name), fields })
            .collect(),
        kinds: vec![
            moving("player", vec![0, 1, 2, 3]),
            moving("prop", vec![0, 1]),
            moving("shot", vec![0, 1, 4]),
        ],
        inputs: ["drive", "turn"].map(|name| InputDef { name: named(name), scale: FULL }).into(),
    };
    schema.check().expect("the toy's schema can travel");
    schema
}

impl Body {
    fn values(&self) -> Vec<i32> {
        vec![self.x, self.y, self.heading, self.vx, self.vy, self.spin]
    }

    fn read(values: &[i32]) -> Option<Self> {
        let &[x, y, heading, vx, vy, spin] = values else { return None };
        let sane = [x, y, vx, vy, spin].iter().all(|value| (-ARENA..=ARENA).contains(value));
        (sane && (0..TURN).contains(&heading)).then_some(Self { x, y, heading, vx, vy, spin })
    }
}

impl Replicated for ToyWorld {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn slots(&self) -> usize {
        self.players.len()
    }

    fn entity_of_slot(&self, slot: usize) -> Option<NetId> {
        (slot < self.players.len()).then_some(NetId(slot as u32 + 1))
    }

    fn read(&self, out: &mut WorldState) {
        out.entities.clear();
        for (slot, player) in (0_u8..).zip(&self.players) {
            let mut values = player.body.values();
            values.extend([player.heat, player.hits, player.thrown]);
            let id = NetId(u32::from(slot) + 1);
            out.entities.push(EntityState { id, kind: PLAYER, owner: Some(slot), values });
        }
        for (number, prop) in (FIRST_PROP..).zip(&self.props) {
            let values = prop.values();
            out.entities.push(EntityState { id: NetId(number), kind: PROP, owner: None, values });
        }
        for shot in &self.shots {
            let mut values = shot.body.values();
            values.push(shot.fuse);
            let owner = Some(shot.slot);
            out.entities.push(EntityState { id: shot.id, kind: SHOT, owner, values });
        }
    }

    fn write(&mut self, state: &WorldState) -> Result<(), BadState> {
        let mut world =
            Self { players: Vec::new(), props: Vec::new(), shots: Vec::new(), ..self.clone() };
        for entity in &state.entities {
            world.take(entity).ok_or(BadState)?;
        }
        if world.players.len() != self.players.len() || world.props.len() != self.props.len() {
            return Err(BadState);
        }
        *self = world;
        Ok(())
    }

    fn tick(&mut self, inputs: &[Option<InputFrame>]) {
        let inputs: Vec<_> = (inputs.iter())
            .map(|input| input.map(|input| (i32::from(input.get(0)), i32::from(input.get(1)))))
            .collect();
        self.step(&inputs);
    }

    fn reset(&mut self) {
        *self = Self::new(self.players.len(), self.props.len());
    }

    fn identity(&self) -> StateHash {
        let mut hasher = StateHasher::new();
        hasher.u32(self.players.len() as u32).u32(self.props.len() as u32).finish()
    }

    fn on_action(
        &mut self,
        slot: usize,
        kind: u16,
        _payload: &[u8],
        rewound: Option<&WorldState>,
    ) -> Vec<GameEvent> {
        match kind {
            SHOOT => {
                let hit = rewound.and_then(|seen| target(seen, slot));
                let heading = self.players.get(slot).map_or(0, |shooter| shooter.body.heading);
                if let Some(player) = hit.and_then(|hit| self.players.get_mut(hit)) {
                    player.body.push(heading, BLOW);
                    player.hits += 1;
                }
                let (kind, whom) = hit.map_or((MISSED, u8::MAX), |hit| (HIT, hit as u8));
                vec![GameEvent { kind, payload: vec![slot as u8, whom] }]
            }
            THROW => {
                self.throw(slot);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }
}

impl ToyWorld {
    fn take(&mut self, entity: &EntityState) -> Option<()> {
        let body = Body::read(entity.values.get(..BODY)?)?;
        match (entity.kind, entity.id.0, &entity.values[BODY..]) {
            (PLAYER, id, &[heat, hits, thrown]) if id as usize == self.players.len() + 1 => {
                let sane = (0..=HEAT).contains(&heat) && (0..1_000).contains(&thrown);
                self.players.push(sane.then_some(Player { body, heat, hits, thrown })?);
            }
            (PROP, id, []) if id == FIRST_PROP + self.props.len() as u32 => self.props.push(body),
            (SHOT, FIRST_SHOT.., &[fuse]) if (0..=i32::from(u16::MAX)).contains(&fuse) => {
                self.shots.push(Shot { id: entity.id, slot: entity.owner?, body, fuse });
            }
            _ => return None,
        }
        Some(())
    }
}

/// Whom the player of a slot has before the barrel, in this state.
fn target(seen: &WorldState, slot: usize) -> Option<usize> {
    let body = |entity: &EntityState| Body::read(entity.values.get(..BODY)?);
    let shooter = body(seen.get(NetId(slot as u32 + 1))?)?;
    let players = seen.entities.iter().filter(|entity| entity.kind == PLAYER).enumerate();
    let mut others = players.filter(|(other, _)| *other != slot);
    others
        .find(|(_, entity)| body(entity).is_some_and(|body| shooter.sees(&body)))
        .map(|(at, _)| at)
}
