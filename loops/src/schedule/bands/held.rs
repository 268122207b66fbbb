//! Arrays of the caller's that bands write and need old rows of.
//!
//! A loop that reads an array at other positions than it writes is two in a nest: one that makes a new
//! array, and one that copies it. In a band both are done for some rows, and the runtime puts these
//! where they belong as soon as nobody needs the old ones there.

use super::halo::{Halo, Halos};
use super::{Draft, Taken, home};
use crate::nest::{
    Affine, ArrayId, Extent, Inset, Item, Loop, Nest, Pattern, Stage, Step, Storage, Write,
    WriteMode, bare,
};
use crate::ordered::{OrderedSet, ToList};
use syn::{Expr, Pat};

/// An array of the caller's of which a band writes some rows, and is given old ones.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Held {
    /// The array.
    pub home: ArrayId,
    /// The array that the program writes there.
    pub array: ArrayId,
    /// The array whose rows a band makes for it: the same, or the one that it is a copy of.
    pub made: ArrayId,
    /// The elements that are written.
    pub inset: Inset,
    /// The old rows that a band needs, if it needs any.
    pub old: Option<Halo>,
}

impl Held {
    /// The axes of a row.
    pub fn row(&self) -> &[Extent] {
        &self.inset.sizes[1..]
    }

    /// The arrays of the caller's that loops hold rows of: those of which they write a part, or read
    /// other rows than they write. `None` if a loop writes an array that another one writes as well.
    pub(super) fn all(
        nest: &Nest,
        loops: &[Taken<'_>],
        (draft, halos): (&Draft, &Halos),
        behind: &OrderedSet<ArrayId>,
    ) -> Option<Vec<Held>> {
        let mut homes = Vec::new();
        let mut all = Vec::new();
        for (taken, write) in writes(loops) {
            let Some(home) = home(nest, write.array) else {
                continue;
            };
            if homes.contains(&home) {
                return None;
            }
            homes.push(home);
            let mut reads = draft.sources.iter();
            let read = reads.find(|(array, _)| nest.owner(**array) == home);
            let inset = nest.arrays[write.array].inset.as_deref().cloned();
            if read.is_none() && inset.is_none() {
                continue;
            }
            let inset = inset.unwrap_or_else(|| taken.whole());
            if read.is_some_and(|(_, row)| row[..] != inset.sizes[1..]) {
                return None;
            }
            all.push(Held {
                home,
                array: write.array,
                made: copied(nest, loops, behind, write.array).unwrap_or(write.array),
                inset,
                old: read.map(|(array, _)| halos[array]),
            });
        }
        Some(all)
    }

    /// Lets the loops of a band make the rows that it holds as new arrays. Those that would do nothing
    /// but copy them are left out.
    pub(super) fn make(held: &[Held], inner: &mut Nest) {
        for one in held {
            let array = &mut inner.arrays[one.array];
            (array.storage, array.inset) = (Storage::Fresh, None);
        }
        let is_copied = |array: ArrayId| {
            let mut held = held.iter();
            held.any(|one| one.array == array && one.made != array)
        };
        inner.stages.retain_mut(|stage| {
            let Stage::Loop(nested) = stage else {
                return true;
            };
            for write in &mut nested.writes {
                if held.iter().any(|one| one.array == write.array) {
                    write.mode = WriteMode::Fresh;
                }
            }
            let mut writes = nested.writes.iter();
            let does_nothing = writes.all(|write| is_copied(write.array));
            !does_nothing || !nested.folds.is_empty()
        });
    }
}

impl Taken<'_> {
    /// All elements of an array that has one for each position.
    fn whole(&self) -> Inset {
        let axes = [&self.rows].into_iter().chain(&self.row);
        let axes: Vec<Extent> = axes.cloned().list();
        Inset {
            begins: vec![Extent::Literal(0); axes.len()],
            counts: axes.clone(),
            sizes: axes,
        }
    }
}

/// The writes of loops.
fn writes<'t>(loops: &'t [Taken<'t>]) -> impl Iterator<Item = (&'t Taken<'t>, &'t Write)> {
    let of_loop = |taken: &'t Taken<'t>| {
        let writes = taken.nested.writes.iter();
        writes.map(move |write| (taken, write))
    };
    loops.iter().flat_map(of_loop)
}

/// The new array that a loop copies to the caller's, if that loop does nothing but copy arrays that
/// only the band needs, and nothing else of it reads the copies.
fn copied(
    nest: &Nest,
    loops: &[Taken<'_>],
    behind: &OrderedSet<ArrayId>,
    array: ArrayId,
) -> Option<ArrayId> {
    let taken = loops.iter().find(|taken| {
        let mut writes = taken.nested.writes.iter();
        writes.any(|write| write.array == array)
    })?;
    let is_new = |of: ArrayId| {
        let mut made = writes(loops);
        made.any(|(_, write)| write.array == of && write.mode == WriteMode::Fresh)
    };
    let is_read = |of: ArrayId| {
        let mut reads = loops.iter().flat_map(|taken| &taken.reads.by_rows);
        reads.any(|read| read.array == of)
    };
    let source = |of: ArrayId| {
        let from = copy_of(taken.nested, of)?;
        (is_new(from) && !behind.contains(&from) && !is_read(of)).then_some(from)
    };
    let mut written = taken.nested.writes.iter();
    let is_copy =
        written.all(|write| home(nest, write.array).is_some() && source(write.array).is_some());
    is_copy.then(|| source(array))?
}

/// The array in memory of which a loop writes a copy, element by element.
fn copy_of(nested: &Loop, array: ArrayId) -> Option<ArrayId> {
    let steps = nested.body.items.iter().filter_map(Item::step);
    let from = steps.into_iter().find_map(|step| match step {
        Step::Map { worker, args, into } if *into == Pattern::Name(array) => {
            is_identity(&worker.expr).then(|| args[0])
        }
        _ => None,
    })?;
    let mut reads = nested.body.reads.iter();
    let in_step = reads.any(|read| read.array == from && read.map == [Affine::Identity(0)]);
    in_step.then_some(from)
}

/// Returns true for `|value| value`.
fn is_identity(worker: &Expr) -> bool {
    let Expr::Closure(closure) = bare(worker) else {
        return false;
    };
    match (closure.inputs.first(), bare(&closure.body)) {
        (Some(Pat::Ident(name)), Expr::Path(path)) => {
            closure.inputs.len() == 1 && path.path.is_ident(&name.ident)
        }
        _ => false,
    }
}
