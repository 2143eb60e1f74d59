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

/// A text made for this request; nothing follows.
pub(crate) fn text(request: &Request, content_type: &str, body: &str) -> Vec<u8> {
    let shown = if request.method == Method::Get { body } else { "" };
    format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\n\
         Cache-Control: no-store\r\nConnection: close\r\n\r\n{shown}",
        body.len()
    )
    .into_bytes()
}

/// Nothing is served at this path; another request may follow.
pub(crate) fn not_found(request: &Request) -> Vec<u8> {
    let body = if request.method == Method::Get { "404 Not Found\n" } else { "" };
    format!(
        "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain; charset=utf-8\r\n\
         Content-Length: 14\r\nConnection: {}\r\n\r\n{body}",
        connection(request)
    )
    .into_bytes()
}

/// A part of the page: the answer's head, and the body unless `HEAD` asks or the browser has it
/// already.
pub(crate) fn page<'a>(
    asset: &'a Asset,
    request: &Request,
    policy: &str,
) -> (Vec<u8>, Option<&'a [u8]>) {
    let connection = connection(request);
    let cache = if asset.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = request.if_none_match.as_deref().is_some_and(|tags| {
        tags.split(',').any(|tag| tag.trim().trim_start_matches("W/") == asset.etag)
    });
    if known {
        let head = format!(
            "HTTP/1.1 304 Not Modified\r\nETag: {}\r\nCache-Control: {cache}\r\n\
             Connection: {connection}\r\n\r\n",
            asset.etag
        );
        return (head.into_bytes(), None);
    }
    let zipped = asset.gzip.as_ref().filter(|_| request.accepts_gzip);
    let encoding = if zipped.is_some() { "Content-Encoding: gzip\r\n" } else { "" };
    let body = zipped.unwrap_or(&asset.body);
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {}\r\nContent-Length: {}\r\n{encoding}\
         Vary: Accept-Encoding\r\nETag: {}\r\nCache-Control: {cache}\r\n\
         Content-Security-Policy: {policy}\r\nX-Content-Type-Options: nosniff\r\n\
         Referrer-Policy: no-referrer\r\nConnection: {connection}\r\n\r\n",
        asset.content_type,
        body.len(),
        asset.etag,
    );
    (head.into_bytes(), (request.method == Method::Get).then_some(body))
}

fn connection(request: &Request) -> &'static str {
    if request.keep_alive { "keep-alive" } else { "close" }
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
