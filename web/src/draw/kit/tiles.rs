//! The painted ground, kept in square tiles: a frame copies those in view.

use super::camera::Camera;
use super::pen::Pen;
use super::space::Point;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// The side of a tile, in pixels.
const SIDE: u32 = 512;
/// Tiles kept: what two screens of the largest size show. One takes a megabyte.
const KEPT: usize = 72;

/// What paints a piece of the ground.
pub type Paint<'a> = dyn Fn(&Pen, Area) + 'a;

/// The piece of ground on a tile: a square in metres.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    pub x: f64,
    pub y: f64,
    pub size: f64,
}

impl Area {
    pub fn touches(&self, at: Point, reach: f64) -> bool {
        at.x + reach > self.x
            && at.y + reach > self.y
            && at.x - reach < self.x + self.size
            && at.y - reach < self.y + self.size
    }

    pub fn cells(&self, cell: i32) -> impl Iterator<Item = (i32, i32)> {
        let from = |start: f64| (start / f64::from(cell)).floor() as i32 - 1;
        let to = |start: f64| ((start + self.size) / f64::from(cell)).ceil() as i32 + 1;
        let (x, y) = (from(self.x)..=to(self.x), from(self.y)..=to(self.y));
        y.flat_map(move |y| x.clone().map(move |x| (x, y)))
    }
}

struct Tile {
    at: (i32, i32),
    canvas: HtmlCanvasElement,
    seen: u64,
}

/// Tiles of one scale.
pub struct Tiles {
    scale: f64,
    tiles: Vec<Tile>,
    frame: u64,
}

impl Tiles {
    /// No tiles yet; each will have `scale` pixels a metre.
    pub fn new(scale: f64) -> Self {
        Self { scale, tiles: Vec::new(), frame: 0 }
    }

    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// Copies what the camera sees, and paints what is missing of it. One tile beyond the view
    /// is painted ahead, so that driving there costs nothing.
    pub fn draw(&mut self, pen: &Pen, camera: &Camera, paint: &Paint<'_>) {
        self.frame += 1;
        let metres = f64::from(SIDE) / self.scale;
        let half = (camera.width / camera.scale / 2.0, camera.height / camera.scale / 2.0);
        let cell = |value: f64| (value / metres).floor() as i32;
        let (left, right) = (cell(camera.centre.x - half.0), cell(camera.centre.x + half.0));
        let (top, bottom) = (cell(camera.centre.y - half.1), cell(camera.centre.y + half.1));
        for y in top..=bottom {
            for x in left..=right {
                self.paint(x, y, paint);
                let edge = |x: i32, y: i32| {
                    let corner = Point { x: f64::from(x) * metres, y: f64::from(y) * metres };
                    let (x, y) = camera.pixel(corner);
                    (x.round(), y.round())
                };
                let (from, to) = (edge(x, y), edge(x + 1, y + 1));
                if let Some(tile) = self.tiles.iter_mut().find(|tile| tile.at == (x, y)) {
                    tile.seen = self.frame;
                    pen.image(&tile.canvas, from.0, from.1, to.0 - from.0, to.1 - from.1);
                }
            }
        }
        let ahead = (top - 1..=bottom + 1)
            .flat_map(|y| (left - 1..=right + 1).map(move |x| (x, y)))
            .find(|place| !self.has(*place));
        if let Some((x, y)) = ahead {
            self.paint(x, y, paint);
        }
        self.forget();
    }

    fn has(&self, place: (i32, i32)) -> bool {
        self.tiles.iter().any(|tile| tile.at == place)
    }

    fn paint(&mut self, x: i32, y: i32, paint: &Paint<'_>) {
        if self.has((x, y)) {
            return;
        }
        let Some((canvas, ctx)) = sheet(SIDE, SIDE) else {
            return;
        };
        let metres = f64::from(SIDE) / self.scale;
        let area = Area { x: f64::from(x) * metres, y: f64::from(y) * metres, size: metres };
        let pen = Pen::new(ctx);
        pen.place(-area.x * self.scale, -area.y * self.scale, self.scale);
        paint(&pen, area);
        self.tiles.push(Tile { at: (x, y), canvas, seen: self.frame });
    }

    /// Lets go of the tiles that were out of view for longest.
    fn forget(&mut self) {
        while self.tiles.len() > KEPT {
            let seen = self.tiles.iter().map(|tile| tile.seen).min();
            let oldest = self.tiles.iter().position(|tile| Some(tile.seen) == seen);
            if let Some(tile) = oldest.map(|at| self.tiles.swap_remove(at)) {
                // Gives the memory back at once instead of when the collector comes round.
                tile.canvas.set_width(0);
            }
        }
    }
}

/// A canvas that is on no page.
pub fn sheet(width: u32, height: u32) -> Option<(HtmlCanvasElement, CanvasRenderingContext2d)> {
    let canvas = web_sys::window()?.document()?.create_element("canvas").ok()?;
    let canvas: HtmlCanvasElement = canvas.dyn_into().ok()?;
    canvas.set_width(width);
    canvas.set_height(height);
    let ctx = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    Some((canvas, ctx))
}
