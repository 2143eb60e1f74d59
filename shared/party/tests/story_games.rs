//! A round of golf and a hunt among friends: whatever the netcode, they are the same game.

mod table;

use games::golf::{GolfEvent, GolfRules};
use games::hunt::{HuntEvent, HuntRules, Phase as Stage};
use games::{Event, GameId, GameSetup};
use netplay::link::LinkProfile;
use party::{Ask, Cue, EntryWish, Netcode, Phase, ResultsView, Scene};
use table::{Table, in_every_netcode};

in_every_netcode! {
    a_round_of_golf_is_played_to_equal_results
    a_hunt_is_played_to_equal_results
    who_drops_out_of_a_round_of_golf_comes_back_to_their_ball
    who_drops_out_of_a_hunt_comes_back_to_their_hide
    a_late_comer_watches_a_hunt_as_a_stranger_would
    no_seeker_hears_what_is_a_hiders_own
}

/// 120 ms from one player to the other, and three packets in a hundred lost.
const FAR: LinkProfile =
    LinkProfile { latency_ms: 60, jitter_ms: 8, loss_permille: 30, ..LinkProfile::PERFECT };

fn golf() -> GameSetup {
    GameSetup::Golf(GolfRules { holes: 1, hole_seconds: 20, ..GolfRules::default() })
}

fn hunt() -> GameSetup {
    GameSetup::Hunt(HuntRules { hide_s: 10, seek_s: 45, rounds: 1, ..HuntRules::default() })
}

fn table(netcode: Netcode, game: GameSetup) -> Table {
    let mut table = Table::over(FAR).playing(netcode);
    table.gather(&["Noa", "Ben"]);
    table.play(game);
    table
}

fn results(table: &Table, who: usize) -> &ResultsView {
    table.view(who).results.as_ref().expect("results")
}

fn to_equal_results(netcode: Netcode, game: GameSetup) -> Table {
    let mut table = table(netcode, game);
    table.until_played("results", game.id(), |table| {
        table.all(|person| person.view.phase == Phase::Results)
    });
    for who in [1, 2] {
        assert!(table.assert_equal_states(0, who) > 30);
    }
    let first = results(&table, 0);
    assert_eq!(first.mode, game.id().mode());
    assert_eq!(first.rows.len(), 4, "the AI has the fourth seat");
    for row in &first.rows {
        assert!(row.why.ends_with('.') && row.why.len() > 10, "{row:?}");
        assert_eq!(row.cells.len(), first.columns.len(), "{row:?}");
    }
    let sheet = first.sheet.as_ref().expect("how it came to that");
    assert_eq!(sheet.rows.len(), 4);
    assert!(sheet.rows.iter().all(|(_, cells)| cells.len() == sheet.head.len()));
    for who in [1, 2] {
        let other = results(&table, who);
        let told = |of: &ResultsView| {
            let rows = of.rows.iter();
            rows.map(|row| (row.place, row.seat, row.why.clone())).collect::<Vec<_>>()
        };
        assert_eq!(told(first), told(other));
        assert_eq!(first.sheet, other.sheet);
    }
    table
}

fn times(table: &Table, who: usize, is_it: impl Fn(&Event) -> bool) -> usize {
    let cues = table.people[who].cues.iter();
    cues.filter(|cue| matches!(cue, Cue::Game(event) if is_it(event))).count()
}

fn a_round_of_golf_is_played_to_equal_results(netcode: Netcode) {
    let table = to_equal_results(netcode, golf());
    for who in 0..3 {
        assert_eq!(times(&table, who, |it| *it == Event::Golf(GolfEvent::Over)), 1);
        assert!(matches!(table.people[who].room.scene(), Scene::Golf(_)));
    }
}

fn a_hunt_is_played_to_equal_results(netcode: Netcode) {
    let table = to_equal_results(netcode, hunt());
    for who in 0..3 {
        assert_eq!(times(&table, who, |it| *it == Event::Hunt(HuntEvent::Over)), 1);
        assert!(matches!(table.people[who].room.scene(), Scene::Hunt(_)));
    }
}

/// Noa's link dies in the middle; the seat is hers again, and all end alike.
fn comes_back(netcode: Netcode, game: GameSetup) {
    let mut table = table(netcode, game);
    table.until_played("the game", game.id(), |table| table.people[0].frame() > 60 * 6);
    let seat = table.view(1).my_seat;
    table.people[1].has_network = false;
    table.cut(1);
    table.until_played("the AI", game.id(), |table| {
        table.view(0).cast.iter().any(|it| Some(it.seat) == seat && it.ai)
    });
    table.people[1].has_network = true;
    let now = table.now;
    table.people[1].room.hurry(now);
    table.until_played("the seat", game.id(), |table| {
        let noa = table.view(1);
        noa.phase == Phase::Playing && noa.my_seat == seat && !noa.seat_with_ai
    });
    table.people.iter_mut().for_each(|person| person.hashes.clear());
    table.until_played("results", game.id(), |table| {
        table.all(|person| person.view.phase == Phase::Results)
    });
    assert!(table.assert_equal_states(0, 1) > 5);
}

fn who_drops_out_of_a_round_of_golf_comes_back_to_their_ball(netcode: Netcode) {
    comes_back(netcode, golf());
}

fn who_drops_out_of_a_hunt_comes_back_to_their_hide(netcode: Netcode) {
    comes_back(netcode, hunt());
}

fn a_late_comer_watches_a_hunt_as_a_stranger_would(netcode: Netcode) {
    let mut table = table(netcode, hunt());
    table.until_played("the hunt", GameId::Hunt, |table| table.people[0].frame() > 60 * 12);
    let code = table.view(0).code.unwrap();
    let late = table.arrive("Late", EntryWish::Join { code, watch: true });
    table.until_played("the picture", GameId::Hunt, |table| {
        matches!(table.people[late].room.scene(), Scene::Hunt(_))
    });
    let Scene::Hunt(seen) = table.people[late].room.scene() else { panic!("a hunt") };
    assert_eq!((seen.me, seen.after.own), (None, None));
    assert!(seen.after.revealed.is_empty(), "nobody who hides is shown");
    table.ask(late, Ask::Leave);
}

fn no_seeker_hears_what_is_a_hiders_own(netcode: Netcode) {
    let mut table = table(netcode, hunt());
    table.until_played("the search", GameId::Hunt, |table| {
        times(table, 0, |it| *it == Event::Hunt(HuntEvent::Phase(Stage::Seek))) > 0
    });
    table.until_played("the end", GameId::Hunt, |table| table.view(0).phase == Phase::Results);
    let mut own = 0;
    for person in &table.people {
        let me = person.view.my_seat;
        for cue in &person.cues {
            if let Cue::Game(Event::Hunt(HuntEvent::Own { seat, .. })) = cue {
                assert_eq!(Some(*seat), me);
                own += 1;
            }
        }
    }
    assert!(own > 0, "hiders hear what they do");
}
