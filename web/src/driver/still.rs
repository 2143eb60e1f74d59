//! A moment of a real game on a canvas of its own, for those who do not know it yet.

use super::show::{Due, Show};
use crate::draw::Painter;
use crate::input::golf::Shown as Aim;
use games::pack::Pack;
use games::{GameId, GameSetup};
use netplay::ids::PadWord;
use netplay::limits::TICK_HZ;
use netplay::time::Instant;
use party::{Practice, Profile, Room};
use std::sync::Arc;
use web_sys::HtmlCanvasElement;

/// Everybody sees the same picture.
const SEED: u64 = 7;
const SEATS: u16 = 8;

/// How long the game has been going on, and what the own pads say meanwhile.
fn moment(game: GameId) -> (u64, PadWord) {
    match game.mode() {
        "racing" => (310, PadWord(games::racing::pad::THROTTLE)),
        _ => (400, PadWord(0)),
    }
}

pub(super) fn still(canvas: HtmlCanvasElement, game: GameId, pack: Arc<Pack>) {
    let Some(painter) = Painter::new(canvas) else {
        return;
    };
    let me = Profile { name: "You".into(), colour: 0 };
    let setup = Practice { game: GameSetup::of(game), seats: SEATS };
    let mut room = Room::practice(me, setup, pack, SEED, Instant::ZERO);
    let (frames, pad) = moment(game);
    for frame in 1..=frames {
        room.frame(pad, Instant::from_micros(frame * 1_000_000 / u64::from(TICK_HZ)));
    }
    let Some(view) = room.view_if_changed() else {
        return;
    };
    // What happened on the way there is not heard.
    room.cues().for_each(drop);
    let mut show = Show::still(painter);
    // Somebody is about to putt, up the first hole.
    let golf = game == GameId::Golf;
    let aim = Aim { ready: golf, angle: 0xC400, power: 19, ghost: None };
    let due = Due { cast: &view.cast, frame_ms: Some(0.0), touching: false, replay: true, aim };
    show.present(&mut room, due);
}
