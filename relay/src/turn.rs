//! The part of the loop that lets time pass and writes: one task, woken by what is owed and by
//! the clock.
//!
//! Tasks run in the order in which they were woken. The first packet of a turn wakes this task
//! behind all sockets that were readable with it, so that even without a flush window everything
//! they brought is written together.

use crate::server::House;
use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Instant, Sleep};

/// Runs as long as the relay.
pub(crate) struct Turn {
    house: Rc<House>,
    timer: Pin<Box<Sleep>>,
    armed: Option<netplay::time::Instant>,
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
        loop {
            let mut shard = this.house.shard.borrow_mut();
            let Some(next) = shard.turn(cx) else {
                this.armed = None;
                return Poll::Pending;
            };
            // The runtime's timer rounds up to whole milliseconds: windows that end within the
            // same one are written by the same ring.
            if this.armed != Some(next) {
                this.timer.as_mut().reset(Instant::from_std(shard.to_system(next)));
                this.armed = Some(next);
            }
            drop(shard);
            if this.timer.as_mut().poll(cx).is_pending() {
                return Poll::Pending;
            }
            this.armed = None;
        }
    }
}
