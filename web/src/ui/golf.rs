//! What lies over a round of golf: the card, and what a player may do besides striking. And how a
//! finger or the mouse comes to the aim.

use super::seat::{Size, seat_mark};
use super::stage::{Stage, use_stage};
use crate::driver::Driver;
use crate::scorecard::{CardCell, CardRow, Scorecard};
use crate::shell::page;
use crate::store::Msg;
use games::golf::Wish;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// How long "really?" stands on a button, in milliseconds.
const DOUBT_MS: u32 = 3_000;

/// The buttons, and the card when it is due or held open.
#[component]
pub(super) fn GolfBar() -> Html {
    let stage = use_stage();
    let sure = use_state(|| false);
    use_effect_with((*sure, sure.setter()), |(doubted, set)| {
        let set = set.clone();
        let timer = doubted.then(|| page::after(DOUBT_MS, move || set.set(false)));
        move || drop(timer)
    });
    let card = stage.card.clone();
    let open = card.as_ref().is_some_and(|card| card.between || stage.card_open);
    let table = use_node_ref();
    let hole = card.as_ref().filter(|_| open).map(|card| card.hole);
    use_effect_with((hole, table.clone()), |(hole, table)| {
        if let (Some(hole), Some(table)) = (*hole, table.cast::<Element>()) {
            show_hole(&table, hole);
        }
    });
    let Some(card) = card else {
        return html! {};
    };
    let hand = if stage.settings.left_handed { "left" } else { "right" };
    html! {<>
        if !card.between {
            <div class="golf-bar" data-hand={hand}>
                if card.can_undo {
                    { button(&stage, "Undo", Wish::Undo, "undo") }
                    { button(&stage, "Retry", Wish::Retry, "retry") }
                }
                if card.can_pick_up {
                    { pick_up(&stage, sure) }
                }
                <button
                    type="button" class="button" aria-pressed={stage.card_open.to_string()}
                    onclick={stage.telling(Msg::CardOpen(!stage.card_open))} title="Scorecard (hold Tab)" data-testid="card"
                >{ "Card" }</button>
            </div>
        }
        if open {
            { sheet(&stage, &card, table) }
        }
    </>}
}

fn button(stage: &Stage, label: &'static str, wish: Wish, id: &'static str) -> Html {
    let driver = stage.driver.clone();
    let onclick = move |_: MouseEvent| {
        driver.golf(wish);
        page::focus("#game");
    };
    html! { <button type="button" class="button" {onclick} data-testid={id}>{ label }</button> }
}

/// Giving a hole up is asked about: a thumb comes there by mistake.
fn pick_up(stage: &Stage, sure: UseStateHandle<bool>) -> Html {
    let driver = stage.driver.clone();
    let doubt = *sure;
    let onclick = move |_: MouseEvent| {
        if doubt {
            driver.golf(Wish::PickUp);
            page::focus("#game");
        }
        sure.set(!doubt);
    };
    html! {
        <button type="button" class="button" {onclick} data-testid="pick-up">
            { if doubt { "Give up the hole?" } else { "Pick up" } }
        </button>
    }
}

/// Scrolls a table that is wider than the screen until the hole's column is its last.
fn show_hole(table: &Element, hole: u8) {
    // Before the holes come the names, the total and what it is against par.
    let column = table.query_selector(&format!("th:nth-child({})", hole + 4));
    let column = column.ok().flatten().and_then(|column| column.dyn_into::<HtmlElement>().ok());
    if let Some(column) = column {
        table.set_scroll_left(column.offset_left() + column.offset_width() - table.client_width());
    }
}

fn sheet(stage: &Stage, card: &Scorecard, table: NodeRef) -> Html {
    let next = {
        let driver = stage.driver.clone();
        move |_: MouseEvent| driver.golf(Wish::Ready)
    };
    let wide = (card.head.len() > 9).then_some("wide");
    html! {
        <section class={classes!("golf-card", wide)} aria-label="Scorecard" data-testid="scorecard">
            <h2>{ &card.title }</h2>
            <div class="sheet" ref={table} tabindex="0" role="group" aria-label="Strokes of every hole">
                <table>
                    <thead>
                        <tr><th scope="col">{ "Hole" }</th>
                            <th scope="col">{ card.counts }</th>
                            <th scope="col"><abbr title="against par">{ "±" }</abbr></th>
                            { for card.head.iter().map(|head| html! { <th scope="col">{ head }</th> }) }
                        </tr>
                        <tr class="soft"><th scope="row">{ "Par" }</th><td></td><td></td>
                            { for card.pars.iter().map(|par| html! { <td>{ par }</td> }) }
                        </tr>
                    </thead>
                    <tbody>{ for card.rows.iter().map(row) }</tbody>
                </table>
            </div>
            if card.between {
                if card.waiting.is_empty() {
                    <button type="button" class="button primary" onclick={next} data-testid="next-hole">
                        { if card.last { "See the results" } else { "Next hole" } }
                    </button>
                } else {
                    <p role="status">{ format!("Waiting for {}.", card.waiting) }</p>
                }
            }
        </section>
    }
}

fn row(row: &CardRow) -> Html {
    html! {
        <tr key={row.seat.0} class={classes!(row.is_me.then_some("me"))} data-seat={row.seat.0.to_string()}>
            <th scope="row"><span class="row">
                { seat_mark(row.colour, Some(row.seat), Size::Small) }<span class="name">{ &row.name }</span>
            </span></th>
            <td class="number">{ &row.total }</td><td class="number">{ &row.to_par }</td>
            { for row.cells.iter().map(cell) }
        </tr>
    }
}

/// Under par is round, over par square: what it is worth is seen without its colour.
fn cell(cell: &CardCell) -> Html {
    html! {
        <td><span class={classes!("score", cell.kind)}>{ &cell.text }</span>
            <span class="visually-hidden">{ &cell.name }</span></td>
    }
}

/// What the canvas hears of fingers and the mouse.
pub(super) struct Pointing {
    pub(super) down: Callback<PointerEvent>,
    pub(super) drag: Callback<PointerEvent>,
    pub(super) lift: Callback<PointerEvent>,
    pub(super) lost: Callback<PointerEvent>,
    pub(super) menu: Callback<MouseEvent>,
}

/// A pull is one finger's, from wherever it came down; the right button takes it back.
#[hook]
pub(super) fn use_pointing(driver: &Driver) -> Pointing {
    let id = (*use_memo((), |()| Rc::new(Cell::new(None::<i32>)))).clone();
    let at = |event: &PointerEvent| (f64::from(event.client_x()), f64::from(event.client_y()));
    let down = {
        let (driver, id) = (driver.clone(), id.clone());
        Callback::from(move |event: PointerEvent| {
            if event.button() != 0 {
                driver.cancel_aim();
            } else if id.get().is_none() {
                id.set(Some(event.pointer_id()));
                let target = event.target_unchecked_into::<Element>();
                // A pointer that is gone already cannot be captured and need not be.
                let _ = target.set_pointer_capture(event.pointer_id());
                let (wide, high) = (target.client_width(), target.client_height());
                driver.pull(at(&event), f64::from(wide.min(high)));
            }
        })
    };
    let drag = {
        let (driver, id) = (driver.clone(), id.clone());
        Callback::from(move |event: PointerEvent| {
            // Another button while the first is down is a move, too.
            if event.buttons() & 2 != 0 {
                driver.cancel_aim();
            } else if id.get() == Some(event.pointer_id()) {
                driver.drag(at(&event));
            }
        })
    };
    let end = |strikes: bool| {
        let (driver, id) = (driver.clone(), id.clone());
        Callback::from(move |event: PointerEvent| {
            if id.get() == Some(event.pointer_id()) {
                id.set(None);
                if strikes {
                    driver.let_go();
                } else {
                    driver.cancel_aim();
                }
            }
        })
    };
    let menu = Callback::from(|event: MouseEvent| event.prevent_default());
    Pointing { down, drag, lift: end(true), lost: end(false), menu }
}
