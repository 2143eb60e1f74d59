//! What people type, made fit for other people's screens.

use super::text::Text;
use crate::limits::{CHAT_BYTES, NAME_BYTES};
use alloc::string::String;

/// Marks a letter may carry: enough for any script's spelling, too few to climb out of a line.
const MARKS_A_LETTER: usize = 2;

/// A name as everybody will see it: no control, invisible or direction-changing characters, no
/// loose accents, single spaces, cut to what fits. `None` when nothing is left.
///
/// Loose accents go because a composed and a decomposed `é` look the same; a page composes what
/// is typed before it sends. The vowel signs of scripts that have no composed form stay.
#[must_use]
pub fn clean_name(name: &str) -> Option<Text<NAME_BYTES>> {
    clean(name, |character| is_loose_accent(character) || is_private(character))
}

/// A chat line as everybody will see it: like a name, but with loose accents.
#[must_use]
pub fn clean_line(line: &str) -> Option<Text<CHAT_BYTES>> {
    clean(line, is_private)
}

/// What a clean name looks like: two names that a reader cannot tell apart have one look.
///
/// Folds the Cyrillic, Greek and full-width twins of Latin letters, and those of `l` and `O`. It
/// is for comparing, not for showing.
#[must_use]
pub fn look(name: &str) -> String {
    name.chars().map(twin).collect()
}

fn clean<const CAP: usize>(text: &str, is_unwanted: impl Fn(char) -> bool) -> Option<Text<CAP>> {
    let mut out = String::new();
    let mut marks = MARKS_A_LETTER;
    let mut gap = false;
    for character in text.chars() {
        if character.is_whitespace() {
            gap = !out.is_empty();
            marks = MARKS_A_LETTER;
        } else if is_invisible(character) || is_unwanted(character) {
            continue;
        } else if is_mark(character) {
            // A mark without a letter would sit on whatever stands before the text.
            if marks < MARKS_A_LETTER {
                marks += 1;
                out.push(character);
            }
        } else {
            if gap {
                out.push(' ');
                gap = false;
            }
            marks = 0;
            out.push(character);
        }
    }
    let cut = Text::<CAP>::truncated(&out);
    let text = Text::truncated(cut.trim_end());
    (!text.is_empty()).then_some(text)
}

/// Control characters, zero-width characters, direction marks and overrides, fillers, tags and
/// variation selectors: what makes two names look alike or a line run backwards.
fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
            | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFC}' | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Characters without a meaning: every device draws the same empty box, or nothing.
fn is_private(character: char) -> bool {
    matches!(character, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{10FFFF}')
        || u32::from(character) & 0xFFFE == 0xFFFE
}

/// Marks that sit on a letter of any script.
fn is_loose_accent(character: char) -> bool {
    matches!(character,
        '\u{0300}'..='\u{036F}' | '\u{0483}'..='\u{0489}' | '\u{1AB0}'..='\u{1AFF}'
        | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}')
}

/// Marks that stack above or below a letter, whatever their script.
fn is_mark(character: char) -> bool {
    is_loose_accent(character)
        || matches!(character,
            '\u{0591}'..='\u{05BD}' | '\u{05BF}' | '\u{05C1}' | '\u{05C2}' | '\u{05C4}' | '\u{05C5}' | '\u{05C7}'
            | '\u{0610}'..='\u{061A}' | '\u{064B}'..='\u{065F}' | '\u{0670}' | '\u{06D6}'..='\u{06DC}'
            | '\u{06DF}'..='\u{06E4}' | '\u{06E7}' | '\u{06E8}' | '\u{06EA}'..='\u{06ED}'
            | '\u{0711}' | '\u{0730}'..='\u{074A}' | '\u{07A6}'..='\u{07B0}' | '\u{07EB}'..='\u{07F3}'
            | '\u{0816}'..='\u{082D}' | '\u{0859}'..='\u{085B}' | '\u{08CA}'..='\u{0902}'
            | '\u{093C}' | '\u{0941}'..='\u{0948}' | '\u{094D}' | '\u{0951}'..='\u{0957}'
            | '\u{0E31}' | '\u{0E34}'..='\u{0E3A}' | '\u{0E47}'..='\u{0E4E}'
            | '\u{0EB1}' | '\u{0EB4}'..='\u{0EBC}' | '\u{0EC8}'..='\u{0ECE}'
            | '\u{0F18}' | '\u{0F19}' | '\u{0F35}' | '\u{0F37}' | '\u{0F39}' | '\u{0F71}'..='\u{0F84}'
            | '\u{0F86}' | '\u{0F87}' | '\u{0F8D}'..='\u{0FBC}' | '\u{102D}'..='\u{1037}'
            | '\u{1CD0}'..='\u{1CFA}' | '\u{2DE0}'..='\u{2DFF}' | '\u{302A}'..='\u{302F}'
            | '\u{3099}' | '\u{309A}' | '\u{A66F}'..='\u{A67D}' | '\u{A69E}' | '\u{A69F}'
            | '\u{A8E0}'..='\u{A8F1}' | '\u{FB1E}' | '\u{1D165}'..='\u{1D172}'
            | '\u{1D17B}'..='\u{1D1AD}' | '\u{1E000}'..='\u{1E02A}')
}

/// The one character that stands for all of its look-alikes.
fn twin(character: char) -> char {
    let narrow = match character {
        '\u{FF01}'..='\u{FF5E}' => char::from((u32::from(character) - 0xFEE0) as u8),
        _ => character,
    };
    match narrow {
        'I' | '1' | '|' | 'Ι' | 'І' | 'Ӏ' | 'ӏ' => 'l',
        '0' | 'Ο' | 'О' => 'O',
        'Α' | 'А' => 'A',
        'Β' | 'В' => 'B',
        'С' | 'Ϲ' => 'C',
        'Ε' | 'Е' => 'E',
        'Η' | 'Н' => 'H',
        'Ј' => 'J',
        'Κ' | 'К' => 'K',
        'Μ' | 'М' => 'M',
        'Ν' => 'N',
        'Ρ' | 'Р' => 'P',
        'Ѕ' => 'S',
        'Τ' | 'Т' => 'T',
        'Χ' | 'Х' => 'X',
        'Υ' | 'У' | 'Ү' => 'Y',
        'Ζ' => 'Z',
        'а' | 'α' => 'a',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' => 'e',
        'һ' => 'h',
        'і' => 'i',
        'ј' => 'j',
        'о' | 'ο' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' => 's',
        'ν' => 'v',
        'х' => 'x',
        'у' => 'y',
        'ё' => 'ë',
        'ї' => 'ï',
        _ => narrow,
    }
}
