//! Quaternions that go on turning. Numbers of any size may come from a network: whatever wraps,
//! wraps alike on both sides.

/// x, y, z and w of a quaternion.
pub(super) type Four = [i32; 4];

/// Where the largest of four numbers stands: the other three and the length say what it is.
pub(super) fn largest(four: &Four) -> usize {
    let mut found = (0, 0);
    for (at, value) in four.iter().enumerate() {
        if value.unsigned_abs() > found.1 {
            found = (at, value.unsigned_abs());
        }
    }
    found.0
}

fn square(value: i64) -> u64 {
    value.unsigned_abs().wrapping_mul(value.unsigned_abs())
}

fn length(four: &Four) -> u64 {
    four.iter().fold(0_u64, |sum, &value| sum.wrapping_add(square(value.into())))
}

/// What number `at` of four is when the four are as long as `like` is.
pub(super) fn completed(like: &Four, four: &Four, at: usize) -> i64 {
    let others = four.iter().enumerate().filter(|(place, _)| *place != at);
    let rest =
        others.fold(length(like), |rest, (_, &value)| rest.wrapping_sub(square(value.into())));
    let root = (rest as i64).max(0).unsigned_abs().isqrt() as i64;
    if like.get(at).is_some_and(|&value| value < 0) { -root } else { root }
}

/// The quaternion `span` ticks after `newest`, which it has turned to in `before` ticks from
/// `middle`: on along the line, less what the circle bends away from it.
pub(super) fn extrapolated(newest: Four, middle: Four, span: i64, before: i64) -> Four {
    let dot = newest.iter().zip(middle).fold(0_i64, |dot, (&one, other)| {
        dot.wrapping_add(i64::from(one).wrapping_mul(other.into()))
    });
    let near = middle.map(|value| if dot < 0 { value.wrapping_neg() } else { value });
    let way = |place: usize| i64::from(newest[place]) - i64::from(near[place]);
    let chord = (0..4).fold(0_u64, |sum, place| sum.wrapping_add(square(way(place))));
    // Both as fine as fits.
    let loose = 24_u32.saturating_sub(length(&newest).leading_zeros());
    let (chord, length) = (chord >> loose, (length(&newest) >> loose).max(1));
    let bend = ((chord << 16) / length) as i64;
    let turns = span * (span + before);
    let next = [0, 1, 2, 3].map(|place| {
        let away = i64::from(newest[place]).wrapping_mul(bend).wrapping_mul(turns);
        let away = rounded(away, (before * before).max(1) << 17);
        (i64::from(newest[place]) + rounded(way(place) * span, before.max(1)) - away) as i32
    });
    // As it is told: w is not negative.
    next.map(|value| if next[3] < 0 { value.wrapping_neg() } else { value })
}

fn rounded(value: i64, by: i64) -> i64 {
    value.wrapping_add(by / 2).div_euclid(by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_turns_on_is_where_it_is_expected() {
        // A turn about z, 0.1 radians of half angle a tick; Q1.30.
        let unit = 1_i64 << 30;
        let (sine, cosine) = (107_194_817_i64, 1_068_377_740_i64);
        let mut four = [0, 0, 0, unit];
        let mut path = alloc::vec::Vec::new();
        for _ in 0..14 {
            path.push(four.map(|value| value as i32));
            let [_, _, z, w] = four;
            four = [0, 0, (z * cosine + w * sine) >> 30, (w * cosine - z * sine) >> 30];
        }
        for (span, before) in [(1, 1), (2, 2), (1, 3), (3, 2)] {
            let guess = extrapolated(path[6], path[6 - before], span, before as i64);
            let truth = path[6 + span as usize];
            for (guess, truth) in guess.into_iter().zip(truth) {
                assert!((guess - truth).abs() < 1 << 23, "{span} {before}: {guess} {truth}");
            }
        }
        let on = extrapolated([3, 4, 0, 100], [-3, -4, 0, -100], 5, 5);
        assert_eq!(on, [3, 4, 0, 100], "the same turn by other numbers");
    }

    #[test]
    fn the_largest_number_follows_from_the_others() {
        let four = [600, -100, 200, -768];
        assert_eq!((largest(&four), completed(&four, &[600, -100, 200, 0], 3)), (3, -768));
    }

    #[test]
    fn any_numbers_are_a_guess_of_some_kind() {
        let wild = [i32::MIN, i32::MAX, 0, -1];
        for newest in wild {
            for middle in wild {
                let (newest, middle) = ([newest; 4], [middle, 1, newest, 0]);
                extrapolated(newest, middle, 63, 1);
                completed(&newest, &middle, largest(&newest));
            }
        }
    }
}
