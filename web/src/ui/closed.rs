//! On the way in, and when it is over.

use super::arrive;
use super::live;
use super::stage::Stage;
use crate::shell::text::cut;
use crate::shell::{invite, page};
use party::{Next, Phase, RoomView, Sentence};
use yew::prelude::*;

/// The end of a room: what, why, and the next step as a button.
pub(super) fn closed(stage: &Stage, view: &RoomView, sentence: &Sentence) -> Html {
    let next = sentence.next;
    let step = {
        let stage = stage.clone();
        move |_| live::take(&stage, next)
    };
    let home = {
        let stage = stage.clone();
        move |_| arrive::leave(&stage)
    };
    html! {
        <main class="page closed">
            <section class="card" data-testid="closed">
                <h1 tabindex="-1" data-screen="">{ &sentence.title }</h1>
                <p role="alert">{ &sentence.what }</p>
                { live::finding(view) }
                <div class="row">
                    <button type="button" class="button primary" onclick={step}>{ next.label() }</button>
                    if !matches!(next, Next::GoHome | Next::EditCode | Next::EditName) {
                        <button type="button" class="button" onclick={home} data-testid="home">{ "Back to the start" }</button>
                    }
                </div>
            </section>
        </main>
    }
}

/// On the way to the relay. Says what to check when it does not answer.
pub(super) fn connecting(stage: &Stage, view: &RoomView) -> Html {
    let home = {
        let stage = stage.clone();
        move |_| arrive::leave(&stage)
    };
    let hurry = {
        let driver = stage.driver.clone();
        move |_| driver.hurry()
    };
    let host = cut(&stage.relay, "://").map_or("", |(_, host)| host).to_owned();
    let other_page =
        invite::relay_page(&stage.relay).filter(|_| page::base().starts_with("https:"));
    html! {
        <main class="page closed">
            <section class="card" data-testid="connecting">
                <h1 tabindex="-1" data-screen="">{ "Going in …" }</h1>
                if let Phase::Reconnecting { attempt, retry_ms } = view.phase {
                    <p role="alert">{ format!("The relay at {host} does not answer. Is it running, and are you on the same network?") }</p>
                    <p class="soft" role="status">{ live::tries(attempt, retry_ms, false) }</p>
                    if let Some(address) = other_page {
                        <p>{ "A page that came over https may not talk to a plain relay. " }<a href={address}>{ "Open the relay's own page" }</a></p>
                    }
                } else if let Phase::Fetching { received, total } = view.phase {
                    <p role="status">{ "Taking the room's tracks, holes and arenas from somebody who is in it." }</p>
                    <progress value={received.to_string()} max={total.max(1).to_string()} data-testid="fetching" />
                } else {
                    <p role="status">{ format!("Knocking at {host}.") }</p>
                }
                <div class="row">
                    <div class="spinner" aria-hidden="true"></div>
                    <button type="button" class="button" onclick={hurry}>{ "Try now" }</button>
                    <button type="button" class="button" onclick={home} data-testid="home">{ "Back to the start" }</button>
                </div>
            </section>
        </main>
    }
}
