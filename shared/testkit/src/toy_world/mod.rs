//! A small world for server authority: four players, sixteen props, shots; integers only.
//!
//! Everything moves in every tick. A player's engine grows hot: that is hidden, and changes how
//! the player moves from then on.

mod bodies;
mod replicated;

pub use bodies::{ARENA, Body, HEAT, METRE, SPEED, TURN};

use netplay::sim::NetId;

/// The players of a usual toy world.
pub const PLAYERS: usize = 4;
/// The props of a usual toy world.
pub const PROPS: usize = 16;
/// Inputs are hundredths.
pub const FULL: i16 = 100;

/// An action: a ray along the heading, judged by what the shooter saw.
pub const SHOOT: u16 = 1;
/// An action: something flies off.
pub const THROW: u16 = 2;
/// An event: the ray hit this slot.
pub const HIT: u16 = 1;
/// An event: the ray hit nobody.
pub const MISSED: u16 = 2;

const SHOT_TICKS: i32 = 45;
const SHOT_SPEED: i32 = 160 * SPEED;
const BLOW: i32 = 60 * SPEED;

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    /// Where, and how fast.
    pub body: Body,
    /// Hidden: from 0 to [`HEAT`].
    pub heat: i32,
    /// How often a ray or a shot hit this player.
    pub hits: i32,
    /// How many shots this player has thrown; numbers the next one.
    pub thrown: i32,
}

/// Something thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// Its name on the wire.
    pub id: NetId,
    /// Who threw it.
    pub slot: u8,
    /// Where, and how fast.
    pub body: Body,
    /// Ticks until it is gone.
    pub fuse: i32,
}

/// The world.
#[derive(Clone, Debug)]
pub struct ToyWorld {
    schema: netplay::sim::Schema,
    /// By slot.
    pub players: Vec<Player>,
    /// By number.
    pub props: Vec<Body>,
    /// By id.
    pub shots: Vec<Shot>,
}

impl Default for ToyWorld {
    fn default() -> Self {
        Self::new(PLAYERS, PROPS)
    }
}

impl ToyWorld {
    /// A world of so many players and props.
    #[must_use]
    pub fn new(players: usize, props: usize) -> Self {
        Self {
            schema: replicated::schema(),
            players: (0..players as i32).map(player).collect(),
            props: (0..props as i32).map(prop).collect(),
            shots: Vec::new(),
        }
    }

    /// One tick; each player's drive and turn, in hundredths, where somebody speaks for it.
    fn step(&mut self, inputs: &[Option<(i32, i32)>]) {
        for (slot, player) in self.players.iter_mut().enumerate() {
            player.step(inputs.get(slot).copied().flatten());
        }
        self.props.iter_mut().for_each(Body::swing);
        for shot in &mut self.shots {
            shot.body.travel();
            shot.fuse -= 1;
        }
        self.collide();
        self.shots.retain(|shot| shot.fuse > 0);
    }

    fn collide(&mut self) {
        for (slot, player) in self.players.iter_mut().enumerate() {
            for shot in &mut self.shots {
                if usize::from(shot.slot) != slot && shot.body.touches(&player.body) {
                    player.body.push(shot.body.heading, BLOW);
                    player.hits += 1;
                    player.heat = HEAT;
                    shot.fuse = 0;
                }
            }
        }
        for one in 0..self.players.len() {
            for other in one + 1..self.players.len() {
                let (head, tail) = self.players.split_at_mut(other);
                head[one].body.shove(&mut tail[0].body);
            }
        }
    }

    fn throw(&mut self, slot: usize) {
        let Some(player) = self.players.get_mut(slot) else { return };
        let id = NetId(1_000 * (slot as u32 + 1) + player.thrown as u32 % 1_000);
        player.thrown = (player.thrown + 1) % 1_000;
        let mut body = Body { heading: player.body.heading, ..player.body };
        body.push(body.heading, SHOT_SPEED);
        self.shots.push(Shot { id, slot: slot as u8, body, fuse: SHOT_TICKS });
        self.shots.sort_by_key(|shot| shot.id);
    }
}

impl Player {
    fn step(&mut self, input: Option<(i32, i32)>) {
        // Who is played elsewhere rolls on as seen last.
        if let Some((drive, turn)) = input {
            self.body.spin = turn * 60 / 100;
            let power = drive * (HEAT - self.heat) / HEAT;
            self.body.push(self.body.heading, power * 24 / 100);
            self.body.vx -= self.body.vx / 32;
            self.body.vy -= self.body.vy / 32;
            // At full drive it settles at three fifths of its heat.
            self.heat = (self.heat + drive.abs() / 2 - self.heat / 48).clamp(0, HEAT);
        }
        self.body.travel();
    }
}

fn player(slot: i32) -> Player {
    let (x, y) = ((slot % 2 * 2 - 1) * 10 * METRE, (slot / 2 * 2 - 1) * 10 * METRE);
    let body = Body { x, y, heading: slot * TURN / 4, ..Body::default() };
    Player { body, heat: 0, hits: 0, thrown: 0 }
}

fn prop(number: i32) -> Body {
    let (x, y) = ((number % 4 * 6 - 9) * METRE, (number / 4 * 6 - 9) * METRE);
    let (vx, vy) = ((number % 5 - 2) * 90, (number % 3 - 1) * 120);
    Body { x, y, heading: number * 250, vx, vy, spin: 20 + number }
}
