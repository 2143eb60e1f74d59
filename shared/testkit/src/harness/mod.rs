//! A server and labelled clients on a network in memory, on a virtual clock of 1 ms: the same seed
//! gives the same game, datagram by datagram.
//!
//! ```
//! use netplay::link::LinkProfile;
//! use netplay::session::server::ServerConfig;
//! use testkit::harness::{Harness, Whose, player};
//! use testkit::toy_world::ToyWorld;
//!
//! let mut harness: Harness<_> = Harness::new(7);
//! harness.host(ToyWorld::default(), Default::default(), ServerConfig::default()).unwrap();
//! harness.join("ann", Some(ToyWorld::default()), player("ann")).unwrap();
//! let far = LinkProfile { latency_ms: 36, jitter_ms: 8, loss_permille: 20, ..Default::default() };
//! harness.simulate_link(Whose::Everybody, far).unwrap();
//! harness.ready("ann", true).unwrap();
//! harness.pump(700);
//! harness.input("ann", &[100, 30]).unwrap();
//! harness.pump(2_000);
//! assert!(harness.converged().is_true());
//! assert!(harness.view("ann").unwrap().get(netplay::sim::NetId(1)).unwrap().local);
//! ```

mod commands;
mod member;
mod net;

pub use commands::{Agreement, Figures, Hosting, Whose};
pub use member::player;
pub use net::Traffic;

use member::Member;
use net::{Net, meaning};
use netplay::channel::{Ended, HostEvent};
use netplay::ids::{ConnId, StateHash};
use netplay::session::server::{
    Bots, GameServer, IdleBots, NetError, ServerEvent, ServerLane, ServerOutput,
};
use netplay::sim::Replicated;
use netplay::time::Instant;
use std::collections::BTreeMap;
use std::time::Duration;

/// One server at most, any number of clients, and the time between them.
pub struct Harness<S, B = IdleBots> {
    /// The virtual clock.
    pub now: Instant,
    net: Net,
    server: Option<GameServer<S, B>>,
    /// The digest of every tick that the server told.
    log: BTreeMap<u32, StateHash>,
    members: BTreeMap<String, Member<S>>,
    server_events: Vec<ServerEvent>,
    agreement: Agreement,
}

impl<S: Replicated, B: Bots<S>> Harness<S, B> {
    /// Nobody yet. The seed fixes everything that is left to chance.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            now: Instant::ZERO,
            net: Net::new(seed),
            server: None,
            log: BTreeMap::new(),
            members: BTreeMap::new(),
            server_events: Vec::new(),
            agreement: Agreement::default(),
        }
    }

    /// Lets time pass. Nothing moves between two commands.
    pub fn pump(&mut self, ms: u64) {
        for _ in 0..ms {
            self.step();
        }
    }

    /// Lets time pass until something holds, at most so long. Says whether it does.
    pub fn pump_until(&mut self, ms: u64, mut holds: impl FnMut(&Self) -> bool) -> bool {
        for _ in 0..ms {
            if holds(self) {
                return true;
            }
            self.step();
        }
        holds(self)
    }

    fn step(&mut self) {
        self.now = self.now + Duration::from_millis(1);
        self.net.deliver(self.now);
        self.serve();
        for member in self.members.values_mut() {
            member.step(&mut self.net, self.now);
            member.compare(&self.log, &mut self.agreement);
        }
        self.net.transmit(self.now);
    }

    fn serve(&mut self) {
        while let Some(event) = self.net.poll_host() {
            let Some(server) = &mut self.server else { continue };
            match event {
                HostEvent::Connected { peer, .. } => server.connected(peer, None, self.now),
                HostEvent::Message { peer, lane, bytes } => {
                    if let Some(lane) = ServerLane::from_number(lane) {
                        server.handle(peer, lane, &bytes, self.now);
                    }
                }
                HostEvent::Disconnected { peer, reason } => {
                    server.disconnected(peer, meaning(reason));
                }
            }
        }
        let Some(server) = &mut self.server else { return };
        server.update(self.now);
        let last = self.log.last_key_value().map(|(tick, _)| *tick);
        let news = server.hashes().rev().take_while(|(tick, _)| Some(*tick) > last);
        self.log.extend(news);
        while let Some(event) = server.poll_event() {
            self.server_events.push(event);
        }
        self.send();
    }

    fn send(&mut self) {
        while let Some(output) = self.server.as_mut().and_then(GameServer::<S, B>::poll_output) {
            match output {
                ServerOutput::Send { to, lane, packet } => {
                    self.net.tell(to, lane, &packet, self.now);
                }
                ServerOutput::Close { conn, code } => {
                    // The word that says why has to arrive first.
                    self.net.transmit(self.now);
                    let reason = match code {
                        None => Ended::Left,
                        Some(NetError::Kicked) => Ended::Kicked,
                        Some(NetError::Timeout) => Ended::Timeout,
                        Some(_) => Ended::Refused,
                    };
                    self.hang_up(conn, reason);
                }
            }
        }
    }

    fn hang_up(&mut self, conn: ConnId, reason: Ended) {
        if let Some(host) = &mut self.net.host {
            host.disconnect(conn, reason, self.now);
        }
    }
}
