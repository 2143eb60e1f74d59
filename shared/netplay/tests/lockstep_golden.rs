//! One room, played natively and (by `wasm.rs`) on wasm32: the last digest is the same number.

use netplay::ids::{Frame, StateHash};
use netplay::link::LinkProfile;
use testkit::Online;

/// The digest after the last frame of the room, and what every platform must find.
pub(crate) fn last_digest() -> [Option<StateHash>; 2] {
    let mut room = Online::new(3, 0, LinkProfile::HOME, 2_026);
    room.start(6);
    assert!(room.run_to(Frame(1_000), 60_000));
    room.assert_all_agree(1_000);
    let last = room.members[0].peer().hash_after(Frame(999));
    [last, Some(StateHash(1_254_760_607_724_605_574))]
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn every_platform_plays_the_same_game() {
    let [last, expected] = last_digest();
    assert_eq!(last, expected);
}
