//! The one thing a page holds: a room, at a relay or alone.

use crate::active::Active;
use crate::ask::Ask;
use crate::entry::{EntryWish, Practice, Profile, Ticket};
use crate::net::NetView;
use crate::online::Online;
use crate::practice::Alone;
use crate::replay::Watching;
use crate::running::Running;
use crate::scene::{Cue, Scene};
use crate::view::RoomView;
use crate::words::Sentence;
use games::pack::Pack;
use netplay::ids::{Frame, PadWord, StateHash};
use netplay::link::Transport;
use netplay::time::Instant;
use std::rc::Rc;
use std::sync::Arc;

/// A room and everything in it, or a recorded game on show.
///
/// Every animation frame, and on every heartbeat of a hidden page: [`receive`](Self::receive),
/// [`frame`](Self::frame), [`transmit`](Self::transmit), then look at
/// [`scene`](Self::scene), [`cues`](Self::cues) and [`view_if_changed`](Self::view_if_changed).
pub struct Room {
    side: Side,
    now: Instant,
    shown: Option<Rc<RoomView>>,
}

enum Side {
    Alone(Box<Alone>),
    Online(Box<Online>),
    Replay(Box<Watching>),
}

impl Room {
    /// A game against the AI, which begins at once. `dice` is any number: it seeds the games.
    #[must_use]
    pub fn practice(
        me: Profile,
        setup: Practice,
        pack: Arc<Pack>,
        dice: u64,
        now: Instant,
    ) -> Self {
        let side = Side::Alone(Box::new(Alone::new(me, setup, pack, dice)));
        Self { side, now, shown: None }
    }

    /// A room at a relay, for those who have the same pack. `dice` is any number that differs from page to page: it seeds the games
    /// that this member starts and the jitter of its reconnects.
    #[must_use]
    pub fn online(me: &Profile, wish: EntryWish, pack: Arc<Pack>, dice: u64, now: Instant) -> Self {
        let side = Side::Online(Box::new(Online::new(me, wish, pack, dice, now)));
        Self { side, now, shown: None }
    }

    /// Gives the room what nobody else can know, from the machine's own source: the secrets of games
    /// that are hosted here follow from it, and from nothing that others are told.
    pub fn stir(&mut self, entropy: [u8; 32]) {
        if let Side::Online(online) = &mut self.side {
            online.stir(entropy);
        }
    }

    /// A recorded game on show, from its first frame on. No relay is needed for it.
    ///
    /// # Errors
    /// Says why the file cannot be shown.
    pub fn watch(file: Vec<u8>, pack: &Pack, now: Instant) -> Result<Self, Sentence> {
        let side = Side::Replay(Box::new(Watching::new(file, pack)?));
        Ok(Self { side, now, shown: None })
    }

    // --- the link ---------------------------------------------------------------------------

    /// Whether a new transport to the relay should be opened now. Said once for each.
    pub fn wants_link(&mut self, now: Instant) -> bool {
        match &mut self.side {
            Side::Alone(_) | Side::Replay(_) => false,
            Side::Online(online) => online.wants_link(now),
        }
    }

    /// Somebody looks at the page again, or presses "try again": no more waiting.
    pub fn hurry(&mut self, now: Instant) {
        if let Side::Online(online) = &mut self.side {
            online.hurry(now);
        }
    }

    /// Takes in what has arrived.
    pub fn receive<T: Transport>(&mut self, link: &mut T, now: Instant) {
        if let Side::Online(online) = &mut self.side {
            online.receive(link, now);
        }
    }

    /// Sends what is to be said.
    pub fn transmit<T: Transport>(&mut self, link: &mut T, now: Instant) {
        if let Side::Online(online) = &mut self.side {
            online.transmit(link, now);
        }
    }

    // --- the player -------------------------------------------------------------------------

    /// Takes as many steps as are due, sixty a second however often it is called, with the pad
    /// as it is now.
    pub fn frame(&mut self, pad: PadWord, now: Instant) {
        self.now = now;
        match &mut self.side {
            Side::Alone(alone) => alone.frame(pad, now),
            Side::Online(online) => online.frame(pad, now),
            Side::Replay(watching) => watching.frame(now),
        }
    }

    /// The player wants something.
    pub fn ask(&mut self, ask: Ask, now: Instant) {
        match &mut self.side {
            Side::Alone(alone) => alone.ask(ask),
            Side::Online(online) => online.ask(ask, now),
            Side::Replay(watching) => watching.ask(ask),
        }
    }

    /// What brings the player back here after a reload; changes with the place.
    #[must_use]
    pub fn ticket(&self) -> Option<Ticket> {
        match &self.side {
            Side::Alone(_) | Side::Replay(_) => None,
            Side::Online(online) => online.ticket(),
        }
    }

    /// What is played on here: of a room whose pack was fetched, that one.
    #[must_use]
    pub fn pack(&self) -> Option<&Arc<Pack>> {
        match &self.side {
            Side::Alone(_) | Side::Replay(_) => None,
            Side::Online(online) => Some(online.pack()),
        }
    }

    /// The running game as a file, or the last one while none runs: to be kept, sent to somebody,
    /// and [watched](Self::watch). Of a game that this member came to late it has what came after.
    #[must_use]
    pub fn recording(&self) -> Option<Vec<u8>> {
        match &self.side {
            Side::Alone(alone) => alone.recording().to_bytes(),
            Side::Online(online) => online.recording().to_bytes(),
            Side::Replay(watching) => Some(watching.bytes().into()),
        }
    }

    // --- looking ----------------------------------------------------------------------------

    /// The page's view, when it differs from the one handed out last.
    pub fn view_if_changed(&mut self) -> Option<Rc<RoomView>> {
        let view = match &self.side {
            Side::Alone(alone) => alone.view(),
            Side::Online(online) => online.view(self.now),
            Side::Replay(watching) => watching.view(),
        };
        if self.shown.as_deref() == Some(&view) {
            return None;
        }
        let view = Rc::new(view);
        self.shown = Some(Rc::clone(&view));
        Some(view)
    }

    /// What the canvas shows.
    #[must_use]
    pub fn scene(&self) -> Scene<'_> {
        match &self.side {
            Side::Alone(alone) => alone.scene(),
            Side::Online(online) => online.scene(),
            Side::Replay(watching) => watching.scene(),
        }
    }

    /// What is to be heard and seen for a moment since the last call, in order.
    pub fn cues(&mut self) -> impl Iterator<Item = Cue> {
        let cues = match &mut self.side {
            Side::Alone(alone) => alone.take_cues(),
            Side::Online(online) => online.take_cues(),
            Side::Replay(watching) => watching.take_cues(),
        };
        cues.into_iter()
    }

    /// The running game's next frame and its newest checkpoint: for a developer's panel, and for
    /// tests that compare peers.
    #[must_use]
    pub fn progress(&self) -> Option<(Frame, Option<(Frame, StateHash)>)> {
        match &self.side {
            Side::Replay(watching) => Some((watching.next_frame(), None)),
            Side::Alone(alone) => alone.active().map(Active::progress),
            Side::Online(online) => online.running().map(Running::progress),
        }
    }

    /// How the running game gets over the wire.
    #[must_use]
    pub fn net(&self) -> Option<NetView> {
        match &self.side {
            Side::Alone(_) | Side::Replay(_) => None,
            Side::Online(online) => online.net(),
        }
    }
}
