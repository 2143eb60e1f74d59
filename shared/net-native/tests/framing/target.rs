//! What a fuzzer feeds: any byte stream, cut anywhere. The fuzzer's own crate exports it.
#![allow(unreachable_pub)]

use net_native::framing::{FrameReader, LENGTH_BYTES, Oversized};
use netplay::limits::MESSAGE_BYTES;
use netplay::wire::Packet;

/// The first byte says how the rest is cut: the packets are those of the whole stream, nothing
/// beyond one packet waits, and the way back gives the same bytes.
pub fn framing(bytes: &[u8]) {
    let Some((cut, stream)) = bytes.split_first() else { return };
    let whole = read([stream]);
    assert_eq!(whole, read(stream.chunks(usize::from(*cut) + 1)));
    let mut again = Vec::new();
    whole.0.iter().for_each(|packet| net_native::framing::append(packet, &mut again));
    assert!(stream.starts_with(&again));
}

fn read<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> (Vec<Packet>, Option<Oversized>) {
    let (mut reader, mut packets) = (FrameReader::default(), Vec::new());
    for piece in pieces {
        reader.push(piece);
        loop {
            match reader.next_packet() {
                Ok(Some(packet)) => packets.push(packet),
                Ok(None) => break,
                Err(oversized) => return (packets, Some(oversized)),
            }
        }
        assert!(reader.waiting_bytes() < LENGTH_BYTES + MESSAGE_BYTES);
    }
    (packets, None)
}
