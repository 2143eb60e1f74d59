//! The host's part: everybody's reports into one snapshot.

use super::payload;
use crate::ids::{Frame, PlayerId};
use crate::limits::{ROAM_FORGET_MS, ROAM_FRAMES, ROAM_KEEPALIVE_MS, ROOM_MEMBERS, TICK_HZ};
use crate::present::avatars::Avatar;
use crate::present::latest::seq_newer;
use crate::time::Instant;
use crate::wire::{Action, DecodeError, Snapshot};
use alloc::collections::BTreeMap;
use core::time::Duration;

/// Knows where everybody is, and says so 15 times a second.
#[derive(Clone, Debug)]
pub struct RoamHost {
    me: PlayerId,
    started: Instant,
    /// The last frame of which a snapshot was told.
    told: Option<Frame>,
    told_at: Instant,
    is_news: bool,
    /// The last news was told twice: one of them may be lost.
    is_repeated: bool,
    everybody: BTreeMap<PlayerId, Known>,
}

#[derive(Clone, Copy, Debug)]
struct Known {
    avatar: Avatar,
    /// The number of the last report; none of who has not reported to this host.
    stamp: Option<u16>,
    heard: Instant,
}

impl RoamHost {
    /// A host whose frames count from `now` on.
    #[must_use]
    pub fn new(me: PlayerId, now: Instant) -> Self {
        let everybody = BTreeMap::new();
        Self {
            me,
            started: now,
            told: None,
            told_at: now,
            is_news: false,
            is_repeated: true,
            everybody,
        }
    }

    /// The host's own avatar.
    pub fn push_local(&mut self, avatar: Avatar) {
        self.put(self.me, Known { avatar, stamp: None, heard: Instant::ZERO });
    }

    /// Where somebody was before this host hosted.
    pub fn keep(&mut self, player: PlayerId, avatar: Avatar, now: Instant) {
        self.put(player, Known { avatar, stamp: None, heard: now });
    }

    /// Only these are still here.
    pub fn retain(&mut self, is_here: impl Fn(PlayerId) -> bool) {
        let before = self.everybody.len();
        self.everybody.retain(|player, _| *player == self.me || is_here(*player));
        self.is_news |= self.everybody.len() != before;
    }

    /// A guest's report. One that a later one has overtaken says nothing.
    ///
    /// # Errors
    /// When it is no report; nothing has changed then.
    pub fn handle(&mut self, report: &Action, now: Instant) -> Result<(), DecodeError> {
        let (stamp, avatar) = payload::read_report(&report.payload)?;
        let known = self.everybody.get(&report.player);
        let last = known.and_then(|known| known.stamp);
        if report.player != self.me && last.is_none_or(|last| seq_newer(stamp, last)) {
            self.put(report.player, Known { avatar, stamp: Some(stamp), heard: now });
        }
        Ok(())
    }

    /// The next snapshot, if one is due: 15 a second while somebody moves, else one a second.
    pub fn poll_snapshot(&mut self, now: Instant) -> Option<Snapshot> {
        let frame = self.frame(now);
        if self.told.is_some_and(|told| frame.since(told) < ROAM_FRAMES) {
            return None;
        }
        self.forget_silent(now);
        let is_old = now.since(self.told_at) >= Duration::from_millis(ROAM_KEEPALIVE_MS);
        if !self.is_news && self.is_repeated && !is_old && self.told.is_some() {
            return None;
        }
        // On the beat, so that all snapshots are an interval apart.
        let frame = Frame(frame.0 - frame.0 % ROAM_FRAMES);
        (self.is_repeated, self.is_news) = (!self.is_news, false);
        (self.told, self.told_at) = (Some(frame), now);
        let payload = payload::snapshot(self.everybody.len(), self.everybody());
        Some(Snapshot { frame, payload })
    }

    /// Everybody of whom the host knows.
    pub fn everybody(&self) -> impl Iterator<Item = (PlayerId, Avatar)> {
        self.everybody.iter().map(|(player, known)| (*player, known.avatar))
    }

    fn put(&mut self, player: PlayerId, known: Known) {
        // The relay has no more members; whoever was forgotten has room again.
        if self.everybody.len() >= ROOM_MEMBERS && !self.everybody.contains_key(&player) {
            return;
        }
        let before = self.everybody.insert(player, known);
        self.is_news |= before.is_none_or(|before| before.avatar != known.avatar);
    }

    /// Who says nothing for long, be it that all is as it was, is nowhere.
    fn forget_silent(&mut self, now: Instant) {
        let patience = Duration::from_millis(ROAM_FORGET_MS);
        let before = self.everybody.len();
        let me = self.me;
        self.everybody.retain(|player, known| *player == me || now.since(known.heard) < patience);
        self.is_news |= self.everybody.len() != before;
    }

    fn frame(&self, now: Instant) -> Frame {
        let micros = now.since(self.started).as_micros();
        let frames = micros * u128::from(TICK_HZ) / 1_000_000;
        Frame(u32::try_from(frames).unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: PlayerId = PlayerId(1);

    fn at(x: i32) -> Avatar {
        Avatar { scene: Some(0), at: [x, 0, 0], ..Avatar::AWAY }
    }

    fn report(player: u32, stamp: u16, x: i32) -> Action {
        Action { player: PlayerId(player), payload: payload::report(stamp, &at(x)) }
    }

    fn ms(millis: u64) -> Instant {
        Instant::from_millis(5_000 + millis)
    }

    fn where_is(host: &RoamHost, player: u32) -> Option<i32> {
        host.everybody().find(|(id, _)| *id == PlayerId(player)).map(|(_, avatar)| avatar.at[0])
    }

    #[test]
    fn fifteen_snapshots_a_second_while_somebody_moves_and_one_while_nobody_does() {
        let mut host = RoamHost::new(HOST, ms(0));
        let mut count = [0; 2];
        for now in 0..20_000 {
            if now < 10_000 && now % 16 == 0 {
                host.push_local(at(now));
            }
            let told = host.poll_snapshot(ms(now as u64));
            if let Some(snapshot) = told {
                assert_eq!(snapshot.frame.0 % ROAM_FRAMES, 0);
                count[usize::from(now >= 10_000)] += 1;
            }
        }
        assert!((149..=151).contains(&count[0]), "{count:?}");
        assert!((9..=11).contains(&count[1]), "{count:?}");
    }

    #[test]
    fn reports_that_were_overtaken_or_lie_change_nothing() {
        let mut host = RoamHost::new(HOST, ms(0));
        host.push_local(at(1));
        host.handle(&report(2, u16::MAX, 10), ms(1)).unwrap();
        host.handle(&report(2, u16::MAX - 1, 9), ms(2)).unwrap();
        assert_eq!(where_is(&host, 2), Some(10));
        host.handle(&report(2, 0, 11), ms(3)).unwrap();
        assert_eq!(where_is(&host, 2), Some(11), "numbers begin again");
        host.handle(&report(1, 5, 99), ms(4)).unwrap();
        assert_eq!(where_is(&host, 1), Some(1), "nobody speaks for the host");
    }

    #[test]
    fn a_crowd_beyond_the_rooms_members_is_not_kept() {
        let mut host = RoamHost::new(HOST, ms(0));
        host.push_local(at(0));
        for player in 2..1_000 {
            host.handle(&report(player, 0, 0), ms(1)).unwrap();
        }
        assert_eq!(host.everybody().count(), ROOM_MEMBERS);
        host.retain(|player| player.0 < 5);
        assert_eq!(host.everybody().count(), 4);
    }

    #[test]
    fn who_is_silent_is_nowhere_and_comes_back_with_the_first_word() {
        let mut host = RoamHost::new(HOST, ms(0));
        host.handle(&report(2, 900, 10), ms(0)).unwrap();
        host.poll_snapshot(ms(ROAM_FORGET_MS));
        assert_eq!(where_is(&host, 2), None);
        host.handle(&report(2, 1, 20), ms(ROAM_FORGET_MS)).unwrap();
        assert_eq!(
            where_is(&host, 2),
            Some(20),
            "a page that was loaded anew counts from the start"
        );
    }
}
