//! Everybody holds the state, and one machine decides what happens to it.

use netplay::ids::{PlayerId, Seq};
use netplay::limits::{ACTIONS_BURST, EVENTS_HELD, STATE_ASK_MS};
use netplay::session::authority::{AuthorityEvent, AuthorityHost, AuthorityReplica, Failure};
use netplay::time::Instant;
use netplay::wire::{Action, Blob, Event, Message, ROAMING, StateBlob};
use testkit::toy_auction::{HAMMER, OUT_OF_TURN, TOO_LOW, ToyAuction, bid, judge};

pub(crate) const HOST: PlayerId = PlayerId(1);
pub(crate) const ANN: PlayerId = PlayerId(2);
pub(crate) const BEN: PlayerId = PlayerId(3);
pub(crate) const NOW: Instant = Instant::ZERO;

pub(crate) type Host = AuthorityHost<ToyAuction>;
pub(crate) type Replica = AuthorityReplica<ToyAuction>;

pub(crate) fn host() -> Host {
    AuthorityHost::new(ToyAuction::default(), HOST)
}

pub(crate) fn replica(player: PlayerId) -> Replica {
    AuthorityReplica::new(ToyAuction::default(), player)
}

/// All that the host says, its deposits left out.
pub(crate) fn said(host: &mut Host) -> Vec<Message> {
    let messages = std::iter::from_fn(|| host.poll_message());
    messages.filter(|message| !matches!(message, Message::Deposit(_))).collect()
}

/// Carries everything both ways until nobody has anything to say.
pub(crate) fn settle(host: &mut Host, replicas: &mut [&mut Replica], now: Instant) {
    loop {
        let mut is_quiet = true;
        for replica in &mut *replicas {
            while let Some(message) = replica.poll_message() {
                host.handle(&message, &mut judge, now);
                is_quiet = false;
            }
        }
        for message in said(host) {
            replicas.iter_mut().for_each(|replica| replica.handle(&message, now));
            is_quiet = false;
        }
        if is_quiet {
            return;
        }
    }
}

pub(crate) fn told(replica: &mut Replica) -> Vec<AuthorityEvent> {
    std::iter::from_fn(|| replica.poll_event()).collect()
}

/// A host with so many events, and those events.
pub(crate) fn history(events: u16) -> (Host, Vec<Event>) {
    let mut host = host();
    for amount in 1..=events {
        host.happen(&[&ANN.0.to_le_bytes()[..], &bid(amount)].concat()).expect("a higher bid");
    }
    let events = said(&mut host).into_iter().map(|message| match message {
        Message::Event(event) => event,
        other => panic!("{other:?}"),
    });
    let events = events.collect();
    (host, events)
}

#[test]
fn replicas_follow_the_host_event_by_event() {
    let (mut host, mut ann, mut ben) = (host(), replica(ANN), replica(BEN));
    for round in 1..=100 {
        ann.act(Blob::new(bid(round * 3)).unwrap());
        ben.act(Blob::new(bid(round * 3 + 1)).unwrap());
        settle(&mut host, &mut [&mut ann, &mut ben], Instant::from_millis(u64::from(round) * 500));
        if round % 10 == 0 {
            host.happen(&HAMMER);
        }
    }
    settle(&mut host, &mut [&mut ann, &mut ben], NOW);
    assert_eq!(host.game().sold.len(), 10);
    assert_eq!(ann.game(), host.game());
    assert_eq!(ben.game(), host.game());
    assert_eq!((ann.applied(), ben.applied()), (host.applied(), host.applied()));
}

#[test]
fn fault_46_what_may_not_be_is_refused_and_its_player_told_and_nobody_else() {
    let (mut host, mut ann, mut ben) = (host(), replica(ANN), replica(BEN));
    for (action, expected) in [(bid(10), None), (bid(11), Some(OUT_OF_TURN))] {
        ann.act(Blob::new(action.clone()).unwrap());
        settle(&mut host, &mut [&mut ann, &mut ben], NOW);
        let refused = expected.map(|why| AuthorityEvent::Refused { reason: why.0, action });
        assert_eq!(told(&mut ann).into_iter().find(|it| !is_applied(it)), refused);
    }
    ben.act(Blob::new(bid(10)).unwrap());
    settle(&mut host, &mut [&mut ann, &mut ben], NOW);
    let refused = AuthorityEvent::Refused { reason: TOO_LOW.0, action: bid(10) };
    assert!(told(&mut ben).contains(&refused));
    assert_eq!(told(&mut ann), []);
    assert_eq!(host.applied(), Seq(1), "one thing has happened");
}

fn is_applied(event: &AuthorityEvent) -> bool {
    matches!(event, AuthorityEvent::Applied { .. })
}

#[test]
fn fault_46_a_flood_of_actions_is_not_answered_without_end() {
    let mut host = host();
    let mut ann = replica(ANN);
    for _ in 0..10_000 {
        ann.act(Blob::new(bid(0)).unwrap());
        host.handle(&ann.poll_message().unwrap(), &mut judge, NOW);
    }
    assert_eq!(said(&mut host).len(), ACTIONS_BURST as usize);
    assert_eq!(host.unheard(), 10_000 - u64::from(ACTIONS_BURST));
    let mut ben = replica(BEN);
    ben.act(Blob::new(bid(1)).unwrap());
    host.handle(&ben.poll_message().unwrap(), &mut judge, NOW);
    assert_eq!(host.applied(), Seq(1), "the others are heard");
}

#[test]
fn avatars_that_roam_beside_the_game_are_no_actions() {
    let mut host = host();
    let report = Blob::new([ROAMING, 1, 0, 0]).unwrap();
    assert!(!replica(ANN).act(report.clone()));
    host.handle(&Action { player: ANN, payload: report }.into(), &mut judge, NOW);
    assert_eq!(said(&mut host), []);
}

#[test]
fn early_events_wait_and_those_heard_before_change_nothing() {
    let (host, events) = history(20);
    let mut ann = replica(ANN);
    for pair in events.chunks(2) {
        for event in [&pair[1], &pair[1], &pair[0], &pair[0], &pair[1]] {
            ann.handle(&event.clone().into(), NOW);
        }
    }
    assert_eq!(ann.game(), host.game());
    assert_eq!(told(&mut ann).len(), 20, "each once");
    assert!(ann.poll_message().is_none(), "and nothing had to be asked");
}

#[test]
fn an_event_that_never_comes_is_made_up_for_by_the_state() {
    let (mut host, events) = history(10);
    let mut ann = replica(ANN);
    for event in events.iter().filter(|event| event.seq != Seq(4)) {
        ann.handle(&event.clone().into(), NOW);
    }
    assert_eq!(ann.applied(), Seq(3));
    let later = Instant::from_millis(STATE_ASK_MS);
    assert_eq!(ann.poll_timeout(), Some(later));
    ann.handle_timeout(later);
    settle(&mut host, &mut [&mut ann], later);
    assert_eq!(ann.game(), host.game());
}

#[test]
fn early_events_without_end_are_not_kept() {
    let (mut host, events) = history(2 * EVENTS_HELD as u16);
    let mut ann = replica(ANN);
    for event in &events[1..] {
        ann.handle(&event.clone().into(), NOW);
    }
    settle(&mut host, &mut [&mut ann], NOW);
    assert_eq!(ann.game(), host.game(), "it asks as soon as it holds too many");
}

#[test]
fn fault_38_a_machine_that_differs_asks_for_the_state_and_goes_on() {
    let mut host = host();
    let broken = ToyAuction { broken_at: Some(1), ..ToyAuction::default() };
    let mut ann = AuthorityReplica::new(broken, ANN);
    let mut ben = replica(BEN);
    for amount in [5, 7, 9] {
        let event = [&BEN.0.to_le_bytes()[..], &bid(amount)].concat();
        host.happen(&event).unwrap();
        host.happen(&HAMMER).unwrap();
        settle(&mut host, &mut [&mut ann, &mut ben], NOW);
    }
    assert_eq!(ann.game().sold, host.game().sold);
    assert_eq!(ann.game().state(), host.game().state());
    assert!(told(&mut ann).contains(&AuthorityEvent::Recovered { seq: Seq(4) }));
    assert!(!told(&mut ben).iter().any(|event| !is_applied(event)));
}

#[test]
fn who_comes_late_gets_the_state_and_the_events_held_meanwhile() {
    let (mut host, _) = history(30);
    let mut late = AuthorityReplica::late(ToyAuction::default(), BEN, NOW);
    let ask = late.poll_message().unwrap();
    host.handle(&ask, &mut judge, NOW);
    let state = said(&mut host);
    host.happen(&HAMMER).unwrap();
    // The event overtakes the state.
    said(&mut host).iter().chain(&state).for_each(|message| late.handle(message, NOW));
    assert_eq!(late.game(), host.game());
    assert!(late.is_following());
}

#[test]
fn a_game_that_cannot_be_saved_says_so_to_who_comes_late() {
    let mute = ToyAuction { is_mute: true, ..ToyAuction::default() };
    let mut host = AuthorityHost::new(mute, HOST);
    let mut late = AuthorityReplica::late(ToyAuction::default(), BEN, NOW);
    settle(&mut host, &mut [&mut late], NOW);
    assert_eq!(late.failure(), Some(Failure::NoState));
    assert!(host.poll_message().is_none(), "and there is no deposit either");
}

#[test]
fn fault_39_a_state_that_is_larger_than_a_message_is_declared_and_not_cut() {
    let mut host = host();
    for _ in 0..2_000 {
        host.happen(&HAMMER).unwrap();
    }
    said(&mut host);
    let mut late = AuthorityReplica::late(ToyAuction::default(), BEN, NOW);
    settle(&mut host, &mut [&mut late], NOW);
    assert_eq!(late.failure(), Some(Failure::NoState));
}

#[test]
fn the_next_host_goes_on_from_its_own_copy_or_from_the_deposit() {
    let (mut first, events) = history(40);
    let (mut ann, mut ben) = (replica(ANN), replica(BEN));
    for event in &events {
        ann.handle(&event.clone().into(), NOW);
    }
    let mut second = AuthorityHost::take_over(ann, ANN).expect("she follows");
    assert_eq!(second.game(), first.game());
    // Ben had heard less: he asks, as everybody does after a change of hosts.
    ben.handle(&events[0].clone().into(), NOW);
    ben.host_changed(NOW);
    settle(&mut second, &mut [&mut ben], NOW);
    assert_eq!(ben.game(), first.game());

    let mut deposits = Vec::new();
    for _ in 0..16 {
        first.happen(&HAMMER).unwrap();
        deposits.extend(std::iter::from_fn(|| first.poll_message()).filter_map(|it| match it {
            Message::Deposit(deposit) => Some(deposit),
            _ => None,
        }));
    }
    let kept = deposits.last().expect("one in sixteen events");
    let third = AuthorityHost::resume(ToyAuction::default(), BEN, kept).expect("a state");
    assert_eq!(third.applied(), kept.seq);
    assert_eq!(third.game().sold.len(), 8, "as of the event at which it was deposited");
    let bad = netplay::wire::Deposit { payload: Blob::new([0; 20]).unwrap(), ..kept.clone() };
    assert!(AuthorityHost::resume(ToyAuction::default(), BEN, &bad).is_err());
}

#[test]
fn a_replica_that_may_be_wrong_does_not_become_host() {
    let late = AuthorityReplica::late(ToyAuction::default(), ANN, NOW);
    assert!(AuthorityHost::take_over(late, ANN).is_none());
}

#[test]
fn states_for_somebody_else_or_unasked_change_nothing() {
    let (mut host, _) = history(3);
    host.handle(&netplay::wire::StateRequest { player: BEN }.into(), &mut judge, NOW);
    let Message::StateBlob(state) = said(&mut host).remove(0) else { panic!("a state") };
    let mut ann = replica(ANN);
    ann.handle(&state.clone().into(), NOW);
    ann.handle(&StateBlob { player: ANN, ..state }.into(), NOW);
    assert_eq!((ann.applied(), ann.game()), (Seq(0), &ToyAuction::default()));
}
