//! Coming in: hello, create, join, and every reason to be refused.
#![cfg(not(target_arch = "wasm32"))]

use netplay::code::RoomCode;
use netplay::ids::{PlayerId, Seat, StateHash};
use netplay::limits;
use netplay::relay::ClientAddress;
use netplay::wire::{
    AssignSeat, Bye, CloseReason, Entry, Hello, HostChanged, Identity, MemberRow, Message, Pack,
    Ping, Refusal, SetReady, SetRoom, Text,
};
use testkit::model::{Gathering, hello, identity};

const HOME: ClientAddress = ClientAddress::V4([192, 0, 2, 1]);

fn create() -> Entry {
    Entry::Create { seats: 4 }
}

fn no_such_code() -> RoomCode {
    RoomCode::parse("AAAAAA").unwrap()
}

fn rows(gathering: &Gathering, who: netplay::ids::ConnId) -> Vec<(String, u8, Option<u16>)> {
    let row = |row: &MemberRow| (row.name.to_string(), row.colour, row.seat.map(|seat| seat.0));
    gathering.lobby(who).members.iter().map(row).collect()
}

#[test]
fn the_founder_hosts_from_seat_0() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let heard = g.heard(noa);
    assert!(matches!(heard.first(), Some(Message::Welcome(welcome)) if !welcome.resumed));
    assert!(matches!(heard.get(1), Some(Message::Lobby(_))));
    let lobby = g.lobby(noa);
    assert_eq!((lobby.host, lobby.seats, lobby.session), (g.id(noa), 4, None));
    assert_eq!(g.seat(noa), Some(Seat(0)));
}

#[test]
fn a_joiner_takes_the_lowest_free_seat_and_everybody_sees_it() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 3);
    let vahn = g.join("Vahn", noa);
    let gala = g.watch("Gala", noa);
    let songi = g.join("Songi", noa);
    let terra = g.join("Terra", noa);
    let seats = [vahn, gala, songi, terra].map(|conn| g.seat(conn));
    assert_eq!(seats, [Some(Seat(1)), None, Some(Seat(2)), None]);
    for conn in [vahn, gala, songi, terra] {
        assert_eq!(g.lobby(conn), g.lobby(noa));
    }
}

#[test]
fn two_members_never_look_alike() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    g.join("noa", noa);
    g.join("N\u{200b}oa\u{202e}", noa);
    // The second letter is Cyrillic.
    g.join("N\u{43e}a", noa);
    let rows = rows(&g, noa);
    let names: Vec<&str> = rows.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, ["Noa", "noa (2)", "Noa (3)", "N\u{43e}a (4)"]);
    let colours: Vec<u8> = rows.iter().map(|(_, colour, _)| *colour).collect();
    assert_eq!(colours, [0, 1, 2, 3]);
}

#[test]
fn a_colour_wished_for_is_given_if_it_is_free() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 8);
    let code = g.code(noa);
    for (who, colour) in [("Vahn", 5), ("Gala", 5), ("Songi", 0)] {
        let entry = Entry::Join { code, watch: false };
        g.enter(ClientAddress::Local, Hello { colour, ..hello(who, entry) });
    }
    let colours: Vec<u8> = rows(&g, noa).iter().map(|(_, colour, _)| *colour).collect();
    assert_eq!(colours, [0, 5, 1, 2]);
}

#[test]
fn the_first_eight_members_keep_eight_colours_whoever_leaves() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 8);
    let guests: Vec<_> = (0..11).map(|n| g.join(&format!("Guest {n}"), noa)).collect();
    for gone in [2, 0, 5, 7] {
        g.lose(guests[gone]);
        g.pass_ms(limits::RESUME_GRACE_MS);
        let mut colours: Vec<u8> =
            rows(&g, noa).iter().take(8).map(|(_, colour, _)| *colour).collect();
        colours.sort_unstable();
        assert_eq!(colours, [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}

#[test]
fn fault_29_another_protocol_version_is_told_and_closed() {
    let mut g = Gathering::default();
    let old = g.enter(HOME, Hello { version: 99, ..hello("Noa", create()) });
    let relay = limits::PROTOCOL_VERSION;
    assert_eq!(g.refusals(old), [Refusal::VersionMismatch { relay, client: 99 }]);
    assert_eq!(g.closed(old), Some(CloseReason::VersionMismatch));
}

#[test]
fn fault_29_a_version_is_read_even_from_a_hello_that_cannot_be() {
    let mut g = Gathering::default();
    let newer = g.open();
    g.send(newer, &[0x01, 0x02, 0xC0, 0xFF, 0xEE][..].into());
    let relay = limits::PROTOCOL_VERSION;
    assert_eq!(g.refusals(newer), [Refusal::VersionMismatch { relay, client: 2 }]);
    assert_eq!(g.closed(newer), Some(CloseReason::VersionMismatch));
    let broken = g.open();
    g.send(broken, &[0x01, 0x01, 0xC0, 0xFF, 0xEE][..].into());
    assert_eq!(g.closed(broken), Some(CloseReason::Malformed));
}

#[test]
fn fault_29_other_rules_or_another_pack_are_named_and_may_try_again() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let code = g.code(noa);
    let join = || hello("Vahn", Entry::Join { code, watch: false });
    let rules = Identity { simulation: StateHash(1), ..identity() };
    let vahn = g.enter(HOME, Hello { identity: rules, ..join() });
    let ours = identity();
    let expected = Refusal::SimulationMismatch { room: ours.simulation, client: StateHash(1) };
    assert_eq!(g.refusals(vahn), [expected]);

    let pack = Pack { sha256: [9; 32], ..ours.pack.clone() };
    g.say(vahn, Hello { identity: Identity { pack: pack.clone(), ..identity() }, ..join() });
    assert_eq!(g.refusals(vahn), [Refusal::PackMismatch { room: ours.pack, client: pack }]);

    let build = Identity { build: Text::truncated("newer"), ..identity() };
    g.say(vahn, Hello { identity: build, ..join() });
    assert!(g.is_welcome(vahn), "the build only labels");
}

#[test]
fn fault_1_a_connection_that_says_nothing_is_closed_after_five_seconds() {
    let mut g = Gathering::default();
    let silent = g.try_open(HOME).unwrap();
    assert_eq!(g.until_timeout_ms(), Some(limits::HELLO_MS));
    g.pass_ms(limits::HELLO_MS - 1);
    assert_eq!(g.closed(silent), None);
    g.pass_ms(1);
    assert_eq!(g.closed(silent), Some(CloseReason::HelloTimeout));
    assert_eq!(g.core.load(), netplay::relay::Load::default(), "the slot is free");
    assert_eq!(g.until_timeout_ms(), None);
}

#[test]
fn whoever_was_refused_has_a_minute_to_try_again() {
    let mut g = Gathering::default();
    let lost = g.enter(HOME, hello("Noa", Entry::Join { code: no_such_code(), watch: false }));
    assert_eq!(g.refusals(lost), [Refusal::NoSuchRoom]);
    g.pass_ms(limits::HELLO_RETRY_MS - 1);
    g.say(lost, Ping { nonce: 5 });
    assert!(matches!(g.heard(lost).as_slice(), [Message::Pong(pong)] if pong.nonce == 5));
    g.say(lost, hello("Noa", create()));
    assert!(g.is_welcome(lost));
    let other = g.enter(HOME, hello("Noa", Entry::Join { code: no_such_code(), watch: false }));
    g.pass_ms(limits::HELLO_RETRY_MS);
    assert_eq!(g.closed(other), Some(CloseReason::HelloTimeout));
}

#[test]
fn a_name_of_nothing_but_invisible_characters_is_refused() {
    let mut g = Gathering::default();
    let nobody = g.enter(HOME, hello("\u{200b}\u{202e} ", create()));
    assert_eq!(g.refusals(nobody), [Refusal::BadName]);
    assert_eq!(g.closed(nobody), None);
}

#[test]
fn a_locked_room_refuses_newcomers_but_not_those_who_come_back() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let vahn = g.join("Vahn", noa);
    g.say(noa, SetRoom { locked: true, game: Text::default(), starting: false });
    let gala = g.join_refused("Gala", noa);
    assert_eq!(g.refusals(gala), [Refusal::RoomLocked]);
    g.lose(vahn);
    let back = g.resume(vahn);
    assert_eq!(g.id(back), g.id(vahn));
}

#[test]
fn fault_54_the_65th_room_the_17th_member_and_the_9th_seat_are_refused() {
    let mut g = Gathering::default();
    let rooms: Vec<_> = (0..limits::ROOMS).map(|_| g.create("Noa", 8)).collect();
    let late = g.enter(ClientAddress::Local, hello("Noa", create()));
    assert_eq!(g.refusals(late), [Refusal::TooManyRooms]);
    assert_eq!(g.closed(late), None);
    let noa = rooms[0];
    for n in 1..limits::ROOM_MEMBERS {
        g.join(&format!("Guest {n}"), noa);
    }
    let odd = g.join_refused("Odd", noa);
    assert_eq!(g.refusals(odd), [Refusal::RoomFull]);
    assert_eq!(g.closed(odd), None);
    g.forget_all();
    g.say(noa, AssignSeat { player: g.id(noa), seat: Some(Seat(8)) });
    assert_eq!(g.refusals(noa), [Refusal::NoSuchSeat]);
    assert_eq!(g.closed(noa), None);
}

#[test]
fn fault_53_the_257th_connection_and_the_17th_of_an_address_are_refused() {
    let mut g = Gathering::default();
    let mine: Vec<_> = (0..limits::CONNECTIONS_PER_ADDRESS).map(|_| g.try_open(HOME)).collect();
    assert!(mine.iter().all(Result::is_ok));
    assert_eq!(g.try_open(HOME), Err(CloseReason::AddressFull));
    for n in mine.len()..limits::CONNECTIONS {
        g.try_open(ClientAddress::V4([10, 0, 0, n as u8])).unwrap();
    }
    assert_eq!(g.try_open(ClientAddress::V4([198, 51, 100, 1])), Err(CloseReason::ServerFull));
    assert_eq!(g.core.counters().refused_connections, 2);
    g.lose(mine[0].unwrap());
    assert!(g.try_open(HOME).is_ok(), "a place that is left is free again");
}

#[test]
fn the_first_message_is_a_hello_and_the_only_one() {
    let mut g = Gathering::default();
    let hasty = g.try_open(HOME).unwrap();
    g.say(hasty, SetReady { ready: true });
    assert_eq!(g.closed(hasty), Some(CloseReason::Malformed));
    let bye = Message::Bye(Bye { reason: CloseReason::Malformed });
    assert_eq!(g.heard(hasty), [bye]);
    let noa = g.create("Noa", 4);
    g.say(noa, hello("Noa", create()));
    assert_eq!(g.closed(noa), Some(CloseReason::Malformed));
}

#[test]
fn fault_30_what_only_a_relay_may_say_closes_the_connection() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let vahn = g.join("Vahn", noa);
    g.say(vahn, HostChanged { player: g.id(vahn) });
    assert_eq!(g.closed(vahn), Some(CloseReason::Malformed));
    assert_eq!(g.lobby(noa).host, g.id(noa));
    assert_eq!(g.core.counters().forged, 1);
    assert_eq!(g.closed(noa), None);
}

#[test]
fn fault_24_bytes_that_are_no_message_close_the_connection_and_nothing_else() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    for bytes in [&[][..], &[0xFF], &[0x11], &[0x11, 1, 1], &[0; 20_000]] {
        let vahn = g.join("Vahn", noa);
        g.send(vahn, &bytes.into());
        assert_eq!(g.closed(vahn), Some(CloseReason::Malformed), "{} bytes", bytes.len());
    }
    assert_eq!(g.core.counters().malformed, 5);
    assert_eq!(g.closed(noa), None);
}

#[test]
fn fault_42_a_room_that_all_have_left_is_gone_at_once() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let vahn = g.join("Vahn", noa);
    let code = g.code(noa);
    for conn in [noa, vahn] {
        g.say(conn, netplay::wire::Leave {});
        assert_eq!(g.closed(conn), Some(CloseReason::Left));
    }
    assert_eq!(g.core.load(), netplay::relay::Load::default());
    let again = g.enter(HOME, hello("Noa", Entry::Join { code, watch: false }));
    assert_eq!(g.refusals(again), [Refusal::NoSuchRoom]);
}

#[test]
fn player_ids_are_never_given_twice() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let mut ids = vec![g.id(noa)];
    for _ in 0..5 {
        let guest = g.join("Vahn", noa);
        ids.push(g.id(guest));
        g.say(guest, netplay::wire::Leave {});
    }
    assert_eq!(ids, [1, 2, 3, 4, 5, 6].map(PlayerId));
}
