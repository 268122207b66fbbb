//! The eight smallest of many numbers, with their positions.

use crate::prelude::*;

pub(crate) const PROGRAM: Program = Program {
    name: "top8",
    source: "top8",
    about: "the 8 smallest numbers and their positions, in an array of pairs; f32",
    sizes: Sizes::UpTo(80_000_000),
    nature: Nature {
        bound: Bound::Arithmetic,
        fused: None,
    },
    race,
};

variants! {
    mod program(loops = 1) = "top8";
}

type Best = [(f32, u32); 8];

const NONE: Best = [(f32::INFINITY, u32::MAX); 8];

fn race(setting: &Setting<'_>) -> Outcome {
    let xs = &random::units(1)
        .map(|x| x as f32)
        .take(setting.size)
        .collect::<Vec<_>>();
    let answer = |best: Best| best.map(|(x, i)| (x, i)).to_vec();
    let mut race = setting.race(|| answer(by_hand(xs)));
    race.fresh(FUSUS, || answer(program::fused::top8(xs)));
    race.fresh(SEQUENTIAL, || answer(program::fused::top8_sequential(xs)));
    race.fresh(UNFUSED, || answer(program::unfused::top8(xs)));
    race.fresh(STREAM, || answer(program::stream::top8(xs)));
    race.fresh(LAZY_ITERATORS, || answer(lazy_iterators(xs)));
    race.fresh(LAZY_RAYON, || answer(lazy_rayon(xs)));
    race.fresh(EXPERT, || answer(expert(xs)));
    race.fresh(BY_HAND, || answer(by_hand(xs)));
    race.fresh(PLAIN, || answer(plain(xs)));
    let read = bytes(xs);
    race.copy(&[Pass { read, written: 0 }], Place::Provided);
    race.run()
}

/// Puts a number in its place; of equal ones, behind those that are there.
#[inline(always)]
fn insert(best: &mut Best, x: f32, i: u32) {
    let mut at = 7;
    while at > 0 && x < best[at - 1].0 {
        best[at] = best[at - 1];
        at -= 1;
    }
    best[at] = (x, i);
}

fn with(mut best: Best, (x, i): (f32, u32)) -> Best {
    if x < best[7].0 {
        insert(&mut best, x, i);
    }
    best
}

fn join(a: Best, b: Best) -> Best {
    b.into_iter().fold(a, with)
}

fn lazy_iterators(xs: &[f32]) -> Best {
    xs.iter().copied().zip(0..).fold(NONE, with)
}

fn lazy_rayon(xs: &[f32]) -> Best {
    let pairs = xs.par_iter().enumerate().map(|(i, x)| (*x, i as u32));
    pairs.fold(|| NONE, with).reduce(|| NONE, join)
}

#[allow(
    clippy::needless_range_loop,
    reason = "the plain loop that it is compared with"
)]
fn plain(xs: &[f32]) -> Best {
    let mut best = NONE;
    for i in 0..xs.len() {
        if xs[i] < best[7].0 {
            insert(&mut best, xs[i], i as u32);
        }
    }
    best
}

fn by_hand(xs: &[f32]) -> Best {
    let mut best = NONE;
    for (x, i) in xs.iter().zip(0..) {
        if *x < best[7].0 {
            insert(&mut best, *x, i);
        }
    }
    best
}

const LANES: usize = 16;

wide! {
    // Most groups have nothing that is small enough, which one comparison of vectors tells.
    fn block_best(xs: &[f32], first: u32) -> Best {
        let mut best = NONE;
        let (groups, rest) = xs.as_chunks::<LANES>();
        let mut at = first;
        for group in groups {
            let limit = best[7].0;
            let any = group.iter().fold(false, |any, x| any | (*x < limit));
            if any {
                for (x, i) in group.iter().zip(at..) {
                    if *x < best[7].0 {
                        insert(&mut best, *x, i);
                    }
                }
            }
            at += LANES as u32;
        }
        for (x, i) in rest.iter().zip(at..) {
            if *x < best[7].0 {
                insert(&mut best, *x, i);
            }
        }
        best
    }
}

/// Of equal numbers the first ones count, whichever block is done first.
fn expert(xs: &[f32]) -> Best {
    let before = |a: &(f32, u32), b: &(f32, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
    let join = |a: Best, b: Best| {
        let mut all: Vec<(f32, u32)> = a.into_iter().chain(b).collect();
        all.sort_by(before);
        array::from_fn(|at| all[at])
    };
    blocks::fold(
        xs.len(),
        NONE,
        |at| block_best(&xs[at.clone()], at.start as u32),
        join,
    )
}
