//! Recordings: written while watching, verified afterwards, and no reason to stop watching.

use crate::support::{End, Program, Relay, folder};
use std::path::Path;

/// Watches two seconds of a race of two, recording to `wish`.
fn watch(wish: &Path) -> End {
    let relay = Relay::start();
    let (host, code) = relay.host("1", &["--seconds", "3", "--seats", "2"]);
    let wish = wish.to_str().expect("a path");
    let observer = Program::peer(&[
        "observe",
        "--relay",
        &relay.ws(),
        "--room",
        &code,
        "--seconds",
        "2",
        "--record",
        wish,
    ]);
    let end = observer.end();
    drop(host);
    end
}

fn replay(verb: &str, file: &Path) -> End {
    Program::peer(&["replay", verb, file.to_str().expect("a path")]).end()
}

#[test]
fn a_recording_leads_where_the_watched_game_led_and_tells_damage() {
    let folder = folder("recording");
    let report = watch(&folder).report();
    let file = report["recording"].as_str().map(Path::new).expect("a recording");
    assert_eq!((file.parent(), &report["tick"]), (Some(&*folder), &120.into()));
    let verified = replay("verify", file).report();
    assert_eq!((&verified["frames"], &verified["checkpoints"]), (&120.into(), &4.into()));
    assert_eq!(verified["digest"], report["digest"]);
    let info = replay("info", file).report();
    assert_eq!((&info["game"], &info["fits"]), (&"racing".into(), &true.into()));
    assert_eq!(info["seats"][0]["name"], "Walker");

    let mut bytes = std::fs::read(file).unwrap();
    let last = bytes.len() - 9;
    bytes[last] ^= 1;
    std::fs::write(file, &bytes).unwrap();
    let damaged = replay("verify", file);
    assert_eq!(damaged.code, Some(1), "{damaged:?}");
    std::fs::write(file, "something else").unwrap();
    assert_eq!(replay("verify", file).code, Some(2));
    assert_eq!(replay("info", &folder.join("nothing.plrp")).code, Some(2));
}

#[test]
fn fault_58_a_full_disk_ends_the_recording_and_not_the_watching() {
    let both = ["/dev/full", "/proc/none/race.plrp"]
        .map(|wish| (wish, std::thread::spawn(move || watch(Path::new(wish)))));
    for (wish, watched) in both {
        let end = watched.join().expect("watched");
        let report = end.report();
        assert_eq!(report["tick"], 120, "watched to the end");
        assert!(report["recording"].is_null());
        let warnings = end.err.iter().filter(|line| line.contains(wish)).count();
        assert_eq!(warnings, 1, "{:?}", end.err);
    }
}
