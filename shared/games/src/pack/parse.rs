//! From a pack's text to content.

use super::{
    ARENAS, BUILT_IN, FAULTS, FIRST_LINE, Fault, HOLES, KINDS, NAME_BYTES, OWN, PACK_BYTES,
    PROP_SETS, Pack, PackFault, TRACKS, canonical, is_file_name, split,
};
use crate::golf::Hole;
use crate::hunt::{Arena, PropSet};
use crate::racing::Track;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use sha2::{Digest, Sha256};

/// The pack of this build: known to be fair, and by its digest.
pub(super) fn trusted(text: &'static str, sha256: [u8; 32]) -> Result<Pack, Vec<PackFault>> {
    own(text, &KINDS).finish(Cow::Borrowed(text), sha256)
}

/// What the pack of this build has of these kinds.
fn own(text: &str, kinds: &[&str]) -> Reading {
    let mut reading = Reading { is_trusted: true, ..Reading::default() };
    reading.read(text, kinds);
    reading
}

/// Anybody's pack.
pub(super) fn pack(text: &str) -> Result<Pack, Vec<PackFault>> {
    if text.len() > PACK_BYTES {
        // Whoever read it may have stopped reading there: how long it is, nobody knows.
        let what = "the pack has too many bytes".into();
        return Err([fault(0, what, "a pack has at most 262144 bytes: leave something out")].into());
    }
    let text = canonical(text);
    let lacks = |kind: &str| !split(&text).1.any(|(name, _)| kind_of(name) == kind);
    let mut reading = Reading::default();
    if !lacks("arena") {
        reading.lent = own(OWN, &["props"]).props;
    }
    reading.read(&text, &KINDS);
    if reading.faults.is_empty() && KINDS.iter().any(|kind| lacks(kind)) {
        // Its arenas need its props, whatever others there are.
        let needs = |kind: &&str| lacks(kind) || *kind == "props";
        let kinds: Vec<&str> = KINDS.into_iter().filter(needs).collect();
        let own = own(OWN, &kinds);
        fill(&mut reading.tracks, own.tracks);
        fill(&mut reading.holes, own.holes);
        fill(&mut reading.arenas, own.arenas);
        fill(&mut reading.props, own.props);
    }
    let sha256 = digest(&text);
    reading.finish(String::from(text).into(), sha256)
}

pub(super) fn digest(text: &str) -> [u8; 32] {
    let text = canonical(text);
    let mut sha256 = Sha256::new_with_prefix(text.as_bytes());
    let alone: [u8; 32] = sha256.clone().finalize().into();
    if alone == BUILT_IN || !leans(&text) {
        return alone;
    }
    sha256.update(BUILT_IN);
    sha256.finalize().into()
}

/// Whether something is taken from the built-in pack, which is a part of what it is then.
fn leans(text: &str) -> bool {
    KINDS.iter().any(|kind| !split(text).1.any(|(name, _)| kind_of(name) == *kind))
}

fn kind_of(name: &str) -> &str {
    name.trim_end().rsplit('.').next().unwrap_or_default()
}

fn fill<T>(list: &mut Vec<Arc<T>>, own: Vec<Arc<T>>) {
    if list.is_empty() {
        *list = own;
    }
}

fn fault(line: u32, what: String, cure: &'static str) -> PackFault {
    PackFault { file: String::new(), line, what, cure }
}

#[derive(Default)]
struct Reading {
    is_trusted: bool,
    name: String,
    tracks: Vec<Arc<Track>>,
    arenas: Vec<Arc<Arena>>,
    props: Vec<Arc<PropSet>>,
    /// Sets of props that arenas may use beside their own.
    lent: Vec<Arc<PropSet>>,
    holes: Vec<Arc<Hole>>,
    faults: Vec<PackFault>,
}

impl Reading {
    /// Arenas last: they name sets of props.
    fn read(&mut self, text: &str, kinds: &[&str]) {
        let head = split(text).0;
        self.head(head);
        for arenas in [false, true] {
            for (name, text) in split(text).1 {
                let kind = kind_of(name);
                let is_due = (kind == "arena") == arenas;
                let is_wanted = kinds.contains(&kind) || !self.is_trusted;
                if self.faults.len() < FAULTS
                    && is_due
                    && is_wanted
                    && let Err(Fault { line, what, cure }) = self.file(name.trim_end(), text)
                {
                    self.faults.push(PackFault { file: clipped(name), line, what, cure });
                }
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
            let cure = "letters, digits, - and _, folders with /, and at the end .hole, .track, .arena or .props";
            return Err(whole("this is no name for a file of a pack", cure));
        }
        match kind_of(name) {
            "track" => {
                let read = if self.is_trusted { Track::parse_trusted } else { Track::parse };
                push(&mut self.tracks, TRACKS, || read(text))
            }
            "props" => push(&mut self.props, PROP_SETS, || PropSet::parse(text)),
            "arena" => {
                let read = if self.is_trusted { Arena::read } else { Arena::parse };
                let mut sets = self.props.clone();
                sets.extend_from_slice(&self.lent);
                push(&mut self.arenas, ARENAS, || read(text, &sets))
            }
            _ => {
                let read = if self.is_trusted { Hole::parse_trusted } else { Hole::parse };
                push(&mut self.holes, HOLES, || read(text))
            }
        }
    }

    fn finish(self, text: Cow<'static, str>, sha256: [u8; 32]) -> Result<Pack, Vec<PackFault>> {
        if self.faults.is_empty() {
            let Self { name, tracks, holes, arenas, props, .. } = self;
            Ok(Pack { name, sha256, tracks, holes, arenas, props, text })
        } else {
            Err(self.faults)
        }
    }
}

/// Reads one more, unless there are too many.
fn push<T>(
    list: &mut Vec<Arc<T>>,
    cap: usize,
    read: impl FnOnce() -> Result<T, Fault>,
) -> Result<(), Fault> {
    if list.len() == cap {
        let what = format!("there are more than {cap} files of this kind");
        return Err(Fault { line: 0, what, cure: "take some out, or make two packs" });
    }
    list.push(Arc::new(read()?));
    Ok(())
}

/// A piece of somebody's text that fits into a sentence.
fn clipped(text: &str) -> String {
    text.chars().take(40).filter(|letter| !letter.is_control()).collect()
}
