//! The times and bounds of a room.

use crate::limits;

/// What every room of a relay keeps to. Checked as a part of
/// [`RelayConfig`](crate::relay::RelayConfig).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomConfig {
    /// Members of one room.
    pub members: usize,
    /// Chat lines of one member in `chat_window_ms`.
    pub chat_lines: u32,
    /// See `chat_lines`.
    pub chat_window_ms: u64,
    /// Bytes a second that the relay carries for one member.
    pub carried_bytes_per_second: u32,
    /// The same at once.
    pub carried_bytes_burst: u32,
    /// Bytes a second that the relay carries for the host of a session that lives on it.
    pub hosted_bytes_per_second: u32,
    /// The same at once.
    pub hosted_bytes_burst: u32,
    /// Whole lobbies a second, and as many at once.
    pub lobbies_per_second: u32,
    /// Between two pings to a member.
    pub ping_interval_ms: u64,
    /// Silence after which a connection is closed.
    pub silent_close_ms: u64,
    /// Silence after which a seat goes to the AI.
    pub silent_seat_ms: u64,
    /// How long a tab is hidden before its seat goes to the AI.
    pub hidden_seat_ms: u64,
    /// How long a lost member's place is kept.
    pub resume_grace_ms: u64,
    /// The same while the host has the authority over a game of turns.
    pub resume_grace_turns_ms: u64,
    /// How long a lost host keeps the role.
    pub host_grace_ms: u64,
    /// How long a host without a link keeps a session that lives on it.
    pub authority_grace_ms: u64,
    /// The same with a link on which nothing is heard.
    pub authority_silent_ms: u64,
    /// How long such a session waits at most for a host that holds it.
    pub authority_vacant_ms: u64,
    /// How long a room without a connection is kept.
    pub empty_room_ms: u64,
    /// How long a host may do nothing in the lobby before guests can replace them.
    pub host_idle_ms: u64,
    /// How long a player who is still there may take to say the last words before the AI.
    pub last_words_ms: u64,
    /// Between two times that somebody is given the same seat of a running session.
    pub seat_rest_ms: u64,
    /// Who takes a seat of a session that others watch later drives it by then.
    pub taken_seat_ms: u64,
    /// How long a word is overdue before the room is told.
    pub stall_notice_ms: u64,
    /// Between two notices of a stall.
    pub stall_repeat_ms: u64,
    /// How long a driver's words may be overdue before the connection is closed.
    pub stuck_seat_ms: u64,
    /// How long a session may wait for the first who loads it.
    pub loading_ms: u64,
    /// How long a donor may do nothing before the next one is asked.
    pub donor_ms: u64,
    /// How long the whole state may take.
    pub donor_total_ms: u64,
}

impl Default for RoomConfig {
    fn default() -> Self {
        Self {
            members: limits::ROOM_MEMBERS,
            chat_lines: limits::CHAT_LINES,
            chat_window_ms: limits::CHAT_WINDOW_MS,
            carried_bytes_per_second: limits::CARRIED_BYTES_PER_SECOND,
            carried_bytes_burst: limits::CARRIED_BYTES_BURST,
            hosted_bytes_per_second: limits::HOSTED_BYTES_PER_SECOND,
            hosted_bytes_burst: limits::HOSTED_BYTES_BURST,
            lobbies_per_second: limits::LOBBIES_PER_SECOND,
            ping_interval_ms: limits::PING_INTERVAL_MS,
            silent_close_ms: limits::SILENT_CLOSE_MS,
            silent_seat_ms: limits::SILENT_SEAT_MS,
            hidden_seat_ms: limits::HIDDEN_SEAT_MS,
            resume_grace_ms: limits::RESUME_GRACE_MS,
            resume_grace_turns_ms: limits::RESUME_GRACE_TURNS_MS,
            host_grace_ms: limits::HOST_GRACE_MS,
            authority_grace_ms: limits::AUTHORITY_GRACE_MS,
            authority_silent_ms: limits::AUTHORITY_SILENT_MS,
            authority_vacant_ms: limits::AUTHORITY_VACANT_MS,
            empty_room_ms: limits::EMPTY_ROOM_MS,
            host_idle_ms: limits::HOST_IDLE_MS,
            last_words_ms: limits::LAST_WORDS_MS,
            seat_rest_ms: limits::SEAT_REST_MS,
            taken_seat_ms: limits::TAKEN_SEAT_MS,
            stall_notice_ms: limits::STALL_NOTICE_MS,
            stall_repeat_ms: limits::STALL_REPEAT_MS,
            stuck_seat_ms: limits::STUCK_SEAT_MS,
            loading_ms: limits::LOADING_MS,
            donor_ms: limits::DONOR_MS,
            donor_total_ms: limits::DONOR_TOTAL_MS,
        }
    }
}
