//! Loads `vectors.json` as an implementer in another language would, and holds the codec to it.
//! Runs natively and on wasm32.

use crate::json::{Json, error, hex, name};
use netplay::wire::{Message, WordSize};
use serde_json::Value;

/// The file as it stands beside the crate.
const FILE: &str = include_str!("../../vectors.json");

pub(crate) fn file() -> Value {
    serde_json::from_str(FILE).unwrap()
}

pub(crate) fn bytes(vector: &Value) -> Vec<u8> {
    let digits = vector["hex"].as_str().unwrap();
    (0..digits.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap())
        .collect()
}

pub(crate) fn word_size(vector: &Value) -> WordSize {
    WordSize::new(vector["word_bytes"].as_u64().unwrap() as usize).unwrap()
}

/// Every vector decodes to its fields and encodes to its bytes; the number of vectors.
pub(crate) fn messages_agree() -> usize {
    let file = file();
    let vectors = file["messages"].as_array().unwrap();
    for vector in vectors {
        let message = Message::decode(&bytes(vector), word_size(vector)).unwrap();
        let fields: Value = serde_json::from_str(&message.json()).unwrap();
        assert_eq!(fields, vector["fields"]);
        assert_eq!(name(&message), vector["name"]);
        assert_eq!(u64::from(message.tag()), vector["tag"]);
        assert_eq!(hex(&message.encode()), vector["hex"].as_str().unwrap());
    }
    vectors.len()
}

/// Every refused vector meets its error; the number of vectors.
pub(crate) fn refusals_agree() -> usize {
    let file = file();
    let vectors = file["refused"].as_array().unwrap();
    for vector in vectors {
        let refused = Message::decode(&bytes(vector), word_size(vector)).unwrap_err();
        let refused: Value = serde_json::from_str(&error(&refused)).unwrap();
        assert_eq!(refused, vector["error"], "{}", vector["shows"]);
    }
    vectors.len()
}
