//! However many watch, now or later, coming and going: what a player is told of the race stays the
//! same, byte for byte and in the same order.
#![cfg(not(target_arch = "wasm32"))]

use netplay::ids::{ConnId, Frame, PlayerId, Round, StateHash};
use netplay::rng::SimRng;
use netplay::wire::{
    Checkpoint, DesyncReport, Leave, Loaded, Message, Packet, Pause, Presence, PresenceNotice,
    Resume, SessionModel, SetReady, Start, Terms, Text, TransferAbort, TransferAck,
};
use proptest::prelude::*;
use testkit::model::{Gathering, pads, start_order};

const ROUND: Round = Round(1);
const STEP_MS: u64 = 16;

/// What the watchers do: their own dice, so that the players' are the same without them.
struct Crowd {
    rng: SimRng,
    most: usize,
    here: Vec<ConnId>,
    lost: Vec<ConnId>,
}

impl Crowd {
    fn act(&mut self, g: &mut Gathering, host: ConnId) {
        let at = |rng: &mut SimRng, all: &[ConnId]| rng.below(all.len() as u32) as usize;
        match self.rng.below(30) {
            0 | 1 if self.here.len() + self.lost.len() < self.most => {
                self.here.push(g.watch("Watcher", host));
            }
            2 if !self.here.is_empty() => {
                let conn = self.here.swap_remove(at(&mut self.rng, &self.here));
                g.say(conn, Leave {});
                g.forget_guest(conn);
            }
            3 if !self.here.is_empty() => {
                let conn = self.here.swap_remove(at(&mut self.rng, &self.here));
                g.lose(conn);
                self.lost.push(conn);
            }
            4 if !self.lost.is_empty() => {
                let conn = self.lost.swap_remove(at(&mut self.rng, &self.lost));
                self.here.push(g.resume(conn));
                g.forget_guest(conn);
            }
            5.. if !self.here.is_empty() => {
                let conn = self.here[at(&mut self.rng, &self.here)];
                self.say(g, conn);
            }
            _ => {}
        }
    }

    /// Anything, whether they may or not.
    fn say(&mut self, g: &mut Gathering, conn: ConnId) {
        let player = PlayerId(self.rng.below(8));
        let frame = Frame(self.rng.below(300));
        let presence =
            [Presence::Hidden, Presence::Active, Presence::Away][self.rng.below(3) as usize];
        let hash = StateHash(self.rng.below(2).into());
        let message: Message = match self.rng.below(9) {
            0..=2 => Loaded { player, round: ROUND }.into(),
            3 => Pause { player }.into(),
            4 => Resume { player }.into(),
            5 => Checkpoint { player, frame, hash }.into(),
            6 => PresenceNotice { player, presence }.into(),
            7 => TransferAck { peer: player, id: 1, received_bytes: 1 }.into(),
            _ => pads(self.rng.below(4) as u16, frame.0, frame.0 + 1).into(),
        };
        g.say(conn, message);
        if self.rng.below(20) == 0 {
            g.say(conn, TransferAbort { peer: player, id: 1 });
        }
    }
}

/// What each of three players is told of an evening's race, of which so many watch.
fn evening(seed: u64, most: usize, watch_delay_ticks: u16) -> Vec<Vec<Packet>> {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let guests = ["Vahn", "Gala"].map(|who| g.join(who, noa));
    let mut players = [noa, guests[0], guests[1]];
    let rng = SimRng::new(seed, 99);
    let mut crowd = Crowd { rng, most, here: Vec::new(), lost: Vec::new() };
    (0..20).for_each(|_| crowd.act(&mut g, noa));
    guests.iter().for_each(|conn| g.say(*conn, SetReady { ready: true }));
    let terms = Terms { window_frames: 8, watch_delay_ticks, ..Terms::default() };
    let order = start_order(SessionModel::Rollback);
    g.say(noa, Start { terms, input_delay: 3, ..order });
    players.iter().for_each(|conn| g.load(*conn, ROUND));
    let mut rng = SimRng::new(seed, 1);
    let mut told = vec![Vec::new(); players.len()];
    let mut ends = [3_u32; 3];
    for step in 0..400_u32 {
        for (seat, end) in ends.iter_mut().enumerate() {
            // Words come in clumps, now and then late.
            if rng.below(4) > 0 {
                let next = (3 + step).min(*end + 1 + rng.below(4)).max(*end + 1);
                g.say(players[seat], pads(seat as u16, *end, next));
                *end = next;
            }
            if step % 30 == 29 {
                let (player, hash) = (PlayerId(0), StateHash(u64::from(step)));
                g.say(
                    players[seat],
                    Checkpoint { player, frame: Frame(*end - 1 - step % 3), hash },
                );
            }
        }
        match rng.below(80) {
            0 => g.say(players[1], Pause { player: PlayerId(0) }),
            1 => g.say(players[2], Resume { player: PlayerId(0) }),
            2 => {
                let (frame, other) = (Frame(step), PlayerId(2));
                let (ours, theirs) = (StateHash(1), StateHash(2));
                let text = Text::default;
                let (path, our_value, their_value) = (Text::default(), text(), text());
                let player = PlayerId(0);
                let report = DesyncReport {
                    player,
                    other,
                    frame,
                    ours,
                    theirs,
                    path,
                    our_value,
                    their_value,
                };
                g.say(noa, report);
            }
            3 => {
                g.lose(players[2]);
                listen(&mut g, players[2], &mut told[2]);
                players[2] = g.resume(players[2]);
                g.load(players[2], ROUND);
            }
            _ => {}
        }
        g.pass_ms(STEP_MS);
        (0..2).for_each(|_| crowd.act(&mut g, noa));
        for (conn, told) in players.iter().zip(&mut told) {
            listen(&mut g, *conn, told);
        }
    }
    told
}

/// All that is told of the session; who gives whom the state is between those two.
fn listen(g: &mut Gathering, conn: ConnId, told: &mut Vec<Packet>) {
    let packets = g.heard_packets(conn).into_iter();
    told.extend(packets.filter(|packet| matches!(packet[0], 0x20..=0x2F | 0x44)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn spectators_change_no_byte_that_a_player_receives(
        seed in any::<u64>(),
        most in 1_usize..=13,
        watch_delay_ticks in prop_oneof![Just(0_u16), 1_u16..=600],
    ) {
        let alone = evening(seed, 0, 0);
        let watched = evening(seed, most, watch_delay_ticks);
        for (who, (alone, watched)) in alone.iter().zip(&watched).enumerate() {
            // The start order itself says how much later others watch.
            let both = alone.iter().zip(watched).filter(|(packet, _)| packet[0] != 0x20);
            for (at, (ours, theirs)) in both.enumerate() {
                prop_assert_eq!(ours, theirs, "player {}, packet {}", who, at);
            }
            prop_assert_eq!(alone.len(), watched.len(), "player {}", who);
        }
        prop_assert!(alone[0].len() > 400);
    }
}
