//! One machine decides: races on a server, which is the host's page or whoever follows it.

mod table;

use games::Event;
use games::racing::{RaceEvent, RaceRules};
use netplay::ids::Seat;
use netplay::link::LinkProfile;
use netplay::rng::SimRng;
use netplay::wire::Presence;
use party::{Ask, Cue, EntryWish, NetView, Netcode, Phase, Scene, Shown};
use table::{Line, Table};

/// A home connection that is none of the best.
const FAR: LinkProfile =
    LinkProfile { latency_ms: 40, jitter_ms: 4, loss_permille: 20, ..LinkProfile::PERFECT };

fn table() -> Table {
    Table::over_datagrams(FAR).playing(Netcode::Server)
}

fn order(table: &Table, who: usize) -> Vec<(Seat, Vec<String>)> {
    let results = table.view(who).results.as_ref().expect("results");
    results.rows.iter().map(|row| (row.seat, row.cells.clone())).collect()
}

fn net(table: &Table, who: usize) -> NetView {
    table.people[who].room.net().expect("a running race")
}

fn race_to_the_end(table: &mut Table) {
    table.until("results", |table| table.all(|person| person.view.results.is_some()));
    for who in 1..table.people.len() {
        assert_eq!(order(table, 0), order(table, who));
    }
}

#[test]
fn two_race_on_the_hosts_page_over_bad_lines_to_equal_results() {
    let mut table = table();
    table.gather(&["Noa"]);
    table.race();
    assert!(net(&table, 0).is_server && !net(&table, 1).is_server);
    assert_eq!(table.view(1).netcode, Netcode::Server);
    assert_eq!(table.view(1).input_delay, Some(0));
    table.run_ms(15_000);
    let guest = net(&table, 1);
    assert!(guest.states > 300, "{guest:?}");
    assert!(guest.step_mm <= 100, "{guest:?}");
    race_to_the_end(&mut table);
    assert!(table.assert_equal_states(0, 1) > 60);
    table.run_ms(5_000);
    assert!(table.all(|person| person.view.phase == Phase::Results));
}

/// Where the own car is drawn, and its velocity: Q16.16 metres, and metres a second.
fn drawn(scene: &Scene<'_>) -> Option<([i64; 2], [i64; 2])> {
    let Scene::Race(shown) = *scene else { return None };
    let Shown { before, after, alpha_256, me, shifts, others } = shown;
    assert!(others.is_none());
    let seat = me?.index();
    let [from, to] = [before, after].map(|race| race.view().cars[seat]);
    let shift = shifts.get(seat).copied().unwrap_or_default();
    let between = |from: i32, to: i32| {
        i64::from(from) + (i64::from(to) - i64::from(from)) * i64::from(alpha_256) / 256
    };
    let [x, y] = [between(from.pos.x.0, to.pos.x.0), between(from.pos.y.0, to.pos.y.0)];
    let vel = [to.vel.x.0, to.vel.y.0].map(i64::from);
    Some(([x + i64::from(shift.x), y + i64::from(shift.y)], vel))
}

/// The farthest that Noa's car is drawn in a picture from where its own motion brings it, in
/// millimetres: any motion between its velocities in this picture and in the last one.
fn largest_step(table: &mut Table, draws_every: u64, pictures: u32) -> i64 {
    table.people.iter_mut().for_each(|person| person.draws_every = draws_every);
    table.run_ms(4 * draws_every);
    let dt_ms = 4 * draws_every as i64;
    let length = |[x, y]: [i64; 2]| (x * x + y * y).isqrt();
    let mut last = drawn(&table.people[1].room.scene()).expect("a race");
    let mut largest = 0;
    for _ in 0..pictures {
        table.run_ms(4 * draws_every);
        let next = drawn(&table.people[1].room.scene()).expect("a race");
        let beside = [0, 1].map(|at| {
            let own = (last.1[at] + next.1[at]) * dt_ms / 2_000;
            next.0[at] - last.0[at] - own
        });
        let change = [0, 1].map(|at| (next.1[at] - last.1[at]) * dt_ms / 2_000);
        let step = ((length(beside) - length(change)).max(0) * 1_000) >> 16;
        largest = largest.max(step);
        last = next;
    }
    largest
}

#[test]
fn no_correction_is_seen_on_links_that_hold_everything_up() {
    for draws_every in [4, 8] {
        let mut table = Table::over(FAR).playing(Netcode::Server);
        table.gather(&["Noa"]);
        table.race_by(RaceRules { laps: 2, cap_seconds: 60, ..RaceRules::default() });
        let step = largest_step(&mut table, draws_every, (30_000 / 4 / draws_every) as u32);
        let guest = net(&table, 1);
        assert!(guest.corrections > 0 && guest.largest_mm > 100, "{guest:?}");
        assert!(step <= 100, "{step} mm in a picture of {} ms, {guest:?}", 4 * draws_every);
        assert!(guest.mispredicted * 20 < guest.guessed, "{guest:?}");
    }
}

#[test]
fn everything_is_heard_once_and_the_own_car_at_once() {
    let mut table = table();
    table.gather(&["Noa"]);
    table.race();
    race_to_the_end(&mut table);
    for person in &table.people {
        let count = |is_it: &dyn Fn(&RaceEvent) -> bool| {
            let races = person.cues.iter().filter_map(|cue| match cue {
                Cue::Game(Event::Race(event)) => Some(event),
                _ => None,
            });
            races.filter(|event| is_it(event)).count()
        };
        assert_eq!(count(&|event| matches!(event, RaceEvent::Go)), 1);
        assert_eq!(count(&|event| matches!(event, RaceEvent::Over)), 1);
        for seat in 0..4 {
            let finishes = |event: &RaceEvent| matches!(event, RaceEvent::Finish { seat: of, .. } if of.0 == seat);
            assert!(count(&finishes) <= 1);
        }
    }
}

#[test]
fn the_host_leaves_and_the_race_goes_on_with_the_next_within_five_seconds() {
    for leaves in [true, false] {
        let mut table = table();
        table.gather(&["Noa", "Ben"]);
        table.race_by(RaceRules { laps: 2, cap_seconds: 120, ..RaceRules::default() });
        table.run_ms(9_000);
        let before: Vec<_> = (1..3).map(|who| net(&table, who).states).collect();
        let gone_at = table.now;
        if leaves {
            table.ask(0, Ask::Leave);
            table.run_ms(100);
        }
        table.people.remove(0);
        table.until("the next server", |table| {
            table.people[0].room.net().is_some_and(|it| it.is_server)
                && table.people[1].room.net().is_some_and(|it| it.states > before[1] + 10)
        });
        let took = table.now.since(gone_at).as_millis();
        assert!(took < 5_000, "{took} ms");
        table.until("results", |table| table.all(|person| person.view.results.is_some()));
        assert_eq!(order(&table, 0), order(&table, 1));
        assert!(table.assert_equal_states(0, 1) > 60);
    }
}

#[test]
fn a_late_comer_watches_and_takes_a_car_of_the_ai() {
    let mut table = table();
    let code = table.gather(&["Noa"]);
    table.race();
    let zoe = table.arrive("Zoe", EntryWish::Join { code, watch: true });
    table.until("the picture", |table| table.view(zoe).phase == Phase::Playing);
    table.until("seats", |table| table.view(zoe).open_seats.len() == 2);
    table.ask(zoe, Ask::TakeSeat(None));
    table.until("a car", |table| {
        let mine = table.view(zoe).cast.iter().find(|seat| seat.is_me);
        mine.is_some_and(|seat| !seat.ai)
    });
    table.run_ms(3_000);
    assert!(net(&table, zoe).guessed > 20, "{:?}", net(&table, zoe));
    race_to_the_end(&mut table);
    assert!(table.assert_equal_states(0, zoe) > 10);
}

#[test]
fn a_guest_reloads_and_drives_on() {
    let mut table = table();
    table.gather(&["Noa"]);
    table.race();
    table.run_ms(4_000);
    table.reload(1);
    table.until("Noa's race", |table| table.view(1).phase == Phase::Playing);
    table.until("Noa's car", |table| {
        let drives = !table.view(1).seat_with_ai && !table.view(0).cast[1].ai;
        drives && table.people[1].room.net().is_some_and(|net| net.guessed > 20)
    });
    race_to_the_end(&mut table);
}

#[test]
fn a_host_who_is_alone_reloads_and_goes_on_from_what_the_relay_keeps() {
    let mut table = table();
    table.gather(&[]);
    table.race();
    table.run_ms(8_000);
    let before = table.people[0].frame();
    table.reload(0);
    table.until("the race", |table| {
        table.people[0].room.net().is_some_and(|net| net.is_server && net.states > 30)
    });
    assert!(table.people[0].frame() > before, "{} {before}", table.people[0].frame());
    table.until("results", |table| table.view(0).results.is_some());
    let results = table.view(0).results.as_ref().unwrap();
    let (minutes, seconds) = results.rows[0].cells[0].split_once(':').expect("the winner's time");
    let took: f64 = minutes.parse::<f64>().unwrap() * 60.0 + seconds.parse::<f64>().unwrap();
    let lasted = table.now.as_millis() as f64 / 1_000.0;
    assert!(took < lasted, "{took} s of {lasted} s");
}

#[test]
fn a_host_whose_line_breaks_for_a_moment_serves_on() {
    let mut table = table();
    table.gather(&["Noa"]);
    table.race();
    table.run_ms(4_000);
    table.cut(0);
    let states = net(&table, 1).states;
    table.until("the race", |table| net(table, 1).states > states + 60);
    assert_eq!(table.people.iter().filter(|it| it.room.net().unwrap().is_server).count(), 1);
    race_to_the_end(&mut table);
}

#[test]
fn a_hidden_page_leaves_its_car_to_the_ai_and_takes_it_back() {
    let mut table = table();
    table.gather(&["Noa"]);
    table.race();
    table.run_ms(3_000);
    for who in [1, 0] {
        table.ask(who, Ask::Presence(Presence::Hidden));
        table.until("the AI", |table| {
            table.view(1 - who).cast[who].ai && table.view(who).seat_with_ai
        });
        let states = net(&table, 1).states;
        table.run_ms(2_000);
        assert!(net(&table, 1).states > states + 40, "the race stands");
        table.ask(who, Ask::Presence(Presence::Active));
        table.until("the wheel", |table| !table.view(who).seat_with_ai);
    }
    race_to_the_end(&mut table);
}

#[test]
fn a_second_race_begins_after_the_first() {
    let mut table = table();
    table.gather(&["Noa"]);
    table.race();
    race_to_the_end(&mut table);
    table.run_ms(3_000);
    for who in 0..2 {
        table.ask(who, Ask::LeaveGame);
    }
    table.until("the lobby", |table| table.all(|person| person.view.phase == Phase::Lobby));
    table.race();
    race_to_the_end(&mut table);
}

/// Anything happens to anybody, for half a minute; then all is well, and everybody who is left
/// comes to the same end.
#[test]
fn whatever_happens_to_anybody_one_race_comes_to_one_end() {
    // `SERVED=40` plays as many evenings.
    let seeds = std::env::var("SERVED").map_or(3, |seeds| seeds.parse().expect("a number"));
    (0..seeds).for_each(evening);
}

fn evening(seed: u64) {
    let mut dice = SimRng::new(seed, 77);
    let mut table = Table::over_datagrams(LinkProfile {
        latency_ms: dice.below(90),
        jitter_ms: dice.below(20),
        loss_permille: dice.below(60) as u16,
        ..LinkProfile::PERFECT
    });
    table = table.playing(Netcode::Server);
    table.gather(&["Noa", "Ben"]);
    table.race_by(RaceRules { laps: 2, cap_seconds: 60, ..RaceRules::default() });
    let mut story = Vec::new();
    for _ in 0..10 {
        let who = dice.below(3) as usize;
        let what = dice.below(7);
        story.push((table.now.as_millis(), who, what));
        match what {
            0 | 1 => table.cut(who),
            2 if table.people[who].room.ticket().is_some() => table.reload(who),
            2 | 3 => table.ask(who, Ask::Presence(Presence::Hidden)),
            4 => table.ask(who, Ask::Presence(Presence::Active)),
            5 => table.people[who].line = Line::Dead,
            _ => table.mend(who),
        }
        table.run_ms(u64::from(100 + dice.below(2_500)));
    }
    for who in 0..3 {
        table.mend(who);
        table.ask(who, Ask::Presence(Presence::Active));
    }
    let until = table.now.as_millis() + 25_000;
    let drives = |person: &table::Person| {
        let is_over = matches!(person.view.phase, Phase::Results | Phase::Lobby);
        is_over || person.view.phase == Phase::Playing && !person.view.seat_with_ai
    };
    while !table.all(drives) {
        table.run_ms(100);
        assert!(table.now.as_millis() < until, "seed {seed}: {story:?}\n{}", table.summary());
    }
    for who in 0..3 {
        for other in 0..who {
            table.assert_equal_states(who, other);
        }
    }
    let servers = table.people.iter().filter_map(|person| person.room.net());
    let count = servers.filter(|net| net.is_server).count();
    assert!(count <= 1, "seed {seed}: {count} servers, {story:?}");
    let over = |person: &table::Person| person.view.phase != Phase::Playing;
    let until = table.now.as_millis() + 150_000;
    while !table.all(over) {
        table.run_ms(100);
        assert!(table.now.as_millis() < until, "seed {seed}: {story:?}\n{}", table.summary());
    }
    let ends: Vec<_> = table.people.iter().filter_map(|it| it.view.results.as_ref()).collect();
    for end in &ends {
        let seats = |end: &party::ResultsView| {
            end.rows.iter().map(|row| (row.seat, row.cells.clone())).collect::<Vec<_>>()
        };
        assert_eq!(seats(end), seats(ends[0]), "seed {seed}: {story:?}");
    }
}
