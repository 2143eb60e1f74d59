//! Against a simple model: whatever the network does, the lanes keep their promises.

use crate::net::{Net, message, number};
use netplay::link::LinkProfile;
use proptest::prelude::*;

/// What is sent: how many milliseconds after the last one, from which end, on which lane, how long.
type Sent = (u64, bool, u8, usize);

fn profiles() -> impl Strategy<Value = LinkProfile> {
    (0..80_u32, 0..120_u32, 0..350_u16, 0..300_u16, 0..300_u16).prop_map(
        |(latency_ms, jitter_ms, loss, duplicate, reorder)| LinkProfile {
            latency_ms,
            jitter_ms,
            loss_permille: loss,
            duplicate_permille: duplicate,
            reorder_permille: reorder,
            bandwidth_bytes_per_s: 0,
        },
    )
}

fn sends() -> impl Strategy<Value = Vec<Sent>> {
    let size = prop_oneof![4 => 0..60_usize, 2 => 60..1_300_usize, 1 => 1_300..9_000_usize];
    prop::collection::vec((0..40_u64, any::<bool>(), 0..4_u8, size), 1..150)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn the_lanes_keep_their_promises_whatever_the_network_does(
        profile in profiles(),
        sends in sends(),
        seed in any::<u64>(),
    ) {
        let mut net = Net::open(LinkProfile::PERFECT, seed);
        net.wires.set_profiles(0, profile, profile);
        // The model: what was said, from which end, on which lane.
        let mut said = [const { [const { Vec::new() }; 4] }; 2];
        for (at, (wait, from_host, lane, bytes)) in sends.into_iter().enumerate() {
            net.run(wait);
            let (at, now) = (at as u32, net.now);
            let sent = if from_host {
                let peer = net.peer(0);
                net.host.send(peer, lane, &message(at, bytes), now)
            } else {
                net.client().send(lane, &message(at, bytes), now)
            };
            prop_assert_eq!(sent, Ok(()));
            said[usize::from(from_host)][usize::from(lane)].push(at);
        }
        let is_idle = |net: &Net| {
            let host = net.host.stats(net.peer(0)).map_or(0, |stats| stats.waiting_frames);
            host + net.clients[0].1.stats().waiting_frames == 0
        };
        net.run_until(60_000, is_idle);
        net.run(400);
        let heard = [&net.at_host[0], &net.at_client[0]];
        for (heard, said) in heard.into_iter().zip(said) {
            prop_assert_eq!(heard.ended, None);
            let [ordered, unordered, latest, unreliable] = [0, 1, 2, 3]
                .map(|lane| heard.on(lane).iter().map(|m| number(m)).collect::<Vec<u32>>());
            prop_assert_eq!(&ordered, &said[0], "all, once, in order");
            let mut sorted = unordered;
            sorted.sort_unstable();
            prop_assert_eq!(&sorted, &said[1], "all, once");
            prop_assert!(latest.is_sorted_by(|a, b| a < b), "never back");
            prop_assert!(latest.iter().all(|at| said[2].contains(at)));
            let mut sorted = unreliable;
            sorted.sort_unstable();
            prop_assert!(sorted.is_sorted_by(|a, b| a < b), "once");
            prop_assert!(sorted.iter().all(|at| said[3].contains(at)));
        }
    }
}
