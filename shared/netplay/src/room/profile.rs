//! Colours: no two members wear the same.

use crate::limits::COLOURS;

/// The wish if `is_taken` says nobody has it, else the lowest free colour, else the wish.
pub(super) fn free_colour(wish: u8, is_taken: impl Fn(u8) -> bool) -> u8 {
    let wish = wish % COLOURS;
    if is_taken(wish) {
        (0..COLOURS).find(|colour| !is_taken(*colour)).unwrap_or(wish)
    } else {
        wish
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wish_then_the_lowest_free_colour() {
        assert_eq!(free_colour(3, |colour| colour == 0), 3);
        assert_eq!(free_colour(0, |colour| colour < 2), 2);
        assert_eq!(free_colour(5, |_| true), 5);
    }
}
