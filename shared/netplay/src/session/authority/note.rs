//! What a host says to one player in a `StateBlob`.

use crate::ids::StateHash;
use crate::limits::{PAYLOAD_BYTES, REFUSED_BYTES};
use crate::wire::Blob;
use alloc::vec::Vec;

/// A state may have what is left of a payload behind the kind and the digest.
pub(super) const STATE_BYTES: usize = PAYLOAD_BYTES - 9;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Note<'a> {
    /// The state, and its digest.
    State { hash: StateHash, state: &'a [u8] },
    /// What the player wanted, and the game's own number for why not.
    Refused { reason: u8, action: &'a [u8] },
    /// The game cannot be saved, or is larger than a message.
    NoState,
}

impl<'a> Note<'a> {
    pub(super) fn encode(&self) -> Blob<PAYLOAD_BYTES> {
        let bytes: Vec<u8> = match self {
            Self::State { hash, state } => [&[0], &hash.0.to_le_bytes()[..], state].concat(),
            // The beginning of a long action is enough to know which it was.
            Self::Refused { reason, action } => {
                let shown = action.len().min(REFUSED_BYTES);
                [&[1, *reason], &action[..shown]].concat()
            }
            Self::NoState => Vec::from([2]),
        };
        Blob::new(bytes).unwrap_or_default()
    }

    pub(super) fn decode(payload: &'a [u8]) -> Option<Self> {
        let (kind, rest) = payload.split_first()?;
        match kind {
            0 => {
                let (hash, state) = rest.split_first_chunk()?;
                Some(Self::State { hash: StateHash(u64::from_le_bytes(*hash)), state })
            }
            1 => {
                rest.split_first().map(|(reason, action)| Self::Refused { reason: *reason, action })
            }
            2 => rest.is_empty().then_some(Self::NoState),
            _ => None,
        }
    }
}
