//! Live ranges: an array that is made anew is another one from there on.

use crate::program::{ArrayId, Program, Reference, StatementId};
use crate::region::Region;

impl Program {
    /// The program whose arrays are live ranges. A range begins at a write outside of user loops
    /// behind which nothing is read of what the array held before.
    #[must_use]
    pub fn in_ranges(&self) -> Self {
        let mut program = self.clone();
        for array in self.array_ids() {
            let mut range = array;
            for id in self.ids() {
                if self.statement(id).write == Some(array) && self.begins_range(array, id) {
                    let next = ArrayId(program.arrays.len());
                    let mut made = program.array(range).clone();
                    program.arrays[range.0].live = false;
                    made.compiler = self.array(array).compiler;
                    program.arrays.push(made);
                    program.rename_from(id, range, next);
                    range = next;
                }
            }
        }
        program
    }

    fn begins_range(&self, array: ArrayId, at: StatementId) -> bool {
        let of_array = self.references_to(array);
        let (before, from): (Vec<Reference<'_>>, Vec<_>) = of_array
            .into_iter()
            .partition(|it| it.statement < at || (it.statement == at && !it.is_write()));
        if before.is_empty() || self.statement(at).within.is_some() {
            return false;
        }
        let remade = |region: Region, until: Option<&Reference<'_>>| {
            let writes = from.iter().filter(|it| {
                it.is_write() && until.is_none_or(|read| self.runs_before(it, read) == Some(true))
            });
            let writes: Vec<Region> = writes.map(|it| it.elements(self)).collect();
            region.outside(&writes).is_empty()
        };
        let mut reads = from.iter().filter(|it| !it.is_write());
        let mut written = before.iter().filter(|it| it.is_write());
        reads.all(|read| remade(read.elements(self), Some(read)))
            && (!self.array(array).live || written.all(|it| remade(it.elements(self), None)))
    }

    fn rename_from(&mut self, at: StatementId, old: ArrayId, new: ArrayId) {
        for (position, statement) in self.statements.iter_mut().enumerate().skip(at.0) {
            if statement.write == Some(old) {
                statement.write = Some(new);
            }
            if position > at.0 {
                for read in statement.reads.iter_mut().filter(|read| read.array == old) {
                    read.array = new;
                }
            }
        }
    }
}
