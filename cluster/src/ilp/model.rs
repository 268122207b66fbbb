//! The program: variables, objective, and the constraints there from the
//! start, each under its formula.

use std::time::Duration;

use good_lp::{
    Expression, ProblemVariables, ResolutionError, Solution as _, SolverModel, Variable,
    WithTimeLimit, constraint, variable,
};

use crate::Solver;
use crate::objective::Charge;
use crate::problem::Problem;
use crate::state::{Mask, bit, members};

/// The distance from an integer within which a value counts as integral.
pub(super) const TOLERANCE: f64 = 1e-6;

/// A sum of variables with coefficients, at most a constant.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AtMost {
    /// Variables by number.
    pub(super) terms: Vec<(usize, f64)>,
    /// The greatest value of their sum.
    pub(super) limit: f64,
}

impl AtMost {
    /// `left ≤ Σ right`, of variables or constants.
    pub(super) fn sum(left: Side, right: &[Side]) -> Self {
        let mut cut = Self {
            terms: Vec::new(),
            limit: 0.0,
        };
        cut.add(left, 1.0);
        for &side in right {
            cut.add(side, -1.0);
        }
        cut
    }

    fn add(&mut self, side: Side, coefficient: f64) {
        match side {
            Side::Variable(variable) => self.terms.push((variable, coefficient)),
            Side::Constant(constant) => self.limit -= coefficient * constant,
        }
    }
}

/// x_ij: a variable if the pair is undecided, a constant otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Side {
    /// The variable of this number.
    Variable(usize),
    /// 0 (merged) or 1 (cut).
    Constant(f64),
}

impl Side {
    /// Its value in a solution.
    pub(super) fn value(self, values: &[f64]) -> f64 {
        match self {
            Self::Variable(variable) => values[variable],
            Self::Constant(constant) => constant,
        }
    }
}

/// A variable.
#[derive(Clone, Copy, Debug)]
struct Column {
    weight: f64,
    /// True if it is 0 or 1 in integral solutions. The other variables follow from these.
    binary: bool,
}

/// The integer linear program of a problem.
#[derive(Debug)]
pub(super) struct Model<'a, 'g> {
    problem: &'a Problem<'g>,
    columns: Vec<Column>,
    /// x_ij of each pair of nodes; a row per node.
    x: Vec<Side>,
    constraints: Vec<AtMost>,
    /// The last integral solution.
    last: Option<Vec<f64>>,
}

impl<'a, 'g> Model<'a, 'g> {
    /// The program with the constraints there from the start.
    pub(super) fn new(problem: &'a Problem<'g>) -> Self {
        let m = problem.len();
        let mut model = Self {
            problem,
            columns: Vec::new(),
            x: vec![Side::Constant(0.0); m * m],
            constraints: Vec::new(),
            last: None,
        };
        model.add_pairs();
        model.add_groups();
        model.add_sizes();
        model
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.problem.len()
    }

    /// x_ij.
    pub(super) fn x(&self, i: usize, j: usize) -> Side {
        self.x[i * self.len() + j]
    }

    fn column(&mut self, weight: u64, binary: bool) -> usize {
        self.columns.push(Column {
            weight: weight as f64,
            binary,
        });
        self.columns.len() - 1
    }

    /// x_ij ∈ 𝔹, 0 if i and j share a cluster; minimise Σ W_ij x_ij.
    /// Only pairs that might share one have a variable (Robinson, section
    /// 4.3.1: no variable across a fusion-preventing path), and one for all
    /// pairs between two classes that are known to stay together.
    fn add_pairs(&mut self) {
        let m = self.len();
        let class = |i: usize| self.problem.root.class[i].trailing_zeros() as usize;
        let representative: Vec<usize> = (0..m).map(class).collect();
        for i in 0..m {
            for j in i + 1..m {
                let (a, b) = (
                    representative[i].min(representative[j]),
                    representative[i].max(representative[j]),
                );
                let side = if a == b {
                    Side::Constant(0.0)
                } else if self.problem.root.cannot_link[i] & bit(j) != 0 {
                    Side::Constant(1.0)
                } else if (a, b) == (i, j) {
                    Side::Variable(self.column(0, true))
                } else {
                    self.x[a * m + b]
                };
                self.x[i * m + j] = side;
                self.x[j * m + i] = side;
                if let Side::Variable(variable) = side {
                    self.columns[variable].weight += self.problem.weight(i, j) as f64;
                }
            }
        }
    }

    fn add_groups(&mut self) {
        for group in &self.problem.groups {
            let nodes: Vec<usize> = members(group.members).collect();
            match group.charge {
                // x_ij ≤ c_i        (for all edges from i: array contraction)
                // minimise Σ N c_i
                Charge::Unless => {
                    let c = self.column(group.weight, false);
                    for &reader in &nodes[1..] {
                        let x = self.x(nodes[0], reader);
                        self.constraints.push(AtMost::sum(x, &[Side::Variable(c)]));
                    }
                }
                // s_j ≥ 1 − Σ (1 − x_ij)        (i before j: j opens a cluster
                // minimise Σ W s_j               when no i shares j's)
                Charge::PerExtraCluster => {
                    for (index, &j) in nodes.iter().enumerate().skip(1) {
                        let s = self.column(group.weight, false);
                        let mut cut = AtMost {
                            terms: vec![(s, -1.0)],
                            limit: index as f64 - 1.0,
                        };
                        for &i in &nodes[..index] {
                            cut.add(self.x(i, j), 1.0);
                        }
                        self.constraints.push(cut);
                    }
                }
            }
        }
    }

    /// Fusion between different sizes (Robinson, section 4.2.1).
    fn add_sizes(&mut self) {
        let root = &self.problem.root;
        for i in 0..self.len() {
            for j in i + 1..self.len() {
                if self.problem.sizes.equal(i, j) || root.cannot_link[i] & bit(j) != 0 {
                    continue;
                }
                // The transducers of a node, if it may be joined by them.
                let via = |a: usize, b: usize| {
                    let via = self.problem.sizes.transducers(a);
                    let possible = via & (root.cannot_link[a] | root.cannot_link[b]) == 0;
                    if possible { via } else { 0 }
                };
                let (vi, vj) = (via(i, j), via(j, i));
                let mut cuts = Vec::new();
                match (vi, vj) {
                    // x_ij = 1        (τ_i ≠ τ_j ∧ trans_i = ∅ ∧ trans_j = ∅)
                    // can't happen here: such pairs have no variable.
                    (0, 0) => {}
                    // x_i'j ≤ x_ij, x_i'i ≤ x_ij        (τ_i ≠ τ_j ∧ i' ∈ trans_i)
                    (vi, 0) => self.joined(&mut cuts, i, j, vi),
                    // x_ij' ≤ x_ij, x_jj' ≤ x_ij        (τ_i ≠ τ_j ∧ j' ∈ trans_j)
                    (0, vj) => self.joined(&mut cuts, j, i, vj),
                    // x_ii' + x_jj' ≤ 1 + x_ij        (either side may be joined,
                    // for every i' ∈ trans_i, j' ∈ trans_j)
                    (vi, vj) => {
                        for a in members(vi) {
                            for b in members(vj) {
                                let right = [Side::Constant(1.0), self.x(i, j)];
                                let mut cut = AtMost::sum(self.x(i, a), &right);
                                cut.add(self.x(j, b), 1.0);
                                cuts.push(cut);
                            }
                        }
                    }
                }
                self.constraints.extend(cuts);
            }
        }
    }

    fn joined(&self, cuts: &mut Vec<AtMost>, i: usize, j: usize, via: Mask) {
        for a in members(via) {
            cuts.push(AtMost::sum(self.x(a, j), &[self.x(i, j)]));
            cuts.push(AtMost::sum(self.x(a, i), &[self.x(i, j)]));
        }
    }

    /// Adds constraints for the next round.
    pub(super) fn add_cuts(&mut self, cuts: Vec<AtMost>) {
        self.constraints.extend(cuts);
    }

    /// The cost of a solution of the last round, up to the next integer: no
    /// clustering's cost lies between.
    pub(super) fn rounded_up(&self, values: &[f64]) -> u64 {
        let cost: f64 = self
            .columns
            .iter()
            .zip(values)
            .map(|(column, value)| column.weight * value)
            .sum();
        // A relative error, for sums of many weights.
        (cost - TOLERANCE * (1.0 + cost)).ceil().max(0.0) as u64
    }

    /// The classes of the last integral solution.
    pub(super) fn classes(&self) -> Option<Vec<Mask>> {
        let values = self.last.as_ref()?;
        Some(
            (0..self.len())
                .map(|i| {
                    (0..self.len())
                        .filter(|&j| self.x(i, j).value(values) < 0.5)
                        .fold(0, |class, j| class | bit(j))
                })
                .collect(),
        )
    }

    /// Solves the program as it is. `None` if the solver fails.
    pub(super) fn solve(
        &mut self,
        solver: Solver,
        integral: bool,
        time: Duration,
    ) -> Option<Vec<f64>> {
        let values = self.attempt(solver, integral, time).ok()?;
        if integral {
            self.last = Some(values.clone());
        }
        Some(values)
    }

    fn attempt(
        &self,
        solver: Solver,
        integral: bool,
        time: Duration,
    ) -> Result<Vec<f64>, ResolutionError> {
        let mut variables = ProblemVariables::new();
        let columns: Vec<Variable> = self
            .columns
            .iter()
            .map(|column| {
                variables.add(if integral && column.binary {
                    variable().binary()
                } else {
                    variable().min(0).max(1)
                })
            })
            .collect();
        let objective: Expression = self
            .columns
            .iter()
            .zip(&columns)
            .map(|(column, &variable)| column.weight * variable)
            .sum();
        let problem = variables.minimise(objective);
        let seconds = time.as_secs_f64();
        match solver {
            #[cfg(feature = "coin_cbc")]
            Solver::CoinCbc => {
                let mut model = problem.using(good_lp::coin_cbc);
                model.set_parameter("log", "0");
                self.finish(model.with_time_limit(seconds), &columns)
            }
            #[cfg(feature = "microlp")]
            Solver::Microlp => {
                let model = problem.using(good_lp::microlp);
                self.finish(model.with_time_limit(seconds), &columns)
            }
            Solver::Search => Err(ResolutionError::Other("not a linear programming solver")),
        }
    }

    fn finish<M>(&self, mut model: M, columns: &[Variable]) -> Result<Vec<f64>, ResolutionError>
    where
        M: SolverModel<Error = ResolutionError>,
    {
        for row in &self.constraints {
            let left: Expression = row
                .terms
                .iter()
                .map(|&(column, coefficient)| coefficient * columns[column])
                .sum();
            model.add_constraint(constraint!(left <= row.limit));
        }
        let solution = model.solve()?;
        // A solver out of time may return what it has: no bound of ours.
        if !matches!(solution.status(), good_lp::solvers::SolutionStatus::Optimal) {
            return Err(ResolutionError::Other("not solved in time"));
        }
        Ok(columns
            .iter()
            .map(|&column| solution.value(column))
            .collect())
    }
}
