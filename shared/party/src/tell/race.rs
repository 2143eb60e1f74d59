//! How a race ended.

use super::{gap, row, time};
use crate::cast::Cast;
use crate::results::{ResultRow, ResultsView, Sheet};
use games::racing::{Ending, Lost, NotFinished, Placing, Slip};
use netplay::wire::Start;

/// The results of a race.
pub(crate) fn race(placings: &[Placing], start: &Start, cast: &Cast) -> ResultsView {
    ResultsView {
        round: start.round,
        mode: start.mode.to_string(),
        columns: vec!["Time", "Best lap"],
        rows: placings.iter().map(|placing| driver(placing, cast)).collect(),
        sheet: sheet(placings),
    }
}

/// Every lap of everybody; a race of one lap has said it all in its time.
fn sheet(placings: &[Placing]) -> Option<Sheet> {
    let laps = placings.iter().map(|it| it.laps_ms.len()).max().filter(|laps| *laps > 1)?;
    let lap = |it: &Placing, at: usize| match it.laps_ms.get(at) {
        Some(0) | None => "–".into(),
        Some(ms) => time(*ms),
    };
    Some(Sheet {
        caption: "The time of every lap; the first begins at the lights",
        head: (1..=laps).map(|lap| format!("Lap {lap}")).collect(),
        rows: placings
            .iter()
            .map(|it| (it.seat, (0..laps).map(|at| lap(it, at)).collect()))
            .collect(),
    })
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
        why: why(placing) + &placing.lost.map(lost).unwrap_or_default(),
        ..row(placing.place, placing.seat, placing.ai, cast)
    }
}

fn lost(lost: Lost) -> String {
    let by = match lost.by {
        Slip::OffRoad => "off the road",
        Slip::Wall => "against the wall",
        Slip::Contact => "bumping others",
        Slip::Respawn => "put back at a gate",
        Slip::Astray => "past a gate or the wrong way",
    };
    format!(" Lost {}.{} s in lap {}, {by}.", lost.ms / 1000, lost.ms / 100 % 10, lost.lap)
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
