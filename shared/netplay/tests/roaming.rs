//! Who walks is seen walking: behind by what the line needs, and never backwards.
#![cfg(not(target_arch = "wasm32"))]

use netplay::client::{ClientEvent, RoomClient};
use netplay::ids::PlayerId;
use netplay::link::{LinkProfile, Loopback, Transport};
use netplay::present::avatars::Avatar;
use netplay::present::roaming::Roaming;
use netplay::relay::{ClientAddress, LocalRelay, RelayConfig, RelayCore};
use netplay::time::Instant;
use netplay::wire::{Action, Blob, Entry, Leave, Loaded, SessionModel, SetReady};
use testkit::model::{hello, start_order};

/// 100 ms each way and up to 20 more, one packet in twenty lost.
const FAR: LinkProfile =
    LinkProfile { latency_ms: 100, jitter_ms: 20, loss_permille: 50, ..LinkProfile::PERFECT };

/// What a WebSocket frame and its TCP and IP headers cost beside a packet.
const HEADERS: usize = 4 + 40;

struct Person {
    client: RoomClient,
    link: Loopback,
    roaming: Option<Roaming>,
    /// Units that the avatar goes in a frame of 60 a second; stays where it is away.
    speed: Option<i32>,
    x: i32,
    /// Intentions of a game that came to this host.
    intentions: usize,
    bytes: usize,
}

impl Person {
    fn id(&self) -> PlayerId {
        self.client.me().unwrap()
    }

    fn sees(&self, other: PlayerId) -> Option<Avatar> {
        let roaming = self.roaming.as_ref()?;
        roaming.avatars().find(|(player, _)| *player == other).map(|(_, avatar)| avatar)
    }

    fn live(&mut self, now: Instant, is_frame: bool) {
        while let Some(packet) = self.link.poll(now) {
            self.bytes += packet.len() + HEADERS;
            self.client.handle(&packet, now);
        }
        while let Some(event) = self.client.poll_event() {
            match event {
                ClientEvent::LobbyChanged => {
                    let (me, lobby) = (self.client.me().unwrap(), self.client.lobby().unwrap());
                    let fresh = || Roaming::new(me, lobby.host, now);
                    self.roaming.get_or_insert_with(fresh).lobby(lobby, now);
                }
                ClientEvent::Authority(message) => {
                    let roaming = self.roaming.as_mut().unwrap();
                    let is_roaming = roaming.handle(&message, now).unwrap();
                    self.intentions += usize::from(!is_roaming);
                }
                ClientEvent::Started { start, .. } => {
                    self.client.say(Loaded { player: PlayerId(0), round: start.round });
                }
                _ => {}
            }
        }
        if let Some(roaming) = &mut self.roaming {
            if is_frame {
                self.x += self.speed.unwrap_or(0);
                let scene = self.speed.map(|_| 1);
                let at = [self.x << 8, 300, -self.x << 6];
                roaming.push_local(Avatar { scene, at, clip: 1, clip_frame: 7, ..Avatar::AWAY });
            }
            roaming.advance(now);
            if let Some(message) = roaming.poll_message(now) {
                self.client.say(message);
            }
        }
        while let Some((packet, lane)) = self.client.poll_packet() {
            let _ = self.link.send(&packet, lane, now);
        }
    }
}

/// A relay, people at it, and a clock.
struct Town {
    relay: LocalRelay<Loopback>,
    people: Vec<Person>,
    ms: u64,
}

impl Town {
    fn new(profile: LinkProfile, others: usize) -> Self {
        let relay = LocalRelay::new(RelayCore::new(RelayConfig::default(), [3; 32]));
        let mut town = Self { relay, people: Vec::new(), ms: 0 };
        town.enter(Entry::Create { seats: 4 }, profile);
        town.pass(1_000, |_| {});
        for _ in 0..others {
            town.join(profile);
        }
        town.pass(2_000, |_| {});
        town
    }

    fn join(&mut self, profile: LinkProfile) {
        let code = self.people[0].client.code().unwrap();
        self.enter(Entry::Join { code, watch: false }, profile);
    }

    fn enter(&mut self, entry: Entry, profile: LinkProfile) {
        let now = Instant::from_millis(self.ms);
        let (link, theirs) = Loopback::pair(profile, profile, self.people.len() as u64);
        self.relay.attach(theirs, ClientAddress::Local, now).unwrap();
        let mut client = RoomClient::new(hello("Somebody", entry));
        client.link_opened(now);
        let (roaming, speed) = (None, Some(0));
        self.people.push(Person { client, link, roaming, speed, x: 0, intentions: 0, bytes: 0 });
    }

    /// Time goes by, a millisecond at a time; `look` looks on at every frame.
    fn pass(&mut self, ms: u64, mut look: impl FnMut(&[Person])) {
        for _ in 0..ms {
            let now = Instant::from_millis(self.ms);
            let is_frame = self.ms * 60 / 1_000 != (self.ms + 1) * 60 / 1_000;
            for person in &mut self.people {
                person.live(now, is_frame);
            }
            self.relay.pump(now);
            if is_frame {
                look(&self.people);
            }
            self.ms += 1;
        }
    }
}

/// Where the `who`th is for somebody who looks on, frame by frame.
#[derive(Default)]
struct Track {
    last: i32,
    behind: i32,
    stood: u32,
    longest_stand: u32,
}

impl Track {
    fn look(&mut self, walker: &Person, watcher: &Person) {
        let x = watcher.sees(walker.id()).expect("the walker is to be seen").at[0] >> 8;
        assert!(x >= self.last, "{x} after {}: backwards", self.last);
        assert!(x <= walker.x, "nobody is ahead of themselves");
        self.stood = if x == self.last && x > 0 { self.stood + 1 } else { 0 };
        self.longest_stand = self.longest_stand.max(self.stood);
        self.behind = self.behind.max(walker.x - x);
        self.last = x;
    }
}

#[test]
fn a_guest_who_walks_is_seen_by_all_trailing_and_never_backwards() {
    let mut town = Town::new(FAR, 2);
    town.people[1].speed = Some(10);
    let [mut host, mut guest] = [Track::default(), Track::default()];
    town.pass(20_000, |people| {
        host.look(&people[1], &people[0]);
        guest.look(&people[1], &people[2]);
    });
    // On the way for 200 ms and up to 40 more, once a report's interval, and two snapshots behind.
    for (track, ms) in [(&host, 600), (&guest, 850)] {
        let behind_ms = track.behind * 1_000 / 600;
        assert!((300..=ms).contains(&behind_ms), "{behind_ms} ms behind");
        assert!(track.longest_stand < 30, "stood for {} frames", track.longest_stand);
    }
    town.people[1].speed = Some(0);
    town.pass(2_000, |_| {});
    let x = town.people[1].x;
    for watcher in [0, 2] {
        assert_eq!(town.people[watcher].sees(town.people[1].id()).unwrap().at[0] >> 8, x);
    }
}

#[test]
fn the_host_who_walks_is_seen_by_its_guests() {
    let mut town = Town::new(FAR, 2);
    town.people[0].speed = Some(10);
    let mut track = Track::default();
    town.pass(10_000, |people| track.look(&people[0], &people[2]));
    assert!(track.last > 5_000);
}

#[test]
fn who_is_away_is_nowhere_and_who_leaves_is_gone() {
    let mut town = Town::new(FAR, 3);
    let ids: Vec<PlayerId> = town.people.iter().map(Person::id).collect();
    assert!(town.people[3].sees(ids[1]).is_some() && town.people[3].sees(ids[2]).is_some());
    town.people[1].speed = None;
    town.people[2].client.say(Leave {});
    town.pass(1_000, |_| {});
    assert!(town.people[3].sees(ids[1]).is_none() && town.people[3].sees(ids[2]).is_none());
    assert!(town.people[3].sees(ids[0]).is_some());
    town.people[1].speed = Some(0);
    town.pass(1_000, |_| {});
    assert!(town.people[3].sees(ids[1]).is_some());
}

#[test]
fn fault_41_another_host_and_the_walk_goes_on() {
    let mut town = Town::new(FAR, 3);
    town.people[2].speed = Some(10);
    let host = town.people[0].id();
    let [mut next, mut guest] = [Track::default(), Track::default()];
    let mut look = |people: &[Person]| {
        next.look(&people[2], &people[1]);
        guest.look(&people[2], &people[3]);
    };
    town.pass(5_000, &mut look);
    town.people[0].client.say(Leave {});
    town.pass(1_500, &mut look);
    let (left, x) = (town.people.remove(0), town.people[1].x);
    drop(left);
    let mut look = |people: &[Person]| {
        next.look(&people[1], &people[0]);
        guest.look(&people[1], &people[2]);
    };
    town.pass(3_000, &mut look);
    assert!(next.last > x && guest.last > x, "{} and {} of {x}", next.last, guest.last);
    assert!(guest.longest_stand < 60, "stood for {} frames", guest.longest_stand);
    assert!(town.people.iter().all(|person| person.sees(host).is_none()), "who left is gone");
}

#[test]
fn some_play_on_their_host_and_some_roam_beside_it() {
    for model in [SessionModel::HostAuthority, SessionModel::Server] {
        let mut town = Town::new(FAR, 3);
        for person in &mut town.people[1..] {
            person.client.say(SetReady { ready: true });
        }
        town.pass(500, |_| {});
        town.people[0].client.say(start_order(model));
        for player in [0, 1] {
            town.people[player].speed = None;
        }
        town.pass(2_000, |_| {});
        town.people[2].speed = Some(10);
        let (mut track, mut said) = (Track::default(), 0);
        let mut frame = 0;
        for _ in 0..50 {
            frame += 1;
            let payload = Blob::new([0, frame]).unwrap();
            said += usize::from(town.people[1].client.say(Action { player: PlayerId(0), payload }));
            town.pass(100, |people| track.look(&people[2], &people[3]));
        }
        town.pass(1_000, |_| {});
        assert_eq!(town.people[0].intentions, said, "the game's own, all of them");
        let playing = town.people[1].id();
        assert!(town.people[3].sees(playing).is_none(), "who plays is not in the street");
        assert!(track.last > 2_000);
    }
}

#[test]
fn whoever_comes_late_sees_everybody_who_stands_about() {
    let mut town = Town::new(FAR, 3);
    town.pass(5_000, |_| {});
    town.join(FAR);
    town.pass(2_500, |_| {});
    let late = &town.people[4];
    assert!(town.people[..4].iter().all(|person| late.sees(person.id()).is_some()));
}

#[test]
fn sixteen_who_walk_cost_a_guest_less_than_5_kilobytes_a_second() {
    let mut town = Town::new(FAR, 15);
    for (n, person) in (1..).zip(&mut town.people) {
        (person.speed, person.x) = (Some(n), 100_000);
    }
    town.pass(1_000, |_| {});
    town.people.iter_mut().for_each(|person| person.bytes = 0);
    town.pass(10_000, |_| {});
    let rates: Vec<usize> = town.people.iter().map(|person| person.bytes / 10).collect();
    assert!(rates[1..].iter().all(|rate| *rate < 5_000), "about 4.1 kB were measured: {rates:?}");
    let late = &town.people[15];
    assert_eq!(town.people.iter().filter(|person| late.sees(person.id()).is_some()).count(), 15);
}
