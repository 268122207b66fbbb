//! Evaluation: what is pending behind a value is collected, planned and done.

use std::mem;
use std::sync::Arc;

use crate::error::Error;
use crate::graph::{Arg, Blocked, Graph, pending};
use crate::node::{Node, State};
use crate::planning::planned;
use crate::storage::Memory;
use crate::taken::Taken;
use crate::values::{Value, Values};

/// A graph of more steps is done in parts of as many.
pub(crate) const STEPS: usize = 512;

/// The result of a node, which has one from now on: its elements are on the host.
pub(crate) fn evaluate(root: &Arc<Node>) -> Result<Value, Error> {
    let value = settled(root)?;
    #[cfg(feature = "ocl")]
    if let Value::Memory(memory) = &value {
        crate::ocl::fetch(memory, root.place)?;
    }
    Ok(value)
}

/// The result of a node, which has one from now on. Its elements may be on a device only.
pub(crate) fn settled(root: &Arc<Node>) -> Result<Value, Error> {
    settle(root)?;
    let value = known(root)?;
    Ok(value.expect("a node that was computed has a result"))
}

/// Gives a node its result, unless it has one. Its elements may be on a device only.
pub(crate) fn settle(root: &Arc<Node>) -> Result<(), Error> {
    match &*root.state() {
        State::Memory(memory) => return given(root, memory),
        State::Number(_) => return Ok(()),
        State::Failed(error) => return Err(error.clone()),
        State::Pending(..) | State::Deferred(_) | State::Taken => {}
    }
    match root.deferred() {
        Some(deferred) => root.settle(deferred.result()?),
        None => compute(std::slice::from_ref(root))?,
    }
    Ok(())
}

/// Computes what is pending behind some nodes.
pub(crate) fn compute(roots: &[Arc<Node>]) -> Result<(), Error> {
    loop {
        let nodes = pending(roots);
        match nodes.chunks(STEPS).try_for_each(run) {
            Ok(()) => return Ok(()),
            Err(Stop::Failed(error)) => return Err(error),
            Err(Stop::Taken) => {}
        }
    }
}

/// The reason for which a graph is not done.
pub(crate) enum Stop {
    Failed(Error),
    /// The memory of an array is used by an update of another thread, which has computed what was to
    /// be computed from it: the graph is another one now.
    Taken,
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Stop::Failed(error)
    }
}

/// The result of a node, if it has one.
pub(crate) fn known(node: &Node) -> Result<Option<Value>, Error> {
    match &*node.state() {
        State::Memory(memory) => {
            given(node, memory)?;
            Ok(Some(Value::Memory(memory.clone())))
        }
        State::Number(number) => Ok(Some(Value::Number(*number))),
        State::Failed(error) => Err(error.clone()),
        State::Pending(..) | State::Deferred(_) | State::Taken => Ok(None),
    }
}

/// Checks that the elements of a node are no input's that is traced.
fn given(node: &Node, memory: &Memory) -> Result<(), Error> {
    let given = memory.storage.given();
    given.map_err(|kind| Error::new(kind, "input", node.place))
}

/// Computes nodes, and gives those of which somebody has need their results.
fn run(nodes: &[Arc<Node>]) -> Result<(), Stop> {
    let mut graph = complete(nodes)?;
    let planned = planned(&graph);
    let leaves = mem::take(&mut graph.leaves);
    let sources = mem::take(&mut graph.sources);
    let taken = Taken::of(&graph, &planned.program, &sources, &leaves);
    let mut values = Values::new(&graph, leaves, &graph.numbers);
    let done = values.execute(&planned.program);
    // Results that were computed from memory that is used now could not be computed again.
    let stays = done.is_err() && taken.is_used(&values);
    for (index, step) in graph.steps.iter().enumerate() {
        if (stays || step.is_output && done.is_ok())
            && let Some(value) = values.step(index)
        {
            step.node.settle(state(value.clone()));
        }
    }
    if done.is_ok() {
        settle_views(nodes, &graph, &values);
    }
    taken.give_back(&values);
    Ok(done?)
}

/// The graph of nodes, all of whose lengths are known but for those that masks decide within it.
pub(crate) fn complete(nodes: &[Arc<Node>]) -> Result<Graph, Stop> {
    loop {
        match Graph::of(nodes) {
            Ok(graph) => return Ok(graph),
            Err(Blocked::By(node)) => run(&pending(&[node]))?,
            Err(Blocked::Failed(error)) => return Err(Stop::Failed(error)),
            Err(Blocked::Taken) => return Err(Stop::Taken),
        }
    }
}

/// Gives sections of what was computed their elements.
fn settle_views(nodes: &[Arc<Node>], graph: &Graph, values: &Values<'_>) {
    for node in nodes {
        if let Some(arg @ (Arg::Leaf(_) | Arg::Step(_, Some(_)))) = graph.place(node)
            && values.is_stored(arg)
            && matches!(&*node.state(), State::Pending(..))
        {
            node.settle(State::Memory(values.memory(arg)));
        }
    }
}

/// A value as the state of a node.
pub(crate) fn state(value: Value) -> State {
    match value {
        Value::Memory(memory) => State::Memory(memory),
        Value::Number(number) => State::Number(number),
    }
}
