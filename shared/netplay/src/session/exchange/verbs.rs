//! The verbs that every session has alike, each one line of [`Exchange`](super::Exchange).

/// Gives a session of the name, over a simulation of the trait, the verbs of its field `exchange`.
macro_rules! exchange_verbs {
    ($session:ident, $simulation:ident) => {
        impl<S: $simulation> $session<S> {
            /// Whether a step wants the local pad's word. False for spectators, while paused, once
            /// the pad is the delay ahead, and while the AI drives the seat.
            #[must_use]
            pub fn wants_local_input(&self) -> bool {
                self.exchange.wanted_frame().is_some()
            }

            /// The frame that the next word of the local pad is for, if one is wanted.
            #[must_use]
            pub fn wanted_frame(&self) -> Option<Frame> {
                self.exchange.wanted_frame()
            }

            /// The next thing to tell.
            pub fn poll_event(&mut self) -> Option<SessionEvent> {
                self.exchange.events.pop_front()
            }

            /// The next confirmed frame, if the configuration asks for them. Poll after every step.
            pub fn poll_confirmed(&mut self) -> Option<Confirmed<S::Input>> {
                self.exchange.confirmed.pop_front()
            }

            /// Stops the local pad and asks everybody to stop. All simulate what the inputs already
            /// sent allow, which is the same frame for everybody.
            pub fn pause(&mut self) {
                self.exchange.pause();
            }

            /// Lets everybody go on. Said even when nothing seems paused here: a pause and a resume
            /// that cross each other may leave the others paused.
            pub fn resume(&mut self) {
                self.exchange.resume();
            }

            /// Who paused the session.
            #[must_use]
            pub fn paused_by(&self) -> Option<PlayerId> {
                self.exchange.paused_by
            }

            /// The next frame to simulate.
            #[must_use]
            pub fn frame(&self) -> Frame {
                self.exchange.present
            }

            /// What the session was told at its start.
            #[must_use]
            pub fn config(&self) -> &LockstepConfig {
                &self.exchange.config
            }

            /// How many words every packet carries from now on, the newest and those before it: 1
            /// on a stream, where nothing is lost.
            pub fn set_redundancy(&mut self, words: usize) {
                let most = $crate::wire::Words::cap(<S::Input as $crate::sim::Input>::SIZE);
                self.exchange.config.redundancy_words = words.clamp(1, most);
            }

            /// Our newest checkpoint.
            #[must_use]
            pub fn last_checkpoint(&self) -> Option<(Frame, StateHash)> {
                self.exchange.ledger.newest()
            }

            /// What is remembered of the last frames that will not change any more, if the
            /// configuration asks for it.
            #[must_use]
            pub fn evidence(&self) -> &Evidence {
                &self.exchange.evidence
            }

            /// The frame after the seat's newest known word.
            #[must_use]
            pub fn end(&self, seat: Seat) -> Frame {
                self.exchange.log.end(seat)
            }

            /// Whether somebody's words hold the session back, now or once every announced change has
            /// taken place. Where the AI drives every seat, each machine would run on by itself, to
            /// frames that nobody could ever join: better to let time stand still.
            #[must_use]
            pub fn is_paced(&self) -> bool {
                self.exchange.is_paced()
            }

            /// How many frames this peer is behind those who wait for it no more: what a spectator,
            /// a sleeper or a peer that comes back should simulate at once. 0 in ordinary play.
            #[must_use]
            pub fn behind_frames(&self) -> u32 {
                self.exchange.behind_frames()
            }

            /// Stops and keeps what arrives until a donor's state is [adopted](Self::adopt): the
            /// start of a peer that comes late or comes back.
            pub fn await_state(&mut self) {
                self.exchange.await_state();
            }

            /// Whether words are missing between the adopted state and those that were heard since:
            /// the state is an older one than was asked for, and leads nowhere.
            #[must_use]
            pub fn has_gap(&self) -> bool {
                self.exchange.has_gap()
            }

            /// Nobody else holds the state: the session goes on from the one that was kept here, all
            /// of it that is final, and the AI drives every seat until the relay gives it to
            /// somebody. Returns the next frame.
            pub fn keep_on(&mut self) -> Frame {
                let from = self.exchange.keep_on();
                for seat in (0..self.exchange.config.seats).map(Seat) {
                    let change =
                        crate::wire::SeatController { seat, controller: Controller::Ai, from };
                    let _ = self.handle(&change.into()); // there is no such thing as too many of it
                }
                from
            }

            /// Whether a donor's state is awaited.
            #[must_use]
            pub fn awaits_state(&self) -> bool {
                self.exchange.awaits_state()
            }
        }
    };
}

pub(in crate::session) use exchange_verbs;
