//! A whole game that a server decides: two friends push their sleds over links that lose one packet in fifty.
//! `cargo run -p netplay --example served`
//!
//! The game is what stands between the two marks. All else is the same for any game; with sockets,
//! `net_native::udp` takes the place of the pretend wires.
#![allow(clippy::print_stdout, reason = "an example shows what happened")]

use netplay::channel::{
    ChannelConfig, Client, ClientState, Delivery, Ended, Host, HostEvent, Wires,
};
use netplay::ids::StateHash;
use netplay::link::LinkProfile;
use netplay::session::server::*;
use netplay::sim::*;
use netplay::time::Instant;
use netplay::wire::Text;

// ---- the game ----
/// Each sled is pushed by its player, and the ice slows it down.
pub(crate) struct Sleds {
    schema: Schema,
    sleds: [[i32; 2]; 2],
}

impl Sleds {
    fn new() -> Self {
        let place = FieldDef::new("place", FieldKind::Linear).within(2);
        let speed = FieldDef::new("speed", FieldKind::Linear).within(1);
        let schema = Schema {
            tick_hz: 30,
            steps_per_tick: 1,
            components: vec![ComponentDef { name: "sled".into(), fields: vec![place, speed] }],
            kinds: vec![EntityKind::new("sled", [0]).with_rate(0, 1, 65_536)],
            inputs: vec![InputDef { name: "push".into(), scale: 100 }],
        };
        Self { schema, sleds: [[0, 0], [1_000, 0]] }
    }
}

impl Replicated for Sleds {
    fn schema(&self) -> &Schema {
        &self.schema
    }
    fn slots(&self) -> usize {
        2
    }
    fn entity_of_slot(&self, slot: usize) -> Option<NetId> {
        (slot < 2).then_some(NetId(slot as u32 + 1))
    }
    fn read(&self, out: &mut WorldState) {
        out.entities = [0, 1]
            .map(|slot: u8| EntityState {
                id: NetId(u32::from(slot) + 1),
                kind: 0,
                owner: Some(slot),
                values: self.sleds[usize::from(slot)].to_vec(),
            })
            .into();
    }
    fn write(&mut self, state: &WorldState) -> Result<(), BadState> {
        let sled = |id| -> Option<[i32; 2]> {
            let values: [i32; 2] = state.get(NetId(id))?.values.as_slice().try_into().ok()?;
            // The numbers come from a network: what cannot be is refused.
            values.iter().all(|value| value.unsigned_abs() < 1 << 24).then_some(values)
        };
        self.sleds = [sled(1).ok_or(BadState)?, sled(2).ok_or(BadState)?];
        Ok(())
    }
    fn tick(&mut self, inputs: &[Option<InputFrame>]) {
        for ([place, speed], input) in self.sleds.iter_mut().zip(inputs) {
            // Whom nobody speaks for here slides on as seen last.
            if let Some(input) = input {
                *speed += i32::from(input.get(0)) / 10 - *speed / 8;
            }
            *place = (*place + *speed).clamp(-100_000, 100_000);
        }
    }
    fn reset(&mut self) {
        *self = Self::new();
    }
    fn identity(&self) -> StateHash {
        netplay::hash::digest(b"sleds, first edition")
    }
}
// ---- the end of the game ----

/// The server's side of a millisecond: what came goes in, and what it says goes out.
fn serve(host: &mut Host<u16>, server: &mut GameServer<Sleds, IdleBots>, now: Instant) {
    while let Some(event) = host.poll_event() {
        match event {
            HostEvent::Connected { peer, .. } => server.connected(peer, None, now),
            HostEvent::Message { peer, lane, bytes } => {
                let Some(lane) = ServerLane::from_number(lane) else { continue };
                server.handle(peer, lane, &bytes, now);
            }
            HostEvent::Disconnected { peer, .. } => server.disconnected(peer, None),
        }
    }
    server.update(now);
    while let Some(output) = server.poll_output() {
        match output {
            // Whoever takes nothing any more is ended by the channel itself.
            ServerOutput::Send { to, lane, packet } => {
                let _ = host.send_packet(to, lane.number(), &packet, now);
            }
            ServerOutput::Close { conn, .. } => host.disconnect(conn, Ended::Left, now),
        }
    }
}

/// A player's side of it.
fn take_part(line: &mut Client, game: &mut GameClient<Sleds>, push: i16, now: Instant) {
    while let Some(event) = line.poll_event() {
        let netplay::channel::ClientEvent::Message { lane, bytes } = event else { continue };
        let Some(lane) = ServerLane::from_number(lane) else { continue };
        game.handle(lane, &bytes, now).expect("an honest server");
    }
    let mut frame = InputFrame::default();
    frame.set(0, push);
    game.set_input(frame);
    game.update(now);
    while let Some(event) = game.poll_event() {
        if let ClientEvent::Welcome { .. } = event {
            game.set_ready(true).expect("in"); // when both are, the game begins
        }
    }
    while line.state() == ClientState::Open
        && let Some((lane, packet)) = game.poll_output()
    {
        line.send(lane.number(), &packet, now).expect("little is said");
    }
}

/// What came of one player's game.
#[derive(Debug)]
pub(crate) struct Seen {
    /// States that were compared with the server's, and those that differ.
    pub(crate) states: [usize; 2],
    /// Predictions that were checked, and those that were wrong.
    pub(crate) predictions: [u64; 2],
    /// Where the own sled is shown.
    pub(crate) place: i64,
}

/// Ten seconds.
pub(crate) fn play() -> Vec<Seen> {
    let lanes = [Delivery::Ordered, Delivery::Latest, Delivery::Latest, Delivery::Ordered];
    let config = ChannelConfig::new(u64::from_le_bytes(*b"mysleds!"), 1, &lanes);
    let mut host = Host::new(config.clone(), [1; 32], 8).expect("in range");
    let rules = ServerConfig { min_players: 2, ..ServerConfig::default() };
    let mut server = GameServer::new(Sleds::new(), IdleBots, rules, Instant::ZERO).expect("fair");
    let mut lines = [2_u8, 3].map(|n| {
        (n.into(), Client::new(config.clone(), [n; 32], Instant::ZERO).expect("in range"))
    });
    let mut games = ["ann", "ben"].map(|name| {
        let who = ClientConfig::new(Text::new(name).expect("short"));
        GameClient::new(Some(Sleds::new()), who, Instant::ZERO).expect("in range")
    });
    let line =
        LinkProfile { latency_ms: 40, jitter_ms: 4, loss_permille: 20, ..LinkProfile::PERFECT };
    let mut wires = Wires::new(line, line, 7);
    let mut now = Instant::ZERO;
    for ms in 0..10_000 {
        now = Instant::from_millis(ms);
        wires.step(&mut host, &mut lines, now);
        serve(&mut host, &mut server, now);
        let pushes = [100, if ms / 700 % 2 == 0 { -80 } else { 60 }];
        for (((_, line), game), push) in lines.iter_mut().zip(&mut games).zip(pushes) {
            take_part(line, game, push, now);
        }
    }
    let told: std::collections::BTreeMap<_, _> = server.hashes().collect();
    let seen = games.iter_mut().map(|game| {
        let states = game.hashes().filter(|(tick, _)| told.contains_key(tick));
        let (same, differ): (Vec<_>, Vec<_>) = states.partition(|(tick, hash)| told[tick] == *hash);
        let predictions = [game.stats().checked, game.stats().mispredictions];
        let own = game.view(now).entities.iter().find(|entity| entity.local);
        let place = own.map_or(0, |own| own.values_256[0] / 256);
        Seen { states: [same.len() + differ.len(), differ.len()], predictions, place }
    });
    seen.collect()
}

#[allow(dead_code, reason = "the test plays, and prints nothing")]
fn main() {
    for (name, seen) in ["ann", "ben"].iter().zip(play()) {
        let Seen { states: [states, differ], predictions: [checked, wrong], place } = seen;
        println!("{name} at {place}: {differ} of {states} states differ from the server's,");
        println!("  {wrong} of {checked} predictions of the own sled were wrong");
    }
}
