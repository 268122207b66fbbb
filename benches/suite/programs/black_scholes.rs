//! The prices of European options by Black and Scholes, as one writes them: with `ln` and `exp` of
//! the standard library, which in programs are those of `fusus-math`, as they are for the expert.

use crate::expert::{fresh2, into_buffer};
use crate::prelude::*;

pub(crate) const FRESH: Program = Program {
    name: "black_scholes",
    source: "black_scholes",
    about: "prices of options, in eight operations; f64",
    sizes: Sizes::UpTo(10_000_000),
    nature: Nature {
        bound: Bound::Arithmetic,
        fused: None,
    },
    race: race_fresh,
};

pub(crate) const INTO: Program = Program {
    name: "black_scholes_into",
    source: "black_scholes_into",
    about: "the same into arrays that are there",
    race: race_into,
    ..FRESH
};

const RATE: f64 = 0.02;
const VOLATILITY: f64 = 0.3;

/// The elementary functions of a version.
#[derive(Clone, Copy)]
struct Functions<L, E> {
    ln: L,
    exp: E,
}

type Function = fn(f64) -> f64;

const STD: Functions<Function, Function> = Functions {
    ln: f64::ln,
    exp: f64::exp,
};

impl<L: Fn(f64) -> f64, E: Fn(f64) -> f64> Functions<L, E> {
    /// The cumulative normal distribution: Abramowitz and Stegun, 26.2.17, good to 7.5e-8.
    #[inline(always)]
    fn cumulative(&self, x: f64) -> f64 {
        let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
        let polynomial = t
            * (0.319_381_53
                + t * (-0.356_563_782
                    + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
        let tail = (self.exp)(-0.5 * x * x) * 0.398_942_280_401_432_7 * polynomial;
        if x > 0.0 { 1.0 - tail } else { tail }
    }

    #[inline(always)]
    fn first(&self, spot: f64, strike: f64, years: f64) -> f64 {
        ((self.ln)(spot / strike) + (RATE + 0.5 * VOLATILITY * VOLATILITY) * years)
            / (VOLATILITY * years.sqrt())
    }

    #[inline(always)]
    fn present(&self, strike: f64, years: f64) -> f64 {
        strike * (self.exp)(-RATE * years)
    }

    #[inline(always)]
    fn both(&self, spot: f64, strike: f64, years: f64) -> (f64, f64) {
        let d1 = self.first(spot, strike, years);
        let d2 = second(d1, years);
        let present = self.present(strike, years);
        let call = call(spot, present, self.cumulative(d1), self.cumulative(d2));
        (call, put(spot, present, call))
    }
}

#[inline(always)]
fn first(spot: f64, strike: f64, years: f64) -> f64 {
    STD.first(spot, strike, years)
}

#[inline(always)]
fn second(first: f64, years: f64) -> f64 {
    first - VOLATILITY * years.sqrt()
}

#[inline(always)]
fn present(strike: f64, years: f64) -> f64 {
    STD.present(strike, years)
}

#[inline(always)]
fn cumulative(x: f64) -> f64 {
    STD.cumulative(x)
}

#[inline(always)]
fn call(spot: f64, present: f64, n1: f64, n2: f64) -> f64 {
    spot * n1 - present * n2
}

#[inline(always)]
fn put(spot: f64, present: f64, call: f64) -> f64 {
    call + present - spot
}

#[inline(always)]
fn both(spot: f64, strike: f64, years: f64) -> (f64, f64) {
    STD.both(spot, strike, years)
}

variants! {
    mod fresh_arrays(loops = 1) = "black_scholes";
    mod into_arrays(loops = 1) = "black_scholes_into";
}

/// Spots and strikes around 100, a month to three years.
fn input(size: usize) -> [Vec<f64>; 3] {
    let between = |seed, low: f64, high: f64| {
        random::units(seed)
            .map(|unit| low + (high - low) * unit)
            .take(size)
            .collect()
    };
    [
        between(1, 80.0, 120.0),
        between(2, 80.0, 120.0),
        between(3, 0.1, 3.0),
    ]
}

fn passes(xs: &[f64]) -> [Pass; 1] {
    [Pass {
        read: 3 * bytes(xs),
        written: 2 * bytes(xs),
    }]
}

type Prices = (Vec<f64>, Vec<f64>);

fn race_fresh(setting: &Setting<'_>) -> Outcome {
    let [spots, strikes, years] = &input(setting.size);
    let inputs = Inputs {
        spots,
        strikes,
        years,
    };
    let mut race = setting.race(|| filled(inputs, by_hand)).tolerance(1e-9);
    race.fresh(FUSUS, || {
        fresh_arrays::fused::black_scholes(spots, strikes, years)
    });
    race.fresh(SEQUENTIAL, || {
        fresh_arrays::fused::black_scholes_sequential(spots, strikes, years)
    });
    race.fresh(UNFUSED, || {
        fresh_arrays::unfused::black_scholes(spots, strikes, years)
    });
    race.fresh(STREAM, || {
        fresh_arrays::stream::black_scholes(spots, strikes, years)
    });
    race.fresh(ITERATORS_BY_STEP, || iterators_by_step(inputs));
    race.fresh(LAZY_ITERATORS, || {
        let options = spots.iter().zip(strikes).zip(years);
        options.map(|((s, k), t)| both(*s, *k, *t)).unzip()
    });
    race.fresh(RAYON_BY_STEP, || rayon_by_step(inputs));
    race.fresh(LAZY_RAYON, || {
        let options = spots.par_iter().zip(strikes).zip(years);
        options.map(|((s, k), t)| both(*s, *k, *t)).unzip()
    });
    race.fresh(NDARRAY, || whole_arrays(inputs));
    race.fresh(EXPERT, || filled(inputs, expert));
    race.fresh(BY_HAND, || filled(inputs, by_hand));
    race.fresh(PLAIN, || {
        let len = inputs.spots.len();
        let (mut calls, mut puts) = (vec![0.0; len], vec![0.0; len]);
        plain(inputs, &mut calls, &mut puts);
        (calls, puts)
    });
    race.copy(&passes(spots), Place::Fresh);
    race.run()
}

fn race_into(setting: &Setting<'_>) -> Outcome {
    let [spots, strikes, years] = &input(setting.size);
    let inputs = Inputs {
        spots,
        strikes,
        years,
    };
    let mut race = setting.race(|| filled(inputs, by_hand)).tolerance(1e-9);
    race.into_buffer(FUSUS, |(a, b)| {
        into_arrays::fused::black_scholes_into(spots, strikes, years, a, b)
    });
    race.into_buffer(SEQUENTIAL, |(a, b)| {
        into_arrays::fused::black_scholes_into_sequential(spots, strikes, years, a, b);
    });
    race.into_buffer(UNFUSED, |(a, b)| {
        into_arrays::unfused::black_scholes_into(spots, strikes, years, a, b)
    });
    race.into_buffer(STREAM, |(a, b)| {
        into_arrays::stream::black_scholes_into(spots, strikes, years, a, b)
    });
    race.into_buffer(EXPERT, |(a, b)| fill(inputs, a, b, expert));
    race.into_buffer(BY_HAND, |(a, b)| fill(inputs, a, b, by_hand));
    race.into_buffer(PLAIN, |(a, b)| plain(inputs, a, b));
    race.copy(&passes(spots), Place::Provided);
    race.run()
}

#[derive(Clone, Copy)]
struct Inputs<'a> {
    spots: &'a [f64],
    strikes: &'a [f64],
    years: &'a [f64],
}

/// A way to write all prices.
type Filling = fn(Inputs<'_>, &mut [MaybeUninit<f64>], &mut [MaybeUninit<f64>]);

fn filled(inputs: Inputs<'_>, variant: Filling) -> Prices {
    // SAFETY: all variants of this file write all prices.
    unsafe {
        fresh2(inputs.spots.len(), |calls, puts| {
            variant(inputs, calls, puts)
        })
    }
}

fn fill(inputs: Inputs<'_>, calls: &mut [f64], puts: &mut [f64], variant: Filling) {
    // SAFETY: all variants of this file write prices.
    unsafe { variant(inputs, into_buffer(calls), into_buffer(puts)) }
}

fn iterators_by_step(
    Inputs {
        spots,
        strikes,
        years,
    }: Inputs<'_>,
) -> Prices {
    let options = spots.iter().zip(strikes).zip(years);
    let d1s: Vec<f64> = options.map(|((s, k), t)| first(*s, *k, *t)).collect();
    let d2s: Vec<f64> = d1s.iter().zip(years).map(|(d, t)| second(*d, *t)).collect();
    let presents: Vec<f64> = strikes
        .iter()
        .zip(years)
        .map(|(k, t)| present(*k, *t))
        .collect();
    let n1s: Vec<f64> = d1s.iter().map(|d| cumulative(*d)).collect();
    let n2s: Vec<f64> = d2s.iter().map(|d| cumulative(*d)).collect();
    let all = spots.iter().zip(&presents).zip(n1s.iter().zip(&n2s));
    let calls: Vec<f64> = all
        .map(|((s, p), (n1, n2))| call(*s, *p, *n1, *n2))
        .collect();
    let all = spots.iter().zip(&presents).zip(&calls);
    let puts = all.map(|((s, p), c)| put(*s, *p, *c)).collect();
    (calls, puts)
}

fn rayon_by_step(
    Inputs {
        spots,
        strikes,
        years,
    }: Inputs<'_>,
) -> Prices {
    let options = spots.par_iter().zip(strikes).zip(years);
    let d1s: Vec<f64> = options.map(|((s, k), t)| first(*s, *k, *t)).collect();
    let d2s: Vec<f64> = d1s
        .par_iter()
        .zip(years)
        .map(|(d, t)| second(*d, *t))
        .collect();
    let presents: Vec<f64> = strikes
        .par_iter()
        .zip(years)
        .map(|(k, t)| present(*k, *t))
        .collect();
    let n1s: Vec<f64> = d1s.par_iter().map(|d| cumulative(*d)).collect();
    let n2s: Vec<f64> = d2s.par_iter().map(|d| cumulative(*d)).collect();
    let all = spots
        .par_iter()
        .zip(&presents)
        .zip(n1s.par_iter().zip(&n2s));
    let calls: Vec<f64> = all
        .map(|((s, p), (n1, n2))| call(*s, *p, *n1, *n2))
        .collect();
    let all = spots.par_iter().zip(&presents).zip(&calls);
    let puts = all.map(|((s, p), c)| put(*s, *p, *c)).collect();
    (calls, puts)
}

fn whole_arrays(
    Inputs {
        spots,
        strikes,
        years,
    }: Inputs<'_>,
) -> Prices {
    let (spots, strikes, years) = (aview1(spots), aview1(strikes), aview1(years));
    let spread = years.mapv(f64::sqrt) * VOLATILITY;
    let drift = &years * (RATE + 0.5 * VOLATILITY * VOLATILITY);
    let d1s = ((&spots / &strikes).mapv(f64::ln) + drift) / &spread;
    let d2s = &d1s - &spread;
    let presents = (&years * -RATE).mapv(f64::exp) * strikes;
    let calls = &spots * &d1s.mapv(cumulative) - &presents * &d2s.mapv(cumulative);
    let puts = &calls + &presents - spots;
    (
        calls.into_raw_vec_and_offset().0,
        puts.into_raw_vec_and_offset().0,
    )
}

fn plain(inputs: Inputs<'_>, calls: &mut [f64], puts: &mut [f64]) {
    for i in 0..inputs.spots.len() {
        (calls[i], puts[i]) = both(inputs.spots[i], inputs.strikes[i], inputs.years[i]);
    }
}

fn by_hand(inputs: Inputs<'_>, calls: &mut [MaybeUninit<f64>], puts: &mut [MaybeUninit<f64>]) {
    let Inputs {
        spots,
        strikes,
        years,
    } = inputs;
    let options = spots.iter().zip(strikes).zip(years);
    for ((((spot, strike), years), to_call), to_put) in options.zip(calls).zip(puts) {
        let (call, put) = both(*spot, *strike, *years);
        to_call.write(call);
        to_put.write(put);
    }
}

widest! {
    fn block(inputs: Inputs<'_>, calls: &mut [MaybeUninit<f64>], puts: &mut [MaybeUninit<f64>]) {
        let len = calls.len();
        let (spots, strikes) = (&inputs.spots[..len], &inputs.strikes[..len]);
        let (years, puts) = (&inputs.years[..len], &mut puts[..len]);
        let functions = Functions {
            ln: |x| fusus_math::f64::ln(x),
            exp: |x| fusus_math::f64::exp(x),
        };
        for index in 0..len {
            let (call, put) = functions.both(spots[index], strikes[index], years[index]);
            calls[index].write(call);
            puts[index].write(put);
        }
    }
}

fn expert(inputs: Inputs<'_>, calls: &mut [MaybeUninit<f64>], puts: &mut [MaybeUninit<f64>]) {
    let (len, calls, puts) = (calls.len(), Shared::new(calls), Shared::new(puts));
    // Expensive work: blocks may be short.
    const PART: usize = BLOCK / 8;
    blocks::each_number(len.div_ceil(PART), |index| {
        let at = index * PART..len.min((index + 1) * PART);
        let inputs = Inputs {
            spots: &inputs.spots[at.clone()],
            strikes: &inputs.strikes[at.clone()],
            years: &inputs.years[at.clone()],
        };
        // SAFETY: blocks are disjoint.
        let (calls, puts) = unsafe { (calls.part(at.clone()), puts.part(at)) };
        block(inputs, calls, puts);
    });
}
