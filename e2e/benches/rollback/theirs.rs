//! `ggrs`, used as its own examples use it.

use crate::Table;
use crate::toy::{Toy, pad};
use crate::wires::Wires;
use ggrs::{
    Config, DesyncDetection, GgrsError, GgrsRequest, Message, NonBlockingSocket, P2PSession,
    PlayerType, PredictRepeatLast, SessionBuilder, SessionState,
};
use std::cell::RefCell;
use std::rc::Rc;

struct Rules;

impl Config for Rules {
    type Input = u16;
    type InputPredictor = PredictRepeatLast;
    type State = Toy;
    type Address = usize;
}

struct Socket {
    me: usize,
    wires: Rc<RefCell<Wires<Message>>>,
}

impl NonBlockingSocket<usize> for Socket {
    fn send_to(&mut self, message: &Message, to: &usize) {
        self.wires.borrow_mut().send(self.me, *to, message.clone());
    }

    fn receive_all_messages(&mut self) -> Vec<(usize, Message)> {
        let mut wires = self.wires.borrow_mut();
        std::iter::from_fn(|| wires.receive(self.me)).collect()
    }
}

/// Players of one game.
pub(crate) struct Theirs {
    peers: Vec<(P2PSession<Rules>, Toy)>,
    wires: Rc<RefCell<Wires<Message>>>,
    ticks: u64,
    hash_every_frames: i32,
}

impl Theirs {
    pub(crate) fn new(players: usize, delay_rounds: u64, state_bytes: usize, sparse: bool) -> Self {
        let wires = Wires::new(players, delay_rounds);
        let session = |me| {
            let mut builder = SessionBuilder::<Rules>::new()
                .with_num_players(players)
                .expect("players")
                .with_sparse_saving_mode(sparse)
                .with_desync_detection_mode(DesyncDetection::On { interval: 30 });
            for player in 0..players {
                let kind =
                    if player == me { PlayerType::Local } else { PlayerType::Remote(player) };
                builder = builder.add_player(kind, player).expect("a free handle");
            }
            let socket = Socket { me, wires: Rc::clone(&wires) };
            builder.start_p2p_session(socket).expect("a good configuration")
        };
        let peers = (0..players).map(|me| (session(me), Toy::new(state_bytes))).collect();
        let mut table = Self { peers, wires, ticks: 0, hash_every_frames: 30 };
        while table.peers.iter().any(|(peer, _)| peer.current_state() != SessionState::Running) {
            table.peers.iter_mut().for_each(|(peer, _)| peer.poll_remote_clients());
            table.wires.borrow_mut().next_round();
        }
        table
    }
}

impl Table for Theirs {
    fn round(&mut self) {
        for (me, (session, toy)) in self.peers.iter_mut().enumerate() {
            session.poll_remote_clients();
            let frame = u32::try_from(session.current_frame()).expect("a running session");
            session.add_local_input(me, pad(me, frame)).expect("our own handle");
            let requests = match session.advance_frame() {
                Ok(requests) => requests,
                Err(GgrsError::PredictionThreshold) => continue,
                Err(error) => panic!("{error}"),
            };
            for request in requests {
                match request {
                    GgrsRequest::SaveGameState { cell, frame } => {
                        let hash = frame % self.hash_every_frames == 0;
                        let digest = hash.then(|| u128::from(toy.digest()));
                        cell.save(frame, Some(toy.clone()), digest);
                    }
                    GgrsRequest::LoadGameState { cell, .. } => {
                        toy.clone_from(&cell.data().expect("saved before"));
                    }
                    GgrsRequest::AdvanceFrame { inputs } => {
                        toy.step(inputs.iter().map(|(pad, _)| *pad));
                        self.ticks += 1;
                    }
                }
            }
            session.events().for_each(drop);
        }
        self.wires.borrow_mut().next_round();
    }

    fn ticks(&self) -> u64 {
        self.ticks
    }

    fn frame(&self) -> u32 {
        self.peers.iter().map(|(peer, _)| peer.current_frame() as u32).min().unwrap_or_default()
    }
}
