//! A host that lies about how far the game is: its heir goes on all the same, and the next one too.

use crate::events::{ANN, BEN, HOST, Host, NOW, Replica, replica, settle};
use netplay::ids::{PadWord, PlayerId, Seat, Seq};
use netplay::limits::RESUME_COUNT;
use netplay::session::authority::AuthorityHost;
use netplay::session::turns::TurnConfig;
use netplay::session::views::{ViewEvent, ViewGuest, ViewHost};
use netplay::wire::{Blob, Controller, Deposit, Message, StateBlob};
use testkit::toy_auction::{HAMMER, ToyAuction};
use testkit::toy_cards::ToyCards;

const WILD: [u32; 4] = [RESUME_COUNT + 1, u32::MAX - 1, u32::MAX, 3_000_000_000];

/// What an honest host deposits, with another number on it.
fn deposit(seq: u32) -> Deposit {
    match AuthorityHost::new(host_game(), HOST).poll_message() {
        Some(Message::Deposit(deposit)) => Deposit { seq: Seq(seq), ..deposit },
        other => panic!("{other:?}"),
    }
}

fn host_game() -> ToyAuction {
    ToyAuction::default()
}

/// Everybody follows this host, and something happens.
fn goes_on(host: &mut Host, followers: &mut [&mut Replica]) {
    followers.iter_mut().for_each(|follower| follower.host_changed(NOW));
    settle(host, followers, NOW);
    for _ in 0..40 {
        host.happen(&HAMMER).expect("it happens");
    }
    settle(host, followers, NOW);
    for follower in followers {
        assert!(follower.is_following(), "{:?}", follower.failure());
        assert_eq!(follower.applied(), host.applied());
    }
}

#[test]
fn fault_98_a_host_that_counts_to_the_end_leaves_the_next_one_room() {
    for seq in WILD {
        let mut host = AuthorityHost::resume(host_game(), ANN, &deposit(seq)).unwrap();
        let (mut ben, mut late) = (replica(BEN), replica(HOST));
        goes_on(&mut host, &mut [&mut ben, &mut late]);
        // And once more.
        let mut host = AuthorityHost::take_over(ben, BEN).expect("it followed");
        goes_on(&mut host, &mut [&mut late]);
    }
}

#[test]
fn fault_98_who_followed_made_up_numbers_hosts_and_goes_on() {
    for seq in WILD {
        let (mut ann, mut ben) = (replica(ANN), replica(BEN));
        let lie = StateBlob { player: ANN, seq: Seq(seq), payload: deposit(1).payload };
        ann.host_changed(NOW);
        ann.handle(&lie.into(), NOW);
        assert_eq!(ann.applied(), Seq(seq), "whoever hosts decides");
        let mut host = AuthorityHost::take_over(ann, ANN).expect("it follows");
        goes_on(&mut host, &mut [&mut ben]);
    }
}

#[test]
fn a_count_that_may_be_true_is_gone_on_from() {
    for seq in [0, 1, 16, RESUME_COUNT] {
        let host = AuthorityHost::resume(host_game(), ANN, &deposit(seq)).unwrap();
        assert_eq!(host.applied(), Seq(seq));
    }
}

fn table() -> ToyCards {
    ToyCards::new(3, 50, 7)
}

fn heir(deposit: &Deposit, player: PlayerId) -> ViewHost<ToyCards> {
    ViewHost::resume(table(), player, TurnConfig::default(), deposit, [9; 32]).expect("it goes on")
}

/// The newest point that this host has given to the relay, and what Ben sees of it.
fn shows(host: &mut ViewHost<ToyCards>, ben: &mut ViewGuest) -> Option<Deposit> {
    host.set_seat_controller(Seat(2), Controller::Human { player: BEN });
    host.admit(BEN);
    let mut deposit = None;
    for _ in 0..20 {
        ben.push_local(PadWord(0));
        while let Some(message) = ben.poll_message() {
            host.handle(&message, NOW);
        }
        host.tick(NOW);
        while let Some(message) = host.poll_message() {
            ben.handle(&message);
            if let Message::Deposit(given) = message {
                deposit = Some(given);
            }
        }
    }
    deposit
}

/// The same with another count of hosts in front.
fn with_hosts(hosts: u32, payload: &[u8]) -> Blob<{ netplay::limits::PAYLOAD_BYTES }> {
    Blob::new([&hosts.to_le_bytes()[..], &payload[4..]].concat()).unwrap()
}

#[test]
fn fault_98_a_made_up_count_of_hosts_is_gone_on_from_by_one_heir_after_the_other() {
    for hosts in [u32::MAX, u32::MAX - 1, RESUME_COUNT + 1, RESUME_COUNT] {
        let mut first = ViewHost::new(table(), HOST, TurnConfig::default(), [1; 32]).unwrap();
        let mut ben = ViewGuest::new(BEN, NOW);
        let given = shows(&mut first, &mut ben).expect("a deposit");
        let mut last = Deposit { payload: with_hosts(hosts, &given.payload), ..given };
        for player in [ANN, PlayerId(8), PlayerId(9)] {
            let mut host = heir(&last, player);
            ben.host_changed(NOW);
            while ben.poll_event().is_some() {}
            last = shows(&mut host, &mut ben).expect("a deposit");
            let events: Vec<_> = std::iter::from_fn(|| ben.poll_event()).collect();
            assert!(events.contains(&ViewEvent::Resumed), "{hosts}: {events:?}");
        }
    }
}

#[test]
fn fault_98_a_view_from_the_end_of_all_counting_does_not_hide_the_next_hosts() {
    let mut first = ViewHost::new(table(), HOST, TurnConfig::default(), [1; 32]).unwrap();
    let mut ben = ViewGuest::new(BEN, NOW);
    let given = shows(&mut first, &mut ben).expect("a deposit");
    let payload = with_hosts(u32::MAX, &[&[0; 6][..], b"made up"].concat());
    ben.handle(&StateBlob { player: BEN, seq: Seq(u32::MAX), payload }.into());
    let lie = ben.shown().expect("whoever hosts decides").clone();
    assert_eq!(lie.table, b"made up");
    ben.host_changed(NOW);
    assert_eq!(ben.shown(), Some(&lie), "the picture stays until there is another");
    shows(&mut heir(&given, ANN), &mut ben);
    let shown = ben.shown().expect("a view");
    assert_eq!((shown.generation, shown.table == lie.table), (1, false));
}
