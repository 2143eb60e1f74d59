//! What moves on the canvas for the eye alone asks the registry of effects first.

use crate::repo::{code_lines, expect_none, files, read, sources_under, words};

const HOME: &str = "web/src/draw";
const KIT: &str = "web/src/draw/kit";

/// Words by which a painter could come by the page's time past the registry.
const CLOCKS: [&str; 8] =
    ["now_ms", "frame_ms", "seconds", "dt", "performance", "Date", "Instant", "Interval"];

#[test]
fn no_painter_of_a_game_moves_anything_by_the_pages_clock() {
    let mut broken = Vec::new();
    for path in sources_under(HOME) {
        let path = path.to_string_lossy().into_owned();
        // The painter of all games hands the time to the kit; the kit is the registry's own.
        if path.starts_with(KIT) || path == "web/src/draw/painter.rs" {
            continue;
        }
        for (number, line) in code_lines(&read(&path)) {
            if let Some(clock) = words(line).find(|word| CLOCKS.contains(word)) {
                broken
                    .push(format!("{path}:{number} has {clock}: frame.clock(Effect::…) is asked"));
            }
            // A swing by the game's own ticks would go on where motion is reduced.
            let swings = line.contains("sin(") || line.contains("cos(") || line.contains('%');
            if swings && words(line).any(|word| word.contains("tick")) {
                broken
                    .push(format!("{path}:{number} swings by ticks: frame.clock(Effect::…) does"));
            }
        }
    }
    expect_none("effects move by the registry's clock", &broken);
}

#[test]
fn in_the_kit_time_comes_from_the_frame_alone() {
    let mut broken = Vec::new();
    for path in sources_under(KIT) {
        let path = path.to_string_lossy().into_owned();
        for (number, line) in code_lines(&read(&path)) {
            let asks = |word: &str| matches!(word, "now_ms" | "performance" | "Date" | "Instant");
            if let Some(word) = words(line).find(|word| asks(word)) {
                broken.push(format!("{path}:{number} has {word}"));
            }
        }
    }
    expect_none("a kit that needs no clock", &broken);
}

#[test]
fn every_animation_of_the_styles_has_a_calm_one() {
    let mut broken = Vec::new();
    for path in files(".css") {
        let text = read(&path);
        let animated = text.lines().filter(|line| line.contains("animation:"));
        for line in animated.filter(|line| !line.contains("animation: none")) {
            let name = line.trim().split(" {").next().unwrap_or_default().trim();
            let calm = |rule: &str| {
                text.lines().any(|line| {
                    line.contains(rule) && line.contains(name) && line.contains("animation")
                })
            };
            if !calm("prefers-reduced-motion") || !calm("data-motion") {
                broken.push(format!("{path}: {name}"));
            }
        }
    }
    expect_none("an animation says what it does where motion is reduced", &broken);
}
