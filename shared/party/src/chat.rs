//! What is said in a room, and what happens in it: two short logs for the page.

use crate::ask::{EMOTES, QUICK_LINES};
use crate::view::{CHAT_LINES_KEPT, ChatLine, LineKind, NOTICES_KEPT, Notice};
use netplay::ids::PlayerId;
use netplay::wire::{Chat, ChatKind, MemberRow, Text, clean_line};
use std::collections::VecDeque;
use std::rc::Rc;

/// A log that keeps its newest `KEPT` entries and can be handed out without copying it.
#[derive(Debug)]
pub(crate) struct Log<T, const KEPT: usize> {
    entries: Rc<VecDeque<T>>,
    next_id: u64,
}

impl<T, const KEPT: usize> Default for Log<T, KEPT> {
    fn default() -> Self {
        Self { entries: Rc::default(), next_id: 1 }
    }
}

impl<T: Clone, const KEPT: usize> Log<T, KEPT> {
    pub(crate) fn entries(&self) -> Rc<VecDeque<T>> {
        Rc::clone(&self.entries)
    }

    fn push(&mut self, entry: impl FnOnce(u64) -> T) {
        let entries = Rc::make_mut(&mut self.entries);
        if entries.len() == KEPT {
            entries.pop_front();
        }
        entries.push_back(entry(self.next_id));
        self.next_id += 1;
    }
}

/// The chat.
pub(crate) type ChatLog = Log<ChatLine, CHAT_LINES_KEPT>;
/// The notices.
pub(crate) type Notices = Log<Notice, NOTICES_KEPT>;

impl ChatLog {
    /// Somebody said something. The row tells what they look like; who is gone has none.
    pub(crate) fn said(&mut self, chat: &Chat, row: Option<&MemberRow>, me: Option<PlayerId>) {
        let (kind, text) = read(chat);
        self.push(|id| ChatLine {
            id,
            player: chat.player,
            name: row.map_or_else(|| "Somebody".into(), |row| row.name.to_string()),
            colour: row.map_or(0, |row| row.colour),
            seat: row.and_then(|row| row.seat),
            is_me: me == Some(chat.player),
            kind,
            text,
        });
    }
}

impl Notices {
    pub(crate) fn tell(&mut self, text: impl Into<String>) {
        let text = text.into();
        self.push(|id| Notice { id, text, urgent: false });
    }

    pub(crate) fn alarm(&mut self, text: impl Into<String>) {
        let text = text.into();
        self.push(|id| Notice { id, text, urgent: true });
    }
}

/// A typed line on its way out; none when nothing visible was typed.
pub(crate) fn line(typed: &str) -> Option<Chat> {
    clean_line(typed).map(|text| outgoing(ChatKind::Line, text))
}

/// The emote of this place on its way out.
pub(crate) fn emote(place: u8) -> Option<Chat> {
    let (name, _) = EMOTES.get(usize::from(place))?;
    Some(outgoing(ChatKind::Emote, Text::truncated(name)))
}

/// The prepared line of this place on its way out.
pub(crate) fn quick(place: u8) -> Option<Chat> {
    let (name, _) = QUICK_LINES.get(usize::from(place))?;
    Some(outgoing(ChatKind::Quick, Text::truncated(name)))
}

/// The relay stamps the sender.
fn outgoing(kind: ChatKind, text: Text<{ netplay::limits::CHAT_BYTES }>) -> Chat {
    Chat { player: PlayerId(0), kind, text }
}

/// A name that this page does not know, from a newer one, reads as typed text.
fn read(chat: &Chat) -> (LineKind, String) {
    let find = |table: &[(&str, &str)], kind: fn(u8) -> LineKind| {
        let place = table.iter().position(|(name, _)| *name == &*chat.text)?;
        Some((kind(u8::try_from(place).ok()?), table[place].1.to_owned()))
    };
    let known = match chat.kind {
        ChatKind::Line => None,
        ChatKind::Emote => find(&EMOTES, LineKind::Emote),
        ChatKind::Quick => find(&QUICK_LINES, LineKind::Quick),
    };
    known.unwrap_or_else(|| (LineKind::Text, chat.text.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chat_keeps_its_newest_lines() {
        let mut chat = ChatLog::default();
        for count in 0..CHAT_LINES_KEPT + 7 {
            chat.said(&line(&format!("line {count}")).unwrap(), None, None);
        }
        let entries = chat.entries();
        assert_eq!(entries.len(), CHAT_LINES_KEPT);
        assert_eq!(entries.front().unwrap().text, "line 7");
        assert_eq!(entries.back().unwrap().id, CHAT_LINES_KEPT as u64 + 7);
    }

    #[test]
    fn emotes_and_prepared_lines_arrive_as_what_they_were_sent_as() {
        for place in 0..EMOTES.len() as u8 {
            let (kind, text) = read(&emote(place).unwrap());
            assert_eq!((kind, &*text), (LineKind::Emote(place), EMOTES[usize::from(place)].1));
        }
        for place in 0..QUICK_LINES.len() as u8 {
            let (kind, text) = read(&quick(place).unwrap());
            assert_eq!((kind, &*text), (LineKind::Quick(place), QUICK_LINES[usize::from(place)].1));
        }
        assert_eq!(emote(EMOTES.len() as u8), None);
        let newer = outgoing(ChatKind::Emote, Text::truncated("moonwalk"));
        assert_eq!(read(&newer), (LineKind::Text, "moonwalk".into()));
    }

    #[test]
    fn nothing_visible_is_nothing_said() {
        assert_eq!(line(" \u{200b}\n "), None);
    }
}
