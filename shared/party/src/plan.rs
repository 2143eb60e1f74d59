//! What the room plays next: the game, and how everybody's inputs come together in it.
//!
//! It travels in the lobby as the picked game's label and nowhere else. The label of a plan whose
//! way is the usual one is the game's own, so that an older page still reads it.

use games::{GameId, GameSetup};
use netplay::limits::TICK_HZ;
use netplay::wire::{DesyncPolicy, SessionModel, Start};

/// How everybody's inputs come together in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Netcode {
    /// A frame is played once everybody's word for it is known: nothing is ever guessed.
    Lockstep,
    /// Nobody waits: the others' words are guessed, and what was guessed wrongly is played again.
    #[default]
    Rollback,
    /// The relay keeps a clock and closes every frame on time: who is late does not hold up others.
    Sealed,
    /// One machine, the host's, knows what is; the others are told, and guess their own car ahead.
    Server,
    /// Only the host's machine knows all; the others are shown what their players may see.
    Hidden,
}

impl Netcode {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 5] =
        [Self::Lockstep, Self::Rollback, Self::Sealed, Self::Server, Self::Hidden];

    /// Whether a game can be played like this: not each has a world that a server tells, or secrets.
    #[must_use]
    pub const fn carries(self, game: GameId) -> bool {
        match self {
            Self::Lockstep | Self::Rollback | Self::Sealed => true,
            Self::Server => matches!(game, GameId::Racing),
            Self::Hidden => matches!(game, GameId::Hunt),
        }
    }

    /// One word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lockstep => "Lockstep",
            Self::Rollback => "Rollback",
            Self::Sealed => "Sealed",
            Self::Server => "Server",
            Self::Hidden => "Hidden",
        }
    }

    /// One sentence on what it is like.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Lockstep => {
                "Everybody sees the same at the same time; who is late is waited for."
            }
            Self::Rollback => {
                "You answer at once, and the others are guessed and set right unnoticed."
            }
            Self::Sealed => "The relay keeps the beat; whose line is bad holds up nobody else.",
            Self::Server => "One machine decides; your own car answers at once.",
            Self::Hidden => {
                "Only the host's machine knows who hides where: no other can be made to tell."
            }
        }
    }

    /// Whether everybody computes the game and agrees on it, instead of being told.
    #[must_use]
    pub const fn is_shared(self) -> bool {
        !matches!(self, Self::Server | Self::Hidden)
    }

    /// Whether anybody may stop the game for everybody. A server waits for nobody.
    #[must_use]
    pub const fn can_pause(self) -> bool {
        self.is_shared()
    }

    /// Whether each page knows all inputs, of which a replay is made.
    #[must_use]
    pub const fn is_recorded(self) -> bool {
        self.is_shared()
    }

    /// What a room is called in its lobby that plays this game like this: for a host that is no
    /// [`Room`](crate::Room).
    #[must_use]
    pub fn label(self, game: GameSetup) -> String {
        Plan { netcode: self, ..Plan::of(game) }.label()
    }

    const fn letter(self) -> char {
        match self {
            Self::Lockstep => 'l',
            Self::Rollback => 'r',
            Self::Sealed => 's',
            Self::Server => 'a',
            Self::Hidden => 'v',
        }
    }
}

/// The longest delay of the spectators, in seconds.
pub const WATCH_DELAY_MOST_S: u16 = 30;

/// Frames that a rollback may play on guesses.
const WINDOW_FRAMES: u8 = 8;

/// What separates the game's own label from how it is carried.
const MARK: char = '~';

/// The host's pick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) game: GameSetup,
    pub(crate) netcode: Netcode,
    pub(crate) watch_delay_s: u16,
    pub(crate) on_desync: DesyncPolicy,
}

impl Default for Plan {
    fn default() -> Self {
        Self::of(GameSetup::default())
    }
}

impl Plan {
    fn of(game: GameSetup) -> Self {
        let on_desync = DesyncPolicy::Halt;
        Self { game, netcode: Netcode::default(), watch_delay_s: 0, on_desync }
    }

    /// The same for another game, whose own way it is where it cannot have this one.
    pub(crate) fn with_game(self, game: GameSetup) -> Self {
        let carries = self.netcode.carries(game.id());
        let netcode = if carries { self.netcode } else { Netcode::default() };
        Self { game, netcode, ..self }
    }

    /// `racing:0305…`, and behind it, where it is not the usual way, such as `~rv5`: rollback,
    /// a difference voids the round, spectators are five seconds behind.
    pub(crate) fn label(&self) -> String {
        let mut label = self.game.label();
        if *self != Self::of(self.game) {
            label.push(MARK);
            label.push(self.netcode.letter());
            label.push(policy_letter(self.on_desync));
            label.push_str(&self.watch_delay_s.to_string());
        }
        label
    }

    /// The host's order; the relay fills in the rest.
    pub(crate) fn start(&self, seed: u64) -> Start {
        let mut start = self.game.start(seed, Vec::new());
        start.model = match self.netcode {
            Netcode::Lockstep => SessionModel::Lockstep,
            Netcode::Rollback => SessionModel::Rollback,
            Netcode::Sealed => SessionModel::Sealed,
            Netcode::Server => SessionModel::Server,
            Netcode::Hidden => SessionModel::Views,
        };
        let window = if self.netcode == Netcode::Rollback { WINDOW_FRAMES } else { 0 };
        start.terms.window_frames = window;
        if self.netcode.is_shared() {
            start.terms.watch_delay_ticks = self.watch_delay_s * TICK_HZ as u16;
            start.terms.desync = self.on_desync;
        }
        start
    }

    /// Reads a [`label`](Self::label), which comes from a peer.
    pub(crate) fn of_label(label: &str) -> Option<Self> {
        let Some((game, way)) = label.split_once(MARK) else {
            return GameSetup::of_label(label).map(Self::of);
        };
        let mut letters = way.chars();
        let (netcode, on_desync) = (letters.next()?, letters.next()?);
        let watch_delay_s = letters.as_str().parse().ok()?;
        let game = GameSetup::of_label(game)?;
        let mut ways = Netcode::ALL.into_iter().filter(|way| way.carries(game.id()));
        Some(Self {
            game,
            netcode: ways.find(|it| it.letter() == netcode)?,
            on_desync: POLICIES.into_iter().find(|it| policy_letter(*it) == on_desync)?,
            watch_delay_s: (watch_delay_s <= WATCH_DELAY_MOST_S).then_some(watch_delay_s)?,
        })
    }
}

const POLICIES: [DesyncPolicy; 3] = [DesyncPolicy::Halt, DesyncPolicy::Void, DesyncPolicy::Repair];

fn policy_letter(policy: DesyncPolicy) -> char {
    match policy {
        DesyncPolicy::Halt => 'h',
        DesyncPolicy::Void => 'v',
        DesyncPolicy::Repair => 'r',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use netplay::limits::LABEL_BYTES;

    #[test]
    fn a_label_tells_the_whole_plan_and_fits() {
        let games = GameId::ALL.map(GameSetup::of);
        for (game, netcode) in games.iter().flat_map(|game| Netcode::ALL.map(|way| (*game, way))) {
            for on_desync in POLICIES {
                for watch_delay_s in [0, 5, WATCH_DELAY_MOST_S] {
                    let plan = Plan { game, netcode, watch_delay_s, on_desync };
                    let read = Plan::of_label(&plan.label());
                    assert_eq!(read, netcode.carries(game.id()).then_some(plan));
                    assert!(plan.label().len() <= LABEL_BYTES);
                }
            }
        }
    }

    #[test]
    fn another_game_keeps_its_way_only_if_it_can_be_played_like_this() {
        let [golf, race] = [GameId::Golf, GameId::Racing].map(GameSetup::of);
        let served = Plan { netcode: Netcode::Server, ..Plan::of(race) };
        assert_eq!(served.with_game(golf).netcode, Netcode::default());
        let sealed = Plan { netcode: Netcode::Sealed, ..Plan::of(race) };
        assert_eq!(sealed.with_game(golf).netcode, Netcode::Sealed);
    }

    #[test]
    fn a_label_without_a_way_has_the_usual_one_and_nonsense_is_none() {
        assert_eq!(Plan::of_label("racing"), Some(Plan::default()));
        assert_eq!(Plan::default().label(), GameSetup::default().label());
        for wrong in ["", "racing~", "racing~r", "racing~rv", "racing~rv31", "racing~xv3", "~rv3"] {
            assert_eq!(Plan::of_label(wrong), None, "{wrong}");
        }
        assert_eq!(Plan::of_label("racing~rv-1"), None);
    }
}
