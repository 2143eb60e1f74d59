//! What plays: the room, its link, the pads, the painter and the sound, once a frame.
//!
//! ```text
//! pad = pads.word()
//! room.receive(link)   room.frame(pad)   room.transmit(link)
//! painter.draw(room.scene())   sound.hear(room.cues())   page.dispatch(room.view_if_changed())
//! ```
//!
//! Components hold a [`Driver`] and tell it what the player wants; it tells the page what has
//! changed by messages to the store. It never renders, and the page never steps a game.

mod beat;
mod caddie;
mod content;
mod engine;
pub mod line;
mod show;
mod stats;
mod still;
pub mod watch;
mod wheel;

pub use beat::Beat;

use crate::draw::Painter;
use crate::input::touch::Thumbs;
use crate::settings::Settings;
use crate::store::Msg;
use engine::Engine;
use games::golf::Wish;
use games::pack::Pack;
use games::{GameId, GameSetup};
use line::Line;
use netplay::code::RoomCode;
use netplay::wire::Presence;
use party::{Ask, EntryWish, Profile};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use watch::WatchAsk;
use web_sys::HtmlCanvasElement;
use yew::Callback;

/// A handle on what plays. All handles are the same driver.
#[derive(Clone)]
pub struct Driver {
    engine: Rc<RefCell<Engine>>,
    page: Rc<RefCell<Callback<Msg>>>,
}

impl PartialEq for Driver {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.engine, &other.engine)
    }
}

impl Driver {
    /// A driver without a room.
    #[must_use]
    pub fn new(settings: Rc<Settings>) -> Self {
        Self {
            engine: Rc::new(RefCell::new(Engine::new(settings))),
            page: Rc::new(RefCell::new(Callback::noop())),
        }
    }

    /// Where changes are told from now on.
    pub fn tell(&self, page: Callback<Msg>) {
        *self.page.borrow_mut() = page;
    }

    /// Does something with the engine, then tells the page what came of it: never while the
    /// engine is in use, so that the page may call back.
    fn with<R>(&self, act: impl FnOnce(&mut Engine) -> R) -> R {
        let (result, news) = {
            let mut engine = self.engine.borrow_mut();
            let result = act(&mut engine);
            (result, engine.take_news())
        };
        let page = self.page.borrow().clone();
        news.into_iter().for_each(|msg| page.emit(msg));
        result
    }

    /// A picture is due.
    pub(crate) fn frame(&self, frame_ms: f64) {
        self.with(|engine| engine.frame(frame_ms));
    }

    /// The heart has beaten. In a hidden tab this is all that moves.
    pub(crate) fn beat(&self) {
        self.with(Engine::beat);
    }

    // --- rooms ------------------------------------------------------------------------------

    /// Into a room at a relay.
    pub fn enter(&self, profile: Profile, wish: EntryWish, relay: String) {
        self.with(|engine| engine.enter(profile, wish, relay));
    }

    /// A game against the AI.
    pub fn practise(&self, profile: Profile, game: GameSetup) {
        self.with(|engine| engine.practise(profile, game));
    }

    /// What is played on.
    #[must_use]
    pub fn pack(&self) -> Arc<Pack> {
        self.engine.borrow().pack()
    }

    /// A pack of the player's own, as text.
    pub fn load_pack(&self, text: String) {
        self.with(|engine| engine.load_pack(text));
    }

    /// Keeps the last room's pack, or goes back to the build's own.
    pub fn choose_pack(&self, keep: bool) {
        self.with(|engine| engine.choose_pack(keep));
    }

    /// Tells the page what is played on.
    pub fn tell_pack(&self) {
        self.with(Engine::tell_pack);
    }

    /// A recorded game, from a file.
    pub fn watch(&self, file: Vec<u8>) {
        self.with(|engine| engine.watch(file));
    }

    /// The running race as a file, or the last one.
    #[must_use]
    pub fn recording(&self) -> Option<Vec<u8>> {
        self.engine.borrow().recording()
    }

    /// The same wish once more.
    pub fn again(&self) {
        self.with(Engine::again);
    }

    /// Out of the room.
    pub fn leave(&self) {
        self.with(Engine::leave);
    }

    /// No more waiting for the next try to connect.
    pub fn hurry(&self) {
        self.with(Engine::hurry);
    }

    /// The player wants something of the room.
    pub fn ask(&self, ask: Ask) {
        self.with(|engine| engine.ask(ask));
    }

    /// The room that was asked for last.
    #[must_use]
    pub fn wished_code(&self) -> Option<RoomCode> {
        self.engine.borrow().wished_code()
    }

    // --- the net panel ----------------------------------------------------------------------

    /// Whether the page wants to be told the counters of the connection, a few times a second.
    pub fn count_net(&self, wanted: bool) {
        self.with(|engine| engine.count_net(wanted));
    }

    /// What is done to packets from now on.
    pub fn set_line(&self, line: Line) {
        self.with(|engine| engine.set_line(line));
    }

    // --- the player -------------------------------------------------------------------------

    /// A key went down while the game had the keyboard; whether it is the game's.
    pub fn key_down(&self, code: &str) -> bool {
        self.with(|engine| engine.pads.key_down(code))
    }

    /// A key came up.
    pub fn key_up(&self, code: &str) {
        self.with(|engine| engine.pads.key_up(code));
    }

    /// What was held is held no more: the keyboard went elsewhere.
    pub fn release(&self) {
        self.with(|engine| engine.pads.release());
    }

    /// The thumbs have moved.
    pub fn thumbs(&self, change: impl FnOnce(&mut Thumbs)) {
        self.with(|engine| change(&mut engine.pads.thumbs));
    }

    // --- aiming a putt ----------------------------------------------------------------------

    /// A finger or the mouse came down on a picture that is so many CSS pixels across.
    pub fn pull(&self, at: (f64, f64), across: f64) {
        self.with(|engine| engine.pads.aim.press(at, across));
    }

    /// It moved.
    pub fn drag(&self, at: (f64, f64)) {
        self.with(|engine| engine.pads.aim.drag(at));
    }

    /// It left: a stroke.
    pub fn let_go(&self) {
        self.with(|engine| engine.pads.aim.lift());
    }

    /// Never mind. Whether there was something to take back.
    pub fn cancel_aim(&self) -> bool {
        self.with(|engine| engine.pads.aim.cancel())
    }

    /// A wish besides striking.
    pub fn golf(&self, wish: Wish) {
        self.with(|engine| engine.pads.aim.command(wish));
    }

    /// Whether the pads drive the car, or something lies over the game.
    pub fn set_driving(&self, driving: bool) {
        self.with(|engine| engine.set_driving(driving));
    }

    /// The first gesture: browsers let sound be heard from here on.
    pub fn unlock_sound(&self) -> bool {
        self.with(|engine| engine.show.sound.unlock())
    }

    /// Other settings.
    pub fn configure(&self, settings: Rc<Settings>) {
        self.with(|engine| engine.configure(settings));
    }

    /// The tab is hidden, or seen again.
    pub fn set_hidden(&self, hidden: bool) {
        self.with(|engine| engine.set_hidden(hidden));
    }

    /// What the others are told the player does.
    pub fn presence(&self, presence: Presence) {
        self.ask(Ask::Presence(presence));
    }

    /// A spectator wants to see something else.
    pub fn look(&self, ask: WatchAsk) {
        self.with(|engine| engine.show.watch.ask(ask));
    }

    // --- the canvas -------------------------------------------------------------------------

    /// From now on the game is drawn here.
    pub fn show_on(&self, canvas: HtmlCanvasElement) {
        self.with(|engine| engine.show.painter = Painter::new(canvas));
    }

    /// A moment of a game on a canvas of its own.
    pub fn still(&self, canvas: HtmlCanvasElement, game: GameId) {
        still::still(canvas, game, self.engine.borrow().pack());
    }

    /// The canvas is gone.
    pub fn hide(&self) {
        self.with(|engine| engine.show.painter = None);
    }
}
