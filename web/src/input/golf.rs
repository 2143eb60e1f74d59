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
mod tests;
