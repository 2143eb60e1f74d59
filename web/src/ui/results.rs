//! How the game ended, and why.

use super::chat::Chat;
use super::seat::{Size, seat_mark};
use super::stage::Stage;
use super::{arrive, live};
use crate::shell::page;
use crate::words;
use party::{Ask, ResultRow, ResultsView, RoomView};
use yew::prelude::*;

pub(super) fn results(stage: &Stage, view: &RoomView) -> Html {
    let Some(results) = &view.results else {
        return html! {};
    };
    let leave = {
        let stage = stage.clone();
        move |_| arrive::leave(&stage)
    };
    let again = {
        let stage = stage.clone();
        move |_| arrive::practise(&stage)
    };
    let save = {
        let stage = stage.clone();
        move |_| {
            if let Some(file) = stage.driver.recording() {
                page::save_file("partyline-race.plrp", &file);
            }
        }
    };
    html! {
        <main class="page stack" data-testid="results">
            <h1 tabindex="-1" data-screen="">{ headline(results) }</h1>
            { live::reconnecting(stage, &view.phase) }
            { live::finding(view) }
            <section class="card stack" aria-label="Results">
                { podium(&results.rows) }
                { table(&results.rows) }
            </section>
            <div class="row">
                if view.practice {
                    <button type="button" class="button primary big" onclick={again} data-testid="again">{ "Race again" }</button>
                    <button type="button" class="button big" onclick={leave} data-testid="home">{ "Back to the start" }</button>
                } else {
                    <button type="button" class="button primary big" onclick={stage.asking(Ask::LeaveGame)} data-testid="back-to-room">{ "Back to the room" }</button>
                    <button type="button" class="button big" onclick={leave}>{ "Leave" }</button>
                }
                if view.practice || view.netcode.is_recorded() {
                    <button type="button" class="button big" onclick={save} data-testid="save-replay">{ "Save the replay" }</button>
                }
            </div>
            if !view.practice {
                <Chat lines={view.chat.clone()} unsaid={view.unsaid.clone()} />
            }
        </main>
    }
}

fn headline(results: &ResultsView) -> String {
    let winner = results.rows.first();
    match (results.rows.iter().find(|row| row.is_me), winner) {
        (Some(me), _) if me.place == 1 => "You win!".into(),
        (Some(me), _) if me.time_ms.is_some() => format!("You came {}", words::ordinal(me.place)),
        (_, Some(winner)) => format!("{} wins", winner.name),
        (_, None) => "The race is over".into(),
    }
}

/// The best three, for the eye; the table has them in words.
fn podium(rows: &[ResultRow]) -> Html {
    html! {
        <div class="podium" aria-hidden="true">
            { for rows.iter().take(3).enumerate().map(|(at, row)| html! {
                <div class="step" data-place={(at + 1).to_string()} key={row.seat.0}>
                    { seat_mark(row.colour, Some(row.seat), Size::Full) }
                    <div class="name">{ &row.name }</div>
                    <div class="block">{ row.place }</div>
                </div>
            }) }
        </div>
    }
}

fn table(rows: &[ResultRow]) -> Html {
    let best = rows.first().and_then(|row| row.time_ms);
    html! {
        <table class="results-table" data-testid="results-table">
            <thead><tr>
                <th scope="col">{ "Place" }</th><th scope="col">{ "Driver" }</th><th scope="col">{ "Time" }</th>
                <th scope="col">{ "Best lap" }</th><th scope="col">{ "Why" }</th>
            </tr></thead>
            <tbody>
                { for rows.iter().map(|row| html! {
                    <tr key={row.seat.0} class={classes!(row.is_me.then_some("me"))} data-seat={row.seat.0.to_string()}>
                        <td class="place">{ row.place }</td>
                        <th scope="row">
                            <span class="row">
                                { seat_mark(row.colour, Some(row.seat), Size::Small) }
                                <span>{ &row.name }{ if row.is_me && row.name != "You" { " (you)" } else { "" } }</span>
                                if row.ai { <span class="badge">{ "AI" }</span> }
                            </span>
                        </th>
                        <td class="number">{ time(row.time_ms, best) }</td>
                        <td class="number best">{ row.best_lap_ms.map_or_else(|| "–".into(), words::time) }</td>
                        <td class="why soft">{ &row.why }</td>
                    </tr>
                }) }
            </tbody>
        </table>
    }
}

/// The winner's time, and the others' distance from it.
fn time(own: Option<u32>, best: Option<u32>) -> String {
    match (own, best) {
        (Some(own), Some(best)) if own > best => format!("+{}", words::gap(own - best)),
        (Some(own), _) => words::time(own),
        (None, _) => "did not finish".into(),
    }
}
