//! The helpers of the picture and the largest numbers there are: whoever sends them gets some picture, and
//! nobody falls.
#![cfg(not(target_arch = "wasm32"))]

use netplay::ids::{Frame, PlayerId};
use netplay::present::avatars::{Avatar, AvatarInterpolator};
use netplay::present::clock_sync::ClockSync;
use netplay::present::interest::{
    Interest, InterestConfig, InterestEntity, InterestTier, InterestViewer,
};
use netplay::present::latest::{LatestWins, UpdateStamp};
use netplay::present::ownership::Authority;
use netplay::present::snapshots::{Pose, Rotation, SnapshotConfig, SnapshotStream};
use netplay::rng::SimRng;
use netplay::time::Instant;

struct Wild(SimRng);

impl Wild {
    /// An edge, or a number of any size.
    fn i64(&mut self) -> i64 {
        let edges = [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX];
        let bits = self.0.below(64);
        match self.0.below(3) {
            0 => edges[self.0.below(7) as usize],
            _ => (i64::from(self.0.next_u32()) << 32 | i64::from(self.0.next_u32())) >> bits,
        }
    }

    fn i32(&mut self) -> i32 {
        let edges = [i32::MIN, i32::MIN + 1, -1, 0, 1, i32::MAX - 1, i32::MAX];
        let bits = self.0.below(32);
        match self.0.below(3) {
            0 => edges[self.0.below(7) as usize],
            _ => self.0.next_u32() as i32 >> bits,
        }
    }

    fn three(&mut self) -> [i32; 3] {
        [self.i32(), self.i32(), self.i32()]
    }

    fn pose(&mut self) -> Pose {
        let parts = [self.i32(), self.i32(), self.i32(), self.i32()];
        let pose = Pose::at(self.three()).turned(Rotation::from_xyzw(parts));
        if self.0.below(2) == 0 { pose.moving(self.three()) } else { pose }
    }

    fn instant(&mut self) -> Instant {
        Instant::from_micros(self.i64() as u64)
    }
}

#[test]
fn fault_99_snapshots_of_any_times_and_poses_are_shown_somehow() {
    let mut wild = Wild(SimRng::new(11, 0));
    for round in 0..400 {
        let config = SnapshotConfig {
            delay_ms: 100 * (round % 3),
            max_extrapolation_ms: 10_000,
            capacity: 2 + round as usize % 9,
        };
        let mut stream = SnapshotStream::<Pose>::new(config).unwrap();
        let base = wild.i64();
        for _ in 0..60 {
            let near = base.saturating_add(i64::from(wild.0.below(400_000)));
            let (sender, now) = match wild.0.below(3) {
                0 => (wild.i64(), wild.i64()),
                _ => (near, near.saturating_sub(base / 2)),
            };
            stream.push(sender, now, wild.pose());
            let later = near.saturating_add(wild.i64() >> 20);
            let shown = [stream.sample(now), stream.sample(wild.i64())];
            std::hint::black_box((shown, stream.buffer().sample(later)));
        }
    }
}

#[test]
fn fault_99_clocks_and_avatars_survive_any_time() {
    let mut wild = Wild(SimRng::new(12, 0));
    for _ in 0..300 {
        let mut clock = ClockSync::new();
        let mut film = AvatarInterpolator::new(wild.i32() as u32);
        for _ in 0..60 {
            clock.push(wild.i64(), wild.i64());
            std::hint::black_box(clock.sender_us(wild.i64()));
            let avatar = Avatar {
                scene: (wild.0.below(4) > 0).then_some(wild.i32() as u16),
                at: wild.three(),
                facing: wild.i32() as u16,
                clip: 0,
                clip_frame: wild.i32() as u16,
            };
            let frame = Frame(wild.i32() as u32);
            film.push(frame, [(PlayerId(wild.0.below(3)), avatar)], wild.instant());
            film.advance(wild.instant());
            film.avatars().count();
        }
    }
}

#[test]
fn fault_99_interest_in_any_place_at_any_tick_is_that_of_a_plain_scan() {
    let mut wild = Wild(SimRng::new(13, 0));
    for _ in 0..150 {
        let radius = (wild.i32() & 0x3fff_ffff).max(2);
        let tiers = vec![InterestTier { radius, every_ticks: (wild.i32() as u16).max(1) }];
        let stagger = wild.0.below(2) == 0;
        let Ok(mut interest) = Interest::new(InterestConfig { tiers, hysteresis: 0, stagger })
        else {
            continue;
        };
        for _ in 0..6 {
            let viewers: Vec<_> = (0..4)
                .map(|n| InterestViewer { peer: PlayerId(n % 3), position: wild.three() })
                .collect();
            let world: Vec<_> = (0..12)
                .map(|id| InterestEntity { id: id | u64::MAX << 8, position: wild.three() })
                .collect();
            interest.update(wild.i64() as u64, &viewers, &world);
            for peer in (0..3).map(PlayerId) {
                let away = |a: [i32; 3], b: [i32; 3]| -> i128 {
                    (0..3).map(|n| (i128::from(a[n]) - i128::from(b[n])).pow(2)).sum()
                };
                let eyes = || viewers.iter().filter(|viewer| viewer.peer == peer);
                let near = world.iter().filter(|entity| {
                    eyes()
                        .any(|eye| away(eye.position, entity.position) <= i128::from(radius).pow(2))
                });
                let seen: Vec<_> = interest.entries(peer).iter().map(|it| it.entity).collect();
                assert_eq!(seen, near.map(|entity| entity.id).collect::<Vec<_>>(), "{radius}");
            }
        }
    }
}

#[test]
fn fault_99_whatever_order_numbers_come_in_two_peers_agree_in_the_end() {
    let mut wild = Wild(SimRng::new(14, 0));
    for _ in 0..2_000 {
        let mut latest = LatestWins::with_entities(wild.0.below(40) as usize);
        let mut owner = Authority::new(PlayerId(3));
        for _ in 0..50 {
            let stamp = UpdateStamp { epoch: wild.i32() as u16, seq: wild.i32() as u16 };
            latest.accept(wild.i64() as u64, stamp);
            owner.adopt(PlayerId(wild.0.below(4)), wild.i32() as u16);
            let (from, epoch) = (owner.owner(), owner.epoch());
            assert!(!owner.adopt(from, epoch), "the same again is no news");
        }
        assert!(latest.len() <= 40);
        latest.accept(u64::MAX, UpdateStamp { epoch: u16::MAX, seq: u16::MAX });
        assert!(!latest.accept(u64::MAX, latest.newest(u64::MAX).unwrap()), "once");
    }
}
