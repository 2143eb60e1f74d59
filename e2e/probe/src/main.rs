//! Runs what promises to need no environment: a relay, and a race in a client's room. As a wasm
//! module, this program must import nothing; `e2e/tests/tidy/wasm.rs` looks.

use games::pack::Pack;
use games::{GameId, GameSetup};
use netplay::ids::PadWord;
use netplay::relay::{ClientAddress, RelayConfig, RelayCore};
use netplay::time::Instant;
use party::{Practice, Profile, Room, Scene};
use std::hint::black_box;

fn main() {
    let mut relay = RelayCore::new(RelayConfig::default(), black_box([7; 32]));
    if let Ok(conn) = relay.open(ClientAddress::Local, Instant::ZERO) {
        relay.handle(conn, &black_box(vec![0x04, 1]).into(), Instant::ZERO);
    }
    relay.handle_timeout(Instant::from_millis(10_000));
    while let Some(output) = relay.poll_output() {
        black_box(output);
    }

    let me = Profile { name: "Noa".into(), colour: 0 };
    let setup = Practice { game: GameSetup::of(GameId::Racing), seats: 8 };
    let mut room = Room::practice(me, setup, Pack::built_in(), black_box(1), Instant::ZERO);
    for tenth in 0..black_box(600) {
        room.frame(PadWord(1), Instant::from_millis(tenth * 100));
        black_box(room.view_if_changed());
    }
    assert!(matches!(room.scene(), Scene::Race(_)));
}
