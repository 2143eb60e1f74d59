//! Nobody is suspected for nothing: every frame compared, on a line of 300 ms.
//!
//! A night of it: `QUIET_FRAMES=1000000 cargo test --release -p netplay --test microscope quiet`.

use netplay::ids::Frame;
use netplay::link::LinkProfile;
use testkit::{Mesh, Plan};

const FAR: LinkProfile =
    LinkProfile { latency_ms: 300, jitter_ms: 40, loss_permille: 20, ..LinkProfile::PERFECT };

fn compare_every_frame(plan: &Plan) {
    let frames = std::env::var("QUIET_FRAMES").ok().and_then(|frames| frames.parse().ok());
    let frames: u32 = frames.unwrap_or(1_500);
    let mut mesh = Mesh::new(&plan.clone().checked_every(1).remembering(16 * 1024), FAR, 8);
    assert!(mesh.run_to(Frame(frames), 200 * u64::from(frames)), "they get there");
    for peer in &mesh.peers {
        assert_eq!(peer.desync(), None, "player {:?} suspects somebody", peer.id);
        let (newest, _) = peer.session.last_checkpoint().expect("every frame is one");
        assert!(newest >= Frame(frames - 1));
    }
}

#[test]
fn lockstep_on_a_long_line_reports_no_false_difference() {
    compare_every_frame(&Plan::players(3).delayed_by(8));
}

#[test]
fn rollback_on_a_long_line_reports_no_false_difference() {
    compare_every_frame(&Plan::players(3).delayed_by(2).guessing(&[8, 12, 3]));
}
