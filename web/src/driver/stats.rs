//! What the page costs, and the read-only `window.__partyline` that shows it to developers and
//! to tests which compare peers.

use super::caddie::Caddie;
use super::show::Seen;
use super::wheel::Wheel;
use crate::input::golf::Aim;
use games::golf::Golf;
use games::hunt::Role;
use games::racing::Race;
use js_sys::{Array, Object, Reflect};
use netplay::ids::{Frame, PadWord, Seat, StateHash};
use party::{Room, Scene, Shown};
use wasm_bindgen::JsValue;

/// Frames between two looks: an object that is written every frame costs more than it tells.
const EVERY_FRAMES: u32 = 15;
/// Weight of the newest value in a running average.
const FRESH: f64 = 0.05;
/// Checkpoints of one game that are shown.
const CHECKPOINTS: usize = 4096;

/// Running averages and the object they are shown in.
pub(super) struct Stats {
    shown: Object,
    wheel: Object,
    putt: Object,
    hunt: Object,
    hunts: bool,
    ai: Vec<u16>,
    checkpoints: Object,
    kept: usize,
    newest: Option<Frame>,
    frames: u32,
    last_ms: Option<f64>,
    step_ms: f64,
    draw_ms: f64,
    frame_ms: f64,
}

impl Stats {
    pub(super) fn new() -> Self {
        let shown = Object::new();
        if let Some(window) = web_sys::window() {
            set(&window, "__partyline", &shown);
        }
        Self {
            shown,
            wheel: Object::new(),
            putt: Object::new(),
            hunt: Object::new(),
            hunts: false,
            ai: Vec::new(),
            checkpoints: Object::new(),
            kept: 0,
            newest: None,
            frames: 0,
            last_ms: None,
            step_ms: 0.0,
            draw_ms: 0.0,
            frame_ms: 0.0,
        }
    }

    /// A frame took so long to step and to draw.
    pub(super) fn frame(&mut self, now_ms: f64, step_ms: f64, draw_ms: f64) {
        let blend = |average: &mut f64, value: f64| *average += (value - *average) * FRESH;
        if let Some(last) = self.last_ms {
            blend(&mut self.frame_ms, now_ms - last);
        }
        self.last_ms = Some(now_ms);
        blend(&mut self.step_ms, step_ms);
        blend(&mut self.draw_ms, draw_ms);
        self.frames += 1;
    }

    /// Shows it, and every checkpoint as soon as there is one. What a driver reacts to is fresh.
    pub(super) fn show(&mut self, room: Option<&Room>, pad: PadWord, putt: (&Caddie, &Aim)) {
        let progress = room.and_then(Room::progress);
        if let Some((_, Some((frame, hash)))) = progress {
            self.checkpoint(frame, hash);
        }
        let frame = progress.map_or(JsValue::NULL, |(frame, _)| frame.0.into());
        set(&self.shown, "frame", &frame);
        set(&self.shown, "pad", &pad.0.into());
        // A hunt's scene is made of views: two pictures' worth of work, for nothing.
        match room.filter(|_| !self.hunts).map(Room::scene) {
            Some(Scene::Race(Shown { after, me, .. })) => self.race(after, me),
            Some(Scene::Golf(Shown { after, me, .. })) => self.golf(after, me, putt),
            _ => {
                set(&self.shown, "wheel", &JsValue::NULL);
                set(&self.shown, "golf", &JsValue::NULL);
            }
        }
        if !self.frames.is_multiple_of(EVERY_FRAMES) {
            return;
        }
        let fps = if self.frame_ms > 0.0 { 1000.0 / self.frame_ms } else { 0.0 };
        set(&self.shown, "frames", &self.frames.into());
        set(&self.shown, "fps", &fps.into());
        set(&self.shown, "stepMs", &self.step_ms.into());
        set(&self.shown, "drawMs", &self.draw_ms.into());
        set(&self.shown, "checkpoints", &self.checkpoints);
    }

    /// What a golfer looks at: the lie, the aim, and the caddie's advice.
    fn golf(&mut self, golf: &Golf, me: Option<Seat>, (caddie, aim): (&Caddie, &Aim)) {
        let Some(me) = me else {
            return set(&self.shown, "golf", &JsValue::NULL);
        };
        let (lie, shown) = (caddie.lie, aim.shown());
        let advice = caddie.advice.unwrap_or_default();
        for (name, value) in [
            ("seat", u32::from(me.0)),
            ("hole", u32::from(golf.view().hole)),
            ("turn", lie.turn),
            ("want", u32::from(advice.heading().0)),
            ("power", u32::from(advice.power) + 1),
            ("angle", shown.angle.into()),
            ("charged", shown.power.into()),
            ("turned", aim.turned.into()),
        ] {
            set(&self.putt, name, &value.into());
        }
        set(&self.putt, "ready", &lie.ready.into());
        set(&self.putt, "waits", &lie.waits.into());
        set(&self.shown, "golf", &self.putt);
    }

    fn race(&mut self, race: &Race, me: Option<Seat>) {
        let view = race.view();
        let ai = view.cars.iter().filter(|car| car.ai).map(|car| car.seat.0);
        let ai: Vec<u16> = ai.collect();
        if ai != self.ai {
            let seats: Array = ai.iter().map(|seat| JsValue::from(*seat)).collect();
            set(&self.shown, "ai", &seats);
            self.ai = ai;
        }
        let own = me.and_then(|seat| view.cars.get(usize::from(seat.0)));
        let Some((car, wheel)) = own.and_then(|car| Some((car, Wheel::of(car, race.track())?)))
        else {
            return set(&self.shown, "wheel", &JsValue::NULL);
        };
        set(&self.wheel, "seat", &car.seat.0.into());
        set(&self.wheel, "turn", &wheel.turn.into());
        set(&self.wheel, "spare", &wheel.spare_cms.into());
        set(&self.shown, "wheel", &self.wheel);
    }

    /// What the player of a hunt is and does: of the player's own view, and of that only what is
    /// about the player.
    pub(super) fn hunt(&mut self, seen: Option<Seen>) {
        self.hunts = seen.is_some();
        let Some(seen) = seen else {
            return set(&self.shown, "hunt", &JsValue::NULL);
        };
        let own = &seen.own;
        let flag = |name: &str, value: bool| set(&self.hunt, name, &value.into());
        flag("seeks", own.role == Role::Seeker);
        flag("disguised", own.disguise.is_some());
        flag("locked", own.locked);
        flag("reach", own.target.is_some());
        flag("stunned", own.stunned_ms > 0);
        let number = |name: &str, value: i32| set(&self.hunt, name, &value.into());
        number("seat", i32::from(own.seat.0));
        number("round", i32::from(seen.round));
        number("phase", seen.phase as i32);
        number("x", own.pos.x.0);
        number("y", own.pos.y.0);
        set(&self.shown, "hunt", &self.hunt);
    }

    fn checkpoint(&mut self, frame: Frame, hash: StateHash) {
        if self.newest == Some(frame) {
            return;
        }
        if self.newest.is_some_and(|newest| frame < newest) || self.kept == CHECKPOINTS {
            (self.checkpoints, self.kept) = (Object::new(), 0);
        }
        self.newest = Some(frame);
        self.kept += 1;
        set(&self.checkpoints, &frame.0.to_string(), &hash.to_string().into());
    }
}

/// Setting a field of our own plain object cannot fail.
fn set(object: &JsValue, name: &str, value: &JsValue) {
    let _ = Reflect::set(object, &name.into(), value);
}
