//! The output of each stage for the programs of the papers, as snapshots.

#[path = "support/sources.rs"]
mod sources;

use fusus_core::compile::compile;
use fusus_core::ir::{Program, pretty};
use fusus_core::nest::Stage;
use fusus_core::size::scheme::Scheme;
use fusus_core::syntax::{self, Source};
use fusus_core::{check, lower};
use sources::sources;
use std::fmt::Write;

fn lowered(source: &str) -> Program {
    let tokens = source.parse().expect("the source lexes");
    let parsed = syntax::parse(tokens).expect("it is a program");
    check::check(&parsed).expect("of the right shape");
    match parsed {
        Source::Functions(functions, _) => lower::function(&functions[0]).expect("and well named"),
        Source::Expression(..) => panic!("not a function"),
    }
}

#[test]
fn the_stages_of_the_published_programs() {
    for (name, source) in sources() {
        let program = lowered(source);
        let text = pretty::text(&program);
        let compiled = compile(program, &syntax::Options::default()).expect("it compiles");
        let mut out = String::new();
        writeln!(out, "-- ir\n{text}").unwrap();
        let scheme = Scheme::of(&compiled.program, &compiled.sizes);
        writeln!(out, "-- size\n{scheme}\n").unwrap();
        writeln!(out, "-- graph").unwrap();
        for node in &compiled.graph.nodes {
            let size = node
                .size
                .map_or("·".to_owned(), |size| format!("s{}", size.0));
            let through: Vec<String> = node
                .transducers
                .iter()
                .map(|t| compiled.graph.node(*t).label.clone())
                .collect();
            let role = format!("{:?}", node.role).to_lowercase();
            writeln!(out, "{}: {role} {size} [{}]", node.label, through.join(" ")).unwrap();
        }
        for edge in &compiled.graph.edges {
            let label = |id| &compiled.graph.node(id).label;
            writeln!(
                out,
                "{} → {}: {:?}",
                label(edge.from),
                label(edge.to),
                edge.kind
            )
            .unwrap();
        }
        writeln!(
            out,
            "\n-- cluster, objective {}",
            compiled.solution.objective
        )
        .unwrap();
        for cluster in compiled.solution.clustering.clusters() {
            let names: Vec<&str> = cluster
                .iter()
                .map(|node| compiled.graph.node(*node).label.as_str())
                .collect();
            writeln!(out, "{{{}}}", names.join(" ")).unwrap();
        }
        writeln!(out, "\n-- nest\n{}", compiled.nest).unwrap();
        let schedule = compiled.schedule.text(&compiled.nest);
        writeln!(out, "-- schedule\n{schedule}").unwrap();
        insta::assert_snapshot!(name, out.trim_end());
    }
}

#[test]
fn the_text_form_reads_back_as_the_same_program() {
    for (name, source) in sources() {
        let text = pretty::text(&lowered(source));
        let again = pretty::text(&lowered(&text));
        assert_eq!(text, again, "{name}");
    }
}

/// Loops are shared by threads, and written for wide instructions, by what their workers cost.
#[test]
fn a_path_costs_as_much_as_the_closure_that_calls_it() {
    let cost = |worker: &str| {
        let source = format!("fn f(xs: &[f64]) -> Vec<f64> {{ map({worker}, xs) }}");
        let compiled = compile(lowered(&source), &syntax::Options::default()).expect("it compiles");
        match &compiled.nest.stages[..] {
            [Stage::Loop(only)] => only.cost,
            stages => panic!("{} stages", stages.len()),
        }
    };
    assert_eq!(cost("price"), cost("|x| price(x)"));
    assert_eq!(cost("market::price"), cost("price"));
    assert!(cost("f64::abs") < cost("price"));
}
