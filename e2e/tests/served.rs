//! The figures of a server that decides, on games short enough for a test: each of ours is better than the
//! document's, and no client ever saw a state that the server did not have.
#![allow(clippy::print_stdout, reason = "a figure that fails is read beside the others")]

#[path = "../benches/served/crowd.rs"]
mod crowd;
#[path = "../benches/served/drift.rs"]
mod drift;
#[path = "../benches/served/report.rs"]
mod report;
#[path = "../benches/served/scenes.rs"]
mod scenes;

/// Bytes a snapshot, kbit/s down and up. They are the same in every run, so a tenth more is somebody's change.
fn within(ours: [f64; 3], most: [f64; 3]) {
    assert!(ours.iter().zip(most).all(|(ours, most)| *ours < most), "{ours:?} of {most:?}");
}

#[test]
fn twenty_bodies_cost_a_client_fewer_bytes_than_the_document_says() {
    let ours = report::hold(&scenes::THEIR_TOY, &scenes::toy(1, 20));
    within(ours, [42.0, 20.0, 13.5]);
}

#[test]
fn eight_cars_and_four_barrels_cost_fewer_bytes_and_are_foreseen_more_often() {
    let ours = report::hold(&scenes::THEIR_RACE, &scenes::race(1, 40));
    within(ours, [68.0, 27.0, 13.5]);
}

#[test]
fn a_corrected_car_drives_on_as_the_servers_does_because_the_hidden_state_comes_along() {
    drift::hold(10);
}
