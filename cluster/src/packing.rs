//! A lower bound on the cost of the decisions that are still open.
//!
//! If two classes cannot link and a chain of pairs leads from one to the other, one pair of the
//! chain must be cut: a *conflict*. Conflicts that draw on different parts of the pairs' weights
//! add up, so packing them gives a lower bound: a feasible solution of the dual of the linear
//! program over x_ij with the triangle inequalities x_ik ≤ x_ij + x_jk. The part of a pair's weight
//! that is left over would come on top if that pair were cut.

use super::objective::Charge;
use super::problem::SharedTerm;
use super::state::{Mask, State, bit, members};

/// Weights and how much of them conflicts have used up.
#[derive(Debug)]
pub(super) struct Packing {
    m: usize,
    representatives: Mask,
    /// The price of separating each pair.
    capacity: Vec<u64>,
    /// The part of it that no packed conflict has used.
    left: Vec<u64>,
    /// The pairs that have some capacity.
    open: Vec<Mask>,
    /// The pairs that have some of it left.
    free: Vec<Mask>,
    /// The lower bound.
    pub(super) bound: u64,
}

impl Packing {
    /// For problems of `m` nodes.
    pub(super) fn new(m: usize) -> Self {
        Self {
            m,
            representatives: 0,
            capacity: vec![0; m * m],
            left: vec![0; m * m],
            open: vec![0; m],
            free: vec![0; m],
            bound: 0,
        }
    }

    /// Starts over, with weights between representatives.
    pub(super) fn load(&mut self, representatives: Mask, open: &[Mask], weight: &[u64], lost: u64) {
        self.representatives = representatives;
        self.capacity.copy_from_slice(weight);
        self.open.copy_from_slice(open);
        self.bound = lost;
    }

    /// Adds the cost that a group is known to pay, and the one that it would pay.
    pub(super) fn add_group(&mut self, group: &SharedTerm, state: &State) {
        let mut representatives: Mask = 0;
        for member in members(group.members) {
            representatives |= bit(state.class[member].trailing_zeros() as usize);
        }
        // Members of different clusters, as many as a greedy choice finds.
        let mut scattered: Mask = 0;
        for representative in members(representatives) {
            if state.cannot_link[representative] & scattered == scattered {
                scattered |= bit(representative);
            }
        }
        let cut = members(representatives).any(|x| state.cannot_link[x] & representatives != 0);
        match group.charge {
            Charge::Unless if cut => self.bound += group.weight,
            Charge::PerExtraCluster if cut => {
                let clusters = u64::from(scattered.count_ones().max(2));
                self.bound += group.weight * (clusters - 1);
            }
            Charge::Unless => {
                // Any cut pair costs the whole weight: shares of it may be given to
                // several pairs.
                let Some(centre) = members(representatives).next() else {
                    return;
                };
                let others = representatives & !bit(centre);
                let count = u64::from(others.count_ones());
                for (index, other) in members(others).enumerate() {
                    let rest = if index == 0 { group.weight % count } else { 0 };
                    self.add(centre, other, group.weight / count + rest);
                }
            }
            Charge::PerExtraCluster => {
                let mut pair = members(representatives);
                if let (Some(a), Some(b)) = (pair.next(), pair.next()) {
                    self.add(a, b, group.weight);
                }
            }
        }
    }

    fn add(&mut self, a: usize, b: usize, weight: u64) {
        if weight > 0 {
            self.capacity[a * self.m + b] += weight;
            self.capacity[b * self.m + a] += weight;
            self.open[a] |= bit(b);
            self.open[b] |= bit(a);
        }
    }

    /// Packs conflicts until the bound reaches `enough` or none is left.
    pub(super) fn pack(&mut self, cannot_link: &[Mask], enough: u64) {
        self.left.copy_from_slice(&self.capacity);
        let mut heaviest = 0;
        for a in members(self.representatives) {
            for b in members(self.open[a]) {
                let capacity = self.capacity[a * self.m + b];
                if capacity > heaviest {
                    heaviest = capacity;
                }
            }
        }
        // Heavy pairs first, so that none is spent on a light one.
        let tiers = [
            (heaviest / 2 + 1, true),
            (heaviest.isqrt() / 2 + 1, true),
            (1, false),
        ];
        for (level, long) in tiers {
            self.collect(level);
            self.triangles(cannot_link, level, enough);
            if long {
                self.chains(cannot_link, level, enough);
            }
        }
    }

    /// The pairs with at least `level` left.
    fn collect(&mut self, level: u64) {
        for a in members(self.representatives) {
            let mut free = 0;
            for b in members(self.open[a]) {
                if self.left[a * self.m + b] >= level {
                    free |= bit(b);
                }
            }
            self.free[a] = free;
        }
    }

    /// Conflicts of three classes.
    fn triangles(&mut self, cannot_link: &[Mask], level: u64, enough: u64) {
        let m = self.m;
        for a in members(self.representatives) {
            if self.free[a] == 0 {
                continue;
            }
            for c in members(cannot_link[a] & self.representatives & !(bit(a) - 1)) {
                for b in members(self.free[a] & self.free[c]) {
                    let used = self.left[a * m + b].min(self.left[b * m + c]);
                    self.bound += used;
                    self.take(a, b, used, level);
                    self.take(b, c, used, level);
                }
            }
            if self.bound >= enough {
                return;
            }
        }
    }

    fn take(&mut self, a: usize, b: usize, used: u64, level: u64) {
        let left = self.left[a * self.m + b] - used;
        self.left[a * self.m + b] = left;
        self.left[b * self.m + a] = left;
        if left < level {
            self.free[a] &= !bit(b);
            self.free[b] &= !bit(a);
        }
    }

    /// Conflicts along longer chains, the shortest first.
    fn chains(&mut self, cannot_link: &[Mask], level: u64, enough: u64) {
        for a in members(self.representatives) {
            let mut targets = cannot_link[a] & self.representatives;
            while targets != 0 && self.free[a] != 0 && self.bound < enough {
                let Some(chain) = self.chain(a, targets) else {
                    break;
                };
                let used = chain
                    .windows(2)
                    .map(|pair| self.left[pair[0] * self.m + pair[1]])
                    .min()
                    .unwrap_or(0);
                self.bound += used;
                for pair in chain.windows(2) {
                    self.take(pair[0], pair[1], used, level);
                }
                if used == 0 {
                    targets = 0;
                }
            }
        }
    }

    /// A shortest chain of free pairs from `a` to one of `targets`.
    fn chain(&self, a: usize, targets: Mask) -> Option<Vec<usize>> {
        let mut levels = vec![bit(a)];
        let mut seen = bit(a);
        loop {
            let mut next = 0;
            for x in members(*levels.last()?) {
                next |= self.free[x];
            }
            next &= !seen;
            if next == 0 {
                return None;
            }
            seen |= next;
            levels.push(next);
            if next & targets != 0 {
                let mut at = (next & targets).trailing_zeros() as usize;
                let mut chain = vec![at];
                for level in levels.iter().rev().skip(1) {
                    at = (level & self.free[at]).trailing_zeros() as usize;
                    chain.push(at);
                }
                return Some(chain);
            }
        }
    }

    /// Lists the decisions (a, b, together) whose opposite would cost `best` or more.
    pub(super) fn forced(
        &self,
        cannot_link: &[Mask],
        best: u64,
        forced: &mut Vec<(usize, usize, bool)>,
    ) {
        let slack = best - self.bound;
        for a in members(self.representatives) {
            for b in members(self.open[a] & !(bit(a) - 1)) {
                // While there is something left of a pair, nothing is of those it
                // conflicts with: it would have been packed.
                let left = self.left[a * self.m + b];
                if left >= slack {
                    forced.push((a, b, true));
                } else if left == 0 && self.together(cannot_link, a, b) >= slack {
                    forced.push((a, b, false));
                }
            }
        }
    }

    /// Returns the increase of the bound if two classes merged: the capacity of all pairs that
    /// either could no longer join.
    fn together(&self, cannot_link: &[Mask], a: usize, b: usize) -> u64 {
        let mut more = 0;
        for c in members(self.open[a] & cannot_link[b]) {
            more += self.left[a * self.m + c];
        }
        for c in members(self.open[b] & cannot_link[a]) {
            more += self.left[b * self.m + c];
        }
        more
    }

    /// The pair to decide next, if any matters: the heaviest of those in a
    /// conflict, or of all if there is none.
    pub(super) fn branch(&self, cannot_link: &[Mask]) -> Option<(usize, usize)> {
        let mut best = None;
        for a in members(self.representatives) {
            for b in members(self.open[a] & !(bit(a) - 1)) {
                let capacity = self.capacity[a * self.m + b];
                let left = self.left[a * self.m + b];
                let key = (left < capacity, capacity);
                if best.is_none_or(|(most, _, _, _)| key >= most) {
                    let conflicts = (self.open[a] & cannot_link[b]).count_ones()
                        + (self.open[b] & cannot_link[a]).count_ones();
                    if best.is_none_or(|(most, ties, _, _)| (key, conflicts) > (most, ties)) {
                        best = Some((key, conflicts, a, b));
                    }
                }
            }
        }
        best.map(|(_, _, a, b)| (a, b))
    }
}
