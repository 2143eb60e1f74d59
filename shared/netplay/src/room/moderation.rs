//! The host's tools against people: bans.

use super::AddressKey;
use crate::ids::Token;
use crate::limits::ROOM_BANS;
use alloc::collections::VecDeque;

/// Who may not come back. Lives as long as the room.
///
/// A ban holds by token and by address. Everybody of a household may share the address: those
/// who are in the room keep their places and come back by their own tokens, but nobody new comes
/// from there while this room lives. A harder ban would outlive the quarrel, a softer one would
/// last until the next reload.
#[derive(Debug, Default)]
pub(super) struct Bans {
    people: VecDeque<(Token, Option<AddressKey>)>,
}

impl Bans {
    /// Adds somebody; beyond the cap the oldest ban is forgotten.
    pub(super) fn add(&mut self, token: Token, address: Option<AddressKey>) {
        if self.people.len() == ROOM_BANS {
            self.people.pop_front();
        }
        self.people.push_back((token, address));
    }

    pub(super) fn holds_token(&self, token: &Token) -> bool {
        self.people.iter().any(|(banned, _)| banned == token)
    }

    pub(super) fn holds_address(&self, address: Option<AddressKey>) -> bool {
        address.is_some() && self.people.iter().any(|(_, banned)| *banned == address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_bans_has_an_end() {
        let mut bans = Bans::default();
        for n in 0..=u8::try_from(ROOM_BANS).unwrap() {
            bans.add(Token([n; 16]), Some(AddressKey::V4([10, 0, 0, n])));
        }
        assert!(!bans.holds_token(&Token([0; 16])));
        assert!(bans.holds_token(&Token([1; 16])));
        assert!(bans.holds_address(Some(AddressKey::V4([10, 0, 0, 1]))));
        assert!(!bans.holds_address(None));
        assert_eq!(bans.people.len(), ROOM_BANS);
    }
}
