//! What the player asks, and what is said to the relay for it.

use super::Online;
use super::viewing::{plan, settings};
use crate::ask::Ask;
use crate::chat;
use crate::plan::{Plan, WATCH_DELAY_MOST_S};
use netplay::time::Instant;
use netplay::wire::{
    AssignSeat, CloseReason, HandHost, Leave, Moderate, Moderation, Presence, PresenceNotice,
    Profile, Rescue, SetReady, SetRoom, TakeSeat, Text, Vote,
};

impl Online {
    pub(crate) fn ask(&mut self, ask: Ask, now: Instant) {
        if !matches!(ask, Ask::Presence(_)) {
            self.refusal = None;
        }
        match ask {
            Ask::Ready(ready) => self.say(SetReady { ready }),
            Ask::Chat(text) => self.say_line(chat::line(&text)),
            Ask::Emote(place) => self.say_line(chat::emote(place)),
            Ask::Quick(place) => self.say_line(chat::quick(place)),
            Ask::PickGame(setup) => self.set_plan(|plan| *plan = plan.with_game(setup)),
            Ask::PickNetcode(netcode) => self.set_plan(|plan| {
                if netcode.carries(plan.game.id()) {
                    plan.netcode = netcode;
                }
            }),
            Ask::WatchDelay(seconds) => {
                self.set_plan(|plan| plan.watch_delay_s = seconds.min(WATCH_DELAY_MOST_S));
            }
            Ask::OnDesync(policy) => self.set_plan(|plan| plan.on_desync = policy),
            Ask::Smooth(how) => self.smoothing = how,
            Ask::TakeSeat(seat) => self.say(TakeSeat { seat }),
            Ask::Countdown(starting) => self.order_countdown(starting),
            Ask::Lock(locked) => self.set_room(|room| room.locked = locked),
            Ask::Kick(player) => self.say(Moderate { player, act: Moderation::Kick }),
            Ask::Ban(player) => self.say(Moderate { player, act: Moderation::Ban }),
            Ask::HandHost(player) => self.say(HandHost { player }),
            Ask::Seat(player, seat) => self.say(AssignSeat { player, seat }),
            Ask::Profile { name, colour } => {
                self.say(Profile { name: Text::truncated(&name), colour });
            }
            Ask::Vote(game) => {
                let game = game.map(|game| Text::truncated(game.mode()));
                self.say(Vote { game });
            }
            Ask::Rescue(wanted) => self.say(Rescue { wanted }),
            Ask::Presence(presence) => self.be(presence, now),
            Ask::Pause => self.pause(true),
            Ask::Unpause => self.pause(false),
            Ask::FetchPack => self.fetch_pack(now),
            Ask::DismissRefusal | Ask::Replay(_) => {}
            Ask::LeaveGame => self.leave_game(),
            Ask::Leave => self.leave(now),
        }
    }

    /// The host's order at the end of the countdown.
    pub(super) fn order_start(&mut self) {
        let plan = self.client.lobby().map(plan).unwrap_or_default();
        let seed = u64::from(self.dice.next_u32()) << 32 | u64::from(self.dice.next_u32());
        self.say(plan.start(seed));
    }

    pub(super) fn order_countdown(&mut self, starting: bool) {
        self.set_room(|room| room.starting = starting);
    }

    /// Changes one setting of the room. The others stay as they are, or as they were ordered a
    /// moment ago: an order replaces all of them.
    fn set_room(&mut self, change: impl FnOnce(&mut SetRoom)) {
        let Some(lobby) = self.client.lobby() else { return };
        let mut room = self.ordered.take().unwrap_or_else(|| settings(lobby));
        change(&mut room);
        self.ordered = Some(room.clone());
        self.say(room);
    }

    /// Changes one part of what is played next.
    fn set_plan(&mut self, change: impl FnOnce(&mut Plan)) {
        self.set_room(|room| {
            let mut plan = Plan::of_label(&room.game).unwrap_or_default();
            change(&mut plan);
            room.game = Text::truncated(&plan.label());
        });
    }

    fn say_line(&mut self, line: Option<netplay::wire::Chat>) {
        if let Some(line) = line
            && self.client.say(line.clone())
        {
            self.saying.sent(line);
        }
    }

    fn be(&mut self, presence: Presence, now: Instant) {
        if presence != Presence::Hidden {
            self.reconnect.hurry(now);
        }
        if self.presence != presence {
            self.presence = presence;
            let player = self.client.me().unwrap_or_default();
            self.say(PresenceNotice { player, presence });
        }
    }

    fn pause(&mut self, paused: bool) {
        if let Some(active) = &mut self.active {
            active.pause(paused);
        }
    }

    fn leave_game(&mut self) {
        self.say_end();
        self.forget_game();
    }

    fn leave(&mut self, now: Instant) {
        self.leaving = Some(now);
        if self.client.in_room() {
            self.say(Leave {});
        } else {
            self.end(crate::words::closed(CloseReason::Left));
        }
    }
}
