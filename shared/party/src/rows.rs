//! The lobby's mirror as the room screen shows it.

use crate::view::{MemberView, PingClass};
use netplay::client::RoomClient;
use netplay::ids::PlayerId;
use netplay::wire::{Lobby, MemberRow};

/// The lobby's rows; none while there is no lobby.
pub(crate) fn members(client: &RoomClient) -> &[MemberRow] {
    client.lobby().map_or(&[], |lobby| &lobby.members)
}

/// Everybody, in the order they came.
pub(crate) fn rows(lobby: &Lobby, me: Option<PlayerId>) -> Vec<MemberView> {
    lobby.members.iter().map(|row| member(row, lobby.host, me)).collect()
}

fn member(row: &MemberRow, host: PlayerId, me: Option<PlayerId>) -> MemberView {
    let rtt_ms = (row.rtt_ms > 0).then_some(row.rtt_ms);
    MemberView {
        player: row.player,
        name: row.name.to_string(),
        colour: row.colour,
        seat: row.seat,
        ready: row.ready,
        presence: row.presence,
        connected: row.connected,
        rtt_ms,
        ping: PingClass::of(rtt_ms),
        is_host: row.player == host,
        is_me: me == Some(row.player),
        vote: row.vote.as_deref().map(Into::into),
        rescue: row.rescue,
    }
}

/// The seated guests who are not ready: the host's button waits for them.
pub(crate) fn not_ready(lobby: &Lobby) -> Vec<String> {
    let waits = |row: &&MemberRow| row.seat.is_some() && !row.ready && row.player != lobby.host;
    lobby.members.iter().filter(waits).map(|row| row.name.to_string()).collect()
}

/// Whether the relay would take a start order now.
pub(crate) fn can_start(lobby: &Lobby) -> bool {
    lobby.session.is_none()
        && lobby.members.iter().any(|row| row.seat.is_some())
        && not_ready(lobby).is_empty()
}

/// What has happened to the members between two lobbies, each as a sentence.
pub(crate) fn news(before: &[MemberRow], after: &[MemberRow], me: Option<PlayerId>) -> Vec<String> {
    let others = after.iter().filter(|row| me != Some(row.player));
    let told = others.filter_map(|row| match before.iter().find(|old| old.player == row.player) {
        None => Some(format!("{} joined.", row.name)),
        Some(old) if old.connected && !row.connected => {
            Some(format!("{} lost the connection.", row.name))
        }
        Some(old) if !old.connected && row.connected => Some(format!("{} is back.", row.name)),
        Some(_) => None,
    });
    told.collect()
}
