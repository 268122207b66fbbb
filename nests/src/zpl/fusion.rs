//! FUSION-FOR-CONTRACTION, figure 3 of the paper, and the two that go on from it.

use std::collections::BTreeSet;

use super::clusters::{Clusters, is_contractible, is_fusible};
use crate::program::{ArrayId, StatementId};

/// Merges, for each candidate in the order of decreasing weight, the clusters that mention it, if
/// it can be contracted then.
pub(super) fn for_contraction(clusters: &mut Clusters<'_>, candidate: &dyn Fn(ArrayId) -> bool) {
    for array in by_weight(clusters) {
        if candidate(array) && is_contractible(clusters.program(), clusters.dependences(), array) {
            merge_mentions(clusters, array);
        }
    }
}

/// Merges, for each array in the order of decreasing weight, the clusters that mention it.
pub(super) fn for_locality(clusters: &mut Clusters<'_>) {
    for array in by_weight(clusters) {
        merge_mentions(clusters, array);
    }
}

/// Merges any two clusters that may be one, until there are none.
pub(super) fn pairwise(clusters: &mut Clusters<'_>) {
    let mut merged = true;
    while merged {
        merged = false;
        let all: Vec<StatementId> = clusters.all().into_iter().collect();
        for (position, &one) in all.iter().enumerate() {
            for &other in &all[position + 1..] {
                let pair = BTreeSet::from([one, other]);
                if clusters.grown(&pair).is_empty() && merge(clusters, &pair) {
                    merged = true;
                }
            }
            if merged {
                break;
            }
        }
    }
}

/// The arrays by decreasing weight; of equal ones, the first of the program comes first.
fn by_weight(clusters: &Clusters<'_>) -> Vec<ArrayId> {
    let program = clusters.program();
    let mut arrays: Vec<ArrayId> = program.array_ids().collect();
    arrays.sort_by_key(|&array| std::cmp::Reverse(program.weight(array)));
    arrays
}

fn merge_mentions(clusters: &mut Clusters<'_>, array: ArrayId) {
    let mut all = clusters.mention(array);
    all.extend(clusters.grown(&all));
    merge(clusters, &all);
}

fn merge(clusters: &mut Clusters<'_>, all: &BTreeSet<StatementId>) -> bool {
    let statements = clusters.statements(all);
    let fusible = is_fusible(clusters.program(), clusters.dependences(), &statements);
    if fusible {
        clusters.merge(all);
    }
    fusible
}
