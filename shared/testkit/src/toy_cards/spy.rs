//! Looks for secrets in captured bytes.

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
    /// The patterns of the last hands: what was never shown must not come out later either.
    patterns: BTreeMap<u32, Patterns>,
    /// The cards that each player's own stream has shown as theirs.
    own: BTreeMap<(Hand, PlayerId), [u64; 2]>,
    /// Whose cards they were, by seat.
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
        Self {
            seed,
            patterns: BTreeMap::new(),
            own: BTreeMap::new(),
            by_seat: BTreeMap::new(),
            live: BTreeMap::new(),
            leaks: Vec::new(),
            bytes: 0,
            rightly: 0,
            showdowns: 0,
        }
    }

    /// These bytes have reached a player, who sits on `seat` or watches.
    pub fn deliver(&mut self, player: PlayerId, seat: Option<Seat>, packet: &[u8]) {
        let seen = match Message::decode(packet, WordSize::PAD) {
            Ok(Message::StateBlob(blob)) => Seen::of_payload(&blob.payload),
            _ => None,
        };
        let hand = seen.as_ref().map(|(_, _, seen)| seen.hand);
        let found = self.find(packet, hand);
        let allowed =
            seen.map(|(hosts, _, seen)| self.allowed(player, seat, (hosts, seen.hand), &seen));
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
            self.patterns.entry(hand).or_insert_with(|| Patterns::of(self.seed, hand));
            // A hand that is void is dealt again under its number, from the same cards.
            while self.patterns.len() > 3 {
                self.patterns.pop_first();
            }
        }
        self.bytes += packet.len() as u64;
        let mut found = BTreeSet::new();
        self.patterns.values().for_each(|patterns| patterns.find(packet, &mut found));
        found
    }

    /// What this player may be told in this view.
    fn allowed(
        &mut self,
        player: PlayerId,
        seat: Option<Seat>,
        hand: Hand,
        seen: &Seen,
    ) -> Vec<u64> {
        let mut allowed = Vec::new();
        if let (Some(own), Some(seat)) = (seen.own, seat) {
            let mut others = self.own.range((hand, PlayerId(0))..=(hand, PlayerId(u32::MAX)));
            let is_anothers = others.any(|((_, other), cards)| {
                *other != player && cards.iter().any(|card| own.contains(card))
            });
            let before = *self.own.entry((hand, player)).or_insert(own);
            if !is_anothers && before == own && own[0] != own[1] {
                self.by_seat.insert((hand, seat), own);
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
        (self.own, self.by_seat, self.live) = <_>::default();
        self.patterns.clear();
    }
}
