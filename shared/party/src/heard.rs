//! What is heard of frames that may be played again: nothing twice, and news only once it is
//! certain.

use crate::scene::Cue;
use games::{Event, Game};
use netplay::ids::{Frame, Seat};
use netplay::present::{Effect, EffectId, EffectLedger};

/// A sound may come this much earlier or later after a correction and is still the same.
const SLACK_FRAMES: u32 = 6;
/// What is not the player's own doing waits for so long: most guesses are set right by then, and a
/// twentieth of a second is not heard.
const HOLD_FRAMES: u32 = 3;

/// How sure one must be of an event before it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sure {
    /// The player feels it: better wrong than late.
    AtOnce,
    /// It is somebody else's.
    Soon,
    /// It is news, and news is not taken back.
    Certain,
}

/// How sure one must be of this event on the seat `me`.
pub(crate) fn sure(event: &Event, me: Option<Seat>) -> Sure {
    if event.is_clock() {
        Sure::AtOnce
    } else if event.is_news() {
        Sure::Certain
    } else if me.is_some() && event.seats().contains(&me) {
        Sure::AtOnce
    } else {
        Sure::Soon
    }
}

/// The sounds of one game.
#[derive(Debug)]
pub(crate) struct Heard {
    me: Option<Seat>,
    /// What was before is not told.
    from: Frame,
    ledger: EffectLedger<Sound>,
    /// What has happened and is not told yet, and from which frame on it is, certain or not.
    waiting: Vec<(EffectId, Event, Option<Frame>)>,
}

/// An event, which is the same as another when the same thing happens to the same seats, wherever
/// and however hard.
#[derive(Clone, Copy, Debug)]
struct Sound(Event);

impl PartialEq for Sound {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_same(&other.0)
    }
}

impl Heard {
    pub(crate) fn new(me: Option<Seat>) -> Self {
        Self { me, from: Frame(0), ledger: EffectLedger::new(SLACK_FRAMES), waiting: Vec::new() }
    }

    /// The frame was played, for the first time or again, and this is the state after it.
    pub(crate) fn played(
        &mut self,
        frame: Frame,
        game: &Game,
        confirmed: Frame,
        cues: &mut Vec<Cue>,
    ) {
        if frame < self.from {
            return;
        }
        let events = game.events().into_iter().filter(|event| event.is_for(self.me));
        self.ledger.simulated(frame, events.map(Sound));
        self.ledger.confirm(confirmed);
        while let Some(effect) = self.ledger.poll() {
            match effect {
                Effect::Begin(id, Sound(event)) => match sure(&event, self.me) {
                    Sure::AtOnce => cues.push(Cue::Game(event)),
                    Sure::Soon => {
                        self.waiting.push((id, event, Some(frame.plus(HOLD_FRAMES))));
                    }
                    Sure::Certain => self.waiting.push((id, event, None)),
                },
                Effect::Cancel(id) => self.waiting.retain(|(waiting, ..)| *waiting != id),
                Effect::Keep(id, Sound(event)) => {
                    let at = self.waiting.iter().position(|(waiting, ..)| *waiting == id);
                    if let Some(at) = at {
                        self.waiting.remove(at);
                        cues.push(Cue::Game(event));
                    }
                }
            }
        }
        self.waiting.retain(|(_, event, from)| {
            let is_due = from.is_some_and(|from| from <= frame);
            if is_due {
                cues.push(Cue::Game(*event));
            }
            !is_due
        });
    }

    /// The player sits here now.
    pub(crate) fn sit(&mut self, me: Option<Seat>) {
        self.me = me;
    }

    /// The game goes on elsewhere: what was not told by now is not told any more.
    pub(crate) fn jump(&mut self, next: Frame) {
        self.from = next;
        self.ledger.jump(next);
        while self.ledger.poll().is_some() {}
        self.waiting.clear();
    }
}
