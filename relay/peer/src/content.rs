//! What these members play on: the pack that every build brings along, read once.

use games::pack::Pack;
use std::sync::{Arc, LazyLock};

static PACK: LazyLock<Arc<Pack>> = LazyLock::new(Pack::built_in);

pub(crate) fn pack() -> Arc<Pack> {
    PACK.clone()
}
