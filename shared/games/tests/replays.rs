//! The golden replays natively; `tests/wasm.rs` plays the same in a browser.
//!
//! After a deliberate change of the rules: `BLESS=1 cargo test -p games --test replays`.
#![cfg(not(target_arch = "wasm32"))]

mod driver;
#[path = "golden/replays.rs"]
mod replays;

use driver::Person;
use games::pack::Pack;
use games::racing::{Ending, RaceRules, pad};
use games::{Game, GameSetup, simulation_digest};
use netplay::ids::{Frame, PadWord, PlayerId, Round, Seat};
use netplay::limits::REPLAY_BYTES;
use netplay::session::Confirmed;
use netplay::session::replay::{Header, Look, Origin, Recorder, Replay};
use netplay::sim::{Rewind, Simulation};
use netplay::wire::{self, Controller, Start, Text, WordSize};
use std::path::Path;

const ANN: PlayerId = PlayerId(1);
const NOA: PlayerId = PlayerId(2);

/// Frames that are filmed of a race that is over.
const ROLL_OUT: u32 = 60;

#[test]
fn every_golden_replay_leads_where_it_led() {
    if std::env::var_os("BLESS").is_some() {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden"));
        for (name, file) in [("race", race()), ("drop", drop_and_return()), ("late", late())] {
            std::fs::write(folder.join(name).with_extension("plrp"), file).expect("it is written");
        }
        return;
    }
    for (name, file) in replays::FILES {
        let Game::Race(race) = replays::driven(name, file) else { panic!("{name}: a race") };
        let results = race.results().unwrap_or_else(|| panic!("{name} ends with the race"));
        let home = results.iter().filter(|row| matches!(row.ending, Ending::Finished { .. }));
        assert_eq!((home.count(), race.setup().rules.laps), (8, 3), "{name}");
        assert!(file.len() < 12 * 1024, "{name} has {} bytes", file.len());
    }
}

#[test]
fn the_golden_replays_tell_what_their_names_say() {
    let [race, drop, late] = replays::FILES.map(|(_, file)| read(file));
    let changes = |replay: &Replay| -> Vec<(Seat, Controller)> {
        replay.read_out::<PadWord>().flat_map(|(confirmed, _)| confirmed.changes).collect()
    };
    let people = |replay: &Replay| {
        replay.header().hands().iter().filter(|hand| **hand != Controller::Ai).count()
    };
    assert_eq!((people(&race), changes(&race)), (2, vec![]));
    let away_and_back = [(Seat(0), Controller::Ai), (Seat(0), Controller::Human { player: ANN })];
    assert_eq!((people(&drop), changes(&drop)), (2, away_and_back.to_vec()));
    assert!(matches!(late.header().origin, Origin::State { frame: Frame(1_800), .. }));
    // Who came late took a seat of the AI's a while later.
    let taken = [(Seat(5), Controller::Human { player: PlayerId(3) })];
    assert_eq!((people(&late), changes(&late)), (2, taken.to_vec()));
}

/// What a minute of racing takes: eight people with keys, and eight with sticks that never rest.
#[test]
fn a_minute_of_eight_people_is_a_few_kilobytes() {
    let minute = |sticks: bool| {
        let mut header = header();
        header.start.seats = (1..=8).map(|id| Some(PlayerId(id))).collect();
        let mut game = Game::from_start(&header.start, &Pack::built_in()).expect("a fair start");
        let mut people: Vec<Person> = (0..8).map(|seat| Person::new(seat, true)).collect();
        let mut leaning = [0_i8; 8];
        let mut recorder = Recorder::new(&header, REPLAY_BYTES);
        for frame in (0..60 * 60).map(Frame) {
            let Game::Race(race) = &game else { panic!("a race") };
            let presses = people.iter_mut().map(|person| person.press(race));
            let inputs: Vec<PadWord> = presses
                .zip(&mut leaning)
                .map(|(word, leaning)| if sticks { leaned(word, leaning) } else { word })
                .collect();
            game.tick(&inputs);
            recorder.frame(&Confirmed { frame, inputs, changes: Vec::new() });
            if frame.0 % 30 == 29 {
                recorder.checkpoint(frame, game.state_hash());
            }
        }
        recorder.finish().len()
    };
    let (keys, sticks) = (minute(false), minute(true));
    assert!(keys < 7_000, "{keys} bytes with keys");
    assert!(sticks < 30_000, "{sticks} bytes with sticks");
}

/// The same with a stick, which takes a fifth of a second from the middle to its end.
fn leaned(word: PadWord, leaning: &mut i8) -> PadWord {
    let wanted = match word.0 & (pad::LEFT | pad::RIGHT) {
        pad::LEFT => -100,
        pad::RIGHT => 100,
        _ => 0,
    };
    *leaning += (wanted - i16::from(*leaning)).clamp(-8, 8) as i8;
    pad::with_stick(word.0 & !(pad::LEFT | pad::RIGHT), *leaning)
}

/// Two friends against six drivers.
fn race() -> Vec<u8> {
    film(&Script::default())
}

/// One of them loses the line for nine seconds.
fn drop_and_return() -> Vec<u8> {
    let back = (2_340, Seat(0), Controller::Human { player: ANN });
    film(&Script { changes: vec![(1_800, Seat(0), Controller::Ai), back], ..Script::default() })
}

/// As recorded by somebody who came at half a minute and took a driver's car at fifty seconds.
fn late() -> Vec<u8> {
    let taken = (3_000, Seat(5), Controller::Human { player: PlayerId(3) });
    film(&Script { changes: vec![taken], first: 1_800 })
}

#[derive(Default)]
struct Script {
    /// From which frame on who drives which seat.
    changes: Vec<(u32, Seat, Controller)>,
    /// The first frame that is recorded.
    first: u32,
}

fn film(script: &Script) -> Vec<u8> {
    let (mut header, mut hands) = (header(), header().hands());
    let mut game = Game::from_start(&header.start, &Pack::built_in()).expect("a fair start");
    let mut people: Vec<Person> = (0..8).map(|seat| Person::new(seat, seat % 2 == 0)).collect();
    let (mut recorder, mut left) = (None, ROLL_OUT);
    for frame in (0..).map(Frame) {
        if frame.0 == script.first {
            if frame.0 > 0 {
                let mut state = Vec::new();
                game.save(&mut state);
                header.origin = Origin::State { frame, hands: hands.clone(), state };
            }
            recorder = Some(Recorder::new(&header, REPLAY_BYTES));
        }
        let due = script.changes.iter().filter(|(from, ..)| *from == frame.0);
        let changes: Vec<_> = due.map(|(_, seat, who)| (*seat, *who)).collect();
        for (seat, who) in &changes {
            hands[seat.index()] = *who;
            game.set_seat_controller(*seat, *who);
        }
        let Game::Race(race) = &game else { panic!("a race") };
        let words = people.iter_mut().zip(&hands).map(|(person, hand)| match hand {
            Controller::Ai => PadWord(0),
            Controller::Human { .. } => person.press(race),
        });
        let inputs: Vec<PadWord> = words.collect();
        game.tick(&inputs);
        if let Some(recorder) = &mut recorder {
            recorder.frame(&Confirmed { frame, inputs, changes });
            if frame.0 % 30 == 29 {
                recorder.checkpoint(frame, game.state_hash());
            }
        }
        left -= u32::from(game.is_over());
        if left == 0 {
            break;
        }
    }
    recorder.expect("the race is longer than that").finish()
}

fn header() -> Header {
    let seats = vec![Some(ANN), Some(NOA), None, None, None, None, None, None];
    let setup = GameSetup::Racing(RaceRules::default());
    let names = ["Ann", "Noa", "Maple", "Domino", "Ziggy", "Clover", "Rusty", "Noodle"];
    let look = |(name, colour): (&str, u8)| Look { name: Text::truncated(name), colour };
    Header {
        simulation: simulation_digest(),
        pack: wire::Pack { id: Text::truncated("golden"), sha256: [0; 32] },
        build: Text::truncated("golden"),
        word_size: WordSize::PAD,
        start: Start { round: Round(1), ..setup.start(20_261_130, seats) },
        looks: names.into_iter().zip(0..).map(look).collect(),
        origin: Origin::Start,
    }
}

fn read(file: &[u8]) -> Replay {
    Replay::decode(file.into(), REPLAY_BYTES).expect("a golden replay is whole")
}
