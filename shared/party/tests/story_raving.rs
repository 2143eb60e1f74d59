//! One of four friends wants to do harm: the other three race on, and whoever comes back does too.

mod table;

use netplay::link::LinkProfile;
use party::{Netcode, Phase};
use table::{Line, Table, in_every_netcode};

in_every_netcode! {
    three_race_on_beside_one_who_raves
}

const GIL: usize = 3;

fn is_racing(table: &Table, who: usize) {
    let view = table.view(who);
    assert_eq!(view.phase, Phase::Playing, "{}", table.summary());
}

fn evening(seed: u64, netcode: Netcode) {
    let latency_ms = [3, 20, 60][seed as usize % 3];
    let wire = LinkProfile { latency_ms, jitter_ms: latency_ms / 4, ..LinkProfile::PERFECT };
    let mut table = Table::over(wire).playing(netcode);
    table.gather(&["Noa", "Ben", "Gil"]);
    table.race();
    table.people[GIL].line = Line::Raving(seed);
    table.run_ms(4_000);
    table.reload(1);
    table.run_ms(4_000);
    table.cut(2);
    table.run_ms(6_000);
    (0..GIL).for_each(|who| is_racing(&table, who));
    let before: Vec<u32> = (0..GIL).map(|who| table.people[who].frame()).collect();
    table.people.iter_mut().for_each(|person| person.hashes.clear());
    // Words that Gil owes may hold the others up until the AI drives for him.
    table.run_ms(8_000);
    for (who, before) in before.into_iter().enumerate() {
        is_racing(&table, who);
        let frames = table.people[who].frame() - before;
        assert!(frames > 120, "{who} came {frames} frames in 8 s:\n{}", table.summary());
        assert!(!table.people[who].was_told("differ since"), "{}", table.summary());
    }
    for other in 1..GIL {
        assert!(table.assert_equal_states(0, other) > 2, "{}", table.summary());
    }
}

fn three_race_on_beside_one_who_raves(netcode: Netcode) {
    (0..12).for_each(|seed| evening(seed, netcode));
}
