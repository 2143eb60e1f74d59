//! The rules.

use super::{CARDS, marker, worth};
use netplay::ids::{PadWord, Seat, SeatSet};
use netplay::session::turns::{Turn, TurnEvent};
use netplay::session::views::{
    Dealer, Deck, Eye, Ink, InkReader, Secret, Table, ViewWriter, Viewer,
};
use netplay::sim::BadState;
use std::cmp::Ordering;

/// Gives the hand up.
pub const FOLD: PadWord = PadWord(1);
/// Pays what is asked.
pub const CALL: PadWord = PadWord(2);
/// Pays it and one chip more.
pub const RAISE: PadWord = PadWord(4);

/// Chips of a seat in a new game.
const STACK: u16 = 100;
/// Raises in one round.
const RAISES: u8 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Between two hands: nothing is secret.
    Settled {
        ticks_left: u8,
    },
    Betting,
    /// The live hands lie open.
    Showdown {
        ticks_left: u8,
    },
}

#[derive(Clone, Copy, Debug)]
enum Said {
    Void,
    Dealt,
    Folds(Seat),
    Calls(Seat),
    Raises(Seat),
    Late(Seat),
    Absent(Seat),
    Wins(Seat, u16),
}

#[derive(Debug, Default)]
struct Row {
    chips: u16,
    bet: u16,
    hand: Option<Secret<[u64; 2]>>,
    shown: Option<[u64; 2]>,
    has_acted: bool,
    held: PadWord,
}

/// The table. It cannot be copied: nobody can copy a hand.
#[derive(Debug)]
pub struct ToyCards {
    seed: u64,
    hands: u32,
    hand: u32,
    phase: Phase,
    deck: Option<Deck<u64>>,
    rows: Vec<Row>,
    pot: u16,
    board: Option<u64>,
    to_act: Seat,
    asked: u16,
    raises: u8,
    turns: u32,
    pending: Vec<Said>,
    lines: Vec<Said>,
}

impl ToyCards {
    /// A new game of so many hands.
    #[must_use]
    pub fn new(seats: u16, hands: u32, seed: u64) -> Self {
        let row = |_| Row { chips: STACK, ..Row::default() };
        Self {
            seed,
            hands,
            hand: 0,
            phase: Phase::Settled { ticks_left: 1 },
            deck: None,
            rows: (0..seats).map(row).collect(),
            pot: 0,
            board: None,
            to_act: Seat(0),
            asked: 0,
            raises: 0,
            turns: 0,
            pending: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// From which the cards follow.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// How many hands were begun.
    #[must_use]
    pub fn hand(&self) -> u32 {
        self.hand
    }

    /// Whether the table stands between two hands.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        matches!(self.phase, Phase::Settled { .. })
    }

    /// All chips, which are neither made nor lost.
    #[must_use]
    pub fn all_chips(&self) -> u32 {
        self.rows.iter().map(|row| u32::from(row.chips)).sum::<u32>() + u32::from(self.pot)
    }

    /// The secret of a seat, closed.
    pub(super) fn hand_of(&self, seat: Seat) -> Option<&Secret<[u64; 2]>> {
        self.rows.get(seat.index())?.hand.as_ref()
    }

    fn deal(&mut self, dealer: &mut Dealer) {
        self.hand += 1;
        let cards = (0..CARDS).map(|card| marker(self.seed, self.hand, card)).collect();
        let mut deck = dealer.shuffle(cards);
        for (seat, row) in (0..).map(Seat).zip(&mut self.rows) {
            let ante = row.chips.min(1);
            row.chips -= ante;
            self.pot += ante;
            row.hand = if ante == 1 { deck.deal(seat) } else { None };
            (row.bet, row.has_acted, row.shown) = (0, false, None);
        }
        self.deck = Some(deck);
        (self.board, self.asked, self.raises) = (None, 0, 0);
        self.phase = Phase::Betting;
        self.lines.push(Said::Dealt);
        self.to_act = Seat((self.hand % self.rows.len() as u32) as u16);
        self.pass_on();
    }

    fn live(&self) -> impl Iterator<Item = Seat> {
        let rows = (0..).map(Seat).zip(&self.rows);
        rows.filter(|(_, row)| row.hand.is_some()).map(|(seat, _)| seat)
    }

    fn act(&mut self, seat: Seat, pad: PadWord) {
        let row = &mut self.rows[seat.index()];
        let due = self.asked - row.bet;
        row.has_acted = true;
        if pad == FOLD && due > 0 {
            row.hand = None;
            self.lines.push(Said::Folds(seat));
        } else {
            let raises = pad == RAISE && self.raises < RAISES && row.chips > due;
            let paid = row.chips.min(due + u16::from(raises));
            row.chips -= paid;
            row.bet += paid;
            self.pot += paid;
            if raises {
                self.raises += 1;
                self.asked += 1;
                let others = self.rows.iter_mut().enumerate();
                others.for_each(|(other, row)| row.has_acted &= other == seat.index());
            }
            self.lines.push(if raises { Said::Raises(seat) } else { Said::Calls(seat) });
        }
        self.pass_on();
    }

    /// The next who has to act, or the end of the round.
    fn pass_on(&mut self) {
        self.turns += 1;
        let seats = self.rows.len() as u16;
        let is_due = |seat: &Seat| {
            let row = &self.rows[seat.index()];
            row.hand.is_some() && !row.has_acted
        };
        let after = (1..=seats).map(|step| Seat((self.to_act.0 + step) % seats));
        match after.clone().find(is_due) {
            Some(next) if self.live().count() > 1 => self.to_act = next,
            _ => self.show_down(),
        }
    }

    fn show_down(&mut self) {
        let live: Vec<Seat> = self.live().collect();
        if live.len() > 1 {
            self.board = self.deck.as_mut().and_then(Deck::turn_up);
        }
        let board = self.board.map_or(0, worth);
        let mut best = live[0];
        for seat in &live[1..] {
            let (one, other) = (self.hand_of(*seat), self.hand_of(best));
            let (Some(one), Some(other)) = (one, other) else { continue };
            if one.compare(other, &board, value) == Ordering::Greater {
                best = *seat;
            }
        }
        for row in &mut self.rows {
            // Who wins because all others folded shows nothing.
            let hand = row.hand.take().filter(|_| live.len() > 1);
            row.shown = hand.map(Secret::reveal);
        }
        self.deck = None;
        let pot = std::mem::take(&mut self.pot);
        self.rows[best.index()].chips += pot;
        self.lines.push(Said::Wins(best, pot));
        self.phase = Phase::Showdown { ticks_left: 3 };
    }

    fn settle(&mut self) {
        for row in &mut self.rows {
            (row.shown, row.bet) = (None, 0);
        }
        self.board = None;
        self.phase = Phase::Settled { ticks_left: 2 };
    }

    fn phase_code(&self) -> u8 {
        match self.phase {
            Phase::Settled { .. } => 0,
            Phase::Betting => 1,
            Phase::Showdown { .. } => 2,
        }
    }
}

/// Pairs with the board beat everything, then the sum.
fn value(board: &u64, hand: &[u64; 2]) -> u64 {
    let [one, other] = hand.map(worth);
    let is_pair = one % 8 == board % 8 || other % 8 == board % 8;
    u64::from(is_pair) * 1_000 + one + other
}

impl Table for ToyCards {
    fn seats(&self) -> usize {
        self.rows.len()
    }

    fn tick(&mut self, pads: &[PadWord], dealer: &mut Dealer) {
        self.lines = std::mem::take(&mut self.pending);
        let pressed = |(row, pad): (&mut Row, &PadWord)| {
            let is_new = row.held != *pad && *pad != PadWord(0);
            row.held = *pad;
            is_new
        };
        let news: Vec<bool> = self.rows.iter_mut().zip(pads).map(pressed).collect();
        let is_over = self.is_over();
        match &mut self.phase {
            Phase::Settled { ticks_left: 0 } if !is_over => self.deal(dealer),
            Phase::Showdown { ticks_left: 0 } => self.settle(),
            Phase::Settled { ticks_left } | Phase::Showdown { ticks_left } => {
                *ticks_left = ticks_left.saturating_sub(1);
            }
            Phase::Betting => {
                let seat = self.to_act;
                if news[seat.index()] {
                    self.act(seat, pads[seat.index()]);
                }
            }
        }
    }

    fn think(&self, seat: Seat, eye: &Eye<'_>) -> PadWord {
        let row = &self.rows[seat.index()];
        if self.phase != Phase::Betting || self.to_act != seat || row.held != PadWord(0) {
            return PadWord(0);
        }
        let hand = row.hand.as_ref().and_then(|hand| hand.open(eye));
        match hand.map_or(0, |hand| value(&u64::MAX, hand)) {
            0..20 => FOLD,
            20..40 => CALL,
            _ => RAISE,
        }
    }

    fn view(&self, out: &mut ViewWriter<'_>) {
        out.u32(self.hand).u8(self.phase_code()).u16(self.to_act.0).u16(self.pot);
        out.u64(self.board.unwrap_or(0)).u8(self.rows.len() as u8);
        for row in &self.rows {
            out.u16(row.chips).u16(row.bet).bool(row.hand.is_some());
            for card in row.shown.unwrap_or_default() {
                out.u64(card);
            }
        }
        let me = match out.viewer() {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        };
        let mine = me.and_then(|seat| out.open(self.hand_of(seat)?).copied());
        for card in mine.unwrap_or_default() {
            out.u64(card);
        }
        let name = |seat: Seat| {
            if me == Some(seat) { "You".to_owned() } else { format!("Seat {}", seat.0) }
        };
        for said in &self.lines {
            let line = match *said {
                Said::Void => "The hand is void: another host goes on".to_owned(),
                Said::Dealt => match mine {
                    Some([one, other]) => format!("You hold {one:016x} and {other:016x}"),
                    None => format!("Hand {} is dealt", self.hand),
                },
                Said::Folds(seat) => format!("{}: fold", name(seat)),
                Said::Calls(seat) => format!("{}: call", name(seat)),
                Said::Raises(seat) => format!("{}: raise", name(seat)),
                Said::Late(seat) => format!("{}: 10 s left", name(seat)),
                Said::Absent(seat) => format!("{}: away", name(seat)),
                Said::Wins(seat, pot) => format!("{}: +{pot}", name(seat)),
            };
            out.line(&line);
        }
    }

    fn settled(&self, out: &mut Ink) -> bool {
        out.u32(self.hand);
        for row in &self.rows {
            out.u16(row.chips);
        }
        self.is_settled()
    }

    fn resume(&mut self, settled: &[u8]) -> Result<(), BadState> {
        let mut input = InkReader::new(settled);
        let hand = input.u32().ok_or(BadState)?;
        let chips: Option<Vec<u16>> = self.rows.iter().map(|_| input.u16()).collect();
        let chips = chips.filter(|_| input.rest().is_empty()).ok_or(BadState)?;
        let all: u32 = chips.iter().map(|chips| u32::from(*chips)).sum();
        if hand > self.hands || all != self.rows.len() as u32 * u32::from(STACK) {
            return Err(BadState);
        }
        self.hand = hand;
        self.rows.iter_mut().zip(chips).for_each(|(row, chips)| row.chips = chips);
        self.pending.push(Said::Void);
        Ok(())
    }

    fn is_over(&self) -> bool {
        let rich = self.rows.iter().filter(|row| row.chips > 0).count();
        self.is_settled() && (self.hand >= self.hands || rich < 2)
    }

    fn turn(&self) -> Turn {
        let seats = [self.to_act].into_iter().filter(|_| self.phase == Phase::Betting);
        Turn { number: self.turns, seats: seats.collect::<SeatSet>() }
    }

    fn clock(&mut self, event: TurnEvent, _dealer: &mut Dealer) {
        match event {
            TurnEvent::Warned(seat) => self.pending.push(Said::Late(seat)),
            TurnEvent::SitsOut(seat) => self.pending.push(Said::Absent(seat)),
            TurnEvent::Act(seat) if self.phase == Phase::Betting && seat == self.to_act => {
                // Checks if that is free, else folds: nobody's chips are spent for them.
                self.act(seat, FOLD);
            }
            _ => {}
        }
    }
}
