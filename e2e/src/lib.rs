//! Everything together: journeys of real browsers through the real relay (`journeys/`), the house's rules as
//! tests (`tests/tidy/`), and what things cost (`benches/`).

pub mod measure;
