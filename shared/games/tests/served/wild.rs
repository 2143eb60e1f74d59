//! Many numbers wrong at once: what a server says that lies with care.

use crate::support::{Drivers, served, state};
use games::racing::RaceRules;
use netplay::rng::SimRng;
use netplay::sim::{EntityView, Replicated, View};

#[test]
fn fault_94_a_state_with_many_numbers_wrong_is_refused_or_can_be_driven_on() {
    let rules = RaceRules { laps: 1, ..RaceRules::default() };
    let mut race = served(2, 3, rules);
    let mut drivers = Drivers::new(2, 1, &mut race);
    let mut rng = SimRng::new(9, 9);
    let mut taken = 0;
    for _ in 0..900 {
        let inputs = drivers.inputs(&race);
        (0..3).for_each(|_| race.tick(&inputs));
        let honest = state(&race);
        for _ in 0..6 {
            let mut lie = honest.clone();
            let clock = &mut lie.entities[0].values;
            match rng.below(6) {
                0 => clock[0] = 131_071 - rng.below(3) as i32,
                1 => clock[0] = rng.below(131_071) as i32,
                2 => clock[1] = rng.below(clock[0] as u32 + 1) as i32,
                _ => {}
            }
            for car in &mut lie.entities[1..] {
                for _ in 0..rng.below(5) {
                    let field = rng.below(car.values.len() as u32) as usize;
                    let (was, bits) = (car.values[field], rng.below(31));
                    car.values[field] = match rng.below(5) {
                        0 => was.wrapping_neg(),
                        1 => [0, 1, 255, 512, 3_199, 4_095, 65_535][rng.below(7) as usize],
                        2 => was.wrapping_mul(2),
                        3 => rng.below(1 << bits) as i32,
                        _ => -(rng.below(1 << bits) as i32),
                    };
                }
            }
            let mut victim = race.clone();
            if victim.write(&lie).is_ok() {
                taken += 1;
                (0..4).for_each(|_| victim.tick(&inputs));
            }
        }
    }
    assert!(taken > 500, "{taken} taken");
}

#[test]
fn fault_94_whoever_watches_is_shown_anything_and_stands() {
    let race = served(3, 3, RaceRules::default());
    let honest = state(&race);
    let mut rng = SimRng::new(3, 3);
    for _ in 0..4_000 {
        let mut shown = race.clone();
        let mut view = View { tick_256: rng.next_u32().into(), entities: Vec::new() };
        for entity in &honest.entities {
            let mut values: Vec<i64> =
                entity.values.iter().map(|value| i64::from(*value) * 256).collect();
            for _ in 0..rng.below(4) {
                let field = rng.below(values.len() as u32) as usize;
                let bits = rng.below(32);
                let wild = rng.next_u32() as i32 >> bits;
                let wild = [i32::MIN, i32::MAX, wild, wild][rng.below(4) as usize];
                values[field] = i64::from(wild) * 256 + i64::from(rng.below(256));
            }
            let (id, kind, owner) = (entity.id, entity.kind, entity.owner);
            view.entities.push(EntityView {
                id,
                kind,
                owner,
                local: rng.below(9) == 0,
                values_256: values,
            });
        }
        shown.show(&view);
        let race = shown.race();
        std::hint::black_box(race.view());
        std::hint::black_box(shown.results());
    }
}
