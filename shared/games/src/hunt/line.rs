//! One line of an arena or of a set of props, read word by word, with faults for its author.

use crate::fix::Fix;
use crate::pack::Fault;
use alloc::format;
use alloc::string::String;

/// Words for people, in bytes.
const TITLE_BYTES: usize = 48;

/// A line that says something: its first word, and what is not read yet.
pub(in crate::hunt) struct Line<'a> {
    pub(in crate::hunt) number: u32,
    pub(in crate::hunt) word: &'a str,
    rest: &'a str,
}

impl<'a> Line<'a> {
    /// The lines of a text, without the empty ones and without comments.
    pub(in crate::hunt) fn all(text: &'a str) -> impl Iterator<Item = Self> {
        (1..).zip(text.lines()).filter_map(|(number, line)| {
            let line = line.split('#').next().unwrap_or_default().trim();
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            (!word.is_empty()).then_some(Line { number, word, rest: rest.trim_start() })
        })
    }

    /// A fault of this line.
    pub(in crate::hunt) fn fault(&self, what: &str, cure: &'static str) -> Fault {
        Fault { line: self.number, what: what.into(), cure }
    }

    /// A fault of this line, with the word that it is about.
    pub(in crate::hunt) fn fault_at(&self, what: &str, word: &str, cure: &'static str) -> Fault {
        let word: String = word.chars().take(TITLE_BYTES).collect();
        self.fault(&format!("{what} \"{word}\""), cure)
    }

    /// A fault of the text as a whole.
    pub(in crate::hunt) fn whole(what: &str, cure: &'static str) -> Fault {
        Fault { line: 0, what: what.into(), cure }
    }

    pub(in crate::hunt) const fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next word.
    pub(in crate::hunt) fn next(&mut self) -> Result<&'a str, Fault> {
        let (word, rest) = self.rest.split_once(char::is_whitespace).unwrap_or((self.rest, ""));
        self.rest = rest.trim_start();
        if word.is_empty() {
            return Err(self.fault("something is missing at the end", "see what the line wants"));
        }
        Ok(word)
    }

    /// Whether the next word is this one; it is taken then.
    pub(in crate::hunt) fn says(&mut self, word: &str) -> bool {
        let rest = self.rest.strip_prefix(word);
        let found = rest.filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace));
        if let Some(rest) = found {
            self.rest = rest.trim_start();
        }
        found.is_some()
    }

    pub(in crate::hunt) fn starts_number(&self) -> bool {
        self.rest.starts_with(|first: char| first.is_ascii_digit() || first == '-')
    }

    pub(in crate::hunt) fn starts(&self, word: &str) -> bool {
        self.rest.starts_with(word)
    }

    /// All that is left.
    pub(in crate::hunt) const fn rest(&mut self) -> &'a str {
        let rest = self.rest;
        self.rest = "";
        rest
    }

    /// All that is left, as words for people.
    pub(in crate::hunt) fn title(&mut self) -> Result<String, Fault> {
        let title = self.rest();
        if title.is_empty() || title.len() > TITLE_BYTES {
            return Err(self.fault("this wants 1 to 48 letters", "say it in a few words"));
        }
        Ok(title.into())
    }

    /// A word that other lines use.
    pub(in crate::hunt) fn id(&mut self) -> Result<String, Fault> {
        let id = self.next()?;
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if id.len() > 24 || !id.bytes().all(plain) {
            let cure = "use up to 24 small letters, digits and -";
            return Err(self.fault_at("this cannot be a name:", id, cure));
        }
        Ok(id.into())
    }

    /// A decimal within bounds.
    pub(in crate::hunt) fn between(&mut self, least: Fix, most: Fix) -> Result<Fix, Fault> {
        let word = self.next()?;
        let number = Fix::parse(word);
        let cure = "write a decimal such as 3.5, in metres";
        let number = number.ok_or_else(|| self.fault_at("this is no number:", word, cure))?;
        if number < least || most < number {
            let cure = "sizes and places are small and positive: look at a neighbour line";
            return Err(self.fault_at("a number is too small or too large:", word, cure));
        }
        Ok(number)
    }

    /// A whole number within bounds.
    pub(in crate::hunt) fn whole_between(&mut self, least: u8, most: u8) -> Result<u8, Fault> {
        let word = self.next()?;
        let number = word.parse().ok().filter(|number| (least..=most).contains(number));
        let cure = "write a whole number within its bounds";
        number.ok_or_else(|| self.fault_at("this number cannot be:", word, cure))
    }

    /// Nothing may be left.
    pub(in crate::hunt) fn end(&self) -> Result<(), Fault> {
        if self.is_done() {
            return Ok(());
        }
        Err(self.fault_at("this is too much:", self.rest, "take it out"))
    }
}
