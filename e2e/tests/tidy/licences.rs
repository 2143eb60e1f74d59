//! What we take from others is free to pass on under our own licences.

use crate::repo::{ask, expect_none, read};
use serde_json::Value;
use std::collections::BTreeSet;

const ACCEPTED: [&str; 10] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "Unicode-3.0",
    "Unlicense",
    "BSL-1.0",
];

/// Tools that test and build, and are no part of what is handed out, may have these as well.
const ACCEPTED_FOR_TOOLS: [&str; 1] = ["MPL-2.0"];

#[test]
fn every_crate_we_build_with_has_an_accepted_licence() {
    let host = ask(&["rustc", "--print", "host-tuple"]);
    let mut broken = BTreeSet::new();
    for platform in [host.trim(), "wasm32-unknown-unknown"] {
        let words = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform"];
        let metadata = ask(&[&words[..], &[platform]].concat());
        let metadata: Value = serde_json::from_str(&metadata).expect("cargo prints JSON");
        // Packages for other platforms are listed too; what is resolved is what is built.
        let built: BTreeSet<&str> = metadata["resolve"]["nodes"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|node| node["id"].as_str())
            .collect();
        for package in metadata["packages"].as_array().expect("a list") {
            let licence = package["license"].as_str().unwrap_or("none");
            let used = package["id"].as_str().is_some_and(|id| built.contains(id));
            if used && !accepted(licence, &ACCEPTED) {
                broken.insert(format!("{} {}: {licence}", package["name"], package["version"]));
            }
        }
    }
    expect_none("licences that nobody agreed to", &broken.into_iter().collect::<Vec<_>>());
}

#[test]
fn every_npm_package_has_an_accepted_licence() {
    let lock: Value = serde_json::from_str(&read("package-lock.json")).expect("npm writes JSON");
    let tools = [&ACCEPTED[..], &ACCEPTED_FOR_TOOLS].concat();
    let packages = lock["packages"].as_object().expect("a map");
    let foreign = packages.iter().filter(|(path, _)| !path.is_empty());
    let broken: Vec<String> = foreign
        .filter(|(_, package)| !accepted(package["license"].as_str().unwrap_or("none"), &tools))
        .map(|(path, package)| format!("{path}: {}", package["license"]))
        .collect();
    expect_none("licences that nobody agreed to", &broken);
}

#[test]
fn a_choice_needs_one_accepted_side_and_a_sum_needs_both() {
    let few = ["MIT", "Unicode-3.0"];
    assert!(accepted("GPL-3.0 OR MIT", &few));
    assert!(accepted("MIT/GPL-3.0", &few));
    assert!(accepted("(GPL-3.0 OR MIT) AND Unicode-3.0", &few));
    assert!(!accepted("GPL-3.0 AND MIT", &few));
    assert!(!accepted("none", &few));
}

/// Reads an SPDX expression: `OR` binds weaker than `AND`, brackets group.
fn accepted(expression: &str, list: &[&str]) -> bool {
    let expression = expression.replace('/', " OR ");
    split(&expression, " OR ")
        .iter()
        .any(|side| split(side, " AND ").iter().all(|term| accepted_term(term, list)))
}

fn accepted_term(term: &str, list: &[&str]) -> bool {
    let term = term.trim();
    match term.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) => accepted(inner, list),
        None => list.contains(&term),
    }
}

/// Splits where no bracket is open.
fn split<'a>(text: &'a str, separator: &str) -> Vec<&'a str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, found) in text.match_indices(separator) {
        let open = text[start..at].matches('(').count();
        if open == text[start..at].matches(')').count() {
            parts.push(&text[start..at]);
            start = at + found.len();
        }
    }
    parts.push(&text[start..]);
    parts
}
