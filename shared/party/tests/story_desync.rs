//! One against one: nobody can say whose state is right.

mod table;

use netplay::wire::DesyncPolicy;
use party::{Ask, Netcode, Phase};
use table::{Line, Table, in_every_netcode};

in_every_netcode! {
    one_against_one_is_void_and_both_keep_what_they_remember
}

fn one_against_one_is_void_and_both_keep_what_they_remember(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    table.gather(&["Noa"]);
    table.ask(0, Ask::OnDesync(DesyncPolicy::Void));
    table.race();
    table.run_ms(4_000);
    table.people[1].line = Line::Lying;
    table.until("the lobby", |table| table.all(|person| person.view.phase == Phase::Lobby));
    table.people[1].line = Line::Good;
    assert!(table.all(|person| person.view.results.is_none()));
    assert!(table.all(|person| person.was_told("so this game does not count")));
    assert!(table.all(|person| !person.was_told("ended the game")), "{}", table.summary());
    assert!(table.all(|person| person.view.finding.is_some()));
    table.race();
}
