//! Water and ice: a basin of four layers, whose heat and salt mix with the neighbours, below ice that
//! grows and melts. Density and heat capacity are those of UNESCO's equations of sea water (Fofonoff and
//! Millard, 1983). The steps are those of the list of the paper's program (`cluster/tests/lists`), by which
//! it is known: its formulas are not, so that those between the polynomials are ours.

use fusus_lazy::{Array, Axis, Error, eval_all, s};

pub(crate) const LAYERS: usize = 4;
pub(crate) const FREEZING: f64 = -1.8;
pub(crate) const AIR: f64 = -10.0;
pub(crate) const STEP: f64 = 60.0;
/// The volume of ice over a place below which it covers a part of it.
pub(crate) const THIN: f64 = 0.1;
/// The exchange between layers below ice, and below open water; between neighbours; over corners.
pub(crate) const MIXING: [f64; 4] = [1e-5, 4e-5, 2e-3, 1e-3];
/// The salt that ice leaves behind, and the heat that it takes to melt it, by volume.
pub(crate) const ICE: [f64; 2] = [30.0, 3e8];

/// The coefficients of density: of pure water and of salt, without pressure and for the bulk modulus.
pub(crate) mod density {
    pub(crate) const WATER: &[f64] = &[
        999.842594,
        6.793952e-2,
        -9.095290e-3,
        1.001685e-4,
        -1.120083e-6,
        6.536332e-9,
    ];
    pub(crate) const SALT: &[f64] = &[8.24493e-1, -4.0899e-3, 7.6438e-5, -8.2467e-7, 5.3875e-9];
    pub(crate) const SALT_ROOT: &[f64] = &[-5.72466e-3, 1.0227e-4, -1.6546e-6];
    pub(crate) const SALT_SQUARE: f64 = 4.8314e-4;
    pub(crate) const MODULUS: [&[f64]; 3] = [
        &[19652.21, 148.4206, -2.327105, 1.360477e-2, -5.155288e-5],
        &[54.6746, -0.603459, 1.09987e-2, -6.1670e-5],
        &[7.944e-2, 1.6483e-2, -5.3009e-4],
    ];
    pub(crate) const BY_PRESSURE: [&[f64]; 3] = [
        &[3.239908, 1.43713e-3, 1.16092e-4, -5.77905e-7],
        &[2.2838e-3, -1.0981e-5, -1.6078e-6],
        &[1.91075e-4],
    ];
    pub(crate) const BY_SQUARE: [&[f64]; 2] = [
        &[8.50935e-5, -6.12293e-6, 5.2787e-8],
        &[-9.9348e-7, 2.0816e-8, 9.1697e-10],
    ];
}

/// The coefficients of the heat capacity: without pressure, and by each power of it of water, of salt and
/// of its root.
pub(crate) mod capacity {
    pub(crate) const SURFACE: [&[f64]; 3] = [
        &[4217.4, -3.720283, 0.1412855, -2.654387e-3, 2.093236e-5],
        &[-7.643575, 0.1072763, -1.38385e-3],
        &[0.1770383, -4.07718e-3, 5.148e-5],
    ];
    pub(crate) const BY_PRESSURE: [[&[f64]; 3]; 3] = [
        [
            &[-4.9592e-1, 1.45747e-2, -3.13885e-4, 2.0357e-6, 1.7168e-8],
            &[4.9247e-3, -1.28315e-4, 9.802e-7, 2.5941e-8, -2.9179e-10],
            &[-1.2331e-4, -1.517e-6, 3.122e-8],
        ],
        [
            &[2.4931e-4, -1.08645e-5, 2.87533e-7, -4.0027e-9, 2.2956e-11],
            &[-2.9558e-6, 1.17054e-7, -2.3905e-9, 1.8448e-11],
            &[9.971e-8],
        ],
        [
            &[-5.422e-8, 2.6380e-9, -6.5637e-11, 6.136e-13],
            &[5.540e-10, -1.7682e-11, 3.513e-13],
            &[0.0, -1.4300e-12],
        ],
    ];
}

/// The water and the ice. Layers are the last axis of temperatures and salinities.
#[derive(Clone)]
pub(crate) struct Sea {
    pub(crate) temperature: Array<f64>,
    pub(crate) salinity: Array<f64>,
    pub(crate) ice: Array<f64>,
}

/// The basin: the pressure in the middle of its layers and their heights, and flows of nothing through its
/// sides, for as many sides of cells as there are along rows, columns, both and layers.
pub(crate) struct Basin {
    pressure: Array<f64>,
    height: Array<f64>,
    closed: [Array<f64>; 4],
}

impl Basin {
    pub(crate) fn new(side: usize, pressure: [f64; LAYERS], height: [f64; LAYERS]) -> Basin {
        let closed = [[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1]];
        let closed = closed.map(|[a, b, c]| {
            let dims = [side + a, side + b, LAYERS + c];
            Array::from_shape(dims, vec![0.0; dims.iter().product()])
        });
        let layers = |of: [f64; LAYERS]| Array::from_vec(of.to_vec()).at(s![new, new, ..]);
        Basin {
            pressure: layers(pressure),
            height: layers(height),
            closed,
        }
    }
}

fn polynomial(x: &Array<f64>, coefficients: &[f64]) -> Array<f64> {
    let (last, rest) = coefficients.split_last().expect("there are coefficients");
    let start = Array::number(*last);
    rest.iter().rev().fold(start, |sum, c| sum * x + *c)
}

/// The sum of polynomials of the temperature by the powers 0, 1 and 3/2 of the salinity.
fn of_salt(t: &Array<f64>, s: &Array<f64>, by: &[&[f64]]) -> Array<f64> {
    let mut sum = polynomial(t, by[0]) + polynomial(t, by[1]) * s;
    if let Some(root) = by.get(2) {
        sum = sum + polynomial(t, root) * (s * s.sqrt());
    }
    sum
}

/// The density of sea water, by a pressure in bars.
pub(crate) fn density(t: &Array<f64>, s: &Array<f64>, p: &Array<f64>) -> Array<f64> {
    let surface = of_salt(t, s, &[density::WATER, density::SALT, density::SALT_ROOT]);
    let surface = surface + s * s * density::SALT_SQUARE;
    let linear = of_salt(t, s, &density::BY_PRESSURE);
    let square = of_salt(t, s, &density::BY_SQUARE);
    let modulus = of_salt(t, s, &density::MODULUS) + (linear + square * p) * p;
    surface / (1.0 - p / modulus)
}

/// The heat capacity of sea water, by a pressure in bars.
pub(crate) fn capacity(t: &Array<f64>, s: &Array<f64>, p: &Array<f64>) -> Array<f64> {
    let [linear, square, cube] = capacity::BY_PRESSURE.map(|by| of_salt(t, s, &by));
    of_salt(t, s, &capacity::SURFACE) + ((cube * p + square) * p + linear) * p
}

/// The sections of all cells but the last or the first along some axes.
fn beside(axes: [Option<bool>; 3]) -> fusus_lazy::Sections {
    axes.map(|axis| match axis {
        None => Axis::from(..),
        Some(false) => Axis::from(..-1),
        Some(true) => Axis::from(1..),
    })
    .into()
}

impl Basin {
    /// The content that flows into each cell: between layers, and from the eight neighbours in each.
    fn flows(&self, content: &Array<f64>, between: &Array<f64>) -> Array<f64> {
        let [_, _, along, across] = MIXING;
        let [rows, columns, corners, layers] = &self.closed;
        let difference = |a, b| content.at(beside(a)) - content.at(beside(b));
        let (all, lower, upper) = (None, Some(false), Some(true));
        let sides = |closed: &Array<f64>, at: fusus_lazy::Sections, by: Array<f64>, k: f64| {
            closed.with(at, by * k / &self.height)
        };

        let down = difference([all, all, lower], [all, all, upper]) * between;
        let heights = self.height.at(s![.., .., ..-1]) + self.height.at(s![.., .., 1..]);
        let down = layers.with(s![.., .., 1..-1], down / heights);
        let sum = down.at(s![.., .., ..-1]) - down.at(s![.., .., 1..]);

        let by = difference([lower, all, all], [upper, all, all]);
        let flow = sides(rows, s![1..-1, .., ..], by, along);
        let sum = sum + flow.at(s![..-1, .., ..]) - flow.at(s![1.., .., ..]);

        let by = difference([all, lower, all], [all, upper, all]);
        let flow = sides(columns, s![.., 1..-1, ..], by, along);
        let sum = sum + flow.at(s![.., ..-1, ..]) - flow.at(s![.., 1.., ..]);

        let by = difference([lower, lower, all], [upper, upper, all]);
        let flow = sides(corners, s![1..-1, 1..-1, ..], by, across);
        let sum = sum + flow.at(s![..-1, ..-1, ..]) - flow.at(s![1.., 1.., ..]);

        let by = difference([lower, upper, all], [upper, lower, all]);
        let flow = sides(corners, s![1..-1, 1..-1, ..], by, across);
        sum + flow.at(s![..-1, 1.., ..]) - flow.at(s![1.., ..-1, ..])
    }
}

/// The sea after a step.
pub(crate) fn step(sea: &Sea, basin: &Basin) -> Result<Sea, Error> {
    let (t, salt) = (&sea.temperature, &sea.salinity);
    let density = density(t, salt, &basin.pressure);
    let capacity = capacity(t, salt, &basin.pressure);
    let mass = &density * &basin.height;

    let is_thin = sea.ice.lt(THIN);
    let height = is_thin.select((&sea.ice * THIN).sqrt(), &sea.ice);
    let cover = is_thin.select(&sea.ice / height.maximum(1e-9), 1.0);

    let [below, open, ..] = MIXING;
    let between = (&cover * below + (1.0 - &cover) * open).at(s![.., .., new]);
    let heat = basin.flows(&(&density * t * &capacity), &between);
    let salts = basin.flows(&(density * salt), &between);

    let top = t.at(s![.., .., 0]);
    let lost = (1.0 - &cover) * ((&top - AIR) * 15.0) + &cover * ((&top - FREEZING) * 40.0);
    let grown =
        &cover * ((FREEZING - AIR) * 2.0 / (height + 0.1)) - &cover * (&top - FREEZING) * 40.0;
    let grown = (grown + (1.0 - &cover) * (FREEZING - &top).maximum(0.0) * 1e4) * (STEP / ICE[1]);
    let ice = (&sea.ice + grown).maximum(0.0);
    let left = (&ice - &sea.ice) * (ICE[0] * 1e3 / STEP);

    let surface = s![.., .., 0];
    let heat = heat.with(surface.clone(), heat.at(surface.clone()) - lost);
    let salts = salts.with(surface.clone(), salts.at(surface) + left);
    let new = Sea {
        temperature: t + heat * STEP / (&mass * capacity),
        salinity: (salt + salts * STEP / mass).maximum(0.0),
        ice,
    };
    eval_all([&new.temperature, &new.salinity, &new.ice])?;
    Ok(new)
}
