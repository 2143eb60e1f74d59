//! A difference in a file: what two peers remember of the frames around it, for a developer to
//! look into and to run again.
//!
//! ```text
//! "PLDB" version  simulation digest, start order  frame  { player, frames that are kept } × 2
//! a frame: its number, the digest after it, changes of hands before it, words, the state after it
//! ```

use crate::ids::{Frame, PlayerId, Seat, StateHash};
use crate::limits::{BUNDLE_BYTES, EVIDENCE_FRAMES, INPUTS_SHOWN_FRAMES, SEALED_SEATS, WORD_BYTES};
use crate::sim::{Difference, Input, Inspect, saved_difference};
use crate::track::Kept;
use crate::wire::{Controller, DecodeError, Reader, Start, Wire, WordSize, Writer};
use alloc::vec::Vec;
use core::fmt;

const MAGIC: &[u8; 4] = b"PLDB";
const VERSION: u8 = 1;

/// What a peer kept of the frames around a difference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Testimony {
    /// Whose.
    pub player: PlayerId,
    /// Consecutive frames, the oldest first; not every one has its state.
    pub kept: Vec<Kept>,
}

/// Two peers that differ, and all that is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The frame of the digests that gave it away.
    pub noticed: Frame,
    /// Our side.
    pub ours: Testimony,
    /// Theirs; nothing is kept where they did not answer.
    pub theirs: Testimony,
}

/// Where two peers differ first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The first frame after which they are known to differ.
    pub frame: Frame,
    /// Whether they are known to have been equal before it.
    pub is_first: bool,
    /// The other player.
    pub other: PlayerId,
    /// The first field that differs after that frame, where both states are known.
    pub difference: Option<Difference>,
    /// The first frame up to there for which the two heard other inputs, or saw a seat in other
    /// hands: then the states are not to blame.
    pub heard_otherwise: Option<(Frame, Seat)>,
    /// Our inputs of the last frames up to there, a word a seat.
    pub inputs_before: Vec<(Frame, Vec<u8>)>,
}

/// A case, and what it takes to run it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// The digest of the simulation that made it.
    pub simulation: StateHash,
    /// What was begun.
    pub start: Start,
    /// Who differs.
    pub case: Case,
}

/// Why a bundle is none, or nothing can be made of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BundleError {
    /// The file does not begin as a bundle does.
    NotABundle,
    /// It is of another version of the format.
    Version(u8),
    /// It is larger than [`BUNDLE_BYTES`], or damaged.
    Malformed(DecodeError),
    /// The two sides have no frame in common that differs.
    NoDifference,
    /// The state before the difference was not kept.
    NoStateBefore,
    /// The state before the difference is none of this simulation.
    BadState,
}

/// What became of a side's frame when it was simulated again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retrial {
    /// Whose frame.
    pub player: PlayerId,
    /// The digest that its peer had.
    pub claimed: StateHash,
    /// The digest that came out here.
    pub digest: StateHash,
    /// Where the state that came out (ours) differs from the peer's (theirs).
    pub difference: Option<Difference>,
}

impl Retrial {
    /// Whether the peer's machine did as this one does.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.claimed == self.digest
    }
}

/// A difference, simulated again from the state before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rerun {
    /// The frame that was simulated.
    pub frame: Frame,
    /// What came of our inputs.
    pub ours: Retrial,
    /// What came of theirs.
    pub theirs: Retrial,
}

impl Case {
    /// Where the two differ first. `like` is a simulation that their states belong to.
    #[must_use]
    pub fn finding<S: Inspect>(&self, like: &S) -> Option<Finding> {
        let (ours, theirs, is_first) = first_difference(&self.ours.kept, &self.theirs.kept)?;
        let known = !ours.state.is_empty() && !theirs.state.is_empty();
        let difference = known.then(|| saved_difference(like, &ours.state, &theirs.state));
        let until = |kept: &&Kept| kept.frame <= ours.frame;
        let before = self.ours.kept.iter().filter(until).rev().take(INPUTS_SHOWN_FRAMES);
        let mut inputs_before: Vec<(Frame, Vec<u8>)> =
            before.map(|kept| (kept.frame, kept.words.clone())).collect();
        inputs_before.reverse();
        Some(Finding {
            frame: ours.frame,
            is_first,
            other: self.theirs.player,
            difference: difference.flatten(),
            heard_otherwise: heard_otherwise(
                &self.ours.kept,
                &self.theirs.kept,
                ours.frame,
                S::Input::SIZE,
            ),
            inputs_before,
        })
    }
}

impl Bundle {
    /// Simulates the first frame that differs again, on either side's inputs, from the state
    /// before it. `game` is the simulation that the start order begins.
    ///
    /// # Errors
    /// When that is not known, or makes no sense.
    pub fn rerun<S: Inspect>(&self, game: &S) -> Result<Rerun, BundleError> {
        let (ours, theirs, _) = first_difference(&self.case.ours.kept, &self.case.theirs.kept)
            .ok_or(BundleError::NoDifference)?;
        let mut before = game.clone();
        if ours.frame.0 > 0 {
            let last = ours.frame.minus(1);
            let kept = self.case.ours.kept.iter().chain(&self.case.theirs.kept);
            let state = kept.filter(|kept| kept.frame == last).find(|kept| !kept.state.is_empty());
            let state = state.ok_or(BundleError::NoStateBefore)?;
            before.load(&state.state).map_err(|_| BundleError::BadState)?;
        }
        Ok(Rerun {
            frame: ours.frame,
            ours: self.retry(before.clone(), self.case.ours.player, ours)?,
            theirs: self.retry(before, self.case.theirs.player, theirs)?,
        })
    }

    fn retry<S: Inspect>(
        &self,
        mut game: S,
        player: PlayerId,
        kept: &Kept,
    ) -> Result<Retrial, BundleError> {
        let seats = self.start.seats.len();
        let words = kept.words.chunks_exact(S::Input::SIZE.bytes());
        let inputs: Vec<S::Input> = words.map(S::Input::read).collect();
        if inputs.len() != seats || kept.changes.iter().any(|(seat, _)| seat.index() >= seats) {
            return Err(BundleError::Malformed(DecodeError::BadValue("seat")));
        }
        for (seat, controller) in &kept.changes {
            game.set_seat_controller(*seat, *controller);
        }
        game.tick(&inputs);
        let mut state = Vec::new();
        game.save(&mut state);
        let known = !kept.state.is_empty();
        let difference = known.then(|| saved_difference(&game, &state, &kept.state)).flatten();
        Ok(Retrial { player, claimed: kept.digest, digest: game.state_hash(), difference })
    }

    /// The case that two bundles of one session make together, of what each peer kept itself: for
    /// peers who could not exchange anything while they played.
    #[must_use]
    pub fn against(&self, other: &Self) -> Case {
        let noticed = self.case.noticed.min(other.case.noticed);
        Case { noticed, ours: self.case.ours.clone(), theirs: other.case.ours.clone() }
    }
}

/// The first frame that both kept and that differs, and whether they agree on the one before it.
pub(super) fn first_difference<'a>(
    ours: &'a [Kept],
    theirs: &'a [Kept],
) -> Option<(&'a Kept, &'a Kept, bool)> {
    let pairs = pairs(ours, theirs);
    let (ours, theirs) = pairs.clone().find(|(ours, theirs)| ours.digest != theirs.digest)?;
    let agreed = pairs.clone().any(|(before, _)| before.frame.plus(1) == ours.frame);
    Some((ours, theirs, agreed || ours.frame.0 == 0))
}

/// The frames that both kept.
fn pairs<'a>(
    ours: &'a [Kept],
    theirs: &'a [Kept],
) -> impl Iterator<Item = (&'a Kept, &'a Kept)> + Clone {
    let first = theirs.first().map_or(Frame(u32::MAX), |kept| kept.frame);
    ours.iter().filter_map(move |ours| {
        let theirs = theirs.get(ours.frame.0.checked_sub(first.0)? as usize)?;
        Some((ours, theirs))
    })
}

/// The first frame up to `until` for which the two had other inputs or hands, and whose.
fn heard_otherwise(
    ours: &[Kept],
    theirs: &[Kept],
    until: Frame,
    word_size: WordSize,
) -> Option<(Frame, Seat)> {
    let known = |kept: &Kept| !kept.words.is_empty(); // or only the digest is
    let pairs = pairs(ours, theirs).take_while(|(ours, _)| ours.frame <= until);
    pairs.filter(|(ours, theirs)| known(ours) && known(theirs)).find_map(|(ours, theirs)| {
        let seat = odd_word(&ours.words, &theirs.words, word_size)
            .or_else(|| odd_change(&ours.changes, &theirs.changes))?;
        Some((ours.frame, seat))
    })
}

fn odd_word(ours: &[u8], theirs: &[u8], size: WordSize) -> Option<Seat> {
    let longer = ours.len().max(theirs.len());
    let at = (0..longer).find(|at| ours.get(*at) != theirs.get(*at))?;
    u16::try_from(at / size.bytes()).ok().map(Seat)
}

fn odd_change(ours: &[(Seat, Controller)], theirs: &[(Seat, Controller)]) -> Option<Seat> {
    let longer = ours.len().max(theirs.len());
    let at = (0..longer).find(|at| ours.get(*at) != theirs.get(*at))?;
    ours.get(at).or(theirs.get(at)).map(|(seat, _)| *seat)
}

impl Bundle {
    /// The bytes of the file.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.raw(MAGIC);
        out.u8(VERSION);
        self.simulation.write(&mut out);
        self.start.write(&mut out);
        self.case.noticed.write(&mut out);
        for side in [&self.case.ours, &self.case.theirs] {
            side.player.write(&mut out);
            side.kept.write(&mut out);
        }
        out.finish()
    }

    /// Reads a file, whoever made it.
    ///
    /// # Errors
    /// Says why it is none.
    pub fn decode(bytes: &[u8]) -> Result<Self, BundleError> {
        let body = bytes.strip_prefix(MAGIC).ok_or(BundleError::NotABundle)?;
        let (version, body) = body.split_first().ok_or(BundleError::NotABundle)?;
        if *version != VERSION {
            return Err(BundleError::Version(*version));
        }
        if bytes.len() > BUNDLE_BYTES {
            return Err(BundleError::Malformed(DecodeError::TooLong("bundle")));
        }
        Self::read(body).map_err(BundleError::Malformed)
    }

    fn read(body: &[u8]) -> Result<Self, DecodeError> {
        let mut input = Reader::new(body, WordSize::PAD);
        let simulation = StateHash::read(&mut input, "simulation")?;
        let start = Start::read(&mut input, "start")?;
        let noticed = Frame::read(&mut input, "frame")?;
        let [ours, theirs] = [(); 2].map(|()| {
            let player = PlayerId::read(&mut input, "player")?;
            Ok(Testimony { player, kept: Vec::read(&mut input, "kept")? })
        });
        let case = Case { noticed, ours: ours?, theirs: theirs? };
        input.finish()?;
        Ok(Self { simulation, start, case })
    }
}

/// The bytes of what is shown to the other peer.
pub(super) fn encode_kept(kept: &Vec<Kept>) -> Vec<u8> {
    let mut out = Writer::default();
    kept.write(&mut out);
    out.finish()
}

/// What the other peer shows.
pub(super) fn decode_kept(bytes: &[u8]) -> Result<Vec<Kept>, DecodeError> {
    let mut input = Reader::new(bytes, WordSize::PAD);
    let kept = Vec::read(&mut input, "kept")?;
    input.finish()?;
    Ok(kept)
}

impl Wire for Vec<Kept> {
    fn write(&self, out: &mut Writer) {
        out.varint(self.len() as u64);
        for kept in self {
            kept.frame.write(out);
            kept.digest.write(out);
            out.varint(kept.changes.len() as u64);
            for (seat, controller) in &kept.changes {
                seat.write(out);
                controller.write(out);
            }
            for bytes in [&kept.words, &kept.state] {
                out.varint(bytes.len() as u64);
                out.raw(bytes);
            }
        }
    }

    fn read(input: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError> {
        let mut all = Vec::new();
        for _ in 0..input.count(EVIDENCE_FRAMES, field)? {
            let frame = Frame::read(input, "frame")?;
            let follows = |last: &Kept| last.frame.plus(1) == frame && frame.0 < u32::MAX;
            if all.last().is_some_and(|last| !follows(last)) {
                return Err(DecodeError::BadValue("frame"));
            }
            let digest = StateHash::read(input, "digest")?;
            let mut changes = Vec::new();
            for _ in 0..input.count(SEALED_SEATS, "changes")? {
                changes.push((Seat::read(input, "seat")?, Controller::read(input, "controller")?));
            }
            let count = input.count(SEALED_SEATS * WORD_BYTES, "words")?;
            let words = input.raw(count, "words")?.into();
            let count = input.count(BUNDLE_BYTES, "state")?;
            let state = input.raw(count, "state")?.into();
            all.push(Kept { frame, digest, changes, words, state });
        }
        Ok(all)
    }
}

impl fmt::Display for BundleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotABundle => f.write_str("this is not a bundle"),
            Self::Version(version) => write!(f, "bundles of version {version} cannot be read here"),
            Self::Malformed(error) => write!(f, "the bundle is damaged: {error}"),
            Self::NoDifference => f.write_str("no frame that both sides kept differs"),
            Self::NoStateBefore => f.write_str("the state before the difference was not kept"),
            Self::BadState => f.write_str("the state before the difference is none of this game"),
        }
    }
}

impl core::error::Error for BundleError {}
