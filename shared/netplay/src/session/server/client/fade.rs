//! Corrections of the own entity that fade instead of jumping.

use crate::session::server::fields;
use crate::sim::FieldDef;
use crate::time::Instant;
use alloc::vec::Vec;

/// What is still added to the own entity when it is shown, in 256ths of a quantum.
#[derive(Clone, Debug, Default)]
pub(super) struct Fade {
    from: Vec<i64>,
    since: Instant,
}

impl Fade {
    /// The entity was shown there and is really here: what was added until now goes on fading
    /// with it.
    pub(super) fn corrected<'a>(
        &mut self,
        defs: impl Iterator<Item = &'a FieldDef>,
        shown: &[i64],
        real: &[i64],
        smooth_ms: u16,
        now: Instant,
    ) {
        let mut by = Vec::new();
        fields::shift(defs, shown, real, &mut by);
        if by.iter().all(|by| *by == 0) {
            return;
        }
        let left = self.left_256(smooth_ms, now);
        for (by, old) in by.iter_mut().zip(&self.from) {
            *by += old * left / 256;
        }
        *self = Self { from: by, since: now };
    }

    /// Adds what is left to the values.
    pub(super) fn apply<'a>(
        &self,
        defs: impl Iterator<Item = &'a FieldDef>,
        values: &mut [i64],
        smooth_ms: u16,
        now: Instant,
    ) {
        let left = self.left_256(smooth_ms, now);
        if left > 0 && !self.from.is_empty() {
            fields::add(defs, &self.from, left, values);
        }
    }

    /// Forgets what has not faded: something else is shown.
    pub(super) fn clear(&mut self) {
        self.from.clear();
    }

    fn left_256(&self, smooth_ms: u16, now: Instant) -> i64 {
        let whole_us = i64::from(smooth_ms) * 1_000;
        let gone_us = now.since(self.since).as_micros().min(whole_us as u128) as i64;
        ((whole_us - gone_us) * 256).checked_div(whole_us).unwrap_or(0)
    }
}
