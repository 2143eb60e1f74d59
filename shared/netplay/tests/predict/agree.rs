//! Prediction and truth.

use super::table::{FAR, drive, face_ann, playing};
use netplay::link::LinkProfile;
use netplay::session::server::ClientEvent;
use testkit::toy_world::{SHOOT, THROW};

#[test]
fn on_a_perfect_link_every_prediction_is_right() {
    let mut table = playing(1, LinkProfile::PERFECT, &["ann"]);
    drive(&mut table, &["ann"], 10_000);
    let figures = table.stats("ann").unwrap();
    assert!(table.converged().is_true(), "{:?}", table.converged());
    assert!(figures.client.checked > 280, "{figures:?}");
    assert_eq!(figures.client.mispredictions, 0, "{figures:?}");
}

#[test]
fn on_a_far_link_every_snapshot_is_the_servers_state() {
    let mut table = playing(2, FAR, &["ann", "ben"]);
    drive(&mut table, &["ann", "ben"], 15_000);
    for name in ["ann", "ben"] {
        let figures = table.stats(name).unwrap();
        println!("{name}: {figures:#?}");
        assert!(figures.client.mispredictions * 50 < figures.client.checked, "{figures:?}");
    }
    assert!(table.converged().is_true(), "{:?}", table.converged());
}

#[test]
fn only_what_nobody_could_foresee_is_set_right() {
    let mut table = playing(3, FAR, &["ann", "ben"]);
    face_ann(&mut table, |world| world);
    let wrong = |events: Vec<ClientEvent>| {
        events.iter().filter(|event| matches!(event, ClientEvent::Misprediction { .. })).count()
    };
    table.input("ann", &[0, 40]).unwrap();
    table.pump(1_000);
    table.input("ann", &[0, 0]).unwrap();
    table.pump(1_500);
    assert_eq!(wrong(table.events("ann").unwrap()), 0, "steering can be foreseen");
    // What flies up can be seen coming, and what it does to her is foreseen.
    let hits = |table: &super::table::Table| table.server().unwrap().sim().players[0].hits;
    table.action("ben", THROW, &[]).unwrap();
    table.pump(3_000);
    let thrown = hits(&table);
    assert_eq!(wrong(table.events("ann").unwrap()), 0, "a shot that can be seen");
    // A ray strikes at once.
    table.action("ben", SHOOT, &[]).unwrap();
    table.pump(2_000);
    let struck = hits(&table) - thrown;
    let corrections = wrong(table.events("ann").unwrap());
    println!("{thrown} shots hit and {struck} rays: {corrections} corrections");
    assert!(thrown == 1 && struck == 1, "{thrown} and {struck}");
    assert!((1..=2).contains(&corrections), "{corrections}");
}
