//! What is on the page, and the only function that changes it.

use crate::board::Board;
use crate::driver::line::Line;
use crate::driver::watch::Watching;
use crate::scorecard::Scorecard;
use crate::settings::Settings;
use crate::shell::labels::KeyLabels;
use games::hunt::ANY_ARENA;
use games::pack::PackFault;
use games::{GameId, GameSetup};
use party::{NetView, Phase, Profile, RoomView, Sentence};
use std::collections::VecDeque;
use std::rc::Rc;
use yew::Reducible;

/// Lines of the race's text log that are kept.
const LOG_LINES: usize = 40;

/// Which screen is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Screen {
    /// The first one.
    #[default]
    Home,
    /// On the way to the relay.
    Connecting,
    /// The room between games.
    Room,
    /// The game.
    Play,
    /// How it ended.
    Results,
    /// The room is over, and why.
    Closed,
}

/// What lies over the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// The game's menu.
    Menu,
    /// The menu, asking whether the player means to leave.
    Leaving,
    /// The settings card.
    Settings,
    /// How to play.
    Help(GameId),
    /// Name and colour.
    Profile,
}

/// A question that must be answered before a link is followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// The room.
    pub code: netplay::code::RoomCode,
    /// The relay that this page knows nothing of.
    pub relay: String,
}

/// A line of the race's text log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// Counts up; a key for lists.
    pub id: u64,
    /// One sentence.
    pub text: String,
}

/// The content pack that the player has chosen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PackShown {
    /// What it is called; nothing for the build's own.
    pub name: Option<String>,
    /// What tells one version from the next, which may have the same name.
    pub sha256: [u8; 32],
    /// Tracks, holes and arenas.
    pub counts: [usize; 3],
    /// What the pack is called that came from the last room.
    pub met: Option<String>,
    /// Why the last one that was loaded cannot be played.
    pub faults: Rc<Vec<PackFault>>,
}

impl PackShown {
    /// Whether it has what these rules are played on.
    fn has(&self, setup: GameSetup) -> bool {
        let [tracks, holes, arenas] = self.counts;
        match setup {
            GameSetup::Racing(rules) => usize::from(rules.track) < tracks,
            GameSetup::Golf(rules) => usize::from(rules.first_hole) < holes,
            GameSetup::Hunt(rules) => rules.arena == ANY_ARENA || usize::from(rules.arena) < arenas,
        }
    }
}

/// The net panel: what it shows, once there is something to show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    /// The counters of the running game.
    pub net: Option<Rc<NetView>>,
}

/// Everything the components show.
#[derive(Clone, Debug, PartialEq)]
pub struct Store {
    /// Which screen is shown.
    pub screen: Screen,
    /// The room, while there is one.
    pub view: Option<Rc<RoomView>>,
    /// What lies over the screen.
    pub overlay: Option<Overlay>,
    /// Whether the chat of the game has the keyboard.
    pub talking: bool,
    /// Name and colour.
    pub profile: Profile,
    /// Whether the name was chosen and not made up.
    pub named: bool,
    /// The room that a link leads to, while a name is asked for.
    pub invited: Option<netplay::code::RoomCode>,
    /// A link to a relay that is asked about first.
    pub doubt: Option<Doubt>,
    /// What went wrong before there was a room.
    pub trouble: Option<Sentence>,
    /// The relay's address.
    pub relay: String,
    /// What stands in the relay's field, once something was typed there.
    pub relay_typed: Option<String>,
    /// The settings card.
    pub settings: Rc<Settings>,
    /// The next game to practise, and its rules.
    pub rules: GameSetup,
    /// What is played on.
    pub pack: Rc<PackShown>,
    /// What the keys are called.
    pub labels: KeyLabels,
    /// Whether sound may be heard: browsers want a gesture first.
    pub sound_unlocked: bool,
    /// Whether the last touch was a thumb on glass.
    pub touching: bool,
    /// The net panel, while it is open.
    pub panel: Option<Panel>,
    /// What is done to packets between this page and the relay.
    pub line: Line,
    /// Whom the player watches, while nothing is played by them.
    pub watching: Option<Rc<Watching>>,
    /// The card of the round of golf that is played.
    pub card: Option<Rc<Scorecard>>,
    /// Whether it is held open over the game.
    pub card_open: bool,
    /// The points of a round of a hunt, between two rounds.
    pub board: Option<Rc<Board>>,
    /// The race in words.
    pub log: Rc<VecDeque<LogLine>>,
    logged: u64,
}

/// What can happen to the page.
#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// The room looks otherwise.
    View(Rc<RoomView>),
    /// There is no room any more.
    NoRoom,
    /// Something is laid over the screen, or taken away.
    Overlay(Option<Overlay>),
    /// The chat of the game takes the keyboard, or gives it back.
    Talk(bool),
    /// Another name or colour.
    Profile(Profile),
    /// A link to this room waits for a name.
    Invited(Option<netplay::code::RoomCode>),
    /// A link is asked about, or has been.
    Doubt(Option<Doubt>),
    /// Something went wrong before there was a room.
    Trouble(Option<Sentence>),
    /// Another relay.
    Relay(String),
    /// Something was typed into the relay's field.
    RelayTyped(String),
    /// Other settings.
    Settings(Rc<Settings>),
    /// Another game to practise, or other rules.
    Rules(GameSetup),
    /// Another pack, or what is wrong with it.
    Pack(Rc<PackShown>),
    /// The keyboard's labels are known.
    Labels(KeyLabels),
    /// Sound may be heard.
    SoundUnlocked,
    /// Thumbs or keys.
    Touching(bool),
    /// The net panel is opened or closed.
    Panel(bool),
    /// The counters of the connection, for the panel.
    Net(Option<Rc<NetView>>),
    /// Other things are done to packets.
    Line(Line),
    /// Something else is watched.
    Watch(Option<Watching>),
    /// Something happened in the game.
    Log(String),
    /// The card of a round of golf is another; none without a round.
    Card(Option<Rc<Scorecard>>),
    /// The card is held open over the game.
    CardOpen(bool),
    /// The points of a round of a hunt; none while one is played.
    Board(Option<Rc<Board>>),
}

impl Store {
    /// The page as it opens.
    #[must_use]
    pub fn new(
        profile: Option<Profile>,
        settings: Settings,
        relay: String,
        touching: bool,
    ) -> Self {
        Self {
            screen: Screen::Home,
            view: None,
            overlay: None,
            talking: false,
            named: profile.is_some(),
            profile: profile.unwrap_or_else(|| Profile { name: String::new(), colour: 0 }),
            invited: None,
            doubt: None,
            trouble: None,
            relay,
            relay_typed: None,
            settings: Rc::new(settings),
            rules: GameSetup::default(),
            pack: Rc::default(),
            labels: KeyLabels::default(),
            sound_unlocked: false,
            touching,
            panel: None,
            line: Line::default(),
            watching: None,
            card: None,
            card_open: false,
            board: None,
            log: Rc::default(),
            logged: 0,
        }
    }

    /// Whether keys drive the car: the game is shown and nothing lies over it.
    #[must_use]
    pub fn is_driving(&self) -> bool {
        self.screen == Screen::Play && self.overlay.is_none() && !self.talking
    }

    /// The page after something happened to it.
    #[must_use]
    pub fn after(&self, msg: Msg) -> Self {
        let mut next = self.clone();
        match msg {
            Msg::View(view) => next.show(view),
            Msg::NoRoom => {
                next.view = None;
                next.go(Screen::Home);
            }
            Msg::Overlay(overlay) => {
                next.overlay = overlay;
                next.talking = false;
            }
            Msg::Talk(talking) => next.talking = talking && next.overlay.is_none(),
            Msg::Profile(profile) => {
                next.profile = profile;
                next.named = true;
            }
            Msg::Invited(code) => next.invited = code,
            Msg::Doubt(doubt) => next.doubt = doubt,
            Msg::Trouble(trouble) => next.trouble = trouble,
            Msg::Relay(relay) => next.relay = relay,
            Msg::RelayTyped(text) => next.relay_typed = Some(text),
            Msg::Settings(settings) => next.settings = settings,
            Msg::Rules(rules) => next.rules = rules,
            Msg::Pack(pack) => {
                if !pack.has(next.rules) {
                    next.rules = GameSetup::of(next.rules.id());
                }
                next.pack = pack;
            }
            Msg::Labels(labels) => next.labels = labels,
            Msg::SoundUnlocked => next.sound_unlocked = true,
            Msg::Touching(touching) => next.touching = touching,
            Msg::Panel(open) => next.panel = open.then(Panel::default),
            Msg::Net(net) => next.panel.iter_mut().for_each(|panel| panel.net.clone_from(&net)),
            Msg::Line(line) => next.line = line,
            Msg::Watch(watching) => next.watching = watching.map(Rc::new),
            Msg::Log(text) => next.log_line(text),
            Msg::Card(card) => next.card = card,
            Msg::CardOpen(open) => next.card_open = open,
            Msg::Board(board) => next.board = board,
        }
        next
    }

    fn show(&mut self, view: Rc<RoomView>) {
        let screen = screen_of(&view.phase, self.screen);
        self.trouble = None;
        self.view = Some(view);
        self.go(screen);
    }

    /// Another screen takes nothing along that lay over the old one.
    fn go(&mut self, screen: Screen) {
        if self.screen == screen {
            return;
        }
        if screen == Screen::Play {
            self.log = Rc::default();
        }
        if screen != Screen::Play {
            (self.card, self.card_open) = (None, false);
            (self.board, self.watching) = (None, None);
        }
        let keeps = self.overlay == Some(Overlay::Settings) && screen != Screen::Home;
        if !keeps {
            self.overlay = None;
        }
        self.talking = false;
        self.screen = screen;
    }

    fn log_line(&mut self, text: String) {
        self.logged += 1;
        let log = Rc::make_mut(&mut self.log);
        if log.len() == LOG_LINES {
            log.pop_front();
        }
        log.push_back(LogLine { id: self.logged, text });
    }
}

/// The screen of a phase. A lost link leaves people where they are: it comes back.
fn screen_of(phase: &Phase, now: Screen) -> Screen {
    match phase {
        Phase::Connecting | Phase::Fetching { .. } => Screen::Connecting,
        Phase::Reconnecting { .. } => match now {
            Screen::Home | Screen::Closed => Screen::Connecting,
            stay => stay,
        },
        Phase::Lobby | Phase::Countdown { .. } => Screen::Room,
        Phase::Loading { .. } | Phase::Playing => Screen::Play,
        Phase::Results => Screen::Results,
        Phase::Closed(_) => Screen::Closed,
    }
}

impl Reducible for Store {
    type Action = Msg;

    fn reduce(self: Rc<Self>, msg: Msg) -> Rc<Self> {
        let next = self.after(msg);
        if next == *self { self } else { Rc::new(next) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store() -> Store {
        Store::new(None, Settings::default(), "ws://host/ws".into(), false)
    }

    fn reconnecting() -> Phase {
        Phase::Reconnecting { attempt: 1, retry_ms: 1_000 }
    }

    #[test]
    fn a_lost_link_leaves_people_where_they_are() {
        for stay in [Screen::Room, Screen::Play, Screen::Results, Screen::Connecting] {
            assert_eq!(screen_of(&reconnecting(), stay), stay);
        }
        assert_eq!(screen_of(&reconnecting(), Screen::Home), Screen::Connecting);
    }

    #[test]
    fn keys_drive_only_when_nothing_lies_over_the_game() {
        let mut playing = store();
        assert!(!playing.is_driving());
        playing.screen = Screen::Play;
        assert!(playing.is_driving());
        assert!(!playing.after(Msg::Talk(true)).is_driving());
        assert!(!playing.after(Msg::Overlay(Some(Overlay::Menu))).is_driving());
        let menu_over_chat =
            playing.after(Msg::Talk(true)).after(Msg::Overlay(Some(Overlay::Menu)));
        assert!(menu_over_chat.after(Msg::Overlay(None)).is_driving());
    }

    #[test]
    fn leaving_a_room_takes_everything_of_it_away() {
        let mut playing = store();
        playing.screen = Screen::Play;
        let left = playing.after(Msg::Overlay(Some(Overlay::Menu))).after(Msg::NoRoom);
        assert_eq!((left.screen, left.overlay, left.view), (Screen::Home, None, None));
    }

    #[test]
    fn the_log_is_bounded_and_counts_on() {
        let mut page = store();
        for lap in 0..100 {
            page = page.after(Msg::Log(format!("Lap {lap}")));
        }
        assert_eq!(page.log.len(), LOG_LINES);
        assert_eq!(page.log.back().map(|line| line.id), Some(100));
    }

    #[test]
    fn counters_that_come_late_open_no_panel() {
        let page = store();
        let net = Msg::Net(Some(Rc::new(NetView::default())));
        assert_eq!(page.after(net.clone()), page);
        let open = page.after(Msg::Panel(true)).after(net);
        assert!(open.panel.as_ref().is_some_and(|panel| panel.net.is_some()));
        assert_eq!(open.after(Msg::Panel(false)).panel, None);
    }

    #[test]
    fn what_changes_nothing_gives_the_same_page() {
        let page = Rc::new(store());
        assert!(Rc::ptr_eq(&page, &page.clone().reduce(Msg::Overlay(None))));
    }
}
