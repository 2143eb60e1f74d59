//! The emotes, drawn: a sign font may be missing, and these are ours.

use super::chat::emote_name;
use yew::prelude::*;

/// The picture of an emote. Its name stands beside it, in text or in a label.
pub(super) fn emote(place: u8) -> Html {
    html! { <img class="emote" src={format!("emotes/{}.svg", emote_name(place))} alt="" /> }
}
