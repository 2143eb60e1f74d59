//! The room and everything that feeds it or is fed by it.

use super::caddie::Caddie;
use super::content::Content;
use super::line::Line;
use super::show::{Due, Show};
use super::stats::Stats;
use crate::draw::Painter;
use crate::input::golf::Hands;
use crate::input::{Pads, gamepad, hunt, race};
use crate::settings::Settings;
use crate::shell::crash::note;
use crate::shell::page;
use crate::shell::storage::{self, Store, key};
use crate::store::{Msg, Overlay};
use games::golf::{GolfRules, Mode};
use games::pack::Pack;
use games::racing::Assists;
use games::{Game, GameSetup};
use net_web::{BrowserClock, WebSocketTransport};
use netplay::code::RoomCode;
use netplay::ids::PadWord;
use netplay::link::Conditioned;
use netplay::time::Instant;
use netplay::wire::Presence;
use party::{Ask, EntryWish, Phase, Practice, Profile, Room, RoomView, Scene, Shown};
use std::rc::Rc;
use std::sync::Arc;

/// A picture that is this late means that the display sleeps and the heart must do the work.
const ASLEEP_MS: f64 = 150.0;
/// Between two looks at the counters of the connection, for whoever reads them.
const COUNT_EVERY_MS: f64 = 250.0;

/// Who plays against the AI plays against so many; a golfer who practises is alone on the green.
const fn seats_to_practise(game: GameSetup) -> u16 {
    match game {
        GameSetup::Racing(_) | GameSetup::Hunt(_) => 8,
        GameSetup::Golf(GolfRules { mode: Mode::Practice, .. }) => 1,
        GameSetup::Golf(_) => 4,
    }
}

/// See the module. Borrowed for the length of one call, never across one.
pub(super) struct Engine {
    pub(super) pads: Pads,
    pub(super) show: Show,
    clock: BrowserClock,
    room: Option<Room>,
    content: Content,
    link: Option<Conditioned<WebSocketTransport>>,
    line: Line,
    /// When the counters were told last; none while nobody reads them.
    counted_ms: Option<f64>,
    view: Option<Rc<RoomView>>,
    wish: Option<Wish>,
    ticket: Option<String>,
    /// Who practised last.
    practised: Option<Profile>,
    settings: Rc<Settings>,
    driving: bool,
    menu_held: bool,
    card_held: bool,
    caddie: Caddie,
    last_frame_ms: f64,
    stats: Stats,
    news: Vec<Msg>,
}

/// What brought the player here, to be wished again.
#[derive(Clone)]
struct Wish {
    profile: Profile,
    entry: EntryWish,
    relay: String,
}

impl Engine {
    pub(super) fn new(settings: Rc<Settings>) -> Self {
        let mut engine = Self {
            pads: Pads::default(),
            show: Show::default(),
            clock: BrowserClock::new(),
            room: None,
            content: Content::new(),
            link: None,
            line: Line::default(),
            counted_ms: None,
            view: None,
            wish: None,
            ticket: None,
            practised: None,
            settings: settings.clone(),
            driving: false,
            menu_held: false,
            card_held: false,
            caddie: Caddie::default(),
            last_frame_ms: 0.0,
            stats: Stats::new(),
            news: Vec::new(),
        };
        engine.configure(settings);
        engine
    }

    /// What the page should be told.
    pub(super) fn take_news(&mut self) -> Vec<Msg> {
        std::mem::take(&mut self.news)
    }

    pub(super) fn configure(&mut self, settings: Rc<Settings>) {
        let system = page::media("(prefers-reduced-motion: reduce)");
        self.show.calm = settings.motion.is_reduced(system);
        self.show.ghost = settings.ghost;
        self.pads.set_bindings(settings.keys.clone());
        self.show.set_keys(&settings.keys);
        self.show.sound.set_volume(if settings.muted { 0 } else { settings.volume });
        self.settings = settings;
    }

    pub(super) fn set_driving(&mut self, driving: bool) {
        if self.driving == driving {
            return;
        }
        self.driving = driving;
        self.pads.release();
        // Alone nobody is kept waiting: the race stops while something lies over it.
        let view = self.view.as_ref();
        if view.is_some_and(|view| view.practice && view.phase == Phase::Playing) {
            self.ask(if driving { Ask::Unpause } else { Ask::Pause });
        }
    }

    // --- rooms ------------------------------------------------------------------------------

    pub(super) fn enter(&mut self, profile: Profile, entry: EntryWish, relay: String) {
        note(format!("enter by {}", kind_of(&entry)));
        let pack = match entry {
            EntryWish::Resume(_) => self.content.of_room(),
            _ => self.content.own().clone(),
        };
        let mut room = Room::online(&profile, entry.clone(), pack, dice(), self.clock.now());
        room.stir(page::entropy());
        self.wish = Some(Wish { profile, entry, relay });
        self.begin(room);
    }

    pub(super) fn practise(&mut self, profile: Profile, game: GameSetup) {
        note("practice");
        let setup = Practice { game, seats: seats_to_practise(game) };
        let pack = self.content.own().clone();
        let room = Room::practice(profile.clone(), setup, pack, dice(), self.clock.now());
        self.wish = None;
        self.practised = Some(profile);
        self.begin(room);
    }

    pub(super) fn watch(&mut self, file: Vec<u8>) {
        note(format!("a replay of {} bytes", file.len()));
        match Room::watch(file, self.content.own(), self.clock.now()) {
            Ok(room) => {
                self.wish = None;
                self.begin(room);
            }
            Err(why) => self.news.push(Msg::Trouble(Some(why))),
        }
    }

    pub(super) fn pack(&self) -> Arc<Pack> {
        let room = self.room.as_ref().and_then(Room::pack);
        room.unwrap_or(self.content.own()).clone()
    }

    /// A pack of the player's own. Whoever practises goes on with it at once, on the same map if it
    /// has one.
    pub(super) fn load_pack(&mut self, text: String) {
        let is_new = self.content.read(text);
        self.tell_pack();
        let practised = self.view.as_ref().filter(|view| is_new && view.practice);
        if let (Some(view), Some(profile)) = (practised, self.practised.clone()) {
            let has_it = Game::new(view.game, 0, 2, self.content.own()).is_ok();
            let game = if has_it { view.game } else { GameSetup::of(view.game.id()) };
            self.practise(profile, game);
        }
    }

    /// Keeps the last room's pack, or goes back to the build's own.
    pub(super) fn choose_pack(&mut self, keep: bool) {
        if keep {
            self.content.keep();
        } else {
            self.content.play_built_in();
        }
        self.tell_pack();
    }

    pub(super) fn tell_pack(&mut self) {
        self.news.push(Msg::Pack(Rc::new(self.content.shown())));
    }

    pub(super) fn recording(&self) -> Option<Vec<u8>> {
        self.room.as_ref()?.recording()
    }

    fn begin(&mut self, room: Room) {
        self.link = None;
        self.room = Some(room);
        self.view = None;
        self.show.start_over();
        self.look();
    }

    pub(super) fn again(&mut self) {
        if let Some(wish) = self.wish.clone() {
            self.enter(wish.profile, wish.entry, wish.relay);
        }
    }

    pub(super) fn leave(&mut self) {
        note("leave");
        let now = self.clock.now();
        if let Some(room) = &mut self.room {
            room.ask(Ask::Leave, now);
            if let Some(link) = &mut self.link {
                room.transmit(link, now);
            }
        }
        (self.room, self.link, self.view) = (None, None, None);
        self.show.sound.rest();
        self.keep_ticket(None);
        self.news.push(Msg::NoRoom);
    }

    pub(super) fn hurry(&mut self) {
        if let Some(room) = &mut self.room {
            room.hurry(self.clock.now());
        }
    }

    pub(super) fn ask(&mut self, ask: Ask) {
        if let Some(room) = &mut self.room {
            room.ask(ask, self.clock.now());
            self.look();
        }
    }

    pub(super) fn wished_code(&self) -> Option<RoomCode> {
        match &self.wish.as_ref()?.entry {
            EntryWish::Create { .. } => None,
            EntryWish::Join { code, .. } => Some(*code),
            EntryWish::Resume(ticket) => Some(ticket.code()),
        }
    }

    pub(super) fn set_hidden(&mut self, hidden: bool) {
        note(if hidden { "hidden" } else { "visible" });
        self.pads.release();
        self.show.sound.rest();
        match (self.view.as_ref().is_some_and(|view| view.practice), hidden) {
            (true, true) => self.ask(Ask::Pause),
            (true, false) => {}
            (false, true) => self.ask(Ask::Presence(Presence::Hidden)),
            (false, false) => {
                self.ask(Ask::Presence(Presence::Active));
                self.hurry();
            }
        }
    }

    // --- the net panel ----------------------------------------------------------------------

    pub(super) fn count_net(&mut self, wanted: bool) {
        self.counted_ms = wanted.then_some(0.0);
        self.count();
    }

    pub(super) fn set_line(&mut self, line: Line) {
        self.line = line;
        if let Some(link) = &mut self.link {
            link.set_profiles(line.up, line.down);
        }
    }

    /// Tells the counters when it is time for it and somebody reads them.
    fn count(&mut self) {
        let now = millis(Instant::ZERO, self.clock.now());
        if self.counted_ms.is_some_and(|last| now - last >= COUNT_EVERY_MS) {
            self.counted_ms = Some(now);
            self.news.push(Msg::Net(self.room.as_ref().and_then(Room::net).map(Rc::new)));
        }
    }

    // --- the frame --------------------------------------------------------------------------

    /// A picture is due.
    pub(super) fn frame(&mut self, frame_ms: f64) {
        self.last_frame_ms = frame_ms;
        let began = self.clock.now();
        let pad = self.step();
        let stepped = self.clock.now();
        self.present(Some(frame_ms));
        let drawn = self.clock.now();
        self.stats.frame(frame_ms, millis(began, stepped), millis(stepped, drawn));
        self.stats.hunt(self.show.hunted());
        self.stats.show(self.room.as_ref(), pad, (&self.caddie, &self.pads.aim));
        self.look();
        self.count();
    }

    /// The heart has beaten: only if no picture comes is there something to do.
    pub(super) fn beat(&mut self) {
        if millis(Instant::ZERO, self.clock.now()) - self.last_frame_ms > ASLEEP_MS {
            let pad = self.step();
            self.present(None);
            self.stats.hunt(self.show.hunted());
            self.stats.show(self.room.as_ref(), pad, (&self.caddie, &self.pads.aim));
            self.look();
        }
    }

    /// One turn of the loop; answers with the word that the pads said.
    fn step(&mut self) -> PadWord {
        let pad = self.pad();
        let now = self.clock.now();
        let Some(room) = &mut self.room else {
            return pad;
        };
        if room.wants_link(now) {
            note("connect");
            let relay = self.wish.as_ref().map_or("", |wish| &wish.relay);
            // An address that the browser refuses at once is tried again like one that does not
            // answer: the screen says what to check.
            let (up, down, seed) = (self.line.up, self.line.down, dice());
            let socket = WebSocketTransport::connect(relay).ok();
            self.link = socket.map(|socket| Conditioned::new(socket, up, down, seed));
        }
        if let Some(link) = &mut self.link {
            room.receive(link, now);
        }
        room.frame(pad, now);
        if let Some(link) = &mut self.link {
            room.transmit(link, now);
        }
        pad
    }

    /// The word of the pads, with the help that the player has switched on.
    fn pad(&mut self) -> PadWord {
        let sample = gamepad::sample();
        let menu = sample.any(&[gamepad::MENU]);
        if menu && !self.menu_held && self.driving {
            self.news.push(Msg::Overlay(Some(Overlay::Menu)));
        }
        self.menu_held = menu;
        if !self.driving {
            return PadWord(0);
        }
        let push = self.pads.way(sample);
        self.show.watch.steer(push, sample, self.show.dt);
        if self.view.as_ref().is_some_and(|view| view.game.id().mode() == "hunt") {
            if let Some(painter) = &mut self.show.painter {
                painter.push(push);
            }
            return hunt::word(&self.pads, sample, push);
        }
        let word = race::word(&self.pads, sample);
        match self.room.as_ref().map(Room::scene) {
            Some(Scene::Race(Shown { after, me: Some(me), .. })) => {
                let assists = Assists {
                    auto_accelerate: self.settings.auto_accelerate.is_on(self.pads.thumbs.shown),
                    smart_steering: self.settings.smart_steering,
                };
                assists.shape(word, after, me)
            }
            Some(Scene::Golf(Shown { after, me: Some(me), .. })) => {
                let card = sample.any(&[gamepad::Y]);
                if card != self.card_held {
                    self.card_held = card;
                    self.news.push(Msg::CardOpen(card));
                }
                let lie = self.caddie.look(after, me);
                let aim = &mut self.pads.aim;
                aim.turned = self.show.painter.as_ref().map_or(0, Painter::turned);
                aim.two_presses = self.settings.two_presses;
                let hands = Hands::of(&self.pads, sample);
                self.pads.aim.step(hands, lie, self.show.dt)
            }
            _ => word,
        }
    }

    fn present(&mut self, frame_ms: Option<f64>) {
        let Some(room) = &mut self.room else {
            return;
        };
        let cast = self.view.as_ref().map(|view| view.cast.as_slice()).unwrap_or_default();
        let replay = self.view.as_ref().is_some_and(|view| view.replay.is_some());
        let touching = self.pads.thumbs.shown;
        let due = Due { cast, frame_ms, touching, replay, aim: self.pads.aim.shown() };
        self.news.extend(self.show.present(room, due));
    }

    /// Tells the page what looks otherwise, and keeps what brings the player back.
    fn look(&mut self) {
        let Some(room) = &mut self.room else {
            return;
        };
        let Some(view) = room.view_if_changed() else {
            return;
        };
        let ticket = match view.phase {
            Phase::Closed(_) => None,
            _ => room.ticket().map(|ticket| ticket.to_text()),
        };
        let round = self.view.as_ref().and_then(|view| view.round);
        if round != view.round {
            self.show.start_over();
        }
        let is_met = room.pack().is_some_and(|pack| self.content.meet(pack));
        self.view = Some(view.clone());
        self.news.push(Msg::View(view));
        if is_met {
            self.tell_pack();
        }
        self.keep_ticket(ticket);
    }

    fn keep_ticket(&mut self, ticket: Option<String>) {
        if self.ticket == ticket {
            return;
        }
        match (&ticket, &self.wish) {
            (Some(ticket), Some(wish)) => {
                storage::save(Store::Tab, key::TICKET, ticket);
                storage::save(Store::Tab, key::RELAY, &wish.relay);
            }
            _ => {
                storage::forget(Store::Tab, key::TICKET);
                storage::forget(Store::Tab, key::ROOM_PACK);
            }
        }
        self.ticket = ticket;
    }
}

fn millis(from: Instant, to: Instant) -> f64 {
    to.since(from).as_secs_f64() * 1000.0
}

/// How somebody comes in, for a report.
fn kind_of(wish: &EntryWish) -> &'static str {
    match wish {
        EntryWish::Create { .. } => "creating",
        EntryWish::Join { .. } => "joining",
        EntryWish::Resume(_) => "resuming",
    }
}

/// A number that differs from page to page.
fn dice() -> u64 {
    (js_sys::Math::random() * 9e15) as u64
}
