//! The room's content pack for somebody who came with another one.
#![cfg(not(target_arch = "wasm32"))]

use netplay::client::{Fetched, PackFetch, pack_part};
use netplay::ids::{ConnId, PlayerId};
use netplay::limits::{
    PACK_BYTES, PACK_FETCHERS, PACK_PARTS_AHEAD, PACK_PARTS_BURST, PACK_PARTS_PER_SECOND,
};
use netplay::relay::ClientAddress;
use netplay::wire::{Blob, CloseReason, Entry, Hello, Message, PackAsk, PackPart, Refusal};
use testkit::model::{Gathering, hello};

/// A pack's text, which nobody here can read but everybody can compare.
fn pack(seed: u8) -> Vec<u8> {
    (0..20_000_u32).map(|at| (at as u8).wrapping_mul(31).wrapping_add(seed)).collect()
}

/// A hello that joins `friend`'s room with another pack.
fn stranger(g: &Gathering, friend: ConnId) -> Hello {
    let mut hello = hello("Ben", Entry::Join { code: g.code(friend), watch: false });
    hello.identity.pack.sha256 = [9; 32];
    hello
}

/// Somebody at the door of `friend`'s room with another pack.
fn knock(g: &mut Gathering, friend: ConnId) -> ConnId {
    let hello = stranger(g, friend);
    let conn = g.enter(ClientAddress::Local, hello);
    assert!(g.heard(conn).iter().any(is_mismatch));
    conn
}

fn is_mismatch(message: &Message) -> bool {
    matches!(message, Message::Reject(reject) if matches!(reject.refusal, Refusal::PackMismatch { .. }))
}

fn ask(attempt: u8, offset: u32) -> PackAsk {
    PackAsk { peer: PlayerId(0), attempt, offset }
}

/// Lets members answer what they were asked, each with a pack of their own; returns how much that was.
fn answer(g: &mut Gathering, members: &[(ConnId, Option<Vec<u8>>)]) -> usize {
    let mut asked = 0;
    for (conn, pack) in members {
        for message in g.heard(*conn) {
            let Message::PackAsk(ask) = message else { continue };
            asked += 1;
            if let Some(part) = pack.as_ref().and_then(|pack| pack_part(pack, &ask)) {
                g.say(*conn, part);
            }
        }
    }
    asked
}

/// Fetches until it is here or given up; `is_right` is what the page asks of the digest.
fn fetch(
    g: &mut Gathering,
    who: ConnId,
    members: &[(ConnId, Option<Vec<u8>>)],
    is_right: impl Fn(&[u8]) -> bool,
) -> Option<Vec<u8>> {
    let mut fetch = PackFetch::new(g.now());
    for _ in 0..1_000 {
        while let Some(ask) = fetch.poll_ask(g.now()) {
            g.say(who, ask);
        }
        answer(g, members);
        for message in g.heard(who) {
            if let Message::PackPart(part) = message {
                fetch.handle(&part, g.now());
            }
        }
        match (fetch.progress(), fetch.bytes()) {
            (Fetched::Failed, _) => return None,
            (_, Some(bytes)) if is_right(bytes) => return Some(bytes.to_vec()),
            (_, Some(_)) => fetch.reject(g.now()),
            _ => g.pass_ms(100),
        }
    }
    panic!("a fetch comes to an end");
}

#[test]
fn whoever_lacks_the_pack_is_given_it_and_comes_in_on_the_same_connection() {
    let mut g = Gathering::default();
    let ann = g.create("Ann", 4);
    let ben = knock(&mut g, ann);
    let got = fetch(&mut g, ben, &[(ann, Some(pack(1)))], |_| true);
    assert_eq!(got, Some(pack(1)));
    assert_eq!(g.lobby(ann).members.len(), 1, "a fetcher has no row");
    let code = g.code(ann);
    g.say(ben, hello("Ben", Entry::Join { code, watch: false }));
    assert!(g.is_welcome(ben));
}

#[test]
fn a_largest_pack_takes_seconds() {
    let mut g = Gathering::default();
    let ann = g.create("Ann", 4);
    let ben = knock(&mut g, ann);
    let (pack, start) = (vec![7; PACK_BYTES], g.now());
    assert!(fetch(&mut g, ben, &[(ann, Some(pack))], |_| true).is_some());
    assert!(g.now().since(start).as_millis() < 4_000, "{:?}", g.now().since(start));
}

#[test]
fn fault_57_a_liars_pack_is_not_used_and_another_member_is_asked() {
    let mut g = Gathering::default();
    let liar = g.create("Liar", 4);
    let honest = g.join("Ann", liar);
    let ben = knock(&mut g, liar);
    let members = [(liar, Some(pack(66))), (honest, Some(pack(1)))];
    assert_eq!(fetch(&mut g, ben, &members, |bytes| bytes == pack(1)), Some(pack(1)));
}

#[test]
fn a_room_of_liars_hands_over_nothing_that_is_used() {
    let mut g = Gathering::default();
    let liar = g.create("Liar", 4);
    let ben = knock(&mut g, liar);
    assert_eq!(fetch(&mut g, ben, &[(liar, Some(pack(66)))], |bytes| bytes == pack(1)), None);
    assert_eq!(g.closed(ben), None, "and the connection may try something else");
}

#[test]
fn fault_57_a_member_who_never_answers_is_left_for_another() {
    let mut g = Gathering::default();
    let silent = g.create("Silent", 4);
    let ann = g.join("Ann", silent);
    let ben = knock(&mut g, silent);
    let members = [(silent, None), (ann, Some(pack(1)))];
    assert_eq!(fetch(&mut g, ben, &members, |_| true), Some(pack(1)));
    let alone = knock(&mut g, silent);
    let start = g.now();
    assert_eq!(fetch(&mut g, alone, &[(silent, None)], |_| true), None);
    assert!(g.now().since(start).as_millis() <= 30_000);
}

#[test]
fn fault_57_parts_that_nobody_asked_for_go_nowhere() {
    let mut g = Gathering::default();
    let ann = g.create("Ann", 4);
    let eve = g.join("Eve", ann);
    let ben = knock(&mut g, ann);
    g.heard(ben);
    let flood = |g: &mut Gathering, who: ConnId| {
        for peer in 0..40 {
            let bytes = Blob::new([5; 8192]).unwrap();
            g.say(who, PackPart { peer: PlayerId(peer), offset: 0, total_bytes: 8192, bytes });
        }
    };
    flood(&mut g, eve);
    assert!(g.heard(ben).is_empty(), "nothing was asked for");
    g.say(ben, ask(0, 0));
    flood(&mut g, eve);
    assert!(g.heard(ben).is_empty(), "Ann was asked, not Eve");
    flood(&mut g, ann);
    assert_eq!(g.heard(ben).len(), 1, "one part was asked for");
}

#[test]
fn fault_56_whoever_fetches_without_end_gets_a_bounded_number_of_parts() {
    let mut g = Gathering::default();
    let ann = g.create("Ann", 4);
    let ben = knock(&mut g, ann);
    let mut asked = 0;
    for n in 0..200 {
        g.say(ben, ask(0, 8192 * (n % 3)));
    }
    asked += answer(&mut g, &[(ann, None)]);
    assert_eq!(asked, PACK_PARTS_AHEAD, "no more than a few are due at once");
    for n in 0..1_000_u32 {
        g.pass_ms(10);
        // Another attempt each time: what was due is forgotten.
        g.say(ben, ask(n as u8, 0));
        asked += answer(&mut g, &[(ann, Some(pack(1)))]);
    }
    let bound = (PACK_PARTS_BURST + 10 * PACK_PARTS_PER_SECOND + 1) as usize;
    assert!(asked <= bound, "{asked} parts of a host in 10 s");
}

#[test]
fn fault_56_the_fifth_who_fetches_is_told_to_ask_again() {
    let mut g = Gathering::default();
    let ann = g.create("Ann", 4);
    let guests: Vec<ConnId> = (0..=PACK_FETCHERS).map(|_| knock(&mut g, ann)).collect();
    guests.iter().for_each(|guest| g.say(*guest, ask(0, 0)));
    let fifth = guests[PACK_FETCHERS];
    let busy = |message: &Message| matches!(message, Message::Reject(it) if it.refusal == Refusal::PackBusy);
    assert!(g.heard(fifth).iter().any(busy));
    g.lose(guests[0]);
    assert_eq!(fetch(&mut g, fifth, &[(ann, Some(pack(1)))], |_| true), Some(pack(1)));
}

#[test]
fn fault_56_who_was_not_refused_for_a_pack_is_closed_for_asking() {
    let mut g = Gathering::default();
    let ann = g.create("Ann", 4);
    let nobody = g.open();
    g.say(nobody, ask(0, 0));
    assert_eq!(g.closed(nobody), Some(CloseReason::Malformed));
    // Refused for something else since: the right is gone.
    let ben = knock(&mut g, ann);
    let none = netplay::code::RoomCode::parse("AAAAAA").unwrap();
    g.say(ben, hello("Ben", Entry::Join { code: none, watch: false }));
    g.say(ben, ask(0, 0));
    assert_eq!(g.closed(ben), Some(CloseReason::Malformed));
}

#[test]
fn a_room_that_is_gone_or_empty_hands_over_nothing() {
    let mut g = Gathering::default();
    let ann = g.create("Ann", 4);
    let ben = knock(&mut g, ann);
    g.lose(ann);
    g.say(ben, ask(0, 0));
    g.pass_ms(40_000);
    g.say(ben, ask(0, 0));
    let busy = g.heard(ben).iter().filter(|it| matches!(it, Message::Reject(_))).count();
    assert_eq!(busy, 2);
    g.pass_ms(30_000);
    assert_eq!(g.closed(ben), Some(CloseReason::HelloTimeout), "60 s from the refusal");
    assert_eq!(g.core.load().connections, 0);
}
