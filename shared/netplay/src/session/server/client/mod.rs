//! A client of a server that decides: it plays its own entity at once, shows all others as they
//! were a moment ago, and is set right by what the server says.
//!
//! ```text
//! handle(lane, bytes, now) ─► snapshot ─► compare with what was predicted ─► write, replay ─► fade
//! update(now)              ─► own ticks that are due: input ─► predict ─► poll_output
//! view(now)                ─► own entity between its last two ticks, others interpolated
//! ```
//!
//! The part that knows the game is thin: all work is done by functions that take it as
//! `&mut dyn Replicated`, so that it is compiled once.

mod clock;
mod config;
mod event;
mod fade;
mod lead;
mod machine;
mod predict;
mod view;

pub use clock::ServerClock;
pub use config::{BadClientConfig, ClientConfig, Refresh};
pub use event::{ClientEvent, ClientStats, Miss, SeenHash};

use self::machine::{Heard, Machine, Stage};
use super::{ClientMessage, NetError, Phase, PlayerRow, ServerLane};
use crate::limits::GAME_EVENT_BYTES;
use crate::sim::{GameEvent, InputFrame, Replicated, Schema, View, WorldState, identity_of};
use crate::time::Instant;
use crate::wire::{Blob, Packet};
use alloc::vec::Vec;

/// A player, or somebody who watches, at a server that decides.
///
/// Whoever drives it hands it what arrives, lets time pass, and sends what it says:
///
/// ```text
/// while let Some((lane, bytes)) = arrived()             { client.handle(lane, &bytes, now)? }
/// client.set_input(pad);
/// client.update(now);
/// while let Some((lane, packet)) = client.poll_output() { send(lane, packet) }
/// while let Some(event) = client.poll_event()           { tell(event) }
/// draw(client.view(now));
/// ```
#[derive(Clone, Debug)]
pub struct GameClient<S> {
    sim: Option<S>,
    machine: Machine,
}

impl<S: Replicated> GameClient<S> {
    /// A client that says hello. `sim` is the world as new, for predicting; without one the client
    /// only watches.
    ///
    /// # Errors
    /// When the configuration is out of its range.
    pub fn new(
        sim: Option<S>,
        config: ClientConfig,
        now: Instant,
    ) -> Result<Self, BadClientConfig> {
        config.check()?;
        let identity = sim.as_ref().map(identity_of);
        Ok(Self { sim, machine: Machine::new(config, identity, now) })
    }

    /// A message has arrived.
    ///
    /// # Errors
    /// When it is none that an honest server sends: the client is then over.
    pub fn handle(&mut self, lane: ServerLane, bytes: &[u8], now: Instant) -> Result<(), NetError> {
        let sim = self.sim.as_mut().map(|sim| sim as &mut dyn Replicated);
        let result = handle(&mut self.machine, sim, lane, bytes, now);
        if let Err(code) = result {
            self.machine.over(Some(code), None);
        }
        result
    }

    /// Lets time pass: own ticks that are due are predicted, and their inputs are said.
    pub fn update(&mut self, now: Instant) {
        let ticks = self.machine.run(now);
        for _ in 0..ticks {
            let sim = self.sim.as_mut().map(|sim| sim as &mut dyn Replicated);
            predict::tick(&mut self.machine, sim);
        }
        if ticks > 0 {
            self.machine.send_inputs(now);
        }
    }

    /// The next message to send, and its lane.
    pub fn poll_output(&mut self) -> Option<(ServerLane, Packet)> {
        self.machine.poll_output()
    }

    /// The next thing to tell. Only the newest are kept.
    pub fn poll_event(&mut self) -> Option<ClientEvent> {
        self.machine.poll_event()
    }

    /// What the own world has come to since the last time, each tick told once however often a
    /// correction had it simulated again: for what must be heard at once. The server's word on it
    /// follows as [`ClientEvent::Game`].
    pub fn take_predicted_events(&mut self) -> Vec<GameEvent> {
        self.sim.as_mut().map(S::take_events).unwrap_or_default()
    }

    /// What the player does from the next own tick on.
    pub fn set_input(&mut self, input: InputFrame) {
        self.machine.input = input;
    }

    /// The player is ready, or not.
    ///
    /// # Errors
    /// Before the server's welcome.
    pub fn set_ready(&mut self, ready: bool) -> Result<(), NetError> {
        self.say(&ClientMessage::Ready { ready })
    }

    /// Asks for the game to begin. A server that takes no such word answers by a notice.
    ///
    /// # Errors
    /// Before the server's welcome.
    pub fn start_game(&mut self) -> Result<(), NetError> {
        self.say(&ClientMessage::Start)
    }

    /// Asks for the game to end.
    ///
    /// # Errors
    /// Before the server's welcome.
    pub fn end_game(&mut self) -> Result<(), NetError> {
        self.say(&ClientMessage::End)
    }

    /// Does something that the server judges against what this player is shown at `now`.
    ///
    /// # Errors
    /// Before the server's welcome, while no game runs, or when the payload is too long.
    pub fn send_action(&mut self, kind: u16, payload: &[u8], now: Instant) -> Result<(), NetError> {
        let payload = Blob::<GAME_EVENT_BYTES>::new(payload.to_vec());
        let payload = payload.map_err(|_| NetError::MessageTooLarge)?;
        if self.machine.stage == Stage::In && self.machine.phase != Phase::Playing {
            return Err(NetError::Phase);
        }
        let view_tick_256 = self.view(now).tick_256;
        self.say(&ClientMessage::Action { view_tick_256, kind, payload })
    }

    /// Says goodbye. Nothing that comes later is listened to.
    pub fn leave(&mut self) {
        if self.say(&ClientMessage::Leave).is_ok() {
            self.machine.over(None, None);
        }
    }

    /// Begins again with hello: the connection is a new one, perhaps to another server that goes
    /// on with the same world. What is shown stays until it speaks.
    pub fn reconnect(&mut self, now: Instant) {
        self.machine.reconnect(now);
    }

    fn say(&mut self, message: &ClientMessage) -> Result<(), NetError> {
        if self.machine.stage != Stage::In {
            return Err(NetError::NotConnected);
        }
        self.machine.say(message);
        Ok(())
    }

    /// What is to be shown at `now`: the own entity predicted, all others interpolated.
    pub fn view(&mut self, now: Instant) -> &View {
        view::show(&mut self.machine, now);
        &self.machine.shown.view
    }

    /// The same, put into a copy of the world that is only drawn.
    pub fn sync_sim(&mut self, display: &mut impl Replicated, now: Instant) {
        display.show(self.view(now));
    }

    /// The server's tick that is shown, in 1/256 ticks.
    #[must_use]
    pub fn view_tick_256(&self) -> u64 {
        self.machine.shown.view.tick_256
    }

    /// The newest state that the server said, and its tick.
    #[must_use]
    pub fn authoritative(&self) -> Option<(u32, &WorldState)> {
        let (arrived, world) = self.machine.reader.as_ref()?.newest()?;
        Some((arrived.tick, world))
    }

    /// The tick and digest of every state that was understood, oldest first; the newest are kept.
    pub fn hashes(&self) -> impl Iterator<Item = SeenHash> {
        self.machine.hashes()
    }

    /// What was counted.
    #[must_use]
    pub fn stats(&self) -> &ClientStats {
        &self.machine.stats
    }

    /// The world that predicts; `None` when this client only watches.
    #[must_use]
    pub fn simulation(&self) -> Option<&S> {
        self.sim.as_ref()
    }

    /// What travels of the world; `None` before the welcome.
    #[must_use]
    pub fn schema(&self) -> Option<&Schema> {
        self.machine.reader.as_ref().map(super::SnapshotReader::schema)
    }

    /// What people call the component and the field at this place of an entity's values.
    #[must_use]
    pub fn field_name(&self, kind: u8, place: usize) -> Option<(&str, &str)> {
        let schema = self.schema()?;
        let components = &schema.kinds.get(usize::from(kind))?.components;
        let components = components.iter().filter_map(|at| schema.components.get(usize::from(*at)));
        let names = components.flat_map(|component| {
            component.fields.iter().map(|field| (&*component.name, &*field.name))
        });
        names.into_iter().nth(place)
    }

    /// Our slot; `None` before the welcome, and for those who watch.
    #[must_use]
    pub fn slot(&self) -> Option<u8> {
        self.machine.slot
    }

    /// Whether the world stands or runs.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.machine.phase
    }

    /// Everybody in a slot.
    #[must_use]
    pub fn players(&self) -> &[PlayerRow] {
        &self.machine.players
    }

    /// The slot of who may start and end the game.
    #[must_use]
    pub fn host(&self) -> Option<u8> {
        self.machine.host
    }

    /// Whether the server let us in and nothing is over.
    #[must_use]
    pub fn is_in(&self) -> bool {
        self.machine.stage == Stage::In
    }
}

fn handle(
    machine: &mut Machine,
    sim: Option<&mut dyn Replicated>,
    lane: ServerLane,
    bytes: &[u8],
    now: Instant,
) -> Result<(), NetError> {
    let heard = machine.handle(lane, bytes, now)?;
    let Some(sim) = sim else { return Ok(()) };
    match heard {
        Heard::Nothing => {}
        Heard::Anew => {
            sim.reset();
            view::show_start(machine, sim);
            // The first states may have overtaken the word that the game has begun.
            if machine.has_state() {
                predict::reconcile(machine, sim, now)?;
            }
        }
        Heard::State if machine.has_state() => predict::reconcile(machine, sim, now)?,
        Heard::State => {}
    }
    Ok(())
}
