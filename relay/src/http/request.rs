//! Reading a request's head.

use tungstenite::handshake::derive_accept_key;

/// What a request's head may have; a browser's own is under 2 KiB.
pub(crate) const HEAD_BYTES: usize = 8 * 1024;

/// Header lines; a browser sends about fifteen.
const HEADER_LINES: usize = 64;

/// GET and HEAD are all there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Get,
    Head,
}

/// The wish to speak WebSocket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Upgrade {
    /// None: an ordinary request.
    No,
    /// Well-formed; the answer to its key.
    Accept(String),
    /// For a version other than 13.
    WrongVersion,
    /// Broken.
    Malformed,
}

/// What the relay looks at in a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) method: Method,
    /// Without the query.
    pub(crate) path: String,
    pub(crate) host: Option<String>,
    pub(crate) origin: Option<String>,
    pub(crate) upgrade: Upgrade,
    /// The last address of `X-Forwarded-For`: what the nearest proxy saw.
    pub(crate) forwarded_for: Option<String>,
    pub(crate) accepts_gzip: bool,
    pub(crate) if_none_match: Option<String>,
    /// Whether another request may follow.
    pub(crate) keep_alive: bool,
    /// Bytes of the head; what follows belongs to the next request or to the WebSocket.
    pub(crate) head_bytes: usize,
}

/// How far a head has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// More bytes are needed.
    Partial,
    /// It is no request that this relay answers.
    Malformed,
    Whole(Box<Request>),
}

/// Reads the head at the start of `bytes`.
pub(crate) fn read(bytes: &[u8]) -> Progress {
    let mut headers = [httparse::EMPTY_HEADER; HEADER_LINES];
    let mut parsed = httparse::Request::new(&mut headers);
    let head_bytes = match parsed.parse(bytes) {
        Ok(httparse::Status::Partial) => return Progress::Partial,
        Ok(httparse::Status::Complete(head_bytes)) => head_bytes,
        Err(_) => return Progress::Malformed,
    };
    let method = match parsed.method {
        Some("GET") => Method::Get,
        Some("HEAD") => Method::Head,
        _ => return Progress::Malformed,
    };
    let fields = Fields(parsed.headers);
    // Nothing here has a body, and a guessed one would smuggle a second request.
    if fields.one("transfer-encoding").is_some()
        || fields.one("content-length").is_some_and(|length| length != "0")
        || fields.count("host") > 1
        || fields.count("origin") > 1
    {
        return Progress::Malformed;
    }
    let path = parsed.path.unwrap_or_default();
    Progress::Whole(Box::new(Request {
        method,
        path: path.split(['?', '#']).next().unwrap_or_default().to_owned(),
        host: fields.one("host").map(str::to_owned),
        origin: fields.one("origin").map(str::to_owned),
        upgrade: if method == Method::Get { fields.upgrade() } else { Upgrade::No },
        forwarded_for: fields
            .all("x-forwarded-for")
            .last()
            .and_then(|list| list.rsplit(',').next())
            .map(|address| address.trim().to_owned()),
        accepts_gzip: fields.lists("accept-encoding", "gzip"),
        if_none_match: fields.one("if-none-match").map(str::to_owned),
        keep_alive: parsed.version == Some(1) && !fields.lists("connection", "close"),
        head_bytes,
    }))
}

struct Fields<'a>(&'a [httparse::Header<'a>]);

impl<'a> Fields<'a> {
    fn all(&self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0
            .iter()
            .filter(move |header| header.name.eq_ignore_ascii_case(name))
            .filter_map(|header| std::str::from_utf8(header.value).ok())
            .map(str::trim)
    }

    fn one(&self, name: &'a str) -> Option<&'a str> {
        self.all(name).next()
    }

    fn count(&self, name: &'a str) -> usize {
        self.0.iter().filter(|header| header.name.eq_ignore_ascii_case(name)).count()
    }

    /// Whether a comma-separated field contains `token`, whatever its parameters.
    fn lists(&self, name: &'a str, token: &str) -> bool {
        self.all(name).flat_map(|value| value.split(',')).any(|item| {
            item.split(';').next().is_some_and(|word| word.trim().eq_ignore_ascii_case(token))
        })
    }

    fn upgrade(&self) -> Upgrade {
        if self.one("upgrade").is_none() && self.one("sec-websocket-key").is_none() {
            return Upgrade::No;
        }
        let key = self.one("sec-websocket-key").unwrap_or_default();
        let sixteen_bytes =
            data_encoding::BASE64.decode(key.as_bytes()).is_ok_and(|bytes| bytes.len() == 16);
        if !self.lists("upgrade", "websocket") || !self.lists("connection", "upgrade") {
            Upgrade::Malformed
        } else if self.one("sec-websocket-version") != Some("13") {
            Upgrade::WrongVersion
        } else if !sixteen_bytes {
            Upgrade::Malformed
        } else {
            Upgrade::Accept(derive_accept_key(key.as_bytes()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UPGRADE: &str = "GET /ws?room=K7QF2M HTTP/1.1\r\nHost: 192.168.1.20:7462\r\n\
        Origin: http://192.168.1.20:7462\r\nUpgrade: WebSocket\r\nConnection: keep-alive, Upgrade\r\n\
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

    fn whole(text: &str) -> Request {
        match read(text.as_bytes()) {
            Progress::Whole(request) => *request,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_upgrade_is_read_with_the_answer_to_its_key() {
        let request = whole(UPGRADE);
        assert_eq!(request.upgrade, Upgrade::Accept("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=".to_owned()));
        assert_eq!(request.path, "/ws");
        assert_eq!(request.head_bytes, UPGRADE.len());
        for cut in 0..UPGRADE.len() {
            assert_eq!(read(&UPGRADE.as_bytes()[..cut]), Progress::Partial);
        }
    }

    #[test]
    fn what_is_wrong_with_an_upgrade_is_told_apart() {
        let version = UPGRADE.replace("Version: 13", "Version: 8");
        assert_eq!(whole(&version).upgrade, Upgrade::WrongVersion);
        let key = UPGRADE.replace("dGhlIHNhbXBsZSBub25jZQ==", "c2hvcnQ=");
        assert_eq!(whole(&key).upgrade, Upgrade::Malformed);
        let connection = UPGRADE.replace("keep-alive, Upgrade", "keep-alive");
        assert_eq!(whole(&connection).upgrade, Upgrade::Malformed);
        assert_eq!(whole("GET / HTTP/1.1\r\nHost: a\r\n\r\n").upgrade, Upgrade::No);
    }

    #[test]
    fn no_request_hides_another() {
        for lines in
            ["Content-Length: 3", "Transfer-Encoding: chunked", "Host: b", "Origin: a\r\nOrigin: b"]
        {
            let text = format!("GET / HTTP/1.1\r\nHost: a\r\n{lines}\r\n\r\n");
            assert_eq!(read(text.as_bytes()), Progress::Malformed, "{lines}");
        }
        assert_eq!(read(b"POST / HTTP/1.1\r\nHost: a\r\n\r\n"), Progress::Malformed);
        assert_eq!(read(b"GET \x00 HTTP/1.1\r\n\r\n"), Progress::Malformed);
    }

    #[test]
    fn too_many_lines_are_refused() {
        let text = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(HEADER_LINES + 1));
        assert_eq!(read(text.as_bytes()), Progress::Malformed);
    }
}
