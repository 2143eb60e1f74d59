//! A guest's part: where the own avatar is.

use super::payload;
use crate::ids::PlayerId;
use crate::limits::{ROAM_FRAMES, ROAM_KEEPALIVE_MS, TICK_HZ};
use crate::present::avatars::Avatar;
use crate::time::Instant;
use crate::wire::Action;
use core::time::Duration;

/// Reports an avatar to the host, 15 times a second while it moves, and once a second while it does
/// not.
#[derive(Clone, Copy, Debug, Default)]
pub struct RoamGuest {
    avatar: Avatar,
    /// What was reported last, and when; nothing yet.
    told: Option<(Avatar, Instant)>,
    /// It was said twice: one of them may be lost.
    is_repeated: bool,
    stamp: u16,
}

impl RoamGuest {
    /// A guest who is nowhere yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Where the avatar is.
    pub fn push_local(&mut self, avatar: Avatar) {
        self.avatar = avatar;
    }

    /// Somebody else hosts, who has to be told. The numbers go on: reports to the last host may have
    /// come to this one.
    pub fn host_changed(&mut self) {
        self.told = None;
    }

    /// The next report, if one is due. Who has never been anywhere has nothing to report.
    pub fn poll_report(&mut self, me: PlayerId, now: Instant) -> Option<Action> {
        let is_due = match self.told {
            None => self.avatar != Avatar::AWAY,
            Some((told, at)) => {
                let quiet = now.since(at);
                let is_news = told != self.avatar || !self.is_repeated;
                // Whoever is nowhere may be forgotten.
                let is_somewhere = self.avatar.scene.is_some();
                (is_news && quiet >= interval())
                    || (is_somewhere && quiet >= Duration::from_millis(ROAM_KEEPALIVE_MS))
            }
        };
        is_due.then(|| {
            self.is_repeated = self.told.is_some_and(|(told, _)| told == self.avatar);
            self.told = Some((self.avatar, now));
            self.stamp = self.stamp.wrapping_add(1);
            Action { player: me, payload: payload::report(self.stamp, &self.avatar) }
        })
    }
}

fn interval() -> Duration {
    Duration::from_micros(u64::from(ROAM_FRAMES) * 1_000_000 / u64::from(TICK_HZ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many reports go out in ten seconds of 60 frames.
    fn reports(mut moves: impl FnMut(i32) -> Avatar) -> usize {
        let mut guest = RoamGuest::new();
        let mut count = 0;
        for frame in 0..600 {
            guest.push_local(moves(frame));
            let now = Instant::from_micros(frame as u64 * 1_000_000 / 60);
            count += usize::from(guest.poll_report(PlayerId(2), now).is_some());
        }
        count
    }

    #[test]
    fn who_walks_reports_fifteen_times_a_second_who_stands_once_and_who_is_away_never() {
        let seen = |x| Avatar { scene: Some(3), at: [x, 0, 0], ..Avatar::AWAY };
        let walking = reports(seen);
        assert!((120..=151).contains(&walking), "{walking}");
        let standing = reports(|_| seen(0));
        assert!((10..=12).contains(&standing), "{standing}");
        assert_eq!(reports(|_| Avatar::AWAY), 0);
        let leaving = reports(|frame| if frame < 30 { seen(0) } else { Avatar::AWAY });
        assert_eq!(leaving, 2 + 2, "here, and gone, each said twice");
    }
}
