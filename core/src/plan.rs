//! The report on a program: which loops it became, and why.

use crate::compile::Compiled;
use crate::graph::Role;
use crate::nest::Storage;
use crate::size::scheme::Scheme;
use std::fmt;

/// What became of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The program's name.
    pub name: String,
    /// Its size scheme.
    pub size_scheme: String,
    /// The strategy that clustered it.
    pub strategy: &'static str,
    /// The cost model.
    pub cost: &'static str,
    /// What the clustering costs.
    pub objective: u64,
    /// Whether no clustering costs less.
    pub optimal: bool,
    /// How many loops there are.
    pub loops: usize,
    /// The clusters in execution order, names in program order. Externals are
    /// clusters of their own and no loops.
    pub clusters: Vec<Vec<String>>,
    /// Arrays that never exist in memory.
    pub contracted: Vec<String>,
    /// Arrays that do, but for inputs.
    pub manifest: Vec<String>,
}

impl Plan {
    /// The report on a compiled program.
    pub fn of(compiled: &Compiled) -> Plan {
        let graph = &compiled.graph;
        let clusters = compiled
            .solution
            .clustering
            .clusters()
            .iter()
            .filter(|cluster| graph.node(cluster[0]).role != Role::Host)
            .map(|cluster| {
                cluster
                    .iter()
                    .map(|node| graph.node(*node).label.clone())
                    .collect()
            })
            .collect();
        let (mut contracted, mut manifest) = (Vec::new(), Vec::new());
        for array in compiled.nest.arrays.values() {
            let name = array.name.to_string();
            match array.storage {
                Storage::Input(..) => {}
                Storage::Contracted => contracted.push(name),
                _ => manifest.push(name),
            }
        }
        Plan {
            name: compiled.program.name.clone(),
            size_scheme: Scheme::of(&compiled.program, &compiled.sizes).to_string(),
            strategy: compiled.strategy,
            cost: compiled.cost,
            objective: compiled.solution.objective,
            optimal: compiled.solution.is_optimal(),
            loops: compiled.nest.loops().count(),
            clusters,
            contracted,
            manifest,
        }
    }

    /// The end of the generated function's documentation, as Markdown.
    pub fn documentation(&self) -> String {
        format!("\n# Plan\n\n```text\n{self}```\n")
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let loops = match self.loops {
            1 => "1 loop".to_owned(),
            more => format!("{more} loops"),
        };
        let clusters: Vec<String> = self
            .clusters
            .iter()
            .map(|cluster| format!("{{{}}}", cluster.join(" ")))
            .collect();
        writeln!(f, "{loops}: {}", clusters.join(" "))?;
        if !self.contracted.is_empty() {
            writeln!(f, "contracted: {}", self.contracted.join(", "))?;
        }
        if !self.manifest.is_empty() {
            writeln!(f, "in memory: {}", self.manifest.join(", "))?;
        }
        writeln!(f, "sizes: {}", self.size_scheme)
    }
}
