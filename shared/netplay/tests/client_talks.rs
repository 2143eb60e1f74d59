//! The client follows a relay that keeps the rules: hello, welcome, room, and back after a lost link.

mod client_fixture;

use client_fixture::{ME, NOA, code, hello, row, welcome};
use netplay::client::{ClientEvent, RoomClient};
use netplay::ids::{Frame, Round, Seat, Token};
use netplay::limits::RELAY_SILENT_MS;
use netplay::time::Instant;
use netplay::wire::{
    Bye, Chat, ChatKind, CloseReason, Controller, EndSession, Entry, Input, Latencies, Latency,
    Lobby, Message, Ping, PlayerLeft, Pong, Presence, PresenceNotice, Refusal, Reject,
    SeatController, SetReady, Start, Text, WordSize, Words,
};

const T0: Instant = Instant::from_millis(1_000);

fn lobby(session: Option<u32>) -> Lobby {
    client_fixture::lobby(session, vec![row(ME, "Ann", 0), row(NOA, "Noa", 1)])
}

fn start(round: u32) -> Start {
    client_fixture::start(round, vec![Some(ME), Some(NOA), None, None])
}

fn started(round: u32, late: bool) -> [ClientEvent; 1] {
    [ClientEvent::Started { start: start(round), late }]
}

fn tell(client: &mut RoomClient, message: impl Into<Message>) -> Vec<ClientEvent> {
    client.handle(&message.into().encode(), T0);
    std::iter::from_fn(|| client.poll_event()).collect()
}

fn said(client: &mut RoomClient) -> Vec<Message> {
    std::iter::from_fn(|| client.poll_packet())
        .map(|(packet, _)| Message::decode(&packet, WordSize::PAD).unwrap())
        .collect()
}

fn said_entry(client: &mut RoomClient) -> Entry {
    match said(client).as_slice() {
        [Message::Hello(hello)] => hello.entry.clone(),
        other => panic!("a hello, not {other:?}"),
    }
}

fn in_room() -> RoomClient {
    let mut client = RoomClient::new(hello());
    client.link_opened(T0);
    said(&mut client);
    tell(&mut client, welcome(false));
    tell(&mut client, lobby(None));
    client
}

#[test]
fn the_hello_goes_first_and_the_welcome_opens_the_room() {
    let mut client = RoomClient::new(hello());
    assert!(!client.say(SetReady { ready: true }), "there is nobody to say it to");
    client.link_opened(T0);
    assert_eq!(said_entry(&mut client), Entry::Create { seats: 4 });
    assert!(!client.say(SetReady { ready: true }), "the relay has not answered yet");
    assert_eq!(tell(&mut client, welcome(false)), [ClientEvent::Welcomed { resumed: false }]);
    assert_eq!(tell(&mut client, lobby(None)), [ClientEvent::LobbyChanged]);
    assert_eq!((client.me(), client.code(), client.am_host()), (Some(ME), Some(code()), true));
    assert_eq!(client.my_row().unwrap().seat, Some(Seat(0)));
    assert!(client.say(SetReady { ready: true }));
    assert_eq!(said(&mut client), [SetReady { ready: true }.into()]);
}

#[test]
fn a_ping_is_answered_in_every_stage() {
    let mut client = RoomClient::new(hello());
    client.link_opened(T0);
    said(&mut client);
    tell(&mut client, Ping { nonce: 1 });
    tell(&mut client, welcome(false));
    tell(&mut client, Ping { nonce: 2 });
    assert_eq!(said(&mut client), [Pong { nonce: 1 }.into(), Pong { nonce: 2 }.into()]);
}

#[test]
fn a_refused_hello_may_be_said_again_on_the_same_link() {
    let mut client = RoomClient::new(hello());
    client.link_opened(T0);
    said(&mut client);
    let refused = tell(&mut client, Reject { refusal: Refusal::NoSuchRoom });
    assert_eq!(refused, [ClientEvent::Refused(Refusal::NoSuchRoom)]);
    let other = Entry::Join { code: code(), watch: false };
    client.enter(other.clone());
    assert_eq!(said_entry(&mut client), other);
    assert_eq!(tell(&mut client, welcome(false)), [ClientEvent::Welcomed { resumed: false }]);
}

#[test]
fn a_request_refused_in_the_room_changes_nothing_else() {
    let mut client = in_room();
    let refused = tell(&mut client, Reject { refusal: Refusal::NotReady });
    assert_eq!(refused, [ClientEvent::Refused(Refusal::NotReady)]);
    assert!(client.say(SetReady { ready: true }));
}

#[test]
fn the_mirror_follows_small_changes() {
    let mut client = in_room();
    let stranger = netplay::ids::PlayerId(99);
    let rows = [(NOA, 120), (stranger, 1)].map(|(player, rtt_ms)| Latency { player, rtt_ms });
    tell(&mut client, Latencies { rows: rows.into() });
    assert_eq!(client.member(NOA).unwrap().rtt_ms, 120);
    tell(&mut client, PresenceNotice { player: NOA, presence: Presence::Typing });
    assert_eq!(client.member(NOA).unwrap().presence, Presence::Typing);
    let left = tell(&mut client, PlayerLeft { player: NOA, reason: CloseReason::Kicked });
    let told = ClientEvent::Left { player: NOA, name: "Noa".into(), reason: CloseReason::Kicked };
    assert_eq!(left, [told]);
    assert_eq!(client.member(NOA), None);
}

#[test]
fn a_fresh_start_is_not_late_whichever_way_round_lobby_and_start_come() {
    let mut client = in_room();
    tell(&mut client, lobby(Some(1)));
    assert_eq!(tell(&mut client, start(1)), started(1, false));
    let mut client = in_room();
    assert_eq!(tell(&mut client, start(1)), started(1, false));
    assert_eq!(tell(&mut client, lobby(Some(1))), [ClientEvent::LobbyChanged]);
    assert_eq!(client.round(), Some(Round(1)));
}

#[test]
fn a_session_that_ran_before_us_is_late_and_the_next_is_not() {
    let mut client = RoomClient::new(hello());
    client.link_opened(T0);
    tell(&mut client, welcome(false));
    tell(&mut client, lobby(Some(4)));
    assert_eq!(tell(&mut client, start(4)), started(4, true));
    let end = EndSession { player: NOA, round: Round(4) };
    assert_eq!(tell(&mut client, end), [ClientEvent::Ended { round: Round(4), by: Some(NOA) }]);
    assert_eq!(tell(&mut client, start(5)), started(5, false));
}

#[test]
fn the_end_of_an_earlier_session_is_not_the_end_of_this_one() {
    let mut client = in_room();
    tell(&mut client, start(2));
    assert_eq!(tell(&mut client, EndSession { player: NOA, round: Round(1) }), []);
    assert_eq!(client.round(), Some(Round(2)));
}

#[test]
fn play_messages_pass_through_only_while_a_session_runs() {
    let words = Words::new(WordSize::PAD, vec![1, 0]).unwrap();
    let input = Input { seat: Seat(1), first: Frame(3), words };
    let change = SeatController { seat: Seat(1), controller: Controller::Ai, from: Frame(9) };
    let mut client = in_room();
    assert_eq!(tell(&mut client, input.clone()), []);
    assert_eq!(tell(&mut client, change.clone()), []);
    tell(&mut client, start(1));
    assert_eq!(tell(&mut client, input.clone()), [ClientEvent::Play(input.into())]);
    assert_eq!(tell(&mut client, change.clone()), [ClientEvent::SeatChanged(change)]);
}

#[test]
fn a_lost_link_keeps_the_place_and_the_next_hello_resumes_it() {
    let mut client = in_room();
    tell(&mut client, start(1));
    client.link_lost();
    assert!(client.lobby().is_some() && client.round() == Some(Round(1)));
    client.link_opened(T0);
    let resume = Entry::Resume { code: code(), token: Token([9; 16]) };
    assert_eq!(said_entry(&mut client), resume);
    assert_eq!(tell(&mut client, welcome(true)), [ClientEvent::Welcomed { resumed: true }]);
    assert_eq!(tell(&mut client, lobby(Some(1))), [ClientEvent::LobbyChanged]);
    assert!(!client.in_session(), "what ran before may have ended since");
    assert_eq!(tell(&mut client, start(1)), started(1, true));
    assert!(client.in_session());
}

#[test]
fn a_session_that_ended_while_we_were_away_is_told_as_ended() {
    let mut client = in_room();
    tell(&mut client, start(1));
    client.link_lost();
    client.link_opened(T0);
    tell(&mut client, welcome(true));
    assert_eq!(
        tell(&mut client, lobby(None)),
        [ClientEvent::Ended { round: Round(1), by: None }, ClientEvent::LobbyChanged]
    );
}

#[test]
fn a_goodbye_ends_the_link_and_says_why() {
    let mut client = in_room();
    let closed = [ClientEvent::Closed(CloseReason::Kicked)];
    assert_eq!(tell(&mut client, Bye { reason: CloseReason::Kicked }), closed);
    let line = Chat { player: NOA, kind: ChatKind::Line, text: Text::truncated("?") };
    assert_eq!(tell(&mut client, line), []);
    assert!(!client.has_link());
}

#[test]
fn a_link_on_which_the_relay_says_nothing_is_dead() {
    let client = in_room();
    let late = Instant::from_millis(T0.as_millis() + RELAY_SILENT_MS);
    assert!(!client.link_is_silent(T0));
    assert!(client.link_is_silent(late));
}
