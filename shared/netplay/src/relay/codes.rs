//! Room codes and resume tokens, from a cryptographic generator.

use crate::code::{CODE_SYMBOLS, RoomCode};
use crate::ids::Token;
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};

/// Gives out codes and tokens that nobody can guess from those before.
#[derive(Debug)]
pub(super) struct Codes {
    rng: ChaCha20Rng,
}

impl Codes {
    pub(super) fn new(entropy: [u8; 32]) -> Self {
        Self { rng: ChaCha20Rng::from_seed(entropy) }
    }

    /// 128 bits: unlike a code, a token cannot be guessed at any rate a relay could carry.
    pub(super) fn token(&mut self) -> Token {
        let mut bytes = [0; 16];
        self.rng.fill_bytes(&mut bytes);
        Token(bytes)
    }

    /// A code that is in nobody's use and can be read aloud in any company.
    pub(super) fn room_code(&mut self, is_taken: impl Fn(&RoomCode) -> bool) -> RoomCode {
        loop {
            let mut digits = [0; CODE_SYMBOLS];
            self.rng.fill_bytes(&mut digits);
            let code = RoomCode::from_digits(digits);
            if !is_taken(&code) && !is_offensive(&code) {
                return code;
            }
        }
    }
}

/// What no code may contain, once digits are read as the letters they imitate. `?` is any vowel
/// or what stands for one: the alphabet has neither I nor O, so readers see them in L, J, Q, U.
/// Rejecting too much costs nothing; a handful of codes in a thousand is drawn again.
const PATTERNS: [&[u8]; 34] = [
    b"F?K", b"F?CK", b"FCK", b"FVCK", b"FUK", b"C?NT", b"KUNT", b"N?G", b"NGR", b"NG?", b"F?G",
    b"SH?T", b"SHT", b"R?PE", b"RAPE", b"SL?T", b"WH?R", b"H?RE", b"D?CK", b"C?CK", b"C?K",
    b"P?SS", b"T?T", b"ASS", b"ARSE", b"NAZ", b"N?Z", b"H?TLE", b"KKK", b"SS", b"K?KE", b"SP?C",
    b"CH?NK", b"CUM",
];

fn is_offensive(code: &RoomCode) -> bool {
    let letters = code.symbols().map(letter);
    let matches = |window: &[u8], pattern: &[u8]| {
        window.iter().zip(pattern).all(|(symbol, wanted)| match wanted {
            b'?' => matches!(symbol, b'A' | b'E' | b'U' | b'Y' | b'V' | b'L' | b'J' | b'Q'),
            _ => symbol == wanted,
        })
    };
    PATTERNS
        .iter()
        .any(|pattern| letters.windows(pattern.len()).any(|window| matches(window, pattern)))
}

/// The letter that a digit imitates; a letter is itself.
fn letter(symbol: u8) -> u8 {
    match symbol {
        b'2' => b'Z',
        b'3' => b'E',
        b'4' => b'A',
        b'5' => b'S',
        b'6' | b'9' => b'G',
        b'7' => b'T',
        b'8' => b'B',
        _ => symbol,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;

    fn code(symbols: &[u8; 6]) -> RoomCode {
        RoomCode::from_symbols(*symbols).unwrap()
    }

    #[test]
    fn digits_do_not_hide_a_word() {
        for bad in [b"XFVCKX", b"XA55XX", b"SH7XXX", b"KKKAAA", b"N4Z2XX", b"XXF49X"] {
            assert!(is_offensive(&code(bad)), "{}", code(bad));
        }
        assert!(!is_offensive(&code(b"K7QF2M")));
    }

    #[test]
    fn codes_use_the_whole_alphabet_and_never_repeat_a_taken_one() {
        let mut codes = Codes::new([7; 32]);
        let mut taken = BTreeSet::new();
        let mut symbols = BTreeSet::new();
        for _ in 0..2_000 {
            let code = codes.room_code(|code| taken.contains(code));
            symbols.extend(*code.symbols());
            assert!(!is_offensive(&code));
            assert!(taken.insert(code), "{code} was taken");
        }
        assert_eq!(symbols.len(), 32);
    }

    #[test]
    fn most_codes_pass() {
        let mut rng = ChaCha20Rng::from_seed([1; 32]);
        let rejected = (0..10_000).filter(|_| {
            let mut digits = [0; CODE_SYMBOLS];
            rng.fill_bytes(&mut digits);
            is_offensive(&RoomCode::from_digits(digits))
        });
        assert!(rejected.count() < 1_500);
    }

    #[test]
    fn another_relay_gives_other_codes_and_tokens() {
        let (mut one, mut other) = (Codes::new([1; 32]), Codes::new([2; 32]));
        assert_ne!(one.token(), other.token());
        assert_ne!(one.room_code(|_| false), other.room_code(|_| false));
    }
}
