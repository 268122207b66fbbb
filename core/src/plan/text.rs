//! Plans for people to read.

use super::{Cluster, How, Plan, Separation, Sharing};
use std::{fmt, iter};

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.name, counted(self.loops, "loop"))?;
        writeln!(f, "  {}", self.size_scheme)?;
        writeln!(f, "  {}", self.verdict())?;
        for guard in &self.guards {
            writeln!(f, "  returns early if {guard}")?;
        }
        let runs = self.clusters.iter().flat_map(|cluster| &cluster.runs);
        let width = runs
            .map(|run| run.operator.names.join(" ").chars().count())
            .max()
            .unwrap_or(0);
        for cluster in &self.clusters {
            writeln!(f, "\n{}", title(cluster))?;
            for run in &cluster.runs {
                let names = run.operator.names.join(" ");
                let combinator = run.operator.combinator;
                writeln!(f, "  {names:width$}  {combinator}{}", run.how)?;
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
        section(f, "threads", self.threads())?;
        let bands = self.bands.iter();
        let bands = bands.map(|band| (numbered(&band.loops), band.words()));
        section(f, "bands", bands.collect())?;
        let recurrences = self.recurrences.iter();
        let recurrences = recurrences.map(|one| (one.name.clone(), one.how.clone()));
        section(f, "recurrences", recurrences.collect())?;
        let messages = self.messages.iter().flat_map(|(number, said)| {
            let name = |first: bool| match number {
                Some(number) if first => numbered(&[*number]),
                _ => String::new(),
            };
            let said = said.iter().enumerate();
            said.map(move |(index, one)| (name(index == 0), one.clone()))
        });
        let title = "messages of p processes, of whose loops each has b blocks";
        section(f, title, messages.collect())?;
        let contractions = self.contractions.iter();
        let contractions = contractions.flat_map(|one| {
            let choices = one.choices().into_iter();
            let least = one.least_memory.as_ref();
            let least = least.map(|least| format!("elements by `lam`: {}", least.words()));
            let more = choices.chain(least).map(|said| (String::new(), said));
            iter::once((one.name.clone(), one.words())).chain(more)
        });
        section(f, "sums of products", contractions.collect())?;
        let possible = self.possible.iter();
        let possible = possible.map(|one| (one.strategy.to_owned(), one.words()));
        section(
            f,
            "possible nests, which are not generated",
            possible.collect(),
        )?;
        section(f, "not fused", rows(&self.not_fused))?;
        for (position, other) in self.others.iter().enumerate() {
            write!(f, "\nversion {} of {other}", position + 2)?;
        }
        Ok(())
    }
}

impl Plan {
    /// Returns the rows that say which threads run each loop; loops of which one thing is said
    /// share a row.
    fn threads(&self) -> Vec<(String, String)> {
        let mut rows: Vec<(Sharing, Vec<usize>)> = Vec::new();
        for cluster in &self.clusters {
            let (Some(number), Some(sharing)) = (cluster.number, cluster.sharing) else {
                continue;
            };
            match rows.iter_mut().find(|(known, _)| *known == sharing) {
                Some((_, numbers)) => numbers.push(number),
                None => rows.push((sharing, vec![number])),
            }
        }
        rows.into_iter()
            .map(|(sharing, numbers)| (numbered(&numbers), sharing.words()))
            .collect()
    }

    /// Returns the objective, the strategy and the bound in words.
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
            "objective {}, {sure}{next} (strategy {}, cost {}, {:.1} ms)",
            self.objective,
            self.strategy,
            self.cost,
            self.solve_time.as_secs_f64() * 1e3
        )
    }
}

impl fmt::Display for How {
    /// Prints the words behind the combinator.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            How::Member => Ok(()),
            How::Moved(from) => write!(f, ", moved from loop {from}"),
            How::Again(first) => write!(f, ", as in loop {first}"),
        }
    }
}

/// `loops 1, 2`
pub fn numbered(loops: &[usize]) -> String {
    let what = if loops.len() == 1 { "loop" } else { "loops" };
    let numbers: Vec<String> = loops.iter().map(usize::to_string).collect();
    format!("{what} {}", numbers.join(", "))
}

/// A row for each pair; pairs of one rule share a row where each left name
/// goes with each right name.
fn rows(pairs: &[Separation]) -> Vec<(String, String)> {
    // The left names by rule and right name, then the right names by those.
    let mut lefts: Vec<(&str, &str, Vec<&Separation>)> = Vec::new();
    for pair in pairs {
        match lefts
            .iter_mut()
            .find(|(rule, b, _)| (*rule, *b) == (&pair.rule, &pair.b))
        {
            Some((.., group)) => group.push(pair),
            None => lefts.push((&pair.rule, &pair.b, vec![pair])),
        }
    }
    let mut rows: Vec<(&str, Vec<&str>, Vec<&Separation>)> = Vec::new();
    for (rule, _, group) in lefts {
        let names: Vec<&str> = group.iter().map(|pair| pair.a.as_str()).collect();
        match rows
            .iter_mut()
            .find(|(known, left, _)| *known == rule && *left == names)
        {
            Some((.., members)) => members.extend(group),
            None => rows.push((rule, names, group)),
        }
    }
    rows.into_iter()
        .map(|(rule, lefts, members)| {
            let mut rights: Vec<&str> = Vec::new();
            for pair in &members {
                if !rights.contains(&pair.b.as_str()) {
                    rights.push(&pair.b);
                }
            }
            let why = match members[..] {
                [alone] => alone.why.clone(),
                _ => rule.to_owned(),
            };
            (format!("{} | {}", listed(&lefts), listed(&rights)), why)
        })
        .collect()
}

/// Names next to each other; one that is several in parentheses.
fn listed(names: &[&str]) -> String {
    let names: Vec<String> = names
        .iter()
        .map(|name| match (name.contains(", "), names.len()) {
            (true, 2..) => format!("({name})"),
            _ => (*name).to_owned(),
        })
        .collect();
    names.join(" ")
}

fn title(cluster: &Cluster) -> String {
    match (cluster.number, &cluster.over) {
        (None, _) => cluster.unnumbered().to_owned(),
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
