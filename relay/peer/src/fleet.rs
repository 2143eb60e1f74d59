//! Several guests in one process, each on a socket of its own, and how they behave in a room.

use crate::ending::{self, Ending};
use crate::guest::{Guest, Way};
use games::GameId;
use netplay::code::RoomCode;
use netplay::ids::{Frame, PadWord, PlayerId, Seat};
use netplay::time::Instant;
use party::{Ask, EntryWish, Phase};

/// Guests who take seats, get ready and play every game of a room, and who hand the host's role
/// on when it falls to them.
pub(crate) struct Fleet {
    guests: Vec<Guest>,
    /// The host's role was handed on: whoever hands it back means it.
    has_handed_on: bool,
}

impl Fleet {
    /// So many members on their way into a room.
    pub(crate) fn new(way: &Way, code: RoomCode, name: &str, count: u16, now: Instant) -> Self {
        let guest = |number: u16| {
            let name = if count == 1 { name.to_owned() } else { format!("{name} {}", number + 1) };
            let wish = EntryWish::Join { code, watch: false };
            Guest::new(way.clone(), name, wish, number, now)
        };
        Self { guests: (0..count).map(guest).collect(), has_handed_on: false }
    }

    /// Everybody's turn, with the pad of the seat each one drives.
    ///
    /// # Errors
    /// When the relay is gone, or the last of them.
    pub(crate) fn turn(
        &mut self,
        pad: impl Fn(GameId, Seat, Frame) -> PadWord,
        now: Instant,
    ) -> Result<(), Ending> {
        let mut at = 0;
        while at < self.guests.len() {
            let guest = &mut self.guests[at];
            let word =
                guest.seat().map_or(PadWord(0), |seat| pad(guest.game(), seat, guest.frame()));
            match guest.turn(word, now) {
                Ok(is_news) => {
                    self.behave(at, is_news, now);
                    at += 1;
                }
                Err(ending) => {
                    let gone = self.guests.remove(at);
                    ending::one_less(gone.name(), ending, self.guests.len())?;
                }
            }
        }
        Ok(())
    }

    fn behave(&mut self, at: usize, is_news: bool, now: Instant) {
        let guest = &mut self.guests[at];
        guest.go_back_to_the_lobby(now);
        if is_news {
            guest.tell_place();
            guest.get_ready(now);
            guest.take_over(None, now);
            self.hand_host_on(at, now);
        }
    }

    pub(crate) fn leave(&mut self, now: Instant) {
        self.guests.iter_mut().for_each(|guest| guest.leave(now));
    }

    pub(crate) fn has_left(&self) -> bool {
        self.guests.iter().all(Guest::has_left)
    }

    /// The seats of those who have one.
    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> {
        self.guests.iter().filter_map(Guest::seat)
    }

    /// Whether everybody has come in and knows where to sit.
    pub(crate) fn is_placed(&self) -> bool {
        self.guests.iter().all(Guest::is_placed)
    }

    /// Nobody who sits behind a screen should depend on a program for the start.
    fn hand_host_on(&mut self, at: usize, now: Instant) {
        let view = self.guests[at].view();
        if !view.am_host || view.phase != Phase::Lobby || self.has_handed_on {
            return;
        }
        let ours: Vec<PlayerId> = self.guests.iter().filter_map(|guest| guest.view().me).collect();
        let stranger = view.rows.iter().find(|row| row.connected && !ours.contains(&row.player));
        if let Some(player) = stranger.map(|row| row.player) {
            self.has_handed_on = true;
            self.guests[at].ask(Ask::HandHost(player), now);
        }
    }
}
