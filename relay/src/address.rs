//! What a socket's address is to the relay's limits.

use netplay::relay::ClientAddress;
use std::net::{IpAddr, Ipv6Addr};

/// The address as the core counts it.
pub(crate) fn client_address(address: IpAddr) -> ClientAddress {
    match address.to_canonical() {
        IpAddr::V4(v4) => ClientAddress::V4(v4.octets()),
        IpAddr::V6(v6) => ClientAddress::V6(v6.octets()),
    }
}

/// The address, or the /64 network of an IPv6 one: one household owns that many.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mapped_address_is_its_v4_self_and_a_household_is_a_network() {
        let mapped: IpAddr = "::ffff:10.0.0.7".parse().unwrap();
        assert!(client_address(mapped) == ClientAddress::V4([10, 0, 0, 7]));
        let one: IpAddr = "2001:db8:1:2:aaaa::1".parse().unwrap();
        let two: IpAddr = "2001:db8:1:2:bbbb::9".parse().unwrap();
        assert_eq!(household(one), household(two));
        assert_ne!(household(one), household("2001:db8:1:3::1".parse().unwrap()));
    }
}
