//! Which messages may be lost on their way.

use super::Lane;
use crate::wire::{Message, ROAMING, SessionModel};

/// How a message may travel, if it is told within a session of this model, or in the lobby.
///
/// `Input` repeats itself, the next `Snapshot` makes up for a lost one, and so does the next report
/// of a roaming avatar. Where the host is a server, the first byte of an `Action` and of a
/// `StateBlob` is the lane of what follows: 1 for input and 2 for states, of which the newest counts.
#[must_use]
pub fn lane_of(message: &Message, model: Option<SessionModel>) -> Lane {
    let is_served = model == Some(SessionModel::Server);
    let may_be_lost = match message {
        Message::Input(_) | Message::Snapshot(_) => true,
        Message::Action(action) => match &*action.payload {
            // A pad word has two bytes, whatever they are.
            [ROAMING, _, _, ..] => true,
            [1 | 2, ..] => is_served,
            _ => false,
        },
        Message::StateBlob(blob) => is_served && matches!(blob.payload.first(), Some(1 | 2)),
        _ => false,
    };
    if may_be_lost { Lane::Unreliable } else { Lane::Ordered }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{PlayerId, Seq};
    use crate::wire::{Action, Blob, StateBlob};

    #[test]
    fn a_servers_input_and_states_may_be_lost_and_nothing_else_of_it() {
        let player = PlayerId(1);
        for first in 0..=5 {
            let payload = Blob::new([first, 9]).unwrap();
            let said = Message::from(Action { player, payload: payload.clone() });
            let told = Message::from(StateBlob { player, seq: Seq(0), payload });
            let served = if matches!(first, 1 | 2) { Lane::Unreliable } else { Lane::Ordered };
            for message in [said, told] {
                assert_eq!(lane_of(&message, Some(SessionModel::Server)), served);
                assert_eq!(lane_of(&message, Some(SessionModel::HostAuthority)), Lane::Ordered);
                assert_eq!(lane_of(&message, None), Lane::Ordered);
            }
        }
    }

    #[test]
    fn a_report_of_a_roaming_avatar_may_be_lost_anywhere() {
        let said = |bytes: &[u8]| {
            Message::from(Action { player: PlayerId(1), payload: Blob::new(bytes).unwrap() })
        };
        for model in [None, Some(SessionModel::HostAuthority), Some(SessionModel::Server)] {
            assert_eq!(lane_of(&said(&[ROAMING, 1, 0]), model), Lane::Unreliable);
            assert_eq!(lane_of(&said(&[ROAMING, 1]), model), Lane::Ordered, "which is a pad word");
        }
    }
}
