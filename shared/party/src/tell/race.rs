//! How a race ended.

use super::{gap, row, time};
use crate::cast::Cast;
use crate::results::{ResultRow, ResultsView};
use games::racing::{Ending, NotFinished, Placing};
use netplay::wire::Start;

/// The results of a race.
pub(crate) fn race(placings: &[Placing], start: &Start, cast: &Cast) -> ResultsView {
    ResultsView {
        round: start.round,
        mode: start.mode.to_string(),
        columns: vec!["Time", "Best lap"],
        rows: placings.iter().map(|placing| driver(placing, cast)).collect(),
        sheet: None,
    }
}

fn driver(placing: &Placing, cast: &Cast) -> ResultRow {
    let (finished, took) = match placing.ending {
        Ending::Finished { time_ms, behind_ms: 0, .. } => (true, time(time_ms)),
        Ending::Finished { behind_ms, .. } => (true, format!("+{}", gap(behind_ms))),
        Ending::DidNotFinish { .. } => (false, "did not finish".into()),
    };
    let best = placing.best_lap_ms.map_or_else(|| "–".into(), time);
    ResultRow {
        finished,
        cells: vec![took, best],
        why: why(placing),
        ..row(placing.place, placing.seat, placing.ai, cast)
    }
}

fn why(placing: &Placing) -> String {
    match placing.ending {
        Ending::Finished { time_ms, behind_ms: 0, .. } => {
            format!("First over the line, in {}.", gap(time_ms))
        }
        Ending::Finished { behind_ms, photo: true, .. } => {
            format!("A photo finish: {} behind the winner.", gap(behind_ms))
        }
        Ending::Finished { behind_ms, .. } => format!("{} behind the winner.", gap(behind_ms)),
        Ending::DidNotFinish { reason, lap, metres, .. } => {
            let up = match reason {
                NotFinished::GraceOver => "the winner had been home for half a minute",
                NotFinished::TimeCap => "the time was up",
            };
            match lap {
                0 => format!("Still before the line when {up}."),
                lap => format!("In lap {lap}, after {metres} m, when {up}."),
            }
        }
    }
}
