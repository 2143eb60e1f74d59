//! A pretend network between a host and its clients: the lanes over loopback, as good or as bad
//! as its profiles.

use super::{Address, Client, Host};
use crate::link::{Conditioner, Lane, LinkProfile};
use crate::time::Instant;
use crate::wire::Packet;
use alloc::collections::BTreeMap;

/// A wire each way for every address, on the caller's clock. The same seed and the same calls
/// give the same arrivals.
#[derive(Debug)]
pub struct Wires<A> {
    profiles: [LinkProfile; 2],
    seed: u64,
    wires: BTreeMap<A, [Conditioner; 2]>,
}

impl<A: Address> Wires<A> {
    /// Wires on which clients send over `up` and the host over `down`.
    #[must_use]
    pub fn new(up: LinkProfile, down: LinkProfile, seed: u64) -> Self {
        Self { profiles: [up, down], seed, wires: BTreeMap::new() }
    }

    /// Gives what is sent from and to an address from now on other profiles.
    pub fn set_profiles(&mut self, address: A, up: LinkProfile, down: LinkProfile) {
        let [to_host, to_client] = self.wires_of(address);
        to_host.set_profile(up);
        to_client.set_profile(down);
    }

    /// A client sends a datagram.
    pub fn push_up(&mut self, from: A, datagram: &Packet, now: Instant) {
        self.wires_of(from)[0].push(datagram, Lane::Unreliable, now);
    }

    /// The host sends a datagram.
    pub fn push_down(&mut self, to: A, datagram: &Packet, now: Instant) {
        self.wires_of(to)[1].push(datagram, Lane::Unreliable, now);
    }

    /// The next datagram that reaches the host.
    pub fn pop_up(&mut self, now: Instant) -> Option<(A, Packet)> {
        self.wires.iter_mut().find_map(|(from, wires)| Some((*from, wires[0].pop(now)?)))
    }

    /// The next datagram that reaches a client.
    pub fn pop_down(&mut self, to: A, now: Instant) -> Option<Packet> {
        self.wires.get_mut(&to)?[1].pop(now)
    }

    /// When the next datagram arrives anywhere.
    #[must_use]
    pub fn next_arrival(&self) -> Option<Instant> {
        self.wires.values().flatten().filter_map(Conditioner::next_arrival).min()
    }

    /// All that is due at this moment: datagrams arrive, everybody is told the time, and what
    /// they want to send goes out.
    pub fn step(&mut self, host: &mut Host<A>, clients: &mut [(A, Client)], now: Instant) {
        while let Some((from, datagram)) = self.pop_up(now) {
            host.handle(from, &datagram, now);
        }
        host.update(now);
        while let Some((to, datagram)) = host.poll_datagram(now) {
            self.push_down(to, &datagram, now);
        }
        for (address, client) in clients {
            while let Some(datagram) = self.pop_down(*address, now) {
                client.handle(&datagram, now);
            }
            client.update(now);
            while let Some(datagram) = client.poll_datagram(now) {
                self.push_up(*address, &datagram, now);
            }
        }
    }

    fn wires_of(&mut self, address: A) -> &mut [Conditioner; 2] {
        let (profiles, count) = (self.profiles, self.wires.len() as u64);
        let seed = self.seed.wrapping_add(count.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        self.wires.entry(address).or_insert_with(|| {
            let [up, down] = profiles;
            [Conditioner::new(up, seed), Conditioner::new(down, !seed)]
        })
    }
}
