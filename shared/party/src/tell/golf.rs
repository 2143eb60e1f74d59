//! How a round of golf ended.

use super::{count, row};
use crate::cast::Cast;
use crate::results::{ResultRow, ResultsView, Sheet};
use games::golf::{Ending, Golf, HoleScore, Mode, Placing};
use netplay::wire::Start;

/// The results of a round.
pub(crate) fn golf(golf: &Golf, placings: &[Placing], start: &Start, cast: &Cast) -> ResultsView {
    let mode = golf.setup().rules.mode;
    let columns = match mode {
        Mode::Stroke | Mode::Practice => vec!["Strokes", "To par"],
        Mode::Match => vec!["Holes won", "Strokes"],
        Mode::Race => vec!["Points", "Strokes"],
    };
    let holes = (1..).zip(golf.course());
    let sheet = Sheet {
        caption: "Strokes on each hole, its par in brackets; × is not holed",
        head: holes.map(|(number, hole)| format!("{number} ({})", hole.par)).collect(),
        rows: placings.iter().map(|it| (it.seat, it.holes.iter().map(square).collect())).collect(),
    };
    ResultsView {
        round: start.round,
        mode: start.mode.to_string(),
        columns,
        rows: placings.iter().map(|placing| golfer(golf, mode, placing, cast)).collect(),
        sheet: Some(sheet),
    }
}

fn golfer(golf: &Golf, mode: Mode, placing: &Placing, cast: &Cast) -> ResultRow {
    let total = placing.total;
    let strokes = total.strokes.to_string();
    let cells = match mode {
        Mode::Stroke | Mode::Practice => vec![strokes, to_par(total.to_par)],
        Mode::Match | Mode::Race => vec![total.points.to_string(), strokes],
    };
    let why = why(golf, mode, placing);
    ResultRow { cells, why, ..row(placing.place, placing.seat, placing.ai, cast) }
}

/// A square of the card.
fn square(score: &HoleScore) -> String {
    match score.ending {
        Ending::Open => "–".into(),
        Ending::Holed => score.strokes.to_string(),
        Ending::PickedUp | Ending::StrokeLimit | Ending::TimeUp => format!("{} ×", score.strokes),
    }
}

/// `−2`, `level`, `+3`.
fn to_par(over: i16) -> String {
    match over {
        0 => "level".into(),
        1.. => format!("+{over}"),
        _ => format!("−{}", over.unsigned_abs()),
    }
}

fn why(golf: &Golf, mode: Mode, placing: &Placing) -> String {
    let (why, total) = (placing.why, placing.total);
    let at = |hole: u8| {
        let strokes = placing.holes.get(usize::from(hole)).map_or(0, |score| score.strokes);
        let par = golf.course().get(usize::from(hole)).map_or(0, |hole| hole.par);
        format!("hole {} ({} on par {par})", hole + 1, strokes)
    };
    let mut text = match (mode, why.behind) {
        (Mode::Stroke | Mode::Practice, 0) => {
            format!("The fewest strokes, {} to par", to_par(total.to_par))
        }
        (Mode::Stroke | Mode::Practice, behind) => {
            format!("{} more than the winner", count(behind, "stroke"))
        }
        (Mode::Match, 0) => format!("Won {}", count(total.points, "hole")),
        (Mode::Match, behind) => {
            format!("Won {}, {behind} fewer than the winner", count(total.points, "hole"))
        }
        (Mode::Race, 0) => "Most points for coming home early".into(),
        (Mode::Race, behind) => format!("{} behind the winner", count(behind, "point")),
    };
    if why.by_strokes {
        text += ", and more strokes than who has as many";
    }
    text += &match (why.aces, placing.place) {
        (1.., _) => format!(": {}.", count(why.aces.into(), "hole in one")),
        (_, 1) => format!(": best at {}.", at(why.best)),
        _ => format!(": lost most at {}.", at(why.worst)),
    };
    if why.not_holed > 0 {
        text += &format!(" {} not holed.", count(why.not_holed.into(), "hole"));
    }
    text
}
