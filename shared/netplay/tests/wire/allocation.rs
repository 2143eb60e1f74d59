//! Hostile bytes cost no memory: what a decoder allocates is bounded by what it was given.

use crate::generate::{Generate, word_size};
use allocation_counter::measure;
use netplay::limits::{MESSAGE_BYTES, SEALED_SEATS};
use netplay::wire::{DecodeError, Message, WordSize};
use proptest::prelude::*;

/// What decoding may allocate: the fields themselves, with room for a growing list of rows. A seat
/// of a start may be one byte there and eight here, and so may a player.
fn allowance(bytes: &[u8]) -> u64 {
    let is_crowd = matches!(bytes.first(), Some(0x20 | 0x2A));
    let seats = if is_crowd { 8 * SEALED_SEATS as u64 } else { 0 };
    4_096 + 2 * bytes.len() as u64 + seats
}

fn costs_little(bytes: &[u8], word_size: WordSize) -> Result<(), TestCaseError> {
    let cost = measure(|| drop(Message::decode(bytes, word_size)));
    prop_assert!(cost.bytes_max <= allowance(bytes), "{} bytes at once", cost.bytes_max);
    prop_assert_eq!(cost.bytes_current, 0);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn a_message_costs_about_its_own_size(message in Message::strategy()) {
        costs_little(&message.encode(), word_size(&message))?;
    }

    #[test]
    fn random_bytes_cost_about_their_own_size(
        mut bytes in prop::collection::vec(any::<u8>(), 1..=MESSAGE_BYTES),
        tag in prop::sample::select(Message::TAGS),
        word_size in WordSize::strategy(),
    ) {
        bytes[0] = tag.0;
        costs_little(&bytes, word_size)?;
    }

    /// Wherever a number stands it may claim the largest length there is.
    #[test]
    fn a_huge_claim_costs_nothing(message in Message::strategy(), at in any::<prop::sample::Index>()) {
        let packet = message.encode();
        let at = 1 + at.index(packet.len());
        let mut bytes = packet[..at.min(packet.len())].to_vec();
        // 2^63 - 1
        bytes.extend([0xFF; 8]);
        bytes.push(0x7F);
        costs_little(&bytes, word_size(&message))?;
    }
}

#[test]
fn a_length_over_its_cap_is_refused_before_it_is_believed() {
    // Snapshot: frame 1, then a payload that claims 2^63 - 1 bytes and brings three.
    let bytes = [0x34, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 1, 2, 3];
    let mut result = None;
    let cost = measure(|| result = Some(Message::decode(&bytes, WordSize::PAD)));
    assert_eq!(result, Some(Err(DecodeError::TooLong("Snapshot.payload"))));
    assert_eq!(cost.count_total, 0);

    // One byte over the cap, and the cap itself without the bytes it promises.
    let over = [0x34, 1, 0x81, 0x40];
    assert_eq!(
        Message::decode(&over, WordSize::PAD),
        Err(DecodeError::TooLong("Snapshot.payload"))
    );
    let at = [0x34, 1, 0x80, 0x40];
    let mut result = None;
    let cost = measure(|| result = Some(Message::decode(&at, WordSize::PAD)));
    assert_eq!(result, Some(Err(DecodeError::Truncated("Snapshot.payload"))));
    assert_eq!(cost.count_total, 0);
}
