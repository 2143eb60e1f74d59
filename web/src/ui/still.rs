//! A picture of a game, drawn by the game.

use super::stage::use_stage;
use games::GameId;
use gloo_render::request_animation_frame;
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
        let drawn = canvas.cast::<HtmlCanvasElement>().map(|canvas| {
            let (driver, game) = (stage.driver.clone(), *game);
            // Once it is on the screen and has a size.
            request_animation_frame(move |_| driver.still(canvas, game))
        });
        move || drop(drawn)
    });
    html! { <canvas class="picture" ref={canvas} aria-hidden="true"></canvas> }
}
