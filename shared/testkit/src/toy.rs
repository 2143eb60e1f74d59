//! A game without a picture: every bit of every input changes every later digest.

use netplay::hash::StateHasher;
use netplay::ids::{PadWord, Seat, StateHash};
use netplay::rng::SimRng;
use netplay::sim::{BadState, Inspect, Rewind, Simulation, Visitor};
use netplay::wire::Controller;

const SEAT_BYTES: usize = 13;
const HEAD_BYTES: usize = 20;

/// Seats that push each other about on a ring; a seat without a person is driven by a generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToyGame {
    frame: u32,
    rng: SimRng,
    seats: Vec<ToySeat>,
    /// A fault of the machine, not of the state: at this frame one bit turns over.
    flip_at: Option<u32>,
    /// Zeroes behind every saved state.
    ballast_bytes: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ToySeat {
    place: i32,
    speed: i32,
    mixed: u32,
    ai: bool,
}

impl ToyGame {
    /// A game of `seats` seats.
    #[must_use]
    pub fn new(seats: u16, seed: u64) -> Self {
        Self {
            frame: 0,
            rng: SimRng::new(seed, 1),
            seats: vec![ToySeat::default(); usize::from(seats)],
            flip_at: None,
            ballast_bytes: 0,
        }
    }

    /// Plants a bit flip: the state goes wrong at the end of this frame.
    #[must_use]
    pub fn flipping_at(mut self, frame: u32) -> Self {
        self.flip_at = Some(frame);
        self
    }

    /// Makes every saved state larger.
    #[must_use]
    pub fn weighing(mut self, ballast_bytes: usize) -> Self {
        self.ballast_bytes = ballast_bytes;
        self
    }

    /// How many frames were simulated.
    #[must_use]
    pub fn frames(&self) -> u32 {
        self.frame
    }

    /// Whether the seat is driven by the generator.
    #[must_use]
    pub fn is_ai(&self, seat: Seat) -> bool {
        self.seats[seat.index()].ai
    }
}

impl Simulation for ToyGame {
    type Input = PadWord;

    fn tick(&mut self, inputs: &[PadWord]) {
        assert_eq!(inputs.len(), self.seats.len(), "one input a seat");
        let mut wind = 0_i32;
        for (seat, input) in self.seats.iter_mut().zip(inputs) {
            let word = if seat.ai {
                assert_eq!(*input, PadWord(0), "nobody speaks for the AI");
                self.rng.next_u32() as u16
            } else {
                input.0
            };
            seat.mixed = (seat.mixed.rotate_left(5) ^ u32::from(word)).wrapping_mul(0x9E37_79B1);
            seat.speed = (seat.speed + i32::from(word as i16 >> 4)) / 2 + wind;
            seat.place = seat.place.wrapping_add(seat.speed);
            wind = (seat.place >> 8) & 0xff;
        }
        if self.flip_at == Some(self.frame) {
            self.seats[0].mixed ^= 0x400;
        }
        self.frame += 1;
    }

    fn state_hash(&self) -> StateHash {
        let mut bytes = Vec::new();
        self.write(&mut bytes);
        StateHasher::new().bytes(&bytes).finish()
    }

    fn set_seat_controller(&mut self, seat: Seat, controller: Controller) {
        self.seats[seat.index()].ai = controller == Controller::Ai;
    }
}

impl Rewind for ToyGame {
    fn save(&self, out: &mut Vec<u8>) {
        self.write(out);
        out.resize(out.len() + self.ballast_bytes, 0);
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), BadState> {
        let size = HEAD_BYTES + SEAT_BYTES * self.seats.len();
        if bytes.len() != size + self.ballast_bytes {
            return Err(BadState);
        }
        self.read(&bytes[..size])
    }
}

impl Inspect for ToyGame {
    fn inspect(&self, to: &mut dyn Visitor) {
        let (state, stream) = self.rng.state();
        to.field("frame", self.frame);
        to.field("chance", state);
        to.field("stream", stream);
        for (index, seat) in (0..).zip(&self.seats) {
            to.item("seats", index, |to| {
                to.field("place", seat.place);
                to.field("speed", seat.speed);
                to.field("mixed", seat.mixed);
                to.field("ai", seat.ai);
            });
        }
    }
}

impl ToyGame {
    fn write(&self, out: &mut Vec<u8>) {
        let (state, increment) = self.rng.state();
        out.extend_from_slice(&self.frame.to_le_bytes());
        out.extend_from_slice(&state.to_le_bytes());
        out.extend_from_slice(&increment.to_le_bytes());
        for seat in &self.seats {
            out.extend_from_slice(&seat.place.to_le_bytes());
            out.extend_from_slice(&seat.speed.to_le_bytes());
            out.extend_from_slice(&seat.mixed.to_le_bytes());
            out.push(u8::from(seat.ai));
        }
    }

    fn read(&mut self, bytes: &[u8]) -> Result<(), BadState> {
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap_or_default());
        let long = |at: usize| u64::from(word(at)) | u64::from(word(at + 4)) << 32;
        let mut seats = Vec::new();
        for at in (HEAD_BYTES..bytes.len()).step_by(SEAT_BYTES) {
            let ai = match bytes[at + 12] {
                0 => false,
                1 => true,
                _ => return Err(BadState),
            };
            let (place, speed, mixed) = (word(at) as i32, word(at + 4) as i32, word(at + 8));
            seats.push(ToySeat { place, speed, mixed, ai });
        }
        self.frame = word(0);
        self.rng = SimRng::from_state((long(4), long(12)));
        self.seats = seats;
        Ok(())
    }
}
