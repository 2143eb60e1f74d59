use super::*;
use crate::pack::Pack;
use crate::racing::contact::resolve;
use crate::racing::{Ending, tune};
use proptest::prelude::*;

#[test]
fn a_ram_hands_momentum_over_and_loses_none() {
    let mut race = running(2, RaceRules::default());
    put(&mut race, 0, 20, 0, 20);
    put(&mut race, 1, 23, 0, 5);
    let before = race.cars[0].speed() + race.cars[1].speed();
    let events = until(&mut race, &[GAS, GAS], 60, |race| {
        race.events().iter().any(|event| matches!(event, RaceEvent::Bump { .. }))
    });
    assert!(events.iter().any(|event| matches!(event, RaceEvent::Bump { force: 50.., .. })));
    let [rear, front] = [&race.cars[0], &race.cars[1]].map(|car| car.speed());
    assert!(front > rear, "the one in front is pushed on");
    assert!((rear + front - before).abs() < Fix::int(4), "engine and drag make up for the rest");
}

#[test]
fn without_contact_cars_drive_through_each_other() {
    let mut race = running(2, RaceRules { contact: false, ..RaceRules::default() });
    put(&mut race, 0, 20, 0, 20);
    put(&mut race, 1, 23, 0, 5);
    let events = run(&mut race, &[GAS, IDLE], 60);
    assert!(!events.iter().any(|event| matches!(event, RaceEvent::Bump { .. })));
    assert!(race.cars[0].along > race.cars[1].along);
}

#[test]
fn lapped_cars_cannot_be_touched() {
    let mut race = running(2, RaceRules::default());
    put(&mut race, 0, 20, 0, 20);
    put(&mut race, 1, 23, 0, 5);
    race.cars[0].lap = 2;
    let events = run(&mut race, &[GAS, IDLE], 60);
    assert!(!events.iter().any(|event| matches!(event, RaceEvent::Bump { .. })));
}

#[test]
fn the_car_that_is_home_rolls_on_and_is_in_nobodys_way() {
    let mut race = running(2, RaceRules { laps: 1, ..RaceRules::default() });
    put(&mut race, 0, 670, 0, 20);
    put(&mut race, 1, 650, 0, 26);
    let events = run(&mut race, &[IDLE, GAS], 120);
    let homes = events.iter().filter(|event| matches!(event, RaceEvent::Finish { .. }));
    assert_eq!(homes.count(), 2);
    assert!(!events.iter().any(|event| matches!(event, RaceEvent::Bump { .. })));
    assert!(race.cars[0].along < Fix::int(200) && race.cars[0].speed() > Fix::int(5));
    let results = race.results().expect("all are home");
    assert!(matches!(results[0].ending, Ending::Finished { behind_ms: 0, .. }));
}

/// Where a car is and how it moves: x, y and their change, in raw fixed point.
type Body = (i32, i32, i32, i32);

/// Bodies close together on the start straight, with the order in which they are listed.
fn crowd() -> impl Strategy<Value = (Vec<Body>, Vec<usize>)> {
    let body =
        (0..400_000_i32, -300_000..300_000_i32, -1_800_000..1_800_000_i32, -900_000..900_000);
    (2_usize..=8).prop_flat_map(move |count| {
        let order = Just((0..count).collect::<Vec<_>>()).prop_shuffle();
        (proptest::collection::vec(body.clone(), count), order)
    })
}

/// Any track there is; they are read once for all cases.
fn track() -> impl Strategy<Value = Arc<Track>> {
    proptest::sample::select(Pack::built_in().tracks.clone())
}

fn crowded(bodies: &[Body], track: &Arc<Track>) -> Race {
    let rules = RaceRules::default();
    let mut race = running_on(track.clone(), bodies.len() as u8, rules);
    for (seat, (x, y, vx, vy)) in bodies.iter().enumerate() {
        put(&mut race, seat, 20, 0, 0);
        race.cars[seat].pos += Vec2::new(Fix(*x), Fix(*y));
        race.cars[seat].vel = Vec2::new(Fix(*vx), Fix(*vy));
    }
    race
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Who sits where decides nothing: the same cars in another order do the same.
    #[test]
    fn contact_does_not_know_seats((bodies, order) in crowd(), track in track()) {
        let mut race = crowded(&bodies, &track);
        let shuffled: Vec<_> = order.iter().map(|seat| bodies[*seat]).collect();
        let mut other = crowded(&shuffled, &track);
        let words: Vec<PadWord> =
            (0..bodies.len()).map(|seat| PadWord((seat as u16 * 7919) & 0xFF1F)).collect();
        let shuffled_words: Vec<_> = order.iter().map(|seat| words[*seat]).collect();
        for _ in 0..60 {
            race.tick(&words);
            other.tick(&shuffled_words);
            for (here, there) in order.iter().enumerate() {
                let (a, b) = (&other.cars[here], &race.cars[*there]);
                prop_assert_eq!((a.pos, a.vel, a.heading), (b.pos, b.vel, b.heading));
            }
        }
    }

    /// What one car gains another loses, to the last bit.
    #[test]
    fn contact_keeps_the_sum_of_all_momentum((bodies, _) in crowd(), track in track()) {
        let mut race = crowded(&bodies, &track);
        let sum = |cars: &[super::super::car::Car]| {
            cars.iter().fold(Vec2::ZERO, |sum, car| sum + car.vel)
        };
        let before = sum(&race.cars);
        let track = race.track.clone();
        let mut events = Vec::new();
        resolve(&mut race.cars, &track, &mut events);
        prop_assert_eq!(sum(&race.cars), before);
    }
}

#[test]
fn wheel_to_wheel_pushes_both_apart_by_the_same() {
    let mut race = running(2, RaceRules::default());
    put(&mut race, 0, 20, -1, 20);
    put(&mut race, 1, 20, 0, 20);
    let centre = middle(race.cars[0].pos, race.cars[1].pos);
    let track = race.track.clone();
    resolve(&mut race.cars, &track, &mut Vec::new());
    let [a, b] = [race.cars[0].pos - centre, race.cars[1].pos - centre];
    assert!((a + b).length() <= Fix(2), "the middle stays where it is");
    assert!((race.cars[1].pos - race.cars[0].pos).length() > Fix::ONE);
    assert!((race.cars[1].pos - race.cars[0].pos).length() < tune::RADIUS + tune::RADIUS);
}
