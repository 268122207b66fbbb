//! Constraint solving (Robinson, section 3.3): as long as one program variable
//! stands on the left of two equations, unify their right sides.

mod normal;
mod report;

use super::constraints::{Constraint, Constraints, GridSize, SpaceSize};
use super::{Shape, Size, SizeKind, SizeVar, Sizes};
use crate::diagnostic::{Diagnostics, catalog};
use crate::ir::{ArrayId, BindingId, Count, Id, Op, Origin, Program, ScalarId};
use crate::ordered::{OrderedMap, ToList};
use std::cell::RefCell;

/// Solves the constraints of a program.
///
/// # Errors
/// One diagnostic for each equation that cannot hold in general, and for each
/// input that would have to have a rigid size.
pub fn solve(program: &Program, constraints: Constraints) -> Result<Sizes, Diagnostics> {
    let mut solver = Solver {
        program,
        vars: constraints.vars,
        substitution: OrderedMap::new(),
        sections: OrderedMap::new(),
        left: OrderedMap::new(),
        asked: RefCell::default(),
        found: Diagnostics::new(),
    };
    let mut spaces = constraints.spaces.iter().peekable();
    let mut grids = constraints.grids.iter().peekable();
    for (number, equation) in constraints.equations.iter().enumerate() {
        while let Some(space) = spaces.next_if(|space| space.after <= number) {
            solver.space(space);
        }
        while let Some(grid) = grids.next_if(|grid| grid.after <= number) {
            solver.grid(grid);
        }
        solver.equation(equation);
    }
    solver.inputs();
    solver.conforms();
    solver.finish()
}

struct Solver<'p> {
    program: &'p Program,
    vars: super::Arena<SizeVar, SizeKind>,
    /// The replacements of unification variables, each with the binding that caused it.
    substitution: OrderedMap<SizeVar, (Size, BindingId)>,
    /// The scalars whose sums are being asked for.
    asked: RefCell<Vec<ScalarId>>,
    /// The sizes by which sections are known.
    sections: OrderedMap<Size, Size>,
    /// The equations in solved form.
    left: OrderedMap<ArrayId, Shape>,
    found: Diagnostics,
}

impl Solver<'_> {
    fn equation(&mut self, equation: &Constraint) {
        if self.counts(&equation.right, equation.left) {
            self.length(equation.left);
        }
        match self.left.get(&equation.left).cloned() {
            None => {
                self.left.insert(equation.left, equation.right.clone());
            }
            Some(known) => {
                let (right, by) = (&equation.right, equation.by);
                let agree = match equation.flattened {
                    true => self.unify(&known.count(), &right.count(), by),
                    false => self.unify_axes(&known, right, by),
                };
                if !agree {
                    self.differ(equation);
                }
            }
        }
    }

    /// The length of an array, which is a variable of its own if nothing is said of it so far.
    fn length(&mut self, array: ArrayId) -> Size {
        if let Some(known) = self.count(array) {
            return known;
        }
        let fresh = Size::Var(self.vars.push(SizeKind::Unification));
        self.left.insert(array, fresh.clone().into());
        fresh
    }

    /// An index space has as many positions as its shortest read, all of which are sections of one
    /// size: arrays that one index reads have one length.
    fn space(&mut self, space: &SpaceSize) {
        let roots = self.program.roots(space.space);
        let roots: Vec<(ArrayId, usize)> = roots.into_iter().map(|root| (root, 0)).list();
        for pair in self.program.compared(&roots) {
            let (first, other) = (self.length(pair[0].0), self.length(pair[1].0));
            if !self.are_apart(pair, &first, &other)
                && (self.is_rigid(&first) != self.is_rigid(&other)
                    || !self.unify(&first, &other, space.by))
            {
                self.two_sizes(space, pair[0].0, pair[1].0);
                return;
            }
        }
        let reads = &self.program.spaces[space.space].reads;
        let mut shortest: Option<Size> = None;
        for read in reads {
            let of = self.length(read.array);
            let size = of.section(read.start, read.factor);
            shortest = Some(match shortest {
                None => size,
                Some(known) => match self.difference(&known, &size) {
                    Some(longer) if longer > 0 => size,
                    Some(_) => known,
                    None => {
                        self.two_sizes(space, reads[0].array, read.array);
                        return;
                    }
                },
            });
        }
        if let Some(size) = shortest {
            self.unify(&space.size, &size, space.by);
        }
    }

    /// An index of a grid goes as far as its shortest read, as in [`space`](Solver::space). One
    /// whose size is given must go along whole axes.
    fn grid(&mut self, size: &GridSize) {
        let grid = &self.program.grids[size.grid];
        for (number, index) in grid.indices.iter().enumerate() {
            let given = &size.shape.axes()[number];
            if index.inside {
                continue;
            }
            let sides = self.program.sides(size.grid, number);
            for pair in self.program.compared(&sides) {
                let (first, other) = (self.side(pair[0]), self.side(pair[1]));
                if !self.are_apart(pair, &first, &other) && !self.unify(&first, &other, size.by) {
                    return self.two_axes(size, &index.name, pair[0], pair[1]);
                }
            }
            let mut shortest: Option<(Size, (ArrayId, usize))> = None;
            for (of, along) in grid.along(number) {
                let section = self.side(of).section(along.start, along.factor);
                if index.count.is_some() {
                    if !self.unify(&section, given, size.by) {
                        return self.given_size(size, &index.name, given, of);
                    }
                    continue;
                }
                let Some((known, before)) = &shortest else {
                    shortest = Some((section, of));
                    continue;
                };
                let Some(longer) = self.difference(known, &section) else {
                    return self.two_axes(size, &index.name, *before, of);
                };
                if longer > 0 {
                    shortest = Some((section, of));
                }
            }
            if let Some((shortest, _)) = shortest {
                self.unify(given, &shortest, size.by);
            }
        }
        self.constants(size);
    }

    /// Reports positions that are read of an axis that need not have them.
    fn constants(&mut self, size: &GridSize) {
        for read in &self.program.grids[size.grid].reads {
            for (axis, along) in read.along.iter().enumerate() {
                let has = self.side((read.array, axis));
                let has = self.resolve(&has);
                let is_there = matches!(&has, Size::Var(var) if
                    matches!(self.vars[*var], SizeKind::Named(Count::Literal(known)) if along.start < known));
                // Where no literal says it, the program checks it when it starts.
                let of = self.program.side(read.array, axis).of;
                let is_checked = along.way.scalar().is_some()
                    || !matches!(self.program.axis_count(of.0, of.1), Some(Count::Literal(_)));
                if along.index.is_none() && !is_there && !is_checked {
                    let span = self.program.bindings[size.by].span;
                    let name = self.axis_name((read.array, axis));
                    let has = self.describe(&has);
                    let report = catalog::constant_subscript(span, &name, along.start, &has);
                    self.found.push(report);
                    return;
                }
            }
        }
    }

    /// Returns true if two axes that an index goes along have sizes that differ by a known number, and
    /// are no literals.
    fn are_apart(&self, sides: [(ArrayId, usize); 2], first: &Size, other: &Size) -> bool {
        self.program.may_be_apart(sides)
            && self.literal(first).is_none()
            && self.difference(first, other).is_some()
    }

    /// The size of an axis of an array; of a sequence the number of its elements.
    fn side(&mut self, (array, axis): (ArrayId, usize)) -> Size {
        match self.left.get(&array) {
            Some(shape) if self.program.rank(array) > 1 => {
                let size = shape.axes()[axis].clone();
                self.resolve(&size)
            }
            _ => self.length(array),
        }
    }

    /// Returns true if a size is known only when a binding has run. No input has such a size.
    fn is_rigid(&self, size: &Size) -> bool {
        let vars = self.resolve(size).vars();
        let mut kinds = vars.into_iter().map(|var| &self.vars[var]);
        kinds.any(|kind| matches!(kind, SizeKind::Rigid(..)))
    }

    fn resolve(&self, size: &Size) -> Size {
        match size {
            Size::Var(var) => match self.substitution.get(var) {
                Some((size, _)) => self.resolve(size),
                None => size.clone(),
            },
            Size::Product(shape) => Size::Product(self.resolve_axes(shape)),
            Size::Section { of, less, by } => {
                let section = self.resolve(of).section(*less, *by);
                match self.sections.get(&section) {
                    Some(size) => self.resolve(size),
                    None => section,
                }
            }
        }
    }

    fn resolve_axes(&self, shape: &Shape) -> Shape {
        shape.axes().iter().map(|axis| self.resolve(axis)).collect()
    }

    /// The number of elements of an array, if anything has been said of it.
    fn count(&self, array: ArrayId) -> Option<Size> {
        let shape = self.left.get(&array)?;
        Some(self.resolve(&shape.count()))
    }

    /// Makes two sizes equal, if substitution can.
    fn unify(&mut self, a: &Size, b: &Size, by: BindingId) -> bool {
        match (self.resolve(a), self.resolve(b)) {
            (a, b) if a == b => true,
            (Size::Var(var), size) | (size, Size::Var(var))
                if self.vars[var] == SizeKind::Unification =>
            {
                if size.vars().contains(&var) || self.never_agree(&Size::Var(var), &size) {
                    return false;
                }
                self.substitution.insert(var, (size, by));
                true
            }
            (Size::Product(a), Size::Product(b)) => self.unify_axes(&a, &b, by),
            (a, b) => {
                let ((of, less, every), other) = (a.as_section(), b.as_section());
                let is_section = matches!(a, Size::Section { .. });
                is_section && (less, every) == (other.1, other.2) && self.unify(of, other.0, by)
                    || self.equate(&a, &b, by)
            }
        }
    }

    /// Makes two shapes equal, axis by axis.
    fn unify_axes(&mut self, a: &Shape, b: &Shape, by: BindingId) -> bool {
        let mut axes = a.axes().iter().zip(b.axes());
        a.rank() == b.rank() && axes.all(|(a, b)| self.unify(a, b, by))
    }

    /// Inputs may have any length, so none may have a rigid size (rule SFun).
    fn inputs(&mut self) {
        let program = self.program;
        // One report for each binding that ties an input to a rigid size.
        let mut reported: Vec<(BindingId, SizeVar)> = Vec::new();
        for (input, _) in program.inputs() {
            let Some(size) = self.left.get(&input).map(Shape::count) else {
                continue;
            };
            let resolved = self.resolve(&size);
            let rigid = resolved
                .vars()
                .into_iter()
                .find(|var| matches!(self.vars[*var], SizeKind::Rigid(..)));
            let Some(rigid) = rigid else { continue };
            let by = self.culprit(&size, rigid);
            if reported.contains(&(by, rigid)) {
                continue;
            }
            reported.push((by, rigid));
            let binding = &program.bindings[by];
            let length = Size::Var(rigid);
            // `0..len(xs)` beside what is not as long as `xs`.
            let counted = binding.op.args().into_iter().find(|array| {
                let op = program.producer(*array).map(|by| &program.bindings[by].op);
                op.and_then(Op::count) == Some(&Count::Length(input))
            });
            let of_rigid = binding.op.args().into_iter().find(|array| {
                self.count(*array).as_ref() == Some(&resolved)
                    && program.producer(*array).is_some()
                    && self.is_rigid_by_origin(*array)
            });
            let of_rigid = match of_rigid {
                Some(array) => self.sized(array, &length),
                None => self.result_of(binding, &length),
            };
            let home = binding
                .arrays()
                .find_map(|array| program.arrays[array].home);
            self.found.push(match home {
                Some(home) if home == input => {
                    let parameter = program.arrays[home].name.to_string();
                    catalog::written_size(binding.span, &parameter, &of_rigid)
                }
                _ => {
                    let input = self.sized(input, &resolved);
                    match (counted, self.folds_runs(rigid)) {
                        (_, true) => catalog::folds_beside_elements(
                            binding.span,
                            binding.name(),
                            &of_rigid,
                            &input,
                        ),
                        (Some(counted), _) => catalog::counted_by_other(
                            binding.span,
                            binding.name(),
                            &of_rigid,
                            (&self.sized(counted, &resolved), &input),
                        ),
                        (None, false) => catalog::input_of_rigid_size(
                            binding.span,
                            binding.name(),
                            &input,
                            &of_rigid,
                        ),
                    }
                }
            });
        }
    }

    /// Reports arrays that conform for no input: both lengths are literals.
    fn conforms(&mut self) {
        for (_, binding) in self.program.bindings.iter() {
            let Op::Conform { arg, like } = binding.op else {
                continue;
            };
            let rank = self.program.rank(arg);
            for axis in 0..rank.min(self.program.rank(like)) {
                let ends = [arg, like].map(|array| {
                    let size = self.side((array, axis));
                    let name = match rank {
                        1 => self.sized(array, &size).label,
                        _ => self.axis_name((array, axis)),
                    };
                    (name, self.literal(&size))
                });
                if let [(first, Some(has)), (second, Some(wanted))] = &ends
                    && has != wanted
                {
                    let (first, second) = ((&**first, *has), (&**second, *wanted));
                    let report = catalog::sizes_never_agree(binding.span, "conform", first, second);
                    self.found.push(report);
                    break;
                }
            }
        }
    }

    /// The number that a size is, if a literal says it.
    fn literal(&self, size: &Size) -> Option<usize> {
        match self.resolve(size) {
            Size::Var(var) => match self.vars[var] {
                SizeKind::Named(Count::Literal(number)) => Some(number),
                _ => None,
            },
            Size::Product(..) | Size::Section { .. } => None,
        }
    }

    /// Returns true if an array's size is rigid because of its origin, not because it was tied to
    /// such an array.
    fn is_rigid_by_origin(&self, array: ArrayId) -> bool {
        let mut array = array;
        loop {
            let Some(binding) = self.program.producer(array) else {
                return false;
            };
            let op = &self.program.bindings[binding].op;
            match op {
                Op::Filter { .. } | Op::External { .. } => return true,
                _ => match op
                    .like()
                    .or(counted_like(op))
                    .or(op.args().first().copied())
                {
                    Some(like) => array = like,
                    None => return true,
                },
            }
        }
    }

    /// Returns true if a size is the number of runs of equal keys.
    fn folds_runs(&self, size: SizeVar) -> bool {
        match self.vars[size] {
            SizeKind::Rigid(binding, _) => self.program.bindings[binding].name() == "fold_by",
            _ => false,
        }
    }

    /// The binding at which a size became the rigid one.
    fn culprit(&self, size: &Size, rigid: SizeVar) -> BindingId {
        let mut by = None;
        let mut size = size.clone();
        loop {
            let next = size.vars().into_iter().find_map(|var| {
                self.substitution
                    .get(&var)
                    .filter(|(to, _)| self.resolve(to).vars().contains(&rigid))
            });
            match next {
                Some((to, binding)) => {
                    by = Some(*binding);
                    size = to.clone();
                }
                None => break,
            }
        }
        match (by, &self.vars[rigid]) {
            (Some(by), _) => by,
            (None, SizeKind::Rigid(binding, _)) => *binding,
            (None, _) => unreachable!("only rigid sizes are looked for"),
        }
    }

    fn finish(mut self) -> Result<Sizes, Diagnostics> {
        std::mem::take(&mut self.found).wall()?;
        let mut of = Vec::new();
        for (array, description) in self.program.arrays.iter() {
            let shape = match self.left.get(&array) {
                Some(shape) => self.resolve_axes(shape),
                // An input that no combinator walks over has a size of its own.
                None => {
                    debug_assert!(matches!(description.origin, Origin::Input(_)));
                    Size::Var(self.vars.push(SizeKind::Unification)).into()
                }
            };
            debug_assert_eq!(of.len(), array.index());
            of.push(shape);
        }
        Ok(Sizes {
            vars: self.vars,
            of,
        })
    }
}

/// The array whose length is the number of elements of a binding.
fn counted_like(op: &Op) -> Option<ArrayId> {
    match op.count() {
        Some(Count::Length(like)) => Some(*like),
        _ => None,
    }
}
