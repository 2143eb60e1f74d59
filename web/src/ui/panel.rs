//! The net panel: how the running game gets over the wire, and a worse wire for whoever asks.

use super::stage::Stage;
use crate::driver::line::{JITTER_MOST_MS, LATENCY_MOST_MS, LOSS_MOST_PERMILLE, Line};
use crate::shell::page;
use crate::store::Msg;
use crate::words;
use netplay::limits::TICK_HZ;
use netplay::link::LinkProfile;
use party::NetView;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Opens the panel, or closes it and gives the keyboard back to the game.
pub(super) fn toggle(stage: &Stage) {
    let open = stage.panel.is_none();
    stage.tell(Msg::Panel(open));
    stage.driver.count_net(open);
    if !open {
        page::focus("#game");
    }
}

pub(super) fn panel(stage: &Stage) -> Html {
    let Some(panel) = &stage.panel else {
        return html! {};
    };
    let close = {
        let stage = stage.clone();
        move |_| toggle(&stage)
    };
    let rows = panel.net.as_ref().map(|net| numbers(net)).unwrap_or_default();
    let Line { up, down } = stage.line;
    html! {
        <section class="net-panel" aria-labelledby="net-title" data-testid="net-panel">
            <div class="row spread head">
                <h2 id="net-title">{ "Connection" }</h2>
                <button type="button" class="button quiet" onclick={close} data-testid="net-close">{ "Close" }</button>
            </div>
            <dl data-testid="net-numbers">
                { for rows.into_iter().map(|(name, value)| html! {<>
                    <dt>{ name }</dt><dd data-name={name}>{ value }</dd>
                </>}) }
            </dl>
            if let Some(net) = &panel.net {
                if net.netcode.is_shared() {
                    { checkpoints(net) }
                }
            } else {
                <p class="soft small">{ "The numbers come with a game against people." }</p>
            }
            <h3>{ "A worse line, to feel it" }</h3>
            { way(stage, "To the relay", "up", up, |line, way| line.up = way) }
            { way(stage, "From the relay", "down", down, |line, way| line.down = way) }
            <div class="row">
                <button type="button" class="button" onclick={set(stage, Line::FAR)} data-testid="line-far">{ "150 ms, 5 % lost" }</button>
                <button type="button" class="button" onclick={set(stage, Line::default())} data-testid="line-reset">{ "Reset" }</button>
            </div>
        </section>
    }
}

fn set(stage: &Stage, line: Line) -> Callback<MouseEvent> {
    let stage = stage.clone();
    Callback::from(move |_| change(&stage, line))
}

fn change(stage: &Stage, line: Line) {
    stage.driver.set_line(line);
    stage.tell(Msg::Line(line));
}

fn numbers(net: &NetView) -> Vec<(&'static str, String)> {
    let frames = |count: u8| format!("{count} frames, {} ms", u32::from(count) * 1000 / TICK_HZ);
    let mut rows = vec![
        ("Netcode", net.netcode.name().into()),
        ("Round trip", net.rtt_ms.map_or_else(|| "–".into(), |rtt| format!("{rtt} ms"))),
    ];
    if net.netcode.is_shared() {
        rows.extend([
            ("Input delay", frames(net.input_delay)),
            ("Your own", frames(net.own_delay)),
            ("Waited", format!("{}×, {}", net.stalls, words::gap(net.stalled_ms))),
            ("Played again", format!("{}×, at most {} frames", net.rollbacks, net.deepest)),
        ]);
        if net.window_frames > 0 {
            rows.push(("May guess", frames(net.window_frames)));
        }
    } else {
        let place = if net.is_server { "on this page" } else { "elsewhere" };
        rows.extend([
            ("Decided", place.into()),
            ("States", net.states.to_string()),
            ("Largest visible jump", metres(net.step_mm)),
        ]);
    }
    rows.extend([
        ("Guessed wrong", format!("{} of {}", net.mispredicted, net.guessed)),
        ("Corrections", format!("{}, at most {}", net.corrections, metres(net.largest_mm))),
        ("Clock jumps", net.snaps.to_string()),
        ("Sent", bytes(net.bytes_up_s)),
        ("Received", bytes(net.bytes_down_s)),
    ]);
    rows
}

/// `0.25 m`.
fn metres(mm: u32) -> String {
    format!("{}.{:02} m", mm / 1000, mm % 1000 / 10)
}

/// `0.9 kB/s`.
fn bytes(count: u32) -> String {
    format!("{}.{} kB/s", count / 1000, count % 1000 / 100)
}

/// The last checkpoints as shapes, and in words for those who do not see them.
fn checkpoints(net: &NetView) -> Html {
    let judged = |what| net.checkpoints.iter().filter(|(.., agreed)| *agreed == what).count();
    let (same, differ, open) = (judged(Some(true)), judged(Some(false)), judged(None));
    let shapes: String = net
        .checkpoints
        .iter()
        .map(|(.., agreed)| match agreed {
            Some(true) => '●',
            Some(false) => '✕',
            None => '○',
        })
        .collect();
    html! {<>
        <h3>{ "Checkpoints" }</h3>
        <p class="shapes" aria-hidden="true">{ shapes }</p>
        <p class="soft" data-testid="net-checkpoints">
            { format!("● {same} agree, ○ {open} open, ✕ {differ} differ") }
        </p>
    </>}
}

/// One direction's sliders.
fn way(
    stage: &Stage,
    name: &'static str,
    id: &'static str,
    now: LinkProfile,
    put: fn(&mut Line, LinkProfile),
) -> Html {
    let slider = |what: &'static str, unit: &'static str, value: u32, most: u32, step: u32| {
        let stage = stage.clone();
        let oninput = move |event: InputEvent| {
            let typed = event.target_unchecked_into::<HtmlInputElement>().value();
            let value = typed.parse().unwrap_or(0);
            let (mut line, mut way) = (stage.line, now);
            match what {
                "Latency" => way.latency_ms = value,
                "Jitter" => way.jitter_ms = value,
                _ => way.loss_permille = u16::try_from(value * 10).unwrap_or(0),
            }
            put(&mut line, way);
            change(&stage, line);
        };
        html! {
            <label>
                <span>{ what }</span>
                <input type="range" min="0" max={most.to_string()} step={step.to_string()} value={value.to_string()} {oninput} data-testid={format!("{id}-{what}")} />
                <span class="number">{ format!("{value} {unit}") }</span>
            </label>
        }
    };
    let loss = u32::from(now.loss_permille / 10);
    html! {
        <fieldset class="way">
            <legend>{ name }</legend>
            { slider("Latency", "ms", now.latency_ms, LATENCY_MOST_MS, 5) }
            { slider("Jitter", "ms", now.jitter_ms, JITTER_MOST_MS, 5) }
            { slider("Loss", "%", loss, u32::from(LOSS_MOST_PERMILLE / 10), 1) }
        </fieldset>
    }
}
