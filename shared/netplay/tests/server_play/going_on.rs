//! A server that goes on from another one's state, whatever it did before and whoever lies.

use crate::fixture::{ASK, Desk, Field, config};
use netplay::limits::RESUME_COUNT;
use netplay::session::server::{
    ClientConfig, GameClient, NetError, Phase, ServerMessage, StartMode,
};
use netplay::sim::{Replicated, WorldState, identity_of};
use netplay::time::Instant;
use netplay::wire::{Blob, Text};

fn state() -> WorldState {
    let (mut field, mut state) = (Field::new(), WorldState::default());
    field.places = vec![70, 80, 90];
    field.read(&mut state);
    state
}

#[test]
fn a_server_that_has_run_goes_on_from_an_earlier_tick_and_all_say_hello_again() {
    let mut desk = Desk::new(config(StartMode::Auto));
    (1..=2).for_each(|conn| desk.join(conn));
    desk.connect(3, None);
    desk.server.start().unwrap();
    desk.ticks(90);
    desk.server.resume(&state(), 7).unwrap();
    desk.silent_ticks(1);
    for conn in [1, 2] {
        assert_eq!(desk.told[&conn].closed, Some(Some(NetError::Timeout)), "of another count");
    }
    assert_eq!((desk.server.tick(), desk.server.phase()), (8, Phase::Playing));
    let ticks: Vec<_> = desk.server.hashes().map(|(tick, _)| tick).collect();
    assert_eq!(ticks, [7, 8], "no digest of what was before");
    desk.told.retain(|conn, _| *conn == 3);
    (11..=12).for_each(|conn| desk.join(conn));
    assert_eq!((desk.slot(11), desk.slot(12)), (Some(0), Some(1)));
    desk.ticks(60);
    desk.act(11, 0, ASK);
    assert_eq!(desk.heard(12, ASK).len(), 1, "the same moment for everybody");
    assert!(desk.told[&11].hashes.len() > 55, "{:?}", desk.told[&11].hashes.len());
    desk.assert_converged();
}

#[test]
fn fault_98_a_server_whose_count_is_almost_over_lets_nobody_in() {
    let greet = |tick| {
        let config = ClientConfig::new(Text::default());
        let mut client = GameClient::new(Some(Field::new()), config, Instant::ZERO).unwrap();
        let schema = Blob::new(Field::new().schema().encode().unwrap()).unwrap();
        let (identity, name) = (identity_of(&Field::new()), Text::default());
        let welcome = ServerMessage::Welcome { slot: Some(0), tick, identity, name, schema };
        client.handle(welcome.lane(), &welcome.encode(), Instant::ZERO)
    };
    assert_eq!(greet(RESUME_COUNT), Ok(()));
    for tick in [RESUME_COUNT + 1, u32::MAX] {
        assert_eq!(greet(tick), Err(NetError::Protocol));
    }
}
