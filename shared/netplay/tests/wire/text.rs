//! What people type: codes read forgivingly, names and lines made fit for others' screens.

use crate::generate::code;
use netplay::code::{ALPHABET, CodeError, RoomCode};
use netplay::limits::{CHAT_BYTES, NAME_BYTES};
use netplay::wire::{Text, clean_line, clean_name, look};
use proptest::prelude::*;

fn name(typed: &str) -> String {
    clean_name(typed).map(|name| name.to_string()).unwrap_or_default()
}

fn line(typed: &str) -> String {
    clean_line(typed).map(|line| line.to_string()).unwrap_or_default()
}

/// One way of writing a symbol of a code down.
fn written(symbol: char, how: u8) -> char {
    match how % 4 {
        0 => symbol.to_ascii_lowercase(),
        1 => char::from_u32(u32::from(symbol) + 0xFEE0).unwrap(),
        _ => symbol,
    }
}

/// What people, keyboards and chats put between and around the symbols of a code.
const NOISE: &[&str] = &[
    "", "", "", " ", "-", "_", "  ", "\t", "\n", "\u{A0}", "\u{2013}", "\u{200B}", "\u{2060}",
    "\u{FEFF}", "\u{202E}", ".", "\"", "“", "’", "*", "`", "(", ")", "🎮",
];

/// Where a code stands in a link.
const LINKS: &[(&str, &str)] = &[
    ("", ""),
    ("http://10.0.0.7:7462/?room=", ""),
    ("https://party.example/?name=Io&room=", "&theme=dark"),
    ("https://party.example/?ROOM=", "#top"),
    ("https://party.example/#room=", ""),
    ("join me: party.example/r/", "/?from=chat"),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn a_mangled_code_is_still_the_code(
        code in code(),
        link in prop::sample::select(LINKS),
        ways in prop::array::uniform6((any::<u8>(), prop::sample::select(NOISE))),
    ) {
        let mangled: String = code
            .as_str()
            .chars()
            .zip(ways)
            .flat_map(|(symbol, (how, noise))| [written(symbol, how).to_string(), noise.to_owned()])
            .collect();
        let typed = format!("{}{mangled}{}", link.0, link.1);
        prop_assert_eq!(RoomCode::parse(&typed), Ok(code), "{:?}", typed);
    }

    #[test]
    fn a_look_alike_in_a_code_is_named(
        code in code(),
        at in 0..6_usize,
        wrong in prop::sample::select(vec!['0', 'O', '1', 'I', 'o', 'i']),
    ) {
        let mut typed: Vec<char> = code.as_str().chars().collect();
        typed[at] = wrong;
        let typed = String::from_iter(typed);
        let named = wrong.to_ascii_uppercase();
        prop_assert_eq!(RoomCode::parse(&typed), Err(CodeError::LookAlike(named)));
    }

    #[test]
    fn any_text_is_a_code_or_says_why_not(typed in any::<String>()) {
        match RoomCode::parse(&typed) {
            Ok(code) => prop_assert_eq!(RoomCode::parse(code.as_str()), Ok(code)),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn cleaning_fits_the_cap_and_cleans_once_for_all(typed in any::<String>()) {
        if let Some(name) = clean_name(&typed) {
            prop_assert!(!name.is_empty() && name.len() <= NAME_BYTES);
            prop_assert_eq!(clean_name(&name), Some(name.clone()));
            prop_assert!(!name.starts_with(' ') && !name.ends_with(' ') && !name.contains("  "));
        }
        if let Some(line) = clean_line(&typed) {
            prop_assert!(!line.is_empty() && line.len() <= CHAT_BYTES);
            prop_assert_eq!(clean_line(&line), Some(line.clone()));
        }
    }
}

#[test]
fn a_code_has_no_look_alikes_and_every_byte_spells_one() {
    assert!(ALPHABET.iter().all(|symbol| !b"0O1I".contains(symbol)));
    assert!(ALPHABET.is_sorted_by(|a, b| (a.is_ascii_digit(), a) < (b.is_ascii_digit(), b)));
    assert_eq!(RoomCode::from_digits([0, 1, 31, 32, 33, 255]).as_str(), "AB9AB9");
    assert_eq!(RoomCode::from_symbols(*b"K7QF2M").unwrap().to_string(), "K7QF2M");
    assert_eq!(RoomCode::from_symbols(*b"k7qf2m"), None);
    assert_eq!(RoomCode::from_symbols(*b"K7QF20"), None);
}

#[test]
fn what_is_no_code_says_what_is_wrong() {
    assert_eq!(RoomCode::parse(""), Err(CodeError::Length(0)));
    assert_eq!(RoomCode::parse("K7QF2"), Err(CodeError::Length(5)));
    assert_eq!(RoomCode::parse("K7QF2MM"), Err(CodeError::Length(7)));
    assert_eq!(RoomCode::parse("K7QÉ2M"), Err(CodeError::NotASymbol('É')));
    assert_eq!(RoomCode::parse(&"K".repeat(10_000)), Err(CodeError::Length(10_000)));
    assert_eq!(RoomCode::parse("http://x/?room="), Err(CodeError::Length(0)));
}

#[test]
fn a_name_loses_what_nobody_sees() {
    assert_eq!(name("  Ada \t\n Lovelace  "), "Ada Lovelace");
    assert_eq!(name("Ada\u{200B}\u{200D}\u{2060}\u{FEFF}\u{00AD}\u{0007}"), "Ada");
    assert_eq!(name("\u{202E}adA\u{2066}\u{200F}\u{061C}"), "adA");
    assert_eq!(name("A\u{E0041}\u{FE0F}\u{180B}da"), "Ada");
    assert_eq!(name("\u{3164}\u{115F}\u{2800}\u{FFA0}"), "");
    assert_eq!(name("\u{E000}\u{FFFF}\u{10FFFF}"), "");
    assert_eq!(name("a\u{2028}b\u{2029}c\u{3000}d\u{85}e"), "a b c d e");
}

#[test]
fn a_name_keeps_every_script_but_no_tower_of_marks() {
    for kept in
        ["Zoë", "Łukasz", "Иван", "Αθηνά", "דוד", "محمد", "न्दी", "น้ำ", "さくら", "김민준", "🦊"]
    {
        assert_eq!(name(kept), kept);
    }
    assert_eq!(name("Z\u{0300}\u{0316}\u{20DD}oe"), "Zoe");
    assert_eq!(name("\u{0E49}\u{0E49}ก\u{0E49}\u{0E49}\u{0E49}\u{0E49}"), "ก\u{0E49}\u{0E49}");
}

#[test]
fn a_name_ends_between_characters() {
    let cut = name(&format!("{}é", "x".repeat(NAME_BYTES - 1)));
    assert_eq!(cut, "x".repeat(NAME_BYTES - 1));
    assert_eq!(name(&format!("{} tail", "x".repeat(NAME_BYTES - 1))), "x".repeat(NAME_BYTES - 1));
    assert_eq!(name(&"🦊".repeat(40)).chars().count(), NAME_BYTES / 4);
}

#[test]
fn two_names_that_look_identical_are_equal() {
    for (one, other) in [
        ("Ada", "A\u{200B}da"),
        ("Ada", "Ada\u{3164}"),
        ("Ada", "Ad\u{0301}a"),
        ("Ada B", "Ada\u{A0}\u{2003}B"),
        ("Ada", "\u{202D}Ada\u{202C}"),
        ("Ada", "Аdа"),
        ("HOPE", "НОРЕ"),
        ("HOPE", "ＨＯＰＥ"),
        ("Bill", "BiIl"),
        ("Bill", "Bi1|"),
        ("O0", "0O"),
        ("Ο", "O"),
    ] {
        assert_eq!(look(&name(one)), look(&name(other)), "{one:?} {other:?}");
    }
    for (one, other) in [("Ada", "Ida"), ("Ada", "ada"), ("Zoë", "Zoe"), ("AB", "A B")] {
        assert_ne!(look(&name(one)), look(&name(other)), "{one:?} {other:?}");
    }
}

#[test]
fn a_line_keeps_its_accents_but_no_tower_of_marks() {
    assert_eq!(line("e\u{0301}a\u{0301}\u{0302}"), "e\u{0301}a\u{0301}\u{0302}");
    assert_eq!(line(&format!("a{}", "\u{0301}".repeat(127))), "a\u{0301}\u{0301}");
    assert_eq!(line(&"\u{0301}".repeat(128)), "");
    assert_eq!(line("a \u{0301}b"), "a b");
}

#[test]
fn a_line_is_text_and_nothing_else() {
    // Markup and links are left alone: they are shown as text, never read.
    for text in ["<img src=x onerror=alert(1)>", "javascript:alert(1)", "&lt;b&gt;", "1 < 2 & 3"] {
        assert_eq!(line(text), text);
    }
    assert_eq!(line("one\r\ntwo\u{0}three\u{1B}[31m"), "one twothree[31m");
    assert_eq!(line(&"x".repeat(5_000)).len(), CHAT_BYTES);
}

#[test]
fn a_text_refuses_or_cuts_what_does_not_fit() {
    assert_eq!(Text::<4>::new("abcd").map(|text| text.len()), Ok(4));
    let refused = Text::<4>::new("abcde").unwrap_err();
    assert_eq!((refused.bytes, refused.cap), (5, 4));
    assert_eq!(&*Text::<4>::truncated("abcé"), "abc");
    assert_eq!(&*Text::<4>::truncated("ab"), "ab");
}
