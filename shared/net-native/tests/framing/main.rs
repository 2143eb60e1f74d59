//! Byte streams at random, but from a seed: the body of the fuzzer's target as a test.

mod target;

use net_native::framing::append;
use netplay::limits::MESSAGE_BYTES;
use netplay::rng::SimRng;

#[test]
fn a_stream_reads_the_same_however_it_is_cut() {
    let mut rng = SimRng::new(0xF8A3, 0);
    for _ in 0..5_000 {
        let mut bytes = vec![rng.next_u32() as u8];
        for _ in 0..rng.below(5) {
            let most = [4, 300, MESSAGE_BYTES as u32][rng.below(3) as usize];
            append(&vec![0xAB; rng.below(most + 1) as usize], &mut bytes);
        }
        if rng.below(2) == 0 {
            let at = rng.below(bytes.len() as u32) as usize;
            bytes[at] = rng.next_u32() as u8;
        }
        target::framing(&bytes);
    }
}
