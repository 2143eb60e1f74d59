//! A picture of a game, drawn by the game.

use super::stage::use_stage;
use games::GameId;
use web_sys::HtmlCanvasElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct StillProps {
    pub(super) game: GameId,
}

/// A moment of a real game, without its instruments.
#[component]
pub(super) fn Still(props: &StillProps) -> Html {
    let stage = use_stage();
    let canvas = use_node_ref();
    use_effect_with((canvas.clone(), props.game), move |(canvas, game)| {
        if let Some(canvas) = canvas.cast::<HtmlCanvasElement>() {
            stage.driver.still(canvas, *game);
        }
    });
    html! { <canvas class="picture" ref={canvas} aria-hidden="true"></canvas> }
}
