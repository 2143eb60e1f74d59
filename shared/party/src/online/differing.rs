//! Two states that should be equal are not: what is found out about it, and what it comes to.

use super::Online;
use crate::active::Active;
use crate::view::FindingView;
use netplay::ids::{Frame, PlayerId, Round, StateHash};
use netplay::limits::REPAIRS;
use netplay::session::bundle::{Bundle, Case, Finding, Testimony};
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
    /// Where the relay says we stand.
    standing: Option<Standing>,
    /// How often a right state was on its way: the relay finds one only a few times.
    repairs: u32,
    /// Since when nothing more is found out.
    known: Option<Instant>,
}

/// How our state stands to everybody's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// Most drivers have it: the difference is somebody else's trouble.
    Right,
    /// It is wrong, and a right one is on its way.
    Mending,
    /// It is wrong, and this game goes on without us.
    Out,
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
        let microscope = Microscope::new(me);
        Self { microscope, noticed: None, standing: None, repairs: 0, known: None }
    }
}

impl Online {
    /// Somebody's digest is another than ours. Whose state is right, the relay says.
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
        if !self.is_seated() {
            let other = self.name(other);
            self.notices.alarm(format!(
                "Your game and that of {other} differ since frame {}, so you cannot watch on.",
                frame.0
            ));
        }
    }

    /// The relay says whose state is not that of most drivers; nobody's, if none has a majority.
    pub(super) fn diverged(&mut self, diverged: &Diverged, now: Instant) {
        self.play(&diverged.clone().into());
        // What we remember is to be looked into before another state takes its place.
        self.session_news(now);
        let Diverged { frame, majority, players } = diverged;
        let Some(me) = self.client.me().filter(|_| self.active.is_some()) else { return };
        if players.is_empty() {
            self.tell_of_tie(*frame);
        } else if players.contains(&me) {
            if self.differing.noticed.is_none() {
                let other = self.drivers().find(|driver| !players.contains(driver)).unwrap_or(me);
                self.differs(other, *frame, StateHash::default(), *majority, now);
            }
            self.is_wrong(now);
        } else {
            self.is_right(*frame, *majority, players, now);
        }
    }

    fn tell_of_tie(&mut self, frame: Frame) {
        let Some((active, noticed)) = self.active.as_ref().zip(self.differing.noticed) else {
            return;
        };
        let seat = active.cast().of_player(noticed.other);
        let seat = seat.map(|seat| format!(" on seat {}", seat.seat.0 + 1)).unwrap_or_default();
        let what = match self.on_desync() {
            DesyncPolicy::Halt => "so the game is ended",
            DesyncPolicy::Void => "so this game does not count",
            DesyncPolicy::Repair => {
                "and nobody can say whose is right, so this game does not count"
            }
        };
        let other = self.name(noticed.other);
        let frame = frame.0;
        self.notices.alarm(format!(
            "Your game and that of {other}{seat} differ since frame {frame}, {what}."
        ));
    }

    fn is_wrong(&mut self, now: Instant) {
        let is_out = self.differing.standing == Some(Standing::Out);
        let Some(active) = self.active.as_mut().filter(|_| !is_out) else { return };
        if active.loading().is_some() {
            return; // a right one is on its way already
        }
        let repairs = active.start().terms.desync == DesyncPolicy::Repair;
        if repairs && self.differing.repairs < REPAIRS {
            self.differing.repairs += 1;
            self.differing.standing = Some(Standing::Mending);
            active.await_state(now);
            self.notices.alarm("Your game went another way than everybody's: it is put right.");
        } else {
            self.differing.standing = Some(Standing::Out);
            self.notices.alarm(
                "Your game went another way than everybody's. They play on, the AI plays for you.",
            );
        }
    }

    fn is_right(&mut self, frame: Frame, majority: StateHash, players: &[PlayerId], now: Instant) {
        let Some(active) = self.active.as_ref().filter(|_| self.differing.standing.is_none())
        else {
            return;
        };
        // Those who drive, and nobody else that a relay may name.
        let seats = active.cast().seats().iter();
        let named = seats.filter(|seat| seat.player.is_some_and(|it| players.contains(&it)));
        let (odd, names): (Vec<Option<PlayerId>>, Vec<&str>) =
            named.map(|seat| (seat.player, seat.name.as_str())).unzip();
        let Some(other) = odd.first().copied().flatten() else { return };
        let names = names.join(", ");
        let is_mended = self.on_desync() == DesyncPolicy::Repair;
        let what = if is_mended { "is put right" } else { "is over; the AI plays on" };
        self.notices.tell(format!("The game of {names} went another way and {what}."));
        if let Some(active) = self.active.as_ref().filter(|_| self.is_seated()) {
            self.differing.standing = Some(Standing::Right);
            let theirs = StateHash::default();
            self.differing.noticed = Some(Noticed { other, frame, ours: majority, theirs });
            self.differing.microscope.suspect(other, frame, active.evidence(), now);
        }
    }

    /// The relay has ended the game. Says whether it did so because states differ and nobody knows
    /// whose is right; then what we remember is kept: the other's bundle may lie beside it one day.
    pub(super) fn is_parted(&mut self, round: Round, now: Instant) -> bool {
        if self.active.as_ref().is_some_and(|active| active.round() == round) {
            self.session_news(now); // the news came in one breath with the end
        }
        let (Some(active), Some(noticed)) = (&self.active, self.differing.noticed) else {
            return false;
        };
        if self.differing.standing.is_some() {
            return false;
        }
        if self.finding.is_none() {
            let kept = active.evidence().iter().cloned().collect();
            let ours = Testimony { player: self.client.me().unwrap_or_default(), kept };
            let theirs = Testimony { player: noticed.other, kept: Vec::new() };
            self.found(Case { noticed: noticed.frame, ours, theirs });
        }
        self.differing.noticed = None;
        true
    }

    /// Everybody who drives.
    fn drivers(&self) -> impl Iterator<Item = PlayerId> {
        let seats = self.active.iter().flat_map(|active| active.cast().seats());
        seats.filter_map(|seat| seat.player.filter(|_| !seat.ai))
    }

    /// What somebody shows of their side.
    pub(super) fn shown(&mut self, message: &Message, now: Instant) {
        if let Some(evidence) = self.active.as_ref().map(Active::evidence) {
            self.differing.microscope.handle(message, evidence, now);
        }
    }

    /// Asks and answers; once all is known, the game is over for those whose it was.
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
        if known.is_none_or(|since| now.since(since).as_millis() < OTHERS_LOOK_MS) {
            return;
        }
        let standing = self.differing.standing.take();
        (self.differing.known, self.differing.noticed) = (None, None);
        match standing {
            Some(Standing::Right | Standing::Mending) => return, // the game goes on
            Some(Standing::Out) => {}
            None if self.is_seated() => self.say_end(),
            None => {}
        }
        self.active = None;
    }

    fn found(&mut self, case: Case) {
        let (Some(active), Some(noticed)) = (&self.active, self.differing.noticed) else { return };
        let start = active.start().clone();
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
        if self.differing.standing != Some(Standing::Right) {
            self.say(report);
        }
    }

    fn on_desync(&self) -> DesyncPolicy {
        self.active.as_ref().map_or(DesyncPolicy::Halt, |active| active.start().terms.desync)
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
