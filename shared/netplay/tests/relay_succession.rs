//! A session that lives on its host survives it, or ends so that everybody knows.
#![cfg(not(target_arch = "wasm32"))]

use netplay::ids::{ConnId, PlayerId, Round, Seq};
use netplay::limits;
use netplay::wire::{
    Action, Blob, CloseReason, Deposit, EndSession, HostChanged, Leave, Loaded, Message, Moderate,
    Moderation, Presence, PresenceNotice, SessionModel, Snapshot, TakeSeat,
};
use testkit::model::{Gathering, start_order};

const MODELS: [SessionModel; 3] =
    [SessionModel::HostAuthority, SessionModel::Server, SessionModel::Views];
const ROUND: Round = Round(1);

/// Noa hosts a session in four seats; Vahn and Gala play along.
fn game(model: SessionModel) -> (Gathering, [ConnId; 3]) {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let vahn = g.join("Vahn", noa);
    let gala = g.join("Gala", noa);
    g.play(noa, model);
    g.forget_all();
    (g, [noa, vahn, gala])
}

fn deposit(byte: u8) -> Deposit {
    Deposit { seq: Seq(byte.into()), payload: Blob::new([byte]).unwrap() }
}

/// What concerns the host's succession of all that was heard, in order.
fn told(g: &mut Gathering, conn: ConnId) -> Vec<Message> {
    g.heard_of(conn, |message| {
        let concerns = matches!(
            message,
            Message::HostChanged(_) | Message::Deposit(_) | Message::EndSession(_)
        );
        concerns.then_some(message)
    })
}

fn is_on(g: &Gathering, conn: ConnId) -> bool {
    g.lobby(conn).session == Some(ROUND)
}

#[test]
fn fault_41_who_leaves_is_followed_at_once_and_the_next_host_has_the_deposit() {
    for model in MODELS {
        let (mut g, [noa, vahn, gala]) = game(model);
        g.say(noa, deposit(1));
        g.say(noa, deposit(2));
        g.say(noa, Leave {});
        let change = Message::from(HostChanged { player: g.id(vahn) });
        assert_eq!(told(&mut g, vahn), [change.clone(), deposit(2).into()], "{model:?}");
        assert_eq!(told(&mut g, gala), [change], "it is for the next host alone");
        assert!(is_on(&g, vahn) && is_on(&g, gala));
        assert_eq!(g.lobby(gala).host, g.id(vahn));
        g.say(gala, Action { player: PlayerId(0), payload: Blob::default() });
        g.say(vahn, Snapshot { frame: Default::default(), payload: Blob::default() });
        let hears = |g: &mut Gathering, conn| !g.heard(conn).is_empty();
        assert!(hears(&mut g, vahn) && hears(&mut g, gala), "the round goes on");
    }
}

#[test]
fn the_next_host_knows_who_has_loaded_watchers_too() {
    let (mut g, [noa, vahn, gala]) = game(SessionModel::Server);
    let (songi, loading) = (g.watch("Songi", noa), g.watch("Terra", noa));
    g.load(songi, ROUND);
    g.forget_all();
    g.say(noa, Leave {});
    let loaded = g.heard_of(vahn, |message| match message {
        Message::Loaded(Loaded { player, .. }) => Some(player),
        _ => None,
    });
    assert_eq!(loaded, [g.id(gala), g.id(songi)]);
    assert!(!loaded.contains(&g.id(loading)));
}

#[test]
fn fault_41_what_only_the_host_knew_ends_with_it_and_the_room_stays() {
    let (mut g, [noa, vahn, gala]) = game(SessionModel::HostAuthority);
    g.say(noa, Leave {});
    let player = g.id(vahn);
    let end = [HostChanged { player }.into(), EndSession { player, round: ROUND }.into()];
    assert_eq!(told(&mut g, vahn), end);
    assert_eq!(told(&mut g, gala), end);
    assert_eq!(g.lobby(gala).session, None);
    g.play(vahn, SessionModel::HostAuthority);
    assert_eq!(g.lobby(gala).session, Some(Round(2)), "the new host starts the next one");
}

#[test]
fn fault_41_a_server_needs_no_deposit() {
    let (mut g, [noa, vahn, gala]) = game(SessionModel::Server);
    g.say(noa, Leave {});
    assert_eq!(told(&mut g, gala), [HostChanged { player: g.id(vahn) }.into()]);
    assert!(is_on(&g, gala));
}

#[test]
fn fault_41_a_lost_host_has_two_seconds_and_then_the_next_goes_on() {
    for model in MODELS {
        let (mut g, [noa, vahn, gala]) = game(model);
        g.say(noa, deposit(7));
        g.lose(noa);
        g.pass_ms(limits::AUTHORITY_GRACE_MS - 1);
        assert_eq!(told(&mut g, gala), []);
        g.pass_ms(1);
        assert_eq!(told(&mut g, gala), [HostChanged { player: g.id(vahn) }.into()]);
        assert!(told(&mut g, vahn).contains(&deposit(7).into()));
        assert!(is_on(&g, gala));
    }
}

#[test]
fn a_host_who_is_back_in_time_goes_on_as_if_nothing_had_been() {
    for model in MODELS {
        let (mut g, [noa, vahn, _]) = game(model);
        g.say(noa, deposit(7));
        g.lose(noa);
        g.pass_ms(limits::AUTHORITY_GRACE_MS - 1);
        let back = g.resume(noa);
        assert_eq!(told(&mut g, back), [deposit(7).into()], "in case it has lost its own");
        g.load(back, ROUND);
        g.pass_ms(60_000);
        assert_eq!(told(&mut g, vahn), []);
        assert_eq!(g.lobby(vahn).host, g.id(noa));
        g.forget_all();
        g.say(vahn, Action { player: PlayerId(0), payload: Blob::default() });
        assert_eq!(g.heard(back).len(), 1);
    }
}

#[test]
fn a_host_who_comes_back_without_the_session_is_followed_five_seconds_after_the_loss() {
    let (mut g, [noa, vahn, _]) = game(SessionModel::Server);
    g.lose(noa);
    g.pass_ms(1_000);
    let back = g.resume(noa);
    g.pass_ms(limits::AUTHORITY_VACANT_MS - 1_001);
    assert_eq!(g.lobby(vahn).host, g.id(noa));
    g.pass_ms(1);
    assert_eq!(g.lobby(vahn).host, g.id(vahn));
    g.load(back, ROUND);
    assert_eq!(g.lobby(vahn).host, g.id(vahn), "a guest now, as everybody");
    g.forget_all();
    g.say(back, deposit(9));
    assert_eq!(g.core.counters().undeliverable, 1);
}

#[test]
fn a_host_of_whom_nothing_is_heard_is_followed_within_five_seconds() {
    let (mut g, [noa, vahn, _]) = game(SessionModel::Server);
    g.say(noa, Presence::Active.notice());
    g.mute(noa);
    g.pass_ms(limits::AUTHORITY_SILENT_MS - 1);
    assert_eq!(g.lobby(vahn).host, g.id(noa));
    g.pass_ms(1);
    assert_eq!(g.lobby(vahn).host, g.id(vahn));
    assert_eq!(g.closed(noa), None, "it may still come to as a guest");
    g.pass_ms(20_000);
    assert_eq!(g.closed(noa), Some(CloseReason::Silent));
}

trait Notice {
    fn notice(self) -> PresenceNotice;
}

impl Notice for Presence {
    fn notice(self) -> PresenceNotice {
        PresenceNotice { player: PlayerId(0), presence: self }
    }
}

#[test]
fn the_next_host_is_seated_and_seen_and_holds_the_session() {
    let (mut g, [noa, vahn, gala]) = game(SessionModel::Server);
    let songi = g.watch("Songi", noa);
    g.load(songi, ROUND);
    let loading = g.watch("Terra", noa);
    let host = |g: &Gathering| g.lobby(loading).host;
    g.say(vahn, Presence::Hidden.notice());
    g.pass_ms(limits::HIDDEN_SEAT_MS);
    g.say(noa, Leave {});
    assert_eq!(host(&g), g.id(gala), "the earliest on a seat is not looking");
    g.say(gala, Leave {});
    assert_eq!(host(&g), g.id(songi), "a watcher rather than a hidden page");
    g.say(songi, Leave {});
    assert_eq!(host(&g), g.id(vahn), "a hidden page rather than nobody");
    assert!(is_on(&g, loading));
    g.say(vahn, Leave {});
    assert_eq!(host(&g), g.id(loading));
    assert!(!is_on(&g, loading), "nobody holds it any more");
}

#[test]
fn one_host_after_the_other_may_go() {
    let (mut g, [noa, vahn, gala]) = game(SessionModel::HostAuthority);
    g.say(noa, deposit(1));
    g.say(noa, Leave {});
    g.forget_all();
    g.lose(vahn);
    g.pass_ms(limits::AUTHORITY_GRACE_MS);
    let change = HostChanged { player: g.id(gala) }.into();
    assert_eq!(told(&mut g, gala), [change, deposit(1).into()], "the newest there is");
}

#[test]
fn without_anybody_who_holds_it_a_session_waits_three_seconds_more() {
    let (mut g, [noa, vahn, gala]) = game(SessionModel::Server);
    let vahn = {
        g.lose(vahn);
        g.resume(vahn)
    };
    g.lose(gala);
    g.lose(noa);
    g.pass_ms(limits::AUTHORITY_VACANT_MS - 1);
    assert!(is_on(&g, vahn));
    g.load(vahn, ROUND);
    assert_eq!(g.lobby(vahn).host, g.id(vahn), "just in time");
    let vahn = g.resume(vahn);
    g.pass_ms(limits::AUTHORITY_VACANT_MS + 3_000);
    assert!(is_on(&g, vahn), "a host alone is waited for like anybody who loads");
    g.pass_ms(limits::LOADING_MS);
    assert!(!is_on(&g, vahn));
}

#[test]
fn fault_42_everybody_is_cut_off_and_whoever_comes_first_goes_on() {
    let (mut g, [noa, vahn, gala]) = game(SessionModel::HostAuthority);
    g.say(noa, deposit(3));
    for conn in [noa, vahn, gala] {
        g.lose(conn);
    }
    g.pass_ms(limits::EMPTY_ROOM_MS - 1_000);
    let vahn = g.resume(vahn);
    g.pass_ms(1_000);
    assert!(is_on(&g, vahn));
    g.load(vahn, ROUND);
    assert!(told(&mut g, vahn).contains(&deposit(3).into()));
    assert_eq!(g.lobby(vahn).host, g.id(vahn));
    let noa = g.resume(noa);
    assert_eq!(g.lobby(noa).host, g.id(vahn));
}

#[test]
fn fault_42_a_host_who_comes_first_goes_on_with_its_own_state() {
    let (mut g, [noa, vahn, gala]) = game(SessionModel::HostAuthority);
    for conn in [noa, vahn, gala] {
        g.lose(conn);
    }
    g.pass_ms(limits::EMPTY_ROOM_MS - 1_000);
    let noa = g.resume(noa);
    g.load(noa, ROUND);
    let vahn = g.resume(vahn);
    g.load(vahn, ROUND);
    g.pass_ms(60_000);
    assert!(is_on(&g, vahn));
    assert_eq!(g.lobby(vahn).host, g.id(noa));
}

#[test]
fn a_host_who_never_loads_what_it_started_keeps_nobody_waiting_for_ever() {
    for model in MODELS {
        let mut g = Gathering::default();
        let noa = g.create("Noa", 4);
        let vahn = g.join("Vahn", noa);
        g.say(vahn, netplay::wire::SetReady { ready: true });
        g.say(noa, start_order(model));
        g.load(vahn, ROUND);
        g.pass_ms(limits::LOADING_MS);
        assert_eq!(g.lobby(vahn).host, g.id(vahn));
        assert_eq!(is_on(&g, vahn), model == SessionModel::Server);
    }
}

#[test]
fn a_deposit_is_of_one_session_only() {
    let (mut g, [noa, vahn, gala]) = game(SessionModel::HostAuthority);
    g.say(noa, deposit(1));
    g.say(noa, EndSession { player: PlayerId(0), round: ROUND });
    g.play(noa, SessionModel::HostAuthority);
    g.forget_all();
    g.say(noa, Leave {});
    assert!(told(&mut g, vahn).iter().all(|message| !matches!(message, Message::Deposit(_))));
    assert_eq!(g.lobby(gala).session, None);
}

#[test]
fn a_host_alone_keeps_its_session_through_silence_and_loss() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 2);
    g.play(noa, SessionModel::HostAuthority);
    g.mute(noa);
    g.pass_ms(limits::SILENT_CLOSE_MS + 10_000);
    let noa = g.resume(noa);
    assert!(is_on(&g, noa));
    g.load(noa, ROUND);
    g.pass_ms(60_000);
    assert!(is_on(&g, noa));
    let late = g.watch("Songi", noa);
    g.load(late, ROUND);
    g.say(late, TakeSeat { seat: None });
    assert!(g.seat(late).is_some());
}

#[test]
fn a_kicked_guest_changes_nothing_about_the_host() {
    let (mut g, [noa, vahn, gala]) = game(SessionModel::Server);
    g.say(noa, Moderate { player: g.id(vahn), act: Moderation::Kick });
    g.pass_ms(60_000);
    assert_eq!(told(&mut g, gala), []);
    assert!(is_on(&g, gala));
}
