//! The closest pair with one point of each of two sets, by looking at all pairs: the base case of
//! the closest pairs of Robinson et al., *Fusing Filters with Integer Linear Programming* (2014).

use std::sync::Mutex;

use crate::prelude::*;

pub(crate) const PAIR: Program = Program {
    name: "closest_pair",
    source: "closest_pair",
    about: "the closest of all pairs of two sets of 2,000 points; (f64, f64)",
    sizes: Sizes::Only(2000),
    nature: Nature {
        bound: Bound::Arithmetic,
        fused: None,
    },
    race: race_pair,
};

pub(crate) const DISTANCE: Program = Program {
    name: "closest_distance",
    source: "closest_distance",
    about: "its distance, by the least of all",
    race: race_distance,
    ..PAIR
};

type Point = (f64, f64);
type Pair = (Point, Point);

/// A pair that is no pair.
const FAR: Pair = ((f64::NEG_INFINITY, 0.0), (f64::INFINITY, 0.0));

#[inline(always)]
fn squared((p, q): Pair) -> f64 {
    let (x, y) = (p.0 - q.0, p.1 - q.1);
    x * x + y * y
}

#[inline(always)]
fn closer(a: Pair, b: Pair) -> Pair {
    if squared(b) < squared(a) { b } else { a }
}

variants! {
    mod pair(loops = 1) = "closest_pair";
    mod distance(loops = 1) = "closest_distance";
}

fn input(size: usize) -> (Vec<Point>, Vec<Point>) {
    let points = |seed| random::units(seed).zip(random::units(seed + 1)).take(size);
    (
        points(1).collect(),
        points(3).map(|p| (p.0, -p.1)).collect(),
    )
}

/// All pairs.
fn pairs<'a>(above: &'a [Point], below: &'a [Point]) -> impl Iterator<Item = Pair> + 'a {
    above
        .iter()
        .flat_map(move |p| below.iter().map(move |q| (*p, *q)))
}

#[allow(
    clippy::needless_range_loop,
    reason = "the plain loop that it is compared with"
)]
fn plain_pair(above: &[Point], below: &[Point]) -> Pair {
    let mut closest = FAR;
    for i in 0..above.len() {
        for j in 0..below.len() {
            closest = closer(closest, (above[i], below[j]));
        }
    }
    closest
}

#[allow(
    clippy::needless_range_loop,
    reason = "the plain loop that it is compared with"
)]
fn plain_distance(above: &[Point], below: &[Point]) -> f64 {
    let mut least = f64::INFINITY;
    for i in 0..above.len() {
        for j in 0..below.len() {
            least = least.min(squared((above[i], below[j])));
        }
    }
    least.sqrt()
}

fn race_pair(setting: &Setting<'_>) -> Outcome {
    let (above, below) = &input(setting.size);
    let by_hand = || {
        let mut closest = FAR;
        for p in above {
            for q in below {
                closest = closer(closest, (*p, *q));
            }
        }
        closest
    };
    let mut race = setting.race(by_hand);
    race.fresh(FUSUS, || pair::fused::closest_pair(above, below));
    race.fresh(SEQUENTIAL, || {
        pair::fused::closest_pair_sequential(above, below)
    });
    race.fresh(UNFUSED, || pair::unfused::closest_pair(above, below));
    race.fresh(STREAM, || pair::stream::closest_pair(above, below));
    race.fresh(ITERATORS_BY_STEP, || {
        let pairs: Vec<Pair> = pairs(above, below).collect();
        pairs.into_iter().fold(FAR, closer)
    });
    race.fresh(LAZY_ITERATORS, || pairs(above, below).fold(FAR, closer));
    race.fresh(LAZY_RAYON, || {
        let pairs = above
            .par_iter()
            .flat_map_iter(|p| below.iter().map(|q| (*p, *q)));
        pairs.reduce(|| FAR, closer)
    });
    race.fresh(RAYON_BY_STEP, || {
        let pairs: Vec<Pair> = above
            .par_iter()
            .flat_map_iter(|p| below.iter().map(|q| (*p, *q)))
            .collect();
        pairs.into_par_iter().reduce(|| FAR, closer)
    });
    race.fresh(EXPERT, || expert_pair(above, below));
    race.fresh(BY_HAND, by_hand);
    race.fresh(PLAIN, || plain_pair(above, below));
    race.run()
}

fn race_distance(setting: &Setting<'_>) -> Outcome {
    let (above, below) = &input(setting.size);
    let by_hand = || {
        let mut least = f64::INFINITY;
        for p in above {
            for q in below {
                least = least.min(squared((*p, *q)));
            }
        }
        least.sqrt()
    };
    let mut race = setting.race(by_hand);
    race.fresh(FUSUS, || distance::fused::closest_distance(above, below));
    race.fresh(SEQUENTIAL, || {
        distance::fused::closest_distance_sequential(above, below)
    });
    race.fresh(UNFUSED, || {
        distance::unfused::closest_distance(above, below)
    });
    race.fresh(STREAM, || distance::stream::closest_distance(above, below));
    race.fresh(ITERATORS_BY_STEP, || {
        let pairs: Vec<Pair> = pairs(above, below).collect();
        let squares: Vec<f64> = pairs.into_iter().map(squared).collect();
        squares.into_iter().fold(f64::INFINITY, f64::min).sqrt()
    });
    race.fresh(LAZY_ITERATORS, || {
        let squares = pairs(above, below).map(squared);
        squares.fold(f64::INFINITY, f64::min).sqrt()
    });
    race.fresh(LAZY_RAYON, || {
        let pairs = above
            .par_iter()
            .flat_map_iter(|p| below.iter().map(|q| (*p, *q)));
        let squares = pairs.map(squared);
        squares.reduce(|| f64::INFINITY, f64::min).sqrt()
    });
    race.fresh(RAYON_BY_STEP, || {
        let pairs: Vec<Pair> = above
            .par_iter()
            .flat_map_iter(|p| below.iter().map(|q| (*p, *q)))
            .collect();
        let squares: Vec<f64> = pairs.into_par_iter().map(squared).collect();
        squares
            .into_par_iter()
            .reduce(|| f64::INFINITY, f64::min)
            .sqrt()
    });
    race.fresh(NDARRAY, || {
        let coordinate =
            |points: &[Point], of: fn(&Point) -> f64| Array1::from_iter(points.iter().map(of));
        let difference = |of: fn(&Point) -> f64| {
            let (above, below) = (coordinate(above, of), coordinate(below, of));
            above.insert_axis(ndarray::Axis(1)) - below
        };
        let (x, y) = (difference(|p| p.0), difference(|p| p.1));
        let squares = &x * &x + &y * &y;
        squares.fold(f64::INFINITY, |a, b| a.min(*b)).sqrt()
    });
    race.fresh(EXPERT, || expert_distance(above, below));
    race.fresh(BY_HAND, by_hand);
    race.fresh(PLAIN, || plain_distance(above, below));
    race.run()
}

const LANES: usize = 16;

/// Coordinates apart, so that whole vectors of them are subtracted; filled up with points far away.
fn columns(points: &[Point]) -> (Vec<[f64; LANES]>, Vec<[f64; LANES]>) {
    let count = points.len().div_ceil(LANES);
    let (mut xs, mut ys) = (
        vec![[f64::INFINITY; LANES]; count],
        vec![[0.0; LANES]; count],
    );
    for (index, p) in points.iter().enumerate() {
        xs[index / LANES][index % LANES] = p.0;
        ys[index / LANES][index % LANES] = p.1;
    }
    (xs, ys)
}

wide! {
    /// The least of the squared distances of a point to all.
    fn least(p: Point, xs: &[[f64; LANES]], ys: &[[f64; LANES]]) -> f64 {
        let lanes = xs.iter().zip(ys).fold([f64::INFINITY; LANES], |least, (xs, ys)| {
            array::from_fn(|lane| {
                let (x, y) = (p.0 - xs[lane], p.1 - ys[lane]);
                let square = x * x + y * y;
                if square < least[lane] { square } else { least[lane] }
            })
        });
        lanes.into_iter().fold(f64::INFINITY, f64::min)
    }
}

/// Rows that a thread does at a time.
const ROWS: usize = 64;

fn expert_distance(above: &[Point], below: &[Point]) -> f64 {
    let (xs, ys) = &columns(below);
    let best = Mutex::new(f64::INFINITY);
    blocks::each_number(above.len().div_ceil(ROWS), |block| {
        let rows = &above[block * ROWS..above.len().min((block + 1) * ROWS)];
        let least = rows
            .iter()
            .map(|p| least(*p, xs, ys))
            .fold(f64::INFINITY, f64::min);
        let mut best = best.lock().expect("no thread panicked");
        *best = best.min(least);
    });
    best.into_inner().expect("no thread panicked").sqrt()
}

/// Only the distances are compared for all pairs; the pair is looked for in the rows that come
/// closer.
fn expert_pair(above: &[Point], below: &[Point]) -> Pair {
    let (xs, ys) = &columns(below);
    let best = Mutex::new((f64::INFINITY, FAR));
    blocks::each_number(above.len().div_ceil(ROWS), |block| {
        let rows = &above[block * ROWS..above.len().min((block + 1) * ROWS)];
        let (mut closest, mut row) = (f64::INFINITY, None);
        for p in rows {
            let least = least(*p, xs, ys);
            if least < closest {
                (closest, row) = (least, Some(p));
            }
        }
        let mut best = best.lock().expect("no thread panicked");
        if let Some(p) = row.filter(|_| closest < best.0) {
            let pairs = below.iter().map(|q| (*p, *q));
            *best = (closest, pairs.fold(FAR, closer));
        }
    });
    best.into_inner().expect("no thread panicked").1
}
