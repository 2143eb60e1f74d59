//! The swarm: whatever happens to friends' links, tabs, pages and seats, in whatever order, in
//! every netcode. Everything that happens comes from a seed.
//!
//! What is held against it, once it is calm again:
//! - nobody's state differs from another's, and nobody was told that it did;
//! - nobody but who left is out, still away, still loading or waited for, and every seat is back,
//!   but for a driver in rollback whose line is too bad for the others;
//! - **the reference**: every recording, run on one plain machine that knows all words from the
//!   start, meets every checkpoint that was reached with guesses, donors and hand-overs;
//! - the relay has found no honest page malformed, forging or flooding.
//!
//! Two hundred seeds by default. `SWARM=1000` runs as many, `SWARM=17..18` the seventeenth alone,
//! and a failure names its seed and tells its story.

mod table;

use games::golf::GolfRules;
use games::hunt::HuntRules;
use games::racing::RaceRules;
use games::{Game, GameSetup, trace};
use netplay::limits::REPLAY_BYTES;
use netplay::link::LinkProfile;
use netplay::rng::SimRng;
use netplay::session::replay::{Replay, Verdict, verify};
use netplay::wire::Presence;
use party::{Ask, EntryWish, Netcode, Phase};
use std::ops::Range;
use table::{Line, Table, pack};

/// Seeds of an ordinary run.
const SEEDS: u64 = 200;
/// As many tests share them, so that the machine's cores do.
const PARTS: u64 = 4;
/// Things that happen in one evening.
const MISHAPS: u32 = 24;
/// Nobody waits for anybody longer than this.
const STUCK_MS: u32 = 2_000;
/// As long as it may take to come to three checkpoints together.
const TOGETHER_SECONDS: u32 = 15;
/// As long as it may take until everybody drives who was waved aside for a slow line.
const SEATED_SECONDS: u32 = 60;
/// People who ever come.
const CROWD: usize = 7;

/// An evening among friends, and what happened so far.
struct Evening {
    table: Table,
    dice: SimRng,
    story: Vec<String>,
    /// Who has left for good.
    gone: Vec<usize>,
    /// Somebody's line may at times be too slow for those who guess, and they may go on without.
    is_rough: bool,
}

impl Evening {
    fn new(seed: u64) -> Self {
        let mut dice = SimRng::new(seed, 0);
        let netcode = Netcode::ALL[dice.below(3) as usize];
        let wire = some_wire(&mut dice);
        let mut table = Table::over(wire).playing(netcode);
        let guests = ["Noa", "Ben", "Gil"];
        table.gather(&guests[..1 + dice.below(3) as usize]);
        let game = [
            GameSetup::Racing(RaceRules { laps: 3, cap_seconds: 120, ..RaceRules::default() }),
            GameSetup::Golf(GolfRules { holes: 3, ..GolfRules::default() }),
            GameSetup::Hunt(HuntRules::default()),
        ][seed as usize / 4 % 3];
        table.play(game);
        let story = vec![format!("{game:?} in {netcode:?} over {wire:?}")];
        Self { table, dice, story, gone: Vec::new(), is_rough: is_rough(netcode, wire) }
    }

    /// Something happens to somebody.
    fn mishap(&mut self) {
        let here: Vec<usize> =
            (0..self.table.people.len()).filter(|who| !self.gone.contains(who)).collect();
        let who = here[self.dice.below(here.len() as u32) as usize];
        let what = self.happen(who);
        let game = self.table.view(here[0]).game.id();
        let frame = self.table.now.as_millis() as u32 / 16;
        self.table.people[who].pad = trace::word(game, 3, who as u16, frame);
        self.story.push(format!("{} ms: {what} ({who})", self.table.now.as_millis()));
        let pause_ms = 50 + self.dice.below(1_200);
        self.table.run_ms(pause_ms.into());
    }

    fn happen(&mut self, who: usize) -> &'static str {
        let Self { table, dice, gone, is_rough: rough, .. } = self;
        let person = &mut table.people[who];
        match dice.below(20) {
            0 | 1 => {
                table.cut(who);
                "the socket dies"
            }
            2 | 3 if person.room.ticket().is_some() => {
                table.reload(who);
                "reloads"
            }
            4 => tell(table, who, Ask::Presence(Presence::Hidden), "hides the tab"),
            5 | 6 => tell(table, who, Ask::Presence(Presence::Active), "shows the tab"),
            7 | 8 => {
                person.draws_every = [4, 8, 25, 50, 250][dice.below(5) as usize];
                "draws at another rate"
            }
            9 if person.line == Line::Good => {
                person.line = Line::Dead;
                "the line goes dead"
            }
            9 | 10 => {
                table.mend(who);
                "the line is mended"
            }
            11 => {
                person.has_network = !person.has_network;
                "the network comes or goes"
            }
            12 => tell(table, who, Ask::Pause, "pauses"),
            13 => tell(table, who, Ask::Unpause, "goes on"),
            14 if person.view.phase == Phase::Playing => {
                let wire = some_wire(dice);
                *rough |= is_rough(table.netcode(), wire);
                table.set_wire(who, wire);
                "the line becomes another"
            }
            15 if table.people.len() < CROWD && table.people[0].view.code.is_some() => {
                let code = table.people[0].view.code.expect("just looked");
                table.arrive("Late", EntryWish::Join { code, watch: dice.below(3) == 0 });
                "somebody comes late"
            }
            16 => tell(table, who, Ask::TakeSeat(None), "wants a seat"),
            17 if gone.is_empty() && table.people.len() > 2 => {
                gone.push(who);
                tell(table, who, Ask::Leave, "leaves for good")
            }
            18 => {
                let heir = table.people[who].view.rows.first().map(|row| row.player);
                match heir {
                    Some(heir) => tell(table, who, Ask::HandHost(heir), "passes the host's role"),
                    None => "is alone",
                }
            }
            _ => tell(table, who, Ask::Emote(1), "laughs"),
        }
    }

    /// From here on nothing is wrong with anybody's machine.
    fn calm(&mut self) {
        let now = self.table.now;
        for who in 0..self.table.people.len() {
            self.table.mend(who);
            let person = &mut self.table.people[who];
            person.has_network = true;
            person.draws_every = 4;
            person.room.ask(Ask::Presence(Presence::Active), now);
            person.room.ask(Ask::Unpause, now);
            person.room.hurry(now);
        }
    }

    /// Whether everybody has come to the same states, three of them.
    fn are_together(&self, stayed: &[usize]) -> bool {
        let (first, others) = stayed.split_first().expect("somebody stays");
        others.iter().all(|other| self.table.assert_equal_states(*first, *other) > 2)
    }

    fn check(&mut self) {
        let stayed: Vec<usize> =
            (0..self.table.people.len()).filter(|who| !self.gone.contains(who)).collect();
        for person in stayed.iter().map(|who| &self.table.people[*who]) {
            let view = &person.view;
            assert!(!person.was_told("differ since"), "a desync");
            assert!(!matches!(view.phase, Phase::Closed(_)), "thrown out");
            assert!(!matches!(view.phase, Phase::Reconnecting { .. }), "still away");
            assert!(!matches!(view.phase, Phase::Loading { .. }), "still loading");
            // On the worst of these lines a word may well be late, but not for as long as this.
            let waited_ms = view.stall.as_ref().map_or(0, |stall| stall.waited_ms);
            assert!(waited_ms < STUCK_MS, "stuck: {:?}", view.stall);
        }
        let playing = |evening: &Self| {
            stayed.iter().all(|who| evening.table.view(*who).phase == Phase::Playing)
        };
        if playing(self) {
            self.table.people.iter_mut().for_each(|person| person.hashes.clear());
            // On a line that loses words in order, three checkpoints may take some seconds.
            for _ in 0..TOGETHER_SECONDS {
                self.table.run_ms(1_000);
                if self.are_together(&stayed) || !playing(self) {
                    break;
                }
            }
        }
        if playing(self) {
            assert!(self.are_together(&stayed), "not together");
            let has_seat = |evening: &Self, who: &usize| !evening.table.view(*who).seat_with_ai;
            for _ in 0..SEATED_SECONDS {
                if stayed.iter().all(|who| has_seat(self, who)) {
                    break;
                }
                self.table.run_ms(1_000);
            }
            for who in &stayed {
                assert!(has_seat(self, who) || self.is_rough, "no seat back");
            }
        }
        for who in stayed {
            if let Some(bytes) = self.table.people[who].room.recording() {
                let replay = Replay::decode(bytes, REPLAY_BYTES).expect("a whole recording");
                let game = Game::from_start(&replay.header().start, &pack()).expect("our own game");
                let verdict = verify(&replay, game).expect("our own rules").0;
                assert!(matches!(verdict, Verdict::Verified { .. }), "{who}: {verdict:?}");
            }
        }
        let counted = self.table.relay.core().counters();
        let wrong = (counted.malformed, counted.forged, counted.rate_limited);
        assert_eq!(wrong, (0, 0, 0), "malformed, forging, flooding");
    }
}

/// Tells the story of a failure that unwinds through it.
struct Tale<'a>(u64, &'a mut Evening);

impl Drop for Tale<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let Self(seed, evening) = self;
            eprintln!("SWARM={seed}..{}\n{:#?}", *seed + 1, evening.story);
            eprintln!("{}", evening.table.summary());
        }
    }
}

fn tell(table: &mut Table, who: usize, ask: Ask, what: &'static str) -> &'static str {
    table.ask(who, ask);
    what
}

fn some_wire(dice: &mut SimRng) -> LinkProfile {
    let latency_ms = [2, 20, 60, 100][dice.below(4) as usize];
    let jitter_ms = [0, latency_ms / 3, latency_ms][dice.below(3) as usize];
    let loss_permille = [0, 0, 20, 50][dice.below(4) as usize];
    LinkProfile { latency_ms, jitter_ms, loss_permille, ..LinkProfile::PERFECT }
}

/// In rollback a driver who holds the others up again and again makes room, until their line is
/// good enough: on one of these it may never be.
fn is_rough(netcode: Netcode, wire: LinkProfile) -> bool {
    netcode == Netcode::Rollback && (wire.loss_permille > 0 || wire.latency_ms >= 100)
}

fn survive(seed: u64) {
    let mut evening = Evening::new(seed);
    let tale = Tale(seed, &mut evening);
    let evening = &mut *tale.1;
    (0..MISHAPS).for_each(|_| evening.mishap());
    evening.calm();
    // A reload may have begun a new connection without a place; everything else takes seconds.
    evening.table.run_ms(15_000);
    evening.calm();
    evening.table.run_ms(5_000);
    evening.check();
}

fn wished() -> Range<u64> {
    let number = |text: &str| text.parse().expect("SWARM is a number of seeds, or FROM..TO");
    match std::env::var("SWARM") {
        Err(_) => 0..SEEDS,
        Ok(wish) => match wish.split_once("..") {
            Some((from, to)) => number(from)..number(to),
            None => 0..number(&wish),
        },
    }
}

fn part(part: u64) {
    wished().filter(|seed| seed % PARTS == part).for_each(survive);
}

#[test]
fn two_hundred_evenings_of_bad_luck_first_part() {
    part(0);
}

#[test]
fn two_hundred_evenings_of_bad_luck_second_part() {
    part(1);
}

#[test]
fn two_hundred_evenings_of_bad_luck_third_part() {
    part(2);
}

#[test]
fn two_hundred_evenings_of_bad_luck_fourth_part() {
    part(3);
}
