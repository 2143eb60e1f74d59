//! Where commands run: the project's root, with the project's own tools first on the path.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What went wrong, in a sentence for the person at the terminal.
pub(crate) type Outcome = Result<(), String>;

pub(crate) struct Workshop {
    pub(crate) root: PathBuf,
    path: OsString,
}

impl Workshop {
    pub(crate) fn new() -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = here.parent().expect("xtask lies in the project").to_path_buf();
        let own = [root.join(".tools/bin"), root.join("node_modules/.bin")];
        let inherited = std::env::var_os("PATH").unwrap_or_default();
        let folders = own.into_iter().chain(std::env::split_paths(&inherited));
        let path = std::env::join_paths(folders).expect("a path was split and is joined again");
        Self { root, path }
    }

    /// A command of the given words, in the root.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let (program, arguments) = words.split_first().expect("a command has a name");
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.root).env("PATH", &self.path);
        command
    }

    /// Runs a command, its output passed through.
    pub(crate) fn run(&self, words: &[&str]) -> Outcome {
        run(&mut self.command(words))
    }

    /// What a command prints, if it is there and succeeds.
    pub(crate) fn ask(&self, words: &[&str]) -> Option<String> {
        let output = self.command(words).stderr(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }

    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// The version of a crate in `Cargo.lock`.
    pub(crate) fn locked_version(&self, name: &str) -> Result<String, String> {
        let lock = std::fs::read_to_string(self.path("Cargo.lock"))
            .map_err(|error| format!("Cargo.lock cannot be read: {error}"))?;
        locked_version(&lock, name)
            .map(str::to_owned)
            .ok_or_else(|| format!("Cargo.lock does not name {name}"))
    }
}

fn locked_version<'a>(lock: &'a str, name: &str) -> Option<&'a str> {
    let wanted = format!("name = \"{name}\"");
    let mut lines = lock.lines().skip_while(|line| *line != wanted);
    lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')
}

/// Runs a command, its output passed through.
pub(crate) fn run(command: &mut Command) -> Outcome {
    println!("$ {}", spelled(command));
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{}` failed ({status})", spelled(command))),
        Err(error) => Err(format!("`{}` cannot be started: {error}", spelled(command))),
    }
}

fn spelled(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::locked_version;

    #[test]
    fn the_lock_file_tells_the_version_of_exactly_the_named_crate() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"9.9.9\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(locked_version(lock, "wasm"), None);
    }
}
