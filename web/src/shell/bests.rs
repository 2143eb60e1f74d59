//! The best laps of this browser, one a track.

use super::storage::{self, Store, key};

/// Tracks that are remembered: more than there will ever be, less than fills a storage.
const TRACKS: usize = 64;

/// The best lap on a track, in milliseconds.
#[must_use]
pub fn of(track: &str) -> Option<u32> {
    load().iter().find(|(known, _)| known == track).map(|(_, lap_ms)| *lap_ms)
}

/// Keeps a lap if it is the best on its track.
pub fn keep(track: &str, lap_ms: u32) {
    let mut bests = load();
    let room = bests.len() < TRACKS;
    match bests.iter_mut().find(|(known, _)| known == track) {
        Some((_, best)) if *best <= lap_ms => return,
        Some((_, best)) => *best = lap_ms,
        None if room => bests.push((track.into(), lap_ms)),
        None => return,
    }
    storage::save(Store::Browser, key::BESTS, &to_text(&bests));
}

fn load() -> Vec<(String, u32)> {
    storage::load(Store::Browser, key::BESTS).map(|text| parse(&text)).unwrap_or_default()
}

fn to_text(bests: &[(String, u32)]) -> String {
    bests.iter().map(|(track, ms)| format!("{ms} {track}\n")).collect()
}

fn parse(text: &str) -> Vec<(String, u32)> {
    let row = |line: &str| {
        let (ms, track) = line.split_once(' ')?;
        Some((track.to_owned(), ms.parse().ok()?))
    };
    text.lines().take(TRACKS).filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bests_survive_the_storage_and_damage_gives_none() {
        let bests = vec![("Heron Lake".to_owned(), 31_200), ("Two".to_owned(), 5)];
        assert_eq!(parse(&to_text(&bests)), bests);
        assert!(parse("x\n12\nabc Heron Lake").is_empty());
    }
}
