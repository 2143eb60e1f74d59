//! Avatars as bytes: what `PROTOCOL.md` says under *Roaming*.

use crate::ids::PlayerId;
use crate::limits::{PAYLOAD_BYTES, ROOM_MEMBERS};
use crate::present::avatars::{Avatar, FACINGS};
use crate::wire::{Blob, DecodeError, ROAMING, Reader, Wire, WordSize, Writer};
use alloc::vec::Vec;

/// Whether the payload of an `Action` is about avatars. Two bytes are a pad word, whatever they are.
pub(super) fn is_report(payload: &[u8]) -> bool {
    matches!(payload, [ROAMING, _, _, ..])
}

/// Whether that of a `Snapshot` is.
pub(super) fn is_snapshot(payload: &[u8]) -> bool {
    payload.first() == Some(&ROAMING)
}

/// A guest's report, the `stamp`th.
pub(super) fn report(stamp: u16, avatar: &Avatar) -> Blob<PAYLOAD_BYTES> {
    let mut out = Writer::default();
    out.u8(ROAMING);
    stamp.write(&mut out);
    avatar.write(&mut out);
    Blob::new(out.finish()).unwrap_or_default()
}

pub(super) fn read_report(payload: &[u8]) -> Result<(u16, Avatar), DecodeError> {
    let mut input = begin(payload)?;
    let stamp = u16::read(&mut input, "stamp")?;
    let avatar = Avatar::read(&mut input, "avatar")?;
    input.finish()?;
    Ok((stamp, avatar))
}

/// Everybody, by ascending ids.
pub(super) fn snapshot(
    count: usize,
    everybody: impl Iterator<Item = (PlayerId, Avatar)>,
) -> Blob<PAYLOAD_BYTES> {
    let mut out = Writer::default();
    out.u8(ROAMING);
    out.varint(count as u64);
    for (player, avatar) in everybody {
        player.write(&mut out);
        avatar.write(&mut out);
    }
    Blob::new(out.finish()).unwrap_or_default()
}

pub(super) fn read_snapshot(payload: &[u8]) -> Result<Vec<(PlayerId, Avatar)>, DecodeError> {
    let mut input = begin(payload)?;
    let count = input.count(ROOM_MEMBERS, "avatars")?;
    let mut everybody: Vec<(PlayerId, Avatar)> = Vec::with_capacity(count);
    for _ in 0..count {
        let player = PlayerId::read(&mut input, "player")?;
        if everybody.last().is_some_and(|(last, _)| *last >= player) {
            return Err(DecodeError::BadValue("player"));
        }
        everybody.push((player, Avatar::read(&mut input, "avatar")?));
    }
    input.finish()?;
    Ok(everybody)
}

fn begin(payload: &[u8]) -> Result<Reader<'_>, DecodeError> {
    let mut input = Reader::new(payload, WordSize::PAD);
    match input.u8("kind")? {
        ROAMING => Ok(input),
        _ => Err(DecodeError::BadValue("kind")),
    }
}

/// The scene and one, or 0 and nothing more for somebody who is nowhere.
impl Wire for Avatar {
    fn write(&self, out: &mut Writer) {
        let Some(scene) = self.scene else { return out.varint(0) };
        out.varint(u64::from(scene) + 1);
        for at in self.at {
            // Zigzag: small numbers are short, whatever their sign.
            (((at << 1) ^ (at >> 31)) as u32).write(out);
        }
        self.facing.write(out);
        self.clip.write(out);
        self.clip_frame.write(out);
    }

    fn read(input: &mut Reader<'_>, _: &'static str) -> Result<Self, DecodeError> {
        let scene = match u32::read(input, "scene")? {
            0 => return Ok(Self::AWAY),
            above => u16::try_from(above - 1).map_err(|_| DecodeError::BadVarint("scene"))?,
        };
        let mut at = [0; 3];
        for at in &mut at {
            let zigzag = u32::read(input, "at")?;
            *at = (zigzag >> 1) as i32 ^ -((zigzag & 1) as i32);
        }
        let facing = u16::read(input, "facing")?;
        if !FACINGS.contains(&facing) {
            return Err(DecodeError::BadValue("facing"));
        }
        let clip = u8::read(input, "clip")?;
        let clip_frame = u16::read(input, "clip_frame")?;
        Ok(Self { scene: Some(scene), at, facing, clip, clip_frame })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walker(n: i32) -> Avatar {
        let at = [n.wrapping_mul(1 << 17), -n, i32::MIN];
        Avatar { scene: Some(u16::MAX), at, facing: 4_095, clip: 1, clip_frame: 300 }
    }

    #[test]
    fn what_is_written_reads_the_same_and_nothing_else_does() {
        for avatar in [Avatar::AWAY, walker(0), walker(-5), walker(70_000)] {
            let bytes = report(u16::MAX, &avatar);
            assert_eq!(read_report(&bytes), Ok((u16::MAX, avatar)));
            for cut in 0..bytes.len() {
                assert!(read_report(&bytes[..cut]).is_err());
            }
            let longer = [&bytes[..], &[0]].concat();
            assert_eq!(read_report(&longer), Err(DecodeError::Trailing(1)));
        }
    }

    #[test]
    fn a_crowd_is_written_by_ascending_ids_and_read_no_other_way() {
        let crowd: Vec<_> = (1..=16).map(|n| (PlayerId(n), walker(n as i32))).collect();
        let bytes = snapshot(crowd.len(), crowd.iter().copied());
        assert_eq!(read_snapshot(&bytes), Ok(crowd));
        let twins = [(PlayerId(2), Avatar::AWAY); 2];
        let bytes = snapshot(2, twins.into_iter());
        assert_eq!(read_snapshot(&bytes), Err(DecodeError::BadValue("player")));
        assert_eq!(read_snapshot(&[ROAMING, 17]), Err(DecodeError::TooLong("avatars")));
        assert_eq!(read_snapshot(&[ROAMING ^ 1, 0]), Err(DecodeError::BadValue("kind")));
    }

    #[test]
    fn whatever_bytes_come_they_are_avatars_or_refused() {
        let mut rng = crate::rng::SimRng::new(7, 0);
        for _ in 0..20_000 {
            let length = rng.next_u32() as usize % 40;
            let mut bytes: Vec<u8> = (0..length).map(|_| rng.next_u32() as u8).collect();
            bytes.insert(0, ROAMING);
            if let Ok((stamp, avatar)) = read_report(&bytes) {
                assert_eq!(&report(stamp, &avatar)[..], &bytes[..]);
            }
            if let Ok(everybody) = read_snapshot(&bytes) {
                assert_eq!(&snapshot(everybody.len(), everybody.iter().copied())[..], &bytes[..]);
            }
        }
    }
}
