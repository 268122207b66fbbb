//! Shifts: the positions by which statements of a nest run later than their indices, so that
//! everything is written before it is read.

use std::collections::BTreeMap;

use crate::dependence::Dependence;
use crate::program::StatementId;
use crate::region::Vector;
use crate::structure::Structure;

/// The least shifts with which loops keep some dependences, and the dependences that none of these
/// loops carries. `None` if there are no such shifts.
///
/// Loop by loop from the outermost, a statement runs as late as the longest path to it asks for.
/// Dependences that a loop carries then do not matter to the loops inside of it. Statements that
/// need not move stay.
pub(super) fn shifted<'a>(
    statements: &[StatementId],
    dependences: &[&'a Dependence],
    loops: &Structure,
    shifts: &mut BTreeMap<StatementId, Vector>,
) -> Option<Vec<&'a Dependence>> {
    let mut rest = dependences.to_vec();
    for it in &loops.0 {
        let mut late: BTreeMap<StatementId, i64> =
            statements.iter().map(|&statement| (statement, 0)).collect();
        let mut rounds = 0;
        loop {
            let mut moved = false;
            for dependence in &rest {
                let least = late[&dependence.from] - it.along(&dependence.distance);
                let target = late.get_mut(&dependence.to)?;
                if *target < least {
                    *target = least;
                    moved = true;
                }
            }
            if !moved {
                break;
            }
            rounds += 1;
            if rounds > statements.len() {
                return None;
            }
        }
        rest.retain(|dependence| {
            it.along(&dependence.distance) + late[&dependence.to] == late[&dependence.from]
        });
        for (statement, by) in late {
            let shift = shifts.get_mut(&statement)?;
            shift[it.dimension] = if it.downwards { -by } else { by };
        }
    }
    Some(rest)
}
