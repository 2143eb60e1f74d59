//! A pack's text, from a file or from a folder of files.

use crate::ending::Ending;
use games::pack::{self, FIRST_LINE, KINDS, PACK_BYTES, PackFault};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A folder has at most so many folders in each other.
const DEPTH: usize = 8;

/// The text, and where it comes from.
pub(crate) struct Source {
    pub(crate) text: String,
    /// What the names of the pack's files are to be put behind, to be found on the disk.
    folder: Option<PathBuf>,
}

impl Source {
    /// A pack, a folder, or one file of content, which is a pack of one file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn read(path: &Path) -> Result<Self, Ending> {
        if path.is_dir() {
            return Self::of_folder(path);
        }
        let text = text(path)?;
        if pack::canonical(&text).starts_with(FIRST_LINE) || !is_content(path) {
            return Ok(Self { text, folder: None });
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let folder = path.parent().map(Path::to_owned);
        Ok(Self { text: pack::bundle(&name, [(&*name, text.as_str())]), folder })
    }

    fn of_folder(folder: &Path) -> Result<Self, Ending> {
        let mut files = Vec::new();
        collect(folder, folder, DEPTH, &mut files)?;
        files.sort();
        let stem = folder.canonicalize().unwrap_or_default();
        let stem = stem.file_name().unwrap_or_default().to_string_lossy();
        let told = fs::read_to_string(folder.join("pack.txt")).unwrap_or_default();
        let told = told.lines().find_map(|line| line.strip_prefix("name "));
        let name = told.map_or(&*stem, str::trim);
        let files = files.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        Ok(Self { text: pack::bundle(name, files), folder: Some(folder.to_owned()) })
    }

    /// A fault as a line that an editor can follow.
    pub(crate) fn place(&self, fault: &PackFault) -> String {
        match &self.folder {
            Some(folder) if !fault.file.is_empty() => {
                let file = folder.join(&fault.file).display().to_string();
                PackFault { file, ..fault.clone() }.to_string()
            }
            _ => fault.to_string(),
        }
    }
}

fn is_content(path: &Path) -> bool {
    path.extension().is_some_and(|kind| KINDS.iter().any(|known| kind == *known))
}

/// The files of content in a folder and the folders in it, but for hidden ones.
fn collect(
    root: &Path,
    folder: &Path,
    depth: usize,
    files: &mut Vec<(String, String)>,
) -> Result<(), Ending> {
    for entry in fs::read_dir(folder).map_err(|error| unread(folder, &error))? {
        let path = entry.map_err(|error| unread(folder, &error))?.path();
        let is_hidden =
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if is_hidden {
            continue;
        }
        if path.is_dir() && depth > 0 {
            collect(root, &path, depth - 1, files)?;
        } else if is_content(&path) {
            let name = path.strip_prefix(root).unwrap_or(&path);
            files.push((name.to_string_lossy().replace('\\', "/"), text(&path)?));
        }
    }
    Ok(())
}

/// What is longer than any pack is not read to its end.
fn text(path: &Path) -> Result<String, Ending> {
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(|error| unread(path, &error))?;
    let read = file.take(PACK_BYTES as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| unread(path, &error))?;
    String::from_utf8(bytes).map_err(|_| {
        Ending::Failed(format!("{}:0: this is no text in UTF-8 - save it as such", path.display()))
    })
}

fn unread(path: &Path, error: &std::io::Error) -> Ending {
    Ending::Hindered(format!("{} cannot be read: {error}.", path.display()))
}
