//! `PROTOCOL.md` says what the code does: every tag, field, refusal, reason, error and limit.
//!
//! The document's tables are read as they stand, and so are the declarations in the sources, so a
//! difference between the two is always somebody's to settle.

use netplay::wire::{
    ChatKind, CloseReason, Controller, DesyncPolicy, Entry, Message, Moderation, Presence, Refusal,
    SessionModel, StallCause,
};
use std::collections::{BTreeMap, BTreeSet};

const DOCUMENT: &str = include_str!("../../PROTOCOL.md");
const LIMITS: &str = concat!(
    include_str!("../../src/limits.rs"),
    include_str!("../../src/limits/lanes.rs"),
    include_str!("../../src/limits/server.rs"),
);
const CURSOR: &str = include_str!("../../src/wire/cursor.rs");
const SOURCES: [&str; 9] = [
    include_str!("../../src/wire/hello.rs"),
    include_str!("../../src/wire/lobby.rs"),
    include_str!("../../src/wire/play.rs"),
    include_str!("../../src/wire/seal.rs"),
    include_str!("../../src/wire/terms.rs"),
    include_str!("../../src/wire/authority.rs"),
    include_str!("../../src/wire/state.rs"),
    include_str!("../../src/wire/signal.rs"),
    include_str!("../../src/wire/reasons.rs"),
];
const MESSAGES: &str = include_str!("../../src/wire/message.rs");

/// The rows of every table below a heading, as cells without their backticks.
pub(crate) fn table(heading: &str) -> Vec<Vec<String>> {
    let mut lines = DOCUMENT.lines().skip_while(|line| *line != heading);
    assert!(lines.next().is_some(), "no heading {heading}");
    let level = heading.split(' ').next().unwrap();
    let lines: Vec<_> = lines
        .take_while(|line| !line.starts_with('#') || line.starts_with(&format!("{level}#")))
        .chain([""])
        .collect();
    lines
        .windows(2)
        .filter(|pair| !pair[1].starts_with("|---"))
        .filter_map(|pair| pair[0].strip_prefix("| ")?.strip_suffix(" |"))
        .map(|row| row.split(" | ").map(|cell| cell.replace('`', "").trim().to_owned()).collect())
        .collect()
}

fn tag(cell: &str) -> u8 {
    u8::from_str_radix(cell.strip_prefix("0x").unwrap(), 16).unwrap()
}

/// The limits by name, computed from their declarations.
fn limits() -> BTreeMap<&'static str, u64> {
    let mut known = BTreeMap::new();
    for line in LIMITS.lines().filter_map(|line| line.strip_prefix("pub const ")) {
        let (name, rest) = line.split_once(": ").unwrap();
        let (_, value) = rest.trim_end_matches(';').split_once(" = ").unwrap();
        let value = [" as u8", " as u16", " as u32", " as u64", " as usize"]
            .iter()
            .fold(value.to_owned(), |value, cast| value.replace(cast, ""));
        known.insert(name, evaluate(&value, &known));
    }
    known
}

/// The value of a constant expression: numbers, earlier limits, `+ - * /` and parentheses.
fn evaluate(text: &str, known: &BTreeMap<&str, u64>) -> u64 {
    let text = text.trim();
    let mut depth = 0;
    let outer: Vec<_> = text
        .char_indices()
        .filter(|(_, character)| {
            depth += i32::from(*character == '(') - i32::from(*character == ')');
            depth == 0
        })
        .collect();
    // The weakest and last operator is applied last.
    let last = |operators: [char; 2]| outer.iter().rev().find(|(_, it)| operators.contains(it));
    if let Some((at, operator)) = last(['+', '-']).or_else(|| last(['*', '/'])) {
        let (left, right) = (evaluate(&text[..*at], known), evaluate(&text[at + 1..], known));
        return match operator {
            '+' => left + right,
            '-' => left - right,
            '*' => left * right,
            _ => left / right,
        };
    }
    match text.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) => evaluate(inner, known),
        None => known.get(text).copied().unwrap_or_else(|| text.replace('_', "").parse().unwrap()),
    }
}

/// `name: Type, …` of a declaration's body, with the limits' values in place of their names.
fn fields(body: &str) -> String {
    let without_comments: String = body
        .lines()
        .filter(|line| !line.trim_start().starts_with("///"))
        .flat_map(|line| line.split("/**").map(|part| part.rsplit("*/").next().unwrap()))
        .collect();
    let fields: Vec<_> = without_comments
        .split(',')
        .filter_map(|field| field.trim().trim_start_matches("pub ").split_once(": "))
        .map(|(name, kind)| {
            let kind = kind.split(" where ").next().unwrap().to_owned();
            let kind = limits().into_iter().fold(kind, |kind, (limit, value)| {
                kind.replace(&format!("<{limit}>"), &format!("<{value}>"))
            });
            format!("{name}: {kind}")
        })
        .collect();
    fields.join(", ")
}

/// Every `wire_struct!` of the sources: its name and fields.
fn structs() -> BTreeMap<&'static str, String> {
    let declared = SOURCES.iter().flat_map(|source| source.split("wire_struct! {").skip(1));
    declared
        .map(|text| {
            let (_, text) = text.split_once("pub struct ").unwrap();
            let (name, body) = text.split_once(" {").unwrap();
            let body = body.split_once('}').unwrap().0;
            (name, fields(body))
        })
        .collect()
}

/// The fields of a `wire_enum!`'s variants by the enum's name.
fn variants(name: &str) -> Vec<(String, String)> {
    let head = format!("pub enum {name} {{");
    let text = SOURCES.iter().find_map(|source| source.split_once(&head)).unwrap().1;
    let body = text.split_once("\n    }\n").unwrap().0;
    body.lines()
        .filter_map(|line| line.split_once(" => "))
        .map(|(_, line)| {
            let line = line.trim_end_matches(',');
            let (name, body) = line.split_once(" {").unwrap_or((line, ""));
            (name.to_owned(), fields(body.trim_end_matches([' ', '}'])))
        })
        .collect()
}

#[test]
fn every_message_is_named_with_its_tag_and_fields() {
    let structs = structs();
    let rows = table("## Messages");
    let named: Vec<_> = rows.iter().map(|row| (tag(&row[0]), &row[1][..])).collect();
    assert_eq!(named, Message::TAGS, "tags and names");
    for row in &rows {
        let pattern = format!("=> {}(", row[1]);
        let body = MESSAGES.split_once(&pattern).unwrap().1.split_once(')').unwrap().0;
        let fields = if structs[body].is_empty() { "none" } else { &structs[body] };
        assert_eq!(row[2], fields, "{}", row[1]);
    }
}

#[test]
fn every_part_of_a_message_is_named_with_its_fields() {
    let structs = structs();
    let rows = table("### Parts");
    let parts = ["Identity", "Pack", "MemberRow", "Latency", "Terms"];
    assert_eq!(rows.iter().map(|row| &row[0][..]).collect::<Vec<_>>(), parts);
    for row in rows {
        assert_eq!(row[1], structs[&row[0][..]], "{}", row[0]);
    }
}

#[test]
fn every_variant_is_named_with_its_tag_and_fields() {
    let all: [(&str, &[(u8, &str)]); 10] = [
        ("Entry", Entry::TAGS),
        ("Presence", Presence::TAGS),
        ("ChatKind", ChatKind::TAGS),
        ("Moderation", Moderation::TAGS),
        ("SessionModel", SessionModel::TAGS),
        ("DesyncPolicy", DesyncPolicy::TAGS),
        ("Controller", Controller::TAGS),
        ("StallCause", StallCause::TAGS),
        ("Refusal", Refusal::TAGS),
        ("CloseReason", CloseReason::TAGS),
    ];
    for (name, tags) in all {
        let rows = table(&format!("### {name}"));
        let named: Vec<_> = rows.iter().map(|row| (tag(&row[0]), &row[1][..])).collect();
        assert_eq!(named, tags, "{name}");
        let documented = rows.iter().map(|row| {
            (row[1].clone(), if row[2] == "none" { String::new() } else { row[2].clone() })
        });
        assert_eq!(documented.collect::<Vec<_>>(), variants(name), "{name}");
        assert!(rows.iter().all(|row| row[3].len() > 3), "{name}: a meaning is missing");
    }
}

#[test]
fn the_document_says_which_refusal_closes() {
    let text = DOCUMENT.split_once("### Refusal").unwrap().1.split_once("### ").unwrap().0;
    assert!(Refusal::VersionMismatch { relay: 1, client: 2 }.closes());
    assert_eq!(text.matches("Closes.").count(), 1);
}

#[test]
fn every_error_is_named() {
    let declaration = CURSOR.split_once("pub enum DecodeError {").unwrap().1;
    let body = declaration.split_once("\n}\n").unwrap().0;
    let errors: Vec<_> = body
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with("///") && !line.is_empty())
        .map(|line| line.split(['(', ',']).next().unwrap().to_owned())
        .collect();
    let rows = table("### Errors");
    assert_eq!(rows.iter().map(|row| row[0].clone()).collect::<Vec<_>>(), errors);
}

#[test]
fn every_limit_is_named_with_its_value() {
    let documented: BTreeSet<_> = table("## Limits")
        .into_iter()
        .map(|row| (row[0].clone(), row[1].replace(' ', "").parse::<u64>().unwrap()))
        .collect();
    let limits: BTreeSet<_> =
        limits().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let (lacking, wrong) = (&limits - &documented, &documented - &limits);
    assert!(lacking.is_empty(), "add these to the table of limits: {lacking:?}");
    assert!(wrong.is_empty(), "not in limits.rs: {wrong:?}");
}
