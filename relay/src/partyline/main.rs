//! `partyline`: the relay as a program for the friend who hosts.

mod arena;
mod beside;
mod cli;
mod greeting;
mod lan;
mod listening;

use arena::ArenaOptions;
use clap::Parser;
use cli::{Options, Qr};
use relay::{RelayHandle, RelayServer, ServerConfig};
use std::io::{ErrorKind, IsTerminal, Write};
use std::net::SocketAddr;
use std::process::ExitCode;

/// What a shell shows for a program that was interrupted twice.
const INTERRUPTED: i32 = 130;

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    if beside::runs(words.first()) {
        return beside::run(&words);
    }
    let outcome = match words.first() {
        Some(word) if word == arena::WORD => arena::run(&ArenaOptions::parse_from(&words)),
        _ => run(&Options::parse()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::from(2)
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let config = options.server_config()?;
    let has_page = config.web.as_ref().is_some_and(|pages| !pages.is_empty());
    carry(config, |relay| {
        let interfaces = lan::interfaces();
        let qr = match options.qr {
            Qr::Never => false,
            Qr::Always => true,
            Qr::Auto => options.is_lan() && std::io::stdout().is_terminal(),
        };
        greeting::text(options, relay.local_addr(), &interfaces, has_page, qr)
    })
}

/// Carries whatever it is told to until a signal comes. Greets once it listens.
fn carry(
    config: ServerConfig,
    greeting: impl FnOnce(&RelayHandle) -> String,
) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("The system gives no event loop: {error}"))?;
    let bind = config.bind;
    // From here on a signal is a wish to stop, never the end of the process.
    let signals = runtime.block_on(async { Signals::listen() });
    let mut signals = signals.map_err(|error| format!("No signals: {error}"))?;
    let relay = RelayServer::spawn(config).map_err(|error| cannot_listen(bind, &error))?;
    let greeting = greeting(&relay);
    // A closed output is no reason not to play.
    let _ = std::io::stdout().write_all(greeting.as_bytes());
    let _ = std::io::stdout().flush();
    runtime.block_on(signals.next());
    stop(&runtime, signals, relay);
    Ok(())
}

/// Closes the rooms; a second signal does not wait for them.
fn stop(runtime: &tokio::runtime::Runtime, mut signals: Signals, relay: RelayHandle) {
    let (done, stopped) = tokio::sync::oneshot::channel::<()>();
    let stopping = std::thread::spawn(move || {
        relay.shutdown();
        drop(done);
    });
    runtime.block_on(async {
        tokio::select! {
            _ = stopped => {}
            () = signals.next() => std::process::exit(INTERRUPTED),
        }
    });
    if let Err(panic) = stopping.join() {
        std::panic::resume_unwind(panic);
    }
}

fn cannot_listen(bind: SocketAddr, error: &std::io::Error) -> String {
    let port = bind.port();
    match error.kind() {
        ErrorKind::AddrInUse => format!(
            "Port {port} is already in use (by another relay?). Try `partyline --port {}` or `--port 0`.",
            port.checked_add(1).unwrap_or(port - 1)
        ),
        ErrorKind::PermissionDenied => format!(
            "This system does not let you listen on port {port}. Try a port above 1023, such as `--port 7462`."
        ),
        ErrorKind::AddrNotAvailable => format!(
            "This computer has no address {}. `partyline --lan` listens on all it has.",
            bind.ip()
        ),
        _ => format!("Cannot listen on {bind}: {error}"),
    }
}

/// Ctrl-C and, where there is such a thing, SIGTERM.
struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn listen() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

#[cfg(not(unix))]
impl Signals {
    fn listen() -> std::io::Result<Self> {
        Ok(Self {})
    }

    async fn next(&mut self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}
