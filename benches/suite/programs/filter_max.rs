//! A map, the greatest element of its result, and what a filter keeps of it.

use crate::expert::pack_beside;
use crate::prelude::*;

pub(crate) const PROGRAM: Program = Program {
    name: "filter_max",
    source: "filter_max",
    about: "a map, its greatest element, and a filter of it; i32",
    sizes: Sizes::UpTo(80_000_000),
    nature: Nature {
        bound: Bound::Chain,
        fused: None,
    },
    race,
};

variants! {
    mod program(loops = 1) = "filter_max";
}

/// Whole numbers from −1000 to 999.
fn input(size: usize) -> Vec<i32> {
    random::words(1)
        .map(|word| (word % 2000) as i32 - 1000)
        .take(size)
        .collect()
}

fn race(setting: &Setting<'_>) -> Outcome {
    let xs = &input(setting.size);
    let mut race = setting.race(|| by_hand(xs));
    race.fresh(FUSUS, || program::fused::filter_max(xs));
    race.fresh(SEQUENTIAL, || program::fused::filter_max_sequential(xs));
    race.fresh(UNFUSED, || program::unfused::filter_max(xs));
    race.fresh(STREAM, || program::stream::filter_max(xs));
    race.fresh(ITERATORS_BY_STEP, || iterators_by_step(xs));
    race.fresh(LAZY_ITERATORS, || lazy_iterators(xs));
    race.fresh(RAYON_BY_STEP, || rayon_by_step(xs));
    race.fresh(LAZY_RAYON, || lazy_rayon(xs));
    race.fresh(NDARRAY, || whole_arrays(xs));
    race.fresh(EXPERT, || expert(xs));
    race.fresh(BY_HAND, || by_hand(xs));
    race.fresh(PLAIN, || plain(xs));
    let written = xs.iter().filter(|x| **x >= 0).count() * size_of::<i32>();
    let read = bytes(xs);
    race.copy(&[Pass { read, written }], Place::Fresh);
    race.run()
}

fn iterators_by_step(xs: &[i32]) -> (i32, Vec<i32>) {
    let incs: Vec<i32> = xs.iter().map(|x| x + 1).collect();
    let most = incs.iter().copied().fold(i32::MIN, i32::max);
    let kept = incs.iter().copied().filter(|x| *x > 0).collect();
    (most, kept)
}

fn lazy_iterators(xs: &[i32]) -> (i32, Vec<i32>) {
    let incs = xs.iter().map(|x| x + 1);
    let most = incs.clone().fold(i32::MIN, i32::max);
    let kept = incs.filter(|x| *x > 0).collect();
    (most, kept)
}

fn lazy_rayon(xs: &[i32]) -> (i32, Vec<i32>) {
    let incs = xs.par_iter().map(|x| x + 1);
    let most = incs.clone().reduce(|| i32::MIN, i32::max);
    let kept = incs.filter(|x| *x > 0).collect();
    (most, kept)
}

fn rayon_by_step(xs: &[i32]) -> (i32, Vec<i32>) {
    let incs: Vec<i32> = xs.par_iter().map(|x| x + 1).collect();
    let most = incs.par_iter().copied().reduce(|| i32::MIN, i32::max);
    let kept = incs.par_iter().copied().filter(|x| *x > 0).collect();
    (most, kept)
}

fn whole_arrays(xs: &[i32]) -> (i32, Vec<i32>) {
    let incs = &aview1(xs) + 1;
    let most = incs.fold(i32::MIN, |a, b| a.max(*b));
    let kept = Array1::from_iter(incs.into_iter().filter(|x| *x > 0));
    (most, kept.into_raw_vec_and_offset().0)
}

#[allow(
    clippy::needless_range_loop,
    reason = "the plain loop that it is compared with"
)]
fn plain(xs: &[i32]) -> (i32, Vec<i32>) {
    let (mut most, mut kept) = (i32::MIN, Vec::new());
    for i in 0..xs.len() {
        let inc = xs[i] + 1;
        most = most.max(inc);
        if inc > 0 {
            kept.push(inc);
        }
    }
    (most, kept)
}

fn by_hand(xs: &[i32]) -> (i32, Vec<i32>) {
    let (mut most, mut kept) = (i32::MIN, Vec::with_capacity(xs.len()));
    for x in xs {
        let inc = x + 1;
        most = most.max(inc);
        if inc > 0 {
            kept.push(inc);
        }
    }
    (most, kept)
}

wide! {
    fn greatest(xs: &[i32]) -> i32 {
        xs.iter().fold(i32::MIN, |most, x| most.max(*x))
    }
}

fn expert(xs: &[i32]) -> (i32, Vec<i32>) {
    // The increment is left to the end where only the order of elements counts.
    let (kept, most) = pack_beside(xs, |x| (x + 1, x >= 0), i32::MIN, greatest, i32::max);
    (if xs.is_empty() { most } else { most + 1 }, kept)
}
