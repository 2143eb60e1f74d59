//! How the game ended, and why.

use super::chat::Chat;
use super::seat::{Size, seat_mark};
use super::stage::Stage;
use super::{arrive, live};
use crate::shell::page;
use crate::words;
use party::{Ask, ResultRow, ResultsView, RoomView, Sheet};
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
                page::save_file("partyline-game.plrp", &file);
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
                { table(results) }
                { for results.sheet.as_ref().map(|sheet| sheet_table(sheet, &results.rows)) }
            </section>
            <div class="row">
                if view.practice {
                    <button type="button" class="button primary big" onclick={again} data-testid="again">{ "Play again" }</button>
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
        (Some(me), _) if me.finished => format!("You came {}", words::ordinal(me.place)),
        (_, Some(winner)) => format!("{} wins", winner.name),
        (_, None) => "The game is over".into(),
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

fn table(results: &ResultsView) -> Html {
    html! {
        <table class="results-table" data-testid="results-table">
            <thead><tr>
                <th scope="col">{ "Place" }</th><th scope="col">{ "Player" }</th>
                { for results.columns.iter().map(|column| html! { <th scope="col">{ *column }</th> }) }
                <th scope="col">{ "Why" }</th>
            </tr></thead>
            <tbody>
                { for results.rows.iter().map(|row| html! {
                    <tr key={row.seat.0} class={classes!(row.is_me.then_some("me"))} data-seat={row.seat.0.to_string()}>
                        <td class="place">{ row.place }</td>
                        <th scope="row">
                            <span class="row">
                                { seat_mark(row.colour, Some(row.seat), Size::Small) }
                                <span>{ &row.name }{ if row.is_me && row.name != "You" { " (you)" } else { "" } }</span>
                                if row.ai { <span class="badge">{ "AI" }</span> }
                            </span>
                        </th>
                        { for row.cells.iter().map(|cell| html! { <td class="number">{ cell }</td> }) }
                        <td class="why soft">{ &row.why }</td>
                    </tr>
                }) }
            </tbody>
        </table>
    }
}

/// How it came to that, piece by piece: it scrolls by itself where it is too wide.
fn sheet_table(sheet: &Sheet, rows: &[ResultRow]) -> Html {
    let name = |seat| rows.iter().find(|row| row.seat == seat);
    html! {
        <div class="sheet" tabindex="0" role="group" aria-label={sheet.caption}>
            <table data-testid="sheet">
                <caption>{ sheet.caption }</caption>
                <thead><tr>
                    <th scope="col">{ "Player" }</th>
                    { for sheet.head.iter().map(|head| html! { <th scope="col">{ head }</th> }) }
                </tr></thead>
                <tbody>
                    { for sheet.rows.iter().map(|(seat, cells)| html! {
                        <tr key={seat.0}>
                            <th scope="row">{ for name(*seat).map(|row| &row.name) }</th>
                            { for cells.iter().map(|cell| html! { <td class="number">{ cell }</td> }) }
                        </tr>
                    }) }
                </tbody>
            </table>
        </div>
    }
}
