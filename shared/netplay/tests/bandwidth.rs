//! What a player's words cost on a stream, with the framing's own bytes.

use netplay::ids::{Frame, PadWord, PlayerId, Seat};
use netplay::session::{LockstepConfig, RollbackConfig, RollbackSession, Step};
use netplay::wire::{Controller, Input, Message, WordSize, Words};
use testkit::ToyGame;

const FRAMES: u32 = 36_000; // ten minutes
/// Raw TCP puts a length before every message; a browser's WebSocket frame has two bytes and a mask.
const TCP_BYTES: usize = 4;
const WEBSOCKET_BYTES: usize = 6;

/// Thousandths of a byte a tick of all that a driving peer says in ten minutes, checkpoints included.
fn millibytes_a_tick(framing_bytes: usize) -> usize {
    let humans = [1, 2].map(|id| Controller::Human { player: PlayerId(id) });
    let session = LockstepConfig::new(PlayerId(1), Some(Seat(0)), humans.to_vec());
    let mut ann = RollbackSession::new(ToyGame::new(2, 7), RollbackConfig::new(session)).unwrap();
    ann.set_redundancy(1);
    let mut bytes = 0;
    for frame in 0..FRAMES {
        let words = Words::new(WordSize::PAD, vec![frame as u8, 1]).unwrap();
        let bens = Input { seat: Seat(1), first: Frame(frame), words };
        ann.handle(&bens.into()).unwrap();
        while ann.wants_local_input() {
            ann.push_local(PadWord(frame as u16));
        }
        while let Step::Replayed(_) = ann.advance() {}
        while let Some(message) = ann.poll_message() {
            bytes += Message::encode(&message).len() + framing_bytes;
        }
    }
    assert_eq!(ann.frame(), Frame(FRAMES), "nobody waited");
    bytes * 1_000 / FRAMES as usize
}

#[test]
fn a_player_says_twelve_bytes_a_tick_over_tcp_and_fourteen_over_websocket() {
    let [tcp, websocket] = [TCP_BYTES, WEBSOCKET_BYTES].map(millibytes_a_tick);
    assert!((12_000..12_200).contains(&tcp), "{tcp} thousandths of a byte");
    assert!((14_000..14_200).contains(&websocket), "{websocket} thousandths of a byte");
}
