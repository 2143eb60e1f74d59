//! What the tests of the core share: toy simulations, seeded scripts, a reference model, and
//! peers on a pretend wire and a virtual clock. For `tests/` only.
//!
//! ```
//! use netplay::ids::Frame;
//! use netplay::link::LinkProfile;
//! use testkit::{Mesh, Plan};
//!
//! let mut mesh = Mesh::new(&Plan::players(3), LinkProfile::HOME, 7);
//! assert!(mesh.run_to(Frame(120), 10_000));
//! mesh.assert_all_agree(120);
//! ```

mod forgetful;
pub mod harness;
mod member;
mod mesh;
pub mod model;
mod online;
mod ordeal;
mod peer;
mod reference;
mod script;
mod sealed;
mod sealed_member;
mod sealed_room;
mod session;
mod toy;
pub mod toy_auction;
pub mod toy_cards;
pub mod toy_space;
pub mod toy_world;

pub use forgetful::Forgetful;
pub use member::Member;
pub use mesh::Mesh;
pub use online::Online;
pub use ordeal::Ordeal;
pub use peer::{Peer, Plan};
pub use reference::reference;
pub use script::pad;
pub use sealed::{SealedPeer, SealedTable};
pub use sealed_member::{SealedMember, toy_identity};
pub use sealed_room::SealedRoom;
pub use session::Session;
pub use toy::ToyGame;
