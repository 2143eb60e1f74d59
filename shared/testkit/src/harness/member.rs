//! A client of the harness.

use super::net::{Net, meaning};
use super::{Agreement, Traffic};
use netplay::channel::ClientEvent as ChannelEvent;
use netplay::ids::StateHash;
use netplay::session::server::{ClientConfig, ClientEvent, GameClient, NetError, ServerLane};
use netplay::sim::Replicated;
use netplay::time::Instant;
use netplay::wire::Text;
use std::collections::BTreeMap;

/// The usual configuration of a player with this name.
///
/// # Panics
/// When the name is longer than 24 bytes.
#[must_use]
pub fn player(name: &str) -> ClientConfig {
    ClientConfig::new(Text::new(name).expect("a short name"))
}

/// A labelled client.
pub(super) struct Member<S> {
    pub(super) game: GameClient<S>,
    pub(super) address: u32,
    pub(super) events: Vec<ClientEvent>,
    /// Why the channel ended, if it did.
    pub(super) hung_up: Option<Option<NetError>>,
    /// How many of the snapshots it has read were compared with the server's.
    compared: u64,
}

impl<S: Replicated> Member<S> {
    pub(super) fn new(game: GameClient<S>, address: u32) -> Self {
        Self { game, address, events: Vec::new(), hung_up: None, compared: 0 }
    }

    pub(super) fn step(&mut self, net: &mut Net, now: Instant) {
        let Some(line) = net.lines.get_mut(&self.address) else { return };
        while let Some(event) = line.channel.poll_event() {
            match event {
                ChannelEvent::Connected => {}
                ChannelEvent::Message { lane, bytes } => {
                    if let Some(lane) = ServerLane::from_number(lane) {
                        // A fault of the server's is told as the client's end.
                        let _ = self.game.handle(lane, &bytes, now);
                    }
                }
                ChannelEvent::Disconnected { reason } => self.hung_up = Some(meaning(reason)),
            }
        }
        self.game.update(now);
        while let Some(event) = self.game.poll_event() {
            self.events.push(event);
        }
        if line.is_open() {
            while let Some((lane, packet)) = self.game.poll_output() {
                let _ = line.channel.send(lane.number(), &packet, now);
            }
        }
    }

    /// Holds every snapshot that has been read since against what the server says it was.
    pub(super) fn compare(&mut self, log: &BTreeMap<u32, StateHash>, agreement: &mut Agreement) {
        let new = self.game.stats().snapshots - self.compared;
        if new == 0 {
            return;
        }
        self.compared += new;
        let seen: Vec<_> = self.game.hashes().collect();
        for (tick, hash) in &seen[seen.len().saturating_sub(new as usize)..] {
            agreement.compared += 1;
            if log.get(tick) != Some(hash) {
                agreement.different.push(*tick);
            }
        }
    }

    pub(super) fn traffic(&self, net: &Net) -> (Traffic, Traffic) {
        let line = net.lines.get(&self.address);
        line.map_or_else(Default::default, |line| (line.up.traffic, line.down.traffic))
    }
}
