//! Invite links and relay addresses: what a link says, and what a link should say.

use super::text::{cut, has};
use netplay::code::RoomCode;

/// Longer than any link this page makes; what is longer is not looked at.
const LINK_CHARS: usize = 2_000;

/// What the address of the page asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrival {
    /// The room to go into.
    pub code: Option<RoomCode>,
    /// What is wrong with the code in the link, if it holds one that is none.
    pub bad_code: Option<String>,
    /// The relay to go through, when it is not the page's own.
    pub relay: Option<String>,
}

impl Arrival {
    /// Reads `…?room=K7QF2M`, `…#room=K7QF2M` and `…/r/K7QF2M`, each with `relay=ws://…` or not.
    #[must_use]
    pub fn read(path: &str, query: &str, fragment: &str) -> Self {
        if path.len() + query.len() + fragment.len() > LINK_CHARS {
            return Self::default();
        }
        let query = query.trim_start_matches('?');
        let fragment = fragment.trim_start_matches('#');
        let typed = value(query, "room")
            .or_else(|| value(fragment, "room"))
            .or_else(|| path_code(path).map(Into::into))
            .filter(|typed| !typed.is_empty());
        let relay = value(query, "relay").or_else(|| value(fragment, "relay"));
        let code = typed.as_deref().map(RoomCode::parse);
        Self {
            bad_code: code.as_ref().and_then(|code| code.as_ref().err()).map(ToString::to_string),
            code: code.and_then(Result::ok),
            relay: relay.as_deref().and_then(relay_address),
        }
    }
}

/// The code of `…/r/K7QF2M`.
fn path_code(path: &str) -> Option<&str> {
    let mut parts = path.trim_end_matches('/').rsplit('/');
    let code = parts.next()?;
    (parts.next() == Some("r")).then_some(code)
}

/// The value of `key` in `a=1&b=2`, percent-decoded.
fn value(pairs: &str, key: &str) -> Option<String> {
    pairs.split('&').find_map(|pair| {
        let (found, value) = pair.split_once('=')?;
        (found == key).then(|| unescape(value))
    })
}

fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let hex = tail.get(..2).and_then(|pair| std::str::from_utf8(pair).ok());
        let escaped = hex.and_then(|pair| u8::from_str_radix(pair, 16).ok());
        match (first, escaped) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            (b'+', _) => {
                bytes.push(b' ');
                rest = tail;
            }
            _ => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    // What is no text is no code and no address either.
    String::from_utf8(bytes).unwrap_or_else(|_| char::REPLACEMENT_CHARACTER.into())
}

/// A relay's address as typed (`192.168.1.20`, `party.example:7462`, `wss://host/path`) as the
/// address of its socket; `None` when it cannot be one.
#[must_use]
pub fn relay_address(typed: &str) -> Option<String> {
    let typed = typed.trim();
    let (scheme, rest) = match cut(typed, "://") {
        Some(("ws" | "http", rest)) => ("ws", rest),
        Some(("wss" | "https", rest)) => ("wss", rest),
        Some(_) => return None,
        None => ("ws", typed),
    };
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    if host.is_empty() || host.len() > 255 || !host.chars().all(is_host) {
        return None;
    }
    if !path.chars().all(|c| c.is_ascii_alphanumeric() || "-_./~".contains(c)) {
        return None;
    }
    let has_port = host.rsplit_once(':').is_some_and(|(before, port)| {
        !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()) && !open_bracket(before)
    });
    let port = if has_port || has(typed, "://") { "" } else { ":7462" };
    let path = path.trim_end_matches('/');
    let path = match path {
        "" => "ws".into(),
        path if path == "ws" || path.ends_with("/ws") => path.into(),
        path => format!("{path}/ws"),
    };
    Some(format!("{scheme}://{host}{port}/{path}"))
}

fn is_host(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '.' | '-' | ':' | '[' | ']')
}

fn open_bracket(text: &str) -> bool {
    text.contains('[') && !text.contains(']')
}

/// The socket of the relay that served the page: `base` is the page's base address.
#[must_use]
pub fn own_relay(base: &str) -> String {
    let base = base.split(['?', '#']).next().unwrap_or_default();
    let base = base.strip_suffix("index.html").unwrap_or(base);
    let (scheme, rest) = match cut(base, "://") {
        Some(("https", rest)) => ("wss", rest),
        Some((_, rest)) => ("ws", rest),
        None => ("ws", base),
    };
    let folder = rest.rsplit_once('/').map_or(rest, |(folder, _)| folder);
    format!("{scheme}://{folder}/ws")
}

/// The link that brings a friend into the room. The page's own relay need not be named.
#[must_use]
pub fn invite_link(base: &str, code: RoomCode, relay: &str) -> String {
    let page = base.split(['?', '#']).next().unwrap_or_default();
    let page = page.strip_suffix("index.html").unwrap_or(page);
    if relay == own_relay(base) {
        format!("{page}?room={code}")
    } else {
        format!("{page}?room={code}&relay={}", relay.replace(':', "%3A").replace('/', "%2F"))
    }
}

/// The page that a relay serves itself, where a page served over `https:` may not reach the
/// relay's plain socket.
#[must_use]
pub fn relay_page(relay: &str) -> Option<String> {
    let rest = relay.strip_prefix("ws://")?;
    Some(format!("http://{}/", rest.strip_suffix("/ws").unwrap_or(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code() -> RoomCode {
        RoomCode::parse("K7QF2M").unwrap()
    }

    #[test]
    fn every_form_of_link_leads_into_the_room() {
        for (path, query, fragment) in [
            ("/", "?room=K7QF2M", ""),
            ("/", "?a=b&room=k7q-f2m&c", ""),
            ("/", "?room=k7q%20f2m", ""),
            ("/party/", "", "#room=K7QF2M"),
            ("/r/K7QF2M", "", ""),
            ("/party/r/k7qf2m/", "", ""),
        ] {
            let arrival = Arrival::read(path, query, fragment);
            assert_eq!(arrival.code, Some(code()), "{path} {query} {fragment}");
            assert_eq!(arrival.relay, None);
        }
    }

    #[test]
    fn a_link_without_a_room_asks_for_nothing() {
        assert_eq!(Arrival::read("/", "", ""), Arrival::default());
        assert_eq!(Arrival::read("/", "?room=", "#"), Arrival::default());
    }

    #[test]
    fn a_malformed_link_is_harmless_and_said_so() {
        let long = "A".repeat(10_000);
        assert_eq!(Arrival::read("/", "", &format!("#room={long}")), Arrival::default());
        let script = Arrival::read("/", "?room=<script>alert(1)</script>", "");
        assert_eq!(script.code, None);
        assert!(script.bad_code.is_some());
        assert_eq!(Arrival::read("/", "?relay=javascript:alert(1)", "").relay, None);
        assert!(Arrival::read("/", "?room=%F0%9F", "").bad_code.is_some());
    }

    #[test]
    fn relays_are_typed_in_many_ways() {
        for (typed, address) in [
            ("192.168.1.20", Some("ws://192.168.1.20:7462/ws")),
            (" party.lan:9000 ", Some("ws://party.lan:9000/ws")),
            ("http://party.lan:7462/", Some("ws://party.lan:7462/ws")),
            ("https://party.example", Some("wss://party.example/ws")),
            ("wss://party.example/fun/", Some("wss://party.example/fun/ws")),
            ("ws://[::1]:7462/ws", Some("ws://[::1]:7462/ws")),
            ("[fe80::1]", Some("ws://[fe80::1]:7462/ws")),
            ("", None),
            ("ftp://party.lan", None),
            ("user@party.lan", None),
            ("party lan", None),
        ] {
            assert_eq!(relay_address(typed).as_deref(), address, "{typed}");
        }
    }

    #[test]
    fn the_own_relay_lies_beside_the_page() {
        assert_eq!(own_relay("http://192.168.1.20:7462/"), "ws://192.168.1.20:7462/ws");
        assert_eq!(own_relay("https://host/party/index.html?x#y"), "wss://host/party/ws");
        assert_eq!(own_relay("http://host/party/"), "ws://host/party/ws");
    }

    #[test]
    fn a_link_that_was_made_can_be_read() {
        for relay in ["ws://host:7462/ws", "wss://elsewhere.example/a/ws"] {
            let link = invite_link("http://host:7462/?old=1", code(), relay);
            let query = &link[link.find('?').unwrap()..];
            let arrival = Arrival::read("/", query, "");
            assert_eq!(arrival.code, Some(code()));
            let other = (relay != "ws://host:7462/ws").then(|| relay.to_owned());
            assert_eq!(arrival.relay, other);
        }
    }

    #[test]
    fn a_plain_relay_has_a_page_to_go_to() {
        assert_eq!(relay_page("ws://10.0.0.2:7462/ws").as_deref(), Some("http://10.0.0.2:7462/"));
        assert_eq!(relay_page("wss://host/ws"), None);
    }
}
