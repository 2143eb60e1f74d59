//! Stories of an aim.

use super::*;

const DT: f64 = 1.0 / 60.0;
const READY: Lie = Lie { ready: true, turn: 1, cup: 0, waits: false, flies: false, can_undo: true };

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
