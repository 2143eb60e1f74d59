//! Somebody decides: a server runs the world, clients say what they want and are told what is.
//!
//! `SERVER.md` beside this crate has the model, the bytes and the error table. A whole game, with
//! a function call for a wire:
//!
//! ```
//! use netplay::ids::{ConnId, StateHash};
//! use netplay::session::server::*;
//! use netplay::sim::*;
//! use netplay::time::Instant;
//! use netplay::wire::Text;
//!
//! /// Two sleds on a line: each is pushed by its player, and the ice slows it down.
//! struct Sleds {
//!     schema: Schema,
//!     sleds: [[i32; 2]; 2],
//! }
//!
//! impl Sleds {
//!     fn new() -> Self {
//!         let place = FieldDef::new("place", FieldKind::Linear).within(2);
//!         let speed = FieldDef::new("speed", FieldKind::Linear).within(1);
//!         let sled = ComponentDef { name: "sled".into(), fields: vec![place, speed] };
//!         let schema = Schema {
//!             tick_hz: 30,
//!             steps_per_tick: 1,
//!             components: vec![sled],
//!             kinds: vec![EntityKind::new("sled", [0]).with_rate(0, 1, 65_536)],
//!             inputs: vec![InputDef { name: "push".into(), scale: 100 }],
//!         };
//!         Self { schema, sleds: [[0, 0], [1_000, 0]] }
//!     }
//! }
//!
//! impl Replicated for Sleds {
//!     fn schema(&self) -> &Schema {
//!         &self.schema
//!     }
//!     fn slots(&self) -> usize {
//!         2
//!     }
//!     fn entity_of_slot(&self, slot: usize) -> Option<NetId> {
//!         (slot < 2).then_some(NetId(slot as u32 + 1))
//!     }
//!     fn read(&self, out: &mut WorldState) {
//!         let entity = |slot: u8| EntityState {
//!             id: NetId(u32::from(slot) + 1),
//!             kind: 0,
//!             owner: Some(slot),
//!             values: self.sleds[usize::from(slot)].to_vec(),
//!         };
//!         out.entities = vec![entity(0), entity(1)];
//!     }
//!     fn write(&mut self, state: &WorldState) -> Result<(), BadState> {
//!         let sled = |id| -> Option<[i32; 2]> {
//!             let values: [i32; 2] = state.get(NetId(id))?.values.as_slice().try_into().ok()?;
//!             // The numbers may come from a network: what cannot be is refused.
//!             values.iter().all(|value| value.unsigned_abs() < 1 << 24).then_some(values)
//!         };
//!         self.sleds = [sled(1).ok_or(BadState)?, sled(2).ok_or(BadState)?];
//!         Ok(())
//!     }
//!     fn tick(&mut self, inputs: &[Option<InputFrame>]) {
//!         for ([place, speed], input) in self.sleds.iter_mut().zip(inputs) {
//!             // Whom nobody speaks for here slides on as seen last.
//!             if let Some(input) = input {
//!                 *speed += i32::from(input.get(0)) / 10 - *speed / 8;
//!             }
//!             *place = (*place + *speed).clamp(-100_000, 100_000);
//!         }
//!     }
//!     fn reset(&mut self) {
//!         *self = Self::new();
//!     }
//!     fn identity(&self) -> StateHash {
//!         netplay::hash::digest(b"sleds, second edition")
//!     }
//! }
//!
//! let (conn, start) = (ConnId(1), Instant::ZERO);
//! let mut server = GameServer::new(Sleds::new(), IdleBots, ServerConfig::default(), start)?;
//! let config = ClientConfig::new(Text::new("ann").unwrap());
//! let mut ann = GameClient::new(Some(Sleds::new()), config, start)?;
//! server.connected(conn, None, start);
//! for ms in 0..2_000 {
//!     let now = Instant::from_millis(ms);
//!     while let Some((lane, packet)) = ann.poll_output() {
//!         server.handle(conn, lane, &packet, now);
//!     }
//!     server.update(now);
//!     while let Some(output) = server.poll_output() {
//!         if let ServerOutput::Send { lane, packet, .. } = output {
//!             ann.handle(lane, &packet, now)?;
//!         }
//!     }
//!     ann.update(now);
//!     while let Some(event) = ann.poll_event() {
//!         if let ClientEvent::Welcome { slot } = event {
//!             assert_eq!(slot, Some(0));
//!             ann.set_ready(true)?; // the only player is ready: the game begins
//!             let mut push = InputFrame::default();
//!             push.set(0, 100);
//!             ann.set_input(push);
//!         }
//!     }
//! }
//! let own = &ann.view(Instant::from_millis(2_000)).entities[0];
//! assert!(own.local && own.values_256[0] > 1_000 * 256);
//! assert_eq!(ann.stats().mispredictions, 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bots;
mod client;
mod config;
mod delta;
mod door;
mod error;
mod fields;
mod guess;
mod guest;
mod history;
mod host;
mod inputs;
mod layout;
mod lobby;
mod message;
mod numbers;
mod output;
mod queue;
mod snapshots;
mod turn;
mod writer;

pub use bots::{Bots, IdleBots};
pub use config::{BadServerConfig, ServerConfig, StartMode};

pub use client::{
    BadClientConfig, ClientConfig, ClientEvent, ClientStats, GameClient, Miss, Refresh, SeenHash,
    ServerClock,
};
pub use door::RoomDoor;
pub use error::{ERROR_CODES, NetError};
pub use host::GameServer;
pub use inputs::{InputPacket, nearest};
pub use message::{
    ClientMessage, Phase, PlayerRow, PlayerRows, SERVER_VERSION, ServerLane, ServerMessage,
};
pub use output::{GuestStats, ServerEvent, ServerOutput, ServerStats};
pub use snapshots::{Arrived, SnapshotReader};
