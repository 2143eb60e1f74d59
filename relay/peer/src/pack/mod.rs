//! `pack`: content for the games from text files, for whoever makes it.

mod serve;
mod source;

pub(crate) use source::Source;

use crate::ending::Ending;
use crate::report;
use clap::Subcommand;
use games::pack::{self, Pack};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

#[derive(Debug, Subcommand)]
pub(crate) enum PackCommand {
    /// Say what is wrong with a pack, a folder of content, or one file of it
    Check {
        /// A .partypack, a folder, or a .hole, .track, .arena or .props
        path: PathBuf,
    },
    /// Make one file of a folder of content, for the page and for friends
    Bundle {
        /// The folder; its name, or the line `name …` of a pack.txt in it, is the pack's
        folder: PathBuf,
        /// The file to write
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
    /// Take a pack apart into its files
    Unpack {
        /// The .partypack; without it, the pack that every build brings along
        pack: Option<PathBuf>,
        /// The folder to make
        #[arg(short, long, value_name = "FOLDER")]
        output: PathBuf,
    },
    /// Show a folder to a page on this machine, which plays what is saved in it at once
    Serve {
        /// The folder, or a file
        path: PathBuf,
        /// The port on this machine
        #[arg(long, value_name = "PORT", default_value_t = 7464)]
        port: u16,
    },
}

pub(crate) fn run(command: &PackCommand) -> Result<(), Ending> {
    match command {
        PackCommand::Check { path } => check(path),
        PackCommand::Bundle { folder, output } => bundle(folder, output),
        PackCommand::Unpack { pack, output } => unpack(pack.as_deref(), output),
        PackCommand::Serve { path, port } => serve::serve(path, *port),
    }
}

/// The pack of a text.
///
/// # Errors
/// Its faults, a line each.
pub(crate) fn fair(source: &Source) -> Result<Pack, Ending> {
    Pack::parse(&source.text).map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(|fault| source.place(fault)).collect();
        Ending::Failed(lines.join("\n"))
    })
}

/// What is in a pack, in a line.
fn contents(pack: &Pack) -> String {
    let sha: String = pack.sha256[..4].iter().map(|byte| format!("{byte:02x}")).collect();
    let [tracks, holes, arenas] = [pack.tracks.len(), pack.holes.len(), pack.arenas.len()];
    format!("“{}” ({sha}): tracks {tracks}, holes {holes}, arenas {arenas}", pack.name)
}

fn check(path: &Path) -> Result<(), Ending> {
    let pack = fair(&Source::read(path)?)?;
    report::words(&format!("{} is fair: {}.", path.display(), contents(&pack)));
    Ok(())
}

fn bundle(folder: &Path, output: &Path) -> Result<(), Ending> {
    let source = Source::read(folder)?;
    let pack = fair(&source)?;
    write(output, pack.text())?;
    report::words(&format!("{}: {}.", output.display(), contents(&pack)));
    Ok(())
}

/// Nothing that is there is written over, and no name leads out of the folder.
fn unpack(pack: Option<&Path>, output: &Path) -> Result<(), Ending> {
    let text = match pack {
        Some(path) => fair(&Source::read(path)?)?.text().to_owned(),
        None => Pack::built_in().text().to_owned(),
    };
    let (head, files) = pack::split(&text);
    let named: Vec<(&str, &str)> = files.map(|(name, text)| (name.trim_end(), text)).collect();
    let name = head.lines().find(|line| line.starts_with("name ")).unwrap_or_default();
    for (name, text) in named.iter().copied().chain([("pack.txt", name)]) {
        if name != "pack.txt" && !pack::is_file_name(name) {
            return Err(Ending::Failed(format!("“{name}” is no name for a file of a pack.")));
        }
        let path = output.join(name);
        if path.exists() {
            return Err(Ending::Hindered(format!("{} is there already.", path.display())));
        }
        let folder = path.parent().unwrap_or(output);
        fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))?;
        write(&path, &format!("{}\n", text.trim_end()))?;
    }
    report::words(&format!("{}: {} files.", output.display(), named.len()));
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), Ending> {
    fs::write(path, text).map_err(|error| unwritten(path, &error))
}

fn unwritten(path: &Path, error: &std::io::Error) -> Ending {
    let why = match error.kind() {
        ErrorKind::PermissionDenied => "that is not allowed".to_owned(),
        ErrorKind::NotFound => "its folder is not there".to_owned(),
        _ => error.to_string(),
    };
    Ending::Hindered(format!("{} cannot be written: {why}.", path.display()))
}
