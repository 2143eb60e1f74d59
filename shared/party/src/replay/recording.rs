//! The recording of the running game, which is kept until another game begins.

use crate::cast::Cast;
use crate::game;
use netplay::ids::{Frame, PadWord, StateHash};
use netplay::limits::REPLAY_BYTES;
use netplay::session::Confirmed;
use netplay::session::replay::{Header, Look, Origin, Recorder};
use netplay::wire::{Start, Text};

/// At most one game, the newest.
#[derive(Debug, Default)]
pub(crate) struct Recording(Option<Recorder>);

impl Recording {
    /// Another recording begins, and what was recorded before is forgotten.
    pub(crate) fn begin(&mut self, header: &Header) {
        self.0 = Some(Recorder::new(header, REPLAY_BYTES));
    }

    pub(crate) fn frame(&mut self, confirmed: &Confirmed<PadWord>) {
        if let Some(recorder) = &mut self.0 {
            recorder.frame(confirmed);
        }
    }

    pub(crate) fn checkpoint(&mut self, checkpoint: Option<(Frame, StateHash)>) {
        if let (Some(recorder), Some((frame, hash))) = (&mut self.0, checkpoint) {
            recorder.checkpoint(frame, hash);
        }
    }

    /// The file so far; `None` when there is nothing to show yet.
    pub(crate) fn to_bytes(&self) -> Option<Vec<u8>> {
        self.0.as_ref().filter(|recorder| recorder.frames() > 0).map(Recorder::to_bytes)
    }
}

/// What a recording of a game says before its first frame.
pub(crate) fn header(start: &Start, cast: &Cast) -> Header {
    let identity = game::identity();
    let look = |seat: &crate::view::SeatView| Look {
        name: Text::truncated(&seat.name),
        colour: seat.colour,
    };
    Header {
        simulation: identity.simulation,
        build: identity.build,
        word_size: identity.word_size,
        start: start.clone(),
        looks: cast.seats().iter().map(look).collect(),
        origin: Origin::Start,
    }
}
