//! Programs: array statements over regions, in the paper's normal form, and loops around them.

use std::collections::BTreeSet;
use std::fmt;

use crate::region::{Interval, Region, Vector, vector_text};

/// The position of an array in its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArrayId(pub usize);

/// The position of a statement in its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StatementId(pub usize);

/// The position of a user loop in its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UserLoopId(pub usize);

/// An array, or one of several live ranges of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// Its name.
    pub name: String,
    /// The number of the memory that it lies in: live ranges of one array have one number.
    pub memory: usize,
    /// Returns true if it is read after the program.
    pub live: bool,
    /// Returns true if normalisation inserted it.
    pub compiler: bool,
}

/// A read of an array at an offset from the current index.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Read {
    /// The array.
    pub array: ArrayId,
    /// The offset; all zeros is the current index itself.
    pub offset: Vector,
}

/// An element-wise operation over a region. It reads at constant offsets and writes at none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Its extent.
    pub region: Region,
    /// The array that it writes; none where it folds its elements to a scalar.
    pub write: Option<ArrayId>,
    /// The reads of its right side, from left to right.
    pub reads: Vec<Read>,
    /// The user loop that it stands in.
    pub within: Option<UserLoopId>,
}

/// A loop of the program over one dimension, which runs its statements row by row: elements that it
/// wrote in earlier rows are read in later ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UserLoop {
    /// The dimension, from 0 on.
    pub dimension: usize,
    /// Returns true if its rows come from the last one to the first.
    pub downwards: bool,
}

impl UserLoop {
    /// The step from a row to the next.
    pub fn step(self) -> i64 {
        if self.downwards { -1 } else { 1 }
    }
}

/// Array statements, one after the other. Statements in one user loop are neighbours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Its arrays.
    pub arrays: Vec<Array>,
    /// Its statements.
    pub statements: Vec<Statement>,
    /// Its user loops.
    pub loops: Vec<UserLoop>,
}

/// The statements that get a compiler array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Insertion {
    /// Statements that read what they write, at any offset: the paper's text.
    Always,
    /// Statements that read elements which they write at other indices: the paper's counts. One that
    /// mirrors the border of an array reads none of them.
    WhereMoved,
}

/// A reference to an array by a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference<'a> {
    /// The statement.
    pub statement: StatementId,
    /// The array.
    pub array: ArrayId,
    /// The offset; `None` for a write, which has offset 0.
    pub read: Option<&'a Vector>,
}

impl Reference<'_> {
    /// Returns true if it is a write.
    pub fn is_write(&self) -> bool {
        self.read.is_none()
    }

    /// Its offset along a dimension.
    pub fn offset(&self, dimension: usize) -> i64 {
        self.read.map_or(0, |offset| offset[dimension])
    }

    /// The elements that it touches.
    pub fn elements(&self, program: &Program) -> Region {
        let region = &program.statement(self.statement).region;
        match self.read {
            Some(offset) => region.shifted(offset),
            None => region.clone(),
        }
    }
}

impl Program {
    /// The array behind an id.
    pub fn array(&self, id: ArrayId) -> &Array {
        &self.arrays[id.0]
    }

    /// The statement behind an id.
    pub fn statement(&self, id: StatementId) -> &Statement {
        &self.statements[id.0]
    }

    /// The ids of its arrays.
    pub fn array_ids(&self) -> impl DoubleEndedIterator<Item = ArrayId> + use<> {
        (0..self.arrays.len()).map(ArrayId)
    }

    /// The ids of its statements.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = StatementId> + use<> {
        (0..self.statements.len()).map(StatementId)
    }

    /// The array of a name; the first live range of it.
    pub fn array_named(&self, name: &str) -> Option<ArrayId> {
        self.array_ids().find(|&id| self.array(id).name == name)
    }

    /// The references of a statement: its reads, then its write.
    pub fn references(&self, id: StatementId) -> impl Iterator<Item = Reference<'_>> {
        let statement = self.statement(id);
        let reads = statement.reads.iter().map(move |read| Reference {
            statement: id,
            array: read.array,
            read: Some(&read.offset),
        });
        let write = statement.write.map(|array| Reference {
            statement: id,
            array,
            read: None,
        });
        reads.chain(write)
    }

    /// The references to an array, in the order of the program.
    pub fn references_to(&self, array: ArrayId) -> Vec<Reference<'_>> {
        let all = self.ids().flat_map(|id| self.references(id));
        all.filter(|reference| reference.array == array).collect()
    }

    /// The statements that mention an array.
    pub fn statements_of(&self, array: ArrayId) -> BTreeSet<StatementId> {
        let references = self.references_to(array);
        references.iter().map(|it| it.statement).collect()
    }

    /// The reference weight of an array: for each reference, the indices of its region.
    pub fn weight(&self, array: ArrayId) -> u128 {
        let references = self.references_to(array);
        let sizes = references
            .iter()
            .map(|it| self.statement(it.statement).region.size());
        sizes.sum()
    }

    /// Returns true if one of two references runs before the other where they touch one element:
    /// `Some(true)` if the first does, `None` if they do so at once, which is in one statement.
    pub(crate) fn runs_before(&self, one: &Reference<'_>, other: &Reference<'_>) -> Option<bool> {
        let by_text = match one.statement.cmp(&other.statement) {
            std::cmp::Ordering::Less => Some(true),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(false),
        };
        let (left, right) = (
            self.statement(one.statement).within,
            self.statement(other.statement).within,
        );
        let Some(shared) = left.filter(|_| left == right) else {
            return by_text;
        };
        let user = self.loops[shared.0];
        let rows = one.offset(user.dimension) - other.offset(user.dimension);
        match (rows * user.step()).signum() {
            1 => Some(true),
            -1 => Some(false),
            _ => by_text,
        }
    }

    /// The parts of a read that no write before it has made: they come from before the program.
    pub(crate) fn exposed(&self, read: &Reference<'_>) -> Vec<Region> {
        let writes = self.ids().filter_map(|id| {
            let write = self.references(id).find(Reference::is_write)?;
            let is_before = self.runs_before(&write, read) == Some(true);
            (write.array == read.array && is_before).then(|| write.elements(self))
        });
        let writes: Vec<Region> = writes.collect();
        read.elements(self).outside(&writes)
    }

    /// The program with a compiler array for each statement that reads what it writes: the
    /// statement makes it, and another one copies it.
    #[must_use]
    pub fn normalised(&self, insertion: Insertion) -> Self {
        let mut program = Self {
            arrays: self.arrays.clone(),
            statements: Vec::new(),
            loops: self.loops.clone(),
        };
        for statement in &self.statements {
            let reads_itself = statement.reads.iter().any(|read| {
                let moved = read.offset.iter().any(|&along| along != 0);
                let meets = || {
                    statement
                        .region
                        .shifted(&read.offset)
                        .meets(&statement.region)
                };
                Some(read.array) == statement.write
                    && (insertion == Insertion::Always || moved && meets())
            });
            let Some(written) = statement.write.filter(|_| reads_itself) else {
                program.statements.push(statement.clone());
                continue;
            };
            let inserted = ArrayId(program.arrays.len());
            let number = program.arrays.iter().filter(|array| array.compiler).count() + 1;
            program.arrays.push(Array {
                name: format!("_{number}"),
                memory: program
                    .arrays
                    .iter()
                    .map(|it| it.memory)
                    .max()
                    .map_or(0, |it| it + 1),
                live: false,
                compiler: true,
            });
            program.statements.push(Statement {
                write: Some(inserted),
                ..statement.clone()
            });
            program.statements.push(Statement {
                region: statement.region.clone(),
                write: Some(written),
                reads: vec![Read {
                    array: inserted,
                    offset: vec![0; statement.region.rank()],
                }],
                within: statement.within,
            });
        }
        program
    }

    /// The basic blocks: neighbouring statements outside of user loops, and the body of each user
    /// loop for one row. An array that a later block reads is live in a block, and so is one that
    /// the next row of its own loop reads.
    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks: Vec<Vec<StatementId>> = Vec::new();
        for id in self.ids() {
            let within = |id: StatementId| self.statement(id).within;
            match blocks.last_mut() {
                Some(block) if within(block[0]) == within(id) => block.push(id),
                _ => blocks.push(vec![id]),
            }
        }
        blocks.into_iter().map(|ids| self.block(ids)).collect()
    }

    fn block(&self, ids: Vec<StatementId>) -> Block {
        let user = self.statement(ids[0]).within.map(|id| self.loops[id.0]);
        let of_row = |statement: &Statement| {
            let mut statement = statement.clone();
            statement.within = None;
            if let Some(user) = user {
                let side = &mut statement.region.0[user.dimension];
                *side = Interval {
                    low: side.low,
                    high: side.low,
                };
            }
            statement
        };
        let statements = ids.iter().map(|&id| of_row(self.statement(id))).collect();
        let mut program = Self {
            arrays: self.arrays.clone(),
            statements,
            loops: Vec::new(),
        };
        let last = ids[ids.len() - 1];
        let later: BTreeSet<ArrayId> = self
            .ids()
            .filter(|&id| id > last)
            .flat_map(|id| self.statement(id).reads.iter().map(|read| read.array))
            .collect();
        for id in self.array_ids() {
            let from_row = user.is_some()
                && program
                    .references_to(id)
                    .iter()
                    .any(|it| !it.is_write() && !program.exposed(it).is_empty());
            program.arrays[id.0].live |= later.contains(&id) || from_row;
        }
        Block { ids, program }
    }

    /// The text of a statement.
    pub fn statement_text(&self, id: StatementId) -> String {
        let statement = self.statement(id);
        let read = |read: &Read| {
            let name = &self.array(read.array).name;
            if read.offset.iter().all(|&along| along == 0) {
                name.clone()
            } else {
                format!("{name}@{}", vector_text(&read.offset))
            }
        };
        let reads: Vec<String> = statement.reads.iter().map(read).collect();
        let reads = reads.join(", ");
        match statement.write {
            Some(array) => format!("{} := f({reads})", self.array(array).name),
            None => format!("fold({reads})"),
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for id in self.ids() {
            let region = &self.statement(id).region;
            writeln!(f, "{}: {region} {}", id.0 + 1, self.statement_text(id))?;
        }
        Ok(())
    }
}

/// A basic block, as a program without user loops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its statements, by their ids in the whole program.
    pub ids: Vec<StatementId>,
    /// The block alone. Its arrays are those of the whole program.
    pub program: Program,
}
