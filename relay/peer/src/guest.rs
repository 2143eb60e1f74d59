//! A member without a page: a room, its link to the relay, and the manners of a good guest.

use crate::address::{RelayAddress, Wire};
use crate::content;
use crate::ending::Ending;
use crate::report;
use games::GameId;
use netplay::ids::{Frame, PadWord, Round, Seat};
use netplay::link::{Conditioned, LinkProfile, Transport};
use netplay::time::Instant;
use party::{Ask, EntryWish, Phase, Profile, Room, RoomView};
use std::rc::Rc;

/// Where to, and over what kind of line.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(crate) relay: RelayAddress,
    pub(crate) profile: LinkProfile,
}

pub(crate) struct Guest {
    name: String,
    room: Room,
    way: Way,
    dice: u64,
    link: Option<Conditioned<Wire>>,
    view: Rc<RoomView>,
    /// The game in which a seat was asked for.
    asked_for: Option<Round>,
    is_placed: bool,
    leaving: bool,
}

impl Guest {
    /// A member who will come in as `name`. `number` tells the guests of one process apart.
    pub(crate) fn new(way: Way, name: String, wish: EntryWish, number: u16, now: Instant) -> Self {
        let dice = u64::from(std::process::id()) << 16 | u64::from(number);
        let me = Profile { name: name.clone(), colour: (number % 8) as u8 };
        let mut room = Room::online(&me, wish, content::pack(), dice, now);
        let mut entropy = [0; 32];
        if getrandom::fill(&mut entropy).is_ok() {
            room.stir(entropy);
        }
        let view = room.view_if_changed().expect("the first view is new");
        Self {
            name,
            room,
            way,
            dice,
            link: None,
            view,
            asked_for: None,
            is_placed: false,
            leaving: false,
        }
    }

    /// Receives, frames and transmits. Says whether the room looks otherwise than before.
    ///
    /// # Errors
    /// When the relay cannot be reached, or has ended the stay.
    pub(crate) fn turn(&mut self, pad: PadWord, now: Instant) -> Result<bool, Ending> {
        if self.room.wants_link(now) {
            let wire = self.way.relay.connect().map_err(Ending::Hindered)?;
            let profile = self.way.profile;
            self.link = Some(Conditioned::new(wire, profile, profile, self.dice));
        }
        if let Some(link) = &mut self.link {
            self.room.receive(link, now);
        }
        self.room.frame(pad, now);
        if let Some(link) = &mut self.link {
            self.room.transmit(link, now);
        }
        let news = self.room.view_if_changed();
        let is_news = news.is_some();
        self.view = news.unwrap_or_else(|| Rc::clone(&self.view));
        match &self.view.phase {
            Phase::Closed(sentence) if !self.leaving => Err(Ending::dismissed(sentence)),
            _ => Ok(is_news),
        }
    }

    /// Says goodbye; the link is closed once the relay has heard it.
    pub(crate) fn leave(&mut self, now: Instant) {
        self.leaving = true;
        self.room.ask(Ask::Leave, now);
    }

    pub(crate) fn has_left(&self) -> bool {
        matches!(self.view.phase, Phase::Closed(_))
    }

    /// In the lobby: ready for whatever comes.
    pub(crate) fn get_ready(&mut self, now: Instant) {
        let view = &self.view;
        let waits = view.phase == Phase::Lobby && view.my_seat.is_some();
        if waits && !view.am_host && !view.ready {
            self.room.ask(Ask::Ready(true), now);
        }
    }

    /// Watching a running game: drives from now on, on this open seat or on any.
    pub(crate) fn take_over(&mut self, wish: Option<u16>, now: Instant) {
        let view = &self.view;
        if view.phase != Phase::Playing || view.my_seat.is_some() || self.asked_for == view.round {
            return;
        }
        let wish = wish.map(Seat);
        if view.open_seats.iter().any(|seat| wish.is_none_or(|wish| wish == *seat)) {
            self.asked_for = view.round; // one wish a game: whoever was faster has the seat
            self.room.ask(Ask::TakeSeat(wish), now);
        }
    }

    /// Once a game is over for everybody, its results have been seen.
    pub(crate) fn go_back_to_the_lobby(&mut self, now: Instant) {
        if self.view.phase == Phase::Results && self.room.progress().is_none() {
            self.room.ask(Ask::LeaveGame, now);
        }
    }

    /// Tells where it sits, once that is known.
    pub(crate) fn tell_place(&mut self) {
        let view = &self.view;
        let row = view.rows.iter().find(|row| row.is_me && !self.is_placed);
        if let Some(row) = row {
            report::place(&row.name, row.player, row.seat);
            self.is_placed = true;
        }
    }

    /// Whether it was told.
    pub(crate) fn is_placed(&self) -> bool {
        self.is_placed
    }

    /// What it wanted to be called.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn ask(&mut self, ask: Ask, now: Instant) {
        self.room.ask(ask, now);
    }

    pub(crate) fn view(&self) -> &RoomView {
        &self.view
    }

    pub(crate) fn room(&self) -> &Room {
        &self.room
    }

    /// The seat in the running game, or in the lobby.
    pub(crate) fn seat(&self) -> Option<Seat> {
        let playing = self.view.cast.iter().find(|seat| seat.is_me).map(|seat| seat.seat);
        playing.or(self.view.my_seat)
    }

    /// What is played, or comes next.
    pub(crate) fn game(&self) -> GameId {
        self.view.game.id()
    }

    /// The running game's next frame.
    pub(crate) fn frame(&self) -> Frame {
        self.room.progress().map_or(Frame(0), |(frame, _)| frame)
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        if let Some(link) = &mut self.link {
            link.close();
        }
    }
}
