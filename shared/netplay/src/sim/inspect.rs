//! What a state consists of, field by field: so that two states can be told apart in words.

use super::{BadState, Rewind};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

/// A simulation that can say what its state consists of: every part of it in exactly one field,
/// always in the same order. Nothing is described unless somebody asks.
///
/// ```
/// use netplay::hash::StateHasher;
/// use netplay::ids::{PadWord, StateHash};
/// use netplay::sim::{self, BadState, Inspect, Rewind, Simulation, Visitor};
///
/// #[derive(Clone)]
/// struct Pair([i32; 2]);
///
/// impl Simulation for Pair {
///     type Input = PadWord;
///     fn tick(&mut self, pads: &[PadWord]) {
///         self.0.iter_mut().zip(pads).for_each(|(place, pad)| *place += i32::from(pad.0));
///     }
///     fn state_hash(&self) -> StateHash {
///         StateHasher::new().i32(self.0[0]).i32(self.0[1]).finish()
///     }
/// }
///
/// impl Rewind for Pair {
///     fn save(&self, out: &mut Vec<u8>) {
///         self.0.iter().for_each(|place| out.extend_from_slice(&place.to_le_bytes()));
///     }
///     fn load(&mut self, bytes: &[u8]) -> Result<(), BadState> {
///         let (words, []) = bytes.as_chunks::<4>() else { return Err(BadState) };
///         let &[left, right] = words else { return Err(BadState) };
///         self.0 = [left, right].map(i32::from_le_bytes);
///         Ok(())
///     }
/// }
///
/// impl Inspect for Pair {
///     fn inspect(&self, to: &mut dyn Visitor) {
///         for (index, place) in (0..).zip(self.0) {
///             to.item("cars", index, |car| car.field("place", place));
///         }
///     }
/// }
///
/// let found = sim::difference(&Pair([1, 2]), &Pair([1, 7])).unwrap();
/// assert_eq!(found.path, "cars[1].place");
/// assert_eq!((found.ours, found.theirs), (2.into(), 7.into()));
/// ```
pub trait Inspect: Rewind + Clone {
    /// Describes the state.
    fn inspect(&self, to: &mut dyn Visitor);

    /// Describes a saved state of this simulation, which may come from a peer. A simulation that
    /// can do so without [loading](Rewind::load) it can describe an impossible state, too.
    ///
    /// # Errors
    /// When the bytes are not a state of this simulation; what was described until then is void.
    fn inspect_saved(&self, saved: &[u8], to: &mut dyn Visitor) -> Result<(), BadState> {
        let mut scratch = self.clone();
        scratch.load(saved)?;
        scratch.inspect(to);
        Ok(())
    }
}

/// Takes a description. A value belongs to the parts that are open.
pub trait Visitor {
    /// What follows, until it is closed, lies in this part.
    fn open(&mut self, part: Part);

    /// The part opened last is over.
    fn close(&mut self);

    /// The value of the part opened last.
    fn value(&mut self, value: Value);
}

impl dyn Visitor + '_ {
    /// A field with a value.
    pub fn field(&mut self, name: &'static str, value: impl Into<Value>) {
        self.open(Part::Field(name));
        self.value(value.into());
        self.close();
    }

    /// A field that has fields.
    pub fn group(&mut self, name: &'static str, inside: impl FnOnce(&mut dyn Visitor)) {
        self.open(Part::Field(name));
        inside(self);
        self.close();
    }

    /// One entry of a list. A list whose length may change has a field for that before it.
    pub fn item(&mut self, list: &'static str, at: u32, inside: impl FnOnce(&mut dyn Visitor)) {
        self.open(Part::Field(list));
        self.open(Part::Index(at));
        inside(self);
        self.close();
        self.close();
    }
}

/// One step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A field of this name.
    Field(&'static str),
    /// An entry of a list.
    Index(u32),
}

/// What a field says, with as much of its unit as makes it readable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// There is nothing.
    Nothing,
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Int(i64),
    /// A whole number beyond that, such as a generator's state.
    Word(u64),
    /// So many 65536ths.
    Fixed(i64),
    /// So many 65536ths of a full turn.
    Turn(u16),
}

macro_rules! whole_values {
    ($($kind:ty),*) => {$(
        impl From<$kind> for Value {
            fn from(value: $kind) -> Self {
                Self::Int(value.into())
            }
        }
    )*};
}

whole_values!(u8, u16, u32, i8, i16, i32, i64);

impl From<u64> for Value {
    fn from(value: u64) -> Self {
        i64::try_from(value).map_or(Self::Word(value), Self::Int)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Flag(value)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Nothing => f.write_str("nothing"),
            Self::Flag(flag) => f.write_str(if flag { "true" } else { "false" }),
            Self::Int(value) => write!(f, "{value}"),
            Self::Word(value) => write!(f, "{value}"),
            // One 65536th is more than a 100 000th: other values look other.
            Self::Fixed(raw) => decimal(f, raw, 1 << 16, 5),
            // 360 degrees in 65536ths; one of them is more than a 1000th of a degree.
            Self::Turn(raw) => {
                decimal(f, i64::from(raw) * 45, 1 << 13, 3)?;
                f.write_char('°')
            }
        }
    }
}

/// `raw / one` with up to `places` places, cut towards zero.
fn decimal(f: &mut fmt::Formatter<'_>, raw: i64, one: u64, places: u32) -> fmt::Result {
    if raw < 0 {
        f.write_char('-')?;
    }
    let size = raw.unsigned_abs();
    write!(f, "{}", size / one)?;
    let mut scale = 10_u64.pow(places);
    let mut rest = (size % one) * scale / one;
    if rest > 0 {
        f.write_char('.')?;
    }
    while rest > 0 {
        scale /= 10;
        f.write_char(char::from(b'0' + (rest / scale) as u8))?;
        rest %= scale;
    }
    Ok(())
}

/// The first field in which two states differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where, such as `cars[2].velocity.x`; `byte 17` where the bytes are no describable state.
    pub path: String,
    /// What ours says.
    pub ours: Value,
    /// What theirs says.
    pub theirs: Value,
}

/// The first difference between two states of one simulation.
pub fn difference<S: Inspect>(ours: &S, theirs: &S) -> Option<Difference> {
    let (mut our_values, mut their_values) = (Values::default(), Values::default());
    ours.inspect(&mut our_values);
    theirs.inspect(&mut their_values);
    let mut search = Search::new(&our_values, &their_values)?;
    if search.in_ours {
        ours.inspect(&mut search)
    } else {
        theirs.inspect(&mut search)
    }
    Some(search.found(&our_values, &their_values))
}

/// The first difference between two saved states of a simulation like `like`; where they cannot
/// be described, the first byte.
pub fn saved_difference<S: Inspect>(like: &S, ours: &[u8], theirs: &[u8]) -> Option<Difference> {
    if ours == theirs {
        return None;
    }
    described_difference(like, ours, theirs).or_else(|| byte_difference(ours, theirs))
}

fn described_difference<S: Inspect>(like: &S, ours: &[u8], theirs: &[u8]) -> Option<Difference> {
    let (mut our_values, mut their_values) = (Values::default(), Values::default());
    like.inspect_saved(ours, &mut our_values).ok()?;
    like.inspect_saved(theirs, &mut their_values).ok()?;
    let mut search = Search::new(&our_values, &their_values)?;
    let with_path = if search.in_ours { ours } else { theirs };
    like.inspect_saved(with_path, &mut search).ok()?;
    Some(search.found(&our_values, &their_values))
}

fn byte_difference(ours: &[u8], theirs: &[u8]) -> Option<Difference> {
    let differ = |(a, b): (&u8, &u8)| a != b;
    let shared = ours.len().min(theirs.len());
    let at = ours.iter().zip(theirs).position(differ).unwrap_or(shared);
    if at == ours.len().max(theirs.len()) {
        return None;
    }
    let byte = |bytes: &[u8]| bytes.get(at).map_or(Value::Nothing, |byte| Value::from(*byte));
    let mut path = String::new();
    let _ = write!(path, "byte {at}"); // writing to a string does not fail
    Some(Difference { path, ours: byte(ours), theirs: byte(theirs) })
}

/// Every value in order.
#[derive(Default)]
struct Values(Vec<Value>);

impl Values {
    fn at(&self, index: usize) -> Value {
        self.0.get(index).copied().unwrap_or(Value::Nothing)
    }
}

impl Visitor for Values {
    fn open(&mut self, _: Part) {}

    fn close(&mut self) {}

    fn value(&mut self, value: Value) {
        self.0.push(value);
    }
}

/// Looks for the path of the value at an index.
struct Search {
    target: usize,
    /// Whether our state has that value; where one has more of them, the longer one has it.
    in_ours: bool,
    seen: usize,
    open: Vec<Part>,
    path: String,
}

impl Search {
    fn new(ours: &Values, theirs: &Values) -> Option<Self> {
        let most = ours.0.len().max(theirs.0.len());
        let target = (0..most).find(|index| ours.0.get(*index) != theirs.0.get(*index))?;
        let in_ours = target < ours.0.len();
        Some(Self { target, in_ours, seen: 0, open: Vec::new(), path: String::new() })
    }

    fn found(self, ours: &Values, theirs: &Values) -> Difference {
        let (ours, theirs) = (ours.at(self.target), theirs.at(self.target));
        Difference { path: self.path, ours, theirs }
    }
}

impl Visitor for Search {
    fn open(&mut self, part: Part) {
        self.open.push(part);
    }

    fn close(&mut self) {
        self.open.pop();
    }

    fn value(&mut self, _: Value) {
        if self.seen == self.target {
            for part in &self.open {
                // Writing to a string does not fail.
                let _ = match part {
                    Part::Field(name) if self.path.is_empty() => self.path.write_str(name),
                    Part::Field(name) => write!(self.path, ".{name}"),
                    Part::Index(at) => write!(self.path, "[{at}]"),
                };
            }
        }
        self.seen += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn values_read_as_people_write_them() {
        let fixed = |raw| Value::Fixed(raw).to_string();
        assert_eq!(fixed(3 << 16), "3");
        assert_eq!(fixed((3 << 16) + (1 << 14)), "3.25");
        assert_eq!(fixed(-(1 << 15)), "-0.5");
        assert_eq!(fixed(1), "0.00001");
        assert_eq!(fixed(i64::MIN), "-140737488355328");
        assert_eq!(Value::Turn(1 << 14).to_string(), "90°");
        assert_eq!(Value::Turn(1).to_string(), "0.005°");
        assert_eq!(Value::from(u64::MAX).to_string(), "18446744073709551615");
        assert_eq!(Value::from(-1_i8).to_string(), "-1");
        assert_eq!(Value::from(true).to_string(), "true");
    }

    #[test]
    fn other_values_look_other() {
        let text = |raw: i64| Value::Fixed(raw).to_string();
        assert!((-70_000..70_000).all(|raw| text(raw) != text(raw + 1)));
        let text = |raw| Value::Turn(raw).to_string();
        assert!((0..u16::MAX).all(|raw| text(raw) != text(raw + 1)));
    }

    #[test]
    fn bytes_that_nobody_can_describe_still_differ_somewhere() {
        let found = byte_difference(&[1, 2, 3], &[1, 9]);
        let at_1 = Difference { path: "byte 1".into(), ours: 2.into(), theirs: 9.into() };
        assert_eq!(found, Some(at_1));
        let longer = byte_difference(&[1], &[1, 4]).map(|found| (found.ours, found.theirs));
        assert_eq!(longer, Some((Value::Nothing, 4.into())));
        assert_eq!(byte_difference(&[1], &[1]), None);
    }
}
