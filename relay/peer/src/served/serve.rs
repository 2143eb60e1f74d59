//! `serve-game` over UDP.

use super::fault;
use super::hosting::Hosting;
use super::options::ServeGameOptions;
use super::quit::Quit;
use super::report::{self, Opening};
use super::socket;
use crate::ending::Ending;
use crate::looping::{self, Driven, Turn};
use crate::report as rows;
use net_native::udp::{Reach, UdpHost};
use netplay::channel::{HostEvent, Unsent};
use netplay::ids::ConnId;
use netplay::session::server::{ServerLane, ServerOutput};
use netplay::time::Instant;
use std::time::Duration;

/// Peers of the socket: players, those who watch, and those who are not let in.
const PEERS: usize = 64;
/// How long somebody who is let go goes on being told why.
const LAST_WORDS: Duration = Duration::from_secs(1);

struct Serve {
    host: UdpHost,
    hosting: Hosting,
    /// Closed once what was said before has been heard, or then.
    parting: Vec<(ConnId, netplay::channel::Ended, Instant)>,
    stopped: bool,
}

pub(super) fn run(options: &ServeGameOptions) -> Result<(), Ending> {
    let reach = if options.asks_for_the_network() { Reach::Network } else { Reach::ThisMachine };
    let mut host = UdpHost::bind(options.address(), reach, socket::config(), PEERS)
        .map_err(|error| fault::unbound(&error))?;
    host.set_profile(options.link, std::process::id().into());
    let address = host.local_addr();
    let hosting = Hosting::new(options, Quit::listen(), Instant::ZERO)?;
    let lan = !address.ip().is_loopback();
    let where_to = if lan { format!("{address} (LAN)") } else { address.to_string() };
    let line = format!(
        "Racing on {where_to}. To play: partyline join-game {address}{}",
        options.rules.words()
    );
    rows::line(&Opening { line, address: address.to_string(), lan });
    let mut serve = Serve { host, hosting, parting: Vec::new(), stopped: false };
    let outcome = looping::run(&mut serve);
    let end = serve.hosting.report();
    rows::line(&end);
    outcome.and(report::keep(&end, options.report.as_deref()))
}

impl Serve {
    fn hear(&mut self, now: Instant) {
        while let Some(event) = self.host.poll_event() {
            let server = &mut self.hosting.server;
            match event {
                HostEvent::Connected { peer, .. } => server.connected(peer, None, now),
                HostEvent::Message { peer, lane, bytes } => {
                    if let Some(lane) = ServerLane::from_number(lane) {
                        server.handle(peer, lane, &bytes, now);
                    }
                }
                HostEvent::Disconnected { peer, reason } => {
                    self.parting.retain(|(parting, ..)| *parting != peer);
                    server.disconnected(peer, fault::of_channel(reason));
                }
            }
        }
    }

    fn say(&mut self, now: Instant) {
        while let Some(output) = self.hosting.server.poll_output() {
            match output {
                ServerOutput::Send { to, lane, packet } => {
                    let sent = self.host.send_packet(to, lane.number(), &packet, now);
                    let may_be_lost = matches!(lane, ServerLane::Input | ServerLane::State);
                    if sent == Err(Unsent::WouldBlock) && !may_be_lost {
                        // Whoever takes nothing of what must arrive is gone.
                        self.host.disconnect(to, netplay::channel::Ended::Backlog, now);
                    }
                }
                ServerOutput::Close { conn, code } => {
                    self.parting.push((conn, fault::to_channel(code), now + LAST_WORDS));
                }
            }
        }
        let host = &mut self.host;
        self.parting.retain(|&(conn, reason, last)| {
            let waiting = host.stats(conn).is_some_and(|stats| stats.waiting_frames > 0);
            let stays = waiting && now < last;
            if !stays {
                host.disconnect(conn, reason, now);
            }
            stays
        });
    }
}

impl Driven for Serve {
    fn turn(&mut self, now: Instant) -> Result<Turn, Ending> {
        self.host.poll(now);
        self.hear(now);
        let is_over = self.hosting.update(now);
        self.say(now);
        if self.stopped && self.parting.is_empty() {
            self.host.close(now);
        }
        self.host.flush(now);
        Ok(if is_over { Turn::Done } else { Turn::Again })
    }

    fn leave(&mut self, _: Instant) {
        self.hosting.server.shutdown();
        self.stopped = true;
    }

    fn has_left(&self, _: Instant) -> bool {
        self.host.is_done()
    }
}
