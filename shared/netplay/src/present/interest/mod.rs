//! Who needs to hear of what: by distance, in rings.
//!
//! ```text
//! viewers  ─► Cells: which viewers may see into a cell
//! entities ─► the viewers of its cell ─► the nearest of each peer ─► what is in reach of that peer
//! what was of interest before, in the order of ids ─► Rings: the same ring, another, none
//!                                                ─► entries (and which are due) · changes
//! ```
//!
//! Viewers lie in the grid, and not the entities: of those there are a few, and thousands of these. An entity far from
//! everybody costs one look at an empty cell.

mod cells;
mod config;
mod rings;
mod update;

pub use config::{InterestConfig, InterestConfigError, InterestTier};
pub use update::{
    Interest, InterestChange, InterestChangeKind, InterestEntity, InterestEntry, InterestViewer,
};
