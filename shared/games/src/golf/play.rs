//! What a tick does to a round: flight, play, card, the next hole.

use super::ball::{Ball, Lie};
use super::bot;
use super::event::GolfEvent;
use super::golf::{Golf, NOBODY};
use super::pad::{Stroke, Wish};
use super::physics::{self, World};
use super::rules::Mode;
use super::score::{Ending, STROKES_MOST, ScoreName, Square};
use super::tune;
use super::view::Phase;
use alloc::vec::Vec;
use netplay::ids::{PadWord, Seat};

impl Golf {
    pub(super) fn step(&mut self, inputs: &[PadWord]) {
        let wishes = self.wishes(inputs);
        self.head.clock = self.head.clock.saturating_add(1);
        match self.phase() {
            Phase::FlyOver => {
                if self.is_waited_for(&wishes, tune::FLY_TICKS) {
                    self.begin_play();
                }
            }
            Phase::Play => self.play(&wishes),
            Phase::Card => {
                let again =
                    wishes.contains(&Wish::Retry) && self.setup.rules.mode == Mode::Practice;
                if again {
                    self.tee_up();
                    self.begin_play();
                } else if self.is_waited_for(&wishes, tune::CARD_TICKS) {
                    self.next_hole();
                }
            }
            Phase::Over => {}
        }
    }

    /// What every seat wishes in this tick; a wish is made once, when the pad's word becomes it.
    fn wishes(&mut self, inputs: &[PadWord]) -> Vec<Wish> {
        let hole = self.course[usize::from(self.head.hole)].clone();
        let playing = self.phase() == Phase::Play;
        let (turns, turn) = (self.setup.rules.turns, self.head.turn);
        let tick = self.head.tick;
        let balls = self.balls.iter_mut().enumerate();
        balls
            .map(|(seat, ball)| {
                let its_turn = !turns || usize::from(turn) == seat;
                let word = if !ball.ai {
                    inputs.get(seat).copied().unwrap_or_default()
                } else if playing && its_turn && bot::is_due(ball) {
                    bot::play(ball, &hole, tick).word()
                } else {
                    PadWord(0)
                };
                let fresh = ball.word != word.0;
                ball.word = word.0;
                if fresh { Wish::read(word) } else { Wish::Idle }
            })
            .collect()
    }

    /// Whether everybody is ready to go on, or the time is up. The AI is always ready.
    fn is_waited_for(&mut self, wishes: &[Wish], ticks: u32) -> bool {
        for (ball, wish) in self.balls.iter_mut().zip(wishes) {
            ball.ready |= *wish == Wish::Ready;
        }
        let people = self.balls.iter().any(|ball| !ball.ai);
        let ready = people && self.balls.iter().all(|ball| ball.ai || ball.ready);
        ready || self.head.clock >= ticks
    }

    fn enter(&mut self, phase: Phase) {
        self.head.phase = phase as u8;
        self.head.clock = 0;
        self.head.cheer = 0;
        self.balls.iter_mut().for_each(|ball| ball.ready = false);
    }

    /// Everybody is on the tee of a hole; the flight over it comes first.
    pub(super) fn begin_hole(&mut self, index: u8) {
        self.head.hole = index;
        self.tee_up();
        if self.setup.rules.preview {
            self.enter(Phase::FlyOver);
            self.events.push(GolfEvent::FlyOver { hole: index });
        } else {
            self.begin_play();
        }
    }

    fn tee_up(&mut self) {
        let hole = self.course[usize::from(self.head.hole)].clone();
        self.balls.iter_mut().for_each(|ball| ball.tee(&hole));
    }

    fn begin_play(&mut self) {
        self.enter(Phase::Play);
        self.head.turn = NOBODY;
        self.events.push(GolfEvent::Play { hole: self.head.hole });
    }

    fn play(&mut self, wishes: &[Wish]) {
        for (seat, wish) in wishes.iter().enumerate() {
            self.obey(seat, *wish);
        }
        let rules = self.setup.rules;
        let world = World {
            hole: &self.course[usize::from(self.head.hole)],
            tick: self.head.tick,
            collisions: rules.collisions,
            water_drop: rules.water_drop,
        };
        physics::roll(&mut self.balls, &world, &mut self.events);
        self.judge();
        if self.setup.rules.turns {
            self.take_turns();
        }
        self.watch_the_clock();
    }

    fn obey(&mut self, seat: usize, wish: Wish) {
        let rules = self.setup.rules;
        let practice = rules.mode == Mode::Practice;
        let waiting = rules.turns && usize::from(self.head.turn) != seat;
        let hole = self.course[usize::from(self.head.hole)].clone();
        let ball = &mut self.balls[seat];
        let id = Seat(seat as u16);
        match wish {
            Wish::Strike(stroke) if ball.is_ready_to_strike() && !waiting => {
                strike(ball, stroke);
                self.head.turn = NOBODY;
                let (strokes, power) = (ball.strokes, stroke.power);
                self.events.push(GolfEvent::Stroke { seat: id, strokes, power });
            }
            Wish::PickUp if !ball.is_done() => self.pick_up(seat, Ending::PickedUp),
            Wish::Undo if practice => {
                if let Some(lie) = ball.past.pop() {
                    ball.take_back(lie);
                    self.head.cheer = 0;
                    self.events.push(GolfEvent::Undone(id));
                }
            }
            Wish::Retry if practice => {
                ball.tee(&hole);
                self.head.cheer = 0;
                self.events.push(GolfEvent::Retried(id));
            }
            _ => {}
        }
    }

    /// Done with the hole without the cup.
    fn pick_up(&mut self, seat: usize, why: Ending) {
        let rules = self.setup.rules;
        let counted = matches!(rules.mode, Mode::Stroke | Mode::Match);
        let ball = &mut self.balls[seat];
        let strokes =
            if counted { rules.stroke_limit + rules.penalty_over_limit } else { ball.strokes };
        ball.end(why, strokes, self.head.clock);
        self.events.push(GolfEvent::PickedUp { seat: Seat(seat as u16), why });
    }

    /// Who is in the cup, and who has no stroke left.
    fn judge(&mut self) {
        let rules = self.setup.rules;
        let counted = matches!(rules.mode, Mode::Stroke | Mode::Match);
        let par = self.hole().par;
        for seat in 0..self.balls.len() {
            let ball = &mut self.balls[seat];
            if ball.is_done() {
                continue;
            }
            let hole = &self.course[usize::from(self.head.hole)];
            if !ball.moving && ball.pos == hole.cup {
                let strokes = ball.strokes;
                ball.end(Ending::Holed, strokes, self.head.clock);
                let place = 1 + self.earlier(seat);
                let name = ScoreName::of(strokes, par);
                let seat = Seat(seat as u16);
                self.events.push(GolfEvent::Holed { seat, strokes, name, place });
            } else if counted && !ball.moving && ball.strokes >= rules.stroke_limit {
                self.pick_up(seat, Ending::StrokeLimit);
            }
        }
    }

    /// How many balls were in the cup before this one.
    pub(super) fn earlier(&self, seat: usize) -> u8 {
        let home = self.balls[seat].home;
        let holed = |ball: &&Ball| ball.ending == Ending::Holed as u8;
        self.balls.iter().filter(holed).filter(|ball| ball.home < home).count() as u8
    }

    /// The farthest from the cup plays; of two equally far the one drawn first.
    fn take_turns(&mut self) {
        let current = self.balls.get(usize::from(self.head.turn));
        let pending = current.is_some_and(|ball| !ball.is_done());
        if pending && self.head.turn_left > 0 {
            self.head.turn_left -= 1;
            return;
        }
        if self.balls.iter().any(|ball| ball.moving) {
            return;
        }
        if pending {
            // A turn that nobody took costs a stroke.
            let ball = &mut self.balls[usize::from(self.head.turn)];
            ball.strokes = (ball.strokes + 1).min(STROKES_MOST);
        }
        let cup = self.hole().cup;
        let mut next: Option<(u8, i64)> = None;
        for &seat in &self.lot {
            let ball = &self.balls[usize::from(seat)];
            let far = (ball.pos - cup).square();
            if ball.is_ready_to_strike() && next.is_none_or(|(_, most)| far > most) {
                next = Some((seat, far));
            }
        }
        self.head.turn = next.map_or(NOBODY, |(seat, _)| seat);
        self.head.turn_left = tune::TURN_TICKS;
        if let Some((seat, _)) = next {
            self.events.push(GolfEvent::Turn(Seat(seat.into())));
        }
    }

    /// The tick of the hole at which everybody picks up; none without a limit.
    pub(super) fn deadline(&self) -> Option<u32> {
        let rules = self.setup.rules;
        let end = rules.is_limited().then(|| rules.hole_ticks(self.balls.len()))?;
        let holed = self.balls.iter().filter(|ball| ball.ending == Ending::Holed as u8);
        let first = holed.map(|ball| ball.home).min();
        Some(match first {
            Some(first) if rules.mode == Mode::Race => {
                end.min(first.saturating_add(tune::GRACE_TICKS))
            }
            _ => end,
        })
    }

    fn watch_the_clock(&mut self) {
        if let Some(end) = self.deadline() {
            let left = end.saturating_sub(self.head.clock);
            if left % 60 == 0 && matches!(left / 60, 1..=5 | 10) {
                self.events.push(GolfEvent::TimeLow((left / 60) as u8));
            }
            if left == 0 {
                for seat in 0..self.balls.len() {
                    if !self.balls[seat].is_done() {
                        self.pick_up(seat, Ending::TimeUp);
                    }
                }
            }
        }
        if self.balls.iter().all(|ball| ball.is_done()) {
            self.head.cheer += 1;
            if self.head.cheer >= tune::CHEER_TICKS {
                self.write_card();
                self.enter(Phase::Card);
                self.events.push(GolfEvent::Card { hole: self.head.hole });
            }
        }
    }

    fn write_card(&mut self) {
        let seats = self.balls.len();
        let first = usize::from(self.head.hole) * seats;
        for seat in 0..seats {
            let ball = &self.balls[seat];
            let (strokes, ending) = (ball.strokes, ball.ending);
            let points = self.points(seat);
            self.card[first + seat] = Square { strokes, ending, points };
        }
    }

    fn points(&self, seat: usize) -> u8 {
        let ball = &self.balls[seat];
        if ball.ending != Ending::Holed as u8 {
            return 0;
        }
        match self.setup.rules.mode {
            Mode::Stroke | Mode::Practice => 0,
            Mode::Race => self.balls.len() as u8 - self.earlier(seat),
            Mode::Match => {
                let mut others =
                    self.balls.iter().enumerate().filter(|(other, ball)| {
                        *other != seat && ball.ending == Ending::Holed as u8
                    });
                u8::from(others.all(|(_, other)| other.strokes > ball.strokes))
            }
        }
    }

    fn next_hole(&mut self) {
        let next = self.head.hole + 1;
        if usize::from(next) < self.course.len() {
            self.begin_hole(next);
        } else {
            self.enter(Phase::Over);
            self.events.push(GolfEvent::Over);
        }
    }
}

fn strike(ball: &mut Ball, stroke: Stroke) {
    ball.past.push(Lie { at: ball.pos, strokes: ball.strokes });
    ball.lie = ball.pos;
    ball.dry = ball.pos;
    ball.vel = stroke.heading().unit() * stroke.speed();
    ball.moving = true;
    ball.calm = 0;
    ball.roll = 0;
    ball.shot = Wish::Strike(stroke).word().0;
    ball.strokes = (ball.strokes + 1).min(STROKES_MOST);
}
