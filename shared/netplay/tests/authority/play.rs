//! A game that only its host runs, as its players see it.

use netplay::ids::{PadWord, PlayerId, Seat, Seq};
use netplay::limits::{
    PAD_QUEUE, VIEW_ASK_TICKS, VIEW_BYTES, VIEW_BYTES_BURST, VIEW_BYTES_PER_TICK, VIEWS_BURST,
    VIEWS_PER_TICK,
};
use netplay::session::turns::TurnConfig;
use netplay::session::views::{Dealer, Ink, Table, ViewEvent, ViewGuest, ViewHost, ViewWriter};
use netplay::sim::BadState;
use netplay::time::Instant;
use netplay::wire::{Action, Blob, Controller, Message, ROAMING, StateBlob, StateRequest};

const HOST: PlayerId = PlayerId(1);
const ANN: PlayerId = PlayerId(2);
const BEN: PlayerId = PlayerId(3);
const NOW: Instant = Instant::ZERO;

/// Two seats, and every word that each has pressed.
#[derive(Default)]
struct Tape {
    pressed: [Vec<u16>; 2],
    /// What everybody sees, however long.
    shown: Vec<u8>,
    /// Changes what is seen in every tick.
    is_restless: bool,
    is_over: bool,
}

impl Table for Tape {
    fn seats(&self) -> usize {
        2
    }
    fn tick(&mut self, pads: &[PadWord], _dealer: &mut Dealer) {
        for (tape, pad) in self.pressed.iter_mut().zip(pads) {
            tape.push(pad.0);
        }
        if self.is_restless {
            self.shown[0] = self.shown[0].wrapping_add(1);
        }
    }
    fn view(&self, out: &mut ViewWriter<'_>) {
        out.bytes(&self.shown);
        if self.pressed[0].last() == Some(&7) {
            out.line("seven");
        }
    }
    fn settled(&self, out: &mut Ink) -> bool {
        out.bytes(&self.shown);
        true
    }
    fn resume(&mut self, settled: &[u8]) -> Result<(), BadState> {
        self.shown = settled.into();
        Ok(())
    }
    fn is_over(&self) -> bool {
        self.is_over
    }
}

fn host(table: Tape) -> ViewHost<Tape> {
    let mut host = ViewHost::new(table, HOST, TurnConfig::default(), [1; 32]).unwrap();
    host.set_seat_controller(Seat(0), Controller::Human { player: ANN });
    host.set_seat_controller(Seat(1), Controller::Human { player: BEN });
    host
}

fn table(shown: &[u8]) -> Tape {
    Tape { shown: shown.into(), ..Tape::default() }
}

fn views(host: &mut ViewHost<Tape>) -> Vec<StateBlob> {
    let messages = std::iter::from_fn(|| host.poll_message());
    messages
        .filter_map(|message| match message {
            Message::StateBlob(blob) => Some(blob),
            _ => None,
        })
        .collect()
}

fn says(guest: &mut ViewGuest) -> Vec<Message> {
    std::iter::from_fn(|| guest.poll_message()).collect()
}

#[test]
fn a_press_and_its_release_in_one_packet_are_a_pressed_tick() {
    let mut host = host(table(b"x"));
    let mut ann = ViewGuest::new(ANN, NOW);
    for pad in [5, 5, 0, 0, 6] {
        ann.push_local(PadWord(pad));
    }
    let said = says(&mut ann);
    assert_eq!(said.len(), 3, "only changes are said");
    said.iter().for_each(|message| host.handle(message, NOW));
    (0..5).for_each(|_| host.tick(NOW));
    assert_eq!(host.table().pressed[0], [5, 0, 6, 6, 6]);
}

#[test]
fn a_view_is_sent_when_what_is_seen_has_changed_and_not_otherwise() {
    let mut host = host(table(b"one"));
    host.admit(ANN);
    host.tick(NOW);
    assert_eq!(views(&mut host).len(), 1);
    (0..20).for_each(|_| host.tick(NOW));
    assert!(views(&mut host).is_empty());
    host.admit(BEN);
    host.tick(NOW);
    let told = views(&mut host);
    assert!(told.len() == 1 && told[0].player == BEN, "who comes late is told at once");
}

#[test]
fn lines_reach_a_guest_once_and_the_newest_view_counts() {
    let mut host = host(table(b"x"));
    let mut ann = ViewGuest::new(ANN, NOW);
    host.admit(ANN);
    for pad in [7, 0, 7, 0] {
        ann.push_local(PadWord(pad));
    }
    says(&mut ann).iter().for_each(|message| host.handle(message, NOW));
    (0..6).for_each(|_| host.tick(NOW));
    let told = views(&mut host);
    assert_eq!(told.len(), 2, "with the first view comes the first line, then the other");
    for blob in told.iter().chain(told.iter().rev()) {
        ann.handle(&blob.clone().into());
    }
    let lines = std::iter::from_fn(|| ann.poll_event());
    assert_eq!(lines.filter(|event| matches!(event, ViewEvent::Line(_))).count(), 2);
    assert_eq!(ann.shown().unwrap().number, told.last().unwrap().seq.0, "never an older one");
}

#[test]
fn the_end_is_told_once() {
    let mut host = host(Tape { is_over: true, ..table(b"result") });
    let mut ann = ViewGuest::new(ANN, NOW);
    host.admit(ANN);
    host.tick(NOW);
    let told = views(&mut host);
    told.iter().for_each(|blob| ann.handle(&blob.clone().into()));
    assert_eq!(ann.poll_event(), Some(ViewEvent::Over));
    assert!(ann.poll_event().is_none() && ann.shown().unwrap().is_over);
}

#[test]
fn a_seat_is_the_ais_while_its_player_is_away_and_theirs_again_after() {
    let mut host = host(table(b"x"));
    let mut ann = ViewGuest::new(ANN, NOW);
    ann.push_local(PadWord(5));
    says(&mut ann).iter().for_each(|message| host.handle(message, NOW));
    host.tick(NOW);
    host.set_seat_controller(Seat(0), Controller::Ai);
    host.tick(NOW);
    assert_eq!(host.table().pressed[0], [5, 0], "the AI of this game presses nothing");
    ann.push_local(PadWord(6));
    says(&mut ann).iter().for_each(|message| host.handle(message, NOW));
    host.tick(NOW);
    assert_eq!(host.table().pressed[0].last(), Some(&0), "and she nothing meanwhile");
    assert_eq!(host.stats().refused, 1);
    host.set_seat_controller(Seat(0), Controller::Human { player: ANN });
    ann.host_changed(NOW);
    says(&mut ann).iter().for_each(|message| host.handle(message, NOW));
    host.tick(NOW);
    assert_eq!(host.table().pressed[0].last(), Some(&6), "what she holds is said again");
}

#[test]
fn fault_46_who_has_no_seat_or_sends_no_word_moves_nothing() {
    let mut host = host(table(b"x"));
    let payloads: [&[u8]; 4] =
        [b"", b"\x01", b"\x01\x00\x00", b"a long action that is no pad word"];
    for payload in payloads {
        let payload = Blob::new(payload).unwrap();
        host.handle(&Action { player: ANN, payload }.into(), NOW);
    }
    let payload = Blob::new([1, 0]).unwrap();
    host.handle(&Action { player: PlayerId(77), payload: payload.clone() }.into(), NOW);
    host.handle(&Action { player: HOST, payload }.into(), NOW);
    let payload = Blob::new([ROAMING, 0, 0, 0]).unwrap();
    host.handle(&Action { player: ANN, payload }.into(), NOW); // her avatar walks beside the game
    host.tick(NOW);
    assert_eq!(host.stats().refused, 6);
    assert_eq!(host.table().pressed, [[0], [0]]);
}

#[test]
fn fault_46_a_flood_of_presses_holds_up_nobody_else() {
    let mut host = host(table(b"x"));
    for word in 0..50_000_u16 {
        let payload = Blob::new((word % 3).to_le_bytes()).unwrap();
        host.handle(&Action { player: ANN, payload }.into(), NOW);
    }
    let payload = Blob::new([9, 0]).unwrap();
    host.handle(&Action { player: BEN, payload }.into(), NOW);
    host.tick(NOW);
    assert_eq!(host.table().pressed[1], [9]);
    (0..PAD_QUEUE).for_each(|_| host.tick(NOW));
    let last = host.table().pressed[0].last();
    assert_eq!(last, Some(&(49_999 % 3)), "what is held at last is right");
}

#[test]
fn a_restless_table_and_a_flood_of_questions_stay_within_what_the_relay_takes() {
    let mut host = host(Tape { is_restless: true, ..table(&[0; 500]) });
    (2..17).map(PlayerId).for_each(|player| host.admit(player));
    let (mut sent, mut bytes, ticks) = (0_u32, 0_usize, 600);
    let mut last = [0; 17];
    for tick in 0..ticks {
        for player in (2..17).map(PlayerId) {
            host.handle(&StateRequest { player }.into(), NOW);
        }
        host.tick(NOW);
        for blob in views(&mut host) {
            sent += 1;
            bytes += blob.payload.len();
            last[blob.player.0 as usize] = tick;
        }
    }
    assert!(sent <= VIEWS_BURST + VIEWS_PER_TICK * ticks, "{sent} views");
    assert!(bytes as u32 <= VIEW_BYTES_BURST + VIEW_BYTES_PER_TICK * ticks, "{bytes} bytes");
    assert!(last[2..].iter().all(|tick| ticks - tick < 20), "and nobody is forgotten: {last:?}");
}

#[test]
fn who_asks_for_the_view_gets_it_once_in_a_while() {
    let mut host = host(table(b"x"));
    let mut told = 0;
    for _ in 0..4 * VIEW_ASK_TICKS {
        host.handle(&StateRequest { player: ANN }.into(), NOW);
        host.tick(NOW);
        told += views(&mut host).len();
    }
    assert!((4..=5).contains(&told), "{told}");
}

#[test]
fn a_view_that_is_too_large_goes_nowhere_and_is_counted() {
    let mut host = host(table(&[1; VIEW_BYTES + 1]));
    host.admit(ANN);
    host.tick(NOW);
    assert!(views(&mut host).is_empty());
    assert!(host.stats().too_large > 0);
}

#[test]
fn fault_39_views_that_are_none_change_nothing() {
    let mut ann = ViewGuest::new(ANN, NOW);
    let whole = {
        let mut host = host(table(b"table"));
        host.admit(ANN);
        host.tick(NOW);
        views(&mut host).remove(0)
    };
    let head = whole.payload.len() - 5;
    for cut in 0..head {
        let payload = Blob::new(&whole.payload[..cut]).unwrap();
        ann.handle(&StateBlob { payload, ..whole.clone() }.into());
    }
    for first in [2, 0x80, 0xFF] {
        let mut bytes = whole.payload.to_vec();
        bytes[4] = first;
        let payload = Blob::new(bytes).unwrap();
        ann.handle(&StateBlob { payload, ..whole.clone() }.into());
    }
    ann.handle(&StateBlob { player: BEN, ..whole.clone() }.into());
    assert!(ann.shown().is_none() && ann.poll_event().is_none());
    ann.handle(&whole.into());
    assert_eq!(ann.shown().unwrap().table, b"table");
}

#[test]
fn fault_98_a_host_that_numbers_to_the_end_does_not_blind_its_guests_to_the_next() {
    let honest = {
        let mut host = host(table(b"table"));
        host.admit(ANN);
        host.tick(NOW);
        views(&mut host).remove(0)
    };
    let mut last = honest.payload.to_vec();
    last[..4].copy_from_slice(&u32::MAX.to_le_bytes());
    let last = StateBlob { seq: Seq(u32::MAX), payload: Blob::new(last).unwrap(), player: ANN };
    let mut ann = ViewGuest::new(ANN, NOW);
    ann.handle(&last.into());
    assert_eq!(ann.shown().unwrap().generation, u32::MAX);
    ann.handle(&honest.clone().into());
    assert_eq!(ann.shown().unwrap().generation, u32::MAX, "an older view of the same host");
    ann.host_changed(NOW);
    ann.handle(&honest.clone().into());
    assert_eq!((ann.shown().unwrap().generation, ann.poll_event()), (0, Some(ViewEvent::Resumed)));
    ann.handle(&StateBlob { seq: Seq(0), ..honest }.into());
    assert_eq!(ann.shown().unwrap().number, 1, "and of this one, the newest counts");
}

#[test]
fn a_guest_without_an_answer_asks_three_times_and_says_so() {
    let mut ann = ViewGuest::new(ANN, NOW);
    let mut asked = 0;
    let mut told = Vec::new();
    for second in 0..60 {
        ann.handle_timeout(Instant::from_millis(second * 1_000));
        asked += says(&mut ann).len();
        told.extend(std::iter::from_fn(|| ann.poll_event()));
    }
    assert_eq!((asked, told), (3, vec![ViewEvent::Unanswered]));
    assert_eq!(ann.poll_timeout(), None);
}

#[test]
fn a_host_whose_link_was_lost_shows_the_table_again() {
    let mut host = host(table(b"x"));
    host.admit(ANN);
    host.tick(NOW);
    assert!(std::iter::from_fn(|| host.poll_message()).count() == 2, "a deposit and a view");
    host.reconnected();
    host.tick(NOW);
    assert!(matches!(host.poll_message(), Some(Message::Deposit(_))));
    let again = views(&mut host);
    assert!(again.len() == 1 && again[0].seq == Seq(2));
}

#[test]
fn a_table_that_is_paused_stands_still_but_is_shown() {
    let mut host = host(table(b"x"));
    host.pause(NOW);
    host.tick(NOW);
    host.admit(ANN);
    host.tick(NOW);
    assert!(host.table().pressed[0].is_empty());
    assert_eq!(views(&mut host).len(), 1);
    host.go_on(NOW);
    host.tick(NOW);
    assert_eq!(host.table().pressed[0], [0]);
}
