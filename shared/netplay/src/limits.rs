//! Every cap of the core, its unit last in its name, its reason beside it.
//!
//! What an operator may change lives in a configuration struct (see
//! [`relay::RelayConfig`](crate::relay::RelayConfig)) and takes its default from here. How they depend on each other
//! stands in `agree`.

mod agree;
mod lanes;
mod server;

pub use lanes::*;
pub use server::*;

/// The protocol this core speaks. A relay refuses a client of another version.
pub const PROTOCOL_VERSION: u32 = 1;

// --- the wire ---------------------------------------------------------------------------------

/// One encoded message. Checked by every framing before anything is buffered.
pub const MESSAGE_BYTES: usize = 16 * 1024;
/// A player's name: two dozen bytes fit a tag over a car.
pub const NAME_BYTES: usize = 24;
/// A chat line.
pub const CHAT_BYTES: usize = 256;
/// An application build, a pack id, a mode id.
pub const LABEL_BYTES: usize = 64;
/// A start configuration: a game's rules for one session.
pub const CONFIG_BYTES: usize = 4 * 1024;
/// An action, an event, a state blob, a snapshot, a chunk, a session description.
pub const PAYLOAD_BYTES: usize = 8 * 1024;
/// The path of a field in a simulation's state.
pub const PATH_BYTES: usize = 128;
/// Words in one input packet: a stalled peer may repeat this many.
pub const INPUT_WORDS: usize = 32;
/// One seat's input in one frame; the pad word of our own games takes 2.
pub const WORD_BYTES: usize = 1024;
/// Digests of single frames in one message: four seconds of them.
pub const DIGESTS: usize = 256;
/// A state that travels in chunks, the whole of it.
pub const TRANSFER_BYTES: usize = 1024 * 1024;
/// A content pack's text: what a page can read in a blink, and a room hand over in a few seconds.
pub const PACK_BYTES: usize = 256 * 1024;

// --- rooms ------------------------------------------------------------------------------------

/// Seats of a room: what four friends on a sofa and four more need.
pub const ROOM_SEATS: usize = 8;
/// Members of a room, seated and watching.
pub const ROOM_MEMBERS: usize = 16;
/// Colours a profile may choose from: one a seat.
pub const COLOURS: u8 = 8;
/// Banned tokens and addresses remembered by one room; the oldest is forgotten first.
pub const ROOM_BANS: usize = 32;

// --- sessions ---------------------------------------------------------------------------------

/// Simulation steps a second in all of our games.
pub const TICK_HZ: u32 = 60;
/// The shortest input delay that is chosen automatically.
pub const INPUT_DELAY_MIN_FRAMES: u8 = 2;
/// The longest input delay that is chosen automatically: above it, play feels like mud.
pub const INPUT_DELAY_MAX_FRAMES: u8 = 8;
/// Words a packet repeats on an unreliable lane unless told otherwise.
pub const REDUNDANCY_WORDS: usize = 8;
/// Frames between two checkpoints.
pub const CHECKPOINT_INTERVAL_FRAMES: u32 = 30;
/// Seats of a lockstep session: a set of them is one 64-bit word.
pub const LOCKSTEP_SEATS: u16 = 64;
/// Seats of a sealed session: its peers never wait for each other, so a crowd may play.
pub const SEALED_SEATS: usize = 1024;
/// A peer's lead over the last sealed tick at most: half a second of guesses at 128 Hz.
pub const SEALED_LEAD_CAP_TICKS: u32 = 64;
/// A wrong guess that may wait is corrected after this many ticks at the latest: the settled
/// state stands still meanwhile.
pub const SEALED_CORRECT_TICKS: u32 = 10;
/// How far beyond the next open tick the relay keeps a seat's words: the longest lead, and what
/// a line with jitter brings early.
pub const SEALED_AHEAD_TICKS: u32 = 128;
/// The same is cut to about this many bytes a seat.
pub const SEALED_AHEAD_BYTES: usize = 16 * 1024;
/// Sealed ticks that the relay keeps for late comers.
pub const SEALED_HISTORY_MS: u64 = 20_000;
/// And how many at most: they are told at once, and a queue must hold them beside all else.
pub const SEALED_HISTORY_TICKS: usize = 768;
/// The same is cut to about this many bytes.
pub const SEALED_HISTORY_BYTES: usize = 4 * 1024 * 1024;
/// Observers of an arena, and connections that are on their way in.
pub const ARENA_OBSERVERS: usize = 64;
/// Sealed ticks that a peer keeps until it simulates them: a minute at the fastest rate.
pub const SEALED_BACKLOG_TICKS: u32 = 14_400;
/// The same in bytes.
pub const SEALED_BACKLOG_BYTES: usize = 8 * 1024 * 1024;
/// Ticks that a word of a sealed session may be late unless told otherwise.
pub const SEALED_GRACE_TICKS: u8 = 3;
/// The fastest simulation a session can be told, in steps a second.
pub const TICK_HZ_CAP: u8 = 240;
/// How far a peer of a rollback session may run ahead of the words it has.
pub const ROLLBACK_WINDOW_CAP_FRAMES: u8 = 12;
/// The longest delay of those who watch: half a minute, beyond it nobody cheers any more.
pub const WATCH_DELAY_TICKS: u16 = 1800;
/// The longest input delay a session can be told: one packet repeats both ways of it.
pub const INPUT_DELAY_CAP_FRAMES: u8 = (INPUT_WORDS as u8 - 2) / 2;
/// How far a peer of a rollback session runs ahead of the words it has unless told otherwise.
pub const ROLLBACK_WINDOW_FRAMES: u8 = 8;
/// The longest that a peer's own words wait so that nobody waits for them: beyond half a second
/// the seat is better off with the AI.
pub const OWN_DELAY_CAP_FRAMES: u8 = 30;
/// Words that are kept behind the oldest frame that may be simulated again, for peers that miss
/// some: who guesses as far as it may, of a peer whose words wait as long as they may.
pub const INPUT_HISTORY_FRAMES: u32 = 64;
/// How far ahead of the slowest other person's input a seat's input is kept. What lies beyond is
/// ignored, so a wild frame number costs nothing.
pub const INPUT_WINDOW_FRAMES: u32 = 256;
/// How far ahead of what is simulated any input is kept. Nobody waits for a peer whose seat the
/// AI drives, so one that slept may be this far behind and still catch up: a minute.
pub const INPUT_BACKLOG_FRAMES: u32 = 4096;
/// The backlog of large inputs is cut to about this much, but never below the window.
pub const INPUT_BACKLOG_BYTES: usize = 1024 * 1024;
/// What one viewer sees of a table, or a settled point of it: what a payload holds beside the lines.
pub const VIEW_BYTES: usize = 6 * 1024;
/// Lines of a table's log in one view …
pub const VIEW_LINES: usize = 16;
/// … and the bytes of each: a sentence.
pub const VIEW_LINE_BYTES: usize = 120;
/// Changes of one pad that wait for their tick: who presses faster loses presses.
pub const PAD_QUEUE: usize = 32;
/// The longest turn, and the fullest time bank: an hour.
pub const TURN_CAP_MS: u32 = 60 * 60 * 1_000;
/// Views that a host sends in a tick, and at once: half of the messages that the relay takes of it.
pub const VIEWS_PER_TICK: u32 = 2;
/// See [`VIEWS_PER_TICK`].
pub const VIEWS_BURST: u32 = 120;
/// The same in bytes: three fifths of what the relay carries for one member.
pub const VIEW_BYTES_PER_TICK: u32 = 1_280;
/// See [`VIEW_BYTES_PER_TICK`].
pub const VIEW_BYTES_BURST: u32 = 256 * 1024;
/// Ticks between two views that one guest gets for asking.
pub const VIEW_ASK_TICKS: u32 = 30;
/// Ticks between two settled points that a host deposits, for long …
pub const DEPOSIT_TICKS: u32 = 10;
/// … and how many it may at once.
pub const DEPOSITS_BURST: u32 = 30;
/// Events kept for a follower that waits for the state: a table at which everybody acts at once.
pub const EVENTS_HELD: usize = 256;
/// The same in bytes.
pub const EVENTS_HELD_BYTES: usize = 256 * 1024;
/// How often a follower asks for a state before it gives up …
pub const STATE_ASKS: u32 = 3;
/// … how long it waits for each …
pub const STATE_ASK_MS: u64 = 5_000;
/// … and how many events in a row that agree make it forget that it ever asked.
pub const STATE_AGREED_EVENTS: u32 = 64;
/// Between two states that a host sends one follower: whoever asks and asks does not make the relay
/// close the host.
pub const STATE_ANSWER_MS: u64 = 1_000;
/// Actions a second that a host judges of one player: each is answered, and fifteen may act …
pub const ACTIONS_PER_SECOND: u32 = 8;
/// … and at once.
pub const ACTIONS_BURST: u32 = 24;
/// Of a refused action, what its player is shown of it.
pub const REFUSED_BYTES: usize = 64;
/// Events after which a host deposits the state.
pub const DEPOSIT_EVENTS: u32 = 16;
/// Messages kept for a peer that waits for a donor's state: eight seats for 15 s.
pub const HELD_MESSAGES: usize = 8 * 1024;
/// Announced changes of hands of one seat that lie in the future. A seat comes back once in
/// [`SEAT_REST_MS`], which is announced, and lost again, with two more words at most; so a whole backlog holds
/// about two hundred, and the input window ahead of it no more than as many.
pub const SEAT_CHANGES_AHEAD: usize = 512;
/// News a session keeps for a caller who does not ask.
pub const EVENTS_KEPT: usize = 256;
/// Checkpoints kept a peer while ours is not reached yet.
pub const CHECKPOINTS_KEPT: usize = 64;
/// Sounds and sparks that are still a guess; beyond it the oldest counts as right.
pub const EFFECTS_LIVE: usize = 256;
/// How far in the past others are shown unless told otherwise: two packets at 20 Hz.
pub const SNAPSHOT_DELAY_MS: u32 = 100;
/// How long a picture is guessed without news unless told otherwise: beyond it a guess is a lie.
pub const SNAPSHOT_EXTRAPOLATION_MS: u32 = 250;
/// The longest that either may be told: beyond it nobody speaks of the same game any more.
pub const SNAPSHOT_SPAN_CAP_MS: u32 = 10_000;
/// Snapshots kept of one thing unless told otherwise: more than twice the delay at 60 Hz.
pub const SNAPSHOTS_KEPT: usize = 32;
/// And at most: twice the delay cap at 12 Hz, or a second at the fastest rate.
pub const SNAPSHOTS_KEPT_CAP: usize = 256;
/// Packets by which another's clock is judged.
pub const CLOCK_PACKETS: usize = 32;
/// The packet that counts among them, the fastest being the first: three may be too good to be true.
pub const CLOCK_RANK: usize = 4;
/// Packets in a row beside the estimate after which another's clock is believed to have jumped.
pub const CLOCK_JUMP_PACKETS: u32 = 8;
/// How far beside it they are at least: no jitter is that large.
pub const CLOCK_JUMP_US: u64 = 500_000;
/// Entities whose newest update is remembered; beyond it those least recently heard of are forgotten.
pub const LATEST_ENTITIES: usize = 65_536;
/// Rings of interest around a viewer.
pub const INTEREST_RINGS: usize = 8;
/// How far the outermost may reach, with its hysteresis: squares of it fit 64 bits three times.
pub const INTEREST_REACH: i32 = 1024 * 1024 * 1024;
/// What a session remembers of its last frames unless told otherwise, to look into a difference:
/// three seconds of a race of eight.
pub const EVIDENCE_BYTES: usize = 256 * 1024;
/// Frames that it remembers at most: as many digests as one message carries.
pub const EVIDENCE_FRAMES: usize = 256;
/// Of these, the frames whose words one peer shows another.
pub const INPUTS_SHOWN_FRAMES: usize = 16;
/// A bundle: what one peer remembers, and what another has shown it.
pub const BUNDLE_BYTES: usize = 4 * 1024 * 1024;
/// How long one peer waits for the other to say or show more of a difference.
pub const EXHIBIT_SILENCE_MS: u64 = 5_000;
/// How long the two take at most.
pub const EXHIBIT_TOTAL_MS: u64 = 20_000;
/// Between the end of one such exchange and the next of the same two: nobody is asked without end.
pub const EXHIBIT_PAUSE_MS: u64 = 10_000;
/// Between two portions of a large state that is shown beside play.
pub const EXHIBIT_PORTION_MS: u64 = 250;
/// Of a transfer, sent and not yet acknowledged: what fits beside play in any queue.
pub const TRANSFER_WINDOW_BYTES: u32 = 4 * PAYLOAD_BYTES as u32;
/// A transfer without progress sends again from the last acknowledged byte.
pub const TRANSFER_RETRY_MS: u64 = 2_000;
/// A transfer without progress for this long is over.
pub const TRANSFER_SILENCE_MS: u64 = 10_000;
/// A replay, the whole file: an hour of eight sticks that never rest is a third of it.
pub const REPLAY_BYTES: usize = 4 * 1024 * 1024;
/// Frames of a replay: an hour.
pub const REPLAY_FRAMES: u32 = 60 * 60 * TICK_HZ;
/// Frames of a replay's block: what a crash may cost at the end of a recording.
pub const REPLAY_BLOCK_FRAMES: u32 = 10 * TICK_HZ;
/// Frames that a recording holds back, because their checkpoint may still come.
pub const REPLAY_LATE_FRAMES: usize = 32;

// --- roaming ----------------------------------------------------------------------------------

/// Frames between two snapshots of who walks where: 15 a second.
pub const ROAM_FRAMES: u32 = 4;
/// Without anything new, the same is said again after this long: who came meanwhile sees everybody.
pub const ROAM_KEEPALIVE_MS: u64 = 1_000;
/// Of whom a host has heard nothing for this long, that one is nowhere: two reports are lost.
pub const ROAM_FORGET_MS: u64 = 3_500;
/// Avatars are drawn this many snapshots behind the host's clock: between two of them, and one may be late.
pub const AVATAR_SNAPSHOTS_BEHIND: u32 = 2;
/// A pause of more snapshots than this was none in walking, but in having anything to say.
pub const AVATAR_GAP_SNAPSHOTS: u32 = 5;
/// Poses kept of one avatar: two seconds of them.
pub const AVATAR_POSES: usize = 32;

// --- the relay --------------------------------------------------------------------------------

/// Connections of one relay.
pub const CONNECTIONS: usize = 256;
/// Connections of one client address (IPv6: of one /64), and the rooms that it may have opened.
pub const CONNECTIONS_PER_ADDRESS: usize = 16;
/// Rooms of one relay.
pub const ROOMS: usize = 64;
/// Messages a second that one connection may keep up.
pub const MESSAGES_PER_SECOND: u32 = 240;
/// Messages that one connection may send at once.
pub const MESSAGES_BURST: u32 = 480;
/// The same for the host of a session that lives on it: a state thirty times a second for each of
/// fifteen others, as many answers, and what anybody may say.
pub const HOSTED_MESSAGES_PER_SECOND: u32 = 1_200;
/// The same at once.
pub const HOSTED_MESSAGES_BURST: u32 = 2_400;
/// Bytes a second that one member may keep up of what the relay carries for it: chat, signals,
/// an authority's messages, comparisons of states. States that were asked for have a bound of
/// their own.
pub const CARRIED_BYTES_PER_SECOND: u32 = 128 * 1024;
/// The same at once: what two peers show each other of a large state.
pub const CARRIED_BYTES_BURST: u32 = 2 * 1024 * 1024;
/// Bytes a second that the relay carries for the host of a session that lives on it: thirty states
/// a second of 900 bytes for each of fifteen others.
pub const HOSTED_BYTES_PER_SECOND: u32 = 400 * 1024;
/// The same at once.
pub const HOSTED_BYTES_BURST: u32 = 6_400 * 1024;
/// Bytes of one transfer: the state twice, for what has to be said again.
pub const TRANSFER_CARRIED_BYTES: usize = 2 * TRANSFER_BYTES;
/// Wrong room codes on one connection before it is closed.
pub const WRONG_CODES_PER_CONNECTION: u32 = 5;
/// Wrong room codes of one address in a minute.
pub const WRONG_CODES_PER_ADDRESS_MINUTE: u32 = 30;
/// Wrong room codes of everybody in a second: 32^6 codes and 64 rooms leave a guesser months.
pub const WRONG_CODES_PER_SECOND: u32 = 100;
/// Whole lobbies a second in one room: whoever flips a switch as fast as the rate of messages
/// allows makes the relay say a kilobyte to everybody each time, and slow readers pay for it.
pub const LOBBIES_PER_SECOND: u32 = 20;
/// Chat lines of one member in [`CHAT_WINDOW_MS`].
pub const CHAT_LINES: u32 = 5;
/// See [`CHAT_LINES`].
pub const CHAT_WINDOW_MS: u64 = 5_000;
/// Who is handed a room's pack at the same time.
pub const PACK_FETCHERS: usize = 4;
/// Parts of its pack that one room hands over in a second: a quarter of what its host may send …
pub const PACK_PARTS_PER_SECOND: u32 = 16;
/// … and at once: two whole packs.
pub const PACK_PARTS_BURST: u32 = 64;
/// Parts asked for and not there yet: what fits beside play in any queue.
pub const PACK_PARTS_AHEAD: usize = 4;
/// Without a new part for this long, the missing ones are asked for again …
pub const PACK_ASK_MS: u64 = 1_500;
/// … and after so many times another member is asked for all of them …
pub const PACK_ASKS: u8 = 3;
/// … and after so many members nobody is.
pub const PACK_ATTEMPTS: u8 = 3;
/// How long a pack may take to come, in all.
pub const PACK_FETCH_MS: u64 = 30_000;
/// Messages waiting for one connection.
pub const OUTBOUND_MESSAGES: usize = 1024;
/// Bytes waiting for one connection.
pub const OUTBOUND_BYTES: usize = 256 * 1024;
/// From the connection to its `Hello`.
pub const HELLO_MS: u64 = 5_000;
/// From a refused `Hello` to the next: time to read the sentence and type the code again.
pub const HELLO_RETRY_MS: u64 = 60_000;
/// Between two pings to a member: proxies cut idle sockets after a minute, and a round trip
/// that is shown should be a fresh one.
pub const PING_INTERVAL_MS: u64 = 2_000;
/// A connection that says nothing for this long is gone, whatever its socket believes.
pub const SILENT_CLOSE_MS: u64 = 12_000;
/// A relay that says nothing for this long is gone for its member, who opens another link: three
/// pings are missed. Sooner than the relay gives up, because a person waits for it.
pub const RELAY_SILENT_MS: u64 = 7_000;
/// A seat whose player is silent for this long goes to the AI.
pub const SILENT_SEAT_MS: u64 = 5_000;
/// A seat whose player hid the tab for this long goes to the AI.
pub const HIDDEN_SEAT_MS: u64 = 2_000;
/// How long a lost member's row, seat, name and token wait for them.
pub const RESUME_GRACE_MS: u64 = 60_000;
/// The same in turn-based games.
pub const RESUME_GRACE_TURNS_MS: u64 = 300_000;
/// How long a lost host keeps the host's role.
pub const HOST_GRACE_MS: u64 = 10_000;
/// How long the host of a session that lives on it keeps the role without a link: longer than
/// Wi-Fi takes to change the access point, shorter than a table waits.
pub const AUTHORITY_GRACE_MS: u64 = 2_000;
/// The same with a link on which nothing is heard: two pings are missed.
pub const AUTHORITY_SILENT_MS: u64 = 4_500;
/// How long such a session waits for a host that holds it, once there is none: then it goes on
/// elsewhere, or ends.
pub const AUTHORITY_VACANT_MS: u64 = 5_000;
/// How long a room without any connected member waits for one of them.
pub const EMPTY_ROOM_MS: u64 = 30_000;
/// A host who does nothing in the lobby for this long can be replaced.
pub const HOST_IDLE_MS: u64 = 30_000;
/// How long the words may take that a player who is still there owes before the AI takes over.
pub const LAST_WORDS_MS: u64 = 1_000;
/// Somebody is given a seat of a running session no sooner than this after the last time
/// somebody was.
pub const SEAT_REST_MS: u64 = 1_000;
/// Who takes a seat of a session that others watch later sees the present, and drives by now: a
/// state and half a minute of words are here by then on any line that can carry a race.
pub const TAKEN_SEAT_MS: u64 = 30_000;
/// Inputs overdue for this long are announced with the seat and the cause.
pub const STALL_NOTICE_MS: u64 = 250;
/// Between two notices of a stall: the page counts on by itself.
pub const STALL_REPEAT_MS: u64 = 500;
/// A donor who sends no part of the state for this long is replaced by the next one.
pub const DONOR_MS: u64 = 10_000;
/// A donor who has not sent the whole state by now is replaced too: a megabyte has come over any
/// line that a race can be driven on.
pub const DONOR_TOTAL_MS: u64 = 60_000;
/// A driver who is heard, but whose words are overdue for this long, has to come back anew.
pub const STUCK_SEAT_MS: u64 = 5_000;
/// Of one driver, checkpoints at most that wait for those of the others.
pub const OPEN_VOTES: usize = 32;
/// Frames whose right digest is remembered for whoever comes to them late.
pub const CASES_KEPT: usize = 64;
/// How often in a session a member is given the state of the majority.
pub const REPAIRS: u32 = 3;
/// Rollback: how long the relay looks at the pace at a time …
pub const PACE_SPAN_MS: u64 = 2_000;
/// … how many slow spans in a row one driver may cause …
pub const PACE_SPANS: u32 = 3;
/// … and what is slow, in percent of time's own pace.
pub const PACE_PERCENT: u64 = 95;
/// Who held everybody up drives again after this long at the earliest, the next time after twice
/// as long.
pub const STRAGGLER_MS: u64 = 5_000;
/// A session that nobody has loaded by now is over.
pub const LOADING_MS: u64 = 30_000;
/// Of a session's messages, held for those who watch it later: half a minute of eight seats, many
/// times over. Beyond it the watchers are cut.
pub const WATCH_HELD_BYTES: usize = 4 * 1024 * 1024;
/// What was held for a watcher who takes a seat goes out in sips of this many packets at most …
pub const CATCH_UP_PACKETS: usize = 64;
/// … and about this many bytes …
pub const CATCH_UP_BYTES: usize = 8 * 1024;
/// … this long apart: a slow line keeps up with it.
pub const CATCH_UP_MS: u64 = 20;
/// Seat changes of a session repeated to somebody who comes back. A donor's state holds the
/// older ones anyway.
pub const SEAT_CHANGES_KEPT: usize = 64;
/// Client addresses whose wrong codes are remembered; beyond it the one closest to a clean
/// slate is forgotten.
pub const ADDRESSES_REMEMBERED: usize = 4096;
/// Relay events that wait for the caller; beyond it the oldest is forgotten.
pub const RELAY_EVENTS_KEPT: usize = 1024;
