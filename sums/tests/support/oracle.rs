//! Exhaustive searches, which share nothing with those of the crate.

use std::collections::BTreeMap;

use fusus_sums::lam::{Expression, Fusion, check};
use fusus_sums::order::Counting;
use fusus_sums::{Index, IndexSet, Product};

/// The fewest operations of a product by any sequence of products and sums. A sum may come as late
/// as one likes.
pub fn fewest_operations(product: &Product, ranges: &[u64], counting: Counting) -> u128 {
    let mut search = Search {
        output: product.output(),
        ranges,
        counting,
        known: BTreeMap::new(),
    };
    search.from(product.factors().to_vec())
}

struct Search<'r> {
    output: IndexSet,
    ranges: &'r [u64],
    counting: Counting,
    known: BTreeMap<Vec<IndexSet>, u128>,
}

impl Search<'_> {
    fn from(&mut self, mut terms: Vec<IndexSet>) -> u128 {
        terms.sort();
        if terms == [self.output] {
            return 0;
        }
        if let Some(&known) = self.known.get(&terms) {
            return known;
        }
        let mut fewest = u128::MAX;
        for position in 0..terms.len() {
            let mut rest = terms.clone();
            let term = rest.remove(position);
            for result in self.sums(term, &rest).filter(|&result| result != term) {
                let positions = term.elements(self.ranges);
                let adds = (term - result).elements(self.ranges) != 1;
                let own = match self.counting {
                    Counting::Paper if (term - result).len() > 1 => continue,
                    Counting::Flops if !adds => 0,
                    _ => positions,
                };
                fewest = fewest.min(own + self.from(with(&rest, result)));
            }
            for other in 0..position {
                let mut rest = rest.clone();
                let union = term | rest.remove(other);
                let positions = union.elements(self.ranges);
                for result in self.sums(union, &rest) {
                    let adds = (union - result).elements(self.ranges) != 1;
                    let own = match self.counting {
                        Counting::Paper if result != union => continue,
                        Counting::Flops if adds => 2 * positions,
                        _ => positions,
                    };
                    fewest = fewest.min(own + self.from(with(&rest, result)));
                }
            }
        }
        self.known.insert(terms, fewest);
        fewest
    }

    /// The remains of a term that is summed over some of the indices that nothing else needs.
    fn sums(&self, term: IndexSet, rest: &[IndexSet]) -> impl Iterator<Item = IndexSet> + use<> {
        let needed = rest.iter().fold(self.output, |all, &other| all | other);
        (term - needed).subsets().map(move |summed| term - summed)
    }
}

fn with(terms: &[IndexSet], term: IndexSet) -> Vec<IndexSet> {
    terms.iter().copied().chain([term]).collect()
}

/// All combinations of loops that nodes may share with their parents, legal or not.
pub fn fusions(expression: &Expression) -> impl Iterator<Item = Fusion> + '_ {
    let bits: Vec<(usize, Index)> = expression
        .ids()
        .flat_map(|id| {
            expression
                .shareable(id)
                .iter()
                .map(move |index| (id.0, index))
        })
        .collect();
    assert!(bits.len() <= 20, "{} bits", bits.len());
    (0..1_usize << bits.len()).map(move |chosen| {
        let mut fusion = expression.unfused();
        for (bit, &(node, index)) in bits.iter().enumerate() {
            if chosen >> bit & 1 == 1 {
                fusion.0[node] |= index.into();
            }
        }
        fusion
    })
}

/// The numbers of all fusions and of the legal ones, and the least memory of these.
pub fn exhaustive(expression: &Expression) -> (usize, usize, u128) {
    let (mut all, mut legal, mut least) = (0, 0, u128::MAX);
    for fusion in fusions(expression) {
        all += 1;
        if check(expression, &fusion).is_ok() {
            legal += 1;
            least = least.min(expression.memory(&fusion));
        }
    }
    (all, legal, least)
}
