//! Where something stands in space, and where it is going.

use super::Rotation;
use super::interpolate::{Before, Between, Interpolate, add, clamp, share};

/// Where something stands in space, in units of the game's choice.
///
/// Between two poses that know their velocity lies a curve that leaves and arrives at those
/// velocities; between others, a straight line. Beyond the last it goes on at its velocity, or at the speed
/// between the last two. The rotation takes the short way, and beyond the last it is held.
///
/// ```
/// use netplay::present::snapshots::{Between, Interpolate, Pose};
///
/// let half = Between { at_us: 50_000, gap_us: 100_000 };
/// let [from, to] = [[0, 0, 0], [1_000, 0, 0]].map(Pose::at);
/// assert_eq!(from.between(&to, half).position, [500, 0, 0]);
/// // It drives south, comes to the east and drives north: a bend.
/// let (from, to) = (from.moving([0, 0, 8_000]), to.moving([0, 0, -8_000]));
/// assert_eq!(from.between(&to, half).position, [500, 0, 200]);
/// assert_eq!(to.beyond(None, 250_000).position, [1_000, 0, -2_000]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pose {
    /// In units.
    pub position: [i32; 3],
    /// How it is turned.
    pub rotation: Rotation,
    /// In units a second, if that is known.
    pub velocity: Option<[i32; 3]>,
}

impl Pose {
    /// Stands there, not turned, at a velocity that nobody knows.
    #[must_use]
    pub fn at(position: [i32; 3]) -> Self {
        Self { position, ..Self::default() }
    }

    /// The same, turned.
    #[must_use]
    pub fn turned(self, rotation: Rotation) -> Self {
        Self { rotation, ..self }
    }

    /// The same, at this velocity.
    #[must_use]
    pub fn moving(self, velocity: [i32; 3]) -> Self {
        Self { velocity: Some(velocity), ..self }
    }
}

impl Interpolate for Pose {
    fn between(&self, after: &Self, moment: Between) -> Self {
        let mut position = self.position.between(&after.position, moment);
        let velocities = self.velocity.zip(after.velocity);
        if let Some((leaves, arrives)) = velocities {
            let bend = Bend::new(moment);
            for axis in 0..3 {
                let way = i64::from(after.position[axis]) - i64::from(self.position[axis]);
                let [leaves, arrives] = [leaves, arrives].map(|all| i64::from(all[axis]));
                let at = bend.at(way, leaves, arrives);
                position[axis] = clamp(add(self.position[axis].into(), at));
            }
        }
        Self {
            position,
            rotation: self.rotation.between(&after.rotation, moment),
            velocity: velocities.map(|(leaves, arrives)| leaves.between(&arrives, moment)),
        }
    }

    fn beyond(&self, before: Option<Before<'_, Self>>, ahead_us: i64) -> Self {
        let position = if let Some(velocity) = self.velocity {
            let mut position = self.position;
            for (at, speed) in position.iter_mut().zip(velocity) {
                let way = share(speed.into(), ahead_us, 1_000_000);
                *at = clamp(add(i64::from(*at), way));
            }
            position
        } else {
            let before = before.as_ref();
            let before =
                before.map(|pose| Before { value: &pose.value.position, gap_us: pose.gap_us });
            self.position.beyond(before, ahead_us)
        };
        Self { position, ..*self }
    }
}

/// A cubic Hermite curve at one moment: how much of each of its four parts counts, in units of 2^-30.
struct Bend {
    way: i64,
    leaves: i64,
    arrives: i64,
    gap_us: i64,
}

impl Bend {
    fn new(moment: Between) -> Self {
        let s = moment.q30();
        let s2 = (s * s) >> 30;
        let s3 = (s2 * s) >> 30;
        Self {
            way: 3 * s2 - 2 * s3,
            leaves: s3 - 2 * s2 + s,
            arrives: s3 - s2,
            gap_us: moment.gap_us,
        }
    }

    /// How far it has come on an axis.
    fn at(&self, way: i64, leaves: i64, arrives: i64) -> i128 {
        let straight = i128::from(way) * i128::from(self.way);
        let velocities = i128::from(leaves) * i128::from(self.leaves)
            + i128::from(arrives) * i128::from(self.arrives);
        let bent = velocities * i128::from(self.gap_us) / 1_000_000;
        (straight + bent + (1 << 29)) >> 30
    }
}
