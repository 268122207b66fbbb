//! Orders without arrays of products.

use super::steps::Operand;
use super::{Order, Polynomial, Sizes, Tree};
use crate::{Index, IndexSet, Product};

/// The operations that take as long as it takes to store an element of an array and to read it
/// again, at least.
const STORED: u128 = 4;

/// An order like this one that stores no array of products which nothing is summed in, where it
/// takes hardly more operations: `((x c) b)` for `(x (b c))`, where all elements of `(b c)` would be
/// stored. A stored element counts four operations.
///
/// # Panics
///
/// Panics if an index has no size.
pub fn with_fewer_arrays(product: &Product, order: &Order, sizes: &Sizes) -> Order {
    let (mut order, sizes) = (order.clone(), sizes.decided());
    while let Some(better) = better(product, &order, &sizes) {
        order = better;
    }
    order
}

/// An order with an array less, if there is one that takes no more operations than it takes with the
/// array.
fn better(product: &Product, order: &Order, sizes: &Sizes) -> Option<Order> {
    let tree = tree(order, order.result());
    let own = with_arrays(order, sizes);
    let mut trees = Vec::new();
    exchanged(&tree, &mut trees);
    let orders = trees.iter().map(|tree| Order::along(product, tree));
    let orders = orders.filter(|other| arrays_of_products(other) < arrays_of_products(order));
    let orders = orders.filter(|order| with_arrays(order, sizes).is_at_most(&own));
    orders.reduce(
        |best, other| match first_summed(&other) > first_summed(&best) {
            true => other,
            false => best,
        },
    )
}

/// The last of the indices that an order sums first. Programs name the index along which elements
/// are neighbours last, as a rule, and an inner loop should go along these.
fn first_summed(order: &Order) -> Option<usize> {
    let first = order.steps().first()?;
    first.summed().iter().map(Index::number).last()
}

/// The tree that an order goes along.
fn tree(order: &Order, operand: Operand) -> Tree {
    let step = match operand {
        Operand::Factor(factor) => return Tree::Factor(factor),
        Operand::Step(step) => &order.steps()[step],
    };
    let left = tree(order, step.left);
    match step.right {
        Some(right) => Tree::pair(left, tree(order, right)),
        None => left,
    }
}

/// Adds the trees in which one product of two, `(x (b c))`, is `((x b) c)` or `((x c) b)`.
fn exchanged(tree: &Tree, trees: &mut Vec<Tree>) {
    let Tree::Pair(left, right) = tree else {
        return;
    };
    for (other, inner) in [(left, right), (right, left)] {
        if let Tree::Pair(a, b) = &**inner {
            for (first, second) in [(a, b), (b, a)] {
                let first = Tree::pair((**other).clone(), (**first).clone());
                trees.push(Tree::pair(first, (**second).clone()));
            }
        }
        let mut within = Vec::new();
        exchanged(inner, &mut within);
        trees.extend(
            within
                .into_iter()
                .map(|inner| Tree::pair((**other).clone(), inner)),
        );
    }
}

/// The results of the steps that other loops than their own read.
fn stored(order: &Order) -> impl Iterator<Item = (usize, IndexSet)> {
    let read = order.steps().iter().flat_map(|step| {
        let operands = [Some(step.left), step.right];
        operands.map(|operand| match operand {
            Some(Operand::Step(inner)) => Some((inner, step.loops)),
            _ => None,
        })
    });
    read.flatten().filter_map(|(inner, loops)| {
        let result = order.steps()[inner].result;
        (result != loops).then_some((inner, result))
    })
}

/// The number of stored arrays of which no element is a sum.
fn arrays_of_products(order: &Order) -> usize {
    let sums_nothing = |inner: usize| order.steps()[inner].summed().is_empty();
    stored(order)
        .filter(|(inner, _)| sums_nothing(*inner))
        .count()
}

/// The operations of an order with those for the elements that it stores.
fn with_arrays(order: &Order, sizes: &Sizes) -> Polynomial {
    let mut cost = order.flops(sizes);
    for (_, result) in stored(order) {
        cost.add(sizes.monomial(result), STORED);
    }
    cost
}

#[cfg(test)]
mod tests {
    use super::{Order, Sizes, Tree, with_fewer_arrays};
    use crate::order::{Size, Symbol};
    use crate::{Index, IndexSet, Product};

    /// `ijk,jr,kr->ir`.
    fn mttkrp() -> Product {
        let set =
            |indices: &[usize]| -> IndexSet { indices.iter().copied().map(Index::new).collect() };
        Product::new(
            vec![set(&[0, 2, 3]), set(&[2, 1]), set(&[3, 1])],
            set(&[0, 1]),
        )
    }

    /// The order without arrays of products where `((x (b c))` is the cheapest.
    fn changed(sizes: &Sizes) -> String {
        let product = mttkrp();
        let pair = Tree::pair(Tree::Factor(1), Tree::Factor(2));
        let order = Order::along(&product, &Tree::pair(Tree::Factor(0), pair));
        with_fewer_arrays(&product, &order, sizes).text(&["x", "b", "c"])
    }

    #[test]
    fn products_of_which_nothing_is_summed_are_not_stored() {
        let known = Sizes([100, 16, 80, 60].map(Size::Known).to_vec());
        assert_eq!(changed(&known), "((x c) b)");
        let n = Size::Unknown(Symbol(0));
        assert_eq!(changed(&Sizes(vec![n, Size::Known(16), n, n])), "((x c) b)");
    }

    #[test]
    fn they_are_where_that_takes_many_operations_less() {
        // Each element of `b c` serves 10,000 of `i`, and `k` is short.
        let known = Sizes([10_000, 16, 80, 2].map(Size::Known).to_vec());
        assert_eq!(changed(&known), "(x (b c))");
        let unknown = (0..4).map(|symbol| Size::Unknown(Symbol(symbol))).collect();
        assert_eq!(changed(&Sizes(unknown)), "(x (b c))");
    }
}
