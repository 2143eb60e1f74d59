//! Players and bots come to one state, whatever they are joined by.

use crate::support::{PATIENCE, Program, Relay, until};
use games::pack::Pack;
use net_native::{NativeClock, TcpTransport};
use netplay::code::RoomCode;
use netplay::ids::{PadWord, PlayerId};
use party::{Ask, EntryWish, Profile, Room, RoomView};
use serde_json::Value;
use std::rc::Rc;

#[test]
fn two_players_on_different_lines_come_to_the_same_digest_in_each_netcode() {
    let relay = Relay::start();
    let pairs = ["lockstep", "rollback", "sealed"].map(|netcode| {
        let (host, code) = relay.host("2", &["--seconds", "4", "--netcode", netcode]);
        let own = ["join", "--relay", &relay.tcp(), "--room", &code, "--seconds", "4"];
        let far = ["--link", "latency=30,jitter=10,loss=3%"];
        (netcode, host, Program::peer(&[&own[..], &far[..]].concat()))
    });
    for (netcode, host, guest) in pairs {
        let (host, guest) = (host.end().report(), guest.end().report());
        assert_eq!(host["tick"], 240);
        assert_eq!(host["digest"], guest["digest"], "{netcode}: {host} {guest}");
        assert!(host["digest"].is_string() && host["desync"].is_null());
        assert_eq!((&host["seat"], &guest["seat"]), (&0.into(), &1.into()));
        assert_eq!(host["netcode"], netcode);
    }
}

#[test]
fn every_game_is_played_by_who_joins_and_bots_follow_the_room() {
    let relay = Relay::start();
    let tables = ["golf", "hunt"].map(|game| {
        let words = ["--seconds", "4", "--netcode", "rollback", "--game", game];
        let (host, code) = relay.host("3", &words);
        let own = ["join", "--relay", &relay.tcp(), "--room", &code, "--seconds", "4"];
        let far = ["--link", "latency=60,loss=3%"];
        let guest = Program::peer(&[&own[..], &far[..]].concat());
        let bot = ["bot", "--relay", &relay.tcp(), "--room", &code, "--script", "walk"];
        (game, host, guest, Program::peer(&bot))
    });
    for (game, host, guest, bot) in tables {
        let (host, guest) = (host.end().report(), guest.end().report());
        assert_eq!(host["tick"], 240, "{game}");
        assert_eq!(host["digest"], guest["digest"], "{game}: {host} {guest}");
        assert!(host["digest"].is_string() && host["desync"].is_null(), "{game}: {host}");
        bot.signal("-INT");
        assert_eq!(bot.end().code, Some(0));
    }
}

#[test]
fn bots_fill_the_seats_and_a_watcher_sees_what_the_players_see() {
    let relay = Relay::start();
    let (host, code) = relay.host("3", &["--seconds", "2"]);
    let watch = ["observe", "--relay", &relay.ws(), "--room", &code, "--verbose"];
    let observer = Program::peer(&watch);
    let bots = Program::peer(&[
        "bot",
        "--relay",
        &relay.tcp(),
        "--room",
        &code,
        "--count",
        "2",
        "--script",
        "walk",
    ]);
    let seats = [bots.json()["seat"].as_u64(), bots.json()["seat"].as_u64()];
    assert_eq!(seats, [Some(1), Some(2)]);
    let host = host.end().report();
    let same = loop {
        let checkpoint = observer.json();
        if checkpoint["tick"] == host["tick"] {
            break checkpoint["digest"] == host["digest"];
        }
    };
    assert!(same, "the watcher's digest differs");
    bots.signal("-INT");
    assert_eq!(bots.end().code, Some(0));
    assert!(observer.end().report()["desync"].is_null());
}

#[test]
fn who_comes_late_takes_a_free_car_over_and_agrees_from_there() {
    let relay = Relay::start();
    let (host, code) = relay.host("1", &["--seats", "3", "--seconds", "5"]);
    let observer =
        Program::peer(&["observe", "--relay", &relay.ws(), "--room", &code, "--verbose"]);
    observer.line(); // the race runs
    let own = ["join", "--relay", &relay.tcp(), "--room", &code, "--seconds", "5", "--seat", "2"];
    let late = Program::peer(&own).end().report();
    let host = host.end().report();
    assert_eq!((&late["seat"], &late["tick"]), (&2.into(), &300.into()), "{late}");
    assert_eq!(late["digest"], host["digest"]);
}

#[test]
fn a_bot_that_is_kicked_leaves_the_others_in_their_seats() {
    let relay = Relay::start();
    let mut friend = Friend::host(&relay);
    let code = friend.code.clone();
    let bots = Program::peer(&["bot", "--relay", &relay.ws(), "--room", &code, "--count", "2"]);
    let id = |bot: Value| PlayerId(bot["player"].as_u64().expect("an id") as u32);
    let [one, other] = [bots.json(), bots.json()].map(id);
    friend.room.ask(Ask::Kick(one), friend.clock.now());
    friend.until("one to be gone", |view| (view.rows.len() == 2).then_some(()));
    let said = bots.complaint();
    assert!(said.starts_with("Bot 1 is out. You were removed"), "{said}");
    friend.room.ask(Ask::Kick(other), friend.clock.now());
    friend.until("both to be gone", |view| (view.rows.len() == 1).then_some(()));
    assert_eq!(bots.end().code, Some(2));
}

#[test]
fn a_bot_that_becomes_the_host_hands_the_role_on() {
    let relay = Relay::start();
    let (host, code) = relay.host("8", &[]);
    let bot = Program::peer(&["bot", "--relay", &relay.ws(), "--room", &code]);
    assert_eq!(bot.json()["seat"], 1);
    let mut friend = Friend::join(&relay, &code);
    host.signal("-TERM");
    assert_eq!(host.end().code, Some(0));
    friend.until("the host's role", |view| view.am_host.then_some(()));
}

/// A person's page.
struct Friend {
    room: Room,
    link: TcpTransport,
    clock: NativeClock,
    view: Option<Rc<RoomView>>,
    code: String,
}

impl Friend {
    fn host(relay: &Relay) -> Self {
        let mut friend = Self::with(relay, EntryWish::Create { seats: 8 });
        friend.code = friend.until("a room", |view| Some(view.code?.to_string()));
        friend
    }

    fn join(relay: &Relay, code: &str) -> Self {
        let wish = RoomCode::parse(code).expect("a code");
        Self::with(relay, EntryWish::Join { code: wish, watch: false })
    }

    fn with(relay: &Relay, wish: EntryWish) -> Self {
        let address = relay.tcp();
        let address = address.trim_start_matches("tcp://");
        let link = TcpTransport::connect(address, PATIENCE).expect("the relay listens");
        let clock = NativeClock::start();
        let me = Profile { name: "Noa".into(), colour: 0 };
        let mut room = Room::online(&me, wish, Pack::built_in(), 7, clock.now());
        assert!(room.wants_link(clock.now()));
        let mut friend = Self { room, link, clock, view: None, code: String::new() };
        friend.until("a seat", |view| view.my_seat);
        friend
    }

    /// Goes on until the page shows what is wanted.
    fn until<T>(&mut self, what: &str, wanted: impl Fn(&RoomView) -> Option<T>) -> T {
        until(what, || {
            let now = self.clock.now();
            self.room.receive(&mut self.link, now);
            self.room.frame(PadWord(0), now);
            self.room.transmit(&mut self.link, now);
            self.view = self.room.view_if_changed().or(self.view.take());
            self.view.as_deref().and_then(&wanted)
        })
    }
}
