//! The host is gone, at any moment: the next one goes on from the settled point.

use crate::number;
use netplay::ids::{PadWord, PlayerId, Seat};
use netplay::link::LinkProfile;
use netplay::rng::SimRng;
use netplay::session::turns::TurnConfig;
use netplay::session::views::{ViewEvent, ViewGuest, ViewHost};
use netplay::time::Instant;
use netplay::wire::{Blob, Controller, Deposit, Message};
use testkit::toy_cards::{CALL, CardOrdeal, FOLD, Phase, RAISE, Seen, Spy, ToyCards};

const CARDS: u64 = 0xCA4D5;
const HANDS: u32 = 3;
/// On seats 0, 1 and 2; the fourth watches, and the AI has seat 3.
const PEOPLE: [PlayerId; 4] = [PlayerId(1), PlayerId(2), PlayerId(3), PlayerId(4)];

struct Follower {
    player: PlayerId,
    seat: Option<Seat>,
    guest: ViewGuest,
    looked_at: Vec<u8>,
    resumed: u32,
    is_over: bool,
    log: Vec<String>,
}

/// A game whose host dies after it has said so many things.
struct Game {
    host: ViewHost<ToyCards>,
    host_seat: usize,
    looked_at: Vec<u8>,
    followers: Vec<Follower>,
    deposit: Option<Deposit>,
    spy: Spy,
    dice: SimRng,
    now: Instant,
    /// What each dead host may still say.
    lives: Vec<u32>,
    said: u32,
    deaths: u32,
}

fn table() -> ToyCards {
    ToyCards::new(4, HANDS, CARDS)
}

fn seat_of(player: PlayerId) -> Option<Seat> {
    (player != PEOPLE[3]).then(|| Seat(player.0 as u16 - 1))
}

impl Game {
    fn new(seed: u64, lives: Vec<u32>) -> Self {
        let mut dice = SimRng::new(seed, 0xDEAD);
        let entropy = std::array::from_fn(|_| dice.below(256) as u8);
        let now = Instant::ZERO;
        let host = ViewHost::new(table(), PEOPLE[0], TurnConfig::default(), entropy).unwrap();
        let follower = |player| Follower {
            player,
            seat: seat_of(player),
            guest: ViewGuest::new(player, now),
            looked_at: Vec::new(),
            resumed: 0,
            is_over: false,
            log: Vec::new(),
        };
        let followers = PEOPLE[1..].iter().copied().map(follower).collect();
        let spy = Spy::new(CARDS);
        let mut game = Self {
            host,
            host_seat: 0,
            looked_at: Vec::new(),
            followers,
            deposit: None,
            spy,
            dice,
            now,
            lives,
            said: 0,
            deaths: 0,
        };
        game.take_seats();
        game
    }

    fn take_seats(&mut self) {
        let here = self.followers.iter().map(|it| it.player);
        for player in here.chain([PEOPLE[self.host_seat]]).collect::<Vec<_>>() {
            self.host.admit(player);
            if let Some(seat) = seat_of(player) {
                self.host.set_seat_controller(seat, Controller::Human { player });
            }
        }
    }

    fn play(&mut self) {
        for _ in 0..3_000 {
            if self.followers.iter().all(|follower| follower.is_over) {
                return;
            }
            self.tick();
        }
        panic!("stuck: hand {} after {} deaths", self.host.table().hand(), self.deaths);
    }

    fn tick(&mut self) {
        self.now = self.now + std::time::Duration::from_millis(17);
        let (now, dice) = (self.now, &mut self.dice);
        if self.host.own_view() != self.looked_at {
            self.looked_at = self.host.own_view().to_vec();
            let own = pads(&self.looked_at, Some(Seat(self.host_seat as u16)), dice);
            own.into_iter().flatten().for_each(|pad| self.host.push_local(pad, now));
        }
        for follower in &mut self.followers {
            follower.guest.handle_timeout(now);
            let table = follower.guest.shown().map_or(&[][..], |shown| &shown.table);
            if table != follower.looked_at {
                follower.looked_at = table.to_vec();
                let pads = pads(&follower.looked_at, follower.seat, dice);
                pads.into_iter().flatten().for_each(|pad| follower.guest.push_local(pad));
            }
            while let Some(message) = follower.guest.poll_message() {
                self.host.handle(&message, now);
            }
        }
        self.host.tick(now);
        self.check_chips();
        while let Some(message) = self.host.poll_message() {
            if self.lives.last().is_some_and(|life| self.said >= *life) {
                return self.die();
            }
            self.said += 1;
            self.carry(message);
        }
    }

    fn carry(&mut self, message: Message) {
        let packet = message.encode();
        match message {
            Message::Deposit(deposit) => {
                self.spy.deposit(&packet);
                self.deposit = Some(deposit);
            }
            Message::StateBlob(blob) => {
                let to = self.followers.iter_mut().find(|it| it.player == blob.player);
                let Some(to) = to else { return };
                self.spy.deliver(to.player, to.seat, &packet);
                to.guest.handle(&blob.into());
                while let Some(event) = to.guest.poll_event() {
                    match event {
                        ViewEvent::Resumed => to.resumed += 1,
                        ViewEvent::Over => to.is_over = true,
                        ViewEvent::Line(line) => to.log.push(line.to_string()),
                        ViewEvent::Unanswered => panic!("it was answered"),
                    }
                }
            }
            _ => {}
        }
    }

    fn die(&mut self) {
        self.lives.pop();
        self.said = 0;
        self.deaths += 1;
        self.looked_at.clear();
        let deposit = self.deposit.clone().expect("a host deposits before all else");
        let next = self.followers.remove(0);
        assert!(next.seat.is_some(), "two players are left");
        self.host_seat = next.player.0 as usize - 1;
        let entropy = std::array::from_fn(|_| self.dice.below(256) as u8);
        let turns = TurnConfig::default();
        self.host = ViewHost::resume(table(), next.player, turns, &deposit, entropy).unwrap();
        let point = &deposit.payload[4..];
        let hand = u32::from_le_bytes(*point.first_chunk().unwrap());
        assert_eq!(self.host.table().hand(), hand, "the settled point");
        assert!(self.host.table().is_settled());
        // Nobody had seen the end of a hand that the settled point does not know.
        let newest = next.guest.shown().and_then(|shown| Seen::read(&shown.table));
        if let Some(seen) = newest.filter(|seen| seen.phase == Phase::Settled) {
            assert!(seen.hand <= hand, "a result that everybody saw is not taken back");
        }
        self.take_seats();
        self.followers.iter_mut().for_each(|it| it.guest.host_changed(self.now));
    }

    fn check_chips(&self) {
        assert_eq!(self.host.table().all_chips(), 400, "no chip is made or lost");
    }
}

/// What somebody on this seat presses at this table, once.
fn pads(table: &[u8], seat: Option<Seat>, dice: &mut SimRng) -> Option<[PadWord; 2]> {
    let seen = Seen::read(table)?;
    let is_mine = seen.phase == Phase::Betting && Some(Seat(seen.to_act)) == seat;
    let pad = [CALL, CALL, RAISE, FOLD][dice.below(4) as usize];
    is_mine.then_some([pad, PadWord(0)])
}

#[test]
fn fault_41_the_host_dies_after_any_word_of_many_games_and_everybody_reaches_a_result() {
    let (mut deaths, mut voids) = (0, 0);
    for seed in 0..number("SEEDS", 200).into() {
        let mut whole = Game::new(seed, Vec::new());
        whole.play();
        // Each seed dies at other words; together they die at every one of them.
        let words = whole.said;
        for life in (1 + seed as u32 % 3..words).step_by(3) {
            let mut game = Game::new(seed, vec![life]);
            game.play();
            deaths += game.deaths;
            assert_eq!(game.spy.leaks, Vec::<String>::new(), "SEED {seed}, after {life} words");
            for follower in &game.followers {
                let seen = Seen::read(&follower.guest.shown().unwrap().table).unwrap();
                assert_eq!((seen.phase, seen.hand), (Phase::Settled, HANDS), "SEED {seed}");
                let void = "The hand is void: another host goes on";
                let told = follower.log.iter().filter(|line| *line == void).count() as u32;
                assert_eq!(told, game.deaths, "SEED {seed}: it is said, after {life} words");
                voids += told;
            }
        }
    }
    assert!(deaths > 500 && voids >= 2 * deaths, "{deaths} hosts died");
}

#[test]
fn fault_41_two_hosts_die_one_after_the_other() {
    for seed in 0..60 {
        for (first, second) in [(1, 0), (9, 1), (25, 2), (40, 13), (60, 30)] {
            let mut game = Game::new(seed, vec![second, first]);
            game.play();
            assert_eq!(game.spy.leaks, Vec::<String>::new());
            let seen = |it: &Follower| Seen::read(&it.guest.shown().unwrap().table).unwrap().seats;
            let results: Vec<_> = game.followers.iter().map(seen).collect();
            assert!(results.iter().all(|one| one == &results[0]), "SEED {seed}: one result");
        }
    }
}

#[test]
fn a_deposit_of_another_game_is_refused() {
    let turns = TurnConfig::default();
    let refused = [&b""[..], b"\0\0\0", b"\xFF\xFF\xFF\xFF", b"\0\0\0\0", &[0; 16], &[9; 60]];
    for bytes in refused {
        let deposit = Deposit { seq: netplay::ids::Seq(1), payload: Blob::new(bytes).unwrap() };
        assert!(ViewHost::resume(table(), PEOPLE[1], turns, &deposit, [0; 32]).is_err());
    }
}

#[test]
fn fault_41_in_a_room_whose_hosts_crash_the_game_goes_on_within_five_seconds() {
    for (profile, hands) in [(LinkProfile::PERFECT, 120), (LinkProfile::TRAIN, 60)] {
        let stats = CardOrdeal { hands, crash_every: 7, profile, seed: 3 }.run();
        assert_eq!(stats.leaks, 0);
        assert!(stats.hosts >= 5, "{stats:?}");
    }
}
