//! The targets' bodies, which also run as ordinary tests of their crates.

#[path = "../../tests/channel_hostile/target.rs"]
mod channel;
#[path = "../../../net-native/tests/framing/target.rs"]
mod framing_target;
#[path = "../../tests/hostile/targets.rs"]
mod hostile;
#[path = "../../tests/microscope/target.rs"]
mod microscope;
#[path = "../../tests/hostile/relay.rs"]
mod relay_evening;
#[path = "../../../games/tests/strangers/target.rs"]
mod packs;
#[path = "../../tests/replay_stories/target.rs"]
mod replay_file;
#[path = "../../tests/server_hostile/target.rs"]
mod server_words;
#[path = "../../tests/wire/targets.rs"]
mod wire;

pub use channel::{datagrams, frames, messages};
pub use framing_target::framing;
pub use hostile::{donation, session};
pub use microscope::{bundle, comparison};
pub use packs::pack;
pub use relay_evening::relay;
pub use replay_file::replay;
pub use server_words::{server, server_message, snapshot};
pub use wire::{code, message, text};
