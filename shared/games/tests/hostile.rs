//! States come and go without a trace, and bytes from a stranger do no harm: in every game.
#![cfg(not(target_arch = "wasm32"))]

use games::pack::Pack;
use games::racing::{Race, RaceSetup, Track};
use games::{Game, GameId, trace};
use netplay::ids::{PadWord, Seat};
use netplay::rng::SimRng;
use netplay::sim::{BadState, Rewind, Simulation};
use std::sync::{Arc, LazyLock};

static PACK: LazyLock<Arc<Pack>> = LazyLock::new(Pack::built_in);

/// Each of these promises, for each game.
macro_rules! in_every_game {
    ($($promise:ident)*) => {
        mod racing {
            $(#[test] fn $promise() { super::$promise(games::GameId::Racing) })*
        }
        mod golf {
            $(#[test] fn $promise() { super::$promise(games::GameId::Golf) })*
        }
        mod hunt {
            $(#[test] fn $promise() { super::$promise(games::GameId::Hunt) })*
        }
    };
}

in_every_game! {
    saving_and_loading_every_tick_changes_nothing
    another_machine_goes_on_from_a_state
    who_plays_is_part_of_the_state
    a_short_or_long_state_is_refused_and_changes_nothing
    a_forged_state_is_refused_or_can_be_played_on_from
}

fn game(id: GameId, seed: u64) -> Game {
    let mut game = Game::new(trace::setup(id, seed), seed, 8, &PACK).expect("a fair setup");
    (0..8).map(Seat).for_each(|seat| game.set_seat_controller(seat, trace::controller(seat, 0)));
    game
}

fn words(id: GameId, seed: u64, frame: u32) -> Vec<PadWord> {
    (0..8).map(|seat| trace::word(id, seed, seat, frame)).collect()
}

fn saved(game: &Game) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.save(&mut bytes);
    bytes
}

/// What there is to see, for every seat and for who has none.
fn seen(game: &Game) -> String {
    match game {
        Game::Race(race) => format!("{:?}", race.view()),
        Game::Golf(golf) => format!("{:?}", golf.view()),
        Game::Hunt(hunt) => {
            let seats = (0..8).map(Seat).map(Some).chain([None]);
            seats.map(|seat| format!("{:?}", hunt.view(seat))).collect()
        }
    }
}

fn saving_and_loading_every_tick_changes_nothing(id: GameId) {
    let (mut straight, mut kept) = (game(id, 3), game(id, 3));
    for frame in 0..3_000 {
        let state = saved(&kept);
        // Eight wrong guesses, and back.
        if frame % 50 == 0 {
            (0..8).for_each(|guess| kept.tick(&words(id, 77, guess)));
        }
        kept.load(&state).expect("its own state");
        straight.tick(&words(id, 3, frame));
        kept.tick(&words(id, 3, frame));
        assert_eq!(straight.state_hash(), kept.state_hash(), "frame {frame}");
        assert_eq!(straight.events(), kept.events(), "frame {frame}");
        if frame % 10 == 0 {
            assert_eq!(seen(&straight), seen(&kept), "frame {frame}");
        }
    }
}

fn another_machine_goes_on_from_a_state(id: GameId) {
    let mut here = game(id, 8);
    (0..2_000).for_each(|frame| here.tick(&words(id, 8, frame)));
    let mut there = game(id, 8);
    there.load(&saved(&here)).expect("an honest state");
    for frame in 2_000..4_000 {
        here.tick(&words(id, 8, frame));
        there.tick(&words(id, 8, frame));
    }
    assert_eq!(here.state_hash(), there.state_hash());
    assert_eq!(seen(&here), seen(&there));
}

fn who_plays_is_part_of_the_state(id: GameId) {
    let mut game = game(id, 1);
    let before = game.state_hash();
    game.set_seat_controller(Seat(1), trace::controller(Seat(1), 900 * 2));
    assert_ne!(game.state_hash(), before);
}

fn a_short_or_long_state_is_refused_and_changes_nothing(id: GameId) {
    let mut game = game(id, 2);
    (0..500).for_each(|frame| game.tick(&words(id, 2, frame)));
    let state = saved(&game);
    let before = game.state_hash();
    for end in 0..state.len() {
        assert_eq!(game.load(&state[..end]), Err(BadState));
    }
    let long = [&state[..], &[0]].concat();
    assert_eq!(game.load(&long), Err(BadState));
    assert_eq!(game.state_hash(), before);
}

fn a_forged_state_is_refused_or_can_be_played_on_from(id: GameId) {
    let mut honest = game(id, 2);
    (0..900).for_each(|frame| honest.tick(&words(id, 2, frame)));
    let state = saved(&honest);
    let mut rng = SimRng::new(2, 2);
    let (mut taken, mut refused) = (0, 0);
    for round in 0..state.len() + 1_500 {
        let mut forged = state.clone();
        for _ in 0..=rng.below(3) {
            let at =
                if round < state.len() { round } else { rng.below(state.len() as u32) as usize };
            forged[at] = match rng.below(4) {
                0 => 0,
                1 => 0xFF,
                2 => 0x7F,
                _ => rng.next_u32() as u8,
            };
        }
        let mut game = honest.clone();
        if game.load(&forged).is_ok() {
            taken += 1;
            assert_eq!(saved(&game), forged, "a state has one encoding");
            (0..20).for_each(|frame| game.tick(&words(id, 5, frame)));
            seen(&game);
        } else {
            refused += 1;
        }
    }
    assert!(taken > 300 && refused > 300, "{taken} taken, {refused} refused");
}

#[test]
fn ten_thousand_frames_of_noise_stay_inside_the_walls() {
    let track = Arc::new(Track::heron_lake());
    let setup = RaceSetup { seats: 8, ..trace::race_setup(6) };
    let mut race = Race::new(setup, track.clone()).expect("a fair setup");
    (0..8).map(Seat).for_each(|seat| race.set_seat_controller(seat, trace::controller(Seat(1), 0)));
    let mut rng = SimRng::new(6, 6);
    let mut held = [PadWord(0); 8];
    for frame in 0..10_000_u32 {
        let seat = rng.below(8) as usize;
        held[seat] = PadWord(rng.next_u32() as u16);
        race.tick(&held);
        for car in race.view().cars {
            let place = track.locate(car.pos);
            let over = place.side.abs() - place.wall;
            assert!(over.0 <= 0, "frame {frame}: {over:?} beyond the wall at {:?}", place.along);
        }
    }
}
