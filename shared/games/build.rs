//! Digests the sources of the rules, so that peers with different rules can tell, and bundles the
//! content that every build brings along.

extern crate alloc;

#[path = "src/pack/text.rs"]
#[expect(dead_code, unreachable_pub, reason = "the crate uses the rest of it")]
mod text;

use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::{env, fs, io};
use text::{bundle, canonical, is_file_name};
use xxhash_rust::xxh64::Xxh64;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let is_rule = |name: &str| name.ends_with(".rs") && !name.contains("/stories/");
    let mut hasher = Xxh64::new(0);
    for (name, text) in collect(&root, "src", &is_rule)? {
        for part in [name, text] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
    }
    println!("cargo::rustc-env=GAMES_DIGEST={:016x}", hasher.digest());

    let content = collect(&root, "assets", &is_file_name)?;
    let content: Vec<(&str, String)> = content
        .iter()
        .map(|(name, text)| (name.trim_start_matches("assets/"), without_comments(text)))
        .collect();
    let pack = bundle("built-in", content.iter().map(|(name, text)| (*name, text.as_str())));
    let digest = Sha256::digest(&pack).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    println!("cargo::rustc-env=GAMES_BUILT_IN={digest}");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("built_in.partypack"), pack)?;
    Ok(())
}

/// Every page carries the content, and nobody reads its comments there.
fn without_comments(text: &str) -> String {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty()).map(|line| line.to_owned() + "\n").collect()
}

/// The files of a folder and the folders in it, sorted by name. Line endings depend on how they
/// were checked out: what is read does not.
fn collect(
    root: &Path,
    folder: &str,
    is_meant: &impl Fn(&str) -> bool,
) -> io::Result<Vec<(String, String)>> {
    println!("cargo::rerun-if-changed={folder}");
    let mut files = Vec::new();
    for entry in fs::read_dir(root.join(folder))? {
        let path = entry?.path();
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        if path.is_dir() {
            files.extend(collect(root, &name, is_meant)?);
        } else if is_meant(&name) {
            files.push((name, canonical(&fs::read_to_string(&path)?).into_owned()));
        }
    }
    files.sort();
    Ok(files)
}
