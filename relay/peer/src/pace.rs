//! A driver's own clock: which steps are due, and what the pad says in them.

use crate::engine::Engine;
use crate::script::Script;
use netplay::ids::Seat;
use netplay::session::Step;
use netplay::session::clock::StepClock;
use netplay::time::Instant;

#[derive(Debug)]
pub(crate) struct Pace {
    clock: StepClock,
    script: Script,
    due_steps: u32,
}

impl Pace {
    pub(crate) fn new(tick_hz: u8, script: Script) -> Self {
        Self { clock: StepClock::new(tick_hz.into()), script, due_steps: 0 }
    }

    /// Time has moved to `now`. `rtt_ms` is the round trip to the relay.
    pub(crate) fn run(&mut self, engine: &mut Engine, rtt_ms: u16, now: Instant) {
        let Engine::Sealed(session) = engine else { return };
        session.set_trip_ms(rtt_ms);
        self.clock.pace(session.pace_256());
        self.due_steps = self.clock.due(now, session.behind_frames());
    }

    /// Takes one step, if one is due and can be taken; says whether it was.
    pub(crate) fn step(&mut self, engine: &mut Engine) -> bool {
        let Engine::Sealed(session) = engine else { return false };
        if self.due_steps == 0 {
            return false;
        }
        let seat = session.seat().unwrap_or(Seat(0));
        while let Some(frame) = session.wanted_frame() {
            session.push_local(self.script.pad(seat, frame));
        }
        match session.advance() {
            Step::Advanced(_) => self.due_steps -= 1,
            Step::Replayed(_) => {}
            Step::Stalled { .. } | Step::Paused | Step::Joining | Step::Halted => {
                self.clock.held();
                self.due_steps = 0;
                return false;
            }
        }
        true
    }
}
