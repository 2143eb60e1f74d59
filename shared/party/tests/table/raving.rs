//! What somebody says who wants to do harm.

use netplay::ids::{Frame, PlayerId, Round, Seat, StateHash};
use netplay::rng::SimRng;
use netplay::time::Instant;
use netplay::wire::{
    AssignSeat, Blob, Chat, ChatKind, Input, Loaded, Message, Moderate, Moderation, Offer, Packet,
    Presence, PresenceNotice, Profile, Resume, SetReady, StateRequest, Text, TransferAbort,
    TransferAck, TransferBegin, TransferChunk, WordSize, Words,
};

/// Whether these words end a game by the rules: a friend who wants that may have it.
pub(super) fn ends_games(packet: &Packet) -> bool {
    let message = Message::decode(packet, WordSize::PAD);
    matches!(message, Ok(Message::Checkpoint(_) | Message::EndSession(_)))
}

/// A few messages, which the seed and this moment decide.
pub(super) fn nonsense(seed: u64, now: Instant) -> Vec<Message> {
    let mut dice = SimRng::new(now.as_micros(), seed);
    let count = dice.below(3);
    (0..count).map(|_| one(&mut dice)).collect()
}

fn one(dice: &mut SimRng) -> Message {
    let peer = PlayerId(1 + dice.below(4));
    let player = peer;
    let id = dice.below(3);
    match dice.below(18) {
        0..=4 => {
            let first = match dice.below(4) {
                0 => Frame(u32::MAX - dice.below(40)),
                _ => Frame(dice.below(2_000)),
            };
            let words = (0..2 + 2 * dice.below(32)).map(|_| dice.below(256) as u8);
            let words: Vec<u8> = words.collect();
            let words = Words::new(WordSize::PAD, words[..words.len() / 2 * 2].to_vec());
            let words = words.unwrap_or_else(|| Words::new(WordSize::PAD, vec![0; 2]).unwrap());
            Input { seat: Seat(dice.below(5) as u16), first, words }.into()
        }
        5 => Loaded { player, round: Round(dice.below(3)) }.into(),
        6 => {
            let states = [Presence::Active, Presence::Hidden, Presence::Away, Presence::Typing];
            PresenceNotice { player, presence: states[dice.below(4) as usize] }.into()
        }
        7 => TransferBegin {
            peer,
            id,
            frame: Frame(dice.below(1_000)),
            total_bytes: 1 << 20,
            hash: StateHash(1),
        }
        .into(),
        8 => TransferChunk { peer, id, offset: 0, bytes: Blob::new([1; 900]).unwrap() }.into(),
        9 => TransferAck { peer, id, received_bytes: 1 << 20 }.into(),
        10 => TransferAbort { peer, id }.into(),
        11 => StateRequest { player }.into(),
        12 => Offer { peer, sdp: Text::truncated("v=0") }.into(),
        13 => SetReady { ready: id == 0 }.into(),
        14 => Profile { name: Text::truncated("Ann"), colour: 0 }.into(),
        15 => Moderate { player, act: Moderation::Ban }.into(),
        16 => AssignSeat { player, seat: None }.into(),
        _ => match id {
            0 => Resume { player }.into(),
            _ => Chat { player, kind: ChatKind::Line, text: Text::truncated("boo") }.into(),
        },
    }
}
