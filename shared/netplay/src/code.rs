//! The room code: what friends read aloud and type.

use core::fmt;

/// The 32 symbols of a room code: letters and digits without the look-alikes 0/O and 1/I.
pub const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// How many symbols a room code has.
pub const CODE_SYMBOLS: usize = 6;

/// Six symbols of [`ALPHABET`]. The only access control a room has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomCode([u8; CODE_SYMBOLS]);

/// Why a text is not a room code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeError {
    /// It holds 0, O, 1 or I, which no code contains.
    LookAlike(char),
    /// It holds a letter that no code contains.
    NotASymbol(char),
    /// After the separators are gone this many symbols are left, not six.
    Length(usize),
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LookAlike(found) => {
                write!(f, "codes never contain 0, O, 1 or I (found {found})")
            }
            Self::NotASymbol(found) => write!(f, "{found} is never part of a code"),
            Self::Length(count) => write!(f, "a code has 6 letters and digits, this has {count}"),
        }
    }
}

impl core::error::Error for CodeError {}

impl RoomCode {
    /// The code of every [arena](crate::relay::Arena): a relay has one, and nothing to guess.
    pub const ARENA: Self = Self(*b"ARENAS");

    /// Six exact symbols, as they stand on the wire.
    #[must_use]
    pub fn from_symbols(symbols: [u8; CODE_SYMBOLS]) -> Option<Self> {
        symbols.iter().all(|symbol| ALPHABET.contains(symbol)).then_some(Self(symbols))
    }

    /// The code that `digits` (each taken modulo 32) spell in the alphabet.
    #[must_use]
    pub fn from_digits(digits: [u8; CODE_SYMBOLS]) -> Self {
        Self(digits.map(|digit| ALPHABET[usize::from(digit % 32)]))
    }

    /// Reads what a person typed or pasted: any case, any width, and whatever is neither a letter
    /// nor a digit ignored (spaces, hyphens, quotes, what a chat adds invisibly). Of a whole
    /// invite link (`…?room=K7QF2M`, `…#room=K7QF2M`, `…/r/K7QF2M`) only the code is read.
    ///
    /// ```
    /// use netplay::code::{CodeError, RoomCode};
    /// let code = RoomCode::parse("K7QF2M").unwrap();
    /// assert_eq!(RoomCode::parse(" k7q-f2m. "), Ok(code));
    /// assert_eq!(RoomCode::parse("http://10.0.0.7:7462/?room=K7QF2M#x"), Ok(code));
    /// assert_eq!(RoomCode::parse("K7QF20"), Err(CodeError::LookAlike('0')));
    /// ```
    ///
    /// # Errors
    /// Says which character or length is wrong, so that the field can say it too.
    pub fn parse(typed: &str) -> Result<Self, CodeError> {
        let mut symbols = [0; CODE_SYMBOLS];
        let mut count = 0;
        for character in code_part(typed).chars() {
            let symbol = narrow(character).to_ascii_uppercase();
            if is_ornament(symbol) {
                continue;
            }
            if matches!(symbol, '0' | 'O' | '1' | 'I') {
                return Err(CodeError::LookAlike(symbol));
            }
            let byte = u8::try_from(symbol).map_err(|_| CodeError::NotASymbol(character))?;
            if !ALPHABET.contains(&byte) {
                return Err(CodeError::NotASymbol(character));
            }
            if let Some(slot) = symbols.get_mut(count) {
                *slot = byte;
            }
            count += 1;
        }
        if count == CODE_SYMBOLS { Ok(Self(symbols)) } else { Err(CodeError::Length(count)) }
    }

    /// The six symbols as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// The six symbols as they stand on the wire.
    #[must_use]
    pub const fn symbols(&self) -> &[u8; CODE_SYMBOLS] {
        &self.0
    }
}

/// The part of a pasted link that holds the code; the whole text when it is no link.
fn code_part(typed: &str) -> &str {
    for marker in ["room=", "/r/"] {
        let found = typed
            .char_indices()
            .filter_map(|(at, _)| typed.get(at..)?.split_at_checked(marker.len()))
            .find(|(head, _)| head.eq_ignore_ascii_case(marker));
        if let Some((_, tail)) = found {
            return tail.split(['&', '#', '?', '/']).next().unwrap_or(tail);
        }
    }
    typed
}

/// The ASCII twin of a full-width letter or digit: what an East Asian keyboard types.
fn narrow(character: char) -> char {
    match character {
        '\u{FF01}'..='\u{FF5E}' => char::from((u32::from(character) - 0xFEE0) as u8),
        _ => character,
    }
}

/// What people put between or around symbols: spaces, punctuation, signs. By ranges, as the tables
/// of all letters of the world weigh 2 kB in a page.
fn is_ornament(character: char) -> bool {
    match character {
        '\0'..='\u{BF}' => !character.is_ascii_alphanumeric(),
        '\u{2000}'..='\u{206F}' | '\u{2190}'..='\u{2BFF}' | '\u{3000}'..='\u{3004}' => true,
        '\u{3008}'..='\u{3020}' | '\u{FE00}'..='\u{FE6F}' | '\u{FF00}'..='\u{FF65}' => true,
        '\u{FEFF}' | '\u{1F000}'..='\u{1FAFF}' => true,
        _ => false,
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RoomCode({self})")
    }
}
