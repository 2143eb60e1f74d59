//! Whatever a server says, a client neither falls nor believes nonsense.

use crate::support::{Drivers, served, state};
use games::racing::RaceRules;
use netplay::rng::SimRng;
use netplay::sim::{NetId, Replicated, View};

#[test]
fn a_state_with_any_number_wrong_is_refused_or_can_be_driven_on() {
    let rules = RaceRules { laps: 1, ..RaceRules::default() };
    let mut race = served(1, 3, rules);
    let mut drivers = Drivers::new(1, 1, &mut race);
    let mut rng = SimRng::new(1, 1);
    let (mut refused, mut taken) = (0, 0);
    for round in 0..400 {
        let inputs = drivers.inputs(&race);
        race.tick(&inputs);
        let honest = state(&race);
        for (at, entity) in honest.entities.iter().enumerate() {
            let field = rng.below(entity.values.len() as u32) as usize;
            for wild in [i32::MIN, i32::MAX, -1, 0, 1, 127, -128, 1 << 16, rng.next_u32() as i32] {
                let mut state = honest.clone();
                state.entities[at].values[field] = wild;
                let mut victim = race.clone();
                if victim.write(&state).is_err() {
                    refused += 1;
                    let mut same = honest.clone();
                    victim.read(&mut same);
                    assert_eq!(same, honest, "round {round}: a refusal changes nothing");
                } else {
                    taken += 1;
                    for _ in 0..3 {
                        victim.tick(&inputs);
                    }
                }
            }
        }
    }
    assert!(refused > 2_000 && taken > 500, "{refused} refused, {taken} taken");
}

#[test]
fn a_world_of_another_shape_is_refused() {
    let mut race = served(1, 3, RaceRules::default());
    let honest = state(&race);
    let mut wrong = vec![honest.clone(); 8];
    wrong[0].entities.pop();
    wrong[1].entities.remove(0);
    wrong[2].entities[1].id = NetId(9);
    wrong[3].entities[1].kind = 0;
    wrong[4].entities[1].owner = Some(2);
    wrong[5].entities[1].values.pop();
    wrong[6].entities[0].values.push(0);
    wrong[7].entities.clear();
    for state in wrong {
        assert!(race.write(&state).is_err());
    }
    assert_eq!(state(&race), honest);
    race.show(&View::default());
}
