//! Plans: the nests of a program, and what is left of its arrays.

use std::fmt::Write as _;

use crate::program::{ArrayId, Program, StatementId};
use crate::region::{Region, Vector};
use crate::structure::{Loop, Structure};

/// Statements that share all loops of a nest, those inside of the shared ones with nobody else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The statements, in the order in which the innermost loop runs them.
    pub statements: Vec<StatementId>,
    /// The loops of their own.
    pub inner: Structure,
}

/// A nest: shared loops, and parts which follow each other inside. A nest of one part without loops
/// of its own is what the paper makes of a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nest {
    /// The shared loops.
    pub outer: Structure,
    /// Its parts, in the order in which they run.
    pub parts: Vec<Part>,
}

impl Nest {
    /// The statements, in the order of the bodies.
    pub fn statements(&self) -> impl Iterator<Item = StatementId> {
        self.parts
            .iter()
            .flat_map(|it| it.statements.iter().copied())
    }

    /// Returns true if the statement is in it.
    pub fn contains(&self, id: StatementId) -> bool {
        self.statements().any(|other| other == id)
    }
}

/// The elements of an array that exist at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Storage {
    /// All of them, in memory.
    Memory,
    /// A window of so many positions along each dimension. It is a scalar if all are 1.
    Window(Vec<u64>),
}

impl Storage {
    /// Returns true if nothing of the array is left in memory.
    pub fn is_contracted(&self) -> bool {
        matches!(self, Self::Window(_))
    }

    /// The elements of a window; 0 for an array in memory, and for a scalar, which is in a register.
    pub fn window(&self) -> u64 {
        match self {
            Self::Memory => 0,
            Self::Window(positions) if positions.iter().all(|&it| it == 1) => 0,
            Self::Window(positions) => positions.iter().product(),
        }
    }
}

/// The nests of a program, one after the other. Parts of a plan have only some of the
/// statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The nests.
    pub nests: Vec<Nest>,
    /// For each statement, the positions by which its nest runs it later than its own indices.
    pub shifts: Vec<Vector>,
    /// For each array, what is left of it.
    pub storage: Vec<Storage>,
}

impl Plan {
    /// The storage of an array.
    pub fn storage(&self, array: ArrayId) -> &Storage {
        &self.storage[array.0]
    }

    /// The nest of a statement.
    pub fn nest_of(&self, id: StatementId) -> Option<usize> {
        self.nests.iter().position(|nest| nest.contains(id))
    }

    /// The positions of a nest: the least box around the shifted regions of its statements.
    ///
    /// # Panics
    ///
    /// Panics if the nest has no statement.
    pub fn positions(&self, program: &Program, nest: &Nest) -> Region {
        let regions = nest.statements().map(|id| {
            let region = &program.statement(id).region;
            region.shifted(&self.shifts[id.0])
        });
        let hull = regions.reduce(|hull, region| hull.hull(&region));
        hull.expect("a nest has statements")
    }

    /// The contracted arrays that some statement mentions, by their names.
    pub fn contracted<'a>(&self, program: &'a Program) -> Vec<&'a str> {
        let ids = program.array_ids().filter(|&id| {
            self.storage(id).is_contracted() && !program.references_to(id).is_empty()
        });
        ids.map(|id| &*program.array(id).name).collect()
    }

    /// The number of arrays in memory that some statement mentions: live ranges in one memory count
    /// as one.
    pub fn arrays_in_memory(&self, program: &Program) -> usize {
        let mut memories: Vec<usize> = program
            .array_ids()
            .filter(|&id| !self.storage(id).is_contracted())
            .filter(|&id| !program.references_to(id).is_empty())
            .map(|id| program.array(id).memory)
            .collect();
        memories.sort_unstable();
        memories.dedup();
        memories.len()
    }

    /// Its clusters and their structures, with statements from 1 on: `{1,2} (1,2) {3} (1,2)`.
    pub fn clusters_text(&self) -> String {
        let nest = |nest: &Nest| {
            let mut numbers: Vec<usize> = nest.statements().map(|id| id.0 + 1).collect();
            numbers.sort_unstable();
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            let mut loops = nest.outer.clone();
            if let [part] = &nest.parts[..] {
                loops.0.extend(&part.inner.0);
            }
            format!("{{{}}} {loops}", numbers.join(","))
        };
        let nests: Vec<String> = self.nests.iter().map(nest).collect();
        nests.join(" ")
    }

    /// The nests as loops, with what is left of each contracted array.
    pub fn text(&self, program: &Program) -> String {
        let mut text = String::new();
        for nest in &self.nests {
            let positions = self.positions(program, nest);
            let depth = push_loops(&mut text, &nest.outer, &positions, 0);
            for part in &nest.parts {
                let depth = push_loops(&mut text, &part.inner, &positions, depth);
                for &id in &part.statements {
                    text.push_str(&"  ".repeat(depth));
                    text.push_str(&program.statement_text(id));
                    if self.shifts[id.0].iter().any(|&by| by != 0) {
                        let shift = crate::region::vector_text(&self.shifts[id.0]);
                        let _ = write!(text, "  later by {shift}");
                    }
                    text.push('\n');
                }
            }
        }
        for id in program.array_ids() {
            if let Storage::Window(window) = self.storage(id) {
                let name = &program.array(id).name;
                let _ = match window.iter().all(|&positions| positions == 1) {
                    true => writeln!(text, "{name}: a scalar"),
                    false => {
                        let sides: Vec<String> = window.iter().map(ToString::to_string).collect();
                        writeln!(text, "{name}: a window of {}", sides.join(" × "))
                    }
                };
            }
        }
        text
    }
}

fn push_loops(text: &mut String, loops: &Structure, over: &Region, depth: usize) -> usize {
    let mut depth = depth;
    for &Loop {
        dimension,
        downwards,
    } in &loops.0
    {
        let side = over.0[dimension];
        let (first, last) = match downwards {
            true => (side.high, side.low),
            false => (side.low, side.high),
        };
        let down = if downwards { " down" } else { "" };
        let indent = "  ".repeat(depth);
        let _ = writeln!(
            text,
            "{indent}for {} from {first}{down} to {last}",
            dimension + 1
        );
        depth += 1;
    }
    depth
}
