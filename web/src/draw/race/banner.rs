//! What an event of the race is worth saying to the driver.

use super::picture::Picture;
use crate::draw::kit::Banner;
use crate::words;
use games::racing::{BoostSource, RaceEvent};

pub(super) fn hear(banner: &mut Banner, picture: &Picture<'_>, event: &RaceEvent) {
    let own = picture.own().view.seat;
    let mine = |seat| seat == own && picture.driving;
    match *event {
        RaceEvent::PerfectStart(seat) if mine(seat) => banner.say("Perfect start!", ""),
        RaceEvent::WheelSpin(seat) if mine(seat) => {
            banner.say("Too early!", "Press just before the lights go out");
        }
        RaceEvent::Boost { seat, from: BoostSource::BigDrift } if mine(seat) => {
            banner.say("Super drift!", "");
        }
        RaceEvent::Lap { seat, done, took, best } if mine(seat) && done < picture.race.laps => {
            let title = if done + 1 == picture.race.laps {
                "Final lap!".into()
            } else {
                format!("Lap {}", done + 1)
            };
            let best = if best && done > 1 { "  best lap" } else { "" };
            banner.say(title, format!("{}{best}", words::time(took.millis())));
        }
        RaceEvent::LapTooShort(seat) if mine(seat) => {
            banner.say("That lap was cut short", "It goes on until all of it is driven");
        }
        RaceEvent::Finish { seat, place } if mine(seat) => {
            let title = if place == 1 {
                "You win!".into()
            } else {
                format!("You came {}", words::ordinal(place.into()))
            };
            banner.say(title, picture.own().view.finish_ms.map(words::time).unwrap_or_default());
        }
        RaceEvent::PhotoFinish(seat) if mine(seat) => {
            banner.say("Photo finish!", "Less than 0.05 s");
        }
        _ => {}
    }
}
