//! The core as WebAssembly asks nothing of its environment: no clock, no randomness, no console.

use crate::repo::ask;
use serde_json::Value;

#[test]
fn the_core_the_games_and_the_party_import_nothing() {
    let target = "wasm32-unknown-unknown";
    ask(&["cargo", "build", "--quiet", "--package", "probe", "--target", target]);
    let metadata = ask(&["cargo", "metadata", "--no-deps", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&metadata).expect("cargo prints JSON");
    let folder = metadata["target_directory"].as_str().expect("a path");
    let module =
        std::fs::read(format!("{folder}/{target}/debug/probe.wasm")).expect("it was built");
    assert_eq!(imports(&module), 0, "a wasm module that needs something from outside");
}

#[test]
fn the_reader_of_modules_counts_imports() {
    // Magic, version, then the sections: a custom one, and one with two imports.
    let module = b"\0asm\x01\0\0\0\x00\x02\x01a\x02\x01\x02";
    assert_eq!(imports(module), 2);
    assert_eq!(imports(b"\0asm\x01\0\0\0"), 0);
}

/// How many imports a module has: the first number in its section of the id 2.
fn imports(module: &[u8]) -> u32 {
    assert_eq!(module.get(..4), Some(&b"\0asm"[..]), "this is no wasm module");
    let mut rest = &module[8..];
    while let Some((id, after)) = rest.split_first() {
        let (size, body) = leb128(after);
        if *id == 2 {
            return leb128(body).0;
        }
        rest = &body[size as usize..];
    }
    0
}

fn leb128(bytes: &[u8]) -> (u32, &[u8]) {
    let length = 1 + bytes.iter().take_while(|byte| **byte >= 0x80).count();
    let number = bytes[..length].iter().rev().fold(0, |n, b| (n << 7) | u32::from(b & 0x7f));
    (number, &bytes[length..])
}
