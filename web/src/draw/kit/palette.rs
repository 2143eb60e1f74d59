//! The colours of the games: one warm afternoon.

/// Outlines and dark lettering.
pub const INK: &str = "#2b1d2e";
/// Light lettering and everything white.
pub const CREAM: &str = "#fff6e9";
/// The brightest yellow: speed, firsts, the own car.
pub const SUN: &str = "#ffc53d";
/// Kerbs, signs, warnings.
pub const EMBER: &str = "#e4512b";
/// Panels under the instruments.
pub const PANEL: &str = "rgba(43,29,46,0.62)";
/// Soft shadows on the ground.
pub const SHADOW: &str = "rgba(44,30,52,0.26)";

pub const GRASS: &str = "#86b84f";
pub const GRASS_MOWN: &str = "#8fc158";
pub const GRASS_DARK: &str = "#74a745";
pub const VERGE: &str = "#a3cc66";
pub const VERGE_DARK: &str = "#93bf5a";
pub const GRAVEL: &str = "#e6c88a";
pub const GRAVEL_DARK: &str = "#d6b474";
pub const WATER: &str = "#4fb3c8";
pub const WATER_DEEP: &str = "#3d9db8";
pub const WATER_LIGHT: &str = "#7fd0da";
pub const ASPHALT: &str = "#5b5566";
pub const ASPHALT_EDGE: &str = "#4a4456";
pub const ASPHALT_WORN: &str = "rgba(38,30,44,0.20)";
pub const ASPHALT_LIGHT: &str = "rgba(255,240,220,0.05)";
pub const WALL: &str = "#f4e3c6";
pub const WALL_RED: &str = "#d9482b";

/// The sparks of a drift, before the first tier and at each.
pub const TIERS: [&str; 3] = ["#fff0c9", "#49c0ff", "#ff9a2e"];
