//! The vectors: each product with its costs, counted in every way.

mod support;

use std::collections::BTreeSet;

use fusus_sums::lam::{Expression, Fusion, Nest, check, minimal};
use fusus_sums::order::{Counting, Order, Tree, cheapest};
use support::einsum::{Einsum, tree_text};
use support::oracle::{exhaustive, fewest_operations, fusions};
use support::vectors::{VECTORS, Vector};

fn each(mut test: impl FnMut(&Vector, &Einsum)) {
    for vector in VECTORS {
        test(vector, &Einsum::new(vector.product, vector.sizes));
    }
}

/// The orders along all trees that have the fewest operations.
fn optimal(einsum: &Einsum, counting: Counting) -> Vec<Order> {
    let leaves: Vec<Tree> = (0..einsum.factors.len()).map(Tree::Factor).collect();
    let orders = Tree::all(&leaves);
    let mut orders: Vec<Order> = orders
        .iter()
        .map(|tree| Order::along(&einsum.product, tree))
        .collect();
    let cost = |order: &Order| order.cost(counting, &einsum.ranges);
    let least = orders.iter().map(cost).min();
    orders.retain(|order| Some(cost(order)) == least);
    orders
}

#[test]
fn the_fewest_operations_by_both_counts() {
    each(|vector, einsum| {
        let Einsum {
            product, ranges, ..
        } = einsum;
        let name = vector.name;
        assert_eq!(
            Counting::Paper.one_nest(product, ranges),
            vector.one_nest,
            "{name}"
        );
        for (counting, expected) in [
            (Counting::Paper, vector.operations),
            (Counting::Flops, vector.flops),
        ] {
            let order = cheapest(product, ranges, counting);
            assert_eq!(
                order.cost(counting, ranges),
                expected,
                "{name}, {counting:?}"
            );
        }
    });
}

#[test]
fn the_best_tree() {
    each(|vector, einsum| {
        let orders = optimal(einsum, Counting::Paper);
        let trees: Vec<String> = orders.iter().map(tree_text).collect();
        assert_eq!(trees.len(), vector.optimal, "{}: {trees:?}", vector.name);
        assert!(
            trees.contains(&vector.tree.to_owned()),
            "{}: {trees:?}",
            vector.name
        );
        let found = tree_text(&cheapest(&einsum.product, &einsum.ranges, Counting::Paper));
        assert!(trees.contains(&found), "{}: {found}", vector.name);
    });
}

/// Up to five factors: of more there are too many sequences.
#[test]
fn no_sequence_of_products_and_sums_takes_fewer() {
    each(|vector, einsum| {
        if einsum.factors.len() > 5 {
            return;
        }
        let fewest = |counting| fewest_operations(&einsum.product, &einsum.ranges, counting);
        assert_eq!(
            fewest(Counting::Paper),
            vector.operations,
            "{}",
            vector.name
        );
        assert_eq!(fewest(Counting::Flops), vector.flops, "{}", vector.name);
    });
}

#[test]
fn intermediates_of_contractions() {
    each(|vector, einsum| {
        let order = einsum.along(vector.tree);
        let expression = contracted(vector, einsum);
        let name = vector.name;
        let unfused = expression.unfused();
        assert_eq!(expression.intermediates(&unfused), vector.unfused, "{name}");
        assert_eq!(order.elements(&einsum.ranges), vector.unfused, "{name}");
        let minimum = minimal(&expression);
        assert_eq!(check(&expression, &minimum.fusion), Ok(()), "{name}");
        assert_eq!(expression.memory(&minimum.fusion), minimum.memory, "{name}");
        let (all, legal, least) = exhaustive(&expression);
        assert_eq!((legal, all), vector.fusions, "{name}");
        assert_eq!(minimum.memory, least, "{name}");
        let fused = expression.intermediates(&minimum.fusion);
        let in_blocks = expression.intermediates_in_blocks(&minimum.fusion, 16);
        let nests = Nest::of(&expression, &minimum.fusion).outermost();
        assert_eq!(
            (fused, in_blocks, nests),
            (vector.fused, vector.in_blocks, vector.nests),
            "{name}"
        );
    });
}

fn legal(expression: &Expression) -> impl Iterator<Item = Fusion> + '_ {
    fusions(expression).filter(|fusion| check(expression, fusion).is_ok())
}

/// Dynamic allocation, in which items of a body have the best order.
#[test]
fn elements_that_exist_at_once() {
    each(|vector, einsum| {
        let expression = contracted(vector, einsum);
        let fusion = minimal(&expression).fusion;
        let size = |id| expression.elements(id, fusion.of(id));
        let peak = Nest::of(&expression, &fusion).peak(&expression, size);
        let result = expression.memory(&fusion) - expression.intermediates(&fusion);
        assert_eq!(peak - result, vector.at_once, "{}", vector.name);
    });
}

/// Fusions that are the best for equal ranges, at the sizes of the vector. Without sizes one of them
/// is chosen.
#[test]
fn fusions_that_know_no_sizes() {
    each(|vector, einsum| {
        let expression = contracted(vector, einsum);
        let equal = expression
            .clone()
            .with_ranges(vec![10; einsum.ranges.len()]);
        let least = minimal(&equal).memory;
        let best = legal(&equal).filter(|fusion| equal.memory(fusion) == least);
        let elements: BTreeSet<u128> = best
            .map(|fusion| expression.intermediates(&fusion))
            .collect();
        assert!(
            elements.contains(&vector.equal),
            "{}: {elements:?}",
            vector.name
        );
    });
}

/// The best tree, a node for each contraction.
fn contracted(vector: &Vector, einsum: &Einsum) -> Expression {
    let order = einsum.along(vector.tree);
    Expression::contracted(&einsum.product, &order, &einsum.factors, &einsum.ranges)
}

#[test]
fn all_elements_by_the_papers_count() {
    each(|vector, einsum| {
        let order = einsum.along(vector.tree);
        let expression =
            Expression::apart(&einsum.product, &order, &einsum.factors, &einsum.ranges);
        let name = vector.name;
        assert_eq!(
            expression.memory(&expression.unfused()),
            vector.paper_unfused,
            "{name}"
        );
        let minimum = minimal(&expression);
        assert_eq!(check(&expression, &minimum.fusion), Ok(()), "{name}");
        assert_eq!(expression.memory(&minimum.fusion), minimum.memory, "{name}");
        assert_eq!(minimum.memory, vector.paper_fused, "{name}");
    });
}
