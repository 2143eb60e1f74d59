//! Lanes keep order and lose nothing, but who joins, leaves and hosts, and when anything arrives,
//! is anybody's guess: in the end everybody has what a plain list of the events gives.

use crate::events::{Host, Replica};
use crate::number;
use netplay::ids::{PlayerId, Seq};
use netplay::rng::SimRng;
use netplay::session::authority::{AuthorityHost, AuthorityReplica};
use netplay::sim::EventSim;
use netplay::time::Instant;
use netplay::wire::{Blob, Deposit, Message};
use std::collections::VecDeque;
use testkit::toy_auction::{HAMMER, ToyAuction, bid, judge};

/// What reaches a member, in the relay's order.
#[derive(Clone, Debug)]
enum Arrival {
    Said(Message),
    HostChanged(PlayerId),
    /// For the next host alone.
    Deposit(Deposit),
}

enum Part {
    Host(Box<Host>),
    Replica(Box<Replica>),
    /// Was told that it hosts, and has not yet heard from where to go on.
    Heir(Box<Replica>),
}

struct Member {
    id: PlayerId,
    part: Part,
    inbox: VecDeque<Arrival>,
}

/// Members around a relay that keeps the order of what it carries.
struct Room {
    members: Vec<Member>,
    /// What the host has said and the relay has not carried yet.
    from_host: VecDeque<Message>,
    /// What members have said to the host.
    to_host: VecDeque<Message>,
    deposit: Option<Deposit>,
    /// Who hosts, or will as soon as it hears of it.
    host: PlayerId,
    /// The events that the relay has carried, by their place: what has happened.
    happened: Vec<Vec<u8>>,
    next_id: u32,
    now: Instant,
}

impl Room {
    fn new() -> Self {
        let host = AuthorityHost::new(ToyAuction::default(), PlayerId(1));
        let members = vec![Member {
            id: PlayerId(1),
            part: Part::Host(Box::new(host)),
            inbox: VecDeque::new(),
        }];
        Self {
            members,
            from_host: VecDeque::new(),
            to_host: VecDeque::new(),
            deposit: None,
            host: PlayerId(1),
            happened: Vec::new(),
            next_id: 2,
            now: Instant::ZERO,
        }
    }

    fn host(&mut self) -> Option<&mut Host> {
        self.members.iter_mut().find_map(|member| match &mut member.part {
            Part::Host(host) => Some(&mut **host),
            _ => None,
        })
    }

    fn join(&mut self) {
        let id = PlayerId(self.next_id);
        self.next_id += 1;
        let replica = AuthorityReplica::late(ToyAuction::default(), id, self.now);
        let part = Part::Replica(Box::new(replica));
        self.members.push(Member { id, part, inbox: VecDeque::new() });
    }

    /// A member goes; if it is the host, the next in line follows.
    fn leave(&mut self, at: usize) {
        let gone = self.members.remove(at);
        if gone.id != self.host {
            return;
        }
        // What the relay has not carried is lost with the link.
        self.from_host.clear();
        self.to_host.clear();
        self.host = self.members[0].id;
        for member in &mut self.members {
            member.inbox.push_back(Arrival::HostChanged(self.host));
        }
        let deposit = self.deposit.clone().expect("a host deposits before all else");
        self.members[0].inbox.push_back(Arrival::Deposit(deposit));
    }

    /// The relay carries the host's next message.
    fn carry(&mut self) {
        let Some(message) = self.from_host.pop_front() else { return };
        match &message {
            Message::Deposit(deposit) => self.deposit = Some(deposit.clone()),
            Message::StateBlob(blob) => {
                let to = self.members.iter_mut().find(|member| member.id == blob.player);
                to.into_iter().for_each(|it| it.inbox.push_back(Arrival::Said(message.clone())));
            }
            Message::Event(event) => {
                self.happened.truncate(event.seq.0 as usize - 1);
                self.happened.push(event.payload.to_vec());
                for member in &mut self.members {
                    if !matches!(member.part, Part::Host(_)) {
                        member.inbox.push_back(Arrival::Said(message.clone()));
                    }
                }
            }
            _ => {}
        }
    }

    fn hear(&mut self, at: usize) {
        let now = self.now;
        let member = &mut self.members[at];
        let Some(arrival) = member.inbox.pop_front() else { return };
        match (&mut member.part, arrival) {
            (Part::Replica(replica) | Part::Heir(replica), Arrival::Said(message)) => {
                replica.handle(&message, now);
            }
            (Part::Replica(_), Arrival::HostChanged(host)) if host == member.id => {
                let empty = Part::Replica(Box::new(crate::events::replica(PlayerId(0))));
                let Part::Replica(replica) = std::mem::replace(&mut member.part, empty) else {
                    unreachable!("it is one")
                };
                member.part = Part::Heir(replica);
            }
            (Part::Replica(replica), Arrival::HostChanged(_)) => replica.host_changed(now),
            (Part::Heir(replica), Arrival::Deposit(deposit)) => {
                let empty = Box::new(crate::events::replica(PlayerId(0)));
                let replica = *std::mem::replace(replica, empty);
                let id = member.id;
                let host = AuthorityHost::take_over(replica, id).unwrap_or_else(|| {
                    AuthorityHost::resume(ToyAuction::default(), id, &deposit).expect("a state")
                });
                self.happened.truncate(host.applied().0 as usize);
                member.part = Part::Host(Box::new(host));
            }
            _ => {}
        }
    }

    /// Everybody says what they have to say.
    fn speak(&mut self) {
        let now = self.now;
        for member in &mut self.members {
            match &mut member.part {
                Part::Host(host) => {
                    self.from_host.extend(std::iter::from_fn(|| host.poll_message()));
                }
                Part::Replica(replica) => {
                    replica.handle_timeout(now);
                    self.to_host.extend(std::iter::from_fn(|| replica.poll_message()));
                }
                Part::Heir(_) => {}
            }
        }
    }

    fn tell_host(&mut self) {
        let now = self.now;
        let Some(message) = self.to_host.pop_front() else { return };
        // While nobody hosts, the relay has nobody to carry it to.
        if let Some(host) = self.host() {
            host.handle(&message, &mut judge, now);
        }
    }

    fn act(&mut self, dice: &mut SimRng) {
        let at = dice.below(self.members.len() as u32) as usize;
        let action = bid(dice.below(60) as u16);
        match &mut self.members[at].part {
            Part::Replica(replica) => {
                replica.act(Blob::new(action).unwrap());
            }
            Part::Host(host) if dice.below(4) == 0 => {
                host.happen(&HAMMER);
            }
            Part::Host(host) => {
                let _ = host.act(&action, &mut judge);
            }
            Part::Heir(_) => {}
        }
    }
}

#[test]
fn whoever_comes_goes_and_hosts_everybody_ends_with_what_has_happened() {
    let mut hosts = 0;
    for seed in 0..number("SEEDS", 2_000).into() {
        let mut dice = SimRng::new(seed, 0x0DE2);
        let mut room = Room::new();
        room.speak();
        room.carry();
        room.join();
        for _ in 0..400 {
            room.now = room.now + std::time::Duration::from_millis(dice.below(20).into());
            let anybody = dice.below(room.members.len() as u32) as usize;
            match dice.below(40) {
                0 if room.members.len() < 6 => room.join(),
                1 if room.members.len() > 2 => {
                    hosts += u32::from(room.members[anybody].id == room.host);
                    room.leave(anybody);
                }
                2..9 => room.act(&mut dice),
                9..20 => room.carry(),
                20..30 => room.hear(anybody),
                30..36 => room.tell_host(),
                _ => room.speak(),
            }
        }
        // Then nobody comes or goes any more, and time passes.
        for _ in 0..400 {
            room.now = room.now + std::time::Duration::from_millis(100);
            room.speak();
            while !room.from_host.is_empty() {
                room.carry();
            }
            for at in 0..room.members.len() {
                while !room.members[at].inbox.is_empty() {
                    room.hear(at);
                }
            }
            while !room.to_host.is_empty() {
                room.tell_host();
            }
        }
        let mut plain = ToyAuction::default();
        for event in &room.happened {
            plain.apply_event(event).expect("what has happened can happen");
        }
        for member in &room.members {
            let (game, seq) = match &member.part {
                Part::Host(host) => (host.game(), host.applied()),
                Part::Replica(replica) => {
                    assert_eq!(replica.failure(), None, "SEED {seed}: {:?}", member.id);
                    (replica.game(), replica.applied())
                }
                Part::Heir(_) => panic!("SEED {seed}: somebody waits to host"),
            };
            assert_eq!(seq, Seq(room.happened.len() as u32), "SEED {seed}: {:?}", member.id);
            assert_eq!(game, &plain, "SEED {seed}: {:?}", member.id);
        }
    }
    assert!(hosts > 1_000, "{hosts} hosts left");
}
