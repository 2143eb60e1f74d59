//! A session without a network that distrusts its simulation.

use crate::ids::{Frame, Seat, StateHash};
use crate::sim::{Difference, Inspect, Rewind, saved_difference};
use crate::wire::Controller;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::fmt;

/// Goes back some frames after every frame, simulates them again and compares: the cheapest proof
/// that a game can be rolled back. Run it over a few thousand frames of varied words.
///
/// ```
/// use netplay::hash::StateHasher;
/// use netplay::ids::{Frame, PadWord, StateHash};
/// use netplay::session::sync_test::{SyncFault, SyncTest};
/// use netplay::sim::{BadState, Rewind, Simulation};
///
/// /// A ball that keeps rolling, and forgets to save how fast.
/// #[derive(Default)]
/// struct Ball { place: i32, speed: i32 }
///
/// impl Simulation for Ball {
///     type Input = PadWord;
///     fn tick(&mut self, pads: &[PadWord]) {
///         self.speed += i32::from(pads[0].0);
///         self.place += self.speed;
///     }
///     fn state_hash(&self) -> StateHash {
///         StateHasher::new().i32(self.place).i32(self.speed).finish()
///     }
/// }
///
/// impl Rewind for Ball {
///     fn save(&self, out: &mut Vec<u8>) {
///         out.extend_from_slice(&self.place.to_le_bytes());
///     }
///     fn load(&mut self, bytes: &[u8]) -> Result<(), BadState> {
///         self.place = i32::from_le_bytes(bytes.try_into().map_err(|_| BadState)?);
///         Ok(())
///     }
/// }
///
/// let mut test = SyncTest::new(Ball::default(), 8);
/// assert_eq!(test.advance(&[PadWord(0)]), Ok(Frame(0))); // nothing moves, nothing is lost
/// let Err(SyncFault::Differs(found)) = test.advance(&[PadWord(1)]) else { panic!() };
/// assert_eq!(found.frame, Frame(0)); // simulated again, it began with the speed of the future
/// assert_ne!(found.first, found.again);
/// ```
#[derive(Debug)]
pub struct SyncTest<S: Rewind> {
    simulation: S,
    depth_frames: usize,
    next: Frame,
    past: VecDeque<Past<S::Input>>,
    changes: Vec<(Seat, Controller)>,
}

/// What a frame was simulated from, and what it came to.
#[derive(Debug)]
struct Past<I> {
    frame: Frame,
    before: Vec<u8>,
    changes: Vec<(Seat, Controller)>,
    inputs: Vec<I>,
    digest: StateHash,
}

/// What is wrong with the simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SyncFault {
    /// It does not load the state that it saved before this frame.
    Refused(Frame),
    /// A frame came out differently when it was simulated again.
    Differs(Differs),
}

/// A frame that came out differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differs {
    /// Which.
    pub frame: Frame,
    /// The digest after it when it was simulated first.
    pub first: StateHash,
    /// And when it was simulated again.
    pub again: StateHash,
    /// Both states, saved.
    pub states: [Vec<u8>; 2],
}

impl<S: Rewind> SyncTest<S> {
    /// Goes back `depth_frames` after every frame, at least one.
    #[must_use]
    pub fn new(simulation: S, depth_frames: u8) -> Self {
        Self {
            simulation,
            depth_frames: usize::from(depth_frames.max(1)),
            next: Frame(0),
            past: VecDeque::new(),
            changes: Vec::new(),
        }
    }

    /// From the next frame on, this is who drives the seat.
    pub fn set_seat_controller(&mut self, seat: Seat, controller: Controller) {
        self.changes.push((seat, controller));
    }

    /// Simulates a frame, goes back, and simulates everything since again.
    ///
    /// # Errors
    /// Names the first frame that came out differently. The test is over then.
    pub fn advance(&mut self, inputs: &[S::Input]) -> Result<Frame, SyncFault> {
        let frame = self.next;
        self.next = frame.plus(1);
        let mut past =
            if self.past.len() < self.depth_frames { None } else { self.past.pop_front() }
                .unwrap_or_else(|| Past {
                    frame,
                    before: Vec::new(),
                    changes: Vec::new(),
                    inputs: Vec::new(),
                    digest: StateHash::default(),
                });
        past.frame = frame;
        past.before.clear();
        self.simulation.save(&mut past.before);
        past.changes.clear();
        past.changes.append(&mut self.changes);
        past.inputs.clear();
        past.inputs.extend_from_slice(inputs);
        past.simulate(&mut self.simulation);
        past.digest = self.simulation.state_hash();
        self.past.push_back(past);
        self.check()?;
        Ok(frame)
    }

    /// The state after the last frame, in the end of many ways.
    #[must_use]
    pub fn simulation(&self) -> &S {
        &self.simulation
    }

    fn check(&mut self) -> Result<(), SyncFault> {
        let mut last = Vec::new();
        self.simulation.save(&mut last);
        let Some(oldest) = self.past.front() else { return Ok(()) };
        self.simulation.load(&oldest.before).map_err(|_| SyncFault::Refused(oldest.frame))?;
        for (index, past) in self.past.iter().enumerate() {
            past.simulate(&mut self.simulation);
            let again = self.simulation.state_hash();
            if again != past.digest {
                let after = self.past.get(index + 1).map_or(&last, |next| &next.before);
                let mut now = Vec::new();
                self.simulation.save(&mut now);
                let (frame, first, states) = (past.frame, past.digest, [after.clone(), now]);
                return Err(SyncFault::Differs(Differs { frame, first, again, states }));
            }
        }
        Ok(())
    }
}

impl<I: crate::sim::Input> Past<I> {
    fn simulate<S: Rewind<Input = I>>(&self, simulation: &mut S) {
        for (seat, controller) in &self.changes {
            simulation.set_seat_controller(*seat, *controller);
        }
        simulation.tick(&self.inputs);
    }
}

impl Differs {
    /// The first field in which the two states differ, for a simulation that can name its fields.
    /// `None` when all that is saved is equal: then something is not saved.
    pub fn difference<S: Inspect>(&self, like: &S) -> Option<Difference> {
        saved_difference(like, &self.states[0], &self.states[1])
    }
}

impl fmt::Display for SyncFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(frame) => {
                write!(f, "the state saved before frame {} is not loaded", frame.0)
            }
            Self::Differs(Differs { frame, first, again, .. }) => {
                write!(f, "frame {} came to {first} first, and to {again} again", frame.0)
            }
        }
    }
}

impl core::error::Error for SyncFault {}
