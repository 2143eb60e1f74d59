//! Driving as a person with four keys does: look ahead along the racing line, turn towards it,
//! brake when too fast.

use games::fix::{Angle, Fix};
use games::racing::{Race, pad};
use netplay::ids::{PadWord, Seat};

/// How far the nose may point beside the target before a key is pressed: 65536 is a turn.
const STRAIGHT_ENOUGH: i32 = 500;

/// The keys that a driver in this seat holds down now.
#[must_use]
pub fn keys(race: &Race, seat: Seat) -> PadWord {
    let view = race.view();
    let Some(car) = view.cars.get(usize::from(seat.0)) else { return PadWord(0) };
    let track = race.track();
    let metres = |metres_256: u32| Fix::ratio(metres_256 as i32, 256);
    // 5 m, and as far as the car comes in a third of a second.
    let look = metres(5 * 256 + u32::from(car.speed_cms) * 256 / 300);
    let along = track.wrap(track.locate(car.pos).along + look);
    let line = &track.line[track.sample_at(along)];
    let target = track.point(along, line.side);
    // To the right is positive.
    let turn = Angle(car.heading).to((target - car.pos).angle());
    let fast = Fix::ratio(i32::from(car.speed_cms), 100);
    let bit = |held: bool, bit: u16| if held { bit } else { 0 };
    PadWord(
        bit(fast < line.speed, pad::THROTTLE)
            | bit(fast > line.speed + Fix::int(2), pad::BRAKE)
            | bit(turn < -STRAIGHT_ENOUGH, pad::LEFT)
            | bit(turn > STRAIGHT_ENOUGH, pad::RIGHT)
            | bit(car.missed_gate.is_some(), pad::RESET),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::pack::Pack;
    use games::racing::RaceRules;
    use games::{Game, GameSetup};
    use netplay::ids::PlayerId;
    use netplay::sim::Simulation;
    use netplay::wire::Controller;

    #[test]
    fn four_keys_bring_a_car_home_in_good_time() {
        let rules = RaceRules { laps: 1, ..RaceRules::default() };
        let mut game = Game::new(GameSetup::Racing(rules), 3, 8, &Pack::built_in()).unwrap();
        game.set_seat_controller(Seat(0), Controller::Human { player: PlayerId(1) });
        for _ in 0..60 * 90 {
            let Game::Race(race) = &game else { panic!("a race") };
            let mut pads = [PadWord(0); 8];
            pads[0] = keys(race, Seat(0));
            game.tick(&pads);
            if game.is_over() {
                break;
            }
        }
        let Game::Race(race) = &game else { panic!("a race") };
        let me = race.view().cars[0];
        assert!(me.finish_ms.is_some(), "still at {me:?}");
    }
}
