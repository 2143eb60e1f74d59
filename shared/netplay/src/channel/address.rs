//! Where a datagram comes from.

use core::hash::Hash;
use core::net::{IpAddr, SocketAddr};

/// What a [`Host`](super::Host) tells its peers apart by.
///
/// A machine has as many addresses as it likes, so a host bounds what one machine takes of its
/// places: see [`ChannelConfig::peers_per_address`](super::ChannelConfig::peers_per_address). Of
/// sockets that is the client's IP address (IPv6: its /64, which one machine commands). A plain number stands for a
/// machine of its own.
pub trait Address: Copy + Ord + Hash {
    /// Whether both are one machine's, or one household's behind a router: whoever has the one can have the other.
    #[must_use]
    fn is_neighbour(&self, other: &Self) -> bool {
        self == other
    }
}

impl Address for SocketAddr {
    fn is_neighbour(&self, other: &Self) -> bool {
        network(self.ip()) == network(other.ip())
    }
}

impl Address for u8 {}
impl Address for u16 {}
impl Address for u32 {}
impl Address for u64 {}
impl Address for usize {}

/// An IPv4 address however it is written, of an IPv6 address the first 64 bits.
fn network(ip: IpAddr) -> (bool, u64) {
    match ip.to_canonical() {
        IpAddr::V4(ip) => (true, ip.to_bits().into()),
        IpAddr::V6(ip) => (false, (ip.to_bits() >> 64) as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_is_known_by_its_network_whatever_its_port() {
        let same = |a: &str, b: &str| {
            let [a, b] = [a, b].map(|text| text.parse::<SocketAddr>().unwrap());
            a.is_neighbour(&b)
        };
        assert!(same("192.0.2.1:1", "192.0.2.1:2"));
        assert!(!same("192.0.2.1:1", "192.0.2.2:1"));
        assert!(same("192.0.2.1:1", "[::ffff:192.0.2.1]:7"));
        assert!(same("[2001:db8::1]:1", "[2001:db8::f00:1]:1"));
        assert!(!same("[2001:db8::1]:1", "[2001:db8:0:1::1]:1"));
        assert!(!7_u16.is_neighbour(&8));
    }
}
