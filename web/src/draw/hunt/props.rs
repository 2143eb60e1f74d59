//! Props on the floor. A disguised hider is one of them: there is one way to draw a prop, it
//! knows a kind, a place and a direction, and nothing else.
//!
//! Each kind is painted once for a direction and a scale, with its light and its shadow, and
//! copied to whole pixels from there: two props in one pose are the same pixels.

use crate::draw::kit::tiles::sheet;
use crate::draw::kit::{Pen, pen};
use games::hunt::{COLOURS, Paint, Prop, PropSet};
use std::f64::consts::TAU;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, Path2d};

/// Pictures that are kept; some kinds stand in sixteen directions.
const KEPT: usize = 320;
/// What a picture may stand out over its prop's radius, and its shadow over the picture: metres.
const OVERHANG: f64 = 0.3;
const SHADOW: f64 = 0.28;
/// The outline of a filled layer, in hundredths of a metre.
const OUTLINE: f64 = 5.0;

struct Layer {
    paint: Paint,
    colour: String,
    path: Path2d,
}

struct Kind {
    /// From the middle to the edge of the picture, in metres.
    reach: f64,
    layers: Vec<Layer>,
}

struct Sprite {
    kind: u8,
    heading: u8,
    canvas: HtmlCanvasElement,
}

/// The pictures of a set of props at one scale.
pub(super) struct Wardrobe {
    scale: f64,
    kinds: Vec<Kind>,
    sprites: Vec<Sprite>,
}

impl Wardrobe {
    pub(super) fn new(set: &PropSet, scale: f64) -> Self {
        let kinds = set.props.iter().map(Kind::of).collect();
        Self { scale, kinds, sprites: Vec::new() }
    }

    /// Draws a prop, its middle at this pixel.
    pub(super) fn draw_prop(&mut self, pen: &Pen, kind: u8, (x, y): (f64, f64), heading: u8) {
        if let Some(canvas) = self.sprite(kind, heading) {
            let side = f64::from(canvas.width());
            let corner = side / 2.0;
            pen.image(canvas, x.round() - corner, y.round() - corner, side, side);
        }
    }

    fn sprite(&mut self, kind: u8, heading: u8) -> Option<&HtmlCanvasElement> {
        let known = |sprite: &Sprite| sprite.kind == kind && sprite.heading == heading;
        let at = match self.sprites.iter().position(known) {
            Some(at) => at,
            None => {
                if self.sprites.len() == KEPT {
                    self.sprites.clear();
                }
                let canvas = self.kinds.get(usize::from(kind))?.paint(self.scale, heading)?;
                self.sprites.push(Sprite { kind, heading, canvas });
                self.sprites.len() - 1
            }
        };
        self.sprites.get(at).map(|sprite| &sprite.canvas)
    }
}

impl Kind {
    fn of(prop: &Prop) -> Self {
        let layer = |layer: &games::hunt::Layer| Layer {
            paint: layer.paint,
            colour: colour(layer.colour),
            path: pen::svg_path(&layer.path),
        };
        let reach = crate::draw::kit::space::metres(prop.radius) + OVERHANG + SHADOW;
        Self { reach, layers: prop.layers.iter().map(layer).collect() }
    }

    /// The picture: the layers, light from the upper left over them, the shadow below.
    fn paint(&self, scale: f64, heading: u8) -> Option<HtmlCanvasElement> {
        let half = (self.reach * scale).ceil();
        let side = half as u32 * 2;
        let (flat, ctx) = sheet(side, side)?;
        let pen = Pen::new(ctx);
        pen.place(half, half, scale / 100.0);
        pen.rotate(f64::from(heading) / 16.0 * TAU);
        for layer in &self.layers {
            layer.paint(&pen);
        }
        pen.place(0.0, 0.0, 1.0);
        light(&pen.ctx, half);
        let (canvas, ctx) = sheet(side, side)?;
        ctx.set_shadow_color("rgba(30,18,40,0.42)");
        ctx.set_shadow_blur(0.12 * scale);
        ctx.set_shadow_offset_x(0.07 * scale);
        ctx.set_shadow_offset_y(0.11 * scale);
        let (width, height) = (f64::from(side), f64::from(side));
        Pen::new(ctx).image(&flat, 0.0, 0.0, width, height);
        Some(canvas)
    }
}

impl Layer {
    fn paint(&self, pen: &Pen) {
        pen.ctx.set_line_join("round");
        pen.ctx.set_line_cap("round");
        match self.paint {
            Paint::Fill => {
                pen.stroke(&self.path, "#2b2523", OUTLINE);
                pen.fill(&self.path, &self.colour);
            }
            Paint::Flat => pen.fill(&self.path, &self.colour),
            Paint::Line(wide) => pen.stroke(&self.path, &self.colour, f64::from(wide)),
        }
    }
}

/// Light and shade over what is painted already.
fn light(ctx: &CanvasRenderingContext2d, half: f64) {
    let from = half * 0.45;
    let light = ctx.create_linear_gradient(from, from, half * 2.0 - from, half * 2.0 - from);
    // Both are colours, and both places lie between 0 and 1.
    let _ = light.add_color_stop(0.0, "rgba(255,250,230,0.24)");
    let _ = light.add_color_stop(1.0, "rgba(40,20,60,0.26)");
    // A mode that every browser has.
    let _ = ctx.set_global_composite_operation("source-atop");
    ctx.set_fill_style_canvas_gradient(&light);
    ctx.fill_rect(0.0, 0.0, half * 2.0, half * 2.0);
    let _ = ctx.set_global_composite_operation("source-over");
}

/// A colour of content, as a style sheet writes it.
pub(super) fn colour(index: u8) -> String {
    let (_, value) = COLOURS.get(usize::from(index)).unwrap_or(&COLOURS[0]);
    format!("#{value:06x}")
}
