//! The room as the page shows it.

use super::Online;
use crate::plan::Plan;
use crate::rows;
use crate::running::Running;
use crate::view::{Phase, RoomView, StallView};
use netplay::ids::PlayerId;
use netplay::limits::PING_INTERVAL_MS;
use netplay::time::Instant;
use netplay::wire::{Lobby, Presence, SetRoom, StallCause};

/// A ping of the relay that is this late is missed.
const PING_LATE_MS: u64 = 500;

impl Online {
    pub(crate) fn view(&self, now: Instant) -> RoomView {
        let client = &self.client;
        let lobby = client.lobby();
        let my_row = client.my_row();
        let active = self.on_show();
        // Who chooses sees the choice at once, and chooses on from it.
        let plan = match &self.ordered {
            Some(room) => Plan::of_label(&room.game).unwrap_or_default(),
            None => lobby.map(plan).unwrap_or_default(),
        };
        let my_seat = active.and_then(|active| active.cast().me());
        RoomView {
            phase: self.phase(now),
            practice: false,
            replay: None,
            code: client.code(),
            me: client.me(),
            my_seat: my_row.and_then(|row| row.seat),
            am_host: client.am_host(),
            ready: my_row.is_some_and(|row| row.ready),
            seats: lobby.map_or(0, |lobby| lobby.seats),
            locked: lobby.is_some_and(|lobby| lobby.locked),
            can_start: lobby.is_some_and(rows::can_start),
            not_ready: lobby.map(rows::not_ready).unwrap_or_default(),
            game: plan.game,
            netcode: active.map_or(plan.netcode, Running::netcode),
            watch_delay_s: plan.watch_delay_s,
            on_desync: plan.on_desync,
            rows: lobby.map(|lobby| rows::rows(lobby, client.me())).unwrap_or_default(),
            round: active.map(Running::round).or(client.round()),
            cast: active.map(|active| active.cast().seats().to_vec()).unwrap_or_default(),
            open_seats: active
                .map(|active| active.open_seats(rows::members(client)))
                .unwrap_or_default(),
            frames_behind: active.map_or(0, Running::frames_behind),
            chat: self.chat.entries(),
            notices: self.notices.entries(),
            refusal: self.refusal.clone(),
            unsaid: self.saying.unsaid(),
            stall: self.stall(now),
            input_delay: active.map(Running::input_delay),
            seat_with_ai: my_seat.is_some_and(|seat| seat.ai),
            paused_by: active.and_then(Running::paused_by).map(|player| self.name(player)),
            results: active.and_then(Running::results).cloned(),
            finding: self.finding.clone(),
        }
    }

    fn phase(&self, now: Instant) -> Phase {
        if let Some(why) = &self.over {
            return Phase::Closed(why.clone());
        }
        if let Some(phase) = self.fetching() {
            return phase;
        }
        if !self.client.in_room() {
            let attempt = self.reconnect.losses();
            if attempt == 0 {
                return Phase::Connecting;
            }
            let retry_ms = self.reconnect.retry_ms(now).div_ceil(1_000) * 1_000;
            return Phase::Reconnecting { attempt, retry_ms };
        }
        let Some(active) = self.on_show() else {
            let counting = self.countdown.seconds(now).map(|seconds| Phase::Countdown { seconds });
            return counting.unwrap_or(Phase::Lobby);
        };
        if active.results().is_some() {
            return Phase::Results;
        }
        match active.loading() {
            Some((received, total)) => Phase::Loading { received, total },
            None => Phase::Playing,
        }
    }

    /// When the relay itself is silent, nobody else is to blame for what does not come.
    fn stall(&self, now: Instant) -> Option<StallView> {
        let silent_ms = self.client.silent_for(now).as_millis() as u32;
        if self.client.in_room() && u64::from(silent_ms) >= PING_INTERVAL_MS + PING_LATE_MS {
            let waited_ms = silent_ms / 100 * 100;
            return Some(StallView { names: Vec::new(), cause: None, waited_ms });
        }
        if let Some(hosted) = &self.hosted {
            return self.quiet_host(hosted, now);
        }
        self.active.as_ref()?.stall(now, |player| self.row_cause(player))
    }

    /// Why a player is waited for, as far as the lobby tells.
    pub(super) fn row_cause(&self, player: PlayerId) -> Option<StallCause> {
        let row = self.client.member(player)?;
        if !row.connected {
            Some(StallCause::Lost)
        } else if row.presence == Presence::Hidden {
            Some(StallCause::Hidden)
        } else {
            None
        }
    }
}

/// What the host has set.
pub(super) fn settings(lobby: &Lobby) -> SetRoom {
    SetRoom { locked: lobby.locked, game: lobby.game.clone(), starting: lobby.starting }
}

/// The host's pick, or what is played when nothing was picked.
pub(super) fn plan(lobby: &Lobby) -> Plan {
    Plan::of_label(&lobby.game).unwrap_or_default()
}
