//! A race as a client shows it: everybody where the view has them.

use super::RACE_TICKS;
use super::quanta::{Served, Values, at};
use super::race::{CLOCK, ServedRace};
use netplay::sim::View;

impl ServedRace {
    /// Before a view is shown to somebody who plays: the clock of the world that predicts.
    pub fn keep_time_of(&mut self, predicting: &Self) {
        let (tick, over_at) = predicting.clock();
        // What is shown of the own car lies between its last two ticks.
        self.set_clock(tick.saturating_sub(RACE_TICKS.into()), over_at);
    }

    /// Puts every car of the view where the view has it. Counts and flags are those of the moment
    /// that is shown; they come from our own client, so nothing is refused here but skipped.
    ///
    /// Whoever plays sees the lights and the clock of the own car's time, in which their pads
    /// count ([`keep_time_of`](Self::keep_time_of)); whoever only watches, those of the cars that
    /// are shown.
    pub(super) fn put_view(&mut self, view: &View) {
        let clock = view.get(CLOCK).map(|clock| clock.values_256.as_slice());
        let plays = view.entities.iter().any(|entity| entity.local);
        if let (Some(&[tick, over_at]), false) = (clock, plays) {
            let whole = |value: i64| u32::try_from(value >> 8).unwrap_or(0);
            self.set_clock(whole(tick), whole(over_at));
        }
        for slot in 0..self.pads.len() {
            let Some(entity) = view.get(Self::car(slot)) else { continue };
            let mut values: Values = [0; at::COUNT];
            if entity.values_256.len() != values.len() {
                continue;
            }
            for (value, shown) in values.iter_mut().zip(&entity.values_256) {
                *value = (shown >> 8) as i32;
            }
            // Two moments blended are no moment of a race, but they can be drawn.
            if let Some(mut served) = Served::of(&values, self.about(slot)) {
                served.pose(&entity.values_256, &self.race.track);
                self.put(slot, served);
            }
        }
        self.settle_winner();
    }
}
