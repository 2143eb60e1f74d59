//! As much HTTP as a relay needs: the upgrade to WebSocket, and GET and HEAD of the page.

mod guard;
mod reply;
mod request;
mod web_root;

pub(crate) use guard::Guard;
pub(crate) use reply::{forbidden, not_found, page, refuse, switching, text};
pub(crate) use request::{HEAD_BYTES, Progress, Request, Upgrade, read};
pub use web_root::{WebRoot, WebRootError};
