//! The mean and the variance, in one pass.

use crate::prelude::*;

pub(crate) const PROGRAM: Program = Program {
    name: "mean_variance",
    source: "mean_variance",
    about: "the mean and the variance in one pass; f32, summed up as f64",
    sizes: Sizes::UpTo(80_000_000),
    nature: Nature {
        bound: Bound::Memory,
        fused: None,
    },
    race,
};

variants! {
    mod program(loops = 1) = "mean_variance";
}

/// The number of elements, their sum, and that of their squares.
type Sums = (u64, f64, f64);

fn race(setting: &Setting<'_>) -> Outcome {
    let xs = &random::units(1)
        .map(|x| x as f32)
        .take(setting.size)
        .collect::<Vec<_>>();
    let mut race = setting.race(|| by_hand(xs)).tolerance(1e-9);
    race.fresh(FUSUS, || program::fused::mean_variance(xs));
    race.fresh(SEQUENTIAL, || program::fused::mean_variance_sequential(xs));
    race.fresh(UNFUSED, || program::unfused::mean_variance(xs));
    race.fresh(STREAM, || program::stream::mean_variance(xs));
    race.fresh(ITERATORS_BY_STEP, || iterators_by_step(xs));
    race.fresh(LAZY_ITERATORS, || {
        moments(xs.iter().copied().fold((0, 0.0, 0.0), with))
    });
    race.fresh(RAYON_BY_STEP, || rayon_by_step(xs));
    race.fresh(LAZY_RAYON, || lazy_rayon(xs));
    race.fresh(EXPERT, || expert(xs));
    race.fresh(BY_HAND, || by_hand(xs));
    race.fresh(PLAIN, || plain(xs));
    let read = bytes(xs);
    race.copy(&[Pass { read, written: 0 }], Place::Provided);
    race.run()
}

fn moments((n, sum, squares): Sums) -> (f64, f64) {
    let mean = sum / n as f64;
    (mean, squares / n as f64 - mean * mean)
}

fn with((n, sum, squares): Sums, x: f32) -> Sums {
    let x = f64::from(x);
    (n + 1, sum + x, squares + x * x)
}

fn join((n, s, q): Sums, (m, t, r): Sums) -> Sums {
    (n + m, s + t, q + r)
}

fn iterators_by_step(xs: &[f32]) -> (f64, f64) {
    let wide: Vec<f64> = xs.iter().copied().map(f64::from).collect();
    let squares: Vec<f64> = wide.iter().map(|x| x * x).collect();
    moments((xs.len() as u64, wide.iter().sum(), squares.iter().sum()))
}

fn rayon_by_step(xs: &[f32]) -> (f64, f64) {
    let wide: Vec<f64> = xs.par_iter().copied().map(f64::from).collect();
    let squares: Vec<f64> = wide.par_iter().map(|x| x * x).collect();
    moments((
        xs.len() as u64,
        wide.par_iter().sum(),
        squares.par_iter().sum(),
    ))
}

fn lazy_rayon(xs: &[f32]) -> (f64, f64) {
    let sums = xs.par_iter().copied().fold(|| (0, 0.0, 0.0), with);
    moments(sums.reduce(|| (0, 0.0, 0.0), join))
}

#[allow(
    clippy::needless_range_loop,
    reason = "the plain loop that it is compared with"
)]
fn plain(xs: &[f32]) -> (f64, f64) {
    let mut sums = (0, 0.0, 0.0);
    for i in 0..xs.len() {
        sums = with(sums, xs[i]);
    }
    moments(sums)
}

fn by_hand(xs: &[f32]) -> (f64, f64) {
    let mut sums = (0, 0.0, 0.0);
    for x in xs {
        sums = with(sums, *x);
    }
    moments(sums)
}

const LANES: usize = 16;

wide! {
    fn block_sums(xs: &[f32]) -> Sums {
        let (groups, rest) = xs.as_chunks::<LANES>();
        let (mut sums, mut squares) = ([0.0; LANES], [0.0; LANES]);
        for group in groups {
            for lane in 0..LANES {
                let x = f64::from(group[lane]);
                sums[lane] += x;
                squares[lane] += x * x;
            }
        }
        let rest = rest.iter().copied().fold((0, 0.0, 0.0), with);
        let lanes = ((groups.len() * LANES) as u64, sums.iter().sum(), squares.iter().sum());
        join(lanes, rest)
    }
}

fn expert(xs: &[f32]) -> (f64, f64) {
    let sums = blocks::fold(xs.len(), (0, 0.0, 0.0), |at| block_sums(&xs[at]), join);
    moments(sums)
}
