//! Whatever happens to four friends' links, tabs and pages, in whatever order: nobody's state
//! differs, nobody is thrown out, and once it is calm they all race on together.

mod table;

use netplay::link::LinkProfile;
use netplay::rng::SimRng;
use netplay::wire::Presence;
use party::{Ask, Netcode, Phase};
use table::{Line, Table, in_every_netcode};

in_every_netcode! {
    evenings_of_bad_luck
}

const FRIENDS: u32 = 4;

/// Something that happens to somebody.
fn mishap(table: &mut Table, dice: &mut SimRng) -> String {
    let who = dice.below(FRIENDS) as usize;
    let what = dice.below(11);
    let person = &mut table.people[who];
    let now = table.now;
    match what {
        0 | 1 => table.cut(who),
        2 | 3 => {
            if person.room.ticket().is_some() {
                table.reload(who);
            }
        }
        4 => person.room.ask(Ask::Presence(Presence::Hidden), now),
        5 => person.room.ask(Ask::Presence(Presence::Active), now),
        6 => person.draws_every = [4, 8, 50, 250][dice.below(4) as usize],
        7 if person.line == Line::Good => person.line = Line::Dead,
        7 => table.mend(who),
        8 => person.has_network = !person.has_network,
        9 => person.room.ask(Ask::Pause, now),
        _ => person.room.ask(Ask::Unpause, now),
    }
    format!("{} ms: {who} {what}", now.as_millis())
}

fn calm(table: &mut Table) {
    let now = table.now;
    (0..table.people.len()).for_each(|who| table.mend(who));
    for person in &mut table.people {
        person.has_network = true;
        person.draws_every = 4;
        person.room.ask(Ask::Presence(Presence::Active), now);
        person.room.ask(Ask::Unpause, now);
        person.room.hurry(now);
    }
}

fn survive(seed: u64, netcode: Netcode) {
    let mut dice = SimRng::new(seed, 0);
    let latency_ms = [5, 30, 90][dice.below(3) as usize];
    let wire = LinkProfile { latency_ms, jitter_ms: latency_ms / 3, ..LinkProfile::PERFECT };
    let mut table = Table::over(wire).playing(netcode);
    table.gather(&["Noa", "Ben", "Gil"]);
    table.race();
    let mut story = Vec::new();
    for _ in 0..24 {
        story.push(mishap(&mut table, &mut dice));
        table.run_ms(u64::from(50 + dice.below(1_500)));
    }
    calm(&mut table);
    // A reload may have begun a new connection without a place; everything else takes seconds.
    table.run_ms(15_000);
    calm(&mut table);
    table.run_ms(5_000);
    let tale = format!("seed {seed}, {latency_ms} ms, {story:#?}\n{}", table.summary());
    for person in &table.people {
        assert!(!person.was_told("differ since"), "a desync: {tale}");
        assert!(!matches!(person.view.phase, Phase::Closed(_)), "thrown out: {tale}");
        assert!(!matches!(person.view.phase, Phase::Reconnecting { .. }), "still away: {tale}");
        assert!(!matches!(person.view.phase, Phase::Loading { .. }), "still loading: {tale}");
        assert_eq!(person.view.stall, None, "stuck: {tale}");
    }
    let racing = table.all(|person| person.view.phase == Phase::Playing);
    if racing {
        table.people.iter_mut().for_each(|person| person.hashes.clear());
        table.run_ms(3_000);
        for other in 1..4 {
            if table.all(|person| person.view.phase == Phase::Playing) {
                assert!(table.assert_equal_states(0, other) > 2, "not together: {tale}");
            }
        }
        assert!(table.all(|person| !person.view.seat_with_ai), "no seat back: {tale}");
    }
}

/// Twenty of them, or as many as `EVENINGS` says.
fn evenings_of_bad_luck(netcode: Netcode) {
    let wished = std::env::var("EVENINGS").ok().and_then(|it| it.parse().ok());
    (0..wished.unwrap_or(20)).for_each(|seed| survive(seed, netcode));
}
