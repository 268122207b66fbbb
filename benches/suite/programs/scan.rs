//! All prefix sums.

use crate::expert::scans::{self, CHAINS};
use crate::expert::{Chain, fresh, in_order, into_buffer};
use crate::prefixes::{prefixes, rayon_prefixes};
use crate::prelude::*;

pub(crate) const FRESH: Program = Program {
    name: "scan",
    source: "prefix_sums",
    about: "prefix sums; f64",
    sizes: Sizes::UpTo(20_000_000),
    nature: Nature {
        bound: Bound::Chain,
        fused: None,
    },
    race: race_fresh,
};

pub(crate) const INTO: Program = Program {
    name: "scan_into",
    source: "prefix_sums_into",
    about: "the same into an array that is there",
    race: race_into,
    ..FRESH
};

variants! {
    mod fresh_array(loops = 1) = "prefix_sums";
    mod into_array(loops = 1) = "prefix_sums_into";
}

fn race_fresh(setting: &Setting<'_>) -> Outcome {
    let xs = &random::units(1).take(setting.size).collect::<Vec<_>>();
    let mut race = setting.race(|| by_hand(xs)).tolerance(1e-9);
    race.fresh(FUSUS, || fresh_array::fused::prefix_sums(xs));
    race.fresh(SEQUENTIAL, || {
        fresh_array::fused::prefix_sums_sequential(xs)
    });
    race.fresh(UNFUSED, || fresh_array::unfused::prefix_sums(xs));
    race.fresh(STREAM, || fresh_array::stream::prefix_sums(xs));
    race.fresh(LAZY_ITERATORS, || prefixes(xs, 0.0).collect());
    race.fresh(LAZY_RAYON, || rayon_prefixes(xs));
    race.fresh(NDARRAY, || whole_array(xs));
    race.fresh(EXPERT, || expert(xs));
    race.fresh(BY_HAND, || by_hand(xs));
    race.fresh(PLAIN, || {
        let mut ys = vec![0.0; xs.len()];
        plain(xs, &mut ys);
        ys
    });
    race.copy(&passes(xs), Place::Fresh);
    race.run()
}

fn race_into(setting: &Setting<'_>) -> Outcome {
    let xs = &random::units(1).take(setting.size).collect::<Vec<_>>();
    let mut race = setting.race(|| by_hand(xs)).tolerance(1e-9);
    race.into_buffer(FUSUS, |ys| into_array::fused::prefix_sums_into(xs, ys));
    race.into_buffer(SEQUENTIAL, |ys| {
        into_array::fused::prefix_sums_into_sequential(xs, ys)
    });
    race.into_buffer(UNFUSED, |ys| into_array::unfused::prefix_sums_into(xs, ys));
    race.into_buffer(STREAM, |ys| into_array::stream::prefix_sums_into(xs, ys));
    race.into_buffer(EXPERT, |ys| expert_into(xs, ys));
    race.into_buffer(BY_HAND, |ys| by_hand_into(xs, ys));
    race.into_buffer(PLAIN, |ys| plain(xs, ys));
    race.copy(&passes(xs), Place::Provided);
    race.run()
}

fn passes(xs: &[f64]) -> [Pass; 1] {
    [Pass {
        read: bytes(xs),
        written: bytes(xs),
    }]
}

fn whole_array(xs: &[f64]) -> Vec<f64> {
    let mut sums = aview1(xs).to_owned();
    sums.accumulate_axis_inplace(ndarray::Axis(0), |before, x| *x += before);
    sums.into_raw_vec_and_offset().0
}

fn plain(xs: &[f64], ys: &mut [f64]) {
    let mut sum = 0.0;
    for i in 0..xs.len() {
        sum += xs[i];
        ys[i] = sum;
    }
}

fn by_hand(xs: &[f64]) -> Vec<f64> {
    // `push` would take longer than the sum.
    let mut sums = vec![0.0; xs.len()];
    by_hand_into(xs, &mut sums);
    sums
}

fn by_hand_into(xs: &[f64], ys: &mut [f64]) {
    let mut sum = 0.0;
    for (x, y) in xs.iter().zip(ys) {
        sum += x;
        *y = sum;
    }
}

wide! {
    fn totals(xs: &[f64]) -> [f64; CHAINS] {
        scans::totals(xs, 0.0, |x| x, |a, b| a + b)
    }

    fn sums(xs: &[f64], starts: [f64; CHAINS], ys: &mut [MaybeUninit<f64>]) {
        scans::chains(xs, starts, ys, |x| x, |a, b| a + b, |_, sum| sum);
    }
}

fn expert_loop(xs: &[f64], ys: &mut [MaybeUninit<f64>]) {
    let count = xs.len().div_ceil(BLOCK);
    let chain = Chain::new(count, 0.0, |a, b| a + b);
    let ys = Shared::new(ys);
    in_order(
        count,
        || (),
        |block, ()| {
            let at = positions(block, xs.len());
            let xs = &xs[at.clone()];
            let totals = totals(xs);
            let before = chain.pass(block, totals.iter().sum());
            // SAFETY: blocks are disjoint, and each is done once.
            let ys = unsafe { ys.part(at) };
            sums(xs, scans::starts(before, totals, |a, b| a + b), ys);
        },
    );
}

fn expert(xs: &[f64]) -> Vec<f64> {
    // SAFETY: every block is written.
    unsafe { fresh(xs.len(), |ys| expert_loop(xs, ys)) }
}

fn expert_into(xs: &[f64], ys: &mut [f64]) {
    // SAFETY: numbers are written, and nothing else.
    expert_loop(xs, unsafe { into_buffer(ys) });
}
