//! A simulation on a replay: one frame after the other, held to the recorded checkpoints.

use super::file::Replay;
use super::header::{Misfit, Origin};
use super::tape::Tape;
use crate::ids::{Frame, Seat, StateHash};
use crate::sim::{Input, Rewind};
use crate::wire::Controller;
use alloc::vec::Vec;

/// Where a replay leads to another state than the one that was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Differs {
    /// The first checkpoint that differs.
    pub frame: Frame,
    /// The digest in the file.
    pub recorded: StateHash,
    /// The digest here.
    pub ours: StateHash,
}

/// What a replay that was run through comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every checkpoint was reached as it was recorded.
    Verified {
        /// How many frames were run.
        frames: u32,
        /// How many checkpoints were compared.
        checkpoints: u32,
    },
    /// The first checkpoint that was not.
    Differs(Differs),
}

/// Runs a replay through on the simulation that its start order begins, up to the first
/// checkpoint that differs, and hands the simulation back as it is then.
///
/// # Errors
/// When the replay is none of this simulation. Whether the rules are the same is asked before:
/// [`Replay::fits`].
pub fn verify<S: Rewind>(replay: &Replay, simulation: S) -> Result<(Verdict, S), Misfit> {
    let mut run = Run::new(replay, simulation)?;
    let (mut frames, mut checkpoints) = (0, 0);
    while let Some(step) = run.step(replay) {
        frames += 1;
        match step.compared {
            None => {}
            Some(Ok(())) => checkpoints += 1,
            Some(Err(differs)) => return Ok((Verdict::Differs(differs), run.simulation)),
        }
    }
    Ok((Verdict::Verified { frames, checkpoints }, run.simulation))
}

/// A simulation and where in the replay it stands.
#[derive(Clone, Debug)]
pub(super) struct Run<S: Rewind> {
    pub(super) simulation: S,
    pub(super) tape: Tape,
    inputs: Vec<S::Input>,
}

/// One frame that was run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stepped {
    pub(super) frame: Frame,
    /// The comparison with the recorded digest, where there is one.
    pub(super) compared: Option<Result<(), Differs>>,
}

/// A state to come back to.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    state: Vec<u8>,
    tape: Tape,
}

impl<S: Rewind> Run<S> {
    pub(super) fn new(replay: &Replay, mut simulation: S) -> Result<Self, Misfit> {
        let header = replay.header();
        if header.word_size != S::Input::SIZE {
            return Err(Misfit::WordSize);
        }
        match &header.origin {
            Origin::Start => {
                for (seat, hand) in (0..).map(Seat).zip(header.hands()) {
                    simulation.set_seat_controller(seat, hand);
                }
            }
            Origin::State { state, .. } => simulation.load(state).map_err(|_| Misfit::State)?,
        }
        let mut run = Self { simulation, tape: Tape::new(replay), inputs: Vec::new() };
        run.read_row();
        Ok(run)
    }

    /// Runs one frame; `None` at the end.
    pub(super) fn step(&mut self, replay: &Replay) -> Option<Stepped> {
        let moment = self.tape.step(replay).ok()??;
        for (seat, controller) in self.tape.changes() {
            self.simulation.set_seat_controller(*seat, *controller);
        }
        if self.tape.has_changed() {
            self.read_row();
        }
        self.simulation.tick(&self.inputs);
        let compare = |recorded| match self.simulation.state_hash() {
            ours if ours == recorded => Ok(()),
            ours => Err(Differs { frame: moment.frame, recorded, ours }),
        };
        Some(Stepped { frame: moment.frame, compared: moment.checkpoint.map(compare) })
    }

    pub(super) fn hands(&self) -> &[Controller] {
        self.tape.hands()
    }

    fn read_row(&mut self) {
        self.inputs.clear();
        self.inputs.extend(self.tape.inputs::<S::Input>());
    }

    pub(super) fn keep(&self) -> Kept {
        let mut state = Vec::new();
        self.simulation.save(&mut state);
        Kept { state, tape: self.tape.clone() }
    }

    /// Goes back, or ahead, to a kept state. Says whether it could.
    pub(super) fn go_to(&mut self, kept: &Kept) -> bool {
        if self.simulation.load(&kept.state).is_err() {
            return false;
        }
        self.tape = kept.tape.clone();
        self.read_row();
        true
    }
}

impl Kept {
    pub(super) fn bytes(&self) -> usize {
        self.state.len() + self.tape.held_bytes()
    }
}
