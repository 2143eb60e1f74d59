//! The game's menu.

use super::arrive;
use super::dialog::Dialog;
use super::help::hands;
use super::panel;
use super::stage::Stage;
use crate::store::{Msg, Overlay};
use party::{Ask, RoomView};
use yew::prelude::*;

pub(super) fn menu(stage: &Stage, view: &RoomView) -> Html {
    let to_room = {
        let stage = stage.clone();
        move |_| {
            stage.tell(Msg::Overlay(None));
            stage.ask(Ask::LeaveGame);
        }
    };
    let leave = {
        let stage = stage.clone();
        move |_| arrive::leave(&stage)
    };
    let restart = {
        let stage = stage.clone();
        move |_| {
            stage.tell(Msg::Overlay(None));
            arrive::practise(&stage);
        }
    };
    let connection = {
        let stage = stage.clone();
        move |_| {
            stage.tell(Msg::Overlay(None));
            panel::toggle(&stage);
        }
    };
    let ask_first = stage.telling(Msg::Overlay(Some(Overlay::Leaving)));
    let pause = stage.asking(if view.paused_by.is_some() { Ask::Unpause } else { Ask::Pause });
    html! {
        <Dialog title="Menu">
            <div class="stack tight">
                <button type="button" class="button primary" onclick={stage.telling(Msg::Overlay(None))} data-testid="go-on">{ if view.replay.is_some() { "Watch on" } else { "Play on" } }</button>
                <button type="button" class="button" onclick={stage.telling(Msg::Overlay(Some(Overlay::Help(view.game.id()))))} data-testid="help">{ "How to play" }</button>
                <button type="button" class="button" onclick={stage.telling(Msg::Overlay(Some(Overlay::Settings)))}>{ "Settings" }</button>
                if view.replay.is_some() {
                    <button type="button" class="button danger" onclick={leave} data-testid="leave">{ "Back to the start" }</button>
                } else if view.practice {
                    <button type="button" class="button" onclick={restart} data-testid="restart">{ "Start this game again" }</button>
                    <button type="button" class="button danger" onclick={leave} data-testid="leave">{ "Back to the start" }</button>
                } else {
                    <button type="button" class="button" onclick={connection} data-testid="net-open">{ "Connection (key left of 1)" }</button>
                    if view.netcode.can_pause() {
                        <button type="button" class="button" onclick={pause} data-testid="pause">
                            { if view.paused_by.is_some() { "Let the game go on" } else { "Pause for everybody" } }
                        </button>
                    }
                    if stage.overlay == Some(Overlay::Leaving) {
                        <p role="alert">{ "The AI plays on for you, and you leave the room." }</p>
                        <button type="button" class="button danger" onclick={leave} data-testid="leave-sure">{ "Yes, leave the room" }</button>
                    } else {
                        <button type="button" class="button danger" onclick={ask_first} data-testid="leave">{ "Leave the room" }</button>
                    }
                    if view.am_host {
                        <button type="button" class="button danger" onclick={to_room} data-testid="end-game">{ "End the game for everybody" }</button>
                    }
                }
            </div>
            if view.replay.is_none() {
                { hands(stage, view.game.id()) }
            }
        </Dialog>
    }
}
