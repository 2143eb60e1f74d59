//! Who sits where in a game. Names and colours are kept as they were at the start: results still
//! name those who have left the room.

use crate::view::SeatView;
use netplay::ids::{PlayerId, Seat, SeatSet};
use netplay::limits::COLOURS;
use netplay::wire::{Controller, MemberRow, Start};

/// What the AI drivers are called, one a seat.
const DRIVERS: [&str; 8] =
    ["Pepper", "Biscuit", "Maple", "Domino", "Ziggy", "Clover", "Rusty", "Noodle"];

impl SeatView {
    /// Whether it is known that this is who drives here.
    pub(crate) fn is_driven_by(&self, controller: Controller) -> bool {
        match controller {
            Controller::Human { player } => self.player == Some(player) && !self.ai,
            Controller::Ai => self.ai,
        }
    }
}

/// The seats of one game.
#[derive(Clone, Debug)]
pub(crate) struct Cast {
    seats: Vec<SeatView>,
}

impl Cast {
    /// The seats of a start order, with the looks of the members who sit there.
    pub(crate) fn of_start(start: &Start, rows: &[MemberRow], me: Option<PlayerId>) -> Self {
        let look = |player| rows.iter().find(|row| row.player == player);
        let seats = (0..).map(Seat).zip(&start.seats).map(|(seat, player)| match *player {
            Some(player) => SeatView {
                seat,
                player: Some(player),
                name: look(player).map_or_else(|| driver(seat), |row| row.name.to_string()),
                colour: look(player).map_or_else(|| colour(seat), |row| row.colour),
                is_me: me == Some(player),
                ai: false,
            },
            None => ai(seat),
        });
        let mut cast = Self { seats: seats.collect() };
        cast.spread_colours();
        cast
    }

    /// A player on seat 0 against the AI.
    pub(crate) fn of_practice(name: &str, colour: u8, player: PlayerId, seats: u16) -> Self {
        let name = name.to_owned();
        let seat = Seat(0);
        let me = SeatView { seat, player: Some(player), name, colour, is_me: true, ai: false };
        let others = (1..seats).map(|seat| ai(Seat(seat)));
        let mut cast = Self { seats: [me].into_iter().chain(others).collect() };
        cast.spread_colours();
        cast
    }

    pub(crate) fn seats(&self) -> &[SeatView] {
        &self.seats
    }

    pub(crate) fn seat(&self, seat: Seat) -> Option<&SeatView> {
        self.seats.get(seat.index())
    }

    pub(crate) fn of_player(&self, player: PlayerId) -> Option<&SeatView> {
        self.seats.iter().find(|seat| seat.player == Some(player))
    }

    pub(crate) fn me(&self) -> Option<&SeatView> {
        self.seats.iter().find(|seat| seat.is_me)
    }

    /// The seats that the AI drives and that are nobody's.
    pub(crate) fn open_seats(&self, rows: &[MemberRow]) -> Vec<Seat> {
        let is_kept = |seat| rows.iter().any(|row| row.seat == Some(seat));
        let driverless = self.seats.iter().filter(|seat| seat.ai).map(|seat| seat.seat);
        driverless.filter(|seat| !is_kept(*seat)).collect()
    }

    /// What the players on these seats are called.
    pub(crate) fn names(&self, seats: SeatSet) -> Vec<String> {
        seats.iter().filter_map(|seat| Some(self.seat(seat)?.name.clone())).collect()
    }

    /// Somebody else drives the seat now. A car that somebody takes over keeps its colour.
    pub(crate) fn hand_over(
        &mut self,
        seat: Seat,
        controller: Controller,
        rows: &[MemberRow],
        me: Option<PlayerId>,
    ) {
        let Some(seat) = self.seats.get_mut(seat.index()) else { return };
        seat.ai = controller == Controller::Ai;
        let Controller::Human { player } = controller else { return };
        if seat.player != Some(player) {
            (seat.player, seat.is_me) = (Some(player), me == Some(player));
            if let Some(row) = rows.iter().find(|row| row.player == player) {
                seat.name = row.name.to_string();
            }
        }
    }

    /// A seat's name and colour, where the start order does not tell them.
    pub(crate) fn call(&mut self, seat: Seat, name: &str, colour: u8) {
        if let Some(seat) = self.seats.get_mut(seat.index()) {
            (seat.name, seat.colour) = (name.into(), colour);
        }
    }

    /// People keep the colours they chose; AI drivers take those that are left.
    fn spread_colours(&mut self) {
        let mut taken = 0_u32;
        for seat in self.seats.iter().filter(|seat| seat.player.is_some()) {
            taken |= 1 << (seat.colour % 32);
        }
        for seat in self.seats.iter_mut().filter(|seat| seat.player.is_none()) {
            let free = (0..COLOURS).find(|colour| taken & (1 << colour) == 0);
            seat.colour = free.unwrap_or(seat.colour);
            taken |= 1 << seat.colour;
        }
    }
}

fn ai(seat: Seat) -> SeatView {
    let (name, colour) = (driver(seat), colour(seat));
    SeatView { seat, player: None, name, colour, is_me: false, ai: true }
}

fn driver(seat: Seat) -> String {
    DRIVERS[seat.index() % DRIVERS.len()].into()
}

fn colour(seat: Seat) -> u8 {
    (seat.0 % u16::from(COLOURS)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_seats_share_a_colour() {
        let cast = Cast::of_practice("Ann", 5, PlayerId(1), 8);
        let mut colours: Vec<u8> = cast.seats().iter().map(|seat| seat.colour).collect();
        assert_eq!(colours[0], 5);
        colours.sort_unstable();
        assert_eq!(colours, [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}
