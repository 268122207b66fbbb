//! Water and ice against loops.

use fusus_lazy::{Array, Error};

use crate::near;
use crate::programs::water_ice::{
    AIR, Basin, FREEZING, ICE, LAYERS, MIXING, STEP, Sea, THIN, capacity, density, step,
};
use crate::random;

fn power_series(x: f64, coefficients: &[f64]) -> f64 {
    let terms = coefficients.iter().enumerate();
    terms.map(|(power, c)| c * x.powi(power as i32)).sum()
}

/// The sum of the power series of a temperature by 1, the salinity and its power 3/2.
fn series(t: f64, s: f64, by: &[&[f64]]) -> f64 {
    let powers = [1.0, s, s.powf(1.5)];
    let terms = by.iter().zip(powers);
    terms.map(|(c, power)| power_series(t, c) * power).sum()
}

fn density_of(t: f64, s: f64, p: f64) -> f64 {
    let by = [density::WATER, density::SALT, density::SALT_ROOT];
    let surface = series(t, s, &by) + density::SALT_SQUARE * s.powi(2);
    let modulus = series(t, s, &density::MODULUS)
        + p * series(t, s, &density::BY_PRESSURE)
        + p.powi(2) * series(t, s, &density::BY_SQUARE);
    surface * modulus / (modulus - p)
}

fn capacity_of(t: f64, s: f64, p: f64) -> f64 {
    let by_pressure = capacity::BY_PRESSURE.iter().enumerate();
    let by_pressure = by_pressure.map(|(at, by)| p.powi(at as i32 + 1) * series(t, s, by));
    series(t, s, &capacity::SURFACE) + by_pressure.sum::<f64>()
}

/// The check values that are published with the equations.
#[test]
fn sea_water_has_the_density_and_the_heat_capacity_of_unesco() -> Result<(), Error> {
    let of = |x: f64| Array::from_vec(vec![x]);
    for (t, s, p, published) in [
        (5.0, 0.0, 0.0, 999.96675),
        (5.0, 35.0, 0.0, 1027.67547),
        (25.0, 35.0, 1000.0, 1062.53817),
    ] {
        assert!((density_of(t, s, p) - published).abs() < 1e-5);
        let found = crate::programs::water_ice::density(&of(t), &of(s), &of(p));
        assert!((found.item()? - published).abs() < 1e-5);
    }
    let found = crate::programs::water_ice::capacity(&of(40.0), &of(40.0), &of(1000.0)).item()?;
    assert!((capacity_of(40.0, 40.0, 1000.0) - 3849.5).abs() < 1e-3);
    assert!((found - 3849.5).abs() < 1e-3, "{found}");
    Ok(())
}

/// A sea as vectors: temperatures and salinities of layers, and the volumes of ice.
struct Loops {
    side: usize,
    temperature: Vec<f64>,
    salinity: Vec<f64>,
    ice: Vec<f64>,
}

const PRESSURE: [f64; LAYERS] = [0.5, 2.0, 5.0, 10.0];
const HEIGHT: [f64; LAYERS] = [10.0, 20.0, 40.0, 60.0];

impl Loops {
    /// The contents of eight neighbours and of the layers above and below, that flow into a cell.
    fn flow(&self, content: &[f64], x: usize, y: usize, layer: usize, between: f64) -> f64 {
        let own = content[self.at(x, y, layer)];
        let mut sum = 0.0;
        for other in [layer.wrapping_sub(1), layer + 1] {
            if other < LAYERS {
                let heights = HEIGHT[layer] + HEIGHT[other];
                sum += (content[self.at(x, y, other)] - own) * between / heights;
            }
        }
        for dx in -1..=1 {
            for dy in -1..=1 {
                let (x, y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
                let is_own = dx == 0 && dy == 0;
                if is_own || x >= self.side || y >= self.side {
                    continue;
                }
                let mixing = if dx != 0 && dy != 0 {
                    MIXING[3]
                } else {
                    MIXING[2]
                };
                sum += (content[self.at(x, y, layer)] - own) * mixing / HEIGHT[layer];
            }
        }
        sum
    }

    fn at(&self, x: usize, y: usize, layer: usize) -> usize {
        (x * self.side + y) * LAYERS + layer
    }

    fn step(&mut self) {
        let of_cell = |at: usize| {
            (
                self.temperature[at],
                self.salinity[at],
                PRESSURE[at % LAYERS],
            )
        };
        let cells = 0..self.temperature.len();
        let by = |f: fn(f64, f64, f64) -> f64| -> Vec<f64> {
            let one = |at| {
                let (t, s, p) = of_cell(at);
                f(t, s, p)
            };
            cells.clone().map(one).collect()
        };
        let (densities, capacities) = (by(density_of), by(capacity_of));
        let heat: Vec<f64> = cells
            .clone()
            .map(|at| densities[at] * self.temperature[at] * capacities[at])
            .collect();
        let salt: Vec<f64> = cells.map(|at| densities[at] * self.salinity[at]).collect();
        let mut new = (
            self.temperature.clone(),
            self.salinity.clone(),
            self.ice.clone(),
        );
        for x in 0..self.side {
            for y in 0..self.side {
                let place = x * self.side + y;
                let volume = self.ice[place];
                let (height, cover) = if volume < THIN {
                    let height = (volume * THIN).sqrt();
                    (height, if height > 0.0 { volume / height } else { 0.0 })
                } else {
                    (volume, 1.0)
                };
                let top = self.temperature[self.at(x, y, 0)];
                let lost = (1.0 - cover) * (top - AIR) * 15.0 + cover * (top - FREEZING) * 40.0;
                let mut grown = cover * (FREEZING - AIR) * 2.0 / (height + 0.1);
                grown -= cover * (top - FREEZING) * 40.0;
                if top < FREEZING {
                    grown += (1.0 - cover) * (FREEZING - top) * 1e4;
                }
                new.2[place] = (volume + grown * STEP / ICE[1]).max(0.0);
                let left = (new.2[place] - volume) * ICE[0] * 1e3 / STEP;
                let between = cover * MIXING[0] + (1.0 - cover) * MIXING[1];
                for (layer, height) in HEIGHT.iter().enumerate() {
                    let at = self.at(x, y, layer);
                    let mut heat = self.flow(&heat, x, y, layer, between);
                    let mut salt = self.flow(&salt, x, y, layer, between);
                    if layer == 0 {
                        heat -= lost;
                        salt += left;
                    }
                    let mass = densities[at] * height;
                    new.0[at] += heat * STEP / (mass * capacities[at]);
                    new.1[at] = (new.1[at] + salt * STEP / mass).max(0.0);
                }
            }
        }
        (self.temperature, self.salinity, self.ice) = new;
    }
}

#[test]
fn water_and_ice() -> Result<(), Error> {
    let side = 9;
    let cells = side * side * LAYERS;
    let scaled = |seed, len, from: f64, to: f64| -> Vec<f64> {
        let numbers = random(seed, len);
        numbers.iter().map(|x| from + (to - from) * x).collect()
    };
    // Some water is colder than it can be, and some places have no ice.
    let ice = scaled(62, side * side, -0.2, 0.4);
    let mut loops = Loops {
        side,
        temperature: scaled(60, cells, -2.2, 4.0),
        salinity: scaled(61, cells, 20.0, 36.0),
        ice: ice.iter().map(|x| x.max(0.0)).collect(),
    };
    let basin = Basin::new(side, PRESSURE, HEIGHT);
    let dims = [side, side, LAYERS];
    let mut sea = Sea {
        temperature: Array::from_shape(dims, loops.temperature.clone()),
        salinity: Array::from_shape(dims, loops.salinity.clone()),
        ice: Array::from_shape([side, side], loops.ice.clone()),
    };
    for _ in 0..4 {
        sea = step(&sea, &basin)?;
        loops.step();
        near(&sea.temperature.to_vec()?, &loops.temperature);
        near(&sea.salinity.to_vec()?, &loops.salinity);
        near(&sea.ice.to_vec()?, &loops.ice);
    }
    assert!(loops.ice.iter().any(|x| *x > 0.0 && *x < THIN));
    Ok(())
}
