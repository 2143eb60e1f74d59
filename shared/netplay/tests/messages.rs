//! Application messages: promises of one endpoint to its application.

use netplay::channel::messages::{
    Lane, LoopbackMessages, MessageEvent, Messages, MessagesConfig, PeerId, WouldBlock, loopback,
    loopback_lossy,
};
use netplay::channel::{Ended, Unsent};
use netplay::limits::{
    CHANNEL_BUDGET_BYTES, CHANNEL_MESSAGE_BYTES, MESSAGES_INBOX_BYTES, MESSAGES_INBOX_EVENTS,
};
use netplay::time::Instant;
use std::time::Duration;

const TURN: Duration = Duration::from_millis(10);

/// A host and its guests, and everything they have read.
struct Company {
    ends: Vec<LoopbackMessages>,
    heard: Vec<Vec<MessageEvent>>,
}

const HOST: usize = 0;

impl Company {
    fn gathered(guests: usize, drop_one_in: u64) -> Self {
        let (host, guests) = loopback_lossy(guests, drop_one_in);
        let ends: Vec<_> = std::iter::once(host).chain(guests).collect();
        let heard = vec![Vec::new(); ends.len()];
        let mut company = Self { ends, heard };
        let guests = company.ends.len() - 1;
        company.until("everybody is in", |it| it.ends[HOST].peers().len() == guests);
        company.until("everybody knows", |it| it.ends.iter().all(|end| !end.peers().is_empty()));
        company
    }

    fn turn(&mut self) {
        for (end, heard) in self.ends.iter_mut().zip(&mut self.heard) {
            end.poll_elapsed(TURN).unwrap();
            heard.extend(end.events());
        }
    }

    fn until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
        for _ in 0..3_000 {
            if is_so(self) {
                return;
            }
            self.turn();
        }
        panic!("never: {what}");
    }

    /// What one end heard on one lane, in its order.
    fn on(&self, end: usize, lane: Lane) -> Vec<Vec<u8>> {
        let said = |event: &MessageEvent| match event {
            MessageEvent::Message { lane: on, bytes, .. } if *on == lane => Some(bytes.to_vec()),
            _ => None,
        };
        self.heard[end].iter().filter_map(said).collect()
    }
}

fn numbered(count: u32) -> Vec<Vec<u8>> {
    (0..count).map(|number| number.to_le_bytes().to_vec()).collect()
}

#[test]
fn each_lane_keeps_its_promise_although_every_fourth_datagram_is_lost_and_all_come_the_wrong_way_round()
 {
    let mut company = Company::gathered(2, 4);
    for number in numbered(200) {
        for lane in [Lane::Reliable, Lane::ReliableUnordered, Lane::Unreliable] {
            assert_eq!(company.ends[HOST].send_to_all(lane, &number).told.len(), 2);
        }
        company.turn();
    }
    let all_there = |it: &Company, lane| (1..3).all(|guest| it.on(guest, lane).len() >= 200);
    company.until("the reliable ones", |it| {
        all_there(it, Lane::Reliable) && all_there(it, Lane::ReliableUnordered)
    });
    for guest in 1..3 {
        assert_eq!(company.on(guest, Lane::Reliable), numbered(200), "in order");
        let mut unordered = company.on(guest, Lane::ReliableUnordered);
        unordered.sort_by_key(|bytes| u32::from_le_bytes(bytes[..].try_into().unwrap()));
        assert_eq!(unordered, numbered(200), "each once");
        let newest: Vec<u32> = company
            .on(guest, Lane::Unreliable)
            .iter()
            .map(|bytes| u32::from_le_bytes(bytes[..].try_into().unwrap()))
            .collect();
        assert!(newest.is_sorted_by(|one, next| one < next), "never an older one: {newest:?}");
        assert!((80..200).contains(&newest.len()), "some are lost, most are not: {}", newest.len());
    }
}

#[test]
fn a_message_of_a_mebibyte_comes_whole_and_a_longer_one_is_not_taken() {
    let mut company = Company::gathered(1, 20);
    let big: Vec<u8> = (0..CHANNEL_MESSAGE_BYTES).map(|at| (at * at) as u8).collect();
    let too_big = vec![0; CHANNEL_MESSAGE_BYTES + 1];
    let guest = &mut company.ends[1];
    assert_eq!(guest.send(PeerId::HOST, Lane::Reliable, &too_big), Err(Unsent::TooLarge));
    guest.send(PeerId::HOST, Lane::Reliable, &big).unwrap();
    company.until("the message", |it| !it.on(HOST, Lane::Reliable).is_empty());
    assert!(company.on(HOST, Lane::Reliable) == [big]);
}

#[test]
fn a_message_to_all_reaches_those_whose_lane_has_room_and_names_the_others() {
    let mut company = Company::gathered(3, 0);
    let block = vec![7; CHANNEL_MESSAGE_BYTES];
    let slow = company.ends[HOST].peers()[1];
    for _ in 0..CHANNEL_BUDGET_BYTES / CHANNEL_MESSAGE_BYTES {
        company.ends[HOST].send(slow, Lane::Reliable, &block).unwrap();
    }
    let told = company.ends[HOST].send_to_all(Lane::Reliable, &block);
    let others: Vec<PeerId> =
        company.ends[HOST].peers().into_iter().filter(|peer| *peer != slow).collect();
    assert_eq!(told.told, others);
    assert_eq!(told.refused, [(slow, Unsent::WouldBlock)]);
    // Lanes have budgets of their own.
    assert_eq!(company.ends[HOST].send_to_all(Lane::ReliableUnordered, b"all").told.len(), 3);
    // What would block is taken once there is room again.
    company.until("room", |it| {
        it.ends[HOST].stats_of(slow).is_some_and(|stats| stats.waiting_bytes == 0)
    });
    assert_eq!(company.ends[HOST].send_to_all(Lane::Reliable, &block).told.len(), 3);
}

#[test]
fn fault_92_whoever_does_not_read_is_told_and_holds_a_bounded_store() {
    unread(200 * 1024, 60);
    unread(1, 9_000);
}

/// A guest says so many messages of this size; the host polls and reads nothing.
fn unread(bytes: usize, count: usize) {
    let (mut host, mut guests) = loopback(1);
    let guest = &mut guests[0];
    while guest.peers().is_empty() || host.peers().is_empty() {
        guest.poll_elapsed(TURN).unwrap();
        host.poll_elapsed(TURN).unwrap();
    }
    let message = vec![1; bytes];
    let mut sent = 0;
    let mut blocked = 0;
    for _ in 0..900 {
        while sent < count && guest.send(PeerId::HOST, Lane::Reliable, &message).is_ok() {
            sent += 1;
        }
        guest.poll_elapsed(TURN).unwrap();
        blocked += usize::from(host.poll_elapsed(TURN) == Err(WouldBlock));
    }
    assert!(blocked > 100, "the host is told");
    let kept = host.events();
    let bytes: usize = kept
        .iter()
        .map(|event| match event {
            MessageEvent::Message { bytes, .. } => bytes.len(),
            _ => 0,
        })
        .sum();
    assert!(bytes <= MESSAGES_INBOX_BYTES, "{bytes} bytes were kept");
    assert!(kept.len() <= MESSAGES_INBOX_EVENTS, "{} events were kept", kept.len());
    assert!(host.poll_elapsed(TURN).is_ok(), "once read, it goes on");
    assert!(host.stats().datagrams_received > 0);
}

#[test]
fn who_is_removed_hears_it_and_the_host_has_an_event_of_it_at_once() {
    let mut company = Company::gathered(2, 0);
    let peer = company.ends[HOST].peers()[0];
    assert!(company.ends[HOST].disconnect(peer));
    assert!(!company.ends[HOST].disconnect(peer), "there is no such peer any more");
    assert_eq!(company.ends[HOST].send(peer, Lane::Reliable, b"?"), Err(Unsent::Closed));
    company.turn();
    assert!(company.heard[HOST].contains(&MessageEvent::Disconnected(peer, Ended::Kicked)));
    let told = MessageEvent::Disconnected(PeerId::HOST, Ended::Kicked);
    company.until("the guest is told", |it| it.heard[1..].iter().any(|it| it.contains(&told)));
    assert_eq!(company.ends[HOST].peers().len(), 1);
}

#[test]
fn who_leaves_is_gone_at_once_although_two_of_three_datagrams_are_lost() {
    let mut company = Company::gathered(1, 0);
    let peer = company.ends[HOST].peers()[0];
    company.ends[1].disconnect(PeerId::HOST);
    let mut notices = 0;
    for _ in 0..20 {
        let sent = company.ends[1].stats().datagrams_sent;
        company.turn();
        notices += company.ends[1].stats().datagrams_sent - sent;
    }
    assert_eq!(notices, 3);
    assert!(company.heard[HOST].contains(&MessageEvent::Disconnected(peer, Ended::Left)));
    assert!(company.heard[1].contains(&MessageEvent::Disconnected(PeerId::HOST, Ended::Left)));
}

#[test]
fn a_silent_peer_is_gone_after_ten_seconds_and_not_before() {
    let mut company = Company::gathered(1, 0);
    let peer = company.ends[HOST].peers()[0];
    let host = &mut company.ends[HOST];
    for _ in 0..95 {
        host.poll_elapsed(Duration::from_millis(100)).unwrap();
    }
    assert_eq!(host.peers(), [peer], "9.5 s are not enough");
    for _ in 0..10 {
        host.poll_elapsed(Duration::from_millis(100)).unwrap();
    }
    assert_eq!(host.events(), [MessageEvent::Disconnected(peer, Ended::Timeout)]);
}

/// Carries every datagram there and back for two seconds.
fn talk(host: &mut Messages<u16>, guest: &mut Messages<u16>, address: u16) {
    for now in (0..2_000).step_by(10).map(Instant::from_millis) {
        for end in [&mut *host, &mut *guest] {
            end.update(now).unwrap();
        }
        while let Some((_, datagram)) = guest.poll_datagram(now) {
            host.handle(address, &datagram, now).unwrap();
        }
        while let Some((to, datagram)) = host.poll_datagram(now) {
            if to == address {
                guest.handle(0, &datagram, now).unwrap();
            }
        }
    }
}

fn events(end: &mut Messages<u16>) -> Vec<MessageEvent> {
    std::iter::from_fn(|| end.poll_event()).collect()
}

#[test]
fn a_full_host_another_version_and_another_application_refuse_with_their_reason() {
    let config = MessagesConfig::default();
    let mut host = Messages::host(&config, [1; 32], 1).unwrap();
    let mut first = Messages::join(0, &config, [2; 32], Instant::ZERO).unwrap();
    talk(&mut host, &mut first, 7);
    assert_eq!(events(&mut first), [MessageEvent::Connected(PeerId::HOST)]);

    let newer = MessagesConfig { app_version: 2, ..config.clone() };
    let other = MessagesConfig { protocol_id: 5, ..config.clone() };
    let version = Ended::Version { ours: 2, theirs: 0 };
    let cases = [(config, Ended::Full), (newer, version), (other, Ended::Refused)];
    for (address, (config, expected)) in (8..).zip(cases) {
        let mut guest = Messages::join(0, &config, [address as u8; 32], Instant::ZERO).unwrap();
        talk(&mut host, &mut guest, address);
        assert_eq!(events(&mut guest), [MessageEvent::Disconnected(PeerId::HOST, expected)]);
    }
}

#[test]
fn a_guest_that_nobody_answers_gives_up_and_says_why() {
    let config = MessagesConfig::default();
    let mut guest = Messages::join(0_u16, &config, [2; 32], Instant::ZERO).unwrap();
    for now in (0..=11_000).step_by(50).map(Instant::from_millis) {
        guest.update(now).unwrap();
        while guest.poll_datagram(now).is_some() {}
    }
    assert_eq!(events(&mut guest), [MessageEvent::Disconnected(PeerId::HOST, Ended::Timeout)]);
    assert_eq!(guest.send(PeerId::HOST, Lane::Reliable, b"?"), Err(Unsent::Closed));
}

#[test]
fn a_guest_believes_nobody_but_its_host() {
    let config = MessagesConfig::default();
    let mut host = Messages::host(&config, [1; 32], 1).unwrap();
    let mut guest = Messages::join(0_u16, &config, [2; 32], Instant::ZERO).unwrap();
    let hello = guest.poll_datagram(Instant::ZERO).unwrap().1;
    host.handle(7_u16, &hello, Instant::ZERO).unwrap();
    let answer = host.poll_datagram(Instant::ZERO).unwrap().1;
    guest.handle(3, &answer, Instant::ZERO).unwrap();
    assert!(guest.poll_datagram(Instant::ZERO).is_none(), "an answer from elsewhere is none");
    guest.handle(0, &answer, Instant::ZERO).unwrap();
    assert!(guest.poll_datagram(Instant::ZERO).is_some());
}
