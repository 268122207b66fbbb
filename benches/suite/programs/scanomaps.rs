//! Scans of maps: listings 13 and 14 of Spiegelhauer and Sprent, *Implementing Map-Scan Fusion in
//! the Futhark Compiler* (2016).

use crate::expert::scans::{self, CHAINS};
use crate::expert::{Chain, fresh, in_order, into_buffer};
use crate::prefixes::{prefixes, rayon_prefixes};
use crate::prelude::*;

pub(crate) const SIMPLE: Program = Program {
    name: "simple_scanomap",
    source: "simple_scanomap",
    about: "a map and a scan; i32",
    sizes: Sizes::UpTo(50_000_000),
    nature: Nature {
        bound: Bound::Chain,
        fused: Some(1.35),
    },
    race: race_simple,
};

pub(crate) const SIMPLE_INTO: Program = Program {
    name: "simple_scanomap_into",
    source: "simple_scanomap_into",
    about: "the same into an array that is there",
    race: race_simple_into,
    ..SIMPLE
};

pub(crate) const TWO: Program = Program {
    name: "two_scanomaps",
    source: "two_scanomaps",
    about: "two maps, two scans, and the sum of the scans; i32",
    nature: Nature {
        bound: Bound::Chain,
        fused: Some(1.56),
    },
    race: race_two,
    ..SIMPLE
};

pub(crate) const TWO_INTO: Program = Program {
    name: "two_scanomaps_into",
    source: "two_scanomaps_into",
    about: "the same into an array that is there",
    race: race_two_into,
    ..TWO
};

variants! {
    mod fresh_simple(loops = 1) = "simple_scanomap";
    mod into_simple(loops = 1) = "simple_scanomap_into";
    mod fresh_two(loops = 1) = "two_scanomaps";
    mod into_two(loops = 1) = "two_scanomaps_into";
}

/// So small that the sums of all fit.
fn input(size: usize) -> Vec<i32> {
    random::words(1)
        .map(|word| (word % 21) as i32 - 10)
        .take(size)
        .collect()
}

fn passes(xs: &[i32]) -> [Pass; 1] {
    [Pass {
        read: bytes(xs),
        written: bytes(xs),
    }]
}

fn race_simple(setting: &Setting<'_>) -> Outcome {
    let xs = &input(setting.size);
    let mut race = setting.race(|| filled(xs, simple_by_hand));
    race.fresh(FUSUS, || fresh_simple::fused::simple_scanomap(xs));
    race.fresh(SEQUENTIAL, || {
        fresh_simple::fused::simple_scanomap_sequential(xs)
    });
    race.fresh(UNFUSED, || fresh_simple::unfused::simple_scanomap(xs));
    race.fresh(STREAM, || fresh_simple::stream::simple_scanomap(xs));
    race.fresh(ITERATORS_BY_STEP, || {
        let a: Vec<i32> = xs.iter().map(|x| x + 10).collect();
        prefixes(&a, 0).collect()
    });
    race.fresh(RAYON_BY_STEP, || {
        let a: Vec<i32> = xs.par_iter().map(|x| x + 10).collect();
        rayon_prefixes(&a)
    });
    race.fresh(LAZY_ITERATORS, || {
        let sums = xs.iter().scan(0, |sum, x| {
            *sum += x + 10;
            Some(*sum)
        });
        sums.collect()
    });
    race.fresh(NDARRAY, || {
        whole_prefixes(&aview1(xs) + 10).into_raw_vec_and_offset().0
    });
    race.fresh(EXPERT, || filled(xs, simple_expert));
    race.fresh(BY_HAND, || filled(xs, simple_by_hand));
    race.fresh(PLAIN, || {
        let mut ys = vec![0; xs.len()];
        simple_plain(xs, &mut ys);
        ys
    });
    race.copy(&passes(xs), Place::Fresh);
    race.run()
}

fn race_simple_into(setting: &Setting<'_>) -> Outcome {
    let xs = &input(setting.size);
    let mut race = setting.race(|| filled(xs, simple_by_hand));
    race.into_buffer(FUSUS, |ys| into_simple::fused::simple_scanomap_into(xs, ys));
    race.into_buffer(SEQUENTIAL, |ys| {
        into_simple::fused::simple_scanomap_into_sequential(xs, ys)
    });
    race.into_buffer(UNFUSED, |ys| {
        into_simple::unfused::simple_scanomap_into(xs, ys)
    });
    race.into_buffer(STREAM, |ys| {
        into_simple::stream::simple_scanomap_into(xs, ys)
    });
    race.into_buffer(EXPERT, |ys| fill(xs, ys, simple_expert));
    race.into_buffer(BY_HAND, |ys| fill(xs, ys, simple_by_hand));
    race.into_buffer(PLAIN, |ys| simple_plain(xs, ys));
    race.copy(&passes(xs), Place::Provided);
    race.run()
}

fn race_two(setting: &Setting<'_>) -> Outcome {
    let xs = &input(setting.size);
    let mut race = setting.race(|| filled(xs, two_by_hand));
    race.fresh(FUSUS, || fresh_two::fused::two_scanomaps(xs));
    race.fresh(SEQUENTIAL, || {
        fresh_two::fused::two_scanomaps_sequential(xs)
    });
    race.fresh(UNFUSED, || fresh_two::unfused::two_scanomaps(xs));
    race.fresh(STREAM, || fresh_two::stream::two_scanomaps(xs));
    race.fresh(ITERATORS_BY_STEP, || {
        let a: Vec<i32> = xs.iter().map(|x| x + 10).collect();
        let b1: Vec<i32> = prefixes(&a, 0).collect();
        let a2: Vec<i32> = a.iter().map(|x| x + 1).collect();
        let b2: Vec<i32> = prefixes(&a2, 0).collect();
        b1.iter().zip(&b2).map(|(x, y)| x + y).collect()
    });
    race.fresh(RAYON_BY_STEP, || {
        let a: Vec<i32> = xs.par_iter().map(|x| x + 10).collect();
        let b1 = rayon_prefixes(&a);
        let a2: Vec<i32> = a.par_iter().map(|x| x + 1).collect();
        let b2 = rayon_prefixes(&a2);
        b1.par_iter().zip(&b2).map(|(x, y)| x + y).collect()
    });
    race.fresh(LAZY_ITERATORS, || {
        let sums = xs.iter().scan((0, 0), |sums, x| {
            *sums = both(*sums, (x + 10, x + 11));
            Some(sums.0 + sums.1)
        });
        sums.collect()
    });
    race.fresh(NDARRAY, || {
        let a = &aview1(xs) + 10;
        let a2 = &a + 1;
        let sums = whole_prefixes(a) + whole_prefixes(a2);
        sums.into_raw_vec_and_offset().0
    });
    race.fresh(EXPERT, || filled(xs, two_expert));
    race.fresh(BY_HAND, || filled(xs, two_by_hand));
    race.fresh(PLAIN, || {
        let mut ys = vec![0; xs.len()];
        two_plain(xs, &mut ys);
        ys
    });
    race.copy(&passes(xs), Place::Fresh);
    race.run()
}

fn race_two_into(setting: &Setting<'_>) -> Outcome {
    let xs = &input(setting.size);
    let mut race = setting.race(|| filled(xs, two_by_hand));
    race.into_buffer(FUSUS, |ys| into_two::fused::two_scanomaps_into(xs, ys));
    race.into_buffer(SEQUENTIAL, |ys| {
        into_two::fused::two_scanomaps_into_sequential(xs, ys)
    });
    race.into_buffer(UNFUSED, |ys| into_two::unfused::two_scanomaps_into(xs, ys));
    race.into_buffer(STREAM, |ys| into_two::stream::two_scanomaps_into(xs, ys));
    race.into_buffer(EXPERT, |ys| fill(xs, ys, two_expert));
    race.into_buffer(BY_HAND, |ys| fill(xs, ys, two_by_hand));
    race.into_buffer(PLAIN, |ys| two_plain(xs, ys));
    race.copy(&passes(xs), Place::Provided);
    race.run()
}

/// A way to write one number for each of the input, all of them.
type Filling = fn(&[i32], &mut [MaybeUninit<i32>]);

/// A fresh array, filled that way.
fn filled(xs: &[i32], variant: Filling) -> Vec<i32> {
    // SAFETY: all variants of this file write all numbers.
    unsafe { fresh(xs.len(), |ys| variant(xs, ys)) }
}

/// An array that is there, filled that way.
fn fill(xs: &[i32], ys: &mut [i32], variant: Filling) {
    // SAFETY: all variants of this file write numbers.
    variant(xs, unsafe { into_buffer(ys) });
}

fn whole_prefixes(mut xs: Array1<i32>) -> Array1<i32> {
    xs.accumulate_axis_inplace(ndarray::Axis(0), |before, x| *x += before);
    xs
}

fn simple_plain(xs: &[i32], ys: &mut [i32]) {
    let mut sum = 0;
    for i in 0..xs.len() {
        sum += xs[i] + 10;
        ys[i] = sum;
    }
}

fn two_plain(xs: &[i32], ys: &mut [i32]) {
    let (mut sum1, mut sum2) = (0, 0);
    for i in 0..xs.len() {
        sum1 += xs[i] + 10;
        sum2 += xs[i] + 11;
        ys[i] = sum1 + sum2;
    }
}

fn simple_by_hand(xs: &[i32], ys: &mut [MaybeUninit<i32>]) {
    let mut sum = 0;
    for (x, y) in xs.iter().zip(ys) {
        sum += x + 10;
        y.write(sum);
    }
}

fn two_by_hand(xs: &[i32], ys: &mut [MaybeUninit<i32>]) {
    let (mut sum1, mut sum2) = (0, 0);
    for (x, y) in xs.iter().zip(ys) {
        sum1 += x + 10;
        sum2 += x + 11;
        y.write(sum1 + sum2);
    }
}

wide! {
    fn simple_totals(xs: &[i32]) -> [i32; CHAINS] {
        scans::totals(xs, 0, |x| x + 10, |a, b| a + b)
    }

    fn simple_sums(xs: &[i32], starts: [i32; CHAINS], ys: &mut [MaybeUninit<i32>]) {
        scans::chains(xs, starts, ys, |x| x + 10, |a, b| a + b, |_, sum| sum);
    }

    fn two_totals(xs: &[i32]) -> [(i32, i32); CHAINS] {
        scans::totals(xs, (0, 0), |x| (x + 10, x + 11), both)
    }

    fn two_sums(xs: &[i32], starts: [(i32, i32); CHAINS], ys: &mut [MaybeUninit<i32>]) {
        scans::chains(xs, starts, ys, |x| (x + 10, x + 11), both, |_, sums| sums.0 + sums.1);
    }
}

#[inline(always)]
fn both(a: (i32, i32), b: (i32, i32)) -> (i32, i32) {
    (a.0 + b.0, a.1 + b.1)
}

fn simple_expert(xs: &[i32], ys: &mut [MaybeUninit<i32>]) {
    let count = xs.len().div_ceil(BLOCK);
    let chain = Chain::new(count, 0, |a, b| a + b);
    let ys = Shared::new(ys);
    in_order(
        count,
        || (),
        |block, ()| {
            let at = positions(block, xs.len());
            let totals = simple_totals(&xs[at.clone()]);
            let before = chain.pass(block, totals.iter().sum());
            let starts = scans::starts(before, totals, |a, b| a + b);
            // SAFETY: blocks are disjoint, and each is done once.
            simple_sums(&xs[at.clone()], starts, unsafe { ys.part(at) });
        },
    );
}

fn two_expert(xs: &[i32], ys: &mut [MaybeUninit<i32>]) {
    let count = xs.len().div_ceil(BLOCK);
    let chain = Chain::new(count, (0, 0), both);
    let ys = Shared::new(ys);
    in_order(
        count,
        || (),
        |block, ()| {
            let at = positions(block, xs.len());
            let totals = two_totals(&xs[at.clone()]);
            let before = chain.pass(block, totals.into_iter().fold((0, 0), both));
            let starts = scans::starts(before, totals, both);
            // SAFETY: blocks are disjoint, and each is done once.
            two_sums(&xs[at.clone()], starts, unsafe { ys.part(at) });
        },
    );
}
