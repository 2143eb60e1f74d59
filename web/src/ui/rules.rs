//! The rules of the next race.

use super::stage::Stage;
use crate::store::Msg;
use games::racing::RaceRules;
use games::{GameSetup, Skill};
use netplay::wire::DesyncPolicy;
use party::{Ask, Netcode, RoomView};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// How many laps can be chosen.
const LAPS: [u8; 4] = [1, 3, 5, 9];
const SKILLS: [(Skill, &str); 3] =
    [(Skill::Easy, "Gentle"), (Skill::Normal, "Keen"), (Skill::Hard, "Fierce")];

/// For how many seconds spectators can be held back.
const WATCH_DELAYS_S: [u16; 4] = [0, 5, 10, 30];
const POLICIES: [(DesyncPolicy, &str, &str); 3] = [
    (DesyncPolicy::Halt, "End the race", "the race is ended"),
    (DesyncPolicy::Void, "Void the race", "the race does not count"),
    (DesyncPolicy::Repair, "Repair it", "whoever is alone with theirs gets the others’ race"),
];

/// The rules of the practice race.
pub(super) fn own_rules(stage: &Stage) -> Html {
    let stage = stage.clone();
    let rules = stage.rules;
    choices(rules, Callback::from(move |rules| stage.tell(Msg::Rules(rules))))
}

/// The room's rules: the host chooses them, the others read them.
pub(super) fn room_rules(stage: &Stage, view: &RoomView) -> Html {
    let GameSetup::Racing(rules) = view.game;
    if !view.am_host {
        return html! {
            <div class="soft stack tight" data-testid="rules">
                <p>{ in_words(rules) }</p>
                <p><strong>{ view.netcode.name() }</strong>{ ": " }{ view.netcode.sentence() }</p>
                if view.netcode.is_shared() {
                    <p class="small">{ fairness(view) }</p>
                }
            </div>
        };
    }
    let change = {
        let stage = stage.clone();
        move |rules| stage.ask(Ask::PickGame(GameSetup::Racing(rules)))
    };
    html! {
        <div class="stack tight" data-testid="rules">
            { choices(rules, Callback::from(change)) }
            { ways(stage, view) }
        </div>
    }
}

/// What guests read of the choices below.
fn fairness(view: &RoomView) -> String {
    let delay = match view.watch_delay_s {
        0 => "Spectators see the race as it happens".into(),
        delay => format!("Spectators are {delay} s behind"),
    };
    let policy = POLICIES.iter().find(|(policy, ..)| *policy == view.on_desync);
    let then = policy.map_or("", |(_, _, then)| then);
    format!("{delay}; if two computers disagree, {then}.")
}

/// How everybody's driving comes together, and what is fair then.
fn ways(stage: &Stage, view: &RoomView) -> Html {
    let delay = {
        let stage = stage.clone();
        move |event: Event| {
            let chosen = event.target_unchecked_into::<HtmlSelectElement>().value();
            stage.ask(Ask::WatchDelay(chosen.parse().unwrap_or(0)));
        }
    };
    let policy = {
        let stage = stage.clone();
        move |event: Event| {
            let chosen = event.target_unchecked_into::<HtmlSelectElement>().selected_index();
            let found = usize::try_from(chosen).ok().and_then(|at| POLICIES.get(at));
            found.iter().for_each(|(policy, ..)| stage.ask(Ask::OnDesync(*policy)));
        }
    };
    html! {
        <details class="ways">
            <summary data-testid="netcode">
                <strong>{ "Netcode: " }{ view.netcode.name() }</strong><br />
                <span class="soft small">{ view.netcode.sentence() }</span>
            </summary>
            <fieldset>
                <legend class="visually-hidden">{ "Netcode" }</legend>
                { for Netcode::ALL.into_iter().map(|way| html! {
                    <label class="check">
                        <input type="radio" name="netcode" checked={way == view.netcode} onchange={stage.asking(Ask::PickNetcode(way))} data-testid={format!("netcode-{}", way.name())} />
                        <span><strong>{ way.name() }</strong><br /><span class="soft small">{ way.sentence() }</span></span>
                    </label>
                }) }
            </fieldset>
            if view.netcode.is_shared() { <div class="rules">
                <label>{ "Spectators see it" }
                    <select onchange={delay} data-testid="watch-delay">
                        { for WATCH_DELAYS_S.into_iter().map(|delay| html! {
                            <option value={delay.to_string()} selected={delay == view.watch_delay_s}>
                                { if delay == 0 { "At once".into() } else { format!("{delay} s later") } }
                            </option>
                        }) }
                    </select>
                </label>
                <label>{ "If computers disagree" }
                    <select onchange={policy} data-testid="on-desync">
                        { for POLICIES.iter().map(|(policy, name, _)| html! {
                            <option selected={*policy == view.on_desync}>{ *name }</option>
                        }) }
                    </select>
                </label>
            </div> }
        </details>
    }
}

/// `3 laps, keen AI drivers, cars bump.`
fn in_words(rules: RaceRules) -> String {
    let laps = if rules.laps == 1 { "1 lap".into() } else { format!("{} laps", rules.laps) };
    let skill = match rules.skill {
        Skill::Easy => "gentle",
        Skill::Normal => "keen",
        Skill::Hard => "fierce",
    };
    let bumps = if rules.contact { "cars bump" } else { "cars pass through each other" };
    let catch_up = if rules.catch_up { ", those behind are a little faster" } else { "" };
    format!("{laps}, {skill} AI drivers, {bumps}{catch_up}.")
}

/// Laps, drivers, bumps and help.
fn choices(rules: RaceRules, change: Callback<RaceRules>) -> Html {
    let laps = {
        let change = change.clone();
        Callback::from(move |event: Event| {
            let chosen = event.target_unchecked_into::<HtmlSelectElement>().value();
            change.emit(RaceRules { laps: chosen.parse().unwrap_or(rules.laps), ..rules });
        })
    };
    let skill = {
        let change = change.clone();
        Callback::from(move |event: Event| {
            let chosen = event.target_unchecked_into::<HtmlSelectElement>().selected_index();
            let found = usize::try_from(chosen).ok().and_then(|at| SKILLS.get(at));
            change
                .emit(RaceRules { skill: found.map_or(rules.skill, |(skill, _)| *skill), ..rules });
        })
    };
    let check = |label: &'static str, on: bool, apply: fn(&mut RaceRules, bool)| {
        let change = change.clone();
        let onchange = move |event: Event| {
            let mut rules = rules;
            apply(&mut rules, event.target_unchecked_into::<HtmlInputElement>().checked());
            change.emit(rules);
        };
        html! { <label class="check"><input type="checkbox" checked={on} {onchange} />{ label }</label> }
    };
    html! {
        <fieldset class="stack tight">
            <legend class="visually-hidden">{ "Rules" }</legend>
            <div class="rules">
                <label>{ "Laps" }
                    <select onchange={laps} data-testid="laps">
                        { for LAPS.into_iter().map(|laps| html! {
                            <option value={laps.to_string()} selected={laps == rules.laps}>{ laps }</option>
                        }) }
                    </select>
                </label>
                <label>{ "AI drivers" }
                    <select onchange={skill}>
                        { for SKILLS.into_iter().map(|(skill, name)| html! {
                            <option selected={skill == rules.skill}>{ name }</option>
                        }) }
                    </select>
                </label>
            </div>
            { check("Cars bump", rules.contact, |rules, on| rules.contact = on) }
            { check("Those behind are a little faster", rules.catch_up, |rules, on| rules.catch_up = on) }
        </fieldset>
    }
}
