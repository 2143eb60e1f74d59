//! A pack's text: a head, then files. The build script reads it with this same source.

use alloc::borrow::Cow;
use alloc::string::String;

/// The first line of every pack.
pub const FIRST_LINE: &str = "partyline-pack 1";
/// What begins a file in a pack, at the beginning of a line; its name follows.
const FILE_LINE: &str = "\n=== ";
/// The kinds of files in a pack, told by the end of their names.
pub const KINDS: [&str; 4] = ["track", "hole", "arena", "props"];

/// Whether a name is one that a pack's file can have: folders and a name of letters, digits, `-`
/// and `_`, then the kind. Nothing of it leads out of a folder.
#[must_use]
pub fn is_file_name(name: &str) -> bool {
    let Some((path, _)) = name.rsplit_once('.').filter(|(_, kind)| KINDS.contains(kind)) else {
        return false;
    };
    name.len() <= 64
        && path.split('/').all(|part| {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
            !part.is_empty() && part.bytes().all(plain)
        })
}

/// The text whose digest names a pack: the same however its lines end.
#[must_use]
pub fn canonical(text: &str) -> Cow<'_, str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.contains('\r') { text.replace("\r\n", "\n").into() } else { text.into() }
}

/// One text of many files, in the order given: sort them by name.
#[must_use]
pub fn bundle<'a>(name: &str, files: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut pack = String::new();
    let mut line = |parts: [&str; 2]| {
        for part in parts {
            pack.push_str(part);
        }
        pack.push('\n');
    };
    line([FIRST_LINE, ""]);
    line(["name ", name]);
    for (name, text) in files {
        line([&FILE_LINE[1..], name]);
        line([canonical(text).trim_end(), ""]);
    }
    pack
}

/// The head of a pack's text, and its files: each name, and what is in it.
pub fn split(pack: &str) -> (&str, impl Iterator<Item = (&str, &str)>) {
    let mut parts = pack.split(FILE_LINE);
    let head = parts.next().unwrap_or_default();
    (head, parts.map(|file| file.split_once('\n').unwrap_or((file, ""))))
}
