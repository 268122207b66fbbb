//! The radix sort of Spiegelhauer and Sprent, *Implementing Map-Scan Fusion in the Futhark
//! Compiler* (2016), listing 15: one bit a pass. Theirs counts the keys with the bit and those
//! without it in two scans; of the keys before one, those that the first has not counted are the
//! others.

use crate::expert::{fresh, into_buffer};
use crate::prefixes::{prefixes, rayon_prefixes};
use crate::prelude::*;

pub(crate) const STEP: Program = Program {
    name: "radix_step",
    source: "radix_step",
    about: "one pass of a radix sort, by one bit; u32",
    sizes: Sizes::UpTo(40_000_000),
    nature: Nature {
        bound: Bound::Chain,
        fused: None,
    },
    race: race_step,
};

pub(crate) const STEP_INTO: Program = Program {
    name: "radix_step_into",
    source: "radix_step_into",
    about: "the same into an array that is there",
    race: race_step_into,
    ..STEP
};

pub(crate) const WHOLE: Program = Program {
    name: "radix_sort",
    source: "radix_step",
    about: "all 32 passes, between two arrays; u32",
    nature: Nature {
        bound: Bound::Chain,
        fused: Some(1.32),
    },
    race: race_whole,
    ..STEP
};

variants! {
    mod fresh_array(loops = 2) = "radix_step";
    mod into_array(loops = 2) = "radix_step_into";
}

/// The bit that a single pass sorts by.
const BIT: u32 = 7;

fn input(size: usize) -> Vec<u32> {
    random::words(1)
        .map(|word| (word >> 32) as u32)
        .take(size)
        .collect()
}

/// The input is read for the offset, and again to be moved.
fn passes(xs: &[u32]) -> [Pass; 2] {
    let array = bytes(xs);
    [
        Pass {
            read: array,
            written: 0,
        },
        Pass {
            read: array,
            written: array,
        },
    ]
}

fn race_step(setting: &Setting<'_>) -> Outcome {
    let xs = &input(setting.size);
    let mut race = setting.race(|| filled(xs, by_hand));
    race.fresh(FUSUS, || fresh_array::fused::radix_step(xs, BIT));
    race.fresh(SEQUENTIAL, || {
        fresh_array::fused::radix_step_sequential(xs, BIT)
    });
    race.fresh(UNFUSED, || fresh_array::unfused::radix_step(xs, BIT));
    race.fresh(STREAM, || fresh_array::stream::radix_step(xs, BIT));
    race.fresh(ITERATORS_BY_STEP, || iterators_by_step(xs, BIT));
    race.fresh(LAZY_ITERATORS, || lazy_iterators(xs, BIT));
    race.fresh(RAYON_BY_STEP, || rayon_by_step(xs, BIT));
    race.fresh(LAZY_RAYON, || lazy_rayon(xs, BIT));
    race.fresh(NDARRAY, || whole_arrays(xs, BIT));
    race.fresh(EXPERT, || filled(xs, expert));
    race.fresh(BY_HAND, || filled(xs, by_hand));
    race.fresh(PLAIN, || {
        let mut ys = vec![0; xs.len()];
        plain(xs, BIT, &mut ys);
        ys
    });
    race.copy(&passes(xs), Place::Fresh);
    race.run()
}

fn race_step_into(setting: &Setting<'_>) -> Outcome {
    let xs = &input(setting.size);
    let mut race = setting.race(|| filled(xs, by_hand));
    race.into_buffer(FUSUS, |ys| into_array::fused::radix_step_into(xs, BIT, ys));
    race.into_buffer(SEQUENTIAL, |ys| {
        into_array::fused::radix_step_into_sequential(xs, BIT, ys)
    });
    race.into_buffer(UNFUSED, |ys| {
        into_array::unfused::radix_step_into(xs, BIT, ys)
    });
    race.into_buffer(STREAM, |ys| {
        into_array::stream::radix_step_into(xs, BIT, ys)
    });
    race.into_buffer(EXPERT, |ys| moved(xs, BIT, ys, expert));
    race.into_buffer(BY_HAND, |ys| moved(xs, BIT, ys, by_hand));
    race.into_buffer(PLAIN, |ys| plain(xs, BIT, ys));
    race.copy(&passes(xs), Place::Provided);
    race.run()
}

/// Between two arrays, without a copy. The columns of iterators take too long beyond the caches.
fn race_whole(setting: &Setting<'_>) -> Outcome {
    const LONG: usize = 10_000_000;
    let xs = &input(setting.size);
    let sorted = || {
        let mut sorted = xs.clone();
        sorted.sort_unstable();
        sorted
    };
    // Provided as well, and touched before: it is no memory that the sort takes.
    let scratch = &std::cell::RefCell::new(xs.clone());
    let mut race = setting.race(sorted);
    let mut add = |name, step: fn(&[u32], u32, &mut [u32])| {
        race.into_buffer(name, move |ys| {
            sort(xs, ys, &mut scratch.borrow_mut(), step)
        });
    };
    add(FUSUS, into_array::fused::radix_step_into);
    add(SEQUENTIAL, into_array::fused::radix_step_into_sequential);
    add(UNFUSED, into_array::unfused::radix_step_into);
    add(STREAM, into_array::stream::radix_step_into);
    add(EXPERT, |xs, bit, ys| moved(xs, bit, ys, expert));
    if xs.len() < LONG {
        add(BY_HAND, |xs, bit, ys| moved(xs, bit, ys, by_hand));
        add(PLAIN, plain);
        race.fresh(ITERATORS_BY_STEP, || fresh_sort(xs, iterators_by_step));
        race.fresh(LAZY_ITERATORS, || fresh_sort(xs, lazy_iterators));
        race.fresh(RAYON_BY_STEP, || fresh_sort(xs, rayon_by_step));
        race.fresh(LAZY_RAYON, || fresh_sort(xs, lazy_rayon));
        race.fresh(NDARRAY, || fresh_sort(xs, whole_arrays));
    }
    race.run()
}

/// The sorted keys in `ys`, by a pass for each bit from one array to the other.
fn sort(xs: &[u32], ys: &mut [u32], scratch: &mut [u32], step: fn(&[u32], u32, &mut [u32])) {
    step(xs, 0, scratch);
    for bit in (1..31).step_by(2) {
        step(scratch, bit, ys);
        step(ys, bit + 1, scratch);
    }
    step(scratch, 31, ys);
}

fn fresh_sort(xs: &[u32], step: fn(&[u32], u32) -> Vec<u32>) -> Vec<u32> {
    (1..32).fold(step(xs, 0), |xs, bit| step(&xs, bit))
}

/// The target of a key at `i`, with or without the bit, that has `ones` keys with the bit before
/// it.
fn place(zeros: usize, i: usize, bit: u32, ones: u32) -> usize {
    match bit {
        1 => zeros + ones as usize,
        _ => i - ones as usize,
    }
}

/// The keys without the bit, then those with it.
fn lazy_iterators(xs: &[u32], bit: u32) -> Vec<u32> {
    let zeros = xs.iter().copied().filter(|x| x >> bit & 1 == 0);
    let ones = xs.iter().copied().filter(|x| x >> bit & 1 == 1);
    zeros.chain(ones).collect()
}

fn lazy_rayon(xs: &[u32], bit: u32) -> Vec<u32> {
    let zeros = xs.par_iter().copied().filter(|x| x >> bit & 1 == 0);
    let ones = xs.par_iter().copied().filter(|x| x >> bit & 1 == 1);
    zeros.chain(ones).collect()
}

fn iterators_by_step(xs: &[u32], bit: u32) -> Vec<u32> {
    let bits: Vec<u32> = xs.iter().map(|x| x >> bit & 1).collect();
    let until: Vec<u32> = prefixes(&bits, 0).collect();
    let zeros = xs.len() - bits.iter().sum::<u32>() as usize;
    let counts = bits.iter().zip(&until).enumerate();
    let places: Vec<usize> = counts
        .map(|(i, (bit, until))| place(zeros, i, *bit, until - bit))
        .collect();
    let mut ys = vec![0; xs.len()];
    for (place, x) in places.iter().zip(xs) {
        ys[*place] = *x;
    }
    ys
}

/// rayon has neither scans nor scatters: blocks for the ones, one thread for the others.
fn rayon_by_step(xs: &[u32], bit: u32) -> Vec<u32> {
    let bits: Vec<u32> = xs.par_iter().map(|x| x >> bit & 1).collect();
    let until = rayon_prefixes(&bits);
    let zeros = xs.len() - bits.par_iter().sum::<u32>() as usize;
    let counts = bits.par_iter().zip(&until).enumerate();
    let places: Vec<usize> = counts
        .map(|(i, (bit, until))| place(zeros, i, *bit, until - bit))
        .collect();
    let mut ys = vec![0; xs.len()];
    for (place, x) in places.iter().zip(xs) {
        ys[*place] = *x;
    }
    ys
}

fn whole_arrays(xs: &[u32], bit: u32) -> Vec<u32> {
    let bits = aview1(xs).mapv(|x| x >> bit & 1);
    let mut until = bits.clone();
    until.accumulate_axis_inplace(ndarray::Axis(0), |before, x| *x += before);
    let zeros = xs.len() - bits.sum() as usize;
    let places = Array1::from_iter(
        bits.iter()
            .zip(&until)
            .enumerate()
            .map(|(i, (bit, until))| place(zeros, i, *bit, until - bit)),
    );
    let mut ys = Array1::zeros(xs.len());
    for (place, x) in places.iter().zip(xs) {
        ys[*place] = *x;
    }
    ys.into_raw_vec_and_offset().0
}

/// A way to write all keys, sorted by one bit.
type Moving = fn(&[u32], u32, &mut [MaybeUninit<u32>]);

fn filled(xs: &[u32], variant: Moving) -> Vec<u32> {
    // SAFETY: all variants of this file write all keys.
    unsafe { fresh(xs.len(), |ys| variant(xs, BIT, ys)) }
}

fn moved(xs: &[u32], bit: u32, ys: &mut [u32], variant: Moving) {
    // SAFETY: all variants of this file write keys.
    variant(xs, bit, unsafe { into_buffer(ys) });
}

#[allow(
    clippy::needless_range_loop,
    reason = "the plain loop that it is compared with"
)]
fn plain(xs: &[u32], bit: u32, ys: &mut [u32]) {
    let mut zeros = 0;
    for i in 0..xs.len() {
        if xs[i] >> bit & 1 == 0 {
            zeros += 1;
        }
    }
    let (mut zero, mut one) = (0, zeros);
    for i in 0..xs.len() {
        if xs[i] >> bit & 1 == 0 {
            ys[zero] = xs[i];
            zero += 1;
        } else {
            ys[one] = xs[i];
            one += 1;
        }
    }
}

fn by_hand(xs: &[u32], bit: u32, ys: &mut [MaybeUninit<u32>]) {
    let zeros = xs.iter().filter(|x| *x >> bit & 1 == 0).count();
    let (mut zero, mut one) = (0, zeros);
    for x in xs {
        let place = if x >> bit & 1 == 0 {
            &mut zero
        } else {
            &mut one
        };
        ys[*place].write(*x);
        *place += 1;
    }
}

wide! {
    fn ones_of(xs: &[u32], bit: u32) -> usize {
        xs.iter().map(|x| x >> bit & 1).sum::<u32>() as usize
    }

    /// Puts the keys where those with and without the bit belong, one store each and no branch.
    fn distribute(xs: &[u32], bit: u32, zeros: &mut [MaybeUninit<u32>], ones: &mut [MaybeUninit<u32>]) {
        let mut one = 0;
        let (zeros, ones) = (zeros.as_mut_ptr(), ones.as_mut_ptr());
        for (index, x) in xs.iter().enumerate() {
            let is_one = (x >> bit & 1) as usize;
            let (start, at) = if is_one == 1 { (ones, one) } else { (zeros, index - one) };
            // SAFETY: the caller has counted both.
            unsafe { start.add(at).write(MaybeUninit::new(*x)) };
            one += is_one;
        }
    }
}

/// Counts in a first loop, so that every block of the second one knows its places.
fn expert(xs: &[u32], bit: u32, ys: &mut [MaybeUninit<u32>]) {
    let count = xs.len().div_ceil(BLOCK);
    let mut ones = vec![0; count];
    let counts = Shared::new(&mut ones);
    blocks::each_number(count, |block| {
        // SAFETY: one element for each block.
        let ones = unsafe { counts.part(block..block + 1) };
        ones[0] = ones_of(&xs[positions(block, xs.len())], bit);
    });
    let mut before = 0;
    for ones in &mut ones {
        before += std::mem::replace(ones, before);
    }
    let (zeros, ones) = (xs.len() - before, &ones);
    let ys = Shared::new(ys);
    blocks::each_number(count, |block| {
        let at = positions(block, xs.len());
        let ones_until = |block: usize| ones.get(block).copied().unwrap_or(before);
        let (one, one_end) = (ones_until(block), ones_until(block + 1));
        let (zero, zero_end) = (at.start - one, at.end - one_end);
        // SAFETY: the places of each block's keys with the bit and of those without it are its own.
        let (zeros, ones) = unsafe {
            (
                ys.part(zero..zero_end),
                ys.part(zeros + one..zeros + one_end),
            )
        };
        distribute(&xs[at], bit, zeros, ones);
    });
}
