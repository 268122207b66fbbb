//! The exact solver: branch and bound over nodes in program order.
//!
//! Each node in turn joins a cluster of earlier nodes or starts its own; a
//! [`State`] draws the consequences. A partial clustering costs at least
//!
//! 1. what the placed nodes pay among themselves, plus
//! 2. for each other node, what it pays to the placed ones in the best cluster
//!    still open to it, plus
//! 3. what the other nodes pay among themselves if nobody else is asked: the
//!    optimum of the problem's tail, which is solved before it (Russian doll
//!    search: the tails of 1, 2, 3 … nodes, each with the bounds of the last).
//!
//! The three sum over different terms, so their sum is a lower bound.

use std::time::Instant;

use super::Limit;
use super::objective::Charge;
use super::problem::Problem;
use super::state::{Mask, State, bit, members};

/// The best clustering that was found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The team of each node.
    pub(super) teams: Vec<Mask>,
    /// No clustering of the nodes searched costs less, terms of other nodes
    /// and the problem's fixed cost aside.
    pub(super) lower_bound: u64,
    /// Whether the search ended by itself.
    pub(super) complete: bool,
}

/// How much work is left.
#[derive(Clone, Debug)]
pub(super) struct Fuel {
    steps: u64,
    deadline: Instant,
}

impl Fuel {
    /// The work a limit allows, from now on.
    pub(super) fn new(limit: Limit) -> Self {
        Self {
            steps: limit.steps,
            deadline: Instant::now() + limit.time,
        }
    }

    /// Uses a step up. `false` if there was none left.
    fn burn(&mut self) -> bool {
        if self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        if self.steps % 64 == 0 && Instant::now() >= self.deadline {
            self.steps = 0;
        }
        self.steps > 0
    }

    /// How many steps are left.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }
}

/// Searches for the best clustering of `order`, ascending; the first in
/// lexicographic order of those. `start` is a clustering known to be legal.
pub(super) fn search(
    problem: &Problem<'_>,
    order: &[usize],
    start: &[Mask],
    fuel: &mut Fuel,
) -> Found {
    let mut search = Search::new(problem, order, fuel);
    for tail in (1..order.len()).rev() {
        search.run(tail, u64::MAX, Choice::Cheapest);
        if search.out_of_fuel {
            break;
        }
        search.tails[tail] = search.best;
    }
    let mut lower_bound = search.tails.iter().copied().max().unwrap_or(0);
    let known = search.price(start);
    let mut teams = start.to_vec();
    if !search.out_of_fuel {
        // Up to and including the known cost, so that ties are broken here too.
        search.run(0, known + 1, Choice::First);
        if search.best <= known {
            teams.clone_from(&search.best_teams);
        }
        if !search.out_of_fuel {
            lower_bound = search.best.min(known);
        }
    }
    Found {
        teams,
        lower_bound,
        complete: !search.out_of_fuel,
    }
}

/// In which order a node's choices are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// The cheapest cluster first.
    Cheapest,
    /// The cluster of the smallest member first, so that the first clustering
    /// found of any cost is the lexicographically smallest.
    First,
}

/// A group by position.
#[derive(Debug)]
struct Placed {
    members: Mask,
    weight: u64,
    charge: Charge,
    /// Where in the order its first member stands.
    first: usize,
}

struct Search<'a, 'g> {
    problem: &'a Problem<'g>,
    order: &'a [usize],
    groups: Vec<Placed>,
    fuel: &'a mut Fuel,
    out_of_fuel: bool,
    /// The optimum of each tail of the order.
    tails: Vec<u64>,
    /// A state for each depth.
    states: Vec<State>,
    /// The first members of the clusters so far, ascending.
    heads: Vec<usize>,
    /// What each node pays to all placed nodes it is apart from.
    total: Vec<u64>,
    /// What each node saves of that in each cluster, by its head.
    saved: Vec<u64>,
    placed: Mask,
    /// The cost to beat.
    best: u64,
    best_teams: Vec<Mask>,
    choice: Choice,
}

impl<'a, 'g> Search<'a, 'g> {
    fn new(problem: &'a Problem<'g>, order: &'a [usize], fuel: &'a mut Fuel) -> Self {
        let m = problem.len();
        let mut inside: Mask = 0;
        for &node in order {
            inside |= bit(node);
        }
        let groups = problem
            .groups
            .iter()
            .filter(|group| group.members & inside != 0)
            .map(|group| Placed {
                members: group.members,
                weight: group.weight,
                charge: group.charge,
                first: order
                    .iter()
                    .position(|&node| group.members & bit(node) != 0)
                    .unwrap_or(order.len()),
            })
            .collect();
        Self {
            problem,
            order,
            groups,
            fuel,
            out_of_fuel: false,
            tails: vec![0; order.len() + 1],
            states: vec![problem.root.clone(); order.len() + 1],
            heads: Vec::new(),
            total: vec![0; m],
            saved: vec![0; m * m],
            placed: 0,
            best: u64::MAX,
            best_teams: Vec::new(),
            choice: Choice::First,
        }
    }

    /// What a clustering costs in the terms of the searched nodes.
    fn price(&self, teams: &[Mask]) -> u64 {
        let mut price = 0;
        for (index, &i) in self.order.iter().enumerate() {
            for &j in &self.order[index + 1..] {
                if teams[i] & bit(j) == 0 {
                    price += self.problem.weight(i, j);
                }
            }
        }
        for group in &self.groups {
            let mut left = group.members;
            let mut clusters = 0;
            while left != 0 {
                left &= !teams[left.trailing_zeros() as usize];
                clusters += 1;
            }
            price += match group.charge {
                Charge::Unless => group.weight * u64::from(clusters > 1),
                Charge::PerExtraCluster => group.weight * (clusters - 1),
            };
        }
        price
    }

    /// Finds the best clustering of a tail that costs less than `below`.
    fn run(&mut self, tail: usize, below: u64, choice: Choice) {
        self.best = below;
        self.choice = choice;
        self.states[tail].copy_from(&self.problem.root);
        self.place_next(tail, tail, 0);
    }

    /// Places the node at position `at` and those after it.
    fn place_next(&mut self, start: usize, at: usize, pairs: u64) {
        if at == self.order.len() {
            let cost = pairs + self.group_costs(start, at);
            if cost < self.best {
                self.best = cost;
                self.best_teams.clone_from(&self.states[at].team);
            }
            return;
        }
        let node = self.order[at];
        let m = self.problem.len();
        // The clusters it may join, and None for one of its own.
        let mut choices: Vec<(u64, Option<usize>)> = Vec::with_capacity(self.heads.len() + 1);
        let state = &self.states[at];
        let home = state.team[node] & self.placed;
        for &head in &self.heads {
            if state.apart[node] & bit(head) == 0 && (home == 0 || home & bit(head) != 0) {
                let price = self.total[node] - self.saved[node * m + head];
                choices.push((price, Some(head)));
            }
        }
        if home == 0 {
            choices.push((self.total[node], None));
        }
        if self.choice == Choice::Cheapest {
            choices.sort_by_key(|&(price, _)| price);
        }
        for (price, head) in choices {
            if !self.fuel.burn() {
                self.out_of_fuel = true;
            }
            if self.out_of_fuel {
                return;
            }
            if self.enter(at, node, head) {
                self.add(node, head);
                let pairs = pairs + price;
                if self.bound(start, at + 1, pairs) < self.best {
                    self.place_next(start, at + 1, pairs);
                }
                self.remove(node, head);
            }
        }
    }

    /// Makes the state of the next depth.
    fn enter(&mut self, at: usize, node: usize, head: Option<usize>) -> bool {
        let (before, after) = self.states.split_at_mut(at + 1);
        let state = &mut after[0];
        state.copy_from(&before[at]);
        let sizes = &self.problem.sizes;
        match head {
            Some(head) => state.unite(sizes, node, head),
            None => self
                .heads
                .iter()
                .all(|&head| state.separate(sizes, node, head)),
        }
    }

    fn add(&mut self, node: usize, head: Option<usize>) {
        self.placed |= bit(node);
        if head.is_none() {
            self.heads.push(node);
        }
        let m = self.problem.len();
        let head = head.unwrap_or(node);
        for &other in self.order {
            let weight = self.problem.weight(node, other);
            self.total[other] += weight;
            self.saved[other * m + head] += weight;
        }
    }

    fn remove(&mut self, node: usize, head: Option<usize>) {
        let m = self.problem.len();
        let cluster = head.unwrap_or(node);
        for &other in self.order {
            let weight = self.problem.weight(node, other);
            self.total[other] -= weight;
            self.saved[other * m + cluster] -= weight;
        }
        if head.is_none() {
            self.heads.pop();
        }
        self.placed &= !bit(node);
    }

    /// What the groups with placed members are known to cost.
    fn group_costs(&self, start: usize, at: usize) -> u64 {
        let state = &self.states[at];
        let mut cost = 0;
        for group in &self.groups {
            if group.first < start || group.first >= at {
                continue;
            }
            match group.charge {
                Charge::Unless => {
                    if members(group.members).any(|x| state.apart[x] & group.members != 0) {
                        cost += group.weight;
                    }
                }
                Charge::PerExtraCluster => {
                    let mut left = group.members & self.placed;
                    let mut clusters = 0;
                    while left != 0 {
                        left &= !state.team[left.trailing_zeros() as usize];
                        clusters += 1;
                    }
                    cost += group.weight * (clusters - 1);
                }
            }
        }
        cost
    }

    /// A lower bound on what the placed nodes lead to.
    fn bound(&self, start: usize, at: usize, pairs: u64) -> u64 {
        let mut bound = pairs + self.tails[at] + self.group_costs(start, at);
        let state = &self.states[at];
        let m = self.problem.len();
        for &node in &self.order[at..] {
            let home = state.team[node] & self.placed;
            let apart = state.apart[node];
            let mut saved = 0;
            for &head in &self.heads {
                if apart & bit(head) == 0 && (home == 0 || home & bit(head) != 0) {
                    saved = saved.max(self.saved[node * m + head]);
                }
            }
            bound += self.total[node] - saved;
            if bound >= self.best {
                break;
            }
        }
        bound
    }
}
