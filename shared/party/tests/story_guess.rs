//! What is shown and heard of a present that is a guess: nothing twice, no news taken back, and
//! nobody jumps about.

mod table;

use games::Event;
use games::racing::{Race, RaceEvent, pad};
use netplay::ids::Seat;
use netplay::link::LinkProfile;
use netplay::rng::SimRng;
use party::{Ask, Cue, Netcode, Phase, Remotes, Scene, Shown, Smoothing};
use std::collections::BTreeMap;
use table::{Table, in_every_netcode};

in_every_netcode! {
    news_is_told_once_and_alike_and_results_are_not_taken_back
}

/// A line on which much is guessed wrongly.
const FAR: LinkProfile = LinkProfile { latency_ms: 60, jitter_ms: 25, ..LinkProfile::PERFECT };

/// What must not be told before it is certain.
fn news(cues: &[Cue]) -> BTreeMap<String, usize> {
    let mut news = BTreeMap::new();
    for cue in cues {
        if let Cue::Game(event) = cue
            && event.is_news()
        {
            *news.entry(format!("{event:?}")).or_default() += 1;
        }
    }
    news
}

/// Everybody's hands are never still.
fn fidget(table: &mut Table, dice: &mut SimRng) {
    for person in &mut table.people {
        if dice.below(12) == 0 {
            let steer = [0, pad::LEFT, pad::RIGHT];
            person.pad.0 = pad::THROTTLE | steer[dice.below(3) as usize];
        }
    }
}

fn news_is_told_once_and_alike_and_results_are_not_taken_back(netcode: Netcode) {
    let mut table = Table::over(FAR).playing(netcode);
    table.gather(&["Noa", "Ben"]);
    table.race();
    let mut dice = SimRng::new(5, 0);
    let mut first = BTreeMap::new();
    while !table.all(|person| person.view.phase == Phase::Results) {
        fidget(&mut table, &mut dice);
        table.run_ms(16);
        for (who, person) in table.people.iter().enumerate() {
            if let Some(results) = &person.view.results {
                let before = first.entry(who).or_insert_with(|| results.clone());
                assert_eq!(before, results, "{who} read another result before");
            }
        }
        assert!(table.now.as_millis() < 120_000, "{}", table.summary());
    }
    let told: Vec<_> = table.people.iter().map(|person| news(&person.cues)).collect();
    assert!(told[0].values().all(|times| *times == 1), "{:?}", told[0]);
    assert!(told[0].len() >= 3, "{:?}", told[0]);
    // Who has seen the end was told all that happened up to there, and nothing else.
    let over = |who: usize| told[who].contains_key("Race(Over)");
    assert!((0..3).all(over), "{told:?}");
    assert_eq!(told[0], told[1]);
    assert_eq!(told[0], told[2]);
    let places = |who: usize| {
        let rows = first[&who].rows.iter();
        rows.map(|row| (row.place, row.seat, row.cells.clone())).collect::<Vec<_>>()
    };
    assert_eq!(places(0), places(1));
    assert_eq!(places(0), places(2));
}

fn at(race: &Race, seat: Seat) -> (i64, i64) {
    let (pos, _) = race.poses().nth(seat.index()).unwrap();
    (pos.x.0.into(), pos.y.0.into())
}

/// Where a seat is drawn, by the rule of the picture.
fn drawn(scene: &Scene<'_>, seat: Seat) -> Option<(i64, i64)> {
    let Scene::Race(shown) = *scene else { return None };
    let Shown { before, after, alpha_256, shifts, others, .. } = shown;
    let (before, after) = others.unwrap_or((before, after));
    let shift = shifts.get(seat.index()).filter(|_| others.is_none()).copied().unwrap_or_default();
    let between = |from: i64, to: i64| from + (to - from) * i64::from(alpha_256) / 256;
    let (from, to) = (at(before, seat), at(after, seat));
    let x = between(from.0, to.0) + i64::from(shift.x);
    Some((x, between(from.1, to.1) + i64::from(shift.y)))
}

/// The largest jerk of Noa's car on Ann's screen, in millimetres, while Noa weaves along the straight
/// and turns every quarter second; and how often the car was set right.
fn largest_jerk(how: Smoothing) -> (i64, u32) {
    let wire = LinkProfile { latency_ms: 80, jitter_ms: 70, ..LinkProfile::PERFECT };
    let mut table = Table::over(wire).playing(Netcode::Rollback);
    table.gather(&["Noa"]);
    table.race();
    table.ask(0, Ask::Smooth(how));
    table.until("the green light", |table| {
        table.people[0].cues.contains(&Cue::Game(Event::Race(RaceEvent::Go)))
    });
    let mut seen: Vec<(i64, i64)> = Vec::new();
    let mut largest = 0;
    for frame in 0..60 * 6 {
        let turn = [pad::LEFT, pad::RIGHT, pad::RIGHT, pad::LEFT][frame / 15 % 4];
        table.people[1].pad.0 = pad::THROTTLE | turn;
        table.run_ms(16);
        seen.extend(drawn(&table.people[0].room.scene(), Seat(1)));
        if let [.., (ax, ay), (bx, by), (cx, cy)] = seen[..] {
            let (x, y) = (ax - 2 * bx + cx, ay - 2 * by + cy);
            largest = largest.max((x * x + y * y).isqrt());
        }
    }
    let net = table.people[0].room.net().unwrap();
    assert!(net.rollbacks > 0, "{net:?}");
    (largest * 1_000 / 65_536, net.corrections)
}

#[test]
fn corrections_are_smoothed_and_confirmed_others_are_never_corrected() {
    let (snapped, corrections) = largest_jerk(Smoothing { smooth_ms: 0, ..Smoothing::default() });
    let (smoothed, _) = largest_jerk(Smoothing::default());
    let confirmed = Smoothing { remotes: Remotes::Confirmed, ..Smoothing::default() };
    let (trailing, _) = largest_jerk(confirmed);
    let all =
        format!("{snapped} mm snapped, {smoothed} mm smoothed, {trailing} mm as of certain frames");
    assert!(corrections > 0, "nothing was guessed wrongly");
    assert!(smoothed <= snapped, "{all}");
    // A frame that is shown twice, or left out, is half a metre at the end of the straight.
    assert!(trailing < 250, "{all}");
}
