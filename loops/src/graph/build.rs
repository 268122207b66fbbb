//! Program to dependency graph (Robinson, sections 3.5, 3.6 and 4.1).

use super::memory::memory;
use super::messages::messages;
use super::uses::{Position, node_of, positions};
use super::{ArrayUse, Edge, EdgeKind, Graph, Node, NodeId, Prevents, Role, Rules, SizeClass};
use crate::ir::{Arena, ArrayId, Binding, BindingId, Count, Op, Program, ScalarId, single_axis};
use crate::ordered::{ToList, sort_by_key};
use crate::size::{Size, SizeKind, Sizes};

/// The operations of a worker beside a scan down the rows of an array, at most.
///
/// `scans-down-the-rows.md` of the CPU backend's experiments: an elementary function is some 40, and one
/// gains beside the scan where rows are long; two gain in a loop of their own.
const MOST_DOWN: usize = 64;

/// Builds the dependency graph of a program. Node `n` is the binding of the
/// same number, array use `n` the array of the same number.
pub fn build(program: &Program, sizes: &Sizes, rules: Rules) -> Graph {
    let mut builder = Builder {
        program,
        sizes,
        rules,
        classes: Vec::new(),
        edges: Vec::new(),
    };
    let nodes: Vec<Node> = program
        .bindings
        .iter()
        .map(|(id, binding)| builder.node(id, binding))
        .list();
    for (id, binding) in program.bindings.iter() {
        builder.uses(id, binding);
    }
    builder.writes_in_place();
    let arrays = builder.arrays();
    let mut edges = builder.edges;
    edges.sort_unstable();
    edges.dedup();
    Graph {
        apart: other_axes(program, sizes)
            .into_iter()
            .chain(down_rows(program))
            .list(),
        edges,
        arrays,
        memory: memory(program, sizes),
        messages: messages(program, &nodes),
        nodes,
    }
}

/// The pairs of bindings that have the same number of positions, and other axes: a loop has the
/// digits of one grid.
fn other_axes(program: &Program, sizes: &Sizes) -> Vec<(NodeId, NodeId)> {
    let grids = program.bindings.iter().filter_map(|(id, binding)| {
        let is_of_grid = matches!(binding.op, Op::Cells { .. } | Op::Coordinate { .. });
        let array = binding.arrays().next().filter(|_| is_of_grid)?;
        Some((id, sizes.of(array)))
    });
    let grids: Vec<_> = grids.list();
    let mut apart = Vec::new();
    for (number, (one, shape)) in grids.iter().enumerate() {
        for (other, axes) in &grids[number + 1..] {
            if shape != axes && shape.count() == axes.count() {
                apart.push((node_of(*one), node_of(*other)));
            }
        }
    }
    apart
}

/// The pairs of a scan down the rows of an array, or of a recurrence along one axis, and of a binding that takes or leaves elements in an
/// order, or may fail: a loop goes down its rows piece by piece, and by one thread if it does any of these.
/// Bindings that take long are kept apart, too: threads would wait for what others make above, and few
/// columns make short vectors.
fn down_rows(program: &Program) -> Vec<(NodeId, NodeId)> {
    let that = |is: fn(&Op) -> bool| {
        let bindings = program.bindings.iter();
        let those = bindings.filter(move |(_, binding)| is(&binding.op));
        those.map(|(id, _)| node_of(id)).list()
    };
    let down = that(|op| match op {
        Op::Scan { along, .. } => along.is_some(),
        Op::Recurrence { neighbours, .. } => single_axis(neighbours).is_some(),
        _ => false,
    });
    let others = that(|op| {
        matches!(
            op,
            Op::Fold { .. }
                | Op::Filter { .. }
                | Op::Gather { .. }
                | Op::Scatter { .. }
                | Op::Write { .. }
                | Op::Cross { .. }
        ) || takes_long(op)
    });
    let pairs = |scan: NodeId| others.iter().map(move |other| (scan, *other));
    down.into_iter().flat_map(pairs).list()
}

/// Returns true if an element may take any time, or takes more operations than go down rows.
fn takes_long(op: &Op) -> bool {
    match op {
        Op::Map { worker, .. } | Op::Generate { worker, .. } => {
            let estimate = &worker.estimate;
            estimate.is_unbounded || estimate.operations > MOST_DOWN
        }
        _ => false,
    }
}

/// The size of the loop that a binding takes part in: its iteration size,
/// except that by our wider rules a `cross` walks over its first argument and
/// opens an inner loop over the second.
pub fn loop_size(
    program: &Program,
    sizes: &Sizes,
    rules: Rules,
    binding: BindingId,
) -> Option<Size> {
    match (&program.bindings[binding].op, rules) {
        (Op::Cross { left, .. }, Rules::Wider) => Some(sizes.count(*left)),
        _ => sizes.iteration(program, binding),
    }
}

struct Builder<'p> {
    program: &'p Program,
    sizes: &'p Sizes,
    rules: Rules,
    classes: Vec<Size>,
    edges: Vec<Edge>,
}

impl Builder<'_> {
    fn node(&mut self, id: BindingId, binding: &Binding) -> Node {
        let size = loop_size(self.program, self.sizes, self.rules, id);
        let role = match &binding.op {
            Op::External { .. } => Role::Barrier,
            op if !op.in_loop() || size.is_none() => Role::Host,
            // The paper knows neither scans nor scatters.
            Op::Scan { .. } | Op::Scatter { .. } if self.rules == Rules::Paper => Role::Alone,
            _ => Role::Loop,
        };
        let mut transducers = Vec::new();
        if !self.writes_every_position(id) && !self.over_all_pairs(&binding.op) {
            for array in binding.op.streamed() {
                self.transducers(array, &mut transducers);
            }
        }
        sort_by_key(&mut transducers, |number| *number);
        Node {
            label: self.program.binding_name(id),
            role,
            size: size.map(|size| self.class(size)),
            transducers,
        }
    }

    fn class(&mut self, size: Size) -> SizeClass {
        let known = self.classes.iter().position(|class| *class == size);
        SizeClass(known.unwrap_or_else(|| {
            self.classes.push(size);
            self.classes.len() - 1
        }))
    }

    /// `trans'` of section 3.6: the combinators that turn another iteration
    /// size into that of the array.
    fn transducers(&self, array: ArrayId, into: &mut Vec<NodeId>) {
        let Some(producer) = self.program.producer(array) else {
            return;
        };
        let op = &self.program.bindings[producer].op;
        let transduces = match op {
            Op::Filter { .. } => true,
            Op::Cross { .. } => self.rules == Rules::Wider,
            _ => false,
        };
        if transduces {
            if !into.contains(&node_of(producer)) {
                into.push(node_of(producer));
            }
        } else if !matches!(op, Op::Scatter { .. } | Op::Write { .. }) && !self.over_all_pairs(op) {
            for arg in op.streamed() {
                self.transducers(arg, into);
            }
        }
    }

    /// By the paper's rules a `cross` iterates over all pairs, which has
    /// nothing to do with the loops that its arguments come from.
    fn over_all_pairs(&self, op: &Op) -> bool {
        self.rules == Rules::Paper && matches!(op, Op::Cross { .. })
    }

    fn edge(&mut self, from: BindingId, to: BindingId, kind: EdgeKind) {
        self.edges.push(Edge {
            from: node_of(from),
            to: node_of(to),
            kind,
        });
    }

    fn prevent(&mut self, from: BindingId, to: BindingId, why: Prevents) {
        self.edge(from, to, EdgeKind::Preventing(why));
    }

    /// The edges into a binding, for everything that it uses.
    fn uses(&mut self, id: BindingId, binding: &Binding) {
        for (array, position) in positions(&binding.op) {
            match position {
                Position::Streamed => self.array(id, array, None),
                Position::Complete(why) => self.array(id, array, Some(why)),
                Position::Length => self.length(id, array),
            }
        }
        for host in binding.op.hosts() {
            for scalar in &host.scalars {
                self.scalar(id, *scalar);
            }
        }
        match &binding.op {
            // The positions of a grid are counted before its loop.
            Op::Cells { grid, .. } | Op::Coordinate { grid, .. } => {
                for array in binding.arrays() {
                    self.length(id, array);
                }
                // That they are inside of arrays is checked before.
                let indices = &self.program.grids[*grid].indices;
                for scalar in indices.iter().flat_map(|index| &index.named) {
                    let origin = self.program.scalars[*scalar].origin;
                    let producer = origin.map(|id| &self.program.bindings[id].op);
                    if matches!(producer, Some(Op::Inside { .. })) {
                        self.scalar(id, *scalar);
                    }
                }
            }
            // So are the coordinates that are written.
            Op::Write { dest, grid, .. } => {
                self.length(id, *dest);
                let indices = &self.program.grids[*grid].indices;
                for scalar in indices.iter().filter_map(|index| index.begins) {
                    self.scalar(id, scalar);
                }
            }
            Op::Reshape { counts, .. } => {
                for count in counts {
                    match count {
                        Count::Scalar(scalar) => self.scalar(id, *scalar),
                        Count::Length(array) => self.length(id, *array),
                        Count::Literal(_) | Count::Anonymous => {}
                    }
                }
            }
            _ => {}
        }
        // An equal number may have another name in the host expression.
        if let Some(Count::Scalar(scalar)) = binding.op.count() {
            self.scalar(id, *scalar);
        }
        for scalar in binding.op.scalars() {
            self.scalar(id, scalar);
        }
    }

    fn array(&mut self, id: BindingId, array: ArrayId, mut why: Option<Prevents>) {
        // A write in place goes through memory in order, so what comes out of
        // an inner loop must be complete first.
        let mut transducers = Vec::new();
        self.transducers(array, &mut transducers);
        if self.writes_every_position(id) && !transducers.is_empty() {
            why = Some(Prevents::InPlace);
        }
        let Some(producer) = self.program.producer(array) else {
            return;
        };
        let by_producer = match &self.program.bindings[producer].op {
            Op::External { .. } => Some(Prevents::External),
            Op::Scatter { combine: None, .. } => Some(Prevents::ScatterResult),
            Op::Scatter { .. } => Some(Prevents::ReducedByIndex),
            Op::Conform { .. } | Op::Reshape { .. } => Some(Prevents::Conform),
            _ => None,
        };
        let kind = match by_producer.or(why) {
            Some(why) => EdgeKind::Preventing(why),
            None => EdgeKind::Fusible,
        };
        self.edge(producer, id, kind);
    }

    fn scalar(&mut self, id: BindingId, scalar: ScalarId) {
        let Some(producer) = self.program.scalars[scalar].origin else {
            return;
        };
        let why = match &self.program.bindings[producer].op {
            Op::Fold { .. } => Prevents::FoldResult,
            Op::External { .. } => Prevents::External,
            _ => Prevents::HostScalar,
        };
        self.prevent(producer, id, why);
    }

    /// A length is known when everything is done that its size depends on.
    fn length(&mut self, id: BindingId, array: ArrayId) {
        let count = self.sizes.count(array);
        // That of an input is known from the beginning, although a `reshape` may say more of it.
        if self.sizes.input(self.program, &count).is_some() {
            return;
        }
        for var in count.vars() {
            match self.sizes.kind(var) {
                SizeKind::Rigid(binding, _) => self.prevent(*binding, id, Prevents::Length),
                // An input of that size is there from the beginning.
                SizeKind::Named(Count::Scalar(scalar))
                    if self.sizes.input(self.program, &Size::Var(var)).is_none() =>
                {
                    self.scalar(id, *scalar);
                }
                SizeKind::Named(_) | SizeKind::Unification => {}
            }
        }
    }

    /// Adds the edges of writes in place, which wait for every read of the version that they
    /// replace. A read of the same position may share the loop, since an iteration reads before it
    /// writes, unless the write is a scatter.
    fn writes_in_place(&mut self) {
        for (input, description) in self.program.inputs() {
            if !description.mutable {
                continue;
            }
            let mut current = input;
            for (id, binding) in self.program.bindings.iter() {
                let next = binding
                    .arrays()
                    .find(|array| self.program.arrays[*array].home == Some(input));
                let Some(next) = next else { continue };
                if let Some(writer) = self.program.producer(current) {
                    // A scatter writes wherever it likes, and parts may overlap.
                    if self.writes_elsewhere(writer) || self.writes_elsewhere(id) {
                        self.prevent(writer, id, Prevents::InPlace);
                    } else {
                        self.edge(writer, id, EdgeKind::Fusible);
                    }
                }
                self.readers_first(current, id);
                current = next;
            }
        }
    }

    /// Returns true if a binding writes an array in place from end to end. A scatter in place may
    /// stand under a filter or in an inner loop: it writes the positions that it is given.
    fn writes_every_position(&self, id: BindingId) -> bool {
        writes_in_place(self.program, &self.program.bindings[id]) && !self.is_scatter(id)
    }

    /// Returns true if a position of the loop is not the one that a binding writes there.
    fn writes_elsewhere(&self, binding: BindingId) -> bool {
        matches!(self.program.bindings[binding].op, Op::Write { .. }) || self.is_scatter(binding)
    }

    fn is_scatter(&self, binding: BindingId) -> bool {
        matches!(self.program.bindings[binding].op, Op::Scatter { .. })
    }

    fn readers_first(&mut self, version: ArrayId, writer: BindingId) {
        for (reader, binding) in self.program.bindings.iter() {
            if reader == writer {
                continue;
            }
            for (array, position) in positions(&binding.op) {
                if self.program.lies_in(array) == version {
                    match position {
                        Position::Streamed if !self.writes_elsewhere(writer) => {
                            self.edge(reader, writer, EdgeKind::Fusible);
                        }
                        Position::Streamed => self.prevent(reader, writer, Prevents::InPlace),
                        Position::Complete(_) => self.prevent(reader, writer, Prevents::InPlace),
                        Position::Length => {}
                    }
                }
            }
        }
    }

    fn arrays(&self) -> Vec<ArrayUse> {
        let mut arrays: Arena<ArrayId, ArrayUse> = Arena::new();
        for (array, description) in self.program.arrays.iter() {
            let readers = self
                .program
                .bindings
                .iter()
                .filter(|(_, binding)| {
                    positions(&binding.op).iter().any(|(read, position)| {
                        *read == array && !matches!(position, Position::Length)
                    })
                })
                .map(|(id, _)| node_of(id))
                .list();
            arrays.push(ArrayUse {
                label: description.name.to_string(),
                producer: self.program.producer(array).map(node_of),
                readers,
            });
        }
        arrays.values().cloned().list()
    }
}

fn writes_in_place(program: &Program, binding: &Binding) -> bool {
    binding
        .arrays()
        .any(|array| program.arrays[array].home.is_some())
}
