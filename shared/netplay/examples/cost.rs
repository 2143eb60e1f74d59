use netplay::hash::StateHasher;
use netplay::ids::*;
use netplay::link::*;
use netplay::session::*;
use netplay::sim::*;
use netplay::wire::*;
use std::time::Instant as T;
#[derive(Clone)]
struct Toy([u32; 8]);
impl Simulation for Toy {
    type Input = PadWord;
    #[inline(never)]
    fn tick(&mut self, i: &[PadWord]) {
        for _ in 0..8 {
            for (s, p) in i.iter().enumerate() {
                self.0[s & 7] =
                    (self.0[s & 7].rotate_left(5) ^ u32::from(p.0)).wrapping_mul(0x9E3779B1);
            }
        }
    }
    fn state_hash(&self) -> StateHash {
        let mut h = StateHasher::new();
        for x in self.0 {
            h.u32(x);
        }
        h.finish()
    }
}
fn main() {
    const N: u32 = 300_000;
    for peers in [2u16, 4, 8] {
        let mut sims = vec![Toy([1; 8]); peers as usize];
        let row = vec![PadWord(3); peers as usize];
        let t = T::now();
        for _ in 0..N {
            for s in &mut sims {
                s.tick(&row);
            }
        }
        let bare = t.elapsed();
        std::hint::black_box(&sims);
        let mk = |delay| {
            (1..=u32::from(peers))
                .map(|id| {
                    let mut c = LockstepConfig::new(
                        PlayerId(id),
                        Some(Seat(id as u16 - 1)),
                        (1..=u32::from(peers))
                            .map(|p| Controller::Human { player: PlayerId(p) })
                            .collect(),
                    );
                    c.redundancy_words = 1;
                    c.input_delay_frames = delay;
                    LockstepSession::new(Toy([1; 8]), c).unwrap()
                })
                .collect::<Vec<_>>()
        };
        // direct
        let mut ss = mk(2);
        let t = T::now();
        for f in 0..N {
            for i in 0..ss.len() {
                ss[i].push_local(PadWord(f as u16));
                while let Some(m) = ss[i].poll_message() {
                    for j in 0..ss.len() {
                        if j != i {
                            ss[j].handle(&m).unwrap();
                        }
                    }
                }
            }
            for s in &mut ss {
                assert!(matches!(s.advance(), Step::Advanced(_)));
                while s.poll_event().is_some() {}
            }
        }
        let direct = t.elapsed();
        // encode + loopback star
        let mut ss = mk(2);
        let mut links: Vec<Vec<Option<Loopback>>> =
            (0..peers).map(|_| (0..peers).map(|_| None).collect()).collect();
        for a in 0..peers as usize {
            for b in 0..a {
                let (x, y) = Loopback::pair(LinkProfile::PERFECT, LinkProfile::PERFECT, 1);
                links[a][b] = Some(x);
                links[b][a] = Some(y);
            }
        }
        let now = netplay::time::Instant::ZERO;
        let t = T::now();
        for f in 0..N {
            for i in 0..ss.len() {
                ss[i].push_local(PadWord(f as u16));
                while let Some(m) = ss[i].poll_message() {
                    let p = m.encode();
                    for l in links[i].iter_mut().flatten() {
                        l.send(&p, Lane::Ordered, now).unwrap();
                    }
                }
            }
            for (i, s) in ss.iter_mut().enumerate() {
                for l in links[i].iter_mut().flatten() {
                    while let Some(p) = l.poll(now) {
                        s.handle(&Message::decode(&p, WordSize::PAD).unwrap()).unwrap();
                    }
                }
                assert!(matches!(s.advance(), Step::Advanced(_)));
                while s.poll_event().is_some() {}
            }
        }
        let lb = t.elapsed();
        let per = |d: std::time::Duration| d.as_nanos() as f64 / f64::from(N) / f64::from(peers);
        println!(
            "{peers} peers: bare {:.0} ns, direct {:.0} ns, loopback {:.0} ns per tick and peer; overhead direct {:.0}, loopback {:.0}",
            per(bare),
            per(direct),
            per(lb),
            per(direct) - per(bare),
            per(lb) - per(bare)
        );
    }
}
