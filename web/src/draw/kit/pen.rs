//! The canvas, with the few strokes that the page draws with.

use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, Path2d};

/// A 2D context. All of its drawing calls fail only for arguments that are no numbers, so their
/// results are dropped here and nowhere else.
#[derive(Clone, Debug)]
pub struct Pen {
    pub ctx: CanvasRenderingContext2d,
}

impl Pen {
    pub fn new(ctx: CanvasRenderingContext2d) -> Self {
        Self { ctx }
    }

    pub fn fill_style(&self, colour: &str) {
        self.ctx.set_fill_style_str(colour);
    }

    pub fn stroke_style(&self, colour: &str, width: f64) {
        self.ctx.set_stroke_style_str(colour);
        self.ctx.set_line_width(width);
    }

    pub fn alpha(&self, alpha: f64) {
        self.ctx.set_global_alpha(alpha.clamp(0.0, 1.0));
    }

    pub fn fill(&self, path: &Path2d, colour: &str) {
        self.fill_style(colour);
        self.ctx.fill_with_path_2d(path);
    }

    pub fn stroke(&self, path: &Path2d, colour: &str, width: f64) {
        self.stroke_style(colour, width);
        self.ctx.stroke_with_path(path);
    }

    pub fn dashes(&self, pattern: &[f64], offset: f64) {
        let pattern: js_sys::Array =
            pattern.iter().map(|&part| js_sys::Number::from(part)).collect();
        let _ = self.ctx.set_line_dash(&pattern);
        self.ctx.set_line_dash_offset(offset);
    }

    pub fn disc(&self, x: f64, y: f64, radius: f64) {
        self.ctx.begin_path();
        let _ = self.ctx.arc(x, y, radius.max(0.0), 0.0, std::f64::consts::TAU);
        self.ctx.fill();
    }

    pub fn ring(&self, x: f64, y: f64, radius: f64, from: f64, to: f64) {
        self.ctx.begin_path();
        let _ = self.ctx.arc(x, y, radius.max(0.0), from, to);
        self.ctx.stroke();
    }

    pub fn rect(&self, x: f64, y: f64, width: f64, height: f64) {
        self.ctx.fill_rect(x, y, width, height);
    }

    pub fn round_rect(&self, x: f64, y: f64, width: f64, height: f64, radius: f64) {
        self.ctx.begin_path();
        let r = radius.min(width / 2.0).min(height / 2.0).max(0.0);
        self.ctx.move_to(x + r, y);
        let _ = self.ctx.arc_to(x + width, y, x + width, y + height, r);
        let _ = self.ctx.arc_to(x + width, y + height, x, y + height, r);
        let _ = self.ctx.arc_to(x, y + height, x, y, r);
        let _ = self.ctx.arc_to(x, y, x + width, y, r);
        self.ctx.close_path();
        self.ctx.fill();
    }

    pub fn translate(&self, x: f64, y: f64) {
        let _ = self.ctx.translate(x, y);
    }

    pub fn rotate(&self, angle: f64) {
        let _ = self.ctx.rotate(angle);
    }

    /// Moves to the pixel (x, y) and turns to where this direction is ahead.
    pub fn turn_to(&self, x: f64, y: f64, cos: f64, sin: f64) {
        let _ = self.ctx.set_transform(cos, sin, -sin, cos, x, y);
    }

    pub fn scale(&self, x: f64, y: f64) {
        let _ = self.ctx.scale(x, y);
    }

    /// One unit is `scale` pixels, and (0, 0) lies at the pixel (x, y).
    pub fn place(&self, x: f64, y: f64, scale: f64) {
        let _ = self.ctx.set_transform(scale, 0.0, 0.0, scale, x, y);
    }

    /// Draws inside a frame of reference of its own.
    pub fn aside(&self, draw: impl FnOnce(&Self)) {
        self.ctx.save();
        draw(self);
        self.ctx.restore();
    }

    pub fn image(&self, image: &HtmlCanvasElement, x: f64, y: f64, width: f64, height: f64) {
        let _ =
            self.ctx.draw_image_with_html_canvas_element_and_dw_and_dh(image, x, y, width, height);
    }

    pub fn font(&self, weight: u16, size: f64) {
        // Whole pixels: formatting a fraction would bring kilobytes of code along.
        let size = size.round().max(1.0) as u32;
        self.ctx.set_font(&format!(
            "{weight} {size}px ui-rounded,\"SF Pro Rounded\",\"Segoe UI\",system-ui,-apple-system,Roboto,Ubuntu,\"Noto Sans\",sans-serif"
        ));
    }

    pub fn align(&self, horizontal: &str, vertical: &str) {
        self.ctx.set_text_align(horizontal);
        self.ctx.set_text_baseline(vertical);
    }

    pub fn text(&self, text: &str, x: f64, y: f64, colour: &str) {
        self.fill_style(colour);
        let _ = self.ctx.fill_text(text, x, y);
    }

    /// Lettering that can be read on anything.
    pub fn outlined(&self, text: &str, x: f64, y: f64, colour: &str, outline: f64) {
        self.stroke_style(super::palette::INK, outline);
        self.ctx.set_line_join("round");
        let _ = self.ctx.stroke_text(text, x, y);
        self.text(text, x, y, colour);
    }

    pub fn width(&self, text: &str) -> f64 {
        self.ctx.measure_text(text).map_or(0.0, |measured| measured.width())
    }
}

/// An empty path, for shapes that are drawn often.
pub fn path() -> Path2d {
    Path2d::new().expect("every browser has paths")
}

/// A path in SVG's language.
pub fn svg_path(data: &str) -> Path2d {
    Path2d::new_with_path_string(data).expect("every browser reads SVG's paths")
}

/// A closed outline.
pub fn outline(points: impl IntoIterator<Item = (f64, f64)>) -> Path2d {
    let outline = path();
    add_outline(&outline, points);
    outline
}

/// Another closed outline in the same path.
pub fn add_outline(path: &Path2d, points: impl IntoIterator<Item = (f64, f64)>) {
    let mut points = points.into_iter();
    if let Some((x, y)) = points.next() {
        path.move_to(x, y);
        points.for_each(|(x, y)| path.line_to(x, y));
        path.close_path();
    }
}

/// A closed, rounded outline through the middles of the sides.
pub fn soft_outline(points: &[(f64, f64)]) -> Path2d {
    let soft = path();
    let count = points.len();
    let middle = |at: usize| {
        let (a, b) = (points[at % count], points[(at + 1) % count]);
        ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)
    };
    if count >= 3 {
        let start = middle(count - 1);
        soft.move_to(start.0, start.1);
        for (at, corner) in points.iter().enumerate() {
            let to = middle(at);
            soft.quadratic_curve_to(corner.0, corner.1, to.0, to.1);
        }
        soft.close_path();
    }
    soft
}
