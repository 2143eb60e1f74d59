//! What is seen and heard of a scene: the painter, the sound, the race in words.

use super::commentary::Commentary;
use crate::draw::{Between, Painter, Picture, Taste};
use crate::shell::bests;
use crate::sound::{Motor, Sound};
use crate::store::Msg;
use games::Event;
use games::racing::RaceEvent;
use party::{Cue, Room, Scene, SeatView, Shown};

/// Eyes and ears.
#[derive(Default)]
pub(super) struct Show {
    pub(super) painter: Option<Painter>,
    pub(super) sound: Sound,
    pub(super) calm: bool,
    commentary: Commentary,
    best: Option<(String, Option<u32>)>,
}

impl Show {
    /// Another game begins.
    pub(super) fn start_over(&mut self) {
        self.commentary = Commentary::default();
    }

    /// Shows what the room has come to; draws it when a picture is due at `frame_ms`. Returns
    /// what the page should be told.
    pub(super) fn present(
        &mut self,
        room: &mut Room,
        cast: &[SeatView],
        frame_ms: Option<f64>,
        touching: bool,
    ) -> Vec<Msg> {
        let cues: Vec<Cue> = room.cues().collect();
        let Scene::Race(shown) = room.scene() else {
            cues.iter().for_each(|cue| self.sound.cue(cue, None));
            self.sound.rest();
            if let (Some(painter), Some(_)) = (&mut self.painter, frame_ms) {
                painter.clear();
            }
            return Vec::new();
        };
        let Shown { before, after, alpha_256, me, shifts, others } = shown;
        let alpha = f64::from(alpha_256) / 256.0;
        let steps = Between { before, after, alpha, shifts, others };
        let picture = Picture::between(steps, me, cast);
        if picture.cars.is_empty() {
            return Vec::new();
        }
        let taste = Taste { calm: self.calm, touching, best_ms: self.best(&picture.track.name) };
        let mut news = Vec::new();
        for cue in &cues {
            self.sound.cue(cue, me);
            if let Cue::Game(Event::Race(event)) = cue {
                self.event(&picture, event, taste, cast, &mut news);
            }
        }
        if let Some(me) = me {
            news.extend(self.commentary.place(&picture.race, me).map(Msg::Log));
        }
        let own = picture.own();
        self.sound.motor(Motor {
            running: picture.driving && own.view.finish_ms.is_none(),
            speed: own.speed,
            boost: own.view.boost,
            skids: own.view.skid_rear || own.view.drift != 0,
            off_road: own.view.off_road,
        });
        if let (Some(painter), Some(frame_ms)) = (&mut self.painter, frame_ms) {
            painter.draw(&picture, frame_ms, taste);
        }
        news
    }

    fn event(
        &mut self,
        picture: &Picture<'_>,
        event: &RaceEvent,
        taste: Taste,
        cast: &[SeatView],
        news: &mut Vec<Msg>,
    ) {
        if let Some(painter) = &mut self.painter {
            painter.hear(picture, event, taste);
        }
        let me = picture.driving.then(|| picture.own().view.seat);
        news.extend(Commentary::line(event, me, cast, picture.race.laps).map(Msg::Log));
        if let RaceEvent::Lap { seat, took, .. } = *event
            && me == Some(seat)
            && !picture.own().view.ai
            // A recorded lap is nobody's best of today.
            && cast.get(seat.index()).is_some_and(|driver| driver.is_me)
        {
            bests::keep(&picture.track.name, took.millis());
            self.best = None;
        }
    }

    /// The best lap of this browser on a track; read once and kept.
    fn best(&mut self, track: &str) -> Option<u32> {
        match &self.best {
            Some((name, best)) if name == track => *best,
            _ => {
                let best = bests::of(track);
                self.best = Some((track.into(), best));
                best
            }
        }
    }
}
