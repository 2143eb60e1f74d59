//! Coming, going, watching, and what is refused.

use super::table::{FAR, Table, always, drive, playing};
use netplay::link::LinkProfile;
use netplay::session::server::{ClientEvent, NetError, Phase, ServerConfig};
use netplay::sim::NetId;
use testkit::harness::{Harness, Hosting, player};
use testkit::toy_world::ToyWorld;

fn world() -> Option<ToyWorld> {
    Some(ToyWorld::default())
}

#[test]
fn who_comes_late_drops_in_and_who_leaves_is_gone() {
    let mut table = playing(21, FAR, &["ann"]);
    drive(&mut table, &["ann"], 1_000);
    assert_eq!(table.join("ben", world(), player("ben")), Ok(Some(1)));
    drive(&mut table, &["ann", "ben"], 3_000);
    assert!(table.view("ben").unwrap().get(NetId(2)).unwrap().local);
    assert_eq!(table.client("ben").unwrap().phase(), Phase::Playing);
    table.leave("ben").unwrap();
    drive(&mut table, &["ann"], 1_000);
    let players = table.client("ann").unwrap().players();
    assert!(players.iter().all(|row| row.bot == (row.slot != 0)), "{players:?}");
    assert!(table.converged().is_true(), "{:?}", table.converged());
}

#[test]
fn who_is_killed_is_missed_after_five_seconds() {
    let mut table = playing(22, LinkProfile::PERFECT, &["ann", "ben"]);
    table.kill("ben").unwrap();
    let gone = |table: &Table| {
        let players = table.client("ann").unwrap().players();
        players.iter().all(|row| row.slot != 1 || row.bot)
    };
    assert!(!table.pump_until(4_000, gone));
    assert!(table.pump_until(2_000, gone));
}

#[test]
fn a_reload_in_the_middle_gives_a_slot_and_a_right_world_again() {
    let mut table = playing(23, FAR, &["ann", "ben"]);
    drive(&mut table, &["ann", "ben"], 2_000);
    table.kill("ann").unwrap();
    drive(&mut table, &["ben"], 300);
    // The old seat is only missed after a while: the first free one will do.
    assert_eq!(table.join("ann", world(), player("ann")), Ok(Some(2)));
    drive(&mut table, &["ann", "ben"], 3_000);
    let figures = table.stats("ann").unwrap().client;
    assert!(figures.checked > 60 && figures.mispredictions * 10 < figures.checked, "{figures:?}");
    assert!(table.converged().is_true(), "{:?}", table.converged());
}

#[test]
fn the_world_begins_anew_for_everybody_when_the_game_ends() {
    let mut table = playing(24, FAR, &["ann"]);
    drive(&mut table, &["ann"], 2_000);
    table.end().unwrap();
    table.pump(500);
    assert_eq!(table.client("ann").unwrap().phase(), Phase::Lobby);
    let start = ToyWorld::default();
    assert_eq!(table.client("ann").unwrap().simulation().unwrap().players, start.players);
    let view = table.view("ann").unwrap();
    let x = view.get(NetId(1)).unwrap().values_256[0];
    assert_eq!(x, i64::from(start.players[0].body.x) * 256);
    table.ready("ann", true).unwrap();
    table.pump(700);
    drive(&mut table, &["ann"], 2_000);
    let phases: Vec<_> = table.events("ann").unwrap();
    let phases = phases.iter().filter(|event| matches!(event, ClientEvent::PhaseChanged(_)));
    assert_eq!(phases.count(), 3);
    // A state of the world as new may overtake the word that the game is over, and the server
    // may run dry once before its queue has settled.
    assert!(table.stats("ann").unwrap().client.mispredictions <= 3);
    assert!(table.converged().is_true(), "{:?}", table.converged());
}

#[test]
fn another_world_is_refused_and_a_full_one_too() {
    let mut table = playing(25, LinkProfile::PERFECT, &["ann", "ben", "cid", "dot"]);
    let other = Some(ToyWorld::new(4, 15));
    assert_eq!(table.join("eve", other, player("eve")), Err(NetError::SceneMismatch));
    assert_eq!(table.join("eve", world(), player("eve")), Err(NetError::Full));
    assert_eq!(table.join("eve", None, player("eve")), Ok(None));
}

#[test]
fn who_only_watches_knows_the_schema_and_sees_everything() {
    let mut table: Table = Harness::new(26);
    table.host(ToyWorld::default(), Default::default(), always()).unwrap();
    assert_eq!(table.join("eve", None, player("eve")), Ok(None));
    table.pump(2_000);
    let schema = table.client("eve").unwrap().schema().unwrap().clone();
    assert_eq!(&schema, netplay::sim::Replicated::schema(&ToyWorld::default()));
    let view = table.view("eve").unwrap();
    assert_eq!(view.entities.len(), 20);
    assert!(view.entities.iter().all(|entity| !entity.local));
    assert!(table.converged().is_true(), "{:?}", table.converged());
    // Deltas, as for those who play.
    let guest = table.stats("eve").unwrap().guest;
    assert!(guest.whole_snapshots * 4 < guest.snapshots, "{guest:?}");
}

#[test]
fn a_kicked_player_is_told_so_and_a_stopped_server_says_goodbye() {
    let mut table = playing(27, FAR, &["ann", "ben"]);
    table.kick(1).unwrap();
    table.pump(500);
    let kicked = |event: &ClientEvent| {
        matches!(event, ClientEvent::Closed { code: Some(NetError::Kicked), .. })
    };
    assert!(table.events("ben").unwrap().iter().any(kicked));
    assert_eq!(table.kick(1).unwrap_err(), NetError::PlayerUnknown);
    table.stop().unwrap();
    let clean = |event: &ClientEvent| matches!(event, ClientEvent::Closed { code: None, .. });
    assert!(table.events("ann").unwrap().iter().any(clean));
    assert_eq!(table.hung_up("ann"), Some(None));
}

#[test]
fn a_command_out_of_place_says_why() {
    let mut table: Table = Harness::new(28);
    assert_eq!(table.start(), Err(NetError::NotHosting));
    assert_eq!(table.kick(0), Err(NetError::NotHosting));
    assert_eq!(table.ready("ann", true), Err(NetError::NotConnected));
    assert_eq!(table.join("ann", world(), player("ann")), Err(NetError::Timeout));
    let lan = Hosting { bind: [0, 0, 0, 0], lan: false };
    let config = ServerConfig::default;
    let refused = table.host_at(lan, ToyWorld::default(), Default::default(), config());
    assert_eq!(refused, Err(NetError::BindRefused));
    let asked = Hosting { lan: true, ..lan };
    table.host_at(asked, ToyWorld::default(), Default::default(), config()).unwrap();
    let again = table.host(ToyWorld::default(), Default::default(), config());
    assert_eq!(again, Err(NetError::AlreadyHosting));
    table.join("ann", world(), player("ann")).unwrap();
    assert_eq!(table.join("ann", world(), player("ann")), Err(NetError::ClientExists));
    assert_eq!(table.action("ann", 1, &[]), Err(NetError::Phase));
    assert_eq!(table.end(), Err(NetError::Phase));
    table.start().unwrap();
    assert_eq!(table.start(), Err(NetError::Phase));
    table.pump(100);
    assert_eq!(table.action("ann", 1, &[0; 2_000]), Err(NetError::MessageTooLarge));
}

#[test]
fn fault_97_another_machine_goes_on_as_the_server() {
    let mut table = playing(29, FAR, &["ann", "ben"]);
    drive(&mut table, &["ann", "ben"], 3_000);
    let (tick, state) = table.client("ben").unwrap().authoritative().unwrap();
    let state = state.clone();
    let before = table.view("ann").unwrap().tick_256;
    table.lose_server();
    table.pump(100);
    let config = ServerConfig::default();
    table.host_resumed(ToyWorld::default(), Default::default(), config, &state, tick).unwrap();
    assert_eq!(table.rejoin("ann"), Ok(Some(0)));
    assert_eq!(table.rejoin("ben"), Ok(Some(1)));
    assert_eq!(table.server().unwrap().phase(), Phase::Playing);
    drive(&mut table, &["ann", "ben"], 3_000);
    assert!(table.view("ann").unwrap().tick_256 > before);
    assert!(table.converged().is_true(), "{:?}", table.converged());
}
