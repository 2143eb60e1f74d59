//! `--link latency=150,loss=5%`: a pretend wire, as people write it.

use netplay::link::LinkProfile;

/// Reads what a link does to packets, alike in both directions: `latency`, `jitter` and `rtt` (twice
/// the latency, for who puts it on both ends) in milliseconds, `loss`, `duplicate` and `reorder` in per cent, `bandwidth` in bytes a second.
///
/// # Errors
/// Says which word is none.
pub(crate) fn profile(text: &str) -> Result<LinkProfile, String> {
    let mut profile = LinkProfile::PERFECT;
    for word in text.split(',') {
        let (name, value) = word
            .split_once('=')
            .ok_or_else(|| format!("`{word}` is no setting like latency=150"))?;
        let nonsense = || format!("`{value}` is no {name}");
        let number = |value: &str| value.parse::<u32>().map_err(|_| nonsense());
        match name {
            "latency" => profile.latency_ms = number(value.trim_end_matches("ms"))?,
            "rtt" => profile.latency_ms = number(value.trim_end_matches("ms"))? / 2,
            "jitter" => profile.jitter_ms = number(value.trim_end_matches("ms"))?,
            "loss" => profile.loss_permille = permille(value).ok_or_else(nonsense)?,
            "duplicate" => profile.duplicate_permille = permille(value).ok_or_else(nonsense)?,
            "reorder" => profile.reorder_permille = permille(value).ok_or_else(nonsense)?,
            "bandwidth" => profile.bandwidth_bytes_per_s = number(value)?,
            _ => {
                return Err(format!(
                    "a link has latency, rtt, jitter, loss, duplicate, reorder and bandwidth, no {name}"
                ));
            }
        }
    }
    Ok(profile)
}

/// `5`, `5%` or `0.5%`, in thousandths.
fn permille(text: &str) -> Option<u16> {
    let (whole, tenths) = match text.trim_end_matches('%').split_once('.') {
        Some((whole, tenths)) => (whole, tenths),
        None => (text.trim_end_matches('%'), "0"),
    };
    if tenths.len() != 1 {
        return None;
    }
    let permille = whole.parse::<u16>().ok()?.checked_mul(10)?.checked_add(tenths.parse().ok()?)?;
    (permille <= 1_000).then_some(permille)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_read_in_milliseconds_and_per_cent() {
        let read = profile("latency=150,jitter=20ms,loss=5%,duplicate=0.5,bandwidth=9000").unwrap();
        let expected = LinkProfile {
            latency_ms: 150,
            jitter_ms: 20,
            loss_permille: 50,
            duplicate_permille: 5,
            reorder_permille: 0,
            bandwidth_bytes_per_s: 9000,
        };
        assert_eq!(read, expected);
        assert_eq!(profile("rtt=80"), profile("latency=40"));
    }

    #[test]
    fn nonsense_is_told() {
        for wrong in ["", "latency", "latency=-1", "loss=101%", "loss=0.55", "speed=3"] {
            assert!(profile(wrong).is_err(), "{wrong}");
        }
    }
}
