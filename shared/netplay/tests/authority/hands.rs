//! Players change their seats in the middle of a game: each sees the hand they have, and no other.

use netplay::ids::{PadWord, PlayerId, Seat};
use netplay::session::turns::TurnConfig;
use netplay::session::views::{ViewGuest, ViewHost};
use netplay::time::Instant;
use netplay::wire::Controller;
use testkit::toy_cards::{Seen, ToyCards};

const HOST: PlayerId = PlayerId(1);
const ANN: PlayerId = PlayerId(2);
const NOW: Instant = Instant::ZERO;
const ONE: Seat = Seat(1);
const TWO: Seat = Seat(2);

/// A table of three. The host has seat 0 and presses nothing, the AI has the rest.
struct Game {
    host: ViewHost<ToyCards>,
    ann: ViewGuest,
    now: Instant,
}

impl Game {
    /// Ann sits here, and the first hand is dealt.
    fn with_ann_on(seat: Seat) -> Self {
        let table = ToyCards::new(3, 50, 7);
        let host = ViewHost::new(table, HOST, TurnConfig::default(), [5; 32]).unwrap();
        let mut game = Self { host, ann: ViewGuest::new(ANN, NOW), now: NOW };
        game.host.set_seat_controller(Seat(0), Controller::Human { player: HOST });
        game.host.set_seat_controller(seat, Controller::Human { player: ANN });
        game.host.admit(ANN);
        game.play_to_hand(1);
        assert!(game.seen().own.is_some(), "Ann has cards");
        game
    }

    fn tick(&mut self) {
        self.now = self.now + std::time::Duration::from_millis(17);
        // The host calls whatever comes, and so does Ann where she drives.
        let pad = PadWord(2 * u16::from(self.host.stats().ticks.is_multiple_of(2)));
        self.host.push_local(pad, self.now);
        self.ann.push_local(pad);
        while let Some(message) = self.ann.poll_message() {
            self.host.handle(&message, self.now);
        }
        self.host.tick(self.now);
        while let Some(message) = self.host.poll_message() {
            self.ann.handle(&message);
        }
    }

    fn play_to_hand(&mut self, hand: u32) {
        for _ in 0..10_000 {
            if self.host.table().hand() >= hand && !self.host.table().is_settled() {
                return;
            }
            self.tick();
        }
        panic!("stuck before hand {hand}");
    }

    /// What Ann sees.
    fn seen(&self) -> Seen {
        Seen::read(&self.ann.shown().expect("a view").table).expect("a table")
    }
}

#[test]
fn fault_47_who_stands_up_sees_no_hand_that_is_dealt_to_the_seat_later() {
    let mut game = Game::with_ann_on(ONE);
    game.host.set_seat_controller(ONE, Controller::Ai);
    game.tick();
    assert!(game.seen().own.is_some(), "the AI drives for a while, and the hand is still hers");
    game.host.sits_on(ANN, None);
    game.tick();
    assert_eq!(game.seen().own, None, "she watches");
    for hand in 2..20 {
        game.play_to_hand(hand);
        game.tick();
        assert_eq!(game.seen().own, None, "hand {hand}");
    }
}

#[test]
fn fault_47_who_is_moved_away_while_they_drive_sees_and_moves_nothing_more() {
    let mut game = Game::with_ann_on(ONE);
    game.host.stood_up(ANN);
    game.play_to_hand(3);
    game.tick();
    assert_eq!(game.seen().own, None);
    let refused = game.host.stats().refused;
    game.tick();
    game.tick();
    assert!(game.host.stats().refused > refused, "her presses are nobody's");
}

#[test]
fn fault_47_who_takes_another_seat_sees_its_hand_and_not_the_old_one() {
    let right = Game::with_ann_on(TWO).seen().own;
    let mut game = Game::with_ann_on(ONE);
    assert_ne!(game.seen().own, right);
    game.host.set_seat_controller(ONE, Controller::Ai);
    game.host.set_seat_controller(TWO, Controller::Human { player: ANN });
    game.tick();
    assert_eq!(game.seen().own, right, "the same deck, and now she has seat 2");
    game.host.set_away(ANN, true, game.now);
    assert!(game.host.clock().is_away(TWO) && !game.host.clock().is_away(ONE));
}

#[test]
fn who_sits_where_the_lobby_says_keeps_hand_and_seat() {
    let mut game = Game::with_ann_on(ONE);
    let own = game.seen().own;
    game.host.set_seat_controller(ONE, Controller::Ai);
    game.host.sits_on(ANN, Some(ONE));
    game.tick();
    assert_eq!(game.seen().own, own, "her link is lost, and the seat is kept");
    game.host.sits_on(ANN, Some(TWO));
    game.tick();
    assert_eq!(game.seen().own, None, "she sits elsewhere, and does not drive there yet");
}
