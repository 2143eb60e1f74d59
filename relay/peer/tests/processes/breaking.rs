//! Lines that break: who comes back goes on, and has lost nothing that it says it has.

use crate::support::{Program, Relay, folder, until};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A way to the relay that can be cut. New ones may be opened.
struct Way {
    address: SocketAddr,
    open: Arc<Mutex<Vec<TcpStream>>>,
}

impl Way {
    fn to(relay: &Relay) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let relay = relay.tcp().trim_start_matches("tcp://").to_owned();
        let open = Arc::new(Mutex::new(Vec::new()));
        let opened = Arc::clone(&open);
        std::thread::spawn(move || {
            for near in listener.incoming() {
                let (Ok(near), Ok(far)) = (near, TcpStream::connect(&relay)) else { return };
                for (from, to) in [(&near, &far), (&far, &near)] {
                    let (mut from, mut to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                    std::thread::spawn(move || {
                        let _ = std::io::copy(&mut from, &mut to);
                        let _ = to.shutdown(Shutdown::Both);
                    });
                }
                opened.lock().unwrap().extend([near, far]);
            }
        });
        Self { address, open }
    }

    /// Cuts what is open. Says whether anything was.
    fn cut(&self) -> bool {
        let streams = std::mem::take(&mut *self.open.lock().unwrap());
        streams.iter().for_each(|stream| drop(stream.shutdown(Shutdown::Both)));
        !streams.is_empty()
    }
}

#[test]
fn a_watcher_whose_line_breaks_comes_back_and_records_what_it_sees() {
    let relay = Relay::start();
    let (host, code) = relay.host("1", &["--seconds", "5", "--seats", "2"]);
    let way = Way::to(&relay);
    let (there, folder) = (format!("tcp://{}", way.address), folder("breaking"));
    let folder = folder.to_str().expect("a path");
    let observer = Program::peer(&[
        "observe",
        "--relay",
        &there,
        "--room",
        &code,
        "--seconds",
        "5",
        "--record",
        folder,
        "--verbose",
    ]);
    assert_eq!(observer.json()["tick"], 30);
    assert!(way.cut());
    let end = observer.end();
    let report = end.report();
    assert_eq!((&report["tick"], &report["digest"]), (&300.into(), &host.end().report()["digest"]));
    let before = format!("{folder}/{code}-1.plrp");
    let after = report["recording"].as_str().expect("a recording");
    assert_eq!(after, format!("{folder}/{code}-1-2.plrp"));
    for (file, is_whole) in [(&*before, true), (after, false)] {
        let info = Program::peer(&["replay", "info", file]).end().report();
        assert_eq!(info["first"] == 0, is_whole, "{info}");
        let verified = Program::peer(&["replay", "verify", file]).end().report();
        assert!(verified["checkpoints"].as_u64() > Some(0), "{verified}");
    }
}

#[test]
fn a_player_whose_line_breaks_comes_back_to_the_same_seat_and_digest() {
    let relay = Relay::start();
    let (host, code) = relay.host("2", &["--seconds", "8"]);
    let way = Way::to(&relay);
    let there = format!("tcp://{}", way.address);
    let guest = Program::peer(&["join", "--relay", &there, "--room", &code, "--seconds", "8"]);
    let observer =
        Program::peer(&["observe", "--relay", &relay.ws(), "--room", &code, "--verbose"]);
    until("two seconds of the race", || (observer.json()["tick"] == 120).then_some(()));
    assert!(way.cut());
    let (host, guest) = (host.end().report(), guest.end().report());
    assert_eq!((&guest["seat"], &guest["tick"]), (&1.into(), &480.into()));
    assert_eq!(guest["digest"], host["digest"]);
}
