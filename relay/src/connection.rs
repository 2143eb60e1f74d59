//! One connection from the end of its handshake to the end of its socket.

use crate::framing::{Framing, Stop, close_code};
use crate::server::{House, Presence};
use crate::shard::Phase;
use netplay::ids::ConnId;
use netplay::wire::CloseReason;
use std::future::poll_fn;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::tcp::OwnedReadHalf;
use tungstenite::protocol::frame::coding::CloseCode;

/// How the talking ended.
enum End {
    /// The relay has said its last word.
    Closing(CloseReason),
    /// The peer said goodbye, and was answered.
    PeerClosed,
    /// The peer broke the framing.
    Broken(CloseCode),
    /// The socket is gone, or will take nothing more.
    Lost,
}

/// Talks until one side ends it, says goodbye, and is gone within the closing time.
pub(crate) async fn serve(
    house: Rc<House>,
    conn: ConnId,
    mut reader: OwnedReadHalf,
    mut framing: Framing,
    early: Vec<u8>,
    _presence: Presence,
) {
    let end = match take_in(&house, conn, &mut framing, &early) {
        Some(end) => end,
        None => {
            drop(early);
            talk(&house, conn, &mut reader, &mut framing).await
        }
    };
    if !matches!(end, End::Lost) {
        say_goodbye(&house, conn, &mut framing, &end);
        let patience = Duration::from_millis(house.config.closing_ms);
        // A peer that never answers is not waited for.
        let _ = tokio::time::timeout(patience, drain(&house, &mut reader)).await;
    }
    house.shard.borrow_mut().remove(conn);
}

async fn talk(
    house: &Rc<House>,
    conn: ConnId,
    reader: &mut OwnedReadHalf,
    framing: &mut Framing,
) -> End {
    loop {
        let (end, more) = poll_fn(|cx| poll_talk(house, conn, reader, framing, cx)).await;
        if let Some(end) = end {
            return end;
        }
        if more {
            // This socket has more than its share of a turn; the others come first.
            tokio::task::yield_now().await;
        }
    }
}

/// One read, and everything in it handed to the core.
fn poll_talk(
    house: &House,
    conn: ConnId,
    reader: &mut OwnedReadHalf,
    framing: &mut Framing,
    cx: &mut Context<'_>,
) -> Poll<(Option<End>, bool)> {
    match house.shard.borrow_mut().phase(conn, cx.waker()) {
        Phase::Open => {}
        Phase::Closing(reason) => return Poll::Ready((Some(End::Closing(reason)), false)),
        Phase::Gone => return Poll::Ready((Some(End::Lost), false)),
    }
    let mut scratch = house.scratch.borrow_mut();
    let mut buffer = ReadBuf::new(&mut scratch);
    match ready!(Pin::new(reader).poll_read(cx, &mut buffer)) {
        Ok(()) if !buffer.filled().is_empty() => {
            let end = take_in(house, conn, framing, buffer.filled());
            Poll::Ready((end, buffer.remaining() == 0))
        }
        Ok(()) | Err(_) => Poll::Ready((Some(End::Lost), false)),
    }
}

fn take_in(house: &House, conn: ConnId, framing: &mut Framing, bytes: &[u8]) -> Option<End> {
    let now = house.shard.borrow().now();
    let mut rest = bytes;
    let mut replies = Vec::new();
    let end = loop {
        match framing.next_packet(&mut rest, &mut replies, now) {
            Ok(Some(packet)) => {
                let mut shard = house.shard.borrow_mut();
                shard.handle(conn, &packet, now);
                if shard.phase_now(conn) != Phase::Open {
                    break None;
                }
            }
            Ok(None) => break None,
            Err(Stop::Closed) => break Some(End::PeerClosed),
            Err(Stop::Broken(code)) => break Some(End::Broken(code)),
        }
    };
    if !replies.is_empty() {
        house.shard.borrow_mut().reply(conn, &replies);
    }
    end
}

fn say_goodbye(house: &House, conn: ConnId, framing: &mut Framing, end: &End) {
    let mut shard = house.shard.borrow_mut();
    let goodbye = match end {
        End::Closing(reason) => framing.goodbye(close_code(*reason), reason.name()),
        End::Broken(code) => {
            shard.broken(conn);
            framing.goodbye(*code, "")
        }
        End::PeerClosed | End::Lost => {
            shard.lost(conn, CloseReason::LinkLost);
            Vec::new()
        }
    };
    shard.reply(conn, &goodbye);
    shard.end_stream(conn);
}

/// Reads what the peer still has to say, so that our last words are not lost with its.
async fn drain(house: &House, reader: &mut OwnedReadHalf) {
    poll_fn(|cx| {
        let mut scratch = house.scratch.borrow_mut();
        loop {
            let mut buffer = ReadBuf::new(&mut scratch);
            match ready!(Pin::new(&mut *reader).poll_read(cx, &mut buffer)) {
                Ok(()) if !buffer.filled().is_empty() => {}
                Ok(()) | Err(_) => return Poll::Ready(()),
            }
        }
    })
    .await;
}
