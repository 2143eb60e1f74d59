//! Two states of one entity: compared and blended field by field, each by its kind.

use crate::sim::{FieldDef, FieldKind};
use alloc::vec::Vec;

/// A prediction that was wrong: the field that was furthest beyond its tolerance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Apart {
    /// Which, counted over all fields of the entity's kind.
    pub field: usize,
    /// By how much: quanta.
    pub by: u32,
}

/// The field that is furthest beyond its tolerance, of those that are compared at all.
pub(super) fn furthest_apart<'a>(
    fields: impl Iterator<Item = &'a FieldDef>,
    predicted: &[i32],
    real: &[i32],
) -> Option<Apart> {
    let mut worst: Option<(Apart, u32)> = None;
    let mut facing = Facing::default();
    for (field, def) in fields.enumerate() {
        let (Some(&a), Some(&b)) = (predicted.get(field), real.get(field)) else { break };
        let away = facing.at(def.kind, || dot(predicted, real, field, 2));
        let way = match def.kind {
            FieldKind::Quaternion if away => i64::from(a) + i64::from(b),
            kind => kind.way(a, b),
        };
        let by = u32::try_from(way.unsigned_abs()).unwrap_or(u32::MAX);
        let beyond = by.saturating_sub(def.tolerance);
        if def.check && beyond > 0 && worst.is_none_or(|(_, most)| beyond > most) {
            worst = Some((Apart { field, by }, beyond));
        }
    }
    worst.map(|(apart, _)| apart)
}

/// `fraction_256` of the way from one state to the other, in 256ths of a quantum.
pub(super) fn blend<'a>(
    fields: impl Iterator<Item = &'a FieldDef>,
    from: &[i32],
    to: &[i32],
    fraction_256: i64,
    out: &mut Vec<i64>,
) {
    out.clear();
    let mut facing = Facing::default();
    for (field, def) in fields.enumerate() {
        let (Some(&a), Some(&b)) = (from.get(field), to.get(field)) else { break };
        let away = facing.at(def.kind, || dot(from, to, field, 2));
        let way = match def.kind {
            FieldKind::Step => 0,
            FieldKind::Quaternion if away => -i64::from(a) - i64::from(b),
            kind => kind.way(a, b),
        };
        let blended = i64::from(a) * 256 + way * fraction_256;
        out.push(match def.kind {
            FieldKind::Angle { turn } => blended.rem_euclid(circle_256(turn)),
            _ => blended,
        });
        if facing.is_whole() {
            stretch(&mut out[field - 3..], length(&from[field - 3..=field]));
        }
    }
}

/// What must be added to `real` so that it looks like `shown`; nothing for what only steps.
pub(super) fn shift<'a>(
    fields: impl Iterator<Item = &'a FieldDef>,
    shown: &[i64],
    real: &[i64],
    out: &mut Vec<i64>,
) {
    out.clear();
    let mut facing = Facing::default();
    for (field, def) in fields.enumerate() {
        let (Some(&a), Some(&b)) = (shown.get(field), real.get(field)) else { break };
        let away = facing.at(def.kind, || dot(shown, real, field, 10));
        out.push(match def.kind {
            FieldKind::Step => 0,
            FieldKind::Linear => a - b,
            FieldKind::Quaternion => {
                if away {
                    -a - b
                } else {
                    a - b
                }
            }
            FieldKind::Angle { turn } => {
                let circle = circle_256(turn);
                let way = (a - b).rem_euclid(circle);
                if way > circle / 2 { way - circle } else { way }
            }
        });
    }
}

/// Adds what is left of a shift, `part_256` of it.
pub(super) fn add<'a>(
    fields: impl Iterator<Item = &'a FieldDef>,
    shift: &[i64],
    part_256: i64,
    values: &mut [i64],
) {
    let mut facing = Facing::default();
    for (field, def) in fields.enumerate() {
        let (Some(by), Some(value)) = (shift.get(field), values.get_mut(field)) else { break };
        *value += by * part_256 / 256;
        if let FieldKind::Angle { turn } = def.kind {
            *value = value.rem_euclid(circle_256(turn));
        }
        facing.at(def.kind, || 0);
        if facing.is_whole() {
            let quaternion = &mut values[field - 3..=field];
            let before: Vec<i32> = (quaternion.iter().zip(&shift[field - 3..=field]))
                .map(|(value, by)| ((value - by * part_256 / 256) >> 8) as i32)
                .collect();
            stretch(quaternion, length(&before));
        }
    }
}

/// Walks over the quaternions of an entity, four fields each: do the two states' point away from
/// each other? Then one of them is taken with all signs turned, which is the same rotation.
#[derive(Default)]
struct Facing {
    /// How many fields of the quaternion have been met.
    met: u8,
    away: bool,
}

impl Facing {
    fn at(&mut self, kind: FieldKind, dot: impl FnOnce() -> i64) -> bool {
        if kind != FieldKind::Quaternion {
            self.met = 0;
            return false;
        }
        self.met = self.met % 4 + 1;
        if self.met == 1 {
            self.away = dot() < 0;
        }
        self.away
    }

    /// Whether the field just met was the last of its quaternion.
    const fn is_whole(&self) -> bool {
        self.met == 4
    }
}

/// The product of two quaternions that begin at `field`, their last bits cut so that it fits.
fn dot<T: Copy + Into<i64>>(one: &[T], other: &[T], field: usize, cut: u32) -> i64 {
    let pairs = one.iter().zip(other).skip(field).take(4);
    pairs.map(|(&a, &b)| (a.into() >> cut) * (b.into() >> cut)).sum()
}

fn length(quaternion: &[i32]) -> u64 {
    let squares = quaternion.iter().map(|&value| u64::from(value.unsigned_abs()).pow(2));
    squares.fold(0, u64::saturating_add).isqrt()
}

/// Gives a quaternion, in 256ths, a length in quanta.
fn stretch(quaternion: &mut [i64], length: u64) {
    let most = quaternion.iter().map(|value| value.unsigned_abs()).max().unwrap_or(0);
    // So many bits are left over that squares and products fit.
    let cut = 34_u32.saturating_sub(most.leading_zeros());
    let squares = quaternion.iter().map(|value| (value.unsigned_abs() >> cut).pow(2));
    let now = squares.sum::<u64>().isqrt() as i64;
    let wanted = ((length << 8) >> cut) as i64;
    for value in quaternion {
        *value = (*value >> cut).saturating_mul(wanted).checked_div(now).unwrap_or(0) << cut;
    }
}

const fn circle_256(turn: u32) -> i64 {
    if turn == 0 { 1 << 40 } else { (turn as i64) << 8 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    const ONE: i32 = 1 << 30;

    fn field(kind: FieldKind) -> FieldDef {
        FieldDef::new("f", kind)
    }

    fn blended(kind: FieldKind, from: &[i32], to: &[i32], fraction: i64) -> Vec<i64> {
        let (fields, mut out) = (vec![field(kind); from.len()], Vec::new());
        blend(fields.iter(), from, to, fraction, &mut out);
        out
    }

    #[test]
    fn a_number_goes_straight_and_an_angle_the_short_way() {
        assert_eq!(blended(FieldKind::Linear, &[-10], &[30], 64), [0]);
        let circle = FieldKind::Angle { turn: 4_096 };
        assert_eq!(blended(circle, &[4_090], &[10], 128), [2 * 256]);
        assert_eq!(blended(circle, &[10], &[4_090], 128), [2 * 256]);
        let wrapping = FieldKind::Angle { turn: 0 };
        assert_eq!(blended(wrapping, &[i32::MAX - 1], &[i32::MIN + 2], 128), [(1 << 31) * 256]);
    }

    #[test]
    fn what_steps_steps_only_when_it_is_there() {
        assert_eq!(blended(FieldKind::Step, &[3], &[9], 255), [3 * 256]);
    }

    #[test]
    fn a_quaternion_keeps_its_length_and_q_is_minus_q() {
        let quarter = [0, 0, 759_250_125, 759_250_125];
        for sign in [1, -1] {
            let to: Vec<i32> = quarter.iter().map(|value| value * sign).collect();
            let half = blended(FieldKind::Quaternion, &[0, 0, 0, ONE], &to, 128);
            let shown: Vec<i64> = half.iter().map(|value| value >> 8).collect();
            // An eighth of a turn: sin and cos of 22.5 degrees.
            assert!((shown[2] - 410_903_207).abs() < 4_000, "{shown:?}");
            assert!((shown[3] - 992_008_094).abs() < 4_000, "{shown:?}");
        }
        let fields = vec![field(FieldKind::Quaternion).within(2); 4];
        let turned: Vec<i32> = quarter.iter().map(|value| -value + 1).collect();
        assert_eq!(furthest_apart(fields.iter(), &quarter, &turned), None);
    }

    #[test]
    fn only_what_is_beyond_its_tolerance_counts_and_the_furthest_is_named() {
        let circle = field(FieldKind::Angle { turn: 100 }).within(3);
        let fields = [field(FieldKind::Linear).within(10), circle, field(FieldKind::Step).hidden()];
        let apart = |one: &[i32], other: &[i32]| furthest_apart(fields.iter(), one, other);
        assert_eq!(apart(&[0, 99, 0], &[10, 2, 7_000]), None);
        assert_eq!(apart(&[0, 99, 0], &[0, 3, 0]), Some(Apart { field: 1, by: 4 }));
        assert_eq!(apart(&[0, 99, 0], &[30, 3, 0]), Some(Apart { field: 0, by: 30 }));
    }

    #[test]
    fn a_shift_makes_one_state_look_like_the_other_and_fades() {
        let kinds = [FieldKind::Linear, FieldKind::Angle { turn: 100 }, FieldKind::Step];
        let (fields, mut by) = (kinds.map(field), Vec::new());
        let (shown, real) = ([1_000, 99 * 256, 512], [3_000, 256, 0]);
        shift(fields.iter(), &shown, &real, &mut by);
        let faded = |part| {
            let mut values = real;
            add(fields.iter(), &by, part, &mut values);
            values
        };
        assert_eq!(faded(256), [1_000, 99 * 256, 0]);
        assert_eq!(faded(128), [2_000, 0, 0]);
        assert_eq!(faded(0), real);
    }

    #[test]
    fn the_largest_numbers_do_no_harm() {
        let extremes = [i32::MIN, i32::MAX, 0, -1, 1];
        for kind in [FieldKind::Linear, FieldKind::Quaternion, FieldKind::Angle { turn: u32::MAX }]
        {
            let fields = vec![field(kind); 4];
            for a in extremes {
                for b in extremes {
                    let (one, other) = ([a, b, a, b], [b, a, a, a]);
                    furthest_apart(fields.iter(), &one, &other);
                    let (mut mixed, mut by) = (Vec::new(), Vec::new());
                    blend(fields.iter(), &one, &other, 200, &mut mixed);
                    let shown = mixed.clone();
                    blend(fields.iter(), &other, &one, 7, &mut mixed);
                    shift(fields.iter(), &shown, &mixed, &mut by);
                    add(fields.iter(), &by, 99, &mut mixed);
                }
            }
        }
    }
}
