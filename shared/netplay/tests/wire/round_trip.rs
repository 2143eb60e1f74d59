//! Every message has exactly one encoding, and nothing else decodes to it.

use crate::generate::{Generate, each_message, word_size};
use netplay::limits::MESSAGE_BYTES;
use netplay::wire::{DecodeError, Message, WordSize};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// Cases for each of the variants; the mutation tests multiply each by its bytes or bits.
const CASES: u32 = 64;

fn for_every_variant(promise: impl Fn(&Message, &[u8]) -> Result<(), TestCaseError>) {
    for (name, strategy) in each_message() {
        let mut runner = TestRunner::new(ProptestConfig { cases: CASES, ..<_>::default() });
        runner
            .run(&strategy, |message| promise(&message, &message.encode()))
            .unwrap_or_else(|failure| panic!("{name}: {failure}"));
    }
}

/// What may become of changed bytes: a refusal, or another message in its only encoding.
fn refused_or_canonical(bytes: &[u8], word_size: WordSize) -> Result<(), TestCaseError> {
    if let Ok(message) = Message::decode(bytes, word_size) {
        prop_assert_eq!(&message.encode()[..], bytes);
    }
    Ok(())
}

#[test]
fn the_generators_know_every_tag() {
    let names: Vec<_> = each_message().into_iter().map(|(name, _)| name).collect();
    let tags: Vec<_> = Message::TAGS.iter().map(|(_, name)| *name).collect();
    assert_eq!(names, tags);
    assert!(Message::TAGS.is_sorted_by_key(|(tag, _)| *tag));
}

#[test]
fn every_message_survives_the_wire() {
    for_every_variant(|message, packet| {
        prop_assert!(packet.len() <= MESSAGE_BYTES);
        prop_assert_eq!(packet[0], message.tag());
        let decoded = Message::decode(packet, word_size(message));
        prop_assert_eq!(decoded.as_ref(), Ok(message));
        Ok(())
    });
}

#[test]
fn every_strict_prefix_is_refused() {
    for_every_variant(|message, packet| {
        for end in edges(packet.len()) {
            let cut = Message::decode(&packet[..end], word_size(message));
            prop_assert!(matches!(cut, Err(DecodeError::Truncated(_))), "{} bytes: {:?}", end, cut);
        }
        Ok(())
    });
}

#[test]
fn every_single_byte_extension_is_refused() {
    for_every_variant(|message, packet| {
        let mut longer = packet.to_vec();
        longer.push(0);
        for extra in 0..=u8::MAX {
            *longer.last_mut().unwrap() = extra;
            let decoded = Message::decode(&longer, word_size(message));
            prop_assert_eq!(decoded, Err(DecodeError::Trailing(1)));
        }
        Ok(())
    });
}

#[test]
fn every_single_bit_flip_is_refused_or_canonical() {
    for_every_variant(|message, packet| {
        let mut flipped = packet.to_vec();
        for at in edges(packet.len()) {
            for bit in 0..8 {
                flipped[at] ^= 1 << bit;
                refused_or_canonical(&flipped, word_size(message))?;
                flipped[at] ^= 1 << bit;
            }
        }
        Ok(())
    });
}

/// Every index of a short packet. Of a long one the first and last: its middle is one payload.
fn edges(length: usize) -> impl Iterator<Item = usize> {
    (0..length).filter(move |at| *at < 300 || *at + 50 >= length)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn random_bytes_are_refused_or_canonical(
        bytes in prop::collection::vec(any::<u8>(), 0..=MESSAGE_BYTES + 1),
        tag in prop::sample::select(Message::TAGS),
        word_size in WordSize::strategy(),
    ) {
        refused_or_canonical(&bytes, word_size)?;
        let mut tagged = bytes;
        if let Some(first) = tagged.first_mut() {
            *first = tag.0;
        }
        refused_or_canonical(&tagged, word_size)?;
    }

    #[test]
    fn several_changes_at_once_are_refused_or_canonical(
        message in Message::strategy(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = message.encode().to_vec();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        refused_or_canonical(&bytes, word_size(&message))?;
    }
}

#[test]
fn a_message_over_the_cap_is_refused_whatever_it_says() {
    let bytes = vec![0x30; MESSAGE_BYTES + 1];
    assert_eq!(
        Message::decode(&bytes, WordSize::PAD),
        Err(DecodeError::Oversized(MESSAGE_BYTES + 1))
    );
    assert_eq!(Message::decode(&[], WordSize::PAD), Err(DecodeError::Truncated("tag")));
}
