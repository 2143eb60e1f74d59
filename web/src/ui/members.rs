//! Who is in the room, and what the host may do with them.

use super::seat::{Size, seat_mark};
use super::stage::Stage;
use crate::seats::letter;
use netplay::ids::Seat;
use netplay::wire::Presence;
use party::{Ask, MemberView, PingClass, RoomView};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

pub(super) fn members(stage: &Stage, view: &RoomView) -> Html {
    let free: Vec<Seat> = (0..u16::from(view.seats))
        .map(Seat)
        .filter(|seat| view.rows.iter().all(|row| row.seat != Some(*seat)))
        .collect();
    let seated = view.rows.iter().filter(|row| row.seat.is_some()).count();
    let lock = stage.asking(Ask::Lock(!view.locked));
    html! {
        <section class="card stack members-card" aria-labelledby="members-title">
            <div class="row spread">
                <h2 id="members-title">{ format!("Players ({seated} of {})", view.seats) }</h2>
                if view.am_host {
                    <button type="button" class="button" onclick={lock} aria-pressed={view.locked.to_string()} data-testid="lock">
                        { if view.locked { "Locked: let people in" } else { "Lock the room" } }
                    </button>
                } else if view.locked {
                    <span class="badge">{ "Locked" }</span>
                }
            </div>
            <ul class="members" data-testid="members">
                { for view.rows.iter().map(|row| member(stage, row, &free, view.am_host)) }
                if !free.is_empty() {
                    <li class="member free">
                        { seat_mark(0, None, Size::Empty) }
                        <span>{ free_seats(free.len()) }</span>
                    </li>
                }
            </ul>
        </section>
    }
}

fn free_seats(count: usize) -> String {
    match count {
        1 => "1 seat is free: the AI takes it.".into(),
        _ => format!("{count} seats are free: the AI takes them."),
    }
}

fn member(stage: &Stage, row: &MemberView, free: &[Seat], am_host: bool) -> Html {
    html! {
        <li
            key={row.player.0} data-testid="member" data-name={row.name.clone()}
            class={classes!("member", row.is_me.then_some("me"), (!row.connected).then_some("lost"))}
        >
            { seat_mark(row.colour, row.seat, Size::Full) }
            <div>
                <div class="name">
                    { &row.name }
                    if row.is_me { <span class="soft">{ " (you)" }</span> }
                </div>
                <div class="marks">
                    if row.is_host { <span class="badge host">{ "★ Host" }</span> }
                    { readiness(row) }
                    { presence(row) }
                    { ping(row.rtt_ms, row.ping) }
                </div>
            </div>
            if am_host {
                <details>
                    <summary class="button quiet" aria-label={format!("What to do with {}", row.name)} data-testid="member-tools">{ "⋯" }</summary>
                    { tools(stage, row, free) }
                </details>
            }
        </li>
    }
}

fn readiness(row: &MemberView) -> Html {
    match (row.seat, row.ready, row.is_host) {
        (None, _, _) => html! { <span class="badge">{ "Watching" }</span> },
        (Some(_), true, _) => html! { <span class="badge yes">{ "✓ Ready" }</span> },
        (Some(_), false, true) => html! {},
        (Some(_), false, false) => html! { <span class="badge">{ "Not ready" }</span> },
    }
}

fn presence(row: &MemberView) -> Html {
    let word = match (row.connected, row.presence) {
        (false, _) => "Connection lost",
        (true, Presence::Active) => return html! {},
        (true, Presence::Hidden) => "In another tab",
        (true, Presence::Away) => "Away",
        (true, Presence::Typing) => "Typing …",
    };
    html! { <span class="badge">{ word }</span> }
}

/// The round trip: bars, a colour and the number.
pub(super) fn ping(rtt_ms: Option<u16>, class: PingClass) -> Html {
    let Some(rtt_ms) = rtt_ms else {
        return html! {};
    };
    let (class, bars, word) = match class {
        PingClass::Poor => ("poor", 1, "slow connection"),
        PingClass::Fair => ("fair", 2, "fair connection"),
        PingClass::Good | PingClass::Unknown => ("good", 3, "good connection"),
    };
    html! {
        <span class="badge ping" data-class={class} title={word}>
            <svg viewBox="0 0 14 14" aria-hidden="true">
                { for (0..3).map(|bar| {
                    let opacity = if bar < bars { "1" } else { "0.25" };
                    html! { <rect x={(bar * 5).to_string()} y={(9 - bar * 4).to_string()} width="4" height={(5 + bar * 4).to_string()} rx="1" fill="currentColor" {opacity} /> }
                }) }
            </svg>
            { format!("{rtt_ms} ms") }
            <span class="visually-hidden">{ word }</span>
        </span>
    }
}

/// The host's tools for one member.
fn tools(stage: &Stage, row: &MemberView, free: &[Seat]) -> Html {
    let player = row.player;
    let onseat = {
        let stage = stage.clone();
        Callback::from(move |event: Event| {
            let choice = event.target_unchecked_into::<HtmlSelectElement>().value();
            match choice.parse() {
                Ok(seat) => stage.ask(Ask::Seat(player, Some(Seat(seat)))),
                Err(_) if choice == "watch" => stage.ask(Ask::Seat(player, None)),
                Err(_) => {}
            }
        })
    };
    html! {
        <div class="tools" role="group" aria-label={format!("For {}", row.name)}>
            <select aria-label="Seat" onchange={onseat} data-testid="seat-of">
                <option value="" selected=true>{ "Move to …" }</option>
                { for free.iter().map(|seat| html! {
                    <option value={seat.0.to_string()}>{ format!("Seat {}", letter(*seat)) }</option>
                }) }
                if row.seat.is_some() { <option value="watch">{ "Spectators" }</option> }
            </select>
            if !row.is_me {
                <button type="button" class="button" onclick={stage.asking(Ask::HandHost(player))} data-testid="hand-host">{ "Make host" }</button>
                <button type="button" class="button danger" onclick={stage.asking(Ask::Kick(player))} data-testid="kick">{ "Kick" }</button>
                <button type="button" class="button danger" onclick={stage.asking(Ask::Ban(player))} data-testid="ban">{ "Ban" }</button>
            }
        </div>
    }
}
