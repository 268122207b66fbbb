//! Several orders of one product, of which the sizes on entry choose.

use super::cheapest::cheapest_tree;
use super::tree::terms;
use super::{Counting, EXACT, Order, Polynomial, Sizes, Symbol, Tree};
use crate::Product;
use crate::sorted::sort_by_key;

/// The most terms all of whose trees are compared with each other.
const ALL_TREES: usize = 5;

/// The most tuples of sizes at which orders are tried.
const SAMPLES: usize = 256;

/// The factor between the cheapest candidate and the chosen version from which on another version
/// is worth its code.
const CLOSE: f64 = 1.15;

/// An order and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// The order.
    pub order: Order,
    /// Its floating-point operations.
    pub flops: Polynomial,
}

/// The orders that a program has code for, and what is lost by having no more of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Versions {
    /// The versions, at least one.
    pub versions: Vec<Version>,
    /// The largest factor by which the best of them was beaten by another candidate, over the sizes
    /// that were tried; 1 if it never was.
    pub shortfall: f64,
}

impl Versions {
    /// The version with the fewest operations for some sizes, the first of several.
    pub fn chosen(&self, size: impl Fn(Symbol) -> f64) -> usize {
        let costs = self
            .versions
            .iter()
            .map(|version| version.flops.value(&size));
        smallest(costs)
    }

    /// The conditions of all versions but the last, which are asked in turn: a version is taken if
    /// in all of its pairs the first polynomial is at most the second one. They compare it with the
    /// versions that come after it, without what both count.
    pub fn conditions(&self) -> Vec<Vec<(Polynomial, Polynomial)>> {
        let against_later = |version: usize| {
            let later = self.versions[version + 1..].iter();
            let own = &self.versions[version].flops;
            later
                .map(|later| own.without_common(&later.flops))
                .collect()
        };
        (0..self.versions.len().saturating_sub(1))
            .map(against_later)
            .collect()
    }
}

/// The orders of a product from which the best can be chosen on entry: one where all sizes are
/// known or hinted at, else at most `most` of the candidates.
///
/// Versions are added, the one that saves most over all sizes tried, as long as the best of those
/// there is beaten by more than 15 % somewhere.
///
/// # Panics
///
/// Panics if an index has no size.
pub fn versions(product: &Product, sizes: &Sizes, most: usize) -> Versions {
    let candidates = candidates(product, sizes);
    let decided = sizes.decided();
    let samples = samples(product, &decided);
    let costs: Vec<Vec<f64>> = candidates
        .iter()
        .map(|candidate| {
            let flops = candidate.order.flops(&decided);
            let at = |sample: &Sample| flops.value(|symbol| number(sample, symbol) as f64);
            samples.iter().map(at).collect()
        })
        .collect();
    let (chosen, shortfall) = choose(&costs, most.max(1));
    Versions {
        versions: chosen.iter().map(|&c| candidates[c].clone()).collect(),
        shortfall,
    }
}

/// The orders of a product of which none is known to be beaten by another one for all sizes.
///
/// They are complete for up to 5 factors. Of more, they are the cheapest ones of some hundred tuples
/// of sizes.
///
/// # Panics
///
/// Panics if an index has no size.
pub fn candidates(product: &Product, sizes: &Sizes) -> Vec<Version> {
    let decided = sizes.decided();
    let of_samples = || {
        let samples = samples(product, &decided);
        let ranges = samples
            .iter()
            .map(|sample| decided.ranges(|symbol| number(sample, symbol)));
        ranges
            .map(|ranges| cheapest_tree(product, &ranges, Counting::Flops))
            .collect()
    };
    let terms = terms(product);
    let is_decided = decided.unknown(product.indices()).is_empty();
    let trees: Vec<Tree> = if is_decided || terms.len() > ALL_TREES {
        of_samples()
    } else {
        Tree::all(&terms.into_iter().map(|term| term.tree).collect::<Vec<_>>())
    };
    // Trees of one cost are as good as each other: the first one stands for them.
    let mut by_cost: Vec<(Polynomial, Order)> = Vec::new();
    for tree in trees {
        let order = Order::along(product, &tree);
        let flops = order.flops(&decided);
        if let Err(at) = by_cost.binary_search_by(|(known, _)| known.cmp(&flops)) {
            by_cost.insert(at, (flops, order));
        }
    }
    let costs = by_cost.iter().map(|(cost, _)| cost.shifted());
    let shifted: Vec<Polynomial> = costs.collect();
    let beaten = |position: usize| {
        let mut others = shifted.iter().enumerate();
        others.any(|(other, cost)| other != position && cost.is_inside(&shifted[position]))
    };
    let orders = by_cost.into_iter().enumerate();
    let kept = orders.filter(|&(position, _)| !beaten(position));
    let version = |(_, (_, order)): (usize, (Polynomial, Order))| Version {
        flops: order.flops(sizes),
        order,
    };
    kept.map(version).collect()
}

/// A number for each size that is not known.
type Sample = Vec<(Symbol, u64)>;

/// The number for a size.
fn number(sample: &[(Symbol, u64)], symbol: Symbol) -> u64 {
    let known = sample.iter().find(|(known, _)| *known == symbol);
    known.expect("a number for each size").1
}

/// The sizes at which orders are tried: from 2 to some 4000, all magnitudes alike, the same on every
/// run. There are fewer of them where the search takes longer.
fn samples(product: &Product, decided: &Sizes) -> Vec<Sample> {
    let symbols = decided.unknown(product.indices());
    let factors = product.factors().len().min(EXACT) as u32;
    let count = match symbols.is_empty() {
        true => 1,
        false => ((1 << 22) / 3_usize.pow(factors)).clamp(16, SAMPLES),
    };
    let mut state = 0;
    let mut sample = || {
        let sizes = symbols
            .iter()
            .map(|&symbol| (symbol, magnitude(bits(&mut state))));
        sizes.collect()
    };
    (0..count).map(|_| sample()).collect()
}

/// A number from 2 to 4095 of random bits: first its number of bits is drawn, then the bits.
fn magnitude(bits: u64) -> u64 {
    let leading = 1_u64 << (1 + bits % 11);
    leading | (bits >> 32) & (leading - 1)
}

/// The next random bits: splitmix64.
fn bits(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The candidates that become versions, ascending, and the largest factor between the best of them
/// and the best of all. `costs` has a row for each candidate with its cost for each sample.
fn choose(costs: &[Vec<f64>], most: usize) -> (Vec<usize>, f64) {
    let all: Vec<usize> = (0..costs.len()).collect();
    let cheapest = best_of(costs, &all);
    let mut chosen = Vec::new();
    let mut worst = f64::INFINITY;
    while chosen.len() < most && worst > CLOSE {
        chosen.push(best_addition(costs, &chosen, &cheapest));
        exchange(costs, &mut chosen, &cheapest);
        worst = shortfall(&best_of(costs, &chosen), &cheapest);
    }
    sort_by_key(&mut chosen, |version| *version);
    (chosen, worst)
}

/// Replaces versions by others as long as that saves anything.
fn exchange(costs: &[Vec<f64>], chosen: &mut Vec<usize>, cheapest: &[f64]) {
    for _ in 0..costs.len() {
        let before = chosen.clone();
        for position in 0..chosen.len() {
            let removed = chosen.remove(position);
            let other = best_addition(costs, chosen, cheapest);
            let loss = |version: usize| {
                let with: Vec<usize> = chosen.iter().copied().chain([version]).collect();
                loss(&best_of(costs, &with), cheapest)
            };
            let better = loss(other) < loss(removed);
            chosen.insert(position, if better { other } else { removed });
        }
        if *chosen == before {
            break;
        }
    }
}

/// The candidate that saves most beside those that are chosen.
fn best_addition(costs: &[Vec<f64>], chosen: &[usize], cheapest: &[f64]) -> usize {
    smallest((0..costs.len()).map(|candidate| {
        let with: Vec<usize> = chosen.iter().copied().chain([candidate]).collect();
        loss(&best_of(costs, &with), cheapest)
    }))
}

/// The lowest cost of some candidates for each sample.
fn best_of(costs: &[Vec<f64>], chosen: &[usize]) -> Vec<f64> {
    let samples = costs.first().map_or(0, Vec::len);
    let best = |sample: usize| {
        let costs = chosen.iter().map(|&candidate| costs[candidate][sample]);
        costs.fold(f64::INFINITY, f64::min)
    };
    (0..samples).map(best).collect()
}

/// The factors between two costs, added up over all samples.
fn loss(costs: &[f64], cheapest: &[f64]) -> f64 {
    let pairs = costs.iter().zip(cheapest);
    pairs.map(|(cost, cheapest)| cost / cheapest.max(1.0)).sum()
}

/// The largest factor between two costs.
fn shortfall(costs: &[f64], cheapest: &[f64]) -> f64 {
    let pairs = costs.iter().zip(cheapest);
    pairs.fold(1.0, |worst, (cost, cheapest)| {
        f64::max(worst, cost / cheapest.max(1.0))
    })
}

/// The position of the smallest number, the first of several; 0 if there is none.
fn smallest(numbers: impl Iterator<Item = f64>) -> usize {
    let mut best = (0, f64::INFINITY);
    for (position, number) in numbers.enumerate() {
        if number < best.1 {
            best = (position, number);
        }
    }
    best.0
}
