//! The lobby: seats, readiness, the host's tools, chat, votes.
#![cfg(not(target_arch = "wasm32"))]

use netplay::ids::{ConnId, PlayerId, Seat};
use netplay::limits;
use netplay::relay::ClientAddress;
use netplay::wire::{
    AssignSeat, Chat, ChatKind, CloseReason, Entry, HandHost, Leave, Message, Moderate, Moderation,
    Presence, PresenceNotice, Profile, Refusal, Rescue, SessionModel, SetReady, SetRoom, Text,
    Vote,
};
use testkit::model::{Gathering, hello, name, start_order};

const READY: SetReady = SetReady { ready: true };

fn assign(player: PlayerId, seat: Option<u16>) -> AssignSeat {
    AssignSeat { player, seat: seat.map(Seat) }
}

fn set_room(locked: bool, game: &str, starting: bool) -> SetRoom {
    SetRoom { locked, game: Text::truncated(game), starting }
}

fn line(text: &str) -> Chat {
    Chat { player: PlayerId(99), kind: ChatKind::Line, text: Text::truncated(text) }
}

fn lines(g: &mut Gathering, conn: ConnId) -> Vec<(PlayerId, String)> {
    g.heard_of(conn, |message| match message {
        Message::Chat(chat) => Some((chat.player, chat.text.to_string())),
        _ => None,
    })
}

/// Noa hosts, Vahn and Gala sit beside.
fn three() -> (Gathering, [ConnId; 3]) {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let vahn = g.join("Vahn", noa);
    let gala = g.join("Gala", noa);
    g.forget_all();
    (g, [noa, vahn, gala])
}

// --- seats -----------------------------------------------------------------------------------

#[test]
fn the_host_moves_anybody_to_a_free_seat_or_to_the_spectators() {
    let (mut g, [noa, vahn, gala]) = three();
    g.say(noa, assign(g.id(vahn), Some(3)));
    g.say(noa, assign(g.id(gala), None));
    assert_eq!([noa, vahn, gala].map(|conn| g.seat(conn)), [Some(Seat(0)), Some(Seat(3)), None]);
}

#[test]
fn a_seat_request_that_cannot_be_is_refused_with_its_reason() {
    let (mut g, [noa, vahn, gala]) = three();
    for (who, order, refusal) in [
        (vahn, assign(g.id(gala), None), Refusal::NotHost),
        (noa, assign(PlayerId(77), None), Refusal::NoSuchPlayer),
        (noa, assign(g.id(vahn), Some(4)), Refusal::NoSuchSeat),
        (noa, assign(g.id(vahn), Some(2)), Refusal::SeatTaken),
    ] {
        g.say(who, order);
        assert_eq!(g.refusals(who), [refusal]);
    }
    assert_eq!([vahn, gala].map(|conn| g.seat(conn)), [Some(Seat(1)), Some(Seat(2))]);
}

#[test]
fn a_spectator_counts_in_no_readiness_and_no_vote() {
    let (mut g, [noa, vahn, gala]) = three();
    g.say(noa, assign(g.id(gala), None));
    g.say(vahn, READY);
    g.say(gala, READY);
    g.say(gala, Vote { game: Some(Text::truncated("golf")) });
    let row = g.row(noa, g.id(gala)).unwrap();
    assert_eq!((row.ready, &row.vote), (false, &None));
    g.say(noa, start_order(SessionModel::Lockstep));
    assert!(g.lobby(noa).session.is_some());
}

// --- readiness and the start -----------------------------------------------------------------

#[test]
fn only_the_host_starts_and_only_when_every_seated_guest_is_ready() {
    let (mut g, [noa, vahn, gala]) = three();
    g.say(vahn, start_order(SessionModel::Lockstep));
    assert_eq!(g.refusals(vahn), [Refusal::NotHost]);
    g.say(vahn, READY);
    g.say(noa, start_order(SessionModel::Lockstep));
    assert_eq!(g.refusals(noa), [Refusal::NotReady]);
    g.say(gala, READY);
    g.say(noa, start_order(SessionModel::Lockstep));
    assert_eq!(g.lobby(vahn).session, g.lobby(noa).session);
    assert!(g.lobby(noa).session.is_some());
    g.say(noa, start_order(SessionModel::Lockstep));
    assert_eq!(g.refusals(noa), [Refusal::WrongPhase]);
}

#[test]
fn five_spectators_hold_four_players_up_in_nothing() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let guests: Vec<_> = (0..3).map(|n| g.join(&format!("Guest {n}"), noa)).collect();
    let watchers: Vec<_> = (0..5).map(|n| g.watch(&format!("Watcher {n}"), noa)).collect();
    for guest in &guests {
        g.say(*guest, READY);
    }
    g.pass_ms(limits::HOST_IDLE_MS);
    for watcher in watchers {
        g.say(watcher, READY);
        g.say(watcher, Rescue { wanted: true });
        g.say(watcher, Vote { game: Some(Text::truncated("golf")) });
    }
    assert_eq!(g.lobby(noa).host, g.id(noa), "spectators rescue nobody");
    assert!(g.lobby(noa).members.iter().all(|row| row.vote.is_none()));
    g.say(noa, start_order(SessionModel::Lockstep));
    assert!(g.lobby(noa).session.is_some());
}

#[test]
fn what_changes_nothing_is_told_to_nobody() {
    let (mut g, [noa, vahn, _]) = three();
    g.say(vahn, READY);
    g.forget_all();
    for _ in 0..100 {
        g.say(vahn, READY);
    }
    assert!(g.heard(noa).is_empty());
}

#[test]
fn a_lost_guest_holds_nobody_up() {
    let (mut g, [noa, vahn, gala]) = three();
    g.lose(gala);
    let start = g.play(noa, SessionModel::Lockstep);
    assert_eq!(start.seats, [Some(g.id(noa)), Some(g.id(vahn)), None, None]);
}

#[test]
fn nothing_starts_while_nobody_sits() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    g.say(noa, assign(g.id(noa), None));
    g.say(noa, start_order(SessionModel::Lockstep));
    assert_eq!(g.refusals(noa), [Refusal::NobodySeated]);
}

#[test]
fn a_countdown_runs_only_while_every_seated_guest_is_ready() {
    let (mut g, [noa, vahn, gala]) = three();
    g.say(noa, set_room(false, "racing", true));
    assert_eq!(g.refusals(noa), [Refusal::NotReady]);
    let ready = |g: &mut Gathering| {
        g.say(vahn, READY);
        g.say(gala, READY);
        g.say(noa, set_room(false, "racing", true));
        assert!(g.lobby(gala).starting);
    };
    ready(&mut g);
    g.say(vahn, SetReady { ready: false });
    assert!(!g.lobby(gala).starting, "a guest is not ready any more");
    ready(&mut g);
    let songi = g.watch("Songi", noa);
    assert!(!g.lobby(gala).starting, "somebody came");
    ready(&mut g);
    g.say(songi, Leave {});
    assert!(!g.lobby(gala).starting, "somebody went");
    ready(&mut g);
    g.say(noa, start_order(SessionModel::Lockstep));
    assert!(!g.lobby(gala).starting, "it has led to a start");
}

#[test]
fn votes_are_seen_and_cleared_by_the_start() {
    let (mut g, [noa, vahn, _]) = three();
    let golf = Some(Text::truncated("golf"));
    g.say(vahn, Vote { game: golf.clone() });
    assert_eq!(g.row(noa, g.id(vahn)).unwrap().vote, golf);
    g.play(noa, SessionModel::Lockstep);
    assert_eq!(g.row(noa, g.id(vahn)).unwrap().vote, None);
}

#[test]
fn a_profile_changes_in_the_lobby_only() {
    let (mut g, [noa, vahn, gala]) = three();
    let wish = |who: &str, colour| Profile { name: name(who), colour };
    g.say(vahn, wish("Gala", 7));
    let row = g.row(noa, g.id(vahn)).unwrap();
    assert_eq!((&*row.name, row.colour), ("Gala (2)", 7));
    g.say(gala, wish("Gala", 7));
    let row = g.row(noa, g.id(gala)).unwrap();
    assert_eq!((&*row.name, row.colour), ("Gala", 2), "a taken colour is not given");
    g.say(gala, wish("\u{200b}", 3));
    assert_eq!(g.refusals(gala), [Refusal::BadName]);
    g.play(noa, SessionModel::Lockstep);
    g.say(gala, wish("Songi", 3));
    assert_eq!(g.refusals(gala), [Refusal::WrongPhase]);
}

// --- chat ------------------------------------------------------------------------------------

#[test]
fn a_line_reaches_everybody_in_one_order_under_its_real_sender() {
    let (mut g, [noa, vahn, gala]) = three();
    g.say(vahn, line("hi\u{202e}  \u{7}all"));
    g.say(noa, line("hello"));
    let expected = [(g.id(vahn), "hi all".into()), (g.id(noa), "hello".into())];
    for conn in [noa, vahn, gala] {
        assert_eq!(lines(&mut g, conn), expected);
    }
}

#[test]
fn the_sixth_line_in_five_seconds_is_refused_with_the_time_to_wait() {
    let (mut g, [noa, vahn, _]) = three();
    for _ in 0..limits::CHAT_LINES {
        g.say(vahn, Chat { kind: ChatKind::Emote, ..line("wave") });
    }
    g.say(vahn, line("sixth"));
    let [Refusal::ChatTooFast { retry_ms }] = g.refusals(vahn)[..] else { panic!("not refused") };
    assert_eq!(lines(&mut g, noa).len(), 5);
    g.pass_ms(retry_ms.into());
    g.say(vahn, line("seventh"));
    assert_eq!(lines(&mut g, noa).len(), 1);
}

#[test]
fn a_line_of_nothing_visible_is_not_said() {
    let (mut g, [noa, vahn, _]) = three();
    g.say(vahn, line("\u{200b}\u{202e}"));
    assert!(lines(&mut g, noa).is_empty());
}

#[test]
fn presence_is_stamped_and_shown() {
    let (mut g, [noa, vahn, _]) = three();
    g.say(vahn, PresenceNotice { player: PlayerId(1), presence: Presence::Typing });
    assert_eq!(g.row(noa, g.id(vahn)).unwrap().presence, Presence::Typing);
    let notice = PresenceNotice { player: g.id(vahn), presence: Presence::Typing };
    assert!(g.heard(noa).contains(&Message::Presence(notice)));
}

// --- the host --------------------------------------------------------------------------------

#[test]
fn the_earliest_member_hosts_when_the_host_leaves() {
    let (mut g, [noa, vahn, gala]) = three();
    g.say(noa, Leave {});
    assert_eq!(g.lobby(gala).host, g.id(vahn));
    g.say(vahn, start_order(SessionModel::Lockstep));
    assert_eq!(g.refusals(vahn), [Refusal::NotReady], "the new host has the host's tools");
}

#[test]
fn a_lost_host_keeps_the_role_for_ten_seconds() {
    let (mut g, [noa, vahn, gala]) = three();
    g.lose(noa);
    g.pass_ms(limits::HOST_GRACE_MS - 1);
    assert_eq!(g.lobby(gala).host, g.id(noa));
    g.pass_ms(1);
    assert_eq!(g.lobby(gala).host, g.id(vahn));
    let back = g.resume(noa);
    assert_eq!(g.lobby(back).host, g.id(vahn), "and does not get it back");
}

#[test]
fn a_host_who_reloads_still_hosts() {
    let (mut g, [noa, _, gala]) = three();
    g.lose(noa);
    g.pass_ms(limits::HOST_GRACE_MS - 1);
    let back = g.resume(noa);
    g.pass_ms(limits::HOST_GRACE_MS);
    assert_eq!(g.lobby(gala).host, g.id(back));
}

#[test]
fn the_first_to_come_back_hosts_a_room_that_lost_everybody() {
    let (mut g, [noa, vahn, gala]) = three();
    for conn in [noa, vahn, gala] {
        g.lose(conn);
    }
    g.pass_ms(limits::HOST_GRACE_MS + 1_000);
    let back = g.resume(gala);
    assert_eq!(g.lobby(back).host, g.id(back));
}

#[test]
fn the_host_hands_the_role_to_a_member_who_is_here() {
    let (mut g, [noa, vahn, gala]) = three();
    g.say(vahn, HandHost { player: g.id(vahn) });
    assert_eq!(g.refusals(vahn), [Refusal::NotHost]);
    g.lose(vahn);
    g.say(noa, HandHost { player: g.id(vahn) });
    assert_eq!(g.refusals(noa), [Refusal::NoSuchPlayer]);
    g.say(noa, HandHost { player: g.id(gala) });
    assert_eq!(g.lobby(noa).host, g.id(gala));
}

#[test]
fn a_majority_of_the_ready_guests_replaces_an_idle_host() {
    let (mut g, [noa, vahn, gala]) = three();
    let songi = g.join("Songi", noa);
    for conn in [vahn, gala, songi] {
        g.say(conn, READY);
    }
    g.say(gala, Rescue { wanted: true });
    assert_eq!(g.refusals(gala), [Refusal::HostNotIdle]);
    g.pass_ms(limits::HOST_IDLE_MS);
    g.say(gala, Rescue { wanted: true });
    assert_eq!(g.lobby(gala).host, g.id(noa), "one of three is no majority");
    assert!(g.row(noa, g.id(gala)).unwrap().rescue);
    g.say(songi, Rescue { wanted: true });
    assert_eq!(g.lobby(noa).host, g.id(gala), "the earliest of those who want it");
    assert!(g.lobby(noa).members.iter().all(|row| !row.rescue));
}

#[test]
fn a_host_who_does_something_is_not_replaced() {
    let (mut g, [noa, vahn, gala]) = three();
    for conn in [vahn, gala] {
        g.say(conn, READY);
    }
    g.pass_ms(limits::HOST_IDLE_MS);
    g.say(gala, Rescue { wanted: true });
    g.say(noa, PresenceNotice { player: PlayerId(0), presence: Presence::Away });
    assert!(g.row(vahn, g.id(gala)).unwrap().rescue, "being away is not doing something");
    g.say(noa, line("back!"));
    assert!(!g.row(vahn, g.id(gala)).unwrap().rescue);
    g.say(vahn, Rescue { wanted: true });
    assert_eq!(g.refusals(vahn), [Refusal::HostNotIdle]);
}

#[test]
fn somebody_not_ready_has_no_say_about_the_host() {
    let (mut g, [noa, vahn, gala]) = three();
    g.say(vahn, READY);
    g.pass_ms(limits::HOST_IDLE_MS);
    g.say(gala, Rescue { wanted: true });
    assert_eq!(g.lobby(gala).host, g.id(noa));
    g.say(gala, READY);
    assert_eq!(g.lobby(gala).host, g.id(noa), "one of two is no majority");
    g.say(vahn, SetReady { ready: false });
    assert_eq!(g.lobby(gala).host, g.id(gala), "one of one is");
}

// --- moderation ------------------------------------------------------------------------------

#[test]
fn a_kicked_guest_is_told_and_may_come_back_as_somebody_new() {
    let (mut g, [noa, vahn, gala]) = three();
    g.say(vahn, Moderate { player: g.id(gala), act: Moderation::Kick });
    assert_eq!(g.refusals(vahn), [Refusal::NotHost]);
    g.say(noa, Moderate { player: g.id(noa), act: Moderation::Kick });
    assert_eq!(g.refusals(noa), [Refusal::NoSuchPlayer]);
    g.say(noa, Moderate { player: g.id(gala), act: Moderation::Kick });
    assert_eq!(g.closed(gala), Some(CloseReason::Kicked));
    assert!(g.row(vahn, g.id(gala)).is_none());
    let token = g.resume(gala);
    assert_eq!(g.refusals(token), [Refusal::BadToken]);
    let again = g.join("Gala", noa);
    assert_ne!(g.id(again), g.id(gala));
}

#[test]
fn a_banned_guest_comes_back_neither_by_token_nor_from_the_same_address() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 8);
    let code = g.code(noa);
    let home = ClientAddress::V4([203, 0, 113, 5]);
    let join = |who: &str| hello(who, Entry::Join { code, watch: false });
    let troll = g.enter(home, join("Troll"));
    let mate = g.enter(home, join("Mate"));
    g.say(noa, Moderate { player: g.id(troll), act: Moderation::Ban });
    assert_eq!(g.closed(troll), Some(CloseReason::Banned));
    let by_token = g.resume(troll);
    assert_eq!(g.refusals(by_token), [Refusal::Banned]);
    let by_address = g.enter(home, join("Angel"));
    assert_eq!(g.refusals(by_address), [Refusal::Banned]);

    // The household's other member is untouched, and comes back by their own token.
    assert_eq!(g.closed(mate), None);
    g.lose(mate);
    let entry = Entry::Resume { code, token: g.token(mate) };
    let back = g.enter(home, hello("Mate", entry));
    assert_eq!(g.id(back), g.id(mate));
    // And the ban ends with the room.
    let other_room = g.enter(home, hello("Troll", Entry::Create { seats: 2 }));
    assert!(g.is_welcome(other_room));
}
