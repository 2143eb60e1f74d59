//! Who is in the room, in the order they came.

use super::AddressKey;
use super::bucket::Bucket;
use super::member::{Link, Member};
use super::presence::Attendance;
use super::profile::free_colour;
use super::pulse::Trip;
use crate::ids::{ConnId, PlayerId, Seat, Token};
use crate::limits::{NAME_BYTES, ROOM_SEATS};
use crate::time::Instant;
use crate::wire::{Text, unique_name};
use alloc::vec::Vec;

/// Somebody who is about to become a member.
#[derive(Debug)]
pub struct Newcomer {
    /// The connection.
    pub conn: ConnId,
    /// Where it comes from, if anywhere.
    pub address: Option<AddressKey>,
    /// The cleaned name.
    pub name: Text<NAME_BYTES>,
    /// The colour wished for.
    pub colour: u8,
    /// The secret that will resume the place.
    pub token: Token,
}

/// The members. Never more than a lobby message can hold: the room checks before it adds.
#[derive(Debug)]
pub(super) struct Roster {
    members: Vec<Member>,
    seats: u8,
    next_id: u32,
}

impl Roster {
    pub(super) fn new(seats: u8) -> Self {
        Self { members: Vec::new(), seats, next_id: 1 }
    }

    pub(super) fn seats(&self) -> u8 {
        self.seats
    }

    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &Member> {
        self.members.iter()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Member> {
        self.members.iter_mut()
    }

    pub(super) fn get(&self, player: PlayerId) -> Option<&Member> {
        self.members.iter().find(|member| member.id == player)
    }

    pub(super) fn get_mut(&mut self, player: PlayerId) -> Option<&mut Member> {
        self.members.iter_mut().find(|member| member.id == player)
    }

    pub(super) fn connected(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|member| member.is_connected())
    }

    /// Every connection of the room.
    pub(super) fn conns(&self) -> impl Iterator<Item = ConnId> {
        self.members.iter().filter_map(Member::conn)
    }

    /// Every connection but the player's own.
    pub(super) fn conns_but(&self, player: PlayerId) -> impl Iterator<Item = ConnId> {
        self.members.iter().filter(move |member| member.id != player).filter_map(Member::conn)
    }

    /// The member whom this token brings back. Looks at all of them: see [`Member::holds`].
    pub(super) fn of_token(&self, token: &Token) -> Option<PlayerId> {
        self.members.iter().fold(
            None,
            |found, member| {
                if member.holds(token) { Some(member.id) } else { found }
            },
        )
    }

    pub(super) fn sitting_on(&self, seat: Seat) -> Option<&Member> {
        self.members.iter().find(|member| member.seat == Some(seat))
    }

    pub(super) fn lowest_free_seat(&self) -> Option<Seat> {
        (0..u16::from(self.seats)).map(Seat).find(|seat| self.sitting_on(*seat).is_none())
    }

    /// Adds a member with an id never used before, a name and a colour of their own.
    pub(super) fn add(&mut self, newcomer: Newcomer, seat: Option<Seat>, now: Instant) -> PlayerId {
        let id = PlayerId(self.next_id);
        self.next_id += 1;
        let name = unique_name(&newcomer.name, self.members.iter().map(|member| &*member.name));
        self.members.push(Member {
            id,
            name,
            colour: newcomer.colour,
            token: newcomer.token,
            address: newcomer.address,
            link: Link::Up(newcomer.conn),
            seat,
            ready: false,
            vote: None,
            rescue: false,
            wants_seat: false,
            is_benched: false,
            drives_by: None,
            attendance: Attendance::new(now),
            trip: Trip::default(),
            chat: Bucket::default(),
            carried: Bucket::default(),
        });
        let colour = self.colour_for(id, newcomer.colour);
        if let Some(member) = self.members.last_mut() {
            member.colour = colour;
        }
        id
    }

    pub(super) fn remove(&mut self, player: PlayerId) -> Option<Member> {
        let at = self.members.iter().position(|member| member.id == player)?;
        let gone = self.members.remove(at);
        self.settle_colours();
        Some(gone)
    }

    /// Puts a member on a free seat, or among the spectators.
    pub(super) fn place(&mut self, player: PlayerId, seat: Option<Seat>) {
        if let Some(member) = self.get_mut(player) {
            member.seat = seat;
            member.wants_seat = false;
            member.drives_by = None;
            if seat.is_none() {
                member.ready = false;
                member.rescue = false;
                member.vote = None;
            }
        }
        self.settle_colours();
    }

    /// Gives the member another name, numbered if somebody has it, and another colour, if it is
    /// free.
    pub(super) fn rename(&mut self, player: PlayerId, wish: &Text<NAME_BYTES>, colour: u8) {
        let others = self.members.iter().filter(|member| member.id != player);
        let name = unique_name(wish, others.map(|member| &*member.name));
        let free = !self.members.iter().any(|other| other.id != player && other.colour == colour);
        if let Some(member) = self.get_mut(player) {
            member.name = name;
            if free {
                member.colour = colour;
            }
        }
    }

    fn colour_for(&self, player: PlayerId, wish: u8) -> u8 {
        let others = || self.members.iter().filter(|member| member.id != player);
        if others().count() < ROOM_SEATS {
            free_colour(wish, |colour| others().any(|other| other.colour == colour))
        } else {
            // More members than colours: at least nobody looks like a driver.
            free_colour(wish, |colour| {
                others().any(|other| other.seat.is_some() && other.colour == colour)
            })
        }
    }

    /// Keeps the first eight members apart from each other, and the seated ones too, whenever
    /// somebody left or sat down. Whoever can keep a colour keeps it.
    fn settle_colours(&mut self) {
        for at in 1..self.members.len() {
            let (before, rest) = self.members.split_at(at);
            let Some(this) = rest.first() else { break };
            let is_taken = |colour: u8| {
                let earlier = before.iter().filter(|other| at < ROOM_SEATS || other.seat.is_some());
                earlier.clone().any(|other| other.colour == colour)
            };
            let must_differ = at < ROOM_SEATS || this.seat.is_some();
            let colour = if must_differ { free_colour(this.colour, is_taken) } else { this.colour };
            self.members[at].colour = colour;
        }
    }
}
