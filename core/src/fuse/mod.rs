//! Fusion: a program and a clustering to a loop nest.
//!
//! Every cluster becomes one loop. What is computed later than its cluster says,
//! or twice, is decided in `placement`, which arrays survive in memory in
//! `storage`, how the body of a loop falls into regions in `region`.

mod extent;
mod placement;
mod region;
mod storage;

pub use placement::place;

use crate::ir::{
    Arena, ArrayId, Binding, BindingId, Count, Op, Origin, Output, Program, Returned, ScalarId,
    Shape,
};
use crate::nest::{
    Agree, Bound, Extent, Nest, NestArray, NestResult, NestScalar, Pattern, Stage, Storage,
};
use crate::size::{Size, Sizes};
use std::collections::{BTreeSet, VecDeque};

/// Turns a program into loops, one for each cluster of combinators.
///
/// The clusters come in execution order and must be legal, or what [`place`]
/// made of such.
pub fn fuse(program: &Program, sizes: &Sizes, clusters: &[Vec<BindingId>]) -> Nest {
    Fusion {
        program,
        sizes,
        storage: storage::decide(program, clusters),
    }
    .nest(clusters)
}

/// What is known while the stages are built.
struct Fusion<'p> {
    program: &'p Program,
    sizes: &'p Sizes,
    storage: Arena<ArrayId, Storage>,
}

impl Fusion<'_> {
    fn nest(self, clusters: &[Vec<BindingId>]) -> Nest {
        let program = self.program;
        let kept = self.kept(clusters);
        let (entry, mut late) = self.agreements();
        let mut stages = Vec::new();
        let mut number = 0;
        for cluster in clusters {
            let first = &program.bindings[cluster[0]];
            match self.host_stage(first) {
                Some(stage) => stages.push(stage),
                None => {
                    number += 1;
                    self.counts(cluster, &mut stages);
                    let nested = self.nested(cluster, number, &kept);
                    if nested.is_idle() {
                        number -= 1;
                        continue;
                    }
                    // What could not be checked on entry is checked before the
                    // first loop over the array.
                    late.retain(|agree| {
                        let read = reads(&nested.body).contains(&agree.array);
                        if read {
                            stages.push(Stage::Agree(agree.clone()));
                        }
                        !read
                    });
                    stages.push(Stage::Loop(Box::new(nested)));
                }
            }
        }
        let used = Used::of(program);
        let mut returned: VecDeque<ArrayId> = program.result.arrays().into();
        let result = self.result(&program.result, &mut returned);
        Nest {
            name: program.name.clone(),
            arrays: program
                .arrays
                .iter()
                .map(|(id, array)| NestArray {
                    name: array.name.clone(),
                    ty: array.ty.clone(),
                    storage: self.storage[id].clone(),
                    used: used.arrays.contains(&id),
                })
                .fold(Arena::new(), |mut arena, array| {
                    arena.push(array);
                    arena
                }),
            scalars: program
                .scalars
                .iter()
                .map(|(id, scalar)| NestScalar {
                    name: scalar.name.clone(),
                    ty: scalar.ty.clone(),
                    used: used.scalars.contains(&id),
                })
                .fold(Arena::new(), |mut arena, scalar| {
                    arena.push(scalar);
                    arena
                }),
            entry,
            stages,
            result,
            items: program.items.clone(),
        }
    }

    /// The stage of a binding that is not a loop.
    fn host_stage(&self, binding: &Binding) -> Option<Stage> {
        let array_of = |output: usize| match binding.outputs[output] {
            Output::Array(array) => Bound::Array(array),
            Output::Scalar(scalar) => Bound::Scalar(scalar),
        };
        let scalars = || pattern(&binding.shape, &|output| scalar_output(binding, output));
        Some(match &binding.op {
            Op::Host { value } => Stage::Host {
                value: value.clone(),
                into: scalars(),
            },
            Op::Length { arg } => Stage::Length {
                extent: self.extent(self.sizes.of(*arg)),
                into: scalars(),
            },
            Op::External { call, arrays } => Stage::External {
                call: call.clone(),
                arrays: arrays.clone(),
                into: pattern(&binding.shape, &array_of),
            },
            Op::Conform { arg, like } => Stage::Conform {
                array: *arg,
                extent: self.extent(self.sizes.of(*like)),
                into: binding.arrays().next()?,
            },
            _ => return None,
        })
    }

    /// The lengths of what a cluster generates, where nothing names them.
    fn counts(&self, cluster: &[BindingId], stages: &mut Vec<Stage>) {
        for id in cluster {
            let binding = &self.program.bindings[*id];
            let (value, range) = match &binding.op {
                Op::Generate {
                    count: Count::Anonymous,
                    length,
                    ..
                } => (length, false),
                Op::Range {
                    count: Count::Anonymous,
                    range,
                } => (range, true),
                _ => continue,
            };
            if let Some(array) = binding.arrays().next() {
                stages.push(Stage::Count {
                    value: value.clone(),
                    range,
                    array,
                });
            }
        }
    }

    /// What the lengths of the inputs must be: what is known on entry, and
    /// what depends on scalars that the program computes.
    fn agreements(&self) -> (Vec<Agree>, Vec<Agree>) {
        let (mut entry, mut late) = (Vec::new(), Vec::new());
        for (input, _) in self.program.inputs() {
            let extent = self.extent(self.sizes.of(input));
            if extent == Extent::Array(input) {
                continue;
            }
            let agree = Agree {
                array: input,
                extent,
            };
            if self.known_on_entry(&agree.extent) {
                entry.push(agree);
            } else {
                late.push(agree);
            }
        }
        (entry, late)
    }

    /// `returned` has the arrays of the result from here on.
    fn result(&self, result: &Returned, returned: &mut VecDeque<ArrayId>) -> NestResult {
        match result {
            Returned::Array(array) => {
                returned.pop_front();
                let owned = matches!(self.storage[*array], Storage::Fresh | Storage::Host);
                // The last one that lies in a vector may have it.
                let again = returned
                    .iter()
                    .any(|later| self.program.lies_in(*later) == *array);
                NestResult::Array {
                    array: *array,
                    by_move: owned && !again,
                }
            }
            Returned::Scalar(host) => NestResult::Scalar(host.clone()),
            Returned::Tuple(items) => NestResult::Tuple(
                items
                    .iter()
                    .map(|item| self.result(item, returned))
                    .collect(),
            ),
        }
    }

    fn same_size(&self, array: ArrayId, size: &Size) -> bool {
        self.sizes.of(array) == size
    }
}

/// The arrays in memory that a region and the regions inside it walk over.
fn reads(region: &crate::nest::Region) -> BTreeSet<ArrayId> {
    let mut reads = BTreeSet::new();
    region.visit(&mut |region| reads.extend(region.reads.iter().copied()));
    reads
}

/// The pattern of a binding's shape.
fn pattern<T: Copy>(shape: &Shape, output: &dyn Fn(usize) -> T) -> Pattern<T> {
    match shape {
        Shape::Output(index) => Pattern::Name(output(*index)),
        Shape::Ignored => Pattern::Ignored,
        Shape::Tuple(items) => {
            Pattern::Tuple(items.iter().map(|item| pattern(item, output)).collect())
        }
    }
}

fn scalar_output(binding: &Binding, output: usize) -> ScalarId {
    match binding.outputs[output] {
        Output::Scalar(scalar) => scalar,
        Output::Array(_) => unreachable!("{} binds scalars", binding.op.name()),
    }
}

fn array_output(binding: &Binding, output: usize) -> ArrayId {
    match binding.outputs[output] {
        Output::Array(array) => array,
        Output::Scalar(_) => unreachable!("{} binds arrays", binding.op.name()),
    }
}

/// What anything in a program uses.
struct Used {
    arrays: BTreeSet<ArrayId>,
    scalars: BTreeSet<ScalarId>,
}

impl Used {
    fn of(program: &Program) -> Used {
        let mut used = Used {
            arrays: BTreeSet::new(),
            scalars: BTreeSet::new(),
        };
        for binding in program.bindings.values() {
            used.arrays.extend(binding.op.args());
            if let Op::Generate { count, .. } | Op::Range { count, .. } = &binding.op {
                match count {
                    Count::Length(array) => {
                        used.arrays.insert(*array);
                    }
                    Count::Scalar(scalar) => {
                        used.scalars.insert(*scalar);
                    }
                    Count::Literal(_) | Count::Anonymous => {}
                }
            }
            for host in binding.op.hosts() {
                used.arrays.extend(&host.arrays);
                used.scalars.extend(&host.scalars);
            }
            // A write in place is a use by itself.
            used.arrays.extend(
                binding
                    .arrays()
                    .filter(|a| program.arrays[*a].home.is_some()),
            );
        }
        let named_again = program.arrays.iter().filter(
            |(_, array)| matches!(&array.origin, Origin::Input(input) if input.named_again),
        );
        used.arrays.extend(named_again.map(|(id, _)| id));
        used.returned(&program.result);
        used
    }

    fn returned(&mut self, result: &Returned) {
        match result {
            Returned::Array(array) => {
                self.arrays.insert(*array);
            }
            Returned::Scalar(host) => {
                self.arrays.extend(&host.arrays);
                self.scalars.extend(&host.scalars);
            }
            Returned::Tuple(items) => items.iter().for_each(|item| self.returned(item)),
        }
    }
}
