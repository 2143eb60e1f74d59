//! Losing a connection and coming back.
#![cfg(not(target_arch = "wasm32"))]

use netplay::ids::{ConnId, Seat, Token};
use netplay::limits;
use netplay::relay::{ClientAddress, Load};
use netplay::wire::{
    CloseReason, EndSession, Entry, Hello, Leave, Message, PlayerLeft, Presence, PresenceNotice,
    Refusal, SessionModel, SetReady, SetRoom, Text,
};
use testkit::model::{Gathering, hello};

fn two() -> (Gathering, [ConnId; 2]) {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let vahn = g.join("Vahn", noa);
    (g, [noa, vahn])
}

fn departures(g: &mut Gathering, conn: ConnId) -> Vec<PlayerLeft> {
    g.heard_of(conn, |message| match message {
        Message::PlayerLeft(left) => Some(left),
        _ => None,
    })
}

#[test]
fn a_token_gives_back_seat_name_colour_and_id() {
    let (mut g, [noa, vahn]) = two();
    let before = g.row(noa, g.id(vahn)).unwrap().clone();
    g.lose(vahn);
    assert!(!g.row(noa, g.id(vahn)).unwrap().connected, "the row waits");
    g.pass_ms(5_000);
    let entry = Entry::Resume { code: g.code(vahn), token: g.token(vahn) };
    let back = g.enter(ClientAddress::Local, Hello { colour: 6, ..hello("Other", entry) });
    assert!(g.welcome(back).resumed);
    assert_eq!(*g.row(noa, g.id(back)).unwrap(), before);
    assert!(departures(&mut g, noa).is_empty());
}

#[test]
fn a_wrong_token_changes_nothing() {
    let (mut g, [noa, vahn]) = two();
    g.lose(vahn);
    let lobby = g.lobby(noa).clone();
    let entry = Entry::Resume { code: g.code(noa), token: Token([1; 16]) };
    let guess = g.enter(ClientAddress::Local, hello("Vahn", entry));
    assert_eq!(g.refusals(guess), [Refusal::BadToken]);
    assert_eq!(*g.lobby(noa), lobby);
    let back = g.resume(vahn);
    assert_eq!(g.id(back), g.id(vahn), "the right one still works");
}

#[test]
fn the_newest_connection_of_a_token_wins() {
    let (mut g, [noa, vahn]) = two();
    g.heard(noa);
    let back = g.resume(vahn);
    assert_eq!(g.closed(vahn), Some(CloseReason::Replaced));
    assert_eq!(g.id(back), g.id(vahn));
    assert_eq!(g.lobby(noa).members.len(), 2);
    assert!(departures(&mut g, noa).is_empty());
    g.say(back, SetReady { ready: true });
    assert!(g.row(noa, g.id(back)).unwrap().ready);
    // The older socket's end, reported late, takes nothing away.
    g.core.link_lost(vahn, CloseReason::LinkLost, g.now());
    g.settle();
    assert!(g.row(noa, g.id(back)).unwrap().connected);
}

#[test]
fn fault_18_a_connection_that_breaks_is_told_to_the_room_once() {
    let (mut g, [noa, vahn]) = two();
    g.forget_all();
    for _ in 0..3 {
        g.core.link_lost(vahn, CloseReason::LinkLost, g.now());
        g.settle();
    }
    let heard = g.heard(noa);
    assert!(matches!(heard.as_slice(), [Message::Lobby(_)]), "{heard:?}");
    assert_eq!(g.core.counters().losses, 1);
}

#[test]
fn a_place_is_kept_for_the_grace_time_and_no_longer() {
    let (mut g, [noa, vahn]) = two();
    g.heard(noa);
    g.lose(vahn);
    g.pass_ms(limits::RESUME_GRACE_MS - 1);
    assert!(g.row(noa, g.id(vahn)).is_some());
    g.pass_ms(1);
    let left = PlayerLeft { player: g.id(vahn), reason: CloseReason::GraceOver };
    assert_eq!(departures(&mut g, noa), [left]);
    assert!(g.row(noa, g.id(vahn)).is_none());
    let late = g.resume(vahn);
    assert_eq!(g.refusals(late), [Refusal::BadToken]);
}

#[test]
fn leaving_is_at_once_and_for_good() {
    let (mut g, [noa, vahn]) = two();
    g.heard(noa);
    g.say(vahn, Leave {});
    let left = PlayerLeft { player: g.id(vahn), reason: CloseReason::Left };
    assert_eq!(departures(&mut g, noa), [left]);
    assert_eq!(g.closed(vahn), Some(CloseReason::Left));
    let back = g.resume(vahn);
    assert_eq!(g.refusals(back), [Refusal::BadToken]);
}

#[test]
fn an_empty_room_waits_half_a_minute_for_its_only_member() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    g.lose(noa);
    g.pass_ms(limits::EMPTY_ROOM_MS - 1);
    let back = g.resume(noa);
    assert_eq!(g.seat(back), Some(Seat(0)));
    g.lose(back);
    g.pass_ms(limits::EMPTY_ROOM_MS);
    let late = g.resume(noa);
    assert_eq!(g.refusals(late), [Refusal::NoSuchRoom]);
    g.lose(late);
    assert_eq!(g.core.load(), Load::default());
}

#[test]
fn fault_20_a_peer_that_vanishes_is_found_by_its_silence() {
    let (mut g, [noa, vahn]) = two();
    g.mute(vahn);
    g.heard(vahn);
    g.pass_ms(limits::SILENT_CLOSE_MS - 1);
    assert_eq!(g.closed(vahn), None);
    g.pass_ms(1);
    assert_eq!(g.closed(vahn), Some(CloseReason::Silent));
    assert!(!g.row(noa, g.id(vahn)).unwrap().connected);
    assert_eq!(g.closed(noa), None);
}

#[test]
fn fault_65_the_relay_pings_every_member_in_the_lobby_too() {
    let (mut g, [noa, vahn]) = two();
    g.pass_ms(60_000);
    for conn in [noa, vahn] {
        let pings = g.heard_of(conn, |message| match message {
            Message::Ping(ping) => Some(ping),
            _ => None,
        });
        assert!(pings.len() as u64 >= 60_000 / limits::PING_INTERVAL_MS);
    }
}

#[test]
fn round_trips_are_measured_and_known_to_all() {
    let (mut g, [noa, vahn]) = two();
    g.set_trip_ms(noa, 10);
    g.set_trip_ms(vahn, 80);
    g.pass_ms(60_000);
    for conn in [noa, vahn] {
        let trips: Vec<u16> = g.lobby(conn).members.iter().map(|row| row.rtt_ms).collect();
        assert_eq!(trips, [10, 80]);
    }
}

#[test]
fn a_trip_longer_than_the_time_between_pings_is_measured_too() {
    let (mut g, [noa, vahn]) = two();
    g.set_trip_ms(vahn, 3_500);
    g.pass_ms(60_000);
    let trip = g.row(noa, g.id(vahn)).unwrap().rtt_ms;
    assert!((3_400..=3_600).contains(&trip), "{trip} ms");
}

#[test]
fn fault_41_in_every_phase_somebody_with_the_hosts_tools_is_left() {
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Phase {
        Lobby,
        Countdown,
        Playing,
        Results,
    }
    for phase in [Phase::Lobby, Phase::Countdown, Phase::Playing, Phase::Results] {
        for leaves in [true, false] {
            let (mut g, [noa, vahn]) = two();
            let gala = g.join("Gala", noa);
            match phase {
                Phase::Lobby => {}
                Phase::Countdown => {
                    for conn in [vahn, gala] {
                        g.say(conn, SetReady { ready: true });
                    }
                    g.say(noa, SetRoom { locked: false, game: Text::default(), starting: true });
                    assert!(g.lobby(vahn).starting);
                }
                Phase::Playing | Phase::Results => {
                    let round = g.play(noa, SessionModel::Lockstep).round;
                    if phase == Phase::Results {
                        g.say(noa, EndSession { player: g.id(noa), round });
                    }
                }
            }
            if leaves {
                g.say(noa, Leave {});
            } else {
                g.lose(noa);
                g.pass_ms(limits::HOST_GRACE_MS);
            }
            let lobby = g.lobby(gala).clone();
            assert_eq!(lobby.host, g.id(vahn), "{phase:?}, leaves: {leaves}");
            assert!(!lobby.starting);
            assert_eq!(lobby.session.is_some(), phase == Phase::Playing);
            g.forget_all();
            g.say(vahn, SetRoom { locked: true, game: Text::default(), starting: false });
            assert!(g.refusals(vahn).is_empty());
            assert!(g.lobby(gala).locked);
        }
    }
}

#[test]
fn a_lost_member_is_shown_neither_ready_nor_hidden() {
    let (mut g, [noa, vahn]) = two();
    g.say(vahn, SetReady { ready: true });
    g.say(vahn, PresenceNotice { player: g.id(vahn), presence: Presence::Hidden });
    g.lose(vahn);
    let row = g.row(noa, g.id(vahn)).unwrap();
    assert_eq!((row.ready, row.presence, row.connected), (false, Presence::Active, false));
}
