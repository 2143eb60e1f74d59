//! How what somebody wants comes into the world.

use crate::fixture::{Desk, config, frame};
use netplay::ids::ConnId;
use netplay::session::server::{ClientMessage, ServerConfig, StartMode};

fn playing() -> Desk {
    let mut desk = Desk::new(ServerConfig { fill_bots: false, ..config(StartMode::Now) });
    desk.ticks(1);
    desk.join(1);
    desk
}

#[test]
fn the_server_begins_when_two_frames_wait_and_takes_one_a_tick() {
    let mut desk = playing();
    desk.push(1, 10);
    desk.ticks(3);
    assert_eq!(desk.place(0), 0, "one frame waits");
    desk.push(1, 20);
    desk.ticks(1);
    assert_eq!(desk.place(0), 10);
    desk.ticks(1);
    assert_eq!(desk.place(0), 30);
    assert_eq!(desk.told[&1].applied.last(), Some(&2));
}

#[test]
fn the_last_frame_is_taken_again_when_none_waits() {
    let mut desk = playing();
    desk.push(1, 10);
    desk.push(1, 20);
    desk.ticks(5);
    assert_eq!(desk.place(0), 10 + 4 * 20);
    assert_eq!(desk.told[&1].applied.last(), Some(&2), "and nothing new is applied");
    assert_eq!(desk.server.client_stats(ConnId(1)).unwrap().starved, 3);
}

#[test]
fn beyond_six_the_oldest_are_dropped() {
    let mut desk = playing();
    (1..=9).for_each(|value| desk.push(1, value));
    desk.ticks(1);
    assert_eq!(desk.place(0), 4, "1, 2 and 3 are gone");
    assert_eq!(desk.server.client_stats(ConnId(1)).unwrap().dropped_inputs, 3);
}

#[test]
fn in_a_room_what_a_stream_held_up_and_brings_at_once_is_not_thrown_away() {
    let mut desk = Desk::new(ServerConfig { fill_bots: false, ..ServerConfig::in_room() });
    desk.ticks(1);
    desk.join(1);
    (1..=9).for_each(|value| desk.push(1, value));
    desk.ticks(9);
    assert_eq!(desk.place(0), 45, "each of them was taken");
    assert_eq!(desk.server.client_stats(ConnId(1)).unwrap().dropped_inputs, 0);
}

#[test]
fn a_lost_packet_is_made_up_for_by_the_next_and_a_late_one_changes_nothing() {
    let mut desk = playing();
    desk.packet(1, 2, vec![frame(1), frame(2)]);
    // Packet 3 is lost; 4 repeats it. Packet 1 comes late, and 4 twice.
    desk.packet(1, 4, vec![frame(1), frame(2), frame(4), frame(8)]);
    desk.packet(1, 1, vec![frame(99)]);
    desk.packet(1, 4, vec![frame(50), frame(50), frame(50), frame(50)]);
    desk.ticks(4);
    assert_eq!(desk.place(0), 15);
    desk.packet(1, 2, vec![frame(99), frame(99)]);
    desk.ticks(2);
    assert_eq!(desk.place(0), 15 + 2 * 8);
}

#[test]
fn what_is_wanted_while_the_world_stands_is_forgotten() {
    let mut desk = Desk::new(config(StartMode::Auto));
    desk.join(1);
    (0..8).for_each(|_| desk.push(1, 100));
    desk.say(1, &ClientMessage::Ready { ready: true });
    desk.ticks(5);
    assert_eq!(desk.place(0), 0);
    desk.push(1, 1);
    desk.push(1, 1);
    desk.ticks(1);
    assert_eq!(desk.place(0), 1);
}

#[test]
fn fault_46_an_impossible_move_is_cut_to_what_is_possible() {
    let mut desk = playing();
    desk.join(2);
    // Three hundred times the scale, and three packets a tick: a speed hack.
    for number in 1..=30 {
        for part in 0..3 {
            desk.packet(1, number * 3 + part, vec![frame(i16::MIN), frame(i16::MAX)]);
        }
        desk.push(2, 1);
        desk.ticks(1);
        assert!(desk.place(0) <= 100 * number as i32, "a frame a tick, within its scale");
    }
    let stats = desk.server.client_stats(ConnId(1)).unwrap();
    assert!(stats.clamped_inputs > 60 && stats.dropped_inputs > 20, "{stats:?}");
    assert_eq!(desk.place(1), 29, "nobody else is the worse for it");
    assert_eq!(desk.server.client_stats(ConnId(2)).unwrap().clamped_inputs, 0);
    desk.assert_converged();
}

#[test]
fn fault_46_a_number_from_the_far_future_is_ignored_until_time_has_come() {
    let mut desk = playing();
    desk.packet(1, 30_000, vec![frame(100); 4]);
    desk.packet(1, 30_002, vec![frame(100); 4]);
    desk.ticks(2);
    assert_eq!(desk.place(0), 0);
    assert_eq!(desk.server.client_stats(ConnId(1)).unwrap().refused_inputs, 2);
    desk.push(1, 1);
    desk.push(1, 1);
    desk.ticks(1);
    assert_eq!(desk.place(0), 1, "the right ones still count");
    // A machine that slept a while is further on by right.
    desk.ticks(60);
    desk.packet(1, 150, vec![frame(-3); 4]);
    let place = desk.place(0);
    desk.ticks(1);
    assert_eq!(desk.place(0), place - 3);
}
