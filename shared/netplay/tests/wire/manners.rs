//! Who may say what, when: the columns of `PROTOCOL.md`, held against the relay itself.

use crate::document::table;
use crate::{examples, json};
use netplay::ids::ConnId;
use netplay::wire::{CloseReason, Message, Refusal, Reject, SessionModel};
use testkit::model::Gathering;

/// An example of every message with its columns *who* and *when*.
fn columns() -> Vec<(Message, String, String)> {
    let examples = examples::messages();
    let example = |name: &str| {
        let mut all = examples.iter().map(|(_, message)| message);
        all.find(|message| json::name(message) == name).unwrap().clone()
    };
    let rows = table("## Messages").into_iter();
    rows.map(|row| (example(&row[1]), row[3].clone(), row[4].clone())).collect()
}

/// A host and a guest, each on a seat.
fn two() -> (Gathering, ConnId, ConnId) {
    let mut gathering = Gathering::default();
    let host = gathering.create("Ada", 4);
    let guest = gathering.join("Bo", host);
    (gathering, host, guest)
}

#[test]
fn before_the_welcome_only_greetings_are_heard() {
    for (message, _, _) in columns() {
        let mut gathering = Gathering::default();
        let stranger = gathering.open();
        gathering.say(stranger, message.clone());
        let is_greeting =
            matches!(message, Message::Hello(_) | Message::Ping(_) | Message::Pong(_));
        let end = (!is_greeting).then_some(CloseReason::Malformed);
        assert_eq!(gathering.closed(stranger), end, "{message:?}");
    }
}

#[test]
fn what_only_a_relay_says_ends_a_client() {
    for (message, who, _) in columns() {
        let (mut gathering, _, guest) = two();
        gathering.say(guest, message.clone());
        let end = match message {
            Message::Hello(_) => Some(CloseReason::Malformed),
            Message::Leave(_) => Some(CloseReason::Left),
            _ if who.starts_with("relay →") => Some(CloseReason::Malformed),
            _ => None,
        };
        assert_eq!(gathering.closed(guest), end, "{message:?}");
    }
}

#[test]
fn what_only_a_host_says_is_refused_or_ignored_from_a_guest() {
    for (message, _, _) in columns().into_iter().filter(|(_, who, _)| who.starts_with("host →")) {
        let (mut gathering, host, guest) = two();
        gathering.forget_all();
        gathering.say(guest, message.clone());
        let is_carried = matches!(
            message,
            Message::Event(_) | Message::StateBlob(_) | Message::Snapshot(_) | Message::Deposit(_)
        );
        let refusals = if is_carried { vec![] } else { vec![Refusal::NotHost] };
        assert_eq!(gathering.refusals(guest), refusals, "{message:?}");
        assert_eq!(gathering.heard(host), [], "{message:?}");
    }
}

#[test]
fn what_belongs_to_the_lobby_is_refused_while_a_session_runs() {
    for (message, who, _) in columns().into_iter().filter(|(_, _, when)| when == "lobby") {
        assert!(who.starts_with("member →") || who.starts_with("host →"), "{message:?}");
        let (mut gathering, host, _) = two();
        gathering.play(host, SessionModel::Lockstep);
        gathering.forget_all();
        gathering.say(host, message.clone());
        assert_eq!(gathering.refusals(host), [Refusal::WrongPhase], "{message:?}");
    }
}

#[test]
fn what_belongs_to_a_session_is_ignored_in_the_lobby() {
    let of_sessions = columns().into_iter().filter(|(_, who, when)| {
        (when == "session" || when == "loaded") && !who.starts_with("relay →")
    });
    for (message, _, _) in of_sessions {
        let (mut gathering, host, guest) = two();
        gathering.forget_all();
        gathering.say(guest, message.clone());
        assert_eq!(gathering.heard(host), [], "{message:?}");
        // A request is answered; all else has only crossed the end of the session.
        let refusal = Reject { refusal: Refusal::NotStarted };
        let is_request = matches!(message, Message::TakeSeat(_));
        let answer = is_request.then(|| refusal.into());
        assert_eq!(gathering.heard(guest), Vec::from_iter(answer), "{message:?}");
        assert_eq!(gathering.closed(guest), None, "{message:?}");
    }
}
