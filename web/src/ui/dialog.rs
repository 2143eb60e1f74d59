//! A modal card over the screen.

use super::stage::use_stage;
use crate::store::Msg;
use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct DialogProps {
    /// The heading, which gets the focus, or else the button does that goes on.
    pub(super) title: AttrValue,
    /// What the button says that closes it, where that is the way on and not back.
    #[prop_or_default]
    pub(super) on: Option<&'static str>,
    pub(super) children: Html,
}

/// Closes by its button, by Escape and by whatever is inside; the focus stays within.
#[component]
pub(super) fn Dialog(props: &DialogProps) -> Html {
    let stage = use_stage();
    let node = use_node_ref();
    use_effect_with(node.clone(), |node| {
        let dialog = node.get().and_then(|node| node.dyn_into::<HtmlDialogElement>().ok());
        if let Some(dialog) = &dialog {
            // Refused only for a dialog that is open already.
            let _ = dialog.show_modal();
        }
        move || dialog.iter().for_each(HtmlDialogElement::close)
    });
    let close = stage.telling(Msg::Overlay(None));
    let oncancel = {
        let stage = stage.clone();
        Callback::from(move |event: Event| {
            event.prevent_default();
            stage.tell(Msg::Overlay(None));
        })
    };
    html! {
        <dialog ref={node} {oncancel} aria-labelledby="dialog-title">
            <div class="dialog-body">
                <div class="row spread">
                    <h2 id="dialog-title" tabindex="-1" autofocus={props.on.is_none()}>{ &props.title }</h2>
                    <button
                        type="button" class={classes!("button", if props.on.is_some() { "sunny" } else { "quiet" })}
                        autofocus={props.on.is_some()} onclick={close} data-testid="close"
                    >{ props.on.unwrap_or("Close") }</button>
                </div>
                { props.children.clone() }
            </div>
        </dialog>
    }
}
