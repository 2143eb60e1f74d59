//! What a fuzzer feeds the reader of packs. The fuzzer's own crate exports it.
#![allow(unreachable_pub, dead_code)]

use games::pack::{FAULTS, Pack, canonical, digest, split};

/// Any bytes as a pack: faults, or content that is found again in the text it keeps.
pub fn pack(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Pack::parse(text) {
        Err(faults) => {
            assert!((1..=FAULTS).contains(&faults.len()));
            for fault in faults {
                assert!(!fault.what.is_empty() && !fault.cure.is_empty(), "{fault:?}");
                assert!(fault.file.len() <= 200 && fault.what.len() <= 400, "{fault:?}");
            }
        }
        Ok(pack) => {
            assert_eq!(pack.text(), canonical(text));
            assert_eq!(pack.sha256, digest(text));
            assert!(split(pack.text()).1.count() <= 4 * 64);
            let again = Pack::parse(pack.text()).expect("what was read once can be read again");
            assert_eq!(again.sha256, pack.sha256);
        }
    }
}
