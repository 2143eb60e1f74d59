//! The addresses at which others reach this computer, the likeliest first.

use std::net::IpAddr;

/// One address of one network interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Interface {
    pub(crate) name: String,
    pub(crate) address: IpAddr,
}

/// What kind of network an interface leads to; the lesser is the likelier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// Ethernet and Wi-Fi: where the friends' phones are.
    Home,
    Unknown,
    Vpn,
}

/// All interfaces that are up; none when the system does not tell.
pub(crate) fn interfaces() -> Vec<Interface> {
    let found = if_addrs::get_if_addrs().unwrap_or_default();
    found
        .into_iter()
        .map(|interface| Interface { address: interface.ip(), name: interface.name })
        .collect()
}

/// The addresses a friend may try, the best first, each with a word about its network. `chosen`
/// names the interface that comes first whatever its kind.
pub(crate) fn ranked(interfaces: &[Interface], chosen: Option<&str>) -> Vec<(IpAddr, String)> {
    let mut rows: Vec<_> = interfaces
        .iter()
        .filter(|interface| chosen == Some(&*interface.name) || is_reachable(interface))
        .map(|interface| {
            let kind = kind(&interface.name);
            let rank = (
                chosen != Some(&*interface.name),
                kind,
                interface.address.is_ipv6(),
                !is_private(interface.address),
            );
            let label = match kind {
                Kind::Vpn => format!("{}, VPN", interface.name),
                Kind::Home | Kind::Unknown => interface.name.clone(),
            };
            (rank, interface.address, label)
        })
        .collect();
    rows.sort();
    rows.into_iter().map(|(_, address, label)| (address, label)).collect()
}

/// Whether others reach it at all: no loopback, no link-local, no container's bridge.
fn is_reachable(interface: &Interface) -> bool {
    const BRIDGES: [&str; 14] = [
        "docker",
        "br-",
        "veth",
        "virbr",
        "cni",
        "flannel",
        "cali",
        "podman",
        "lxc",
        "lxdbr",
        "vmnet",
        "vboxnet",
        "vEthernet",
        "ifb",
    ];
    let local = match interface.address {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unicast_link_local(),
    };
    !local && !BRIDGES.iter().any(|bridge| interface.name.starts_with(bridge))
}

fn kind(name: &str) -> Kind {
    const HOME: [&str; 5] = ["wl", "en", "eth", "Wi-Fi", "Ethernet"];
    const VPN: [&str; 8] = ["wg", "tun", "tap", "utun", "tailscale", "zt", "ppp", "ipsec"];
    if VPN.iter().any(|vpn| name.starts_with(vpn)) {
        Kind::Vpn
    } else if HOME.iter().any(|home| name.starts_with(home)) {
        Kind::Home
    } else {
        Kind::Unknown
    }
}

fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => v4.is_private(),
        IpAddr::V6(v6) => v6.is_unique_local(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interface(name: &str, address: &str) -> Interface {
        Interface { name: name.to_owned(), address: address.parse().unwrap() }
    }

    fn laptop() -> Vec<Interface> {
        vec![
            interface("lo", "127.0.0.1"),
            interface("docker0", "172.17.0.1"),
            interface("wg0", "10.8.0.3"),
            interface("wlan0", "fe80::1"),
            interface("wlan0", "2001:db8::7"),
            interface("wlan0", "192.168.1.20"),
            interface("br-1f2e", "172.18.0.1"),
            interface("eth0", "169.254.3.4"),
        ]
    }

    fn addresses(rows: &[(IpAddr, String)]) -> Vec<String> {
        rows.iter().map(|(address, label)| format!("{address} {label}")).collect()
    }

    #[test]
    fn the_home_network_comes_first_and_bridges_are_hidden() {
        assert_eq!(
            addresses(&ranked(&laptop(), None)),
            ["192.168.1.20 wlan0", "2001:db8::7 wlan0", "10.8.0.3 wg0, VPN"]
        );
    }

    #[test]
    fn the_chosen_interface_comes_first_even_when_it_is_a_bridge() {
        let rows = ranked(&laptop(), Some("wg0"));
        assert_eq!(addresses(&rows)[0], "10.8.0.3 wg0, VPN");
        let rows = ranked(&laptop(), Some("docker0"));
        assert_eq!(addresses(&rows)[0], "172.17.0.1 docker0");
    }
}
