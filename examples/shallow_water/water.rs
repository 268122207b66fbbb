//! The state of the water, its steps, and the numbers that must not change.

use std::f64::consts::TAU;

use crate::{by_hand, programs};

/// The velocities to the east and to the south, and the depth, of all cells.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct State {
    pub(crate) east: Vec<f64>,
    pub(crate) south: Vec<f64>,
    pub(crate) depth: Vec<f64>,
}

/// Water on a torus, at two neighbouring steps.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Water {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// The time of a step, divided by the width of a cell.
    pub(crate) ratio: f64,
    /// The share of the filter of Asselin.
    pub(crate) filter: f64,
    pub(crate) now: State,
    before: State,
}

impl Water {
    /// Water at rest, of a depth for each row and column.
    pub(crate) fn at_rest(
        (rows, columns): (usize, usize),
        (ratio, filter): (f64, f64),
        depth: impl Fn(usize, usize) -> f64,
    ) -> Self {
        let cells = rows * columns;
        let depth = (0..cells).map(|at| depth(at / columns, at % columns));
        let now = State {
            east: vec![0.0; cells],
            south: vec![0.0; cells],
            depth: depth.collect(),
        };
        let before = now.clone();
        Self {
            rows,
            columns,
            ratio,
            filter,
            now,
            before,
        }
    }

    /// Takes a step.
    pub(crate) fn step(&mut self) {
        let (now, before) = (&self.now, &self.before);
        let (east, south, depth, east_before, south_before, depth_before) = programs::step(
            self.rows,
            self.columns,
            2.0 * self.ratio,
            self.filter,
            &now.east,
            &now.south,
            &now.depth,
            &before.east,
            &before.south,
            &before.depth,
        );
        self.now = State { east, south, depth };
        self.before = State {
            east: east_before,
            south: south_before,
            depth: depth_before,
        };
    }

    /// Takes a step by loops over rows and columns.
    pub(crate) fn step_by_hand(&mut self) {
        let next = by_hand::step(
            (self.rows, self.columns),
            (2.0 * self.ratio, self.filter),
            &self.now,
            &mut self.before,
        );
        self.now = next;
    }

    /// The water of all cells.
    pub(crate) fn mass(&self) -> f64 {
        self.now.depth.iter().sum()
    }

    /// The kinetic and potential energy of all cells.
    pub(crate) fn energy(&self) -> f64 {
        let State { east, south, depth } = &self.now;
        let (rows, columns) = (self.rows, self.columns);
        let squares = |i: usize, j: usize| {
            let (at, right) = (i * columns + j, i * columns + (j + 1) % columns);
            let below = (i + 1) % rows * columns + j;
            let kinetic = 0.5 * (east[at].powi(2) + east[right].powi(2))
                + 0.5 * (south[at].powi(2) + south[below].powi(2));
            0.5 * depth[at] * (kinetic + depth[at])
        };
        let all = (0..rows * columns).map(|at| squares(at / columns, at % columns));
        all.sum()
    }
}

/// Small waves that stand in water of depth 1, of which the scheme's own solution is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StandingWave {
    pub(crate) columns: usize,
    pub(crate) ratio: f64,
    pub(crate) height: f64,
}

impl StandingWave {
    /// The angle by which the wave goes on in a step: that of the leapfrog scheme on cells whose
    /// velocities are between their depths.
    fn turn(self) -> f64 {
        (2.0 * self.ratio * (self.half_angle()).sin()).asin()
    }

    /// Half the angle of the wave between neighbouring cells.
    fn half_angle(self) -> f64 {
        0.5 * TAU / self.columns as f64
    }

    /// The water after so many steps, in two rows.
    pub(crate) fn after(self, steps: isize) -> Water {
        let state = |step: isize| {
            let time = self.turn() * step as f64;
            let row = |of: &dyn Fn(f64) -> f64| {
                let cells = (0..2 * self.columns).map(|at| of((at % self.columns) as f64));
                cells.collect::<Vec<f64>>()
            };
            let angle = 2.0 * self.half_angle();
            State {
                east: row(&|j| self.height * time.sin() * (angle * (j - 0.5)).sin()),
                south: vec![0.0; 2 * self.columns],
                depth: row(&|j| 1.0 + self.height * time.cos() * (angle * j).cos()),
            }
        };
        Water {
            rows: 2,
            columns: self.columns,
            ratio: self.ratio,
            filter: 0.0,
            now: state(steps),
            before: state(steps - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drop_of_water() -> Water {
        let bump = |i: usize, j: usize| {
            let from = (i as f64 - 3.0).powi(2) + (j as f64 - 20.0).powi(2);
            1.0 + 0.5 * (-from / 9.0).exp()
        };
        Water::at_rest((11, 70), (0.2, 0.01), bump)
    }

    #[test]
    fn still_water_stays() {
        let mut water = Water::at_rest((5, 9), (0.3, 0.1), |_, _| 2.0);
        let before = water.clone();
        (0..20).for_each(|_| water.step());
        assert_eq!(water, before);
    }

    #[test]
    fn steps_are_those_of_the_loops() {
        let (mut fused, mut expected) = (drop_of_water(), drop_of_water());
        for _ in 0..30 {
            fused.step();
            expected.step_by_hand();
            assert_eq!(fused, expected);
        }
    }

    #[test]
    fn water_is_neither_made_nor_lost() {
        let mut water = drop_of_water();
        let (mass, energy) = (water.mass(), water.energy());
        (0..200).for_each(|_| water.step());
        assert!((water.mass() / mass - 1.0).abs() < 1e-13);
        assert!((water.energy() / energy - 1.0).abs() < 1e-3);
    }

    #[test]
    fn a_small_wave_stands_as_the_formula_says() {
        let wave = StandingWave {
            columns: 16,
            ratio: 0.3,
            height: 1e-7,
        };
        let mut water = wave.after(0);
        (0..100).for_each(|_| water.step());
        let expected = wave.after(100);
        for (found, wanted) in water.now.depth.iter().zip(&expected.now.depth) {
            assert!((found - wanted).abs() < 1e-11);
        }
    }
}
