//! Looks for secrets in captured bytes.

use super::leaky::varint;
use super::{CARDS, Phase, Seen, marker};
use netplay::ids::{PlayerId, Seat};
use netplay::wire::{Message, WordSize};
use std::collections::{BTreeMap, BTreeSet};

/// Which host, and which hand: one that is void is dealt again under its number.
type Hand = (u32, u32);

/// A hand's cards, in every way in which somebody might write a number down.
struct Patterns {
    /// What to look for, and which card it is, by the first two bytes.
    by_start: BTreeMap<[u8; 2], Vec<(Vec<u8>, u64)>>,
    /// A bit for every pair of bytes that some pattern begins with: most places are passed at once.
    starts: Vec<u64>,
}

impl Patterns {
    fn of(seed: u64, hand: u32) -> Self {
        let mut patterns = Self { by_start: BTreeMap::new(), starts: vec![0; 1024] };
        for card in (0..CARDS).map(|worth| marker(seed, hand, worth)) {
            let texts = [format!("{card:x}"), format!("{card:X}"), format!("{card}")];
            patterns.add(card.to_le_bytes().to_vec(), card);
            patterns.add(card.to_be_bytes().to_vec(), card);
            patterns.add(varint(card), card);
            texts.into_iter().for_each(|text| patterns.add(text.into_bytes(), card));
        }
        patterns
    }

    fn add(&mut self, bytes: Vec<u8>, card: u64) {
        let start = [bytes[0], bytes[1]];
        let bit = usize::from(u16::from_le_bytes(start));
        self.starts[bit / 64] |= 1 << (bit % 64);
        self.by_start.entry(start).or_default().push((bytes, card));
    }

    fn find(&self, bytes: &[u8], found: &mut BTreeSet<u64>) {
        for (at, start) in bytes.windows(2).enumerate() {
            let bit = usize::from(u16::from_le_bytes([start[0], start[1]]));
            if self.starts[bit / 64] & (1 << (bit % 64)) == 0 {
                continue;
            }
            let here = self.by_start.get(start).into_iter().flatten();
            let matching = here.filter(|(pattern, _)| bytes[at..].starts_with(pattern));
            found.extend(matching.map(|(_, card)| *card));
        }
    }
}

/// Sees every byte that reaches anybody, and knows who may have seen which card.
pub struct Spy {
    seed: u64,
    /// The patterns of the last hands, for what was never shown must not come out later either, of this
    /// one, and of the next, whose cards nobody has.
    patterns: BTreeMap<u32, Patterns>,
    /// The cards of each seat, as whoever sat there was shown them.
    by_seat: BTreeMap<(Hand, Seat), [u64; 2]>,
    /// The seats that were live when the last bets of a hand were made, as somebody saw it.
    live: BTreeMap<Hand, Vec<bool>>,
    /// What was found where it may not be.
    pub leaks: Vec<String>,
    /// Bytes that were looked at.
    pub bytes: u64,
    /// Cards that were found where they may be: the spy is awake.
    pub rightly: u64,
    /// Hands that were laid open in a showdown, as seen.
    pub showdowns: u64,
}

impl Spy {
    /// Looks for the cards of the games of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut spy = Self {
            seed,
            patterns: BTreeMap::new(),
            by_seat: BTreeMap::new(),
            live: BTreeMap::new(),
            leaks: Vec::new(),
            bytes: 0,
            rightly: 0,
            showdowns: 0,
        };
        spy.expect_hand(0);
        spy
    }

    /// These bytes have reached a player, who sits on `seat`, or did until just now, or watches.
    pub fn deliver(&mut self, player: PlayerId, seat: Option<Seat>, packet: &[u8]) {
        let seen = match Message::decode(packet, WordSize::PAD) {
            Ok(Message::StateBlob(blob)) => Seen::of_payload(&blob.payload),
            _ => None,
        };
        let hand = seen.as_ref().map(|(_, _, seen)| seen.hand);
        let found = self.find(packet, hand);
        let allowed = seen.map(|(hosts, _, seen)| self.allowed(seat, (hosts, seen.hand), &seen));
        let allowed = allowed.unwrap_or_default();
        for card in found {
            if allowed.contains(&card) {
                self.rightly += 1;
            } else {
                self.leaks.push(format!("{player:?} on {seat:?} was told {card:016x}"));
            }
        }
    }

    /// These bytes were given to the relay to keep.
    pub fn deposit(&mut self, packet: &[u8]) {
        for card in self.find(packet, None) {
            self.leaks.push(format!("the relay keeps {card:016x}"));
        }
    }

    fn find(&mut self, packet: &[u8], hand: Option<u32>) -> BTreeSet<u64> {
        if let Some(hand) = hand {
            self.expect_hand(hand);
        }
        self.bytes += packet.len() as u64;
        let mut found = BTreeSet::new();
        self.patterns.values().for_each(|patterns| patterns.find(packet, &mut found));
        found
    }

    /// Looks for the cards of this hand and of the next from now on.
    fn expect_hand(&mut self, hand: u32) {
        for hand in [hand, hand + 1] {
            self.patterns.entry(hand).or_insert_with(|| Patterns::of(self.seed, hand));
        }
        // A hand that is void is dealt again under its number, from the same cards.
        while self.patterns.len() > 4 {
            self.patterns.pop_first();
        }
    }

    /// What whoever sits here may be told in this view.
    fn allowed(&mut self, seat: Option<Seat>, hand: Hand, seen: &Seen) -> Vec<u64> {
        let mut allowed = Vec::new();
        if let (Some(own), Some(seat)) = (seen.own, seat) {
            let mut others = self.by_seat.range((hand, Seat(0))..=(hand, Seat(u16::MAX)));
            let is_anothers = others.any(|((_, other), cards)| {
                *other != seat && cards.iter().any(|card| own.contains(card))
            });
            if !is_anothers
                && own[0] != own[1]
                && *self.by_seat.entry((hand, seat)).or_insert(own) == own
            {
                allowed.extend(own);
            }
        }
        match seen.phase {
            Phase::Settled => {}
            Phase::Betting => {
                let live = seen.seats.iter().map(|seat| seat.is_live).collect();
                self.live.insert(hand, live);
            }
            Phase::Showdown => {
                allowed.extend(seen.board);
                let live = self.live.get(&hand);
                for (seat, shown) in (0..).map(Seat).zip(seen.seats.iter().map(|seat| seat.shown)) {
                    let was_live = live.is_none_or(|live| live[seat.index()]);
                    let is_right = |cards: &[u64; 2]| {
                        let known = self.by_seat.get(&(hand, seat));
                        was_live && known.is_none_or(|known| known == cards)
                    };
                    self.showdowns += u64::from(shown.is_some());
                    allowed.extend(shown.filter(is_right).into_iter().flatten());
                }
            }
        }
        allowed
    }

    /// A new game begins with the first hand and the first host.
    pub fn forget_hands(&mut self) {
        (self.by_seat, self.live) = <_>::default();
        self.patterns.clear();
        self.expect_hand(0);
    }
}
