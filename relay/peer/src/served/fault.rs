//! Why it ended, in codes and in sentences.

use crate::ending::Ending;
use net_native::udp::UdpError;
use netplay::channel::Ended;
use netplay::session::server::NetError;

/// No socket.
pub(super) fn unbound(error: &UdpError) -> Ending {
    let code = match error {
        UdpError::Name(_) | UdpError::Nameless => NetError::Address,
        UdpError::NotAskedFor(_) => NetError::BindRefused,
        UdpError::Bind(..) | UdpError::Entropy => NetError::Bind,
        UdpError::Config(_) => NetError::Config,
    };
    Ending::Coded(code, format!("{error}."))
}

/// A channel's end; none when it ended in good order.
pub(super) const fn of_channel(ended: Ended) -> Option<NetError> {
    match ended {
        Ended::Version { .. } | Ended::WireVersion { .. } => Some(NetError::Version),
        Ended::Refused => Some(NetError::Refused),
        Ended::Full => Some(NetError::Full),
        Ended::Timeout | Ended::Backlog => Some(NetError::Timeout),
        Ended::Kicked => Some(NetError::Kicked),
        Ended::Protocol => Some(NetError::Protocol),
        Ended::Shutdown | Ended::Left | Ended::Replaced => None,
    }
}

/// What the channel of somebody is closed with, for whom the server has closed.
pub(super) const fn to_channel(code: Option<NetError>) -> Ended {
    match code {
        None => Ended::Shutdown,
        Some(NetError::Kicked) => Ended::Kicked,
        Some(NetError::Timeout) => Ended::Timeout,
        Some(NetError::Full) => Ended::Full,
        Some(NetError::Protocol) => Ended::Protocol,
        Some(_) => Ended::Refused,
    }
}

/// What people are told.
pub(super) fn ending(code: NetError, more: &str) -> Ending {
    let advice = match code {
        NetError::SceneMismatch => {
            " Give it the same --laps and --max-players, and the same build of this program."
        }
        NetError::Timeout => " Is a server running there?",
        _ => "",
    };
    Ending::Coded(code, format!("{}{advice}{more}", code.meaning()))
}
