//! Races that are recorded while they run, and watched again: by whom, from where, and how.

mod table;

use games::racing::RaceRules;
use games::{Game, GameSetup};
use netplay::hash::digest;
use netplay::ids::{Frame, PadWord, Seat, StateHash};
use netplay::limits::REPLAY_BYTES;
use netplay::link::LinkProfile;
use netplay::rng::SimRng;
use netplay::session::replay::{Header, Origin, Recorder, Replay, Verdict, verify};
use netplay::time::Instant;
use netplay::wire::Text;
use party::{
    Ask, Cue, EntryWish, Netcode, Phase, Practice, Profile, ReplayAsk, Room, RoomView, Scene, Shown,
};
use std::rc::Rc;
use table::{Table, in_every_netcode, pack};

in_every_netcode! {
    both_ends_record_the_same_race_and_it_verifies
    who_comes_back_by_a_reload_records_from_the_state_on
    the_last_race_is_kept_until_another_begins
}

fn recorded(room: &Room) -> Replay {
    Replay::decode(room.recording().expect("a recording"), REPLAY_BYTES).expect("whole")
}

/// How many frames were run; panics where a checkpoint differs.
fn verified(replay: &Replay) -> u32 {
    let game = Game::from_start(&replay.header().start, &pack()).unwrap();
    match verify(replay, game).unwrap().0 {
        Verdict::Verified { frames, checkpoints } => {
            assert!(checkpoints >= frames / 30, "{checkpoints} checkpoints in {frames} frames");
            frames
        }
        Verdict::Differs(differs) => panic!("{differs:?}"),
    }
}

/// The first frames of a recording, as if it had ended there.
fn first(replay: &Replay, frames: u32) -> Vec<u8> {
    let mut first = Recorder::new(replay.header(), REPLAY_BYTES);
    for (confirmed, checkpoint) in replay.read_out::<PadWord>().take(frames as usize) {
        first.frame(&confirmed);
        checkpoint.into_iter().for_each(|hash| first.checkpoint(confirmed.frame, hash));
    }
    first.finish()
}

fn both_ends_record_the_same_race_and_it_verifies(netcode: Netcode) {
    let wire = LinkProfile { latency_ms: 60, jitter_ms: 30, ..LinkProfile::PERFECT };
    let mut table = Table::over(wire).playing(netcode);
    table.gather(&["Noa"]);
    table.race();
    table.until("results", |table| table.all(|person| person.view.results.is_some()));
    table.run_ms(6_000);
    let [ann, noa] = [0, 1].map(|who| recorded(&table.people[who].room));
    assert!(verified(&ann) > 600 && verified(&noa) > 600);
    assert_eq!(ann.header(), noa.header());
    let both = ann.frames().min(noa.frames());
    assert_eq!(first(&ann, both), first(&noa, both), "both have the same bytes");

    // Whoever watches it sees the results that were read then.
    let read = table.view(0).results.clone().unwrap();
    let mut watched = Watched::of(ann.bytes().into());
    watched.ask(ReplayAsk::Seek(Frame(u32::MAX)));
    let view = watched.until(|view| view.results.is_some());
    let places = |view: &party::ResultsView| -> Vec<_> {
        view.rows.iter().map(|row| (row.seat, row.name.clone(), row.cells.clone())).collect()
    };
    assert_eq!(places(&view.results.clone().unwrap()), places(&read));
}

fn who_comes_back_by_a_reload_records_from_the_state_on(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    table.gather(&["Noa"]);
    table.race();
    table.run_ms(5_000);
    table.reload(1);
    table.until("Noa's return", |table| {
        table.view(1).phase == Phase::Playing && !table.view(1).seat_with_ai
    });
    table.run_ms(4_000);
    let [ann, noa] = [0, 1].map(|who| recorded(&table.people[who].room));
    assert_eq!(ann.header().origin, Origin::Start);
    assert!(matches!(noa.header().origin, Origin::State { frame: Frame(250..), .. }));
    assert!(verified(&ann) > 500 && verified(&noa) > 200);
}

fn the_last_race_is_kept_until_another_begins(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    table.gather(&["Noa"]);
    assert_eq!(table.people[1].room.recording(), None);
    table.race();
    table.run_ms(2_000);
    let first = recorded(&table.people[1].room).header().start.round;
    table.ask(0, Ask::LeaveGame);
    table.until("the lobby", |table| table.all(|person| person.view.phase == Phase::Lobby));
    assert_eq!(recorded(&table.people[1].room).header().start.round, first);
    table.race();
    assert_ne!(recorded(&table.people[1].room).header().start.round, first);
}

/// A page that shows a replay.
struct Watched {
    room: Room,
    view: Rc<RoomView>,
    micros: u64,
}

impl Watched {
    fn of(file: Vec<u8>) -> Self {
        Self::in_room(
            Room::watch(file, &pack(), Instant::ZERO).unwrap_or_else(|why| panic!("{why:?}")),
        )
    }

    fn in_room(mut room: Room) -> Self {
        let view = room.view_if_changed().unwrap();
        Self { room, view, micros: 0 }
    }

    fn ask(&mut self, ask: ReplayAsk) {
        self.room.ask(Ask::Replay(ask), Instant::from_micros(self.micros));
    }

    /// One picture of a display with 60 of them a second.
    fn draw(&mut self) -> Vec<Cue> {
        self.micros += 16_667;
        self.room.frame(PadWord(0), Instant::from_micros(self.micros));
        if let Some(view) = self.room.view_if_changed() {
            self.view = view;
        }
        self.room.cues().collect()
    }

    fn until(&mut self, is_so: impl Fn(&RoomView) -> bool) -> Rc<RoomView> {
        for _ in 0..10_000 {
            if is_so(&self.view) {
                return Rc::clone(&self.view);
            }
            self.draw();
        }
        panic!("it never came: {:?}", self.view.replay);
    }

    fn tick(&self) -> u32 {
        let Scene::Race(Shown { after, .. }) = self.room.scene() else { panic!("a race") };
        after.tick_count()
    }
}

fn practised(seconds: u64) -> Vec<u8> {
    let rules = RaceRules { laps: 1, cap_seconds: 90, ..RaceRules::default() };
    let me = Profile { name: "Ann".into(), colour: 5 };
    let setup = Practice { game: GameSetup::Racing(rules), seats: 8 };
    let mut room = Room::practice(me, setup, pack(), 7, Instant::ZERO);
    for call in 0..=60 * seconds {
        room.frame(PadWord(games::racing::pad::THROTTLE), Instant::from_micros(call * 16_667));
    }
    room.recording().expect("practice is recorded too")
}

#[test]
fn a_replay_runs_stands_still_and_runs_eight_times_as_fast() {
    let mut page = Watched::of(practised(30));
    let cues: usize = (0..300).map(|_| page.draw().len()).sum();
    assert_eq!(page.tick(), 299);
    assert!(cues > 3, "lights and gates are heard");
    page.ask(ReplayAsk::Play(false));
    (0..60).for_each(|_| drop(page.draw()));
    assert_eq!(page.tick(), 299);
    page.ask(ReplayAsk::Play(true));
    page.ask(ReplayAsk::Speed(8));
    let cues: usize = (0..60).map(|_| page.draw().len()).sum();
    assert!((770..=790).contains(&page.tick()), "{}", page.tick());
    assert_eq!(cues, 0, "nothing is heard at that speed");
    let view = page.until(|view| !view.replay.as_ref().unwrap().playing).replay.clone().unwrap();
    assert_eq!((view.frame.0, view.differs), (view.frames, None));
    page.ask(ReplayAsk::Play(true));
    page.draw();
    assert!(page.tick() < 20, "at its end it begins anew");
}

#[test]
fn any_frame_is_shown_at_once_and_is_that_frame() {
    let mut page = Watched::of(practised(40));
    (0..60).for_each(|_| drop(page.draw())); // a second, in which the whole is looked through
    page.ask(ReplayAsk::Play(false));
    for to in [2_000, 100, 2_399, 0, 1_234] {
        page.ask(ReplayAsk::Seek(Frame(to)));
        let view = page.until(|view| view.replay.as_ref().unwrap().frame == Frame(to));
        assert!(!view.replay.as_ref().unwrap().seeking);
        assert_eq!((page.tick(), page.draw().len()), (to, 0));
    }
}

#[test]
fn it_is_seen_from_any_seat_or_from_none() {
    let mut page = Watched::of(practised(2));
    let followed = |page: &Watched| {
        let Scene::Race(shown) = page.room.scene() else { panic!("a race") };
        shown.me
    };
    assert_eq!(followed(&page), Some(Seat(0)), "the first person's");
    for seat in [Some(Seat(6)), None] {
        page.ask(ReplayAsk::Follow(seat));
        page.draw();
        assert_eq!(followed(&page), seat);
        assert_eq!(page.view.replay.as_ref().unwrap().follow, seat);
    }
    page.ask(ReplayAsk::Follow(Some(Seat(99))));
    assert_eq!(followed(&page), None);
    assert_eq!(page.view.cast[0].name, "Ann");
    assert_eq!(page.view.replay.as_ref().unwrap().names.len(), 8);
}

#[test]
fn the_page_hears_of_the_place_ten_times_a_second_and_no_oftener() {
    let mut page = Watched::of(practised(20));
    let mut told = 0;
    for _ in 0..600 {
        let before = Rc::clone(&page.view);
        page.draw();
        told += u32::from(!Rc::ptr_eq(&before, &page.view));
    }
    assert!((95..=105).contains(&told), "{told} in ten seconds");
}

#[test]
fn what_cannot_be_shown_is_refused_in_a_sentence() {
    let refused = |file: Vec<u8>| {
        let why = Room::watch(file, &pack(), Instant::ZERO).err().expect("refused");
        assert!(why.what.ends_with('.') && !why.title.is_empty(), "{why:?}");
        why
    };
    let good = practised(25);
    let recorded = |change: &dyn Fn(&mut Header)| {
        let mut header = Replay::decode(good.clone(), REPLAY_BYTES).unwrap().header().clone();
        change(&mut header);
        Recorder::new(&header, REPLAY_BYTES).finish()
    };
    assert_eq!(refused(b"GIF89a".to_vec()).title, "This is not a replay");
    let mut changed = good.clone();
    changed[200] ^= 1;
    assert_eq!(refused(changed).title, "This replay was changed");
    assert_eq!(refused(good[..150].to_vec()).title, "This replay is cut off");
    assert_eq!(refused(vec![0; REPLAY_BYTES + 1]).title, "This file is too large");
    let why = refused(recorded(&|header| header.start.mode = Text::truncated("golf\u{202e}")));
    assert_eq!(why.title, "This replay is of another game");
    assert!(why.what.contains("“golf”"), "{}", why.what);
    let why = refused(recorded(&|header| {
        header.start.seats.truncate(1);
        header.looks.clear();
    }));
    assert_eq!(why.title, "This replay cannot be played");
    let why = refused(recorded(&|header| header.simulation = StateHash(0xAA)));
    assert_eq!(why.title, "The rules differ");
    assert!(why.what.contains("00000000000000aa"), "{}", why.what);
    assert!(why.what.contains(&games::simulation_digest().to_string()), "{}", why.what);
}

#[test]
fn what_is_whole_of_a_cut_recording_is_shown_and_its_end_is_missed() {
    let good = practised(25);
    let frames = Watched::of(good.clone()).view.replay.as_ref().unwrap().frames;
    let page = Watched::of(good[..good.len() - 20].to_vec());
    let view = page.view.replay.as_ref().unwrap();
    assert!(view.cut && view.frames < frames && view.frames.is_multiple_of(600), "{view:?}");
}

#[test]
fn a_room_that_shows_a_replay_needs_no_relay_and_ends_when_it_is_left() {
    let mut page = Watched::of(practised(2));
    assert!(!page.room.wants_link(Instant::ZERO));
    assert_eq!(page.room.ticket(), None);
    assert!(page.room.recording().is_some(), "it can be saved again");
    page.room.ask(Ask::Leave, Instant::ZERO);
    page.draw();
    assert!(matches!(page.view.phase, Phase::Closed(_)));
    assert!(matches!(page.room.scene(), Scene::None));
}

/// What follows the events of a file of one block: two digests, and the end between them.
const TAIL: usize = 8 + 3 + 8;

#[test]
fn whatever_a_file_says_the_page_stays_up() {
    let rules = RaceRules { laps: 1, cap_seconds: 60, ..RaceRules::default() };
    let mut table = Table::new();
    let code = table.gather(&["Noa"]);
    table.ask(0, Ask::PickGame(GameSetup::Racing(rules)));
    table.race();
    table.run_ms(1_000);
    let ben = table.arrive("Ben", EntryWish::Join { code, watch: true });
    table.until("the picture", |table| table.view(ben).phase == Phase::Playing);
    table.run_ms(7_000);
    let files = [0, ben].map(|who| table.people[who].room.recording().unwrap());
    let mut rng = SimRng::new(0xBAD, 0);
    let mut shown = 0;
    for round in 0..400 {
        let mut file = files[round % 2].clone();
        for _ in 0..=rng.below(2) {
            let at = 13 + rng.below((file.len() - 13 - TAIL) as u32) as usize;
            file[at] = if rng.below(2) == 0 { rng.next_u32() as u8 } else { file[at] ^ 1 };
        }
        for end in [file.len() - TAIL, file.len() - 8] {
            let right = digest(&file[..end]).0.to_le_bytes();
            file[end..end + 8].copy_from_slice(&right);
        }
        let Ok(room) = Room::watch(file, &pack(), Instant::ZERO) else { continue };
        shown += 1;
        let mut page = Watched::in_room(room);
        for to in [300, 0, 470] {
            page.ask(ReplayAsk::Seek(Frame(to)));
            page.ask(ReplayAsk::Follow(Some(Seat(rng.below(9) as u16))));
            (0..4).for_each(|_| drop(page.draw()));
        }
    }
    assert!(shown > 50, "only {shown} were shown");
}

#[test]
fn a_late_comer_records_what_came_after() {
    let mut table = Table::new();
    let code = table.gather(&["Noa"]);
    table.race();
    table.run_ms(3_000);
    let ben = table.arrive("Ben", EntryWish::Join { code, watch: false });
    table.until("the picture", |table| table.view(ben).phase == Phase::Playing);
    table.run_ms(3_000);
    let replay = recorded(&table.people[ben].room);
    assert!(matches!(replay.header().origin, Origin::State { frame: Frame(150..), .. }));
    assert!(verified(&replay) > 150);
    let page = Watched::of(replay.bytes().into());
    assert_eq!(page.view.cast.iter().filter(|seat| !seat.ai).count(), 2);
}
