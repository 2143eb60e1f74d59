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
        let cost = wrong_points.unsigned_abs();
        cells.push(if cost == 0 { "0".into() } else { format!("−{cost}") });
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

#[cfg(test)]
mod tests {
    use super::*;
    use netplay::ids::{PlayerId, Seat};

    #[test]
    fn the_reasons_of_a_row_add_up_and_have_one_sign() {
        let tally = Tally {
            survived_s: 40,
            bravery: 3,
            catches: 1,
            catch_points: 15,
            wrong: 3,
            wrong_points: -6,
        };
        let placing = Placing { seat: Seat(0), place: 1, points: 52, tally, ai: false };
        let start =
            games::GameSetup::of(games::GameId::Hunt).start(1, vec![Some(PlayerId(1)), None]);
        let cast = Cast::of_practice("Ann", 0, PlayerId(1), 2);
        let results = hunt(&[placing], &start, &cast);
        assert_eq!(results.rows[0].cells, ["52"]);
        assert_eq!(results.sheet.unwrap().rows[0].1, ["40", "3", "15", "−6"]);
    }
}
