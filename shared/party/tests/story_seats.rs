//! Who comes late watches at once, and takes a seat that nobody needs.

mod table;

use netplay::ids::Seat;
use netplay::link::LinkProfile;
use party::{Ask, EntryWish, Netcode, Phase, Room};
use table::{Table, in_every_netcode, pack};

in_every_netcode! {
    a_late_comer_takes_a_bot_s_car_and_is_in_control_within_a_second
    a_seat_that_somebody_may_come_back_to_is_not_open
    who_has_taken_a_seat_keeps_it_over_a_reload
    spectators_see_a_delayed_race_and_catch_up_when_they_take_a_seat
}

fn drives(table: &Table, who: usize) -> bool {
    table.view(who).my_seat.is_some() && !table.view(who).seat_with_ai
}

fn assert_equal_from_here(table: &mut Table, one: usize, other: usize) {
    table.people[other].hashes.clear();
    table.run_ms(4_000);
    assert!(table.assert_equal_states(one, other) >= 3, "{}", table.summary());
}

/// Gil comes into a race of two, in a room of four seats.
fn late(table: &mut Table) -> usize {
    let code = table.gather(&["Noa"]);
    table.race();
    table.run_ms(3_000);
    let gil = table.arrive("Gil", EntryWish::Join { code, watch: false });
    table.until("the late view", |table| table.view(gil).phase == Phase::Playing);
    table.until("an open seat", |table| table.view(gil).open_seats == [Seat(2), Seat(3)]);
    gil
}

fn a_late_comer_takes_a_bot_s_car_and_is_in_control_within_a_second(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    let gil = late(&mut table);
    assert!([0, 1].iter().all(|who| table.view(*who).open_seats.is_empty()), "they drive");
    let (asked, frame) = (table.now, table.people[0].frame());
    table.ask(gil, Ask::TakeSeat(Some(Seat(3))));
    table.until("the wheel", |table| drives(table, gil) && table.view(gil).cast[3].is_me);
    let took_ms = table.now.since(asked).as_millis();
    assert!(took_ms < 1_000, "{took_ms} ms");
    assert!(table.people[gil].was_told("You play now."));
    table.until("the others' word", |table| table.people[0].was_told("Gil plays for Domino"));
    assert_eq!((table.view(0).cast[3].name.as_str(), table.view(0).cast[3].ai), ("Gil", false));
    table.run_ms(2_000);
    let played = u128::from(table.people[0].frame() - frame);
    let due = table.now.since(asked).as_millis() * 60 / 1_000;
    assert!(played * 100 > due * 95, "the others went on: {played} of {due}");
    assert_equal_from_here(&mut table, 0, gil);
    table.until("results", |table| table.all(|person| person.view.results.is_some()));
    let rows = &table.view(0).results.as_ref().unwrap().rows;
    assert!(rows.iter().any(|row| row.name == "Gil" && !row.ai));
    let film = table.people[0].room.recording().unwrap();
    let film = Room::watch(film, &pack(), table.now).unwrap().view_if_changed().unwrap();
    assert_eq!(film.cast[3].name, "Gil", "whose race it became is told in the replay too");
}

fn a_seat_that_somebody_may_come_back_to_is_not_open(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    let gil = late(&mut table);
    table.people[1].has_network = false;
    table.cut(1);
    table.until("the AI", |table| table.view(gil).cast[1].ai);
    table.run_ms(500);
    assert_eq!(table.view(gil).open_seats, [Seat(2), Seat(3)]);
    table.ask(gil, Ask::TakeSeat(Some(Seat(1))));
    table.until("the refusal", |table| !table.people[gil].view.notices.is_empty());
    assert_eq!(table.view(gil).my_seat, None);
    table.ask(gil, Ask::TakeSeat(None));
    table.until("the wheel", |table| drives(table, gil) && table.view(gil).cast[2].is_me);
}

fn who_has_taken_a_seat_keeps_it_over_a_reload(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    let gil = late(&mut table);
    table.ask(gil, Ask::TakeSeat(None));
    table.until("the wheel", |table| drives(table, gil) && table.view(gil).cast[2].is_me);
    table.run_ms(1_000);
    table.reload(gil);
    table.until("the return", |table| {
        table.view(gil).phase == Phase::Playing
            && drives(table, gil)
            && table.view(gil).cast[2].is_me
    });
    assert_eq!(table.view(gil).my_seat, Some(Seat(2)));
    assert_eq!(table.view(gil).cast[2].name, "Gil");
    assert_equal_from_here(&mut table, 0, gil);
}

fn spectators_see_a_delayed_race_and_catch_up_when_they_take_a_seat(netcode: Netcode) {
    let wire = LinkProfile { latency_ms: 30, ..LinkProfile::PERFECT };
    let mut table = Table::over(wire).playing(netcode);
    let code = table.gather(&["Noa"]);
    table.ask(0, Ask::WatchDelay(3));
    table.until("the delay", |table| table.all(|person| person.view.watch_delay_s == 3));
    table.race();
    table.run_ms(6_000);
    let gil = table.arrive("Gil", EntryWish::Join { code, watch: false });
    table.until("the late view", |table| table.view(gil).phase == Phase::Playing);
    table.run_ms(2_000);
    let behind = table.people[0].frame() - table.people[gil].frame();
    assert!((170..230).contains(&behind), "{behind} frames behind");
    table.ask(gil, Ask::TakeSeat(None));
    table.until("the wheel", |table| drives(table, gil) && table.view(gil).cast[2].is_me);
    table.run_ms(1_000);
    let behind = table.people[0].frame().abs_diff(table.people[gil].frame());
    assert!(behind < 20, "{behind} frames behind at the wheel");
    assert_equal_from_here(&mut table, 0, gil);
}
