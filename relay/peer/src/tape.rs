//! `--record`: what is watched, as a replay file that grows while it is watched.

use netplay::ids::{Frame, PadWord, StateHash};
use netplay::limits::REPLAY_BYTES;
use netplay::session::Confirmed;
use netplay::session::replay::{Header, Recorder};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A recording under way, or what has become of it. A disk that is full or not ours ends the
/// recording with one warning, and never the watching.
pub(crate) struct Tape {
    /// The wished file, or the folder to put one in.
    wish: Option<PathBuf>,
    running: Option<Running>,
    /// The last file that is whole.
    finished: Option<PathBuf>,
    begun: u32,
}

struct Running {
    recorder: Recorder,
    file: File,
    path: PathBuf,
    /// How much of the recording is in the file.
    written: usize,
    is_full: bool,
}

impl Tape {
    pub(crate) fn new(wish: Option<PathBuf>) -> Self {
        Self { wish, running: None, finished: None, begun: 0 }
    }

    /// A recording begins; an earlier one is finished first. `name` is for a file in a folder.
    pub(crate) fn begin(&mut self, header: &Header, name: &str) {
        self.finish();
        let Some(wish) = &self.wish else { return };
        self.begun += 1;
        // A folder that is named as one is made.
        if wish.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
            && let Err(error) = std::fs::create_dir_all(wish)
        {
            return self.give_up(&error);
        }
        let path = path(wish, name, self.begun);
        let recorder = Recorder::new(header, REPLAY_BYTES);
        let opened = File::create(&path);
        let running =
            opened.map(|file| Running { recorder, file, path, written: 0, is_full: false });
        match running {
            Ok(running) => self.running = Some(running),
            Err(error) => return self.give_up(&error),
        }
        self.append();
    }

    pub(crate) fn frame(&mut self, confirmed: &Confirmed<PadWord>) {
        let Some(running) = &mut self.running else { return };
        running.recorder.frame(confirmed);
        if running.recorder.stopped().is_some() && !running.is_full {
            running.is_full = true;
            eprintln!("The recording is as long as one may be; watching goes on without it.");
        }
        self.append();
    }

    pub(crate) fn checkpoint(&mut self, frame: Frame, hash: StateHash) {
        if let Some(running) = &mut self.running {
            running.recorder.checkpoint(frame, hash);
        }
    }

    /// Ends the file. Returns where the last whole one is.
    pub(crate) fn finish(&mut self) -> Option<&Path> {
        if let Some(Running { recorder, mut file, path, written, .. }) = self.running.take() {
            let bytes = recorder.finish();
            match file.write_all(&bytes[written..]).and_then(|()| file.flush()) {
                Ok(()) => self.finished = Some(path),
                Err(error) => self.give_up(&error),
            }
        }
        self.finished.as_deref()
    }

    /// Writes what is new for good.
    fn append(&mut self) {
        let Some(running) = &mut self.running else { return };
        let new = &running.recorder.written()[running.written..];
        if new.is_empty() {
            return;
        }
        match running.file.write_all(new) {
            Ok(()) => running.written += new.len(),
            Err(error) => self.give_up(&error),
        }
    }

    fn give_up(&mut self, error: &io::Error) {
        let wish = self.wish.take().unwrap_or_default();
        self.running = None;
        eprintln!("Nothing is recorded to {} any more: {error}. Watching goes on.", wish.display());
    }
}

/// Where the recording of this number goes.
fn path(wish: &Path, name: &str, number: u32) -> PathBuf {
    let suffix = if number > 1 { format!("-{number}") } else { String::new() };
    if wish.is_dir() {
        return wish.join(format!("{name}{suffix}.plrp"));
    }
    if number == 1 {
        return wish.to_owned();
    }
    let stem = wish.file_stem().unwrap_or_default().to_string_lossy();
    let path = wish.with_file_name(format!("{stem}{suffix}"));
    match wish.extension() {
        Some(extension) => path.with_extension(extension),
        None => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_recording_never_lies_on_the_first() {
        let file = Path::new("/nowhere/race.plrp");
        assert_eq!(path(file, "x", 1), file);
        assert_eq!(path(file, "x", 2), Path::new("/nowhere/race-2.plrp"));
        let folder = std::env::temp_dir();
        assert_eq!(path(&folder, "K7QF2M-1", 1), folder.join("K7QF2M-1.plrp"));
        assert_eq!(path(&folder, "K7QF2M-1", 3), folder.join("K7QF2M-1-3.plrp"));
    }
}
