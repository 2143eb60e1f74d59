//! Of a server that decides, and of its clients.

/// A schema: with the rest of a welcome it fits one payload of a room.
pub const SCHEMA_BYTES: usize = 7 * 1024;
/// Components of a schema.
pub const SCHEMA_COMPONENTS: usize = 64;
/// Kinds of entities of a schema.
pub const SCHEMA_KINDS: usize = 64;
/// Fields of one component, and of all components of one kind.
pub const SCHEMA_FIELDS: usize = 255;
/// The name of a field, a component, a kind, an input.
pub const SCHEMA_NAME_BYTES: usize = 32;
/// Named inputs of a schema: two sticks, two triggers and two more.
pub const INPUTS_CAP: usize = 8;
/// Input frames in one packet: three lost in a row cost nothing.
pub const INPUT_REPEATS: usize = 4;
/// Replicated entities of one world.
pub const WORLD_ENTITIES: usize = 4096;
/// Numbers of all entities of one world.
pub const WORLD_VALUES: usize = 64 * 1024;
/// Slots of a server: whom one welcome can list.
pub const SERVER_SLOTS: usize = 64;
/// What a game tells about one event, and a player about one action.
pub const GAME_EVENT_BYTES: usize = 1024;
/// States that a server keeps: four seconds at 30 Hz.
pub const SERVER_STATES: usize = 128;
/// Digests of past states that a server keeps for comparing: two minutes at 30 Hz.
pub const SERVER_HASHES: usize = 4096;
/// How far back a player's action is judged: 400 ms at 30 Hz.
pub const REWIND_TICKS: u32 = 12;
/// How old the state may be against which a snapshot is told; beyond it the whole world is told.
pub const SNAPSHOT_BASE_TICKS: u32 = 63;
/// Without such a state the whole world is told once in so many ticks.
pub const SNAPSHOT_WHOLE_TICKS: u32 = 5;
/// One snapshot: 255 fragments hold it.
pub const SNAPSHOT_BYTES: usize = 256 * 1024;
/// Requests and actions a second that one client of a server may keep up …
pub const SERVER_ACTIONS_PER_SECOND: u32 = 30;
/// … and at once.
pub const SERVER_ACTIONS_BURST: u32 = 60;
/// Between two hellos of one member of a room to the server in it: each is answered with the schema.
pub const ROOM_HELLO_MS: u64 = 1_000;
/// Who speaks for so long to a server in a room without hello is told that nobody knows them.
pub const ROOM_STRANGER_MS: u64 = 750;
/// Own ticks that a client predicts beyond what the server has applied: two seconds at 30 Hz.
pub const CLIENT_AHEAD: usize = 64;
/// Digests of snapshots that a client keeps for comparing: a minute at 30 Hz.
pub const CLIENT_HASHES: usize = 2048;
/// Events that a client keeps for a caller who does not fetch them; the oldest give way.
pub const CLIENT_EVENTS: usize = 512;
/// Packets that a client keeps for a caller who does not fetch them; the oldest give way.
pub const CLIENT_PACKETS: usize = 256;
/// Ticks that one update of a server makes up for; what is beyond is skipped and counted.
pub const SERVER_TICKS_PER_UPDATE: u32 = 5;
/// How far a server, a host's events or the hosts themselves may have counted for another one to count on
/// from there: what is left lasts for years, and more than that was made up.
pub const RESUME_COUNT: u32 = 2 * 1024 * 1024 * 1024;
/// The same of a client.
pub const CLIENT_TICKS_PER_UPDATE: u32 = SERVER_TICKS_PER_UPDATE;
