//! How a channel's life ended, and why a message could not be taken.

use core::fmt;

/// Why a channel is over, or never came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The two ends are of different versions of the application.
    Version {
        /// Of the end that is told this.
        ours: u32,
        /// Of the other.
        theirs: u32,
    },
    /// The same, of the datagrams themselves.
    WireVersion {
        /// Of the end that is told this.
        ours: u32,
        /// Of the other.
        theirs: u32,
    },
    /// The other end is another application, or has other lanes.
    Refused,
    /// The host has as many peers as it takes, of all or of this machine.
    Full,
    /// The other end says nothing any more, or never did.
    Timeout,
    /// Too much waits for the other end's acknowledgement: it is taken to be gone.
    Backlog,
    /// The host removed this peer.
    Kicked,
    /// The host stops.
    Shutdown,
    /// The peer left.
    Left,
    /// The same address came anew: its program began again.
    Replaced,
    /// What the other end sent cannot be, though it was the other end.
    Protocol,
}

impl Ended {
    /// As a notice of leaving carries it.
    pub(super) const fn code(self) -> u8 {
        match self {
            Self::Version { .. } => 1,
            Self::WireVersion { .. } => 2,
            Self::Refused => 3,
            Self::Full => 4,
            Self::Timeout => 5,
            Self::Backlog => 6,
            Self::Kicked => 7,
            Self::Shutdown => 8,
            Self::Left => 9,
            Self::Replaced => 10,
            Self::Protocol => 11,
        }
    }

    /// What the code means; the versions are those of both ends.
    pub(super) const fn from_code(code: u8, ours: u32, theirs: u32) -> Option<Self> {
        Some(match code {
            1 => Self::Version { ours, theirs },
            2 => Self::WireVersion { ours, theirs },
            3 => Self::Refused,
            4 => Self::Full,
            5 => Self::Timeout,
            6 => Self::Backlog,
            7 => Self::Kicked,
            8 => Self::Shutdown,
            9 => Self::Left,
            10 => Self::Replaced,
            11 => Self::Protocol,
            _ => return None,
        })
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Version { ours, theirs } => {
                return write!(f, "version {ours} here, version {theirs} there");
            }
            Self::WireVersion { ours, theirs } => {
                return write!(f, "datagrams of version {ours} here, of version {theirs} there");
            }
            Self::Refused => "the other end is another application",
            Self::Full => "the host takes no more peers",
            Self::Timeout => "the other end does not answer",
            Self::Backlog => "the other end acknowledges nothing",
            Self::Kicked => "removed by the host",
            Self::Shutdown => "the host stops",
            Self::Left => "left",
            Self::Replaced => "the same address came anew",
            Self::Protocol => "the other end broke the protocol",
        })
    }
}

/// Why a message was not taken. Nothing of it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsent {
    /// The lane's budget is used up: later, when some of it is acknowledged.
    WouldBlock,
    /// The channel is not open (not yet, or not any more), or there is no such peer.
    Closed,
    /// The message is longer than its lane takes.
    TooLarge,
    /// There is no lane of this number.
    NoLane,
}

impl fmt::Display for Unsent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WouldBlock => "too much waits on this lane",
            Self::Closed => "the channel is not open",
            Self::TooLarge => "the message is too long for its lane",
            Self::NoLane => "there is no such lane",
        })
    }
}

impl core::error::Error for Unsent {}
