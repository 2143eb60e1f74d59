//! What both ends say of themselves: a line when something happens, and a report at the end.

use crate::ending::Ending;
use netplay::channel::ChannelStats;
use netplay::session::server::NetError;
use serde::Serialize;
use std::path::Path;

/// The server's first line.
#[derive(Debug, Serialize)]
pub(super) struct Opening {
    /// For people.
    pub(super) line: String,
    pub(super) address: String,
    pub(super) lan: bool,
}

/// The first line of the host of a room.
#[derive(Debug, Serialize)]
pub(super) struct RoomOpening {
    /// For people.
    pub(super) line: String,
    pub(super) code: String,
}

/// Something happened.
#[derive(Debug, Default, Serialize)]
pub(super) struct News<'a> {
    pub(super) event: &'a str,
    pub(super) tick: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) slot: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) code: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) phase: Option<&'a str>,
}

/// Who holds a car.
#[derive(Debug, Serialize)]
pub(super) struct Holder {
    pub(super) slot: u8,
    pub(super) bot: bool,
    pub(super) name: String,
}

/// How good a line is, as this end measures it. Bytes count those of IP and UDP.
#[derive(Debug, Default, Serialize)]
pub(super) struct Line {
    pub(super) rtt_ms: f64,
    pub(super) rtt_var_ms: f64,
    pub(super) loss_percent: f64,
    pub(super) sent_bytes: u64,
    pub(super) received_bytes: u64,
    pub(super) sent_kbit_s: f64,
    pub(super) received_kbit_s: f64,
    pub(super) resent: u64,
}

impl Line {
    /// Of a channel that has been open for so long.
    pub(super) fn new(stats: &ChannelStats, seconds: f64) -> Self {
        let kbit_s = |bytes: u64| rounded(bytes as f64 * 8.0 / 1000.0 / seconds.max(0.001));
        Self {
            rtt_ms: rounded(f64::from(stats.rtt_ms_256) / 256.0),
            rtt_var_ms: rounded(f64::from(stats.rtt_var_ms_256) / 256.0),
            loss_percent: f64::from(stats.loss_permille) / 10.0,
            sent_bytes: stats.bytes_sent,
            received_bytes: stats.bytes_received,
            sent_kbit_s: kbit_s(stats.bytes_sent),
            received_kbit_s: kbit_s(stats.bytes_received),
            resent: stats.resent,
        }
    }
}

/// What the server counts of a guest.
#[derive(Debug, Serialize)]
pub(super) struct GuestReport {
    pub(super) name: String,
    pub(super) slot: Option<u8>,
    pub(super) snapshots: u64,
    pub(super) whole_snapshots: u64,
    pub(super) snapshot_bytes: u64,
    pub(super) largest_delta_bytes: u64,
    pub(super) starved: u64,
    pub(super) dropped_inputs: u64,
    /// Why the guest is gone; none while it is here, or in good order.
    pub(super) code: Option<&'static str>,
}

/// The server at its end.
#[derive(Debug, Serialize)]
pub(super) struct ServerReport {
    pub(super) server: String,
    pub(super) ticks: u32,
    pub(super) late_ticks_skipped: u64,
    pub(super) refused: u64,
    pub(super) phase: &'static str,
    pub(super) guests: Vec<GuestReport>,
    /// Every state that was told: its tick, and its digest.
    pub(super) hashes: Vec<(u32, String)>,
}

/// A guest at its end.
#[derive(Debug, Default, Serialize)]
pub(super) struct PlayerReport {
    pub(super) name: String,
    pub(super) slot: Option<u8>,
    pub(super) phase: &'static str,
    pub(super) players: Vec<Holder>,
    /// Predictions that were compared, and those that were wrong.
    pub(super) predictions_checked: u64,
    pub(super) predictions_wrong: u64,
    pub(super) max_error: u32,
    pub(super) worst_field: Option<String>,
    pub(super) ticks_predicted: u64,
    pub(super) ticks_replayed: u64,
    pub(super) snapshots: u64,
    pub(super) snapshot_bytes: u64,
    pub(super) line: Line,
    /// Why the server let go of us; none in good order.
    pub(super) code: Option<&'static str>,
    /// Every state that the server said: its tick, and its digest.
    pub(super) hashes: Vec<(u32, String)>,
}

/// Writes a report to its file.
///
/// # Errors
/// When that cannot be done.
pub(super) fn keep(report: &impl Serialize, file: Option<&Path>) -> Result<(), Ending> {
    let Some(file) = file else { return Ok(()) };
    let text = serde_json::to_string(report).unwrap_or_default();
    std::fs::write(file, text + "\n").map_err(|error| {
        let sentence = format!("{} cannot be written: {error}.", file.display());
        Ending::Coded(NetError::Config, sentence)
    })
}

/// To hundredths.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
