//! Reading the lists of operations beside the tests; their README says what the lines mean.
#![allow(dead_code, unreachable_pub, missing_docs)]

use fusus_cluster::graph::Graph;
use fusus_cluster::operations::{List, Loop, Operation, Piece, Reductions, View};
use std::collections::BTreeMap;

macro_rules! lists {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../lists/", $name, ".txt")))),*]
    };
}

/// All lists, the worked example first.
const LISTS: &[(&str, &str)] = lists![
    "example",
    "darte_huard",
    "black_scholes",
    "life",
    "heat",
    "leibnitz_pi",
    "gauss",
    "lu",
    "monte_carlo_pi",
    "stencil_27",
    "shallow_water",
    "rosenbrock",
    "sor",
    "nbody",
    "nbody_nice",
    "lattice_boltzmann",
    "water_ice",
];

/// A list of operations, and what is known of it.
#[derive(Clone, Debug, Default)]
pub struct Known {
    pub program: String,
    pub list: List,
    /// For each cost its name, and its values for a loop for each operation, `linear` and the best
    /// partition, in elements.
    pub costs: Vec<(String, Vec<Option<u64>>)>,
    /// Shares of bytes; see the README of the lists.
    pub shares: Vec<Option<f64>>,
    /// Gigabytes of traffic; see the README of the lists.
    pub traffic: Vec<Option<f64>>,
    suite: BTreeMap<usize, u64>,
    last: Option<(usize, u64)>,
}

/// Reads all lists.
pub fn all() -> Vec<Known> {
    LISTS.iter().map(|(_, text)| read(text)).collect()
}

/// Reads a list by the name of its file.
pub fn named(name: &str) -> Known {
    let found = LISTS.iter().find(|(known, _)| *known == name);
    read(found.expect("there is such a list").1)
}

impl Known {
    /// The graph with costs in elements.
    pub fn graph(&self, reductions: Reductions) -> Graph {
        self.list.graph_sized(reductions, &View::elements)
    }

    /// The graph with costs in bytes at the size of the suite, if the list has one.
    pub fn at_suite_size(&self, reductions: Reductions) -> Option<Graph> {
        let bytes = |view: &View| {
            let axes = view.shape.iter().zip(&view.strides).enumerate();
            let extents = axes.map(|(axis, (extent, stride))| {
                let is_last = axis + 1 == view.shape.len();
                match self.last {
                    _ if *stride == 0 => 1,
                    Some((small, large)) if is_last && small == *extent => large,
                    _ => *self.suite.get(extent).unwrap_or(&(*extent as u64)),
                }
            });
            self.list.bases[view.base].element * extents.product::<u64>()
        };
        (!self.suite.is_empty()).then(|| self.list.graph_sized(reductions, &bytes))
    }
}

fn read(text: &str) -> Known {
    let mut known = Known::default();
    let mut shapes: Vec<Vec<usize>> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let (word, rest) = line.split_once(' ').expect("a line has two words");
        let base = |name: &str| {
            let mut bases = known.list.bases.iter();
            bases.position(|piece| piece.label == name).expect(line)
        };
        match word {
            "program" => known.program = rest.to_owned(),
            "suite" => suite(&mut known, rest),
            "costs" => {
                let (name, values) = rest.split_once(' ').expect(line);
                known.costs.push((name.to_owned(), numbers(values)));
            }
            "shares" => known.shares = numbers(rest),
            "traffic" => known.traffic = numbers(rest),
            "base" => {
                let words: Vec<&str> = rest.split(' ').collect();
                known.list.bases.push(Piece {
                    label: words[0].to_owned(),
                    element: words[2].parse().expect(line),
                });
                shapes.push(shape(words[1]));
            }
            "free" => {
                let base = base(rest);
                known.list.operations.push(Operation::Free { base });
            }
            "show" => {
                let base = base(rest);
                known.list.operations.push(Operation::Show { base });
            }
            label => {
                let view = |text: &str| view(text, &base, &shapes);
                let work = operation(label, rest, &view);
                known.list.operations.push(Operation::Loop(work));
            }
        }
    }
    known
}

/// `6=12000 8=12002 last 4=4`
fn suite(known: &mut Known, text: &str) {
    let pair = |word: &str| {
        let (small, large) = word.split_once('=').expect("an extent and its size");
        (
            small.parse().expect("an extent"),
            large.parse().expect("a size"),
        )
    };
    let (all, last) = text.split_once(" last ").unwrap_or((text, ""));
    known.suite = all.split(' ').map(pair).collect();
    known.last = last.split(' ').find(|word| !word.is_empty()).map(pair);
}

fn numbers<T: std::str::FromStr>(text: &str) -> Vec<Option<T>> {
    text.split(' ').map(|word| word.parse().ok()).collect()
}

fn shape(text: &str) -> Vec<usize> {
    text.split('x')
        .map(|n| n.parse().expect("an extent"))
        .collect()
}

/// `grid` or `grid@9:6x6:8,1`
fn view(text: &str, base: &dyn Fn(&str) -> usize, shapes: &[Vec<usize>]) -> View {
    let Some((name, rest)) = text.split_once('@') else {
        return View::whole(base(text), &shapes[base(text)]);
    };
    let parts: Vec<&str> = rest.split(':').collect();
    View {
        base: base(name),
        offset: parts[0].parse().expect("an offset"),
        shape: shape(parts[1]),
        strides: parts[2]
            .split(',')
            .map(|n| n.parse().expect("a stride"))
            .collect(),
    }
}

/// `6x6 reduces : new t1 <- t2 t3`
fn operation(label: &str, text: &str, view: &dyn Fn(&str) -> View) -> Loop {
    let (head, rest) = text.split_once(" : ").expect("a shape, and what is done");
    let (written, read) = rest.split_once(" <- ").unwrap_or((rest, ""));
    let created = written.strip_prefix("new ");
    let written = view(created.unwrap_or(written));
    Loop {
        label: label.to_owned(),
        shape: shape(head.split(' ').next().expect("a shape")),
        reads: read
            .split(' ')
            .filter(|word| !word.is_empty())
            .map(view)
            .collect(),
        creates: created.iter().map(|_| written.base).collect(),
        writes: vec![written],
        reduces: head.ends_with(" reduces"),
    }
}
