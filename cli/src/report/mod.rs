//! The programs of a package on one page, which needs nothing else: each with
//! its source, its graph, its loops and the code that they become.

mod highlight;

use crate::cargo::explained::{Explained, File};
use crate::cargo::summary::{counted, sure};
use crate::code;
use crate::programs::Right;
use fusus_core::backend::{self, BACKENDS, Backend};
use fusus_core::plan::flow::Flow;
use fusus_core::plan::text::numbered;
use fusus_core::plan::{Cluster, LoopBinding, Plan, svg};
use highlight::{Loops, colour, escaped, html};
use std::fmt::{self, Write};
use std::iter;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// A page that shows the programs of some packages.
pub(crate) fn page(packages: &[Explained]) -> String {
    let mut out = String::new();
    write(&mut out, packages).expect("writing to a string succeeds");
    out
}

/// A program with all that is said of it.
struct Entry<'p> {
    id: String,
    file: &'p File,
    program: &'p Right,
    plan: Plan,
}

fn write(out: &mut String, packages: &[Explained]) -> fmt::Result {
    let entries: Vec<Entry<'_>> = packages
        .iter()
        .flat_map(|package| &package.files)
        .flat_map(|file| file.programs.iter().map(move |program| (file, program)))
        .enumerate()
        .map(|(index, (file, program))| Entry {
            id: format!("p{}", index + 1),
            file,
            program,
            plan: Plan::explained(&program.compiled),
        })
        .collect();
    let names: Vec<String> = packages
        .iter()
        .map(|one| format!("{} {}", one.package.name, one.package.version))
        .collect();
    let names = escaped(&names.join(", "));
    write!(
        out,
        r##"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="fusus {}">
<title>Programs of {names}</title>
<style>
{STYLE}
.graph svg {{{}}}
</style>
</head>
<body>
<a class="skip" href="#programs">Skip to the programs</a>
<header class="top">
<p class="mark">{MARK} fusus</p>
<h1>{names}</h1>
"##,
        env!("CARGO_PKG_VERSION"),
        svg::SHEET,
    )?;
    totals(out, packages, &entries)?;
    writeln!(out, "</header>")?;
    contents(out, packages, &entries)?;
    writeln!(out, r#"<main id="programs">"#)?;
    if !entries.is_empty() {
        let flows: Vec<Flow> = entries
            .iter()
            .map(|entry| Flow::of(&entry.program.compiled))
            .collect();
        let key = svg::key(&flows);
        writeln!(
            out,
            r#"<div class="graph key" role="group" aria-label="Signs of the graphs">{key}</div>"#
        )?;
    }
    for entry in &entries {
        section(out, entry)?;
    }
    writeln!(
        out,
        "</main>\n<footer>Names have the colour of the loop that computes them. \
         Point at one to see it everywhere.</footer>\n<script>\n{SCRIPT}</script>\n</body>\n</html>"
    )
}

/// A spindle.
const MARK: &str = r#"<svg class="spindle" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 1v22"/><path d="M12 5c4.5 2.5 6 5 6 7s-1.5 4.5-6 7c-4.5-2.5-6-5-6-7s1.5-4.5 6-7z"/><path d="M6.6 9.500c3.500 1.5 7.300 1.5 10.800 0M6 12.200c4 1.700 8 1.700 12 0M6.700 14.900c3.500 1.5 7.100 1.5 10.600 0"/></svg>"#;

fn totals(out: &mut String, packages: &[Explained], entries: &[Entry<'_>]) -> fmt::Result {
    let operators: usize = entries.iter().map(|entry| combinators(&entry.plan)).sum();
    let loops: usize = entries.iter().map(|entry| entry.plan.loops).sum();
    let contracted: usize = entries
        .iter()
        .map(|entry| entry.plan.contracted.len())
        .sum();
    let wrong: usize = packages.iter().map(|package| package.wrong).sum();
    let mut all = vec![
        (entries.len(), one_or("program", entries.len())),
        (operators, one_or("combinator", operators)),
        (loops, one_or("loop", loops)),
        (
            contracted,
            format!("{} never stored", one_or("array", contracted)),
        ),
    ];
    if wrong > 0 {
        all.push((wrong, "with mistakes, not shown".to_owned()));
    }
    write!(out, r#"<dl class="totals">"#)?;
    for (count, what) in all {
        write!(out, "<div><dt>{what}</dt><dd>{count}</dd></div>")?;
    }
    writeln!(out, "</dl>")
}

fn one_or(what: &str, count: usize) -> String {
    match count {
        1 => what.to_owned(),
        _ => format!("{what}s"),
    }
}

/// The number of combinators and externals of a program.
fn combinators(plan: &Plan) -> usize {
    plan.clusters
        .iter()
        .map(|cluster| cluster.operators.len())
        .sum()
}

/// The table of contents, where there is more than one program.
fn contents(out: &mut String, packages: &[Explained], entries: &[Entry<'_>]) -> fmt::Result {
    if entries.is_empty() {
        let what = match packages {
            [_] => "This package has",
            _ => "These packages have",
        };
        return writeln!(out, r#"<p class="empty">{what} no programs.</p>"#);
    }
    if entries.len() == 1 {
        return Ok(());
    }
    writeln!(
        out,
        r#"<nav aria-label="Programs"><div class="scroll" role="region" aria-label="Table of programs" tabindex="0"><table>
<thead><tr><th scope="col">program</th><th scope="col">loops, and the combinators in each</th><th scope="col" class="num">never stored</th><th scope="col" class="num">objective</th></tr></thead>
<tbody>"#
    )?;
    for entry in entries {
        let plan = &entry.plan;
        write!(
            out,
            r##"<tr><th scope="row"><a href="#{}">{}</a></th><td><span class="beads" role="group" aria-label="{}">"##,
            entry.id,
            escaped(&plan.name),
            counted(plan.loops, "loop"),
        )?;
        for cluster in &plan.clusters {
            let operators = cluster.runs.len();
            match cluster.number {
                Some(number) => write!(
                    out,
                    r#"<i class="l{0}" title="loop {number}: {1}" role="img" aria-label="loop {number}: {1}">{operators}</i>"#,
                    colour(number),
                    counted(operators, "combinator"),
                )?,
                None => write!(
                    out,
                    r#"<i class="x" title="{0}" role="img" aria-label="{0}"></i>"#,
                    cluster.unnumbered()
                )?,
            }
        }
        writeln!(
            out,
            r#"</span></td><td class="num">{}</td><td class="num">{} <span class="sure">{}</span></td></tr>"#,
            plan.contracted.len(),
            plan.objective,
            sure(plan),
        )?;
    }
    writeln!(
        out,
        "</tbody></table></div><p class=\"sign\">A circle is a loop, its number that of the combinators in it; \
         a dotted square is an <code>external</code>.</p></nav>"
    )
}

fn section(out: &mut String, entry: &Entry<'_>) -> fmt::Result {
    let (plan, id) = (&entry.plan, &entry.id);
    let (first, last) = entry.program.lines;
    let loops = loops(plan);
    writeln!(
        out,
        r#"<section id="{id}" aria-labelledby="{id}-name">
<div class="head"><h2 id="{id}-name">{}</h2><p class="place">{}:{first}</p></div>
<p class="scheme">{}</p>
<ul class="chips"><li>{}</li><li>{} never stored</li><li>objective {}, {}</li></ul>
<div class="grid">"#,
        escaped(&plan.name),
        escaped(&entry.file.path.display().to_string()),
        escaped(&plan.size_scheme),
        counted(plan.loops, "loop"),
        counted(plan.contracted.len(), "array"),
        plan.objective,
        sure(plan),
    )?;
    let source = excerpt(&entry.file.source, first, last);
    writeln!(out, r#"<div class="left">"#)?;
    listing(
        out,
        "source",
        "Source",
        &html(&source.1, &loops),
        Some(source.0),
    )?;
    clusters(out, plan)?;
    writeln!(out, "</div>")?;
    let figure = svg::figure(plan, &Flow::of(&entry.program.compiled));
    writeln!(
        out,
        r#"<figure class="graph"><figcaption>Graph</figcaption><div class="scroll" role="region" aria-label="Graph of {}" tabindex="0" style="--width:{}px">{figure}</div></figure>"#,
        escaped(&plan.name),
        width(&figure),
    )?;
    // One thread and several run the same loop.
    let program = entry.program;
    let compiled = program.backends.iter().copied();
    let compiled: Vec<&dyn Backend> = compiled
        .filter(|backend| backend.translates_to().is_none())
        .collect();
    let threads = backend::first(&compiled);
    let code = code::shortened(program, threads);
    let title = format!("Generated loops, {}", threads.name());
    listing(out, "code", &title, &html(&code, &loops), None)?;
    for backend in BACKENDS {
        // Not every program has what it takes for a device.
        if let (Some(language), Some(Ok(kernels))) =
            (backend.translates_to(), program.kernels(*backend))
            && !kernels.is_empty()
        {
            let title = format!("Generated kernels, {language}");
            listing(out, "code", &title, &html(kernels, &loops), None)?;
        }
    }
    writeln!(out, "</div>\n</section>")
}

/// The width of a drawing.
fn width(drawing: &str) -> &str {
    let width = drawing.split_once("width=\"");
    let width = width.and_then(|(_, rest)| rest.split_once('"'));
    width.map_or("0", |(width, _)| width)
}

/// The loop of each name.
fn loops(plan: &Plan) -> Loops<'_> {
    let numbered = plan
        .clusters
        .iter()
        .filter_map(|cluster| Some((cluster, cluster.number?)));
    numbered
        .flat_map(|(cluster, number)| cluster.names().map(move |name| (name, number)))
        .filter(|(name, _)| *name != "_")
        .collect()
}

/// The lines of a file without their common indent, from attributes and
/// documentation on; and the number of the first.
fn excerpt(source: &str, first: usize, last: usize) -> (usize, String) {
    let lines: Vec<&str> = source.lines().collect();
    let mut start = first.saturating_sub(1).min(lines.len());
    while start > 0 && lines[start - 1].trim_start().starts_with(['#', '/']) {
        // Not the line of the attribute form's `//!`, nor of `#!`.
        if lines[start - 1].trim_start().starts_with("//!") || lines[start - 1].starts_with("#!") {
            break;
        }
        start -= 1;
    }
    let lines = &lines[start..last.clamp(start, lines.len())];
    let indent = |line: &&&str| line.len() - line.trim_start().len();
    let filled = lines.iter().filter(|line| !line.trim().is_empty());
    // The first line may stand behind `cnf! {`.
    let common = filled.map(|line| indent(&line)).min().unwrap_or(0);
    let text: Vec<&str> = lines
        .iter()
        .map(|line| line.get(common..).unwrap_or(""))
        .collect();
    (start + 1, text.join("\n"))
}

/// Code in a box that scrolls, with or without numbers of lines.
fn listing(
    out: &mut String,
    class: &str,
    title: &str,
    code: &str,
    first: Option<usize>,
) -> fmt::Result {
    write!(
        out,
        r#"<figure class="{class}"><figcaption>{title}</figcaption><div class="scroll" role="region" aria-label="{title}" tabindex="0"><pre>"#
    )?;
    if let Some(first) = first {
        let count = code.lines().count().max(1);
        let numbers: Vec<String> = (first..first + count)
            .map(|line| line.to_string())
            .collect();
        write!(
            out,
            r#"<span class="numbers" aria-hidden="true">{}</span>"#,
            numbers.join("\n")
        )?;
    }
    writeln!(out, "<code>{code}</code></pre></div></figure>")
}

/// The loops as cards, then the arrays that are stored and those that are not, and why.
fn clusters(out: &mut String, plan: &Plan) -> fmt::Result {
    writeln!(out, r#"<div class="plan"><h3>Plan</h3><ol class="loops">"#)?;
    for cluster in &plan.clusters {
        card(out, cluster)?;
    }
    writeln!(out, "</ol>")?;
    if !plan.contracted.is_empty() {
        let names = plan.contracted.iter().map(|name| code_of(name));
        let names: Vec<String> = names.collect();
        writeln!(out, "<h4>Never stored</h4><p>{}</p>", names.join(", "))?;
    }
    let stored = plan.manifest.iter();
    let stored = stored.map(|array| (array.name.as_str(), array.why.join("; ")));
    definitions(out, "In memory", stored)?;
    let loops: Vec<String> = plan
        .bands
        .iter()
        .map(|band| numbered(&band.loops))
        .collect();
    let bands = loops.iter().zip(&plan.bands);
    let bands = bands.map(|(loops, band)| (loops.as_str(), band.words()));
    definitions(out, "Bands of rows", bands)?;
    let recurrences = plan.recurrences.iter();
    let recurrences = recurrences.map(|one| (one.name.as_str(), one.how.to_string()));
    definitions(out, "Recurrences", recurrences)?;
    let sums = plan.contractions.iter();
    let sums = sums.flat_map(|one| {
        let choices = one.choices().into_iter();
        let words = iter::once(one.words()).chain(choices);
        words.map(|words| (one.name.as_str(), words))
    });
    let sums: Vec<_> = sums.collect();
    definitions(out, "Sums of products", sums.into_iter())?;
    let possible = plan.possible.iter();
    let possible = possible.map(|one| (one.strategy, one.words()));
    definitions(out, "Possible nests, which are not generated", possible)?;
    if !plan.not_fused.is_empty() {
        writeln!(
            out,
            "<details><summary>Not fused: {}</summary><dl>",
            counted(plan.not_fused.len(), "pair")
        )?;
        for pair in &plan.not_fused {
            writeln!(
                out,
                "<dt>{} and {}</dt><dd>{}</dd>",
                code_of(&pair.a),
                code_of(&pair.b),
                prose(&pair.why)
            )?;
        }
        writeln!(out, "</dl></details>")?;
    }
    writeln!(out, "</div>")
}

/// A heading and a list of names, each with a text; nothing where there are none.
fn definitions<'a>(
    out: &mut String,
    heading: &str,
    list: impl ExactSizeIterator<Item = (&'a str, String)>,
) -> fmt::Result {
    if list.len() == 0 {
        return Ok(());
    }
    writeln!(out, "<h4>{heading}</h4><dl>")?;
    for (name, text) in list {
        writeln!(out, "<dt>{}</dt><dd>{}</dd>", code_of(name), prose(&text))?;
    }
    writeln!(out, "</dl>")
}

fn card(out: &mut String, cluster: &Cluster) -> fmt::Result {
    match cluster.number {
        Some(number) => write!(out, r#"<li class="l{}"><h4>loop {number}"#, colour(number))?,
        None => write!(out, r#"<li class="x"><h4>{}"#, cluster.unnumbered())?,
    }
    if let Some(over) = &cluster.over {
        write!(out, " <span>over {}</span>", prose(over))?;
    }
    write!(out, "</h4><ul>")?;
    for LoopBinding { operator, how } in &cluster.runs {
        let name = code_of(&operator.names.join(" "));
        match cluster.number {
            Some(_) => write!(
                out,
                "<li>{name} <span>{}{how}</span></li>",
                operator.combinator
            )?,
            None => write!(out, "<li>{name}</li>")?,
        }
    }
    write!(out, "</ul>")?;
    if let Some(sharing) = cluster.sharing {
        write!(
            out,
            r#"<p class="threads">Threads {}.</p>"#,
            prose(&sharing.words())
        )?;
    }
    writeln!(out, "</li>")
}

/// A name, which lights up with its likes.
fn code_of(name: &str) -> String {
    format!(r#"<code data-n="{0}">{0}</code>"#, escaped(name))
}

/// A sentence whose code stands between backticks.
fn prose(text: &str) -> String {
    let parts = text
        .split('`')
        .enumerate()
        .map(|(index, part)| match index % 2 {
            0 => escaped(part),
            _ => code_of(part),
        });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_start_with_attributes_and_have_no_indent() {
        let source =
            "//! File.\n\ncnf! {\n    /// Doc.\n    #[x]\n    fn f() {\n        a\n\n    }\n}\n";
        assert_eq!(
            excerpt(source, 6, 9),
            (4, "/// Doc.\n#[x]\nfn f() {\n    a\n\n}".to_owned())
        );
        assert_eq!(
            excerpt("//! File.\nfn f() {}", 2, 2),
            (2, "fn f() {}".to_owned())
        );
        assert_eq!(excerpt("", 1, 9), (1, String::new()));
    }

    #[test]
    fn sentences_have_code() {
        assert_eq!(
            prose("`a<b>` & `c`"),
            "<code data-n=\"a&lt;b&gt;\">a&lt;b&gt;</code> &amp; <code data-n=\"c\">c</code>"
        );
    }
}
