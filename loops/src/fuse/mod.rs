//! Fusion: a program and a clustering to a loop nest.
//!
//! Every cluster becomes one loop. Which bindings are computed later than their cluster says,
//! or twice, is decided in `placement`, which arrays survive in memory in
//! `storage`, how the body of a loop falls into regions in `region`; when a length or a size is checked in
//! `checks`.

mod checks;
mod extent;
mod inset;
mod placement;
mod region;
mod storage;

pub use placement::place;

use crate::ir::arithmetic::counting;
use crate::ir::start::starts;
use crate::ir::{
    self, Arena, ArrayId, Binding, BindingId, Count, Host, Id, InputPart, Op, Origin, Output,
    Program, Returned, ScalarId, Shape,
};
use crate::nest::{
    Bound, Early, Extent, Nest, NestArray, NestResult, NestScalar, Pattern, Stage, Storage,
};
use crate::ordered::{OrderedSet, ToList};
use crate::size::Sizes;
use std::collections::VecDeque;

/// Turns a program into loops, one for each cluster of combinators.
///
/// The clusters come in execution order and must be legal, or
/// the result of [`place`] for such.
pub fn fuse(
    program: &Program,
    sizes: &Sizes,
    clusters: &[Vec<BindingId>],
    unknown: &Unknown,
) -> Nest {
    Fusion {
        program,
        sizes,
        unknown,
        storage: storage::decide(program, clusters),
        counting: counting(program),
        done: OrderedSet::new(),
        elements: Vec::new(),
    }
    .nest(clusters)
}

/// The folds and scans of which generated code must find out more.
#[derive(Clone, Debug, Default)]
pub struct Unknown {
    /// The ones of whose operators nothing is known: they are checked when they run.
    pub untested: OrderedSet<BindingId>,
    /// The ones of which only rustc can tell whether they start from a value of the elements' type.
    pub untold: OrderedSet<BindingId>,
}

/// The state of building the stages.
struct Fusion<'p> {
    program: &'p Program,
    sizes: &'p Sizes,
    unknown: &'p Unknown,
    storage: Arena<ArrayId, Storage>,
    /// The scalars that sizes are computed from.
    counting: OrderedSet<ScalarId>,
    /// The bindings of the stages that are there.
    done: OrderedSet<BindingId>,
    /// The names of the loops that are there for elements that the program has no name for.
    elements: Vec<NestArray>,
}

impl Fusion<'_> {
    fn nest(mut self, clusters: &[Vec<BindingId>]) -> Nest {
        let program = self.program;
        let mut opening = self.opening();
        let mut unchecked = checks::sizes(program);
        self.check_sizes(&mut unchecked, &mut opening);
        let kept = self.kept(clusters);
        let (entry, mut late) = self.agreements();
        let mut stages = Vec::new();
        let mut number = 1;
        for (position, cluster) in clusters.iter().enumerate() {
            if cluster[0].index() < program.opening() {
                continue;
            }
            self.check_sizes(&mut unchecked, &mut stages);
            let first = &program.bindings[cluster[0]];
            match self.host_stage(cluster[0], first) {
                Some(stage) => stages.push(stage),
                None => {
                    self.counts(cluster, &mut stages);
                    let nested = self.nested(cluster, (number, position), &kept);
                    if !nested.is_idle() {
                        number += 1;
                        // A length that could not be checked on entry is checked before the
                        // first loop over the array.
                        let read = reads(&nested.body);
                        for agree in &mut late {
                            agree.is_read |= read.contains(&agree.what.array);
                        }
                        self.check(&mut late, &mut stages);
                        stages.push(Stage::Loop(Box::new(nested)));
                    }
                }
            }
            // Or once it is known, where that is later.
            self.done.extend(cluster);
            self.check(&mut late, &mut stages);
        }
        let used = Used::of(program, self.sizes);
        let mut returned: VecDeque<ArrayId> = program.result.arrays().into();
        let result = self.result(&program.result, &mut returned);
        let mut starts = starts(program, &self.unknown.untold);
        let elements = std::mem::take(&mut self.elements);
        Nest {
            name: program.name.clone(),
            arrays: program
                .arrays
                .iter()
                .map(|(id, array)| NestArray {
                    name: array.name.clone(),
                    user_name: array.user_name.clone(),
                    ty: array.ty.clone(),
                    storage: self.storage[id].clone(),
                    given_away: storage::is_given_away(program, &self.storage, id),
                    used: used.arrays.contains(&id),
                    axes: match program.rank(id) {
                        1 => Vec::new(),
                        _ => self.axes(id),
                    },
                    inset: self.inset(id).map(Box::new),
                    part: match &array.origin {
                        Origin::Input(input) => input.part,
                        Origin::Output(..) => InputPart::Elements,
                    },
                    starts: starts.remove(&id).unwrap_or_default(),
                })
                .chain(elements)
                .fold(Arena::new(), |mut arena, array| {
                    arena.push(array);
                    arena
                }),
            scalars: program
                .scalars
                .iter()
                .map(|(id, scalar)| NestScalar {
                    name: scalar.name.clone(),
                    shown: scalar.shown(),
                    ty: scalar.ty.clone(),
                    given: scalar.origin.is_none(),
                    used: used.scalars.contains(&id),
                    named: used.named.contains(&id),
                })
                .fold(Arena::new(), |mut arena, scalar| {
                    arena.push(scalar);
                    arena
                }),
            opening,
            entry,
            stages,
            result,
            items: program.items.clone(),
        }
    }

    /// The id of a loop's name of this number for an element that the program has no name for.
    fn name(&self, number: usize) -> ArrayId {
        ArrayId::new(self.program.arrays.len() + self.elements.len() + number)
    }

    /// The guards, and the bindings above them, in the order of the program.
    fn opening(&mut self) -> Vec<Stage> {
        let program = self.program;
        let mut stages = Vec::new();
        let guards = |after: usize, stages: &mut Vec<Stage>| {
            let guards = program.guards.iter().filter(|guard| guard.after == after);
            stages.extend(guards.map(|guard| Stage::Guard {
                condition: guard.condition.clone(),
                value: match &guard.value {
                    ir::Early::Value(value) => {
                        let mut returned = value.arrays().into();
                        Early::Value(self.result(value, &mut returned))
                    }
                    ir::Early::Error(error) => Early::Error(error.clone()),
                },
            }));
        };
        guards(0, &mut stages);
        for (id, binding) in program.bindings.iter().take(program.opening()) {
            // Nothing is known of the lengths of other inputs yet.
            let stage = match &binding.op {
                Op::Length { arg, axis } => {
                    let count = axis.and_then(|axis| program.axis_count(*arg, axis));
                    Some(Stage::Length {
                        extent: match count {
                            Some(Count::Length(along)) => Extent::Array(along),
                            _ => Extent::Array(*arg),
                        },
                        into: pattern(&binding.shape, &|output| scalar_output(binding, output)),
                    })
                }
                // The axes of an input hold by themselves.
                Op::Reshape { .. } => None,
                _ => self.host_stage(id, binding),
            };
            stages.extend(stage);
            guards(id.index() + 1, &mut stages);
        }
        let opening = program.bindings.ids().take(program.opening());
        self.done.extend(opening);
        stages
    }

    /// The stage of a binding that is not a loop.
    fn host_stage(&self, id: BindingId, binding: &Binding) -> Option<Stage> {
        let array_of = |output: usize| match binding.outputs[output] {
            Output::Array(array) => Bound::Array(array),
            Output::Scalar(scalar) => Bound::Scalar(scalar),
        };
        let scalars = || pattern(&binding.shape, &|output| scalar_output(binding, output));
        Some(match &binding.op {
            Op::Host { value } => Stage::Host {
                value: value.clone(),
                into: scalars(),
                size_of: binding
                    .scalars()
                    .any(|scalar| self.counting.contains(&scalar))
                    .then(|| self.program.binding_name(id)),
            },
            Op::Length { arg, axis } => Stage::Length {
                extent: self.extent(&self.sizes.along(*arg, *axis)),
                into: scalars(),
            },
            Op::Inside {
                positions,
                arg,
                axis,
            } => Stage::Inside {
                positions: positions.clone(),
                extent: self.extent(&self.sizes.along(*arg, *axis)),
                array: self.program.arrays[*arg].name.to_string(),
                axis: *axis,
                into: scalars(),
            },
            Op::External { call, arrays } => Stage::External {
                call: call.clone(),
                arrays: arrays.clone(),
                into: pattern(&binding.shape, &array_of),
            },
            Op::Conform { arg, like } => Stage::Conform {
                array: *arg,
                lengths: self.lengths(*arg, *like),
                chunk: None,
                into: binding.arrays().next()?,
            },
            Op::Reshape { arg, .. } => {
                let into = binding.arrays().next()?;
                let wanted = self.extent(&self.sizes.count(into));
                Stage::Conform {
                    array: *arg,
                    lengths: vec![(Extent::Array(*arg), wanted)],
                    chunk: self.chunk(&binding.op, into),
                    into,
                }
            }
            _ => return None,
        })
    }

    /// The lengths of the arrays that a cluster generates, where nothing names them.
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
            Returned::Tuple(items) => {
                NestResult::Tuple(items.iter().map(|item| self.result(item, returned)).list())
            }
        }
    }
}

/// The arrays in memory that a region and the regions inside it walk over.
fn reads(region: &crate::nest::Region) -> OrderedSet<ArrayId> {
    let mut reads = OrderedSet::new();
    region.visit(&mut |region| reads.extend(region.arrays()));
    reads
}

/// The pattern of a binding's shape.
fn pattern<T: Copy>(shape: &Shape, output: &dyn Fn(usize) -> T) -> Pattern<T> {
    match shape {
        Shape::Output(index) => Pattern::Name(output(*index)),
        Shape::Ignored => Pattern::Ignored,
        Shape::Tuple(items) => {
            Pattern::Tuple(items.iter().map(|item| pattern(item, output)).list())
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

/// The arrays and scalars that anything in a program uses.
struct Used {
    arrays: OrderedSet<ArrayId>,
    scalars: OrderedSet<ScalarId>,
    /// The scalars that are used otherwise than to say a size under another name.
    named: OrderedSet<ScalarId>,
}

impl Used {
    fn of(program: &Program, sizes: &Sizes) -> Used {
        let mut used = Used {
            arrays: OrderedSet::new(),
            scalars: OrderedSet::new(),
            named: OrderedSet::new(),
        };
        for binding in program.bindings.values() {
            used.arrays.extend(binding.op.args());
            if let Some(count) = binding.op.count() {
                match count {
                    Count::Length(array) => {
                        used.arrays.insert(*array);
                    }
                    Count::Scalar(scalar) => {
                        used.scalars.insert(*scalar);
                        // Another number may say the same size.
                        if sizes.are_named(*scalar) {
                            used.named.insert(*scalar);
                        }
                    }
                    Count::Literal(_) | Count::Anonymous => {}
                }
            }
            for (position, host) in binding.op.hosts().into_iter().enumerate() {
                used.arrays.extend(&host.arrays);
                used.scalars.extend(&host.scalars);
                if position > 0 || !is_measured(&binding.op) {
                    used.named.extend(&host.scalars);
                }
            }
            used.scalars.extend(binding.op.scalars());
            used.named.extend(binding.op.scalars());
            used.written(program, &binding.op);
            // The axes of an input, and of what is written into it, are named for the program.
            if let Op::Reshape { arg, .. } = &binding.op
                && is_seen(program, *arg)
            {
                used.arrays.extend(binding.arrays());
            }
            // A write in place is a use by itself.
            used.arrays.extend(
                binding
                    .arrays()
                    .filter(|a| program.arrays[*a].home.is_some()),
            );
        }
        for index in program.grids.values().flat_map(|grid| &grid.indices) {
            if let Some(Count::Length(array)) = &index.count {
                used.arrays.insert(*array);
            }
            // Code may name an equal size instead.
            used.scalars.extend(&index.named);
        }
        used.scalars.extend(&program.outside);
        for guard in &program.guards {
            used.arrays.extend(guard.arrays());
            for host in guard.hosts() {
                used.host(host);
            }
        }
        let named_again = program.arrays.iter().filter(
            |(_, array)| matches!(&array.origin, Origin::Input(input) if input.named_again),
        );
        used.arrays.extend(named_again.map(|(id, _)| id));
        used.returned(&program.result);
        used
    }

    fn host(&mut self, host: &Host) {
        self.arrays.extend(&host.arrays);
        self.scalars.extend(&host.scalars);
        self.named.extend(&host.scalars);
    }

    fn returned(&mut self, result: &Returned) {
        match result {
            Returned::Array(array) => {
                self.arrays.insert(*array);
            }
            Returned::Scalar(host) => self.host(host),
            Returned::Tuple(items) => items.iter().for_each(|item| self.returned(item)),
        }
    }
}

/// Returns true if an array has axes that no statement of the program gives it.
fn is_seen(program: &Program, array: ArrayId) -> bool {
    match &program.arrays[array].origin {
        Origin::Input(input) => input.part == InputPart::Strided,
        Origin::Output(..) => program.arrays[array].home.is_some(),
    }
}

/// Returns true if the number of elements of an operator is that of its size, so that its own
/// expression for it, the first of its host expressions, is nowhere evaluated.
fn is_measured(op: &Op) -> bool {
    match op {
        Op::Generate { count, .. } => *count != Count::Anonymous,
        Op::Reshape { .. } => true,
        _ => false,
    }
}
