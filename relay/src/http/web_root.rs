//! The built page as a table in memory. After the start nothing is read from a disk, and a
//! request is looked up, never resolved.

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The whole page; the one of today is under 2 MB.
const PAGE_BYTES: u64 = 64 * 1024 * 1024;
/// Files of the page.
const PAGE_FILES: usize = 1024;

/// The built page: every path that is served, with its bytes.
#[derive(Clone, Default)]
pub struct WebRoot {
    assets: BTreeMap<String, Asset>,
    policy: String,
}

/// One served path.
#[derive(Clone)]
pub(crate) struct Asset {
    pub(crate) body: Box<[u8]>,
    /// The same, compressed beforehand; none where that saves nothing.
    pub(crate) gzip: Option<Box<[u8]>>,
    pub(crate) content_type: &'static str,
    pub(crate) etag: String,
    /// Its name holds a digest of it: what is cached never grows old.
    pub(crate) immutable: bool,
}

/// Why a folder is not a page that can be served.
#[derive(Debug)]
pub enum WebRootError {
    /// A file cannot be read.
    Io(PathBuf, io::Error),
    /// The folder has no `index.html`.
    NoIndex(PathBuf),
    /// More files or bytes than a page may have.
    TooLarge(PathBuf),
}

impl fmt::Display for WebRootError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            Self::NoIndex(path) => write!(
                f,
                "{} has no index.html; build the page first (`cargo xtask play` does)",
                path.display()
            ),
            Self::TooLarge(path) => {
                write!(f, "{} is more than a page: too many files or bytes", path.display())
            }
        }
    }
}

impl std::error::Error for WebRootError {}

impl WebRoot {
    /// Reads a folder once. A file `name.gz` is the compressed form of `name`; without one what
    /// is worth it is compressed here. Hidden files and links are left out.
    ///
    /// # Errors
    /// When the folder cannot be read, holds no `index.html`, or is far larger than a page.
    pub fn read(folder: &Path) -> Result<Self, WebRootError> {
        let mut files = BTreeMap::new();
        let mut budget = PAGE_BYTES;
        collect(folder, "", &mut files, &mut budget)?;
        Self::from_files(files).ok_or_else(|| WebRootError::NoIndex(folder.into()))
    }

    /// A page from its files by path (`index.html`, `assets/app.wasm`); none without an index.
    #[must_use]
    pub fn from_files(mut files: BTreeMap<String, Vec<u8>>) -> Option<Self> {
        let index = files.get("index.html")?;
        let policy = content_policy(index);
        let names: Vec<String> =
            files.keys().filter(|name| !is_zipped(name, &files)).cloned().collect();
        let mut assets = BTreeMap::new();
        for name in names {
            let twin = files.remove(&format!("{name}.gz")).map(Vec::into_boxed_slice);
            if let Some(body) = files.remove(&name) {
                let gzip = twin.or_else(|| zipped(&name, &body));
                assets.insert(format!("/{name}"), Asset::new(&name, body, gzip));
            }
        }
        Some(Self { assets, policy })
    }

    /// What is served at a path; the index also answers for `/` and every invite link `/r/CODE`.
    pub(crate) fn get(&self, path: &str) -> Option<&Asset> {
        let invite = path.strip_prefix("/r/").is_some_and(|code| !code.contains('/'));
        let path = if path == "/" || invite { "/index.html" } else { path };
        self.assets.get(path)
    }

    /// The `Content-Security-Policy` of every answer.
    pub(crate) fn policy(&self) -> &str {
        &self.policy
    }

    /// How many paths are served.
    #[must_use]
    pub fn len(&self) -> usize {
        self.assets.len()
    }

    /// Whether nothing is served.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.assets.is_empty()
    }
}

impl fmt::Debug for WebRoot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WebRoot({} paths)", self.assets.len())
    }
}

impl Asset {
    fn new(name: &str, body: Vec<u8>, gzip: Option<Box<[u8]>>) -> Self {
        let digest = Sha256::digest(&body);
        Self {
            etag: format!("\"{}\"", data_encoding::HEXLOWER.encode(&digest[..12])),
            body: body.into_boxed_slice(),
            gzip,
            content_type: content_type(name),
            immutable: has_digest(name),
        }
    }
}

fn collect(
    folder: &Path,
    prefix: &str,
    files: &mut BTreeMap<String, Vec<u8>>,
    budget: &mut u64,
) -> Result<(), WebRootError> {
    let failed = |error| WebRootError::Io(folder.into(), error);
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let path = entry.path();
        let kind = entry.file_type().map_err(failed)?;
        let Some(name) = entry.file_name().to_str().map(str::to_owned) else { continue };
        if name.starts_with('.') {
            continue;
        }
        if kind.is_dir() {
            collect(&path, &format!("{prefix}{name}/"), files, budget)?;
        } else if kind.is_file() {
            let bytes = fs::read(&path).map_err(|error| WebRootError::Io(path, error))?;
            let left = budget.checked_sub(bytes.len() as u64);
            *budget = left.ok_or_else(|| WebRootError::TooLarge(folder.into()))?;
            if files.len() >= PAGE_FILES {
                return Err(WebRootError::TooLarge(folder.into()));
            }
            files.insert(format!("{prefix}{name}"), bytes);
        }
    }
    Ok(())
}

fn is_zipped(name: &str, files: &BTreeMap<String, Vec<u8>>) -> bool {
    name.strip_suffix(".gz").is_some_and(|plain| files.contains_key(plain))
}

/// Compresses what is worth it. A file of the page is compressed once and served many times.
fn zipped(name: &str, body: &[u8]) -> Option<Box<[u8]>> {
    let packed_already = ["image/png", "image/webp", "font/woff2"].contains(&content_type(name));
    if packed_already || body.len() < 1_024 {
        return None;
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(body).ok()?;
    let zipped = encoder.finish().ok()?;
    (zipped.len() < body.len() / 10 * 9).then(|| zipped.into_boxed_slice())
}

/// Trunk names a file `name-0123456789abcdef.ext` by its digest.
fn has_digest(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or(name);
    let stem = file.split('.').next().unwrap_or(file);
    stem.trim_end_matches("_bg").rsplit('-').next().is_some_and(|digest| {
        digest.len() >= 12
            && digest.len() < stem.len()
            && digest.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Nothing but this relay's own files runs or loads; sockets go anywhere, because a page may
/// join a relay other than the one it came from, and a folder of content on the reader's own machine can
/// be played from (`?pack=`). The page's inline scripts, if its bundler left
/// one in, are allowed by their digests.
fn content_policy(index: &[u8]) -> String {
    let digests: String = inline_scripts(&String::from_utf8_lossy(index))
        .map(|script| {
            let digest = data_encoding::BASE64.encode(&Sha256::digest(script.as_bytes()));
            format!(" 'sha256-{digest}'")
        })
        .collect();
    format!(
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'{digests}; \
         style-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss: http://127.0.0.1:*; \
         worker-src 'self'; object-src 'none'; base-uri 'self'; form-action 'none'; \
         frame-ancestors 'none'"
    )
}

fn inline_scripts(html: &str) -> impl Iterator<Item = &str> {
    html.split("<script").skip(1).filter_map(|part| {
        let (attributes, rest) = part.split_once('>')?;
        let (script, _) = rest.split_once("</script")?;
        let elsewhere = attributes.split_ascii_whitespace().any(|word| word.starts_with("src="));
        (!elsewhere && !script.is_empty()).then_some(script)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(files: &[(&str, &str)]) -> Option<WebRoot> {
        let named = files.iter().map(|(name, body)| ((*name).to_owned(), body.as_bytes().to_vec()));
        WebRoot::from_files(named.collect())
    }

    #[test]
    fn only_known_paths_are_served_and_invites_open_the_page() {
        let root = page(&[("index.html", "<html>"), ("app-0123456789abcdef.js", "go()")]).unwrap();
        for path in ["/", "/index.html", "/r/K7QF2M"] {
            assert_eq!(&*root.get(path).unwrap().body, b"<html>", "{path}");
        }
        for path in ["/../etc/passwd", "/r/../../x", "//", "/app.js", "", "index.html"] {
            assert!(root.get(path).is_none(), "{path}");
        }
        assert!(page(&[("app.js", "")]).is_none());
    }

    #[test]
    fn names_with_a_digest_are_cached_for_ever_and_others_are_asked_for() {
        let root = page(&[
            ("index.html", "<html>"),
            ("web-0123456789abcdef.js", "go()"),
            ("web-0123456789abcdef_bg.wasm", "\0asm"),
            ("heartbeat.js", "tick()"),
        ])
        .unwrap();
        assert!(root.get("/web-0123456789abcdef.js").unwrap().immutable);
        assert!(root.get("/web-0123456789abcdef_bg.wasm").unwrap().immutable);
        assert!(!root.get("/heartbeat.js").unwrap().immutable);
        assert!(!root.get("/").unwrap().immutable);
    }

    #[test]
    fn a_compressed_twin_is_no_path_of_its_own() {
        let root = page(&[("index.html", "<html>"), ("index.html.gz", "zipped")]).unwrap();
        assert_eq!(root.get("/").unwrap().gzip.as_deref(), Some(&b"zipped"[..]));
        assert!(root.get("/index.html.gz").is_none());
    }

    #[test]
    fn what_shrinks_is_compressed_once() {
        let script = "tick();".repeat(1_000);
        let root =
            page(&[("index.html", "<html>"), ("a.js", &script), ("a.png", &script)]).unwrap();
        assert!(root.get("/a.js").unwrap().gzip.as_ref().unwrap().len() < 200);
        assert!(root.get("/a.png").unwrap().gzip.is_none());
        assert!(root.get("/").unwrap().gzip.is_none());
    }

    #[test]
    fn an_inline_script_is_allowed_by_its_digest_alone() {
        let html = "<script type=\"module\">hello()</script><script src=\"/a.js\"></script>";
        let policy = content_policy(html.as_bytes());
        let digest = data_encoding::BASE64.encode(&Sha256::digest(b"hello()"));
        assert_eq!(policy.matches("sha256-").count(), 1);
        assert!(policy.contains(&format!("'wasm-unsafe-eval' 'sha256-{digest}';")));
    }
}
