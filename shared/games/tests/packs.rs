//! Packs: what is in the box, what a stranger's may do, and what it is known by.
#![cfg(not(target_arch = "wasm32"))]

use games::pack::{
    ARENAS, FAULTS, HOLES, PACK_BYTES, PROP_SETS, Pack, PackFault, TRACKS, bundle, is_file_name,
};
use games::racing::Track;

fn faults(text: &str) -> Vec<PackFault> {
    Pack::parse(text).err().unwrap_or_default()
}

fn one_track() -> String {
    bundle("Anna's corner", [("tracks/lake.track", Track::HERON_LAKE)])
}

#[test]
fn the_pack_in_the_box_is_as_fair_as_a_strangers_must_be() {
    let own = Pack::built_in();
    let read = Pack::parse(own.text()).expect("it is fair");
    assert!(own.is_built_in() && read.is_built_in(), "the build script's digest is the text's");
    assert_eq!(read.tracks.len(), own.tracks.len());
    assert_eq!(read.arenas.len(), own.arenas.len());
    assert_eq!(read.props.len(), own.props.len());
}

#[test]
fn line_ends_do_not_change_what_a_pack_is_known_by_and_a_word_does() {
    let (unix, dos) = (one_track(), format!("\u{feff}{}", one_track().replace('\n', "\r\n")));
    let read = |text: &str| Pack::parse(text).expect("a fair pack");
    assert_eq!(read(&unix).sha256, read(&dos).sha256);
    assert_eq!(read(&dos).text(), unix);
    let other = unix.replace("name Heron Lake", "name Heron Lane");
    assert_ne!(read(&unix).sha256, read(&other).sha256);
    assert_eq!(read(&other).track(0).expect("one").name, "Heron Lane");
}

#[test]
fn what_a_pack_lacks_is_the_built_in_packs_and_a_part_of_what_it_is_known_by() {
    let (own, anna) = (Pack::built_in(), Pack::parse(&one_track()).expect("a fair pack"));
    assert_eq!(anna.tracks.len(), 1);
    assert_eq!(anna.arenas.len(), own.arenas.len());
    assert_eq!(games::pack::digest(&one_track()), anna.sha256);
    let room = "name Yard\ntheme garden\nprops Toys\nsize 9 9\n";
    let [fault] = &faults(&bundle("A", [("a.arena", room)]))[..] else { panic!("no people in it") };
    assert!(!fault.what.contains("Toys"), "the built-in props are there: {fault}");
}

#[test]
fn a_fault_names_its_file_its_line_and_the_cure() {
    let text = one_track().replacen("gate ", "gait ", 1);
    let line = Track::HERON_LAKE.lines().position(|line| line.starts_with("gate ")).unwrap() + 1;
    let [fault] = &faults(&text)[..] else { panic!("one fault") };
    assert_eq!((fault.file.as_str(), fault.line as usize), ("tracks/lake.track", line));
    assert!(fault.to_string().starts_with(&format!("tracks/lake.track:{line}: ")), "{fault}");
}

#[test]
fn what_is_no_pack_is_told_why() {
    for (text, what) in [
        ("", "no pack"),
        ("name Anna", "no pack"),
        ("partyline-pack 2\nname Anna", "no pack"),
        ("partyline-pack 1\nwidth 7\n", "not known here"),
        ("partyline-pack 1\n", "no fitting name"),
        ("partyline-pack 1\nname \u{7}\n", "no fitting name"),
        ("partyline-pack 1\nname Anna\n=== ../a.track\n", "no name for a file"),
    ] {
        let found = faults(text);
        assert!(found.iter().any(|fault| fault.what.contains(what)), "{text:?}: {found:?}");
    }
    let long = format!("partyline-pack 1\nname Anna\n{}", "# \n".repeat(PACK_BYTES / 3));
    assert!(faults(&long)[0].what.contains("bytes"));
}

#[test]
fn many_faults_are_told_up_to_a_bound() {
    let broken = "=== a.track\nwhat\n".repeat(2000);
    assert_eq!(faults(&format!("partyline-pack 1\nname A\n{broken}")).len(), FAULTS);
}

/// A pack of one more file than there may be, all of them fair: that one is told.
fn one_too_many(kind: &str, most: usize, text: &str) {
    let names: Vec<String> = (0..=most).map(|at| format!("f{at:02}.{kind}")).collect();
    let pack = bundle("Many", names.iter().map(|name| (name.as_str(), text)));
    let [fault] = &faults(&pack)[..] else { panic!("{:?}", faults(&pack)) };
    assert!(fault.what.contains(&format!("more than {most} files")), "{fault}");
    assert_eq!(fault.file, names[most]);
}

/// The text of a built-in file.
fn built_in(end: &str) -> String {
    let own = Pack::built_in();
    let mut files = games::pack::split(own.text()).1;
    files.find(|(name, _)| name.trim_end().ends_with(end)).expect("a built-in file").1.to_owned()
}

#[test]
fn a_track_more_than_there_may_be_is_too_many() {
    one_too_many("track", TRACKS, Track::HERON_LAKE);
}

#[test]
fn a_hole_more_than_there_may_be_is_too_many() {
    let hole = "name A\ntheme meadow\npar 2\nsize 12 16\ntee 6 13\ncup 6 3\n\
                outline 1 1 11 1 11 15 1 15\n";
    one_too_many("hole", HOLES, hole);
}

#[test]
fn an_arena_more_than_there_may_be_is_too_many() {
    one_too_many("arena", ARENAS, &built_in("toy-shop.arena"));
}

#[test]
fn a_set_of_props_more_than_there_may_be_is_too_many() {
    let prop = |at| format!("prop p{at}\ntitle a ball\nradius 0.35\nfill red O 0 0 35\n");
    let set = "name Balls\n".to_owned() + &(0..4).map(prop).collect::<String>();
    one_too_many("props", PROP_SETS, &set);
}

#[test]
fn a_files_name_leads_nowhere_but_into_its_pack() {
    for good in ["a.track", "holes/01-first.hole", "a/b/c_D.props", "x.arena"] {
        assert!(is_file_name(good), "{good}");
    }
    for bad in ["", ".track", "a", "/a.track", "../a.track", "a/../b.hole", "a//b.hole"] {
        assert!(!is_file_name(bad), "{bad}");
    }
    for bad in ["a.b.track", "C:a.track", "a\\b.track", "ä.hole", "a.exe", "a .hole"] {
        assert!(!is_file_name(bad), "{bad}");
    }
    assert!(!is_file_name(&format!("{}.track", "a".repeat(60))));
}
