//! Looks into a difference: two peers whose digests differ show each other what they remember.
//!
//! ```text
//! ours    Digests{frames kept}  ─►   ◄─ Digests{frames kept}    theirs
//!         the first frame that both kept and that differs: both find the same one
//! ours    Exhibit{that frame}   ─►   ◄─ Exhibit{that frame}     theirs
//!         a Case: where it is, see Case::finding
//! ```
//!
//! One peer of the other opinion is asked. Who is asked answers, and asks back. Whatever the
//! other one says or leaves out, it ends within [`EXHIBIT_TOTAL_MS`], and with a case.

use super::bundle::{Case, Testimony, decode_kept, encode_kept, first_difference};
use crate::ids::{Frame, PlayerId, StateHash};
use crate::limits::{
    EXHIBIT_PAUSE_MS, EXHIBIT_PORTION_MS, EXHIBIT_SILENCE_MS, EXHIBIT_TOTAL_MS,
    INPUTS_SHOWN_FRAMES, PAYLOAD_BYTES, ROOM_SEATS, TRANSFER_BYTES, TRANSFER_WINDOW_BYTES,
};
use crate::time::Instant;
use crate::track::{Evidence, Kept};
use crate::wire::{Blob, Digests, Exhibit, Message};
use alloc::vec::Vec;
use core::time::Duration;

/// Parts of a state that leave at once.
const PORTION_PARTS: u16 = (TRANSFER_WINDOW_BYTES as usize / PAYLOAD_BYTES) as u16;
/// Of the words that are shown beside the state.
const WORDS_SHOWN_BYTES: usize = 64 * 1024;

/// One peer's side of looking into differences, for the life of a session.
#[derive(Debug)]
pub struct Microscope {
    me: PlayerId,
    /// At most one a peer, and no more than a room has seats.
    talks: Vec<Talk>,
    /// Whom we ask, and the frame whose digests differ.
    suspect: Option<(PlayerId, Frame)>,
    /// What we remembered when we suspected somebody: our state may be mended before they ask.
    frozen: Option<(Evidence, Instant)>,
    case: Option<Case>,
}

impl Microscope {
    /// Nothing is suspected yet.
    #[must_use]
    pub fn new(me: PlayerId) -> Self {
        Self { me, talks: Vec::new(), suspect: None, frozen: None, case: None }
    }

    /// The digests of `frame` differ from those of `other`: asks them, unless somebody is being
    /// asked already, or they were asked just now. `evidence` is what the session remembers.
    pub fn suspect(&mut self, other: PlayerId, frame: Frame, evidence: &Evidence, now: Instant) {
        if self.suspect.is_some() || self.case.is_some() {
            return;
        }
        // They may have asked first, and may even be done.
        let known = self.talks.iter().find(|talk| talk.peer == other);
        if known.is_some_and(|talk| talk.told) {
            return;
        }
        if known.is_none() {
            if self.talks.len() == ROOM_SEATS {
                self.talks.remove(0);
            }
            self.talks.push(Talk::new(other, evidence, now));
        }
        self.suspect = Some((other, frame));
        self.frozen = Some((evidence.clone(), now));
        self.settle(now);
    }

    /// Takes what a peer says; anything that is none of this is ignored.
    pub fn handle(&mut self, message: &Message, evidence: &Evidence, now: Instant) {
        match message {
            Message::Digests(digests) => {
                let stranger = !self.talks.iter().any(|talk| talk.peer == digests.peer);
                if stranger && self.talks.len() < ROOM_SEATS {
                    let frozen = self.frozen.as_ref().map(|(evidence, _)| evidence);
                    let evidence = frozen.unwrap_or(evidence);
                    self.talks.push(Talk::new(digests.peer, evidence, now));
                }
                if let Some(talk) = self.with(digests.peer) {
                    talk.compare(digests, now);
                }
            }
            Message::Exhibit(exhibit) => {
                if let Some(talk) = self.with(exhibit.peer) {
                    talk.look_at(exhibit, now);
                }
            }
            _ => return,
        }
        self.settle(now);
    }

    /// The next message to a peer, for an ordered lane.
    pub fn poll_message(&mut self) -> Option<Message> {
        self.talks.iter_mut().find_map(Talk::poll_message)
    }

    /// What we and the one we suspected know, once they have answered or their time is over. Told
    /// once; then the next difference may be looked into.
    pub fn poll_case(&mut self) -> Option<Case> {
        self.case.take()
    }

    /// When [`handle_timeout`](Self::handle_timeout) has something to do.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        self.talks.iter().map(Talk::next_date).min()
    }

    /// Lets the next portion go, and gives up whoever is silent.
    pub fn handle_timeout(&mut self, now: Instant) {
        self.talks.iter_mut().for_each(|talk| talk.handle_timeout(now));
        self.settle(now);
    }

    fn with(&mut self, peer: PlayerId) -> Option<&mut Talk> {
        self.talks.iter_mut().find(|talk| talk.peer == peer)
    }

    /// Makes the case once the talk with the suspect is over.
    fn settle(&mut self, now: Instant) {
        let me = self.me;
        if let Some((suspect, noticed)) = self.suspect
            && let Some(talk) = self.with(suspect)
            && matches!(talk.stage, Stage::Over(_))
        {
            talk.told = true;
            let theirs = Testimony { player: suspect, kept: core::mem::take(&mut talk.theirs) };
            let kept = core::mem::take(&mut talk.ours);
            let ours = Testimony { player: me, kept };
            self.case = Some(Case { noticed, ours, theirs });
            self.suspect = None;
        }
        self.talks.retain(|talk| now < talk.forgotten_at());
        let total = Duration::from_millis(EXHIBIT_TOTAL_MS);
        self.frozen.take_if(|(_, since)| now >= *since + total);
    }
}

/// What is said between us and one peer.
#[derive(Debug)]
struct Talk {
    peer: PlayerId,
    stage: Stage,
    /// Whether a case was made of it.
    told: bool,
    begun: Instant,
    /// When something came that brought us on.
    heard: Instant,
    /// What we remembered when it began.
    ours: Vec<Kept>,
    /// What they say they remember.
    theirs: Vec<Kept>,
    digests_due: bool,
    /// What we show, and how much of it: parts that have left, and parts that may leave now.
    shows: Vec<u8>,
    frame: Frame,
    left: u16,
    may_leave: u16,
    portion_at: Instant,
    /// What they have shown so far, in so many parts.
    seen: Vec<u8>,
    seen_parts: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Their digests are awaited.
    Asking,
    /// Their state after the frame in question is awaited.
    Comparing,
    /// It is over, since then.
    Over(Instant),
}

impl Talk {
    fn new(peer: PlayerId, evidence: &Evidence, now: Instant) -> Self {
        Self {
            peer,
            stage: Stage::Asking,
            told: false,
            begun: now,
            heard: now,
            ours: evidence.iter().cloned().collect(),
            theirs: Vec::new(),
            digests_due: true,
            shows: Vec::new(),
            frame: Frame(0),
            left: 0,
            may_leave: 0,
            portion_at: now,
            seen: Vec::new(),
            seen_parts: 0,
        }
    }

    /// Their digests are here: both of us now know which frame to show.
    fn compare(&mut self, digests: &Digests, now: Instant) {
        if self.stage != Stage::Asking {
            return;
        }
        let frames = (digests.first.0..u32::MAX).map(Frame).zip(&digests.hashes);
        let kept = |(frame, digest): (Frame, &StateHash)| Kept {
            frame,
            digest: *digest,
            ..Kept::default()
        };
        self.theirs = frames.map(kept).collect();
        self.heard = now;
        let Some((ours, _, _)) = first_difference(&self.ours, &self.theirs) else {
            self.stage = Stage::Over(now);
            return;
        };
        self.frame = ours.frame;
        self.stage = Stage::Comparing;
        self.shows = encode_kept(&excerpt(&self.ours, self.frame));
        if self.shows.len() > TRANSFER_BYTES {
            self.shows = Vec::new();
        }
        self.may_leave = PORTION_PARTS;
        self.portion_at = now + Duration::from_millis(EXHIBIT_PORTION_MS);
    }

    /// A part of what they have after that frame.
    fn look_at(&mut self, exhibit: &Exhibit, now: Instant) {
        let Exhibit { frame, part, parts, bytes, .. } = exhibit;
        let awaited = self.stage == Stage::Comparing
            && (*frame, *part) == (self.frame, self.seen_parts)
            && !bytes.is_empty();
        if !awaited {
            return;
        }
        self.heard = now;
        self.seen_parts += 1;
        self.seen.extend_from_slice(bytes);
        if self.seen.len() > TRANSFER_BYTES {
            self.finish(now);
        } else if self.seen_parts >= *parts {
            self.believe();
            self.finish(now);
        }
    }

    /// Takes what they have shown, if it is about the frames and the digests they told before.
    fn believe(&mut self) {
        let Ok(shown) = decode_kept(&self.seen) else { return };
        let first = self.theirs.first().map_or(Frame(0), |kept| kept.frame);
        let index = |kept: &Kept| kept.frame.0.checked_sub(first.0).map(|index| index as usize);
        let told = |kept: &Kept| index(kept).and_then(|index| self.theirs.get(index));
        let fits = |kept: &Kept| told(kept).is_some_and(|told| told.digest == kept.digest);
        if !shown.iter().all(fits) || shown.last().is_none_or(|last| last.frame != self.frame) {
            return;
        }
        for kept in shown {
            if let Some(told) = index(&kept).and_then(|index| self.theirs.get_mut(index)) {
                *told = kept;
            }
        }
        // The question is answered by two of our states: the one before, and the one that differs.
        for kept in &mut self.ours {
            if kept.frame != self.frame && kept.frame.plus(1) != self.frame {
                kept.state = Vec::new();
            }
        }
    }

    fn finish(&mut self, now: Instant) {
        self.stage = Stage::Over(now);
        self.seen = Vec::new();
    }

    fn poll_message(&mut self) -> Option<Message> {
        let peer = self.peer;
        if self.digests_due {
            self.digests_due = false;
            let first = self.ours.first().map_or(Frame(0), |kept| kept.frame);
            let hashes = self.ours.iter().map(|kept| kept.digest).collect();
            return Some(Digests { peer, first, hashes }.into());
        }
        if self.left == self.may_leave {
            return None;
        }
        let (part, parts) = (self.left, self.parts());
        let bytes = self.shows.chunks(PAYLOAD_BYTES).nth(usize::from(part))?;
        let bytes = Blob::new(bytes).ok()?;
        self.left += 1;
        Some(Exhibit { peer, frame: self.frame, part, parts, bytes }.into())
    }

    fn parts(&self) -> u16 {
        self.shows.len().div_ceil(PAYLOAD_BYTES) as u16
    }

    fn has_more(&self) -> bool {
        self.may_leave < self.parts()
    }

    /// When we give them up.
    fn patience(&self) -> Instant {
        let silent = self.heard + Duration::from_millis(EXHIBIT_SILENCE_MS);
        silent.min(self.begun + Duration::from_millis(EXHIBIT_TOTAL_MS))
    }

    /// When they may ask again.
    fn forgotten_at(&self) -> Instant {
        let total = self.begun + Duration::from_millis(EXHIBIT_TOTAL_MS);
        match self.stage {
            Stage::Over(since) => total.max(since + Duration::from_millis(EXHIBIT_PAUSE_MS)),
            _ => total + Duration::from_millis(EXHIBIT_PAUSE_MS),
        }
    }

    fn next_date(&self) -> Instant {
        let date = match self.stage {
            Stage::Over(_) => self.forgotten_at(),
            _ => self.patience(),
        };
        if self.has_more() { date.min(self.portion_at) } else { date }
    }

    fn handle_timeout(&mut self, now: Instant) {
        if self.has_more() && now >= self.portion_at {
            self.may_leave = self.may_leave.saturating_add(PORTION_PARTS);
            self.portion_at = now + Duration::from_millis(EXHIBIT_PORTION_MS);
        }
        if !matches!(self.stage, Stage::Over(_)) && now >= self.patience() {
            self.finish(now);
        }
    }
}

/// What we show of a frame: the state after it, and the words of the last frames up to there.
fn excerpt(kept: &[Kept], frame: Frame) -> Vec<Kept> {
    let until = kept.iter().rev().skip_while(|kept| kept.frame > frame);
    let mut budget = WORDS_SHOWN_BYTES;
    let mut shown: Vec<Kept> = until
        .take(INPUTS_SHOWN_FRAMES)
        .take_while(|kept| {
            let fits = kept.frame == frame || kept.words.len() <= budget;
            budget = budget.saturating_sub(kept.words.len());
            fits
        })
        .cloned()
        .collect();
    shown.reverse();
    for kept in shown.iter_mut().filter(|kept| kept.frame != frame) {
        kept.state = Vec::new();
    }
    shown
}
