//! The decisions about a partial clustering, and their consequences.

use crate::graph::{Graph, NodeId, SizeClass};

/// A set of nodes of a [`super::problem::Problem`].
pub(super) type Mask = u128;

/// The set of one node.
pub(super) fn bit(node: usize) -> Mask {
    1 << node
}

/// The nodes of a set, ascending.
pub(super) fn members(mask: Mask) -> Members {
    Members {
        low: mask as u64,
        high: (mask >> 64) as u64,
    }
}

/// Iterates over a set. In halves: this is where unoptimised builds spend most
/// of their time, and a machine has no words of 128 bits.
#[derive(Clone, Debug)]
pub(super) struct Members {
    low: u64,
    high: u64,
}

impl Iterator for Members {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.low != 0 {
            let node = self.low.trailing_zeros() as usize;
            self.low &= self.low - 1;
            return Some(node);
        }
        if self.high != 0 {
            let node = self.high.trailing_zeros() as usize;
            self.high &= self.high - 1;
            return Some(64 + node);
        }
        None
    }
}

/// Sizes and transducers of a problem's nodes.
#[derive(Debug)]
pub(super) struct Sizes {
    /// The size of each node; `None` of one that fits any.
    size: Vec<Option<SizeClass>>,
    /// The transducers of each node; empty if it has none, or one that is not
    /// a loop and so can never be joined.
    transducers: Vec<Mask>,
    /// The nodes each node is a transducer of.
    users: Vec<Mask>,
    /// True if there are any transducers at all.
    any: bool,
}

impl Sizes {
    /// The sizes of the given nodes of a graph; `local` is their numbering.
    pub(super) fn new(graph: &Graph, nodes: &[NodeId], local: &[Option<usize>]) -> Self {
        let m = nodes.len();
        let mut sizes = Self {
            size: nodes.iter().map(|&node| graph.node(node).size).collect(),
            transducers: vec![0; m],
            users: vec![0; m],
            any: false,
        };
        for (index, &node) in nodes.iter().enumerate() {
            let mask = graph
                .node(node)
                .transducers
                .iter()
                .try_fold(0, |mask: Mask, via| Some(mask | bit(local[via.0]?)))
                .unwrap_or(0);
            sizes.transducers[index] = mask;
            sizes.any |= mask != 0;
            for via in members(mask) {
                sizes.users[via] |= bit(index);
            }
        }
        sizes
    }

    /// Returns true if two nodes have one size and the same transducers, and are transducers of no
    /// node.
    pub(super) fn alike(&self, i: usize, j: usize) -> bool {
        self.size[i] == self.size[j]
            && self.transducers[i] == self.transducers[j]
            && self.users[i] | self.users[j] == 0
    }

    /// Returns true if two nodes have the same size, or one of them fits any.
    pub(super) fn equal(&self, i: usize, j: usize) -> bool {
        self.size[i] == self.size[j] || !self.matters(i) || !self.matters(j)
    }

    /// Returns true if a node does not fit every size.
    fn matters(&self, node: usize) -> bool {
        self.size[node].is_some()
    }

    /// A member of a class whose sizes don't agree so far, that lacks a
    /// transducer to be joined to the others.
    pub(super) fn unsettled(&self, class: Mask) -> Option<usize> {
        let lacking = |x: &usize| {
            let via = self.transducers[*x];
            self.matters(*x) && (via == 0 || via & !class != 0)
        };
        let base = members(class).find(lacking)?;
        members(class)
            .filter(lacking)
            .find(|&x| self.size[x] != self.size[base])
            .map(|x| if self.transducers[x] == 0 { base } else { x })
    }

    /// The transducers of a node.
    pub(super) fn transducers(&self, node: usize) -> Mask {
        self.transducers[node]
    }
}

/// A consequence to be drawn.
#[derive(Clone, Copy, Debug)]
enum Todo {
    Separate(usize, usize),
    Unite(usize, usize),
}

/// Decisions, closed under everything that follows from them.
///
/// For each node the state has its *merged class*, the nodes that share its cluster; the nodes that
/// it *cannot link* with, which are in other clusters; and the nodes that it reaches in the graph
/// of classes and those that reach it, both with itself. Consequences are drawn at once:
///
/// * i before j, in different clusters: everything up to i cannot link with anything from j on (as
///   with a preventing edge, Robinson, section 4.3.1);
/// * i before k before i: one class, or the clusters form a cycle;
/// * nodes of different size, of which neither can still be joined to the other through its
///   transducers, cannot link; within a class, nodes that can only be there through their
///   transducers bring them along.
///
/// As long as nothing fails, separating all undecided pairs is legal, except for sizes that could
/// still be joined in two ways.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    /// The nodes that share each node's cluster, with itself.
    pub(super) class: Vec<Mask>,
    /// The nodes that don't.
    pub(super) cannot_link: Vec<Mask>,
    /// The nodes each node comes before or with.
    pub(super) reach: Vec<Mask>,
    /// The nodes that come before or with each node.
    pub(super) coreach: Vec<Mask>,
    todo: Vec<Todo>,
}

impl State {
    /// Nothing decided and no paths.
    pub(super) fn new(m: usize) -> Self {
        let selves: Vec<Mask> = (0..m).map(bit).collect();
        Self {
            class: selves.clone(),
            cannot_link: vec![0; m],
            reach: selves.clone(),
            coreach: selves,
            todo: Vec::new(),
        }
    }

    /// Adds a path; only while nothing is decided.
    pub(super) fn add_path(&mut self, from: usize, to: usize) {
        self.reach[from] |= bit(to);
        self.coreach[to] |= bit(from);
    }

    /// Takes over another state's decisions.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.class.clone_from(&other.class);
        self.cannot_link.clone_from(&other.cannot_link);
        self.reach.clone_from(&other.reach);
        self.coreach.clone_from(&other.coreach);
    }

    /// Separates two nodes. Returns `false` if that is impossible; the state is of no further use
    /// then.
    pub(super) fn separate(&mut self, sizes: &Sizes, i: usize, j: usize) -> bool {
        self.todo.clear();
        self.todo.push(Todo::Separate(i, j));
        self.propagate(sizes)
    }

    /// Merges the classes of two nodes. Returns `false` if that is impossible; the state is of no
    /// further use then.
    pub(super) fn unite(&mut self, sizes: &Sizes, i: usize, j: usize) -> bool {
        self.todo.clear();
        self.todo.push(Todo::Unite(i, j));
        self.propagate(sizes)
    }

    fn propagate(&mut self, sizes: &Sizes) -> bool {
        while let Some(todo) = self.todo.pop() {
            let possible = match todo {
                Todo::Separate(i, j) => self.apply_separate(sizes, i, j),
                Todo::Unite(i, j) => self.apply_unite(sizes, i, j),
            };
            if !possible {
                return false;
            }
        }
        true
    }

    fn apply_separate(&mut self, sizes: &Sizes, i: usize, j: usize) -> bool {
        if self.cannot_link[i] & bit(j) != 0 {
            return true;
        }
        let (left, right) = (self.class[i], self.class[j]);
        if left == right {
            return false;
        }
        for x in members(left) {
            self.cannot_link[x] |= right;
        }
        for y in members(right) {
            self.cannot_link[y] |= left;
        }
        match (self.reach[i] & bit(j) != 0, self.reach[j] & bit(i) != 0) {
            (true, true) => return false,
            (true, false) => self.order(i, j),
            (false, true) => self.order(j, i),
            (false, false) => {}
        }
        if sizes.any {
            self.missed(sizes, left, right) && self.missed(sizes, right, left)
        } else {
            true
        }
    }

    /// `before` comes strictly before `after`: so does all that comes before
    /// it, before all that comes after.
    fn order(&mut self, before: usize, after: usize) {
        let late = self.reach[after];
        for x in members(self.coreach[before]) {
            self.separate_all(x, late);
        }
    }

    /// Draws what follows for the order of nodes when all of `coreach` has come
    /// to reach all of `reach`.
    fn reorder(&mut self, reach: Mask, coreach: Mask) {
        // The nodes strictly after something that is reached, and strictly
        // before something that reaches.
        let mut late: Mask = 0;
        for y in members(reach) {
            late |= self.reach[y] & self.cannot_link[y];
        }
        let mut early: Mask = 0;
        for x in members(coreach) {
            early |= self.coreach[x] & self.cannot_link[x];
        }
        for x in members(coreach) {
            self.separate_all(x, late);
            // Pairs that may only now be in order.
            let mut after: Mask = 0;
            for y in members(reach & self.cannot_link[x]) {
                after |= self.reach[y];
            }
            if after != 0 {
                for before in members(self.coreach[x]) {
                    self.separate_all(before, after);
                }
            }
        }
        for x in members(early) {
            self.separate_all(x, reach);
        }
    }

    fn separate_all(&mut self, x: usize, those: Mask) {
        for y in members(those & !self.cannot_link[x]) {
            self.todo.push(Todo::Separate(x, y));
        }
    }

    /// Draws what follows for sizes from `these` missing the transducers among
    /// `those`.
    fn missed(&mut self, sizes: &Sizes, these: Mask, those: Mask) -> bool {
        let everyone = self.class.len();
        for via in members(those) {
            for user in members(sizes.users[via]) {
                if these & bit(user) != 0 {
                    // It can no longer be joined to any other size.
                    for other in 0..everyone {
                        self.recheck(sizes, user, other);
                    }
                    if !self.settle(sizes, these) {
                        return false;
                    }
                } else {
                    for other in members(these) {
                        self.recheck(sizes, user, other);
                    }
                }
            }
        }
        true
    }

    /// Separates two nodes if their sizes can't be joined any more.
    fn recheck(&mut self, sizes: &Sizes, i: usize, j: usize) {
        if self.cannot_link[i] & bit(j) == 0
            && !sizes.equal(i, j)
            && !self.joinable(sizes, i, j)
            && !self.joinable(sizes, j, i)
        {
            self.todo.push(Todo::Separate(i, j));
        }
    }

    /// Returns true if `i` might share a cluster with all its transducers and `j`.
    fn joinable(&self, sizes: &Sizes, i: usize, j: usize) -> bool {
        let via = sizes.transducers[i];
        via != 0 && via & (self.cannot_link[i] | self.cannot_link[j]) == 0
    }

    /// Draws what follows for sizes within a class: at most one size may be
    /// there without its transducers, all others bring theirs.
    fn settle(&mut self, sizes: &Sizes, class: Mask) -> bool {
        let mut base = None;
        for x in members(class) {
            let via = sizes.transducers[x];
            if sizes.matters(x)
                && (via == 0 || via & self.cannot_link[x] != 0)
                && *base.get_or_insert(sizes.size[x]) != sizes.size[x]
            {
                return false;
            }
        }
        if let Some(base) = base {
            for x in members(class) {
                if sizes.matters(x) && sizes.size[x] != base {
                    for via in members(sizes.transducers[x] & !class) {
                        self.todo.push(Todo::Unite(x, via));
                    }
                }
            }
        }
        true
    }

    fn apply_unite(&mut self, sizes: &Sizes, i: usize, j: usize) -> bool {
        if self.class[i] & bit(j) != 0 {
            return true;
        }
        let class = self.class[i] | self.class[j];
        let cannot_link = self.cannot_link[i] | self.cannot_link[j];
        if class & cannot_link != 0 {
            return false;
        }
        for x in members(class) {
            self.class[x] = class;
            self.cannot_link[x] = cannot_link;
        }
        for y in members(cannot_link) {
            self.cannot_link[y] |= class;
        }
        let reach = self.reach[i] | self.reach[j];
        let coreach = self.coreach[i] | self.coreach[j];
        for x in members(coreach) {
            self.reach[x] |= reach;
        }
        for y in members(reach) {
            self.coreach[y] |= coreach;
        }
        for k in members(reach & coreach & !class) {
            self.todo.push(Todo::Unite(i, k));
        }
        self.reorder(reach, coreach);
        if sizes.any {
            if !self.settle(sizes, class) {
                return false;
            }
            for x in members(class) {
                for user in members(sizes.users[x]) {
                    for y in members(cannot_link) {
                        self.recheck(sizes, user, y);
                    }
                }
                if sizes.transducers[x] & cannot_link != 0 {
                    for other in 0..self.class.len() {
                        self.recheck(sizes, x, other);
                    }
                }
            }
        }
        true
    }
}
