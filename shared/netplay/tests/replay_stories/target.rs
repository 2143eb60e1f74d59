//! What a fuzzer feeds the reader of replays. The fuzzer's own crate exports it.
#![allow(unreachable_pub, dead_code)]

use netplay::hash::StateHasher;
use netplay::ids::{Frame, PadWord, StateHash};
use netplay::limits::{REPLAY_BLOCK_FRAMES, REPLAY_BYTES};
use netplay::session::replay::{Keeping, Player, Recorder, Replay, verify};
use netplay::sim::{BadState, Rewind, Simulation};

/// A game of any number of seats that takes any eight bytes for a state.
#[derive(Clone, Debug)]
struct Sum(u64);

impl Simulation for Sum {
    type Input = PadWord;

    fn tick(&mut self, inputs: &[PadWord]) {
        for pad in inputs {
            self.0 = self.0.rotate_left(7).wrapping_add(pad.0.into());
        }
    }

    fn state_hash(&self) -> StateHash {
        StateHasher::new().u64(self.0).finish()
    }
}

impl Rewind for Sum {
    fn save(&self, out: &mut Vec<u8>) {
        out.extend(self.0.to_le_bytes());
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), BadState> {
        self.0 = u64::from_le_bytes(bytes.try_into().map_err(|_| BadState)?);
        Ok(())
    }
}

/// Any bytes as a replay: refused, or one that plays to its end, can be looked at anywhere, and
/// is recorded again to the same bytes.
pub fn replay(bytes: &[u8]) {
    if let Ok(cut) = Replay::salvage(bytes.into(), REPLAY_BYTES) {
        assert!(cut.is_cut() || Replay::decode(bytes.into(), REPLAY_BYTES).is_ok());
    }
    let Ok(replay) = Replay::decode(bytes.into(), REPLAY_BYTES) else { return };
    assert_eq!(replay.bytes(), bytes);
    if replay.header().word_size.bytes() != 2 {
        assert!(verify(&replay, Sum(0)).is_err());
        return;
    }
    let mut recorder = Recorder::new(replay.header(), usize::MAX);
    let mut frames = 0;
    for (confirmed, checkpoint) in replay.read_out::<PadWord>() {
        assert_eq!(confirmed.frame, replay.first().plus(frames));
        frames += 1;
        recorder.frame(&confirmed);
        if let Some(hash) = checkpoint {
            recorder.checkpoint(confirmed.frame, hash);
        }
    }
    assert_eq!(frames, replay.frames());
    assert_eq!(recorder.finish(), bytes, "there is one encoding");
    let keeping = Keeping { every_frames: 60, cap_bytes: 64 * 1024 };
    let Ok(mut player) = Player::new(replay, Sum(0), keeping) else { return };
    for to in [REPLAY_BLOCK_FRAMES / 2, u32::MAX, 0, 700] {
        player.seek(player.replay().first().plus(to));
        while !player.go_on(500) {}
        player.look_ahead(100);
    }
    assert!(player.frame() <= player.replay().end() && player.frame() >= Frame(0));
}
