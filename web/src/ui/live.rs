//! What is said while nobody asked: the link, refusals, notices; to the eye and to the ear.

use super::arrive;
use super::seen::use_seen;
use super::stage::Stage;
use crate::shell::page;
use crate::store::Msg;
use party::{Ask, EntryWish, Next, Phase, RoomView, Sentence};
use std::rc::Rc;
use yew::prelude::*;

/// The lost link, as a banner.
pub(super) fn reconnecting(stage: &Stage, phase: &Phase) -> Html {
    let Phase::Reconnecting { attempt, retry_ms } = *phase else {
        return html! {};
    };
    let hurry = {
        let driver = stage.driver.clone();
        move |_| driver.hurry()
    };
    html! {
        <div class="banner" data-testid="reconnecting">
            <div class="spinner" aria-hidden="true"></div>
            <div class="grow">
                <strong>{ "The connection is lost. " }</strong>
                { tries(attempt, retry_ms, true) }
            </div>
            <button type="button" class="button" onclick={hurry}>{ "Try now" }</button>
        </div>
    }
}

/// How the new link is coming along.
pub(super) fn tries(attempt: u32, retry_ms: u32, has_place: bool) -> String {
    let kept = if has_place { " Your place is kept." } else { "" };
    match retry_ms {
        0 => format!("Reconnecting (try {attempt}) …"),
        _ => format!("Try {attempt} in {} s.{kept}", retry_ms.div_ceil(1000)),
    }
}

/// The last wish that was refused, with what to do about it.
pub(super) fn refused(stage: &Stage, refusal: Option<&Sentence>) -> Html {
    let Some(refusal) = refusal.cloned() else {
        return html! {};
    };
    let next = refusal.next;
    let step = {
        let stage = stage.clone();
        move |_| take(&stage, next)
    };
    html! {
        <div class="banner" role="alert" data-testid="refusal">
            <div class="grow"><strong>{ &refusal.title }</strong>{ " " }{ &refusal.what }</div>
            <button type="button" class="button" onclick={step}>{ next.label() }</button>
        </div>
    }
}

/// Two states differed: what is known of it, and the file for whoever mends it.
pub(super) fn finding(view: &RoomView) -> Html {
    let Some(finding) = view.finding.clone() else {
        return html! {};
    };
    let save = {
        let bundle = finding.bundle.clone();
        move |_| page::save_file("partyline-report.pldb", &bundle)
    };
    html! {
        <div class="banner" role="alert" data-testid="finding">
            <div class="grow"><strong>{ "The game was not the same for everybody. " }</strong>{ finding.sentence }</div>
            <button type="button" class="button" onclick={save} data-testid="save-report">{ "Save report" }</button>
        </div>
    }
}

/// Takes the next step that a sentence offers.
pub(super) fn take(stage: &Stage, next: Next) {
    let code =
        stage.view.as_ref().and_then(|view| view.code).or_else(|| stage.driver.wished_code());
    let in_room = stage.view.as_ref().is_some_and(|view| !view.rows.is_empty());
    let enter = |wish| arrive::enter(stage, stage.profile.clone(), wish);
    match (next, code) {
        (Next::FetchPack, _) => stage.ask(Ask::FetchPack),
        (Next::Dismiss, _) => stage.ask(Ask::DismissRefusal),
        (Next::UpdateAndRejoin, Some(code)) => page::reload_into(code),
        (Next::UpdateAndRejoin, None) => page::reload(),
        (Next::TryAgain, _) if in_room => {
            stage.ask(Ask::DismissRefusal);
            stage.driver.hurry();
        }
        (Next::TryAgain, _) => stage.driver.again(),
        (Next::JoinAnew, Some(code)) => enter(EntryWish::Join { code, watch: false }),
        (Next::CreateRoom, _) => {
            enter(EntryWish::Create { seats: netplay::limits::ROOM_SEATS as u8 });
        }
        (Next::EditCode | Next::EditName | Next::GoHome | Next::JoinAnew, _) => {
            arrive::leave(stage);
            stage.tell(Msg::Trouble(None));
            match next {
                Next::EditCode => page::focus_soon("#code"),
                Next::EditName => page::focus_soon("#name"),
                _ => {}
            }
        }
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct NoticesProps {
    pub(super) view: Option<Rc<RoomView>>,
}

/// How long a notice stays, in milliseconds.
const NOTICE_MS: u32 = 4_000;

/// Notices float for a moment, and are spoken: politely, or at once when they are urgent.
#[component]
pub(super) fn Notices(props: &NoticesProps) -> Html {
    let all: Vec<_> = props.view.iter().flat_map(|view| view.notices.iter()).cloned().collect();
    let seen = use_seen(all.last().map_or(0, |notice| notice.id), NOTICE_MS);
    let fresh: Vec<_> = all.into_iter().filter(|notice| notice.id > seen).collect();
    let said = |urgent: bool| {
        fresh.iter().rev().find(|notice| notice.urgent == urgent).map(|n| n.text.clone())
    };
    html! {<>
        <div class="toasts" aria-hidden="true">
            { for fresh.iter().rev().take(3).rev().map(|notice| html! {
                <div class="toast" key={notice.id}>{ &notice.text }</div>
            }) }
        </div>
        <div class="visually-hidden" role="status" data-testid="notices">{ said(false).unwrap_or_default() }</div>
        <div class="visually-hidden" role="alert">{ said(true).unwrap_or_default() }</div>
    </>}
}
