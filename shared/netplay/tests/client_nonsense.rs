//! Whatever a relay sends, the client ends with a reason and never with a panic.

mod client_fixture;

use client_fixture::{ME, NOA, hello, lobby, row, start, welcome};
use netplay::client::{ClientEvent, RoomClient};
use netplay::limits::OUTBOUND_MESSAGES;
use netplay::time::Instant;
use netplay::wire::{CloseReason, Leave, Message, Ping, SetReady};
use proptest::prelude::*;

fn client(admitted: bool) -> RoomClient {
    let mut client = RoomClient::new(hello());
    client.link_opened(Instant::ZERO);
    if admitted {
        client.handle(&Message::from(welcome(false)).encode(), Instant::ZERO);
        assert!(client.poll_event().is_some());
    }
    client
}

fn ends_malformed(mut client: RoomClient, message: impl Into<Message>) -> bool {
    client.handle(&message.into().encode(), Instant::ZERO);
    client.poll_event() == Some(ClientEvent::Closed(CloseReason::Malformed)) && !client.has_link()
}

#[test]
fn what_only_a_client_says_is_nonsense_from_a_relay() {
    assert!(ends_malformed(client(true), SetReady { ready: true }));
    assert!(ends_malformed(client(true), Leave {}));
    assert!(ends_malformed(client(true), hello()));
}

#[test]
fn a_room_before_the_welcome_and_a_second_welcome_are_nonsense() {
    assert!(ends_malformed(client(false), lobby(None, vec![row(ME, "Ann", 0)])));
    assert!(ends_malformed(client(true), welcome(false)));
}

#[test]
fn a_lobby_with_twins_or_impossible_seats_is_nonsense() {
    for members in [
        vec![row(ME, "Ann", 0), row(ME, "Ann", 1)],
        vec![row(ME, "Ann", 0), row(NOA, "Noa", 0)],
        vec![row(ME, "Ann", 4)],
    ] {
        assert!(ends_malformed(client(true), lobby(None, members)));
    }
}

#[test]
fn a_start_without_seats_or_with_one_player_on_two_is_nonsense() {
    assert!(ends_malformed(client(true), start(1, vec![])));
    assert!(ends_malformed(client(true), start(1, vec![Some(ME), Some(ME)])));
}

#[test]
fn a_flood_of_pings_that_nobody_drains_ends_the_client_not_the_memory() {
    let mut client = client(true);
    for nonce in 0..=OUTBOUND_MESSAGES as u32 {
        client.handle(&Message::from(Ping { nonce }).encode(), Instant::ZERO);
    }
    assert_eq!(client.poll_event(), Some(ClientEvent::Closed(CloseReason::TooSlow)));
    assert_eq!(client.poll_packet(), None);
}

proptest! {
    #[test]
    fn random_bytes_never_panic(
        packets in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..64), 0..32),
        admitted: bool,
    ) {
        let mut client = client(admitted);
        for packet in packets {
            client.handle(&packet, Instant::ZERO);
            while client.poll_event().is_some() {}
        }
    }
}
