//! A place in a room, without the room's brain, and the link beneath it.

use crate::address::Wire;
use crate::content;
use crate::ending::Ending;
use crate::guest::Way;
use netplay::client::{ClientEvent, RoomClient};
use netplay::limits::PROTOCOL_VERSION;
use netplay::link::{Conditioned, LinkState, Transport};
use netplay::time::Instant;
use netplay::wire::{CloseReason, Entry, Hello, Leave, Message, Text};
use party::words;
use std::time::Duration;

/// The relay's answer to a goodbye is awaited for so long.
const GOODBYE_WAIT: Duration = Duration::from_secs(1);

pub(crate) struct Line {
    client: RoomClient,
    way: Way,
    /// Seeds the pretend wire; tells the lines of one process apart.
    number: u16,
    link: Option<Conditioned<Wire>>,
    /// The relay has let us in on this link.
    is_in: bool,
    leaving: Option<Instant>,
}

impl Line {
    pub(crate) fn new(way: Way, entry: Entry, name: &str, number: u16) -> Self {
        let hello = Hello {
            version: PROTOCOL_VERSION,
            identity: party::identity(&content::pack()),
            name: Text::truncated(name),
            colour: (number % 8) as u8,
            entry,
        };
        let client = RoomClient::new(hello);
        Self { client, way, number, link: None, is_in: false, leaving: None }
    }

    /// Opens the link; one that was lost is opened anew, once. Says whether it was.
    ///
    /// # Errors
    /// When nobody answers, or nobody lets us in.
    pub(crate) fn keep(&mut self, now: Instant) -> Result<bool, Ending> {
        let closed = |link: &Conditioned<Wire>| matches!(link.state(), LinkState::Closed(_));
        if self.link.as_ref().is_some_and(closed) || self.client.link_is_silent(now) {
            if !self.is_in {
                return Err(Ending::Hindered("The relay ended the connection.".to_owned()));
            }
            self.lose();
        }
        let opens = self.link.is_none() && self.leaving.is_none();
        if opens {
            let wire = self.way.relay.connect().map_err(Ending::Hindered)?;
            let profile = self.way.profile;
            let seed = u64::from(std::process::id()) << 16 | u64::from(self.number);
            self.link = Some(Conditioned::new(wire, profile, profile, seed));
            self.is_in = false;
            self.client.link_opened(now);
        }
        Ok(opens)
    }

    /// What has happened, while there is anything.
    ///
    /// # Errors
    /// When the relay does not let us in, or has ended the stay.
    pub(crate) fn poll_event(&mut self, now: Instant) -> Result<Option<ClientEvent>, Ending> {
        loop {
            match self.client.poll_event() {
                Some(ClientEvent::Refused(refusal)) if !self.is_in => {
                    return Err(Ending::dismissed(&words::refusal(&refusal)));
                }
                Some(ClientEvent::Closed(reason)) => self.closed(reason)?,
                Some(event) => {
                    self.is_in |= matches!(event, ClientEvent::Welcomed { .. });
                    return Ok(Some(event));
                }
                None => match self.link.as_mut().and_then(|link| link.poll(now)) {
                    Some(packet) => self.client.handle(&packet, now),
                    None => return Ok(None),
                },
            }
        }
    }

    fn closed(&mut self, reason: CloseReason) -> Result<(), Ending> {
        let passes = matches!(reason, CloseReason::LinkLost | CloseReason::Silent);
        if !passes && self.leaving.is_none() {
            return Err(Ending::dismissed(&words::closed(reason)));
        }
        self.lose();
        Ok(())
    }

    pub(crate) fn say(&mut self, message: impl Into<Message>) {
        self.client.say(message);
    }

    pub(crate) fn transmit(&mut self, now: Instant) {
        while let Some((packet, lane)) = self.client.poll_packet() {
            let Some(link) = &mut self.link else { return };
            if link.send(&packet, lane, now).is_err() {
                return; // its state tells why, at the next turn
            }
        }
    }

    /// Gives the link up; the place waits for the next one.
    pub(crate) fn lose(&mut self) {
        if let Some(mut link) = self.link.take() {
            link.close();
        }
        self.client.link_lost();
    }

    /// Says goodbye.
    pub(crate) fn leave(&mut self, now: Instant) {
        self.leaving = Some(now);
        self.client.say(Leave {});
    }

    /// Whether the relay has heard the goodbye, or has had its time to.
    pub(crate) fn has_left(&self, now: Instant) -> bool {
        let waited = |since| now.since(since) >= GOODBYE_WAIT;
        !self.client.has_link() || self.leaving.is_some_and(waited)
    }

    pub(crate) fn client(&self) -> &RoomClient {
        &self.client
    }
}
