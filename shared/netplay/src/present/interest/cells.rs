//! Which viewers may see into which cell of space.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

/// Odd numbers without a pattern: one for each axis.
const MIX: [u32; 3] = [0x9E37_79B1, 0x85EB_CA77, 0xC2B2_AE3D];
/// With eight buckets for a cell that somebody sees, most others are empty.
const BUCKETS_PER_CELL: usize = 8;
const BUCKETS_CAP: usize = 1 << 18;

/// A hashed grid. Two cells may share a bucket, which then holds viewers that are too far away; the distance sorts
/// them out.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    /// A cell is 2^shift wide: at least as far as a viewer sees, so that each sees into 27 at most.
    shift: u32,
    reach: i64,
    /// A bucket is the upper bits of a hash.
    bucket_shift: u32,
    /// Where the viewers of each bucket begin; one more, where the last ones end.
    starts: Vec<u32>,
    viewers: Vec<u32>,
    marks: Vec<(u32, u32)>,
}

impl Cells {
    pub(super) fn new(reach: i64) -> Self {
        let shift = (reach as u64).next_power_of_two().trailing_zeros();
        Self { shift, reach, ..Self::default() }
    }

    /// Puts viewers in, by their places in the list; what was there is gone.
    pub(super) fn fill(&mut self, viewers: impl Iterator<Item = [i32; 3]> + Clone) {
        let count = viewers.clone().count();
        let buckets = (count * 27 * BUCKETS_PER_CELL).next_power_of_two().clamp(64, BUCKETS_CAP);
        self.bucket_shift = 32 - buckets.trailing_zeros();
        self.marks.clear();
        for (viewer, position) in viewers.enumerate() {
            let [xs, ys, zs] = position.map(|at| self.cells_in_reach(at));
            for x in xs {
                for y in ys.clone() {
                    self.marks.extend(
                        zs.clone().map(|z| (bucket([x, y, z], self.bucket_shift), viewer as u32)),
                    );
                }
            }
        }
        self.sort_marks(buckets);
    }

    /// Viewers who may see this place, in the order of their places in the list; one may stand twice.
    pub(super) fn who_may_see(&self, position: [i32; 3]) -> &[u32] {
        let bucket = bucket(position.map(|at| at >> self.shift), self.bucket_shift) as usize;
        let (from, to) = (self.starts[bucket] as usize, self.starts[bucket + 1] as usize);
        &self.viewers[from..to]
    }

    fn cells_in_reach(&self, at: i32) -> RangeInclusive<i32> {
        let cell = |at: i64| at.clamp(i32::MIN.into(), i32::MAX.into()) as i32 >> self.shift;
        cell(i64::from(at) - self.reach)..=cell(i64::from(at) + self.reach)
    }

    /// By counting, which keeps the order within a bucket.
    fn sort_marks(&mut self, buckets: usize) {
        self.starts.clear();
        self.starts.resize(buckets + 1, 0);
        for (bucket, _) in &self.marks {
            self.starts[*bucket as usize] += 1;
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.viewers.clear();
        self.viewers.resize(self.marks.len(), 0);
        for (bucket, viewer) in self.marks.iter().rev() {
            let end = &mut self.starts[*bucket as usize];
            *end -= 1;
            self.viewers[*end as usize] = *viewer;
        }
    }
}

fn bucket(cell: [i32; 3], bucket_shift: u32) -> u32 {
    let [x, y, z] = cell.map(|part| part as u32);
    let hash = x.wrapping_mul(MIX[0]) ^ y.wrapping_mul(MIX[1]) ^ z.wrapping_mul(MIX[2]);
    hash.wrapping_mul(MIX[0]) >> bucket_shift
}
