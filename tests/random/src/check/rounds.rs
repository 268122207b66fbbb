//! The inputs that a case runs on.

use crate::case::{Case, ParamKind};
use crate::column::Column;
use crate::data;
use crate::program::Lengths;
use crate::ty::Ty;
use fusus_rng::Rng;

/// One set of inputs.
#[derive(Clone, Debug)]
pub(super) struct Round {
    pub(super) number: usize,
    /// Lengths by class.
    pub(super) lens: Vec<usize>,
    pub(super) special: bool,
    /// A parameter that is one element too long.
    pub(super) longer: Option<usize>,
    /// Set if the interpreter takes part.
    pub(super) interpreted: bool,
    pub(super) threads: &'static [usize],
}

/// The sets of inputs of a case.
pub(super) fn rounds(case: &Case) -> Vec<Round> {
    const ALONE: &[usize] = &[1, 3];
    const ALL: &[usize] = &[1, 2, 3, 8];
    let mut rng = Rng::of(case.seed, 0);
    let mut lens: Vec<usize> = match case.small {
        true => vec![0, 1, 2, 3, 7, 31, 32, 33, 64],
        // The shortest block is 1024.
        false => vec![0, 1, 2, 17, 1023, 1024, 1025, 2049, 3001 + rng.below(200)],
    };
    // Arrays that may be empty.
    lens.dedup();
    let mut rounds = Vec::new();
    let mut add = |rng: &mut Rng, len: usize, special: bool, interpreted: bool| {
        let number = rounds.len();
        rounds.push(Round {
            number,
            lens: lengths(case, len, rng),
            special,
            longer: None,
            interpreted,
            threads: if len > 1024 || case.small { ALL } else { ALONE },
        });
    };
    for len in lens {
        add(&mut rng, len, false, true);
    }
    let middle = if case.small { 20 } else { 1100 };
    add(&mut rng, middle, true, true);
    add(&mut rng, 5, true, true);
    if !case.small {
        add(&mut rng, case.large, false, false);
    }
    for tied in case.ties {
        for (position, param) in tied.iter().enumerate() {
            if position < 3 {
                rounds.push(Round {
                    number: rounds.len(),
                    lens: lengths(case, 9, &mut rng),
                    special: false,
                    longer: Some(*param),
                    interpreted: false,
                    threads: ALONE,
                });
            }
        }
    }
    // Arrays that must have one length without being tied have not.
    if case
        .classes
        .iter()
        .any(|class| matches!(class, Some(Lengths::Like(_))))
    {
        let mut lens = lengths(case, 40, &mut rng);
        for (class, length) in case.classes.iter().enumerate() {
            if let Some(Lengths::Like(_)) = length {
                lens[class] += 1;
            }
        }
        rounds.push(Round {
            number: rounds.len(),
            lens,
            special: false,
            longer: None,
            interpreted: true,
            threads: ALONE,
        });
    }
    rounds
}

/// Lengths by class, of which the first is `len`.
fn lengths(case: &Case, len: usize, rng: &mut Rng) -> Vec<usize> {
    let mut lens: Vec<usize> = Vec::new();
    let mut any = 0;
    for class in case.classes {
        let length = match class {
            None => 0,
            Some(Lengths::Any) => {
                any += 1;
                match any {
                    1 => len,
                    _ => *rng.pick(&[len, len / 2, len, 3]),
                }
            }
            Some(Lengths::Like(class)) => lens[*class],
            Some(Lengths::Table(len)) => *len,
        };
        lens.push(length);
    }
    lens
}

/// The columns of all parameters.
pub(super) fn inputs(case: &Case, round: &Round) -> Vec<Vec<Column>> {
    let mut rng = Rng::of(case.seed, 1 + round.number as u64);
    case.params
        .iter()
        .enumerate()
        .map(|(position, param)| {
            let longer = usize::from(round.longer == Some(position));
            let len = match param.kind {
                ParamKind::Array(class) | ParamKind::Mut(class) => round.lens[class] + longer,
                ParamKind::Scalar => 1,
            };
            let special = round.special && param.kind != ParamKind::Scalar;
            Ty::parse(param.ty)
                .leaves()
                .into_iter()
                .map(|prim| data::column(prim, param.data, len, &round.lens, special, &mut rng))
                .collect()
        })
        .collect()
}
