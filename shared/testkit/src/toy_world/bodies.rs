//! What moves in the toy world, and how: integers only.

/// Units in a metre.
pub const METRE: i32 = 256;
/// Headings in a whole turn.
pub const TURN: i32 = 4_096;
/// Speeds are counted in this part of a unit a tick.
pub const SPEED: i32 = 8;
/// From the middle of the arena to its walls.
pub const ARENA: i32 = 40 * METRE;
/// An engine this hot does nothing any more.
pub const HEAT: i32 = 4_000;

const FASTEST: i32 = METRE * SPEED;
const REACH: i32 = METRE;

/// Something that moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Body {
    /// Units to the right of the middle.
    pub x: i32,
    /// Units below the middle.
    pub y: i32,
    /// Where it points, of [`TURN`].
    pub heading: i32,
    /// Units a tick, times [`SPEED`].
    pub vx: i32,
    /// Units a tick, times [`SPEED`].
    pub vy: i32,
    /// Of [`TURN`], a tick.
    pub spin: i32,
}

impl Body {
    /// One tick along its speed; a wall throws it back.
    pub fn travel(&mut self) {
        self.heading = (self.heading + self.spin).rem_euclid(TURN);
        self.vx = self.vx.clamp(-FASTEST, FASTEST);
        self.vy = self.vy.clamp(-FASTEST, FASTEST);
        (self.x, self.vx) = along(self.x, self.vx);
        (self.y, self.vy) = along(self.y, self.vy);
    }

    /// A push of so much speed in a direction.
    pub fn push(&mut self, heading: i32, speed: i32) {
        self.vx += (cosine(heading) * speed) >> 10;
        self.vy += (sine(heading) * speed) >> 10;
    }

    /// Pulled to the middle like a pendulum, so that it never comes to rest.
    pub fn swing(&mut self) {
        self.vx -= self.x >> 9;
        self.vy -= self.y >> 9;
        self.travel();
    }

    /// Whether the two touch.
    #[must_use]
    pub fn touches(&self, other: &Self) -> bool {
        (self.x - other.x).abs() < REACH && (self.y - other.y).abs() < REACH
    }

    /// Two that touch change their speeds for each other's, as balls of one weight do.
    pub fn shove(&mut self, other: &mut Self) {
        let (dx, dy) = (other.x - self.x, other.y - self.y);
        let nearing = (other.vx - self.vx) * dx.signum() + (other.vy - self.vy) * dy.signum() < 0;
        if self.touches(other) && nearing {
            core::mem::swap(&mut self.vx, &mut other.vx);
            core::mem::swap(&mut self.vy, &mut other.vy);
        }
    }

    /// Whether a ray from here along the heading passes within a metre of `other`.
    #[must_use]
    pub fn sees(&self, other: &Self) -> bool {
        let (dx, dy) = (i64::from(other.x - self.x), i64::from(other.y - self.y));
        let (c, s) = (i64::from(cosine(self.heading)), i64::from(sine(self.heading)));
        let (ahead, aside) = ((dx * c + dy * s) >> 10, (dy * c - dx * s) >> 10);
        ahead > 0 && aside.abs() < i64::from(METRE)
    }
}

fn along(place: i32, speed: i32) -> (i32, i32) {
    let next = place + speed.div_euclid(SPEED);
    if next.abs() <= ARENA { (next, speed) } else { (next.clamp(-ARENA, ARENA), -speed) }
}

/// The sine of a heading, times 1024: a parabola, which is round enough for a toy.
#[must_use]
pub(super) fn sine(heading: i32) -> i32 {
    let half = TURN / 2;
    let angle = heading.rem_euclid(TURN);
    let within = angle % half;
    let bow = (within * (half - within)) >> 10;
    if angle < half { bow } else { -bow }
}

/// The cosine of a heading, times 1024.
#[must_use]
pub(super) fn cosine(heading: i32) -> i32 {
    sine(heading + TURN / 4)
}
