//! Only the host's machine knows who hides where: hunts of which everybody is shown their own view.

mod table;

use games::hunt::{HuntRules, HuntView, Phase as HuntPhase, Role, pad};
use games::{GameId, GameSetup};
use netplay::ids::{PadWord, Seat};
use netplay::link::LinkProfile;
use netplay::wire::Presence;
use party::{Ask, EntryWish, NetView, Netcode, Phase, Scene};
use table::{Line, Table};

/// A home connection that is none of the best.
const FAR: LinkProfile =
    LinkProfile { latency_ms: 40, jitter_ms: 4, loss_permille: 20, ..LinkProfile::PERFECT };

/// One round of ten seconds to hide and three quarters of a minute to seek.
fn rules() -> HuntRules {
    HuntRules { hide_s: 10, seek_s: 45, rounds: 1, ..HuntRules::default() }
}

fn hunt(guests: &[&str], rules: HuntRules) -> Table {
    let mut table = Table::over(FAR).playing(Netcode::Hidden);
    table.gather(guests);
    table.play(GameSetup::Hunt(rules));
    table
}

fn net(table: &Table, who: usize) -> NetView {
    table.people[who].room.net().expect("a running hunt")
}

/// What is on somebody's screen.
fn seen(table: &Table, who: usize) -> HuntView {
    try_seen(table, who).expect("a hunt")
}

fn try_seen(table: &Table, who: usize) -> Option<HuntView> {
    match table.people[who].room.scene() {
        Scene::Hunt(shown) => Some(shown.after),
        _ => None,
    }
}

fn role(table: &Table, who: usize) -> Role {
    seen(table, who).own.expect("a seat").role
}

#[test]
fn friends_hunt_to_results_that_are_everybodys() {
    let mut table = hunt(&["Noa", "Ben"], rules());
    assert_eq!(table.view(1).netcode, Netcode::Hidden);
    assert!(net(&table, 0).is_server && !net(&table, 1).is_server);
    table.until("results", |table| table.all(|person| person.view.results.is_some()));
    let results = |who: usize| {
        let results = table.view(who).results.as_ref().unwrap();
        results
            .rows
            .iter()
            .map(|row| (row.seat, row.cells.clone(), row.why.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(results(0), results(1));
    assert_eq!(results(0), results(2));
    assert!(results(0).iter().all(|(_, _, why)| !why.is_empty()));
    assert!(net(&table, 1).states > 300, "{:?}", net(&table, 1));
    table.run_ms(5_000);
    assert!(table.all(|person| person.view.phase == Phase::Results));
}

#[test]
fn nobody_is_shown_who_hides_where() {
    let mut table = hunt(&["Noa", "Ben", "Mia"], rules());
    let seekers: Vec<usize> = (0..4).filter(|who| role(&table, *who) == Role::Seeker).collect();
    let hider = (0..4).find(|who| role(&table, *who) == Role::Hider).unwrap();
    assert_eq!(seekers.len(), 1);
    // A hider walks until something is near enough to become it.
    let mut away = 0;
    while seen(&table, hider).own.unwrap().disguise.is_none() {
        let direction = [4, 12, 20, 28][away / 3 % 4];
        table.people[hider].pad = PadWord(pad::MOVE | direction);
        table.run_ms(300);
        table.people[hider].pad = PadWord(pad::ACT);
        table.run_ms(300);
        away += 1;
        assert!(away < 14, "there is nothing to become");
    }
    table.people[hider].pad = PadWord(0);
    table.until("the seek phase", |table| seen(table, hider).phase == HuntPhase::Seek);
    table.run_ms(500);
    let mine = seen(&table, hider).own.unwrap();
    let theirs = seen(&table, seekers[0]);
    assert_eq!(theirs.own.unwrap().seat.index(), seat_of(&table, seekers[0]).index());
    assert!(theirs.figures.iter().all(|figure| figure.seat != mine.seat));
    assert!(theirs.props.contains(&mine.disguise.unwrap()), "a thing among things");
}

fn seat_of(table: &Table, who: usize) -> Seat {
    table.view(who).my_seat.unwrap()
}

#[test]
fn who_comes_back_has_the_seat_and_its_secrets_again() {
    let mut table = hunt(&["Noa"], rules());
    table.run_ms(2_000);
    let before = seen(&table, 1).own.unwrap();
    table.reload(1);
    table.until("Noa's hunt", |table| {
        table.view(1).phase == Phase::Playing && !table.view(1).seat_with_ai
    });
    let after = seen(&table, 1).own.unwrap();
    assert_eq!((after.seat, after.role), (before.seat, before.role));
    assert!(seen(&table, 1).ms_left < 10_000, "the same round");
}

#[test]
fn the_host_goes_and_the_round_begins_anew_elsewhere() {
    let mut table = hunt(&["Noa", "Ben"], HuntRules { rounds: 2, ..rules() });
    table.run_ms(15_000);
    assert_eq!(seen(&table, 1).phase, HuntPhase::Seek);
    table.people[0].line = Line::Dead;
    table.people[0].has_network = false;
    table.until("another host", |table| net(table, 1).is_server || net(table, 2).is_server);
    table.until("the round's beginning", |table| {
        [1, 2].iter().all(|who| seen(table, *who).phase == HuntPhase::Hide)
    });
    let why = "Only the last host knew, so the round begins anew.";
    assert!([1, 2].iter().all(|who| table.people[*who].was_told(why)));
    assert!(net(&table, 1).is_server ^ net(&table, 2).is_server);
    let done = |table: &Table| [1, 2].iter().all(|who| table.view(*who).results.is_some());
    table.until("the second round", |table| seen(table, 1).round == 1);
    // Whoever was the host is a guest like any other when the line is back.
    table.people[0].has_network = true;
    table.mend(0);
    table.until("the old host's view of the new host's hunt", |table| {
        let is_there = table.people[0].room.net().is_some_and(|net| !net.is_server);
        is_there && try_seen(table, 0).is_some_and(|view| view.round == 1)
    });
    table.until("results", done);
}

#[test]
fn a_host_who_reloads_goes_on_from_the_rounds_beginning() {
    for guests in [&["Noa"][..], &[]] {
        let mut table = hunt(guests, rules());
        table.run_ms(12_000);
        table.reload(0);
        table.until("the hunt", |table| {
            table.people[0].room.net().is_some_and(|net| net.is_server)
                && table.view(0).phase == Phase::Playing
        });
        table.until("the own seat", |table| {
            !table.view(0).seat_with_ai && seen(table, 0).own.is_some()
        });
        table.until("results", |table| table.all(|person| person.view.results.is_some()));
    }
}

#[test]
fn a_late_comer_watches_what_seekers_see_and_takes_a_seat() {
    let mut table = hunt(&["Noa"], rules());
    let code = table.view(0).code.unwrap();
    let mia = table.arrive("Mia", EntryWish::Join { code, watch: false });
    table.until("a view", |table| table.view(mia).phase == Phase::Playing);
    let watched = seen(&table, mia);
    assert!(watched.own.is_none() && watched.blind, "the hiders are hiding");
    let open = table.view(mia).open_seats.clone();
    table.ask(mia, Ask::TakeSeat(Some(open[0])));
    table.until("a seat", |table| seen(table, mia).own.is_some());
    assert_eq!(seen(&table, mia).own.unwrap().seat, open[0]);
}

#[test]
fn a_hidden_page_gives_its_seat_to_the_ai_and_gets_it_back() {
    let mut table = hunt(&["Noa"], rules());
    table.ask(1, Ask::Presence(Presence::Hidden));
    table.until("the AI", |table| table.view(1).seat_with_ai);
    table.ask(1, Ask::Presence(Presence::Active));
    table.until("the seat", |table| !table.view(1).seat_with_ai);
}

#[test]
fn other_games_have_no_secrets_to_hide() {
    let mut table = Table::new();
    table.gather(&[]);
    table.ask(0, Ask::PickGame(GameSetup::Hunt(rules())));
    table.ask(0, Ask::PickNetcode(Netcode::Hidden));
    table.until("the pick", |table| table.view(0).netcode == Netcode::Hidden);
    table.ask(0, Ask::PickNetcode(Netcode::Server));
    table.ask(0, Ask::PickGame(GameSetup::of(GameId::Golf)));
    table.until("golf", |table| table.view(0).game.id() == GameId::Golf);
    assert_eq!(table.view(0).netcode, Netcode::default());
}
