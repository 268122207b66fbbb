//! The published algorithms: FUSION-FOR-CONTRACTION, FUSION-FOR-LOCALITY, FIND-LOOP-STRUCTURE, and
//! the levels that the paper measures.

mod clusters;
mod fusion;
mod structure;

pub use clusters::{Clusters, is_contractible, is_fusible};
pub use structure::find_loop_structure;

use crate::dependence::dependences;
use crate::plan::{Nest, Part, Plan, Storage};
use crate::program::{ArrayId, Program};
use crate::structure::Structure;

/// The paper's sets of transformations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Nothing is fused or contracted.
    Baseline,
    /// Statements are fused for the contraction of compiler arrays, which then stay.
    F1,
    /// Compiler arrays are contracted.
    C1,
    /// C1, and statements are fused for the contraction of user arrays, which then stay.
    F2,
    /// C1, and statements are fused for locality.
    F3,
    /// Compiler and user arrays are contracted.
    C2,
    /// C2, and statements are fused for locality.
    C2F3,
    /// C2F3, and any two clusters are fused that may be.
    C2F4,
}

impl Level {
    /// All of them, in the order of the paper.
    pub const ALL: [Self; 8] = [
        Self::Baseline,
        Self::F1,
        Self::C1,
        Self::F2,
        Self::F3,
        Self::C2,
        Self::C2F3,
        Self::C2F4,
    ];

    /// The name in the paper.
    pub fn name(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::F1 => "f1",
            Self::C1 => "c1",
            Self::F2 => "f2",
            Self::F3 => "f3",
            Self::C2 => "c2",
            Self::C2F3 => "c2+f3",
            Self::C2F4 => "c2+f4",
        }
    }
}

/// The plan of the published algorithms for a basic block of normalised statements.
///
/// # Panics
///
/// Panics if the program has user loops: the paper takes their bodies alone, as
/// [`Program::blocks`] does.
pub fn zpl(block: &Program, level: Level) -> Plan {
    assert!(block.loops.is_empty(), "a basic block has no loops");
    let dependences = dependences(block);
    let mut clusters = Clusters::trivial(block, &dependences);
    let compiler = |array: ArrayId| block.array(array).compiler;
    if level >= Level::F1 {
        let candidate: &dyn Fn(ArrayId) -> bool = match level {
            Level::F2 | Level::C2 | Level::C2F3 | Level::C2F4 => &|_| true,
            _ => &compiler,
        };
        fusion::for_contraction(&mut clusters, candidate);
    }
    if matches!(level, Level::F3 | Level::C2F3 | Level::C2F4) {
        fusion::for_locality(&mut clusters);
    }
    if level == Level::C2F4 {
        fusion::pairwise(&mut clusters);
    }
    let contracts = |array: ArrayId| match level {
        Level::Baseline | Level::F1 => false,
        Level::C1 | Level::F2 | Level::F3 => compiler(array),
        Level::C2 | Level::C2F3 | Level::C2F4 => true,
    };
    scalarized(&clusters, contracts)
}

/// The plans of a program's basic blocks, with the arrays of the whole program: the arrays that
/// some block has in memory are, and the nests of a block are within its user loop.
pub fn zpl_blocks(program: &Program, level: Level) -> Vec<(crate::program::Block, Plan)> {
    let blocks = program.blocks().into_iter();
    blocks
        .map(|block| {
            let plan = zpl(&block.program, level);
            (block, plan)
        })
        .collect()
}

/// The arrays of a program that are left in memory by the plans of its blocks.
pub fn arrays_in_memory(
    program: &Program,
    plans: &[(crate::program::Block, Plan)],
) -> Vec<ArrayId> {
    let in_memory = |id: &ArrayId| {
        plans.iter().any(|(block, plan)| {
            !block.program.references_to(*id).is_empty() && !plan.storage(*id).is_contracted()
        })
    };
    program.array_ids().filter(in_memory).collect()
}

/// The nests of a partition. Arrays that may be contracted, and are to be, become scalars.
fn scalarized(clusters: &Clusters<'_>, contracts: impl Fn(ArrayId) -> bool) -> Plan {
    let program = clusters.program();
    let mut nests = Vec::new();
    for cluster in clusters.in_order() {
        let rank = program.statement(cluster[0]).region.rank();
        let outer = find_loop_structure(rank, &clusters.distances_within(&cluster))
            .expect("a fusible cluster has a structure");
        nests.push(Nest {
            outer,
            parts: vec![Part {
                statements: cluster,
                inner: Structure::default(),
            }],
        });
    }
    let storage = program.array_ids().map(|array| {
        let rank = program
            .references_to(array)
            .first()
            .map_or(0, |it| program.statement(it.statement).region.rank());
        let mut statements = program.statements_of(array).into_iter();
        let cluster = statements.next().map(|first| clusters.of(first));
        match cluster {
            Some(cluster)
                if contracts(array)
                    && statements.all(|id| clusters.of(id) == cluster)
                    && is_contractible(program, clusters.dependences(), array) =>
            {
                Storage::Window(vec![1; rank])
            }
            _ => Storage::Memory,
        }
    });
    Plan {
        nests,
        shifts: program
            .statements
            .iter()
            .map(|statement| vec![0; statement.region.rank()])
            .collect(),
        storage: storage.collect(),
    }
}
