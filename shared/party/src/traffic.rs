//! Bytes a second, each way.

use netplay::time::Instant;

/// Counts for a second, then tells that second's sum during the next one.
#[derive(Debug, Default)]
pub(crate) struct Traffic {
    since: Instant,
    counting: [u32; 2],
    last: [u32; 2],
}

impl Traffic {
    /// Time has moved to `now`.
    pub(crate) fn run(&mut self, now: Instant) {
        let millis = now.since(self.since).as_millis();
        if millis >= 1_000 {
            // A page that was asleep counts what came in all that time.
            let a_second = |bytes: u32| (u128::from(bytes) * 1_000 / millis) as u32;
            self.last = self.counting.map(a_second);
            (self.counting, self.since) = ([0; 2], now);
        }
    }

    pub(crate) fn up(&mut self, bytes: usize) {
        self.counting[0] = self.counting[0].saturating_add(bytes as u32);
    }

    pub(crate) fn down(&mut self, bytes: usize) {
        self.counting[1] = self.counting[1].saturating_add(bytes as u32);
    }

    /// Up and down, over the last whole second.
    pub(crate) fn a_second(&self) -> [u32; 2] {
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_tells_the_last_whole_second() {
        let mut traffic = Traffic::default();
        for at in (0..=2_500).step_by(10) {
            traffic.run(Instant::from_millis(at));
            traffic.up(12);
            traffic.down(40);
        }
        assert_eq!(traffic.a_second(), [1_200, 4_000]);
        traffic.run(Instant::from_millis(12_500));
        assert_eq!(traffic.a_second(), [58, 194], "a sleep is no burst");
    }
}
