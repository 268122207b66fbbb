//! The dot product.

use crate::prelude::*;

pub(crate) const PROGRAM: Program = Program {
    name: "dot",
    source: "dot",
    about: "the dot product; f64",
    sizes: Sizes::UpTo(40_000_000),
    nature: Nature {
        bound: Bound::Memory,
        fused: None,
    },
    race,
};

variants! {
    mod product(loops = 1) = "dot";
}

fn race(setting: &Setting<'_>) -> Outcome {
    let xs = &random::units(1).take(setting.size).collect::<Vec<_>>();
    let ys = &random::units(2).take(setting.size).collect::<Vec<_>>();
    let mut race = setting.race(|| by_hand(xs, ys)).tolerance(1e-9);
    race.fresh(FUSUS, || product::fused::dot(xs, ys));
    race.fresh(SEQUENTIAL, || product::fused::dot_sequential(xs, ys));
    race.fresh(UNFUSED, || product::unfused::dot(xs, ys));
    race.fresh(STREAM, || product::stream::dot(xs, ys));
    race.fresh(ITERATORS_BY_STEP, || iterators_by_step(xs, ys));
    race.fresh(LAZY_ITERATORS, || {
        xs.iter().zip(ys).map(|(x, y)| x * y).sum::<f64>()
    });
    race.fresh(RAYON_BY_STEP, || rayon_by_step(xs, ys));
    race.fresh(LAZY_RAYON, || {
        xs.par_iter().zip(ys).map(|(x, y)| x * y).sum::<f64>()
    });
    race.fresh(NDARRAY, || aview1(xs).dot(&aview1(ys)));
    race.fresh(EXPERT, || expert(xs, ys));
    race.fresh(BY_HAND, || by_hand(xs, ys));
    race.fresh(PLAIN, || plain(xs, ys));
    let read = bytes(xs) + bytes(ys);
    race.copy(&[Pass { read, written: 0 }], Place::Provided);
    race.run()
}

fn iterators_by_step(xs: &[f64], ys: &[f64]) -> f64 {
    let products: Vec<f64> = xs.iter().zip(ys).map(|(x, y)| x * y).collect();
    products.iter().sum()
}

fn rayon_by_step(xs: &[f64], ys: &[f64]) -> f64 {
    let products: Vec<f64> = xs.par_iter().zip(ys).map(|(x, y)| x * y).collect();
    products.par_iter().sum()
}

#[allow(
    clippy::needless_range_loop,
    reason = "the plain loop that it is compared with"
)]
fn plain(xs: &[f64], ys: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..xs.len() {
        sum += xs[i] * ys[i];
    }
    sum
}

fn by_hand(xs: &[f64], ys: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (x, y) in xs.iter().zip(ys) {
        sum += x * y;
    }
    sum
}

const LANES: usize = 16;

wide! {
    fn block_dot(xs: &[f64], ys: &[f64]) -> f64 {
        let (xs, xs_rest) = xs.as_chunks::<LANES>();
        let (ys, ys_rest) = ys.as_chunks::<LANES>();
        let lanes = xs.iter().zip(ys).fold([0.0; LANES], |sums, (xs, ys)| {
            array::from_fn(|i| sums[i] + xs[i] * ys[i])
        });
        let rest: f64 = xs_rest.iter().zip(ys_rest).map(|(x, y)| x * y).sum();
        lanes.iter().sum::<f64>() + rest
    }
}

fn expert(xs: &[f64], ys: &[f64]) -> f64 {
    blocks::fold(
        xs.len(),
        0.0,
        |at| block_dot(&xs[at.clone()], &ys[at]),
        |a, b| a + b,
    )
}
