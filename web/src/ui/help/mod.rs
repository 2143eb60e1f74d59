//! How a game is played: its picture, a few sentences, and the keys as they are on this keyboard.

mod cards;

use super::dialog::Dialog;
use super::stage::{Stage, use_stage};
use super::still::Still;
use crate::input::{Action, gamepad};
use crate::shell::storage::{self, Store, key};
use crate::store::Screen;
use cards::{CARDS, Card, Prompt};
use games::GameId;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct HowToProps {
    /// The game whose card lies on top.
    pub(super) game: GameId,
}

/// The cards of all games, one of them on top.
#[component]
pub(super) fn HowTo(props: &HowToProps) -> Html {
    let stage = use_stage();
    let game = use_state(|| props.game);
    use_effect_with(*game, |game| remember(*game));
    let card = card(*game);
    // A stranger's first game waits behind the card: the way out of it is the way in.
    let on = (stage.screen == Screen::Play).then_some("Play");
    let tab = |other: &GameId| {
        let (top, other) = (game.clone(), *other);
        let pressed = (*top == other).to_string();
        let onclick = move |_: MouseEvent| top.set(other);
        html! { <button type="button" class="button" {onclick} aria-pressed={pressed}>{ other.name() }</button> }
    };
    html! {
        <Dialog title={game.name()} {on}>
            <div class="how-to stack tight" data-testid="how-to" data-game={card.mode}>
                if GameId::ALL.len() > 1 {
                    <div class="row tabs">{ for GameId::ALL.iter().map(tab) }</div>
                }
                <Still game={*game} />
                <ol class="stack tight">{ for card.lines.iter().map(|line| html! { <li>{ *line }</li> }) }</ol>
                { hands(&stage, *game) }
            </div>
        </Dialog>
    }
}

fn card(game: GameId) -> &'static Card {
    CARDS.iter().find(|card| card.mode == game.mode()).unwrap_or(&CARDS[0])
}

/// How a thing is done with what is at hand: thumbs or keys, and a gamepad if there is one.
fn prompt(stage: &Stage, prompt: &Prompt) -> Html {
    let pad = gamepad::is_there().then_some(prompt.pad);
    html! {
        <div class="row">
            <dt class="grow">{ prompt.what }</dt>
            <dd class="row">
                if stage.touching {
                    <kbd>{ prompt.touch }</kbd>
                } else {
                    { for prompt.keys.iter().map(|&action| keycap(stage, action)) }
                    { prompt.also }
                }
                if let Some(pad) = pad { <kbd class="pad">{ pad }</kbd> }
            </dd>
        </div>
    }
}

/// The first key of an action, as it is labelled.
fn keycap(stage: &Stage, action: Action) -> Html {
    let code = stage.settings.keys.codes(action).first();
    html! { if let Some(code) = code { <kbd>{ stage.labels.of(code) }</kbd> } }
}

/// Whether this browser has shown how a game is played.
pub(super) fn is_known(game: GameId) -> bool {
    known().lines().any(|mode| mode == game.mode())
}

fn known() -> String {
    storage::load(Store::Browser, key::KNOWN).unwrap_or_default()
}

/// The player has seen how it is played.
fn remember(game: GameId) {
    if !is_known(game) {
        storage::save(Store::Browser, key::KNOWN, &format!("{}{}\n", known(), game.mode()));
    }
}

/// What hands do in a game, and what the page's own keys do.
pub(super) fn hands(stage: &Stage, game: GameId) -> Html {
    const PAGE: [(&str, &str); 3] = [("Emotes", "1 – 5"), ("Chat", "Enter"), ("Menu", "Esc")];
    html! {
        <dl class="keys stack tight" data-testid="keys">
            { for card(game).prompts.iter().map(|one| prompt(stage, one)) }
            if !stage.touching {
                { for PAGE.iter().map(|(what, key)| html! {
                    <div class="row"><dt class="grow">{ *what }</dt><dd><kbd>{ *key }</kbd></dd></div>
                }) }
            }
        </dl>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_card_of_its_own_with_few_sentences() {
        for game in GameId::ALL {
            let card = card(game);
            assert_eq!(card.mode, game.mode());
            assert!((4..=5).contains(&card.lines.len()) && card.prompts.len() >= 4);
        }
    }
}
