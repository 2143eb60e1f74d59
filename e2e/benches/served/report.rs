//! What is measured of a client, and how it is printed.

use netplay::session::server::Bots;
use netplay::sim::Replicated;
use testkit::harness::Harness;

/// One client's figures.
pub(crate) struct Row {
    snapshot_bytes: f64,
    down_kbit: f64,
    up_kbit: f64,
    rtt_off_ms: f64,
    checked: u64,
    wrong: u64,
    worst: String,
    snapshots: u64,
    different: usize,
}

/// Plays for so many seconds, with new inputs thirty times a second, and says what it cost.
pub(crate) fn measure<S: Replicated, B: Bots<S>, const N: usize>(
    harness: &mut Harness<S, B>,
    names: [&'static str; N],
    seconds: u32,
    mut play: impl FnMut(&mut Harness<S, B>),
) -> [Row; N] {
    let before = names.map(|name| harness.stats(name).expect("a client"));
    let mut rtt_off_ms = [0.0_f64; N];
    for tick in 0..seconds * 30 {
        play(harness);
        harness.pump(if tick % 3 == 0 { 34 } else { 33 });
        for (off, name) in rtt_off_ms.iter_mut().zip(names) {
            let rtt = f64::from(harness.stats(name).expect("a client").channel.rtt_ms_256) / 256.0;
            *off = off.max((rtt - 80.0).abs());
        }
    }
    let seconds = f64::from(seconds);
    let mut index = 0;
    names.map(|name| {
        let (then, now) = (&before[index], harness.stats(name).expect("a client"));
        let off = rtt_off_ms[index];
        index += 1;
        let per = |now: u64, then: u64, count: u64| (now - then) as f64 / count.max(1) as f64;
        let client = harness.client(name).expect("a client");
        let worst = now.client.worst.and_then(|miss| {
            let (_, field) = client.field_name(miss.kind, miss.field)?;
            Some(format!("{} of {field}", miss.error))
        });
        Row {
            snapshot_bytes: per(
                now.guest.snapshot_bytes,
                then.guest.snapshot_bytes,
                now.guest.snapshots - then.guest.snapshots,
            ),
            down_kbit: now.down.since(then.down).bytes as f64 * 8.0 / 1_000.0 / seconds,
            up_kbit: now.up.since(then.up).bytes as f64 * 8.0 / 1_000.0 / seconds,
            rtt_off_ms: off,
            checked: now.client.checked - then.client.checked,
            wrong: now.client.mispredictions - then.client.mispredictions,
            worst: worst.unwrap_or_default(),
            snapshots: now.client.snapshots,
            // Counted for the game, not for each client.
            different: if index == 1 { harness.converged().different.len() } else { 0 },
        }
    })
}

/// The document's figures.
pub(crate) struct Theirs {
    pub(crate) snapshot_bytes: f64,
    /// With IP and UDP, as all bytes here.
    pub(crate) down_kbit: f64,
    pub(crate) up_kbit: f64,
    /// How far the round trip is measured off at most.
    pub(crate) rtt_off_ms: f64,
    /// How many of how many predictions were wrong, where they say so.
    pub(crate) wrong: Option<(u32, u32)>,
}

/// Prints theirs beside ours, and says ours: bytes a snapshot, kbit/s down and up.
///
/// # Panics
/// When one of theirs is better, or a state differs from the server's.
pub(crate) fn hold(theirs: &Theirs, rows: &[Row]) -> [f64; 3] {
    println!("{:36} {:>8} {:>8} {:>8}", "", "theirs", "ours", "ratio");
    let mut worse = Vec::new();
    let mut line = |what: &'static str, theirs: f64, ours: f64| {
        println!("{what:36} {theirs:8.1} {ours:8.1} {:8.2}", ours / theirs);
        if ours >= theirs {
            worse.push(what);
        }
    };
    let mean = |of: fn(&Row) -> f64| rows.iter().map(of).sum::<f64>() / rows.len() as f64;
    let ours = [mean(|row| row.snapshot_bytes), mean(|row| row.down_kbit), mean(|row| row.up_kbit)];
    line("bytes a snapshot", theirs.snapshot_bytes, ours[0]);
    line("kbit/s down, with IP and UDP", theirs.down_kbit, ours[1]);
    line("kbit/s up, with IP and UDP", theirs.up_kbit, ours[2]);
    let off = rows.iter().map(|row| row.rtt_off_ms).fold(0.0, f64::max);
    line("round trip measured off by, ms", theirs.rtt_off_ms, off);
    let percent = |wrong: u64, checked: u64| wrong as f64 * 100.0 / checked.max(1) as f64;
    let [wrong, checked] = [|row: &Row| row.wrong, |row: &Row| row.checked]
        .map(|of: fn(&Row) -> u64| rows.iter().map(of).sum::<u64>());
    match theirs.wrong {
        Some((count, of)) => line(
            "predictions wrong, in 100",
            percent(count.into(), of.into()),
            percent(wrong, checked),
        ),
        None => {
            println!("{:36} {:>8} {:8.1}", "predictions wrong, in 100", "", percent(wrong, checked))
        }
    }
    let each = rows.iter().map(|row| format!("{:.1}", percent(row.wrong, row.checked)));
    println!("  {wrong} of {checked}; by client: {}", each.collect::<Vec<_>>().join(" "));
    let worst: Vec<_> =
        rows.iter().map(|row| &*row.worst).filter(|worst| !worst.is_empty()).collect();
    println!("  the worst by client: {}", worst.join(", "));
    let snapshots: u64 = rows.iter().map(|row| row.snapshots).sum();
    let different: usize = rows.iter().map(|row| row.different).sum();
    println!("  {snapshots} snapshots, each held against the server's state: {different} differ");
    assert_eq!(worse, [""; 0], "theirs are better");
    assert!(snapshots > 0 && different == 0, "{different} of {snapshots} differ");
    ours
}
