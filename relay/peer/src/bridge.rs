//! `bridge`: lines on the standard input become seats' inputs.

use crate::cli::BridgeOptions;
use crate::company::Company;
use crate::ending::Ending;
use crate::looping::{self, Driven, Turn};
use netplay::ids::{PadWord, Seat};
use netplay::time::Instant;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::{BufRead, Read};
use std::sync::mpsc::{self, Receiver, SyncSender, TryRecvError};

/// No line that says what one may say is longer.
const LINE_BYTES: u64 = 256;
/// Lines that wait for the next turn; whoever writes faster waits.
const LINES_WAITING: usize = 256;

/// What a line says: this seat's pad, from the next frame that can take it until another line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Word {
    seat: u16,
    pad: u16,
}

struct Line {
    number: u64,
    /// What it says; none for one that says nothing.
    word: Option<Word>,
}

struct Bridge {
    company: Company,
    lines: Receiver<Line>,
    pads: BTreeMap<Seat, PadWord>,
}

pub(crate) fn run(options: &BridgeOptions) -> Result<(), Ending> {
    let company = Company::new(&options.place, &options.name, options.count);
    let (tell, lines) = mpsc::sync_channel(LINES_WAITING);
    // Reading blocks, so it has a thread; the process does not wait for it.
    std::thread::spawn(move || read(std::io::stdin().lock(), &tell));
    looping::run(&mut Bridge { company, lines, pads: BTreeMap::new() })
}

/// Reads lines to the end of the input, or until nobody listens.
fn read(mut input: impl BufRead, tell: &SyncSender<Line>) {
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        let read = input.by_ref().take(LINE_BYTES).read_until(b'\n', &mut bytes);
        if !read.is_ok_and(|count| count > 0) {
            return;
        }
        let is_whole = bytes.ends_with(b"\n") || (bytes.len() as u64) < LINE_BYTES;
        if !is_whole && skip_line(&mut input).is_err() {
            return;
        }
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        let word = is_whole.then(|| serde_json::from_slice(&bytes).ok()).flatten();
        if tell.send(Line { number, word }).is_err() {
            return;
        }
    }
}

/// Skips the rest of a line without keeping it.
fn skip_line(input: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let waiting = input.fill_buf()?;
        let (skipped, is_over) = match waiting.iter().position(|byte| *byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (waiting.len(), waiting.is_empty()),
        };
        input.consume(skipped);
        if is_over {
            return Ok(());
        }
    }
}

impl Bridge {
    /// Takes the lines that have come. Says whether the input goes on.
    fn listen(&mut self) -> bool {
        loop {
            match self.lines.try_recv() {
                Ok(Line { number, word: None }) => {
                    eprintln!(
                        r#"Line {number} is not like {{"seat": 0, "pad": 1}} and is skipped."#
                    );
                }
                Ok(Line { number, word: Some(word) }) => self.take(number, word),
                Err(TryRecvError::Empty) => return true,
                Err(TryRecvError::Disconnected) => return false,
            }
        }
    }

    fn take(&mut self, number: u64, word: Word) {
        let seat = Seat(word.seat);
        if self.company.is_without(seat) {
            eprintln!("Line {number} is for seat {}, which this bridge does not hold.", seat.0);
            return;
        }
        self.pads.insert(seat, PadWord(word.pad));
    }
}

impl Driven for Bridge {
    fn turn(&mut self, now: Instant) -> Result<Turn, Ending> {
        let goes_on = self.listen();
        let pads = &self.pads;
        self.company.turn(|_, seat, _| pads.get(&seat).copied().unwrap_or_default(), now)?;
        Ok(if goes_on { Turn::Again } else { Turn::Done })
    }

    fn leave(&mut self, now: Instant) {
        self.company.leave(now);
    }

    fn has_left(&self, now: Instant) -> bool {
        self.company.has_left(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<(u64, Option<Word>)> {
        let (tell, lines) = mpsc::sync_channel(64);
        read(text.as_bytes(), &tell);
        drop(tell);
        lines.iter().map(|line| (line.number, line.word)).collect()
    }

    #[test]
    fn lines_are_numbered_as_an_editor_numbers_them_and_nonsense_says_nothing() {
        let text = "{\"seat\": 1, \"pad\": 5}\n\n{\"seat\": 1}\nhello\n{\"seat\":0,\"pad\":65536}\n \
                    {\"pad\":9,\"seat\":0}";
        let word = |seat, pad| Some(Word { seat, pad });
        assert_eq!(
            lines(text),
            [(1, word(1, 5)), (3, None), (4, None), (5, None), (6, word(0, 9))]
        );
    }

    #[test]
    fn an_endless_line_is_one_line_that_says_nothing() {
        let endless =
            format!("{{\"seat\": 1, \"pad\": {}}}\n{{\"seat\":1,\"pad\":2}}\n", "0".repeat(99_999));
        assert_eq!(lines(&endless), [(1, None), (2, Some(Word { seat: 1, pad: 2 }))]);
    }
}
