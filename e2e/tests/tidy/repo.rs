//! The tracked files, and how a rule reports.

use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("e2e lies in the project")
}

pub(crate) fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What a command prints that must succeed, run in the root.
pub(crate) fn ask(words: &[&str]) -> String {
    let mut command = Command::new(words[0]);
    let output = command.args(&words[1..]).current_dir(root()).output();
    let output = output.unwrap_or_else(|error| panic!("{words:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?} failed:\n{errors}");
    String::from_utf8(output.stdout).expect("tools print UTF-8")
}

/// Tracked and new files whose name ends so; what is ignored is left out.
pub(crate) fn files(ending: &str) -> Vec<String> {
    let listed = ask(&["git", "ls-files", "--cached", "--others", "--exclude-standard"]);
    let mut files: Vec<String> =
        listed.lines().filter(|path| path.ends_with(ending)).map(str::to_owned).collect();
    files.retain(|path| root().join(path).is_file());
    files.sort();
    files.dedup();
    files
}

/// The `.rs` files under a folder.
pub(crate) fn sources_under(folder: &str) -> Vec<PathBuf> {
    let files = files(".rs").into_iter().filter(|path| path.starts_with(folder));
    files.map(PathBuf::from).collect()
}

/// The lines of a source with their numbers, comments taken off. Block comments are rare here
/// and count as code, which makes a rule stricter and never laxer.
pub(crate) fn code_lines(source: &str) -> impl Iterator<Item = (usize, &str)> {
    source.lines().enumerate().map(|(index, line)| {
        let code = if line.trim_start().starts_with("//") {
            ""
        } else {
            line.split(" //").next().unwrap_or_default()
        };
        (index + 1, code)
    })
}

/// The identifiers and keywords of a line.
pub(crate) fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Fails with every place at once.
#[track_caller]
pub(crate) fn expect_none(rule: &str, broken: &[String]) {
    assert!(broken.is_empty(), "{rule}:\n  {}", broken.join("\n  "));
}
