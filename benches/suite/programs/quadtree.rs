//! A node of a quadtree: the bounds of its points, and the points in its four quarters.

use crate::expert::{Chain, in_order};
use crate::prelude::*;

pub(crate) const BOUNDS: Program = Program {
    name: "quadtree_bounds",
    source: "quadtree_bounds",
    about: "the box around points; (f64, f64)",
    sizes: Sizes::UpTo(20_000_000),
    nature: Nature {
        bound: Bound::Memory,
        fused: None,
    },
    race: race_bounds,
};

pub(crate) const SPLIT: Program = Program {
    name: "quadtree_split",
    source: "quadtree_split",
    about: "the points in the four quarters of a box; (f64, f64)",
    nature: Nature {
        bound: Bound::Chain,
        fused: None,
    },
    race: race_split,
    ..BOUNDS
};

type Point = (f64, f64);
type Bounds = (f64, f64, f64, f64);
type Quarters = (Vec<Point>, Vec<Point>, Vec<Point>, Vec<Point>);

variants! {
    mod box_of(loops = 1) = "quadtree_bounds";
    mod quarters_of(loops = 1) = "quadtree_split";
}

fn input(size: usize) -> Vec<Point> {
    random::units(1).zip(random::units(2)).take(size).collect()
}

fn race_bounds(setting: &Setting<'_>) -> Outcome {
    let ps = &input(setting.size);
    let mut race = setting.race(|| bounds_by_hand(ps));
    race.fresh(FUSUS, || box_of::fused::quadtree_bounds(ps));
    race.fresh(SEQUENTIAL, || box_of::fused::quadtree_bounds_sequential(ps));
    race.fresh(UNFUSED, || box_of::unfused::quadtree_bounds(ps));
    race.fresh(STREAM, || box_of::stream::quadtree_bounds(ps));
    race.fresh(ITERATORS_BY_STEP, || bounds_by_iterators(ps));
    race.fresh(LAZY_ITERATORS, || bounds_by_lazy_iterators(ps));
    race.fresh(RAYON_BY_STEP, || bounds_by_rayon(ps));
    race.fresh(LAZY_RAYON, || bounds_by_lazy_rayon(ps));
    race.fresh(NDARRAY, || bounds_of_whole_arrays(ps));
    race.fresh(EXPERT, || {
        let neutral = [
            f64::INFINITY,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NEG_INFINITY,
        ];
        let [x0, y0, x1, y1] = blocks::fold(ps.len(), neutral, |at| block_bounds(&ps[at]), around);
        (x0, y0, x1, y1)
    });
    race.fresh(BY_HAND, || bounds_by_hand(ps));
    race.fresh(PLAIN, || plain_bounds(ps));
    let read = bytes(ps);
    race.copy(&[Pass { read, written: 0 }], Place::Provided);
    race.run()
}

fn bounds_by_iterators(ps: &[Point]) -> Bounds {
    let xs: Vec<f64> = ps.iter().map(|p| p.0).collect();
    let ys: Vec<f64> = ps.iter().map(|p| p.1).collect();
    let x0 = xs.iter().copied().fold(f64::INFINITY, f64::min);
    let y0 = ys.iter().copied().fold(f64::INFINITY, f64::min);
    let x1 = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let y1 = ys.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (x0, y0, x1, y1)
}

/// A chain for each bound, as one writes them.
fn bounds_by_lazy_iterators(ps: &[Point]) -> Bounds {
    let x0 = ps.iter().map(|p| p.0).fold(f64::INFINITY, f64::min);
    let y0 = ps.iter().map(|p| p.1).fold(f64::INFINITY, f64::min);
    let x1 = ps.iter().map(|p| p.0).fold(f64::NEG_INFINITY, f64::max);
    let y1 = ps.iter().map(|p| p.1).fold(f64::NEG_INFINITY, f64::max);
    (x0, y0, x1, y1)
}

fn bounds_by_rayon(ps: &[Point]) -> Bounds {
    let xs: Vec<f64> = ps.par_iter().map(|p| p.0).collect();
    let ys: Vec<f64> = ps.par_iter().map(|p| p.1).collect();
    let x0 = xs.par_iter().copied().reduce(|| f64::INFINITY, f64::min);
    let y0 = ys.par_iter().copied().reduce(|| f64::INFINITY, f64::min);
    let x1 = xs
        .par_iter()
        .copied()
        .reduce(|| f64::NEG_INFINITY, f64::max);
    let y1 = ys
        .par_iter()
        .copied()
        .reduce(|| f64::NEG_INFINITY, f64::max);
    (x0, y0, x1, y1)
}

fn bounds_by_lazy_rayon(ps: &[Point]) -> Bounds {
    let x0 = ps
        .par_iter()
        .map(|p| p.0)
        .reduce(|| f64::INFINITY, f64::min);
    let y0 = ps
        .par_iter()
        .map(|p| p.1)
        .reduce(|| f64::INFINITY, f64::min);
    let x1 = ps
        .par_iter()
        .map(|p| p.0)
        .reduce(|| f64::NEG_INFINITY, f64::max);
    let y1 = ps
        .par_iter()
        .map(|p| p.1)
        .reduce(|| f64::NEG_INFINITY, f64::max);
    (x0, y0, x1, y1)
}

fn bounds_of_whole_arrays(ps: &[Point]) -> Bounds {
    let ps = aview1(ps);
    let x0 = ps.fold(f64::INFINITY, |a, p| a.min(p.0));
    let y0 = ps.fold(f64::INFINITY, |a, p| a.min(p.1));
    let x1 = ps.fold(f64::NEG_INFINITY, |a, p| a.max(p.0));
    let y1 = ps.fold(f64::NEG_INFINITY, |a, p| a.max(p.1));
    (x0, y0, x1, y1)
}

#[allow(
    clippy::needless_range_loop,
    reason = "the plain loop that it is compared with"
)]
fn plain_bounds(ps: &[Point]) -> Bounds {
    let (mut x0, mut y0) = (f64::INFINITY, f64::INFINITY);
    let (mut x1, mut y1) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for i in 0..ps.len() {
        x0 = x0.min(ps[i].0);
        y0 = y0.min(ps[i].1);
        x1 = x1.max(ps[i].0);
        y1 = y1.max(ps[i].1);
    }
    (x0, y0, x1, y1)
}

#[allow(
    clippy::needless_range_loop,
    reason = "the plain loop that it is compared with"
)]
fn plain_split(ps: &[Point]) -> Quarters {
    let (mut sw, mut se, mut nw, mut ne) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for i in 0..ps.len() {
        let p = ps[i];
        match (p.0 >= MIDDLE.0, p.1 >= MIDDLE.1) {
            (false, false) => sw.push(p),
            (true, false) => se.push(p),
            (false, true) => nw.push(p),
            (true, true) => ne.push(p),
        }
    }
    (sw, se, nw, ne)
}

fn bounds_by_hand(ps: &[Point]) -> Bounds {
    let (mut x0, mut y0) = (f64::INFINITY, f64::INFINITY);
    let (mut x1, mut y1) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for &(x, y) in ps {
        (x0, y0, x1, y1) = (x0.min(x), y0.min(y), x1.max(x), y1.max(y));
    }
    (x0, y0, x1, y1)
}

#[inline(always)]
fn less(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

#[inline(always)]
fn more(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// The box around two boxes.
#[inline(always)]
fn around(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    [
        less(a[0], b[0]),
        less(a[1], b[1]),
        more(a[2], b[2]),
        more(a[3], b[3]),
    ]
}

wide! {
    /// Coordinates stand side by side, so that whole vectors of points are compared as they are.
    fn block_bounds(ps: &[Point]) -> [f64; 4] {
        const LANES: usize = 8;
        let (whole, rest) = ps.as_chunks::<LANES>();
        let start = ([[f64::INFINITY; 2]; LANES], [[f64::NEG_INFINITY; 2]; LANES]);
        let (low, high) = whole.iter().fold(start, |(low, high), ps| {
            let both = |lane: usize| [ps[lane].0, ps[lane].1];
            let low = array::from_fn(|lane| array::from_fn(|k| less(low[lane][k], both(lane)[k])));
            let high = array::from_fn(|lane| array::from_fn(|k| more(high[lane][k], both(lane)[k])));
            (low, high)
        });
        let lanes = low.into_iter().zip(high).map(|(low, high)| [low[0], low[1], high[0], high[1]]);
        let rest = rest.iter().map(|p| [p.0, p.1, p.0, p.1]);
        lanes.chain(rest).fold(
            [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY],
            around,
        )
    }
}

/// The point at which the quarters meet.
const MIDDLE: Point = (0.5, 0.5);

fn race_split(setting: &Setting<'_>) -> Outcome {
    let ps = &input(setting.size);
    let mut race = setting.race(|| split_by_hand(ps));
    race.fresh(FUSUS, || {
        quarters_of::fused::quadtree_split(ps, MIDDLE.0, MIDDLE.1)
    });
    race.fresh(SEQUENTIAL, || {
        quarters_of::fused::quadtree_split_sequential(ps, MIDDLE.0, MIDDLE.1)
    });
    race.fresh(UNFUSED, || {
        quarters_of::unfused::quadtree_split(ps, MIDDLE.0, MIDDLE.1)
    });
    race.fresh(STREAM, || {
        quarters_of::stream::quadtree_split(ps, MIDDLE.0, MIDDLE.1)
    });
    race.fresh(LAZY_ITERATORS, || {
        let of = |quarter| {
            ps.iter()
                .copied()
                .filter(|p| quarter_of(*p) == quarter)
                .collect()
        };
        (of(0), of(1), of(2), of(3))
    });
    race.fresh(LAZY_RAYON, || {
        let of = |quarter| {
            ps.par_iter()
                .copied()
                .filter(|p| quarter_of(*p) == quarter)
                .collect()
        };
        (of(0), of(1), of(2), of(3))
    });
    race.fresh(EXPERT, || split_by_expert(ps));
    race.fresh(BY_HAND, || split_by_hand(ps));
    race.fresh(PLAIN, || plain_split(ps));
    race.copy(
        &[Pass {
            read: bytes(ps),
            written: bytes(ps),
        }],
        Place::Fresh,
    );
    race.run()
}

#[inline(always)]
fn quarter_of(p: Point) -> usize {
    usize::from(p.0 >= MIDDLE.0) + 2 * usize::from(p.1 >= MIDDLE.1)
}

fn split_by_hand(ps: &[Point]) -> Quarters {
    let mut quarters = array::from_fn(|_| Vec::with_capacity(ps.len()));
    for p in ps {
        quarters[quarter_of(*p)].push(*p);
    }
    quarters.into()
}

wide! {
    /// Puts the points of a block into the buffers of their quarters. Returns how many are in each.
    fn distribute(ps: &[Point], buffers: &mut [[MaybeUninit<Point>; BLOCK]; 4]) -> [usize; 4] {
        const { assert!(BLOCK < 1 << 16) };
        assert!(ps.len() <= BLOCK);
        // Four counts in one register: each point has one place to go to, and no count waits in
        // memory.
        let mut counts = 0_u64;
        for p in ps {
            let quarter = quarter_of(*p);
            let at = (counts >> (16 * quarter)) as usize % (1 << 16);
            // SAFETY: there are four quarters, and counts are below the number of points, at most
            // `BLOCK`.
            unsafe { buffers.get_unchecked_mut(quarter).get_unchecked_mut(at) }.write(*p);
            counts += 1 << (16 * quarter);
        }
        array::from_fn(|quarter| (counts >> (16 * quarter)) as usize % (1 << 16))
    }
}

fn split_by_expert(ps: &[Point]) -> Quarters {
    let count = ps.len().div_ceil(BLOCK);
    let chain = Chain::new(count, [0; 4], |a: [usize; 4], b: [usize; 4]| {
        array::from_fn(|quarter| a[quarter] + b[quarter])
    });
    let mut rooms: [Vec<Point>; 4] = array::from_fn(|_| memory::reserve(ps.len()));
    let shared = rooms
        .each_mut()
        .map(|room| Shared::new(&mut room.spare_capacity_mut()[..ps.len()]));
    let buffer = || {
        let buffer = Box::<[[MaybeUninit<Point>; BLOCK]; 4]>::new_uninit();
        // SAFETY: elements that may be uninitialised are.
        unsafe { buffer.assume_init() }
    };
    in_order(count, buffer, |block, buffers| {
        let kept = distribute(&ps[positions(block, ps.len())], buffers);
        let before = chain.pass(block, kept);
        for (quarter, room) in shared.iter().enumerate() {
            let (start, len) = (before[quarter], kept[quarter]);
            // SAFETY: what earlier blocks kept and what this one keeps are next to each other.
            let place = unsafe { room.part(start..start + len) };
            place.copy_from_slice(&buffers[quarter][..len]);
        }
    });
    for (room, len) in rooms.iter_mut().zip(chain.end()) {
        // SAFETY: what blocks keep is written, without gaps.
        unsafe { room.set_len(len) };
        room.shrink_to_fit();
    }
    rooms.into()
}
