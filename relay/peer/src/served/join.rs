//! `join-game`: a player without a page, at a server over UDP.

use super::fault;
use super::guest::Guest;
use super::options::JoinGameOptions;
use super::report::{self, Line};
use super::socket;
use crate::ending::Ending;
use crate::looping::{self, Driven, Turn};
use crate::report as rows;
use net_native::udp::UdpClient;
use netplay::channel::{ClientEvent, ClientState};
use netplay::session::server::ServerLane;
use netplay::time::Instant;
use std::time::Duration;

/// How long a goodbye may take.
const GOODBYE: Duration = Duration::from_millis(500);

struct Join {
    channel: UdpClient,
    guest: Guest,
    duration: Option<Duration>,
    leaving: Option<Instant>,
    now: Instant,
}

pub(crate) fn run(options: &JoinGameOptions) -> Result<(), Ending> {
    let now = Instant::ZERO;
    let mut channel = UdpClient::connect(&*options.server, socket::config(), now)
        .map_err(|error| fault::unbound(&error))?;
    channel.set_profile(options.link, std::process::id().into());
    let guest = Guest::new(options, now)?;
    let duration = options.duration.map(|seconds| Duration::from_secs(seconds.into()));
    let mut join = Join { channel, guest, duration, leaving: None, now };
    let outcome = looping::run(&mut join);
    let since = join.guest.since.unwrap_or(join.now);
    let seconds = join.now.since(since).as_secs_f64();
    let end = join.guest.report(Line::new(&join.channel.stats(), seconds));
    if outcome.is_ok() || join.guest.since.is_some() {
        rows::line(&end);
    }
    outcome.and(report::keep(&end, options.report.as_deref()))
}

impl Join {
    fn hear(&mut self, now: Instant) {
        while let Some(event) = self.channel.poll_event() {
            match event {
                ClientEvent::Connected => {}
                ClientEvent::Message { lane, bytes } => {
                    if let Some(lane) = ServerLane::from_number(lane) {
                        // What cannot be read ends the client, which tells it as an event.
                        let _ = self.guest.client.handle(lane, &bytes, now);
                    }
                }
                ClientEvent::Disconnected { reason } => {
                    self.guest.play(now); // it may have heard why
                    self.guest.over(fault::of_channel(reason), None);
                }
            }
        }
    }

    fn say(&mut self, now: Instant) {
        if self.channel.state() != ClientState::Open {
            return; // what is to be said waits
        }
        while let Some((lane, packet)) = self.guest.client.poll_output() {
            // A lane that is full is that of a server that is gone: its silence will tell.
            let _ = self.channel.send(lane.number(), &packet, now);
        }
    }
}

impl Driven for Join {
    fn turn(&mut self, now: Instant) -> Result<Turn, Ending> {
        self.now = now;
        self.channel.poll(now);
        self.hear(now);
        self.guest.play(now);
        self.say(now);
        self.channel.flush(now);
        if self.leaving.is_some() {
            return Ok(Turn::Again);
        }
        if let Some(ended) = self.guest.ended.take() {
            return ended.map(|()| Turn::Done);
        }
        let is_long = |(since, duration)| now.since(since) >= duration;
        let is_over = self.guest.since.zip(self.duration).is_some_and(is_long);
        Ok(if is_over { Turn::Done } else { Turn::Again })
    }

    fn leave(&mut self, now: Instant) {
        self.guest.client.leave();
        self.say(now);
        self.leaving = Some(now);
    }

    fn has_left(&self, now: Instant) -> bool {
        let waited = self.leaving.is_some_and(|since| now.since(since) >= GOODBYE);
        waited || matches!(self.channel.state(), ClientState::Closed(_))
    }
}
