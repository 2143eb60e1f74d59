//! What is heard of a race that a server decides: the own car's doings when they are predicted,
//! everything else when the server tells it, and nothing twice.

use crate::heard::{Sure, sure};
use crate::scene::Cue;
use games::Event;
use netplay::ids::Seat;
use netplay::time::Instant;
use std::time::Duration;

/// The same thing on the same car within so long is the same event: predicted and told, or told
/// by two servers in turn.
const SAME: Duration = Duration::from_millis(1_500);

/// What was heard lately.
#[derive(Debug, Default)]
pub(super) struct Told {
    me: Option<Seat>,
    lately: Vec<(Event, Heard, Instant)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heard {
    Predicted,
    FromServer,
}

impl Told {
    /// The player drives here, or watches.
    pub(super) fn sit(&mut self, me: Option<Seat>) {
        self.me = me;
    }

    /// The own world has come to it.
    pub(super) fn predicted(&mut self, event: Event, now: Instant, cues: &mut Vec<Cue>) {
        if self.me.is_some() && sure(&event, self.me) == Sure::AtOnce {
            self.hear(event, Heard::Predicted, now, cues);
        }
    }

    /// The server says that it happened.
    pub(super) fn told(&mut self, event: Event, now: Instant, cues: &mut Vec<Cue>) {
        self.hear(event, Heard::FromServer, now, cues);
    }

    /// Each side may tell the same again, as when a car hits the wall twice; but what one has told
    /// is not told by the other.
    fn hear(&mut self, event: Event, from: Heard, now: Instant, cues: &mut Vec<Cue>) {
        self.lately.retain(|(.., at)| now.since(*at) < SAME);
        let is_news = sure(&event, self.me) == Sure::Certain;
        let known = self
            .lately
            .iter()
            .position(|(old, heard, _)| old.is_same(&event) && (*heard != from || is_news));
        match known {
            Some(at) if !is_news => drop(self.lately.remove(at)),
            Some(_) => {}
            None => {
                self.lately.push((event, from, now));
                cues.push(Cue::Game(event));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::fix::Vec2;
    use games::racing::RaceEvent;

    fn heard(events: &[(Event, Heard, u64)]) -> usize {
        let (mut told, mut cues) = (Told::default(), Vec::new());
        told.sit(Some(Seat(1)));
        for (event, from, ms) in events {
            let now = Instant::from_millis(*ms);
            match from {
                Heard::Predicted => told.predicted(*event, now, &mut cues),
                Heard::FromServer => told.told(*event, now, &mut cues),
            }
        }
        cues.len()
    }

    fn wall(seat: u16) -> Event {
        Event::Race(RaceEvent::Wall { seat: Seat(seat), at: Vec2::ZERO, force: 9 })
    }

    #[test]
    fn the_own_wall_is_heard_at_once_and_once_and_also_if_only_the_server_saw_it() {
        use Heard::{FromServer, Predicted};
        assert_eq!(heard(&[(wall(1), Predicted, 0), (wall(1), FromServer, 150)]), 1);
        assert_eq!(heard(&[(wall(1), FromServer, 150)]), 1);
        assert_eq!(heard(&[(wall(0), Predicted, 0), (wall(0), FromServer, 150)]), 1);
        let twice = [0, 400].map(|ms| (wall(1), Predicted, ms));
        let told = [150, 550].map(|ms| (wall(1), FromServer, ms));
        assert_eq!(heard(&[twice, told].concat()), 2);
    }

    #[test]
    fn news_comes_from_the_server_and_two_servers_tell_it_once() {
        use Heard::{FromServer, Predicted};
        let finish = Event::Race(RaceEvent::Finish { seat: Seat(1), place: 1 });
        assert_eq!(heard(&[(finish, Predicted, 0)]), 0);
        assert_eq!(heard(&[(finish, FromServer, 0), (finish, FromServer, 900)]), 1);
    }
}
