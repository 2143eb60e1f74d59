//! How friends get in: the code, the link, the share sheet, the picture of the link.

use super::stage::use_stage;
use crate::shell::{invite, page};
use netplay::code::RoomCode;
use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write as _;
use web_sys::HtmlInputElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct InviteProps {
    pub(super) code: RoomCode,
}

/// What came of copying the link.
#[derive(Clone, Copy, PartialEq)]
enum Copied {
    Not,
    Yes,
    /// There is no clipboard here: the link stands selected in a field.
    ByHand,
}

#[component]
pub(super) fn Invite(props: &InviteProps) -> Html {
    let stage = use_stage();
    let copied = use_state(|| Copied::Not);
    let shown = use_state(|| false);
    let field = use_node_ref();
    let link = invite::invite_link(&page::base(), props.code, &stage.relay);
    let drawn = use_memo(link.clone(), |link| drawing(link));
    let copy = {
        let (link, copied) = (link.clone(), copied.clone());
        Callback::from(move |_| {
            let (link, copied) = (link.clone(), copied.clone());
            wasm_bindgen_futures::spawn_local(async move {
                copied.set(if page::copy(&link).await { Copied::Yes } else { Copied::ByHand });
            });
        })
    };
    use_effect_with((*copied, field.clone()), |(copied, field)| {
        if let (Copied::ByHand, Some(field)) = (copied, field.cast::<HtmlInputElement>()) {
            // A field that cannot be focused can still be copied from by hand.
            let _ = field.focus();
            field.select();
        }
    });
    let share = {
        let link = link.clone();
        Callback::from(move |_| page::share(&link))
    };
    let masked = stage.settings.streaming && !*shown;
    let reveal = Callback::from(move |_| shown.set(true));
    html! {
        <section class="card invite" aria-labelledby="invite-title">
            <h2 id="invite-title">{ "Bring your friends" }</h2>
            <div class="invite-body">
                <div class="stack tight">
                    if masked {
                        <p class="invite-code" aria-label="The code is hidden">{ "••••••" }</p>
                        <button type="button" class="button" onclick={reveal}>{ "Show the code" }</button>
                    } else {
                        <p class="invite-code" data-testid="room-code" aria-label={spelled(props.code)}>{ props.code.as_str() }</p>
                    }
                    <div class="row">
                        <button type="button" class="button primary" onclick={copy} data-testid="copy">
                            { if *copied == Copied::Yes { "Copied" } else { "Copy link" } }
                        </button>
                        if page::can_share() {
                            <button type="button" class="button" onclick={share}>{ "Share …" }</button>
                        }
                    </div>
                    <span class="visually-hidden" role="status">
                        { match *copied { Copied::Yes => "The link is copied.", _ => "" } }
                    </span>
                    if *copied == Copied::ByHand && !masked {
                        <div class="field">
                            <label for="link">{ "Copy this by hand" }</label>
                            <input id="link" ref={field} type="text" readonly=true value={link.clone()} data-testid="link" />
                        </div>
                    }
                </div>
                if !masked {
                    { qr(&drawn) }
                }
            </div>
        </section>
    }
}

/// The code letter by letter, for those who hear it.
fn spelled(code: RoomCode) -> String {
    code.as_str().chars().flat_map(|symbol| [symbol, ' ']).collect()
}

fn qr(drawn: &Option<(i32, String)>) -> Html {
    let Some((size, path)) = drawn else {
        return html! {};
    };
    html! {
        <svg
            class="qr" viewBox={format!("-3 -3 {0} {0}", size + 6)} role="img" shape-rendering="crispEdges"
            aria-label="The link as a QR code, for a phone's camera" data-testid="qr"
        >
            <path d={path.clone()} />
        </svg>
    }
}

/// The code's size and dark squares; none for a link too long to draw.
fn drawing(link: &str) -> Option<(i32, String)> {
    let code = QrCode::encode_binary(link.as_bytes(), QrCodeEcc::Medium).ok()?;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|&x| code.get_module(x, y)) {
            // Writing into a string cannot fail.
            let _ = write!(path, "M{x} {y}h1v1h-1z");
        }
    }
    Some((code.size(), path))
}
