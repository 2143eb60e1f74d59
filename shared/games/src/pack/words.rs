//! The words of a text of content, read one after the other: of a track, a hole, an arena, props.
//!
//! Who reads asks for word after word and does not look back: what is not there reads as the least
//! that may be there, the first fault is kept, and after it there are no more words and no more
//! lines. So a reader is a plain list of what a line consists of, and
//! [`finish`](Words::finish) tells at its end whether all of that was so.

use super::Fault;
use crate::fix::{Fix, Vec2};
use alloc::format;
use alloc::string::String;

const COMPARE: &str = "compare it with the list of lines in the guide";

/// A text, and where in it somebody reads.
pub(crate) struct Words<'a> {
    /// The number of this line, counted from 1; 0 behind the last one.
    pub(crate) line: u32,
    /// The first word of this line.
    pub(crate) word: &'a str,
    /// Where a [`point`](Self::point) may lie.
    pub(crate) low: Vec2,
    pub(crate) high: Vec2,
    /// What is left of this line, and the lines below.
    rest: &'a str,
    below: &'a str,
    fault: Option<Fault>,
}

impl<'a> Words<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        let (low, high) = (Vec2::ZERO, Vec2::ZERO);
        Self { line: 0, word: "", low, high, rest: "", below: text, fault: None }
    }

    /// Goes on to the next line that says something; nothing may be left of the one before.
    #[inline(never)]
    pub(crate) fn next_line(&mut self) -> bool {
        if !self.is_done() {
            self.refuse("“@” is too much here", self.peek(), "leave it out, or begin a new line");
        }
        while !self.below.is_empty() {
            let (line, below) = cut(self.below, '\n');
            (self.below, self.line) = (below, self.line + 1);
            (self.word, self.rest) = cut(cut(line, '#').0.trim(), ' ');
            self.rest = self.rest.trim_start();
            if !self.word.is_empty() {
                return true;
            }
        }
        self.line = 0;
        false
    }

    /// Whether all was as it has to be.
    pub(crate) fn finish(self) -> Result<(), Fault> {
        self.fault.map_or(Ok(()), Err)
    }

    pub(crate) const fn is_fair(&self) -> bool {
        self.fault.is_none()
    }

    pub(crate) const fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    /// All that is left of the line.
    pub(crate) const fn left(&self) -> &'a str {
        self.rest
    }

    /// The next word, which is not taken; empty at the end.
    #[inline(never)]
    pub(crate) fn peek(&self) -> &'a str {
        cut(self.rest, ' ').0
    }

    /// The next word.
    #[inline(never)]
    pub(crate) fn next(&mut self) -> &'a str {
        if self.is_done() {
            self.refuse("something is missing at the end", "", COMPARE);
        }
        let (word, rest) = cut(self.rest, ' ');
        self.rest = rest.trim_start();
        word
    }

    /// Takes the next word if it is this one.
    #[inline(never)]
    pub(crate) fn take(&mut self, word: &str) -> bool {
        let found = self.peek() == word;
        if found {
            self.next();
        }
        found
    }

    /// The next word is this one.
    #[inline(never)]
    pub(crate) fn expect(&mut self, word: &str) {
        if !self.take(word) {
            self.refuse("here the word “@” is missing", word, COMPARE);
        }
    }

    /// The next word as a number between two.
    #[inline(never)]
    pub(crate) fn number(&mut self, least: Fix, most: Fix) -> Fix {
        let word = self.next();
        self.value(word, least, most)
    }

    /// A word, or a part of one, as a number between two.
    #[inline(never)]
    pub(crate) fn value(&mut self, word: &str, least: Fix, most: Fix) -> Fix {
        match Fix::parse(word) {
            Some(value) if least <= value && value <= most => return value,
            Some(_) => self.outside(word, least, most),
            None => self.refuse("“@” is no number", word, "a decimal looks like 3, 3.25 or -1.5"),
        }
        least
    }

    /// The next word as a whole number between two.
    #[inline(never)]
    pub(crate) fn count(&mut self, least: i32, most: i32) -> i32 {
        let word = self.peek();
        let number = self.number(Fix::int(least), Fix::int(most));
        if number != Fix::int(number.whole()) {
            self.refuse("“@” is no whole number", word, "write it without a point");
        }
        number.whole()
    }

    /// The next two words as a way.
    #[inline(never)]
    pub(crate) fn pair(&mut self, least: Fix, most: Fix) -> Vec2 {
        let x = self.number(least, most);
        Vec2::new(x, self.number(least, most))
    }

    /// The next two words as a place.
    #[inline(never)]
    pub(crate) fn point(&mut self) -> Vec2 {
        let x = self.number(self.low.x, self.high.x);
        Vec2::new(x, self.number(self.low.y, self.high.y))
    }

    /// The next word's place among those that may be there.
    #[inline(never)]
    pub(crate) fn one_of(&mut self, known: &[&str], cure: &'static str) -> u8 {
        let word = self.next();
        for (at, known) in known.iter().enumerate() {
            if *known == word {
                return at as u8;
            }
        }
        self.refuse("there is no “@”", word, cure);
        0
    }

    /// All that is left, as words for people.
    #[inline(never)]
    pub(crate) fn title(&mut self, most: usize) -> String {
        let title = core::mem::take(&mut self.rest);
        if title.is_empty() || title.len() > most || title.chars().any(char::is_control) {
            self.refuse("this text is empty or too long", "", "say it in a few words");
        }
        title.into()
    }

    /// One more of these.
    #[inline(never)]
    pub(crate) fn room(&mut self, count: usize, most: usize) {
        if count >= most {
            self.refuse("there are too many of these", "", "leave some out");
        }
    }

    /// This line begins with a word that nobody knows.
    #[inline(never)]
    pub(crate) fn unknown(&mut self, cure: &'static str) {
        self.refuse("“@” is not known here", self.word, cure);
    }

    /// This line cannot be: `@` stands for somebody's word. The first fault is the one that counts.
    #[cold]
    #[inline(never)]
    pub(crate) fn refuse(&mut self, what: &str, word: &str, cure: &'static str) {
        self.refuse_line(self.line, what, word, cure);
    }

    /// Likewise, for another line.
    #[cold]
    #[inline(never)]
    pub(crate) fn refuse_line(&mut self, line: u32, what: &str, word: &str, cure: &'static str) {
        if self.is_fair() {
            let (before, after) = cut(what, '@');
            let mut what = String::from(before);
            // A piece of somebody's text that fits into a sentence.
            for letter in word.chars().take(30) {
                if !letter.is_control() {
                    what.push(letter);
                }
            }
            what.push_str(after);
            self.fault = Some(Fault { line, what, cure });
        }
        (self.rest, self.below) = ("", "");
    }

    /// Whoever reads knows a better cure.
    pub(crate) const fn cure(&mut self, better: &'static str) {
        if let Some(fault) = &mut self.fault {
            fault.cure = better;
        }
    }

    #[cold]
    #[inline(never)]
    fn outside(&mut self, word: &str, least: Fix, most: Fix) {
        let what = format!("@ is not between {} and {}", decimal(least), decimal(most));
        let cure = "a place lies inside of “size”, which comes before it; a length is small";
        self.refuse(&what, word, cure);
    }
}

/// What a text has before a sign, and behind it; a blank is any white space.
#[inline(never)]
fn cut(text: &str, sign: char) -> (&str, &str) {
    for (at, letter) in text.char_indices() {
        if letter == sign || (sign == ' ' && letter.is_whitespace()) {
            return (&text[..at], &text[at + letter.len_utf8()..]);
        }
    }
    (text, "")
}

/// A bound as its author would write it.
fn decimal(at: Fix) -> String {
    let hundredths = (i64::from(at.0.unsigned_abs()) * 100 + 0x8000) >> 16;
    let sign = if at < Fix::ZERO { "-" } else { "" };
    match (hundredths / 100, hundredths % 100) {
        (whole, 0) => format!("{sign}{whole}"),
        (whole, part) => format!("{sign}{whole}.{part:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn told(text: &str, read: fn(&mut Words<'_>)) -> String {
        let mut words = Words::new(text);
        while words.next_line() {
            read(&mut words);
        }
        words.finish().expect_err("a fault").to_string()
    }

    #[test]
    fn comments_and_blank_lines_are_no_lines() {
        let mut words = Words::new("# all\r\n\r\n  a 1\t2.5 # more\r\n\nb");
        assert!(words.next_line());
        assert_eq!((words.line, words.word), (3, "a"));
        assert_eq!(words.count(0, 9), 1);
        assert_eq!(words.number(Fix::ZERO, Fix::int(9)), Fix::ratio(5, 2));
        assert!(words.next_line());
        assert_eq!((words.line, words.word, words.is_done()), (5, "b", true));
        assert!(!words.next_line());
        assert_eq!(words.finish(), Ok(()));
    }

    #[test]
    fn the_first_fault_counts_and_ends_the_text() {
        let mut words = Words::new("a x\nb y");
        assert!(words.next_line());
        assert_eq!(words.count(3, 9), 3, "what is no number reads as the least");
        assert!(words.is_done() && !words.next_line());
        words.refuse("too late", "", "");
        assert_eq!(words.finish().expect_err("a fault").what, "“x” is no number");
    }

    #[test]
    fn a_fault_says_its_line_and_quotes_what_it_is_about() {
        let number = |words: &mut Words<'_>| {
            words.number(Fix::ratio(-1, 2), Fix::int(3));
        };
        let missing = "line 1: something is missing at the end";
        assert!(told("a", number).starts_with(missing));
        assert!(told("a 4", number).starts_with("line 1: 4 is not between -0.50 and 3 "));
        assert!(told("\na 1 2", number).starts_with("line 2: “2” is too much here"));
        let whole = |words: &mut Words<'_>| {
            words.count(0, 9);
        };
        assert!(told("a 1.5", whole).starts_with("line 1: “1.5” is no whole number"));
    }
}
