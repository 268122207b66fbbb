//! The elements that the blocks of a loop keep, as arrays.

use std::mem;
use std::sync::{Mutex, PoisonError};

use fusus_cpu::Block;

use crate::element::sealed::Typed;
use crate::element::{Buffer, typed};
use crate::error::ErrorKind;
use crate::graph::Graph;
use crate::program::Loop;
use crate::storage;

/// The elements that are kept so far, where one thread does all blocks: each block appends its own.
#[derive(Default)]
pub(crate) struct Carried(Mutex<Vec<Buffer>>);

impl Carried {
    /// The elements to which a block adds those that it keeps, for each array.
    pub(crate) fn begin(&self, graph: &Graph, own: &Loop, block: &Block<'_>) -> Vec<Buffer> {
        if block.is_sequential() && block.index() > 0 {
            return mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
        }
        let kept = own.compacted.iter().map(|one| {
            let ty = graph.steps[one.step].node.ty;
            typed!(ty, T => <T as Typed>::buffer(Vec::new()))
        });
        kept.collect()
    }

    /// Ends a block: returns its elements, unless the next block adds to them.
    pub(crate) fn carry(&self, block: &Block<'_>, kept: Vec<Buffer>) -> Vec<Buffer> {
        if block.continues() {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = kept;
            return Vec::new();
        }
        kept
    }
}

/// Joins the elements that blocks have kept, which are given for each block and each array; or returns the step
/// for whose elements there is no memory.
pub(crate) fn joined(
    graph: &Graph,
    own: &Loop,
    mut blocks: Vec<Vec<Buffer>>,
) -> Result<Vec<Buffer>, (usize, ErrorKind)> {
    let mut arrays = Vec::with_capacity(own.compacted.len());
    for (index, compacted) in own.compacted.iter().enumerate() {
        let take =
            |kept: &mut Vec<Buffer>| mem::replace(&mut kept[index], bool::buffer(Vec::new()));
        let parts: Vec<Buffer> = blocks.iter_mut().map(take).collect();
        let joined = one(graph, compacted.step, parts).map_err(|kind| (compacted.step, kind))?;
        arrays.push(joined);
    }
    Ok(arrays)
}

/// Joins the parts of an array.
fn one(graph: &Graph, step: usize, mut parts: Vec<Buffer>) -> Result<Buffer, ErrorKind> {
    if let [_] = parts[..] {
        return Ok(parts.remove(0));
    }
    let ty = graph.steps[step].node.ty;
    let mut buffer = storage::buffer(ty, parts.iter().map(Buffer::len).sum())?;
    typed!(ty, T => {
        let mut rest = &mut <T as Typed>::vector(&mut buffer)[..];
        for part in &parts {
            let part = <T as Typed>::slice(part);
            let (here, behind) = rest.split_at_mut(part.len());
            here.copy_from_slice(part);
            rest = behind;
        }
    });
    Ok(buffer)
}
