//! The exact solver: branch and bound over pairs of classes.
//!
//! Each step takes two classes that might share a cluster, merges them, and then separates them. A
//! [`State`] draws the consequences, [`Packing`] bounds the cost of the open decisions, and a
//! decision whose opposite would cost too much is made at once.

use std::time::Instant;

use super::Limit;
use super::objective::Charge;
use super::packing::Packing;
use super::problem::Problem;
use super::state::{Mask, State, bit, members};

/// The best clustering that was found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The class of each node.
    pub(super) classes: Vec<Mask>,
    /// No clustering of the nodes searched costs less, terms of other nodes
    /// and the problem's fixed cost aside.
    pub(super) lower_bound: u64,
}

/// The work that is left.
#[derive(Clone, Debug)]
pub(super) struct Fuel {
    steps: u64,
    deadline: Instant,
    clock_checks: u64,
}

impl Fuel {
    /// The work a limit allows, from now on.
    pub(super) fn new(limit: Limit) -> Self {
        Self {
            steps: limit.steps,
            deadline: Instant::now() + limit.time,
            clock_checks: 0,
        }
    }

    /// Uses some steps up. Returns `false` if there were none left.
    fn burn(&mut self, steps: u64) -> bool {
        if self.steps == 0 {
            return false;
        }
        self.steps = self.steps.saturating_sub(steps);
        self.clock_checks += 1;
        if self.clock_checks.is_multiple_of(16) && Instant::now() >= self.deadline {
            self.steps = 0;
        }
        true
    }
}

/// Searches for the best clustering of some nodes, the lexicographically
/// smallest of those. `start` is a clustering known to be legal.
pub(super) fn search(
    problem: &Problem<'_>,
    nodes: &[usize],
    start: &[Mask],
    fuel: &mut Fuel,
) -> Found {
    let mut search = Search::new(problem, nodes, start, fuel);
    search.explore(1, 0);
    let lower_bound = search.best.min(search.pending);
    if search.pending >= search.best {
        search.refine(nodes);
    }
    Found {
        classes: search.best_classes,
        lower_bound,
    }
}

/// The lexicographically smallest clustering that costs as little as `optimum`,
/// which is known to be optimal.
#[cfg(any(feature = "microlp", feature = "coin_cbc"))]
pub(super) fn first_of_equals(
    problem: &Problem<'_>,
    nodes: &[usize],
    optimum: &[Mask],
    fuel: &mut Fuel,
) -> Vec<Mask> {
    let mut search = Search::new(problem, nodes, optimum, fuel);
    search.refine(nodes);
    search.best_classes
}

/// A partial clustering and its cost so far.
#[derive(Clone, Debug, Default)]
struct Frame {
    state: State,
    /// The smallest node of each class.
    representatives: Mask,
    /// For each representative those that it still has to be merged with or separated from, if
    /// that changes the cost.
    open: Vec<Mask>,
    /// The price of separating the classes of two representatives; a row per node.
    weight: Vec<u64>,
    /// The cost of the decisions so far.
    lost: u64,
}

impl Frame {
    fn copy_from(&mut self, other: &Self) {
        self.state.copy_from(&other.state);
        self.representatives = other.representatives;
        self.open.clone_from(&other.open);
        self.weight.clone_from(&other.weight);
        self.lost = other.lost;
    }

    /// Follows the state: classes that merged, classes that were separated.
    fn update(&mut self) {
        let m = self.open.len();
        for old in members(self.representatives) {
            let new = self.state.class[old].trailing_zeros() as usize;
            if new == old {
                continue;
            }
            for other in members(std::mem::take(&mut self.open[old])) {
                self.open[other] &= !bit(old);
                if other != new {
                    let weight = self.weight[old * m + other];
                    self.weight[new * m + other] += weight;
                    self.weight[other * m + new] += weight;
                    self.open[new] |= bit(other);
                    self.open[other] |= bit(new);
                }
            }
            self.open[new] &= !bit(old);
            self.representatives &= !bit(old);
            for other in 0..m {
                self.weight[old * m + other] = 0;
                self.weight[other * m + old] = 0;
            }
        }
        for a in members(self.representatives) {
            for b in members(self.open[a] & self.state.cannot_link[a]) {
                self.lost += self.weight[a * m + b];
                self.weight[a * m + b] = 0;
                self.weight[b * m + a] = 0;
                self.open[a] &= !bit(b);
                self.open[b] &= !bit(a);
            }
        }
    }
}

/// The next step at a node of the search tree.
enum Verdict {
    /// Nothing here can beat the best.
    Prune,
    /// No work is left to find out.
    OutOfFuel,
    /// The clustering is complete.
    Leaf,
    /// Merge these two, then separate them.
    Branch(usize, usize),
}

struct Search<'a, 'g> {
    problem: &'a Problem<'g>,
    fuel: &'a mut Fuel,
    /// The searched nodes.
    inside: Mask,
    /// The root as it is known whatever the best, then the path of the search.
    frames: Vec<Frame>,
    packing: Packing,
    /// The cost to beat.
    best: u64,
    best_classes: Vec<Mask>,
    /// The smallest bound of the frames that were left unexplored.
    pending: u64,
    /// True if the first clustering that beats the best is enough.
    any: bool,
}

impl<'a, 'g> Search<'a, 'g> {
    fn new(problem: &'a Problem<'g>, nodes: &[usize], start: &[Mask], fuel: &'a mut Fuel) -> Self {
        let m = problem.len();
        let inside = nodes.iter().fold(0, |mask, &node| mask | bit(node));
        let mut search = Self {
            problem,
            fuel,
            inside,
            frames: Vec::new(),
            packing: Packing::new(m),
            best: u64::MAX,
            best_classes: start.to_vec(),
            pending: u64::MAX,
            any: false,
        };
        search.best = search.price(start);
        let mut root = Frame {
            state: problem.root.clone(),
            representatives: inside,
            open: vec![0; m],
            weight: vec![0; m * m],
            lost: 0,
        };
        for &i in nodes {
            for &j in nodes {
                let weight = problem.weight(i, j);
                if weight > 0 {
                    root.open[i] |= bit(j);
                    root.weight[i * m + j] = weight;
                }
            }
        }
        root.update();
        search.frames = vec![root.clone(), root];
        search
    }

    /// Prices a clustering in the terms of the searched nodes.
    fn price(&self, classes: &[Mask]) -> u64 {
        let mut price = 0;
        for i in members(self.inside) {
            for j in members(self.inside & !classes[i]) {
                if i < j {
                    price += self.problem.weight(i, j);
                }
            }
        }
        for group in &self.problem.groups {
            if group.members & self.inside != 0 {
                let mut left = group.members;
                let mut clusters = 0;
                while left != 0 {
                    left &= !classes[left.trailing_zeros() as usize];
                    clusters += 1;
                }
                price += match group.charge {
                    Charge::Unless => group.weight * u64::from(clusters > 1),
                    Charge::PerExtraCluster => group.weight * (clusters - 1),
                };
            }
        }
        price
    }

    /// Explores the frame at `depth`, of which `bound` is known.
    fn explore(&mut self, depth: usize, bound: u64) {
        let (verdict, bound) = self.judge(depth, bound);
        let (a, b) = match verdict {
            Verdict::Prune => return,
            Verdict::OutOfFuel => {
                self.pending = self.pending.min(bound);
                return;
            }
            Verdict::Leaf => {
                let price = self.price(&self.frames[depth].state.class);
                if price < self.best {
                    self.best = price;
                    self.best_classes
                        .clone_from(&self.frames[depth].state.class);
                }
                return;
            }
            Verdict::Branch(a, b) => (a, b),
        };
        for together in [true, false] {
            if bound >= self.best || (self.any && !self.best_classes.is_empty()) {
                return;
            }
            if self.enter(depth, a, b, together) {
                self.explore(depth + 1, bound);
            }
        }
    }

    /// Makes the frame below `depth`. `false` if it is impossible.
    fn enter(&mut self, depth: usize, a: usize, b: usize, together: bool) -> bool {
        if self.frames.len() == depth + 1 {
            self.frames.push(Frame::default());
        }
        let (above, below) = self.frames.split_at_mut(depth + 1);
        let frame = &mut below[0];
        frame.copy_from(&above[depth]);
        let sizes = &self.problem.sizes;
        let possible = if together {
            frame.state.unite(sizes, a, b)
        } else {
            frame.state.separate(sizes, a, b)
        };
        if possible {
            frame.update();
        }
        possible
    }

    /// Bounds a frame and makes the decisions that the bound forces.
    fn judge(&mut self, depth: usize, mut bound: u64) -> (Verdict, u64) {
        let frame = &mut self.frames[depth];
        let sizes = &self.problem.sizes;
        loop {
            // A step is a pair of classes that a bound looks at.
            let representatives = u64::from(frame.representatives.count_ones());
            if !self.fuel.burn(representatives * representatives) {
                return (Verdict::OutOfFuel, bound);
            }
            let packing = &mut self.packing;
            packing.load(
                frame.representatives,
                &frame.open,
                &frame.weight,
                frame.lost,
            );
            for group in &self.problem.groups {
                if group.members & self.inside != 0 {
                    packing.add_group(group, &frame.state);
                }
            }
            packing.pack(&frame.state.cannot_link, self.best);
            bound = bound.max(packing.bound);
            if bound >= self.best {
                return (Verdict::Prune, bound);
            }
            // The decisions that would reach the best if they were made otherwise.
            let mut forced = Vec::new();
            packing.forced(&frame.state.cannot_link, self.best, &mut forced);
            if forced.is_empty() {
                break;
            }
            for (a, b, together) in forced {
                let possible = if together {
                    frame.state.unite(sizes, a, b)
                } else {
                    frame.state.separate(sizes, a, b)
                };
                if !possible {
                    return (Verdict::Prune, bound);
                }
            }
            frame.update();
        }
        let verdict = match self
            .packing
            .branch(&frame.state.cannot_link)
            .or_else(|| self.problem.undecided(&frame.state, self.inside))
        {
            Some((a, b)) => Verdict::Branch(a, b),
            None => Verdict::Leaf,
        };
        (verdict, bound)
    }

    /// Makes the best clustering the lexicographically smallest of its cost:
    /// each node in program order joins the cluster of the smallest node that
    /// an optimal clustering allows it to.
    fn refine(&mut self, nodes: &[usize]) {
        let optimum = self.best;
        let mut incumbent = std::mem::take(&mut self.best_classes);
        self.any = true;
        let sizes = &self.problem.sizes;
        let mut heads: Vec<usize> = Vec::new();
        for &node in nodes {
            for &head in &heads {
                if incumbent[node] & bit(head) != 0 {
                    break;
                }
                if self.frames[0].state.cannot_link[node] & bit(head) != 0 {
                    continue;
                }
                self.best = optimum + 1;
                self.best_classes.clear();
                self.pending = u64::MAX;
                if self.enter(0, node, head, true) {
                    self.explore(1, 0);
                }
                if self.pending <= optimum && self.best_classes.is_empty() {
                    // Out of fuel: what is known is optimal, if not the first.
                    self.best = optimum;
                    self.best_classes = incumbent;
                    return;
                }
                if !self.best_classes.is_empty() {
                    incumbent.clone_from(&self.best_classes);
                    break;
                }
                // No optimum has them together.
                let frame = &mut self.frames[0];
                let possible = frame.state.separate(sizes, node, head);
                debug_assert!(possible, "the incumbent separates them");
                frame.update();
            }
            let frame = &mut self.frames[0];
            let home = heads.iter().find(|&&head| incumbent[node] & bit(head) != 0);
            let possible = match home {
                Some(&head) => frame.state.unite(sizes, node, head),
                None => {
                    let cannot_link = heads
                        .iter()
                        .all(|&head| frame.state.separate(sizes, node, head));
                    heads.push(node);
                    cannot_link
                }
            };
            debug_assert!(possible, "the incumbent does so");
            frame.update();
        }
        self.best = optimum;
        self.best_classes = incumbent;
    }
}
