//! The rules of the next game: which one, and what can be chosen for it.
//!
//! Each game says what there is to choose as plain fields and takes the choice back as numbers; one
//! form shows them all.

mod golf;
mod hunt;
mod race;

use super::stage::Stage;
use crate::store::Msg;
use games::pack::Pack;
use games::{GameId, GameSetup, Skill};
use netplay::wire::DesyncPolicy;
use party::{Ask, Netcode, RoomView};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// Something to choose.
struct Field {
    /// For tests, and to tell the fields apart.
    id: &'static str,
    label: &'static str,
    /// What it can be; nothing for something that is on or off.
    options: Vec<String>,
    /// Which of them it is, or 1 for on.
    at: usize,
}

impl Field {
    fn pick(id: &'static str, label: &'static str, options: Vec<String>, at: usize) -> Self {
        Self { id, label, options, at }
    }

    fn flag(id: &'static str, label: &'static str, on: bool) -> Self {
        Self { id, label, options: Vec::new(), at: on.into() }
    }

    /// One of a few numbers; what it is now comes last when it is none of them, as a command line
    /// may have asked for anything.
    fn number(id: &'static str, label: &'static str, numbers: &[u16], now: u16) -> Self {
        let mut options: Vec<String> = numbers.iter().map(u16::to_string).collect();
        let at = numbers.iter().position(|number| *number == now);
        if at.is_none() {
            options.push(now.to_string());
        }
        Self::pick(id, label, options, at.unwrap_or(numbers.len()))
    }

    fn skill(now: Skill) -> Self {
        Self::pick("skill", "AI players", SKILLS.map(String::from).into(), now as usize)
    }
}

const SKILLS: [&str; 3] = ["Gentle", "Keen", "Fierce"];

fn skill(at: usize) -> Skill {
    Skill::ALL.get(at).copied().unwrap_or_default()
}

/// One of a few numbers, or as it is.
fn number(numbers: &[u16], at: usize, now: u8) -> u8 {
    numbers.get(at).map_or(now, |number| *number as u8)
}

/// For how many seconds spectators can be held back.
const WATCH_DELAYS_S: [u16; 4] = [0, 5, 10, 30];
const POLICIES: [(DesyncPolicy, &str, &str); 3] = [
    (DesyncPolicy::Halt, "End the game", "the game is ended"),
    (DesyncPolicy::Void, "Void the game", "the game does not count"),
    (DesyncPolicy::Repair, "Repair it", "whoever is alone with theirs gets the others’ game"),
];

/// A game in a sentence.
const fn about(game: GameId) -> &'static str {
    match game {
        GameId::Racing => "Top-down cars, drifts that charge a boost, and a photo finish.",
        GameId::Golf => "Everybody putts at once, and the fewest strokes win.",
        GameId::Hunt => "Hide as a thing among things, or find the thing that is none.",
    }
}

/// What the next game is called: `Racing: Heron Lake`.
pub(super) fn title(setup: GameSetup, pack: &Pack) -> String {
    let place = match setup {
        GameSetup::Racing(rules) => race::place(rules, pack),
        GameSetup::Golf(rules) => golf::place(rules, pack),
        GameSetup::Hunt(rules) => hunt::place(rules, pack),
    };
    format!("{}: {place}", setup.id().name())
}

fn in_words(setup: GameSetup) -> String {
    match setup {
        GameSetup::Racing(rules) => race::in_words(rules),
        GameSetup::Golf(rules) => golf::in_words(rules),
        GameSetup::Hunt(rules) => hunt::in_words(rules),
    }
}

fn fields(setup: GameSetup, pack: &Pack) -> Vec<Field> {
    match setup {
        GameSetup::Racing(rules) => race::fields(rules, pack),
        GameSetup::Golf(rules) => golf::fields(rules, pack),
        GameSetup::Hunt(rules) => hunt::fields(rules, pack),
    }
}

/// The setup with another value of one field.
fn chosen(setup: GameSetup, id: &str, at: usize) -> GameSetup {
    match setup {
        GameSetup::Racing(rules) => GameSetup::Racing(race::chosen(rules, id, at)),
        GameSetup::Golf(rules) => GameSetup::Golf(golf::chosen(rules, id, at)),
        GameSetup::Hunt(rules) => GameSetup::Hunt(hunt::chosen(rules, id, at)),
    }
}

/// The rules of the game that is practised.
pub(super) fn own_rules(stage: &Stage) -> Html {
    let telling = stage.clone();
    choices(stage, stage.rules, Callback::from(move |setup| telling.tell(Msg::Rules(setup))))
}

/// The room's rules: the host chooses them, the others read them.
pub(super) fn room_rules(stage: &Stage, view: &RoomView) -> Html {
    if !view.am_host {
        return html! {
            <div class="soft stack tight" data-testid="rules">
                <p>{ about(view.game.id()) }</p>
                <p>{ in_words(view.game) }</p>
                <p><strong>{ view.netcode.name() }</strong>{ ": " }{ view.netcode.sentence() }{ open(view.netcode, view.game) }</p>
                if view.netcode.is_shared() {
                    <p class="small">{ fairness(view) }</p>
                }
            </div>
        };
    }
    let change = {
        let stage = stage.clone();
        move |setup| stage.ask(Ask::PickGame(setup))
    };
    html! {
        <div class="stack tight" data-testid="rules">
            { choices(stage, view.game, Callback::from(change)) }
            { ways(stage, view) }
        </div>
    }
}

/// Which game, and everything that can be chosen for it.
fn choices(stage: &Stage, setup: GameSetup, change: Callback<GameSetup>) -> Html {
    let now = setup.id();
    let to = |setup: GameSetup| {
        let change = change.clone();
        move |_: MouseEvent| change.emit(setup)
    };
    let presets = [("The usual", GameSetup::of(now)), ("A quick one", GameSetup::party(now))];
    let fields = fields(setup, &stage.driver.pack());
    html! {<>
        <div class="games" role="group" aria-label="Which game">
            { for GameId::ALL.into_iter().map(|game| html! {
                <button
                    type="button" class={classes!("button", (game == now).then_some("sunny"))}
                    aria-pressed={(game == now).to_string()} onclick={to(GameSetup::of(game))}
                    data-testid={format!("game-{}", game.mode())}
                >{ game.name() }</button>
            }) }
        </div>
        <p class="soft">{ about(now) }</p>
        <fieldset class="stack tight">
            <legend class="visually-hidden">{ "Rules" }</legend>
            <div class="row">
                { for presets.map(|(name, preset)| html! {
                    <button type="button" class="button quiet" aria-pressed={(preset == setup).to_string()} onclick={to(preset)}>{ name }</button>
                }) }
            </div>
            <div class="rules">
                { for fields.iter().filter(|field| !field.options.is_empty()).map(|field| shown(field, setup, &change)) }
            </div>
            { for fields.iter().filter(|field| field.options.is_empty()).map(|field| shown(field, setup, &change)) }
        </fieldset>
    </>}
}

fn shown(field: &Field, setup: GameSetup, change: &Callback<GameSetup>) -> Html {
    let (id, change) = (field.id, change.clone());
    let is_flag = field.options.is_empty();
    let onchange = move |event: Event| {
        let at = if is_flag {
            event.target_unchecked_into::<HtmlInputElement>().checked().into()
        } else {
            event.target_unchecked_into::<HtmlSelectElement>().selected_index().max(0) as usize
        };
        change.emit(chosen(setup, id, at));
    };
    if is_flag {
        return html! {
            <label class="check"><input type="checkbox" checked={field.at == 1} {onchange} data-testid={id} />{ field.label }</label>
        };
    }
    html! {
        <label>{ field.label }
            <select {onchange} data-testid={id}>
                { for field.options.iter().enumerate().map(|(at, option)| html! {
                    <option selected={at == field.at}>{ option }</option>
                }) }
            </select>
        </label>
    }
}

/// What every page knows of a hunt that everybody computes.
fn open(way: Netcode, game: GameSetup) -> &'static str {
    if way.is_shared() && game.id() == GameId::Hunt {
        " Every page knows all hiding places, and a changed one can show them: for friends. Hidden keeps them secret."
    } else {
        ""
    }
}

/// What guests read of the choices below.
fn fairness(view: &RoomView) -> String {
    let delay = match view.watch_delay_s {
        0 => "Spectators see the game as it happens".into(),
        delay => format!("Spectators are {delay} s behind"),
    };
    let policy = POLICIES.iter().find(|(policy, ..)| *policy == view.on_desync);
    let then = policy.map_or("", |(_, _, then)| then);
    format!("{delay}; if two computers disagree, {then}.")
}

/// How everybody's playing comes together, and what is fair then.
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
                <span class="soft small">{ view.netcode.sentence() }{ open(view.netcode, view.game) }</span>
            </summary>
            <fieldset>
                <legend class="visually-hidden">{ "Netcode" }</legend>
                { for Netcode::ALL.into_iter().filter(|way| way.carries(view.game.id())).map(|way| html! {
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
