//! Packs of content: checked, bundled, taken apart, shown to a page, and played on.

use crate::support::{Program, Relay, folder};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;

fn text(path: &Path) -> &str {
    path.to_str().expect("a path")
}

/// A folder with everything that every build brings along.
fn own_folder(name: &str) -> std::path::PathBuf {
    let folder = folder(name).join("content");
    let end = Program::peer(&["pack", "unpack", "-o", text(&folder)]).end();
    assert_eq!(end.code, Some(0), "{end:?}");
    folder
}

/// One question to the folder's server: the status line, the tag, the body.
fn ask(address: &str, tag: &str) -> (String, String, String) {
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(stream, "GET / HTTP/1.1\r\nHost: x\r\nIf-None-Match: {tag}\r\n\r\n").expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap_or_default();
    assert!(head.contains("access-control-allow-origin: *"), "{head}");
    (head.lines().next().unwrap_or_default().into(), tag.into(), body.into())
}

#[test]
fn a_folder_is_checked_with_file_line_and_cure_bundled_and_taken_apart_again() {
    let folder = own_folder("packing");
    let good = Program::peer(&["pack", "check", text(&folder)]).end();
    assert_eq!(good.code, Some(0), "{good:?}");
    let pack = folder.with_extension("partypack");
    let end = Program::peer(&["pack", "bundle", text(&folder), "-o", text(&pack)]).end();
    assert_eq!(end.code, Some(0), "{end:?}");
    let again = folder.with_file_name("again");
    let end = Program::peer(&["pack", "unpack", text(&pack), "-o", text(&again)]).end();
    assert_eq!(end.code, Some(0), "{end:?}");
    let track = "tracks/heron_lake.track";
    let read = |folder: &Path| fs::read_to_string(folder.join(track)).expect("a track");
    assert_eq!(read(&folder), read(&again));
    let twice = Program::peer(&["pack", "unpack", text(&pack), "-o", text(&again)]).end();
    assert_eq!(twice.code, Some(2), "nothing is written over: {twice:?}");

    let broken = read(&folder).replacen("gate ", "gait ", 1);
    let line = 1 + broken.lines().position(|line| line.starts_with("gait ")).expect("it is there");
    fs::write(folder.join(track), broken).expect("written");
    for path in [folder.clone(), folder.join(track)] {
        let bad = Program::peer(&["pack", "check", text(&path)]).end();
        assert_eq!(bad.code, Some(1), "{bad:?}");
        let place = format!("{}:{line}: ", folder.join(track).display());
        assert!(bad.err[0].starts_with(&place) && bad.err[0].contains(" - "), "{bad:?}");
    }
}

#[test]
fn what_is_saved_in_a_folder_is_what_a_page_is_shown() {
    let folder = own_folder("showing");
    let program = Program::peer(&["pack", "serve", text(&folder), "--port", "0"]);
    let told = program.line();
    let address = told.split("http://").nth(1).and_then(|rest| rest.split('/').next());
    let address = address.expect("its address");
    let (status, tag, body) = ask(address, "");
    assert!(status.contains("200") && body.starts_with("partyline-pack 1\n"), "{status}");
    let (status, _, body) = ask(address, &tag);
    assert!(status.contains("304") && body.is_empty(), "{status}");
    let file = folder.join("tracks/heron_lake.track");
    let track = fs::read_to_string(&file).expect("a track");
    fs::write(&file, track.replace("Heron Lake", "Heron Pond")).expect("written");
    let (status, other, body) = ask(address, &tag);
    assert!(status.contains("200") && other != tag && body.contains("Heron Pond"), "{status}");
}

#[test]
fn programs_play_on_a_pack_of_ones_own_and_others_are_told() {
    let folder = own_folder("own");
    let file = folder.join("tracks/heron_lake.track");
    let track = fs::read_to_string(&file).expect("a track");
    fs::write(&file, track.replace("Heron Lake", "Heron Pond")).expect("written");
    let relay = Relay::start();
    let own = ["--seconds", "2", "--seats", "2", "--play-on", text(&folder)];
    let (host, code) = relay.host("2", &own);
    let ws = relay.ws();
    let join = ["join", "--relay", &ws, "--room", &code, "--seconds", "2"];
    let lacks = Program::peer(&join).end();
    assert_eq!(lacks.code, Some(2), "{lacks:?}");
    assert!(lacks.err.join(" ").contains("content"), "{lacks:?}");
    let has = Program::peer(&[&join[..], &["--play-on", text(&folder)]].concat()).end().report();
    assert_eq!(has["digest"], host.end().report()["digest"]);
}
