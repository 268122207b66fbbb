//! Normally distributed numbers, from uniformly distributed ones.

use super::*;
use std::f64::consts::TAU;

variants! {
    mod programs(loops = 1) = "box_muller";
}

type Normals<'a> = (&'a mut [MaybeUninit<f64>], &'a mut [MaybeUninit<f64>]);

#[inline(always)]
fn by_std(u: f64, v: f64) -> (f64, f64) {
    let (radius, angle) = ((-2.0 * u.ln()).sqrt(), TAU * v);
    (radius * angle.cos(), radius * angle.sin())
}

fn by_hand(us: &[f64], vs: &[f64], (firsts, seconds): Normals<'_>) {
    for (((u, v), first), second) in us.iter().zip(vs).zip(firsts).zip(seconds) {
        let normals = by_std(*u, *v);
        first.write(normals.0);
        second.write(normals.1);
    }
}

widest! {
    fn block(us: &[f64], vs: &[f64], normals: Normals<'_>) {
        let len = us.len();
        let (vs, firsts, seconds) = (&vs[..len], &mut normals.0[..len], &mut normals.1[..len]);
        for i in 0..len {
            let radius = (-2.0 * fusus_math::f64::ln(us[i])).sqrt();
            let (sine, cosine) = fusus_math::f64::near::sin_cos(TAU * vs[i]);
            firsts[i].write(radius * cosine);
            seconds[i].write(radius * sine);
        }
    }
}

fn expert(us: &[f64], vs: &[f64], (firsts, seconds): Normals<'_>) {
    let (firsts, seconds) = (Shared::new(firsts), Shared::new(seconds));
    in_parts(us.len(), |at| {
        // SAFETY: parts are disjoint.
        let normals = unsafe { (firsts.part(at.clone()), seconds.part(at.clone())) };
        block(&us[at.clone()], &vs[at], normals);
    });
}

fn plain(us: &[f64], vs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let (mut firsts, mut seconds) = (vec![0.0; us.len()], vec![0.0; us.len()]);
    for i in 0..us.len() {
        (firsts[i], seconds[i]) = by_std(us[i], vs[i]);
    }
    (firsts, seconds)
}

pub(super) fn race(setting: &Setting<'_>) -> Outcome {
    // Never zero, whose logarithm is infinite.
    let us: &Vec<f64> = &between(1, 1e-9, 1.0, setting.size).collect();
    let vs: &Vec<f64> = &between(2, 0.0, 1.0, setting.size).collect();
    let len = us.len();
    // SAFETY: both ways write all elements.
    let by_hand = || unsafe { fresh2(len, |a, b| by_hand(us, vs, (a, b))) };
    let mut race = setting.race(by_hand).tolerance(1e-9);
    race.fresh(FUSUS, || programs::fused::box_muller(us, vs));
    race.fresh(SEQUENTIAL, || {
        programs::fused::box_muller_sequential(us, vs)
    });
    race.fresh(UNFUSED, || programs::unfused::box_muller(us, vs));
    race.fresh(STREAM, || programs::stream::box_muller(us, vs));
    race.fresh(LAZY_ITERATORS, || {
        us.iter().zip(vs).map(|(u, v)| by_std(*u, *v)).unzip()
    });
    race.fresh(LAZY_RAYON, || {
        let pairs = us.par_iter().zip(vs);
        pairs.map(|(u, v)| by_std(*u, *v)).unzip()
    });
    race.fresh(NDARRAY, || {
        let radii = aview1(us).mapv(|u| (-2.0 * u.ln()).sqrt());
        let angles = &aview1(vs) * TAU;
        let firsts = &radii * &angles.mapv(f64::cos);
        let seconds = radii * angles.mapv(f64::sin);
        (
            firsts.into_raw_vec_and_offset().0,
            seconds.into_raw_vec_and_offset().0,
        )
    });
    // SAFETY: as above.
    race.fresh(EXPERT, || unsafe {
        fresh2(len, |a, b| expert(us, vs, (a, b)))
    });
    race.fresh(BY_HAND, by_hand);
    race.fresh(PLAIN, || plain(us, vs));
    let array = bytes(us);
    race.copy(
        &[Pass {
            read: 2 * array,
            written: 2 * array,
        }],
        Place::Fresh,
    );
    race.run()
}
