//! Plans for people to read.

use super::{Cluster, Plan};
use std::fmt;

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.name, counted(self.loops, "loop"))?;
        writeln!(f, "  {}", self.size_scheme)?;
        writeln!(f, "  {}", self.verdict())?;
        let operators = self.clusters.iter().flat_map(|cluster| &cluster.operators);
        let width = operators
            .map(|operator| operator.names.join(" ").chars().count())
            .max()
            .unwrap_or(0);
        for cluster in &self.clusters {
            writeln!(f, "\n{}", title(cluster))?;
            for operator in &cluster.operators {
                let names = operator.names.join(" ");
                writeln!(f, "  {names:width$}  {}", operator.combinator)?;
            }
        }
        if !self.contracted.is_empty() {
            writeln!(f, "\ncontracted: {}", self.contracted.join(", "))?;
        }
        let memory = self
            .manifest
            .iter()
            .map(|array| (array.name.clone(), array.why.join("; ")));
        section(f, "in memory", memory.collect())?;
        let not_fused = self
            .not_fused
            .iter()
            .map(|apart| (format!("{} | {}", apart.a, apart.b), apart.why.clone()));
        section(f, "not fused", not_fused.collect())
    }
}

impl Plan {
    /// What it costs, who says so, and how sure that is.
    fn verdict(&self) -> String {
        let sure = if self.is_optimal() {
            "which is optimal".to_owned()
        } else {
            format!("at least {} for any", self.lower_bound)
        };
        let next = match self.next_best {
            Some(next) => format!("; the next best costs {}", next.objective),
            None => String::new(),
        };
        format!(
            "objective {}, {sure}{next} ({}, cost {}, {:.1} ms)",
            self.objective,
            self.strategy,
            self.cost,
            self.solve_time.as_secs_f64() * 1e3
        )
    }
}

fn title(cluster: &Cluster) -> String {
    match (cluster.number, &cluster.over) {
        (None, _) => "external".to_owned(),
        (Some(number), None) => format!("loop {number}"),
        (Some(number), Some(over)) => format!("loop {number} over {over}"),
    }
}

fn section(f: &mut fmt::Formatter<'_>, title: &str, rows: Vec<(String, String)>) -> fmt::Result {
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(f, "\n{title}")?;
    let width = rows.iter().map(|(name, _)| name.chars().count()).max();
    let width = width.unwrap_or(0);
    for (name, why) in rows {
        writeln!(f, "  {name:width$}  {why}")?;
    }
    Ok(())
}

/// `1 loop`, `2 loops`
pub(super) fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        more => format!("{more} {what}s"),
    }
}
