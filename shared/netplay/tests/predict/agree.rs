//! Prediction and truth.

use super::table::{FAR, drive, playing};
use netplay::link::LinkProfile;

#[test]
fn on_a_perfect_link_every_prediction_is_right() {
    let mut table = playing(1, LinkProfile::PERFECT, &["ann"]);
    drive(&mut table, &["ann"], 10_000);
    let figures = table.stats("ann").unwrap();
    assert!(table.converged().is_true(), "{:?}", table.converged());
    assert!(figures.client.checked > 60, "{figures:?}");
    assert_eq!(figures.client.mispredictions, 0, "{figures:?}");
}

#[test]
fn on_a_far_link_every_snapshot_is_the_servers_state() {
    let mut table = playing(2, FAR, &["ann", "ben"]);
    drive(&mut table, &["ann", "ben"], 15_000);
    for name in ["ann", "ben"] {
        let figures = table.stats(name).unwrap();
        println!("{name}: {figures:#?}");
    }
    assert!(table.converged().is_true(), "{:?}", table.converged());
}
