//! A hunt, shown: its picture, its sounds, its log. Everything here knows what the viewer's view
//! says, and hears only what is for this viewer.

use crate::board::{Board, BoardRow};
use crate::draw::hunt::{Picture, Prompts};
use crate::draw::kit::gaze::Gaze;
use crate::draw::kit::space::{Point, Rect};
use crate::driver::watch::Sight;
use crate::input::keys::plain_label;
use crate::input::{Action, Bindings};
use crate::sound::{Sound, hunt as sounds};
use crate::store::Msg;
use games::fix::Vec2;
use games::hunt::{HuntEvent, OwnEvent, OwnView, Phase, Role};
use netplay::ids::Seat;
use party::{HuntShown, SeatView};
use std::rc::Rc;

/// Pictures for which something has been in reach before it is told.
const HELD: u32 = 20;

/// What one picture of a hunt leaves for the next.
#[derive(Default)]
pub(super) struct HuntShow {
    /// What is in reach, and for how many pictures.
    reach: Option<(u8, u32)>,
    /// What the keys are called.
    prompts: Rc<Prompts>,
    /// Whether the round's points are on the page.
    board: bool,
    /// What the player is and does, for who looks into the page.
    seen: Option<Seen>,
}

/// What the player's own view says of the player.
#[derive(Clone, Copy, Debug)]
pub(in crate::driver) struct Seen {
    pub(in crate::driver) own: OwnView,
    pub(in crate::driver) phase: Phase,
    pub(in crate::driver) round: u8,
}

impl HuntShow {
    /// Another hunt begins.
    pub(super) fn start_over(&mut self) {
        *self = Self { prompts: self.prompts.clone(), ..Self::default() };
    }

    /// Other keys from now on.
    pub(super) fn set_keys(&mut self, keys: &Bindings) {
        let actions = [Action::Drift, Action::Lock, Action::Reset, Action::Taunt, Action::Decoy];
        let label = |action| keys.codes(action).first().map(|code| plain_label(code));
        self.prompts = Rc::new(actions.map(|action| label(action).unwrap_or_default()));
    }

    /// The hunt between two views of one viewer.
    pub(super) fn picture<'a>(
        &self,
        shown: HuntShown<'a>,
        cast: &'a [SeatView],
        gaze: Gaze,
    ) -> Picture<'a> {
        let mut picture = Picture::between(shown, cast, gaze);
        picture.prompts = self.prompts.clone();
        picture
    }

    /// Something happened in the hunt.
    pub(super) fn hear(
        &mut self,
        picture: &Picture<'_>,
        event: &HuntEvent,
        sound: &mut Sound,
        news: &mut Vec<Msg>,
    ) {
        let me = picture.view.own.map(|own| own.seat);
        sounds::hear(sound, event, me, |at| lies(picture, at));
        news.extend(line(picture, event, me).map(Msg::Log));
    }

    /// What the player's view said of the player last.
    pub(super) fn seen(&self) -> Option<Seen> {
        self.seen
    }

    /// What goes on: the heart at the end, what is in reach, the points between rounds.
    pub(super) fn tell(&mut self, picture: &Picture<'_>, sound: &mut Sound, news: &mut Vec<Msg>) {
        let view = &picture.view;
        self.seen = view.own.map(|own| Seen { own, phase: view.phase, round: view.round });
        let shown = !view.revealed.is_empty();
        if shown != self.board {
            self.board = shown;
            news.push(Msg::Board(shown.then(|| Rc::new(board(picture)))));
        }
        let tense = view.phase == Phase::Seek && view.last_stretch;
        sound.lie(sounds::bed(tense, view.ms_left));
        let kind = view.own.and_then(|own| own.target).and_then(|target| target.kind);
        self.reach = match (self.reach, kind) {
            (Some((known, held)), Some(kind)) if known == kind => Some((kind, held + 1)),
            (_, kind) => kind.map(|kind| (kind, 0)),
        };
        if let Some((kind, HELD)) = self.reach {
            news.push(Msg::Log(format!("In reach: {}.", picture.title(kind))));
        }
    }

    /// Whom somebody may follow who only watches: seekers alone, so that nobody's place is told.
    pub(super) fn sight(&self, picture: &Picture<'_>) -> Option<Sight> {
        let bounds = Rect { from: Point::default(), to: Point::of(picture.arena.size) };
        let watches = picture.view.own.is_none() && !picture.view.blind;
        watches.then(|| Sight { seats: picture.seekers(), bounds })
    }
}

/// How far to the right and below of the viewer something is: of the arena's middle, for who only
/// watches.
fn lies(picture: &Picture<'_>, at: Vec2) -> (f64, f64) {
    let size = Point::of(picture.arena.size);
    let ear = picture.eye.unwrap_or(Point { x: size.x / 2.0, y: size.y / 2.0 });
    let at = Point::of(at);
    (at.x - ear.x, at.y - ear.y)
}

/// Where that is, in words.
fn direction((right, below): (f64, f64)) -> String {
    let far = (right * right + below * below).sqrt();
    let way = |value: f64, less: &'static str, more: &'static str| {
        // Within an eighth of a turn of an axis the other one is not worth a word.
        if value.abs() < far * 0.38 {
            ""
        } else if value < 0.0 {
            less
        } else {
            more
        }
    };
    let (up_down, side) = (way(below, "up", "down"), way(right, "left", "right"));
    let and = if up_down.is_empty() || side.is_empty() { "" } else { " and " };
    if far < 2.5 {
        return "close by".into();
    }
    format!("{up_down}{and}{side}, about {} metres", far.round() as u32)
}

/// The line for an event, if it is worth one.
fn line(picture: &Picture<'_>, event: &HuntEvent, me: Option<Seat>) -> Option<String> {
    let view = &picture.view;
    let name = |seat: Seat| if me == Some(seat) { "You" } else { picture.name(seat) };
    let own = view.own.as_ref();
    let hiding = picture.count(Role::Hider);
    Some(match *event {
        HuntEvent::Phase(Phase::Hide) => {
            let seconds = view.ms_left.div_ceil(1000);
            let what = match own.map(|own| own.role) {
                Some(Role::Hider) => "You hide. The light goes on",
                Some(_) => "You seek. It is dark; the light goes on",
                None => "They hide. The light goes on",
            };
            format!("Round {} of {}. {what} in {seconds} seconds.", view.round + 1, view.rounds)
        }
        HuntEvent::Phase(Phase::Seek) => format!("The light is on: {hiding} hide."),
        HuntEvent::LastStretch => "Half a minute is left. Hiders are heard more often.".into(),
        HuntEvent::Pulse => "Every hider was heard.".into(),
        HuntEvent::Taunt { at } => format!("A squeak {}.", direction(lies(picture, at))),
        HuntEvent::Own { seat, what } if me == Some(seat) => own_line(picture, what)?,
        HuntEvent::Wrong { seat, .. } if me == Some(seat) => {
            format!("Only a thing. Your health is {}.", own.map_or(0, |own| own.health))
        }
        HuntEvent::Wrong { seat, .. } => format!("{} guessed wrongly.", name(seat)),
        HuntEvent::Hit { seat, .. } if me == Some(seat) => {
            "A hit: it is somebody. Tag again.".into()
        }
        HuntEvent::Hit { seat, .. } => format!("{} hit somebody.", name(seat)),
        HuntEvent::Caught { seat, hider, .. } => {
            let (who, whom) = (name(seat), if me == Some(hider) { "you" } else { name(hider) });
            let then = match (picture.role(hider), me == Some(hider)) {
                (Some(Role::Seeker), true) => "Now you seek, too",
                (Some(Role::Seeker), false) => "That is one more seeker",
                _ => "",
            };
            let end = if then.is_empty() { "" } else { "." };
            format!("{who} caught {whom}. {then}{end}").trim_end().into()
        }
        HuntEvent::Stunned(seat) if me == Some(seat) => "You see stars for 8 seconds.".into(),
        HuntEvent::Stunned(seat) => format!("{} sees stars.", name(seat)),
        HuntEvent::RoundOver { hiders_won } => {
            let who = if hiders_won { "The hiders win" } else { "The seekers win" };
            let points = view.seats.iter().enumerate().map(|(at, seat)| {
                format!("{} {}", name(Seat(at as u16)), seat.points + seat.gained)
            });
            format!("{who} the round. Points: {}.", points.collect::<Vec<_>>().join(", "))
        }
        HuntEvent::Over => "The hunt is over.".into(),
        _ => return None,
    })
}

fn own_line(picture: &Picture<'_>, what: OwnEvent) -> Option<String> {
    let own = picture.view.own.as_ref()?;
    Some(match what {
        OwnEvent::Disguised => {
            let title = own.disguise.map_or("yourself", |prop| picture.title(prop.kind));
            format!("You are {title} now. {} changes left.", own.disguises_left)
        }
        OwnEvent::NoDisguise => "There is nothing to become.".into(),
        OwnEvent::Locked => "You stand still.".into(),
        OwnEvent::Unlocked => "You can walk again.".into(),
        OwnEvent::NoRoom => "There is no room to stand here.".into(),
        OwnEvent::ForcedTaunt => "You squeaked by yourself.".into(),
        OwnEvent::Taunted => "You taunted.".into(),
        OwnEvent::Decoy => "You threw the squeaker.".into(),
        OwnEvent::WasHit => format!("You were hit. {} left.", own.hits_left),
        OwnEvent::Rotated => return None,
    })
}

/// What the round gave, and what for.
fn board(picture: &Picture<'_>) -> Board {
    let view = &picture.view;
    let me = view.own.map(|own| own.seat);
    let won = view.seats.iter().any(|seat| seat.role == Role::Hider);
    let who = if won { "hiders" } else { "seekers" };
    let mut rows: Vec<BoardRow> = Vec::new();
    for shown in &view.revealed {
        let seat = shown.seat;
        let Some(points) = view.seats.get(seat.index()) else { continue };
        let tally = &shown.tally;
        let all = points.points + points.gained;
        let row = BoardRow {
            seat,
            colour: picture.colour(seat),
            name: picture.name(seat).into(),
            is_me: me == Some(seat),
            cells: [
                tally.survived_s as i16,
                tally.bravery as i16,
                tally.catch_points,
                tally.wrong_points,
                points.gained,
                all,
            ],
        };
        let place = rows.iter().position(|row| row.cells[5] < all).unwrap_or(rows.len());
        rows.insert(place, row);
    }
    let title = format!("Round {} of {}: the {who} win", view.round + 1, view.rounds);
    Board { title, rows }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_squeak_has_a_direction_in_words() {
        assert_eq!(direction((10.0, 0.5)), "right, about 10 metres");
        assert_eq!(direction((-6.0, -6.0)), "up and left, about 8 metres");
        assert_eq!(direction((0.0, 9.0)), "down, about 9 metres");
        assert_eq!(direction((1.0, 1.0)), "close by");
    }
}
