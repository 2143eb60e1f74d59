//! What an operator's tools ask: `/healthz` and `/metrics`, on a port of their own.
//!
//! Answered by the thread that carries the games: an answer means that it turns.

use crate::door::read_some;
use crate::http::{Guard, Progress, Request, read, refuse, text};
use crate::server::House;
use crate::shard::Status;
use crate::work::Work;
use std::fmt::Write;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

/// For a whole request and its answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// Answered at once; more wait in the kernel's queue.
const AT_ONCE: usize = 8;
/// An operator's tools send a few lines.
const HEAD_BYTES: usize = 4 * 1024;

/// Answers for as long as the relay runs.
pub(crate) async fn serve(house: Rc<House>, listener: TcpListener) {
    let places = Arc::new(tokio::sync::Semaphore::new(AT_ONCE));
    // Only addresses and `localhost`: a page in the operator's browser must not read this by a
    // name of its own.
    let guard = Rc::new(Guard::default());
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else { continue };
        let (house, guard) = (house.clone(), guard.clone());
        tokio::task::spawn_local(async move {
            // Who is slower than that is no operator's tool.
            let _ = timeout(PATIENCE, answer(&house, &guard, stream)).await;
            drop(place);
        });
    }
}

async fn answer(house: &House, guard: &Guard, mut stream: TcpStream) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    let reply = loop {
        match read(&bytes) {
            Progress::Partial if bytes.len() < HEAD_BYTES => {
                if read_some(house, &mut stream, Some(&mut bytes)).await? == 0 {
                    return Ok(());
                }
            }
            Progress::Whole(request) => break reply(house, guard, &request),
            Progress::Partial | Progress::Malformed => break refuse("400 Bad Request"),
        }
    };
    stream.write_all(&reply).await?;
    stream.shutdown().await
}

fn reply(house: &House, guard: &Guard, request: &Request) -> Vec<u8> {
    if !guard.knows_host(request) || request.origin.is_some() {
        return refuse("403 Forbidden");
    }
    match request.path.as_str() {
        "/healthz" => text(request, "application/json", &health(&house.status())),
        "/metrics" => text(request, "text/plain; version=0.0.4", &house_metrics(house)),
        _ => refuse("404 Not Found"),
    }
}

fn health(status: &Status) -> String {
    let load = &status.load;
    format!(
        "{{\"status\":\"ok\",\"version\":\"{}\",\"rooms\":{},\"members\":{},\"connections\":{}}}\n",
        env!("CARGO_PKG_VERSION"),
        load.rooms,
        load.members,
        load.connections
    )
}

fn house_metrics(house: &House) -> String {
    let status = house.status();
    let work = house.work(&status);
    metrics(&status, work)
}

fn metrics(status: &Status, work: Work) -> String {
    let (load, core, sockets) = (&status.load, &status.counters, &status.sockets);
    let gauges = [
        ("up", 1),
        ("rooms", load.rooms),
        ("members", load.members),
        ("connections", load.connections),
        ("open_sockets", status.open_sockets),
        ("waiting_bytes", status.waiting_bytes),
        ("bytes_out_per_second", work.bytes_a_second as usize),
    ];
    let cpu = work.cpu_permille.map(|permille| ("cpu_permille", permille as usize));
    let counters = [
        ("connections_opened", core.opened),
        ("connections_refused", core.refused_connections),
        ("packets_in", core.packets_in),
        ("packets_out", core.packets_out),
        ("bytes_in", core.bytes_in),
        ("bytes_out", core.bytes_out),
        ("socket_writes", sockets.writes),
        ("rooms_opened", core.rooms_opened),
        ("joins", core.joins),
        ("resumes", core.resumes),
        ("losses", core.losses),
        ("leaves", core.leaves),
        ("refusals", core.refusals),
        ("malformed", core.malformed),
        ("forged", core.forged),
        ("rate_limited", core.rate_limited),
        ("too_slow", sockets.too_slow),
        ("wrong_codes", core.wrong_codes),
        ("code_throttled", core.code_throttled),
        ("broken_framing", sockets.broken_framing),
        ("garbage", sockets.garbage),
        ("tls_on_plain_port", sockets.tls_on_plain_port),
        ("handshake_timeouts", sockets.handshake_timeouts),
        ("bad_requests", sockets.bad_requests),
        ("forbidden", sockets.forbidden),
        ("crowded_out", sockets.crowded_out),
        ("pages", sockets.pages),
    ];
    let mut out = String::new();
    // Writing to a string does not fail.
    let ticks = status.ticks.into_iter().flat_map(|ticks| {
        [
            ("ticks", ticks.ticks),
            ("changed_words", ticks.changes),
            ("late_inputs", ticks.late_inputs),
            ("refused_inputs", ticks.refused_inputs),
            ("diverged", status.diverged),
        ]
    });
    for (name, value) in gauges.into_iter().chain(cpu) {
        let _ = writeln!(out, "# TYPE relay_{name} gauge\nrelay_{name} {value}");
    }
    for (name, value) in counters.into_iter().chain(ticks) {
        let _ = writeln!(out, "# TYPE relay_{name}_total counter\nrelay_{name}_total {value}");
    }
    out
}
