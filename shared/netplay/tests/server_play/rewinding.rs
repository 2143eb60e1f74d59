//! What somebody does is judged by what they saw.

use crate::fixture::{ASK, DROP, Desk, config};
use netplay::session::server::{ClientMessage, NetError, StartMode};
use netplay::sim::NetId;

/// Slot 0 has moved by 10 in each of the last 40 ticks.
fn moving() -> Desk {
    let mut desk = Desk::new(config(StartMode::Now));
    desk.ticks(1);
    desk.join(1);
    desk.join(2);
    desk.push(1, 10);
    desk.push(1, 10);
    desk.ticks(40);
    desk
}

fn answers(desk: &Desk, conn: u64) -> Vec<i32> {
    let read = |payload: Vec<u8>| i32::from_le_bytes(payload.try_into().unwrap());
    desk.heard(conn, ASK).into_iter().map(read).collect()
}

#[test]
fn an_action_is_judged_in_the_world_that_its_player_was_shown() {
    let mut desk = moving();
    let (now, place) = (u64::from(desk.server.tick()), desk.place(0));
    desk.act(2, (now - 5) << 8, ASK);
    desk.act(2, ((now - 5) << 8) + 128, ASK);
    desk.act(2, now << 8, ASK);
    assert_eq!(answers(&desk, 2), [place - 50, place - 45, place], "between two ticks, too");
    assert_eq!(answers(&desk, 1), answers(&desk, 2), "everybody is told");
}

#[test]
fn nobody_looks_further_back_than_twelve_ticks_nor_ahead() {
    let mut desk = moving();
    let place = desk.place(0);
    desk.act(2, 0, ASK);
    desk.act(2, u64::MAX, ASK);
    assert_eq!(answers(&desk, 2), [place - 120, place]);
}

#[test]
fn an_earlier_game_is_nobodys_to_look_at() {
    let mut desk = Desk::new(config(StartMode::Lobby));
    desk.join(1);
    desk.say(1, &ClientMessage::Start);
    desk.push(1, 10);
    desk.push(1, 10);
    desk.ticks(20);
    desk.say(1, &ClientMessage::End);
    desk.say(1, &ClientMessage::Start);
    desk.act(1, 0, ASK);
    assert_eq!(answers(&desk, 1), [i32::MIN], "this game has no state yet");
    desk.ticks(3);
    desk.act(1, 0, ASK);
    assert_eq!(answers(&desk, 1).last(), Some(&0), "its own first tick");
}

#[test]
fn fault_46_an_action_while_the_world_stands_is_refused() {
    let mut desk = Desk::new(config(StartMode::Lobby));
    desk.join(1);
    desk.act(1, 0, DROP);
    assert_eq!(desk.notices(1), [NetError::Phase]);
    assert!(desk.server.sim().dropped.is_empty());
}

#[test]
fn what_comes_into_the_world_and_goes_again_is_told_so() {
    let mut desk = moving();
    desk.act(1, 0, DROP);
    let mut seen = Vec::new();
    for _ in 0..8 {
        desk.ticks(1);
        let world = desk.told[&2].snapshots.newest().unwrap().1;
        seen.push(world.get(NetId(3)).map(|thing| (thing.kind, thing.owner, thing.values[0])));
    }
    let [first, .., last] = seen.as_slice() else { panic!() };
    assert_eq!((*first, *last), (Some((1, None, 10)), None));
    assert_eq!(desk.heard(2, DROP), [[9]], "and what the game has to say about it, once");
    desk.assert_converged();
}
