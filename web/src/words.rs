//! Numbers as people read them.

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
