//! A world in space for measuring bytes: four players who fly, sixteen crates that tumble, each
//! with thirteen numbers; everything moves in every tick. Integers only.

use netplay::hash::StateHasher;
use netplay::ids::StateHash;
use netplay::sim::{
    BadState, ComponentDef, EntityKind, EntityState, FieldDef, FieldKind, InputDef, InputFrame,
    NetId, Replicated, Schema, WorldState,
};

/// Quanta of a position in a metre: 5 mm each.
pub const METRE: i32 = 200;
/// Quanta of a speed in a metre a second, and in a radian a second: 0.02 each.
pub const SPEED: i32 = 50;
/// What a unit quaternion's component is in quanta.
pub const UNIT: i32 = 1_000;
/// What full throttle is.
pub const FULL: i16 = 127;

const WALL: i64 = 40 * METRE as i64;
const TICK_HZ: i64 = 30;

/// Thirteen numbers: place, attitude, speed, spin.
type Body = [i32; 13];

/// The world.
#[derive(Clone, Debug)]
pub struct ToySpace {
    schema: Schema,
    players: usize,
    bodies: Vec<Body>,
}

impl Default for ToySpace {
    fn default() -> Self {
        Self::new(4, 16)
    }
}

impl ToySpace {
    /// So many players, and so many crates.
    #[must_use]
    pub fn new(players: usize, crates: usize) -> Self {
        let bodies = (0..(players + crates) as i32).map(|number| body(number, players)).collect();
        Self { schema: schema(), players, bodies }
    }
}

fn body(number: i32, players: usize) -> Body {
    let place = [
        (number % 5 - 2) * 12 * METRE,
        (number % 3 + 1) * 5 * METRE,
        (number / 5 - 2) * 12 * METRE,
    ];
    let (speed, spin) = if (number as usize) < players {
        ([0; 3], [0; 3])
    } else {
        let speed = [(number * 37 % 400) - 200, 0, (number * 61 % 400) - 200];
        (speed, [number * 17 % 120 - 60, number * 29 % 120 - 60, number * 43 % 120 - 60])
    };
    let [x, y, z] = place;
    let ([vx, vy, vz], [wx, wy, wz]) = (speed, spin);
    [x, y, z, 0, 0, 0, UNIT, vx, vy, vz, wx, wy, wz]
}

fn schema() -> Schema {
    let fields = |names: &[&str], kind, quanta| {
        names.iter().map(|&name| FieldDef::new(name, kind).within(quanta)).collect::<Vec<_>>()
    };
    let mut transform = fields(&["x", "y", "z"], FieldKind::Linear, 6);
    transform.extend(fields(&["qx", "qy", "qz", "qw"], FieldKind::Quaternion, 10));
    let velocity = fields(&["vx", "vy", "vz", "wx", "wy", "wz"], FieldKind::Linear, 8);
    let components = [("transform", transform), ("velocity", velocity)]
        .map(|(name, fields)| ComponentDef { name: name.into(), fields });
    // A quantum of speed is 0.02 m/s, which is 4 quanta of place a second.
    let ratio = METRE * 65_536 / SPEED / TICK_HZ as i32;
    let kind = |name: &str| {
        let kind = EntityKind::new(name, [0, 1]);
        (0..3).fold(kind, |kind, axis| kind.with_rate(axis, 7 + axis, ratio))
    };
    let inputs =
        ["forward", "yaw", "pitch"].map(|name| InputDef { name: name.into(), scale: FULL });
    let schema = Schema {
        tick_hz: TICK_HZ as u8,
        steps_per_tick: 1,
        components: components.into(),
        kinds: vec![kind("player"), kind("crate")],
        inputs: inputs.into(),
    };
    schema.check().expect("the schema can travel");
    schema
}

impl Replicated for ToySpace {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn slots(&self) -> usize {
        self.players
    }

    fn entity_of_slot(&self, slot: usize) -> Option<NetId> {
        (slot < self.players).then_some(NetId(slot as u32 + 1))
    }

    fn read(&self, out: &mut WorldState) {
        out.entities.clear();
        for (number, body) in self.bodies.iter().enumerate() {
            let is_player = number < self.players;
            out.entities.push(EntityState {
                id: NetId(number as u32 + 1),
                kind: u8::from(!is_player),
                owner: is_player.then_some(number as u8),
                values: body.to_vec(),
            });
        }
    }

    fn write(&mut self, state: &WorldState) -> Result<(), BadState> {
        let bodies = state.entities.iter().map(|entity| Body::try_from(entity.values.as_slice()));
        let bodies: Vec<_> = bodies.collect::<Result<_, _>>().map_err(|_| BadState)?;
        if bodies.len() != self.bodies.len() {
            return Err(BadState);
        }
        self.bodies = bodies;
        Ok(())
    }

    fn tick(&mut self, inputs: &[Option<InputFrame>]) {
        for (number, body) in self.bodies.iter_mut().enumerate() {
            if let Some(input) = inputs.get(number).copied().flatten() {
                fly(body, input);
            } else if number >= self.players {
                // Weight, for crates alone.
                body[8] -= 16;
            }
            travel(body);
        }
    }

    fn reset(&mut self) {
        *self = Self::new(self.players, self.bodies.len() - self.players);
    }

    fn identity(&self) -> StateHash {
        StateHasher::new().u32(self.players as u32).u32(self.bodies.len() as u32).finish()
    }
}

/// Thrust along the nose, which is +x turned by the attitude; what is not pushed slows down.
fn fly(body: &mut Body, input: InputFrame) {
    let [qx, qy, qz, qw] = [body[3], body[4], body[5], body[6]].map(i64::from);
    let square = i64::from(UNIT) * i64::from(UNIT);
    let nose = [square - 2 * (qy * qy + qz * qz), 2 * (qx * qy + qw * qz), 2 * (qx * qz - qw * qy)];
    let throttle = i64::from(input.get(0)) * 12;
    for (axis, nose) in nose.into_iter().enumerate() {
        let push = nose * throttle / square / i64::from(FULL);
        let speed = i64::from(body[7 + axis]);
        body[7 + axis] = (speed + push - speed / 48) as i32;
    }
    for (axis, wanted) in [0, input.get(1), input.get(2)].into_iter().enumerate() {
        let wanted = i32::from(wanted);
        body[10 + axis] += (wanted - body[10 + axis]) / 4;
    }
}

fn travel(body: &mut Body) {
    for axis in 0..3 {
        let moved =
            divided(i64::from(body[7 + axis]) * i64::from(METRE), i64::from(SPEED) * TICK_HZ);
        let place = i64::from(body[axis]) + moved;
        let (floor, roof) = if axis == 1 { (0, WALL) } else { (-WALL, WALL) };
        if place < floor || place > roof {
            body[7 + axis] = -body[7 + axis];
            // A bounce turns the spin.
            body.swap(10 + axis, 10 + (axis + 1) % 3);
        }
        body[axis] = place.clamp(floor, roof) as i32;
    }
    turn(body);
}

/// The attitude, turned by the spin for a tick, of unit length, its sign normalised.
fn turn(body: &mut Body) {
    let q = [body[3], body[4], body[5], body[6]].map(i64::from);
    let w = [body[10], body[11], body[12]].map(i64::from);
    let part = 2 * i64::from(SPEED) * TICK_HZ;
    let fine = |value: i64| value << 10;
    let change = [
        w[0] * q[3] + w[1] * q[2] - w[2] * q[1],
        w[1] * q[3] + w[2] * q[0] - w[0] * q[2],
        w[2] * q[3] + w[0] * q[1] - w[1] * q[0],
        -(w[0] * q[0] + w[1] * q[1] + w[2] * q[2]),
    ];
    let mut next = [0; 4];
    for (place, next) in next.iter_mut().enumerate() {
        *next = fine(q[place]) + divided(fine(change[place]), part);
    }
    let length = next.iter().map(|value| value * value).sum::<i64>().isqrt().max(1);
    let sign = if next[3] < 0 { -1 } else { 1 };
    for (place, next) in next.into_iter().enumerate() {
        body[3 + place] = divided(sign * next * i64::from(UNIT), length) as i32;
    }
}

fn divided(value: i64, by: i64) -> i64 {
    (value + by / 2).div_euclid(by)
}
