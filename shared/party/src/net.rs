//! How the running game gets over the wire: what the net panel shows.

use crate::plan::Netcode;
use netplay::ids::{Frame, StateHash};
use std::collections::VecDeque;

/// Checkpoints that the panel shows.
pub const CHECKPOINTS_SHOWN: usize = 32;

/// The counters of the running game. They move every frame, so they are no part of the
/// [`RoomView`](crate::RoomView): a panel that is open asks for them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NetView {
    /// How everybody's inputs come together.
    pub netcode: Netcode,
    /// How many frames may be played on guessed words; 0 in lockstep.
    pub window_frames: u8,
    /// The round trip to the relay, once measured.
    pub rtt_ms: Option<u16>,
    /// Frames between a press and its effect for everybody else.
    pub input_delay: u8,
    /// Frames between a press and its effect here.
    pub own_delay: u8,
    /// How often this page had to wait for words.
    pub stalls: u32,
    /// For how long altogether.
    pub stalled_ms: u32,
    /// How often frames were played again.
    pub rollbacks: u32,
    /// The most frames that one of them played again.
    pub deepest: u32,
    /// Frames played on a guess.
    pub guessed: u32,
    /// Those of them whose guess was wrong.
    pub mispredicted: u32,
    /// Moves of somebody's car that a correction caused.
    pub corrections: u32,
    /// The largest of them, in millimetres.
    pub largest_mm: u32,
    /// States that a server has told.
    pub states: u32,
    /// Whether this page is that server.
    pub is_server: bool,
    /// The most that a fading correction moves the own car in one picture, at thirty a second, in
    /// millimetres: reckoned from the corrections where a server decides, not measured at pictures.
    pub step_mm: u32,
    /// Jumps of the clock.
    pub snaps: u32,
    /// Bytes a second to the relay, over the last second.
    pub bytes_up_s: u32,
    /// Bytes a second from the relay.
    pub bytes_down_s: u32,
    /// The last [`CHECKPOINTS_SHOWN`] checkpoints, oldest first; whether everybody agreed, once
    /// that is known.
    pub checkpoints: Vec<(Frame, StateHash, Option<bool>)>,
}

/// The checkpoints of a game and what became of them.
#[derive(Debug, Default)]
pub(crate) struct History {
    checkpoints: VecDeque<(Frame, StateHash, Option<bool>)>,
}

impl History {
    /// Our newest checkpoint.
    pub(crate) fn ours(&mut self, newest: Option<(Frame, StateHash)>) {
        let Some((frame, hash)) = newest else { return };
        if self.checkpoints.back().is_some_and(|(last, ..)| *last == frame) {
            return;
        }
        if self.checkpoints.len() == CHECKPOINTS_SHOWN {
            self.checkpoints.pop_front();
        }
        self.checkpoints.push_back((frame, hash, None));
    }

    /// Everybody agreed on the frame, or somebody did not.
    pub(crate) fn judged(&mut self, frame: Frame, agreed: bool) {
        if let Some((.., told)) = self.checkpoints.iter_mut().find(|(at, ..)| *at == frame) {
            *told = Some(agreed);
        }
    }

    pub(crate) fn shown(&self) -> Vec<(Frame, StateHash, Option<bool>)> {
        self.checkpoints.iter().copied().collect()
    }
}
