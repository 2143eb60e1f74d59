//! Others' avatars, drawn between the snapshots that say where they are.

use super::clock_sync::{ClockNews, ClockSync};
use crate::ids::{Frame, PlayerId};
use crate::limits::{
    AVATAR_GAP_SNAPSHOTS, AVATAR_POSES, AVATAR_SNAPSHOTS_BEHIND, ROOM_MEMBERS, TICK_HZ,
};
use crate::time::Instant;
use alloc::collections::{BTreeMap, VecDeque};
use core::ops::RangeInclusive;

/// A whole turn of a [`facing`](Avatar::facing).
pub const FACING_TURN: u16 = 4096;

/// Where somebody is, as far as others see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Avatar {
    /// In which scene; nowhere is in a menu, in a game, or away.
    pub scene: Option<u16>,
    /// The position, in units of the game's choice.
    pub at: [i32; 3],
    /// 0 to 4095, a whole turn being 4096.
    pub facing: u16,
    /// What the figure does: standing, walking.
    pub clip: u8,
    /// How far it has come in doing so.
    pub clip_frame: u16,
}

impl Avatar {
    /// Nowhere to be seen.
    pub const AWAY: Self = Self { scene: None, at: [0; 3], facing: 0, clip: 0, clip_frame: 0 };
}

/// Draws avatars two snapshot intervals behind the host's frame clock, between the two snapshots around
/// that moment.
///
/// Positions go straight, a facing turns the short way, another scene is a jump. Behind the newest
/// snapshot an avatar stands still: rather that than through a wall. What is shown never goes back in
/// time, whatever the line does.
#[derive(Clone, Debug, Default)]
pub struct AvatarInterpolator {
    clock: ClockSync,
    interval_us: i64,
    newest: Option<Frame>,
    /// The moment that is drawn, on the host's clock.
    shown_us: i64,
    tracks: BTreeMap<PlayerId, VecDeque<(i64, Avatar)>>,
}

impl AvatarInterpolator {
    /// Nobody to be seen yet; a snapshot comes every so many frames.
    #[must_use]
    pub fn new(interval_frames: u32) -> Self {
        let interval_us = micros(Frame(interval_frames.max(1)));
        Self { interval_us, ..Self::default() }
    }

    /// A snapshot of everybody has come; whether it tells anything new. One that a later one has
    /// overtaken does not, nor does one whose frame is far from where the host's clock should be.
    pub fn push(
        &mut self,
        frame: Frame,
        everybody: impl IntoIterator<Item = (PlayerId, Avatar)>,
        now: Instant,
    ) -> bool {
        let us = micros(frame);
        let news = self.clock.push(us, signed(now));
        match news {
            ClockNews::Suspect => return false,
            ClockNews::Restarted => self.begin_anew(us),
            ClockNews::Steady if self.newest.is_none() => self.begin_anew(us),
            ClockNews::Steady if self.newest >= Some(frame) => return false,
            ClockNews::Steady => {}
        }
        self.newest = Some(frame);
        let mut known = core::mem::take(&mut self.tracks);
        for (player, avatar) in everybody {
            let mut track = known.remove(&player).unwrap_or_default();
            self.extend(&mut track, us, avatar);
            self.tracks.insert(player, track);
        }
        // Of whom nothing is said any more, that is said.
        for (player, mut track) in known {
            if track.back().is_some_and(|(_, last)| last.scene.is_some()) {
                self.extend(&mut track, us, Avatar::AWAY);
            }
            if track.iter().any(|(_, avatar)| avatar.scene.is_some()) {
                self.tracks.insert(player, track);
            }
        }
        // Nobody draws, and the room has changed twice over: who is gone need not be seen going.
        if self.tracks.len() > 2 * ROOM_MEMBERS {
            let is_here = |(_, last): &(i64, Avatar)| last.scene.is_some();
            self.tracks.retain(|_, track| track.back().is_some_and(is_here));
        }
        true
    }

    /// Somebody else's clock counts from now on. Everybody stays where they are shown until its first
    /// snapshots come.
    pub fn restart(&mut self) {
        self.clock.reset();
        self.newest = None;
    }

    /// Time goes on.
    pub fn advance(&mut self, now: Instant) {
        let Some(host_us) = self.clock.sender_us(signed(now)).filter(|_| self.newest.is_some())
        else {
            return;
        };
        let behind_us = i64::from(AVATAR_SNAPSHOTS_BEHIND) * self.interval_us;
        self.shown_us = self.shown_us.max(host_us.saturating_sub(behind_us));
        let shown_us = self.shown_us;
        self.tracks.retain(|_, track| {
            while track.get(1).is_some_and(|(us, _)| *us <= shown_us) {
                track.pop_front();
            }
            track.len() > 1 || track.front().is_some_and(|(_, avatar)| avatar.scene.is_some())
        });
    }

    /// Everybody who is to be seen, in the order of their ids.
    pub fn avatars(&self) -> impl Iterator<Item = (PlayerId, Avatar)> {
        self.tracks.iter().filter_map(|(player, track)| Some((*player, self.pose(track)?)))
    }

    /// One of them.
    #[must_use]
    pub fn avatar(&self, player: PlayerId) -> Option<Avatar> {
        self.pose(self.tracks.get(&player)?)
    }

    /// Where everybody was last said to be, which is later than what is drawn.
    pub fn newest(&self) -> impl Iterator<Item = (PlayerId, Avatar)> {
        self.tracks.iter().filter_map(|(player, track)| Some((*player, track.back()?.1)))
    }

    /// The first snapshot of a clock: everybody goes on from where they are shown.
    fn begin_anew(&mut self, us: i64) {
        // They stand there for what is drawn first, and go when the snapshot before this one would say so.
        let stand_us = [us - 3 * self.interval_us, us - self.interval_us];
        let shown: BTreeMap<_, _> = self.avatars().collect();
        let held = shown.into_iter().map(|(player, avatar)| {
            (player, stand_us.into_iter().map(|us| (us, avatar)).collect())
        });
        self.tracks = held.collect();
        self.shown_us = us - i64::from(AVATAR_SNAPSHOTS_BEHIND) * self.interval_us;
    }

    /// Appends a pose. After a pause its way begins an interval ago: until then there was nothing to
    /// say, so nothing moved.
    fn extend(&self, track: &mut VecDeque<(i64, Avatar)>, us: i64, avatar: Avatar) {
        if let Some((last_us, last)) = track.back().copied() {
            let gap_us = us - last_us;
            if gap_us > i64::from(AVATAR_GAP_SNAPSHOTS) * self.interval_us {
                track.push_back((us - self.interval_us, last));
            }
        }
        track.push_back((us, avatar));
        while track.len() > AVATAR_POSES {
            track.pop_front();
        }
    }

    fn pose(&self, track: &VecDeque<(i64, Avatar)>) -> Option<Avatar> {
        let later = track.iter().position(|(us, _)| *us > self.shown_us);
        let (from_us, from) = match later {
            // Not there yet.
            Some(0) => return None,
            Some(at) => track.get(at - 1)?,
            None => track.back()?,
        };
        let pose = match later.and_then(|at| track.get(at)) {
            Some((to_us, to)) => between(from, to, self.shown_us - from_us, to_us - from_us),
            None => *from,
        };
        pose.scene.map(|_| pose)
    }
}

/// The pose `part` of `whole` on the way from one to the other.
fn between(from: &Avatar, to: &Avatar, part: i64, whole: i64) -> Avatar {
    if from.scene != to.scene || whole <= 0 {
        return *from;
    }
    let on_the_way = |from: i64, way: i64| {
        from + (i128::from(way) * i128::from(part) / i128::from(whole)) as i64
    };
    let mut at = from.at;
    for (at, to) in at.iter_mut().zip(to.at) {
        let way = i64::from(to) - i64::from(*at);
        *at = on_the_way(i64::from(*at), way) as i32;
    }
    let turn = i64::from(FACING_TURN);
    let half = turn / 2;
    let turned = (i64::from(to.facing) - i64::from(from.facing) + half).rem_euclid(turn) - half;
    let facing = on_the_way(i64::from(from.facing), turned).rem_euclid(turn) as u16;
    // A clip that begins again, or another one, starts when the pose is reached.
    let goes_on = from.clip == to.clip && from.clip_frame <= to.clip_frame;
    let clip_frame = if goes_on {
        let frames = i64::from(to.clip_frame) - i64::from(from.clip_frame);
        on_the_way(from.clip_frame.into(), frames) as u16
    } else {
        from.clip_frame
    };
    Avatar { at, facing, clip_frame, ..*from }
}

fn micros(frame: Frame) -> i64 {
    i64::from(frame.0) * 1_000_000 / i64::from(TICK_HZ)
}

fn signed(now: Instant) -> i64 {
    i64::try_from(now.as_micros()).unwrap_or(i64::MAX)
}

/// What a facing may be.
pub(crate) const FACINGS: RangeInclusive<u16> = 0..=FACING_TURN - 1;

#[cfg(test)]
mod tests {
    use super::*;

    const BO: PlayerId = PlayerId(2);

    fn seen(x: i32) -> Avatar {
        Avatar { scene: Some(1), at: [x, 0, 0], ..Avatar::AWAY }
    }

    fn at_us(us: i64) -> Instant {
        Instant::from_micros(us as u64)
    }

    /// Snapshots of Bo, one in four frames, each at once where it is needed.
    fn film(poses: &[Avatar]) -> AvatarInterpolator {
        let mut film = AvatarInterpolator::new(4);
        for (n, pose) in (0..).zip(poses) {
            film.push(Frame(4 * n), [(BO, *pose)], at_us(micros(Frame(4 * n))));
        }
        film
    }

    /// Bo, as drawn at this frame of the host's.
    fn drawn(film: &AvatarInterpolator, frame: i64) -> Option<Avatar> {
        let mut film = film.clone();
        film.advance(at_us(frame * 1_000_000 / 60));
        film.avatar(BO)
    }

    #[test]
    fn an_avatar_is_drawn_two_intervals_behind_on_a_straight_way() {
        let film = film(&[seen(0), seen(400), seen(800), seen(1_200)]);
        assert_eq!(drawn(&film, 12), Some(seen(400)), "8 frames behind");
        let half_way = drawn(&film, 14).unwrap().at[0];
        assert!((599..=600).contains(&half_way), "{half_way}");
        assert_eq!(drawn(&film, 16), Some(seen(800)));
    }

    #[test]
    fn behind_the_newest_snapshot_it_stands_still() {
        let film = film(&[seen(0), seen(400)]);
        assert_eq!(drawn(&film, 12), Some(seen(400)));
        assert_eq!(drawn(&film, 6_000), Some(seen(400)));
    }

    #[test]
    fn a_facing_turns_the_short_way() {
        let face = |facing| Avatar { facing, ..seen(0) };
        for (from, to, middle) in
            [(4_000, 96, 0), (96, 4_000, 0), (0, 1_000, 500), (3_000, 1_100, 2_050)]
        {
            let film = film(&[face(from), face(to)]);
            let facing = drawn(&film, 10).unwrap().facing;
            let off = (i32::from(facing) - middle).rem_euclid(4_096);
            assert!(off <= 1 || off >= 4_095, "{from} to {to}: {facing}");
        }
    }

    #[test]
    fn another_scene_is_a_jump_and_no_scene_is_nowhere() {
        let door = Avatar { scene: Some(2), ..seen(9_000) };
        let film = film(&[seen(0), seen(400), door, Avatar::AWAY, seen(0)]);
        assert_eq!(drawn(&film, 15), Some(seen(400)), "up to the door");
        assert_eq!(drawn(&film, 16), Some(door));
        assert_eq!(drawn(&film, 19), Some(door));
        assert_eq!(drawn(&film, 20), None);
        assert_eq!(drawn(&film, 24), Some(seen(0)));
    }

    #[test]
    fn who_is_not_mentioned_any_more_is_gone_when_that_moment_is_drawn() {
        let mut film = film(&[seen(0), seen(400)]);
        film.push(Frame(8), [], at_us(micros(Frame(8))));
        assert!(drawn(&film, 15).is_some());
        assert_eq!(drawn(&film, 16), None);
        film.advance(at_us(300_000));
        assert_eq!(film.newest().count(), 0, "and forgotten");
    }

    #[test]
    fn a_clip_goes_on_between_two_frames_of_it_and_never_runs_backwards() {
        let clip = |clip, clip_frame| Avatar { clip, clip_frame, ..seen(0) };
        let film = film(&[clip(1, 0), clip(1, 8), clip(1, 2), clip(2, 7)]);
        assert_eq!(drawn(&film, 10).unwrap().clip_frame, 4);
        assert_eq!(drawn(&film, 14), Some(clip(1, 8)), "it begins again");
        assert_eq!(drawn(&film, 18), Some(clip(1, 2)));
        assert_eq!(drawn(&film, 20), Some(clip(2, 7)));
    }

    #[test]
    fn after_a_pause_the_way_begins_when_it_was_begun() {
        let mut film = film(&[seen(0)]);
        for (frame, x) in [(600, 400), (604, 800)] {
            film.push(Frame(frame), [(BO, seen(x))], at_us(micros(Frame(frame))));
        }
        assert_eq!(drawn(&film, 604), Some(seen(0)), "and not halfway there for ten seconds");
        assert_eq!(drawn(&film, 608), Some(seen(400)));
    }

    #[test]
    fn overtaken_and_wild_snapshots_change_nothing() {
        let mut film = film(&[seen(0), seen(400), seen(800)]);
        let now = at_us(140_000);
        assert!(!film.push(Frame(4), [(BO, seen(-7))], now));
        assert!(!film.push(Frame(8), [(BO, seen(-7))], now));
        assert!(!film.push(Frame(u32::MAX), [(BO, seen(-7))], now));
        assert_eq!(drawn(&film, 16), Some(seen(800)));
    }

    #[test]
    fn another_host_goes_on_from_where_everybody_stands() {
        let mut film = film(&[seen(0), seen(400)]);
        film.advance(at_us(10 * 1_000_000 / 60));
        let before = film.avatar(BO).unwrap();
        film.restart();
        film.advance(at_us(900_000));
        assert_eq!(film.avatar(BO), Some(before), "it stands");
        for n in 0..3 {
            film.push(
                Frame(9_000 + 4 * n),
                [(BO, seen(1_000))],
                at_us(1_000_000 + micros(Frame(4 * n))),
            );
        }
        film.advance(at_us(1_000_000));
        assert_eq!(film.avatar(BO), Some(before), "until the new clock has come as far");
        film.advance(at_us(1_000_000 + micros(Frame(8))));
        assert_eq!(film.avatar(BO), Some(seen(1_000)));
    }

    #[test]
    fn poses_at_the_edge_of_numbers_are_no_trouble() {
        let edge = |end: i32| Avatar { scene: Some(1), at: [end; 3], ..Avatar::AWAY };
        let film = film(&[edge(i32::MIN), edge(i32::MAX)]);
        assert!(drawn(&film, 10).unwrap().at[0].abs() < i32::MAX / 64);
    }

    #[test]
    fn fault_99_a_crowd_that_is_never_drawn_is_not_kept() {
        let mut film = AvatarInterpolator::new(4);
        // A page in the background: snapshots come, and nobody draws.
        for n in 0..2_000 {
            let crowd = (0..16).map(|who| (PlayerId(16 * n + who), seen(5)));
            film.push(Frame(4 * n), crowd, at_us(micros(Frame(4 * n))));
        }
        let kept = film.newest().count();
        assert!(kept <= 2 * ROOM_MEMBERS, "{kept} of 16 are kept");
        film.advance(at_us(micros(Frame(4 * 2_010))));
        assert_eq!(film.avatars().count(), 16, "those who are still here are seen");
    }
}
