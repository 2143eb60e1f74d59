//! What the player says, until it is heard: a line that came too fast is not lost.

use netplay::wire::{Chat, ChatKind};
use std::collections::VecDeque;

/// Lines on their way whose fate is followed. More than that nobody says within a round trip.
const MOST: usize = 32;

/// The player's own lines. The relay answers each, in order: everybody hears it, or it is refused.
#[derive(Debug, Default)]
pub(crate) struct Saying {
    sent: VecDeque<Chat>,
    unsaid: Option<String>,
}

impl Saying {
    /// A line goes to the relay.
    pub(crate) fn sent(&mut self, line: Chat) {
        self.unsaid = None;
        if self.sent.len() == MOST {
            self.sent.pop_front();
        }
        self.sent.push_back(line);
    }

    /// Everybody has heard the oldest line.
    pub(crate) fn heard(&mut self) {
        self.sent.pop_front();
    }

    /// The oldest line was refused.
    pub(crate) fn refused(&mut self) {
        // Emotes and prepared lines are a press away; what was typed is kept.
        if let Some(line) = self.sent.pop_front().filter(|line| line.kind == ChatKind::Line) {
            self.unsaid = Some(line.text.to_string());
        }
    }

    /// The link is lost, and with it the answers.
    pub(crate) fn forget_sent(&mut self) {
        self.sent.clear();
    }

    /// The typed line that was refused, until something else is said.
    pub(crate) fn unsaid(&self) -> Option<String> {
        self.unsaid.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat;

    #[test]
    fn the_line_that_was_refused_is_the_one_that_comes_back() {
        let mut saying = Saying::default();
        saying.sent(chat::line("one").unwrap());
        saying.sent(chat::line("two").unwrap());
        saying.sent(chat::emote(0).unwrap());
        saying.heard();
        saying.refused();
        assert_eq!(saying.unsaid().as_deref(), Some("two"));
        saying.refused();
        assert_eq!(saying.unsaid().as_deref(), Some("two"), "an emote takes no line's place");
        saying.sent(chat::line("two").unwrap());
        assert_eq!(saying.unsaid(), None);
    }

    #[test]
    fn what_is_never_answered_does_not_pile_up() {
        let mut saying = Saying::default();
        (0..1_000).for_each(|_| saying.sent(chat::quick(0).unwrap()));
        assert_eq!(saying.sent.len(), MOST);
    }
}
