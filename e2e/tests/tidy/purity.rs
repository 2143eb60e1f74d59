//! What simulations and the core must not know: floats, clocks, and orders that differ by machine.

use crate::repo::{code_lines, expect_none, read, sources_under, words};

const PURE: [&str; 2] = ["shared/netplay/src", "shared/games/src"];

#[test]
fn no_floating_point_in_simulations_and_the_core() {
    let broken = find_in_pure(|line| {
        words(line).any(|w| matches!(w, "f32" | "f64") || is_float_suffixed(w))
            || float_literal(line)
    });
    expect_none("native and wasm32 round differently: no floats here", &broken);
}

#[test]
fn no_clock_and_no_hash_map_in_simulations_and_the_core() {
    const FOREIGN: [&str; 7] =
        ["HashMap", "HashSet", "SystemTime", "thread", "RandomState", "std", "OsRng"];
    let broken = find_in_pure(|line| {
        line.contains("Instant::now") || words(line).any(|word| FOREIGN.contains(&word))
    });
    expect_none("time and seed are told here, and iteration has one order", &broken);
}

#[test]
fn simulations_and_the_core_have_no_standard_library() {
    for folder in PURE {
        let lib = read(&format!("{folder}/lib.rs"));
        assert!(lib.lines().any(|line| line == "#![no_std]"), "{folder}/lib.rs is not no_std");
    }
}

/// A netplay crate that is driven by polling needs none of these.
#[test]
fn no_callbacks_channels_or_logging_in_the_core_the_games_and_the_party() {
    const FOREIGN: [&str; 7] = ["async", "await", "mpsc", "println", "eprintln", "tracing", "log"];
    let mut broken = Vec::new();
    for folder in [PURE[0], PURE[1], "shared/party/src"] {
        broken.extend(find_in(folder, |line| {
            let used = |word: &str| match word {
                "log" => line.contains("log::"),
                word => FOREIGN.contains(&word),
            };
            line.contains("Box<dyn") || words(line).any(used)
        }));
    }
    expect_none("effects are returned, not performed", &broken);
}

#[test]
fn the_reader_of_literals_knows_a_float_from_a_tuple_field() {
    assert!(float_literal("let half = 0.5;"));
    assert!(float_literal("x * 1.0"));
    assert!(!float_literal("self.0.1 + pair.1.0"));
    assert!(!float_literal("for i in 0..10 {"));
    assert!(!float_literal("\"version 1.5\""));
}

fn find_in_pure(breaks: impl Fn(&str) -> bool) -> Vec<String> {
    PURE.iter().flat_map(|folder| find_in(folder, &breaks)).collect()
}

fn find_in(folder: &str, breaks: impl Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for path in sources_under(folder) {
        let source = read(&path.to_string_lossy());
        for (number, line) in code_lines(&source) {
            if breaks(&without_texts(line)) {
                found.push(format!("{}:{number}: {}", path.display(), line.trim()));
            }
        }
    }
    found
}

/// The line with what stands in double quotes taken out.
fn without_texts(line: &str) -> String {
    line.split('"').step_by(2).collect::<Vec<_>>().join("\"\"")
}

fn is_float_suffixed(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
        && (word.ends_with("f32") || word.ends_with("f64"))
        && !word.starts_with("0x")
}

/// A literal like `1.5`, and not the fields of `pair.1.0` or a range.
fn float_literal(line: &str) -> bool {
    let line = without_texts(line);
    let bytes = line.as_bytes();
    (1..bytes.len().saturating_sub(1)).any(|dot| {
        let digits = bytes[..dot].iter().rev().take_while(|b| b.is_ascii_digit()).count();
        let before = dot.checked_sub(digits + 1).map(|at| bytes[at]);
        let stands_alone =
            before.is_none_or(|b| !(b.is_ascii_alphanumeric() || b"._)]".contains(&b)));
        bytes[dot] == b'.' && digits > 0 && stands_alone && bytes[dot + 1].is_ascii_digit()
    })
}
