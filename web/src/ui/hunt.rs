//! What lies over a hunt: the points of a round, between two rounds.

use super::seat::{Size, seat_mark};
use super::stage::Stage;
use crate::board::{BoardRow, HEAD};
use yew::prelude::*;

pub(super) fn board(stage: &Stage) -> Html {
    let Some(board) = &stage.board else {
        return html! {};
    };
    html! {
        <section class="golf-card wide" aria-label="Points" data-testid="board">
            <h2>{ &board.title }</h2>
            <div class="sheet" tabindex="0" role="group" aria-label="What the round gave">
                <table>
                    <thead><tr>
                        <th scope="col">{ "Player" }</th>
                        { for HEAD.iter().map(|head| html! { <th scope="col">{ *head }</th> }) }
                    </tr></thead>
                    <tbody>{ for board.rows.iter().map(row) }</tbody>
                </table>
            </div>
        </section>
    }
}

fn row(row: &BoardRow) -> Html {
    html! {
        <tr key={row.seat.0} class={classes!(row.is_me.then_some("me"))}>
            <th scope="row"><span class="row">
                { seat_mark(row.colour, Some(row.seat), Size::Small) }<span class="name">{ &row.name }</span>
            </span></th>
            { for row.cells.iter().map(|points| html! { <td class="number">{ *points }</td> }) }
        </tr>
    }
}
