//! What holds for every source.

use crate::repo::{code_lines, expect_none, files, read};

/// A file that is longer hides a second noun.
const LINES: usize = 500;

#[test]
fn no_source_is_longer_than_five_hundred_lines() {
    let mut broken = Vec::new();
    for path in [".rs", ".mjs"].into_iter().flat_map(files) {
        let lines = read(&path).lines().count();
        if lines > LINES {
            broken.push(format!("{path}: {lines} lines"));
        }
    }
    expect_none("split by nouns", &broken);
}

#[test]
fn nothing_is_left_unfinished_and_no_test_is_switched_off() {
    // Spelled in halves: this file is a source, too.
    let marks = [
        concat!("to", "do!"),
        concat!("un", "implemented!"),
        concat!("#[ign", "ore"),
        concat!("dbg", "!("),
        concat!("test", ".skip("),
        concat!("test", ".only("),
    ];
    let mut broken = Vec::new();
    for path in [".rs", ".mjs"].into_iter().flat_map(files) {
        for (number, line) in code_lines(&read(&path)) {
            if marks.iter().any(|mark| line.contains(mark)) {
                broken.push(format!("{path}:{number}: {}", line.trim()));
            }
        }
    }
    expect_none("finish it, or take it out", &broken);
}

#[test]
fn every_crate_takes_the_workspaces_lints() {
    let manifests = files("Cargo.toml");
    let members = manifests.iter().filter(|path| path.as_str() != "Cargo.toml");
    let broken: Vec<String> = members
        .filter(|path| !path.contains("fuzz/"))
        .filter(|path| !read(path).contains("[lints]\nworkspace = true"))
        .cloned()
        .collect();
    expect_none("a crate without [lints] workspace = true", &broken);
}
