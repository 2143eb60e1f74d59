//! What a relay bears, and that it keeps nothing of it.
#![cfg(not(target_arch = "wasm32"))]

use netplay::code::RoomCode;
use netplay::ids::Token;
use netplay::limits;
use netplay::relay::{ClientAddress, Load};
use netplay::wire::{CloseReason, Entry, Leave, Message, Ping, Refusal, SessionModel, SetReady};
use testkit::model::{Gathering, hello, pads, start_order};

fn home(n: u8) -> ClientAddress {
    ClientAddress::V4([192, 0, 2, n])
}

fn guess(n: usize) -> Entry {
    let digits = [n, n / 32, n / 1_024, 7, 7, 7].map(|digit| (digit % 32) as u8);
    Entry::Join { code: RoomCode::from_digits(digits), watch: false }
}

#[test]
fn fault_52_a_flood_is_dropped_beyond_its_burst_and_nobody_else_notices() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let vahn = g.join("Vahn", noa);
    let ping = Message::from(Ping { nonce: 1 }).encode();
    // The hello was the first of the burst.
    for _ in 1..limits::MESSAGES_BURST {
        g.send(vahn, &ping);
    }
    assert_eq!(g.closed(vahn), None);
    g.send(vahn, &ping);
    assert_eq!(g.closed(vahn), Some(CloseReason::RateLimited));
    g.send(vahn, &ping);
    assert_eq!(g.core.counters().rate_limited, 1);
    assert_eq!(g.closed(noa), None);
}

#[test]
fn the_sustained_rate_of_messages_is_borne_for_ever() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    for _ in 0..100 {
        g.pass_ms(100);
        for _ in 0..limits::MESSAGES_PER_SECOND / 10 {
            g.say(noa, Ping { nonce: 1 });
        }
    }
    assert_eq!(g.closed(noa), None);
}

#[test]
fn fault_55_five_wrong_codes_close_a_connection() {
    let mut g = Gathering::default();
    let guesser = g.try_open(home(1)).unwrap();
    for n in 0..limits::WRONG_CODES_PER_CONNECTION as usize {
        assert_eq!(g.closed(guesser), None);
        g.say(guesser, hello("Guess", guess(n)));
        assert_eq!(g.refusals(guesser), [Refusal::NoSuchRoom]);
    }
    assert_eq!(g.closed(guesser), Some(CloseReason::TooManyCodes));
}

#[test]
fn fault_55_an_address_that_reconnects_to_guess_needs_months() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let start = g.now();
    for n in 0..10_000 {
        let guesser = g.enter(home(1), hello("Guess", guess(n)));
        g.lose(guesser);
        g.forget_guest(guesser);
        g.pass_ms(10);
    }
    let minutes = g.now().since(start).as_secs() / 60 + 1;
    let tried = g.core.counters().wrong_codes;
    let allowed = u64::from(limits::WRONG_CODES_PER_ADDRESS_MINUTE) * (minutes + 1);
    assert!(tried <= allowed, "{tried} tries in {minutes} minutes");
    assert!(g.core.counters().code_throttled > 9_000);
    // 32^6 codes, 64 rooms, 30 tries a minute: half a year on average for a hit.
    assert_eq!(g.closed(noa), None);
}

#[test]
fn whoever_guesses_learns_nothing_from_a_code_that_would_be_right() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let code = g.code(noa);
    for n in 0..limits::WRONG_CODES_PER_ADDRESS_MINUTE as usize {
        let guesser = g.enter(home(1), hello("Guess", guess(n)));
        g.lose(guesser);
    }
    let right = g.enter(home(1), hello("Guess", Entry::Join { code, watch: false }));
    let wrong = g.enter(home(1), hello("Guess", guess(777)));
    let refusals = g.refusals(right);
    assert!(matches!(refusals[..], [Refusal::TooManyCodes { .. }]));
    assert_eq!(g.refusals(wrong), refusals);
    let neighbour = g.enter(home(2), hello("Vahn", Entry::Join { code, watch: false }));
    assert!(g.is_welcome(neighbour), "another address is not concerned");
}

#[test]
fn guessing_tokens_counts_as_guessing_codes_but_a_right_token_always_opens() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let code = g.code(noa);
    let vahn = g.enter(home(1), hello("Vahn", Entry::Join { code, watch: false }));
    g.lose(vahn);
    for n in 0..limits::WRONG_CODES_PER_ADDRESS_MINUTE as u8 {
        let entry = Entry::Resume { code, token: Token([n; 16]) };
        let guesser = g.enter(home(1), hello("Guess", entry));
        assert_eq!(g.refusals(guesser), [Refusal::BadToken]);
        g.lose(guesser);
    }
    let entry = Entry::Resume { code, token: Token([99; 16]) };
    let guesser = g.enter(home(1), hello("Guess", entry));
    assert!(matches!(g.refusals(guesser)[..], [Refusal::TooManyCodes { .. }]));
    let entry = Entry::Resume { code, token: g.token(vahn) };
    let back = g.enter(home(1), hello("Vahn", entry));
    assert!(g.is_welcome(back));
}

#[test]
fn a_whole_ipv6_network_is_one_guesser() {
    let mut g = Gathering::default();
    let address = |n: u8| {
        let mut bytes = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0];
        bytes[15] = n;
        ClientAddress::V6(bytes)
    };
    for n in 0..limits::WRONG_CODES_PER_ADDRESS_MINUTE as u8 {
        let guesser = g.enter(address(n), hello("Guess", guess(n.into())));
        g.lose(guesser);
    }
    let guesser = g.enter(address(200), hello("Guess", guess(200)));
    assert!(matches!(g.refusals(guesser)[..], [Refusal::TooManyCodes { .. }]));
}

#[test]
fn fault_59_a_shutdown_tells_everybody_and_takes_nobody() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let vahn = g.join("Vahn", noa);
    let outsider = g.open();
    g.core.shutdown(g.now());
    g.settle();
    for conn in [noa, vahn] {
        let told = g.last(conn, |message| match message {
            Message::RoomClosed(closed) => Some(closed.reason),
            _ => None,
        });
        assert_eq!(told, Some(CloseReason::ServerShutdown));
    }
    for conn in [noa, vahn, outsider] {
        assert_eq!(g.closed(conn), Some(CloseReason::ServerShutdown));
    }
    assert_eq!(g.try_open(home(1)), Err(CloseReason::ServerShutdown));
    assert_eq!(g.core.load(), Load::default());
    assert_eq!(g.until_timeout_ms(), None);
}

#[test]
fn no_event_holds_a_name_a_code_a_token_or_an_address() {
    let mut g = Gathering::default();
    let noa = g.create("Noasecret", 4);
    let code = g.code(noa);
    let vahn = g.enter(home(77), hello("Vahnsecret", Entry::Join { code, watch: false }));
    g.say(vahn, start_order(SessionModel::Lockstep));
    g.lose(vahn);
    let back = g.resume(vahn);
    g.say(back, Leave {});
    let mut lines = Vec::new();
    while let Some(event) = g.core.poll_event() {
        lines.push(format!("{event}|{event:?}"));
    }
    assert_eq!(lines.len(), 7, "{lines:#?}");
    for line in lines {
        let is_clean = !line.contains("secret") && !line.contains(code.as_str());
        assert!(is_clean && !line.contains("192") && !line.contains("Token"), "{line}");
    }
}

#[test]
fn events_that_nobody_polls_are_forgotten_in_time() {
    let mut g = Gathering::default();
    for _ in 0..limits::RELAY_EVENTS_KEPT {
        let noa = g.create("Noa", 1);
        g.say(noa, Leave {});
        g.forget_guest(noa);
    }
    assert!(g.core.counters().events_forgotten > 0);
    let mut kept = 0;
    while g.core.poll_event().is_some() {
        kept += 1;
    }
    assert_eq!(kept, limits::RELAY_EVENTS_KEPT);
}

#[test]
fn ten_thousand_rooms_come_and_go_and_leave_nothing_behind() {
    let mut g = Gathering::default();
    for n in 0..10_000_u32 {
        let at = |last| ClientAddress::V4([10, (n >> 8) as u8, n as u8, last]);
        let noa = g.enter(at(1), hello("Noa", Entry::Create { seats: 2 }));
        let code = g.code(noa);
        let vahn = g.enter(at(2), hello("Vahn", Entry::Join { code, watch: false }));
        let lost = g.enter(at(3), hello("Lost", guess(n as usize)));
        if n % 3 == 0 {
            g.say(vahn, SetReady { ready: true });
            g.say(noa, start_order(SessionModel::Lockstep));
            g.load(vahn, netplay::ids::Round(1));
            g.say(vahn, pads(1, 2, 5));
        }
        match n % 4 {
            0 => g.say(vahn, Leave {}),
            1 => g.send(vahn, &[0xFF][..].into()),
            2 => g.lose(vahn),
            _ => g.mute(vahn),
        }
        if n % 2 == 0 {
            g.say(noa, Leave {});
        }
        for conn in [noa, lost] {
            g.lose(conn);
            g.forget_guest(conn);
        }
        if n % 4 != 3 {
            g.forget_guest(vahn);
        }
        g.pass_ms(3_000);
    }
    // The last lost ones, and the last addresses that guessed, are forgotten in their time.
    g.pass_ms(200_000);
    assert_eq!(g.core.load(), Load::default());
    assert_eq!(g.until_timeout_ms(), None);
    assert_eq!(g.core.counters().rooms_opened, 10_000);
}
