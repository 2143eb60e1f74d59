//! The room as a member sees it: the lobby and the running session's start order.

use super::ClientEvent;
use crate::ids::{PlayerId, Round};
use crate::limits::{ROOM_SEATS, SEALED_SEATS};
use crate::wire::{CloseReason, Lobby, MemberRow, Message, SessionModel, Start};
use alloc::collections::VecDeque;
use alloc::string::ToString;

#[derive(Debug, Default)]
pub(super) struct Mirror {
    lobby: Option<Lobby>,
    start: Option<Start>,
    /// The start order was told on this link.
    start_is_told: bool,
    /// What the first lobby of this link said: this session ran before we came, so its start
    /// order is a late one whichever way round the relay sends lobby and start later.
    ran_before: Admission,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Admission {
    #[default]
    Unknown,
    Into(Option<Round>),
}

impl Mirror {
    pub(super) fn lobby(&self) -> Option<&Lobby> {
        self.lobby.as_ref()
    }

    pub(super) fn start(&self) -> Option<&Start> {
        self.start.as_ref()
    }

    pub(super) fn start_is_told(&self) -> bool {
        self.start_is_told && self.start.is_some()
    }

    pub(super) fn link_opened(&mut self) {
        self.start_is_told = false;
        self.ran_before = Admission::Unknown;
    }

    pub(super) fn handle(
        &mut self,
        message: Message,
        events: &mut VecDeque<ClientEvent>,
    ) -> Result<(), CloseReason> {
        let event = match message {
            Message::Lobby(lobby) => return self.lobby_told(lobby, events),
            Message::Presence(notice) => {
                if let Some(row) = self.row(notice.player) {
                    row.presence = notice.presence;
                }
                ClientEvent::LobbyChanged
            }
            Message::Latencies(latencies) => {
                for latency in latencies.rows {
                    if let Some(row) = self.row(latency.player) {
                        row.rtt_ms = latency.rtt_ms;
                    }
                }
                ClientEvent::LobbyChanged
            }
            Message::HostChanged(changed) => {
                if let Some(lobby) = &mut self.lobby {
                    lobby.host = changed.player;
                }
                ClientEvent::HostChanged(changed.player)
            }
            Message::PlayerLeft(left) => {
                let name = self.row(left.player).map(|row| row.name.to_string());
                if let Some(lobby) = &mut self.lobby {
                    lobby.members.retain(|row| row.player != left.player);
                }
                let name = name.unwrap_or_default();
                ClientEvent::Left { player: left.player, name, reason: left.reason }
            }
            Message::Chat(chat) => ClientEvent::Chatted(chat),
            Message::Start(start) => return self.started(start, events),
            Message::EndSession(end) => {
                // The end of an earlier session has nothing to end any more.
                if self.start.take_if(|start| start.round == end.round).is_none() {
                    return Ok(());
                }
                ClientEvent::Ended { round: end.round, by: Some(end.player) }
            }
            message => match self.session_message(message)? {
                Some(event) => event,
                None => return Ok(()),
            },
        };
        events.push_back(event);
        Ok(())
    }

    /// What belongs to the running session; without one it is the tail of an earlier one.
    fn session_message(&self, message: Message) -> Result<Option<ClientEvent>, CloseReason> {
        let event = match message {
            Message::Input(_)
            | Message::Checkpoint(_)
            | Message::Pause(_)
            | Message::Resume(_)
            | Message::Seal(_) => ClientEvent::Play(message),
            Message::Loaded(loaded) => ClientEvent::Loaded { player: loaded.player },
            Message::SeatController(change) => ClientEvent::SeatChanged(change),
            Message::Stall(stall) => ClientEvent::Stalled(stall),
            Message::Diverged(diverged) => ClientEvent::Diverged(diverged),
            Message::Action(_)
            | Message::Event(_)
            | Message::StateBlob(_)
            | Message::Snapshot(_) => {
                return Ok(Some(ClientEvent::Authority(message)));
            }
            // Who holds a state of a session that lives on its peers is asked for a transfer.
            Message::StateRequest(request) if self.lives_on_peers() => {
                ClientEvent::StateAsked { player: request.player }
            }
            Message::StateRequest(_) => return Ok(Some(ClientEvent::Authority(message))),
            Message::Deposit(_) => ClientEvent::Authority(message),
            Message::TransferBegin(_)
            | Message::TransferChunk(_)
            | Message::TransferAck(_)
            | Message::TransferAbort(_) => ClientEvent::Transfer(message),
            Message::PackAsk(ask) => return Ok(Some(ClientEvent::PackAsked(ask))),
            Message::PackPart(_) => return Ok(None), // late, and the place was had without it
            Message::DesyncReport(_)
            | Message::Digests(_)
            | Message::Exhibit(_)
            | Message::Offer(_)
            | Message::Answer(_)
            | Message::Candidate(_)
            | Message::PublicAddress(_) => return Ok(Some(ClientEvent::Other(message))),
            Message::Pong(_) => return Ok(None),
            // Only a client says these, or they have their place before the room.
            Message::Hello(_)
            | Message::Welcome(_)
            | Message::Reject(_)
            | Message::Ping(_)
            | Message::Bye(_)
            | Message::Lobby(_)
            | Message::SetReady(_)
            | Message::AssignSeat(_)
            | Message::Chat(_)
            | Message::Leave(_)
            | Message::PlayerLeft(_)
            | Message::HostChanged(_)
            | Message::RoomClosed(_)
            | Message::Moderate(_)
            | Message::SetRoom(_)
            | Message::HandHost(_)
            | Message::Presence(_)
            | Message::Profile(_)
            | Message::Vote(_)
            | Message::Rescue(_)
            | Message::Latencies(_)
            | Message::TakeSeat(_)
            | Message::Start(_)
            | Message::EndSession(_) => return Err(CloseReason::Malformed),
        };
        Ok(self.start.is_some().then_some(event))
    }

    fn lives_on_peers(&self) -> bool {
        self.start.as_ref().is_some_and(|start| !start.model.lives_on_host())
    }

    fn lobby_told(
        &mut self,
        lobby: Lobby,
        events: &mut VecDeque<ClientEvent>,
    ) -> Result<(), CloseReason> {
        if !is_sound(&lobby) {
            return Err(CloseReason::Malformed);
        }
        if self.ran_before == Admission::Unknown {
            self.ran_before = Admission::Into(lobby.session);
            // Ended, and perhaps another begun, while we were away. Later lobbies end nothing:
            // whoever watches with a delay sees the end after the others are back in theirs.
            if let Some(start) = self.start.take_if(|start| lobby.session != Some(start.round)) {
                events.push_back(ClientEvent::Ended { round: start.round, by: None });
            }
        }
        self.lobby = Some(lobby);
        events.push_back(ClientEvent::LobbyChanged);
        Ok(())
    }

    fn started(
        &mut self,
        start: Start,
        events: &mut VecDeque<ClientEvent>,
    ) -> Result<(), CloseReason> {
        // Nobody sits on every empty seat of an arena.
        let seated = || start.seats.iter().flatten().filter(|player| player.0 != 0);
        let cap = if start.model == SessionModel::Sealed { SEALED_SEATS } else { ROOM_SEATS };
        if start.seats.is_empty() || start.seats.len() > cap || has_twins(seated()) {
            return Err(CloseReason::Malformed);
        }
        let late = self.ran_before == Admission::Into(Some(start.round));
        if let Some(lobby) = &mut self.lobby {
            lobby.session = Some(start.round);
        }
        self.start = Some(start.clone());
        self.start_is_told = true;
        events.push_back(ClientEvent::Started { start, late });
        Ok(())
    }

    fn row(&mut self, player: PlayerId) -> Option<&mut MemberRow> {
        self.lobby.as_mut()?.members.iter_mut().find(|row| row.player == player)
    }
}

/// Nobody is listed twice, and nobody shares a seat or sits where there is none.
fn is_sound(lobby: &Lobby) -> bool {
    let seats = || lobby.members.iter().filter_map(|row| row.seat);
    !has_twins(lobby.members.iter().map(|row| row.player))
        && !has_twins(seats())
        && seats().all(|seat| seat.0 < u16::from(lobby.seats))
}

fn has_twins<T: PartialEq>(mut items: impl Iterator<Item = T> + Clone) -> bool {
    while let Some(item) = items.next() {
        if items.clone().any(|other| other == item) {
            return true;
        }
    }
    false
}
