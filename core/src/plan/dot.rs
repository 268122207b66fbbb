//! Plans as input for Graphviz.

use super::flow::{End, Flow, FlowKind};
use super::unnumbered;
use std::fmt::{self, Write};

/// The flow as a digraph of the language DOT.
pub fn dot(name: &str, flow: &Flow) -> String {
    let mut text = String::new();
    write(&mut text, name, flow).expect("writing to a string succeeds");
    text
}

fn write(text: &mut String, name: &str, flow: &Flow) -> fmt::Result {
    writeln!(text, "digraph {} {{", quoted(name))?;
    writeln!(
        text,
        "  graph [rankdir=TB, fontname=\"Helvetica\", compound=true]"
    )?;
    writeln!(text, "  node [fontname=\"Helvetica\", fontsize=11]")?;
    writeln!(text, "  edge [fontname=\"Helvetica\", arrowsize=0.7]")?;
    for (index, array) in flow.arrays.iter().enumerate() {
        let peripheries = if array.output { 2 } else { 1 };
        writeln!(
            text,
            "  a{index} [shape=box, peripheries={peripheries}, label={}]",
            quoted(&format!("{}: {}", array.name, array.size))
        )?;
    }
    for (index, cluster) in flow.clusters.iter().enumerate() {
        let (title, style) = match (cluster.number, &cluster.size) {
            (None, _) => (unnumbered(cluster.is_external(flow)).to_owned(), "dotted"),
            (Some(number), Some(size)) => (format!("loop {number} over {size}"), "rounded"),
            (Some(number), None) => (format!("loop {number}"), "rounded"),
        };
        writeln!(text, "  subgraph cluster_{index} {{")?;
        writeln!(text, "    label={}; style={style}", quoted(&title))?;
        for operator in &cluster.operators {
            let described = &flow.operators[*operator];
            writeln!(
                text,
                "    o{operator} [shape=box, style=rounded, label={}]",
                quoted(&format!("{}\n{}", described.name, described.combinator))
            )?;
        }
        writeln!(text, "  }}")?;
    }
    for edge in &flow.edges {
        let style = match edge.kind {
            FlowKind::Memory | FlowKind::Scalar => "solid",
            FlowKind::Contracted => "dashed",
        };
        let mark = if edge.preventing {
            ", color=\"#c2410c\", arrowhead=\"normaltee\""
        } else {
            ""
        };
        writeln!(
            text,
            "  {} -> {} [style={style}{mark}]",
            end(edge.from),
            end(edge.to)
        )?;
    }
    writeln!(text, "}}")
}

fn end(end: End) -> String {
    match end {
        End::Operator(index) => format!("o{index}"),
        End::Array(index) => format!("a{index}"),
    }
}

fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace('\n', "\\n"))
}
