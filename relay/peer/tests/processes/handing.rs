//! `partyline` hands over to the program beside it.

use crate::support::{Program, folder, relay_program};

#[test]
fn partyline_runs_the_program_beside_it_and_passes_its_exit_code_on() {
    let ours = Program::start(&relay_program(), &["join", "--help"]).end();
    assert_eq!(ours.code, Some(0));
    assert!(ours.out.iter().any(|line| line.contains("Usage: partyline join")), "{ours:?}");
    let wrong = Program::start(&relay_program(), &["replay", "verify", "/nowhere"]).end();
    assert_eq!(wrong.code, Some(2), "{wrong:?}");
    let help = Program::start(&relay_program(), &["--help"]).end();
    assert!(help.out.iter().any(|line| line.contains("state-stream")), "{help:?}");
}

#[test]
fn without_it_there_is_a_sentence() {
    let alone = folder("alone").join("partyline");
    std::fs::copy(relay_program(), &alone).unwrap();
    let end = Program::start(&alone, &["bot", "--room", "K7QF2M"]).end();
    assert_eq!(end.code, Some(2));
    assert!(end.err[0].starts_with("This needs the program partyline-peer"), "{end:?}");
}
