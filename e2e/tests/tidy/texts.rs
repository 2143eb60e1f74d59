//! What holds for every text: no trace of one machine, and no link into nothing.

use crate::repo::{expect_none, files, read, root};
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn no_text_names_a_registrys_host_or_a_folder_of_one_machine() {
    // Spelled in halves: this file is a text, too.
    let marks = [
        concat!("registry.", "npmjs"),
        concat!("static.", "crates.io"),
        concat!("index.", "crates.io"),
        concat!("deb.", "debian.org"),
        concat!("pypi", ".org"),
        concat!("files.", "pythonhosted"),
        concat!("/wo", "rk/"),
        concat!("/ro", "ot/"),
        concat!("/ho", "me/"),
    ];
    let mut broken = Vec::new();
    for path in files("") {
        let Ok(text) = std::fs::read_to_string(root().join(&path)) else { continue };
        for (index, line) in text.lines().enumerate() {
            if marks.iter().any(|mark| line.contains(mark)) {
                broken.push(format!("{path}:{}: {}", index + 1, line.trim()));
            }
        }
    }
    expect_none("texts speak of the project, not of a machine", &broken);
}

#[test]
fn the_npm_lock_file_holds_no_address() {
    assert!(!read("package-lock.json").contains("://"));
}

#[test]
fn every_relative_link_in_the_documents_leads_somewhere() {
    let mut broken = Vec::new();
    for path in files(".md") {
        for link in links(&read(&path)) {
            if !leads_somewhere(&path, &link) {
                broken.push(format!("{path}: {link}"));
            }
        }
    }
    expect_none("dead links", &broken);
}

#[test]
fn a_heading_is_found_by_the_anchor_a_reader_clicks() {
    let text = "# Play in a minute!\n```\n# no heading\n```\n## `Rewind`, and why\n";
    let wanted = ["play-in-a-minute", "rewind-and-why"].map(str::to_owned);
    assert_eq!(anchors(text), BTreeSet::from(wanted));
    assert_eq!(links("see [a](b.md#c), ![d](e.png) and `[f](g)`"), ["b.md#c", "e.png"]);
}

fn leads_somewhere(from: &str, link: &str) -> bool {
    if link.contains("://") || link.starts_with("mailto:") {
        return true;
    }
    let (file, anchor) = link.split_once('#').map_or((link, None), |(f, a)| (f, Some(a)));
    let folder = Path::new(from).parent().unwrap_or(Path::new(""));
    let target = if file.is_empty() { from.into() } else { folder.join(file) };
    if !root().join(&target).exists() {
        return false;
    }
    anchor.is_none_or(|anchor| anchors(&read(&target.to_string_lossy())).contains(anchor))
}

/// The targets of `[text](target)`, code left out.
fn links(markdown: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in outside_fences(markdown) {
        let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        for after in prose.split("](").skip(1) {
            let target = after.split(')').next().unwrap_or_default();
            found.extend(target.split_whitespace().next().map(str::to_owned));
        }
    }
    found
}

/// What headings are called in links.
fn anchors(markdown: &str) -> BTreeSet<String> {
    let headings = outside_fences(markdown).filter(|line| line.starts_with('#'));
    let slug = |line: &str| {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(slug).collect()
}

fn outside_fences(markdown: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    markdown.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    })
}
