//! The first thing the host reads: where everybody goes.

use crate::cli::Options;
use crate::lan::{self, Interface};
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use std::fmt::Write;
use std::net::{IpAddr, SocketAddr};

/// The whole greeting. `bound` is where the relay listens, `page` whether it serves one.
pub(crate) fn text(
    options: &Options,
    bound: SocketAddr,
    interfaces: &[Interface],
    page: bool,
    qr: bool,
) -> String {
    let port = bound.port();
    let scheme = if page { "http" } else { "ws" };
    let url = |address: IpAddr| format!("{scheme}://{}", SocketAddr::new(address, port));
    let others = if options.is_lan() { reachable(options, bound, interfaces) } else { Vec::new() };
    let mut out = String::new();
    let lan = if options.is_lan() { " (LAN)" } else { "" };
    // Writing to a string does not fail.
    let _ = writeln!(
        out,
        "Partyline relay {}{lan}  -  rooms 0/{}  -  no data leaves this machine\n",
        env!("CARGO_PKG_VERSION"),
        options.max_rooms,
    );
    let _ = writeln!(out, "  Open on this computer   {}", own_url(scheme, bound));
    for (row, (address, network)) in others.iter().enumerate() {
        let label = if row == 0 { "Open on your phone" } else { "" };
        let _ = writeln!(out, "  {label:<22}  {:<30}  ({network})", url(*address));
    }
    if options.is_lan() && others.is_empty() {
        let _ = writeln!(out, "  This computer seems to be in no network that friends could join.");
    }
    if !page {
        let _ = writeln!(out, "\n  No page is served: `--web DIR` serves a built one.");
    }
    if qr && let Some(picture) = others.first().and_then(|(address, _)| picture(&url(*address))) {
        let _ = writeln!(out, "\n{picture}");
    }
    if options.is_lan() {
        let _ = writeln!(
            out,
            "\n  Phones cannot connect? Allow TCP {port} in the firewall:  sudo ufw allow {port}/tcp\
             \n  Anyone who has a room's code can join it."
        );
    } else {
        let _ = writeln!(out, "\n  For phones and friends in your network:  partyline --lan");
    }
    let _ = writeln!(
        out,
        "  Press Ctrl+C to stop (players are told first).  partyline --help for options."
    );
    out
}

/// Where this computer itself opens the page: `localhost`, if the relay listens there.
pub(crate) fn own_url(scheme: &str, bound: SocketAddr) -> String {
    let address = bound.ip();
    if address.is_unspecified() || address.is_loopback() {
        format!("{scheme}://localhost:{}", bound.port())
    } else {
        format!("{scheme}://{bound}")
    }
}

fn reachable(
    options: &Options,
    bound: SocketAddr,
    interfaces: &[Interface],
) -> Vec<(IpAddr, String)> {
    let mut rows = lan::ranked(interfaces, options.interface.as_deref());
    match bound.ip() {
        IpAddr::V4(v4) if v4.is_unspecified() => rows.retain(|(address, _)| address.is_ipv4()),
        IpAddr::V6(v6) if v6.is_unspecified() => {}
        one => rows.retain(|(address, _)| *address == one),
    }
    rows
}

/// The address as a code to point a phone at: two rows of modules a line, light on dark, as
/// most terminals are.
fn picture(url: &str) -> Option<String> {
    let code = QrCode::new(url.as_bytes()).ok()?;
    let drawn = code
        .render::<Dense1x2>()
        .dark_color(Dense1x2::Light)
        .light_color(Dense1x2::Dark)
        .quiet_zone(true)
        .build();
    Some(drawn.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    fn greeting(words: &[&str], bound: &str, page: bool, qr: bool) -> String {
        let options = Options::parse_from([&["partyline"], words].concat());
        let interfaces = [
            Interface { name: "wlan0".to_owned(), address: "192.168.1.20".parse().unwrap() },
            Interface { name: "wlan0".to_owned(), address: "2001:db8::7".parse().unwrap() },
        ];
        text(&options, bound.parse().unwrap(), &interfaces, page, qr)
    }

    #[test]
    fn the_first_line_says_lan_only_when_it_is() {
        let lan = greeting(&["--lan"], "0.0.0.0:7462", true, true);
        assert!(lan.lines().next().unwrap().contains("(LAN)"));
        assert!(lan.contains("http://localhost:7462"));
        assert!(lan.contains("http://192.168.1.20:7462"));
        assert!(!lan.contains("2001:db8"), "bound to IPv4 only");
        assert!(lan.contains('█'), "a QR code");
        let alone = greeting(&[], "127.0.0.1:7462", true, false);
        assert!(!alone.contains("(LAN)") && !alone.contains("192.168"));
        assert!(alone.contains("http://localhost:7462"));
    }

    #[test]
    fn without_a_page_it_says_so_and_shows_sockets() {
        let text = greeting(&["--no-web"], "127.0.0.1:9000", false, false);
        assert!(text.contains("ws://localhost:9000") && text.contains("--web DIR"));
    }
}
