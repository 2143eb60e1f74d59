//! A view as bytes: what a host that decides sends to one player, and nothing else.
//!
//! One view has one encoding. What is read comes from a peer: everything is counted and held to
//! the arena before it is kept.

use super::arena::{Arena, PROPS_MOST};
use super::person::{Phase, Role};
use super::results::Tally;
use super::tune;
use super::view::{
    Effect, EffectView, FigureView, HuntView, OwnView, PropView, RevealView, RippleView, SeatView,
    Target,
};
use crate::fix::{Fix, Vec2};
use crate::state::Reader;
use alloc::vec::Vec;
use netplay::ids::Seat;
use netplay::limits::ROOM_SEATS;

/// The first byte.
const VERSION: u8 = 1;
/// The longest view, in bytes.
pub const VIEW_BYTES: usize = 1280;
/// Ripples and effects each.
const MARKS_MOST: usize = 16;
/// Nobody has more points, either way, nor has done anything more often.
const POINTS: u16 = 20_000;
/// As a kind: none.
const NO_KIND: u8 = 255;

impl HuntView {
    /// Appends the view's bytes, at most [`VIEW_BYTES`].
    pub fn write(&self, out: &mut Vec<u8>) {
        let flags = [self.last_stretch, self.blind, self.own.is_some()];
        out.extend_from_slice(&[VERSION, self.round, self.rounds, self.phase as u8, bits(flags)]);
        out.extend_from_slice(&self.ms_left.to_le_bytes());
        list(out, &self.seats, |out, seat| {
            out.push(seat.role as u8);
            short(out, seat.points as u16);
            short(out, seat.gained as u16);
        });
        list(out, &self.figures, |out, figure| {
            let flags = bits([figure.moving, figure.stunned, false]);
            out.extend_from_slice(&[seat(figure.seat), figure.role as u8, flags, figure.swing]);
            place(out, figure.pos);
            short(out, figure.heading);
        });
        list(out, &self.props, prop);
        list(out, &self.ripples, |out, ripple| {
            place(out, ripple.at);
            short(out, ripple.age_ms);
        });
        list(out, &self.effects, |out, effect| {
            out.push(effect.what as u8);
            place(out, effect.at);
            short(out, effect.age_ms);
        });
        if let Some(mine) = &self.own {
            own(out, mine);
        }
        list(out, &self.revealed, |out, reveal| {
            out.push(seat(reveal.seat));
            place(out, reveal.pos);
            maybe_prop(out, reveal.disguise);
            let tally = reveal.tally;
            for value in [tally.survived_s, tally.bravery, tally.catches, tally.wrong] {
                short(out, value);
            }
            short(out, tally.catch_points as u16);
            short(out, tally.wrong_points as u16);
        });
    }

    /// Reads what [`write`](Self::write) wrote; the bytes come from a peer. `None` for any others,
    /// and for what cannot be in this arena.
    #[must_use]
    pub fn read(bytes: &[u8], arena: &Arena) -> Option<Self> {
        if bytes.len() > VIEW_BYTES {
            return None;
        }
        let mut input = View { input: Reader::new(bytes), arena, seats: 0 };
        let view = input.view()?;
        input.input.is_drained().then_some(view)
    }
}

fn bits(flags: [bool; 3]) -> u8 {
    u8::from(flags[0]) | u8::from(flags[1]) << 1 | u8::from(flags[2]) << 2
}

fn list<T>(out: &mut Vec<u8>, items: &[T], write: impl Fn(&mut Vec<u8>, &T)) {
    out.push(items.len() as u8);
    items.iter().for_each(|item| write(out, item));
}

fn short(out: &mut Vec<u8>, value: u16) {
    out.extend_from_slice(&value.to_le_bytes());
}

const fn seat(seat: Seat) -> u8 {
    seat.0 as u8
}

/// 1024ths of a metre: no arena is as wide as 64 metres.
fn place(out: &mut Vec<u8>, at: Vec2) {
    for at in [at.x, at.y] {
        short(out, (at.0 / tune::VIEW_GRID) as u16);
    }
}

fn prop(out: &mut Vec<u8>, prop: &PropView) {
    out.extend_from_slice(&[prop.kind, prop.heading]);
    place(out, prop.pos);
}

fn maybe_prop(out: &mut Vec<u8>, disguise: Option<PropView>) {
    match disguise {
        Some(disguise) => prop(out, &disguise),
        None => out.push(NO_KIND),
    }
}

fn own(out: &mut Vec<u8>, own: &OwnView) {
    let flags = bits([own.locked, own.decoy, own.target.is_some()]);
    let counts = [own.disguises_left, own.hits_left, own.health];
    out.extend_from_slice(&[seat(own.seat), own.role as u8, flags]);
    out.extend_from_slice(&counts);
    place(out, own.pos);
    let clocks = [own.tag_ms, own.taunt_ms, own.forced_ms, own.stunned_ms];
    for value in [own.heading, own.points as u16].into_iter().chain(clocks) {
        short(out, value);
    }
    maybe_prop(out, own.disguise);
    if let Some(target) = own.target {
        place(out, target.pos);
        out.push(target.kind.unwrap_or(NO_KIND));
    }
}

/// Bytes that should be a view in an arena.
struct View<'a> {
    input: Reader<'a>,
    arena: &'a Arena,
    /// How many there are, once that is read.
    seats: usize,
}

impl View<'_> {
    fn view(&mut self) -> Option<HuntView> {
        let [version, round, rounds] = self.input.take()?;
        let phase = self.one_of(Phase::ALL)?;
        let [last_stretch, blind, has_own] = self.bits()?;
        let ms_left = u32::from_le_bytes(self.input.take()?);
        let seats = self.list(ROOM_SEATS, |read| {
            let role = read.one_of(Role::ALL)?;
            Some(SeatView { role, points: read.points()?, gained: read.points()? })
        })?;
        self.seats = seats.len();
        let figures = self.list(ROOM_SEATS, Self::figure)?;
        let props = self.list(PROPS_MOST, Self::prop)?;
        let ripples = self.list(MARKS_MOST, |read| {
            Some(RippleView { at: read.place(tune::SQUARE)?, age_ms: read.short()? })
        })?;
        let effects = self.list(MARKS_MOST, |read| {
            let what = read.one_of(&[Effect::Wrong, Effect::Hit, Effect::Caught])?;
            Some(EffectView { what, at: read.place(Fix::ZERO)?, age_ms: read.short()? })
        })?;
        let own = if has_own { Some(self.own()?) } else { None };
        let revealed = self.list(ROOM_SEATS, |read| {
            let [seat] = read.input.take()?;
            let pos = read.place(Fix::ZERO)?;
            let disguise = read.maybe_prop()?;
            Some(RevealView { seat: read.seat(seat)?, disguise, pos, tally: read.tally()? })
        })?;
        let fits = version == VERSION
            && round < rounds
            && ms_left <= 240_000
            && props.is_sorted_by_key(PropView::key);
        fits.then_some(HuntView {
            round,
            rounds,
            phase,
            ms_left,
            last_stretch,
            blind,
            seats,
            figures,
            props,
            ripples,
            effects,
            own,
            revealed,
        })
    }

    fn list<T>(&mut self, most: usize, read: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let [count] = self.input.take()?;
        if usize::from(count) > most {
            return None;
        }
        (0..count).map(|_| read(self)).collect()
    }

    fn bits(&mut self) -> Option<[bool; 3]> {
        let [flags @ 0..=7] = self.input.take()? else { return None };
        Some([0, 1, 2].map(|bit| flags & 1 << bit != 0))
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        let [byte] = self.input.take()?;
        all.get(usize::from(byte)).copied()
    }

    fn short(&mut self) -> Option<u16> {
        self.input.take().map(u16::from_le_bytes)
    }

    /// Points of somebody, few enough to be added up.
    fn points(&mut self) -> Option<i16> {
        self.short().map(|points| points as i16).filter(|points| points.unsigned_abs() <= POINTS)
    }

    fn count(&mut self) -> Option<u16> {
        self.short().filter(|count| *count <= POINTS)
    }

    fn seat(&self, seat: u8) -> Option<Seat> {
        (usize::from(seat) < self.seats).then_some(Seat(seat.into()))
    }

    /// A place of the arena, or so far beyond it.
    fn place(&mut self, beyond: Fix) -> Option<Vec2> {
        let [x, y] = [self.short()?, self.short()?];
        let pos = [x, y].map(|at| Fix(i32::from(at) * tune::VIEW_GRID));
        let size = self.arena.size;
        let fits = pos[0] <= size.x + beyond && pos[1] <= size.y + beyond;
        fits.then_some(Vec2::new(pos[0], pos[1]))
    }

    fn kind(&self, kind: u8) -> Option<u8> {
        (usize::from(kind) < self.arena.props.props.len()).then_some(kind)
    }

    fn prop(&mut self) -> Option<PropView> {
        self.maybe_prop()?
    }

    /// A prop, or the byte for none.
    fn maybe_prop(&mut self) -> Option<Option<PropView>> {
        let [kind] = self.input.take()?;
        if kind == NO_KIND {
            return Some(None);
        }
        let (kind, [heading @ 0..=15]) = (self.kind(kind)?, self.input.take()?) else {
            return None;
        };
        Some(Some(PropView { kind, heading, pos: self.place(Fix::ZERO)? }))
    }

    fn tally(&mut self) -> Option<Tally> {
        Some(Tally {
            survived_s: self.count()?,
            bravery: self.count()?,
            catches: self.count()?,
            wrong: self.count()?,
            catch_points: self.points()?,
            wrong_points: self.points()?,
        })
    }

    fn figure(&mut self) -> Option<FigureView> {
        let [seat] = self.input.take()?;
        let role = self.one_of(Role::ALL)?;
        let [moving, stunned, false] = self.bits()? else { return None };
        let [swing] = self.input.take()?;
        let pos = self.place(Fix::ZERO)?;
        let heading = self.short()?;
        Some(FigureView { seat: self.seat(seat)?, pos, heading, role, moving, stunned, swing })
    }

    fn own(&mut self) -> Option<OwnView> {
        let [seat] = self.input.take()?;
        let role = self.one_of(Role::ALL)?;
        let [locked, decoy, has_target] = self.bits()?;
        let [disguises_left, hits_left, health] = self.input.take()?;
        let pos = self.place(Fix::ZERO)?;
        let (heading, points) = (self.short()?, self.points()?);
        let [tag_ms, taunt_ms, forced_ms, stunned_ms] =
            [self.short()?, self.short()?, self.short()?, self.short()?];
        let disguise = self.maybe_prop()?;
        let target = if has_target { Some(self.target()?) } else { None };
        Some(OwnView {
            seat: self.seat(seat)?,
            role,
            pos,
            heading,
            disguise,
            locked,
            disguises_left,
            hits_left,
            decoy,
            health,
            tag_ms,
            taunt_ms,
            forced_ms,
            stunned_ms,
            target,
            points,
        })
    }

    fn target(&mut self) -> Option<Target> {
        let pos = self.place(Fix::ZERO)?;
        let [kind] = self.input.take()?;
        let kind = if kind == NO_KIND { None } else { Some(self.kind(kind)?) };
        Some(Target { pos, kind })
    }
}
