//! The operator's port.

use crate::friend::{Friend, Way};
use crate::support::{Rude, hasty, spawn};
use relay::ServerConfig;
use std::net::{SocketAddr, TcpStream};

fn ask(address: SocketAddr, path: &str, lines: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n{lines}\r\n");
    Rude::saying(address, request.as_bytes()).hear_text()
}

#[test]
fn health_and_metrics_are_told_there_and_only_there() {
    let relay = spawn(ServerConfig { admin: Some(([127, 0, 0, 1], 0).into()), ..hasty() });
    let admin = relay.admin_addr().expect("an operator's port");
    let host = Friend::create(Way::Tcp, relay.local_addr());
    let health = ask(admin, "/healthz", "");
    assert!(health.starts_with("HTTP/1.1 200 ") && health.contains("\"rooms\":1"), "{health}");
    let metrics = ask(admin, "/metrics", "");
    for line in ["relay_up 1", "relay_members 1", "relay_joins_total 1"] {
        assert!(metrics.lines().any(|found| found == line), "{line} in {metrics}");
    }
    assert!(ask(admin, "/", "").starts_with("HTTP/1.1 404 "));
    assert!(ask(admin, "/metrics", "Origin: http://evil.example\r\n").contains(" 403 "));
    assert!(ask(relay.local_addr(), "/metrics", "").starts_with("HTTP/1.1 400 "));
    for _ in 0..100 {
        assert!(ask(admin, "/metrics", "").starts_with("HTTP/1.1 200 "));
    }
    drop(host);
    relay.shutdown();
    assert!(TcpStream::connect(admin).is_err());
}
