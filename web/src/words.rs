//! Numbers and scores as people read them.

use games::golf::{Ending, ScoreName};

/// `1:02.345`.
#[must_use]
pub fn time(ms: u32) -> String {
    let (minutes, seconds) = (ms / 60_000, ms / 1000 % 60);
    format!("{minutes}:{seconds:02}.{:03}", ms % 1000)
}

/// `0.84 s`, `1:02.3`.
#[must_use]
pub fn gap(ms: u32) -> String {
    if ms < 60_000 {
        format!("{}.{:02} s", ms / 1000, ms % 1000 / 10)
    } else {
        format!("{}:{:02}.{}", ms / 60_000, ms / 1000 % 60, ms % 1000 / 100)
    }
}

/// `1st`, `2nd`, `3rd`, `4th`.
#[must_use]
pub fn ordinal(place: u16) -> String {
    let ending = match (place % 10, place % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

/// A name that fits a narrow list.
#[must_use]
pub fn short(name: &str) -> String {
    const MOST: usize = 8;
    if name.chars().count() <= MOST {
        return name.into();
    }
    name.chars().take(MOST - 1).chain(['…']).collect()
}

/// What golfers call a score.
#[must_use]
pub fn score(name: ScoreName) -> String {
    match name {
        ScoreName::Ace => "Hole in one",
        ScoreName::Albatross => "Albatross",
        ScoreName::Eagle => "Eagle",
        ScoreName::Birdie => "Birdie",
        ScoreName::Par => "Par",
        ScoreName::Bogey => "Bogey",
        ScoreName::DoubleBogey => "Double bogey",
        ScoreName::TripleBogey => "Triple bogey",
        ScoreName::Over(over) => return format!("{over} over par"),
    }
    .into()
}

/// `+3`, `-1`, or `E` for even.
#[must_use]
pub fn to_par(to_par: i16) -> String {
    match to_par {
        0 => "E".into(),
        1.. => format!("+{to_par}"),
        _ => to_par.to_string(),
    }
}

/// Why a ball was picked up.
#[must_use]
pub const fn picked_up(why: Ending) -> &'static str {
    match why {
        Ending::StrokeLimit => "No strokes left on this hole",
        Ending::TimeUp => "The hole's time is up",
        _ => "On to the next hole",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(time(62_345), "1:02.345");
        assert_eq!(time(5), "0:00.005");
        assert_eq!(gap(840), "0.84 s");
        assert_eq!(gap(62_340), "1:02.3");
        assert_eq!(
            [1, 2, 3, 4, 11, 12, 13, 21].map(ordinal).join(" "),
            "1st 2nd 3rd 4th 11th 12th 13th 21st"
        );
    }
}
