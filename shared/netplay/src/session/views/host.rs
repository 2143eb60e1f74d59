//! The host's side: runs the game, and tells everybody what they may see of it.

use super::Table;
use super::desk::Desk;
use super::ink::{Ink, InkReader, Line, ViewWriter};
use super::secret::{Dealer, Eye, Viewer};
use crate::ids::{PadWord, PlayerId, Seat};
use crate::limits::RESUME_COUNT;
use crate::session::turns::{Turn, TurnClock, TurnConfig, TurnConfigError};
use crate::sim::BadState;
use crate::time::Instant;
use crate::wire::{Controller, Deposit, Message};
use alloc::vec::Vec;

/// What a host has counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ViewHostStats {
    /// Ticks of the table.
    pub ticks: u32,
    /// Views that were sent.
    pub views: u64,
    /// Actions that were none, or of somebody who drives no seat.
    pub refused: u64,
    /// Views and settled points that were larger than they may be, and went nowhere: a fault of
    /// the game.
    pub too_large: u64,
}

/// Runs a table and tells each viewer what it sees of it.
///
/// The caller's loop, once a tick: [`handle`](Self::handle) what has arrived,
/// [`push_local`](Self::push_local), [`tick`](Self::tick), and send what
/// [`poll_message`](Self::poll_message) gives. Of the room it tells who [sees](Self::admit) the game,
/// who [drives](Self::set_seat_controller) which seat, and, whenever the lobby changes, who
/// [sits](Self::sits_on) where.
#[derive(Debug)]
pub struct ViewHost<T> {
    table: T,
    dealer: Dealer,
    desk: Desk,
    clock: TurnClock,
    is_paused: bool,
}

impl<T: Table> ViewHost<T> {
    /// Hosts a new game. `entropy` must be fresh, and known to nobody: the cards follow from it.
    /// The AI drives every seat until [told](Self::set_seat_controller) otherwise.
    ///
    /// # Errors
    /// When the turns' configuration contradicts itself.
    pub fn new(
        table: T,
        me: PlayerId,
        turns: TurnConfig,
        entropy: [u8; 32],
    ) -> Result<Self, TurnConfigError> {
        Self::at(table, me, turns, entropy, 0)
    }

    /// Goes on from what the last host has deposited. `table` is a new game of the same start.
    /// What was under way is void. A count of hosts beyond [`RESUME_COUNT`] is not gone on from.
    ///
    /// # Errors
    /// When the deposit is none of this game: there is nothing to go on from. Or when the turns'
    /// configuration contradicts itself.
    pub fn resume(
        mut table: T,
        me: PlayerId,
        turns: TurnConfig,
        deposit: &Deposit,
        entropy: [u8; 32],
    ) -> Result<Self, BadState> {
        let mut input = InkReader::new(&deposit.payload);
        let hosts = input.u32().ok_or(BadState)?;
        let generation = 1 + if hosts > RESUME_COUNT { 0 } else { hosts };
        table.resume(input.rest())?;
        Self::at(table, me, turns, entropy, generation).map_err(|_| BadState)
    }

    /// A member of the room shall see the game: their seat's view, or the public one.
    pub fn admit(&mut self, player: PlayerId) {
        self.desk.admit(player);
    }

    /// The host's own link was lost and is back: what was said meanwhile reached nobody. Everybody is
    /// shown the table again, and the relay gets the settled point.
    pub fn reconnected(&mut self) {
        self.desk.begin_again();
    }

    /// A member is gone for good. The AI drives the seat that they drove, and nobody sees its
    /// secrets until somebody else sits down there.
    pub fn dismiss(&mut self, player: PlayerId) {
        self.desk.dismiss(player);
        self.stood_up(player);
    }

    /// A member has left their seat and stays to watch, by their own wish or the room's. The AI drives
    /// the seat, and they see its secrets no more.
    pub fn stood_up(&mut self, player: PlayerId) {
        for seat in self.desk.pads.forget(player).iter() {
            self.set_seat_controller(seat, Controller::Ai);
        }
    }

    /// The room's lobby says where a member sits. Whoever sits elsewhere than the game knew, or
    /// nowhere, has [stood up](Self::stood_up).
    pub fn sits_on(&mut self, player: PlayerId, seat: Option<Seat>) {
        if self.desk.pads.seat_of(player) != seat {
            self.stood_up(player);
        }
    }

    /// Somebody else drives a seat from the next tick on. A player whose seat the AI drives for a
    /// while still sees their own hand, until another player takes the seat, or they
    /// [stand up](Self::sits_on). Who takes a seat has stood up from any other.
    pub fn set_seat_controller(&mut self, seat: Seat, controller: Controller) {
        if let Controller::Human { player } = controller {
            self.sits_on(player, Some(seat));
        }
        if self.desk.pads.set_controller(seat, controller) {
            self.table.set_seat_controller(seat, controller);
        }
    }

    /// A guest's pad has changed, or a guest asks for the view anew.
    pub fn handle(&mut self, message: &Message, now: Instant) {
        if let Some(seat) = self.desk.handle(message) {
            self.clock.pressed(seat, now);
        }
    }

    /// The host's own pad, whenever it was sampled.
    pub fn push_local(&mut self, pad: PadWord, now: Instant) {
        let seat = self.desk.pads.push(self.desk.me, pad);
        if let Some(seat) = seat.filter(|_| pad != PadWord(0)) {
            self.clock.pressed(seat, now);
        }
    }

    /// The table stands still, and so does its clock.
    pub fn pause(&mut self, now: Instant) {
        self.is_paused = true;
        self.clock.pause(now);
    }

    /// It goes on.
    pub fn go_on(&mut self, now: Instant) {
        self.is_paused = false;
        self.clock.resume(now);
    }

    /// A player is known to be absent, or present again: their seat is acted for at once.
    pub fn set_away(&mut self, player: PlayerId, is_away: bool, now: Instant) {
        if let Some(seat) = self.desk.pads.seat_of(player) {
            self.clock.set_away(seat, is_away, now);
        }
    }

    /// One tick: a change of each pad, the table, its clock, and what everybody sees of it.
    pub fn tick(&mut self, now: Instant) {
        self.desk.stats.ticks = self.desk.stats.ticks.saturating_add(1);
        if !self.is_paused {
            let words = self.words();
            self.table.tick(&words, &mut self.dealer);
            self.time(now);
            self.settle();
        }
        self.show();
    }

    /// What shall be sent next.
    pub fn poll_message(&mut self) -> Option<Message> {
        self.desk.poll()
    }

    /// What the host's own player sees of the table: no more than a guest in their place.
    #[must_use]
    pub fn own_view(&self) -> &[u8] {
        self.desk.own()
    }

    /// What the log told the host's own player since this was last asked.
    pub fn own_lines(&mut self) -> Vec<Line> {
        self.desk.own_lines()
    }

    /// The game. Its secrets are closed to the host's program as well.
    #[must_use]
    pub fn table(&self) -> &T {
        &self.table
    }

    /// The clock of the turns, to show what a seat has left.
    #[must_use]
    pub fn clock(&self) -> &TurnClock {
        &self.clock
    }

    /// What was counted.
    #[must_use]
    pub fn stats(&self) -> ViewHostStats {
        self.desk.stats
    }

    fn at(
        table: T,
        me: PlayerId,
        turns: TurnConfig,
        entropy: [u8; 32],
        generation: u32,
    ) -> Result<Self, TurnConfigError> {
        let clock = TurnClock::new(turns, table.seats())?;
        let desk = Desk::new(me, table.seats(), generation);
        let dealer = Dealer::new(entropy);
        let mut host = Self { table, dealer, desk, clock, is_paused: false };
        host.settle();
        Ok(host)
    }

    /// What every seat presses: people's changes, one each, and what the AI thinks.
    fn words(&mut self) -> Vec<PadWord> {
        let mut words = self.desk.pads.next();
        let humans = self.desk.pads.humans();
        for (seat, word) in (0..).map(Seat).zip(&mut words) {
            if !humans.contains(seat) {
                *word = self.table.think(seat, &Eye::of(Viewer::Seat(seat)));
            }
        }
        words
    }

    fn time(&mut self, now: Instant) {
        let turn = self.table.turn();
        let computers = turn.seats.without(self.desk.pads.humans());
        self.clock.set_turn(Turn { seats: turn.seats.without(computers), ..turn }, now);
        self.clock.handle_timeout(now);
        while let Some(event) = self.clock.poll_event() {
            self.table.clock(event, &mut self.dealer);
        }
    }

    /// A settled point goes to the relay before anybody sees it: what was seen can be relied on.
    fn settle(&mut self) {
        let mut ink = Ink::default();
        let is_settled = self.table.settled(&mut ink);
        self.desk.settle(is_settled.then(|| ink.finish()));
    }

    fn show(&mut self) {
        let is_over = self.table.is_over();
        for viewer in self.desk.viewers() {
            let mut writer = ViewWriter::of(viewer);
            self.table.view(&mut writer);
            let (table, lines) = writer.finish();
            self.desk.note(viewer, table, &lines, is_over);
        }
        self.desk.send();
    }
}
