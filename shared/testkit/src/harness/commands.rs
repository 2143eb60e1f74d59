//! What can be asked of a harness: host, join, play, look, stop.

use super::member::Member;
use super::{Harness, Traffic};
use netplay::channel::{ChannelStats, Ended};
use netplay::link::LinkProfile;
use netplay::session::server::{
    Bots, ClientConfig, ClientEvent, ClientStats, GameClient, GameServer, GuestStats, NetError,
    ServerConfig, ServerEvent, ServerStats,
};
use netplay::sim::{InputFrame, Replicated, View, WorldState};

/// How long a join waits for its welcome, and a stop for its goodbyes.
const PATIENCE_MS: u64 = 5_000;

/// Where a server listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hosting {
    /// The address it is bound to.
    pub bind: [u8; 4],
    /// Whether others than this machine were asked for.
    pub lan: bool,
}

impl Default for Hosting {
    fn default() -> Self {
        Self { bind: [127, 0, 0, 1], lan: false }
    }
}

/// Whose wires are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose<'a> {
    /// What everybody sends, now and later.
    Everybody,
    /// What the server sends, now and later.
    Servers,
    /// What this client sends and is sent.
    Clients(&'a str),
}

/// Whether every snapshot that a client read is the server's state at its tick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Snapshots compared.
    pub compared: u64,
    /// The ticks of those that differ.
    pub different: Vec<u32>,
}

impl Agreement {
    /// Something was compared, and nothing differs.
    #[must_use]
    pub fn is_true(&self) -> bool {
        self.compared > 0 && self.different.is_empty()
    }
}

/// Everything counted about one client.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    /// By itself.
    pub client: ClientStats,
    /// By the server.
    pub guest: GuestStats,
    /// By its channel.
    pub channel: ChannelStats,
    /// What it sent.
    pub up: Traffic,
    /// What it was sent.
    pub down: Traffic,
}

impl<S: Replicated, B: Bots<S>> Harness<S, B> {
    /// Starts a server on this machine's own address.
    ///
    /// # Errors
    /// When one is running, or the configuration breaks a rule.
    pub fn host(&mut self, sim: S, bots: B, config: ServerConfig) -> Result<(), NetError> {
        self.host_at(Hosting::default(), sim, bots, config)
    }

    /// Starts a server on an address.
    ///
    /// # Errors
    /// The same, and when the address is another machine's business and nobody asked for that.
    pub fn host_at(
        &mut self,
        at: Hosting,
        sim: S,
        bots: B,
        config: ServerConfig,
    ) -> Result<(), NetError> {
        if self.server.is_some() {
            return Err(NetError::AlreadyHosting);
        }
        if at.bind[0] != 127 && !at.lan {
            return Err(NetError::BindRefused);
        }
        let server = GameServer::new(sim, bots, config, self.now).map_err(|_| NetError::Config)?;
        self.net.listen();
        self.log.clear();
        self.server = Some(server);
        Ok(())
    }

    /// Another machine goes on where a lost server was, from what somebody knows of it.
    ///
    /// # Errors
    /// As [`host`](Self::host), and when the state is none of this world.
    pub fn host_resumed(
        &mut self,
        sim: S,
        bots: B,
        config: ServerConfig,
        state: &WorldState,
        tick: u32,
    ) -> Result<(), NetError> {
        self.host(sim, bots, config)?;
        let server = self.server.as_mut().ok_or(NetError::NotHosting)?;
        server.resume(state, tick).map_err(|_| NetError::Scene)
    }

    /// The server's machine is gone, without a word.
    pub fn lose_server(&mut self) {
        self.server = None;
        self.net.host = None;
    }

    /// Joins, and waits for the welcome. Says in which slot; `None` watches.
    ///
    /// # Errors
    /// When the label is taken, or why the server does not let it in.
    pub fn join(
        &mut self,
        label: &str,
        sim: Option<S>,
        config: ClientConfig,
    ) -> Result<Option<u8>, NetError> {
        if self.members.contains_key(label) {
            return Err(NetError::ClientExists);
        }
        let game = GameClient::new(sim, config, self.now).map_err(|_| NetError::Config)?;
        let address = self.net.dial(self.now);
        self.members.insert(label.to_owned(), Member::new(game, address));
        self.welcome(label)
    }

    /// Connects a client anew, as after a reload or another machine's taking over.
    ///
    /// # Errors
    /// When there is no such client, or why the server does not let it in.
    pub fn rejoin(&mut self, label: &str) -> Result<Option<u8>, NetError> {
        let address = self.net.dial(self.now);
        let now = self.now;
        let member = self.member(label)?;
        member.address = address;
        member.hung_up = None;
        member.game.reconnect(now);
        self.welcome(label)
    }

    fn welcome(&mut self, label: &str) -> Result<Option<u8>, NetError> {
        let settled = |harness: &Self| {
            let member = &harness.members[label];
            member.game.is_in() || member.end().is_some() || member.hung_up.is_some()
        };
        self.pump_until(PATIENCE_MS, settled);
        let member = &self.members[label];
        if member.game.is_in() {
            return Ok(member.game.slot());
        }
        let (end, hung_up) = (member.end().flatten(), member.hung_up.flatten());
        self.members.remove(label);
        Err(end.or(hung_up).unwrap_or(NetError::Timeout))
    }

    /// Holds these inputs from now on.
    ///
    /// # Errors
    /// When there is no such client.
    pub fn input(&mut self, label: &str, values: &[i16]) -> Result<(), NetError> {
        let mut frame = InputFrame::default();
        values.iter().enumerate().for_each(|(at, value)| frame.set(at, *value));
        self.member(label)?.game.set_input(frame);
        Ok(())
    }

    /// Says that a player is ready, or not.
    ///
    /// # Errors
    /// When there is no such client, or it is not in.
    pub fn ready(&mut self, label: &str, ready: bool) -> Result<(), NetError> {
        self.member(label)?.game.set_ready(ready)
    }

    /// Begins the game, whoever is here.
    ///
    /// # Errors
    /// When there is no server, or a game runs.
    pub fn start(&mut self) -> Result<(), NetError> {
        self.server_mut()?.start()
    }

    /// Ends the game.
    ///
    /// # Errors
    /// When there is no server, or no game.
    pub fn end(&mut self) -> Result<(), NetError> {
        self.server_mut()?.end()
    }

    /// A player does something that is judged against what it is shown.
    ///
    /// # Errors
    /// When there is no such client, it is not in, or no game runs.
    pub fn action(&mut self, label: &str, kind: u16, payload: &[u8]) -> Result<(), NetError> {
        let now = self.now;
        self.member(label)?.game.send_action(kind, payload, now)
    }

    /// What a client shows.
    ///
    /// # Errors
    /// When there is no such client.
    pub fn view(&mut self, label: &str) -> Result<View, NetError> {
        let now = self.now;
        Ok(self.member(label)?.game.view(now).clone())
    }

    /// Everything counted about a client.
    ///
    /// # Errors
    /// When there is no such client.
    pub fn stats(&self, label: &str) -> Result<Figures, NetError> {
        let member = self.members.get(label).ok_or(NetError::NotConnected)?;
        let conn = self.net.conn_of(member.address);
        let guest =
            self.server.as_ref().zip(conn).and_then(|(server, conn)| server.client_stats(conn));
        let (up, down) = member.traffic(&self.net);
        Ok(Figures {
            client: *member.game.stats(),
            guest: guest.unwrap_or_default(),
            channel: self.net.stats(member.address),
            up,
            down,
        })
    }

    /// What the server counts.
    ///
    /// # Errors
    /// When there is none.
    pub fn server_stats(&self) -> Result<ServerStats, NetError> {
        Ok(self.server.as_ref().ok_or(NetError::NotHosting)?.stats())
    }

    /// Removes a player.
    ///
    /// # Errors
    /// When there is no server, or nobody has the slot.
    pub fn kick(&mut self, slot: u8) -> Result<(), NetError> {
        self.server_mut()?.kick(slot)
    }

    /// Gives wires another profile.
    ///
    /// # Errors
    /// When there is no such client.
    pub fn simulate_link(
        &mut self,
        whose: Whose<'_>,
        profile: LinkProfile,
    ) -> Result<(), NetError> {
        let net = &mut self.net;
        match whose {
            Whose::Clients(label) => {
                let member = self.members.get(label).ok_or(NetError::NotConnected)?;
                if let Some(line) = net.lines.get_mut(&member.address) {
                    line.up.set_profile(profile);
                    line.down.set_profile(profile);
                }
            }
            Whose::Everybody | Whose::Servers => {
                net.down = profile;
                net.lines.values_mut().for_each(|line| line.down.set_profile(profile));
                if whose == Whose::Everybody {
                    net.up = profile;
                    net.lines.values_mut().for_each(|line| line.up.set_profile(profile));
                }
            }
        }
        Ok(())
    }

    /// Whether every snapshot that a client has read is the server's state at its tick.
    #[must_use]
    pub fn converged(&self) -> &Agreement {
        &self.agreement
    }

    /// What a client has told since the last time.
    ///
    /// # Errors
    /// When there is no such client.
    pub fn events(&mut self, label: &str) -> Result<Vec<ClientEvent>, NetError> {
        Ok(std::mem::take(&mut self.member(label)?.events))
    }

    /// What the server has told since the last time.
    pub fn server_events(&mut self) -> Vec<ServerEvent> {
        std::mem::take(&mut self.server_events)
    }

    /// A client's program is gone, without a word. What it counted is gone, too.
    ///
    /// # Errors
    /// When there is no such client.
    pub fn kill(&mut self, label: &str) -> Result<(), NetError> {
        let member = self.members.remove(label).ok_or(NetError::NotConnected)?;
        self.net.lines.remove(&member.address);
        Ok(())
    }

    /// A client leaves in good order.
    ///
    /// # Errors
    /// When there is no such client.
    pub fn leave(&mut self, label: &str) -> Result<(), NetError> {
        self.member(label)?.game.leave();
        self.pump(500);
        self.kill(label)
    }

    /// The server stops: everybody is told, three times over.
    ///
    /// # Errors
    /// When there is none.
    pub fn stop(&mut self) -> Result<(), NetError> {
        self.server_mut()?.shutdown();
        self.send();
        self.net.transmit(self.now);
        let now = self.now;
        if let Some(host) = &mut self.net.host {
            host.close(now);
        }
        self.pump_until(PATIENCE_MS, |harness| {
            harness.net.host.as_ref().is_none_or(netplay::channel::Host::is_done)
        });
        self.lose_server();
        self.pump(500);
        Ok(())
    }

    /// The server.
    ///
    /// # Errors
    /// When there is none.
    pub fn server(&self) -> Result<&GameServer<S, B>, NetError> {
        self.server.as_ref().ok_or(NetError::NotHosting)
    }

    /// A client.
    ///
    /// # Errors
    /// When there is no such one.
    pub fn client(&self, label: &str) -> Result<&GameClient<S>, NetError> {
        self.members.get(label).map(|member| &member.game).ok_or(NetError::NotConnected)
    }

    /// Why a client's channel ended, once it did; `None` inside is good order.
    #[must_use]
    pub fn hung_up(&self, label: &str) -> Option<Option<NetError>> {
        self.members.get(label)?.hung_up
    }

    /// Ends a client's channel from the server's side, as a fault of the line would.
    ///
    /// # Errors
    /// When there is no such client, or it has no line.
    pub fn cut(&mut self, label: &str) -> Result<(), NetError> {
        let address = self.member(label)?.address;
        let conn = self.net.conn_of(address).ok_or(NetError::NotConnected)?;
        self.hang_up(conn, Ended::Protocol);
        Ok(())
    }

    fn member(&mut self, label: &str) -> Result<&mut Member<S>, NetError> {
        self.members.get_mut(label).ok_or(NetError::NotConnected)
    }

    fn server_mut(&mut self) -> Result<&mut GameServer<S, B>, NetError> {
        self.server.as_mut().ok_or(NetError::NotHosting)
    }
}

impl<S> Member<S> {
    /// How its life ended, if it did.
    fn end(&self) -> Option<Option<NetError>> {
        self.events.iter().rev().find_map(|event| match event {
            ClientEvent::Closed { code, .. } => Some(*code),
            _ => None,
        })
    }
}
