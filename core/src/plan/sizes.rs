//! Sizes in reports: as letters in drawings, in words in sentences.

use crate::cluster;
use crate::compile::Compiled;
use crate::graph::build::loop_size;
use crate::graph::uses::binding_of;
use crate::graph::{NodeId, Rules};
use crate::ir::{Count, Program};
use crate::size::scheme::section;
use crate::size::{Size, SizeKind, SizeVar, Sizes};

/// Names for all sizes of a program, in agreement with its scheme.
pub(super) struct Names<'p> {
    program: &'p Program,
    sizes: &'p Sizes,
    /// The number of quantified letters of the scheme.
    quantified: usize,
    letters: Vec<SizeVar>,
}

impl<'p> Names<'p> {
    pub(super) fn of(program: &'p Program, sizes: &'p Sizes) -> Self {
        let inputs: Vec<_> = program.inputs().map(|(input, _)| input).collect();
        let outputs = program.result.arrays();
        let in_scheme = || inputs.iter().chain(&outputs);
        let universal = in_scheme().map(|array| (*array, true));
        let existential = in_scheme().map(|array| (*array, false));
        let local = program
            .arrays
            .iter()
            .flat_map(|(array, _)| [(array, true), (array, false)]);
        let mut letters: Vec<SizeVar> = Vec::new();
        let mut quantified = 0;
        let scheme = 2 * (inputs.len() + outputs.len());
        let all = universal.chain(existential).chain(local);
        for (index, (array, wanted)) in all.enumerate() {
            for var in sizes.count(array).vars() {
                let lettered = match sizes.kind(var) {
                    SizeKind::Unification => wanted,
                    SizeKind::Rigid(..) => !wanted,
                    SizeKind::Named(_) => false,
                };
                if lettered && !letters.contains(&var) {
                    letters.push(var);
                    quantified += usize::from(index < scheme);
                }
            }
        }
        Names {
            program,
            sizes,
            quantified,
            letters,
        }
    }

    /// `k1 × k2`
    pub(super) fn letters(&self, size: &Size) -> String {
        self.text(size, false, &|var| {
            match self.letters.iter().position(|other| *other == var) {
                // A scheme of one variable has no number.
                Some(0) if self.quantified == 1 => "k".to_owned(),
                Some(index) => format!("k{}", index + 1),
                None => "k".to_owned(),
            }
        })
    }

    /// `xs × gts`: the arrays whose lengths they are.
    pub(super) fn words(&self, size: &Size) -> String {
        self.text(size, false, &|var| self.variable(var))
    }

    fn text(&self, size: &Size, nested: bool, name: &dyn Fn(SizeVar) -> String) -> String {
        match size {
            Size::Var(var) => match self.sizes.kind(*var) {
                SizeKind::Named(Count::Literal(number)) => number.to_string(),
                SizeKind::Named(Count::Scalar(scalar)) => {
                    match self.program.scalars[*scalar].shown() {
                        computed if nested && computed.contains(' ') => format!("({computed})"),
                        name => name,
                    }
                }
                _ => name(*var),
            },
            Size::Product(shape) => {
                let axes = shape.axes().iter();
                let axes = axes.map(|axis| self.text(axis, true, name));
                let product = axes.collect::<Vec<_>>().join(" × ");
                if nested {
                    format!("({product})")
                } else {
                    product
                }
            }
            Size::Section { of, less, by } => {
                section(&self.text(of, true, name), (*less, *by), nested)
            }
        }
    }

    /// A size variable by the array whose length it is.
    fn variable(&self, var: SizeVar) -> String {
        let own = |array| self.sizes.count(array) == Size::Var(var);
        let named = |array| self.program.arrays[array].name.to_string();
        match self.sizes.kind(var) {
            SizeKind::Rigid(binding, output) => {
                let binding = &self.program.bindings[*binding];
                let array = binding.arrays().nth(*output).or(binding.arrays().next());
                match (array, &binding.op) {
                    (Some(array), _) => named(array),
                    (None, op) => format!("the result of a {}", op.name()),
                }
            }
            _ => self
                .program
                .inputs()
                .map(|(input, _)| input)
                .chain(self.program.arrays.iter().map(|(array, _)| array))
                .find(|array| own(*array))
                .map_or_else(|| "its elements".to_owned(), named),
        }
    }
}

/// The number of iterations of a cluster's loop.
pub(super) fn of_cluster(compiled: &Compiled, cluster: &[NodeId]) -> Option<Size> {
    let graph = &compiled.graph;
    let base = cluster.iter().find(|member| {
        let transducers = &graph.node(**member).transducers;
        transducers.is_empty() || !transducers.iter().all(|via| cluster.contains(via))
    })?;
    of_node(compiled, *base)
}

/// The number of runs of a binding, by the rules of the strategy.
pub(super) fn of_node(compiled: &Compiled, node: NodeId) -> Option<Size> {
    let rules = cluster::strategy(compiled.strategy).map_or(Rules::Wider, |known| known.rules());
    loop_size(&compiled.program, &compiled.sizes, rules, binding_of(node))
}
