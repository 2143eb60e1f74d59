//! Words, checkpoints and pauses: who hears them, and what is dropped.

use super::*;

#[test]
fn words_go_to_all_others_as_the_very_packet_that_came() {
    let (mut g, [noa, vahn, gala], _) = race();
    let watcher = g.watch("Songi", noa);
    g.forget_all();
    let packet = Message::from(pads(1, 2, 5)).encode();
    g.send(vahn, &packet);
    for conn in [noa, gala, watcher] {
        assert_eq!(g.heard_packets(conn), std::slice::from_ref(&packet));
    }
    assert!(g.heard_packets(vahn).is_empty());
}

#[test]
fn fault_31_words_for_another_seat_are_counted_and_go_nowhere() {
    let (mut g, [noa, vahn, gala], _) = race();
    g.say(vahn, pads(2, 2, 5));
    g.say(vahn, pads(3, 2, 5));
    g.say(vahn, pads(700, 2, 5));
    assert!(inputs(&mut g, noa).is_empty() && inputs(&mut g, gala).is_empty());
    assert_eq!(g.core.counters().foreign_seat, 3);
    assert_eq!(g.closed(vahn), None);
}

#[test]
fn fault_32_words_of_the_past_and_of_the_far_future_are_ignored() {
    let (mut g, [noa, vahn, _], _) = race();
    g.say(vahn, pads(1, 2, 5));
    g.say(vahn, pads(1, 0, 2));
    g.say(vahn, pads(1, 6, 7));
    g.say(vahn, pads(1, 600, 610));
    g.say(vahn, pads(1, u32::MAX - 10, u32::MAX));
    assert_eq!(inputs(&mut g, noa), [pads(1, 2, 5)]);
    assert_eq!(g.core.counters().bad_frames, 4);
    // Everybody else is at frame 2: nobody runs further ahead than the window.
    for first in (5..300).step_by(5) {
        g.say(vahn, pads(1, first, first + 5));
    }
    let last = inputs(&mut g, noa).pop().unwrap();
    assert!(last.end().0 <= 2 + limits::INPUT_WINDOW_FRAMES);
    assert_eq!(g.closed(vahn), None);
}

#[test]
fn repeated_words_reach_whoever_missed_them() {
    let (mut g, [noa, vahn, _], _) = race();
    g.say(vahn, pads(1, 2, 5));
    g.say(vahn, pads(1, 2, 5));
    assert_eq!(inputs(&mut g, noa), [pads(1, 2, 5), pads(1, 2, 5)]);
}

#[test]
fn what_is_said_before_loaded_belongs_to_an_earlier_session() {
    let (mut g, [noa, vahn, gala], _) = race();
    g.say(noa, EndSession { player: g.id(noa), round: Round(1) });
    for conn in [vahn, gala] {
        g.say(conn, SetReady { ready: true });
    }
    g.say(noa, start_order(SessionModel::Lockstep));
    g.load(noa, Round(2));
    g.load(vahn, Round(1));
    g.forget_all();
    g.say(vahn, pads(1, 2, 5));
    g.say(vahn, Pause { player: g.id(vahn) });
    assert!(!g.heard(noa).iter().any(|m| matches!(m, Message::Input(_) | Message::Pause(_))));
    g.load(vahn, Round(2));
    g.say(vahn, pads(1, 2, 5));
    assert_eq!(inputs(&mut g, noa).len(), 1);
}

#[test]
fn checkpoints_and_pauses_carry_their_real_sender() {
    let (mut g, [noa, vahn, gala], _) = race();
    let digest = |player| Checkpoint { player, frame: Frame(30), hash: StateHash(7) };
    g.say(noa, pads(0, 2, 31));
    g.say(vahn, pads(1, 2, 31));
    g.say(gala, pads(2, 2, 31));
    g.say(gala, digest(g.id(gala)));
    g.forget_all();
    g.say(vahn, digest(g.id(gala)));
    g.say(vahn, Pause { player: g.id(gala) });
    g.say(gala, Resume { player: g.id(noa) });
    let (vahn_id, gala_id) = (g.id(vahn), g.id(gala));
    let heard = g.heard(noa);
    let expected = [
        Message::Checkpoint(digest(gala_id)),
        Message::Checkpoint(digest(vahn_id)),
        Message::Pause(Pause { player: vahn_id }),
        Message::Resume(Resume { player: gala_id }),
    ];
    assert_eq!(heard, expected);
}

#[test]
fn a_digest_beyond_the_words_that_were_forwarded_is_nobody_s_state() {
    let (mut g, [noa, vahn, gala], _) = race();
    g.lose(gala);
    let digest = |player, frame| Checkpoint { player, frame: Frame(frame), hash: StateHash(7) };
    g.say(noa, pads(0, 2, 31));
    g.say(noa, digest(g.id(noa), 29));
    g.say(vahn, digest(g.id(vahn), 1));
    g.say(vahn, pads(1, 2, 30));
    g.forget_all();
    g.say(noa, digest(g.id(noa), 30));
    g.say(noa, digest(g.id(noa), 29));
    g.say(vahn, digest(g.id(vahn), 30));
    assert!(g.heard(noa).is_empty());
    g.say(vahn, digest(g.id(vahn), 29));
    assert_eq!(g.heard(noa), [Message::Checkpoint(digest(g.id(vahn), 29))]);
}

#[test]
fn spectators_neither_pause_nor_vouch_for_a_state() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 1);
    let watcher = g.watch("Songi", noa);
    g.play(noa, SessionModel::Lockstep);
    g.forget_all();
    g.say(watcher, Pause { player: g.id(watcher) });
    g.say(watcher, Checkpoint { player: g.id(watcher), frame: Frame(30), hash: StateHash(7) });
    g.say(watcher, pads(0, 2, 3));
    assert!(g.heard(noa).is_empty());
}

#[test]
fn a_pause_ends_when_whoever_paused_is_gone() {
    let (mut g, [noa, vahn, _], _) = race();
    g.say(vahn, Pause { player: g.id(vahn) });
    g.lose(vahn);
    let resume = Message::Resume(Resume { player: g.id(vahn) });
    assert!(g.heard(noa).contains(&resume));
}
