//! A step of quickhull: the points above a line, and the farthest of them.

use crate::expert::pack_beside;
use crate::prelude::*;

pub(crate) const PROGRAM: Program = Program {
    name: "quickhull_step",
    source: "quickhull_step",
    about: "the points above a line, and the farthest of them; (f64, f64)",
    sizes: Sizes::UpTo(20_000_000),
    nature: Nature {
        bound: Bound::Chain,
        fused: None,
    },
    race,
};

type Point = (f64, f64);

/// The line from `A` to `B`.
const A: Point = (0.0, 0.1);
const B: Point = (1.0, 0.9);

/// The height of a point above the line, as a multiple of the line's length.
#[inline(always)]
fn height(p: Point) -> f64 {
    (B.0 - A.0) * (p.1 - A.1) - (B.1 - A.1) * (p.0 - A.0)
}

variants! {
    mod program(loops = 1) = "quickhull_step";
}

fn input(size: usize) -> Vec<Point> {
    random::units(1).zip(random::units(2)).take(size).collect()
}

#[inline(always)]
fn farther(a: Point, b: Point) -> Point {
    if height(b) > height(a) { b } else { a }
}

fn race(setting: &Setting<'_>) -> Outcome {
    let ps = &input(setting.size);
    let mut race = setting.race(|| by_hand(ps));
    race.fresh(FUSUS, || program::fused::quickhull_step(ps));
    race.fresh(SEQUENTIAL, || program::fused::quickhull_step_sequential(ps));
    race.fresh(UNFUSED, || program::unfused::quickhull_step(ps));
    race.fresh(STREAM, || program::stream::quickhull_step(ps));
    race.fresh(LAZY_ITERATORS, || {
        let above: Vec<Point> = ps.iter().copied().filter(|p| height(*p) > 0.0).collect();
        (above.iter().copied().fold(A, farther), above)
    });
    race.fresh(LAZY_RAYON, || {
        let above: Vec<Point> = ps
            .par_iter()
            .copied()
            .filter(|p| height(*p) > 0.0)
            .collect();
        (above.par_iter().copied().reduce(|| A, farther), above)
    });
    race.fresh(NDARRAY, || {
        let above = Array1::from_iter(ps.iter().copied().filter(|p| height(*p) > 0.0));
        (
            above.fold(A, |a, b| farther(a, *b)),
            above.into_raw_vec_and_offset().0,
        )
    });
    race.fresh(EXPERT, || expert(ps));
    race.fresh(BY_HAND, || by_hand(ps));
    race.fresh(PLAIN, || plain(ps));
    let written = ps.iter().filter(|p| height(**p) > 0.0).count() * size_of::<Point>();
    let read = bytes(ps);
    race.copy(&[Pass { read, written }], Place::Fresh);
    race.run()
}

#[allow(
    clippy::needless_range_loop,
    reason = "the plain loop that it is compared with"
)]
fn plain(ps: &[Point]) -> (Point, Vec<Point>) {
    let (mut farthest, mut above) = (A, Vec::new());
    for i in 0..ps.len() {
        if height(ps[i]) > 0.0 {
            above.push(ps[i]);
            farthest = farther(farthest, ps[i]);
        }
    }
    (farthest, above)
}

fn by_hand(ps: &[Point]) -> (Point, Vec<Point>) {
    let (mut farthest, mut above) = (A, Vec::with_capacity(ps.len()));
    for p in ps {
        if height(*p) > 0.0 {
            above.push(*p);
            farthest = farther(farthest, *p);
        }
    }
    (farthest, above)
}

wide! {
    /// The greatest height of a block's points.
    fn greatest(ps: &[Point]) -> f64 {
        const LANES: usize = 8;
        let (whole, rest) = ps.as_chunks::<LANES>();
        let higher = |a: f64, b: f64| if b > a { b } else { a };
        let lanes = whole.iter().fold([0.0; LANES], |most, ps| {
            array::from_fn(|lane| higher(most[lane], height(ps[lane])))
        });
        let rest = rest.iter().map(|p| height(*p));
        lanes.into_iter().chain(rest).fold(0.0, higher)
    }
}

/// Only heights are compared for all points; the point is looked for in the blocks that go higher.
fn expert(ps: &[Point]) -> (Point, Vec<Point>) {
    let best = std::sync::atomic::AtomicU64::new(0);
    let farthest_of = |ps: &[Point]| {
        use std::sync::atomic::Ordering::Relaxed;
        let most = greatest(ps);
        // Heights are positive, so that their bits are in order.
        if most == 0.0 || best.fetch_max(most.to_bits(), Relaxed) >= most.to_bits() {
            return A;
        }
        ps.iter().copied().find(|p| height(*p) == most).unwrap_or(A)
    };
    let (above, farthest) = pack_beside(ps, |p| (p, height(p) > 0.0), A, farthest_of, farther);
    (farthest, above)
}
