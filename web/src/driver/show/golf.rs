//! A round of golf, shown: its picture, its log, its card.

use crate::draw::golf::Picture;
use crate::draw::kit::gaze::Gaze;
use crate::driver::watch::Sight;
use crate::input::golf::Shown as Aim;
use crate::scorecard::{CardCell, CardRow, Scorecard};
use crate::sound::golf::rolling;
use crate::sound::{Bed, Sound};
use crate::store::Msg;
use crate::words;
use games::fix::Angle;
use games::golf::{Ending, Golf, GolfEvent, GolfView, HoleScore, Mode, Phase, ScoreName};
use netplay::ids::Seat;
use party::{SeatView, Shown};
use std::rc::Rc;

/// What one picture of a round leaves for the next.
#[derive(Default)]
pub(super) struct GolfShow {
    /// What the card was made of, to tell when it is another.
    seen: Option<u64>,
}

impl GolfShow {
    /// Another round begins.
    pub(super) fn start_over(&mut self) {
        self.seen = None;
    }

    /// The round between two steps; none before it has balls.
    pub(super) fn picture<'a>(
        &mut self,
        shown: Shown<'a, Golf>,
        cast: &[SeatView],
        (aim, gaze): (Aim, Gaze),
        news: &mut Vec<Msg>,
    ) -> Option<Picture<'a>> {
        let picture = Picture::between(shown, cast, aim, gaze);
        if picture.balls.is_empty() {
            return None;
        }
        let seen = digest(&picture.view);
        if self.seen != Some(seen) {
            self.seen = Some(seen);
            news.push(Msg::Card(Some(Rc::new(card(shown.after, &picture, shown.me)))));
        }
        Some(picture)
    }

    /// Whoever does not play, or is done with the hole before the others, may follow anybody or
    /// fly.
    pub(super) fn sight(&self, picture: &Picture<'_>, me: Option<Seat>) -> Option<Sight> {
        let own = me.and_then(|me| picture.balls.get(me.index())).map(|ball| &ball.view);
        let plays = own.is_some_and(|ball| !ball.holed && !ball.picked_up);
        if plays || me.is_some() && picture.view.phase != Phase::Play {
            return None;
        }
        let seats = picture.balls.iter().fold(0, |seats, ball| seats | 1 << ball.view.seat.0);
        Some(Sight { seats, bounds: picture.bounds() })
    }

    /// What goes on: the ball on what it rolls.
    pub(super) fn tell(&mut self, picture: &Picture<'_>, sound: &mut Sound) {
        let own = picture.own();
        let rolls = picture.playing && !own.view.at_rest && !own.view.hidden;
        sound.lie(if rolls { rolling(own.view.on, own.speed) } else { Bed::default() });
    }

    /// Something happened in the round.
    pub(super) fn hear(&mut self, picture: &Picture<'_>, event: &GolfEvent, news: &mut Vec<Msg>) {
        news.extend(line(picture, event).map(Msg::Log));
    }
}

/// A number that differs when the card does.
fn digest(view: &GolfView) -> u64 {
    let mut sum = u64::from(view.hole) << 8 | view.phase as u64;
    let mut add = |value: u64| sum = sum.wrapping_mul(0x100_0000_01B3) ^ value;
    for ball in &view.balls {
        let flags = [ball.may_strike, ball.ready, ball.ai, ball.holed, ball.picked_up];
        add(flags.iter().fold(u64::from(ball.strokes), |sum, flag| sum << 1 | u64::from(*flag)));
    }
    view.order.iter().for_each(|seat| add(seat.0.into()));
    view.totals
        .iter()
        .for_each(|total| add(u64::from(total.strokes) << 16 | u64::from(total.points)));
    sum
}

/// The card as it is now.
fn card(golf: &Golf, picture: &Picture<'_>, me: Option<Seat>) -> Scorecard {
    let view = &picture.view;
    let rules = golf.setup().rules;
    let own = me.and_then(|me| view.balls.get(me.index()));
    let practice = rules.mode == Mode::Practice;
    let in_play = own.is_some_and(|own| own.may_strike && view.phase == Phase::Play);
    let late = view.balls.iter().filter(|ball| !ball.ai && !ball.ready && me != Some(ball.seat));
    let names: Vec<&str> = late
        .filter_map(|ball| picture.balls.get(ball.seat.index()))
        .map(|ball| ball.name.as_str())
        .collect();
    Scorecard {
        title: title(picture),
        counts: match rules.mode {
            Mode::Stroke | Mode::Practice => "All",
            Mode::Match => "Won",
            Mode::Race => "Points",
        },
        hole: view.hole,
        head: (1..=golf.course().len()).map(|hole| hole.to_string()).collect(),
        pars: golf.course().iter().map(|hole| hole.par.to_string()).collect(),
        rows: view.order.iter().filter_map(|seat| row(golf, picture, *seat, me)).collect(),
        between: view.phase == Phase::Card,
        last: view.hole + 1 >= view.holes,
        waiting: match own {
            Some(own) if !own.ready => String::new(),
            _ => names.join(", "),
        },
        can_pick_up: in_play && !practice,
        can_undo: practice && own.is_some_and(|own| own.strokes > 0 && view.phase == Phase::Play),
    }
}

fn title(picture: &Picture<'_>) -> String {
    let view = &picture.view;
    format!("Hole {} of {}: {}, par {}", view.hole + 1, view.holes, picture.hole.name, view.par)
}

fn row(golf: &Golf, picture: &Picture<'_>, seat: Seat, me: Option<Seat>) -> Option<CardRow> {
    let ball = picture.balls.get(seat.index())?;
    let squares = picture.view.cards.get(seat.index())?;
    let total = picture.total(ball);
    let cells = squares.iter().zip(golf.course()).map(|(square, hole)| cell(square, hole.par));
    let counts_points = matches!(golf.setup().rules.mode, Mode::Match | Mode::Race);
    Some(CardRow {
        seat,
        colour: ball.colour,
        name: ball.name.clone(),
        cells: cells.collect(),
        total: if counts_points { total.points } else { total.strokes }.to_string(),
        to_par: words::to_par(total.to_par),
        is_me: me == Some(seat),
    })
}

fn cell(square: &HoleScore, par: u8) -> CardCell {
    let (name, text) = match square.ending {
        Ending::Open => return CardCell::default(),
        Ending::Holed => {
            let name = words::score(ScoreName::of(square.strokes, par));
            (name, square.strokes.to_string())
        }
        _ => ("picked up".into(), format!("{}×", square.strokes)),
    };
    let kind = match square.strokes.cmp(&par) {
        std::cmp::Ordering::Less => "under",
        std::cmp::Ordering::Equal => "",
        std::cmp::Ordering::Greater => "over",
    };
    CardCell { text, name, kind }
}

/// The line for an event, if it is worth one.
fn line(picture: &Picture<'_>, event: &GolfEvent) -> Option<String> {
    let own = |seat: Seat| picture.is_own(seat);
    let who = |seat: Seat| match picture.balls.get(seat.index()) {
        Some(ball) if !own(seat) => ball.name.clone(),
        _ => "You".into(),
    };
    Some(match *event {
        GolfEvent::FlyOver { .. } => format!("{}.", title(picture)),
        GolfEvent::Play { .. } if picture.playing => format!("Strike. {}", lie(picture)),
        GolfEvent::TimeLow(10) => "Ten seconds left.".into(),
        GolfEvent::Turn(seat) if own(seat) => "Your turn.".into(),
        GolfEvent::Turn(seat) => format!("{} plays.", who(seat)),
        GolfEvent::Stroke { seat, strokes, power } if own(seat) => {
            format!("Stroke {strokes}, power {}.", power + 1)
        }
        GolfEvent::Rest(seat) if own(seat) => lie(picture),
        GolfEvent::Lost { seat, water, .. } if own(seat) => {
            let what = if water { "In the water" } else { "Out of bounds" };
            format!("{what}: one stroke more.")
        }
        GolfEvent::LipOut(seat) if own(seat) => "Around the cup and out: too fast.".into(),
        GolfEvent::Holed { seat, strokes, name, .. } => {
            let strokes =
                if strokes == 1 { "1 stroke".into() } else { format!("{strokes} strokes") };
            format!("{}: {strokes}, {}.", who(seat), words::score(name).to_lowercase())
        }
        GolfEvent::PickedUp { seat, why } => {
            format!("{} picked up. {}.", who(seat), words::picked_up(why))
        }
        GolfEvent::Undone(seat) if own(seat) => "Taken back.".into(),
        GolfEvent::Retried(seat) if own(seat) => "Back on the tee.".into(),
        GolfEvent::Card { .. } => standing(picture)?,
        GolfEvent::Over => "The round is over.".into(),
        _ => return None,
    })
}

/// Who leads, and by how much.
fn standing(picture: &Picture<'_>) -> Option<String> {
    let view = &picture.view;
    let [first, second] = [0, 1].map(|at| view.order.get(at));
    let (first, second) = (first?, second?);
    let total = |seat: &Seat| view.totals.get(seat.index()).copied().unwrap_or_default();
    let (a, b) = (total(first), total(second));
    let by = if a.points == b.points {
        b.strokes.abs_diff(a.strokes)
    } else {
        a.points.abs_diff(b.points)
    };
    let name = &picture.balls.get(first.index())?.name;
    Some(match (by, picture.is_own(*first)) {
        (0, _) => "Level at the top.".into(),
        (by, true) => format!("You lead by {by}."),
        (by, false) => format!("{name} leads by {by}."),
    })
}

/// How far the cup is and where, as on a clock with twelve up the world.
fn lie(picture: &Picture<'_>) -> String {
    let ball = &picture.own().view;
    let way = picture.hole.cup - ball.pos;
    let tenths = way.length().scale(10, 1).whole();
    // Twelve is up; an hour is a twelfth of a turn.
    let turned = Angle::of(way).0.wrapping_add(0x4000);
    let hour = (u32::from(turned) * 12 + 0x8000) >> 16;
    let hour = if hour % 12 == 0 { 12 } else { hour % 12 };
    format!("The cup is {}.{} m away, at {hour} o'clock.", tenths / 10, tenths % 10)
}
