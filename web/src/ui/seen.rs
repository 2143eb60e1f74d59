//! What is shown until it has been seen.

use crate::shell::page;
use yew::prelude::*;

/// The last entry of a log that has been seen: all are, `millis` after the newest came.
#[hook]
pub(super) fn use_seen(newest: u64, millis: u32) -> u64 {
    let seen = use_state_eq(|| newest);
    let last = *seen;
    use_effect_with(newest, move |&newest| {
        let timer = page::after(millis, move || seen.set(newest));
        move || drop(timer)
    });
    // Another room counts from one again.
    if newest < last { 0 } else { last }
}
