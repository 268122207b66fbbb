//! SIMPLE of Lewis, Lin and Snyder's table of arrays, against plain loops.

#![allow(
    clippy::too_many_arguments,
    clippy::type_complexity,
    unreachable_pub,
    reason = "the program is written for readers"
)]

use fusus::cnf;

include!("../programs/published/simple.rs");

/// The arrays of a state, in the order of the program's.
type State = [Vec<f64>; 11];

/// The places of arrays in a state.
const U: usize = 0;
const V: usize = 1;
const R: usize = 2;
const Z: usize = 3;
const AREA: usize = 4;
const VOLUME: usize = 5;
const DENSITY: usize = 6;
const PRESSURE: usize = 7;
const VISCOSITY: usize = 8;
const ENERGY: usize = 9;
const TEMPERATURE: usize = 10;

/// Coefficients of equations of state, which differ from piece to piece.
fn tables() -> (Vec<[f64; 9]>, Vec<[f64; 9]>) {
    let entry = |by: f64, piece: usize| {
        let more = 1.0 + 0.01 * piece as f64;
        [
            0.0,
            by * more,
            1e-6,
            1e-3,
            0.1 * by * more,
            0.0,
            0.0,
            0.0,
            0.0,
        ]
    };
    let all = |by| (0..9).map(|piece| entry(by, piece)).collect();
    (all(0.067), all(0.1))
}

/// An array of elements at nodes or zones.
#[derive(Clone, Copy)]
struct Grid<'a> {
    h: isize,
    w: isize,
    elements: &'a [f64],
}

impl Grid<'_> {
    fn at(self, k: isize, l: isize) -> f64 {
        self.elements[(k * self.w + l) as usize]
    }

    /// The zone at a place, or the one beside it.
    fn zone(self, k: isize, l: isize) -> f64 {
        self.at(k.clamp(0, self.h - 1), l.clamp(0, self.w - 1))
    }

    /// The node at a place; beyond the border, as far from it as the one before.
    fn node(self, k: isize, l: isize) -> f64 {
        let inside = |x: isize, len: isize| x.clamp(0, len - 1);
        let mirrored = |x: isize, len: isize| {
            if x < 0 {
                -x
            } else if x >= len {
                2 * len - 2 - x
            } else {
                x
            }
        };
        let near = self.at(inside(k, self.h), inside(l, self.w));
        let far = self.at(mirrored(k, self.h), mirrored(l, self.w));
        near + (near - far)
    }

    /// The corners of a zone, from the south-eastern one against the clock.
    fn corners(self, k: isize, l: isize) -> [f64; 4] {
        [
            self.node(k, l),
            self.node(k - 1, l),
            self.node(k - 1, l - 1),
            self.node(k, l - 1),
        ]
    }
}

fn grid(h: usize, w: usize, elements: &[f64]) -> Grid<'_> {
    Grid {
        h: h as isize,
        w: w as isize,
        elements,
    }
}

/// The area of a zone and its volume around the axis, by its diagonal.
fn area_and_volume(r: [f64; 4], z: [f64; 4]) -> (f64, f64) {
    let [se, ne, nw, sw] = [0, 1, 2, 3];
    let part = |corners: [usize; 3]| {
        let [a, b, c] = corners;
        let area = (r[a] * (z[b] - z[c]) + r[b] * (z[c] - z[a]) + r[c] * (z[a] - z[b])) / 2.0;
        (area, area * (r[a] + r[b] + r[c]) / 3.0)
    };
    let ((area1, volume1), (area2, volume2)) = (part([se, ne, sw]), part([nw, sw, ne]));
    (
        area1 + area2,
        2.0 * std::f64::consts::PI * (volume1 + volume2),
    )
}

/// The solution of a tridiagonal system, by elimination.
fn solved(before: &[f64], diagonal: &[f64], behind: &[f64], sides: &[f64]) -> Vec<f64> {
    let (mut diagonal, mut x) = (diagonal.to_vec(), sides.to_vec());
    for i in 1..x.len() {
        let factor = before[i] / diagonal[i - 1];
        diagonal[i] -= factor * behind[i - 1];
        x[i] -= factor * x[i - 1];
    }
    for i in (0..x.len()).rev() {
        if i + 1 < x.len() {
            x[i] -= behind[i] * x[i + 1];
        }
        x[i] /= diagonal[i];
    }
    x
}

/// The temperatures after conduction along lines of `len` zones, which are at `place`.
fn conducted(
    lines: usize,
    len: usize,
    place: impl Fn(usize, usize) -> usize,
    gamma: impl Fn(usize, usize) -> f64,
    sigma: &[f64],
    warm: &[f64],
) -> Vec<f64> {
    let mut all = vec![0.0; warm.len()];
    for line in 0..lines {
        let next: Vec<f64> = (0..len)
            .map(|i| if i + 1 < len { gamma(line, i) } else { 0.0 })
            .collect();
        let last = |i: usize| if i > 0 { next[i - 1] } else { 0.0 };
        let of = |f: &dyn Fn(usize) -> f64| -> Vec<f64> { (0..len).map(f).collect() };
        let x = solved(
            &of(&|i| -last(i)),
            &of(&|i| sigma[place(line, i)] + next[i] + last(i)),
            &of(&|i| -next[i]),
            &of(&|i| sigma[place(line, i)] * warm[place(line, i)]),
        );
        for (i, x) in x.into_iter().enumerate() {
            all[place(line, i)] = x;
        }
    }
    all
}

/// A step in time, zone by zone and node by node.
fn by_loops(h: usize, w: usize, dt: f64, old: &State) -> (State, [f64; 3]) {
    let (of_pressure, of_energy) = tables();
    let n = h * w;
    let mut new: State = std::array::from_fn(|_| vec![0.0; n]);
    let places: Vec<(usize, isize, isize)> = (0..n)
        .map(|at| (at, (at / w) as isize, (at % w) as isize))
        .collect();
    let before = |array: usize| grid(h, w, &old[array]);
    for &(at, k, l) in &places {
        let zones = [(k, l), (k + 1, l), (k + 1, l + 1), (k, l + 1)];
        let nodes = [(k - 1, l), (k, l - 1), (k + 1, l), (k, l + 1), (k - 1, l)];
        let (mut mass, mut force) = (0.0, [0.0, 0.0]);
        for (side, (zk, zl)) in zones.into_iter().enumerate() {
            mass += before(DENSITY).zone(zk, zl) * before(AREA).zone(zk, zl) / 2.0;
            let pushes = match zk < h as isize {
                true => before(PRESSURE).zone(zk, zl) + before(VISCOSITY).zone(zk, zl),
                false => 6.0,
            };
            let along = |array: usize| {
                let [from, to] = [nodes[side], nodes[side + 1]];
                before(array).node(to.0, to.1) - before(array).node(from.0, from.1)
            };
            force[0] -= pushes * along(Z);
            force[1] += pushes * along(R);
        }
        for (velocity, position, force) in [(U, R, force[0]), (V, Z, force[1])] {
            new[velocity][at] = old[velocity][at] + dt * force / mass;
            new[position][at] = old[position][at] + dt * new[velocity][at];
        }
    }
    let mut fastest = f64::INFINITY;
    let (mut warm, mut conductivity) = (vec![0.0; n], vec![0.0; n]);
    for &(at, k, l) in &places {
        let [u, v, r, z] = [U, V, R, Z].map(|array| grid(h, w, &new[array]).corners(k, l));
        let (area, volume) = area_and_volume(r, z);
        let density = old[DENSITY][at] * old[VOLUME][at] / volume;
        let down = |[se, ne, nw, sw]: [f64; 4]| ((se + sw) - (ne + nw)) / 2.0;
        let across = |[se, ne, nw, sw]: [f64; 4]| ((se + ne) - (sw + nw)) / 2.0;
        let square = |f: &dyn Fn([f64; 4]) -> f64| f(r).powi(2) + f(z).powi(2);
        let lengths = [square(&down), square(&across)];
        let jumps = [
            down(r) * across(v) - down(z) * across(u),
            down(u) * across(z) - down(v) * across(r),
        ];
        let closing: f64 = (jumps.iter().zip(lengths))
            .map(|(jump, length)| jump.min(0.0).powi(2) / length)
            .sum();
        let sound = (1.6 * old[PRESSURE][at] / density).sqrt();
        let viscosity = density * (closing / 4.0 + sound / 2.0 * closing.sqrt());
        let length = (lengths[0] * lengths[1] / (lengths[0] + lengths[1])).sqrt();
        fastest = fastest.min(length / 2.0 / sound);

        let work = 1.0 / density - 1.0 / old[DENSITY][at];
        let mut theta = old[TEMPERATURE][at];
        let mut pressure = old[PRESSURE][at];
        for _ in 0..2 {
            let energy = old[ENERGY][at] - (pressure + viscosity) * work;
            theta = temperature_of(of_energy[piece(density, theta)], density, energy, theta);
            let now = polynomial(of_pressure[piece(density, theta)], density, theta);
            pressure = (old[PRESSURE][at] + now) / 2.0;
        }
        warm[at] = theta;
        conductivity[at] = 1e-4 * theta * theta * theta.sqrt() / area;
        (new[AREA][at], new[VOLUME][at]) = (area, volume);
        (new[DENSITY][at], new[VISCOSITY][at]) = (density, viscosity);
    }
    let sigma: Vec<f64> = (0..n)
        .map(|at| new[DENSITY][at] * new[AREA][at] * 0.1 / dt)
        .collect();
    let gamma = |zone: (usize, usize), next: (usize, usize), node: (isize, isize)| {
        let (at, to) = (zone.0 * w + zone.1, next.0 * w + next.1);
        let ends = |array: usize| {
            let array = grid(h, w, &new[array]);
            [
                array.node(zone.0 as isize, zone.1 as isize),
                array.node(node.0, node.1),
            ]
        };
        let ([r0, r1], [z0, z1]) = (ends(R), ends(Z));
        let face = (r0 + r1) / 2.0 * ((r0 - r1).powi(2) + (z0 - z1).powi(2));
        let (one, two) = (conductivity[at], conductivity[to]);
        face * (2.0 * one * two / (one + two))
    };
    let of_column = |l: usize, k: usize| gamma((k, l), (k + 1, l), (k as isize, l as isize - 1));
    let of_row = |k: usize, l: usize| gamma((k, l), (k, l + 1), (k as isize - 1, l as isize));
    let columns = conducted(w, h, |l, k| k * w + l, of_column, &sigma, &warm);
    let theta = conducted(h, w, |k, l| k * w + l, of_row, &sigma, &columns);
    let (mut change, mut inside) = (0.0_f64, 0.0);
    for &(at, k, l) in &places {
        change = change.max((warm[at] - theta[at]).abs() / warm[at]);
        let density = new[DENSITY][at];
        new[PRESSURE][at] = polynomial(of_pressure[piece(density, theta[at])], density, theta[at]);
        new[ENERGY][at] = polynomial(of_energy[piece(density, theta[at])], density, theta[at]);
        inside += new[ENERGY][at] * density * new[AREA][at];
        for (zk, zl) in [(k, l), (k + 1, l), (k + 1, l + 1), (k, l + 1)] {
            let [density, area] = [DENSITY, AREA].map(|it| grid(h, w, &new[it]).zone(zk, zl));
            inside += (new[U][at].powi(2) + new[V][at].powi(2)) * density * area / 8.0;
        }
    }
    new[TEMPERATURE] = theta;
    (new, [fastest, change, inside])
}

/// A part of a spherical shell at rest, which is warmer here and there.
fn start(h: usize, w: usize) -> State {
    let (of_pressure, of_energy) = tables();
    let mut state: State = std::array::from_fn(|_| vec![0.0; h * w]);
    let node = |at: usize| (10.0 + (at / w) as f64, (at % w) as f64 / w as f64 - 0.5);
    let nodes = || (0..h * w).map(node);
    state[R] = nodes()
        .map(|(radius, angle)| radius * angle.cos())
        .collect();
    state[Z] = nodes()
        .map(|(radius, angle)| radius * angle.sin())
        .collect();
    for at in 0..h * w {
        let corners =
            |array: usize| grid(h, w, &state[array]).corners((at / w) as isize, (at % w) as isize);
        let (area, volume) = area_and_volume(corners(R), corners(Z));
        let theta = 10.0 + (0.7 * at as f64).sin();
        let piece = piece(1.4, theta);
        (state[AREA][at], state[VOLUME][at]) = (area, volume);
        (state[DENSITY][at], state[TEMPERATURE][at]) = (1.4, theta);
        state[PRESSURE][at] = polynomial(of_pressure[piece], 1.4, theta);
        state[ENERGY][at] = polynomial(of_energy[piece], 1.4, theta);
    }
    state
}

fn by_program(h: usize, w: usize, dt: f64, old: &State) -> (State, [f64; 3]) {
    let (of_pressure, of_energy) = tables();
    let [
        u,
        v,
        r,
        z,
        area,
        volume,
        density,
        pressure,
        viscosity,
        energy,
        temperature,
    ] = old;
    let (u, v, r, z, area, volume, density, pressure, viscosity, energy, temperature, a, b, c) =
        simple(
            h,
            w,
            dt,
            &of_pressure,
            &of_energy,
            u,
            v,
            r,
            z,
            area,
            volume,
            density,
            pressure,
            viscosity,
            energy,
            temperature,
        );
    let new = [
        u,
        v,
        r,
        z,
        area,
        volume,
        density,
        pressure,
        viscosity,
        energy,
        temperature,
    ];
    (new, [a, b, c])
}

#[test]
fn steps_are_those_of_plain_loops() {
    for (h, w) in [(2, 2), (2, 9), (9, 2), (5, 7), (33, 20), (13, 150)] {
        let dt = 0.01;
        let (mut found, mut expected) = (start(h, w), start(h, w));
        for step in 1..=3 {
            let (totals, known);
            (found, totals) = by_program(h, w, dt, &found);
            (expected, known) = by_loops(h, w, dt, &expected);
            for (array, (found, expected)) in found.iter().zip(&expected).enumerate() {
                assert_eq!(found.len(), h * w);
                for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
                    let close = (found - expected).abs() <= 1e-12 * expected.abs().max(1.0);
                    assert!(
                        close,
                        "{h} {w}, step {step}, array {array}[{at}]: {found} {expected}"
                    );
                }
            }
            for (found, expected) in totals.into_iter().zip(known) {
                let close = (found - expected).abs() <= 1e-12 * expected.abs().max(1.0);
                assert!(close, "{h} {w}, step {step}: {found} {expected}");
            }
        }
        // The fluid moves, is compressed and conducts.
        assert!(
            found[U].iter().any(|u| u.abs() > 1e-4) && found[VISCOSITY].iter().any(|q| *q > 0.0)
        );
    }
}
