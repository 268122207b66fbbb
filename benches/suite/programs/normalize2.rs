//! The program of the README: an array divided by the sum of all of it, and by that of what is
//! positive.

use crate::expert::{fresh2, into_buffer};
use crate::prelude::*;

pub(crate) const FRESH: Program = Program {
    name: "normalize2",
    source: "normalize2",
    about: "divide by the sum of all, and of the positive; f64",
    sizes: Sizes::UpTo(20_000_000),
    nature: Nature {
        bound: Bound::Memory,
        fused: None,
    },
    race: race_fresh,
};

pub(crate) const INTO: Program = Program {
    name: "normalize2_into",
    source: "normalize2_into",
    about: "the same into arrays that are there",
    race: race_into,
    ..FRESH
};

type Outputs = (Vec<f64>, Vec<f64>);

variants! {
    mod fresh_arrays(loops = 2) = "normalize2";
    mod into_arrays(loops = 2) = "normalize2_into";
}

/// Numbers between −1 and 3, so that no branch can be foretold and neither sum is near zero.
fn input(size: usize) -> Vec<f64> {
    random::units(1)
        .map(|unit| 4.0 * unit - 1.0)
        .take(size)
        .collect()
}

/// Both loops read the input, the second one writes both outputs.
fn passes(xs: &[f64]) -> [Pass; 2] {
    let array = bytes(xs);
    [
        Pass {
            read: array,
            written: 0,
        },
        Pass {
            read: array,
            written: 2 * array,
        },
    ]
}

fn race_fresh(setting: &Setting<'_>) -> Outcome {
    let xs = &input(setting.size);
    let mut race = setting.race(|| by_hand(xs)).tolerance(1e-9);
    race.fresh(FUSUS, || fresh_arrays::fused::normalize2(xs));
    race.fresh(SEQUENTIAL, || {
        fresh_arrays::fused::normalize2_sequential(xs)
    });
    race.fresh(UNFUSED, || fresh_arrays::unfused::normalize2(xs));
    race.fresh(STREAM, || fresh_arrays::stream::normalize2(xs));
    race.fresh(ITERATORS_BY_STEP, || iterators_by_step(xs));
    race.fresh(LAZY_ITERATORS, || lazy_iterators(xs));
    race.fresh(RAYON_BY_STEP, || rayon_by_step(xs));
    race.fresh(LAZY_RAYON, || lazy_rayon(xs));
    race.fresh(NDARRAY, || whole_arrays(xs));
    race.fresh(EXPERT, || expert(xs));
    race.fresh(BY_HAND, || by_hand(xs));
    race.fresh(PLAIN, || plain(xs));
    race.copy(&passes(xs), Place::Fresh);
    race.run()
}

fn race_into(setting: &Setting<'_>) -> Outcome {
    let xs = &input(setting.size);
    let mut race = setting.race(|| by_hand(xs)).tolerance(1e-9);
    race.into_buffer(FUSUS, |(a, b)| {
        into_arrays::fused::normalize2_into(xs, a, b)
    });
    race.into_buffer(SEQUENTIAL, |(a, b)| {
        into_arrays::fused::normalize2_into_sequential(xs, a, b)
    });
    race.into_buffer(UNFUSED, |(a, b)| {
        into_arrays::unfused::normalize2_into(xs, a, b)
    });
    race.into_buffer(STREAM, |(a, b)| {
        into_arrays::stream::normalize2_into(xs, a, b)
    });
    race.into_buffer(EXPERT, |(a, b)| expert_into(xs, a, b));
    race.into_buffer(BY_HAND, |(a, b)| by_hand_into(xs, a, b));
    race.into_buffer(PLAIN, |(a, b)| plain_into(xs, a, b));
    race.copy(&passes(xs), Place::Provided);
    race.run()
}

fn iterators_by_step(xs: &[f64]) -> Outputs {
    let gts: Vec<f64> = xs.iter().copied().filter(|&x| x > 0.0).collect();
    let sum1: f64 = xs.iter().sum();
    let sum2: f64 = gts.iter().sum();
    let ys1 = xs.iter().map(|x| x / sum1).collect();
    let ys2 = xs.iter().map(|x| x / sum2).collect();
    (ys1, ys2)
}

fn lazy_iterators(xs: &[f64]) -> Outputs {
    let sum1: f64 = xs.iter().sum();
    let sum2: f64 = xs.iter().filter(|x| **x > 0.0).sum();
    let ys1 = xs.iter().map(|x| x / sum1).collect();
    let ys2 = xs.iter().map(|x| x / sum2).collect();
    (ys1, ys2)
}

fn lazy_rayon(xs: &[f64]) -> Outputs {
    let sum1: f64 = xs.par_iter().sum();
    let sum2: f64 = xs.par_iter().filter(|x| **x > 0.0).sum();
    let ys1 = xs.par_iter().map(|x| x / sum1).collect();
    let ys2 = xs.par_iter().map(|x| x / sum2).collect();
    (ys1, ys2)
}

fn rayon_by_step(xs: &[f64]) -> Outputs {
    let gts: Vec<f64> = xs.par_iter().copied().filter(|&x| x > 0.0).collect();
    let sum1: f64 = xs.par_iter().sum();
    let sum2: f64 = gts.par_iter().sum();
    let ys1 = xs.par_iter().map(|x| x / sum1).collect();
    let ys2 = xs.par_iter().map(|x| x / sum2).collect();
    (ys1, ys2)
}

/// ndarray has no filter; zeros in its place do not change the sum.
fn whole_arrays(xs: &[f64]) -> Outputs {
    let xs = aview1(xs);
    let gts = xs.mapv(|x| if x > 0.0 { x } else { 0.0 });
    let (sum1, sum2) = (xs.sum(), gts.sum());
    let (ys1, ys2) = (&xs / sum1, &xs / sum2);
    (
        ys1.into_raw_vec_and_offset().0,
        ys2.into_raw_vec_and_offset().0,
    )
}

fn plain(xs: &[f64]) -> Outputs {
    let (mut ys1, mut ys2) = (vec![0.0; xs.len()], vec![0.0; xs.len()]);
    plain_into(xs, &mut ys1, &mut ys2);
    (ys1, ys2)
}

#[allow(
    clippy::needless_range_loop,
    reason = "the plain loop that it is compared with"
)]
fn plain_into(xs: &[f64], ys1: &mut [f64], ys2: &mut [f64]) {
    let (mut sum1, mut sum2) = (0.0, 0.0);
    for i in 0..xs.len() {
        sum1 += xs[i];
        if xs[i] > 0.0 {
            sum2 += xs[i];
        }
    }
    for i in 0..xs.len() {
        ys1[i] = xs[i] / sum1;
        ys2[i] = xs[i] / sum2;
    }
}

fn by_hand(xs: &[f64]) -> Outputs {
    // `push` would take longer than the division.
    let (mut ys1, mut ys2) = (vec![0.0; xs.len()], vec![0.0; xs.len()]);
    by_hand_into(xs, &mut ys1, &mut ys2);
    (ys1, ys2)
}

fn by_hand_into(xs: &[f64], ys1: &mut [f64], ys2: &mut [f64]) {
    let (sum1, sum2) = plain_sums(xs);
    for ((x, y1), y2) in xs.iter().zip(ys1).zip(ys2) {
        *y1 = x / sum1;
        *y2 = x / sum2;
    }
}

fn plain_sums(xs: &[f64]) -> (f64, f64) {
    let (mut sum1, mut sum2) = (0.0, 0.0);
    for &x in xs {
        sum1 += x;
        if x > 0.0 {
            sum2 += x;
        }
    }
    (sum1, sum2)
}

/// Sums that run side by side: enough for four vectors of four in flight.
const LANES: usize = 16;

wide! {
    /// Both sums of a block, the second over the positive elements.
    fn block_sums(block: &[f64]) -> (f64, f64) {
        let positive = |x: f64| if x > 0.0 { x } else { 0.0 };
        let (whole, rest) = block.as_chunks::<LANES>();
        let (lanes1, lanes2) = whole.iter().fold(([0.0; LANES], [0.0; LANES]), |(a, b), xs| {
            let a: [f64; LANES] = array::from_fn(|i| a[i] + xs[i]);
            let b: [f64; LANES] = array::from_fn(|i| b[i] + positive(xs[i]));
            (a, b)
        });
        let rest1: f64 = rest.iter().sum();
        let rest2: f64 = rest.iter().copied().map(positive).sum();
        (lanes1.iter().sum::<f64>() + rest1, lanes2.iter().sum::<f64>() + rest2)
    }

    fn divide(xs: &[f64], sums: (f64, f64), ys1: &mut [MaybeUninit<f64>], ys2: &mut [MaybeUninit<f64>]) {
        for ((x, y1), y2) in xs.iter().zip(ys1).zip(ys2) {
            y1.write(x / sums.0);
            y2.write(x / sums.1);
        }
    }
}

/// Two parallel loops over blocks.
fn expert_loops(xs: &[f64], ys1: &mut [MaybeUninit<f64>], ys2: &mut [MaybeUninit<f64>]) {
    let add = |a: (f64, f64), b: (f64, f64)| (a.0 + b.0, a.1 + b.1);
    let sums = blocks::fold(xs.len(), (0.0, 0.0), |at| block_sums(&xs[at]), add);
    let (ys1, ys2) = (Shared::new(ys1), Shared::new(ys2));
    blocks::each(xs.len(), |at| {
        // SAFETY: blocks are disjoint.
        let (ys1, ys2) = unsafe { (ys1.part(at.clone()), ys2.part(at.clone())) };
        divide(&xs[at], sums, ys1, ys2);
    });
}

fn expert(xs: &[f64]) -> Outputs {
    // SAFETY: every block of both is written.
    unsafe { fresh2(xs.len(), |ys1, ys2| expert_loops(xs, ys1, ys2)) }
}

fn expert_into(xs: &[f64], ys1: &mut [f64], ys2: &mut [f64]) {
    // SAFETY: numbers are written, and nothing else.
    unsafe { expert_loops(xs, into_buffer(ys1), into_buffer(ys2)) }
}
