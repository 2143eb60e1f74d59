//! How a race ended.

use super::{gap, row, time};
use crate::cast::Cast;
use crate::results::{ResultRow, ResultsView, Sheet};
use games::racing::{Ending, Lost, NotFinished, Placing, Slip};
use netplay::wire::Start;

/// A photo finish is of a car and the one before it; so near to the winner it is theirs.
const PHOTO_MS: u32 = 50;

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
        Ending::Finished { time_ms, .. } if placing.place == 1 => (true, time(time_ms)),
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
        Ending::Finished { time_ms, .. } if placing.place == 1 => {
            format!("First over the line, in {}.", gap(time_ms))
        }
        Ending::Finished { behind_ms: 0, .. } => {
            "A photo finish: less than 0.001 s behind the winner.".into()
        }
        Ending::Finished { behind_ms, photo: true, .. } if behind_ms < PHOTO_MS => {
            format!("A photo finish: {} behind the winner.", gap(behind_ms))
        }
        Ending::Finished { behind_ms, photo: true, .. } => {
            format!("{} behind the winner, a hair behind the car before.", gap(behind_ms))
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

#[cfg(test)]
mod tests {
    use super::*;
    use netplay::ids::Seat;

    fn told(place: u8, behind_ms: u32, photo: bool) -> String {
        let ending = Ending::Finished { time_ms: 62_345, behind_ms, photo };
        let (seat, laps_ms) = (Seat(0), Vec::new());
        why(&Placing {
            seat,
            place,
            ending,
            laps_done: 1,
            best_lap_ms: None,
            laps_ms,
            lost: None,
            ai: false,
        })
    }

    #[test]
    fn only_the_first_is_told_to_be_first_and_a_photo_is_of_two_cars() {
        assert_eq!(told(1, 0, false), "First over the line, in 1:02.345.");
        assert_eq!(told(2, 0, true), "A photo finish: less than 0.001 s behind the winner.");
        assert_eq!(told(2, 20, true), "A photo finish: 0.020 s behind the winner.");
        let third = "3.020 s behind the winner, a hair behind the car before.";
        assert_eq!(told(3, 3_020, true), third);
        assert_eq!(told(3, 3_020, false), "3.020 s behind the winner.");
    }
}
