//! A content pack of the player's own: loading one, what is wrong with it, and the way back.

use super::stage::Stage;
use crate::shell::page;
use crate::store::Screen;
use games::pack::{PACK_BYTES, PackFault};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// On the first screen.
pub(super) fn own_pack(stage: &Stage) -> Html {
    let pack = &stage.pack;
    let onchange = {
        let driver = stage.driver.clone();
        move |event: Event| {
            let input = event.target_unchecked_into::<HtmlInputElement>();
            let Some(file) = input.files().and_then(|files| files.get(0)) else {
                return;
            };
            // The same file may be picked again.
            input.set_value("");
            let driver = driver.clone();
            wasm_bindgen_futures::spawn_local(async move {
                let bytes = page::read_file(&file, PACK_BYTES).await;
                driver.load_pack(String::from_utf8_lossy(&bytes).into_owned());
            });
        }
    };
    let act = |keep: bool| {
        let driver = stage.driver.clone();
        move |_: MouseEvent| driver.choose_pack(keep)
    };
    let [tracks, holes, arenas] = pack.counts;
    html! {
        <details open={pack.name.is_some() || pack.met.is_some() || !pack.faults.is_empty()} data-testid="pack">
            <summary>{ "Play with a pack of your own" }</summary>
            <div class="stack tight">
                if let Some(name) = &pack.name {
                    <p role="status" data-testid="pack-name">
                        { "You play on " }<strong>{ name }</strong>
                        { format!(": tracks {tracks}, holes {holes}, arenas {arenas}.") }
                    </p>
                    <button type="button" class="button" onclick={act(false)} data-testid="pack-back">{ "Back to Partyline's own" }</button>
                }
                if let Some(met) = &pack.met {
                    <p role="status">{ "The last room was played on " }<strong>{ met }</strong>{ "." }</p>
                    <button type="button" class="button" onclick={act(true)} data-testid="pack-keep">{ "Keep it" }</button>
                }
                { faults(&pack.faults) }
                <label class="button file">
                    { "Load a pack" }
                    <input type="file" accept=".partypack,.txt" {onchange} data-testid="open-pack" />
                </label>
                <p class="hint">{ "Holes, tracks and arenas in one text file. A room that you create plays it, and hands it to those who lack it." }</p>
            </div>
        </details>
    }
}

/// What is wrong with the pack that is worked on, over any other screen.
pub(super) fn wrong(stage: &Stage) -> Html {
    if stage.screen == Screen::Home || stage.pack.faults.is_empty() {
        return html! {};
    }
    html! { <div class="pack-wrong">{ faults(&stage.pack.faults) }</div> }
}

fn faults(faults: &[PackFault]) -> Html {
    if faults.is_empty() {
        return html! {};
    }
    html! {
        <div class="banner" role="alert" data-testid="pack-faults">
            <strong>{ "This pack cannot be played yet." }</strong>
            <ul class="faults">
                { for faults.iter().map(|fault| html! {
                    <li><b>{ place(fault) }</b>{ &fault.what }{ " – " }<i>{ fault.cure }</i></li>
                }) }
            </ul>
        </div>
    }
}

/// `holes/pond.hole, line 7: `
fn place(fault: &PackFault) -> String {
    let file = if fault.file.is_empty() { "The pack" } else { &fault.file };
    match fault.line {
        0 => format!("{file}: "),
        line => format!("{file}, line {line}: "),
    }
}
