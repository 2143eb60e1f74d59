//! Lines of JSON on the standard output, for programs to read.

use netplay::ids::StateHash;
use serde::Serialize;
use std::io::Write;

/// Prints one line at once: whoever reads waits for it. Nobody reading is no reason to stop.
pub(crate) fn line(row: &impl Serialize) {
    let Ok(mut text) = serde_json::to_string(row) else { return };
    text.push('\n');
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}

/// A digest as people compare it: 16 hexadecimal digits, for a JSON number does not hold it.
pub(crate) fn hex(hash: StateHash) -> String {
    format!("{:016x}", hash.0)
}
