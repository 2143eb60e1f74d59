//! What a fuzzer feeds: one function a decoder, each panicking when a promise breaks. The fuzzer's
//! own crate exports them.
#![allow(unreachable_pub)]

use netplay::code::RoomCode;
use netplay::limits::{CHAT_BYTES, NAME_BYTES, WORD_BYTES};
use netplay::wire::{Message, WordSize, clean_line, clean_name, look};

/// The first two bytes choose the word size, the rest is a packet: refused, or a message whose
/// only encoding it is.
pub fn message(bytes: &[u8]) {
    let Some((size, packet)) = bytes.split_first_chunk() else { return };
    let size = usize::from(u16::from_le_bytes(*size)) % WORD_BYTES + 1;
    let size = WordSize::new(size).expect("1 to the cap");
    match Message::decode(packet, size) {
        Ok(message) => assert_eq!(&message.encode()[..], packet, "{message:?}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Any text: a code that reads back as itself, or an error that can be shown.
pub fn code(bytes: &[u8]) {
    match RoomCode::parse(&String::from_utf8_lossy(bytes)) {
        Ok(code) => assert_eq!(RoomCode::parse(code.as_str()), Ok(code)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Any text: a name and a line that fit, and that cleaning leaves alone.
pub fn text(bytes: &[u8]) {
    let typed = String::from_utf8_lossy(bytes);
    if let Some(name) = clean_name(&typed) {
        assert!(!name.is_empty() && name.len() <= NAME_BYTES);
        assert_eq!(clean_name(&name).as_ref(), Some(&name));
        assert_eq!(look(&look(&name)), look(&name));
    }
    if let Some(line) = clean_line(&typed) {
        assert!(!line.is_empty() && line.len() <= CHAT_BYTES);
        assert_eq!(clean_line(&line).as_ref(), Some(&line));
    }
}
