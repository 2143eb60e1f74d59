//! States that should be equal and are not: what becomes of whom.
//!
//! Where most drivers have one state, only the others are affected, whatever the policy: they are
//! out for this session, or take the state of the majority. Where nobody can say whose state is
//! right, the policy decides.

use super::jury::Ruling;
use super::{Room, Session};
use crate::ids::{Frame, PlayerId, StateHash};
use crate::limits::REPAIRS;
use crate::time::Instant;
use crate::wire::{Checkpoint, DesyncPolicy, Diverged};
use alloc::vec::Vec;

impl Room {
    /// A driver's digest.
    pub(super) fn judge(&mut self, digest: &Checkpoint, now: Instant) {
        let Some(Session { play, jury, astray, .. }) = &mut self.session else { return };
        // Whoever is still loading is waited for: else the first to load would rule alone.
        let is_asked = |player: &PlayerId| !astray.get(player).is_some_and(|it| it.now);
        let asked: Vec<PlayerId> = play.jurors(&self.roster).filter(is_asked).collect();
        for ruling in jury.hear(digest, &asked) {
            match ruling {
                Ruling::Tell(digest) => self.forward(digest.player, digest, now),
                Ruling::Minority { frame, majority, players } => {
                    self.tell_diverged(frame, majority, &players, now);
                    players.into_iter().for_each(|player| self.set_right(player, now));
                }
                Ruling::Tie(frame) => self.part(frame, now),
            }
        }
    }

    /// Whether the player's state was found to be another than everybody's, and is still.
    pub(super) fn is_astray(&self, player: PlayerId) -> bool {
        let session = self.session.as_ref();
        session.is_some_and(|session| session.astray.get(&player).is_some_and(|it| it.now))
    }

    fn tell_diverged(
        &mut self,
        frame: Frame,
        majority: StateHash,
        players: &[PlayerId],
        now: Instant,
    ) {
        let diverged = Diverged { frame, majority, players: players.into() };
        self.watch.share(&mut self.effects, &self.roster, None, diverged, now);
    }

    /// The AI drives for the player, who gets the state of the majority if the policy is to repair
    /// and it has not been done too often.
    fn set_right(&mut self, player: PlayerId, now: Instant) {
        let Some(Session { play, jury, donors, astray, .. }) = &mut self.session else { return };
        let Some(member) = self.roster.get_mut(player) else { return };
        jury.dismiss(player);
        play.unload(player);
        member.attendance.displace();
        let theirs = astray.entry(player).or_default();
        theirs.now = true;
        theirs.times += 1;
        theirs.is_out = play.start().terms.desync != DesyncPolicy::Repair || theirs.times > REPAIRS;
        if !theirs.is_out {
            donors.request(player, &self.config, now);
        }
    }

    /// Nobody can say whose state is right.
    fn part(&mut self, frame: Frame, now: Instant) {
        let Some(session) = &mut self.session else { return };
        let is_news = !core::mem::replace(&mut session.has_parted, true);
        if is_news {
            let policy = session.play.start().terms.desync;
            self.tell_diverged(frame, StateHash(0), &[], now);
            if policy != DesyncPolicy::Halt {
                self.end_session(self.election.host(), now);
            }
        }
    }
}

/// How a player's state stands to everybody's.
#[derive(Debug, Default)]
pub(super) struct Astray {
    /// It is another, and the player has not taken a new one yet.
    now: bool,
    /// How often it was.
    times: u32,
    /// No other state is offered in this session, but on a new link.
    pub(super) is_out: bool,
}

impl Astray {
    /// The player holds a new state.
    pub(super) fn is_right_again(&mut self) {
        self.now = false;
    }
}
