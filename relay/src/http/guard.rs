//! Who may come in by HTTP: the `Host` and `Origin` checks.
//!
//! A page of somebody else's, open in a friend's browser, can reach every address that browser
//! can. `Origin` tells whose page it is; `Host` tells whether a foreign name was pointed at this
//! relay (DNS rebinding) to make the two look like one.

use super::request::Request;
use std::net::{IpAddr, Ipv6Addr};

/// The names and origins that are let in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guard {
    /// Names this relay is reached by, besides addresses and `localhost`; lower case, no port.
    pub(crate) host_names: Vec<String>,
    /// Whole origins (`https://party.example`) of pages that are served elsewhere.
    pub(crate) allowed_origins: Vec<String>,
    /// Whether a WebSocket client without an `Origin`, which is no browser, is let in.
    pub(crate) native_clients: bool,
}

impl Guard {
    /// Whether `Host` names this relay.
    pub(crate) fn knows_host(&self, request: &Request) -> bool {
        let Some(name) = request.host.as_deref().and_then(host_name) else { return false };
        is_address(&name) || is_localhost(&name) || self.host_names.contains(&name)
    }

    /// Whether the page that asks for an upgrade may have it.
    pub(crate) fn admits(&self, request: &Request) -> bool {
        let Some(origin) = request.origin.as_deref() else { return self.native_clients };
        if self.allowed_origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin)) {
            return true;
        }
        let Some(authority) =
            origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))
        else {
            return false;
        };
        let host = request.host.as_deref().unwrap_or_default();
        if authority.eq_ignore_ascii_case(host) {
            return true;
        }
        // A page from another port of this very machine: the developer's own server.
        let both = (host_name(authority), host_name(host));
        matches!(both, (Some(page), Some(relay)) if is_this_machine(&page) && is_this_machine(&relay))
    }
}

/// The lower-case name of an authority, without its port; none when there is no sense in it.
fn host_name(authority: &str) -> Option<String> {
    let name = match authority.strip_prefix('[') {
        Some(rest) => rest.split_once(']').filter(|(_, tail)| is_port(tail))?.0,
        None => {
            let (name, port) = authority.split_once(':').unwrap_or((authority, ""));
            let digits = port.bytes().all(|byte| byte.is_ascii_digit());
            digits.then_some(name)?
        }
    };
    (!name.is_empty()).then(|| name.trim_end_matches('.').to_ascii_lowercase())
}

fn is_port(tail: &str) -> bool {
    tail.is_empty()
        || tail.strip_prefix(':').is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_address(name: &str) -> bool {
    name.parse::<IpAddr>().is_ok()
        || name.split_once('%').is_some_and(|(address, _)| address.parse::<Ipv6Addr>().is_ok())
}

fn is_localhost(name: &str) -> bool {
    name == "localhost" || name.ends_with(".localhost")
}

fn is_this_machine(name: &str) -> bool {
    is_localhost(name) || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::super::request::{Progress, read};
    use super::*;

    fn request(host: &str, origin: Option<&str>) -> Request {
        let origin = origin.map_or(String::new(), |origin| format!("Origin: {origin}\r\n"));
        match read(format!("GET / HTTP/1.1\r\nHost: {host}\r\n{origin}\r\n").as_bytes()) {
            Progress::Whole(request) => *request,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_foreign_name_pointed_here_is_not_served() {
        let guard = Guard { host_names: vec!["party.example".to_owned()], ..Guard::default() };
        let known = [
            "127.0.0.1:7462",
            "192.168.1.20",
            "[::1]:7462",
            "[fe80::1%eth0]:7462",
            "localhost:7462",
            "LOCALHOST",
            "party.example",
            "Party.Example.:443",
        ];
        let foreign =
            ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "[::1]evil", ""];
        for host in known {
            assert!(guard.knows_host(&request(host, None)), "{host}");
        }
        for host in foreign {
            assert!(!guard.knows_host(&request(host, None)), "{host}");
        }
    }

    #[test]
    fn only_this_relays_pages_and_listed_ones_come_in() {
        let guard = Guard {
            allowed_origins: vec!["https://ourapp.example".to_owned()],
            native_clients: false,
            ..Guard::default()
        };
        let ours = [
            "http://192.168.1.20:7462",
            "https://192.168.1.20:7462",
            "https://ourapp.example",
            "HTTPS://OurApp.example",
        ];
        let foreign = [
            "null",
            "https://evil.example",
            "https://ourapp.example.evil.com",
            "http://ourapp.example",
            "https://ourapp.example:8443",
            "http://192.168.1.20:8080",
            "http://localhost:8080",
            "",
        ];
        for origin in ours {
            assert!(guard.admits(&request("192.168.1.20:7462", Some(origin))), "{origin}");
        }
        for origin in foreign {
            assert!(!guard.admits(&request("192.168.1.20:7462", Some(origin))), "{origin}");
        }
        assert!(!guard.admits(&request("192.168.1.20:7462", None)));
        assert!(
            Guard { native_clients: true, ..guard }.admits(&request("192.168.1.20:7462", None))
        );
    }

    #[test]
    fn a_developers_server_on_this_machine_reaches_its_relay() {
        let guard = Guard::default();
        assert!(guard.admits(&request("localhost:7462", Some("http://127.0.0.1:8080"))));
        assert!(!guard.admits(&request("192.168.1.20:7462", Some("http://127.0.0.1:8080"))));
    }
}
