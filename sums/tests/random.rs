//! Random products and expressions against exhaustive searches, and executed element by element.

mod support;

use fusus_rng::Rng;
use fusus_sums::lam::{Expression, check, minimal};
use fusus_sums::order::{Counting, EXACT, Operand, Order, Tree, cheapest};
use fusus_sums::{Index, IndexSet, Product, Semiring};
use support::execute;
use support::linear;
use support::oracle::{exhaustive, fewest_operations, fusions};

/// A product of a few factors with few indices each, and ranges.
fn product(rng: &mut Rng, factors: usize, indices: usize, largest: usize) -> (Product, Vec<u64>) {
    let mut subset = |one_in: usize| -> IndexSet {
        let indices = (0..indices).filter(|_| rng.below(one_in) == 0);
        indices.map(Index::new).collect()
    };
    let factors = (0..factors).map(|_| subset(2)).collect();
    let product = Product::new(factors, subset(3));
    let ranges = (0..indices).map(|_| rng.within(1, largest) as u64);
    (product, ranges.collect())
}

fn names(product: &Product) -> Vec<String> {
    (0..product.factors().len())
        .map(|factor| format!("X{factor}"))
        .collect()
}

fn tree(rng: &mut Rng, factors: usize) -> Tree {
    let mut trees: Vec<Tree> = (0..factors).map(Tree::Factor).collect();
    while trees.len() > 1 {
        let left = trees.swap_remove(rng.below(trees.len()));
        let right = trees.swap_remove(rng.below(trees.len()));
        trees.push(Tree::pair(left, right));
    }
    trees.swap_remove(0)
}

#[test]
fn no_sequence_of_operations_is_cheaper() {
    let mut late_sums_lose = 0;
    for seed in 0..400 {
        let mut rng = Rng::of(1, seed);
        let factors = rng.within(1, 4);
        let (product, ranges) = product(&mut rng, factors, 5, 6);
        for counting in [Counting::Flops, Counting::Paper] {
            // The paper counts additions of single elements, of which there are fewer later.
            if counting == Counting::Paper && ranges.contains(&1) {
                continue;
            }
            let order = cheapest(&product, &ranges, counting);
            let fewest = fewest_operations(&product, &ranges, counting);
            assert_eq!(
                order.cost(counting, &ranges),
                fewest,
                "{seed} {product:?} {ranges:?}"
            );
            late_sums_lose += usize::from(fewest < counting.one_nest(&product, &ranges));
        }
    }
    assert!(late_sums_lose > 300, "{late_sums_lose}");
}

#[test]
fn no_tree_is_cheaper() {
    for seed in 0..60 {
        let mut rng = Rng::of(2, seed);
        let factors = rng.within(5, 6);
        let (product, ranges) = product(&mut rng, factors, 8, 30);
        let leaves: Vec<Tree> = (0..factors).map(Tree::Factor).collect();
        let trees = Tree::all(&leaves);
        assert_eq!(trees.len(), if factors == 5 { 105 } else { 945 });
        for counting in [Counting::Flops, Counting::Paper] {
            let costs = trees.iter().map(|tree| {
                let order = Order::along(&product, tree);
                (order.cost(counting, &ranges), order.elements(&ranges))
            });
            let order = cheapest(&product, &ranges, counting);
            let found = (order.cost(counting, &ranges), order.elements(&ranges));
            assert_eq!(costs.min(), Some(found), "{seed} {product:?} {ranges:?}");
        }
    }
}

#[test]
fn many_factors_are_contracted_greedily() {
    for seed in 0..6 {
        let mut rng = Rng::of(3, seed);
        let factors = rng.within(EXACT + 1, EXACT + 12);
        // A chain of matrices with other factors here and there.
        let sets = (0..factors).map(|factor| {
            [factor, factor + 1, rng.below(factors)]
                .map(Index::new)
                .into_iter()
                .collect()
        });
        let sets: Vec<IndexSet> = sets.collect();
        let ends = [0, factors].map(Index::new).into_iter().collect();
        let product = Product::new(sets, ends);
        let ranges: Vec<u64> = (0..=factors).map(|_| rng.within(2, 30) as u64).collect();
        let order = cheapest(&product, &ranges, Counting::Flops);
        let mut used: Vec<usize> = operands(&order)
            .filter_map(|operand| match operand {
                Operand::Factor(factor) => Some(factor),
                Operand::Step(_) => None,
            })
            .collect();
        used.sort_unstable();
        assert_eq!(used, (0..factors).collect::<Vec<_>>());
        let from_left = (1..factors).fold(Tree::Factor(0), |tree, factor| {
            Tree::pair(tree, Tree::Factor(factor))
        });
        let from_left = Order::along(&product, &from_left).cost(Counting::Flops, &ranges);
        let found = order.cost(Counting::Flops, &ranges);
        assert!(found <= from_left, "{seed}: {found} instead of {from_left}");
    }
}

fn operands(order: &Order) -> impl Iterator<Item = Operand> + '_ {
    let steps = order.steps().iter();
    steps.flat_map(|step| [Some(step.left), step.right].into_iter().flatten())
}

#[test]
fn every_order_means_the_same_in_every_semiring() {
    for seed in 0..150 {
        let mut rng = Rng::of(4, seed);
        let factors = rng.within(1, 5);
        let (product, ranges) = product(&mut rng, factors, 4, 3);
        let names = names(&product);
        let order = match rng.below(2) {
            0 => cheapest(&product, &ranges, Counting::Flops),
            _ => Order::along(&product, &tree(&mut rng, factors)),
        };
        for semiring in Semiring::ALL {
            let written = execute::written(&product, &names, &ranges, semiring);
            let ordered = execute::ordered(&product, &order, &names, &ranges, semiring);
            assert_eq!(
                ordered, written,
                "{seed} {product:?} {order:?} {semiring:?}"
            );
        }
    }
}

#[test]
fn semirings_are_known_by_their_operators() {
    for semiring in Semiring::ALL {
        let (sum, product) = semiring.operators();
        assert_eq!(Semiring::of(sum, product), Some(semiring));
    }
    // Addition does not distribute over multiplication, nor a product of any sign over a minimum.
    assert_eq!(Semiring::of("*", "+"), None);
    assert_eq!(Semiring::of("min", "*"), None);
}

/// An expression for a random order, with products and sums apart or not.
fn expression(rng: &mut Rng, product: &Product, ranges: &[u64]) -> Option<Expression> {
    let names = names(product);
    let order = Order::along(product, &tree(rng, names.len()));
    if order.steps().is_empty() {
        return None;
    }
    Some(match rng.below(2) {
        0 => Expression::contracted(product, &order, &names, ranges),
        _ => Expression::apart(product, &order, &names, ranges),
    })
}

fn expressions(
    stream: u64,
    count: u64,
    most: usize,
    largest: usize,
) -> impl Iterator<Item = (u64, Product, Expression)> {
    (0..count).filter_map(move |seed| {
        let mut rng = Rng::of(stream, seed);
        let factors = rng.within(1, 5);
        let (product, ranges) = product(&mut rng, factors, 4, largest);
        let expression = expression(&mut rng, &product, &ranges)?;
        let bits = expression.ids().map(|id| expression.shareable(id).len());
        (bits.sum::<usize>() <= most).then_some((seed, product, expression))
    })
}

#[test]
fn no_legal_fusion_needs_less_memory() {
    let (mut count, mut illegal) = (0, 0);
    for (seed, _, expression) in expressions(5, 250, 12, 40) {
        let minimum = minimal(&expression);
        assert_eq!(check(&expression, &minimum.fusion), Ok(()), "{seed}");
        assert_eq!(expression.memory(&minimum.fusion), minimum.memory, "{seed}");
        let (all, legal, least) = exhaustive(&expression);
        assert_eq!(minimum.memory, least, "{seed} {expression:?}");
        count += 1;
        illegal += usize::from(legal < all);
    }
    assert!(count > 100 && illegal > 40, "{count} {illegal}");
}

/// Expressions beyond exhaustive search, by a solver that is told of illegal loops as it finds them.
#[test]
fn linear_programs_find_no_less_memory() {
    let (mut beyond_exhaustive, mut cuts) = (0, 0);
    for (seed, _, expression) in expressions(9, 120, 16, 40) {
        let (least, needed) = linear::least(&expression);
        assert_eq!(minimal(&expression).memory, least, "{seed} {expression:?}");
        let bits = expression.ids().map(|id| expression.shareable(id).len());
        beyond_exhaustive += usize::from(bits.sum::<usize>() > 12);
        cuts += needed;
    }
    assert!(
        beyond_exhaustive > 5 && cuts > 10,
        "{beyond_exhaustive} {cuts}"
    );
}

/// With slices of the result, and loops that are not shared.
#[test]
fn restricted_fusions_are_optimal_too() {
    for (seed, product, expression) in expressions(6, 200, 10, 40) {
        let mut rng = Rng::of(7, seed);
        let mut some = || -> IndexSet {
            let indices = product.indices().iter();
            indices.filter(|_| rng.below(3) == 0).collect()
        };
        let expression = expression.in_slices(some()).never_fused(some());
        let minimum = minimal(&expression);
        assert_eq!(check(&expression, &minimum.fusion), Ok(()), "{seed}");
        let (_, _, least) = exhaustive(&expression);
        assert_eq!(minimum.memory, least, "{seed} {expression:?}");
    }
}

/// The program of every legal fusion computes the product, in arrays of the sizes that count.
#[test]
fn programs_of_legal_fusions_are_right() {
    let mut executed = 0;
    for (seed, product, expression) in expressions(8, 60, 8, 3) {
        let ranges = expression.ranges();
        let written = execute::written(&product, &names(&product), ranges, Semiring::SumProduct);
        for fusion in fusions(&expression).filter(|fusion| check(&expression, fusion).is_ok()) {
            let (result, most) = execute::fused(&expression, &fusion);
            assert_eq!(result, written, "{seed} {fusion:?} {expression:?}");
            for (id, most) in expression.ids().zip(most) {
                let elements = expression.elements(id, fusion.of(id));
                assert_eq!(most as u128, elements, "{seed} {fusion:?} {expression:?}");
            }
            executed += 1;
        }
    }
    assert!(executed > 1_000, "{executed}");
}
