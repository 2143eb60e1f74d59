//! `partyline arena`, as a process, with members over both transports.

use crate::friend::{Friend, Way};
use crate::program::Program;
use crate::script;
use crate::support::Rude;
use netplay::client::ClientEvent;
use netplay::code::RoomCode;
use netplay::ids::{Frame, Seat};
use netplay::wire::{Input, Loaded, Message, WordSize, Words};

#[test]
fn two_friends_get_sealed_ticks_and_the_operator_their_number() {
    let admin = free_port();
    let admin_address = format!("127.0.0.1:{admin}");
    let words = ["arena", "--seats", "2", "--port", "0", "--admin", &admin_address, "--log", "off"];
    let mut program = Program::start(&words);
    let (address, greeting) = program.address();
    assert!(greeting.starts_with("Partyline arena ") && greeting.contains("2 seats"), "{greeting}");
    let mut friends =
        [Way::Tcp, Way::WebSocket].map(|way| Friend::join(way, address, RoomCode::ARENA));
    for friend in &mut friends {
        let started = |event: &ClientEvent| match event {
            ClientEvent::Started { start, late: false } => Some(start.round),
            _ => None,
        };
        let round = friend.until_event("the start", started);
        let player = friend.client.me().expect("welcomed");
        friend.say(Loaded { player, round });
    }
    let words = Words::new(WordSize::PAD, vec![7, 0]).expect("a word");
    friends[0].say(Input { seat: Seat(0), first: Frame(0), words });
    let word = |event: &ClientEvent| match event {
        ClientEvent::Play(Message::Seal(seal)) if !seal.changes.is_empty() => {
            seal.changes.iter().next().map(|(seat, word)| (seat, word.to_vec()))
        }
        _ => None,
    };
    assert_eq!(friends[1].until_event("the word", word), (Seat(0), vec![7, 0]));
    let request = format!("GET /metrics HTTP/1.1\r\nHost: {admin_address}\r\n\r\n");
    let metrics = Rude::saying(([127, 0, 0, 1], admin).into(), request.as_bytes()).hear_text();
    for name in ["relay_ticks_total ", "relay_late_inputs_total ", "relay_bytes_out_per_second "] {
        assert!(metrics.lines().any(|line| line.starts_with(name)), "{name} in {metrics}");
    }
    let mut stranger = Friend::connect(Way::Tcp, address, script::create("host"));
    stranger.until_event("a refusal", |event| match event {
        ClientEvent::Refused(_) => Some(()),
        _ => None,
    });
}

fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address").port()
}
