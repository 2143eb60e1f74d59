//! What is seen and heard of a scene: the painter, the sound, the game in words.

mod chase;
mod commentary;
mod golf;
mod hunt;
mod race;

pub(super) use hunt::Seen;

use super::watch::Watch;
use crate::draw::{Painter, Picture, Taste};
use crate::input::Bindings;
use crate::input::golf::Shown as Aim;
use crate::sound::{self, Sound};
use crate::store::Msg;
use games::Event;
use party::{Cue, Room, Scene, SeatView};

/// After a pause the view flies on from here.
const STEP_MOST: f64 = 0.05;

/// Eyes and ears.
#[derive(Default)]
pub(super) struct Show {
    pub(super) painter: Option<Painter>,
    pub(super) sound: Sound,
    pub(super) calm: bool,
    pub(super) ghost: bool,
    /// Without instruments.
    pub(super) bare: bool,
    pub(super) watch: Watch,
    /// Seconds between the last two pictures.
    pub(super) dt: f64,
    last_ms: f64,
    race: race::RaceShow,
    golf: golf::GolfShow,
    hunt: hunt::HuntShow,
}

/// How a picture is shown.
#[derive(Clone, Copy)]
pub(super) struct Due<'a> {
    /// Who sits where.
    pub(super) cast: &'a [SeatView],
    /// When it is shown; none while nobody sees it.
    pub(super) frame_ms: Option<f64>,
    /// Thumbs lie on the lower corners.
    pub(super) touching: bool,
    /// What is aimed at.
    pub(super) aim: Aim,
    /// It is a recorded game, which has a bar of its own to follow somebody by.
    pub(super) replay: bool,
}

impl Show {
    /// One that shows a single picture and makes no sound.
    pub(super) fn still(painter: Painter) -> Self {
        Self { painter: Some(painter), calm: true, bare: true, ..Self::default() }
    }

    /// Other keys from now on.
    pub(super) fn set_keys(&mut self, keys: &Bindings) {
        self.hunt.set_keys(keys);
    }

    /// What a hunt's view says of the player, if that is what is shown.
    pub(super) fn hunted(&self) -> Option<Seen> {
        self.hunt.seen()
    }

    /// Another game begins.
    pub(super) fn start_over(&mut self) {
        self.race.start_over();
        self.watch.start_over();
        self.golf.start_over();
        self.hunt.start_over();
        if let Some(painter) = &mut self.painter {
            painter.start_over();
        }
    }

    /// Shows what the room has come to. Returns what the page should be told.
    pub(super) fn present(&mut self, room: &mut Room, due: Due<'_>) -> Vec<Msg> {
        let cues: Vec<Cue> = room.cues().collect();
        let mut news = Vec::new();
        let taste = Taste { calm: self.calm, touching: due.touching, bare: self.bare };
        let scene = room.scene();
        let me = scene.me();
        let picture = match scene {
            Scene::Race(shown) => {
                self.race.picture(shown, due.cast, self.watch.gaze(), self.ghost).map(Picture::Race)
            }
            Scene::Golf(shown) => {
                let seen = (due.aim, self.watch.gaze());
                self.golf.picture(shown, due.cast, seen, &mut news).map(Picture::Golf)
            }
            Scene::Hunt(shown) => {
                Some(Picture::Hunt(self.hunt.picture(shown, due.cast, self.watch.gaze())))
            }
            Scene::None => None,
        };
        cues.iter().for_each(|cue| self.sound.cue(cue));
        let Some(picture) = picture else {
            self.sound.rest();
            self.watch.see(None, None);
            news.extend(self.watch.news(due.cast, None).map(Msg::Watch));
            if let (Some(painter), Some(_)) = (&mut self.painter, due.frame_ms) {
                painter.clear();
            }
            return news;
        };
        for cue in &cues {
            let Cue::Game(event) = cue else { continue };
            // What is one player's own is nobody else's to see or hear.
            if matches!(event, Event::Hunt(event) if !event.is_for(me)) {
                continue;
            }
            if let Some(painter) = &mut self.painter {
                painter.hear(&picture, event, taste);
            }
            match (&picture, event) {
                (Picture::Race(race), Event::Race(event)) => {
                    sound::race::hear(&mut self.sound, event, me);
                    self.race.hear(race, event, due.cast, &mut news);
                }
                (Picture::Golf(golf), Event::Golf(event)) => {
                    sound::golf::hear(&mut self.sound, event, me);
                    self.golf.hear(golf, event, &mut news);
                }
                (Picture::Hunt(picture), Event::Hunt(event)) => {
                    self.hunt.hear(picture, event, &mut self.sound, &mut news);
                }
                // A scene has events of its own game only.
                _ => {}
            }
        }
        let (sight, followed) = match &picture {
            Picture::Race(race) => {
                self.race.tell(race, &mut self.sound, &mut news);
                (self.race.sight(race, me), Some(race.own().view.seat))
            }
            Picture::Hunt(picture) => {
                self.hunt.tell(picture, &mut self.sound, &mut news);
                if let Some(painter) = &mut self.painter {
                    painter.mark_role(self.hunt.seen().map(|seen| seen.own.role));
                }
                (self.hunt.sight(picture), None)
            }
            Picture::Golf(golf) => {
                self.golf.tell(golf, &mut self.sound);
                (self.golf.sight(golf, me), Some(golf.own().view.seat))
            }
        };
        let seen = self.painter.as_ref().and_then(Painter::view);
        self.watch.see(sight.filter(|_| !due.replay), seen);
        news.extend(self.watch.news(due.cast, followed).map(Msg::Watch));
        if let (Some(painter), Some(frame_ms)) = (&mut self.painter, due.frame_ms) {
            self.dt = ((frame_ms - self.last_ms) / 1000.0).clamp(0.0, STEP_MOST);
            self.last_ms = frame_ms;
            painter.draw(&picture, frame_ms, taste);
        }
        news
    }
}
