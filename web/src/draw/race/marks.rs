//! Skid marks: they stay until newer ones take their place.

use super::picture::Picture;
use crate::draw::kit::camera::Camera;
use crate::draw::kit::pen::Pen;
use crate::draw::kit::space::Point;
use std::collections::VecDeque;
use std::f64::consts::FRAC_PI_2;

/// Marks that are kept.
const KEPT: usize = 900;
/// Metres a mark is long, at least.
const STEP: f64 = 0.35;
/// Where the wheels are: along and across the car, in metres.
const WHEELS: [(f64, f64); 4] = [(-1.05, -0.72), (-1.05, 0.72), (1.0, -0.70), (1.0, 0.70)];

#[derive(Clone, Copy)]
struct Mark {
    from: Point,
    to: Point,
    grass: bool,
}

/// The marks on the ground and where each wheel is in the middle of one.
#[derive(Default)]
pub(super) struct Marks {
    marks: VecDeque<Mark>,
    wheels: Vec<[Option<Point>; 4]>,
}

impl Marks {
    /// Lets every skidding wheel draw on.
    pub(super) fn skid(&mut self, picture: &Picture<'_>) {
        self.wheels.resize(picture.cars.len(), [None; 4]);
        for (car, wheels) in picture.cars.iter().zip(&mut self.wheels) {
            for (at, wheel) in wheels.iter_mut().enumerate() {
                let rear = at < 2;
                let skids = if rear {
                    car.view.skid_rear || car.view.drift != 0 || car.view.wheel_spin
                } else {
                    car.view.skid_front
                };
                if !skids || car.view.ghost {
                    *wheel = None;
                    continue;
                }
                let (along, across) = WHEELS[at];
                let now = car.at.step(car.heading, along).step(car.heading + FRAC_PI_2, across);
                let from = wheel.get_or_insert(now);
                let moved = from.distance(now);
                if moved > STEP {
                    if moved < 4.0 {
                        self.marks.push_back(Mark {
                            from: *from,
                            to: now,
                            grass: car.view.off_road,
                        });
                    }
                    *from = now;
                }
            }
        }
        while self.marks.len() > KEPT {
            self.marks.pop_front();
        }
    }

    /// One unit is a metre.
    pub(super) fn draw(&self, pen: &Pen, camera: &Camera) {
        pen.ctx.set_line_cap("butt");
        for (grass, colour) in [(false, "rgba(28,20,32,0.34)"), (true, "rgba(96,70,40,0.42)")] {
            pen.stroke_style(colour, 0.34);
            pen.ctx.begin_path();
            for mark in self.marks.iter().filter(|mark| mark.grass == grass) {
                if camera.sees(mark.to, 1.0) {
                    pen.ctx.move_to(mark.from.x, mark.from.y);
                    pen.ctx.line_to(mark.to.x, mark.to.y);
                }
            }
            pen.ctx.stroke();
        }
    }
}
