//! The closed set of messages and their tags.

use super::*;
use crate::limits::MESSAGE_BYTES;
use alloc::sync::Arc;
use cursor::{Reader, Wire, Writer};

/// One encoded message. Shared, so that a broadcast is encoded once.
pub type Packet = Arc<[u8]>;

macro_rules! messages {
    ($($(#[$meta:meta])* $tag:literal => $name:ident($body:ident),)*) => {
        /// Everything that can be said.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Message { $($(#[$meta])* $name($body),)* }

        impl Message {
            /// Every tag with the name of its message, in order, for the protocol document.
            pub const TAGS: &'static [(u8, &'static str)] = &[$(($tag, stringify!($name)),)*];

            /// The byte that names the message on the wire.
            #[must_use]
            pub const fn tag(&self) -> u8 {
                match self { $(Self::$name(_) => $tag,)* }
            }

            fn write_body(&self, out: &mut Writer) {
                match self { $(Self::$name(body) => body.write(out),)* }
            }

            fn read_body(tag: u8, input: &mut Reader<'_>) -> Result<Self, DecodeError> {
                match tag {
                    $($tag => $body::read(input, stringify!($name)).map(Self::$name),)*
                    _ => Err(DecodeError::UnknownTag(tag)),
                }
            }
        }

        $(impl From<$body> for Message {
            fn from(body: $body) -> Self {
                Self::$name(body)
            }
        })*
    };
}

messages! {
    /// Client to relay: who I am and what I want.
    0x01 => Hello(Hello),
    /// Relay to client: admitted.
    0x02 => Welcome(Welcome),
    /// Relay to client: refused.
    0x03 => Reject(Reject),
    /// Either way: answer this.
    0x04 => Ping(Ping),
    /// Either way: the answer.
    0x05 => Pong(Pong),
    /// Relay to client: this connection ends.
    0x06 => Bye(Bye),
    /// Relay to room: the whole lobby.
    0x10 => Lobby(Lobby),
    /// Client to relay: ready or not.
    0x11 => SetReady(SetReady),
    /// Host to relay: a member's seat.
    0x12 => AssignSeat(AssignSeat),
    /// Both ways: a line.
    0x13 => Chat(Chat),
    /// Client to relay: out.
    0x14 => Leave(Leave),
    /// Relay to room: somebody is gone.
    0x15 => PlayerLeft(PlayerLeft),
    /// Relay to room: somebody else hosts.
    0x16 => HostChanged(HostChanged),
    /// Relay to room: the end of the room.
    0x17 => RoomClosed(RoomClosed),
    /// Host to relay: kick or ban.
    0x18 => Moderate(Moderate),
    /// Host to relay: lock and game.
    0x19 => SetRoom(SetRoom),
    /// Host to relay: somebody else shall host.
    0x1A => HandHost(HandHost),
    /// Both ways: hidden, away, typing.
    0x1B => Presence(PresenceNotice),
    /// Client to relay: name and colour.
    0x1C => Profile(Profile),
    /// Client to relay: the next game.
    0x1D => Vote(Vote),
    /// Client to relay: replace the idle host.
    0x1E => Rescue(Rescue),
    /// Relay to room: round trips.
    0x1F => Latencies(Latencies),
    /// Host to relay to room: a session begins.
    0x20 => Start(Start),
    /// Peer to relay to peers: words.
    0x21 => Input(Input),
    /// Peer to relay to peers: a digest.
    0x22 => Checkpoint(Checkpoint),
    /// Relay to room: a seat changes hands.
    0x23 => SeatController(SeatController),
    /// Peer to relay to peers: stop.
    0x24 => Pause(Pause),
    /// Peer to relay to peers: go on.
    0x25 => Resume(Resume),
    /// Peer to relay to room: the session is over.
    0x26 => EndSession(EndSession),
    /// Peer to relay to room: ready to simulate.
    0x27 => Loaded(Loaded),
    /// Relay to room: who is waited for.
    0x28 => Stall(Stall),
    /// Relay to room: a tick is closed.
    0x29 => Seal(Seal),
    /// Relay to room: whose state is nobody else's.
    0x2A => Diverged(Diverged),
    /// Client to relay: from watching to a seat.
    0x2B => TakeSeat(TakeSeat),
    /// Client to relay to host: an intention.
    0x30 => Action(Action),
    /// Host to relay to room: an event.
    0x31 => Event(Event),
    /// To whoever holds the state: send it.
    0x32 => StateRequest(StateRequest),
    /// Host to relay to one client: the state.
    0x33 => StateBlob(StateBlob),
    /// Host to relay to room: positions.
    0x34 => Snapshot(Snapshot),
    /// Host to relay to the next host: from where to go on.
    0x35 => Deposit(Deposit),
    /// Member to relay to member: a state follows.
    0x40 => TransferBegin(TransferBegin),
    /// Member to relay to member: a part of it.
    0x41 => TransferChunk(TransferChunk),
    /// Member to relay to member: held so far.
    0x42 => TransferAck(TransferAck),
    /// Member to relay to member: given up.
    0x43 => TransferAbort(TransferAbort),
    /// Peer to relay to peers: where states differ.
    0x44 => DesyncReport(DesyncReport),
    /// Member to relay to member: digests of single frames.
    0x45 => Digests(Digests),
    /// Member to relay to member: a state to compare.
    0x46 => Exhibit(Exhibit),
    /// Who was refused for another pack, to relay to member: a part of yours, please.
    0x47 => PackAsk(PackAsk),
    /// Member to relay to who was refused: the part.
    0x48 => PackPart(PackPart),
    /// Member to relay to member: an invitation to connect.
    0x50 => Offer(Offer),
    /// Member to relay to member: its acceptance.
    0x51 => Answer(Answer),
    /// Member to relay to member: a way to connect.
    0x52 => Candidate(Candidate),
    /// Member to relay to member: a public address.
    0x53 => PublicAddress(PublicAddress),
}

impl Message {
    /// The message's only encoding.
    #[must_use]
    pub fn encode(&self) -> Packet {
        let mut out = Writer::default();
        out.u8(self.tag());
        self.write_body(&mut out);
        out.finish().into()
    }

    /// The message that `bytes` are, where input words have `word_size` bytes each.
    ///
    /// # Errors
    /// Says what is wrong with the bytes. Whatever they are, this neither panics nor allocates
    /// more than a message's cap.
    pub fn decode(bytes: &[u8], word_size: WordSize) -> Result<Self, DecodeError> {
        if bytes.len() > MESSAGE_BYTES {
            return Err(DecodeError::Oversized(bytes.len()));
        }
        let mut input = Reader::new(bytes, word_size);
        let tag = input.u8("tag")?;
        let message = Self::read_body(tag, &mut input)?;
        input.finish()?;
        Ok(message)
    }

    /// The protocol version that a `Hello` names, whatever follows it.
    ///
    /// Its place is the same in every version for ever, as are `Reject { VersionMismatch }` and
    /// `Bye`: a peer of any version can be told which one is spoken here.
    #[must_use]
    pub fn hello_version(bytes: &[u8]) -> Option<u32> {
        let mut input = Reader::new(bytes, WordSize::PAD);
        let is_hello = input.u8("tag") == Ok(0x01);
        is_hello.then(|| u32::read(&mut input, "Hello.version").ok()).flatten()
    }
}
