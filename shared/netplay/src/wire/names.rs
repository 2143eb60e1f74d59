//! No two who are in one place are called what a reader could take for the same.

use super::clean::look;
use super::text::Text;
use crate::limits::NAME_BYTES;
use alloc::format;
use alloc::vec::Vec;

/// Whether a reader could take one name for the other: the same letters in any case, or
/// letters that look the same.
fn alike(one: &str, other: &str) -> bool {
    let fold = |name: &str| look(&name.to_lowercase()).to_lowercase();
    let shape = |name: &str| look(name).to_lowercase();
    fold(one) == fold(other) || shape(one) == shape(other)
}

/// `wish`, or the first of `wish (2)`, `wish (3)`, … that looks like nobody else's name.
pub(crate) fn unique_name<'a>(
    wish: &Text<NAME_BYTES>,
    others: impl Iterator<Item = &'a str>,
) -> Text<NAME_BYTES> {
    let others: Vec<&str> = others.collect();
    let mut name = wish.clone();
    let mut number = 1_u32;
    while others.iter().any(|other| alike(other, &name)) {
        number += 1;
        let suffix = format!(" ({number})");
        let kept = wish.floor_char_boundary((NAME_BYTES - suffix.len()).min(wish.len()));
        name = Text::truncated(&format!("{}{suffix}", wish[..kept].trim_end()));
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Text<NAME_BYTES> {
        Text::new(text).unwrap()
    }

    #[test]
    fn a_second_noa_is_numbered() {
        let taken = ["Noa", "noa (2)"];
        assert_eq!(&*unique_name(&name("NOA"), taken.into_iter()), "NOA (3)");
        assert_eq!(&*unique_name(&name("Vahn"), taken.into_iter()), "Vahn");
    }

    #[test]
    fn a_look_alike_is_numbered_too() {
        // The second letter is Cyrillic.
        assert_eq!(&*unique_name(&name("N\u{43e}a"), ["Noa"].into_iter()), "N\u{43e}a (2)");
        assert_eq!(&*unique_name(&name("AI"), ["Al"].into_iter()), "AI (2)");
    }

    #[test]
    fn a_long_name_makes_room_for_its_number() {
        let long = "ééééééééééée";
        assert_eq!(long.len(), 23);
        let second = unique_name(&name(long), [long].into_iter());
        assert_eq!(&*second, "éééééééééé (2)");
        assert!(second.len() <= NAME_BYTES);
    }
}
