//! Graphs: the pending operations behind a value, in an order in which they can be done.

use std::ops::Deref;
use std::sync::Arc;

use crate::agreement::{fits, together};
use crate::dims::Dims;
use crate::element::{ElementType, Scalar};
use crate::error::Error;
use crate::ids::{Map, Set};
use crate::layout::Layout;
use crate::node::{Node, Operand, Shape, State};
use crate::operation::Operation;
use crate::sections::Axis;
use crate::storage::Memory;
use crate::view::View;

/// An operand of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Arg {
    /// The result of an earlier step, or a section of it: its number among the views.
    Step(usize, Option<usize>),
    /// Memory.
    Leaf(usize),
    /// A number that is known.
    Number(usize),
}

/// The operands of a step: none to three.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Args {
    count: usize,
    all: [Arg; 3],
}

impl Args {
    fn of(args: &[Arg]) -> Args {
        let mut all = [Arg::Number(0); 3];
        all[..args.len()].copy_from_slice(args);
        Args {
            count: args.len(),
            all,
        }
    }
}

impl Deref for Args {
    type Target = [Arg];

    fn deref(&self) -> &[Arg] {
        &self.all[..self.count]
    }
}

/// An operation that is to be done.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) node: Arc<Node>,
    pub(crate) operation: Operation,
    pub(crate) args: Args,
    /// The type of the elements that it takes: those of its first array.
    pub(crate) takes: ElementType,
    /// The positions over which it is done.
    pub(crate) over: usize,
    /// The domain of its result.
    pub(crate) domain: usize,
    /// The domain of the section that it replaces, if it is an update.
    pub(crate) section: Option<usize>,
    /// True if somebody needs its result when all is done.
    pub(crate) is_output: bool,
}

/// Positions over which steps are done.
#[derive(Clone, Debug)]
pub(crate) struct Domain {
    /// The lengths of the axes, where they are known: that of elements that are kept is not.
    pub(crate) dims: Option<Dims>,
    /// The domain whose positions are kept, if it is of those that a mask keeps.
    pub(crate) parent: Option<usize>,
    /// True for that of numbers, which has one position.
    pub(crate) is_scalar: bool,
}

impl Domain {
    /// The number of positions, where it is known.
    pub(crate) fn len(&self) -> Option<usize> {
        self.dims.map(|dims| dims.len())
    }
}

/// The pending operations behind a value.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    pub(crate) steps: Vec<Step>,
    pub(crate) leaves: Vec<Memory>,
    /// For each leaf, true if nobody has its storage when all is done: an update may write in it. Without
    /// updates there is none.
    pub(crate) given_up: Vec<bool>,
    /// The nodes whose memory the leaves are, each with one of these.
    pub(crate) sources: Vec<(usize, Arc<Node>)>,
    pub(crate) numbers: Vec<Scalar>,
    pub(crate) views: Vec<Layout>,
    pub(crate) domains: Vec<Domain>,
    /// The arrays that are read along axes of other lengths, by the domain that has these.
    broadcasts: Map<(Arg, usize), Arg>,
    /// The domain of what a mask keeps, by the length's identity and the domain of the mask.
    kept: Map<(u64, usize), usize>,
    /// The place of each node.
    pub(crate) index: Map<u64, Placed>,
}

/// The place of a node in a graph.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) arg: Arg,
    domain: usize,
    /// The number of operands that it is.
    pub(crate) uses: usize,
}

/// A node that must be computed before anything else can be planned, since a length depends on it.
#[derive(Debug)]
pub(crate) enum Blocked {
    By(Arc<Node>),
    Failed(Error),
    /// Somebody else's update has used the memory of an array meanwhile. Everything that was to be
    /// computed from that has its result now.
    Taken,
}

/// Room for the nodes of a small program.
const FEW: usize = 16;

/// The pending nodes behind some nodes, each behind its operands, and these themselves.
pub(crate) fn pending(roots: &[Arc<Node>]) -> Vec<Arc<Node>> {
    let mut order = Vec::with_capacity(FEW);
    let mut met: Set<u64> = Set::with_capacity_and_hasher(FEW, Default::default());
    let mut stack: Vec<(Arc<Node>, bool)> = Vec::with_capacity(FEW);
    stack.extend(roots.iter().rev().map(|root| (Arc::clone(root), false)));
    while let Some((node, is_ready)) = stack.pop() {
        if is_ready {
            order.push(node);
            continue;
        }
        if !met.insert(node.id) {
            continue;
        }
        node.build();
        let at = stack.len();
        match &*node.state() {
            State::Pending(_, operands) => {
                for operand in operands.iter().rev() {
                    if let Operand::Node(below) = operand
                        && !below.is_given()
                        && !met.contains(&below.id)
                    {
                        stack.push((Arc::clone(below), false));
                    }
                }
            }
            _ => continue,
        }
        stack.insert(at, (node, true));
    }
    order
}

impl Graph {
    /// The graph of some nodes, each behind its operands; operands that are not among them are
    /// computed.
    pub(crate) fn of(nodes: &[Arc<Node>]) -> Result<Graph, Blocked> {
        let count = nodes.len();
        let mut graph = Graph {
            steps: Vec::with_capacity(count),
            index: Map::with_capacity_and_hasher(2 * count, Default::default()),
            ..Graph::default()
        };
        for node in nodes {
            graph.add(node, 0)?;
        }
        graph.find_outputs(nodes);
        Ok(graph)
    }

    /// Adds a node whose operands are there, and that was an operand so many times.
    fn add(&mut self, node: &Arc<Node>, uses: usize) -> Result<(Arg, usize), Blocked> {
        let state = node.state().clone();
        let placed = match state {
            State::Failed(error) => return Err(Blocked::Failed(error)),
            State::Memory(memory) => {
                let placed = self.leaf(memory);
                self.sources.push((self.leaves.len() - 1, Arc::clone(node)));
                placed
            }
            State::Taken => {
                assert!(!node.is_poisoned(), "an update of this array has panicked");
                return Err(Blocked::Taken);
            }
            State::Number(number) => (self.number(number), self.scalar()),
            State::Deferred(_) => unreachable!("its operations are built when it is found pending"),
            State::Pending(Operation::View(view), operands) => self.view(node, view, &operands)?,
            State::Pending(operation, operands) => {
                self.step(Arc::clone(node), operation, &operands)?
            }
        };
        let (arg, domain) = placed;
        self.index.insert(node.id, Placed { arg, domain, uses });
        Ok(placed)
    }

    fn leaf(&mut self, memory: Memory) -> (Arg, usize) {
        let domain = self.domain_of(*memory.layout.dims());
        self.leaves.push(memory);
        (Arg::Leaf(self.leaves.len() - 1), domain)
    }

    fn number(&mut self, number: Scalar) -> Arg {
        self.numbers.push(number);
        Arg::Number(self.numbers.len() - 1)
    }

    fn scalar(&mut self) -> usize {
        self.domain_of(Dims::NONE)
    }

    /// The domain of arrays of a shape; numbers have no axes.
    fn domain_of(&mut self, dims: Dims) -> usize {
        // Most programs have few shapes, and the last ones are asked for.
        let known = self.domains.iter().rposition(|own| own.dims == Some(dims));
        known.unwrap_or_else(|| {
            self.domains.push(Domain {
                dims: Some(dims),
                parent: None,
                is_scalar: dims.axes() == 0,
            });
            self.domains.len() - 1
        })
    }

    fn arg(&mut self, operand: &Operand) -> Result<(Arg, usize), Blocked> {
        match operand {
            Operand::Number(number) => Ok((self.number(*number), self.scalar())),
            Operand::Node(node) => match self.index.get_mut(&node.id) {
                Some(placed) => {
                    placed.uses += 1;
                    Ok((placed.arg, placed.domain))
                }
                None => self.add(node, 1),
            },
        }
    }

    /// A view of memory is memory; one of a step is a view of its result. Elements whose places no
    /// strides say are copied, and so is one element, which is a number.
    fn view(
        &mut self,
        node: &Arc<Node>,
        view: View,
        operands: &[Operand],
    ) -> Result<(Arg, usize), Blocked> {
        let (arg, domain) = self.arg(&operands[0])?;
        let Some(dims) = self.domains[domain].dims else {
            return Err(blocked(&operands[0]));
        };
        let outer = match arg {
            Arg::Leaf(leaf) => self.leaves[leaf].layout,
            Arg::Step(_, Some(view)) => self.views[view],
            Arg::Step(_, None) => Layout::all(dims),
            Arg::Number(_) => unreachable!("a view of a number is refused when it is built"),
        };
        let (dims, layout) = view
            .of(&outer)
            .map_err(|kind| Blocked::Failed(Error::new(kind, view.name(), node.place)))?;
        let domain_of_view = self.domain_of(dims);
        let (arg, over) = match layout {
            Some(layout) => (self.placed(arg, layout), domain_of_view),
            None => (arg, domain),
        };
        if layout.is_some() && dims.axes() > 0 {
            return Ok((arg, domain_of_view));
        }
        self.steps.push(Step {
            node: Arc::clone(node),
            operation: Operation::View(view),
            args: Args::of(&[arg]),
            takes: node.ty,
            over,
            domain: domain_of_view,
            section: None,
            is_output: false,
        });
        Ok((Arg::Step(self.steps.len() - 1, None), domain_of_view))
    }

    /// The elements of the storage of an argument at other places.
    fn placed(&mut self, arg: Arg, layout: Layout) -> Arg {
        match arg {
            Arg::Leaf(leaf) => {
                let storage = Arc::clone(&self.leaves[leaf].storage);
                self.leaves.push(Memory { storage, layout });
                Arg::Leaf(self.leaves.len() - 1)
            }
            Arg::Step(step, _) => {
                self.views.push(layout);
                Arg::Step(step, Some(self.views.len() - 1))
            }
            number @ Arg::Number(_) => number,
        }
    }

    /// An argument along the axes of a domain, of which it has some only.
    fn broadcast(&mut self, (arg, own): (Arg, usize), over: usize) -> Arg {
        let (Some(from), Some(to)) = (self.domains[own].dims, self.domains[over].dims) else {
            return arg;
        };
        if own == over || self.domains[own].is_scalar || from == to {
            return arg;
        }
        if let Some(known) = self.broadcasts.get(&(arg, over)) {
            return *known;
        }
        let layout = match arg {
            Arg::Leaf(leaf) => self.leaves[leaf].layout,
            Arg::Step(_, Some(view)) => self.views[view],
            _ => Layout::all(from),
        };
        let placed = self.placed(arg, layout.broadcast(to));
        self.broadcasts.insert((arg, over), placed);
        placed
    }

    fn step(
        &mut self,
        node: Arc<Node>,
        operation: Operation,
        operands: &[Operand],
    ) -> Result<(Arg, usize), Blocked> {
        let mut all = [(Arg::Number(0), 0); 3];
        for (placed, operand) in all.iter_mut().zip(operands) {
            *placed = self.arg(operand)?;
        }
        let placed = &all[..operands.len()];
        let walked = walked(&operation, operands.len());
        let over = self.over(&node, &operation, operands, placed)?;
        let mut args = [Arg::Number(0); 3];
        for (at, own) in placed.iter().enumerate() {
            args[at] = match walked.contains(&at) {
                true => self.broadcast(*own, over),
                false => own.0,
            };
        }
        let args = Args::of(&args[..operands.len()]);
        let domain = match &operation {
            Operation::FoldAxis(_, axis) => {
                let dims = self.domains[over].dims.expect("the array is complete");
                self.domain_of(dims.without(*axis))
            }
            Operation::Fold(_) | Operation::FoldBy(_) => self.scalar(),
            Operation::Keep => self.kept(&node, over),
            _ => over,
        };
        let section = match &operation {
            Operation::With(sections) => self.section(over, sections),
            _ => None,
        };
        let takes = match operation {
            Operation::Select => operands[1].ty(),
            // It looks at no element.
            Operation::Ones => node.ty,
            _ => operands.first().map_or(node.ty, Operand::ty),
        };
        self.steps.push(Step {
            node,
            operation,
            args,
            takes,
            over,
            domain,
            section,
            is_output: false,
        });
        Ok((Arg::Step(self.steps.len() - 1, None), domain))
    }

    /// The domain of a section of arrays of a domain.
    fn section(&mut self, over: usize, sections: &[Axis]) -> Option<usize> {
        let dims = self.domains[over].dims?;
        let section = Layout::all(dims).section(sections).ok()?;
        Some(self.domain_of(*section.dims()))
    }

    /// The domain over which a step is done: that of its arrays, which must have one length.
    fn over(
        &mut self,
        node: &Node,
        operation: &Operation,
        operands: &[Operand],
        placed: &[(Arg, usize)],
    ) -> Result<usize, Blocked> {
        if let Operation::Positions = operation {
            return Ok(self.domain_of(node.shape.dims().unwrap_or(Dims::NONE)));
        }
        let complete = match operation {
            Operation::Gather => 0..1,
            Operation::With(_) => 0..2,
            Operation::Scan(_) | Operation::ScanBy(_) | Operation::FoldAxis(..) => 0..1,
            _ => 0..0,
        };
        for at in complete {
            if self.domains[placed[at].1].dims.is_none() {
                return Err(blocked(&operands[at]));
            }
        }
        let mut over: Option<usize> = None;
        for at in walked(operation, operands.len()) {
            let domain = placed[at].1;
            if self.domains[domain].is_scalar || over == Some(domain) {
                continue;
            }
            over = Some(match over {
                None => domain,
                Some(other) => match self.domains[other].dims.zip(self.domains[domain].dims) {
                    Some((left, right)) => {
                        let dims = together(left, right).map_err(|kind| {
                            Blocked::Failed(Error::new(kind, operation.name(), node.place))
                        })?;
                        self.domain_of(dims)
                    }
                    None => return Err(self.unknown(operands, placed)),
                },
            });
        }
        if let Operation::With(sections) = operation {
            let [base, new] = [0, 1].map(|at| &self.domains[placed[at].1]);
            let new_dims = new.dims.filter(|_| !new.is_scalar);
            fits(base.dims.unwrap_or(Dims::NONE), sections, new_dims)
                .map_err(|kind| Blocked::Failed(Error::new(kind, "with", node.place)))?;
        }
        Ok(over.unwrap_or_else(|| self.scalar()))
    }

    /// The operand whose length must be known before others are compared with it.
    fn unknown(&self, operands: &[Operand], placed: &[(Arg, usize)]) -> Blocked {
        let mut both = operands.iter().zip(placed);
        let found = both.find(|(_, (_, domain))| self.domains[*domain].dims.is_none());
        blocked(found.expect("a length is not known").0)
    }

    /// The domain of the elements that a step keeps.
    fn kept(&mut self, node: &Node, over: usize) -> usize {
        let extent = match &node.shape {
            Shape::Unknown(extent) => extent.id,
            _ => node.id,
        };
        *self.kept.entry((extent, over)).or_insert_with(|| {
            self.domains.push(Domain {
                dims: None,
                parent: Some(over),
                is_scalar: false,
            });
            self.domains.len() - 1
        })
    }

    /// Returns true if nobody has the storage of a leaf when all is done.
    pub(crate) fn is_given_up(&self, leaf: usize) -> bool {
        self.given_up.get(leaf).copied().unwrap_or(false)
    }

    /// The argument that a node has become.
    pub(crate) fn place(&self, node: &Node) -> Option<Arg> {
        self.index.get(&node.id).map(|placed| placed.arg)
    }
}

/// The operands whose elements are read at the positions of the step: the data of a gather is read
/// at any position, and the new elements of `with` by it.
fn walked(operation: &Operation, operands: usize) -> std::ops::Range<usize> {
    match operation {
        Operation::Gather => 1..2,
        Operation::With(_) => 0..1,
        _ => 0..operands,
    }
}

/// The operand has to be computed first.
fn blocked(operand: &Operand) -> Blocked {
    match operand {
        Operand::Node(node) => Blocked::By(Arc::clone(node)),
        Operand::Number(_) => unreachable!("a number has a shape"),
    }
}
