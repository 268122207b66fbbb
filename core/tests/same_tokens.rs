//! A program becomes the same tokens in every process.

#[path = "support/sources.rs"]
mod sources;

use fusus_core::cluster::{Limit, Paper, Solver, optimal};
use fusus_core::explain::{Overrides, explain};
use fusus_core::plan::{Plan, dot, flow::Flow, svg};
use proc_macro2::TokenStream;
use quote::quote;
use sources::sources;
use std::env;
use std::process::Command;

const CHILD: &str = "FUSUS_SAME_TOKENS_CHILD";

fn programs() -> impl Iterator<Item = TokenStream> {
    let sources = sources().into_iter();
    sources.map(|(_, source)| source.parse().expect("tokens"))
}

/// Prints everything that is generated for all programs.
fn everything() -> String {
    let mut text = String::new();
    for tokens in programs() {
        text += &fusus_core::expand(tokens.clone(), &quote!(::fusus)).to_string();
        for strategy in fusus_core::cluster::STRATEGIES {
            let overrides = Overrides {
                strategy: Some(strategy.name().to_owned()),
                ..Overrides::default()
            };
            for one in explain(
                tokens.clone(),
                "file:1",
                &overrides,
                &mut Default::default(),
            ) {
                let compiled = one.outcome.expect("a program without mistakes");
                let plan = Plan::of(&compiled);
                let flow = Flow::of(&compiled);
                text += &fusus_core::ir::pretty::text(&compiled.program);
                text += &fusus_core::documentation::of(&compiled);
                text += &dot::dot(&plan.name, &flow);
                text += &svg::svg(&plan, &flow);
            }
        }
    }
    text
}

#[test]
fn every_process_makes_the_same_bytes() {
    if env::var_os(CHILD).is_some() {
        println!("everything: {}", everything().replace('\n', "\u{1}"));
        return;
    }
    let here = everything();
    assert!(here.len() > 10_000);
    for _ in 0..3 {
        let output = Command::new(env::current_exe().expect("a test"))
            .args([
                "--exact",
                "every_process_makes_the_same_bytes",
                "--nocapture",
            ])
            .env(CHILD, "1")
            .output()
            .expect("a process");
        let text = String::from_utf8(output.stdout).expect("text");
        let there = text
            .lines()
            .find_map(|line| line.split_once("everything: "));
        let (_, there) = there.expect("what the process made");
        assert!(
            there.replace('\u{1}', "\n") == here,
            "another process made other bytes"
        );
    }
}

#[test]
fn the_papers_programs_have_the_same_plan_by_either_solver() {
    for tokens in programs() {
        for one in explain(
            tokens.clone(),
            "file:1",
            &Overrides::default(),
            &mut Default::default(),
        ) {
            let compiled = one.outcome.expect("a program without mistakes");
            let by = |solver| optimal(&compiled.graph, &Paper, solver, Limit::default());
            let (search, ilp) = (by(Solver::Search), by(Solver::Microlp));
            assert_eq!(search.clustering, ilp.clustering, "{}", one.name);
            assert_eq!(
                search.clustering, compiled.solution.clustering,
                "{}",
                one.name
            );
        }
    }
}
