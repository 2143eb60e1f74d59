//! `quit` on the standard input.

use std::io::{BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// No line that says `quit` is longer.
const LINE_BYTES: u64 = 64;

/// Whether somebody has said `quit`.
#[derive(Clone, Debug, Default)]
pub(super) struct Quit(Arc<AtomicBool>);

impl Quit {
    /// Listens from now on. The end of the input says nothing: a server in the background has none.
    pub(super) fn listen() -> Self {
        let quit = Self::default();
        let told = quit.clone();
        // Reading blocks, so it has a thread; the process does not wait for it.
        std::thread::spawn(move || told.read(std::io::stdin().lock()));
        quit
    }

    pub(super) fn is_said(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn read(&self, mut input: impl BufRead) {
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = input.by_ref().take(LINE_BYTES).read_until(b'\n', &mut line);
            if !read.is_ok_and(|count| count > 0) {
                return;
            }
            if line.trim_ascii() == b"quit" {
                self.0.store(true, Ordering::Relaxed);
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_quit_is_quit() {
        let said = |text: &str| {
            let quit = Quit::default();
            quit.read(text.as_bytes());
            quit.is_said()
        };
        assert!(said("quit\n") && said("hello\n\n quit ") && said("quit\r\nmore"));
        assert!(!said("") && !said("quite\n") && !said("do not quit\n"));
    }
}
