//! Who holds everybody up all the time gets out of the way. The drivers are as simple as can be: each
//! plays on as long as it has the others' words or the window covers what is missing.
#![cfg(not(target_arch = "wasm32"))]

use netplay::ids::{ConnId, Frame, PlayerId, Round, Seat};
use netplay::wire::{
    Controller, Message, Pause, SeatController, SessionModel, SetReady, Stall, StallCause, Start,
    Terms,
};
use std::collections::{BTreeMap, VecDeque};
use testkit::model::{Gathering, pads, start_order};

const ROUND: Round = Round(1);
const DELAY: u32 = 2;
const WINDOW: u32 = 8;
const GRAIN_MS: u64 = 5;

/// A driver: what it has simulated, and what is on its way from and to it.
struct Driver {
    conn: ConnId,
    seat: u16,
    frame: u32,
    /// The first frame of its own without a word.
    next: u32,
    /// Who drives, and up to where their words are here.
    ends: BTreeMap<u16, u32>,
    one_way_ms: u64,
    /// Steps a second at most.
    fps: u32,
    owed: u32,
    away: bool,
    arriving: VecDeque<(u64, Message)>,
    leaving: VecDeque<(u64, Message)>,
}

impl Driver {
    fn new(conn: ConnId, seat: u16) -> Self {
        let ends = (0..3).map(|seat| (seat, DELAY)).collect();
        let (arriving, leaving) = (VecDeque::new(), VecDeque::new());
        let (frame, next, owed) = (0, DELAY, 0);
        Self {
            conn,
            seat,
            frame,
            next,
            ends,
            one_way_ms: 10,
            fps: 60,
            owed,
            away: false,
            arriving,
            leaving,
        }
    }

    fn hear(&mut self, message: Message) {
        match message {
            Message::Input(input) => {
                // The last words of who makes room for the AI are waited for no more.
                if let Some(end) = self.ends.get_mut(&input.seat.0) {
                    *end = (*end).max(input.end().0);
                }
            }
            Message::SeatController(SeatController { seat, controller, from }) => {
                let mine = seat.0 == self.seat;
                match controller {
                    Controller::Ai => self.ends.remove(&seat.0),
                    Controller::Human { .. } => self.ends.insert(seat.0, from.0),
                };
                if mine {
                    self.away = controller == Controller::Ai;
                    self.next = if self.away { self.next.min(from.0) } else { from.0 };
                }
            }
            _ => {}
        }
    }

    /// Simulates what it may, and says its words.
    fn step(&mut self) {
        let covered = || {
            let others = self.ends.iter().filter(|(seat, _)| **seat != self.seat);
            others.map(|(_, end)| *end).min().unwrap_or(u32::MAX)
        };
        if self.frame >= covered().saturating_add(WINDOW) {
            return;
        }
        self.frame += 1;
        while !self.away && self.next < self.frame + DELAY {
            self.next += 1;
            let words = pads(self.seat, self.next - 1, self.next);
            self.leaving.push_back((0, words.into()));
        }
    }
}

struct Evening {
    g: Gathering,
    drivers: Vec<Driver>,
    ms: u64,
}

impl Evening {
    fn new() -> Self {
        let mut g = Gathering::default();
        let noa = g.create("Noa", 3);
        let guests = ["Vahn", "Gala"].map(|who| g.join(who, noa));
        guests.iter().for_each(|conn| g.say(*conn, SetReady { ready: true }));
        let terms = Terms { window_frames: WINDOW as u8, ..Terms::default() };
        let order = start_order(SessionModel::Rollback);
        g.say(noa, Start { terms, input_delay: DELAY as u8, ..order });
        let conns = [noa, guests[0], guests[1]];
        conns.iter().for_each(|conn| g.load(*conn, ROUND));
        g.forget_all();
        let drivers = (0..).zip(conns).map(|(seat, conn)| Driver::new(conn, seat)).collect();
        Self { g, drivers, ms: 0 }
    }

    fn run(&mut self, ms: u64) {
        for _ in 0..ms / GRAIN_MS {
            self.ms += GRAIN_MS;
            for driver in &mut self.drivers {
                let at = self.ms + driver.one_way_ms;
                for message in self.g.heard(driver.conn) {
                    driver.arriving.push_back((at, message));
                }
                while driver.arriving.front().is_some_and(|(at, _)| *at <= self.ms) {
                    let (_, message) = driver.arriving.pop_front().unwrap();
                    driver.hear(message);
                }
                // Who is behind hurries as far as the machine can; nobody runs ahead of time.
                driver.owed = (driver.owed + driver.fps * GRAIN_MS as u32).min(2_000);
                while driver.owed >= 1_000 {
                    driver.owed -= 1_000;
                    driver.step();
                }
                for (due, _) in driver.leaving.iter_mut().filter(|(due, _)| *due == 0) {
                    *due = at;
                }
                while driver.leaving.front().is_some_and(|(at, _)| *at <= self.ms) {
                    let (_, message) = driver.leaving.pop_front().unwrap();
                    self.g.say(driver.conn, message);
                }
            }
            self.g.pass_ms(GRAIN_MS);
        }
    }

    /// Frames that a driver simulates in ten seconds from now, in percent of 60 a second.
    fn percent(&mut self, who: usize) -> u32 {
        let before = self.drivers[who].frame;
        self.run(10_000);
        (self.drivers[who].frame - before) / 6
    }

    fn ai_seats(&self) -> Vec<u16> {
        (0..3).filter(|seat| !self.drivers[0].ends.contains_key(seat)).collect()
    }
}

#[test]
fn a_machine_of_ten_frames_a_second_holds_nobody_up_for_long() {
    let mut evening = Evening::new();
    evening.run(5_000);
    evening.drivers[2].fps = 10;
    assert!(evening.percent(0) < 80, "at first they wait");
    assert_eq!(evening.ai_seats(), [2]);
    assert!(evening.percent(0) >= 95);
    assert!(evening.percent(1) >= 95);
}

#[test]
fn a_line_of_700_ms_holds_nobody_up_for_long() {
    let mut evening = Evening::new();
    evening.drivers[2].one_way_ms = 700;
    let conn = evening.drivers[2].conn;
    evening.g.set_trip_ms(conn, 1400);
    let before = evening.percent(0);
    assert!(before < 95, "{before} %");
    evening.run(5_000);
    assert_eq!(evening.ai_seats(), [2]);
    assert!(evening.percent(0) >= 95);
    evening.g.load(conn, ROUND);
    evening.run(20_000);
    assert_eq!(evening.ai_seats(), [2], "what is late by its line stays late");
    evening.drivers[2].one_way_ms = 20;
    evening.g.set_trip_ms(conn, 40);
    evening.run(60_000);
    assert_eq!(evening.ai_seats(), [], "a better line brings it back");
    assert!(evening.percent(0) >= 95);
}

#[test]
fn the_room_is_told_why_and_who_has_caught_up_drives_again() {
    let mut evening = Evening::new();
    evening.drivers[2].fps = 10;
    let mut stalls = Vec::new();
    while evening.ai_seats().is_empty() && evening.ms < 20_000 {
        evening.run(GRAIN_MS);
        let told = evening.drivers[0].arriving.iter().filter_map(|(_, message)| match message {
            Message::Stall(stall) => Some(stall.clone()),
            _ => None,
        });
        stalls.extend(told);
    }
    let last = stalls.last().unwrap();
    assert!(matches!(last, Stall { seat: Seat(2), cause: StallCause::Slow, waited_ms: 6_000 }));
    evening.drivers[2].fps = 60;
    let conn = evening.drivers[2].conn;
    evening.run(2_000);
    evening.g.load(conn, ROUND);
    evening.run(6_000);
    assert_eq!(evening.ai_seats(), []);
    let frame = Frame(evening.drivers[2].frame);
    assert!(frame > Frame(0) && evening.percent(0) >= 95);
}

#[test]
fn a_hiccup_costs_nobody_a_seat() {
    let mut evening = Evening::new();
    for _ in 0..5 {
        evening.drivers[2].fps = 0;
        evening.run(800);
        evening.drivers[2].fps = 60;
        evening.run(5_000);
    }
    assert_eq!(evening.ai_seats(), []);
}

#[test]
fn two_on_equally_bad_lines_keep_the_wheel() {
    let mut evening = Evening::new();
    for who in [1, 2] {
        evening.drivers[who].one_way_ms = 250;
        evening.g.set_trip_ms(evening.drivers[who].conn, 500);
    }
    assert!(evening.percent(0) < 95, "this race is slow");
    evening.run(30_000);
    assert_eq!(evening.ai_seats(), []);
}

#[test]
fn nobody_is_blamed_for_a_pause() {
    let mut evening = Evening::new();
    evening.run(1_000);
    let noa = evening.drivers[0].conn;
    evening.g.say(noa, Pause { player: PlayerId(0) });
    for driver in &mut evening.drivers {
        driver.fps = 0;
    }
    evening.run(4_000);
    assert_eq!(evening.ai_seats(), []);
}

#[test]
fn only_where_the_relay_keeps_the_clock_does_the_host_set_its_pace() {
    for (model, expected) in
        [(SessionModel::Lockstep, 60), (SessionModel::Rollback, 60), (SessionModel::Sealed, 240)]
    {
        let mut g = Gathering::default();
        let noa = g.create("Noa", 1);
        let terms = Terms { tick_hz: 240, ..Terms::default() };
        g.say(noa, Start { terms, ..start_order(model) });
        let told = g.last(noa, |message| match message {
            Message::Start(start) => Some(start.terms.tick_hz),
            _ => None,
        });
        assert_eq!(told, Some(expected), "{model:?}");
    }
}
