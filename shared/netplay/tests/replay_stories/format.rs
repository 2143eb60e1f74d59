//! What is in a file, how large it is, and what is refused.

use crate::film::{RULES, decoded, file, film, filmed_again, game, header, pack};
use netplay::ids::{Frame, PadWord, PlayerId, Seat, StateHash};
use netplay::limits::{REPLAY_BYTES, REPLAY_FRAMES};
use netplay::session::Confirmed;
use netplay::session::replay::{
    Header, Misfit, Origin, Recorder, Replay, ReplayError, Stopped, Verdict, verify,
};
use netplay::wire::{Controller, Pack, Text, WordSize};

#[test]
fn what_was_recorded_is_read_out_again_and_there_is_one_encoding() {
    for (people, ai) in [(1, 0), (2, 2), (8, 0), (0, 3)] {
        let header = header(people, ai, 7);
        let film = film(&header, 1_500);
        let replay = decoded(film.recorder.to_bytes());
        assert_eq!(*replay.header(), header);
        assert_eq!((replay.frames(), replay.checkpoints()), (1_500, 50));
        assert_eq!(filmed_again(&replay), film.recorder.to_bytes());
        let (verdict, last) = verify(&replay, game(&header)).unwrap();
        assert_eq!(verdict, Verdict::Verified { frames: 1_500, checkpoints: 50 });
        assert_eq!(last.frames(), 1_500);
    }
}

#[test]
fn a_pad_that_is_held_costs_almost_nothing_and_a_press_three_bytes() {
    let header = header(8, 0, 7);
    let minute = |changes_every: u32| {
        let mut recorder = Recorder::new(&header, REPLAY_BYTES);
        for frame in (0..3_600).map(Frame) {
            let pressed = (frame.0 / changes_every) % 2;
            let word = PadWord(1 + 4 * pressed as u16);
            recorder.frame(&Confirmed { frame, inputs: vec![word; 8], changes: Vec::new() });
            if frame.0 % 30 == 29 {
                recorder.checkpoint(frame, StateHash(u64::MAX));
            }
        }
        recorder.finish().len()
    };
    let held = minute(u32::MAX);
    assert!(held < 1_500, "{held} bytes for a minute of held pads");
    // Eight people who press or let go three times a second, all in the same frame.
    let busy = minute(20) - held;
    assert!(busy <= 8 * 3 * 60 * 3, "{busy} bytes more for {} presses", 8 * 3 * 60);
}

#[test]
fn a_minute_of_eight_restless_sticks_fits_in_thirty_kilobytes() {
    // The script turns every bit of every pad over every fifth frame.
    let bytes = film(&header(8, 0, 7), 3_600).recorder.finish().len();
    assert!(bytes < 30_000, "{bytes} bytes");
}

#[test]
fn one_flipped_bit_anywhere_is_found() {
    let file = file(2, 1, 7, 700);
    for at in 0..file.len() {
        for bit in 0..8 {
            let mut wild = file.clone();
            wild[at] ^= 1 << bit;
            assert!(Replay::decode(wild, REPLAY_BYTES).is_err(), "byte {at}, bit {bit}");
        }
    }
}

#[test]
fn a_cut_file_is_refused_and_what_is_whole_of_it_can_be_had() {
    let file = file(2, 0, 7, 1_500);
    let replay = decoded(file.clone());
    let mut whole = Vec::new();
    for end in 0..file.len() {
        let cut = &file[..end];
        let refused = Replay::decode(cut.into(), REPLAY_BYTES).unwrap_err();
        let ReplayError::Cut { frames } = refused else {
            assert!(end < 5, "{refused} at {end}");
            continue;
        };
        match Replay::salvage(cut.into(), REPLAY_BYTES) {
            Err(error) => assert_eq!((error, frames), (refused, 0)),
            Ok(salvaged) => {
                assert!(salvaged.is_cut() && salvaged.frames() == frames);
                let (verdict, _) = verify(&salvaged, game(replay.header())).unwrap();
                assert!(matches!(verdict, Verdict::Verified { .. }), "{verdict:?}");
            }
        }
        whole.push(frames);
    }
    whole.dedup();
    assert_eq!(whole, [0, 600, 1_200, 1_500]);
    assert!(!Replay::salvage(file, REPLAY_BYTES).unwrap().is_cut());
}

#[test]
fn what_a_program_appends_while_it_records_is_what_the_file_begins_with() {
    let header = header(2, 0, 7);
    let mut appended = Recorder::new(&header, REPLAY_BYTES).written().to_vec();
    for frames in (0..3_000).step_by(250) {
        let recorder = film(&header, frames).recorder;
        let written = recorder.written();
        assert!(written.starts_with(&appended) && recorder.to_bytes().starts_with(written));
        appended = written.to_vec();
    }
    assert!(appended.len() > 4_000);
}

#[test]
fn another_game_and_other_rules_are_refused_with_both_values() {
    let replay = decoded(file(2, 0, 7, 60));
    assert_eq!(replay.fits("toy", RULES, &pack()), Ok(()));
    let misfit = replay.fits("golf", RULES, &pack()).unwrap_err();
    assert_eq!(misfit, Misfit::Mode { recorded: "toy".into() });
    let ours = Pack { sha256: [4; 32], ..pack() };
    let misfit = replay.fits("toy", RULES, &ours).unwrap_err();
    assert_eq!(misfit, Misfit::Pack { recorded: pack(), ours });
    let misfit = replay.fits("toy", StateHash(0xBEEF), &pack()).unwrap_err();
    assert_eq!(misfit, Misfit::Simulation { recorded: RULES, ours: StateHash(0xBEEF) });
    let sentence = misfit.to_string();
    assert!(sentence.contains(&RULES.to_string()), "{sentence}");
    assert!(sentence.contains(&StateHash(0xBEEF).to_string()), "{sentence}");
    let header = Header { word_size: WordSize::new(3).unwrap(), ..header(2, 0, 7) };
    let other = decoded(Recorder::new(&header, REPLAY_BYTES).finish());
    assert_eq!(verify(&other, game(&header)).unwrap_err(), Misfit::WordSize);
    let state = Origin::State { frame: Frame(9), hands: header.hands(), state: vec![1, 2, 3] };
    let header = Header { origin: state, word_size: WordSize::PAD, ..header };
    let other = decoded(Recorder::new(&header, REPLAY_BYTES).finish());
    assert_eq!(verify(&other, game(&header)).unwrap_err(), Misfit::State);
}

#[test]
fn what_is_no_replay_is_told_apart() {
    let decode = |bytes: &[u8]| Replay::decode(bytes.into(), REPLAY_BYTES).unwrap_err();
    assert_eq!(decode(b""), ReplayError::NotAReplay);
    assert_eq!(decode(b"GIF89a"), ReplayError::NotAReplay);
    assert_eq!(decode(b"PLRP\x09 from the future"), ReplayError::Version(9));
    let cap = 100;
    let large = file(1, 0, 7, 60);
    let refused = Replay::decode(large.clone(), cap).unwrap_err();
    assert_eq!(refused, ReplayError::TooLarge { bytes: large.len(), cap });
    let mut longer = large;
    longer.push(0);
    assert!(matches!(decode(&longer), ReplayError::Malformed(_)));
}

#[test]
fn other_names_make_the_file_that_would_have_been_recorded_with_them() {
    let replay = decoded(file(2, 1, 7, 1_500));
    let mut named = header(2, 1, 7);
    named.looks[1].name = Text::truncated("Somebody else");
    let renamed = replay.with_looks(named.looks.clone());
    assert_eq!(renamed, film(&named, 1_500).recorder.finish());
}

#[test]
fn a_recording_stops_at_its_limit_and_is_whole() {
    let header = header(8, 0, 7);
    let whole = film(&header, 3_000).recorder.finish();
    for limit in [2_000, 5_000, 12_345] {
        let mut recorder = Recorder::new(&header, limit);
        for (confirmed, checkpoint) in decoded(whole.clone()).read_out::<PadWord>() {
            recorder.frame(&confirmed);
            checkpoint.into_iter().for_each(|hash| recorder.checkpoint(confirmed.frame, hash));
            assert!(recorder.to_bytes().len() <= limit);
        }
        assert_eq!(recorder.stopped(), Some(Stopped::Full));
        let replay = decoded(recorder.to_bytes());
        assert!(replay.bytes().len() > limit / 2, "{} of {limit}", replay.bytes().len());
        assert!(matches!(verify(&replay, game(&header)).unwrap().0, Verdict::Verified { .. }));
    }
}

#[test]
fn an_hour_is_enough() {
    let mut recorder = Recorder::new(&header(1, 0, 7), REPLAY_BYTES);
    for frame in (0..REPLAY_FRAMES + 100).map(Frame) {
        recorder.frame(&Confirmed { frame, inputs: vec![PadWord(1)], changes: Vec::new() });
    }
    assert_eq!(recorder.stopped(), Some(Stopped::Full));
    assert_eq!(decoded(recorder.finish()).frames(), REPLAY_FRAMES);
}

#[test]
fn a_gap_ends_a_recording_and_a_repeated_frame_does_not() {
    let mut recorder = Recorder::new(&header(1, 0, 7), REPLAY_BYTES);
    for frame in [0, 1, 1, 0, 2, 4, 5].map(Frame) {
        recorder.frame(&Confirmed { frame, inputs: vec![PadWord(1)], changes: Vec::new() });
    }
    assert_eq!((recorder.frames(), recorder.stopped()), (3, Some(Stopped::Gap)));
}

#[test]
fn a_recording_may_begin_with_a_state_in_the_middle() {
    use netplay::sim::{Rewind, Simulation};
    let (film_header, late_at) = (header(2, 1, 7), Frame(450));
    let film = film(&film_header, 1_000);
    let whole = decoded(film.recorder.finish());
    let mut game = game(&film_header);
    let mut hands = film_header.hands();
    (0..).map(Seat).zip(&hands).for_each(|(seat, hand)| game.set_seat_controller(seat, *hand));
    let mut late: Option<Recorder> = None;
    for (confirmed, checkpoint) in whole.read_out::<PadWord>() {
        if confirmed.frame == late_at {
            let mut state = Vec::new();
            game.save(&mut state);
            let origin = Origin::State { frame: late_at, hands: hands.clone(), state };
            late = Some(Recorder::new(&Header { origin, ..film_header.clone() }, REPLAY_BYTES));
        }
        if let Some(late) = &mut late {
            late.frame(&confirmed);
            checkpoint.into_iter().for_each(|hash| late.checkpoint(confirmed.frame, hash));
        }
        for (seat, hand) in &confirmed.changes {
            hands[seat.index()] = *hand;
            game.set_seat_controller(*seat, *hand);
        }
        game.tick(&confirmed.inputs);
    }
    let late = decoded(late.unwrap().finish());
    assert_eq!((late.first(), late.end(), late.frames()), (late_at, Frame(1_000), 550));
    assert_eq!(late.header().hands()[0], Controller::Ai);
    assert_eq!(late.header().hands()[1], Controller::Human { player: PlayerId(2) });
    let fresh = crate::film::game(&film_header);
    let (verdict, last) = verify(&late, fresh).unwrap();
    assert_eq!(verdict, Verdict::Verified { frames: 550, checkpoints: 18 });
    assert_eq!(last, game);
}
