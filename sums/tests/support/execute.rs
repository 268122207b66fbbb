//! Products, orders and nests, executed element by element.

use std::collections::BTreeMap;

use fusus_sums::lam::{Expression, Fusion, Item, Nest, NodeId};
use fusus_sums::order::{Operand, Order};
use fusus_sums::{IndexSet, Product, Semiring};

/// Elements by their coordinates: a number for each index of the product, 0 for those that the array
/// does not have.
pub type Elements = BTreeMap<Vec<u64>, i64>;

/// All positions of loops over some indices.
fn positions(indices: IndexSet, ranges: &[u64]) -> Vec<Vec<u64>> {
    let mut all = vec![vec![0; ranges.len()]];
    for index in indices.iter() {
        let along = |position: Vec<u64>| {
            (0..ranges[index.number()]).map(move |coordinate| {
                let mut position = position.clone();
                position[index.number()] = coordinate;
                position
            })
        };
        all = all.into_iter().flat_map(along).collect();
    }
    all
}

fn at(position: &[u64], indices: IndexSet) -> Vec<u64> {
    let mut coordinates = vec![0; position.len()];
    for index in indices.iter() {
        coordinates[index.number()] = position[index.number()];
    }
    coordinates
}

/// The element of an input, some number below 16.
pub fn input(label: &str, coordinates: &[u64]) -> i64 {
    let bytes = label.bytes().map(u64::from);
    let mixed = bytes.chain(coordinates.iter().copied());
    let hash = mixed.fold(7_u64, |hash, word| {
        (hash ^ word)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(23)
    });
    (hash % 16) as i64
}

fn sum(semiring: Semiring, left: i64, right: i64) -> i64 {
    match semiring {
        Semiring::SumProduct => left.wrapping_add(right),
        Semiring::MinPlus => left.min(right),
        Semiring::MaxPlus => left.max(right),
        Semiring::OrAnd => left | right,
    }
}

fn multiply(semiring: Semiring, left: i64, right: i64) -> i64 {
    match semiring {
        Semiring::SumProduct => left.wrapping_mul(right),
        Semiring::MinPlus | Semiring::MaxPlus => left + right,
        Semiring::OrAnd => left & right,
    }
}

/// Sums values into elements, which have none at first.
fn gather(
    semiring: Semiring,
    result: IndexSet,
    values: impl Iterator<Item = (Vec<u64>, i64)>,
) -> Elements {
    let mut elements = Elements::new();
    for (position, value) in values {
        let element = elements.entry(at(&position, result));
        element
            .and_modify(|old| *old = sum(semiring, *old, value))
            .or_insert(value);
    }
    elements
}

/// The product as it is written: one nest over all indices.
pub fn written(
    product: &Product,
    names: &[String],
    ranges: &[u64],
    semiring: Semiring,
) -> Elements {
    let value = |position: Vec<u64>| {
        let factors = product.factors().iter().zip(names);
        let values = factors.map(|(&indices, name)| input(name, &at(&position, indices)));
        let value = values.reduce(|left, right| multiply(semiring, left, right));
        (position, value.expect("a factor"))
    };
    let positions = positions(product.indices(), ranges);
    gather(semiring, product.output(), positions.into_iter().map(value))
}

/// The product by an order.
pub fn ordered(
    product: &Product,
    order: &Order,
    names: &[String],
    ranges: &[u64],
    semiring: Semiring,
) -> Elements {
    let mut made: Vec<Elements> = Vec::new();
    for step in order.steps() {
        let operand = |operand: Operand, position: &[u64]| match operand {
            Operand::Factor(factor) => {
                input(&names[factor], &at(position, product.factors()[factor]))
            }
            Operand::Step(earlier) => made[earlier][&at(position, order.steps()[earlier].result)],
        };
        let value = |position: Vec<u64>| {
            let left = operand(step.left, &position);
            let value = match step.right {
                Some(right) => multiply(semiring, left, operand(right, &position)),
                None => left,
            };
            (position, value)
        };
        let positions = positions(step.loops, ranges);
        let elements = gather(semiring, step.result, positions.into_iter().map(value));
        made.push(elements);
    }
    match order.result() {
        Operand::Step(step) => made.swap_remove(step),
        Operand::Factor(factor) => {
            let positions = positions(product.output(), ranges).into_iter();
            let element = |position: Vec<u64>| (position.clone(), input(&names[factor], &position));
            positions.map(element).collect()
        }
    }
}

/// The array of the root after the program of a fusion, and the most elements that each node's array
/// had at once.
pub fn fused(expression: &Expression, fusion: &Fusion) -> (Elements, Vec<usize>) {
    let nest = Nest::of(expression, fusion);
    let mut machine = Machine {
        expression,
        fusion,
        arrays: vec![Elements::new(); expression.nodes().len()],
        most: vec![0; expression.nodes().len()],
    };
    machine.run(&nest.items, &vec![0; expression.ranges().len()]);
    let root = machine.arrays.pop().expect("a root");
    (root, machine.most)
}

struct Machine<'e> {
    expression: &'e Expression,
    fusion: &'e Fusion,
    arrays: Vec<Elements>,
    most: Vec<usize>,
}

impl Machine<'_> {
    fn run(&mut self, items: &[Item], position: &[u64]) {
        for item in items {
            match item {
                Item::Clear(id) => self.arrays[id.0].clear(),
                Item::Loop(indices, body) => {
                    for inner in self.inside(position, *indices) {
                        self.run(body, &inner);
                    }
                }
                Item::Evaluate(id, loops) => {
                    for inner in self.inside(position, *loops) {
                        self.evaluate(*id, &inner);
                    }
                }
            }
        }
    }

    /// The positions of loops inside of those that are already running.
    fn inside(&self, position: &[u64], indices: IndexSet) -> Vec<Vec<u64>> {
        let merged = |inner: Vec<u64>| {
            let pairs = inner.iter().zip(position);
            pairs.map(|(inner, outer)| inner + outer).collect()
        };
        let positions = positions(indices, self.expression.ranges()).into_iter();
        positions.map(merged).collect()
    }

    fn evaluate(&mut self, id: NodeId, position: &[u64]) {
        let node = self.expression.node(id);
        let children = node
            .children
            .iter()
            .map(|&child| self.arrays[child.0][&self.place(child, position)]);
        let reads = node.reads.iter();
        let reads = reads.map(|read| input(&read.label, &at(position, read.indices)));
        let value = match node.children.is_empty() && node.reads.is_empty() {
            true => input(&node.label, &at(position, node.array)),
            false => children.chain(reads).fold(1, i64::wrapping_mul),
        };
        let place = self.place(id, position);
        let array = &mut self.arrays[id.0];
        let old = array.get(&place).copied().unwrap_or(0);
        let sums = !node.summed.is_empty();
        array.insert(place, if sums { old.wrapping_add(value) } else { value });
        self.most[id.0] = self.most[id.0].max(array.len());
    }

    /// The element of a node's array that a statement means: indices of shared loops are gone.
    fn place(&self, id: NodeId, position: &[u64]) -> Vec<u64> {
        at(
            position,
            self.expression.node(id).array - self.fusion.of(id),
        )
    }
}
