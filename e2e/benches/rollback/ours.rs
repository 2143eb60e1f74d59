//! Our rollback session over the same wires.

use crate::Table;
use crate::toy::{Toy, pad};
use crate::wires::Wires;
use netplay::ids::{PadWord, PlayerId, Seat};
use netplay::session::{
    LockstepConfig, RollbackConfig, RollbackSession, Saving, SessionEvent, Step,
};
use netplay::wire::{Controller, Message};
use std::cell::RefCell;
use std::rc::Rc;

/// Players of one game.
pub(crate) struct Ours {
    peers: Vec<RollbackSession<Toy>>,
    wires: Rc<RefCell<Wires<Rc<Message>>>>,
    ticks: u64,
}

impl Ours {
    pub(crate) fn new(players: usize, delay_rounds: u64, state_bytes: usize, sparse: bool) -> Self {
        let player = |seat: usize| PlayerId(seat as u32 + 1);
        let humans: Vec<_> =
            (0..players).map(|seat| Controller::Human { player: player(seat) }).collect();
        let session = |me: usize| {
            let seat = Some(Seat(me as u16));
            let mut session = LockstepConfig::new(player(me), seat, humans.clone());
            session.input_delay_frames = 0;
            let mut config = RollbackConfig::new(session);
            config.saving = if sparse { Saving::Sparse } else { Saving::EveryFrame };
            RollbackSession::new(Toy::new(state_bytes), config).expect("a good configuration")
        };
        let peers = (0..players).map(session).collect();
        Self { peers, wires: Wires::new(players, delay_rounds), ticks: 0 }
    }
}

impl Table for Ours {
    fn round(&mut self) {
        let players = self.peers.len();
        for (me, session) in self.peers.iter_mut().enumerate() {
            while let Some((_, message)) = { self.wires.borrow_mut().receive(me) } {
                session.handle(&message).expect("no peer is at fault");
            }
            while let Some(frame) = session.wanted_frame() {
                session.push_local(PadWord(pad(me, frame.0)));
            }
            loop {
                match session.advance() {
                    Step::Replayed(_) => self.ticks += 1,
                    Step::Advanced(_) => {
                        self.ticks += 1;
                        break;
                    }
                    _ => break,
                }
            }
            while let Some(message) = session.poll_message() {
                let message = Rc::new(message);
                for to in (0..players).filter(|to| *to != me) {
                    self.wires.borrow_mut().send(me, to, Rc::clone(&message));
                }
            }
            while let Some(event) = session.poll_event() {
                assert!(!matches!(event, SessionEvent::Desync { .. }), "{event:?}");
            }
        }
        self.wires.borrow_mut().next_round();
    }

    fn ticks(&self) -> u64 {
        self.ticks
    }

    fn frame(&self) -> u32 {
        self.peers.iter().map(|peer| peer.frame().0).min().unwrap_or_default()
    }
}
