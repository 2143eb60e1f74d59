//! Messages in parts that are not sent again: whole, or not at all.

use crate::limits::{FRAGMENTS, PARTIAL_BYTES, PARTIAL_MESSAGES};
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// What has come of some of them, the oldest first.
#[derive(Debug, Default)]
pub(super) struct Partials {
    messages: VecDeque<Partial>,
    bytes: usize,
    dropped: u64,
}

#[derive(Debug)]
struct Partial {
    lane: u8,
    /// The packet of the first part.
    packet: u64,
    parts: Vec<Option<Box<[u8]>>>,
    missing: usize,
}

impl Partials {
    /// Takes a part that came in a packet; `Some` when its message is whole.
    pub(super) fn receive(
        &mut self,
        lane: u8,
        packet: u64,
        (index, last_index): (u8, u8),
        bytes: &[u8],
    ) -> Option<Vec<u8>> {
        let first = packet.checked_sub(index.into())?;
        let count = usize::from(last_index) + 1;
        if count > FRAGMENTS {
            return None;
        }
        let is_it = |partial: &Partial| (partial.lane, partial.packet) == (lane, first);
        let at = match self.messages.iter().position(is_it) {
            Some(at) => at,
            None => {
                let mut parts = Vec::new();
                parts.resize_with(count, || None);
                self.messages.push_back(Partial { lane, packet: first, parts, missing: count });
                self.messages.len() - 1
            }
        };
        let partial = &mut self.messages[at];
        if partial.parts.len() != count {
            return None;
        }
        let part = partial.parts.get_mut(usize::from(index))?;
        if part.is_some() {
            return None;
        }
        *part = Some(bytes.into());
        partial.missing -= 1;
        self.bytes += bytes.len();
        if partial.missing == 0 {
            let partial = self.messages.remove(at)?;
            self.bytes -= partial.bytes();
            let parts: Vec<_> = partial.parts.into_iter().flatten().collect();
            return Some(parts.concat());
        }
        while self.messages.len() > PARTIAL_MESSAGES || self.bytes > PARTIAL_BYTES {
            self.drop_at(0);
        }
        None
    }

    /// On this lane nothing is wanted any more that began before this packet.
    pub(super) fn forget_before(&mut self, lane: u8, packet: u64) {
        while let Some(at) =
            self.messages.iter().position(|old| old.lane == lane && old.packet < packet)
        {
            self.drop_at(at);
        }
    }

    /// Messages of which a part did not come, as far as is known.
    pub(super) fn dropped(&self) -> u64 {
        self.dropped
    }

    fn drop_at(&mut self, at: usize) {
        if let Some(partial) = self.messages.remove(at) {
            self.bytes -= partial.bytes();
            self.dropped += 1;
        }
    }
}

impl Partial {
    fn bytes(&self) -> usize {
        self.parts.iter().flatten().map(|part| part.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_whole_or_not_at_all() {
        let mut partials = Partials::default();
        assert_eq!(partials.receive(0, 12, (2, 2), b"c"), None);
        assert_eq!(partials.receive(0, 10, (0, 2), b"a"), None);
        assert_eq!(partials.receive(1, 11, (1, 2), b"x"), None, "another lane");
        assert_eq!(partials.receive(0, 11, (1, 3), b"x"), None, "another count");
        assert_eq!(partials.receive(0, 11, (1, 2), b"b"), Some(b"abc".to_vec()));
        partials.forget_before(1, 99);
        assert_eq!((partials.bytes, partials.dropped()), (0, 1));
    }

    #[test]
    fn the_store_ends_at_its_bounds() {
        let mut partials = Partials::default();
        for packet in 0..10_000 {
            partials.receive(0, packet * 255, (0, 254), &[0; 1_180]);
            assert!(partials.messages.len() <= PARTIAL_MESSAGES);
        }
        for packet in 0..20_000_u64 {
            let index = (packet % 255) as u8;
            if index > 0 {
                partials.receive(
                    (packet / 255 % 8) as u8,
                    10_000_000 + packet,
                    (index, 254),
                    &[0; 1_180],
                );
            }
            assert!(partials.bytes <= PARTIAL_BYTES);
        }
    }
}
