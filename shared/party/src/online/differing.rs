//! Two states that should be equal are not: what is found out about it, and what it comes to.

use super::Online;
use crate::active::Active;
use crate::view::FindingView;
use netplay::ids::{Frame, PlayerId, StateHash};
use netplay::session::bundle::{Bundle, Case, Finding};
use netplay::session::microscope::Microscope;
use netplay::time::Instant;
use netplay::wire::{DesyncPolicy, DesyncReport, Diverged, Message, Text};

/// Whoever has found it first leaves the other so long to find it too.
const OTHERS_LOOK_MS: u128 = 1_000;

/// A game's differences.
#[derive(Debug)]
pub(super) struct Differing {
    microscope: Microscope,
    noticed: Option<Noticed>,
    /// The relay says that ours is the one that nobody else has.
    is_odd: bool,
    /// Since when nothing more is found out.
    known: Option<Instant>,
}

#[derive(Clone, Copy, Debug)]
struct Noticed {
    other: PlayerId,
    frame: Frame,
    ours: StateHash,
    theirs: StateHash,
}

impl Differing {
    pub(super) fn new(me: PlayerId) -> Self {
        Self { microscope: Microscope::new(me), noticed: None, is_odd: false, known: None }
    }
}

impl Online {
    /// Somebody's digest is another than ours.
    pub(super) fn differs(
        &mut self,
        other: PlayerId,
        frame: Frame,
        ours: StateHash,
        theirs: StateHash,
        now: Instant,
    ) {
        let Some(active) = &self.active else { return };
        self.differing.noticed = Some(Noticed { other, frame, ours, theirs });
        self.differing.microscope.suspect(other, frame, active.evidence(), now);
        let seat = active.cast().of_player(other);
        let seat = seat.map(|seat| format!(" on seat {}", seat.seat.0 + 1)).unwrap_or_default();
        let what = match self.on_desync() {
            _ if !self.is_seated() => "you cannot watch on",
            DesyncPolicy::Halt | DesyncPolicy::Void if self.differing.is_odd => "you are out of it",
            DesyncPolicy::Halt => "the game is ended",
            DesyncPolicy::Void => "this game does not count",
            DesyncPolicy::Repair => "it is being put right",
        };
        self.notices.alarm(format!(
            "Your game and that of {}{seat} differ since frame {}, so {what}.",
            self.name(other),
            frame.0
        ));
    }

    /// The relay has counted: most have one state, and these players have another.
    pub(super) fn diverged(&mut self, diverged: &Diverged, now: Instant) {
        self.play(&diverged.clone().into());
        let me = self.client.me().unwrap_or_default();
        let Some(active) = self.active.as_mut().filter(|_| diverged.players.contains(&me)) else {
            return;
        };
        self.differing.is_odd = true;
        if self.client.start().is_some_and(|start| start.terms.desync == DesyncPolicy::Repair) {
            active.await_state(now);
        }
    }

    /// What somebody shows of their side.
    pub(super) fn shown(&mut self, message: &Message, now: Instant) {
        if let Some(evidence) = self.active.as_ref().map(Active::evidence) {
            self.differing.microscope.handle(message, evidence, now);
        }
    }

    /// Asks and answers; once all is known, the game is over.
    pub(super) fn look_into_differences(&mut self, now: Instant) {
        self.differing.microscope.handle_timeout(now);
        while let Some(message) = self.differing.microscope.poll_message() {
            self.client.say(message);
        }
        if let Some(case) = self.differing.microscope.poll_case() {
            self.differing.known = Some(now);
            self.found(case);
        }
        let known = self.differing.known;
        if known.is_some_and(|since| now.since(since).as_millis() >= OTHERS_LOOK_MS) {
            self.differing.known = None;
            let is_mended = self.on_desync() == DesyncPolicy::Repair;
            match self.differing.is_odd {
                true if is_mended => self.differing.is_odd = false,
                true => self.active = None, // the others play on
                false => {
                    if self.is_seated() {
                        self.say_end();
                    }
                    self.active = None;
                }
            }
        }
    }

    fn found(&mut self, case: Case) {
        let (Some(active), Some(noticed)) = (&self.active, self.differing.noticed) else { return };
        let Some(start) = self.client.start().cloned() else { return };
        let finding = case.finding(active.game());
        let other = self.name(noticed.other);
        let mut report = DesyncReport {
            player: case.ours.player,
            other: noticed.other,
            frame: noticed.frame,
            ours: noticed.ours,
            theirs: noticed.theirs,
            path: Text::default(),
            our_value: Text::default(),
            their_value: Text::default(),
        };
        if let Some(Finding { frame, difference: Some(difference), .. }) = &finding {
            report.frame = *frame;
            report.path = Text::truncated(&difference.path);
            report.our_value = Text::truncated(&difference.ours.to_string());
            report.their_value = Text::truncated(&difference.theirs.to_string());
        }
        let sentence = sentence(&report, finding.as_ref(), &other);
        let bundle = Bundle { simulation: games::simulation_digest(), start, case };
        self.finding = Some(FindingView { sentence, bundle: bundle.encode().into() });
        self.say(report);
    }

    fn on_desync(&self) -> DesyncPolicy {
        self.client.start().map_or(DesyncPolicy::Halt, |start| start.terms.desync)
    }

    fn is_seated(&self) -> bool {
        self.client.my_row().is_some_and(|row| row.seat.is_some())
    }
}

/// One sentence for the player.
fn sentence(report: &DesyncReport, finding: Option<&Finding>, other: &str) -> String {
    let frame = report.frame.0;
    if let Some((frame, seat)) = finding.and_then(|finding| finding.heard_otherwise) {
        let (frame, seat) = (frame.0, seat.0 + 1);
        return format!(
            "You and {other} were told different things about seat {seat} in frame {frame}."
        );
    }
    if report.path.is_empty() {
        return format!(
            "Your game and {other}'s differ in frame {frame}; where could not be found."
        );
    }
    format!(
        "Your game and {other}'s differ first in frame {frame}, in {}: {} here, {} there.",
        report.path, report.our_value, report.their_value
    )
}
