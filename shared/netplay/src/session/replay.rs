//! Replays: a session as a file, small enough to keep and good enough to argue with.
//!
//! A [`Recorder`] writes what a session confirms, a [`Replay`] is such a file read and found
//! whole, a [`Player`] shows it at any frame, and [`verify`] runs it through and compares every
//! checkpoint. `REPLAY.md` beside this crate is the format in words.
//!
//! ```text
//! session ─► Confirmed, checkpoints ─► Recorder ─► bytes ─► Replay::decode ─► fits? ─► Player
//! ```
//!
//! A game of one, recorded and shown again:
//!
//! ```
//! use netplay::hash::StateHasher;
//! use netplay::ids::{Frame, PadWord, PlayerId, Round, StateHash};
//! use netplay::limits::REPLAY_BYTES;
//! use netplay::session::Confirmed;
//! use netplay::session::replay::{Header, Origin, Recorder, Replay, Verdict, verify};
//! use netplay::sim::{BadState, Rewind, Simulation};
//! use netplay::wire::{Blob, Pack, SessionModel, Start, Terms, Text, WordSize};
//!
//! #[derive(Clone)]
//! struct Sum(u32);
//! impl Simulation for Sum {
//!     type Input = PadWord;
//!     fn tick(&mut self, inputs: &[PadWord]) {
//!         self.0 = self.0.rotate_left(3) ^ u32::from(inputs[0].0);
//!     }
//!     fn state_hash(&self) -> StateHash {
//!         StateHasher::new().u32(self.0).finish()
//!     }
//! }
//! impl Rewind for Sum {
//!     fn save(&self, out: &mut Vec<u8>) {
//!         out.extend(self.0.to_le_bytes());
//!     }
//!     fn load(&mut self, bytes: &[u8]) -> Result<(), BadState> {
//!         self.0 = u32::from_le_bytes(bytes.try_into().map_err(|_| BadState)?);
//!         Ok(())
//!     }
//! }
//!
//! let start = Start {
//!     round: Round(1),
//!     seed: 0,
//!     mode: Text::truncated("sum"),
//!     config: Blob::default(),
//!     model: SessionModel::Lockstep,
//!     input_delay: 0,
//!     seats: vec![Some(PlayerId(1))],
//!     terms: Terms::default(),
//! };
//! let header = Header {
//!     simulation: StateHash(7),
//!     pack: Pack { id: Text::truncated("built-in"), sha256: [0; 32] },
//!     build: Text::truncated("0.1.0"),
//!     word_size: WordSize::PAD,
//!     start,
//!     looks: Vec::new(),
//!     origin: Origin::Start,
//! };
//! let (mut recorder, mut sum) = (Recorder::new(&header, REPLAY_BYTES), Sum(0));
//! for frame in (0..1_000).map(Frame) {
//!     let inputs = vec![PadWord(if frame.0 < 500 { 1 } else { 8 })];
//!     sum.tick(&inputs);
//!     recorder.frame(&Confirmed { frame, inputs, changes: Vec::new() });
//!     if frame.0 % 30 == 29 {
//!         recorder.checkpoint(frame, sum.state_hash());
//!     }
//! }
//!
//! let replay = Replay::decode(recorder.to_bytes(), REPLAY_BYTES).unwrap();
//! assert_eq!(replay.fits("sum", StateHash(7), &header.pack), Ok(()));
//! let (verdict, last) = verify(&replay, Sum(0)).unwrap();
//! assert_eq!(verdict, Verdict::Verified { frames: 1_000, checkpoints: 33 });
//! assert_eq!(last.0, sum.0);
//! ```

mod events;
mod file;
mod header;
mod player;
mod recorder;
mod run;
mod tape;

pub use file::{Replay, ReplayError};
pub use header::{Header, Look, Misfit, Origin};
pub use player::{Keeping, Played, Player};
pub use recorder::{Recorder, Stopped};
pub use run::{Differs, Verdict, verify};
