//! Which packets went out, and what became of them.

use super::header::Acknowledgement;
use crate::limits::CHANNEL_RECORDS;
use crate::time::Instant;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// Over how many packets the share of the lost ones is smoothed.
const LOSS_PACKETS: u32 = 256;
const LOSS_ONE: u32 = 1 << 24;

/// A frame of a reliable lane that a packet carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Carried {
    pub(super) lane: u8,
    pub(super) sequence: u64,
}

#[derive(Debug)]
struct Record {
    at: Instant,
    frames: Vec<Carried>,
    fate: Fate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// Under way.
    Open,
    /// Its frames were sent again; it may still be acknowledged.
    Late,
    Acknowledged,
}

/// What an acknowledgement tells.
#[derive(Debug, Default)]
pub(super) struct News {
    /// Frames that arrived.
    pub(super) arrived: Vec<Carried>,
    /// Frames whose packet did not, with its number.
    pub(super) lost: Vec<(Carried, u64)>,
    /// When the newest packet was sent, if it is acknowledged for the first time.
    pub(super) newest_sent: Option<Instant>,
}

/// The packets of one direction whose fate is open, and the share of those that were lost.
#[derive(Debug)]
pub(super) struct Sent {
    next: u64,
    records: VecDeque<Record>,
    flight: usize,
    loss: u32,
    judged: u32,
}

impl Sent {
    pub(super) fn new() -> Self {
        Self { next: 0, records: VecDeque::new(), flight: 0, loss: 0, judged: 0 }
    }

    /// The number of the packet that goes next.
    pub(super) fn next_number(&self) -> u64 {
        self.next
    }

    /// Packets with reliable frames that are under way.
    pub(super) fn flight(&self) -> usize {
        self.flight
    }

    /// The smoothed share of lost packets, in thousandths.
    pub(super) fn loss_permille(&self) -> u16 {
        ((u64::from(self.loss) * 1_000 + u64::from(LOSS_ONE) / 2) / u64::from(LOSS_ONE)) as u16
    }

    /// A packet goes out. Tells the frames of the one that is forgotten for it, if any.
    pub(super) fn push(&mut self, frames: Vec<Carried>, now: Instant) -> Vec<(Carried, u64)> {
        let mut forgotten = Vec::new();
        if self.records.len() == CHANNEL_RECORDS {
            self.forget_oldest(false, &mut forgotten);
        }
        self.flight += usize::from(!frames.is_empty());
        self.records.push_back(Record { at: now, frames, fate: Fate::Open });
        self.next += 1;
        forgotten
    }

    /// The frames of a packet were due, and go again.
    pub(super) fn give_up(&mut self, number: u64) {
        let first = self.first();
        let at = number.checked_sub(first).map(|at| at as usize);
        let Some(record) = at.and_then(|at| self.records.get_mut(at)) else { return };
        if record.fate == Fate::Open && !record.frames.is_empty() {
            record.fate = Fate::Late;
            self.flight -= 1;
        }
    }

    /// What the other end says it received. An acknowledgement of what was never sent, or of what
    /// is long forgotten, tells nothing.
    pub(super) fn acknowledge(&mut self, ack: &Acknowledgement) -> News {
        let mut news = News::default();
        let last = self.next.wrapping_sub(1);
        let behind = (last as u16).wrapping_sub(ack.newest);
        let Some(newest) = last.checked_sub(behind.into()) else { return news };
        if self.next == 0 || newest < self.first() {
            return news;
        }
        for back in 0..=32_u64 {
            let is_told = back == 0 || ack.mask & 1 << (back - 1) != 0;
            let Some(number) = newest.checked_sub(back).filter(|_| is_told) else { continue };
            let Some(at) = number.checked_sub(self.first()) else { break };
            let record = &mut self.records[at as usize];
            if record.fate == Fate::Acknowledged {
                continue;
            }
            let is_flying = record.fate == Fate::Open && !record.frames.is_empty();
            self.flight -= usize::from(is_flying);
            record.fate = Fate::Acknowledged;
            news.arrived.append(&mut record.frames);
            news.newest_sent = news.newest_sent.or((back == 0).then_some(record.at));
            self.judge(false);
        }
        while newest.checked_sub(self.first()).is_some_and(|behind| behind > 32) {
            self.forget_oldest(true, &mut news.lost);
        }
        news
    }

    fn first(&self) -> u64 {
        self.next - self.records.len() as u64
    }

    fn forget_oldest(&mut self, was_judged: bool, lost: &mut Vec<(Carried, u64)>) {
        let number = self.first();
        let Some(record) = self.records.pop_front() else { return };
        if record.fate == Fate::Acknowledged {
            return;
        }
        self.flight -= usize::from(record.fate == Fate::Open && !record.frames.is_empty());
        lost.extend(record.frames.into_iter().map(|frame| (frame, number)));
        if was_judged {
            self.judge(true);
        }
    }

    fn judge(&mut self, is_lost: bool) {
        self.judged = (self.judged + 1).min(LOSS_PACKETS);
        let sample = if is_lost { LOSS_ONE } else { 0 };
        let step = (i64::from(sample) - i64::from(self.loss)) / i64::from(self.judged);
        self.loss = (i64::from(self.loss) + step) as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ack(newest: u16, mask: u32) -> Acknowledgement {
        Acknowledgement { newest, mask, waited: None }
    }

    fn frame(sequence: u64) -> Carried {
        Carried { lane: 0, sequence }
    }

    #[test]
    fn thirty_three_packets_are_acknowledged_and_what_falls_out_is_lost() {
        let mut sent = Sent::new();
        for number in 0..40 {
            assert!(sent.push([frame(number)].to_vec(), Instant::from_millis(number)).is_empty());
        }
        let news = sent.acknowledge(&ack(35, !0b10));
        assert_eq!(news.newest_sent, Some(Instant::from_millis(35)));
        assert_eq!(news.arrived.len(), 32, "33 told of, one of them missing");
        let lost: Vec<u64> = news.lost.iter().map(|(_, number)| *number).collect();
        assert_eq!(lost, [0, 1, 2], "33 is missing, and may still come");
        assert_eq!(sent.flight(), 5);
        let again = sent.acknowledge(&ack(35, !0b10));
        assert!(again.arrived.is_empty() && again.lost.is_empty() && again.newest_sent.is_none());
    }

    #[test]
    fn an_acknowledgement_of_what_was_never_sent_tells_nothing() {
        let mut sent = Sent::new();
        assert!(sent.acknowledge(&ack(0, u32::MAX)).arrived.is_empty());
        sent.push([frame(0)].to_vec(), Instant::ZERO);
        for newest in [1, 2, 33, 40_000, 65_535] {
            assert!(sent.acknowledge(&ack(newest, u32::MAX)).arrived.is_empty());
        }
        assert_eq!(sent.acknowledge(&ack(0, u32::MAX)).arrived, [frame(0)]);
    }

    #[test]
    fn without_acknowledgements_the_memory_ends_at_its_bound() {
        let mut sent = Sent::new();
        for number in 0..CHANNEL_RECORDS as u64 {
            assert!(sent.push([frame(number)].to_vec(), Instant::ZERO).is_empty());
        }
        assert_eq!(sent.push(Vec::new(), Instant::ZERO), [(frame(0), 0)]);
        assert_eq!(sent.flight(), CHANNEL_RECORDS - 1);
        sent.give_up(1);
        sent.give_up(1);
        assert_eq!(sent.flight(), CHANNEL_RECORDS - 2);
    }
}
