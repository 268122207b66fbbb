//! Programs: loops as lists of instructions, for any lengths and numbers.

#[cfg(feature = "ocl")]
mod around;
mod chains;
mod nest;
mod pairs;
mod registers;
mod updates;
mod write;

use fusus_cpu::{Cut, Run};

use crate::element::ElementType;
use crate::graph::{Arg, Graph};
use crate::operation::{Binary, Compare, Operation, Operator, Unary};
use write::Writer;

/// The place of a value in a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Register(usize),
    /// An array in memory.
    Input(usize),
    /// A number.
    Number(usize),
    /// A result of the loop.
    Output(usize),
}

/// The most operands of an instruction.
pub(crate) const OPERANDS: usize = 9;

/// The most steps of a polynomial in one instruction.
pub(crate) const STEPS: usize = 6;

/// The work of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Unary(Unary),
    Binary(Binary),
    Compare(Compare),
    /// A comparison of the root of an operand with a number.
    CompareRoot(RootComparison),
    Select,
    Cast,
    /// The closure of a step.
    Map(usize),
    /// `a * b + c`
    MultiplyAdd,
    /// The sum of so many arrays, from left to right.
    Sum(usize),
    /// So many steps of a polynomial: from the first operand on, a product with the array that is the second one,
    /// and a sum with each of the numbers behind it.
    Polynomial(usize),
    /// Two operations on three floats.
    Pair(Pair),
    /// `(a * b + c) * k`, with the number of `k`: `a` is an array of floats.
    ScaledProduct(usize),
    /// `(a + b + c) * k`, with the number of `k`: `a` is an array of floats.
    ScaledSum(usize),
    /// The elements of an input at the indices of the operand.
    Gather(usize),
    Positions,
    Ones,
    Copy,
    /// A scan, by its number.
    Scan(usize),
    /// The results of a fold along an axis, by its number.
    Folded(usize),
}

/// Two operations, the second of which takes the result of the first one: sums, differences and
/// products of floats. The first operand of the first one is an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) first: Binary,
    pub(crate) second: Binary,
    /// True if the result of the first operation is the second operand of the second one.
    pub(crate) is_behind: bool,
}

/// A comparison of a root, `root < number` or `number < root`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RootComparison {
    /// `<` or `<=`.
    pub(crate) comparison: Compare,
    /// True if the root is the second operand.
    pub(crate) is_behind: bool,
}

/// An instruction of a loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instruction {
    pub(crate) action: Action,
    /// The type of the operands, but for the mask of `Select`.
    pub(crate) takes: ElementType,
    pub(crate) gives: ElementType,
    pub(crate) operands: [Place; OPERANDS],
    pub(crate) target: Place,
    /// The elements that count, where not all do.
    pub(crate) mask: Option<Place>,
    /// The step that it comes from.
    pub(crate) step: usize,
}

/// A result of which only some elements are kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compacted {
    pub(crate) step: usize,
    pub(crate) source: Place,
    pub(crate) mask: Place,
}

/// A reduction of a loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reduction {
    pub(crate) step: usize,
    /// The operator; `None` for one of the user.
    pub(crate) operator: Option<Operator>,
    pub(crate) ty: ElementType,
    /// The type of its elements: a sum converts integers.
    pub(crate) takes: ElementType,
    pub(crate) source: Place,
    pub(crate) mask: Option<Place>,
    /// True if the mask is counted, in place of a sum of ones: it is the source.
    pub(crate) is_count: bool,
}

/// A scan of a loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scan {
    pub(crate) operator: Operator,
    pub(crate) ty: ElementType,
    /// The neighbours that are combined by themselves, and the lanes of an aggregate.
    pub(crate) lanes: usize,
}

impl Scan {
    /// Returns true if the order of combination shows in the bits.
    pub(crate) fn is_rounded(&self) -> bool {
        self.ty.is_float() && matches!(self.operator, Operator::Sum | Operator::Product)
    }
}

/// A loop.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loop {
    pub(crate) members: Vec<usize>,
    /// The domain of its positions.
    pub(crate) over: usize,
    pub(crate) inputs: Vec<Arg>,
    /// For each input, true if it is read at the positions of the loop: the data of a gather is not.
    pub(crate) walked: Vec<bool>,
    /// For each input, true if one element may be taken in place of all, where these are the same.
    pub(crate) single: Vec<bool>,
    pub(crate) numbers: Vec<Arg>,
    pub(crate) instructions: Vec<Instruction>,
    /// The number of registers of each type.
    pub(crate) registers: Vec<(ElementType, usize)>,
    /// The steps whose results it writes: those of updates in their section, all others with an
    /// element for each position.
    pub(crate) outputs: Vec<usize>,
    /// The updates that may write in their array.
    pub(crate) in_place: Vec<usize>,
    pub(crate) compacted: Vec<Compacted>,
    pub(crate) reductions: Vec<Reduction>,
    pub(crate) scans: Vec<Scan>,
    /// The scans and the instructions on which they depend: for a sweep that finds the aggregates of a block.
    pub(crate) before_scans: Vec<Instruction>,
    pub(crate) lanes: usize,
    /// The scalar operations of a position, as `cnf!` estimates them.
    pub(crate) cost: usize,
}

impl Reduction {
    /// The operator of a fold along an axis, or of one on a device: no closure is one.
    pub(crate) fn known(&self) -> Operator {
        self.operator.expect("the fold has a known operator")
    }
}

impl Loop {
    /// Sets the number of lanes of folds, and of the aggregates whose order shows.
    fn set_lanes(&mut self, lanes: usize) {
        self.lanes = lanes;
        let rounded = self.scans.iter_mut().filter(|scan| scan.is_rounded());
        rounded.for_each(|scan| scan.lanes = lanes);
    }

    /// The blocks of the loop over so many positions: with scans they wait for each other.
    pub(crate) fn cut(&self, len: usize) -> Cut {
        let run = Run::parallel(len, self.cost);
        match self.scans.is_empty() {
            true => run.cut(),
            false => run.ordered().cut(),
        }
    }

    /// Finds the inputs that instructions take as a number where all elements are the same. Folds need elements,
    /// and so does the first operand of three.
    fn find_single(&self) -> Vec<bool> {
        let mut single = vec![true; self.inputs.len()];
        let mut needs_all = |place: Place| {
            if let Place::Input(input) = place {
                single[input] = false;
            }
        };
        for instruction in &self.instructions {
            let [a, b, ..] = instruction.operands;
            match instruction.action {
                Action::Unary(_) | Action::Binary(_) | Action::Compare(_) | Action::Cast => {}
                Action::MultiplyAdd if !matches!((a, b), (Place::Input(_), Place::Input(_))) => {}
                Action::Sum(count) => {
                    let arrays = instruction.operands[..count].iter();
                    arrays.copied().for_each(&mut needs_all);
                }
                Action::Polynomial(_) => [a, b].into_iter().for_each(&mut needs_all),
                _ => needs_all(a),
            }
            instruction.mask.into_iter().for_each(&mut needs_all);
        }
        let folds = self.reductions.iter();
        folds.for_each(|one| {
            std::iter::once(one.source)
                .chain(one.mask)
                .for_each(&mut needs_all)
        });
        let kept = self.compacted.iter();
        kept.for_each(|one| [one.source, one.mask].into_iter().for_each(&mut needs_all));
        single
    }

    /// Finds the inputs that are read at the positions of the loop.
    fn find_walked(&self) -> Vec<bool> {
        let mut walked = vec![false; self.inputs.len()];
        let instructions = self.instructions.iter();
        let places = instructions
            .flat_map(|instruction| instruction.operands.into_iter().chain(instruction.mask))
            .chain(self.reductions.iter().map(|one| one.source))
            .chain(self.reductions.iter().filter_map(|one| one.mask))
            .chain(self.compacted.iter().flat_map(|one| [one.source, one.mask]));
        for place in places {
            if let Place::Input(input) = place {
                walked[input] = true;
            }
        }
        walked
    }
}

#[cfg(feature = "ocl")]
impl Loop {
    /// The steps whose results only the loop itself needs.
    pub(crate) fn inner(&self) -> impl Iterator<Item = usize> {
        let is_kept = |step: &usize| {
            self.outputs.contains(step)
                || self.compacted.iter().any(|one| one.step == *step)
                || self.reductions.iter().any(|one| one.step == *step)
        };
        self.members
            .iter()
            .copied()
            .filter(move |step| !is_kept(step))
    }
}

/// Folds along an axis, with the operations that make their elements and those on their results.
#[derive(Clone, Debug)]
pub(crate) struct Nest {
    /// The axis that is folded.
    pub(crate) axis: usize,
    /// The operations on elements: its reductions are the folds.
    pub(crate) inner: Loop,
    /// The operations on the results of the folds, at the positions that these have.
    pub(crate) outer: Loop,
}

/// A part of a program.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    Loop(Box<Loop>),
    Nest(Box<Nest>),
    /// A scan by an operator of the user.
    Scan(usize),
    /// An array with new sections, one after the other: in its place, if nobody else reads it.
    With {
        steps: Vec<usize>,
        is_in_place: bool,
    },
}

/// The tasks of a program, in order.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) tasks: Vec<Task>,
    /// For each task the steps whose results nobody reads behind it.
    pub(crate) ends: Vec<Vec<usize>>,
}

impl Program {
    /// The program of a graph whose steps are partitioned.
    pub(crate) fn of(graph: &Graph, clusters: &[Vec<usize>]) -> Program {
        let clusters = updates::joined(graph, &nest::separated(graph, clusters));
        let clusters = updates::chained(graph, clusters);
        let stored = stored(graph, &clusters);
        let ends = ends(graph, &clusters);
        let tasks = clusters.iter().enumerate().map(|(index, cluster)| {
            let in_place = || updates::in_place(graph, &clusters, index);
            if let Some(axis) = nest::axis(graph, cluster) {
                return Task::Nest(Box::new(nest::nest(graph, cluster, axis, &stored)));
            }
            match graph.steps[cluster[0]].operation {
                Operation::ScanBy(_) => Task::Scan(cluster[0]),
                Operation::With(_) => Task::With {
                    steps: cluster.clone(),
                    is_in_place: in_place().contains(&cluster[0]),
                },
                _ => Task::Loop(Box::new(Loop {
                    in_place: in_place(),
                    ..Writer::new(graph, cluster, &stored).finish()
                })),
            }
        });
        Program {
            tasks: tasks.collect(),
            ends,
        }
    }
}

/// The steps of which each cluster is the last one that reads them, but for results that stay.
fn ends(graph: &Graph, clusters: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut last: Vec<Option<usize>> = vec![None; graph.steps.len()];
    for (index, cluster) in clusters.iter().enumerate() {
        for arg in cluster
            .iter()
            .flat_map(|step| graph.steps[*step].args.iter())
        {
            if let Arg::Step(from, _) = *arg {
                last[from] = Some(index);
            }
        }
    }
    let mut ends = vec![Vec::new(); clusters.len()];
    for (step, last) in last.into_iter().enumerate() {
        if let Some(last) = last.filter(|_| !graph.steps[step].is_output) {
            ends[last].push(step);
        }
    }
    ends
}

/// The steps whose results are in memory: those of which another loop has need, or the outside.
fn stored(graph: &Graph, clusters: &[Vec<usize>]) -> Vec<bool> {
    let of = updates::cluster_of(graph, clusters);
    let mut stored: Vec<bool> = graph.steps.iter().map(|step| step.is_output).collect();
    for (to, step) in graph.steps.iter().enumerate() {
        for arg in step.args.iter() {
            if let Arg::Step(from, _) = *arg
                && of[from] != of[to]
            {
                stored[from] = true;
            }
        }
    }
    stored
}
