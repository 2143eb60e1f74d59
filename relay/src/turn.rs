//! The part of the loop that lets time pass and writes: one task, woken by what is owed and by
//! the clock.
//!
//! Tasks run in the order in which they were woken. The first packet of a turn wakes this task
//! behind all sockets that were readable with it, so that even without a flush window everything
//! they brought is written together.

use crate::server::House;
use crate::shard::Wake;
use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Instant, Sleep};

/// The runtime's timer rounds up to whole milliseconds. Asked for this much less, it rings
/// within the flush window instead of after it.
const TIMER_STEP: Duration = Duration::from_micros(999);

/// Runs as long as the relay.
pub(crate) struct Turn {
    house: Rc<House>,
    timer: Pin<Box<Sleep>>,
    armed: Option<Wake>,
}

impl Turn {
    pub(crate) fn new(house: Rc<House>) -> Self {
        Self { house, timer: Box::pin(tokio::time::sleep(Duration::ZERO)), armed: None }
    }
}

impl Future for Turn {
    type Output = Infallible;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Infallible> {
        let this = &mut *self;
        let mut window_over = false;
        loop {
            let mut shard = this.house.shard.borrow_mut();
            let Some(next) = shard.turn(window_over, cx) else {
                this.armed = None;
                return Poll::Pending;
            };
            if this.armed != Some(next) {
                let date = match next {
                    Wake::Core(due) => shard.to_system(due),
                    Wake::Flush(due) => shard.to_system(due) - TIMER_STEP,
                };
                this.timer.as_mut().reset(Instant::from_std(date));
                this.armed = Some(next);
            }
            drop(shard);
            if this.timer.as_mut().poll(cx).is_pending() {
                return Poll::Pending;
            }
            window_over = matches!(next, Wake::Flush(_));
            this.armed = None;
        }
    }
}
