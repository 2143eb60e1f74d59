//! Layers inside netplay: a module names only modules to its left.

use crate::repo::{code_lines, expect_none, read, sources_under};
use std::path::Path;

const HOME: &str = "shared/netplay/src";

#[test]
fn modules_of_netplay_name_only_modules_to_their_left() {
    let layers = layers(&read("ARCHITECTURE.md"));
    let rank = |module: &str| layers.iter().position(|layer| layer.iter().any(|m| m == module));
    let mut broken = Vec::new();
    for path in sources_under(HOME) {
        let module = module_of(&path);
        if module == "lib" {
            continue;
        }
        let Some(own) = rank(&module) else {
            broken.push(format!("{module} is not among the layers of ARCHITECTURE.md"));
            continue;
        };
        for (number, named) in named_modules(&read(&path.to_string_lossy())) {
            let below = rank(&named).is_some_and(|other| other < own);
            let beside_before = rank(&named) == Some(own)
                && position_in_layer(&layers[own], &named)
                    <= position_in_layer(&layers[own], &module);
            if !below && !beside_before {
                broken.push(format!("{}:{number} names {named}", path.display()));
            }
        }
    }
    expect_none("a layer of netplay names only layers to its left", &broken);
}

#[test]
fn the_crate_says_the_same_order_as_the_document() {
    let on_the_page = layers(&read("ARCHITECTURE.md"));
    let in_the_crate = layers(&read("shared/netplay/src/lib.rs").replace("//!", ""));
    assert_eq!(in_the_crate, on_the_page);
}

#[test]
fn the_reader_of_paths_sees_groups_and_skips_comments() {
    let source = "use crate::ids::{Seat, Frame};\n/// [`crate::relay`]\n\
                  use crate::{code::RoomCode, wire::{self, Message}};\nfn f() -> crate::time::Instant {}\n";
    let named: Vec<String> = named_modules(source).into_iter().map(|(_, name)| name).collect();
    assert_eq!(named, ["ids", "code", "wire", "time"]);
}

/// The line `` `a, b → c → d` ``: layers, and the modules of each.
fn layers(text: &str) -> Vec<Vec<String>> {
    let line = text.lines().find(|line| line.contains("`ids,") && line.contains('→'));
    let line = line.expect("the layers are drawn in one line that begins with `ids,");
    let drawn = line.split('`').nth(1).expect("the layers stand in back-ticks");
    let layer = |layer: &str| layer.split(',').map(|module| module.trim().to_owned()).collect();
    drawn.split('→').map(layer).collect()
}

fn position_in_layer(layer: &[String], module: &str) -> Option<usize> {
    layer.iter().position(|m| m == module)
}

/// `src/wire/cursor.rs` and `src/wire/mod.rs` are of `wire`, `src/code.rs` is `code`.
fn module_of(path: &Path) -> String {
    let inside = path.strip_prefix(HOME).expect("the path was listed under it");
    let first = inside.iter().next().expect("a file").to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

/// Every module that is named as `crate::module` or `crate::{module, …}`.
fn named_modules(source: &str) -> Vec<(usize, String)> {
    let mut text = String::new();
    let mut starts = Vec::new();
    for (_, code) in code_lines(source) {
        starts.push(text.len());
        text.push_str(code);
        text.push('\n');
    }
    let mut named = Vec::new();
    for (at, found) in text.match_indices("crate::") {
        if text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$') {
            continue;
        }
        let number = starts.partition_point(|start| *start <= at);
        let rest = &text[at + found.len()..];
        match rest.strip_prefix('{') {
            Some(group) => named.extend(first_names(group).map(|name| (number, name))),
            None => named.push((number, leading_name(rest))),
        }
    }
    named
}

/// The first names of the paths of a `use` group, whose opening brace is already gone.
fn first_names(group: &str) -> impl Iterator<Item = String> {
    let mut depth = 0_i32;
    let mut items = vec![String::new()];
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => items.push(String::new()),
            other => items.last_mut().expect("never empty").push(other),
        }
    }
    let named = items.into_iter().map(|item| leading_name(item.trim()));
    named.filter(|name| !name.is_empty())
}

fn leading_name(path: &str) -> String {
    path.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}
