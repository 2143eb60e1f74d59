//! From a pack's text to content.

use super::{
    BUILT_IN, FAULTS, FIRST_LINE, Fault, NAME_BYTES, PACK_BYTES, Pack, PackFault, TRACKS,
    canonical, is_file_name, split,
};
use crate::racing::Track;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use sha2::{Digest, Sha256};

/// The pack of this build: known to be fair, and by its digest.
pub(super) fn trusted(text: &'static str, sha256: [u8; 32]) -> Result<Pack, Vec<PackFault>> {
    let mut reading = Reading { is_trusted: true, ..Reading::default() };
    reading.read(text);
    reading.finish(Cow::Borrowed(text), sha256)
}

/// Anybody's pack.
pub(super) fn pack(text: &str) -> Result<Pack, Vec<PackFault>> {
    if text.len() > PACK_BYTES {
        let what = format!("the pack has {} bytes", text.len());
        return Err([fault(0, what, "a pack has at most 262144 bytes: leave something out")].into());
    }
    let text = canonical(text);
    let mut reading = Reading::default();
    reading.read(&text);
    if leans(&text) {
        let own = Pack::built_in();
        if reading.tracks.is_empty() {
            reading.tracks.clone_from(&own.tracks);
        }
    }
    let sha256 = digest(&text);
    reading.finish(String::from(text).into(), sha256)
}

pub(super) fn digest(text: &str) -> [u8; 32] {
    let text = canonical(text);
    let mut sha256 = Sha256::new_with_prefix(text.as_bytes());
    if leans(&text) {
        sha256.update(BUILT_IN);
    }
    sha256.finalize().into()
}

/// Whether something is taken from the built-in pack, which is a part of what it is then.
fn leans(text: &str) -> bool {
    let has = |kind: &str| split(text).1.any(|(name, _)| name.trim_end().ends_with(kind));
    !has(".track")
}

fn fault(line: u32, what: String, cure: &'static str) -> PackFault {
    PackFault { file: String::new(), line, what, cure }
}

#[derive(Default)]
struct Reading {
    is_trusted: bool,
    name: String,
    tracks: Vec<Arc<Track>>,
    faults: Vec<PackFault>,
}

impl Reading {
    fn read(&mut self, text: &str) {
        let (head, files) = split(text);
        self.head(head);
        for (name, text) in files {
            if self.faults.len() >= FAULTS {
                break;
            }
            if let Err(Fault { line, what, cure }) = self.file(name.trim_end(), text) {
                self.faults.push(PackFault { file: clipped(name), line, what, cure });
            }
        }
    }

    /// The lines before the first file.
    fn head(&mut self, head: &str) {
        let mut lines = head.lines();
        if lines.next().map(str::trim_end) != Some(FIRST_LINE) {
            let cure = "the first line of a pack is: partyline-pack 1";
            self.faults.push(fault(1, "this is no pack".into(), cure));
            return;
        }
        for (line, text) in (2..).zip(lines) {
            match text.split_once(' ') {
                _ if text.is_empty() || text.starts_with('#') => {}
                Some(("name", name)) => self.name = name.trim().into(),
                _ => {
                    let cure = "before the first file there is only: name NAME";
                    let what = format!("“{}” is not known here", clipped(text));
                    return self.faults.push(fault(line, what, cure));
                }
            }
        }
        let is_shown = !self.name.chars().any(char::is_control);
        if self.name.is_empty() || self.name.len() > NAME_BYTES || !is_shown {
            let cure = "write in the second line: name NAME, at most 40 bytes";
            self.faults.push(fault(2, "the pack has no fitting name".into(), cure));
        }
    }

    fn file(&mut self, name: &str, text: &str) -> Result<(), Fault> {
        let whole = |what: &str, cure| Fault { line: 0, what: what.into(), cure };
        if !is_file_name(name) {
            let cure = "letters, digits, - and _, folders with /, and at the end .track";
            return Err(whole("this is no name for a file of a pack", cure));
        }
        if self.tracks.len() == TRACKS {
            return Err(whole("there are too many tracks", "a pack has at most 32 tracks"));
        }
        let read = if self.is_trusted { Track::parse_trusted } else { Track::parse };
        self.tracks.push(Arc::new(read(text)?));
        Ok(())
    }

    fn finish(self, text: Cow<'static, str>, sha256: [u8; 32]) -> Result<Pack, Vec<PackFault>> {
        if self.faults.is_empty() {
            Ok(Pack { name: self.name, sha256, tracks: self.tracks, text })
        } else {
            Err(self.faults)
        }
    }
}

/// A piece of somebody's text that fits into a sentence.
fn clipped(text: &str) -> String {
    text.chars().take(40).filter(|letter| !letter.is_control()).collect()
}
