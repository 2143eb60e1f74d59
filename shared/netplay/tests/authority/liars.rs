//! A host that lies, or whose bytes are cut: a replica neither works without end nor grows.

use crate::events::{ANN, HOST, NOW, Replica, history, replica, told};
use netplay::ids::{PlayerId, Seq, StateHash};
use netplay::limits::{EVENTS_HELD_BYTES, PAYLOAD_BYTES, STATE_ASK_MS, STATE_ASKS};
use netplay::rng::SimRng;
use netplay::session::authority::{AuthorityEvent, AuthorityReplica, Failure};
use netplay::time::Instant;
use netplay::wire::{Blob, Event, Message, StateBlob, StateRequest};
use testkit::toy_auction::{ToyAuction, bid, judge};

/// How often it asks, while `answer` says what the host sends for each question.
fn asks(replica: &mut Replica, mut answer: impl FnMut() -> Vec<Message>) -> u32 {
    let mut asked = 0;
    for _ in 0..100 {
        let Some(message) = replica.poll_message() else { break };
        assert!(matches!(message, Message::StateRequest(StateRequest { player: ANN })));
        asked += 1;
        answer().iter().for_each(|message| replica.handle(message, NOW));
    }
    asked
}

/// The right state after three events, for Ann.
fn state() -> StateBlob {
    let (mut host, _) = history(3);
    host.handle(&StateRequest { player: ANN }.into(), &mut judge, NOW);
    let blobs = std::iter::from_fn(|| host.poll_message());
    let mut blobs = blobs.filter_map(|message| match message {
        Message::StateBlob(blob) => Some(blob),
        _ => None,
    });
    blobs.next().expect("an answer")
}

fn late() -> Replica {
    AuthorityReplica::late(ToyAuction::default(), ANN, NOW)
}

#[test]
fn fault_39_a_state_cut_anywhere_is_refused_asked_for_three_times_and_then_declared() {
    let whole = state();
    for cut in 0..whole.payload.len() {
        let payload = Blob::new(&whole.payload[..cut]).unwrap();
        let blob = Message::from(StateBlob { payload, ..whole.clone() });
        let mut ann = late();
        assert_eq!(asks(&mut ann, || vec![blob.clone()]), STATE_ASKS, "cut at {cut}");
        assert_eq!(ann.failure(), Some(Failure::Disagrees));
        assert_eq!(told(&mut ann), [AuthorityEvent::Failed(Failure::Disagrees)], "told once");
    }
    let mut ann = late();
    assert_eq!(asks(&mut ann, || vec![whole.clone().into()]), 1);
    assert!(ann.is_following());
}

#[test]
fn fault_39_a_state_with_another_digest_is_refused() {
    let whole = state();
    for at in 1..9 {
        let mut bytes = whole.payload.to_vec();
        bytes[at] ^= 0x10;
        let blob = StateBlob { payload: Blob::new(bytes).unwrap(), ..whole.clone() };
        let mut ann = late();
        assert_eq!(asks(&mut ann, || vec![blob.clone().into()]), STATE_ASKS);
    }
}

#[test]
fn fault_39_the_second_answer_may_be_the_right_one() {
    let whole = state();
    let cut = StateBlob { payload: Blob::new([0; 30]).unwrap(), ..whole.clone() };
    let mut answers = vec![whole, cut].into_iter();
    let mut ann = late();
    assert_eq!(asks(&mut ann, || answers.next_back().map(Message::from).into_iter().collect()), 2);
    assert!(ann.is_following() && ann.applied() == Seq(3));
}

#[test]
fn a_host_that_lies_about_every_digest_is_asked_three_times() {
    let mut ann = replica(ANN);
    let lie = |seq: u32| Event {
        seq: Seq(seq),
        hash_after: StateHash(seq.into()),
        payload: Blob::new([&ANN.0.to_le_bytes()[..], &bid(seq as u16)].concat()).unwrap(),
    };
    let mut asked = 0;
    for seq in 1..5_000 {
        ann.handle(&lie(seq).into(), NOW);
        while let Some(Message::StateRequest(_)) = ann.poll_message() {
            asked += 1;
            // An honest state, and then the next lie.
            let blob = StateBlob { seq: Seq(seq), ..state() };
            ann.handle(&blob.into(), NOW);
        }
    }
    assert_eq!(asked, STATE_ASKS);
    assert_eq!(ann.failure(), Some(Failure::Disagrees));
}

#[test]
fn a_state_older_than_the_difference_is_no_answer() {
    let (_, events) = history(6);
    let mut ann = replica(ANN);
    for event in &events[..4] {
        ann.handle(&event.clone().into(), NOW);
    }
    let wrong = Event { hash_after: StateHash(1), ..events[4].clone() };
    ann.handle(&wrong.into(), NOW);
    assert_eq!(asks(&mut ann, || vec![state().into()]), STATE_ASKS);
    assert_eq!(ann.failure(), Some(Failure::Disagrees));
}

#[test]
fn a_host_that_never_answers_is_given_up() {
    let mut ann = late();
    let mut asked = 0;
    for second in 0..60 {
        ann.handle_timeout(Instant::from_millis(second * 1_000));
        asked += u32::from(ann.poll_message().is_some());
    }
    assert_eq!((asked, ann.failure()), (STATE_ASKS, Some(Failure::Unanswered)));
    assert_eq!(ann.poll_timeout(), None);
    assert!(STATE_ASKS as u64 * STATE_ASK_MS < 20_000, "a person has waited long enough");
    // Another host is another chance.
    ann.host_changed(NOW);
    assert_eq!(asks(&mut ann, || vec![state().into()]), 1);
    assert!(ann.is_following());
}

#[test]
fn a_flood_of_large_early_events_is_not_kept() {
    let info = allocation_counter::measure(|| {
        let mut ann = late();
        for seq in 1..20_000 {
            let payload = Blob::new(vec![7; PAYLOAD_BYTES]).unwrap();
            let event = Event { seq: Seq(seq * 7), hash_after: StateHash(0), payload };
            ann.handle(&event.into(), NOW);
        }
        assert!(told(&mut ann).len() < 300);
    });
    assert!(info.bytes_max < 2 * EVENTS_HELD_BYTES as u64, "{} bytes at once", info.bytes_max);
}

#[test]
fn whatever_a_host_says_a_replica_comes_to_an_end() {
    for seed in 0..200 {
        let mut dice = SimRng::new(seed, 0x11A2);
        let (_, events) = history(40);
        let mut ann = if seed % 2 == 0 { replica(ANN) } else { late() };
        let (mut asked, mut now) = (0, 0);
        for _ in 0..2_000 {
            let mut message = match dice.below(3) {
                0 => Message::from(state()),
                _ => events[dice.below(40) as usize].clone().into(),
            };
            if let Message::Event(event) = &mut message {
                match dice.below(6) {
                    0 => event.seq = Seq(dice.next_u32()),
                    1 => event.hash_after = StateHash(dice.next_u32().into()),
                    2 => event.payload = Blob::new(vec![dice.next_u32() as u8; 6]).unwrap(),
                    _ => {}
                }
            }
            if let Message::StateBlob(blob) = &mut message {
                let mut bytes = blob.payload.to_vec();
                let at = dice.below(bytes.len() as u32) as usize;
                bytes[at] ^= dice.next_u32() as u8;
                (blob.payload, blob.seq) = (Blob::new(bytes).unwrap(), Seq(dice.below(50)));
                blob.player = [ANN, HOST, PlayerId(99)][dice.below(3) as usize];
            }
            ann.handle(&message, Instant::from_millis(now));
            now += u64::from(dice.below(200));
            ann.handle_timeout(Instant::from_millis(now));
            asked += std::iter::from_fn(|| ann.poll_message()).count();
            assert!(told(&mut ann).len() <= 256);
        }
        // Each question after the third was earned by many events that agreed.
        assert!(asked as u32 <= 2 * STATE_ASKS, "SEED {seed}: {asked}");
    }
}
