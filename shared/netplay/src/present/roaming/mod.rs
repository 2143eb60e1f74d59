//! Roaming: everybody walks their own world and sees the others' avatars in it.
//!
//! ```text
//! guest: avatar ─► RoamGuest ─► Action ─► relay ─► RoamHost ─► Snapshot of everybody ─► relay ─► guests
//!                  15 a second, if it has changed   15 a second, the host's own with them  └► AvatarInterpolator
//! ```
//!
//! Nothing but avatars is shared, and no state depends on them: this is about what is shown, which is
//! why it stands here and not among the sessions. It runs in the lobby and beside a session that lives
//! on its host; who plays roams or not, as the game likes. [`Roaming`] is all of it for one member,
//! whoever hosts.

mod guest;
mod host;
mod payload;

pub use guest::RoamGuest;
pub use host::RoamHost;

use super::avatars::{Avatar, AvatarInterpolator};
use crate::ids::PlayerId;
use crate::limits::ROAM_FRAMES;
use crate::time::Instant;
use crate::wire::{DecodeError, Lobby, Message};

/// One member among those who roam.
#[derive(Clone, Debug)]
pub struct Roaming {
    me: PlayerId,
    host: PlayerId,
    own: Avatar,
    role: Role,
    others: AvatarInterpolator,
}

#[derive(Clone, Debug)]
enum Role {
    Host(RoamHost),
    Guest(RoamGuest),
}

impl Roaming {
    /// A member who has just come in, with `host` hosting.
    #[must_use]
    pub fn new(me: PlayerId, host: PlayerId, now: Instant) -> Self {
        let role = if me == host {
            Role::Host(RoamHost::new(me, now))
        } else {
            Role::Guest(RoamGuest::new())
        };
        let others = AvatarInterpolator::new(ROAM_FRAMES);
        Self { me, host, own: Avatar::AWAY, role, others }
    }

    /// Where the member's own avatar is.
    pub fn push_local(&mut self, avatar: Avatar) {
        self.own = avatar;
        match &mut self.role {
            Role::Host(host) => host.push_local(avatar),
            Role::Guest(guest) => guest.push_local(avatar),
        }
    }

    /// The lobby as it is now: another host may host, and who is gone is seen no more.
    pub fn lobby(&mut self, lobby: &Lobby, now: Instant) {
        self.host_is(lobby.host, now);
        if let Role::Host(host) = &mut self.role {
            let is_here =
                |player| lobby.members.iter().any(|row| row.player == player && row.connected);
            host.retain(is_here);
        }
    }

    /// Somebody hosts, perhaps for some time already.
    pub fn host_is(&mut self, host: PlayerId, now: Instant) {
        if self.host == host {
            return;
        }
        self.host = host;
        if self.me == host {
            let mut host = RoamHost::new(self.me, now);
            // They will say so themselves; until then they are where they were.
            for (player, avatar) in self.others.newest() {
                host.keep(player, avatar, now);
            }
            host.push_local(self.own);
            self.role = Role::Host(host);
        } else if let Role::Guest(guest) = &mut self.role {
            guest.host_changed();
        } else {
            let mut guest = RoamGuest::new();
            guest.push_local(self.own);
            self.role = Role::Guest(guest);
        }
        self.others.restart();
    }

    /// Something has come; whether it is about avatars.
    ///
    /// # Errors
    /// When it is, but no avatars could be so: whoever sent it is wrong, and nothing has changed.
    pub fn handle(&mut self, message: &Message, now: Instant) -> Result<bool, DecodeError> {
        match (message, &mut self.role) {
            (Message::Action(action), Role::Host(host)) if payload::is_report(&action.payload) => {
                host.handle(action, now).map(|()| true)
            }
            (Message::Snapshot(snapshot), role) if payload::is_snapshot(&snapshot.payload) => {
                let everybody = payload::read_snapshot(&snapshot.payload)?;
                if matches!(role, Role::Guest(_)) {
                    self.others.push(snapshot.frame, everybody, now);
                }
                Ok(true)
            }
            // The host has changed while it was on its way.
            (Message::Action(action), _) => Ok(payload::is_report(&action.payload)),
            _ => Ok(false),
        }
    }

    /// The next message to send, if one is due: 15 a second at most.
    pub fn poll_message(&mut self, now: Instant) -> Option<Message> {
        match &mut self.role {
            Role::Host(host) => {
                let snapshot = host.poll_snapshot(now)?;
                // The host sees what it tells everybody.
                self.others.push(snapshot.frame, host.everybody(), now);
                Some(snapshot.into())
            }
            Role::Guest(guest) => guest.poll_report(self.me, now).map(Message::from),
        }
    }

    /// Time goes on for what is drawn.
    pub fn advance(&mut self, now: Instant) {
        self.others.advance(now);
    }

    /// The others who are to be seen, as they are to be drawn.
    pub fn avatars(&self) -> impl Iterator<Item = (PlayerId, Avatar)> {
        self.others.avatars().filter(|(player, _)| *player != self.me)
    }
}
