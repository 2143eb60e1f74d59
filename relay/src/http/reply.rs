//! Answers, as whole byte strings.

use super::request::{Method, Request};
use super::web_root::Asset;

/// Said before the connection ends: the status line and at most one line of text.
pub(crate) fn refuse(status: &str) -> Vec<u8> {
    let extra = if status.starts_with("426") {
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    } else {
        ""
    };
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\n\
         {extra}Connection: close\r\n\r\n{status}\n",
        status.len() + 1
    )
    .into_bytes()
}

/// For a foreign `Host` or `Origin`.
pub(crate) fn forbidden() -> Vec<u8> {
    refuse("403 Forbidden")
}

/// The upgrade is granted.
pub(crate) fn switching(accept: &str) -> Vec<u8> {
    format!(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Accept: {accept}\r\n\r\n"
    )
    .into_bytes()
}

/// A part of the page, its body included unless `HEAD` asks or the browser has it already.
pub(crate) fn page(asset: &Asset, request: &Request, policy: &str) -> Vec<u8> {
    let connection = if request.keep_alive { "keep-alive" } else { "close" };
    let cache = if asset.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = request.if_none_match.as_deref().is_some_and(|tags| {
        tags.split(',').any(|tag| tag.trim().trim_start_matches("W/") == asset.etag)
    });
    if known {
        return format!(
            "HTTP/1.1 304 Not Modified\r\nETag: {}\r\nCache-Control: {cache}\r\n\
             Connection: {connection}\r\n\r\n",
            asset.etag
        )
        .into_bytes();
    }
    let zipped = asset.gzip.as_ref().filter(|_| request.accepts_gzip);
    let encoding = if zipped.is_some() { "Content-Encoding: gzip\r\n" } else { "" };
    let body = zipped.unwrap_or(&asset.body);
    let mut answer = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {}\r\nContent-Length: {}\r\n{encoding}\
         Vary: Accept-Encoding\r\nETag: {}\r\nCache-Control: {cache}\r\n\
         Content-Security-Policy: {policy}\r\nX-Content-Type-Options: nosniff\r\n\
         Referrer-Policy: no-referrer\r\nConnection: {connection}\r\n\r\n",
        asset.content_type,
        body.len(),
        asset.etag,
    )
    .into_bytes();
    if request.method == Method::Get {
        answer.extend_from_slice(body);
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_short_and_say_that_they_close() {
        for status in ["400 Bad Request", "403 Forbidden", "426 Upgrade Required"] {
            let answer = String::from_utf8(refuse(status)).unwrap();
            let (head, body) = answer.split_once("\r\n\r\n").unwrap();
            assert!(body.len() <= 64);
            assert!(head.contains("Connection: close"));
            assert!(head.contains(&format!("Content-Length: {}", body.len())));
        }
        assert!(refuse("426 Upgrade Required").windows(11).any(|part| part == b"Version: 13"));
    }
}
