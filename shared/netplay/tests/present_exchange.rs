//! Two peers exchange snapshots over a bad line: each sees the other's car drive smoothly.
#![cfg(not(target_arch = "wasm32"))]

use netplay::link::{Conditioner, Lane, LinkProfile};
use netplay::present::latest::{LatestWins, UpdateStamp};
use netplay::present::ownership::{Authority, AuthorityCheck};
use netplay::present::snapshots::{Pose, Pushed, ShownState, SnapshotStream};
use netplay::time::Instant;
use netplay::wire::Packet;

const MS: i64 = 1_000;
const CAR: u64 = 7;
/// Units a second: ten metres in Q16.16.
const SPEED: i64 = 10 << 16;
/// How much further its own car is shown of a peer between two frames of 1 ms.
const STEP: i64 = SPEED / 1_000;

/// Where a car is that drives along for ever, by its driver's clock.
fn pose(sender_us: i64) -> Pose {
    Pose::at([(SPEED * sender_us / 1_000_000) as i32, 0, 0]).moving([SPEED as i32, 0, 0])
}

/// One peer: its own car, and the other's as it is seen from here.
struct Peer {
    name: u32,
    /// What its clock says when the world's says 0, and how fast it runs, in thousandths.
    clock_us: i64,
    rate: i64,
    seq: u16,
    ownership: Authority<u32>,
    newest: LatestWins,
    other: SnapshotStream<Pose>,
    to_the_other: Conditioner,
    stale: u32,
    late: u32,
}

impl Peer {
    fn new(name: u32, clock_us: i64, rate: i64, profile: LinkProfile) -> Self {
        Self {
            name,
            clock_us,
            rate,
            seq: 65_500, // it wraps soon
            ownership: Authority::new(1 - name),
            newest: LatestWins::new(),
            other: SnapshotStream::default(),
            to_the_other: Conditioner::new(profile, u64::from(name) + 40),
            stale: 0,
            late: 0,
        }
    }

    fn time_us(&self, world_us: i64) -> i64 {
        self.clock_us + world_us * self.rate / 1_000
    }

    /// The packet of this game: driver, epoch, number, time, where, how fast.
    fn send(&mut self, world_us: i64, epoch: u16) {
        let sender_us = self.time_us(world_us);
        let mut bytes = Vec::new();
        bytes.extend(self.name.to_le_bytes());
        bytes.extend(epoch.to_le_bytes());
        bytes.extend(self.seq.to_le_bytes());
        bytes.extend(sender_us.to_le_bytes());
        bytes.extend(pose(sender_us).position[0].to_le_bytes());
        let now = Instant::from_micros(world_us as u64);
        self.to_the_other.push(&Packet::from(bytes), Lane::Unreliable, now);
        self.seq = self.seq.wrapping_add(1);
    }

    fn receive(&mut self, packet: &Packet, world_us: i64) {
        let bytes: &[u8] = packet;
        let part = |from: usize| &bytes[from..];
        let from = u32::from_le_bytes(part(0)[..4].try_into().unwrap());
        let epoch = u16::from_le_bytes(part(4)[..2].try_into().unwrap());
        let seq = u16::from_le_bytes(part(6)[..2].try_into().unwrap());
        let sender_us = i64::from_le_bytes(part(8)[..8].try_into().unwrap());
        let x = i32::from_le_bytes(part(16)[..4].try_into().unwrap());
        if self.ownership.check(from, epoch) != AuthorityCheck::Accept {
            self.stale += 1;
            return;
        }
        // What only the newest may decide, like a horn, asks here; snapshots are put in order by their times.
        self.newest.accept(CAR, UpdateStamp { epoch, seq });
        let now_us = self.time_us(world_us);
        let pose = Pose::at([x, 0, 0]).moving([SPEED as i32, 0, 0]);
        if self.other.push(sender_us, now_us, pose) == Pushed::Late {
            self.late += 1;
        }
    }
}

/// Runs both for a while at 20 packets and 1 000 frames a second. Returns the longest step forward and back that
/// either saw in one frame, in frames' worth of driving, and how often each state was shown.
fn drive(
    peers: &mut [Peer; 2],
    ms: std::ops::Range<i64>,
    muted: Option<usize>,
) -> (i64, i64, [u32; 3]) {
    let (mut forward, mut back, mut states) = (0, 0, [0; 3]);
    let mut shown = [None::<i64>; 2];
    for ms in ms {
        let world_us = ms * MS;
        for n in 0..2 {
            if ms % 50 == 7 * n as i64 && muted != Some(n) {
                peers[n].send(world_us, 0);
            }
            while let Some(packet) =
                peers[n].to_the_other.pop(Instant::from_micros(world_us as u64))
            {
                peers[1 - n].receive(&packet, world_us);
            }
        }
        for n in 0..2 {
            let Some(seen) = peers[n].other.sample(peers[n].time_us(world_us)) else { continue };
            states[seen.state as usize] += 1;
            let x = i64::from(seen.value.position[0]);
            if let Some(before) = shown[n].replace(x) {
                forward = forward.max((x - before) / STEP);
                back = back.max((before - x) / STEP);
            }
        }
    }
    (forward, back, states)
}

#[test]
fn over_a_home_line_everything_lies_between_two_snapshots() {
    let line = LinkProfile { loss_permille: 0, ..LinkProfile::HOME };
    let mut peers = [Peer::new(0, 5_000 * MS, 1_000, line), Peer::new(1, -77 * MS, 1_000, line)];
    drive(&mut peers, 0..2_000, None);
    let (forward, back, [interpolated, extrapolated, held]) =
        drive(&mut peers, 2_000..12_000, None);
    assert_eq!((extrapolated, held), (0, 0));
    assert_eq!(interpolated, 20_000);
    assert!(forward <= 3 && back == 0, "{forward} forward, {back} back");
}

#[test]
fn through_loss_twins_and_detours_it_drives_on_and_never_backwards() {
    let line = LinkProfile {
        latency_ms: 60,
        jitter_ms: 30,
        loss_permille: 150,
        duplicate_permille: 100,
        reorder_permille: 100,
        bandwidth_bytes_per_s: 0,
    };
    let mut peers = [Peer::new(0, 0, 1_000, line), Peer::new(1, 900 * MS, 1_000, line)];
    drive(&mut peers, 0..2_000, None);
    let (forward, back, [interpolated, extrapolated, held]) =
        drive(&mut peers, 2_000..32_000, None);
    assert!(peers.iter().all(|peer| peer.late > 0), "the line reorders");
    assert!(interpolated > 55_000, "{interpolated} between, {extrapolated} guessed, {held} held");
    assert!(forward <= 12 && back <= 1, "{forward} forward, {back} back");
}

#[test]
fn clocks_two_in_a_hundred_apart_make_no_difference_to_the_eye() {
    let line = LinkProfile { latency_ms: 40, jitter_ms: 10, ..LinkProfile::PERFECT };
    let mut peers = [Peer::new(0, 0, 1_020, line), Peer::new(1, 0, 1_000, line)];
    drive(&mut peers, 0..2_000, None);
    let (forward, back, [_, extrapolated, held]) = drive(&mut peers, 2_000..122_000, None);
    assert_eq!((extrapolated, held), (0, 0));
    assert!(forward <= 4 && back == 0, "{forward} forward, {back} back");
}

#[test]
fn who_falls_silent_is_guessed_then_held_and_comes_back() {
    let line = LinkProfile { latency_ms: 40, jitter_ms: 10, ..LinkProfile::PERFECT };
    let mut peers = [Peer::new(0, 0, 1_000, line), Peer::new(1, 0, 1_000, line)];
    drive(&mut peers, 0..2_000, None);
    let (_, back, _) = drive(&mut peers, 2_000..4_000, Some(0));
    assert_eq!(back, 0, "never snapped back");
    let seen = |peer: &Peer, ms: i64| peer.other.sample(peer.time_us(ms * MS)).unwrap();
    let held = seen(&peers[1], 4_000);
    assert_eq!(held.state, ShownState::Held);
    // The last packet is of 1.95 s, and a quarter of a second was guessed.
    assert_eq!(held.value.position, pose(2_200 * MS).position);
    drive(&mut peers, 4_000..5_000, None);
    assert_eq!(seen(&peers[1], 5_000).state, ShownState::Interpolated);
}

#[test]
fn a_handoff_races_with_what_is_under_way_and_nothing_of_before_gets_through() {
    let line = LinkProfile { latency_ms: 80, jitter_ms: 60, ..LinkProfile::PERFECT };
    let mut peers = [Peer::new(0, 0, 1_000, line), Peer::new(1, 0, 1_000, line)];
    drive(&mut peers, 0..1_000, None);
    // Peer 1 sees peer 0's car; now it takes the wheel itself. What is under way is of before.
    let epoch = peers[1].ownership.handoff(1);
    let taken = peers[1].newest.newest(CAR);
    let received = peers[1].other.buffer().newest_us();
    drive(&mut peers, 1_000..1_300, None);
    assert!(peers[1].stale > 3, "{} late words", peers[1].stale);
    assert_eq!(peers[1].other.buffer().newest_us(), received);
    assert_eq!(peers[1].newest.newest(CAR), taken);
    // And the other way round: its words overtake the news.
    assert_eq!(peers[0].ownership.check(1, epoch), AuthorityCheck::Ahead);
    assert!(peers[0].ownership.adopt(1, epoch));
    assert_eq!(peers[0].ownership.check(1, epoch), AuthorityCheck::Accept);
}
