//! Counts and sums by a key, of few bins, of as many as fit the first-level cache, and of more than
//! the second-level cache holds.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::prelude::*;

const FEW: usize = 64;
const SOME: usize = 4_096;
const MANY: usize = 1_000_000;

pub(crate) const COUNTS_FEW: Program = Program {
    name: "histogram_64",
    source: "histogram",
    about: "how often each of 64 keys occurs; u32",
    sizes: Sizes::UpTo(10_000_000),
    nature: Nature {
        bound: Bound::Arithmetic,
        fused: None,
    },
    race: |setting| race_counts(setting, FEW),
};

pub(crate) const COUNTS_SOME: Program = Program {
    name: "histogram_4096",
    about: "the same with 4,096 keys",
    race: |setting| race_counts(setting, SOME),
    ..COUNTS_FEW
};

pub(crate) const COUNTS_MANY: Program = Program {
    name: "histogram_million",
    about: "the same with 10⁶ keys",
    sizes: Sizes::Only(10_000_000),
    race: |setting| race_counts(setting, MANY),
    ..COUNTS_FEW
};

pub(crate) const SUMS_FEW: Program = Program {
    name: "bin_sums_64",
    source: "bin_sums",
    about: "sums by 64 keys; u32 and f64",
    race: |setting| race_sums(setting, FEW),
    ..COUNTS_FEW
};

pub(crate) const SUMS_SOME: Program = Program {
    name: "bin_sums_4096",
    source: "bin_sums",
    about: "the same with 4,096 keys",
    race: |setting| race_sums(setting, SOME),
    ..COUNTS_FEW
};

pub(crate) const SUMS_MANY: Program = Program {
    name: "bin_sums_million",
    source: "bin_sums",
    about: "the same with 10⁶ keys",
    race: |setting| race_sums(setting, MANY),
    ..COUNTS_MANY
};

variants! {
    mod counts(loops = 2) = "histogram";
    mod sums(loops = 2) = "bin_sums";
}

fn keys(size: usize, bins: usize) -> Vec<u32> {
    random::words(1)
        .map(|word| ((((word >> 32) as usize) * bins) >> 32) as u32)
        .take(size)
        .collect()
}

fn race_counts(setting: &Setting<'_>, bins: usize) -> Outcome {
    let at = &keys(setting.size, bins);
    let mut race = setting.race(|| by_hand(at, bins));
    race.fresh(FUSUS, || counts::fused::histogram(at, bins));
    race.fresh(SEQUENTIAL, || counts::fused::histogram_sequential(at, bins));
    race.fresh(UNFUSED, || counts::unfused::histogram(at, bins));
    race.fresh(STREAM, || counts::stream::histogram(at, bins));
    race.fresh(LAZY_RAYON, || rayon(at.len(), bins, &|j| (at[j], 1u32)));
    race.fresh(EXPERT, || expert(at.len(), bins, &|j| (at[j], 1u32)));
    race.fresh(BY_HAND, || by_hand(at, bins));
    race.fresh(PLAIN, || plain(at, bins));
    let read = bytes(at);
    race.copy(&[Pass { read, written: 0 }], Place::Provided);
    race.run()
}

fn race_sums(setting: &Setting<'_>, bins: usize) -> Outcome {
    let at = &keys(setting.size, bins);
    let values = &random::units(2).take(setting.size).collect::<Vec<_>>();
    let mut race = setting
        .race(|| sums_by_hand(at, values, bins))
        .tolerance(1e-9);
    race.fresh(FUSUS, || sums::fused::bin_sums(at, values, bins));
    race.fresh(SEQUENTIAL, || {
        sums::fused::bin_sums_sequential(at, values, bins)
    });
    race.fresh(UNFUSED, || sums::unfused::bin_sums(at, values, bins));
    race.fresh(STREAM, || sums::stream::bin_sums(at, values, bins));
    let pair = |j: usize| (at[j], values[j]);
    race.fresh(LAZY_RAYON, || rayon(at.len(), bins, &pair));
    race.fresh(EXPERT, || expert(at.len(), bins, &pair));
    race.fresh(BY_HAND, || sums_by_hand(at, values, bins));
    race.fresh(PLAIN, || plain_sums(at, values, bins));
    let read = bytes(at) + bytes(values);
    race.copy(&[Pass { read, written: 0 }], Place::Provided);
    race.run()
}

fn by_hand(at: &[u32], bins: usize) -> Vec<u32> {
    let mut counts = vec![0; bins];
    for &key in at {
        counts[key as usize] += 1;
    }
    counts
}

fn sums_by_hand(at: &[u32], values: &[f64], bins: usize) -> Vec<f64> {
    let mut sums = vec![0.0; bins];
    for (&key, value) in at.iter().zip(values) {
        sums[key as usize] += value;
    }
    sums
}

#[allow(
    clippy::needless_range_loop,
    reason = "the plain loop that it is compared with"
)]
fn plain(at: &[u32], bins: usize) -> Vec<u32> {
    let mut counts = vec![0; bins];
    for i in 0..at.len() {
        counts[at[i] as usize] += 1;
    }
    counts
}

#[allow(
    clippy::needless_range_loop,
    reason = "the plain loop that it is compared with"
)]
fn plain_sums(at: &[u32], values: &[f64], bins: usize) -> Vec<f64> {
    let mut sums = vec![0.0; bins];
    for i in 0..at.len() {
        sums[at[i] as usize] += values[i];
    }
    sums
}

/// A part for each thread, with bins of its own.
fn rayon<T, P>(len: usize, bins: usize, pair: &P) -> Vec<T>
where
    T: Copy + Default + Send + std::ops::AddAssign,
    P: Fn(usize) -> (u32, T) + Sync,
{
    let part = len.div_ceil(rayon::current_num_threads()).max(1);
    let parts = (0..len.div_ceil(part)).into_par_iter().map(|number| {
        let mut own = vec![T::default(); bins];
        for j in number * part..len.min((number + 1) * part) {
            let (key, value) = pair(j);
            own[key as usize] += value;
        }
        own
    });
    let joined = parts.reduce_with(|mut all, own| {
        add(&mut all, &own);
        all
    });
    joined.unwrap_or_else(|| vec![T::default(); bins])
}

fn add<T: Copy + std::ops::AddAssign>(all: &mut [T], own: &[T]) {
    for (sum, own) in all.iter_mut().zip(own) {
        *sum += *own;
    }
}

/// The copies that few bins have: neighbours go to different ones.
const COPIES: usize = 8;

/// Blocks that threads claim, each with bins of its own, of which few have copies.
fn expert<T, P>(len: usize, bins: usize, pair: &P) -> Vec<T>
where
    T: Copy + Default + Send + std::ops::AddAssign,
    P: Fn(usize) -> (u32, T) + Sync,
{
    const CLAIM: usize = 16 * BLOCK;
    let copies = match bins * COPIES * size_of::<T>() <= 16 << 10 {
        true => COPIES,
        false => 1,
    };
    let (next, joined) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    blocks::on_all_threads(len.div_ceil(CLAIM).max(1), || {
        let mut own = vec![T::default(); bins * copies];
        loop {
            let start = next.fetch_add(CLAIM, Ordering::Relaxed);
            if start >= len {
                break;
            }
            let end = len.min(start + CLAIM);
            match copies {
                COPIES => copied(&mut own, bins, start..end, pair),
                _ => {
                    for j in start..end {
                        let (key, value) = pair(j);
                        own[key as usize] += value;
                    }
                }
            }
        }
        let (first, others) = own.split_at_mut(bins);
        for copy in others.chunks_exact(bins.max(1)) {
            add(first, copy);
        }
        own.truncate(bins);
        let mut joined = joined.lock().expect("no thread panics");
        match joined.is_empty() {
            true => *joined = own,
            false => add(&mut joined, &own),
        }
    });
    joined.into_inner().expect("no thread panics")
}

/// Groups of neighbours, each into a copy of its own.
fn copied<T, P>(own: &mut [T], bins: usize, at: std::ops::Range<usize>, pair: &P)
where
    T: Copy + std::ops::AddAssign,
    P: Fn(usize) -> (u32, T),
{
    let mut j = at.start;
    while j + COPIES <= at.end {
        for copy in 0..COPIES {
            let (key, value) = pair(j + copy);
            let key = key as usize;
            assert!(key < bins);
            own[copy * bins + key] += value;
        }
        j += COPIES;
    }
    for j in j..at.end {
        let (key, value) = pair(j);
        own[key as usize] += value;
    }
}
