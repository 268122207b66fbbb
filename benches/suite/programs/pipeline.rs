//! Twelve operations of all kinds in two loops.

use crate::expert::scans::{self, CHAINS};
use crate::expert::{Chain, fresh_part, in_order, pack_scalar};
use crate::prefixes::{prefixes, rayon_prefixes};
use crate::prelude::*;

pub(crate) const PROGRAM: Program = Program {
    name: "pipeline",
    source: "pipeline",
    about: "twelve operations of all kinds; f64, u32",
    sizes: Sizes::UpTo(20_000_000),
    nature: Nature {
        bound: Bound::Chain,
        fused: None,
    },
    race,
};

type Outputs = (f64, f64, Vec<(f64, f64)>);

variants! {
    mod program(loops = 2) = "pipeline";
}

/// Numbers to look up: few enough for a core's first-level cache.
const TABLE: usize = 1 << 10;

struct Inputs {
    xs: Vec<f64>,
    ys: Vec<f64>,
    table: Vec<f64>,
    places: Vec<u32>,
}

fn input(size: usize) -> Inputs {
    Inputs {
        xs: random::units(1).take(size).collect(),
        ys: random::units(2).map(|unit| 2.0 * unit).take(size).collect(),
        table: random::units(3).take(TABLE).collect(),
        places: random::words(4)
            .map(|word| (word % TABLE as u64) as u32)
            .take(size)
            .collect(),
    }
}

fn race(setting: &Setting<'_>) -> Outcome {
    let inputs = &input(setting.size);
    let Inputs {
        xs,
        ys,
        table,
        places,
    } = inputs;
    let mut race = setting.race(|| by_hand(inputs)).tolerance(1e-9);
    race.fresh(FUSUS, || program::fused::pipeline(xs, ys, table, places));
    race.fresh(SEQUENTIAL, || {
        program::fused::pipeline_sequential(xs, ys, table, places)
    });
    race.fresh(UNFUSED, || {
        program::unfused::pipeline(xs, ys, table, places)
    });
    race.fresh(STREAM, || program::stream::pipeline(xs, ys, table, places));
    race.fresh(ITERATORS_BY_STEP, || iterators_by_step(inputs));
    race.fresh(LAZY_ITERATORS, || lazy_iterators(inputs));
    race.fresh(RAYON_BY_STEP, || rayon_by_step(inputs));
    race.fresh(NDARRAY, || whole_arrays(inputs));
    race.fresh(EXPERT, || expert(inputs));
    race.fresh(BY_HAND, || by_hand(inputs));
    race.fresh(PLAIN, || plain(inputs));
    // The peak is known after a first loop over `xs`; whatever else is read, is read after it.
    let array = bytes(xs);
    let written = by_hand(inputs).2.len() * size_of::<(f64, f64)>();
    let first = Pass {
        read: array,
        written: 0,
    };
    let second = Pass {
        read: 2 * array + bytes(places),
        written,
    };
    race.copy(&[first, second], Place::Fresh);
    race.run()
}

fn iterators_by_step(
    Inputs {
        xs,
        ys,
        table,
        places,
    }: &Inputs,
) -> Outputs {
    let scaled: Vec<f64> = xs.iter().map(|x| 3.0 * x + 1.0).collect();
    let changed: Vec<f64> = scaled.iter().zip(ys).map(|(x, y)| x - y).collect();
    let peak = scaled.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let high: Vec<f64> = changed.iter().copied().filter(|c| *c > 1.0).collect();
    let squares: Vec<f64> = high.iter().map(|h| h * h).collect();
    let energy = squares.iter().sum();
    let running: Vec<f64> = prefixes(&scaled, 0.0).collect();
    let picked: Vec<f64> = places.iter().map(|place| table[*place as usize]).collect();
    let mixed: Vec<f64> = running.iter().zip(&picked).map(|(r, p)| r * p).collect();
    let total = mixed.iter().sum();
    let normal: Vec<_> = mixed
        .iter()
        .zip(&changed)
        .map(|(m, c)| (m / peak, *c))
        .collect();
    let kept = normal.iter().copied().filter(|n| n.1 > 1.5).collect();
    (energy, total, kept)
}

/// A chain for each result, and one for the peak.
fn lazy_iterators(
    Inputs {
        xs,
        ys,
        table,
        places,
    }: &Inputs,
) -> Outputs {
    let scaled = xs.iter().map(|x| 3.0 * x + 1.0);
    let changed = scaled.clone().zip(ys).map(|(x, y)| x - y);
    let peak = scaled.clone().fold(f64::NEG_INFINITY, f64::max);
    let high = changed.clone().filter(|c| *c > 1.0);
    let energy = high.map(|h| h * h).sum();
    let running = scaled.scan(0.0, |sum, x| {
        *sum += x;
        Some(*sum)
    });
    let picked = places.iter().map(|place| table[*place as usize]);
    let mixed = running.zip(picked).map(|(r, p)| r * p);
    let total = mixed.clone().sum();
    let normal = mixed.map(|m| m / peak).zip(changed);
    let kept = normal.filter(|n| n.1 > 1.5).collect();
    (energy, total, kept)
}

fn rayon_by_step(
    Inputs {
        xs,
        ys,
        table,
        places,
    }: &Inputs,
) -> Outputs {
    let scaled: Vec<f64> = xs.par_iter().map(|x| 3.0 * x + 1.0).collect();
    let changed: Vec<f64> = scaled.par_iter().zip(ys).map(|(x, y)| x - y).collect();
    let peak = scaled
        .par_iter()
        .copied()
        .reduce(|| f64::NEG_INFINITY, f64::max);
    let high: Vec<f64> = changed.par_iter().copied().filter(|c| *c > 1.0).collect();
    let squares: Vec<f64> = high.par_iter().map(|h| h * h).collect();
    let energy = squares.par_iter().sum();
    let running = rayon_prefixes(&scaled);
    let picked: Vec<f64> = places
        .par_iter()
        .map(|place| table[*place as usize])
        .collect();
    let mixed: Vec<f64> = running
        .par_iter()
        .zip(&picked)
        .map(|(r, p)| r * p)
        .collect();
    let total = mixed.par_iter().sum();
    let normal: Vec<_> = mixed
        .par_iter()
        .zip(&changed)
        .map(|(m, c)| (m / peak, *c))
        .collect();
    let kept = normal.par_iter().copied().filter(|n| n.1 > 1.5).collect();
    (energy, total, kept)
}

fn whole_arrays(
    Inputs {
        xs,
        ys,
        table,
        places,
    }: &Inputs,
) -> Outputs {
    let scaled = &aview1(xs) * 3.0 + 1.0;
    let changed = &scaled - &aview1(ys);
    let peak = scaled.fold(f64::NEG_INFINITY, |a, b| a.max(*b));
    let high = changed.mapv(|c| if c > 1.0 { c } else { 0.0 });
    let energy = (&high * &high).sum();
    let mut running = scaled;
    running.accumulate_axis_inplace(ndarray::Axis(0), |before, x| *x += before);
    let picked = aview1(places).mapv(|place| table[place as usize]);
    let mixed = running * picked;
    let total = mixed.sum();
    let normal = mixed / peak;
    let kept = normal.iter().zip(&changed).filter(|(_, c)| **c > 1.5);
    let kept = Array1::from_iter(kept.map(|(m, c)| (*m, *c)));
    (energy, total, kept.into_raw_vec_and_offset().0)
}

#[allow(
    clippy::needless_range_loop,
    reason = "the plain loop that it is compared with"
)]
fn plain(
    Inputs {
        xs,
        ys,
        table,
        places,
    }: &Inputs,
) -> Outputs {
    let (mut peak, mut energy, mut running, mut total) = (f64::NEG_INFINITY, 0.0, 0.0, 0.0);
    for i in 0..xs.len() {
        peak = peak.max(3.0 * xs[i] + 1.0);
    }
    let mut kept = Vec::new();
    for i in 0..xs.len() {
        let scaled = 3.0 * xs[i] + 1.0;
        let changed = scaled - ys[i];
        if changed > 1.0 {
            energy += changed * changed;
        }
        running += scaled;
        let mixed = running * table[places[i] as usize];
        total += mixed;
        if changed > 1.5 {
            kept.push((mixed / peak, changed));
        }
    }
    (energy, total, kept)
}

fn by_hand(
    Inputs {
        xs,
        ys,
        table,
        places,
    }: &Inputs,
) -> Outputs {
    let (mut peak, mut energy, mut running, mut total) = (f64::NEG_INFINITY, 0.0, 0.0, 0.0);
    for x in xs {
        peak = peak.max(3.0 * x + 1.0);
    }
    let mut kept = Vec::with_capacity(xs.len());
    for ((x, y), place) in xs.iter().zip(ys).zip(places) {
        let scaled = 3.0 * x + 1.0;
        let changed = scaled - y;
        if changed > 1.0 {
            energy += changed * changed;
        }
        running += scaled;
        let mixed = running * table[*place as usize];
        total += mixed;
        if changed > 1.5 {
            kept.push((mixed / peak, changed));
        }
    }
    (energy, total, kept)
}

wide! {
    fn greatest(xs: &[f64]) -> f64 {
        const LANES: usize = 16;
        let greater = |a: f64, b: f64| if b > a { b } else { a };
        let (whole, rest) = xs.as_chunks::<LANES>();
        let lanes = whole.iter().fold([f64::NEG_INFINITY; LANES], |most, xs| {
            array::from_fn(|lane| greater(most[lane], 3.0 * xs[lane] + 1.0))
        });
        let rest = rest.iter().map(|x| 3.0 * x + 1.0);
        lanes.into_iter().chain(rest).fold(f64::NEG_INFINITY, greater)
    }

    fn totals(xs: &[f64]) -> [f64; CHAINS] {
        scans::totals(xs, 0.0, |x| 3.0 * x + 1.0, |a, b| a + b)
    }

    fn running(xs: &[f64], starts: [f64; CHAINS], sums: &mut [MaybeUninit<f64>]) {
        scans::chains(xs, starts, sums, |x| 3.0 * x + 1.0, |a, b| a + b, |_, sum| sum);
    }

    /// The sum of filtered squares.
    fn energy_of(xs: &[f64], ys: &[f64]) -> f64 {
        const LANES: usize = 16;
        let square = |x: f64, y: f64| {
            let changed = 3.0 * x + 1.0 - y;
            if changed > 1.0 { changed * changed } else { 0.0 }
        };
        let ((xs, xs_rest), (ys, ys_rest)) = (xs.as_chunks::<LANES>(), ys.as_chunks::<LANES>());
        let lanes = xs.iter().zip(ys).fold([0.0; LANES], |sums, (xs, ys)| {
            array::from_fn(|lane| sums[lane] + square(xs[lane], ys[lane]))
        });
        let rest = xs_rest.iter().zip(ys_rest).map(|(x, y)| square(*x, *y));
        lanes.into_iter().chain(rest).sum()
    }

    /// Multiplies the looked-up values into the sums and returns the total.
    fn mix(table: &[f64], places: &[u32], sums: &mut [f64]) -> f64 {
        const LANES: usize = 4;
        let (sums, sums_rest) = sums.as_chunks_mut::<LANES>();
        let (places, places_rest) = places.as_chunks::<LANES>();
        let mut totals = [0.0; LANES];
        for (sums, places) in sums.iter_mut().zip(places) {
            for lane in 0..LANES {
                sums[lane] *= table[places[lane] as usize];
                totals[lane] += sums[lane];
            }
        }
        let mut total: f64 = totals.into_iter().sum();
        for (sum, place) in sums_rest.iter_mut().zip(places_rest) {
            *sum *= table[*place as usize];
            total += *sum;
        }
        total
    }
}

/// Two loops without a large array between them: the peak first, then everything else block by
/// block.
fn expert(
    Inputs {
        xs,
        ys,
        table,
        places,
    }: &Inputs,
) -> Outputs {
    let len = xs.len();
    let greater = |a: f64, b: f64| if b > a { b } else { a };
    let peak = blocks::fold(len, f64::NEG_INFINITY, |at| greatest(&xs[at]), greater);
    let count = len.div_ceil(BLOCK);
    let sums_before = Chain::new(count, 0.0, |a, b| a + b);
    let others = Chain::new(
        count,
        (0, 0.0, 0.0),
        |a: (usize, f64, f64), b: (usize, f64, f64)| (a.0 + b.0, a.1 + b.1, a.2 + b.2),
    );
    let longest = len.min(BLOCK);
    let buffers = || (vec![0.0; longest], vec![MaybeUninit::uninit(); longest]);
    let all = |room: &mut [MaybeUninit<(f64, f64)>]| {
        let room = Shared::new(room);
        in_order(count, buffers, |block, (sums, buffer)| {
            let at = positions(block, len);
            let (xs, ys, sums) = (&xs[at.clone()], &ys[at.clone()], &mut sums[..at.len()]);
            let totals = totals(xs);
            let before = sums_before.pass(block, totals.iter().sum());
            // SAFETY: numbers are written, and nothing else.
            running(xs, scans::starts(before, totals, |a, b| a + b), unsafe {
                crate::expert::into_buffer(sums)
            });
            let total = mix(table, &places[at], sums);
            let energy = energy_of(xs, ys);
            let mut next = 0;
            let found = pack_scalar(xs, buffer, |x| {
                let changed = 3.0 * x + 1.0 - ys[next];
                let mixed = sums[next];
                next += 1;
                ((mixed / peak, changed), changed > 1.5)
            });
            let (start, _, _) = others.pass(block, (found, energy, total));
            // SAFETY: what earlier blocks kept and what this one keeps are next to each other.
            let place = unsafe { room.part(start..start + found) };
            place.copy_from_slice(&buffer[..found]);
        });
        others.end().0
    };
    // SAFETY: what blocks keep is written, without gaps.
    let kept = unsafe { fresh_part(len, all) };
    let (_, energy, total) = others.end();
    (energy, total, kept)
}
