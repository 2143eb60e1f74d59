//! A hunt that one machine knows: everybody else is sent what they may see, and nothing else.
//!
//! The host runs the hunt sixty times a second and looks at it fifteen times a second through each
//! viewer's [`HuntView`], which is all that leaves the machine. What stands where is drawn from a
//! seed that nobody else has, so that knowing an arena's file and the start order helps nobody.

use super::hunt::Hunt;
use super::rules::HuntSetup;
use super::view::HuntView;
use super::{Arena, HuntEvent, told};
use crate::SetupError;
use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec::Vec;
use netplay::ids::{PadWord, Seat};
use netplay::session::views::{Dealer, Ink, InkReader, Table, ViewWriter, Viewer};
use netplay::sim::{BadState, Rewind, Simulation};
use netplay::wire::Controller;

/// Ticks between two looks.
pub const LOOK_TICKS: u32 = 4;
/// What happened is told with every look for so long: one look may be skipped when the host has to save bytes.
const TOLD_TICKS: u32 = 40;
/// And no more of it than this.
const TOLD_MOST: usize = 24;

/// A [`Hunt`] as its host runs it.
#[derive(Clone, Debug)]
pub struct HuntTable {
    hunt: Hunt,
    secret: u64,
    /// Ticks since this host began.
    tick: u32,
    /// The hunt as it was at the last look.
    shown: Hunt,
    shown_at: u32,
    /// What happened lately, and when.
    events: VecDeque<(u32, HuntEvent)>,
    /// The beginning of the round: from there another host can go on.
    round: Vec<u8>,
    is_new_round: bool,
}

/// What a player is told in one look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// The host's tick.
    pub tick: u32,
    /// What this player may see.
    pub view: HuntView,
    /// What this player may have noticed lately, and in which tick of the host's.
    pub events: Vec<(u32, HuntEvent)>,
    /// The whole hunt, once it is over and no secret.
    pub end: Option<Vec<u8>>,
}

impl HuntTable {
    /// A hunt about to begin, whose props and AI follow from `secret`.
    ///
    /// # Errors
    /// When the setup is not a hunt.
    pub fn new(setup: HuntSetup, arena: Arc<Arena>, secret: u64) -> Result<Self, SetupError> {
        let hunt = Hunt::with_secret(setup, arena, secret)?;
        let mut table = Self {
            shown: hunt.clone(),
            hunt,
            secret,
            tick: 0,
            shown_at: 0,
            events: VecDeque::new(),
            round: Vec::new(),
            is_new_round: true,
        };
        table.note_round();
        Ok(table)
    }

    /// Notes the beginning of a round without the AI's lots: whoever has them could work out the secret.
    fn note_round(&mut self) {
        let mut round = self.hunt.clone();
        round.reseed(0);
        self.round.clear();
        round.save(&mut self.round);
    }

    /// The hunt as it is: for tests of what leaves it.
    #[must_use]
    pub const fn hunt(&self) -> &Hunt {
        &self.hunt
    }

    fn look(&mut self) {
        (self.shown, self.shown_at) = (self.hunt.clone(), self.tick);
        let old = self.tick.saturating_sub(TOLD_TICKS);
        self.events.retain(|(tick, _)| *tick >= old);
    }
}

impl Table for HuntTable {
    fn seats(&self) -> usize {
        usize::from(self.hunt.setup().seats)
    }

    fn tick(&mut self, pads: &[PadWord], _: &mut Dealer) {
        self.is_new_round = false;
        if self.shown.is_over() {
            return; // everything has been told
        }
        let round = self.hunt.round();
        self.hunt.tick(pads);
        self.tick = self.tick.saturating_add(1);
        for event in self.hunt.events() {
            self.events.push_back((self.tick, *event));
        }
        let surplus = self.events.len().saturating_sub(TOLD_MOST);
        self.events.drain(..surplus);
        self.is_new_round = self.hunt.round() != round;
        if self.is_new_round {
            self.note_round();
        }
        if self.tick.is_multiple_of(LOOK_TICKS) || self.hunt.is_over() != self.shown.is_over() {
            self.look();
        }
    }

    fn view(&self, out: &mut ViewWriter<'_>) {
        let viewer = match out.viewer() {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        };
        let events = self.events.iter();
        let events = events.filter(|(at, event)| *at <= self.shown_at && event.is_for(viewer));
        let end = self.shown.is_over().then(|| {
            let mut end = Vec::new();
            self.shown.save(&mut end);
            end
        });
        let look = Look {
            tick: self.shown_at,
            view: self.shown.view(viewer),
            events: events.copied().collect(),
            end,
        };
        look.write(out);
    }

    fn settled(&self, out: &mut Ink) -> bool {
        let settles = self.tick == 0 || self.is_new_round;
        if settles {
            out.bytes(&self.round);
        }
        settles
    }

    fn resume(&mut self, settled: &[u8]) -> Result<(), BadState> {
        self.hunt.load(settled)?;
        self.hunt.reseed(self.secret);
        self.note_round();
        self.look();
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.shown.is_over()
    }

    fn set_seat_controller(&mut self, seat: Seat, controller: Controller) {
        self.hunt.set_seat_controller(seat, controller);
    }
}

impl Look {
    fn write(&self, out: &mut Ink) {
        let mut view = Vec::new();
        self.view.write(&mut view);
        out.u32(self.tick).u16(view.len() as u16).bytes(&view).u8(self.events.len() as u8);
        for (at, event) in &self.events {
            out.u8(self.tick.saturating_sub(*at).min(255) as u8);
            told::write(event, out);
        }
        let end = self.end.as_deref().unwrap_or_default();
        out.bytes(end);
    }

    /// Reads a table's view; the bytes come from a peer.
    #[must_use]
    pub fn read(bytes: &[u8], arena: &Arena) -> Option<Self> {
        let mut input = InkReader::new(bytes);
        let tick = input.u32()?;
        let long = usize::from(input.u16()?);
        let view = HuntView::read(input.bytes(long)?, arena)?;
        let count = usize::from(input.u8()?);
        let mut events = Vec::new();
        for _ in 0..count.min(TOLD_MOST) {
            let ago = u32::from(input.u8()?);
            events.push((tick.checked_sub(ago)?, told::read(&mut input)?));
        }
        let end = input.rest();
        let end = (!end.is_empty()).then(|| end.into());
        (count <= TOLD_MOST).then_some(Self { tick, view, events, end })
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use crate::hunt::HuntRules;
    use crate::pack::Pack;
    use netplay::ids::PlayerId;
    use netplay::session::turns::TurnConfig;
    use netplay::session::views::ViewHost;
    use netplay::time::Instant;
    use netplay::wire::Message;

    fn table(secret: u64) -> HuntTable {
        let setup = HuntSetup { seed: 7, seats: 4, rules: HuntRules::party() };
        HuntTable::new(setup, Pack::built_in().arenas[0].clone(), secret).unwrap()
    }

    fn host(secret: u64) -> ViewHost<HuntTable> {
        let me = PlayerId(1);
        ViewHost::new(table(secret), me, TurnConfig::default(), [secret as u8; 32]).unwrap()
    }

    #[test]
    fn what_the_relay_keeps_says_nothing_of_the_secret() {
        let deposit = |secret| {
            let mut host = host(secret);
            host.tick(Instant::ZERO);
            let said: Vec<Message> = core::iter::from_fn(|| host.poll_message()).collect();
            said.into_iter().find(|message| matches!(message, Message::Deposit(_))).unwrap()
        };
        assert_eq!(deposit(1), deposit(2));
    }

    #[test]
    fn a_blind_viewer_is_told_the_same_whatever_stands_where() {
        let views = |secret| {
            let mut host = host(secret);
            (0..600)
                .map(|ms| {
                    host.tick(Instant::from_millis(ms * 16));
                    host.own_view().to_vec()
                })
                .collect::<Vec<_>>()
        };
        assert!(views(1) == views(2), "a spectator sees nothing while the hiders hide");
    }

    #[test]
    fn looks_from_a_stranger_are_read_or_refused() {
        let mut host = host(3);
        (0..2_000).for_each(|ms| host.tick(Instant::from_millis(ms * 16)));
        let honest = host.own_view().to_vec();
        let arena = host.table().hunt().arena().clone();
        let look = Look::read(&honest, &arena).unwrap();
        assert!(!look.view.props.is_empty() && look.end.is_none());
        for end in 0..honest.len() {
            assert_ne!(Look::read(&honest[..end], &arena).as_ref(), Some(&look));
            for bit in 0..8 {
                let mut wild = honest.clone();
                wild[end] ^= 1 << bit;
                let _ = Look::read(&wild, &arena);
            }
        }
    }
}
