//! Digests of what nobody guesses are compared, and nobody is accused in vain.
//!
//! `FRAMES=1000000` looks for a false report in a million frames.
#![cfg(not(target_arch = "wasm32"))]

use netplay::ids::Frame;
use netplay::link::LinkProfile;
use netplay::session::{OwnDelay, SessionEvent};
use testkit::{Mesh, Plan};

#[test]
fn a_digest_a_frame_at_300_ms_accuses_nobody() {
    let frames = std::env::var("FRAMES").ok().and_then(|value| value.parse().ok());
    let frames: u32 = frames.unwrap_or(100_000);
    let mut plan = Plan::players(2).guessing(&[8, 12]).delayed_by(3).checked_every(1);
    plan.own_delay = OwnDelay::Automatic;
    let profile =
        LinkProfile { latency_ms: 150, jitter_ms: 30, loss_permille: 20, ..LinkProfile::PERFECT };
    let mut mesh = Mesh::new(&plan, profile, 1);
    mesh.tell_trips(|_, _| 165);
    let mut checked = [0_u32; 2];
    for part in 1..=frames.div_ceil(5_000) {
        assert!(mesh.run_to(Frame((part * 5_000).min(frames)), 600_000), "it goes on");
        for (peer, checked) in mesh.peers.iter_mut().zip(&mut checked) {
            assert_eq!(peer.desync(), None, "player {:?} accuses somebody", peer.id);
            let agreed = |event: &SessionEvent| matches!(event, SessionEvent::Confirmed(..));
            *checked += peer.events.drain(..).filter(agreed).count() as u32;
        }
    }
    // All were compared but those still under way.
    assert!(checked.iter().all(|checked| checked + 100 > frames), "{checked:?} of {frames}");
    let stats = mesh.peers[0].session.stats();
    assert!(stats.mispredicted > frames / 20, "{stats:?}");
}
