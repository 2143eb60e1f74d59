//! Whom the host tells, and what they were told last.

use super::host::ViewHostStats;
use super::ink::Line;
use super::pads::Pads;
use super::secret::Viewer;
use super::sheet::{Sheet, read_pad};
use crate::ids::{PadWord, PlayerId, Seat, Seq};
use crate::limits::{
    DEPOSIT_TICKS, DEPOSITS_BURST, PAYLOAD_BYTES, ROOM_MEMBERS, VIEW_ASK_TICKS, VIEW_BYTES_BURST,
    VIEW_BYTES_PER_TICK, VIEW_LINE_BYTES, VIEW_LINES, VIEWS_BURST, VIEWS_PER_TICK,
};
use crate::wire::{Blob, Deposit, Message, ROAMING, StateBlob};
use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// What one viewer sees.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Seen {
    viewer: Viewer,
    table: Arc<[u8]>,
    is_over: bool,
}

/// A member who is told.
#[derive(Debug)]
struct Listener {
    player: PlayerId,
    /// What they were told last. `None`: they wait for a view.
    told: Option<Seen>,
    /// What they should know, and the lines on the way there.
    now: Option<Seen>,
    lines: Vec<Line>,
    /// When they may ask for the view again.
    deaf_until: u32,
}

impl Listener {
    fn new(player: PlayerId) -> Self {
        Self { player, told: None, now: None, lines: Vec::new(), deaf_until: 0 }
    }
}

/// All of a host that is no game.
#[derive(Debug)]
pub(super) struct Desk {
    pub(super) me: PlayerId,
    pub(super) pads: Pads,
    pub(super) stats: ViewHostStats,
    generation: u32,
    audience: Vec<Listener>,
    /// What the relay was given last.
    deposited: Vec<u8>,
    /// A settled point that waits, because many went out just before.
    waiting: Option<Vec<u8>>,
    /// How many were given, and the ticks that more of them are paid with.
    deposits: u32,
    deposit_ticks: u32,
    /// What may be sent now: a host that says more is closed by the relay.
    views_left: u32,
    bytes_left: u32,
    /// Who is served first in the next tick.
    first: usize,
    outgoing: VecDeque<Message>,
}

impl Desk {
    pub(super) fn new(me: PlayerId, seats: usize, generation: u32) -> Self {
        Self {
            me,
            pads: Pads::new(seats),
            stats: ViewHostStats::default(),
            generation,
            audience: Vec::from([Listener::new(me)]),
            deposited: Vec::new(),
            waiting: None,
            deposits: 0,
            deposit_ticks: DEPOSITS_BURST * DEPOSIT_TICKS,
            views_left: VIEWS_BURST,
            bytes_left: VIEW_BYTES_BURST,
            first: 0,
            outgoing: VecDeque::new(),
        }
    }

    pub(super) fn admit(&mut self, player: PlayerId) {
        if let Some(at) = self.position(player) {
            self.audience[at].told = None;
        } else if self.audience.len() < ROOM_MEMBERS {
            self.audience.push(Listener::new(player));
        }
    }

    /// A guest asks for the view: once in a while they get it, told or not.
    fn ask(&mut self, player: PlayerId) {
        let now = self.stats.ticks;
        let is_deaf = |at: usize| self.audience[at].deaf_until > now;
        if !self.position(player).is_some_and(is_deaf) {
            self.admit(player);
            if let Some(at) = self.position(player) {
                self.audience[at].deaf_until = now.saturating_add(VIEW_ASK_TICKS);
            }
        }
    }

    /// Nobody knows anything.
    pub(super) fn begin_again(&mut self) {
        self.outgoing.clear();
        self.audience.iter_mut().for_each(|listener| listener.told = None);
        if self.deposits > 0 && self.waiting.is_none() {
            self.waiting = Some(core::mem::take(&mut self.deposited));
        }
    }

    pub(super) fn dismiss(&mut self, player: PlayerId) {
        self.audience.retain(|listener| listener.player != player);
    }

    /// Says whose pad was pressed, if one was.
    pub(super) fn handle(&mut self, message: &Message) -> Option<Seat> {
        match message {
            // A roaming avatar reports beside the game.
            Message::Action(action) if matches!(*action.payload, [ROAMING, _, _, ..]) => {}
            Message::Action(action) => {
                let pad = read_pad(&action.payload).filter(|_| action.player != self.me);
                let seat = pad.and_then(|pad| self.pads.push(action.player, pad));
                self.stats.refused += u64::from(seat.is_none());
                return seat.filter(|_| pad != Some(PadWord(0)));
            }
            Message::StateRequest(request) => self.ask(request.player),
            _ => {} // of another session
        }
        None
    }

    pub(super) fn poll(&mut self) -> Option<Message> {
        self.outgoing.pop_front()
    }

    /// What the host's own player was shown.
    pub(super) fn own(&self) -> &[u8] {
        let own = self.position(self.me).and_then(|at| self.audience[at].now.as_ref());
        own.map_or(&[], |seen| &seen.table)
    }

    /// The lines for the host's own player since this was last asked.
    pub(super) fn own_lines(&mut self) -> Vec<Line> {
        let own = self.position(self.me).map(|at| core::mem::take(&mut self.audience[at].lines));
        own.unwrap_or_default()
    }

    /// The table stands at a settled point, or it does not; a point that is too large is `None`.
    pub(super) fn settle(&mut self, point: Option<Option<Vec<u8>>>) {
        if let Some(point) = point {
            self.stats.too_large += u64::from(point.is_none());
            self.waiting = point.filter(|bytes| self.deposits == 0 || *bytes != self.deposited);
        }
        self.deposit_ticks = (DEPOSITS_BURST * DEPOSIT_TICKS).min(self.deposit_ticks + 1);
        let affords = self.deposit_ticks >= DEPOSIT_TICKS;
        let Some(bytes) = self.waiting.take_if(|_| affords) else { return };
        self.deposit_ticks -= DEPOSIT_TICKS;
        self.deposits += 1;
        let payload = [&self.generation.to_le_bytes(), bytes.as_slice()].concat();
        let payload = Blob::new(payload).unwrap_or_default(); // a view's bytes fit, by the limits
        self.deposited = bytes;
        self.outgoing.push_back(Deposit { seq: Seq(self.deposits), payload }.into());
    }

    /// The viewers for whom the table has to be written, each once.
    pub(super) fn viewers(&self) -> Vec<Viewer> {
        let mut viewers = Vec::new();
        for listener in &self.audience {
            let viewer = self.viewer(listener.player);
            if let Err(at) = viewers.binary_search(&viewer) {
                viewers.insert(at, viewer);
            }
        }
        viewers
    }

    /// Notes what a viewer sees now, and the lines of this tick.
    pub(super) fn note(
        &mut self,
        viewer: Viewer,
        table: Option<Vec<u8>>,
        lines: &[Line],
        is_over: bool,
    ) {
        let Some(table) = table.map(Arc::from) else {
            self.stats.too_large += 1;
            return;
        };
        for at in 0..self.audience.len() {
            if self.viewer(self.audience[at].player) == viewer {
                let listener = &mut self.audience[at];
                listener.now = Some(Seen { viewer, table: Arc::clone(&table), is_over });
                listener.lines.extend_from_slice(lines);
                let surplus = listener.lines.len().saturating_sub(VIEW_LINES);
                listener.lines.drain(..surplus);
            }
        }
    }

    /// Sends what has been noted to each guest who does not know it. Who has to wait is first the
    /// next time, and is then told the newest.
    pub(super) fn send(&mut self) {
        self.views_left = VIEWS_BURST.min(self.views_left + VIEWS_PER_TICK);
        self.bytes_left = VIEW_BYTES_BURST.min(self.bytes_left + VIEW_BYTES_PER_TICK);
        if self.waiting.is_some() {
            return;
        }
        let members = self.audience.len();
        for at in (0..members).map(|step| (self.first + step) % members) {
            let listener = &mut self.audience[at];
            let Some(now) = listener.now.as_ref().filter(|_| listener.player != self.me) else {
                continue;
            };
            if listener.told.as_ref() == Some(now) && listener.lines.is_empty() {
                continue;
            }
            let bytes = (now.table.len() + VIEW_LINES * VIEW_LINE_BYTES) as u32;
            if self.views_left == 0 || self.bytes_left < bytes {
                self.first = at;
                return;
            }
            let sheet = Sheet {
                generation: self.generation,
                is_over: now.is_over,
                lines: core::mem::take(&mut listener.lines),
                table: now.table.to_vec(),
            };
            let payload: Blob<PAYLOAD_BYTES> = sheet.encode();
            self.views_left -= 1;
            self.bytes_left = self.bytes_left.saturating_sub(payload.len() as u32);
            self.stats.views += 1;
            listener.told = listener.now.clone();
            let (player, seq) = (listener.player, Seq(self.stats.ticks));
            self.outgoing.push_back(StateBlob { player, seq, payload }.into());
        }
    }

    fn position(&self, player: PlayerId) -> Option<usize> {
        self.audience.iter().position(|listener| listener.player == player)
    }

    fn viewer(&self, player: PlayerId) -> Viewer {
        self.pads.seat_of(player).map_or(Viewer::Spectator, Viewer::Seat)
    }
}
