//! Rooms: who is in, who may do what, when.
//!
//! A [`Room`] is told what its members say and how time passes, and is polled for [`Effect`]s. It
//! never calls the relay and knows connections only as names on envelopes.
//!
//! | file | holds |
//! |---|---|
//! | `entry` | coming in, coming back, going |
//! | `lobby` | what members and the host may ask for between sessions |
//! | `playing` | the start, the words, the end |
//! | `carry` | messages that are carried to one member or the host |
//! | `fetch` | the room's content pack for who was refused for another one |
//! | `upkeep` | time passing, and what follows from every change |
//! | `roster`, `member`, `profile` | who is here, under what name and colour |
//! | `presence`, `pulse`, `election`, `moderation` | hidden and lost, round trips, the host, bans |
//! | `play`, `line`, `stall`, `donors`, `start` | a running session |
//! | `takeover` | from watching to a seat |
//! | `hosted`, `succession` | a session that lives on its host, and who follows it |
//! | `jury`, `desync` | whose state is right, and what becomes of the others |
//! | `pace`, `straggler` | who holds everybody up |
//! | `watch`, `escrow` | what those who watch are told later |

mod address;
pub(crate) mod bucket;
mod carry;
mod config;
mod desync;
mod donors;
mod effect;
mod election;
mod entry;
mod escrow;
mod fetch;
mod hosted;
mod jury;
mod line;
mod lobby;
mod member;
mod moderation;
mod pace;
mod play;
mod playing;
mod presence;
mod profile;
mod pulse;
mod roster;
mod sealed;
pub mod sealer;
mod stall;
mod start;
mod straggler;
mod succession;
mod takeover;
mod upkeep;
mod watch;

pub use address::{AddressKey, ClientAddress};
pub use config::RoomConfig;
pub use effect::{Effect, Ignored, Note};
pub use roster::Newcomer;

use crate::code::RoomCode;
use crate::ids::{PlayerId, Round};
use crate::limits::LABEL_BYTES;
use crate::time::Instant;
use crate::wire::{CloseReason, Identity, Message, Packet, Refusal, Text, WordSize};
use alloc::collections::BTreeMap;
use bucket::Bucket;
use desync::Astray;
use donors::Donors;
use effect::Effects;
use election::Election;
use fetch::Fetchers;
use jury::Jury;
use moderation::Bans;
use pace::Pace;
use play::Play;
use pulse::Pulse;
use roster::Roster;
use sealed::Clock;
use stall::Stalls;
use straggler::Stragglers;
use succession::Succession;
use watch::Watch;

/// One room, from its creation to its end.
#[derive(Debug)]
pub struct Room {
    code: RoomCode,
    founder: Option<AddressKey>,
    identity: Identity,
    config: RoomConfig,
    roster: Roster,
    election: Election,
    settings: Settings,
    bans: Bans,
    pulse: Pulse,
    /// The last session that was started.
    round: Round,
    session: Option<Session>,
    watch: Watch,
    empty_since: Option<Instant>,
    over: Option<CloseReason>,
    /// The lobby has changed since everybody was told.
    is_news: bool,
    /// What everybody was told last; none when somebody has yet to be told.
    known_lobby: Option<Packet>,
    /// How many lobbies may be told now.
    lobbies: Bucket,
    fetchers: Fetchers,
    effects: Effects,
}

/// What the host has set.
#[derive(Debug, Default)]
struct Settings {
    locked: bool,
    starting: bool,
    game: Text<LABEL_BYTES>,
}

/// A running session and what the relay does for it.
#[derive(Debug)]
struct Session {
    play: Play,
    /// Ticks, in a sealed session.
    clock: Option<Clock>,
    /// Until when somebody must have loaded it.
    loading_until: Instant,
    stalls: Stalls,
    donors: Donors,
    jury: Jury,
    astray: BTreeMap<PlayerId, Astray>,
    /// States differ without a majority, and everybody knows.
    has_parted: bool,
    pace: Pace,
    stragglers: Stragglers,
    /// From where the next host can go on, as this one said it last.
    deposit: Option<Packet>,
    succession: Succession,
}

impl Session {
    fn new(play: Play, clock: Option<Clock>, loading_until: Instant) -> Self {
        Self {
            play,
            clock,
            loading_until,
            stalls: Stalls::default(),
            donors: Donors::default(),
            jury: Jury::default(),
            astray: BTreeMap::new(),
            has_parted: false,
            pace: Pace::default(),
            stragglers: Stragglers::default(),
            deposit: None,
            succession: Succession::default(),
        }
    }

    /// Until when somebody must load it, if nobody has.
    fn loading_until(&self) -> Option<Instant> {
        (!self.play.was_loaded()).then_some(self.loading_until)
    }
}

impl Room {
    /// Something a member said. `packet` is what `message` was decoded from: what the relay does
    /// not change it forwards as it came.
    pub fn handle(&mut self, player: PlayerId, message: &Message, packet: &Packet, now: Instant) {
        let serves = self.is_served_by(player);
        let Some(member) = self.roster.get_mut(player) else { return };
        member.attendance.hear(now);
        if is_carried(message) && !member.can_carry(packet.len(), serves, &self.config, now) {
            self.drop_flood(player, now);
            return;
        }
        self.note_host_activity(player, message, now);
        match message {
            Message::Leave(_) => self.remove(player, CloseReason::Left, now),
            Message::Ping(_) | Message::Pong(_) => self.answer(player, message, now),
            Message::Start(_)
            | Message::SetReady(_)
            | Message::AssignSeat(_)
            | Message::SetRoom(_)
            | Message::HandHost(_)
            | Message::Moderate(_)
            | Message::Profile(_)
            | Message::Vote(_)
            | Message::Rescue(_)
            | Message::TakeSeat(_)
            | Message::Presence(_)
            | Message::Chat(_) => {
                if let Err(refusal) = self.request(player, message, now) {
                    self.refuse(player, refusal);
                }
            }
            Message::Input(_)
            | Message::Checkpoint(_)
            | Message::Pause(_)
            | Message::Resume(_)
            | Message::EndSession(_)
            | Message::Loaded(_)
            | Message::DesyncReport(_) => {
                if let Err(ignored) = self.play_message(player, message, packet, now) {
                    self.effects.ignore(ignored);
                }
            }
            _ => {
                if let Err(ignored) = self.carry(player, message, packet, now) {
                    self.effects.ignore(ignored);
                }
            }
        }
        self.settle(now);
    }

    /// Whoever makes the relay carry more than it may is lost like whoever says too much.
    fn drop_flood(&mut self, player: PlayerId, now: Instant) {
        if let Some(conn) = self.roster.get(player).and_then(|member| member.conn()) {
            self.effects.note(Note::Flooded);
            self.effects.close(conn, CloseReason::RateLimited);
        }
        self.lose(player, CloseReason::RateLimited, now);
    }

    /// The next thing to do.
    pub fn poll_effect(&mut self) -> Option<Effect> {
        self.effects.pop()
    }

    /// Why the room is over, once it is. Nothing it is told changes it any more.
    #[must_use]
    pub fn over(&self) -> Option<CloseReason> {
        self.over
    }

    /// The address that opened it.
    #[must_use]
    pub fn founder(&self) -> Option<AddressKey> {
        self.founder
    }

    /// How many members it has, the lost ones included.
    #[must_use]
    pub fn members(&self) -> usize {
        self.roster.len()
    }

    /// The size of an input word in this room.
    #[must_use]
    pub fn word_size(&self) -> WordSize {
        self.identity.word_size
    }

    /// Whether the running session lives on this member, who has something to say to everybody.
    #[must_use]
    pub fn is_served_by(&self, player: PlayerId) -> bool {
        self.is_hosted_by(player) && self.lives_on_host()
    }

    fn is_hosted_by(&self, player: PlayerId) -> bool {
        self.election.host() == player
    }

    /// Whether the running session lives on its host.
    fn lives_on_host(&self) -> bool {
        self.session.as_ref().is_some_and(|session| session.play.lives_on_host())
    }

    fn refuse(&mut self, player: PlayerId, refusal: Refusal) {
        if let Some(conn) = self.roster.get(player).and_then(|member| member.conn()) {
            self.effects.refuse(player, conn, refusal);
        }
    }

    /// Ends the room: tells everybody and closes every connection.
    pub fn close(&mut self, reason: CloseReason) {
        if self.over.is_none() {
            self.over = Some(reason);
            self.effects.tell_all(self.roster.conns(), crate::wire::RoomClosed { reason });
            self.roster.conns().for_each(|conn| self.effects.close(conn, reason));
        }
    }
}

/// Whether the relay passes the message on as it is, however large. Words have a bound of their own, and
/// so have states that were asked for.
fn is_carried(message: &Message) -> bool {
    matches!(
        message,
        Message::Chat(_)
            | Message::Action(_)
            | Message::Event(_)
            | Message::StateBlob(_)
            | Message::Snapshot(_)
            | Message::Deposit(_)
            | Message::DesyncReport(_)
            | Message::Digests(_)
            | Message::Exhibit(_)
            | Message::Offer(_)
            | Message::Answer(_)
            | Message::Candidate(_)
            | Message::PublicAddress(_)
    )
}
