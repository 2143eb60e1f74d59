//! Cutting text. The library's own search for text in text is 2 kB of the page; a link is short.

/// What stands before and after the first `mark`.
#[must_use]
pub fn cut<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    let at = text.as_bytes().windows(mark.len()).position(|part| part == mark.as_bytes())?;
    Some((text.get(..at)?, text.get(at + mark.len()..)?))
}

/// Whether `mark` stands in the text.
#[must_use]
pub fn has(text: &str, mark: &str) -> bool {
    cut(text, mark).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_at_the_first_mark() {
        assert_eq!(cut("wss://a/b://c", "://"), Some(("wss", "a/b://c")));
        assert_eq!(cut("é://", "://"), Some(("é", "")));
        assert_eq!(cut(":/", "://"), None);
        assert!(has("x?room=1", "room=") && !has("roo", "room="));
    }
}
