//! The flush window: what follows within it leaves in the same write.

use crate::friend::{Friend, Way};
use crate::support::{hasty, spawn, until, until_status};
use netplay::wire::{Offer, Text};
use relay::ServerConfig;

#[test]
fn what_follows_within_a_receivers_window_leaves_in_one_write() {
    let relay = spawn(ServerConfig { flush_window_us: 100_000, ..hasty() });
    let address = relay.local_addr();
    let host = Friend::create(Way::Tcp, address);
    let mut guest = Friend::join(Way::Tcp, address, host.code());
    let peer = host.client.me().expect("welcomed");
    // A busy machine may let a window pass between the two, or a ping may fall between them:
    // then another pair is sent.
    until("two packets in one write", || {
        let before = until_status(&relay, "nothing owed", |status| status.waiting_bytes == 0);
        for packets in 1..=2 {
            guest.say(Offer { peer, sdp: Text::truncated("hello") });
            guest.pump();
            let wanted = before.counters.packets_in + packets;
            until_status(&relay, "its arrival", |status| status.counters.packets_in >= wanted);
            // Two answers lie a turn of the loop apart: without a window it would be written now.
            let _a_turn_later = relay.status();
        }
        let after = until_status(&relay, "nothing owed", |status| status.waiting_bytes == 0);
        let packets = after.counters.packets_out - before.counters.packets_out;
        let writes = after.sockets.writes - before.sockets.writes;
        (packets == 2 && writes == 1).then_some(())
    });
}
