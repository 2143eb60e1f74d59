//! A guest's side: presses, and sees the newest view.

use super::ink::Line;
use super::sheet::{Sheet, write_pad};
use crate::ids::{PadWord, PlayerId};
use crate::limits::{EVENTS_KEPT, STATE_ASK_MS, STATE_ASKS};
use crate::time::Instant;
use crate::wire::{Action, Message, StateBlob, StateRequest};
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::time::Duration;

/// What a guest has to tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ViewEvent {
    /// A line of the table's log.
    Line(Line),
    /// Another host goes on from the last settled point; what was under way since is void.
    Resumed,
    /// The game is over, and the view says how it ended.
    Over,
    /// The host answers nothing. Told once; a view that comes all the same is shown.
    Unanswered,
}

/// The newest view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// How many hosts the game has had before this one.
    pub generation: u32,
    /// Which view of this host.
    pub number: u32,
    /// Whether the game is over.
    pub is_over: bool,
    /// The table as this guest may see it, as [`Table::view`](super::Table::view) wrote it.
    pub table: Vec<u8>,
}

/// Follows a game that its host runs.
#[derive(Debug)]
pub struct ViewGuest {
    me: PlayerId,
    shown: Option<Shown>,
    held: PadWord,
    said: PadWord,
    /// When the host is asked again, and how often it was.
    ask: Option<Instant>,
    asks: u32,
    /// Somebody else may number the views now: whatever comes next is the newest.
    is_anew: bool,
    outgoing: VecDeque<Message>,
    events: VecDeque<ViewEvent>,
}

impl ViewGuest {
    /// A guest, seated or watching, who asks for the first view at once.
    #[must_use]
    pub fn new(me: PlayerId, now: Instant) -> Self {
        Self {
            me,
            shown: None,
            held: PadWord(0),
            said: PadWord(0),
            ask: Some(now),
            asks: 0,
            is_anew: false,
            outgoing: VecDeque::new(),
            events: VecDeque::new(),
        }
    }

    /// Something has arrived. What is no view for this guest is ignored: the host decides
    /// everything, and cannot be told that it is wrong.
    pub fn handle(&mut self, message: &Message) {
        if let Message::StateBlob(blob) = message
            && blob.player == self.me
            && let Some(sheet) = Sheet::decode(&blob.payload)
        {
            self.take(blob, sheet);
        }
    }

    /// The guest's pad, whenever it was sampled. It is sent when it differs from what was sent.
    pub fn push_local(&mut self, pad: PadWord) {
        self.held = pad;
        if self.said != pad {
            self.said = pad;
            self.say(Action { player: self.me, payload: write_pad(pad) });
        }
    }

    /// Somebody else hosts, or the host's link or ours was lost and is back: asks for the view, and
    /// says again what is pressed. The picture stays until then, but is no newer than what comes.
    pub fn host_changed(&mut self, now: Instant) {
        (self.ask, self.asks, self.said) = (Some(now), 0, PadWord(0));
        self.is_anew = true;
        self.outgoing.clear();
        self.push_local(self.held);
    }

    /// Time passes.
    pub fn handle_timeout(&mut self, now: Instant) {
        if self.ask.is_none_or(|due| now < due) {
            return;
        }
        if self.asks < STATE_ASKS {
            self.asks += 1;
            self.ask = Some(now + Duration::from_millis(STATE_ASK_MS));
            self.say(StateRequest { player: self.me });
        } else {
            self.ask = None;
            self.tell(ViewEvent::Unanswered);
        }
    }

    /// When to call [`handle_timeout`](Self::handle_timeout) next.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        self.ask
    }

    /// What shall be sent next.
    pub fn poll_message(&mut self) -> Option<Message> {
        self.outgoing.pop_front()
    }

    /// What has happened next.
    pub fn poll_event(&mut self) -> Option<ViewEvent> {
        self.events.pop_front()
    }

    /// The newest view; `None` until the first has come.
    #[must_use]
    pub fn shown(&self) -> Option<&Shown> {
        self.shown.as_ref()
    }

    fn take(&mut self, blob: &StateBlob, sheet: Sheet) {
        let Sheet { generation, is_over, lines, table } = sheet;
        let number = blob.seq.0;
        let before = self.shown.as_ref().map(|shown| (shown.generation, shown.number));
        let is_anew = core::mem::take(&mut self.is_anew);
        if !is_anew && before.is_some_and(|before| before >= (generation, number)) {
            return; // an older one, or the same again
        }
        self.ask = None;
        if before.is_some_and(|(hosts, _)| hosts != generation) {
            self.tell(ViewEvent::Resumed);
        }
        lines.into_iter().for_each(|line| self.tell(ViewEvent::Line(line)));
        if is_over && self.shown.as_ref().is_none_or(|shown| !shown.is_over) {
            self.tell(ViewEvent::Over);
        }
        self.shown = Some(Shown { generation, number, is_over, table });
    }

    fn say(&mut self, message: impl Into<Message>) {
        self.outgoing.push_back(message.into());
    }

    fn tell(&mut self, event: ViewEvent) {
        if self.events.len() >= EVENTS_KEPT {
            self.events.pop_front();
        }
        self.events.push_back(event);
    }
}
