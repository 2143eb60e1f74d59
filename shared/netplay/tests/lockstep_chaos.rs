//! Friends who reload, hide, doze off, pause and come back at random: one state all the same,
//! whether they wait for each other's words or guess them.

use netplay::ids::Frame;
use netplay::link::LinkProfile;
use netplay::rng::SimRng;
use netplay::wire::Presence;
use testkit::Online;

const PLAYERS: u16 = 4;

/// Half a minute of mischief. The first player only pauses, so that the session never ends.
fn mischief(seed: u64, profile: LinkProfile, window_frames: u8) {
    let mut room = Online::new(PLAYERS, 1, profile, seed);
    room.window_frames = window_frames;
    room.start(if window_frames > 0 { 2 } else { 0 });
    let mut dice = SimRng::new(seed, 9);
    for _ in 0..60 {
        let who = 1 + dice.below(u32::from(PLAYERS)) as usize;
        match dice.below(10) {
            0 | 1 => room.members[who].crash(),
            2 => room.members[who].asleep = true,
            3 if room.members[who].client.in_room() => {
                room.members[who].show(Presence::Hidden);
            }
            4 => set_paused(&mut room, dice.below(2) == 0),
            _ => restore(&mut room, who),
        }
        room.run_for(u64::from(dice.below(1_000)));
    }
    (1..=usize::from(PLAYERS)).for_each(|who| restore(&mut room, who));
    set_paused(&mut room, false);
    room.run_for(15_000);
    set_paused(&mut room, false);
    room.run_for(5_000);

    let frames: Vec<Frame> = room.peers().map(|peer| peer.session.confirmed_frame()).collect();
    let (first, last) = (frames.iter().min().unwrap(), frames.iter().max().unwrap());
    assert_eq!(frames.len(), 5, "seed {seed}: everybody is back");
    assert!(last.since(*first) < 40, "seed {seed}: together again: {frames:?}");
    room.assert_all_agree(first.0);
    room.run_for(1_000);
    assert!(room.members[0].peer().session.frame().since(*last) > 20, "seed {seed}: it goes on");
}

fn set_paused(room: &mut Online, paused: bool) {
    let session = &mut room.members[0].peer.as_mut().expect("never crashed").session;
    if paused { session.pause() } else { session.resume() }
}

fn restore(room: &mut Online, who: usize) {
    room.members[who].asleep = false;
    if room.members[who].link.is_none() {
        room.reconnect(who);
    } else if room.members[who].client.in_room() {
        room.members[who].show(Presence::Active);
    }
}

#[test]
fn mischief_on_streams_ends_in_one_state() {
    let profile = LinkProfile { latency_ms: 20, ..LinkProfile::PERFECT };
    (0..12).for_each(|seed| mischief(seed, profile, 0));
}

#[test]
fn mischief_on_jittery_links_ends_in_one_state() {
    let profile = LinkProfile { latency_ms: 30, jitter_ms: 30, ..LinkProfile::PERFECT };
    (100..112).for_each(|seed| mischief(seed, profile, 0));
}

#[test]
fn mischief_on_lossy_links_ends_in_one_state() {
    (200..212).for_each(|seed| mischief(seed, LinkProfile::HOME, 0));
}

#[test]
fn mischief_among_those_who_guess_ends_in_one_state_on_streams() {
    let profile = LinkProfile { latency_ms: 40, ..LinkProfile::PERFECT };
    (300..312).for_each(|seed| mischief(seed, profile, 8));
}

#[test]
fn mischief_among_those_who_guess_ends_in_one_state_on_jittery_links() {
    let profile = LinkProfile { latency_ms: 30, jitter_ms: 30, ..LinkProfile::PERFECT };
    (400..412).for_each(|seed| mischief(seed, profile, 8));
}
