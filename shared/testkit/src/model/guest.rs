//! One person at a relay, as the relay sees them: a connection that hears and remembers.

use netplay::link::Lane;
use netplay::wire::{CloseReason, Lobby, Message, Packet, Welcome, WordSize};

/// What one connection has heard.
#[derive(Debug, Default)]
pub struct Guest {
    pub(super) inbox: Vec<Message>,
    pub(super) packets: Vec<Packet>,
    pub(super) lanes: Vec<Lane>,
    pub(super) welcome: Option<Welcome>,
    pub(super) lobby: Option<Lobby>,
    pub(super) closed: Option<CloseReason>,
    pub(super) is_mute: bool,
    pub(super) pong_ms: u64,
}

impl Guest {
    /// Takes a packet in; the mirror of the lobby follows.
    pub(super) fn hear(&mut self, packet: &Packet) -> Message {
        assert_eq!(self.closed, None, "nothing follows a close");
        let message = Message::decode(packet, WordSize::PAD).expect("a relay speaks properly");
        match &message {
            Message::Welcome(welcome) => self.welcome = Some(welcome.clone()),
            Message::Lobby(lobby) => self.lobby = Some(lobby.clone()),
            Message::Latencies(latencies) => {
                for latency in &latencies.rows {
                    let rows = self.lobby.iter_mut().flat_map(|lobby| &mut lobby.members);
                    for row in rows.filter(|row| row.player == latency.player) {
                        row.rtt_ms = latency.rtt_ms;
                    }
                }
            }
            Message::Presence(notice) => {
                let rows = self.lobby.iter_mut().flat_map(|lobby| &mut lobby.members);
                for row in rows.filter(|row| row.player == notice.player) {
                    row.presence = notice.presence;
                }
            }
            _ => {}
        }
        self.packets.push(packet.clone());
        self.inbox.push(message.clone());
        message
    }
}
