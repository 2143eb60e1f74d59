//! Everything that can go wrong has a title, one sentence and a next step.

use netplay::ids::StateHash;
use netplay::wire::{CloseReason, Pack, Refusal, StallCause, Text};
use party::{Next, Sentence, words};

fn refusals() -> Vec<Refusal> {
    let pack = |id: &str, byte| Pack { id: Text::truncated(id), sha256: [byte; 32] };
    vec![
        Refusal::VersionMismatch { relay: 2, client: 1 },
        Refusal::SimulationMismatch {
            room: StateHash(0x7f3a_91c2_0000_0000),
            client: StateHash(0x0102_0304_0000_0000),
        },
        Refusal::PackMismatch { room: pack("lakes", 0xaa), client: pack("hills", 0xbb) },
        Refusal::NoSuchRoom,
        Refusal::RoomFull,
        Refusal::RoomLocked,
        Refusal::Banned,
        Refusal::TooManyRooms,
        Refusal::BadToken,
        Refusal::BadName,
        Refusal::TooManyCodes { retry_ms: 12_400 },
        Refusal::AlreadyStarted,
        Refusal::NotHost,
        Refusal::NotReady,
        Refusal::NotStarted,
        Refusal::NoSuchSeat,
        Refusal::SeatTaken,
        Refusal::NoSuchPlayer,
        Refusal::HostNotIdle,
        Refusal::ChatTooFast { retry_ms: 900 },
        Refusal::WrongPhase,
        Refusal::NobodySeated,
        Refusal::PackBusy,
    ]
}

const CLOSE_REASONS: [CloseReason; 18] = [
    CloseReason::Left,
    CloseReason::Replaced,
    CloseReason::Kicked,
    CloseReason::Banned,
    CloseReason::HostLeft,
    CloseReason::ServerShutdown,
    CloseReason::Malformed,
    CloseReason::VersionMismatch,
    CloseReason::RateLimited,
    CloseReason::TooSlow,
    CloseReason::TooManyCodes,
    CloseReason::HelloTimeout,
    CloseReason::Silent,
    CloseReason::ServerFull,
    CloseReason::AddressFull,
    CloseReason::RoomEmpty,
    CloseReason::LinkLost,
    CloseReason::GraceOver,
];

const STALL_CAUSES: [StallCause; 5] = [
    StallCause::Loading,
    StallCause::Lost,
    StallCause::Silent,
    StallCause::Hidden,
    StallCause::Slow,
];

fn assert_good(sentence: &Sentence) {
    let Sentence { title, what, next } = sentence;
    assert!(!title.is_empty() && title.len() <= 40, "{title:?} is no title");
    assert!(title.starts_with(char::is_uppercase) && !title.ends_with('.'), "{title:?}");
    assert!(what.ends_with('.') && !what.trim_end_matches('.').contains(". "), "{what:?}");
    assert!(what.starts_with(|first: char| first.is_uppercase()), "{what:?}");
    assert!(!next.label().is_empty());
}

#[test]
fn every_refusal_has_its_words() {
    let refusals = refusals();
    assert_eq!(refusals.len(), Refusal::TAGS.len(), "the table above lacks a refusal");
    let sentences: Vec<Sentence> = refusals.iter().map(words::refusal).collect();
    sentences.iter().for_each(assert_good);
    let mut titles: Vec<&str> = sentences.iter().map(|sentence| &*sentence.title).collect();
    titles.sort_unstable();
    titles.dedup();
    assert_eq!(titles.len(), sentences.len(), "two refusals cannot be told apart");
}

#[test]
fn every_end_has_its_words() {
    assert_eq!(CLOSE_REASONS.len(), CloseReason::TAGS.len(), "the table above lacks a reason");
    for reason in CLOSE_REASONS {
        let sentence = words::closed(reason);
        assert_good(&sentence);
        assert_ne!(sentence.next, Next::Dismiss, "{reason:?} leaves the player on a dead screen");
        assert!(words::left(reason).ends_with('.'));
    }
}

#[test]
fn every_stall_has_its_words() {
    assert_eq!(STALL_CAUSES.len(), StallCause::TAGS.len(), "the table above lacks a cause");
    STALL_CAUSES.map(words::stall).iter().for_each(assert_good);
}

#[test]
fn a_mismatch_names_both_values() {
    let said = refusals().iter().map(|refusal| words::refusal(refusal).what).collect::<Vec<_>>();
    assert!(said[0].contains("version 2") && said[0].contains("version 1"));
    assert!(said[1].contains("7f3a91c2") && said[1].contains("01020304"));
    assert!(said[2].contains("“lakes” (aaaaaaaa)") && said[2].contains("“hills” (bbbbbbbb)"));
    assert!(said[10].contains("13 seconds"), "{}", said[10]);
}

#[test]
fn what_nobody_can_mend_is_not_tried_again() {
    for reason in
        [CloseReason::Kicked, CloseReason::Banned, CloseReason::Replaced, CloseReason::Left]
    {
        assert!(!words::worth_retrying(reason));
    }
    assert!(words::worth_retrying(CloseReason::LinkLost));
}
