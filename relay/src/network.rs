//! Networks whose word about a client's address is believed: the proxies before this relay.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

/// An address with the number of its leading bits that count: `10.0.0.0/8`, `::1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// Whether the address lies in it.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let (network, width) = as_bits(self.address);
        let (address, same_width) = as_bits(address.to_canonical());
        let ignored = u32::from(width - self.bits);
        width == same_width && network.checked_shr(ignored) == address.checked_shr(ignored)
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (address, bits) = text.split_once('/').map_or((text, None), |(a, b)| (a, Some(b)));
        let wrong = || format!("{text} is no network like 127.0.0.1, 10.0.0.0/8 or fd00::/8");
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let address = address.to_canonical();
        let (_, width) = as_bits(address);
        let bits = bits.map_or(Ok(width), str::parse).map_err(|_| wrong())?;
        if bits <= width { Ok(Self { address, bits }) } else { Err(wrong()) }
    }
}

/// The address that a proxy of one of `trusted` names, or the socket's own.
pub(crate) fn believed(peer: IpAddr, forwarded_for: Option<&str>, trusted: &[Network]) -> IpAddr {
    let named = forwarded_for.filter(|_| trusted.iter().any(|network| network.contains(peer)));
    named
        .and_then(|name| {
            let address = name.parse::<IpAddr>().ok();
            address.or_else(|| name.parse::<SocketAddr>().ok().map(|socket| socket.ip()))
        })
        .unwrap_or(peer)
}

/// The address as a number, and how many bits it has.
fn as_bits(address: IpAddr) -> (u128, u8) {
    match address {
        IpAddr::V4(v4) => (u128::from(v4.to_bits()), 32),
        IpAddr::V6(v6) => (v6.to_bits(), 128),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(text: &str) -> Network {
        text.parse().unwrap()
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_network_holds_its_addresses_and_no_others() {
        assert!(network("10.0.0.0/8").contains(address("10.255.1.2")));
        assert!(!network("10.0.0.0/8").contains(address("11.0.0.1")));
        assert!(network("127.0.0.1").contains(address("::ffff:127.0.0.1")));
        assert!(!network("127.0.0.1").contains(address("127.0.0.2")));
        assert!(network("fd00::/8").contains(address("fd12::9")));
        assert!(network("::/0").contains(address("2001:db8::1")));
        assert!(!network("::/0").contains(address("1.2.3.4")));
        for wrong in ["10.0.0.0/33", "here", "10.0.0/8", "::1/129", "1.2.3.4/-1"] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        let trusted = [network("127.0.0.1")];
        let proxy = address("127.0.0.1");
        let stranger = address("203.0.113.9");
        assert_eq!(believed(proxy, Some("198.51.100.7"), &trusted), address("198.51.100.7"));
        assert_eq!(believed(proxy, Some("[2001:db8::1]:99"), &trusted), address("2001:db8::1"));
        assert_eq!(believed(proxy, Some("unknown"), &trusted), proxy);
        assert_eq!(believed(stranger, Some("198.51.100.7"), &trusted), stranger);
        assert_eq!(believed(proxy, None, &trusted), proxy);
    }
}
