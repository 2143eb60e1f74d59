//! A member who watches: simulates what is confirmed, as soon as it is, and sends no input.
//!
//! ```text
//! watcher.turn(now)?                       bytes → messages → session, and back
//! while let Some(seen) = watcher.poll()    a game begins, a tick is confirmed, it is over
//! ```

use crate::address::Wire;
use crate::donating::Donations;
use crate::ending::Ending;
use crate::guest::Way;
use crate::watched::Watched;
use netplay::client::{ClientEvent, RoomClient};
use netplay::code::RoomCode;
use netplay::ids::{PadWord, PlayerId};
use netplay::limits::PROTOCOL_VERSION;
use netplay::link::{Conditioned, LinkState, Transport};
use netplay::session::Confirmed;
use netplay::time::Instant;
use netplay::wire::{CloseReason, Entry, Hello, Leave, Loaded, MemberRow, Refusal, Start, Text};
use party::words;
use std::time::Duration;

/// The relay's answer to a goodbye is awaited for so long.
const GOODBYE_WAIT: Duration = Duration::from_secs(1);

/// Something the watcher saw.
#[derive(Debug)]
pub(crate) enum Seen {
    /// A game goes on from the state it has now, its first or a donor's.
    Began,
    /// The next tick is confirmed and simulated.
    Ticked(Confirmed<PadWord>),
    /// This game is over, and no more of its ticks come.
    Over,
}

pub(crate) struct Watcher {
    client: RoomClient,
    way: Way,
    link: Option<Conditioned<Wire>>,
    /// The relay has let us in on this link.
    is_in: bool,
    watched: Option<Watched>,
    /// The session has ended: only what has come of it is still simulated.
    is_over: bool,
    donations: Donations,
    leaving: Option<Instant>,
}

impl Watcher {
    pub(crate) fn new(way: Way, code: RoomCode, name: &str) -> Self {
        let hello = Hello {
            version: PROTOCOL_VERSION,
            identity: party::identity(),
            name: Text::truncated(name),
            colour: 0,
            entry: Entry::Join { code, watch: true },
        };
        Self {
            client: RoomClient::new(hello),
            way,
            link: None,
            is_in: false,
            watched: None,
            is_over: false,
            donations: Donations::default(),
            leaving: None,
        }
    }

    // --- the loop -------------------------------------------------------------------------------

    /// Receives and transmits.
    ///
    /// # Errors
    /// When the relay cannot be reached, does not let us in, or has ended the stay.
    pub(crate) fn turn(&mut self, now: Instant) -> Result<(), Ending> {
        self.keep_link(now)?;
        self.receive(now)?;
        if let Some(watched) = &mut self.watched
            && watched.settles()
        {
            let (player, round) = (self.client.me().unwrap_or_default(), watched.start().round);
            self.client.say(Loaded { player, round });
        }
        self.transmit(now);
        Ok(())
    }

    /// The next thing to see, if there is one now.
    pub(crate) fn poll(&mut self) -> Option<Seen> {
        let watched = self.watched.as_mut()?;
        if watched.begins() {
            return Some(Seen::Began);
        }
        if let Some(confirmed) = watched.step() {
            return Some(Seen::Ticked(confirmed));
        }
        if watched.is_lost() {
            self.lose_link(); // only on a new link does the relay find a donor for us
        }
        std::mem::take(&mut self.is_over).then_some(Seen::Over)
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

    // --- looking --------------------------------------------------------------------------------

    /// The game that is watched, or the last one.
    pub(crate) fn watched(&self) -> Option<&Watched> {
        self.watched.as_ref()
    }

    /// How a member is shown.
    pub(crate) fn row(&self, player: PlayerId) -> Option<&MemberRow> {
        self.client.member(player)
    }

    // --- the link -------------------------------------------------------------------------------

    /// A link that was lost is opened anew, once; a relay that then does not answer is gone.
    fn keep_link(&mut self, now: Instant) -> Result<(), Ending> {
        let closed = |link: &Conditioned<Wire>| matches!(link.state(), LinkState::Closed(_));
        if self.link.as_ref().is_some_and(closed) || self.client.link_is_silent(now) {
            if !self.is_in {
                return Err(Ending::Hindered("The relay ended the connection.".to_owned()));
            }
            self.lose_link();
        }
        if self.link.is_none() && self.leaving.is_none() {
            let wire = self.way.relay.connect().map_err(Ending::Hindered)?;
            let (profile, seed) = (self.way.profile, u64::from(std::process::id()));
            self.link = Some(Conditioned::new(wire, profile, profile, seed));
            self.is_in = false;
            self.client.link_opened(now);
        }
        Ok(())
    }

    fn lose_link(&mut self) {
        if let Some(mut link) = self.link.take() {
            link.close();
        }
        self.client.link_lost();
        self.donations = Donations::default();
    }

    fn receive(&mut self, now: Instant) -> Result<(), Ending> {
        // What comes after the end of a game waits until its last ticks have been seen.
        while !self.is_over {
            let Some(packet) = self.link.as_mut().and_then(|link| link.poll(now)) else { break };
            self.client.handle(&packet, now);
            while let Some(event) = self.client.poll_event() {
                self.told(event, now)?;
            }
        }
        Ok(())
    }

    fn transmit(&mut self, now: Instant) {
        if let Some(watched) = &mut self.watched {
            while let Some(message) = watched.poll_message() {
                self.client.say(message);
            }
        }
        for message in self.donations.poll(now) {
            self.client.say(message);
        }
        while let Some((packet, lane)) = self.client.poll_packet() {
            let Some(link) = &mut self.link else { return };
            if link.send(&packet, lane, now).is_err() {
                return; // its state tells why, at the next turn
            }
        }
    }

    // --- what the relay tells -------------------------------------------------------------------

    fn told(&mut self, event: ClientEvent, now: Instant) -> Result<(), Ending> {
        match event {
            ClientEvent::Welcomed { .. } => self.is_in = true,
            ClientEvent::Refused(refusal) if !self.is_in => {
                return Err(hindered(&words::refusal(&refusal)));
            }
            // Nobody could send the running game's state: the next one is watched.
            ClientEvent::Refused(Refusal::AlreadyStarted) => self.watched = None,
            ClientEvent::Started { start, late } => self.started(&start, late, now)?,
            ClientEvent::Ended { .. } => self.is_over = self.watched.is_some(),
            ClientEvent::SeatChanged(change) => self.play(&change.into())?,
            ClientEvent::Play(message) => self.play(&message)?,
            ClientEvent::Loaded { player } | ClientEvent::Left { player, .. } => {
                self.donations.forget(player);
            }
            ClientEvent::StateAsked { player } => {
                if let Some(watched) = self.watched.as_ref().filter(|it| it.can_donate()) {
                    self.donations.begin(player, watched, now);
                }
            }
            ClientEvent::Transfer(message) => {
                self.donations.handle(&message, now);
                let watched = self.watched.as_mut();
                let answers = watched.map(|watched| watched.handle_transfer(&message, now));
                answers.into_iter().flatten().for_each(|answer| {
                    self.client.say(answer);
                });
            }
            ClientEvent::Closed(CloseReason::LinkLost | CloseReason::Silent) => self.lose_link(),
            ClientEvent::Closed(_) if self.leaving.is_some() => self.lose_link(),
            ClientEvent::Closed(reason) => return Err(hindered(&words::closed(reason))),
            _ => {}
        }
        Ok(())
    }

    fn started(&mut self, start: &Start, late: bool, now: Instant) -> Result<(), Ending> {
        let me = self.client.me().unwrap_or_default();
        let kept = self.watched.take().filter(|watched| watched.start().round == start.round);
        let mut watched = match kept {
            Some(kept) => kept,
            None => Watched::new(start, me)
                .map_err(|why| Ending::Hindered(format!("This game cannot be watched: {why}.")))?,
        };
        if late {
            watched.await_state(now);
        }
        self.watched = Some(watched);
        Ok(())
    }

    fn play(&mut self, message: &netplay::wire::Message) -> Result<(), Ending> {
        let Some(watched) = &mut self.watched else { return Ok(()) };
        watched
            .handle(message)
            .map_err(|fault| Ending::Hindered(format!("Somebody breaks the rules: {fault}.")))
    }
}

fn hindered(sentence: &words::Sentence) -> Ending {
    Ending::Hindered(format!("{}: {}", sentence.title, sentence.what))
}
