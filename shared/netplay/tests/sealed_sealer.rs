//! The sealer against the plainest thing that does the same, and at its bounds.

use netplay::ids::{Frame, Seat};
use netplay::limits::{SEALED_AHEAD_TICKS, SEALED_HISTORY_BYTES, SEALED_HISTORY_TICKS};
use netplay::room::sealer::{Sealer, SealerConfig, Unheard};
use netplay::time::Instant;
use netplay::wire::{Controller, Input, Message, Packet, SeatController, WordSize, Words};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::time::Duration;

fn config(seats: u16) -> SealerConfig {
    SealerConfig { seats, word_size: WordSize::PAD, tick_hz: 60, grace_ticks: 3 }
}

fn started(config: SealerConfig) -> Sealer {
    let mut sealer = Sealer::new(config);
    sealer.start(Instant::ZERO);
    sealer
}

fn input(seat: u16, first: u32, words: &[u16]) -> Input {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let words = Words::new(WordSize::PAD, bytes).unwrap();
    Input { seat: Seat(seat), first: Frame(first), words }
}

/// Closes the next tick at its very date; its packets.
fn close(sealer: &mut Sealer) -> Vec<Packet> {
    let due = sealer.next_timeout().expect("the clock runs");
    sealer.seal(due).expect("a tick is due").seals.clone()
}

fn apply(packets: &[Packet], size: WordSize, row: &mut BTreeMap<u16, Vec<u8>>) {
    for (index, packet) in packets.iter().enumerate() {
        let Ok(Message::Seal(seal)) = Message::decode(packet, size) else { panic!("a seal") };
        assert_eq!(seal.last, index + 1 == packets.len());
        for (seat, word) in seal.changes.iter() {
            let before = row.insert(seat.0, word.to_vec());
            assert_ne!(before.as_deref(), Some(word), "only changes are told");
        }
    }
}

/// Every seat's words by the tick they take effect in, and what it was heard up to.
#[derive(Default)]
struct Plain {
    next: u32,
    heard: BTreeMap<u16, u32>,
    planned: BTreeMap<(u16, u32), u16>,
    late: u64,
}

impl Plain {
    fn say(&mut self, seat: u16, first: u32, words: &[u16]) {
        let mut is_late = false;
        for (frame, word) in (first..self.next + SEALED_AHEAD_TICKS).zip(words) {
            let heard = self.heard.entry(seat).or_default();
            if frame < *heard {
                continue;
            }
            *heard = frame + 1;
            let at = frame.max(self.next);
            self.planned.remove(&(seat, at));
            if self.word(seat, at) != *word {
                self.planned.insert((seat, at), *word);
                is_late = frame < self.next;
            }
        }
        self.late += u64::from(is_late);
    }

    fn silence(&mut self, seat: u16) {
        self.heard.insert(seat, self.next);
        self.planned.retain(|(of, at), _| *of != seat || *at < self.next);
        self.planned.insert((seat, self.next), 0);
    }

    fn word(&self, seat: u16, tick: u32) -> u16 {
        let so_far = self.planned.range((seat, 0)..=(seat, tick));
        so_far.last().map_or(0, |(_, word)| *word)
    }
}

#[derive(Clone, Debug)]
enum Op {
    Say { seat: u16, offset: i32, words: Vec<u16> },
    Silence(u16),
    Close(u8),
}

fn op() -> impl Strategy<Value = Op> {
    let words = prop::collection::vec(0_u16..3, 1..8);
    prop_oneof![
        6 => (0_u16..3, -12_i32..20, words)
            .prop_map(|(seat, offset, words)| Op::Say { seat, offset, words }),
        1 => (0_u16..3).prop_map(Op::Silence),
        4 => (1_u8..5).prop_map(Op::Close),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_sealer_does_what_the_plain_one_does(ops in prop::collection::vec(op(), 1..120)) {
        let (mut sealer, mut plain) = (started(config(3)), Plain::default());
        let mut row = BTreeMap::new();
        for op in ops {
            match op {
                Op::Say { seat, offset, words } => {
                    let first = plain.next.saturating_add_signed(offset);
                    sealer.say(&input(seat, first, &words)).unwrap();
                    plain.say(seat, first, &words);
                }
                Op::Silence(seat) => {
                    sealer.silence(Seat(seat));
                    plain.silence(seat);
                }
                Op::Close(count) => for _ in 0..count {
                    apply(&close(&mut sealer), WordSize::PAD, &mut row);
                    for seat in 0..3 {
                        let told = row.get(&seat).map_or(0, |word| u16::from_le_bytes([word[0], word[1]]));
                        prop_assert_eq!(told, plain.word(seat, plain.next));
                    }
                    plain.next += 1;
                },
            }
        }
        prop_assert_eq!(sealer.counters().late_inputs, plain.late);
    }
}

#[test]
fn a_tick_closes_at_its_date_and_not_before() {
    for (hz, grace, tick, due_us) in
        [(60, 3, 0, 50_000), (60, 3, 57, 1_000_000), (1, 0, 1, 1_000_000)]
    {
        let config = SealerConfig { tick_hz: hz, grace_ticks: grace, ..config(1) };
        let mut sealer = started(config);
        (0..tick).for_each(|_| drop(close(&mut sealer)));
        let due = sealer.next_timeout().unwrap();
        assert_eq!(due, Instant::from_micros(due_us));
        assert!(sealer.seal(due - Duration::from_micros(1)).is_none());
        assert_eq!(sealer.seal(due).map(|bundle| bundle.tick), Some(Frame(tick)));
    }
}

#[test]
fn no_tick_is_lost_or_told_twice_at_any_rate() {
    for hz in [1, 7, 15, 60, 144, 240] {
        let mut sealer = started(SealerConfig { tick_hz: hz, ..config(1) });
        let mut ticks = 0;
        for ms in (0..=10_000).step_by(7) {
            while sealer.seal(Instant::from_millis(ms)).is_some() {
                ticks += 1;
            }
        }
        assert!((i64::from(hz) * 10 - ticks).abs() <= 4, "{ticks} at {hz} Hz");
    }
}

#[test]
fn a_pause_is_nobodys_time_and_a_machine_that_slept_does_not_hurry() {
    let mut sealer = started(config(1));
    close(&mut sealer);
    sealer.set_paused(true, Instant::from_millis(60));
    assert_eq!(sealer.next_timeout(), None);
    sealer.set_paused(false, Instant::from_millis(10_060));
    let next = sealer.next_timeout().unwrap();
    assert!(next > Instant::from_millis(10_066) && next < Instant::from_millis(10_067));
    let asleep = Instant::from_millis(3_600_000);
    let ticks = std::iter::from_fn(|| sealer.seal(asleep).map(|bundle| bundle.tick)).count();
    assert!(ticks <= 2, "{ticks} ticks for an hour of sleep");
}

#[test]
fn a_thousand_seats_that_all_change_are_told_in_several_packets_each_within_its_cap() {
    let size = WordSize::new(64).unwrap();
    let mut sealer = started(SealerConfig { word_size: size, ..config(1024) });
    for seat in 0..1024 {
        let words = Words::new(size, vec![seat as u8 | 1; 64]).unwrap();
        sealer.say(&Input { seat: Seat(seat), first: Frame(0), words }).unwrap();
    }
    let packets = close(&mut sealer);
    assert!(packets.len() >= 4);
    assert!(packets.iter().all(|packet| packet.len() <= netplay::limits::MESSAGE_BYTES));
    let mut row = BTreeMap::new();
    apply(&packets, size, &mut row);
    assert_eq!(row.len(), 1024);
}

#[test]
fn a_tick_costs_what_changes_in_it() {
    let mut sealer = started(config(1024));
    let quiet: usize = close(&mut sealer).iter().map(|packet| packet.len()).sum();
    sealer.say(&input(1000, 1, &[7])).unwrap();
    let one: usize = close(&mut sealer).iter().map(|packet| packet.len()).sum();
    assert!(quiet <= 6 && one <= 10, "{quiet} and {one} bytes");
}

#[test]
fn what_is_kept_for_late_comers_has_an_end_in_time_and_in_bytes() {
    let mut sealer = started(config(2));
    (0..2_000).for_each(|_| drop(close(&mut sealer)));
    let kept = SEALED_HISTORY_TICKS as u32;
    assert_eq!(sealer.oldest(), Frame(2_000 - kept));
    assert!(sealer.history(Frame(1_999 - kept)).is_none());
    assert_eq!(sealer.history(Frame(1_990)).unwrap().count(), 10);
    assert_eq!(sealer.history(Frame(2_000)).unwrap().count(), 0);
    assert!(sealer.history(Frame(2_001)).is_none(), "it has not come yet");

    let mut sealer = started(SealerConfig { tick_hz: 15, ..config(2) });
    (0..2_000).for_each(|_| drop(close(&mut sealer)));
    assert_eq!(sealer.oldest(), Frame(2_000 - 20 * 15), "twenty seconds");

    let size = WordSize::new(1024).unwrap();
    let mut sealer = started(SealerConfig { word_size: size, ..config(64) });
    for tick in 0..300_u32 {
        for seat in 0..64 {
            let words = Words::new(size, vec![tick as u8; 1024]).unwrap();
            sealer.say(&Input { seat: Seat(seat), first: Frame(tick), words }).unwrap();
        }
        close(&mut sealer);
    }
    let kept: usize = sealer.history(sealer.oldest()).unwrap().map(|packet| packet.len()).sum();
    assert!(kept <= SEALED_HISTORY_BYTES && kept > SEALED_HISTORY_BYTES / 2, "{kept} bytes");
}

#[test]
fn a_change_of_hands_is_kept_before_its_tick() {
    let mut sealer = started(config(2));
    close(&mut sealer);
    let change = SeatController { seat: Seat(1), controller: Controller::Ai, from: Frame(1) };
    let note = sealer.note(&change);
    let told: Vec<_> = sealer.history(Frame(1)).unwrap().cloned().collect();
    assert_eq!(told, std::slice::from_ref(&note), "also before the tick closes");
    close(&mut sealer);
    let told: Vec<_> = sealer.history(Frame(1)).unwrap().cloned().collect();
    assert_eq!((told.len(), &told[0]), (2, &note));
}

#[test]
fn words_of_no_seat_of_another_size_and_of_the_far_future_are_refused() {
    let mut sealer = started(config(2));
    assert_eq!(sealer.say(&input(2, 0, &[1])), Err(Unheard::Foreign));
    let wide = Words::new(WordSize::new(3).unwrap(), vec![1; 3]).unwrap();
    let wide = Input { seat: Seat(0), first: Frame(0), words: wide };
    assert_eq!(sealer.say(&wide), Err(Unheard::Foreign));
    for first in [SEALED_AHEAD_TICKS, 600, i32::MAX as u32, u32::MAX] {
        assert_eq!(sealer.say(&input(0, first, &[1])), Err(Unheard::TooFar));
    }
    assert_eq!(sealer.counters().refused_inputs, 6);
    assert_eq!(sealer.say(&input(0, SEALED_AHEAD_TICKS - 1, &[1, 2, 3])), Ok(()));
    let mut row = BTreeMap::new();
    (0..200).for_each(|_| apply(&close(&mut sealer), WordSize::PAD, &mut row));
    assert_eq!(row[&0], [1, 0], "what lies beyond the bound was not kept");
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn a_flood_of_words_is_not_kept() {
    let size = WordSize::new(1024).unwrap();
    let mut sealer = started(SealerConfig { word_size: size, ..config(2) });
    let grown = allocation_counter::measure(|| {
        for round in 0..50_000_u32 {
            let words = Words::new(size, vec![round as u8; 8 * 1024]).unwrap();
            let _ = sealer.say(&Input { seat: Seat(0), first: Frame(round * 4), words });
        }
    });
    assert!(grown.bytes_current < 64 * 1024, "{} bytes are kept", grown.bytes_current);
}
