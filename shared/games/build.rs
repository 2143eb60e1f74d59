//! Digests the sources of the rules, so that peers with different rules can tell.

use std::path::{Path, PathBuf};
use xxhash_rust::xxh64::Xxh64;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    let mut files = Vec::new();
    for folder in ["src", "assets"] {
        println!("cargo::rerun-if-changed={folder}");
        collect(&root.join(folder), &mut files)?;
    }
    files.sort();
    let mut hasher = Xxh64::new(0);
    for file in files {
        let name = file.strip_prefix(&root)?.to_string_lossy().replace('\\', "/");
        // Line endings depend on how the sources were checked out: the digest must not.
        let text = std::fs::read_to_string(&file)?.replace("\r\n", "\n");
        for part in [name, text] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
    }
    println!("cargo::rustc-env=GAMES_DIGEST={:016x}", hasher.digest());
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.ends_with("stories") {
            continue; // tests are no rules
        }
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|kind| kind == "rs" || kind == "track") {
            files.push(path);
        }
    }
    Ok(())
}
