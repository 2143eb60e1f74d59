//! What these members play on: the pack that every build brings along, or one of somebody's own.

use crate::ending::Ending;
use crate::pack::{self, Source};
use games::pack::Pack;
use std::path::Path;
use std::sync::{Arc, OnceLock};

static PACK: OnceLock<Arc<Pack>> = OnceLock::new();

pub(crate) fn pack() -> Arc<Pack> {
    PACK.get_or_init(Pack::built_in).clone()
}

/// From here on this process plays on the pack of a file or a folder.
///
/// # Errors
/// When it cannot be read, or has faults.
pub(crate) fn play_on(path: &Path) -> Result<(), Ending> {
    let pack = pack::fair(&Source::read(path)?)?;
    // It is chosen once, before anything is played.
    let _ = PACK.set(Arc::new(pack));
    Ok(())
}
