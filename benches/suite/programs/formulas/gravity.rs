//! Inverse cubes of distances of bodies.

use super::*;

variants! {
    mod programs(loops = 1) = "gravity";
}

type Distances<'a> = [&'a [f64]; 3];

#[inline(always)]
fn inverse_cube(x: f64, y: f64, z: f64) -> f64 {
    let square = x * x + y * y + z * z + 1e-6;
    1.0 / (square * square.sqrt())
}

#[inline(always)]
fn by_hand([xs, ys, zs]: Distances<'_>, out: &mut [MaybeUninit<f64>]) {
    for (((x, y), z), to) in xs.iter().zip(ys).zip(zs).zip(out) {
        to.write(inverse_cube(*x, *y, *z));
    }
}

widest! {
    fn block(distances: Distances<'_>, out: &mut [MaybeUninit<f64>]) {
        by_hand(distances, out);
    }
}

fn expert(distances: Distances<'_>, out: &mut [MaybeUninit<f64>]) {
    let (len, out) = (out.len(), Shared::new(out));
    in_parts(len, |at| {
        let part = distances.map(|array| &array[at.clone()]);
        // SAFETY: parts are disjoint.
        block(part, unsafe { out.part(at) });
    });
}

fn plain([xs, ys, zs]: Distances<'_>) -> Vec<f64> {
    let mut out = vec![0.0; xs.len()];
    for i in 0..xs.len() {
        out[i] = inverse_cube(xs[i], ys[i], zs[i]);
    }
    out
}

pub(super) fn race(setting: &Setting<'_>) -> Outcome {
    let arrays = [1, 2, 3].map(|seed| between(seed, -5.0, 5.0, setting.size));
    let [xs, ys, zs] = &arrays.map(Iterator::collect::<Vec<f64>>);
    let (len, all): (usize, Distances<'_>) = (xs.len(), [xs, ys, zs]);
    // SAFETY: both ways write all elements.
    let by_hand = || unsafe { fresh(len, |out| by_hand(all, out)) };
    let mut race = setting.race(by_hand).tolerance(1e-9);
    race.fresh(FUSUS, || programs::fused::gravity(xs, ys, zs));
    race.fresh(SEQUENTIAL, || {
        programs::fused::gravity_sequential(xs, ys, zs)
    });
    race.fresh(UNFUSED, || programs::unfused::gravity(xs, ys, zs));
    race.fresh(STREAM, || programs::stream::gravity(xs, ys, zs));
    race.fresh(LAZY_ITERATORS, || {
        let all = xs.iter().zip(ys).zip(zs);
        all.map(|((x, y), z)| inverse_cube(*x, *y, *z)).collect()
    });
    race.fresh(LAZY_RAYON, || {
        let all = xs.par_iter().zip(ys).zip(zs);
        all.map(|((x, y), z)| inverse_cube(*x, *y, *z)).collect()
    });
    race.fresh(NDARRAY, || {
        let (xs, ys, zs) = (aview1(xs), aview1(ys), aview1(zs));
        let squares = &xs * &xs + &ys * &ys + &zs * &zs + 1e-6;
        let cubes = &squares * &squares.mapv(f64::sqrt);
        (1.0 / cubes).into_raw_vec_and_offset().0
    });
    // SAFETY: as above.
    race.fresh(EXPERT, || unsafe { fresh(len, |out| expert(all, out)) });
    race.fresh(BY_HAND, by_hand);
    race.fresh(PLAIN, || plain(all));
    let array = bytes(xs);
    race.copy(
        &[Pass {
            read: 3 * array,
            written: array,
        }],
        Place::Fresh,
    );
    race.run()
}
