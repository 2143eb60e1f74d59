//! A folder of content for a page on this machine: bundled anew for each question, so that what is
//! saved is what is played.

use super::{Source, contents};
use crate::ending::Ending;
use crate::report;
use games::pack::{Pack, digest};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::time::Duration;

/// A question's head; what is longer is not answered.
const HEAD_BYTES: usize = 8 * 1024;
/// Nobody here is far away.
const PATIENCE: Duration = Duration::from_secs(2);

pub(super) fn serve(path: &Path, port: u16) -> Result<(), Ending> {
    Source::read(path)?;
    let socket = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
        Ending::Hindered(format!("Port {port} cannot be had ({error}). Try --port 0."))
    })?;
    let port = socket.local_addr().map_or(port, |address| address.port());
    report::words(&format!(
        "Open the page with ?pack=http://127.0.0.1:{port}/ behind its address, and practise."
    ));
    let mut told = [0; 32];
    for stream in socket.incoming().flatten() {
        // Who goes away in the middle asks again in a second.
        let _ = answer(stream, path, &mut told);
    }
    Ok(())
}

fn answer(mut stream: TcpStream, path: &Path, told: &mut [u8; 32]) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut head = Vec::new();
    let mut piece = [0; 1024];
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        let count = stream.read(&mut piece)?;
        if count == 0 || head.len() > HEAD_BYTES {
            return Ok(());
        }
        head.extend_from_slice(&piece[..count]);
    }
    let head = String::from_utf8_lossy(&head).to_ascii_lowercase();
    let source = match Source::read(path) {
        _ if head.starts_with("options ") => return say(&mut stream, "204 No Content", "", ""),
        _ if !head.starts_with("get ") => {
            return say(&mut stream, "405 Method Not Allowed", "", "");
        }
        Ok(source) => source,
        Err(why) => return say(&mut stream, "500 Internal Server Error", "", why.sentence()),
    };
    let sha = digest(&source.text);
    let tag = format!("\"{}\"", sha.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    if std::mem::replace(told, sha) != sha {
        report_on(&source);
    }
    if head.contains(&tag) {
        return say(&mut stream, "304 Not Modified", &tag, "");
    }
    say(&mut stream, "200 OK", &tag, &source.text)
}

/// What has changed is told here, too: the page may be behind another window.
fn report_on(source: &Source) {
    match Pack::parse(&source.text) {
        Ok(pack) => report::words(&format!("{}.", contents(&pack))),
        Err(faults) => faults.iter().for_each(|fault| report::words(&source.place(fault))),
    }
}

/// Any page may read it: whoever runs this shows the folder.
fn say(stream: &mut TcpStream, status: &str, tag: &str, body: &str) -> std::io::Result<()> {
    let tag = if tag.is_empty() { String::new() } else { format!("etag: {tag}\r\n") };
    write!(
        stream,
        "HTTP/1.1 {status}\r\n\
         content-type: text/plain; charset=utf-8\r\n\
         content-length: {}\r\n\
         cache-control: no-cache\r\n\
         access-control-allow-origin: *\r\n\
         access-control-allow-headers: if-none-match\r\n\
         access-control-allow-private-network: true\r\n\
         access-control-expose-headers: etag\r\n\
         {tag}connection: close\r\n\r\n{body}",
        body.len(),
    )
}
