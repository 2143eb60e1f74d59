//! `FAULTS.md` names tests; each of them is there.

use crate::repo::{expect_none, files, read};
use std::collections::BTreeSet;

#[test]
fn every_fault_in_the_list_has_the_test_that_it_names() {
    let tests: BTreeSet<String> = files(".rs")
        .iter()
        .flat_map(|path| rust_tests(&read(path)))
        .chain(files(".test.mjs").iter().flat_map(|path| journeys(&read(path))))
        .collect();
    let document = read("FAULTS.md");
    let mut broken = Vec::new();
    for row in document.lines().filter(|line| line.starts_with("| ") && line.contains('`')) {
        let held_by = row.trim_end_matches(" |").rsplit(" | ").next().unwrap_or_default();
        let named: Vec<&str> = held_by.split('`').skip(1).step_by(2).collect();
        if named.is_empty() {
            broken.push(format!("names no test: {row}"));
        }
        let missing = named.iter().filter(|name| !tests.contains(**name));
        broken.extend(missing.map(|name| format!("there is no test `{name}`")));
    }
    expect_none("a fault without its test", &broken);
}

#[test]
fn every_test_that_is_numbered_after_a_fault_is_in_the_list() {
    let document = read("FAULTS.md");
    let mut broken = Vec::new();
    for path in files(".rs") {
        for name in rust_tests(&read(&path)) {
            if !name.starts_with("fault_") {
                continue;
            }
            let number = name.split('_').nth(1).unwrap_or_default().to_owned();
            let row = document.lines().find(|line| line.starts_with(&format!("| {number} |")));
            if !row.is_some_and(|row| row.contains(&format!("`{name}`"))) {
                broken.push(format!("{path}: {name}"));
            }
        }
    }
    expect_none("FAULTS.md does not know this test", &broken);
}

/// The names of the functions that an attribute makes a test, and of the stories that a macro
/// makes tests of, one in each netcode.
fn rust_tests(source: &str) -> Vec<String> {
    let (mut is_test, mut is_listed) = (false, false);
    let mut names = Vec::new();
    for line in source.lines().map(str::trim_start) {
        if is_listed {
            is_listed = line != "}";
            names.extend(line.split_whitespace().filter(|_| is_listed).map(str::to_owned));
        } else if line == "in_every_netcode! {" {
            is_listed = true;
        } else if line.starts_with("#[") {
            is_test |= line.ends_with("test]");
        } else if let Some(rest) = line.strip_prefix("fn ").filter(|_| is_test) {
            names.extend(rest.split('(').next().map(str::to_owned));
            is_test = false;
        } else {
            is_test &= line.starts_with("//");
        }
    }
    names
}

fn journeys(source: &str) -> Vec<String> {
    let names = source.lines().filter_map(|line| line.strip_prefix("test(\"")?.split('"').next());
    names.map(str::to_owned).collect()
}

#[test]
fn the_reader_of_tests_takes_no_other_function_for_one() {
    let source = "#[test]\n// Why.\nfn a_test() {\nfn helper() {\n#[test]\nmod x;\nfn late() {\n";
    assert_eq!(rust_tests(source), ["a_test"]);
    let listed = "in_every_netcode! {\n    one\n    another\n}\nfn one(it: Netcode) {\n";
    assert_eq!(rust_tests(listed), ["one", "another"]);
    assert_eq!(journeys("test(\"one, and two\", async () => {"), ["one, and two"]);
}
