//! The emotes, drawn: a sign font may be missing, and these are ours.

use yew::prelude::*;

/// The picture of an emote. Its name stands beside it, in text or in a label.
pub(super) fn emote(place: u8) -> Html {
    html! {
        <svg class="emote" viewBox="0 0 48 48" aria-hidden="true">{ picture(place) }</svg>
    }
}

fn picture(place: u8) -> Html {
    match place {
        0 => html! {<>
            <path fill="#ffc53d" stroke="#2b1d2e" stroke-width="2.500" stroke-linejoin="round" d="M15 44c-5-4-7-9-8-16l-2-9c-.500-3 3.500-4 4.500-1l2 7 .500-15c0-3.500 4.500-3.500 4.800 0l1 12 2-14.500c.500-3.500 5-3 4.800.500L24 21l4-11c1.200-3 5.300-1.600 4.500 1.500L29 26c2-1 5-2.500 7-2 2.500.500 2.500 3.500 0 4.500-4 1.500-5 5-6 8.500-1.200 4-4 7-8 8-3 .500-5 .500-7-1z" />
            <path fill="none" stroke="#f26b38" stroke-width="3" stroke-linecap="round" d="M37 6c3 1 5 3 6 6M39 16c1.500.500 2.500 1.500 3 3" />
        </>},
        1 => face(html! {<>
            <path fill="none" stroke="#2b1d2e" stroke-width="3" stroke-linecap="round" d="M11 21c1.500-4 6-4 7.500 0M29.500 21c1.500-4 6-4 7.500 0" />
            <path fill="#2b1d2e" d="M11 27h26c0 8-6 13-13 13s-13-5-13-13z" />
            <path fill="#f26b38" d="M16 37c2-3 5-4 8-4s6 1 8 4c-5 4-11 4-16 0z" />
        </>}),
        2 => face(html! {<>
            <circle cx="16" cy="20" r="3.400" fill="#2b1d2e" /><circle cx="32" cy="20" r="3.400" fill="#2b1d2e" />
            <path fill="none" stroke="#2b1d2e" stroke-width="3" stroke-linecap="round" d="M11 12l6-2M37 12l-6-2" />
            <ellipse cx="24" cy="33" rx="5.500" ry="7" fill="#2b1d2e" />
        </>}),
        3 => html! {<>
            <path fill="#f26b38" stroke="#2b1d2e" stroke-width="2.500" stroke-linejoin="round" d="M5 44 15 18l15 15z" />
            <path fill="none" stroke="#ffc53d" stroke-width="4" d="M11 30l7 9M15 22l13 13" />
            <circle cx="33" cy="9" r="3" fill="#0072b2" /><circle cx="43" cy="21" r="3" fill="#009e73" /><circle cx="22" cy="7" r="2.500" fill="#ffc53d" /><circle cx="41" cy="34" r="2.500" fill="#d55e00" />
            <path fill="none" stroke="#cc79a7" stroke-width="3" stroke-linecap="round" d="M24 21c1-5 5-4 5-9M30 27c4-4 6 0 11-4" />
        </>},
        4 => face(html! {<>
            <path fill="none" stroke="#2b1d2e" stroke-width="3" stroke-linecap="round" d="M12 17l7 4-7 4M36 17l-7 4 7 4M13 35c3-4 5 3 8 0s5 3 8 0 4 1 6 0" />
            <path fill="#56b4e9" stroke="#2b1d2e" stroke-width="2" d="M41 8c3 4 4 6 4 8a4 4 0 0 1-8 0c0-2 1-4 4-8z" />
        </>}),
        _ => html! {
            <path fill="#e0403f" stroke="#2b1d2e" stroke-width="2.500" stroke-linejoin="round" d="M24 43C10 33 4 26 4 17c0-11 14-14 20-4 6-10 20-7 20 4 0 9-6 16-20 26z" />
        },
    }
}

fn face(features: Html) -> Html {
    html! {<>
        <circle cx="24" cy="25" r="20" fill="#ffc53d" stroke="#2b1d2e" stroke-width="2.500" />
        { features }
    </>}
}
