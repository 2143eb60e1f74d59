//! Every bound, and that nobody else notices when it holds.

use crate::friend::{Friend, Way};
use crate::script;
use crate::support::{Rude, close_code, hasty, spawn, until_status, upgrade_request, upgraded};
use netplay::client::ClientEvent;
use netplay::limits::{MESSAGES_BURST, PAYLOAD_BYTES, ROOM_MEMBERS};
use netplay::wire::{
    Chat, ChatKind, CloseReason, Entry, Message, Offer, Pong, Refusal, Text, WordSize,
};
use relay::{RelayHandle, ServerConfig};

fn chat(text: &str) -> Chat {
    Chat { player: Default::default(), kind: ChatKind::Line, text: Text::truncated(text) }
}

fn chatted(text: &'static str) -> impl Fn(&ClientEvent) -> Option<()> {
    move |event| match event {
        ClientEvent::Chatted(chat) if &*chat.text == text => Some(()),
        _ => None,
    }
}

fn refused(event: &ClientEvent) -> Option<Refusal> {
    match event {
        ClientEvent::Refused(refusal) => Some(refusal.clone()),
        _ => None,
    }
}

fn closed(event: &ClientEvent) -> Option<CloseReason> {
    match event {
        ClientEvent::Closed(reason) => Some(*reason),
        _ => None,
    }
}

/// A room of two who may say as much as they like, and how many bytes may wait for a member.
fn talkative_room() -> (RelayHandle, usize, Friend, Friend) {
    let mut config = ServerConfig { outbound_bytes: 64 * 1024, ..hasty() };
    config.relay.messages_per_second = 1_000_000;
    config.relay.messages_burst = 1_000_000;
    config.relay.room.carried_bytes_per_second = 1_000_000_000;
    let cap = config.outbound_bytes;
    let relay = spawn(config);
    let host = Friend::create(Way::Tcp, relay.local_addr());
    let other = Friend::join(Way::WebSocket, relay.local_addr(), host.code());
    (relay, cap, host, other)
}

#[test]
fn who_stops_reading_is_dropped_and_the_room_goes_on() {
    let (relay, cap, mut host, mut other) = talkative_room();
    let address = relay.local_addr();
    for way in [Way::Tcp, Way::WebSocket] {
        let slow = Friend::join(way, address, host.code());
        let peer = slow.client.me().expect("welcomed");
        let dropped = relay.status().sockets.too_slow;
        // Megabytes for one who reads nothing: the kernel's buffers, then the relay's, are full.
        host.until("the slow one's end", |_| {
            let status = relay.status();
            assert!(status.waiting_bytes <= 3 * cap, "{} bytes wait", status.waiting_bytes);
            (status.sockets.too_slow > dropped).then_some(()).or_else(|| {
                let offer = Offer { peer, sdp: Text::truncated(&"x".repeat(PAYLOAD_BYTES - 8)) };
                flood(&mut other, &offer.into());
                None
            })
        });
        host.until("the loss", |host| {
            host.client.member(peer).is_none_or(|row| !row.connected).then_some(())
        });
        drop(slow);
    }
    host.say(chat("still here"));
    other.until_event("the line", chatted("still here"));
}

#[test]
fn a_crowd_that_stops_reading_costs_its_bound_and_no_more() {
    let (relay, cap, mut host, mut other) = talkative_room();
    let address = relay.local_addr();
    let ways = [Way::Tcp, Way::WebSocket, Way::Tcp, Way::WebSocket];
    let crowd = ways.map(|way| Friend::join(way, address, host.code()));
    let offers = crowd.each_ref().map(|slow| {
        let peer = slow.client.me().expect("welcomed");
        Message::from(Offer { peer, sdp: Text::truncated(&"x".repeat(PAYLOAD_BYTES - 8)) })
    });
    host.until("the end of all of them", |_| {
        let status = relay.status();
        assert!(status.waiting_bytes <= 6 * cap, "{} bytes wait", status.waiting_bytes);
        (status.sockets.too_slow == crowd.len() as u64).then_some(()).or_else(|| {
            for offer in offers.iter().cycle().take(32) {
                other.say(offer.clone());
            }
            other.pump();
            None
        })
    });
    host.say(chat("still here"));
    other.until_event("the line", chatted("still here"));
}

fn flood(friend: &mut Friend, message: &Message) {
    for _ in 0..32 {
        friend.say(message.clone());
    }
    friend.pump();
}

#[test]
fn a_flood_is_dropped_and_others_do_not_notice() {
    let relay = spawn(hasty());
    let address = relay.local_addr();
    let mut host = Friend::create(Way::WebSocket, address);
    let mut guest = Friend::join(Way::Tcp, address, host.code());
    let mut flooder = Friend::join(Way::Tcp, address, host.code());
    for nonce in 0..MESSAGES_BURST * 2 {
        flooder.say(Pong { nonce });
    }
    assert_eq!(flooder.until_event("the drop", closed), CloseReason::RateLimited);
    host.say(chat("what was that"));
    guest.until_event("the line", chatted("what was that"));
    assert_eq!(relay.status().counters.rate_limited, 1);
}

#[test]
fn connections_beyond_the_bound_hear_why() {
    let mut config = hasty();
    config.relay.connections_per_address = 3;
    let relay = spawn(config);
    let address = relay.local_addr();
    let mut host = Friend::create(Way::Tcp, address);
    let mut guests: Vec<Friend> =
        (0..2).map(|_| Friend::join(Way::WebSocket, address, host.code())).collect();
    let mut raw = Rude::saying(address, b"LGNP");
    let heard = raw.hear_all();
    let bye = Message::decode(&heard[4..], WordSize::PAD).expect("a message");
    let full = CloseReason::AddressFull;
    assert_eq!(bye, Message::from(netplay::wire::Bye { reason: full }));
    let heard = upgraded(address).hear_all();
    assert_eq!(close_code(&heard), Some(1013));
    host.say(chat("just us"));
    guests.iter_mut().for_each(|guest| guest.until_event("the line", chatted("just us")));
    drop(guests.pop());
    until_status(&relay, "a free place", |status| status.load.connections == 2);
    Friend::join(Way::Tcp, address, host.code());
}

#[test]
fn behind_a_trusted_proxy_every_client_is_its_own_address() {
    let mut config =
        ServerConfig { trusted_proxies: vec!["127.0.0.1".parse().expect("a network")], ..hasty() };
    config.relay.connections_per_address = 1;
    let relay = spawn(config);
    let address = relay.local_addr();
    let from = |client: &str| {
        let line = format!("X-Forwarded-For: 192.0.2.1, {client}\r\n");
        let mut socket = Rude::saying(address, upgrade_request(address, &line).as_bytes());
        assert!(socket.hear_head().starts_with("HTTP/1.1 101 "));
        socket
    };
    let one = from("198.51.100.1");
    let two = from("198.51.100.2");
    let mut again = from("198.51.100.2");
    assert_eq!(close_code(&again.hear_all()), Some(1013));
    assert_eq!(relay.status().load.connections, 2);
    drop((one, two));
}

#[test]
fn refusals_leave_the_connection_open() {
    let mut config = hasty();
    config.relay.rooms = 1;
    config.relay.connections_per_address = 64;
    let relay = spawn(config);
    let address = relay.local_addr();
    let host = Friend::create(Way::Tcp, address);
    let mut second = Friend::connect(Way::Tcp, address, script::create("second"));
    assert_eq!(second.until_event("the refusal", refused), Refusal::TooManyRooms);
    second.enter(Entry::Join { code: host.code(), watch: false });
    second.until("the welcome", |second| second.client.in_room().then_some(()));
    let _crowd: Vec<Friend> =
        (2..ROOM_MEMBERS).map(|_| Friend::join(Way::WebSocket, address, host.code())).collect();
    let mut last = Friend::connect(Way::WebSocket, address, script::join("last", host.code()));
    assert_eq!(last.until_event("the refusal", refused), Refusal::RoomFull);
    assert!(!last.link_is_over());
}

#[test]
fn nobody_waits_for_a_hello_for_ever() {
    let mut config = hasty();
    config.relay.hello_ms = 200;
    let relay = spawn(config);
    let mut silent = Rude::saying(relay.local_addr(), b"LGNP");
    let heard = silent.hear_all();
    let bye = Message::decode(&heard[4..], WordSize::PAD).expect("a message");
    let late = CloseReason::HelloTimeout;
    assert_eq!(bye, Message::from(netplay::wire::Bye { reason: late }));
    // And who says something else is not heard at all.
    let mut rude = Rude::saying(relay.local_addr(), b"LGNP");
    let mut bytes = Vec::new();
    net_native::framing::append(&Message::from(chat("let me in")).encode(), &mut bytes);
    rude.say(&bytes);
    let heard = rude.hear_all();
    let bye = Message::decode(&heard[4..], WordSize::PAD).expect("a message");
    assert_eq!(bye, Message::from(netplay::wire::Bye { reason: CloseReason::Malformed }));
}
