//! Clustering as an integer linear program (Robinson, section 4.2), with the
//! constraints that nearly all solutions keep anyway added only when broken.
//!
//! The paper's π_i, which order the clusters, and its constraints between them
//! are left out: they make the linear relaxation weak. Instead the program is
//! solved with few constraints, the solution is inspected, and constraints
//! that it breaks and every legal clustering keeps are added ([`cuts`]), until
//! none is broken. See [`model`] for the constraints there from the start.
//!
//! This is complete. Every constraint is kept by all legal clusterings, so
//! each program's optimum is a lower bound. A solution that breaks none of
//! them is transitive, so it is a partition; it has no cycle of clusters, no
//! pair that could not be fused, and its sizes are joined: it is legal, so its
//! cost is an upper bound too. There are finitely many different constraints
//! and each round adds one that the last solution broke, so the rounds end.

mod cuts;
mod model;

use std::time::Instant;

use self::model::Model;
use super::problem::Problem;
use super::state::Mask;
use super::{Limit, Solver};

/// The result of integer programming.
#[derive(Clone, Debug)]
pub(super) struct Program {
    /// The optimum's classes, if it was reached.
    pub(super) classes: Option<Vec<Mask>>,
    /// No clustering costs less, the problem's fixed cost included.
    pub(super) lower_bound: u64,
}

/// Solves a problem by integer programming, within the limit's time. A solver
/// that fails, whatever it says, leaves the bound of the rounds before.
pub(super) fn solve(problem: &Problem<'_>, solver: Solver, limit: Limit) -> Program {
    let deadline = Instant::now() + limit.time;
    let mut model = Model::new(problem);
    let mut lower_bound = problem.fixed;
    // First the linear relaxation, whose rounds are cheap, then the integers.
    for integral in [false, true] {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Program {
                    classes: None,
                    lower_bound,
                };
            }
            let Some(values) = model.solve(solver, integral, left) else {
                return Program {
                    classes: None,
                    lower_bound,
                };
            };
            lower_bound = lower_bound.max(problem.fixed + model.rounded_up(&values));
            let cuts = if integral {
                cuts::broken_by_integers(problem, &model, &values)
            } else {
                cuts::broken_triangles(&model, &values)
            };
            if cuts.is_empty() {
                break;
            }
            model.add_cuts(cuts);
        }
    }
    Program {
        classes: model.classes(),
        lower_bound,
    }
}
