//! Whatever a peer says: nothing panics, nothing grows, and it ends.

use crate::pair::{ANN, BEN, game, remembered};
use crate::target;
use netplay::ids::{Frame, PlayerId, StateHash};
use netplay::limits::{EXHIBIT_TOTAL_MS, PAYLOAD_BYTES, TRANSFER_BYTES};
use netplay::rng::SimRng;
use netplay::session::microscope::Microscope;
use netplay::time::Instant;
use netplay::track::Evidence;
use netplay::wire::{Blob, Digests, Exhibit, Message};

const NOW: Instant = Instant::ZERO;

fn evidence() -> Evidence {
    remembered(game(), 100, 64 * 1024)
}

/// Ann, who has asked Ben.
fn asking(evidence: &Evidence) -> Microscope {
    let mut scope = Microscope::new(ANN);
    scope.suspect(BEN, Frame(89), evidence, NOW);
    scope
}

fn digests(peer: PlayerId, first: u32, hashes: Vec<StateHash>) -> Message {
    Digests { peer, first: Frame(first), hashes }.into()
}

/// Ben's digests, which differ from ours from frame 80 on.
fn other_digests(evidence: &Evidence) -> Message {
    let odd = |kept: &netplay::track::Kept| {
        if kept.frame < Frame(80) { kept.digest } else { StateHash(kept.digest.0 ^ 1) }
    };
    digests(BEN, 0, evidence.iter().map(odd).collect())
}

fn part(frame: u32, part: u16, parts: u16, bytes: Vec<u8>) -> Message {
    let bytes = Blob::new(bytes).unwrap();
    Exhibit { peer: BEN, frame: Frame(frame), part, parts, bytes }.into()
}

/// Everything the scope says, and how it ends.
fn finish(scope: &mut Microscope) -> Option<netplay::session::bundle::Case> {
    let mut case = scope.poll_case();
    while case.is_none() {
        let at = scope.poll_timeout()?;
        assert!(at <= Instant::from_millis(2 * EXHIBIT_TOTAL_MS), "it ends");
        scope.handle_timeout(at);
        case = scope.poll_case();
    }
    case
}

#[test]
fn digests_of_no_frame_or_wild_frames_end_it() {
    let evidence = evidence();
    for message in [
        digests(BEN, 0, Vec::new()),
        digests(BEN, u32::MAX, vec![StateHash(1); 256]),
        digests(BEN, u32::MAX - 3, vec![StateHash(1); 256]),
        digests(BEN, 90_000, vec![StateHash(1); 256]),
    ] {
        let mut scope = asking(&evidence);
        scope.handle(&message, &evidence, NOW);
        let case = scope.poll_case().expect("there is nothing to wait for");
        assert_eq!(case.finding(&game()), None);
    }
}

#[test]
fn what_is_shown_of_another_frame_or_digest_is_not_believed() {
    let evidence = evidence();
    let honest = shown_by_ben(&evidence);
    let forgeries: [fn(&mut Vec<u8>); 5] = [
        |bytes| bytes.clear(),
        |bytes| bytes.truncate(bytes.len() / 2),
        |bytes| bytes.push(0),
        |bytes| bytes[0] = 255,
        |bytes| bytes[5] ^= 1, // the digest of the first frame
    ];
    for (index, forge) in forgeries.into_iter().enumerate() {
        let mut scope = asking(&evidence);
        scope.handle(&other_digests(&evidence), &evidence, NOW);
        let mut bytes = honest.clone();
        forge(&mut bytes);
        scope.handle(&part(80, 0, 1, bytes), &evidence, NOW);
        let case = finish(&mut scope).expect("a case");
        let finding = case.finding(&game()).expect("their digests differ all the same");
        assert_eq!((finding.frame, finding.difference), (Frame(80), None), "forgery {index}");
    }
}

/// What an honest Ben would show whose digests are those of [`other_digests`].
fn shown_by_ben(evidence: &Evidence) -> Vec<u8> {
    let mut ben = Microscope::new(BEN);
    let ours = evidence.iter().map(|kept| kept.digest).collect();
    let mut theirs = Evidence::new(64 * 1024);
    for kept in evidence.iter() {
        let odd = u64::from(kept.frame >= Frame(80));
        let words = kept
            .words
            .chunks(2)
            .map(|word| netplay::ids::PadWord(u16::from_le_bytes([word[0], word[1]])));
        theirs.keep_saved(kept.frame, words, StateHash(kept.digest.0 ^ odd), &kept.state);
    }
    ben.handle(&digests(ANN, 0, ours), &theirs, NOW);
    let mut bytes = Vec::new();
    while let Some(message) = ben.poll_message() {
        if let Message::Exhibit(exhibit) = message {
            assert_eq!(exhibit.frame, Frame(80));
            bytes.extend_from_slice(&exhibit.bytes);
        }
    }
    assert!(!bytes.is_empty());
    bytes
}

#[test]
fn a_digest_that_is_not_of_its_state_is_told_as_no_field() {
    let evidence = evidence();
    let mut scope = asking(&evidence);
    scope.handle(&other_digests(&evidence), &evidence, NOW);
    scope.handle(&part(80, 0, 1, shown_by_ben(&evidence)), &evidence, NOW);
    let finding = finish(&mut scope).unwrap().finding(&game()).unwrap();
    assert_eq!((finding.frame, finding.difference), (Frame(80), None));
}

#[test]
fn an_endless_exhibit_is_cut_off() {
    let evidence = evidence();
    let mut scope = asking(&evidence);
    scope.handle(&other_digests(&evidence), &evidence, NOW);
    let mut taken = 0;
    for index in 0..u16::MAX {
        scope.handle(&part(80, index, u16::MAX, vec![7; PAYLOAD_BYTES]), &evidence, NOW);
        taken += PAYLOAD_BYTES;
        if scope.poll_case().is_some() {
            break;
        }
    }
    assert!(taken <= TRANSFER_BYTES + PAYLOAD_BYTES, "{taken} bytes were taken");
}

#[test]
fn a_trickle_ends_in_time() {
    let evidence = evidence();
    let mut scope = asking(&evidence);
    scope.handle(&other_digests(&evidence), &evidence, NOW);
    let mut now = NOW;
    let mut ended = None;
    for index in 0..1_000 {
        now = Instant::from_millis(u64::from(index) * 1_000);
        scope.handle_timeout(now);
        scope.handle(&part(80, index, u16::MAX, vec![7]), &evidence, now);
        ended = ended.or(scope.poll_case().map(|_| now));
    }
    assert_eq!(ended, Some(Instant::from_millis(EXHIBIT_TOTAL_MS)));
    assert!(now > Instant::from_millis(EXHIBIT_TOTAL_MS));
}

#[test]
fn many_askers_and_repeated_ones_cost_a_bounded_answer() {
    let evidence = evidence();
    let mut scope = Microscope::new(ANN);
    let mut said = 0;
    for round in 0..2_000_u32 {
        let mut message = other_digests(&evidence);
        if let Message::Digests(digests) = &mut message {
            digests.peer = PlayerId(2 + round % 100);
        }
        scope.handle(&message, &evidence, NOW);
        while let Some(message) = scope.poll_message() {
            said += message.encode().len();
        }
    }
    assert!(said < 8 * 16 * 1024, "{said} bytes were said");
    assert!(scope.poll_case().is_none(), "nobody was suspected");
}

#[test]
fn noise_does_no_harm() {
    let evidence = evidence();
    let honest = shown_by_ben(&evidence);
    for seed in 0..300 {
        let mut rng = SimRng::new(seed, 1);
        let mut evening = Vec::new();
        for _ in 0..40 {
            let message = match rng.below(4) {
                0 => other_digests(&evidence),
                1 => {
                    let hash = StateHash(rng.next_u32().into());
                    digests(BEN, rng.below(200), vec![hash; rng.below(257) as usize])
                }
                _ => {
                    let mut bytes = honest.clone();
                    let at = rng.below(bytes.len() as u32) as usize;
                    bytes[at] = rng.next_u32() as u8;
                    bytes.truncate(rng.below(bytes.len() as u32 + 1) as usize);
                    let frame = if rng.below(2) == 0 { 80 } else { rng.below(100) };
                    part(frame, rng.below(3) as u16, rng.below(3) as u16, bytes)
                }
            };
            let packet = message.encode();
            evening.push(rng.below(60) as u8);
            evening.extend((packet.len() as u16).to_le_bytes());
            evening.extend_from_slice(&packet);
        }
        target::comparison(&evening);
    }
}
