//! Of lanes over datagrams.

/// The datagrams of [`crate::channel`]: another version is told so.
pub const CHANNEL_VERSION: u32 = 1;
/// One datagram: what every road takes whole, tunnels included.
pub const DATAGRAM_BYTES: usize = 1200;
/// What IP and UDP put before each: counted wherever a datagram's cost is.
pub const DATAGRAM_HEADERS_BYTES: usize = 28;
/// A first greeting is this long, so that no answer is longer than it.
pub const GREETING_BYTES: usize = 512;
/// Between two greetings that nobody answered.
pub const GREETING_RETRY_MS: u64 = 150;
/// From the first greeting to giving up.
pub const HANDSHAKE_MS: u64 = 4_000;
/// A channel whose peer says nothing for this long is over.
pub const CHANNEL_SILENCE_MS: u64 = 5_000;
/// Notices of leaving: the third comes through where one in three is lost 97 times of 100.
pub const LEAVE_NOTICES: u8 = 3;
/// Between two of them, so that one hole in the network does not take them all.
pub const LEAVE_NOTICE_MS: u64 = 30;
/// Lanes of one channel: a lane's number has three bits.
pub const CHANNEL_LANES: usize = 8;
/// One message on a reliable lane.
pub const CHANNEL_MESSAGE_BYTES: usize = 1024 * 1024;
/// What of a message fits into one datagram.
pub const FRAGMENT_BYTES: usize = 1180;
/// Fragments of a message on a lane that resends nothing: one lost of more would be the rule.
pub const FRAGMENTS: usize = 255;
/// Messages in fragments that wait for the rest of them, of one peer; beyond it the oldest goes.
pub const PARTIAL_MESSAGES: usize = 8;
/// The same in bytes.
pub const PARTIAL_BYTES: usize = 512 * 1024;
/// Bytes of one lane that may wait to be sent or acknowledged; then it says `WouldBlock`.
pub const CHANNEL_BUDGET_BYTES: usize = 4 * 1024 * 1024;
/// Frames of one reliable lane that may wait to be acknowledged; then it says `WouldBlock` …
pub const CHANNEL_BACKLOG_FRAMES: usize = 4096;
/// … or the peer is gone, if nothing was acknowledged for so long.
pub const CHANNEL_STUCK_MS: u64 = 1_000;
/// How far a reliable lane runs ahead of its first frame that is not acknowledged …
pub const CHANNEL_WINDOW_FRAMES: usize = 1024;
/// … in bytes.
pub const CHANNEL_WINDOW_BYTES: usize = 512 * 1024;
/// Datagrams with reliable frames that are under way: no more than one acknowledgement tells of.
pub const CHANNEL_FLIGHT_DATAGRAMS: usize = 32;
/// Datagrams whose fate is awaited; of an older one nothing is learned any more.
pub const CHANNEL_RECORDS: usize = 1024;
/// How long an acknowledgement waits for a datagram that goes the same way.
pub const ACKNOWLEDGE_MS: u64 = 25;
/// So many datagrams with something that must arrive are acknowledged at once.
pub const ACKNOWLEDGE_RELIABLE_PACKETS: u32 = 8;
/// So many of any kind, too: one acknowledgement tells of 33.
pub const ACKNOWLEDGE_PACKETS: u32 = 24;
/// How far back a late datagram is still told from one that comes twice; a multiple of 64.
pub const CHANNEL_WINDOW_PACKETS: usize = 1024;
/// Peers of one machine that a host takes, unless told otherwise: as many as a relay does.
pub const CHANNEL_PEERS_PER_ADDRESS: usize = 16;
/// What a peer said and nobody polled: beyond it its datagrams count as lost.
pub const CHANNEL_INBOX_MESSAGES: usize = 4096;
/// The same in bytes.
pub const CHANNEL_INBOX_BYTES: usize = 5 * 1024 * 1024;
/// Datagrams that overtook a host's last answer, which a client keeps until it comes.
pub const CHANNEL_EARLY_DATAGRAMS: usize = 8;
/// Answers to greetings that wait to be sent; beyond it greetings are not answered.
pub const CHANNEL_ANSWERS: usize = 1024;
/// Greetings that have become a channel which is over: said again, they open none.
pub const CHANNEL_NONCES_KEPT: usize = 256;
/// Datagrams that one poll of a socket takes in: a flood takes turns with everything else.
pub const DATAGRAMS_A_POLL: usize = 256;
/// Datagrams that wait for one endpoint of a wire within the process; what comes then is lost, as in a socket.
pub const LOOPBACK_DATAGRAMS: usize = 4096;
/// Application messages that arrived, from everybody together, and were not read yet.
pub const MESSAGES_INBOX_BYTES: usize = 5 * 1024 * 1024;
/// The same in events.
pub const MESSAGES_INBOX_EVENTS: usize = 4096;
/// An application's peer that says nothing for this long is gone, unless told otherwise.
pub const MESSAGES_SILENCE_MS: u64 = 10_000;
