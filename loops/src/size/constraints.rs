//! Constraint generation (Robinson, section 3.2).
//!
//! The shape of a program variable stands on the left of an equation, one of unification, rigid or
//! named variables on the right, an equation for each axis. An array that is used as a sequence has
//! an equation for the number of its elements instead.

use super::{Shape, Size, SizeKind, SizeVar};
use crate::ir::{Arena, ArrayId, BindingId, Count, GridId, Length, Op, Program, SpaceId};
use crate::ordered::OrderedMap;

/// `left = right`, asked for by a binding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The program variable.
    pub left: ArrayId,
    /// Set if the array is flattened: it has another number of axes, and as many elements.
    pub flattened: bool,
    /// The shape that it must have.
    pub right: Shape,
    /// The binding that asks for it.
    pub by: BindingId,
}

/// The size of an index space, which follows from the sizes that its reads have when all equations
/// before it are solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpaceSize {
    /// The index space.
    pub space: SpaceId,
    /// The variable that stands for its size.
    pub size: Size,
    /// The number of equations before it.
    pub after: usize,
    /// The binding that asks for it.
    pub by: BindingId,
}

/// The sizes of the indices of a grid, which follow as those of index spaces do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridSize {
    /// The grid.
    pub grid: GridId,
    /// The sizes that stand for those of its indices.
    pub shape: Shape,
    /// The number of equations before it.
    pub after: usize,
    /// The binding that asks for it.
    pub by: BindingId,
}

/// The constraints of a program and the variables on their right.
#[derive(Clone, Debug, Default)]
pub struct Constraints {
    /// The variables.
    pub vars: Arena<SizeVar, SizeKind>,
    /// The equations, in program order.
    pub equations: Vec<Constraint>,
    /// The sizes of index spaces, in program order.
    pub spaces: Vec<SpaceSize>,
    /// The sizes of grids, in program order.
    pub grids: Vec<GridSize>,
    /// The number of axes of each array so far.
    ranks: OrderedMap<ArrayId, usize>,
}

/// The constraints of all bindings.
pub fn generate(program: &Program) -> Constraints {
    let mut constraints = Constraints::default();
    for (input, _) in program.inputs() {
        constraints.ranks.insert(input, 1);
    }
    for (id, _) in program.bindings.iter() {
        constraints.binding(program, id);
    }
    constraints
}

impl Constraints {
    fn fresh(&mut self, kind: SizeKind) -> Size {
        Size::Var(self.vars.push(kind))
    }

    /// A shape that may be unified with any of its rank.
    fn unification(&mut self, rank: usize) -> Shape {
        (0..rank)
            .map(|_| self.fresh(SizeKind::Unification))
            .collect()
    }

    /// A shape of one axis, known only when the binding has run.
    fn rigid(&mut self, binding: BindingId, output: usize) -> Shape {
        self.fresh(SizeKind::Rigid(binding, output)).into()
    }

    /// The variable of a named size: the same for the same name.
    fn named(&mut self, count: &Count) -> Size {
        let known = self
            .vars
            .iter()
            .find(|(_, kind)| **kind == SizeKind::Named(count.clone()))
            .map(|(var, _)| Size::Var(var));
        known.unwrap_or_else(|| self.fresh(SizeKind::Named(count.clone())))
    }

    fn rank(&self, array: ArrayId) -> usize {
        self.ranks[&array]
    }

    fn equal(&mut self, by: BindingId, left: ArrayId, right: &Shape) {
        self.equations.push(Constraint {
            left,
            flattened: self.rank(left) != right.rank(),
            right: right.clone(),
            by,
        });
    }

    /// The number of elements of an array, as a variable.
    fn count(&mut self, by: BindingId, array: ArrayId) -> Shape {
        let k = self.unification(1);
        self.equal(by, array, &k);
        k
    }

    /// The shape that arrays in step have in common: all of them are sequences if their ranks
    /// differ.
    fn in_step(&mut self, by: BindingId, arrays: &[ArrayId]) -> Option<Shape> {
        let rank = self.rank(*arrays.first()?);
        let same = arrays.iter().all(|array| self.rank(*array) == rank);
        let k = self.unification(if same { rank } else { 1 });
        for array in arrays {
            self.equal(by, *array, &k);
        }
        Some(k)
    }

    /// The size of an index space.
    fn space(&mut self, by: BindingId, space: SpaceId) -> Size {
        if let Some(known) = self.spaces.iter().find(|known| known.space == space) {
            return known.size.clone();
        }
        let size = self.fresh(SizeKind::Unification);
        self.spaces.push(SpaceSize {
            space,
            size: size.clone(),
            after: self.equations.len(),
            by,
        });
        size
    }

    /// The sizes of the indices of a grid.
    fn grid(&mut self, by: BindingId, grid: GridId, program: &Program) -> Shape {
        if let Some(known) = self.grids.iter().find(|known| known.grid == grid) {
            return known.shape.clone();
        }
        let indices = program.grids[grid].indices.iter();
        let sizes = indices.map(|index| match &index.count {
            Some(count) => self.counted(by, count),
            None => self.fresh(SizeKind::Unification),
        });
        let shape: Shape = sizes.collect();
        self.grids.push(GridSize {
            grid,
            shape: shape.clone(),
            after: self.equations.len(),
            by,
        });
        shape
    }

    /// The size that a number says.
    fn counted(&mut self, by: BindingId, count: &Count) -> Size {
        match count {
            Count::Length(like) => self.count(by, *like).count(),
            Count::Anonymous => self.fresh(SizeKind::Rigid(by, 0)),
            count @ (Count::Literal(_) | Count::Scalar(_)) => self.named(count),
        }
    }

    fn binding(&mut self, program: &Program, id: BindingId) {
        let binding = &program.bindings[id];
        let op = &binding.op;
        // The size that all arrays of the binding have in common.
        let shape = match op.length() {
            None => {
                let streamed = op.streamed();
                if streamed.len() > 1 {
                    self.in_step(id, &streamed);
                }
                None
            }
            Some(Length::Like(_)) => {
                let like = op.like().expect("it has such an argument");
                // One loop has one length.
                let streamed = op.streamed();
                let in_step = self.in_step(id, &streamed);
                let shared = in_step.filter(|_| streamed.contains(&like));
                Some(shared.unwrap_or_else(|| {
                    let k = self.unification(self.rank(like));
                    self.equal(id, like, &k);
                    k
                }))
            }
            Some(Length::Own) => Some(self.rigid(id, 0)),
            // The array that is written has all coordinates of its axes.
            Some(Length::Home) => match op {
                Op::Write { arg, dest, grid } => {
                    let shape = self.grid(id, *grid, program);
                    self.equal(id, *arg, &shape);
                    // An input is written as a sequence.
                    Some(self.count(id, program.lies_in(*dest)))
                }
                _ => None,
            },
            Some(Length::Space) => match op {
                Op::Read { space, .. } => Some(self.space(id, *space).into()),
                Op::Cells { grid, .. } | Op::Coordinate { grid, .. } => {
                    Some(self.grid(id, *grid, program))
                }
                _ => None,
            },
            Some(Length::Count) => {
                let count = op.count().expect("it has a number");
                Some(self.counted(id, count).into())
            }
            Some(Length::Axes) => match op {
                Op::Reshape { counts, .. } if !counts.is_empty() => {
                    let sizes = counts.iter().map(|count| self.counted(id, count));
                    Some(sizes.collect())
                }
                op => Some(self.count(id, op.args()[0])),
            },
            Some(Length::Product) => {
                let sides = op.args().into_iter().map(|arg| self.count(id, arg));
                Some(sides.map(|side| side.count()).collect())
            }
        };
        for (index, array) in binding.arrays().enumerate() {
            let shape = shape.clone().unwrap_or_else(|| self.rigid(id, index));
            self.ranks.insert(array, shape.rank());
            self.equal(id, array, &shape);
            if let Some(home) = program.arrays[array].home {
                // An array that is seen with several axes has as many elements as these say.
                match written_view(program, id, home, shape.rank()) {
                    Some(view) => self.equal(id, view, &shape),
                    None => {
                        let k = self.count(id, home);
                        self.equal(id, array, &k);
                    }
                }
            }
        }
    }
}

/// The array of several axes, as many as those of what a binding writes, as which an input was last
/// seen before.
fn written_view(program: &Program, by: BindingId, home: ArrayId, rank: usize) -> Option<ArrayId> {
    let bindings = program.bindings.iter().take_while(|(id, _)| *id < by);
    let views = bindings.filter_map(|(_, binding)| match &binding.op {
        Op::Reshape { arg, counts, .. } if rank > 1 && counts.len() == rank => {
            let seen = program.lies_in(*arg);
            let is_home = seen == home || program.arrays[seen].home == Some(home);
            binding.arrays().next().filter(|_| is_home)
        }
        _ => None,
    });
    views.last()
}
