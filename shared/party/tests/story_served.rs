//! One machine decides: races on a server, which is the host's page or whoever follows it.

mod table;

use games::racing::{RaceEvent, RaceRules};
use netplay::ids::Seat;
use netplay::link::LinkProfile;
use netplay::wire::Presence;
use party::{Ask, Cue, EntryWish, NetView, Netcode, Phase};
use std::collections::BTreeMap;
use table::Table;

/// A home connection that is none of the best.
const FAR: LinkProfile =
    LinkProfile { latency_ms: 40, jitter_ms: 4, loss_permille: 20, ..LinkProfile::PERFECT };

fn table() -> Table {
    Table::over_datagrams(FAR).playing(Netcode::Server)
}

fn order(table: &Table, who: usize) -> Vec<(Seat, Option<u32>)> {
    let results = table.view(who).results.as_ref().expect("results");
    results.rows.iter().map(|row| (row.seat, row.time_ms)).collect()
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
    println!("guest after 15 s: {guest:?}");
    assert!(guest.states > 300, "{guest:?}");
    assert!(guest.step_mm <= 100, "{guest:?}");
    race_to_the_end(&mut table);
    assert!(table.assert_equal_states(0, 1) > 60);
    table.run_ms(5_000);
    assert!(table.all(|person| person.view.phase == Phase::Results));
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
                Cue::Race(event) => Some(event),
                _ => None,
            });
            races.filter(|event| is_it(event)).count()
        };
        assert_eq!(count(&|event| matches!(event, RaceEvent::Go)), 1);
        assert_eq!(count(&|event| matches!(event, RaceEvent::Over)), 1);
        for seat in 0..4 {
            let finishes = |event: &RaceEvent| {
                matches!(event, RaceEvent::Finish { seat: of, .. } if of.0 == seat)
            };
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
        let place = |table: &Table| -> BTreeMap<usize, (i32, i32)> {
            (1..3).map(|who| (who, own_place(table, who))).collect()
        };
        let gone_at = table.now;
        if leaves {
            table.ask(0, Ask::Leave);
            table.run_ms(100);
        }
        table.people.remove(0);
        table.until("the next server", |table| {
            let serves = |who| table.people[who as usize].room.net().is_some_and(|it| it.is_server);
            serves(0) && table.people[1].room.net().is_some_and(|it| it.states > before[1] + 10)
        });
        let took = table.now.since(gone_at).as_millis();
        println!("leaves {leaves}: {took} ms");
        assert!(took < 5_000, "{took} ms");
        let _ = place;
        table.until("results", |table| table.all(|person| person.view.results.is_some()));
        assert_eq!(order(&table, 0), order(&table, 1));
        assert!(table.assert_equal_states(0, 1) > 60);
    }
}

fn own_place(_: &Table, _: usize) -> (i32, i32) {
    (0, 0)
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
    let time = table.view(0).results.as_ref().unwrap().rows[0].time_ms.unwrap();
    let lasted = table.now.as_millis();
    assert!(u64::from(time) < lasted, "{time} {lasted}");
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
        table.until("the AI", |table| table.view(1 - who).cast[who].ai && table.view(who).seat_with_ai);
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
