//! Lists of operations by the letter of the definitions: element by element, partition by
//! partition. Shares nothing with the crate but the types of lists.
#![allow(dead_code, unreachable_pub, missing_docs)]

use fusus_cluster::operations::{List, Operation, Reductions, View};
use std::collections::{BTreeMap, BTreeSet};

/// A list whose views are sets of elements.
pub struct Letter<'l> {
    list: &'l List,
    unit: Unit,
    /// The elements of each operation's reads and writes, in their order.
    reads: Vec<Vec<Elements>>,
    writes: Vec<Vec<Elements>>,
    /// For each operation those that it needs, and those that may share its block.
    needs: Vec<Vec<bool>>,
    fusible: Vec<Vec<bool>>,
}

/// The unit in which views are counted.
#[derive(Clone, Copy, Debug)]
pub enum Unit {
    Elements,
    Bytes,
}

/// A base, and positions in it.
type Elements = (usize, Vec<isize>);

fn elements(view: &View) -> Elements {
    let mut elements = vec![view.offset as isize];
    for (&extent, &stride) in view.shape.iter().zip(&view.strides) {
        let along = |at: &isize| {
            (0..extent as isize)
                .map(move |i| at + i * stride)
                .collect::<Vec<_>>()
        };
        elements = elements.iter().flat_map(along).collect();
    }
    (view.base, elements)
}

fn overlap(a: &Elements, b: &Elements) -> bool {
    a.0 == b.0 && a.1.iter().any(|at| b.1.contains(at))
}

impl<'l> Letter<'l> {
    pub fn new(list: &'l List, reductions: Reductions, unit: Unit) -> Self {
        let n = list.operations.len();
        let views = |of: fn(&fusus_cluster::operations::Loop) -> &Vec<View>| {
            let operations = list.operations.iter();
            operations
                .map(|operation| match operation {
                    Operation::Loop(work) => of(work).iter().map(elements).collect(),
                    _ => Vec::new(),
                })
                .collect()
        };
        let mut letter = Self {
            list,
            unit,
            reads: views(|work| &work.reads),
            writes: views(|work| &work.writes),
            needs: vec![vec![false; n]; n],
            fusible: vec![vec![true; n]; n],
        };
        for after in 0..n {
            for before in 0..after {
                letter.needs[after][before] = letter.depends(before, after);
                let together = letter.may_share(before, after, reductions);
                letter.fusible[after][before] = together;
                letter.fusible[before][after] = together;
            }
        }
        letter
    }

    pub fn len(&self) -> usize {
        self.list.operations.len()
    }

    fn touches(&self, operation: usize, base: usize) -> bool {
        let creates = match &self.list.operations[operation] {
            Operation::Loop(work) => work.creates.contains(&base),
            Operation::Free { base: other } | Operation::Show { base: other } => *other == base,
        };
        creates
            || self.reads[operation]
                .iter()
                .chain(&self.writes[operation])
                .any(|v| v.0 == base)
    }

    fn pairs(&self, before: usize, after: usize) -> Vec<(&Elements, &Elements)> {
        let mut pairs = Vec::new();
        for written in &self.writes[before] {
            pairs.extend(self.reads[after].iter().map(|view| (written, view)));
            pairs.extend(self.writes[after].iter().map(|view| (written, view)));
        }
        for read in &self.reads[before] {
            pairs.extend(self.writes[after].iter().map(|view| (read, view)));
        }
        pairs
    }

    fn depends(&self, before: usize, after: usize) -> bool {
        use Operation::{Free, Loop, Show};
        match (&self.list.operations[before], &self.list.operations[after]) {
            (Free { base } | Show { base }, _) => self.touches(after, *base),
            (_, Free { base } | Show { base }) => self.touches(before, *base),
            (Loop(work), Loop(_)) => {
                work.creates.iter().any(|base| self.touches(after, *base))
                    || self.pairs(before, after).iter().any(|(a, b)| overlap(a, b))
            }
        }
    }

    fn may_share(&self, before: usize, after: usize, reductions: Reductions) -> bool {
        use Operation::Loop;
        let (Loop(a), Loop(b)) = (&self.list.operations[before], &self.list.operations[after])
        else {
            return true;
        };
        let pairs = self.pairs(before, after);
        let mut overlapping = pairs.iter().filter(|(a, b)| overlap(a, b));
        let uses_total = a.reduces
            && self.writes[before].iter().any(|total| {
                let mut users = self.reads[after].iter().chain(&self.writes[after]);
                users.any(|view| overlap(total, view))
            });
        a.shape == b.shape
            && !(a.reduces && b.reduces && reductions == Reductions::One)
            && !uses_total
            && overlapping.all(|(a, b)| a.1 == b.1)
    }

    /// True if no block has operations that may not share one, and blocks can run one after the
    /// other.
    pub fn is_legal(&self, blocks: &[Vec<usize>]) -> bool {
        let shares = |block: &Vec<usize>| {
            let pairs = || {
                block
                    .iter()
                    .flat_map(|a| block.iter().map(move |b| (*a, *b)))
            };
            pairs().all(|(a, b)| a == b || self.fusible[a][b])
        };
        let mut left: Vec<&Vec<usize>> = blocks.iter().collect();
        let mut done = vec![false; self.len()];
        while let Some(next) = left.iter().position(|block| {
            let ready = |op: &usize| {
                (0..self.len())
                    .all(|need| !self.needs[*op][need] || done[need] || block.contains(&need))
            };
            block.iter().all(ready)
        }) {
            left.remove(next).iter().for_each(|op| done[*op] = true);
        }
        blocks.iter().all(shares) && left.is_empty() && done.iter().all(|done| *done)
    }

    /// The cost of a partition.
    pub fn cost(&self, name: &str, blocks: &[Vec<usize>]) -> i64 {
        let parts = blocks.iter().map(|block| self.of_block(name, block));
        self.of_all(name) + parts.sum::<i64>()
    }

    /// The part of a cost that every partition pays.
    fn of_all(&self, name: &str) -> i64 {
        let arrays = self.list.bases.len() as i64;
        match name {
            "contract" => (0..self.len())
                .map(|op| self.created(&[op]).len() as i64)
                .sum(),
            "locality" => self.shared(&(0..self.len()).collect::<Vec<_>>()),
            "weighted" => {
                arrays * self.of_all("contract") + arrays * arrays * self.of_all("locality")
            }
            _ => 0,
        }
    }

    /// The part of a block: every cost is a sum over blocks.
    fn of_block(&self, name: &str, block: &[usize]) -> i64 {
        let arrays = self.list.bases.len() as i64;
        let (created, freed) = (self.created(block), self.freed(block));
        let distinct = |views: &[Vec<Elements>], without: &BTreeSet<usize>| -> BTreeSet<Elements> {
            let all = block.iter().flat_map(|op| views[*op].clone());
            all.filter(|view| !without.contains(&view.0)).collect()
        };
        let external = [
            distinct(&self.reads, &created),
            distinct(&self.writes, &freed),
        ];
        match name {
            "bytes" => external.iter().flatten().map(|view| self.bytes(view)).sum(),
            "traffic" => external.iter().map(|views| self.largest(views)).sum(),
            "contract" => -(created.intersection(&freed).count() as i64),
            "locality" => -self.shared(block),
            "weighted" => {
                1 + arrays * self.of_block("contract", block)
                    + arrays * arrays * self.of_block("locality", block)
            }
            other => panic!("no cost {other}"),
        }
    }

    /// The bytes of a view: those of its elements, each once.
    fn bytes(&self, view: &Elements) -> i64 {
        let elements = view.1.iter().collect::<BTreeSet<_>>().len() as u64;
        (elements * self.element(view.0)) as i64
    }

    /// The bytes of the largest view of each base.
    fn largest(&self, views: &BTreeSet<Elements>) -> i64 {
        let mut largest: BTreeMap<usize, i64> = BTreeMap::new();
        for view in views {
            let known = largest.entry(view.0).or_default();
            *known = (*known).max(self.bytes(view));
        }
        largest.values().sum()
    }

    fn element(&self, base: usize) -> u64 {
        match self.unit {
            Unit::Elements => 1,
            Unit::Bytes => self.list.bases[base].element,
        }
    }

    fn created(&self, block: &[usize]) -> BTreeSet<usize> {
        let operations = block.iter().map(|op| &self.list.operations[*op]);
        operations
            .flat_map(|operation| match operation {
                Operation::Loop(work) => work.creates.clone(),
                _ => Vec::new(),
            })
            .collect()
    }

    /// The bases that a block frees and that nobody has been shown.
    fn freed(&self, block: &[usize]) -> BTreeSet<usize> {
        let operations = block.iter().map(|op| &self.list.operations[*op]);
        operations
            .filter_map(|operation| match operation {
                Operation::Free { base } => Some(*base),
                _ => None,
            })
            .filter(|base| {
                !self
                    .list
                    .operations
                    .contains(&Operation::Show { base: *base })
            })
            .collect()
    }

    /// The number of views that two operations both use, over all pairs of a block.
    fn shared(&self, block: &[usize]) -> i64 {
        let views = |op: usize| -> BTreeSet<&Elements> {
            self.reads[op].iter().chain(&self.writes[op]).collect()
        };
        let mut shared = 0;
        for (index, &a) in block.iter().enumerate() {
            for &b in &block[..index] {
                shared += views(a).intersection(&views(b)).count() as i64;
            }
        }
        shared
    }

    /// The least cost of all legal partitions, one block after the other: for each set of
    /// operations that may have run, the cheapest way to have run them. Blocks may be restricted.
    pub fn cheapest(&self, name: &str, allowed: &dyn Fn(&[usize]) -> bool) -> i64 {
        let n = self.len();
        assert!(n <= 32, "{n} operations have too many partitions");
        let mut best: BTreeMap<(u32, u32), i64> = BTreeMap::from([((0, 0), 0)]);
        let mut prices: BTreeMap<u32, Option<i64>> = BTreeMap::new();
        while let Some(((count, done), so_far)) = best.pop_first() {
            if count == n as u32 {
                return self.of_all(name) + so_far;
            }
            let mut blocks = Vec::new();
            self.blocks(done, 0, 0, &mut blocks);
            for block in blocks {
                let price = *prices.entry(block).or_insert_with(|| {
                    let block: Vec<usize> = (0..n).filter(|op| block >> op & 1 == 1).collect();
                    allowed(&block).then(|| self.of_block(name, &block))
                });
                if let Some(price) = price {
                    let next = done | block;
                    let known = best.entry((next.count_ones(), next)).or_insert(i64::MAX);
                    *known = (*known).min(so_far + price);
                }
            }
        }
        unreachable!("single operations are blocks")
    }

    /// All blocks that may run next.
    fn blocks(&self, done: u32, block: u32, from: usize, found: &mut Vec<u32>) {
        for op in from..self.len() {
            let has = |set: u32, other: usize| set >> other & 1 == 1;
            let ready = |&other: &usize| !self.needs[op][other] || has(done | block, other);
            let shares = |&other: &usize| !has(block, other) || self.fusible[op][other];
            let all = || 0..self.len();
            if !has(done, op) && all().all(|o| ready(&o)) && all().all(|o| shares(&o)) {
                found.push(block | 1 << op);
                self.blocks(done, block | 1 << op, op + 1, found);
            }
        }
    }

    /// The pairs that a search over merges starts with: those that save something, and may be
    /// merged as they are.
    pub fn saving_pairs(&self, name: &str) -> Vec<(usize, usize)> {
        let single = |op: usize| self.of_block(name, &[op]);
        let saves = |a: usize, b: usize| self.of_block(name, &[a, b]) < single(a) + single(b);
        self.next_pairs()
            .into_iter()
            .filter(|(a, b)| saves(*a, *b))
            .collect()
    }

    /// The pairs of operations of which the second needs the first, and nothing lies between, that
    /// may share a block.
    pub fn next_pairs(&self) -> Vec<(usize, usize)> {
        let n = self.len();
        let mut reach = self.needs.clone();
        for middle in 0..n {
            for after in 0..n {
                for before in 0..n {
                    reach[after][before] |= reach[after][middle] && reach[middle][before];
                }
            }
        }
        let pairs = (0..n).flat_map(|after| (0..after).map(move |before| (before, after)));
        pairs
            .filter(|(before, after)| {
                let between = (0..n).any(|via| reach[*after][via] && reach[via][*before]);
                self.fusible[*after][*before] && reach[*after][*before] && !between
            })
            .collect()
    }
}
