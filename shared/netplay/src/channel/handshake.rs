//! The datagrams before and after a channel's life.

use crate::limits::{CHANNEL_VERSION, GREETING_BYTES};
use crate::wire::{DecodeError, Packet, Reader, WordSize, Writer};

const MAGIC: [u8; 4] = *b"PLCH";

const CONNECT: u8 = 0x51;
const CHALLENGE: u8 = 0x52;
const RESPONSE: u8 = 0x53;
const ACCEPT: u8 = 0x54;
const DENY: u8 = 0x55;
const LEAVE: u8 = 0x56;

/// One of them, decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Handshake {
    /// Client: may I come in? Padded, so that no answer is longer.
    Connect { wire: u32, nonce: u64, app_version: u32, application: u64 },
    /// Host: who receives this may.
    Challenge { nonce: u64, cookie: u64 },
    /// Client: I received it.
    Response { nonce: u64, cookie: u64 },
    /// Host: you are in, under this id.
    Accept { nonce: u64, id: u64 },
    /// Host: you are not, and why, with the host's version of what is asked about.
    Deny { nonce: u64, code: u8, version: u32 },
    /// Either: I am gone.
    Leave { id: u64, code: u8 },
}

impl Handshake {
    pub(super) fn encode(self) -> Packet {
        let mut out = Writer::default();
        match self {
            Self::Connect { wire, nonce, app_version, application } => {
                out.u8(CONNECT);
                out.raw(&MAGIC);
                out.raw(&wire.to_le_bytes());
                out.raw(&nonce.to_le_bytes());
                out.raw(&app_version.to_le_bytes());
                out.raw(&application.to_le_bytes());
                let mut padded = out.finish();
                padded.resize(GREETING_BYTES, 0);
                return padded.into();
            }
            Self::Challenge { nonce, cookie } => pair(&mut out, CHALLENGE, nonce, cookie),
            Self::Response { nonce, cookie } => pair(&mut out, RESPONSE, nonce, cookie),
            Self::Accept { nonce, id } => pair(&mut out, ACCEPT, nonce, id),
            Self::Deny { nonce, code, version } => {
                out.u8(DENY);
                out.raw(&nonce.to_le_bytes());
                out.u8(code);
                out.raw(&version.to_le_bytes());
            }
            Self::Leave { id, code } => {
                out.u8(LEAVE);
                out.raw(&id.to_le_bytes());
                out.u8(code);
            }
        }
        out.finish().into()
    }

    /// What the bytes are, if they are one of these.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        Self::read(&mut Reader::new(bytes, WordSize::PAD)).ok()
    }

    fn read(input: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let whole = input.remaining();
        let decoded = match input.u8("kind")? {
            CONNECT => {
                if whole != GREETING_BYTES || input.array("magic")? != MAGIC {
                    return Err(DecodeError::BadValue("magic"));
                }
                let (wire, nonce) = (u32_of(input)?, u64_of(input)?);
                let (app_version, application) = (u32_of(input)?, u64_of(input)?);
                // What follows is padding today, and whatever another version made of it.
                return Ok(Self::Connect { wire, nonce, app_version, application });
            }
            CHALLENGE => Self::Challenge { nonce: u64_of(input)?, cookie: u64_of(input)? },
            RESPONSE => Self::Response { nonce: u64_of(input)?, cookie: u64_of(input)? },
            ACCEPT => Self::Accept { nonce: u64_of(input)?, id: u64_of(input)? },
            DENY => Self::Deny {
                nonce: u64_of(input)?,
                code: input.u8("code")?,
                version: u32_of(input)?,
            },
            LEAVE => Self::Leave { id: u64_of(input)?, code: input.u8("code")? },
            other => return Err(DecodeError::UnknownTag(other)),
        };
        match input.remaining() {
            0 => Ok(decoded),
            rest => Err(DecodeError::Trailing(rest)),
        }
    }

    /// The first datagram of a client.
    pub(super) fn greeting(nonce: u64, app_version: u32, application: u64) -> Self {
        Self::Connect { wire: CHANNEL_VERSION, nonce, app_version, application }
    }
}

fn pair(out: &mut Writer, kind: u8, first: u64, second: u64) {
    out.u8(kind);
    out.raw(&first.to_le_bytes());
    out.raw(&second.to_le_bytes());
}

fn u32_of(input: &mut Reader<'_>) -> Result<u32, DecodeError> {
    input.array("u32").map(u32::from_le_bytes)
}

fn u64_of(input: &mut Reader<'_>) -> Result<u64, DecodeError> {
    input.array("u64").map(u64::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Handshake; 6] = [
        Handshake::Connect { wire: 1, nonce: 2, app_version: 3, application: 4 },
        Handshake::Challenge { nonce: 5, cookie: 6 },
        Handshake::Response { nonce: 7, cookie: 8 },
        Handshake::Accept { nonce: 9, id: 10 },
        Handshake::Deny { nonce: 11, code: 12, version: 13 },
        Handshake::Leave { id: 14, code: 15 },
    ];

    #[test]
    fn every_datagram_means_what_was_written() {
        for handshake in ALL {
            assert_eq!(Handshake::decode(&handshake.encode()), Some(handshake));
        }
    }

    #[test]
    fn a_datagram_that_is_cut_or_longer_is_none() {
        for handshake in ALL {
            let bytes = handshake.encode();
            for cut in 0..bytes.len() {
                assert_eq!(Handshake::decode(&bytes[..cut]), None);
            }
            assert_eq!(Handshake::decode(&[&bytes[..], &[0]].concat()), None);
        }
    }

    #[test]
    fn no_answer_of_a_host_is_longer_than_what_it_answers() {
        let [connect, challenge, response, accept, deny, _] = ALL.map(|h| h.encode().len());
        assert!(challenge <= connect && deny <= connect);
        assert!(accept <= response && deny <= response);
    }
}
