//! A state in chunks: whole, or not at all.

use netplay::hash::digest;
use netplay::ids::{Frame, PlayerId};
use netplay::limits::{
    PAYLOAD_BYTES, TRANSFER_BYTES, TRANSFER_RETRY_MS, TRANSFER_SILENCE_MS, TRANSFER_WINDOW_BYTES,
};
use netplay::session::transfer::{Donations, Failure, Progress, Receiver, Sender};
use netplay::time::Instant;
use netplay::wire::{Blob, Message, TransferAck, TransferBegin, TransferChunk};

const DONOR: PlayerId = PlayerId(1);
const JOINER: PlayerId = PlayerId(2);
const START: Instant = Instant::ZERO;

fn state(bytes: usize) -> Vec<u8> {
    (0..bytes).map(|at| (at * 7 + at / 251) as u8).collect()
}

fn sender(bytes: Vec<u8>) -> Sender {
    Sender::new(JOINER, 5, Frame(900), bytes, START).unwrap()
}

/// What the relay does to a message on its way: `peer` becomes the sender.
fn stamped(mut message: Message, from: PlayerId) -> Message {
    match &mut message {
        Message::TransferBegin(it) => it.peer = from,
        Message::TransferChunk(it) => it.peer = from,
        Message::TransferAck(it) => it.peer = from,
        Message::TransferAbort(it) => it.peer = from,
        _ => panic!("{message:?} is none of a transfer's"),
    }
    message
}

/// Carries messages until both are silent; `lost` says which of the donor's messages vanish.
fn carry(donor: &mut Sender, joiner: &mut Receiver, now: Instant, mut lost: impl FnMut() -> bool) {
    loop {
        let mut quiet = true;
        while let Some(message) = donor.poll_message() {
            quiet = false;
            if !lost() {
                joiner.handle(&stamped(message, DONOR), now);
            }
            while let Some(answer) = joiner.poll_message() {
                donor.handle(&stamped(answer, JOINER), now);
            }
        }
        if quiet {
            return;
        }
    }
}

fn begin(total_bytes: u32, bytes: &[u8]) -> Message {
    let hash = digest(bytes);
    TransferBegin { peer: DONOR, id: 5, frame: Frame(900), total_bytes, hash }.into()
}

fn chunk(offset: u32, bytes: &[u8]) -> Message {
    TransferChunk { peer: DONOR, id: 5, offset, bytes: Blob::new(bytes).unwrap() }.into()
}

#[test]
fn a_state_of_any_size_arrives_whole() {
    for bytes in [1, PAYLOAD_BYTES, PAYLOAD_BYTES + 1, 100_000, TRANSFER_BYTES] {
        let (mut donor, mut joiner) = (sender(state(bytes)), Receiver::new(START));
        carry(&mut donor, &mut joiner, START, || false);
        assert_eq!(joiner.received(), Some(&state(bytes)[..]));
        assert_eq!((donor.progress(), joiner.progress()), (Progress::Done, Progress::Done));
        assert_eq!((donor.poll_timeout(), joiner.poll_timeout()), (None, None));
    }
}

#[test]
fn no_more_than_the_window_is_on_the_way() {
    let mut donor = sender(state(TRANSFER_BYTES));
    let bytes = |message: Message| match message {
        Message::TransferChunk(chunk) => chunk.bytes.len(),
        _ => 0,
    };
    let sent: usize = core::iter::from_fn(|| donor.poll_message()).map(bytes).sum();
    assert_eq!(sent, TRANSFER_WINDOW_BYTES as usize);
    let ack = TransferAck { peer: JOINER, id: 5, received_bytes: PAYLOAD_BYTES as u32 };
    donor.handle(&ack.into(), START);
    assert_eq!(core::iter::from_fn(|| donor.poll_message()).count(), 1);
}

#[test]
fn what_was_lost_is_sent_again() {
    let (mut donor, mut joiner) = (sender(state(300_000)), Receiver::new(START));
    let (mut now, mut count) = (START, 0);
    for _ in 0..100 {
        carry(&mut donor, &mut joiner, now, || {
            count += 1;
            count % 7 == 1
        });
        let Some(at) = donor.poll_timeout() else { break };
        now = at;
        donor.handle_timeout(now);
    }
    assert_eq!(joiner.received(), Some(&state(300_000)[..]));
}

#[test]
fn a_wrong_digest_is_refused_and_nothing_of_it_kept() {
    let mut joiner = Receiver::new(START);
    joiner.handle(&begin(4, b"good"), START);
    joiner.handle(&chunk(0, b"evil"), START);
    assert_eq!(joiner.progress(), Progress::Failed(Failure::WrongHash));
    assert_eq!(joiner.received(), None);
    assert!(matches!(joiner.poll_message(), Some(Message::TransferAbort(_))));
    assert_eq!(joiner.poll_message(), None);
    // The donor may try again.
    joiner.handle(&begin(4, b"good"), START);
    joiner.handle(&chunk(0, b"good"), START);
    assert_eq!(joiner.received(), Some(&b"good"[..]));
}

#[test]
fn a_state_beyond_the_cap_is_refused_before_a_byte_of_it() {
    for total in [0, TRANSFER_BYTES as u32 + 1, u32::MAX] {
        let mut joiner = Receiver::new(START);
        joiner.handle(&begin(total, b""), START);
        assert_eq!(joiner.progress(), Progress::Failed(Failure::Size));
    }
    let too_large = Sender::new(JOINER, 5, Frame(0), vec![0; TRANSFER_BYTES + 1], START);
    assert_eq!(too_large.err(), Some(Failure::Size));
    assert_eq!(Sender::new(JOINER, 5, Frame(0), vec![], START).err(), Some(Failure::Size));
}

#[test]
fn more_than_was_announced_is_refused() {
    let mut joiner = Receiver::new(START);
    joiner.handle(&begin(4, b"good"), START);
    joiner.handle(&chunk(0, b"goodness"), START);
    assert_eq!(joiner.progress(), Progress::Failed(Failure::Size));
}

#[test]
fn chunks_out_of_place_and_of_others_change_nothing() {
    let mut joiner = Receiver::new(START);
    joiner.handle(&chunk(0, b"good"), START);
    assert_eq!(joiner.progress(), Progress::Waiting);
    joiner.handle(&begin(4, b"good"), START);
    joiner.handle(&chunk(2, b"od"), START);
    joiner.handle(&chunk(u32::MAX, b"od"), START);
    joiner.handle(&stamped(chunk(0, b"good"), PlayerId(9)), START);
    joiner.handle(&chunk(0, b""), START);
    assert_eq!(joiner.progress(), Progress::Moving { done_bytes: 0, total_bytes: 4 });
    joiner.handle(&chunk(0, b"go"), START);
    joiner.handle(&chunk(0, b"go"), START);
    joiner.handle(&chunk(2, b"od"), START);
    assert_eq!(joiner.received(), Some(&b"good"[..]));
}

#[test]
fn a_donor_who_leaves_is_given_up_and_the_next_one_begins_anew() {
    let mut joiner = Receiver::new(START);
    joiner.handle(&begin(4, b"good"), START);
    joiner.handle(&chunk(0, b"go"), START);
    let silent = START + core::time::Duration::from_millis(TRANSFER_SILENCE_MS);
    assert_eq!(joiner.poll_timeout(), Some(silent));
    joiner.handle_timeout(silent);
    assert_eq!(joiner.progress(), Progress::Failed(Failure::Silent));

    let next = PlayerId(3);
    let mut donor = Sender::new(JOINER, 1, Frame(950), state(20_000), silent).unwrap();
    while let Some(message) = donor.poll_message() {
        joiner.handle(&stamped(message, next), silent);
        while let Some(answer) = joiner.poll_message() {
            donor.handle(&stamped(answer, JOINER), silent);
        }
    }
    assert_eq!(joiner.received(), Some(&state(20_000)[..]));
}

#[test]
fn a_joiner_who_leaves_is_given_up() {
    let mut donor = sender(state(20_000));
    while donor.poll_message().is_some() {}
    let mut retries = 0;
    while let Some(at) = donor.poll_timeout() {
        donor.handle_timeout(at);
        retries += core::iter::from_fn(|| donor.poll_message())
            .filter(|message| matches!(message, Message::TransferBegin(_)))
            .count();
    }
    assert_eq!(retries as u64, TRANSFER_SILENCE_MS / TRANSFER_RETRY_MS - 1);
    assert_eq!(donor.progress(), Progress::Failed(Failure::Silent));
}

#[test]
fn a_joiner_who_cannot_use_what_came_says_so_and_takes_the_next_ones() {
    let mut joiner = Receiver::new(START);
    joiner.handle(&begin(4, b"good"), START);
    joiner.handle(&chunk(0, b"good"), START);
    assert!(matches!(joiner.poll_message(), Some(Message::TransferAck(_))));
    joiner.abort();
    assert!(matches!(joiner.poll_message(), Some(Message::TransferAbort(_))));
    assert_eq!((joiner.poll_message(), joiner.received()), (None, None));
    joiner.handle(&begin(4, b"good"), START);
    joiner.handle(&chunk(0, b"good"), START);
    assert_eq!(joiner.received(), Some(&b"good"[..]));
}

#[test]
fn a_new_donation_to_the_same_member_takes_the_earlier_ones_place_and_no_other_is_touched() {
    let other = PlayerId(3);
    let mut donations = Donations::default();
    for (to, bytes) in [(JOINER, 20_000), (other, 10), (JOINER, 30)] {
        let donate = |out: &mut Vec<u8>| {
            out.extend(state(bytes));
            Frame(bytes as u32)
        };
        donations.begin(to, donate, START);
    }
    let begun = |due: &[Message]| -> Vec<(PlayerId, u32, u32)> {
        due.iter()
            .filter_map(|message| match message {
                Message::TransferBegin(it) => Some((it.peer, it.id, it.total_bytes)),
                _ => None,
            })
            .collect()
    };
    assert_eq!(begun(&donations.poll(START)), [(other, 2, 10), (JOINER, 3, 30)]);
    let done = TransferAck { peer: other, id: 2, received_bytes: 10 };
    donations.handle(&done.into(), START);
    donations.forget(JOINER);
    let later = START + core::time::Duration::from_millis(TRANSFER_RETRY_MS);
    assert_eq!(donations.poll(later), [], "one has all of it, the other is gone");
    donations.begin(JOINER, |out| (out.resize(TRANSFER_BYTES + 1, 0), Frame(1)).1, later);
    assert_eq!(donations.poll(later), [], "more than a transfer carries");
}
