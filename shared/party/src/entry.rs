//! How somebody comes in: who they are, what they want, and what brings them back.

use netplay::code::RoomCode;
use netplay::ids::Token;
use std::fmt::Write as _;

/// How a player wants to be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The name; the relay cleans it and makes it unique in the room.
    pub name: String,
    /// The preferred colour, 0 to 7.
    pub colour: u8,
}

/// What to do once connected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryWish {
    /// Open a new room with this many seats, 1 to 8.
    Create {
        /// How many seats.
        seats: u8,
    },
    /// Go into a friend's room.
    Join {
        /// Which room.
        code: RoomCode,
        /// Ask for no seat.
        watch: bool,
    },
    /// Take back the place of an earlier life of the page.
    Resume(Ticket),
}

/// What brings a member back to their place after a reload: the room and its secret.
///
/// Its text belongs into the tab's session storage and nowhere else: never into a link or a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    pub(crate) code: RoomCode,
    pub(crate) token: Token,
}

impl Ticket {
    /// The room it leads to.
    #[must_use]
    pub fn code(&self) -> RoomCode {
        self.code
    }

    /// The ticket as text for the session storage.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{}.", self.code);
        for byte in self.token.0 {
            let _ = write!(text, "{byte:02x}");
        }
        text
    }

    /// The ticket that [`to_text`](Self::to_text) wrote; `None` for anything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (code, hex) = text.split_once('.')?;
        let code = RoomCode::from_symbols(code.as_bytes().try_into().ok()?)?;
        let digits: &[u8; 32] = hex.as_bytes().try_into().ok()?;
        let mut token = [0; 16];
        for (byte, pair) in token.iter_mut().zip(digits.chunks_exact(2)) {
            let digit = |at: usize| char::from(pair[at]).to_digit(16);
            *byte = u8::try_from(digit(0)? * 16 + digit(1)?).ok()?;
        }
        Some(Self { code, token: Token(token) })
    }
}

/// A game against the AI, without any relay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Practice {
    /// The game and its rules.
    pub game: games::GameSetup,
    /// How many seats take part, the player's included; the AI drives the others.
    pub seats: u16,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticket() -> Ticket {
        Ticket {
            code: RoomCode::parse("K7QF2M").unwrap(),
            token: Token([0, 1, 2, 0xff, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0xa5]),
        }
    }

    #[test]
    fn a_ticket_survives_the_session_storage() {
        assert_eq!(Ticket::parse(&ticket().to_text()), Some(ticket()));
    }

    #[test]
    fn a_damaged_ticket_is_no_ticket() {
        let text = ticket().to_text();
        for end in 0..text.len() {
            assert_eq!(Ticket::parse(&text[..end]), None);
        }
        assert_eq!(Ticket::parse(&format!("{text}0")), None);
        assert_eq!(Ticket::parse(&text.replace('f', "g")), None);
        assert_eq!(Ticket::parse("K7QF2M.äääääääääääääääää"), None);
    }

    #[test]
    fn a_ticket_in_a_log_tells_nothing() {
        assert!(!format!("{:?}", ticket()).contains("a5"));
    }
}
