//! A room plays a pack of somebody's own, and those who lack it get it there.

mod table;

use games::pack::{Pack, bundle};
use games::racing::Track;
use netplay::wire::Presence;
use party::{Ask, EntryWish, Next, Phase};
use std::sync::Arc;
use table::{Line, Table};

/// Heron Lake under another name, and a remark that makes it long enough for several parts.
fn own_pack() -> Arc<Pack> {
    let track = Track::HERON_LAKE.replace("name Heron Lake", "name Ann's Lake");
    let track = format!("{track}\n# {}\n", "long ".repeat(8_000));
    let pack = bundle("Ann's corner", [("tracks/lake.track", track.as_str())]);
    Arc::new(Pack::parse(&pack).expect("a fair pack"))
}

/// Ann opens a room with a pack of her own, and the guests stand before it.
fn knock(guests: &[&str]) -> Table {
    let mut table = Table::new();
    table.arrive_with("Ann", EntryWish::Create { seats: 4 }, own_pack());
    table.until("Ann's room", |table| table.view(0).phase == Phase::Lobby);
    let code = table.view(0).code.unwrap();
    for name in guests {
        let guest = table.arrive(name, EntryWish::Join { code, watch: false });
        table.until("the refusal", |table| is_offered(table, guest));
    }
    table
}

fn is_offered(table: &Table, guest: usize) -> bool {
    matches!(&table.view(guest).phase, Phase::Closed(why) if why.next == Next::FetchPack)
}

fn is_in(table: &Table, guest: usize) -> bool {
    table.view(guest).phase == Phase::Lobby
}

#[test]
fn a_friend_is_told_gets_the_pack_and_drives_on_its_track() {
    let mut table = knock(&["Ben"]);
    let Phase::Closed(why) = &table.view(1).phase else { unreachable!() };
    assert!(why.what.contains("Ann's corner") && why.what.contains("built-in"), "{}", why.what);
    table.ask(1, Ask::FetchPack);
    table.until("a part of it", |table| {
        matches!(table.view(1).phase, Phase::Fetching { received: 1.., total: 40_000.. })
    });
    table.until("Ben in the room", |table| is_in(table, 1));
    let pack = table.people[1].room.pack().expect("of the room");
    assert_eq!((pack.name.as_str(), pack.sha256), ("Ann's corner", own_pack().sha256));
    table.race();
    table.run_ms(3_000);
    assert!(table.assert_equal_states(0, 1) > 3);
    table.cut(1);
    table.until("the loss", |table| table.people[1].was_told("lost"));
    table.until("Ben back with the pack of the room", |table| {
        table.people[1].was_told("Back online")
    });
}

#[test]
fn who_takes_a_minute_to_read_gets_it_all_the_same() {
    let mut table = knock(&["Ben"]);
    table.run_ms(80_000);
    assert!(is_offered(&table, 1), "{}", table.summary());
    assert_eq!(table.people[1].dials.len(), 1, "nobody knocks again and again meanwhile");
    table.ask(1, Ask::FetchPack);
    table.until("Ben in the room", |table| is_in(table, 1));
}

#[test]
fn a_cut_link_begins_it_anew() {
    let mut table = knock(&["Ben"]);
    table.ask(1, Ask::FetchPack);
    table.until("a part of it", |table| {
        matches!(table.view(1).phase, Phase::Fetching { received: 1.., .. })
    });
    table.cut(1);
    table.until("Ben in the room", |table| is_in(table, 1));
}

#[test]
fn fault_57_a_host_who_hands_over_other_bytes_is_left_for_somebody_else() {
    let mut table = knock(&["Ben", "Eve"]);
    table.ask(1, Ask::FetchPack);
    table.until("Ben in the room", |table| is_in(table, 1));
    table.people[0].line = Line::Swapping;
    table.ask(2, Ask::FetchPack);
    table.until("Eve in the room, by Ben", |table| is_in(table, 2));
}

#[test]
fn fault_57_if_nobody_hands_it_over_as_it_should_be_a_sentence_says_so() {
    let mut table = knock(&["Ben"]);
    table.people[0].line = Line::Swapping;
    table.ask(1, Ask::FetchPack);
    table.until("the sentence", |table| is_offered(table, 1));
    let Phase::Closed(why) = &table.view(1).phase else { unreachable!() };
    assert!(why.what.contains("Ann's corner"), "{}", why.what);
    assert!(!table.people[1].room.pack().unwrap().name.contains("Ann"), "nothing of it is used");
    // And the room is none the worse for it.
    table.people[0].line = Line::Good;
    table.ask(1, Ask::FetchPack);
    table.until("Ben in the room", |table| is_in(table, 1));
}

#[test]
fn who_reloads_the_page_and_has_lost_the_pack_gets_it_without_asking() {
    let mut table = knock(&["Ben"]);
    table.ask(1, Ask::FetchPack);
    table.until("Ben in the room", |table| is_in(table, 1));
    table.ask(1, Ask::Presence(Presence::Active));
    table.reload(1); // with the built-in pack
    table.until("Ben back in the room", |table| is_in(table, 1));
    assert_eq!(table.view(0).rows.len(), 2, "on his own place");
}
