//! Graphs: the pending operations behind a value, in an order in which they can be done.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::element::{ElementType, Scalar};
use crate::error::{Error, ErrorKind};
use crate::node::{Node, Operand, Shape, State};
use crate::operation::Operation;
use crate::section::Positions;
use crate::storage::Memory;

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

/// An operation that is to be done.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) node: Arc<Node>,
    pub(crate) operation: Operation,
    pub(crate) args: Vec<Arg>,
    /// The type of the elements that it takes: those of its first array.
    pub(crate) takes: ElementType,
    /// The positions over which it is done.
    pub(crate) over: usize,
    /// The domain of its result.
    pub(crate) domain: usize,
    /// True if somebody needs its result when all is done.
    pub(crate) is_output: bool,
}

/// Positions over which steps are done.
#[derive(Clone, Debug)]
pub(crate) struct Domain {
    /// The number of positions, where it is known: that of elements that are kept is not.
    pub(crate) len: Option<usize>,
    /// The domain whose positions are kept, if it is of those that a mask keeps.
    pub(crate) parent: Option<usize>,
    /// True for that of numbers, which has one position.
    pub(crate) is_scalar: bool,
}

/// The pending operations behind a value.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    pub(crate) steps: Vec<Step>,
    pub(crate) leaves: Vec<Memory>,
    pub(crate) numbers: Vec<Scalar>,
    pub(crate) views: Vec<Positions>,
    pub(crate) domains: Vec<Domain>,
    /// The domain of each length.
    lengths: HashMap<Option<usize>, usize>,
    /// The domain of what a mask keeps, by the length's identity and the domain of the mask.
    kept: HashMap<(u64, usize), usize>,
    /// The place and the domain of each node.
    index: HashMap<u64, (Arg, usize)>,
}

/// A node that must be computed before anything else can be planned, since a length depends on it.
#[derive(Debug)]
pub(crate) enum Blocked {
    By(Arc<Node>),
    Failed(Error),
}

/// The pending nodes behind a node, each behind its operands, and itself.
pub(crate) fn pending(root: &Arc<Node>) -> Vec<Arc<Node>> {
    let mut order = Vec::new();
    let mut met: HashSet<u64> = HashSet::new();
    let mut stack = vec![(Arc::clone(root), false)];
    while let Some((node, is_ready)) = stack.pop() {
        if is_ready {
            order.push(node);
            continue;
        }
        if !met.insert(node.id) {
            continue;
        }
        let below = match &*node.state() {
            State::Pending(_, operands) => nodes(operands),
            _ => continue,
        };
        stack.push((node, true));
        let unknown = |below: &Arc<Node>| !met.contains(&below.id);
        stack.extend(
            below
                .into_iter()
                .rev()
                .filter(unknown)
                .map(|below| (below, false)),
        );
    }
    order
}

/// The nodes among some operands.
fn nodes(operands: &[Operand]) -> Vec<Arc<Node>> {
    let nodes = operands.iter().filter_map(|operand| match operand {
        Operand::Node(node) => Some(Arc::clone(node)),
        Operand::Number(_) => None,
    });
    nodes.collect()
}

impl Graph {
    /// The graph of some nodes, each behind its operands; operands that are not among them are
    /// computed.
    pub(crate) fn of(nodes: &[Arc<Node>]) -> Result<Graph, Blocked> {
        let mut graph = Graph::default();
        for node in nodes {
            graph.add(node)?;
        }
        graph.find_outputs(nodes);
        Ok(graph)
    }

    /// Adds a node whose operands are there.
    fn add(&mut self, node: &Arc<Node>) -> Result<(Arg, usize), Blocked> {
        let state = node.state().clone();
        let placed = match state {
            State::Failed(error) => return Err(Blocked::Failed(error)),
            State::Memory(memory) => self.leaf(memory),
            State::Number(number) => (self.number(number), self.scalar()),
            State::Pending(Operation::At(section), operands) => {
                self.view(node, section, &operands[0])?
            }
            State::Pending(operation, operands) => {
                self.step(Arc::clone(node), operation, &operands)?
            }
        };
        self.index.insert(node.id, placed);
        Ok(placed)
    }

    fn leaf(&mut self, memory: Memory) -> (Arg, usize) {
        let domain = self.domain_of_len(Some(memory.len()));
        self.leaves.push(memory);
        (Arg::Leaf(self.leaves.len() - 1), domain)
    }

    fn number(&mut self, number: Scalar) -> Arg {
        self.numbers.push(number);
        Arg::Number(self.numbers.len() - 1)
    }

    fn scalar(&mut self) -> usize {
        self.domain_of_len(None)
    }

    /// The domain of arrays of a length, or of numbers.
    fn domain_of_len(&mut self, len: Option<usize>) -> usize {
        *self.lengths.entry(len).or_insert_with(|| {
            self.domains.push(Domain {
                len: Some(len.unwrap_or(1)),
                parent: None,
                is_scalar: len.is_none(),
            });
            self.domains.len() - 1
        })
    }

    fn arg(&mut self, operand: &Operand) -> Result<(Arg, usize), Blocked> {
        match operand {
            Operand::Number(number) => Ok((self.number(*number), self.scalar())),
            Operand::Node(node) => match self.index.get(&node.id) {
                Some(placed) => Ok(*placed),
                None => self.add(node),
            },
        }
    }

    /// A section of memory is memory; one of a step is a view of its result.
    fn view(
        &mut self,
        node: &Node,
        section: crate::Section,
        operand: &Operand,
    ) -> Result<(Arg, usize), Blocked> {
        let (arg, domain) = self.arg(operand)?;
        let Some(len) = self.domains[domain].len else {
            return Err(blocked(operand));
        };
        let Some(inner) = section.of(len) else {
            let kind = ErrorKind::Section { section, len };
            return Err(Blocked::Failed(Error::new(kind, "at", node.place)));
        };
        match arg {
            Arg::Leaf(leaf) => {
                let mut memory = self.leaves[leaf].clone();
                memory.positions = memory.positions.then(inner);
                Ok(self.leaf(memory))
            }
            Arg::Step(step, view) => {
                let whole = view.map_or(Positions::all(len), |view| self.views[view]);
                self.views.push(whole.then(inner));
                let view = self.views.len() - 1;
                Ok((
                    Arg::Step(step, Some(view)),
                    self.domain_of_len(Some(inner.len)),
                ))
            }
            Arg::Number(_) => unreachable!("a section of a number is refused when it is built"),
        }
    }

    fn step(
        &mut self,
        node: Arc<Node>,
        operation: Operation,
        operands: &[Operand],
    ) -> Result<(Arg, usize), Blocked> {
        let placed: Result<Vec<(Arg, usize)>, Blocked> =
            operands.iter().map(|operand| self.arg(operand)).collect();
        let placed = placed?;
        let over = self.over(&node, &operation, operands, &placed)?;
        let domain = match &operation {
            Operation::Fold(_) | Operation::FoldBy(_) => self.scalar(),
            Operation::Keep => self.kept(&node, over),
            _ => over,
        };
        let takes = match operation {
            Operation::Select => operands[1].ty(),
            _ => operands.first().map_or(node.ty, Operand::ty),
        };
        self.steps.push(Step {
            node,
            operation,
            args: placed.into_iter().map(|(arg, _)| arg).collect(),
            takes,
            over,
            domain,
            is_output: false,
        });
        Ok((Arg::Step(self.steps.len() - 1, None), domain))
    }

    /// The domain over which a step is done: that of its arrays, which must have one length.
    fn over(
        &mut self,
        node: &Node,
        operation: &Operation,
        operands: &[Operand],
        placed: &[(Arg, usize)],
    ) -> Result<usize, Blocked> {
        let walked = match operation {
            Operation::Positions => {
                return Ok(self.domain_of_len(node.shape.len()));
            }
            // The data of a gather is read at any position, the new elements of `with` by it.
            Operation::Gather => 1..2,
            Operation::With(_) => 0..1,
            _ => 0..operands.len(),
        };
        let complete = match operation {
            Operation::Gather => 0..1,
            Operation::With(_) => 0..2,
            Operation::Scan(_) | Operation::ScanBy(_) => 0..1,
            _ => 0..0,
        };
        for at in complete {
            if self.domains[placed[at].1].len.is_none() {
                return Err(blocked(&operands[at]));
            }
        }
        let mut over: Option<usize> = None;
        for at in walked.clone() {
            let domain = placed[at].1;
            if self.domains[domain].is_scalar || over == Some(domain) {
                continue;
            }
            if let Some(other) = over {
                return Err(self.disagreement(node, operation, operands, placed, [other, domain]));
            }
            over = Some(domain);
        }
        if let Operation::With(section) = operation {
            self.fits(node, *section, placed)?;
        }
        Ok(over.unwrap_or_else(|| self.scalar()))
    }

    /// Checks that new elements are as many as the section of an array that they replace.
    fn fits(
        &self,
        node: &Node,
        section: crate::Section,
        placed: &[(Arg, usize)],
    ) -> Result<(), Blocked> {
        let failed = |kind| Err(Blocked::Failed(Error::new(kind, "with", node.place)));
        let len = self.domains[placed[0].1].len.unwrap_or(0);
        let Some(positions) = section.of(len) else {
            return failed(ErrorKind::Section { section, len });
        };
        let new = &self.domains[placed[1].1];
        match new.len {
            Some(right) if !new.is_scalar && right != positions.len => {
                let left = positions.len;
                failed(ErrorKind::LengthMismatch { left, right })
            }
            _ => Ok(()),
        }
    }

    /// Returns why arrays of two domains do not go together: their lengths differ, or one of them is
    /// not known yet.
    fn disagreement(
        &self,
        node: &Node,
        operation: &Operation,
        operands: &[Operand],
        placed: &[(Arg, usize)],
        domains: [usize; 2],
    ) -> Blocked {
        for (operand, (_, domain)) in operands.iter().zip(placed) {
            if self.domains[*domain].len.is_none() {
                return blocked(operand);
            }
        }
        let [left, right] = domains.map(|domain| self.domains[domain].len.unwrap_or(0));
        let kind = ErrorKind::LengthMismatch { left, right };
        Blocked::Failed(Error::new(kind, operation.name(), node.place))
    }

    /// The domain of the elements that a step keeps.
    fn kept(&mut self, node: &Node, over: usize) -> usize {
        let extent = match &node.shape {
            Shape::Unknown(extent) => extent.id,
            _ => node.id,
        };
        *self.kept.entry((extent, over)).or_insert_with(|| {
            self.domains.push(Domain {
                len: None,
                parent: Some(over),
                is_scalar: false,
            });
            self.domains.len() - 1
        })
    }

    /// Finds the steps whose results somebody needs: the last one, and those that others than these
    /// nodes have a handle on.
    fn find_outputs(&mut self, nodes: &[Arc<Node>]) {
        let mut uses: HashMap<u64, usize> = HashMap::new();
        for step in &self.steps {
            if let State::Pending(_, operands) = &*step.node.state() {
                for operand in operands {
                    if let Operand::Node(node) = operand {
                        *uses.entry(node.id).or_default() += 1;
                    }
                }
            }
        }
        let root = nodes.last().map(|node| node.id);
        for step in &mut self.steps {
            let inside = uses.get(&step.node.id).copied().unwrap_or(0);
            // The list of nodes has one, and the step.
            let handles = Arc::strong_count(&step.node).saturating_sub(2);
            step.is_output = Some(step.node.id) == root || handles > inside;
        }
    }

    /// The argument that a node has become.
    pub(crate) fn place(&self, node: &Node) -> Option<Arg> {
        self.index.get(&node.id).map(|(arg, _)| *arg)
    }
}

/// The operand has to be computed first.
fn blocked(operand: &Operand) -> Blocked {
    match operand {
        Operand::Node(node) => Blocked::By(Arc::clone(node)),
        Operand::Number(_) => unreachable!("a number has a shape"),
    }
}
