//! Programs at random.

use fusus_nests::{
    Array, ArrayId, Insertion, Interval, Program, Read, Region, Statement, UserLoop, UserLoopId,
};
use fusus_rng::Rng;

/// The kinds of programs.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The number of dimensions.
    pub rank: usize,
    /// The most statements.
    pub statements: usize,
    /// Returns true if regions differ.
    pub regions: bool,
    /// Returns true if statements may stand in user loops.
    pub loops: bool,
    /// The chance that an array is live, in percent.
    pub live: usize,
    /// The largest offset.
    pub reach: i64,
}

/// A program in normal form, with live ranges of its own.
pub fn program(rng: &mut Rng, kind: Kind) -> Program {
    let arrays = rng.within(2, 5);
    let mut program = Program {
        arrays: (0..arrays)
            .map(|number| Array {
                name: ["A", "B", "C", "D", "E", "F"][number].to_owned(),
                memory: number,
                live: rng.percent(kind.live),
                compiler: false,
            })
            .collect(),
        ..Program::default()
    };
    let side = |rng: &mut Rng| {
        let (low, high) = if kind.regions {
            (1 + rng.below(2) as i64, 3 + rng.below(3) as i64)
        } else {
            (1, 4)
        };
        Interval { low, high }
    };
    let mut user = None;
    for _ in 0..rng.within(2, kind.statements) {
        if kind.loops && rng.percent(40) {
            user = rng.percent(60).then(|| {
                program.loops.push(UserLoop {
                    dimension: rng.below(kind.rank),
                    downwards: rng.percent(50),
                });
                UserLoopId(program.loops.len() - 1)
            });
        }
        let write = (!rng.percent(5)).then(|| ArrayId(rng.below(arrays)));
        let region = Region((0..kind.rank).map(|_| side(rng)).collect());
        let reads = (0..rng.within(1, 3)).map(|_| {
            let offset = (0..kind.rank).map(|_| {
                let reach = 2 * kind.reach as usize + 1;
                if rng.percent(50) {
                    0
                } else {
                    rng.below(reach) as i64 - kind.reach
                }
            });
            Read {
                offset: offset.collect(),
                array: ArrayId(rng.below(arrays)),
            }
        });
        let reads = reads.collect();
        program.statements.push(Statement {
            region,
            write,
            reads,
            within: user,
        });
    }
    let insertion = match rng.percent(50) {
        true => Insertion::Always,
        false => Insertion::WhereMoved,
    };
    program.normalised(insertion).in_ranges()
}
