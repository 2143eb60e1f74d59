//! Decoding and encoding, by kind of message, over the vectors of the wire.
#![allow(clippy::print_stdout)]

use e2e::measure::nanoseconds;
use netplay::wire::{Message, WordSize};
use std::collections::BTreeMap;
use std::hint::black_box;

struct Sample {
    bytes: Vec<u8>,
    words: WordSize,
    message: Message,
}

fn main() {
    println!(
        "{:18} {:>8} {:>10} {:>10} {:>10}",
        "message", "bytes", "decode ns", "encode ns", "copy ns"
    );
    let mut total = Total::default();
    for (name, samples) in samples() {
        let decode = per_message(&samples, |sample| {
            let _ = black_box(Message::decode(black_box(&sample.bytes), sample.words));
        });
        let encode = per_message(&samples, |sample| {
            black_box(black_box(&sample.message).encode());
        });
        let copy = per_message(&samples, |sample| {
            black_box(black_box(&sample.bytes).clone());
        });
        let bytes = samples.iter().map(|sample| sample.bytes.len()).sum::<usize>();
        let count = samples.len() as f64;
        println!("{name:18} {:8.0} {decode:10.1} {encode:10.1} {copy:10.1}", bytes as f64 / count);
        total.bytes += bytes as f64;
        total.messages += count;
        total.decode_ns += decode * count;
        total.encode_ns += encode * count;
        total.copy_ns += copy * count;
    }
    total.print();
}

/// The mean over the samples of one kind, in nanoseconds.
fn per_message(samples: &[Sample], work: impl Fn(&Sample)) -> f64 {
    let once = nanoseconds(|repetitions| {
        for _ in 0..repetitions {
            samples.iter().for_each(&work);
        }
    });
    once / samples.len() as f64
}

fn samples() -> BTreeMap<String, Vec<Sample>> {
    let vectors = include_str!("../../shared/netplay/vectors.json");
    let vectors: serde_json::Value = serde_json::from_str(vectors).expect("the vectors are JSON");
    let mut samples: BTreeMap<String, Vec<Sample>> = BTreeMap::new();
    for vector in vectors["messages"].as_array().expect("a list") {
        let bytes = bytes_of(vector["hex"].as_str().expect("a text"));
        let words = vector["word_bytes"].as_u64().expect("a number");
        let words = WordSize::new(words as usize).expect("a size that the wire knows");
        let message = Message::decode(&bytes, words).expect("the vectors decode");
        let name = vector["name"].as_str().expect("a text").to_owned();
        samples.entry(name).or_default().push(Sample { bytes, words, message });
    }
    samples
}

fn bytes_of(hex: &str) -> Vec<u8> {
    let digit = |c: u8| char::from(c).to_digit(16).expect("hexadecimal") as u8;
    hex.as_bytes().chunks_exact(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

#[derive(Default)]
struct Total {
    bytes: f64,
    messages: f64,
    decode_ns: f64,
    encode_ns: f64,
    /// Allocating and copying the same bytes: what moving them costs without understanding them.
    copy_ns: f64,
}

impl Total {
    fn print(&self) {
        let rate = |ns: f64| self.bytes / ns * 1e3;
        println!(
            "all: decode {:.0} MB/s ({:.0} ns a message), encode {:.0} MB/s ({:.0} ns a message)",
            rate(self.decode_ns),
            self.decode_ns / self.messages,
            rate(self.encode_ns),
            self.encode_ns / self.messages,
        );
        println!(
            "over a bare copy of the bytes: decode {:.2}, encode {:.2}",
            self.decode_ns / self.copy_ns,
            self.encode_ns / self.copy_ns,
        );
    }
}
