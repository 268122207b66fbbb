//! Sums of runs of equal keys, and running sums of segments.

use crate::expert::{Chain, fresh, fresh2_part, in_order};
use crate::prelude::*;

pub(crate) const SHORTEST: Program = Program {
    name: "group_sums_1",
    about: "sums of runs of 1 equal key; u32 and f64",
    race: |setting| race(setting, 1),
    ..SHORT
};

pub(crate) const SHORT: Program = Program {
    name: "group_sums_10",
    source: "group_sums",
    about: "sums of runs of some 10 equal keys; u32 and f64",
    sizes: Sizes::UpTo(10_000_000),
    nature: Nature {
        bound: Bound::Chain,
        fused: None,
    },
    race: |setting| race(setting, 10),
};

pub(crate) const LONG: Program = Program {
    name: "group_sums_1000",
    about: "sums of runs of some 1000 equal keys; u32 and f64",
    race: |setting| race(setting, 1000),
    ..SHORT
};

pub(crate) const RUNNING: Program = Program {
    name: "running_sums",
    source: "running_sums",
    about: "prefix sums that begin anew at some 10 elements; f64",
    race: race_running,
    ..SHORT
};

variants! {
    mod groups(loops = 1) = "group_sums";
    mod running(loops = 1) = "running_sums";
}

/// Keys in runs of this length on average.
fn keys(size: usize, run: u64) -> Vec<u32> {
    let changes = random::words(2).map(|word| u32::from((word >> 20).is_multiple_of(run)));
    let keys = changes.scan(0, |key, change| {
        *key += change;
        Some(*key)
    });
    keys.take(size).collect()
}

fn race(setting: &Setting<'_>, run: u64) -> Outcome {
    let keys = &keys(setting.size, run);
    let xs = &random::units(1).take(setting.size).collect::<Vec<_>>();
    let mut race = setting.race(|| by_hand(keys, xs)).tolerance(1e-9);
    race.fresh(FUSUS, || groups::fused::group_sums(keys, xs));
    race.fresh(SEQUENTIAL, || {
        groups::fused::group_sums_sequential(keys, xs)
    });
    race.fresh(UNFUSED, || groups::unfused::group_sums(keys, xs));
    race.fresh(STREAM, || groups::stream::group_sums(keys, xs));
    race.fresh(LAZY_ITERATORS, || lazy_iterators(keys, xs));
    race.fresh(LAZY_RAYON, || lazy_rayon(keys, xs));
    race.fresh(EXPERT, || expert(keys, xs));
    race.fresh(BY_HAND, || by_hand(keys, xs));
    race.fresh(PLAIN, || plain(keys, xs));
    let read = bytes(keys) + bytes(xs);
    let written = keys.chunk_by(PartialEq::eq).count() * 12;
    race.copy(&[Pass { read, written }], Place::Fresh);
    race.run()
}

fn lazy_iterators(keys: &[u32], xs: &[f64]) -> (Vec<u32>, Vec<f64>) {
    let mut rest = xs;
    let runs = keys.chunk_by(PartialEq::eq).map(|run| {
        let (own, others) = rest.split_at(run.len());
        rest = others;
        (run[0], own.iter().sum::<f64>())
    });
    runs.unzip()
}

fn lazy_rayon(keys: &[u32], xs: &[f64]) -> (Vec<u32>, Vec<f64>) {
    let runs = keys.par_chunk_by(PartialEq::eq).map(|run| {
        let start = (run.as_ptr() as usize - keys.as_ptr() as usize) / size_of::<u32>();
        (run[0], xs[start..][..run.len()].iter().sum::<f64>())
    });
    runs.unzip()
}

#[allow(
    clippy::needless_range_loop,
    reason = "the plain loop that it is compared with"
)]
fn plain(keys: &[u32], xs: &[f64]) -> (Vec<u32>, Vec<f64>) {
    let (mut groups, mut sums) = (Vec::new(), Vec::new());
    let mut sum = 0.0;
    for i in 0..keys.len() {
        sum += xs[i];
        if i + 1 == keys.len() || keys[i + 1] != keys[i] {
            groups.push(keys[i]);
            sums.push(sum);
            sum = 0.0;
        }
    }
    (groups, sums)
}

fn by_hand(keys: &[u32], xs: &[f64]) -> (Vec<u32>, Vec<f64>) {
    let (mut groups, mut sums) = (
        Vec::with_capacity(keys.len()),
        Vec::with_capacity(keys.len()),
    );
    let (Some(&first), Some(&x)) = (keys.first(), xs.first()) else {
        return (groups, sums);
    };
    let (mut key, mut sum) = (first, x);
    for (&k, &x) in keys[1..].iter().zip(&xs[1..]) {
        if k == key {
            sum += x;
        } else {
            groups.push(key);
            sums.push(sum);
            (key, sum) = (k, x);
        }
    }
    groups.push(key);
    sums.push(sum);
    (groups, sums)
}

/// The summary of a range of elements: the number of runs that begin in it, and the sum of its last
/// run, of which the range has the beginning if any run begins in it.
type Part = (usize, f64);

fn add(a: Part, b: Part) -> Part {
    (a.0 + b.0, if b.0 > 0 { b.1 } else { a.1 + b.1 })
}

/// The parts of runs in a range of elements, without a branch: each element writes the sum of its
/// run so far, and where it is the last one of the run that stays. A run that began to the left of
/// the range has a place, too, which is empty if there is none.
fn block_sums(
    keys: &[u32],
    xs: &[f64],
    before: Option<u32>,
    groups: &mut [MaybeUninit<u32>],
    sums: &mut [MaybeUninit<f64>],
) -> Part {
    let (mut begun, mut sum) = (0, 0.0);
    let mut last = before.unwrap_or(!keys[0]);
    for (&key, &x) in keys.iter().zip(xs) {
        let is_head = key != last;
        begun += usize::from(is_head);
        sum = if is_head { x } else { sum + x };
        // SAFETY: there are as many places as elements, and one more.
        unsafe {
            groups.get_unchecked_mut(begun).write(key);
            sums.get_unchecked_mut(begun).write(sum);
        }
        last = key;
    }
    (begun, sum)
}

/// One pass: a block adds up its own runs, and then only its first one waits for the block before
/// it. A run is written by the block in which it ends.
fn expert(keys: &[u32], xs: &[f64]) -> (Vec<u32>, Vec<f64>) {
    let count = keys.len().div_ceil(BLOCK);
    let chain = Chain::new(count, (0, 0.0), add);
    let all = |groups: &mut [MaybeUninit<u32>], sums: &mut [MaybeUninit<f64>]| {
        let (groups, sums) = (Shared::new(groups), Shared::new(sums));
        let room = BLOCK.min(keys.len()) + 1;
        let buffers = || {
            (
                vec![MaybeUninit::uninit(); room],
                vec![MaybeUninit::uninit(); room],
            )
        };
        in_order(count, buffers, |block, (own_groups, own_sums)| {
            let at = positions(block, keys.len());
            let before = at.start.checked_sub(1).map(|left| keys[left]);
            let next = keys.get(at.end);
            let (end, own) = (keys[at.end - 1], &keys[at.clone()]);
            let part = block_sums(own, &xs[at], before, own_groups, own_sums);
            let (begun, sum) = chain.pass(block, part);
            // A run that goes on from the left has the first place, which nobody wrote else.
            let is_continued = before == Some(own[0]);
            if is_continued {
                // SAFETY: the first element did not begin a run, and wrote the sum of its own.
                let first = unsafe { own_sums[0].assume_init_mut() };
                *first += sum;
            }
            let first = usize::from(!is_continued);
            let ended = part.0 + usize::from(next != Some(&end));
            let to = begun + first - 1;
            let len = ended - first;
            // SAFETY: each run is written by one block.
            let (groups, sums) = unsafe { (groups.part(to..to + len), sums.part(to..to + len)) };
            groups.copy_from_slice(&own_groups[first..ended]);
            sums.copy_from_slice(&own_sums[first..ended]);
        });
        chain.end().0
    };
    // SAFETY: all runs are written, without gaps.
    unsafe { fresh2_part(keys.len(), all) }
}

fn race_running(setting: &Setting<'_>) -> Outcome {
    let heads = random::words(2).map(|word| (word >> 20).is_multiple_of(10));
    let heads = &heads.take(setting.size).collect::<Vec<_>>();
    let xs = &random::units(1).take(setting.size).collect::<Vec<_>>();
    let mut race = setting.race(|| lazy_scan(heads, xs)).tolerance(1e-9);
    race.fresh(FUSUS, || running::fused::running_sums(heads, xs));
    race.fresh(SEQUENTIAL, || {
        running::fused::running_sums_sequential(heads, xs)
    });
    race.fresh(UNFUSED, || running::unfused::running_sums(heads, xs));
    race.fresh(STREAM, || running::stream::running_sums(heads, xs));
    race.fresh(LAZY_ITERATORS, || lazy_scan(heads, xs));
    race.fresh(EXPERT, || expert_running(heads, xs));
    race.fresh(BY_HAND, || running_by_hand(heads, xs));
    race.fresh(PLAIN, || plain_running(heads, xs));
    let read = bytes(heads) + bytes(xs);
    let written = bytes(xs);
    race.copy(&[Pass { read, written }], Place::Fresh);
    race.run()
}

fn lazy_scan(heads: &[bool], xs: &[f64]) -> Vec<f64> {
    let sums = heads.iter().zip(xs).scan(0.0, |sum, (head, x)| {
        *sum = if *head { *x } else { *sum + x };
        Some(*sum)
    });
    sums.collect()
}

#[allow(
    clippy::needless_range_loop,
    reason = "the plain loop that it is compared with"
)]
fn plain_running(heads: &[bool], xs: &[f64]) -> Vec<f64> {
    let mut sums = Vec::new();
    let mut sum = 0.0;
    for i in 0..xs.len() {
        if heads[i] {
            sum = 0.0;
        }
        sum += xs[i];
        sums.push(sum);
    }
    sums
}

/// Running sums of a range of elements; returns the last one.
fn running_into(heads: &[bool], xs: &[f64], start: f64, sums: &mut [MaybeUninit<f64>]) -> f64 {
    let mut sum = start;
    for ((head, x), place) in heads.iter().zip(xs).zip(sums) {
        sum = if *head { *x } else { sum + x };
        place.write(sum);
    }
    sum
}

fn running_by_hand(heads: &[bool], xs: &[f64]) -> Vec<f64> {
    let all = |sums: &mut [MaybeUninit<f64>]| {
        running_into(heads, xs, 0.0, sums);
    };
    // SAFETY: every element is written.
    unsafe { fresh(xs.len(), all) }
}

/// One pass: a block adds up by itself, and its elements before its first head wait for the block
/// to the left.
fn expert_running(heads: &[bool], xs: &[f64]) -> Vec<f64> {
    let count = xs.len().div_ceil(BLOCK);
    let chain = Chain::new(count, (0, 0.0), add);
    let all = |sums: &mut [MaybeUninit<f64>]| {
        let sums = Shared::new(sums);
        in_order(
            count,
            || (),
            |block, ()| {
                let at = positions(block, xs.len());
                let (heads, xs) = (&heads[at.clone()], &xs[at.clone()]);
                // SAFETY: blocks are disjoint.
                let sums = unsafe { sums.part(at) };
                let last = running_into(heads, xs, 0.0, sums);
                let first = heads.iter().position(|head| *head).unwrap_or(heads.len());
                let begun = usize::from(first < heads.len());
                let (_, before) = chain.pass(block, (begun, last));
                for sum in &mut sums[..first] {
                    // SAFETY: it is written.
                    *unsafe { sum.assume_init_mut() } += before;
                }
            },
        );
    };
    // SAFETY: every element is written.
    unsafe { fresh(xs.len(), all) }
}
