//! Where a client comes from, as far as limits and bans care.

/// A client's address as the socket, or a trusted proxy, told it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ClientAddress {
    /// An IPv4 address.
    V4([u8; 4]),
    /// An IPv6 address.
    V6([u8; 16]),
    /// No address at all: a client in the same process.
    Local,
}

/// What counts as one client address: an IPv4 address, or an IPv6 network of 64 bits, because
/// one household owns a whole /64 and could otherwise pick a new address for every guess.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AddressKey {
    /// An IPv4 address.
    V4([u8; 4]),
    /// The first half of an IPv6 address.
    V6([u8; 8]),
}

impl ClientAddress {
    /// The address to count by; `None` for a local client, to whom no limit per address applies.
    #[must_use]
    pub fn key(self) -> Option<AddressKey> {
        match self {
            Self::V4(address) => Some(AddressKey::V4(address)),
            // A dual-stack socket tells an IPv4 client as ::ffff:a.b.c.d.
            Self::V6([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, a, b, c, d]) => {
                Some(AddressKey::V4([a, b, c, d]))
            }
            Self::V6(address) => address.first_chunk().copied().map(AddressKey::V6),
            Self::Local => None,
        }
    }
}

impl core::fmt::Debug for ClientAddress {
    /// Names the kind only: whole addresses do not belong in logs.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::V4(_) => "V4(hidden)",
            Self::V6(_) => "V6(hidden)",
            Self::Local => "Local",
        })
    }
}

impl core::fmt::Debug for AddressKey {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("AddressKey(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_household_counts_as_one_address() {
        let mut first = [0x20; 16];
        let mut second = first;
        first[15] = 1;
        second[8] = 2;
        assert_eq!(ClientAddress::V6(first).key(), ClientAddress::V6(second).key());
        second[7] = 9;
        assert_ne!(ClientAddress::V6(first).key(), ClientAddress::V6(second).key());
    }

    #[test]
    fn an_ipv4_client_is_the_same_on_a_dual_stack_socket() {
        let mapped = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 192, 0, 2, 7];
        assert_eq!(ClientAddress::V6(mapped).key(), ClientAddress::V4([192, 0, 2, 7]).key());
    }
}
