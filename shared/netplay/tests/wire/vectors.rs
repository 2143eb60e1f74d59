//! `vectors.json`: the contract in bytes, for an implementer in another language.
//!
//! The file is written anew by `UPDATE_VECTORS=1 cargo test -p netplay --test wire vectors`; the
//! tests beside read it as it was compiled in, so run them once more.

use crate::generate::word_size;
use crate::json::{Json, error, hex, name, quoted};
use crate::{conformance, examples, mutate};
use netplay::limits::{MESSAGE_BYTES, PROTOCOL_VERSION};
use netplay::wire::{CloseReason, DecodeError, Message, Refusal};
use std::collections::BTreeSet;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/vectors.json");

/// Bytes that are no message, what they show, and the error they must meet.
fn refused() -> Vec<(&'static str, Vec<u8>, DecodeError)> {
    use DecodeError::*;
    let huge = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F];
    let after = |head: &[u8], tail: &[u8]| [head, tail].concat();
    let (_, hello) = &examples::messages()[0];
    let hello = hello.encode();
    let (_, create) = hello.split_last().unwrap();
    // Round 1, seed 0, no mode, no rules, lockstep, no delay, no seat.
    let start_with = |terms: &[u8]| after(&[0x20, 1, 0, 0, 0, 0, 0, 0], terms);
    vec![
        ("no bytes at all", vec![], Truncated("tag")),
        ("a tag that names nothing", vec![0x00], UnknownTag(0x00)),
        ("the last tag", vec![0xFF, 1, 2, 3], UnknownTag(0xFF)),
        ("a tag alone", vec![0x04], Truncated("Ping.nonce")),
        ("a number that ends too early", vec![0x04, 0x80], Truncated("Ping.nonce")),
        ("a byte too many", vec![0x14, 0x00], Trailing(1)),
        ("another message behind", vec![0x04, 0x01, 0x04, 0x01], Trailing(2)),
        ("a needless last byte", vec![0x04, 0x81, 0x00], BadVarint("Ping.nonce")),
        ("zero in two bytes", vec![0x04, 0x80, 0x00], BadVarint("Ping.nonce")),
        ("2^32 in 32 bits", vec![0x04, 0x80, 0x80, 0x80, 0x80, 0x10], BadVarint("Ping.nonce")),
        ("2^16 in 16 bits", vec![0x12, 0x01, 0x01, 0x80, 0x80, 0x04], BadVarint("AssignSeat.seat")),
        (
            "2^64 in 64 bits",
            vec![0x20, 1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02],
            BadVarint("Start.seed"),
        ),
        ("a varint of eleven bytes", after(&[0x20, 1], &[0x80; 11]), BadVarint("Start.seed")),
        ("a flag of 2", vec![0x11, 0x02], BadValue("SetReady.ready")),
        ("an option of 2", vec![0x12, 0x01, 0x02], BadValue("AssignSeat.seat")),
        ("a refusal without a name", vec![0x03, 0x00], BadValue("Reject.refusal")),
        ("a reason without a name", vec![0x06, 0x13], BadValue("Bye.reason")),
        ("a presence without a name", vec![0x1B, 0x01, 0x04], BadValue("PresenceNotice.presence")),
        ("a colour of 8", vec![0x1C, 0x01, b'A', 8], BadValue("Profile.colour")),
        ("a look-alike in a code", after(&[0x02], b"K7QF20"), BadValue("Welcome.code")),
        ("a code in lower case", after(&[0x02], b"k7qf2m"), BadValue("Welcome.code")),
        ("a name one byte too long", after(&[0x1C, 25], &[b'x'; 25]), TooLong("Profile.name")),
        ("a name that is not there", vec![0x1C, 24, b'x'], Truncated("Profile.name")),
        ("half a character", vec![0x1C, 0x01, 0xC3, 0x00], BadText("Profile.name")),
        ("an overlong character", vec![0x1C, 0x02, 0xC0, 0xAF, 0], BadText("Profile.name")),
        ("a surrogate", vec![0x1C, 0x03, 0xED, 0xA0, 0x80, 0], BadText("Profile.name")),
        ("2^63 - 1 bytes of a line", after(&[0x13, 0, 0], &huge), TooLong("Chat.text")),
        ("2^63 - 1 bytes of a state", after(&[0x33, 1, 1], &huge), TooLong("StateBlob.payload")),
        ("17 members", vec![0x10, 1, 8, 0, 0, 0, 0, 17], TooLong("Lobby.members")),
        ("no seat in a lobby", vec![0x10, 1, 0], BadValue("Lobby.seats")),
        ("9 seats in a lobby", vec![0x10, 1, 9], BadValue("Lobby.seats")),
        ("a new room without a seat", after(create, &[0]), BadValue("Entry::Create.seats")),
        ("a new room of 9 seats", after(create, &[9]), BadValue("Entry::Create.seats")),
        ("no word", vec![0x21, 0, 0, 0], BadValue("Input.words")),
        ("33 words", after(&[0x21, 0, 0, 33], &[0; 66]), TooLong("Input.words")),
        ("half a word", vec![0x21, 0, 0, 1, 0x05], Truncated("Input.words")),
        ("a word too many", vec![0x21, 0, 0, 1, 5, 0, 6, 0], Trailing(2)),
        ("a step rate of 0", start_with(&[0, 0, 3, 0, 0]), BadValue("Terms.tick_hz")),
        ("a step rate of 241", start_with(&[0, 241, 3, 0, 0]), BadValue("Terms.tick_hz")),
        (
            "a delay of 1801 ticks",
            start_with(&[0, 60, 3, 0x89, 0x0E, 0]),
            BadValue("Terms.watch_delay_ticks"),
        ),
        ("a policy without a name", start_with(&[0, 60, 3, 0, 3]), BadValue("Terms.desync")),
        ("1025 seats", after(&[0x20, 1, 0, 0, 0, 0, 0], &[0x81, 8]), TooLong("Start.seats")),
        ("a seat twice", vec![0x29, 7, 1, 2, 3, 0, 0, 3, 0, 0], BadValue("Seal.changes")),
        ("seats not in order", vec![0x29, 7, 1, 2, 3, 0, 0, 2, 0, 0], BadValue("Seal.changes")),
        ("seat 1024", vec![0x29, 7, 1, 1, 0x80, 8, 0, 0], BadValue("Seal.changes")),
        ("1025 changes", vec![0x29, 7, 1, 0x81, 8], TooLong("Seal.changes")),
        ("half a change", vec![0x29, 7, 1, 1, 3, 0], Truncated("Seal.changes")),
        ("257 digests", vec![0x45, 1, 1, 0x81, 2], TooLong("Digests.hashes")),
        ("half a digest", vec![0x22, 1, 1, 1, 2, 3, 4], Truncated("Checkpoint.hash")),
        (
            "a transfer of a byte too many",
            vec![0x40, 1, 1, 1, 0x81, 0x80, 0x40],
            BadValue("TransferBegin.total_bytes"),
        ),
        ("a message too long", vec![0x30; MESSAGE_BYTES + 1], Oversized(MESSAGE_BYTES + 1)),
    ]
}

/// The file: one vector a line.
fn document() -> String {
    let messages: Vec<_> = examples::messages()
        .into_iter()
        .map(|(shows, message)| {
            format!(
                r#"    {{"name":"{}","tag":{},"shows":{},"word_bytes":{},"hex":"{}","fields":{}}}"#,
                name(&message),
                message.tag(),
                quoted(shows),
                word_size(&message).bytes(),
                hex(&message.encode()),
                message.json(),
            )
        })
        .collect();
    let refused: Vec<_> = refused()
        .into_iter()
        .map(|(shows, bytes, why)| {
            format!(
                r#"    {{"shows":{},"word_bytes":2,"hex":"{}","error":{}}}"#,
                quoted(shows),
                hex(&bytes),
                error(&why)
            )
        })
        .collect();
    format!(
        "{{\n  \"protocol\": {PROTOCOL_VERSION},\n  \"messages\": [\n{}\n  ],\n  \"refused\": [\n{}\n  ]\n}}\n",
        messages.join(",\n"),
        refused.join(",\n")
    )
}

#[test]
fn the_file_holds_every_vector() {
    let document = document();
    if std::env::var_os("UPDATE_VECTORS").is_some() {
        std::fs::write(PATH, &document).unwrap();
    }
    let file = std::fs::read_to_string(PATH).unwrap();
    serde_json::from_str::<serde_json::Value>(&file).unwrap();
    let differs = file.lines().zip(document.lines()).find(|(file, ours)| file != ours);
    assert_eq!(differs, None, "vectors.json differs: see the top of this file");
    assert_eq!(file.len(), document.len());
}

#[test]
fn every_message_refusal_and_reason_has_a_vector() {
    let packets: Vec<_> = examples::messages().iter().map(|(_, it)| it.encode()).collect();
    let tags = |list: &[(u8, &str)]| BTreeSet::from_iter(list.iter().map(|(tag, _)| *tag));
    let behind =
        |tag| packets.iter().filter(move |packet| packet[0] == tag).map(|packet| packet[1]);
    assert_eq!(
        packets.iter().map(|packet| packet[0]).collect::<BTreeSet<_>>(),
        tags(Message::TAGS)
    );
    assert_eq!(behind(0x03).collect::<BTreeSet<_>>(), tags(Refusal::TAGS));
    assert_eq!(behind(0x06).collect::<BTreeSet<_>>(), tags(CloseReason::TAGS));
}

#[test]
fn the_vectors_read_as_another_language_reads_them() {
    assert_eq!(conformance::messages_agree(), examples::messages().len());
    assert_eq!(conformance::refusals_agree(), refused().len());
}

#[test]
fn every_example_decodes_to_itself() {
    for (shows, message) in examples::messages() {
        let packet = message.encode();
        assert!(packet.len() <= MESSAGE_BYTES);
        assert_eq!(Message::decode(&packet, word_size(&message)), Ok(message), "{shows}");
    }
}

#[test]
fn changed_vectors_break_no_promise() {
    mutate::run(0x5EED, 40_000);
}
