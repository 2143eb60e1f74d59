//! Rollback on bad links, held against lockstep on a good one.

use crate::{Mesh, Plan};
use netplay::ids::Frame;
use netplay::link::LinkProfile;
use netplay::rng::SimRng;
use netplay::session::{OwnDelay, RollbackStats, Saving};

/// Worse than a train: three in ten lost, two in ten twice, 200 ms more or less, out of order.
const MOUNTAIN_TRAIN: LinkProfile = LinkProfile {
    latency_ms: 90,
    jitter_ms: 200,
    loss_permille: 300,
    duplicate_permille: 200,
    reorder_permille: 400,
    bandwidth_bytes_per_s: 0,
};

/// One game that must come out the same: everything about it follows from the seed.
#[derive(Clone, Debug)]
pub struct Ordeal {
    /// What is played.
    pub plan: Plan,
    /// Over which links.
    pub profile: LinkProfile,
    /// For how many frames.
    pub frames: u32,
    /// The script's seed, and the links'.
    pub seed: u64,
}

impl Ordeal {
    /// A game of so many players: mixed windows, either way of saving, any delay.
    #[must_use]
    pub fn new(players: u16, frames: u32, seed: u64) -> Self {
        let mut dice = SimRng::new(seed, u64::from(players));
        let mut below = |end: u32| dice.below(end) as u8;
        let windows: Vec<u8> =
            (0..players).map(|_| [8, 8, 12, 3, 1, 10, 0][below(7) as usize]).collect();
        let mut plan = Plan::players(players).guessing(&windows).delayed_by(below(6));
        plan.saving = [Saving::EveryFrame, Saving::Sparse][below(2) as usize];
        plan.own_delay = [OwnDelay::Fixed, OwnDelay::Automatic][below(2) as usize];
        plan.checkpoint_interval = [1, 30, 7][below(3) as usize];
        let profile = [LinkProfile::TRAIN, MOUNTAIN_TRAIN][below(2) as usize];
        Self { plan, profile, frames, seed }
    }

    /// Plays it, and lockstep on links without a fault beside it.
    ///
    /// # Panics
    /// Names the seed when a final frame differs anywhere, when somebody found a difference that
    /// is none, or when the game does not get there.
    pub fn run(&self) -> RollbackStats {
        let Self { plan, seed, .. } = self;
        let lockstep = Plan { windows: Vec::new(), ..plan.clone() };
        let mut good = Mesh::new(&lockstep, LinkProfile::PERFECT, *seed);
        let mut bad = Mesh::new(plan, self.profile, *seed);
        let to = Frame(self.frames);
        let limit_ms = 10_000 + u64::from(self.frames) * 400;
        assert!(good.run_to(to, limit_ms), "SEED {seed}: lockstep is stuck");
        let frames =
            |mesh: &Mesh| mesh.peers.iter().map(|it| it.session.frame()).collect::<Vec<_>>();
        assert!(bad.run_to(to, limit_ms), "SEED {seed}: stuck at {:?}: {plan:?}", frames(&bad));
        let mut sum = RollbackStats::default();
        for peer in &bad.peers {
            assert_eq!(
                peer.desync(),
                None,
                "SEED {seed}: no difference, but one was told: {plan:?}"
            );
            for frame in (0..self.frames).map(Frame) {
                let (ours, right) = (peer.hash_after(frame), good.peers[0].hash_after(frame));
                assert_eq!(ours, right, "SEED {seed}: {:?} after {frame:?}: {plan:?}", peer.id);
            }
            let (last, digest) = peer.session.last_checkpoint().expect("it was long enough");
            let missing = peer.session.confirmed_frame().since(last.plus(1));
            assert!(
                missing < plan.checkpoint_interval,
                "SEED {seed}: told up to {last:?}: {plan:?}"
            );
            assert_eq!(Some(digest), peer.hash_after(last), "SEED {seed}: what was told was so");
            let stats = peer.session.stats();
            sum.guessed += stats.guessed;
            sum.mispredicted += stats.mispredicted;
            sum.rollbacks += stats.rollbacks;
            sum.replayed += stats.replayed;
            sum.stalls += stats.stalls;
            sum.deepest = sum.deepest.max(stats.deepest);
        }
        sum
    }
}
