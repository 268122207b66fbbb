//! The text of programs.
//!
//! ```text
//! live A C
//! scalar dt
//! direction n (-1,0)
//! [1..n, 1..m] B := A@n + dt * C@(0,1)
//! for 1 down [2..n, 1..m]
//!   D := sqrt(D@(1,0) * B)
//! end
//! [1..n, 1..m] max(B)
//! ```
//!
//! The right side of a statement matters by the arrays that it reads. A name in front of a
//! parenthesis is a function.

use std::collections::BTreeMap;
use std::fmt;

use crate::program::{Array, ArrayId, Program, Read, Statement, UserLoop, UserLoopId};
use crate::region::{Interval, Region, Vector};

/// A line that is not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The line, from 1 on.
    pub line: usize,
    /// The reason.
    pub message: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for Mistake {}

/// The program of a text, with values for the names in its regions.
///
/// # Errors
///
/// Returns the first line that is not understood.
pub fn parse(text: &str, sizes: &[(&str, i64)]) -> Result<Program, Mistake> {
    let mut parser = Parser {
        sizes,
        program: Program::default(),
        arrays: BTreeMap::new(),
        live: Vec::new(),
        scalars: Vec::new(),
        directions: BTreeMap::new(),
        within: None,
    };
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        parser.line(line.trim()).map_err(|message| Mistake {
            line: number + 1,
            message,
        })?;
    }
    for name in &parser.live {
        if let Some(&id) = parser.arrays.get(name) {
            parser.program.arrays[id.0].live = true;
        }
    }
    Ok(parser.program)
}

struct Parser<'a> {
    sizes: &'a [(&'a str, i64)],
    program: Program,
    arrays: BTreeMap<String, ArrayId>,
    live: Vec<String>,
    scalars: Vec<String>,
    directions: BTreeMap<String, Vector>,
    /// The user loop that lines stand in, and its region.
    within: Option<(UserLoopId, Region)>,
}

impl Parser<'_> {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let names = || rest.split_whitespace().map(str::to_owned);
        match word {
            "" => {}
            "live" => self.live.extend(names()),
            "scalar" => self.scalars.extend(names()),
            "direction" => {
                let (name, vector) = rest.trim().split_once(' ').ok_or("a name and a vector")?;
                let vector = self.vector(vector.trim())?;
                self.directions.insert(name.to_owned(), vector);
            }
            "for" => self.begin(rest)?,
            "end" => {
                self.within.take().ok_or("no loop is open")?;
            }
            _ => self.statement(line)?,
        }
        Ok(())
    }

    fn begin(&mut self, rest: &str) -> Result<(), String> {
        let (head, region) = rest.split_once('[').ok_or("a loop needs a region")?;
        let mut words = head.split_whitespace();
        let dimension: usize = match words.next().map(str::parse) {
            Some(Ok(number)) if number > 0 => number,
            _ => return Err("a loop needs the number of its dimension".to_owned()),
        };
        let downwards = match words.next() {
            Some("up") => false,
            Some("down") => true,
            _ => return Err("a loop runs `up` or `down`".to_owned()),
        };
        let region = self.region(region)?.0;
        if dimension > region.rank() {
            return Err(format!("the region has no dimension {dimension}"));
        }
        let id = UserLoopId(self.program.loops.len());
        self.program.loops.push(UserLoop {
            dimension: dimension - 1,
            downwards,
        });
        self.within = Some((id, region));
        Ok(())
    }

    fn statement(&mut self, line: &str) -> Result<(), String> {
        let (region, within, text) = match (line.strip_prefix('['), &self.within) {
            (None, Some((id, region))) => (region.clone(), Some(*id), line),
            (Some(rest), _) => {
                let (region, text) = self.region(rest)?;
                (region, self.within.as_ref().map(|it| it.0), text)
            }
            (None, None) => return Err("a statement begins with its region".to_owned()),
        };
        let (write, right) = match text.split_once(":=") {
            Some((name, right)) => (Some(name.trim()), right),
            None => (None, text),
        };
        let reads = self.reads(right, region.rank())?;
        let write = match write {
            Some(name) if is_name(name) => Some(self.array(name)),
            Some(name) => return Err(format!("`{name}` is no name of an array")),
            None => None,
        };
        self.program.statements.push(Statement {
            region,
            write,
            reads,
            within,
        });
        Ok(())
    }

    /// The region behind its opening bracket, and the text behind it.
    fn region<'t>(&self, text: &'t str) -> Result<(Region, &'t str), String> {
        let (sides, rest) = text.split_once(']').ok_or("a region ends with `]`")?;
        let side = |side: &str| {
            let (low, high) = side.split_once("..").unwrap_or((side, side));
            Ok(Interval {
                low: self.number(low)?,
                high: self.number(high)?,
            })
        };
        let sides: Result<Vec<Interval>, String> = sides.split(',').map(side).collect();
        Ok((Region(sides?), rest))
    }

    /// A sum of numbers and sizes.
    fn number(&self, text: &str) -> Result<i64, String> {
        let mut total = 0;
        let mut sign = 1;
        for term in text.trim().split_inclusive(['+', '-']) {
            let name = term.trim_end_matches(['+', '-']).trim();
            if !name.is_empty() {
                let known = self.sizes.iter().find(|(size, _)| *size == name);
                let value = known.map(|it| it.1).or_else(|| name.parse().ok());
                total += sign * value.ok_or_else(|| format!("`{name}` is no size"))?;
            }
            sign = if term.ends_with('-') { -1 } else { 1 };
        }
        Ok(total)
    }

    fn vector(&self, text: &str) -> Result<Vector, String> {
        let inside = text.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
        let inside = inside.ok_or_else(|| format!("`{text}` is no vector"))?;
        inside
            .split(',')
            .map(|number| self.number(number))
            .collect()
    }

    fn reads(&mut self, text: &str, rank: usize) -> Result<Vec<Read>, String> {
        let mut reads = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let end = |rest: &str| rest.find(|it: char| !is_of_name(it)).unwrap_or(rest.len());
            if !is_of_name(first) {
                rest = rest[first.len_utf8()..].trim_start();
                continue;
            }
            let (name, after) = rest.split_at(end(rest));
            rest = after.trim_start();
            if !is_name(name) || rest.starts_with('(') || self.scalars.iter().any(|it| it == name) {
                continue;
            }
            let mut offset = vec![0; rank];
            if let Some(after) = rest.strip_prefix('@') {
                if after.starts_with('(') {
                    let close = after.find(')').ok_or("an offset ends with `)`")?;
                    offset = self.vector(&after[..=close])?;
                    rest = &after[close + 1..];
                } else {
                    let (direction, after) = after.split_at(end(after));
                    let known = self.directions.get(direction);
                    offset.clone_from(known.ok_or_else(|| format!("no direction `{direction}`"))?);
                    rest = after;
                }
            }
            if offset.len() != rank {
                return Err(format!("`{name}` is read at an offset of another rank"));
            }
            let array = self.array(name);
            reads.push(Read { array, offset });
            rest = rest.trim_start();
        }
        Ok(reads)
    }

    fn array(&mut self, name: &str) -> ArrayId {
        let next = ArrayId(self.program.arrays.len());
        let id = *self.arrays.entry(name.to_owned()).or_insert(next);
        if id == next {
            self.program.arrays.push(Array {
                name: name.to_owned(),
                memory: next.0,
                live: false,
                compiler: false,
            });
        }
        id
    }
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '.')
}

fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && text.chars().all(is_of_name)
}
