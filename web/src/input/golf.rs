//! Aiming a putt: from a drag, keys or a stick to the one pad word that strikes.
//!
//! ```text
//! drag back from anywhere    length is power    let go: strike    back to the start, Esc, right button: never mind
//! left and right turn        hold Space         let go: strike    Esc: never mind
//! stick points               hold the trigger   let go: strike    B: never mind
//! ```
//!
//! Nothing here knows the clock, the screen or the rules: all of it is told, so all of it is
//! tested.

use super::gamepad::{
    A, B, LEFT_SHOULDER, LEFT_TRIGGER, PadSample, RIGHT_SHOULDER, RIGHT_TRIGGER, X,
};
use super::keys::Action;
use super::pads::Pads;
use games::fix::{Angle, Fix, Vec2};
use games::golf::pad::{Stroke, Wish};
use netplay::ids::PadWord;

/// The hardest stroke, as people count: 1 is a touch.
pub const FULL: u8 = 32;
/// A drag that is shorter than this is none, in CSS pixels.
const REST_PX: f64 = 16.0;
/// The longest drag: a part of the picture, and at least and at most so much.
const REACH: f64 = 0.4;
const REACH_PX: (f64, f64) = (120.0, 240.0);
/// A key turns this much a second at first, and this much once it is held: 65536 is a turn.
const TURN_SLOW: f64 = 2_600.0;
const TURN_FAST: f64 = 22_000.0;
/// Seconds until a held key turns fast.
const TURN_RISE_S: f64 = 0.9;
/// With Shift, and with the cross of a gamepad.
const TURN_FINE: f64 = 700.0;
/// Seconds from nothing to the hardest stroke, and the same back.
const CHARGE_S: f64 = 1.25;
/// How fast the aim follows a stick, in parts a second.
const STICK_RATE: f64 = 9.0;
/// A stroke that nobody takes is given up after this; a command is said for so long.
const STRIKE_S: f64 = 3.0;
const COMMAND_S: f64 = 0.25;

/// What the keys and the gamepad say in this moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hands {
    /// -1 left to 1 right.
    pub turn: f64,
    /// Turn by hairs.
    pub fine: bool,
    /// The charging key or trigger is down.
    pub charge: bool,
    /// Never mind.
    pub cancel: bool,
    /// The last stroke back.
    pub undo: bool,
    /// Where a stick points on the screen.
    pub stick: Option<(f64, f64)>,
}

impl Hands {
    /// What is held just now. Shift turns by hairs, so it is no key to charge with.
    #[must_use]
    pub fn of(pads: &Pads, gamepad: PadSample) -> Self {
        let fine = pads.holds("ShiftLeft") || pads.holds("ShiftRight");
        let sides = |less: bool, more: bool| f64::from(u8::from(more)) - f64::from(u8::from(less));
        let shoulders = sides(gamepad.any(&[LEFT_SHOULDER]), gamepad.any(&[RIGHT_SHOULDER]));
        let stick = (gamepad.x, gamepad.y);
        Self {
            turn: sides(pads.key(Action::Left), pads.key(Action::Right)) + shoulders,
            fine: fine || shoulders != 0.0,
            charge: pads.holds_but(Action::Drift, "Shift")
                || gamepad.any(&[A, RIGHT_TRIGGER, LEFT_TRIGGER]),
            cancel: gamepad.any(&[B]),
            undo: pads.key(Action::Reset) || gamepad.any(&[X]),
            stick: (stick != (0.0, 0.0)).then_some(stick),
        }
    }
}

/// What the rules say in this moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lie {
    /// The own ball may be struck now.
    pub ready: bool,
    /// Changes with every stroke, hole and hand-over: the aim begins anew.
    pub turn: u32,
    /// Where the cup is.
    pub cup: u16,
    /// A flight or a card is on: a press goes on to what comes next.
    pub waits: bool,
    /// It is a flight: any key does.
    pub flies: bool,
    /// Strokes can be taken back.
    pub can_undo: bool,
}

/// How the power is being made.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Hold {
    #[default]
    Nothing,
    /// A finger or the mouse, from where to where, in CSS pixels.
    Drag { from: (f64, f64), to: (f64, f64) },
    /// A key, for so many seconds.
    Charge { for_s: f64 },
    /// Given up, but the key is still down.
    Spent,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct Aim {
    /// Two presses instead of hold and release.
    pub two_presses: bool,
    /// How far the picture is turned, clockwise: a drag is on the screen, a stroke in the world.
    pub turned: u16,
    /// The length of the longest drag, in CSS pixels.
    reach_px: f64,
    angle: f64,
    hold: Hold,
    turning_s: f64,
    was_down: bool,
    was_idle: bool,
    was_undo: bool,
    lie: Lie,
    word: PadWord,
    word_s: f64,
    last: Option<u8>,
}

/// What is drawn of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// There is something to aim.
    pub ready: bool,
    /// 65536 is a turn.
    pub angle: u16,
    /// 1 to 32; 0 while nothing is pulled or charged.
    pub power: u8,
    /// The last stroke's power.
    pub ghost: Option<u8>,
}

impl Aim {
    /// A finger or the mouse came down on a picture that is so many CSS pixels across.
    pub fn press(&mut self, at: (f64, f64), across: f64) {
        self.reach_px = (across * REACH).clamp(REACH_PX.0, REACH_PX.1);
        if self.lie.waits {
            self.command(Wish::Ready);
        } else if self.lie.ready && self.hold == Hold::Nothing {
            self.hold = Hold::Drag { from: at, to: at };
        }
    }

    /// It moved.
    pub fn drag(&mut self, at: (f64, f64)) {
        if let Hold::Drag { from, to } = &mut self.hold {
            *to = at;
            let (x, y) = (from.0 - at.0, from.1 - at.1);
            if length(x, y) > REST_PX / 2.0 {
                self.angle = f64::from(self.world(x, y));
            }
        }
    }

    /// It left: a stroke, if it was pulled far enough.
    pub fn lift(&mut self) {
        let power = self.power();
        if let Hold::Drag { .. } = self.hold {
            self.hold = Hold::Nothing;
            self.strike(power);
        }
    }

    /// Never mind. Whether there was something to take back.
    pub fn cancel(&mut self) -> bool {
        match self.hold {
            Hold::Nothing | Hold::Spent => false,
            Hold::Drag { .. } => {
                self.hold = Hold::Nothing;
                true
            }
            Hold::Charge { .. } => {
                self.hold = if self.two_presses { Hold::Nothing } else { Hold::Spent };
                true
            }
        }
    }

    /// Says a command of the rules for a moment.
    pub fn command(&mut self, command: Wish) {
        self.cancel();
        (self.word, self.word_s) = (command.word(), COMMAND_S);
    }

    /// `dt` seconds pass.
    pub fn step(&mut self, hands: Hands, lie: Lie, dt: f64) -> PadWord {
        self.look(lie);
        if hands.cancel {
            self.cancel();
        }
        let idle = hands == Hands::default();
        if self.was_idle && !idle && lie.flies {
            self.command(Wish::Ready);
        } else if hands.undo && !self.was_undo && lie.can_undo {
            self.command(Wish::Undo);
        }
        (self.was_idle, self.was_undo) = (idle, hands.undo);
        self.turn(hands, dt);
        self.charge(hands.charge, dt);
        self.word_s -= dt;
        if self.word_s <= 0.0 {
            self.word = PadWord(0);
        }
        if self.word != PadWord(0) { self.word } else { self.seen() }
    }

    /// The aim, for the others to see.
    fn seen(&self) -> PadWord {
        match self.stroke(self.power()) {
            Some(stroke) if self.lie.ready => Wish::Aim(stroke).word(),
            _ => PadWord(0),
        }
    }

    /// The nearest stroke that a word can say.
    fn stroke(&self, power: u8) -> Option<Stroke> {
        let angle = ((self.angle as u32 + 32) >> 6) as u16 & 0x3FF;
        Some(Stroke { angle, power: power.checked_sub(1)? })
    }

    /// What is drawn.
    #[must_use]
    pub fn shown(&self) -> Shown {
        Shown {
            ready: self.lie.ready,
            angle: self.angle as u16,
            power: self.power(),
            ghost: self.last,
        }
    }

    /// Everything is let go of, without a stroke.
    pub fn release(&mut self) {
        (self.hold, self.was_down, self.turning_s) = (Hold::Nothing, false, 0.0);
    }

    fn look(&mut self, lie: Lie) {
        if lie.turn != self.lie.turn {
            // The stroke was taken, or the hole is another.
            self.word = PadWord(0);
        }
        if lie.turn != self.lie.turn || (lie.ready && !self.lie.ready) {
            self.angle = f64::from(lie.cup);
        }
        if !lie.ready {
            self.hold = if self.was_down { Hold::Spent } else { Hold::Nothing };
        }
        self.lie = lie;
    }

    fn turn(&mut self, hands: Hands, dt: f64) {
        if let Some((x, y)) = hands.stick {
            let wanted = Angle(self.world(x, y));
            let rest = f64::from(Angle(self.angle as u16).to(wanted));
            self.set(self.angle + rest * (STICK_RATE * dt).min(1.0));
        }
        if hands.turn == 0.0 {
            self.turning_s = 0.0;
            return;
        }
        self.turning_s += dt;
        let rise = (self.turning_s / TURN_RISE_S).min(1.0);
        let speed =
            if hands.fine { TURN_FINE } else { TURN_SLOW + (TURN_FAST - TURN_SLOW) * rise * rise };
        self.set(self.angle + hands.turn * speed * dt);
    }

    fn set(&mut self, angle: f64) {
        self.angle = angle.rem_euclid(65_536.0);
    }

    fn charge(&mut self, down: bool, dt: f64) {
        let (pressed, released) = (down && !self.was_down, !down && self.was_down);
        self.was_down = down;
        match &mut self.hold {
            Hold::Charge { for_s } => *for_s += dt,
            Hold::Spent if !down => self.hold = Hold::Nothing,
            Hold::Nothing if pressed && self.lie.waits => {
                self.hold = Hold::Spent;
                self.command(Wish::Ready);
            }
            Hold::Nothing if pressed && self.lie.ready => {
                self.hold = Hold::Charge { for_s: 0.0 };
                return;
            }
            _ => {}
        }
        let done = if self.two_presses { pressed } else { released };
        if let Hold::Charge { .. } = self.hold
            && done
        {
            let power = self.power().max(1);
            self.hold = if down { Hold::Spent } else { Hold::Nothing };
            self.strike(power);
        }
    }

    /// 1 to 32, or 0 for none, as it is pulled or charged now.
    fn power(&self) -> u8 {
        let part = match self.hold {
            Hold::Drag { from, to } => {
                let far = length(from.0 - to.0, from.1 - to.1) - REST_PX;
                far / (self.reach_px - REST_PX).max(1.0)
            }
            // Up and down again.
            Hold::Charge { for_s } => {
                let way = (for_s / CHARGE_S) % 2.0;
                if way < 1.0 { way } else { 2.0 - way }
            }
            Hold::Nothing | Hold::Spent => return 0,
        };
        if part <= 0.0 { 0 } else { (1.0 + part * f64::from(FULL)).min(f64::from(FULL)) as u8 }
    }

    fn strike(&mut self, power: u8) {
        if let Some(stroke) = self.stroke(power).filter(|_| self.lie.ready) {
            self.last = Some(power);
            (self.word, self.word_s) = (Wish::Strike(stroke).word(), STRIKE_S);
        }
    }

    /// A direction on the screen as one in the world.
    fn world(&self, x: f64, y: f64) -> u16 {
        let fix = |value: f64| Fix((value * 1_024.0) as i32);
        Angle::of(Vec2::new(fix(x), fix(y))).0.wrapping_sub(self.turned)
    }
}

fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f64 = 1.0 / 60.0;
    const READY: Lie =
        Lie { ready: true, turn: 1, cup: 0, waits: false, flies: false, can_undo: true };

    fn struck(angle: u16, power: u8) -> u16 {
        Wish::Strike(Stroke { angle, power: power - 1 }).word().0
    }

    fn aim() -> Aim {
        let mut aim = Aim::default();
        aim.step(Hands::default(), READY, DT);
        aim
    }

    fn word(aim: &mut Aim, hands: Hands) -> u16 {
        aim.step(hands, READY, DT).0
    }

    fn idle(aim: &mut Aim) -> u16 {
        word(aim, Hands::default())
    }

    #[test]
    fn pulled_back_it_goes_forward() {
        let mut aim = aim();
        aim.press((300.0, 300.0), 540.0);
        aim.drag((200.0, 300.0));
        assert_eq!((aim.shown().angle, aim.shown().power), (0, 14));
        aim.lift();
        assert_eq!(idle(&mut aim), struck(0, 14));
        assert_eq!(aim.shown().ghost, Some(14));
    }

    #[test]
    fn a_pull_goes_where_the_turned_picture_shows_it() {
        let mut aim = aim();
        aim.turned = 0x4000;
        aim.press((0.0, 0.0), 540.0);
        aim.drag((0.0, -1_000.0));
        aim.lift();
        // Down the screen is to the right in a world that was turned a quarter clockwise.
        assert_eq!(idle(&mut aim), struck(0, FULL));
    }

    #[test]
    fn back_at_the_start_or_cancelled_nothing_is_struck() {
        let mut aim = aim();
        aim.press((300.0, 300.0), 540.0);
        aim.drag((200.0, 300.0));
        aim.drag((298.0, 303.0));
        aim.lift();
        assert_eq!(idle(&mut aim), 0);
        aim.press((300.0, 300.0), 540.0);
        aim.drag((100.0, 300.0));
        assert!(aim.cancel() && !aim.cancel());
        aim.lift();
        assert_eq!(idle(&mut aim), 0);
    }

    #[test]
    fn a_stroke_is_said_until_it_is_taken_and_not_for_ever() {
        let mut aim = aim();
        aim.press((300.0, 300.0), 540.0);
        aim.drag((0.0, 300.0));
        aim.lift();
        for _ in 0..100 {
            assert_eq!(idle(&mut aim), struck(0, FULL));
        }
        let taken = Lie { ready: false, turn: 2, ..READY };
        assert_eq!(aim.step(Hands::default(), taken, DT).0, 0);
        let mut aim = self::aim();
        aim.press((300.0, 300.0), 540.0);
        aim.drag((0.0, 300.0));
        aim.lift();
        for _ in 0..200 {
            idle(&mut aim);
        }
        assert_eq!(idle(&mut aim), 0);
    }

    #[test]
    fn a_held_key_charges_up_and_down_and_strikes_when_let_go() {
        let mut aim = aim();
        let held = Hands { charge: true, ..Hands::default() };
        let mut powers = Vec::new();
        for _ in 0..200 {
            assert_eq!(word(&mut aim, held) & games::golf::pad::STRIKE, 0);
            powers.push(aim.shown().power);
        }
        assert_eq!(powers.iter().max(), Some(&FULL));
        assert!(powers[150] < 4 && powers[20] < powers[40], "{powers:?}");
        let power = aim.shown().power;
        let said = idle(&mut aim);
        assert_eq!(
            (said & games::golf::pad::STRIKE != 0, (said >> 10 & 31) as u8 - power < 2),
            (true, true)
        );
    }

    #[test]
    fn escape_gives_the_charge_up_though_the_key_is_still_down() {
        let mut aim = aim();
        let held = Hands { charge: true, ..Hands::default() };
        for _ in 0..30 {
            word(&mut aim, held);
        }
        word(&mut aim, Hands { cancel: true, ..held });
        for _ in 0..30 {
            assert_eq!((word(&mut aim, held), aim.shown().power), (0, 0));
        }
        assert_eq!(idle(&mut aim), 0);
        word(&mut aim, held);
        word(&mut aim, held);
        assert!(idle(&mut aim) & games::golf::pad::STRIKE != 0, "the next press is a stroke again");
    }

    #[test]
    fn two_presses_start_the_meter_and_stop_it() {
        let mut aim = Aim { two_presses: true, ..aim() };
        let held = Hands { charge: true, ..Hands::default() };
        word(&mut aim, held);
        for _ in 0..40 {
            assert_eq!(idle(&mut aim) & games::golf::pad::STRIKE, 0);
        }
        assert!(aim.shown().power > 10);
        assert!(word(&mut aim, held) & games::golf::pad::STRIKE != 0);
        assert!(idle(&mut aim) & games::golf::pad::STRIKE != 0, "said until it is taken");
        assert_eq!(aim.shown().power, 0);
    }

    #[test]
    fn keys_turn_slowly_then_fast_and_by_hairs_with_shift() {
        let turned = |fine: bool, frames: usize| {
            let mut aim = aim();
            for _ in 0..frames {
                word(&mut aim, Hands { turn: 1.0, fine, ..Hands::default() });
            }
            aim.shown().angle
        };
        assert!(turned(false, 3) < 300);
        assert!(turned(false, 60) - turned(false, 54) > 2_000);
        assert!(turned(true, 60) < 800);
    }

    #[test]
    fn a_stick_points_and_the_aim_stays_when_it_is_let_go() {
        let mut aim = aim();
        for _ in 0..60 {
            word(&mut aim, Hands { stick: Some((0.0, 1.0)), ..Hands::default() });
        }
        idle(&mut aim);
        assert!(aim.shown().angle.abs_diff(0x4000) < 40, "{:?}", aim.shown());
    }

    #[test]
    fn nothing_is_struck_while_the_ball_rolls_and_every_lie_looks_at_the_cup() {
        let mut aim = aim();
        let rolling = Lie { ready: false, turn: 2, cup: 9_000, ..READY };
        aim.step(Hands::default(), rolling, DT);
        aim.press((300.0, 300.0), 540.0);
        aim.drag((0.0, 300.0));
        aim.lift();
        for charge in [true, true, false, false] {
            assert_eq!(aim.step(Hands { charge, ..Hands::default() }, rolling, DT).0, 0);
        }
        aim.step(Hands::default(), Lie { ready: true, ..rolling }, DT);
        assert_eq!(aim.shown().angle, 9_000);
    }

    #[test]
    fn a_flight_is_skipped_by_any_key_once_it_is_pressed_and_a_card_by_the_stroke_key() {
        let mut aim = aim();
        let flight = Lie { ready: false, waits: true, flies: true, ..READY };
        let turn = Hands { turn: 1.0, ..Hands::default() };
        aim.step(turn, READY, DT);
        assert_eq!(aim.step(turn, flight, DT).0, 0, "held since before");
        aim.step(Hands::default(), flight, DT);
        assert_eq!(aim.step(turn, flight, DT), Wish::Ready.word());
        let mut aim = self::aim();
        let card = Lie { flies: false, ..flight };
        aim.step(Hands::default(), card, DT);
        assert_eq!(aim.step(turn, card, DT).0, 0);
        assert_eq!(aim.step(Hands { charge: true, ..turn }, card, DT), Wish::Ready.word());
    }

    #[test]
    fn the_undo_key_takes_one_stroke_back_however_long_it_is_held() {
        let mut aim = aim();
        let undo = Hands { undo: true, ..Hands::default() };
        assert_eq!(word(&mut aim, undo), Wish::Undo.word().0);
        let said = (0..60).filter(|_| word(&mut aim, undo) != 0).count();
        assert!(said < 20, "{said}");
    }

    #[test]
    fn a_command_is_said_for_a_moment() {
        let mut aim = aim();
        aim.command(Wish::Undo);
        assert_eq!(idle(&mut aim), Wish::Undo.word().0);
        for _ in 0..20 {
            idle(&mut aim);
        }
        assert_eq!(idle(&mut aim), 0);
    }

    #[test]
    fn no_number_is_no_power() {
        let mut aim = aim();
        aim.press((f64::NAN, 0.0), f64::NAN);
        aim.drag((0.0, f64::INFINITY));
        aim.lift();
        idle(&mut aim);
    }
}
