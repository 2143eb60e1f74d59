//! The page from the relay's own port.

use crate::support::{Rude, hasty, spawn};
use relay::{ServerConfig, WebRoot};
use std::collections::BTreeMap;

fn with_page() -> ServerConfig {
    let files: BTreeMap<String, Vec<u8>> = [
        ("index.html", &b"<!doctype html><script type=\"module\">init()</script>"[..]),
        ("web-0123456789abcdef_bg.wasm", b"\0asm"),
        ("web-0123456789abcdef_bg.wasm.gz", b"zipped"),
    ]
    .into_iter()
    .map(|(name, body)| (name.to_owned(), body.to_vec()))
    .collect();
    ServerConfig { web: WebRoot::from_files(files), ..hasty() }
}

#[test]
fn one_connection_fetches_the_whole_page() {
    let relay = spawn(with_page());
    let host = relay.local_addr();
    let mut browser = Rude::connect(host);
    browser.say(format!("GET /r/K7QF2M HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes());
    let head = browser.hear_head();
    assert!(head.starts_with("HTTP/1.1 200 OK"), "{head}");
    assert!(head.contains("text/html") && head.contains("no-cache"), "{head}");
    assert!(head.contains("script-src 'self' 'wasm-unsafe-eval' 'sha256-"), "{head}");
    browser.hear(52);
    browser.say(
        format!("GET /web-0123456789abcdef_bg.wasm HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: br, gzip\r\n\r\n")
            .as_bytes(),
    );
    let head = browser.hear_head();
    assert!(head.contains("application/wasm") && head.contains("immutable"), "{head}");
    assert!(head.contains("Content-Encoding: gzip"), "{head}");
    assert_eq!(browser.hear(6), b"zipped");
    browser.say(format!("HEAD / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes());
    let head = browser.hear_text();
    assert!(head.contains("Content-Length: 52") && head.ends_with("\r\n\r\n"), "{head}");
}

#[test]
fn what_the_browser_has_is_not_sent_again() {
    let relay = spawn(with_page());
    let host = relay.local_addr();
    let mut browser = Rude::connect(host);
    browser.say(format!("HEAD / HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes());
    let head = browser.hear_head();
    let tag = head.lines().find_map(|line| line.strip_prefix("ETag: ")).unwrap();
    browser.say(
        format!(
            "GET / HTTP/1.1\r\nHost: {host}\r\nIf-None-Match: {tag}\r\nConnection: close\r\n\r\n"
        )
        .as_bytes(),
    );
    let answer = browser.hear_text();
    assert!(answer.starts_with("HTTP/1.1 304 ") && answer.ends_with("\r\n\r\n"), "{answer}");
}

#[test]
fn paths_that_are_not_the_pages_do_not_exist() {
    let relay = spawn(with_page());
    let host = relay.local_addr();
    for path in ["/../Cargo.toml", "/etc/passwd", "/%2e%2e/x", "/r/a/b", "/web.js"] {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        let answer = Rude::saying(host, request.as_bytes()).hear_text();
        assert!(answer.starts_with("HTTP/1.1 404 "), "{path}: {answer}");
    }
    let rebound = Rude::saying(host, b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").hear_text();
    assert!(rebound.starts_with("HTTP/1.1 403 "), "{rebound}");
}
