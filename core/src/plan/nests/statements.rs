//! Array statements: the maps and folds of a program, with the reads of index notation at offsets.

use std::collections::{BTreeMap, BTreeSet};

use fusus_nests::{
    Array, ArrayId as NestArray, Interval, Nest, Program as Statements, Read, Region, Statement,
    StatementId, Vector,
};

use super::classes::Classes;
use crate::ir::{ArrayId, Binding, BindingId, Count, GridId, Op, Program, ScalarId, Use, Way};

/// An array that a statement makes.
pub(super) struct Made {
    pub(super) array: NestArray,
    pub(super) statement: StatementId,
    /// Its coordinates along each axis, in words.
    pub(super) region: Vec<String>,
}

/// Statements none of which needs what is complete only after others of them: the scalar of a fold,
/// or an array that is read at any position.
#[derive(Default)]
pub(super) struct Segment {
    pub(super) program: Statements,
    /// The names of the indices of each statement.
    pub(super) indices: Vec<Vec<String>>,
    /// The names that each statement binds.
    names: Vec<String>,
    bindings: BTreeSet<BindingId>,
    pub(super) made: Vec<Made>,
}

impl Segment {
    /// The name that a statement binds.
    pub(super) fn made(&self, id: StatementId) -> String {
        self.names[id.0].clone()
    }

    /// The number of dimensions of a nest.
    pub(super) fn rank(&self, nest: &Nest) -> usize {
        let first = nest.statements().next();
        first.map_or(0, |id| self.program.statement(id).region.rank())
    }
}

/// A subscript of index notation as an array.
struct View {
    array: ArrayId,
    /// The offset in coordinates; `None` where it is none: a stride, a transpose, padding.
    offset: Option<Vector>,
    grid: Option<GridId>,
}

/// The statements of a program, segment by segment.
pub(super) fn segments(program: &Program) -> Vec<Segment> {
    let mut builder = Builder {
        program,
        classes: Classes::of(program),
        views: BTreeMap::new(),
        indices: BTreeMap::new(),
        complete: complete(program),
        done: Vec::new(),
        segment: Segment::default(),
        arrays: BTreeMap::new(),
        late: BTreeSet::new(),
        late_scalars: BTreeSet::new(),
    };
    for (id, binding) in program.bindings.iter() {
        builder.binding(id, binding);
    }
    builder.finish();
    builder.done
}

/// The arrays that must be in memory: results, and those that workers read at any position.
fn complete(program: &Program) -> BTreeSet<ArrayId> {
    let mut complete: BTreeSet<ArrayId> = program.result.arrays().into_iter().collect();
    complete.extend(program.guards.iter().flat_map(crate::ir::Guard::arrays));
    let hosts = program
        .bindings
        .values()
        .flat_map(|binding| binding.op.hosts());
    complete.extend(hosts.flat_map(|host| host.arrays.iter().copied()));
    complete
}

/// Returns true for maps and folds whose arguments have one rank and which write into no input.
fn is_statement(program: &Program, binding: &Binding) -> bool {
    let args = binding.op.streamed();
    let rank = args.first().map(|&arg| program.rank(arg));
    let in_place = |array: ArrayId| program.arrays[array].home.is_some();
    matches!(binding.op, Op::Map { .. } | Op::Fold { .. })
        && args.iter().all(|&arg| Some(program.rank(arg)) == rank)
        && !binding.arrays().any(in_place)
}

struct Builder<'p> {
    program: &'p Program,
    classes: Classes<'p>,
    views: BTreeMap<ArrayId, View>,
    /// The names of the indices of arrays.
    indices: BTreeMap<ArrayId, Vec<String>>,
    complete: BTreeSet<ArrayId>,
    done: Vec<Segment>,
    segment: Segment,
    /// The arrays of the segment.
    arrays: BTreeMap<ArrayId, NestArray>,
    /// Arrays and scalars that are complete only after statements of the segment.
    late: BTreeSet<ArrayId>,
    late_scalars: BTreeSet<ScalarId>,
}

impl Builder<'_> {
    fn binding(&mut self, id: BindingId, binding: &Binding) {
        if let Some(view) = self.view(&binding.op) {
            for array in binding.arrays() {
                if let Some(grid) = view.grid {
                    let indices = self.program.grids[grid].indices.iter();
                    let indices = indices.map(|index| index.name.clone());
                    self.indices.insert(array, indices.collect());
                }
                let View {
                    array: of,
                    ref offset,
                    grid,
                } = view;
                let offset = offset.clone();
                self.views.insert(
                    array,
                    View {
                        array: of,
                        offset,
                        grid,
                    },
                );
            }
            return;
        }
        if let Op::Coordinate { grid, .. } = binding.op {
            let indices = self.program.grids[grid].indices.iter();
            let indices: Vec<String> = indices.map(|index| index.name.clone()).collect();
            self.indices
                .extend(binding.arrays().map(|array| (array, indices.clone())));
            return;
        }
        if is_statement(self.program, binding) {
            if self.waits(binding) {
                self.finish();
            }
            self.segment.bindings.insert(id);
            self.statements(id, binding);
            return;
        }
        // Anything else waits where it needs what the segment makes, and so does what needs it.
        // The size of an array is known before its elements.
        let args = match binding.op {
            Op::Length { .. } | Op::Inside { .. } => Vec::new(),
            ref op => op.args(),
        };
        let made = |array: &ArrayId| {
            let array = self.views.get(array).map_or(*array, |view| view.array);
            self.is_made(array) || self.late.contains(&array)
        };
        if args.iter().any(made) || self.needs_late(binding) {
            self.late.extend(binding.arrays());
            self.late_scalars.extend(binding.scalars());
        }
    }

    fn is_made(&self, array: ArrayId) -> bool {
        let known = self.arrays.get(&array);
        known.is_some_and(|array| self.segment.made.iter().any(|made| made.array == *array))
    }

    /// The view that a subscript is.
    fn view(&self, op: &Op) -> Option<View> {
        let program = self.program;
        let signed = |position: usize| i64::try_from(position).unwrap_or(i64::MAX / 4);
        match op {
            Op::Read {
                section,
                space,
                outside,
            } => {
                let (from, to) = (
                    program.axis(section.array).first,
                    program.spaces[*space].first,
                );
                let offset = signed(section.start) + signed(from) - signed(to);
                Some(View {
                    array: section.array,
                    offset: (section.factor == 1 && outside.is_none()).then(|| vec![offset]),
                    grid: None,
                })
            }
            Op::Cells {
                cells,
                grid,
                beyond,
            } => {
                let indices = &program.grids[*grid].indices;
                let along = cells.along.iter().enumerate().map(|(axis, along)| {
                    let (from, to) = (program.side(cells.array, axis), indices.get(axis)?);
                    let straight = along.index == Some(axis)
                        && (along.factor, along.way) == (1, Way::Up)
                        && from.begins == to.begins;
                    straight.then(|| signed(along.start) + signed(from.first) - signed(to.first))
                });
                let offset = along.collect::<Option<Vector>>();
                let whole = cells.along.len() == indices.len() && beyond.is_none();
                Some(View {
                    array: cells.array,
                    offset: offset.filter(|_| whole),
                    grid: Some(*grid),
                })
            }
            _ => None,
        }
    }

    /// Returns true if a statement needs what is complete only after others of the segment.
    fn waits(&self, binding: &Binding) -> bool {
        let whole = binding.op.operands().into_iter().any(|(array, used)| {
            let view = self.views.get(&array);
            let of = view.map_or(array, |view| view.array);
            let at_once = used == Use::InStep && view.is_none_or(|view| view.offset.is_some());
            self.late.contains(&of) || !at_once && self.is_made(of)
        });
        let indexed = binding.op.hosts().into_iter().flat_map(|host| &host.arrays);
        whole
            || self.needs_late(binding)
            || indexed
                .into_iter()
                .any(|array| self.is_made(*array) || self.late.contains(array))
    }

    fn needs_late(&self, binding: &Binding) -> bool {
        let hosts = binding.op.hosts().into_iter();
        let mut scalars = hosts.flat_map(|host| host.scalars.iter()).copied();
        scalars.any(|scalar| self.late_scalars.contains(&scalar)) || {
            let mut scalars = binding.op.scalars().into_iter();
            scalars.any(|scalar| self.late_scalars.contains(&scalar))
        }
    }

    fn statements(&mut self, id: BindingId, binding: &Binding) {
        let args = binding.op.streamed();
        let Some(&first) = args.first() else {
            return;
        };
        let rank = self.program.rank(first);
        let outputs: Vec<ArrayId> = binding.arrays().collect();
        let like = outputs.first().copied().unwrap_or(first);
        let indices = args.iter().find_map(|arg| self.indices.get(arg)).cloned();
        let indices =
            indices.unwrap_or_else(|| (1..=rank).map(|axis| format!("i{axis}")).collect());
        let region = Region((0..rank).map(|axis| self.interval(like, axis)).collect());
        let mut reads = Vec::new();
        for arg in args {
            let (array, offset) = match self.views.get(&arg) {
                Some(view) => (view.array, view.offset.clone()),
                None if self.is_index(arg) => continue,
                None => (arg, Some(vec![0; rank])),
            };
            // Without an offset, all of it is there before the segment.
            if let Some(offset) = offset {
                let array = self.array(array);
                reads.push(Read { array, offset });
            }
        }
        let statement = |write| Statement {
            region: region.clone(),
            write,
            reads: reads.clone(),
            within: None,
        };
        let names = crate::documentation::names(self.program, id);
        if outputs.is_empty() {
            self.late_scalars.extend(binding.scalars());
            self.segment.program.statements.push(statement(None));
            self.segment.names.push(names.join(", "));
            self.segment.indices.push(indices);
            return;
        }
        for output in outputs {
            let array = self.array(output);
            self.indices.insert(output, indices.clone());
            self.segment.made.push(Made {
                array,
                statement: StatementId(self.segment.program.statements.len()),
                region: (0..rank).map(|axis| self.words(output, axis)).collect(),
            });
            self.segment.program.statements.push(statement(Some(array)));
            self.segment
                .names
                .push(self.program.arrays[output].name.to_string());
            self.segment.indices.push(indices.clone());
        }
    }

    /// Returns true if an array has the coordinates of an index.
    fn is_index(&self, array: ArrayId) -> bool {
        let producer = self.program.producer(array);
        producer.is_some_and(|id| matches!(self.program.bindings[id].op, Op::Coordinate { .. }))
    }

    fn array(&mut self, array: ArrayId) -> NestArray {
        let arrays = &mut self.segment.program.arrays;
        *self.arrays.entry(array).or_insert_with(|| {
            arrays.push(Array {
                name: self.program.arrays[array].name.to_string(),
                memory: arrays.len(),
                live: true,
                compiler: false,
            });
            NestArray(arrays.len() - 1)
        })
    }

    fn interval(&self, array: ArrayId, axis: usize) -> Interval {
        let side = self.program.side(array, axis);
        let low = i64::try_from(side.first).unwrap_or(i64::MAX / 4);
        let size = self.classes.sample(side.of.0, side.of.1);
        Interval {
            low,
            high: size - side.cut as i64 - 1,
        }
    }

    /// The coordinates of an array along an axis: `1..n - 1`.
    fn words(&self, array: ArrayId, axis: usize) -> String {
        let program = self.program;
        let side = program.side(array, axis);
        let (root, of) = side.of;
        let name = || program.arrays[root].name.to_string();
        let size = match program.axis_count(root, of) {
            Some(Count::Literal(number)) => {
                let end = number.saturating_add_signed(-side.cut);
                return format!("{}..{end}", side.first);
            }
            Some(Count::Scalar(scalar)) => program.scalars[scalar].shown(),
            Some(Count::Length(array)) => format!("len({})", program.arrays[array].name),
            _ if program.rank(root) > 1 => format!("shape({})[{of}]", name()),
            _ => format!("len({})", name()),
        };
        let range = match side.cut {
            0 => format!("{}..{size}", side.first),
            cut if cut > 0 => format!("{}..{size} - {cut}", side.first),
            cut => format!("{}..{size} + {}", side.first, -cut),
        };
        match side.begins {
            Some(scalar) => format!("{range}, from {}", program.scalars[scalar].shown()),
            None => range,
        }
    }

    /// Ends the segment: later ones read what it has made.
    fn finish(&mut self) {
        let mut segment = std::mem::take(&mut self.segment);
        let arrays = std::mem::take(&mut self.arrays);
        for (array, known) in arrays {
            let made = segment.made.iter().any(|made| made.array == known);
            let later = self.read_elsewhere(array, &segment);
            segment.program.arrays[known.0].live = !made || later || self.complete.contains(&array);
        }
        self.late.clear();
        self.late_scalars.clear();
        if !segment.program.statements.is_empty() {
            self.done.push(segment);
        }
    }

    /// Returns true if a binding reads an array that is no statement of the segment.
    fn read_elsewhere(&self, array: ArrayId, segment: &Segment) -> bool {
        let others = self.program.bindings.iter().filter(|(id, binding)| {
            !segment.bindings.contains(id) && self.view(&binding.op).is_none()
        });
        let mut args = others.flat_map(|(_, binding)| binding.op.args());
        args.any(|arg| {
            let producer = self.program.producer(arg);
            let view = producer.and_then(|id| self.view(&self.program.bindings[id].op));
            view.map_or(arg, |view| view.array) == array
        })
    }
}
