//! Whoever is lost whenever: a session that lives on its host goes on within five seconds, or is over
//! for everybody, and nobody is stuck.
#![cfg(not(target_arch = "wasm32"))]

use netplay::ids::{ConnId, PlayerId, Round, Seq};
use netplay::limits;
use netplay::wire::{
    Blob, Deposit, EndSession, Leave, Message, Presence, PresenceNotice, SessionModel, TakeSeat,
};
use proptest::collection::vec;
use proptest::prelude::*;
use testkit::model::Gathering;

#[derive(Clone, Copy, Debug)]
enum Deed {
    Lose,
    Leave,
    FallSilent,
    Hide(bool),
    Return { loads: bool },
    Load,
    Sit,
    Deposit,
    End,
    Wait(u64),
}

fn deed() -> impl Strategy<Value = Deed> {
    let wait = prop_oneof![0_u64..300, 1_000_u64..6_000, Just(2_000), Just(4_500), Just(5_000)];
    prop_oneof![
        5 => Just(Deed::Lose),
        1 => Just(Deed::Leave),
        2 => Just(Deed::FallSilent),
        3 => any::<bool>().prop_map(Deed::Hide),
        8 => prop::bool::weighted(0.7).prop_map(|loads| Deed::Return { loads }),
        3 => Just(Deed::Load),
        2 => Just(Deed::Sit),
        2 => Just(Deed::Deposit),
        1 => prop::bool::weighted(0.1).prop_map(|ends| if ends { Deed::End } else { Deed::Load }),
        6 => wait.prop_map(Deed::Wait),
    ]
}

/// One of five, and what the test knows of them.
#[derive(Clone, Copy)]
struct Person {
    conn: ConnId,
    holds: bool,
    is_mute: bool,
}

struct Crowd {
    g: Gathering,
    people: Vec<Person>,
    round: Round,
}

impl Crowd {
    fn new(model: SessionModel) -> Self {
        let mut g = Gathering::default();
        let host = g.create("Ada", 3);
        let conns = ["Bo", "Cy", "Di", "Ed"].map(|name| g.join(name, host));
        let round = g.play(host, model).round;
        let person = |conn| Person { conn, holds: true, is_mute: false };
        let people = [host].into_iter().chain(conns).map(person).collect();
        Self { g, people, round }
    }

    fn is_here(&self, person: &Person) -> bool {
        self.g.closed(person.conn).is_none()
    }

    fn act(&mut self, who: usize, deed: Deed) {
        let Person { conn, is_mute, .. } = self.people[who];
        let player = PlayerId(0);
        let is_here = self.is_here(&self.people[who]);
        match deed {
            Deed::Wait(ms) => self.g.pass_ms(ms),
            Deed::Return { loads } if !is_here => {
                let back = self.g.resume(conn);
                if self.g.is_welcome(back) {
                    self.people[who] = Person { conn: back, holds: false, is_mute: false };
                    if loads {
                        self.act(who, Deed::Load);
                    }
                } else {
                    self.g.lose(back); // gone for good
                }
            }
            _ if !is_here || is_mute => {}
            Deed::Lose => self.g.lose(conn),
            Deed::Leave => self.g.say(conn, Leave {}),
            Deed::FallSilent => {
                self.g.mute(conn);
                self.people[who].is_mute = true;
            }
            Deed::Hide(hidden) => {
                let presence = if hidden { Presence::Hidden } else { Presence::Active };
                self.g.say(conn, PresenceNotice { player, presence });
            }
            Deed::Load => {
                self.g.load(conn, self.round);
                self.people[who].holds = true;
            }
            Deed::Sit => self.g.say(conn, TakeSeat { seat: None }),
            Deed::Deposit => {
                self.g.say(conn, Deposit { seq: Seq(1), payload: Blob::default() });
            }
            Deed::End => self.g.say(conn, EndSession { player, round: self.round }),
            Deed::Return { .. } => {}
        }
    }

    /// Those who are here, and talk.
    fn witnesses(&self) -> Vec<Person> {
        let here = self.people.iter().filter(|one| !one.is_mute && self.is_here(one));
        here.copied().collect()
    }

    /// Whether somebody who is here and holds the session hosts it.
    fn is_in_good_hands(&self, witness: &Person) -> bool {
        let host = self.g.lobby(witness.conn).host;
        self.witnesses().iter().any(|one| self.g.id(one.conn) == host && one.holds)
    }

    fn is_running(&self, witness: &Person) -> bool {
        self.g.lobby(witness.conn).session == Some(self.round)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn fault_41_whoever_is_lost_whenever_the_session_is_held_or_over_five_seconds_later(
        served in any::<bool>(),
        deeds in vec((0_usize..5, deed()), 1..60),
    ) {
        let model = if served { SessionModel::Server } else { SessionModel::HostAuthority };
        let mut crowd = Crowd::new(model);
        for (who, deed) in deeds {
            crowd.act(who, deed);
            let before = crowd.witnesses();
            let holder = before.iter().find(|one| one.holds).copied();
            let Some(holder) = holder.filter(|one| crowd.is_running(one)) else { continue };
            if crowd.is_in_good_hands(&holder) {
                continue;
            }
            // The host is gone, lost, silent or without the session, and here is somebody who holds it.
            crowd.g.forget_all();
            crowd.g.pass_ms(limits::AUTHORITY_VACANT_MS);
            let goes_on = crowd.is_running(&holder) && crowd.is_in_good_hands(&holder);
            prop_assert!(goes_on || !crowd.is_running(&holder), "nobody goes on");
            for witness in crowd.witnesses() {
                let told = crowd.g.heard_of(witness.conn, |message| match message {
                    Message::HostChanged(_) | Message::EndSession(_) => Some(()),
                    _ => None,
                });
                let host = crowd.g.lobby(witness.conn).host;
                prop_assert!(!told.is_empty(), "{host:?} hosts, and {:?} knows nothing", witness.conn);
            }
        }
        // And if nothing more happens, nobody waits for ever.
        let Some(witness) = crowd.witnesses().first().copied() else { return Ok(()) };
        crowd.g.pass_ms(limits::LOADING_MS + limits::HOST_GRACE_MS + limits::AUTHORITY_VACANT_MS);
        let lobby = crowd.g.lobby(witness.conn).clone();
        let host = lobby.members.iter().find(|row| row.player == lobby.host);
        prop_assert!(host.is_some_and(|row| row.connected), "a room has a host who is here");
        prop_assert!(!crowd.is_running(&witness) || crowd.is_in_good_hands(&witness));
    }
}
