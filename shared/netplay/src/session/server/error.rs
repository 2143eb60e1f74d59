//! Why playing with a server fails: every code with its meaning.

use core::fmt;

macro_rules! net_errors {
    ($($(#[$meta:meta])* $number:literal => $name:ident, $code:literal, $meaning:literal;)*) => {
        /// Why something about playing with a server failed. On the wire it is one byte.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum NetError { $(#[doc = $meaning] $name = $number,)* }

        /// Every code with its meaning, in the order of `SERVER.md`'s table.
        pub const ERROR_CODES: &[(&str, &str)] = &[$(($code, $meaning),)*];

        impl NetError {
            /// All of them, in the order of their numbers.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its code, the same for ever: for reports and for programs.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// What it means, for people.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => $meaning,)* }
            }
        }
    };
}

net_errors! {
    1 => Bind, "E_NET_BIND", "The UDP socket could not be bound.";
    2 => BindRefused, "E_NET_BIND_REFUSED", "Another address than this machine's own has to be asked for.";
    3 => Address, "E_NET_ADDRESS", "An address is not host:port.";
    4 => Version, "E_NET_VERSION", "Client and server speak different versions.";
    5 => Full, "E_NET_FULL", "The server has no free slot.";
    6 => Timeout, "E_NET_TIMEOUT", "The other side stopped answering.";
    7 => Refused, "E_NET_REFUSED", "The server refused the connection.";
    8 => Kicked, "E_NET_KICKED", "The server removed this player.";
    9 => SceneMismatch, "E_NET_SCENE_MISMATCH", "The client's rules or content differ from the server's.";
    10 => Config, "E_NET_CONFIG", "The configuration is invalid.";
    11 => Protocol, "E_NET_PROTOCOL", "A message could not be read.";
    12 => MessageTooLarge, "E_NET_MESSAGE_TOO_LARGE", "A message is larger than its limit.";
    13 => NotHosting, "E_NET_NOT_HOSTING", "No server runs here.";
    14 => AlreadyHosting, "E_NET_ALREADY_HOSTING", "A server runs here already.";
    15 => NotConnected, "E_NET_NOT_CONNECTED", "There is no such client here, or it has not joined yet.";
    16 => ClientExists, "E_NET_CLIENT_EXISTS", "A client with this label is here already.";
    17 => PlayerUnknown, "E_NET_PLAYER_UNKNOWN", "There is no such player.";
    18 => Phase, "E_NET_PHASE", "This is not possible in the present phase.";
    19 => NotHost, "E_NET_NOT_HOST", "Only the host may do this.";
    20 => Scene, "E_NET_SCENE", "The game could not be loaded.";
}

impl NetError {
    /// The error with this number.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number.checked_sub(1)?)).copied()
    }

    /// Its number on the wire.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code(), self.meaning())
    }
}

impl core::error::Error for NetError {}
