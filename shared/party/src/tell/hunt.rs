//! How a hunt ended.

use super::{count, row};
use crate::cast::Cast;
use crate::results::{ResultRow, ResultsView, Sheet};
use games::hunt::{Placing, Tally};
use netplay::wire::Start;

/// The results of a hunt.
pub(crate) fn hunt(placings: &[Placing], start: &Start, cast: &Cast) -> ResultsView {
    let reasons = |tally: &Tally| {
        let Tally { survived_s, bravery, catch_points, wrong_points, .. } = *tally;
        let points = [i32::from(survived_s), bravery.into(), catch_points.into()];
        let mut cells: Vec<String> = points.iter().map(i32::to_string).collect();
        cells.push(if wrong_points == 0 { "0".into() } else { format!("−{wrong_points}") });
        cells
    };
    let sheet = Sheet {
        caption: "What the points are for",
        head: ["Survived", "Taunts", "Catches", "Wrong guesses"].map(String::from).into(),
        rows: placings.iter().map(|placing| (placing.seat, reasons(&placing.tally))).collect(),
    };
    let player = |placing: &Placing| ResultRow {
        cells: vec![placing.points.to_string()],
        why: why(&placing.tally),
        ..row(placing.place, placing.seat, placing.ai, cast)
    };
    ResultsView {
        round: start.round,
        mode: start.mode.to_string(),
        columns: vec!["Points"],
        rows: placings.iter().map(player).collect(),
        sheet: Some(sheet),
    }
}

/// `Stayed hidden for 75 s, caught 2, guessed wrongly 3 times.`
fn why(tally: &Tally) -> String {
    let mut parts = Vec::new();
    if tally.survived_s > 0 {
        parts.push(format!("stayed hidden for {} s", tally.survived_s));
    }
    if tally.bravery > 0 {
        parts.push(format!("dared {} by taunts", count(tally.bravery, "point")));
    }
    if tally.catches > 0 {
        parts.push(format!("caught {}", tally.catches));
    }
    if tally.wrong > 0 {
        parts.push(format!("guessed wrongly {}", count(tally.wrong, "time")));
    }
    if parts.is_empty() {
        parts.push("was found at once and caught nobody".into());
    }
    let mut text = parts.join(", ") + ".";
    text[..1].make_ascii_uppercase();
    text
}
