//! Whether a member is here: hidden, silent and lost, each with its deadline.

use super::RoomConfig;
use crate::time::Instant;
use crate::wire::Presence;
use core::time::Duration;

/// Why a member cannot drive a seat now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// The connection is lost, or a new one has not loaded the session yet.
    Lost,
    /// The tab has been hidden for too long.
    Hidden,
    /// Nothing has been heard for too long.
    Silent,
    /// The others have waited for the words all the time.
    Slow,
}

/// One member's attendance.
#[derive(Clone, Debug)]
pub(super) struct Attendance {
    shown: Presence,
    hidden_since: Option<Instant>,
    heard: Instant,
    missing: Option<Missing>,
}

impl Attendance {
    pub(super) fn new(now: Instant) -> Self {
        Self { shown: Presence::Active, hidden_since: None, heard: now, missing: None }
    }

    pub(super) fn shown(&self) -> Presence {
        self.shown
    }

    pub(super) fn missing(&self) -> Option<Missing> {
        self.missing
    }

    pub(super) fn is_hidden(&self) -> bool {
        self.hidden_since.is_some()
    }

    pub(super) fn heard_at(&self) -> Instant {
        self.heard
    }

    /// Something was heard from the member's connection.
    pub(super) fn hear(&mut self, now: Instant) {
        self.heard = now;
        if self.missing == Some(Missing::Silent) {
            self.missing = None;
        }
    }

    /// The member says what they are doing. `true` when that is news.
    pub(super) fn show(&mut self, presence: Presence, now: Instant) -> bool {
        let news = self.shown != presence;
        self.shown = presence;
        if presence == Presence::Hidden {
            self.hidden_since.get_or_insert(now);
        } else {
            self.hidden_since = None;
            if self.missing == Some(Missing::Hidden) {
                self.missing = None;
            }
        }
        news
    }

    /// The connection is gone.
    pub(super) fn lose(&mut self) {
        self.shown = Presence::Active;
        self.hidden_since = None;
        self.missing = Some(Missing::Lost);
    }

    /// A new connection carries the member, who has yet to load what is running.
    pub(super) fn reconnect(&mut self, now: Instant) {
        *self = Self { missing: Some(Missing::Lost), ..Self::new(now) };
    }

    /// The member holds all that is running. A page that loaded behind another tab is still
    /// hidden: it gets no seat back to lose it two seconds later.
    pub(super) fn settle(&mut self) {
        if self.missing == Some(Missing::Lost) {
            self.missing = self.hidden_since.map(|_| Missing::Hidden);
        }
    }

    /// The member has to take another state before anything else.
    pub(super) fn displace(&mut self) {
        self.missing = Some(Missing::Lost);
    }

    /// Everybody waits for the member all the time.
    pub(super) fn fall_behind(&mut self) {
        self.missing.get_or_insert(Missing::Slow);
    }

    /// The member can be waited for again.
    pub(super) fn catch_up(&mut self) {
        if self.missing == Some(Missing::Slow) {
            self.missing = self.hidden_since.map(|_| Missing::Hidden);
        }
    }

    /// Applies the deadlines that have passed.
    pub(super) fn handle_timeout(&mut self, config: &RoomConfig, now: Instant) {
        if self.missing.is_none() {
            self.missing = match (self.hidden_deadline(config), self.silent_deadline(config)) {
                (Some(hidden), _) if hidden <= now => Some(Missing::Hidden),
                (_, silent) if silent <= now => Some(Missing::Silent),
                _ => None,
            };
        }
    }

    /// When the member goes missing if nothing more is heard.
    pub(super) fn next_timeout(&self, config: &RoomConfig) -> Option<Instant> {
        if self.missing.is_some() {
            return None;
        }
        let silent = self.silent_deadline(config);
        Some(self.hidden_deadline(config).map_or(silent, |hidden| hidden.min(silent)))
    }

    /// When the connection is given up if nothing more is heard.
    pub(super) fn close_deadline(&self, config: &RoomConfig) -> Instant {
        self.heard + Duration::from_millis(config.silent_close_ms)
    }

    fn hidden_deadline(&self, config: &RoomConfig) -> Option<Instant> {
        self.hidden_since.map(|since| since + Duration::from_millis(config.hidden_seat_ms))
    }

    fn silent_deadline(&self, config: &RoomConfig) -> Instant {
        self.heard + Duration::from_millis(config.silent_seat_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Instant {
        Instant::from_millis(millis)
    }

    #[test]
    fn each_deadline_passes_exactly_on_time() {
        let config = RoomConfig::default();
        let mut guest = Attendance::new(at(0));
        assert_eq!(guest.next_timeout(&config), Some(at(5_000)));
        guest.show(Presence::Hidden, at(100));
        assert_eq!(guest.next_timeout(&config), Some(at(2_100)));
        guest.handle_timeout(&config, at(2_099));
        assert_eq!(guest.missing(), None);
        guest.handle_timeout(&config, at(2_100));
        assert_eq!(guest.missing(), Some(Missing::Hidden));
        assert_eq!(guest.next_timeout(&config), None);
    }

    #[test]
    fn only_the_cure_of_the_cause_brings_a_member_back() {
        let config = RoomConfig::default();
        let mut guest = Attendance::new(at(0));
        guest.show(Presence::Hidden, at(0));
        guest.handle_timeout(&config, at(2_000));
        guest.hear(at(3_000));
        assert_eq!(guest.missing(), Some(Missing::Hidden));
        guest.show(Presence::Typing, at(3_100));
        assert_eq!(guest.missing(), None);
        guest.handle_timeout(&config, at(8_000));
        assert_eq!(guest.missing(), Some(Missing::Silent));
        guest.hear(at(8_001));
        assert_eq!(guest.missing(), None);
        guest.lose();
        guest.hear(at(9_000));
        assert_eq!(guest.missing(), Some(Missing::Lost));
        guest.settle();
        assert_eq!(guest.missing(), None);
    }

    #[test]
    fn a_page_that_comes_back_hidden_is_missing_until_it_is_seen() {
        let mut guest = Attendance::new(at(0));
        guest.lose();
        guest.reconnect(at(10));
        guest.show(Presence::Hidden, at(20));
        guest.settle();
        assert_eq!(guest.missing(), Some(Missing::Hidden));
        guest.show(Presence::Active, at(30));
        assert_eq!(guest.missing(), None);
    }
}
