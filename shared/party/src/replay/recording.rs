//! The recording of the running game, which is kept until another game begins.

use crate::cast::Cast;
use crate::game::identity;
use crate::play::Play;
use crate::view::SeatView;
use games::pack::Pack;
use netplay::ids::{Frame, PadWord, StateHash};
use netplay::limits::{NAME_BYTES, REPLAY_BYTES, ROOM_SEATS};
use netplay::session::Confirmed;
use netplay::session::replay::{Header, Look, Origin, Recorder, Replay};
use netplay::sim::Rewind;
use netplay::wire::{Controller, Start, Text};

/// Room for longer names than those of the start.
const NAMES_BYTES: usize = ROOM_SEATS * NAME_BYTES;

/// What a game does for its recording.
#[derive(Debug)]
pub(crate) struct Filming {
    header: Header,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The next frame is the first.
    Due,
    Running,
}

impl Filming {
    /// A game before its first frame.
    pub(crate) fn new(start: &Start, pack: &Pack, cast: &Cast) -> Self {
        let ours = identity(pack);
        let header = Header {
            simulation: ours.simulation,
            pack: ours.pack,
            build: ours.build,
            word_size: ours.word_size,
            start: start.clone(),
            looks: cast.seats().iter().map(look).collect(),
            origin: Origin::Start,
        };
        Self { header, stage: Stage::Due }
    }

    /// The state is here, and `frame` is the next.
    pub(crate) fn begin_at(&mut self, frame: Frame, play: &Play, cast: &Cast) {
        let mut state = Vec::new();
        play.simulation().save(&mut state);
        let seats = cast.seats().iter().map(|seat| seat.seat);
        let hands = seats.map(|seat| play.controller(seat).unwrap_or(Controller::Ai));
        self.header.origin = Origin::State { frame, hands: hands.collect(), state };
        self.header.looks = cast.seats().iter().map(look).collect();
        self.stage = Stage::Due;
    }

    /// Hands over what has become certain since the last call. An earlier game's recording is kept
    /// until there is something of this one.
    pub(crate) fn take(&mut self, play: &mut Play, cast: &Cast, recording: &mut Recording) {
        while let Some(confirmed) = play.poll_confirmed() {
            if self.stage == Stage::Due {
                recording.begin(&self.header);
                self.stage = Stage::Running;
            }
            if self.stage == Stage::Running {
                recording.frame(&confirmed);
            }
        }
        if self.stage == Stage::Running {
            recording.checkpoint(play.last_checkpoint());
            recording.call(cast.seats());
        }
    }
}

/// At most one game, the newest.
#[derive(Debug, Default)]
pub(crate) struct Recording {
    recorder: Option<Recorder>,
    /// What the seats are called by now, and whether that is not what the recorder was told.
    looks: Vec<Look>,
    renamed: bool,
}

impl Recording {
    /// Another recording begins, and what was recorded before is forgotten.
    pub(crate) fn begin(&mut self, header: &Header) {
        self.recorder = Some(Recorder::new(header, REPLAY_BYTES - NAMES_BYTES));
        (self.looks, self.renamed) = (header.looks.clone(), false);
    }

    pub(crate) fn frame(&mut self, confirmed: &Confirmed<PadWord>) {
        if let Some(recorder) = &mut self.recorder {
            recorder.frame(confirmed);
        }
    }

    pub(crate) fn checkpoint(&mut self, checkpoint: Option<(Frame, StateHash)>) {
        if let (Some(recorder), Some((frame, hash))) = (&mut self.recorder, checkpoint) {
            recorder.checkpoint(frame, hash);
        }
    }

    /// Who takes a seat in the middle of a game gives it their name.
    pub(crate) fn call(&mut self, seats: &[SeatView]) {
        for (seen, seat) in self.looks.iter_mut().zip(seats) {
            if *seen.name != *seat.name {
                (*seen, self.renamed) = (look(seat), true);
            }
        }
    }

    /// The file so far; `None` when there is nothing to show yet.
    pub(crate) fn to_bytes(&self) -> Option<Vec<u8>> {
        let recorder = self.recorder.as_ref().filter(|recorder| recorder.frames() > 0)?;
        let file = recorder.to_bytes();
        if !self.renamed {
            return Some(file);
        }
        let replay = Replay::decode(file, REPLAY_BYTES).ok()?;
        Some(replay.with_looks(self.looks.clone()))
    }
}

fn look(seat: &SeatView) -> Look {
    Look { name: Text::truncated(&seat.name), colour: seat.colour }
}
