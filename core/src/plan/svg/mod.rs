//! Plans as drawings: the data-flow graph with its clusters.

mod arrange;
mod layers;
mod layout;
mod measure;
mod scene;
mod style;
#[cfg(test)]
mod tests;
mod wires;

use super::flow::{Array, Cluster, Flow, FlowKind, Operator};
use super::{Plan, text::counted};
use scene::{Frame, Point, Wire};
use std::fmt::{self, Write};

/// The space around a drawing.
const MARGIN: f64 = 28.0;
/// The height of the lines above it.
const HEADER: f64 = 74.0;
/// The height of the legend below it.
const LEGEND: f64 = 46.0;

/// The style sheet of [`figure`]s, for a page that has several.
pub use style::SHEET;

/// The plan as a drawing of its own.
pub fn svg(plan: &Plan, flow: &Flow) -> String {
    let mut text = String::new();
    write(&mut text, plan, flow, true).expect("writing to a string succeeds");
    text
}

/// The plan as a figure of a page, which tells the figures of the plan
/// elsewhere, has the style sheet and is the paper.
pub fn figure(plan: &Plan, flow: &Flow) -> String {
    let mut text = String::new();
    write(&mut text, plan, flow, false).expect("writing to a string succeeds");
    text
}

fn write(out: &mut String, plan: &Plan, flow: &Flow, alone: bool) -> fmt::Result {
    let scene = arrange::scene(flow);
    let legend = legend(flow);
    let verdict = verdict(plan);
    let mut widths = vec![scene.width, legend.iter().map(|entry| entry.width()).sum()];
    if alone {
        widths.extend([
            measure::text(&plan.size_scheme, 6.8),
            measure::text(&verdict, measure::SMALL),
            measure::text(&plan.name, 10.0),
        ]);
    }
    let widest = widths.into_iter().fold(0.0, f64::max);
    let (margin, header, footer) = match alone {
        true => (MARGIN, HEADER, LEGEND),
        false => (4.0, 0.0, 0.0),
    };
    let width = (widest + 2.0 * margin).ceil();
    let height = (header + scene.height + footer + 2.0 * margin).ceil();
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">"#
    )?;
    writeln!(
        out,
        "<title>{}: {}</title>",
        escaped(&plan.name),
        escaped(&verdict)
    )?;
    if alone {
        writeln!(out, "<style>{SHEET}</style>")?;
        writeln!(out, r#"<rect class="paper" width="100%" height="100%"/>"#)?;
        let lines = [
            ("title", 14.0, &plan.name),
            ("scheme", 35.0, &plan.size_scheme),
            ("verdict", 53.0, &verdict),
        ];
        for (class, below, text) in lines {
            write_text(out, class, (margin, margin + below), "start", text)?;
        }
    }
    let left = margin + (width - 2.0 * margin - scene.width) / 2.0;
    writeln!(
        out,
        r#"<g transform="translate({} {})">"#,
        number(left),
        number(margin + header)
    )?;
    for (group, frame) in flow.clusters.iter().zip(&scene.clusters) {
        write_cluster(out, group, frame)?;
    }
    for wire in &scene.wires {
        write_wire(out, wire)?;
    }
    for (operator, frame) in flow.operators.iter().zip(&scene.operators) {
        let external = flow.clusters[operator.cluster].is_external(flow);
        write_operator(out, operator, frame, external)?;
    }
    for (array, frame) in flow.arrays.iter().zip(&scene.arrays) {
        write_array(out, array, frame)?;
    }
    writeln!(out, "</g>")?;
    if alone {
        write_legend(out, &legend, (margin, height - margin))?;
    }
    writeln!(out, "</svg>")
}

fn write_legend(out: &mut String, legend: &[Entry], (mut x, baseline): Point) -> fmt::Result {
    for entry in legend {
        entry.write(out, (x, baseline))?;
        x += entry.width();
    }
    Ok(())
}

/// Draws the signs of several figures with their meanings, as a figure of its own.
pub fn key<'f>(flows: impl IntoIterator<Item = &'f Flow>) -> String {
    let mut entries: Vec<Entry> = Vec::new();
    for entry in flows.into_iter().flat_map(legend) {
        if !entries.iter().any(|known| known.text == entry.text) {
            entries.push(entry);
        }
    }
    entries.sort_by_key(|entry| ORDER.iter().position(|text| *text == entry.text));
    let mut out = String::new();
    for entry in &entries {
        let width = entry.width().ceil();
        writeln!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="18" viewBox="0 0 {width} 18" role="img">"#
        )
        .and_then(|()| entry.write(&mut out, (1.0, 13.0)))
        .and_then(|()| writeln!(out, "</svg>"))
        .expect("writing to a string succeeds");
    }
    out
}

/// The signs of a legend, boxes before lines.
const ORDER: &[&str] = &[
    "input",
    "in memory",
    "returned",
    "external",
    "through memory",
    "contracted",
    "fusion-preventing",
];

/// Sums up the plan.
fn verdict(plan: &Plan) -> String {
    let sure = if plan.is_optimal() {
        ", optimal".to_owned()
    } else {
        format!(", at least {} for any", plan.lower_bound)
    };
    format!(
        "{} · strategy {} · objective {}{sure}",
        counted(plan.loops, "loop"),
        plan.strategy,
        plan.objective
    )
}

fn write_cluster(out: &mut String, group: &Cluster, frame: &Frame) -> fmt::Result {
    let Some(number_of_loop) = group.number else {
        return Ok(());
    };
    write_box(out, "cluster", frame, 12.0)?;
    let middle = frame.y + frame.height / 2.0;
    let x = frame.x + 16.0;
    let lift = if group.size.is_some() { 2.0 } else { -4.0 };
    write_text(
        out,
        "loop",
        (x, middle - lift),
        "start",
        &format!("loop {number_of_loop}"),
    )?;
    if let Some(size) = &group.size {
        write_text(
            out,
            "over",
            (x, middle + 14.0),
            "start",
            &format!("over {size}"),
        )?;
    }
    Ok(())
}

fn write_operator(
    out: &mut String,
    operator: &Operator,
    frame: &Frame,
    external: bool,
) -> fmt::Result {
    let class = match (external, operator.returned) {
        (true, false) => "external",
        (true, true) => "external output",
        (false, true) => "operator output",
        (false, false) => "operator",
    };
    write_box(
        out,
        class,
        frame,
        if external { 2.0 } else { frame.height / 2.0 },
    )?;
    let x = frame.x + frame.width / 2.0;
    write_text(out, "name", (x, frame.y + 18.0), "middle", &operator.name)?;
    write_text(
        out,
        "combinator",
        (x, frame.y + 33.0),
        "middle",
        operator.combinator,
    )
}

fn write_array(out: &mut String, array: &Array, frame: &Frame) -> fmt::Result {
    let class = match (array.input, array.output) {
        (true, true) => "array input output",
        (true, false) => "array input",
        (false, true) => "array memory output",
        (false, false) => "array memory",
    };
    write_box(out, class, frame, 3.0)?;
    let x = frame.x + frame.width / 2.0;
    writeln!(
        out,
        r#"<text class="name" x="{}" y="{}" text-anchor="middle">{}<tspan class="size">: {}</tspan></text>"#,
        number(x),
        number(frame.y + 18.5),
        escaped(&array.name),
        escaped(&array.size)
    )
}

fn write_box(out: &mut String, class: &str, frame: &Frame, radius: f64) -> fmt::Result {
    writeln!(
        out,
        r#"<rect class="{class}" x="{}" y="{}" width="{}" height="{}" rx="{}"/>"#,
        number(frame.x),
        number(frame.y),
        number(frame.width),
        number(frame.height),
        number(radius)
    )
}

fn write_text(out: &mut String, class: &str, at: Point, anchor: &str, text: &str) -> fmt::Result {
    writeln!(
        out,
        r#"<text class="{class}" x="{}" y="{}" text-anchor="{anchor}">{}</text>"#,
        number(at.0),
        number(at.1),
        escaped(text)
    )
}

fn write_wire(out: &mut String, wire: &Wire) -> fmt::Result {
    let class = class_of(wire.kind, wire.preventing);
    writeln!(out, r#"<path class="{class}" d="{}"/>"#, curve(wire))?;
    if let (true, Some((x, y))) = (wire.arrow, wire.points.last()) {
        writeln!(
            out,
            r#"<path class="head {class}" d="M{} {}l-3.6 -7.5q3.6 1.8 7.2 0z"/>"#,
            number(*x),
            number(*y)
        )?;
    }
    if let Some((x, y)) = wire.inlet {
        writeln!(
            out,
            r#"<circle class="head {class}" cx="{}" cy="{}" r="3"/>"#,
            number(x),
            number(y)
        )?;
    }
    if wire.preventing && !wire.inner {
        let (x, y) = wire.points[wire.points.len() - 1];
        let y = y - if wire.arrow { 12.5 } else { 9.0 };
        writeln!(
            out,
            r#"<path class="bar {class}" d="M{} {}h10"/>"#,
            number(x - 5.0),
            number(y)
        )?;
    }
    Ok(())
}

fn class_of(kind: FlowKind, preventing: bool) -> &'static str {
    match (kind, preventing) {
        (_, true) => "wire preventing",
        (FlowKind::Contracted, _) => "wire contracted",
        (FlowKind::Memory | FlowKind::Scalar, _) => "wire",
    }
}

/// A path through the points, vertical at each.
fn curve(wire: &Wire) -> String {
    let mut path = String::new();
    let mut before: Option<Point> = None;
    let last = wire.points.len() - 1;
    for (index, &(x, mut y)) in wire.points.iter().enumerate() {
        // The arrowhead covers the end.
        if index == last && wire.arrow {
            y -= 5.0;
        }
        match before {
            None => path = format!("M{} {}", number(x), number(y)),
            Some((x0, _)) if (x0 - x).abs() < 0.05 => {
                write!(path, "V{}", number(y)).expect("writing to a string succeeds");
            }
            Some((x0, y0)) => {
                let bend = (y - y0) / 2.0;
                write!(
                    path,
                    "C{} {} {} {} {} {}",
                    number(x0),
                    number(y0 + bend),
                    number(x),
                    number(y - bend),
                    number(x),
                    number(y)
                )
                .expect("writing to a string succeeds");
            }
        }
        before = Some((x, y));
    }
    path
}

/// A sign and its meaning.
#[derive(Clone, Copy)]
struct Entry {
    sign: Sign,
    text: &'static str,
}

#[derive(Clone, Copy)]
enum Sign {
    Box(&'static str),
    Line(&'static str),
}

/// The signs that a drawing uses.
fn legend(flow: &Flow) -> Vec<Entry> {
    let arrays = |wanted: &dyn Fn(&Array) -> bool| flow.arrays.iter().any(wanted);
    let edges = |wanted: &dyn Fn(FlowKind, bool) -> bool| {
        flow.edges
            .iter()
            .any(|edge| wanted(edge.kind, edge.preventing))
    };
    let boxes = [
        ("array input", "input", arrays(&|array| array.input)),
        (
            "array memory",
            "in memory",
            arrays(&|array| !array.input && !array.output),
        ),
        (
            "array memory output",
            "returned",
            arrays(&|array| array.output),
        ),
        (
            "external",
            "external",
            flow.clusters.iter().any(|group| group.is_external(flow)),
        ),
    ];
    let lines = [
        (
            "wire",
            "through memory",
            edges(&|kind, not| kind == FlowKind::Memory && !not),
        ),
        (
            "wire contracted",
            "contracted",
            edges(&|kind, _| kind == FlowKind::Contracted),
        ),
        (
            "wire preventing",
            "fusion-preventing",
            edges(&|_, preventing| preventing),
        ),
    ];
    let boxes = boxes.into_iter().filter(|(.., used)| *used);
    let lines = lines.into_iter().filter(|(.., used)| *used);
    boxes
        .map(|(class, text, _)| Entry {
            sign: Sign::Box(class),
            text,
        })
        .chain(lines.map(|(class, text, _)| Entry {
            sign: Sign::Line(class),
            text,
        }))
        .collect()
}

impl Entry {
    fn width(&self) -> f64 {
        let sign = match self.sign {
            Sign::Box(_) => 18.0,
            Sign::Line(_) => 28.0,
        };
        sign + 6.0 + measure::text(self.text, 5.7) + 16.0
    }

    fn write(&self, out: &mut String, (x, y): Point) -> fmt::Result {
        let right = match self.sign {
            Sign::Box(class) => {
                let frame = Frame {
                    x,
                    y: y - 9.5,
                    width: 18.0,
                    height: 11.0,
                };
                write_box(out, class, &frame, 2.0)?;
                x + 18.0
            }
            Sign::Line(class) => {
                let middle = number(y - 4.0);
                writeln!(
                    out,
                    r#"<path class="{class}" d="M{} {middle}h28"/>"#,
                    number(x)
                )?;
                if class.ends_with("preventing") {
                    let bar = number(x + 19.0);
                    let top = number(y - 9.5);
                    writeln!(out, r#"<path class="bar {class}" d="M{bar} {top}v11"/>"#)?;
                }
                x + 28.0
            }
        };
        write_text(out, "legend", (right + 6.0, y), "start", self.text)
    }
}

/// A coordinate, to a tenth.
fn number(value: f64) -> String {
    let text = format!("{:.1}", value + 0.0);
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
