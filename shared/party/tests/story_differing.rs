//! One of three goes another way: the others play on, and what becomes of the one is the host's
//! choice.

mod table;

use netplay::session::bundle::Bundle;
use netplay::wire::DesyncPolicy;
use party::{Ask, Netcode, Phase};
use table::{Line, Table, in_every_netcode};

const BEN: usize = 2;

in_every_netcode! {
    who_goes_another_way_is_put_right_and_drives_on
    who_goes_another_way_is_out_and_the_others_race_on
}

/// A race of three in which Ben has heard other pads than the others.
fn until_ben_differs(netcode: Netcode, policy: DesyncPolicy) -> Table {
    let mut table = Table::new().playing(netcode);
    table.gather(&["Noa", "Ben"]);
    table.ask(0, Ask::OnDesync(policy));
    table.race();
    table.run_ms(4_000);
    table.people[BEN].line = Line::Lying;
    table.until("the difference", |table| {
        table.people[BEN].was_told("Your game went another way than everybody's")
    });
    table.people[BEN].line = Line::Good;
    table
}

/// Everybody knows where, and has it in a file.
fn assert_found(table: &Table, netcode: Netcode) {
    for who in [0, 1, BEN] {
        let finding = table.view(who).finding.as_ref().expect("something was found out");
        let bundle = Bundle::decode(&finding.bundle).expect("a bundle");
        assert!(bundle.case.theirs.kept.len() > 30, "the other has shown what it remembers");
        if netcode != Netcode::Sealed {
            let words = "were told different things about seat ";
            assert!(finding.sentence.contains(words), "{who}: {}", finding.sentence);
        }
    }
    for who in [0, 1] {
        assert!(table.people[who].was_told("The game of Ben went another way"));
        assert!(!table.people[who].was_told("differ since"));
    }
}

fn who_goes_another_way_is_put_right_and_drives_on(netcode: Netcode) {
    let mut table = until_ben_differs(netcode, DesyncPolicy::Repair);
    table.until("the AI", |table| table.view(BEN).seat_with_ai);
    table.until("Ben at the wheel", |table| !table.view(BEN).seat_with_ai);
    assert!(table.all(|person| person.view.phase == Phase::Playing), "{}", table.summary());
    table.people[BEN].hashes.clear();
    table.run_ms(4_000);
    assert!(table.assert_equal_states(0, BEN) >= 6, "{}", table.summary());
    assert!(table.assert_equal_states(0, 1) >= 12);
    assert_found(&table, netcode);
    table.until("results", |table| table.all(|person| person.view.results.is_some()));
}

fn who_goes_another_way_is_out_and_the_others_race_on(netcode: Netcode) {
    for policy in [DesyncPolicy::Halt, DesyncPolicy::Void] {
        let mut table = until_ben_differs(netcode, policy);
        table.until("Ben's lobby", |table| table.view(BEN).phase == Phase::Lobby);
        assert_found(&table, netcode);
        table.run_ms(3_000);
        let seat = table.view(BEN).my_seat.expect("Ben keeps the seat for the next game");
        for who in [0, 1] {
            assert_eq!(table.view(who).phase, Phase::Playing, "{}", table.summary());
            let row = table.view(who).rows.iter().find(|row| row.seat == Some(seat));
            assert!(row.is_some_and(|row| row.name == "Ben"));
        }
        assert!(table.assert_equal_states(0, 1) >= 12);
        table.until("results", |table| table.view(0).results.is_some());
    }
}
