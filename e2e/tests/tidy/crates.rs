//! Which crate may use which: the table in ARCHITECTURE.md against `cargo metadata`.

use crate::repo::{ask, expect_none, read};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

type Edges = BTreeMap<String, BTreeSet<String>>;

/// Tests of any crate may use these beside what the crate itself may use.
const FOR_TESTS: &str = "testkit";

#[test]
fn every_edge_between_crates_is_in_the_table() {
    let allowed = table(&read("ARCHITECTURE.md"));
    let mut broken = Vec::new();
    for package in packages() {
        let name = text(&package["name"]);
        let Some(may_use) = allowed.get(name) else {
            broken.push(format!("{name} is not in the table of crates"));
            continue;
        };
        for dependency in package["dependencies"].as_array().expect("a list") {
            let target = text(&dependency["name"]);
            let ours = !dependency["path"].is_null();
            let for_tests = dependency["kind"] == "dev" && (target == FOR_TESTS || target == name);
            if ours && !for_tests && !may_use.contains(target) {
                broken.push(format!("{name} uses {target}"));
            }
        }
    }
    expect_none("crates may use only what ARCHITECTURE.md says", &broken);
}

#[test]
fn the_table_names_no_crate_that_is_gone() {
    let there: BTreeSet<String> =
        packages().iter().map(|package| text(&package["name"]).to_owned()).collect();
    let listed: BTreeSet<String> = table(&read("ARCHITECTURE.md")).into_keys().collect();
    assert_eq!(listed, there);
}

#[test]
fn no_crate_has_features_of_its_own() {
    let mut broken = Vec::new();
    for package in packages() {
        let features = package["features"].as_object().expect("a map");
        broken.extend(features.keys().map(|f| format!("{}: {f}", text(&package["name"]))));
    }
    expect_none("a switch that picks an implementation is a crate or a type", &broken);
}

#[test]
fn every_dependency_has_its_reason_in_writing() {
    let architecture = read("ARCHITECTURE.md");
    let (_, section) = architecture
        .split_once("\n## Dependencies, and why each is there")
        .expect("ARCHITECTURE.md says why each dependency is there");
    let section = section.split("\n## ").next().unwrap_or_default();
    let mut broken = BTreeSet::new();
    for package in packages() {
        for dependency in package["dependencies"].as_array().expect("a list") {
            let name = text(&dependency["name"]);
            if dependency["path"].is_null() && !section.contains(&format!("`{name}`")) {
                broken.insert(format!("{name} (of {})", text(&package["name"])));
            }
        }
    }
    let broken: Vec<String> = broken.into_iter().collect();
    expect_none("dependencies without a reason in ARCHITECTURE.md", &broken);
}

fn packages() -> Vec<Value> {
    let metadata = ask(&["cargo", "metadata", "--no-deps", "--format-version", "1"]);
    let mut metadata: Value = serde_json::from_str(&metadata).expect("cargo prints JSON");
    match metadata["packages"].take() {
        Value::Array(packages) => packages,
        other => panic!("packages are a list, not {other}"),
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// Rows like ``| `shared/games` | what it holds | netplay |``.
fn table(architecture: &str) -> Edges {
    let (_, section) = architecture.split_once("## Crates").expect("a section on the crates");
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows: Vec<(String, &str)> = section
        .lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let [folder, _, may_use] = cells.as_slice() else { return None };
            let folder = folder.strip_prefix('`')?.strip_suffix('`')?;
            let name = folder.rsplit('/').next().unwrap_or(folder);
            Some((name.to_owned(), *may_use))
        })
        .collect();
    let all: BTreeSet<String> = rows.iter().map(|(name, _)| name.clone()).collect();
    let parse = |may_use: &str| match may_use {
        "everything" => all.clone(),
        "nothing of ours" => BTreeSet::new(),
        list => list.split(',').map(|name| name.trim().to_owned()).collect(),
    };
    rows.iter().map(|(name, may_use)| (name.clone(), parse(may_use))).collect()
}
