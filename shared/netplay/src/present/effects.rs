//! Sounds and sparks of frames that may be simulated again: none begins twice.

use crate::ids::Frame;
use crate::limits::EFFECTS_LIVE;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// Names one effect from its beginning to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EffectId(pub u32);

/// What becomes of an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect<E> {
    /// It happened, as far as is known.
    Begin(EffectId, E),
    /// It did not happen after all.
    Cancel(EffectId),
    /// It has happened for good, in the end like this.
    Keep(EffectId, E),
}

/// Every effect that is still a guess.
///
/// What "the same effect" is, the effect's `PartialEq` says: its details may differ. An effect that a corrected frame does
/// not raise again, but one a few frames before or after it does, has moved and not begun anew.
///
/// ```
/// use netplay::ids::Frame;
/// use netplay::present::{Effect, EffectId, EffectLedger};
///
/// let mut ledger = EffectLedger::new(2);
/// ledger.simulated(Frame(7), ["bump"]);
/// assert_eq!(ledger.poll(), Some(Effect::Begin(EffectId(0), "bump")));
/// ledger.simulated(Frame(7), []); // the guess was wrong …
/// ledger.simulated(Frame(8), ["bump"]); // … about the moment
/// ledger.confirm(Frame(9));
/// assert_eq!(ledger.poll(), Some(Effect::Keep(EffectId(0), "bump")));
/// assert_eq!(ledger.poll(), None);
/// ```
#[derive(Clone, Debug)]
pub struct EffectLedger<E> {
    slack_frames: u32,
    /// The first frame that was never simulated.
    next: Frame,
    next_id: u32,
    live: Vec<Live<E>>,
    news: VecDeque<Effect<E>>,
}

#[derive(Clone, Debug)]
struct Live<E> {
    id: EffectId,
    frame: Frame,
    effect: E,
    /// Its frame was simulated again, and it has not been raised again yet.
    doubtful: bool,
}

impl<E: Clone + PartialEq> EffectLedger<E> {
    /// A ledger in which an effect may move by up to `slack_frames`.
    #[must_use]
    pub fn new(slack_frames: u32) -> Self {
        let (live, news) = Default::default();
        Self { slack_frames, next: Frame(0), next_id: 0, live, news }
    }

    /// This frame was simulated, for the first time or again, and raised these effects. After a
    /// wrong guess every frame from the first wrong one on is simulated again, in order.
    pub fn simulated(&mut self, frame: Frame, effects: impl IntoIterator<Item = E>) {
        if frame < self.next {
            for live in self.live.iter_mut().filter(|live| live.frame >= frame) {
                live.doubtful = true;
            }
        }
        self.next = self.next.max(frame.plus(1));
        effects.into_iter().for_each(|effect| self.raise(frame, effect));
        self.cancel_doubtful(frame.plus(1));
    }

    /// Frames before this one are not simulated again.
    pub fn confirm(&mut self, upto: Frame) {
        self.cancel_doubtful(upto);
        let news = &mut self.news;
        self.live.retain(|live| {
            let is_over = live.frame < upto && !live.doubtful;
            if is_over {
                news.push_back(Effect::Keep(live.id, live.effect.clone()));
            }
            !is_over
        });
    }

    /// Time goes on at this frame, from another peer's state: what was a guess remains untold.
    pub fn jump(&mut self, next: Frame) {
        self.next = next;
        self.news.extend(self.live.drain(..).map(|live| Effect::Cancel(live.id)));
    }

    /// The next thing to tell.
    pub fn poll(&mut self) -> Option<Effect<E>> {
        self.news.pop_front()
    }

    fn raise(&mut self, frame: Frame, effect: E) {
        let away = |live: &Live<E>| live.frame.0.abs_diff(frame.0);
        let same = self.live.iter_mut().filter(|live| live.doubtful && live.effect == effect);
        let nearest = same.min_by_key(|live| away(live));
        if let Some(live) = nearest.filter(|live| away(live) <= self.slack_frames) {
            (live.frame, live.effect, live.doubtful) = (frame, effect, false);
            return;
        }
        if self.live.len() == EFFECTS_LIVE {
            let oldest = self.live.remove(0); // nobody wonders any more whether it was right
            self.news.push_back(Effect::Keep(oldest.id, oldest.effect));
        }
        let id = EffectId(self.next_id);
        self.next_id = self.next_id.wrapping_add(1);
        self.live.push(Live { id, frame, effect: effect.clone(), doubtful: false });
        self.news.push_back(Effect::Begin(id, effect));
    }

    /// Cancels what frames from `next` on are too late to raise again.
    fn cancel_doubtful(&mut self, next: Frame) {
        let (slack, news) = (self.slack_frames, &mut self.news);
        self.live.retain(|live| {
            let is_undone = live.doubtful && live.frame.plus(slack) < next;
            if is_undone {
                news.push_back(Effect::Cancel(live.id));
            }
            !is_undone
        });
    }
}
