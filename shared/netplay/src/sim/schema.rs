//! What of a world travels: components of quantised numbers, the kinds of entities made of them,
//! and the inputs by name.

use crate::hash::digest;
use crate::ids::StateHash;
use crate::limits::{
    INPUTS_CAP, SCHEMA_BYTES, SCHEMA_COMPONENTS, SCHEMA_FIELDS, SCHEMA_KINDS, SCHEMA_NAME_BYTES,
    TICK_HZ_CAP,
};
use crate::wire::{DecodeError, Reader, Text, Wire, WordSize, Writer};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The name of one entity, the same on every machine for as long as it lives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NetId(pub u32);

/// Whose entity it is: a slot, or nobody's.
pub type Owner = Option<u8>;

/// How a field is blended, compared and faded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A number on a line.
    Linear,
    /// A number on a circle; a whole turn has this many quanta.
    Angle {
        /// Quanta of a whole turn; 0 means 2³², the wrapping integer itself.
        turn: u32,
    },
    /// One of four consecutive fields x, y, z, w of a unit quaternion, each −2³⁰..=2³⁰ or coarser,
    /// its sign normalised, so that q and −q are the same numbers.
    Quaternion,
    /// A flag, a count, a gear: never blended.
    Step,
}

impl FieldKind {
    /// The shortest way from one value to another: on a circle the short way round.
    #[must_use]
    pub const fn way(self, from: i32, to: i32) -> i64 {
        match self {
            Self::Angle { turn: 0 } => to.wrapping_sub(from) as i64,
            Self::Angle { turn } => {
                let turn = turn as i64;
                let way = (to as i64 - from as i64).rem_euclid(turn);
                if way > turn / 2 { way - turn } else { way }
            }
            _ => to as i64 - from as i64,
        }
    }
}

/// One replicated number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldDef {
    /// What people and reports call it.
    pub name: String,
    /// How it behaves.
    pub kind: FieldKind,
    /// A prediction may be wrong by this many quanta before it is corrected; 0 is exact.
    pub tolerance: u32,
    /// Whether a difference in it is a wrong prediction. A hidden field (an engine's speed, a
    /// wheel's slip) is restored by a correction, but is never the reason for one.
    pub check: bool,
}

impl FieldDef {
    /// A field that is compared exactly.
    #[must_use]
    pub fn new(name: impl Into<String>, kind: FieldKind) -> Self {
        Self { name: name.into(), kind, tolerance: 0, check: true }
    }

    /// The same field, which may be wrong by `quanta`.
    #[must_use]
    pub fn within(self, quanta: u32) -> Self {
        Self { tolerance: quanta, ..self }
    }

    /// The same field, restored but not compared.
    #[must_use]
    pub fn hidden(self) -> Self {
        Self { check: false, ..self }
    }
}

/// Fields that belong together: a transform, a velocity, a gearbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentDef {
    /// What people and reports call it.
    pub name: String,
    /// Its fields, in the order of their values.
    pub fields: Vec<FieldDef>,
}

/// What entities of one kind are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntityKind {
    /// What people and reports call it.
    pub name: String,
    /// Indices of its components: its values are theirs, one after the other.
    pub components: Vec<u8>,
    /// Which of its values move which others: snapshots are the smaller for it. None is right,
    /// too.
    pub rates: Vec<Rate>,
}

/// A value that is moved by another one: a position by its velocity. A hint, not a promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// The place of the value that is moved.
    pub of: u8,
    /// The place of the value that moves it, which comes from another field.
    pub by: u8,
    /// By how many quanta a quantum of `by` moves `of` in a network tick, in 1/65536.
    pub ratio_65536: i32,
}

impl EntityKind {
    /// A kind made of these components, of which nothing more is known.
    #[must_use]
    pub fn new(name: impl Into<String>, components: impl Into<Vec<u8>>) -> Self {
        Self { name: name.into(), components: components.into(), rates: Vec::new() }
    }

    /// The same kind, of which the value at place `of` is moved by the one at `by`.
    #[must_use]
    pub fn with_rate(mut self, of: u8, by: u8, ratio_65536: i32) -> Self {
        self.rates.push(Rate { of, by, ratio_65536 });
        self
    }
}

/// One named input: a number from −`scale` to `scale`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputDef {
    /// What people and reports call it.
    pub name: String,
    /// The number that means 1. What a client sends beyond it is cut to it.
    pub scale: i16,
}

/// What of a world travels. Both ends must have the same one; [`identity`](Self::identity) says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schema {
    /// Network ticks a second.
    pub tick_hz: u8,
    /// Steps of the simulation in one network tick.
    pub steps_per_tick: u8,
    /// The components.
    pub components: Vec<ComponentDef>,
    /// The kinds of entities.
    pub kinds: Vec<EntityKind>,
    /// The inputs, in the order of an [`InputFrame`](super::InputFrame)'s values.
    pub inputs: Vec<InputDef>,
}

/// Why a schema cannot be used: the first rule that it breaks, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadSchema(pub &'static str);

impl fmt::Display for BadSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl core::error::Error for BadSchema {}

impl Schema {
    /// Whether it can be used and travel.
    ///
    /// # Errors
    /// Says which rule it breaks.
    pub fn check(&self) -> Result<(), BadSchema> {
        let bad = |rule| Err(BadSchema(rule));
        if self.tick_hz == 0 || self.tick_hz > TICK_HZ_CAP || self.steps_per_tick == 0 {
            return bad("a world ticks 1 to 240 times a second, a step a tick at least");
        }
        if self.inputs.len() > INPUTS_CAP || self.inputs.iter().any(|input| input.scale < 1) {
            return bad("there are at most 8 inputs, each with a scale of 1 at least");
        }
        if self.components.is_empty() || self.components.len() > SCHEMA_COMPONENTS {
            return bad("there are 1 to 64 components");
        }
        if self.kinds.is_empty() || self.kinds.len() > SCHEMA_KINDS {
            return bad("there are 1 to 64 kinds of entities");
        }
        if !self.components.iter().all(|component| whole_quaternions(&component.fields)) {
            return bad("a quaternion is four consecutive fields of one component");
        }
        for kind in &self.kinds {
            let known = kind.components.iter().all(|&at| usize::from(at) < self.components.len());
            let fields = self.fields(kind).count();
            if !known || fields == 0 || fields > SCHEMA_FIELDS {
                return bad("a kind has 1 to 255 fields, of components that exist");
            }
            let placed = |place: u8| usize::from(place) < fields;
            let moves = |rate: &Rate| placed(rate.of) && placed(rate.by) && rate.of != rate.by;
            let free = |rate: &Rate| kind.rates.iter().all(|other| other.of != rate.by);
            if kind.rates.len() > fields || !kind.rates.iter().all(|it| moves(it) && free(it)) {
                return bad("a value is moved by another one, which nothing moves");
            }
        }
        let names = self.components.iter().flat_map(|component| &component.fields);
        let names = names.map(|field| &field.name);
        let names = names.chain(self.components.iter().map(|component| &component.name));
        let names = names.chain(self.kinds.iter().map(|kind| &kind.name));
        let mut names = names.chain(self.inputs.iter().map(|input| &input.name));
        if names.any(|name| name.is_empty() || name.len() > SCHEMA_NAME_BYTES) {
            return bad("a name has 1 to 32 bytes");
        }
        if self.write().len() > SCHEMA_BYTES {
            return bad("a schema has at most 7 KiB");
        }
        Ok(())
    }

    /// The fields of a kind, in the order of an entity's values.
    pub fn fields<'a>(&'a self, kind: &'a EntityKind) -> impl Iterator<Item = &'a FieldDef> {
        let components = kind.components.iter();
        components
            .filter_map(|&at| self.components.get(usize::from(at)))
            .flat_map(|component| &component.fields)
    }

    /// The fields of the kind with this number; none when there is no such kind.
    pub fn fields_of(&self, kind: u8) -> impl Iterator<Item = &FieldDef> {
        self.kinds.get(usize::from(kind)).into_iter().flat_map(|kind| self.fields(kind))
    }

    /// How many values an entity of the kind has; `None` when there is no such kind.
    #[must_use]
    pub fn values_of(&self, kind: u8) -> Option<usize> {
        self.kinds.get(usize::from(kind)).map(|kind| self.fields(kind).count())
    }

    /// Where a field's value stands in an entity of the kind.
    #[must_use]
    pub fn place_of(&self, kind: u8, component: &str, field: &str) -> Option<usize> {
        let kind = self.kinds.get(usize::from(kind))?;
        let mut place = 0;
        for &at in &kind.components {
            let found = self.components.get(usize::from(at))?;
            if found.name == component {
                let within = found.fields.iter().position(|one| one.name == field);
                return within.map(|within| place + within);
            }
            place += found.fields.len();
        }
        None
    }

    /// The digest of everything in it.
    #[must_use]
    pub fn identity(&self) -> StateHash {
        digest(&self.write())
    }

    /// The schema as bytes.
    ///
    /// # Errors
    /// When [`check`](Self::check) refuses it.
    pub fn encode(&self) -> Result<Vec<u8>, BadSchema> {
        self.check()?;
        Ok(self.write())
    }

    /// The schema that these bytes are.
    ///
    /// # Errors
    /// When they are none, or one that [`check`](Self::check) refuses.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        if bytes.len() > SCHEMA_BYTES {
            return Err(DecodeError::TooLong("Schema"));
        }
        let mut input = Reader::new(bytes, WordSize::PAD);
        let schema = Self::read(&mut input)?;
        input.finish()?;
        schema.check().map_err(|_| DecodeError::BadValue("Schema"))?;
        Ok(schema)
    }

    fn write(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.u8(self.tick_hz);
        out.u8(self.steps_per_tick);
        out.varint(self.components.len() as u64);
        for component in &self.components {
            write_name(&component.name, &mut out);
            out.varint(component.fields.len() as u64);
            for field in &component.fields {
                write_name(&field.name, &mut out);
                let (tag, turn) = match field.kind {
                    FieldKind::Linear => (0, None),
                    FieldKind::Angle { turn } => (1, Some(turn)),
                    FieldKind::Quaternion => (2, None),
                    FieldKind::Step => (3, None),
                };
                out.u8(tag | u8::from(field.check) << 2);
                if let Some(turn) = turn {
                    turn.write(&mut out);
                }
                field.tolerance.write(&mut out);
            }
        }
        out.varint(self.kinds.len() as u64);
        for kind in &self.kinds {
            write_name(&kind.name, &mut out);
            out.varint(kind.components.len() as u64);
            out.raw(&kind.components);
            out.varint(kind.rates.len() as u64);
            for rate in &kind.rates {
                out.raw(&[rate.of, rate.by]);
                out.raw(&rate.ratio_65536.to_le_bytes());
            }
        }
        out.varint(self.inputs.len() as u64);
        for input in &self.inputs {
            write_name(&input.name, &mut out);
            out.varint(input.scale.unsigned_abs().into());
        }
        out.finish()
    }

    fn read(input: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let tick_hz = input.u8("Schema.tick_hz")?;
        let steps_per_tick = input.u8("Schema.steps_per_tick")?;
        let mut components = Vec::new();
        for _ in 0..input.count(SCHEMA_COMPONENTS, "Schema.components")? {
            let name = read_name(input)?;
            let mut fields = Vec::new();
            for _ in 0..input.count(SCHEMA_FIELDS, "Schema.fields")? {
                fields.push(read_field(input)?);
            }
            components.push(ComponentDef { name, fields });
        }
        let mut kinds = Vec::new();
        for _ in 0..input.count(SCHEMA_KINDS, "Schema.kinds")? {
            let name = read_name(input)?;
            let count = input.count(SCHEMA_COMPONENTS, "Schema.kind")?;
            let components = input.raw(count, "Schema.kind")?.into();
            let mut kind = EntityKind { name, components, rates: Vec::new() };
            for _ in 0..input.count(SCHEMA_FIELDS, "Schema.rates")? {
                let [of, by] = input.array("Schema.rate")?;
                let ratio_65536 = i32::from_le_bytes(input.array("Schema.rate")?);
                kind.rates.push(Rate { of, by, ratio_65536 });
            }
            kinds.push(kind);
        }
        let mut inputs = Vec::new();
        for _ in 0..input.count(INPUTS_CAP, "Schema.inputs")? {
            let name = read_name(input)?;
            let scale = i16::try_from(input.varint("Schema.scale")?)
                .map_err(|_| DecodeError::BadValue("Schema.scale"))?;
            inputs.push(InputDef { name, scale });
        }
        Ok(Self { tick_hz, steps_per_tick, components, kinds, inputs })
    }
}

fn whole_quaternions(fields: &[FieldDef]) -> bool {
    let mut run = 0;
    for field in fields {
        if field.kind == FieldKind::Quaternion {
            run += 1;
        } else if run % 4 != 0 {
            return false;
        }
    }
    run % 4 == 0
}

fn read_field(input: &mut Reader<'_>) -> Result<FieldDef, DecodeError> {
    let name = read_name(input)?;
    let tag = input.u8("Schema.field")?;
    let kind = match tag & 3 {
        0 => FieldKind::Linear,
        1 => FieldKind::Angle { turn: u32::read(input, "Schema.turn")? },
        2 => FieldKind::Quaternion,
        _ => FieldKind::Step,
    };
    if tag > 7 {
        return Err(DecodeError::BadValue("Schema.field"));
    }
    let tolerance = u32::read(input, "Schema.tolerance")?;
    Ok(FieldDef { name, kind, tolerance, check: tag & 4 != 0 })
}

fn write_name(name: &str, out: &mut Writer) {
    out.varint(name.len() as u64);
    out.raw(name.as_bytes());
}

fn read_name(input: &mut Reader<'_>) -> Result<String, DecodeError> {
    Text::<SCHEMA_NAME_BYTES>::read(input, "Schema.name").map(|name| String::from(&*name))
}
