//! Prints the tables of Lewis, Lin and Snyder beside those that are computed here:
//!
//! ```text
//! cargo run -p fusus-nests --example nests_tables
//! ```

#[path = "../tests/support/mod.rs"]
mod support;

use fusus_nests::costs::Bytes;
use fusus_nests::optimal::{Limit, Rules, optimal};
use fusus_nests::zpl::{Level, arrays_in_memory, zpl, zpl_blocks};
use fusus_nests::{ArrayId, Insertion, Program};
use std::time::Instant;
use support::fragments::{FRAGMENTS, fragment};
use support::programs::{Published, SEARCHED, lines_of, published, sp_x_sweep};
use support::simple::{SIMPLE_SEARCHED, simple};

fn main() {
    arrays();
    println!();
    lines();
    println!();
    large();
    println!();
    levels();
    println!();
    fragments();
}

/// Figure 7: the arrays of programs.
fn arrays() {
    println!(
        "| arrays (compiler/user) | before | in print | after, in print | zpl | optimal | left |"
    );
    println!("|---|---|---|---|---|---|---|");
    for published in published() {
        let program = published.program();
        let plans = zpl_blocks(&program, Level::C2F3);
        let best = optimal(&program, Rules::Wide, &Bytes, Limit::default());
        let best = best.map_or("none".to_owned(), |best| {
            let proven = if best.is_proven { "" } else { ", not proven" };
            let (arrays, nests) = (best.plan.arrays_in_memory(&program), best.plan.nests.len());
            format!("{arrays} in {nests} nests{proven}")
        });
        let Published {
            name, arrays, left, ..
        } = published;
        let all: Vec<ArrayId> = program.array_ids().collect();
        let after = arrays_in_memory(&program, &plans);
        let names: Vec<&str> = after.iter().map(|&id| &*program.array(id).name).collect();
        println!(
            "| {name} | {} | {} ({}/{}) | {left} | {} | {best} | {} |",
            counted(&program, &all),
            arrays.0 + arrays.1,
            arrays.0,
            arrays.1,
            counted(&program, &after),
            names.join(" ")
        );
    }
}

/// The x-sweep of SP: contraction to scalars, and to lines, which the paper names as what its compiler
/// lacks.
fn lines() {
    let program = sp_x_sweep();
    let all: Vec<ArrayId> = program.array_ids().collect();
    let plans = zpl_blocks(&program, Level::C2F3);
    let after = arrays_in_memory(&program, &plans);
    println!("| SP's x-sweep | arrays in memory | arrays kept as lines |");
    println!("|---|---|---|");
    println!("| before | {} | |", counted(&program, &all));
    println!("| zpl | {} | |", counted(&program, &after));
    if let Some(best) = optimal(&program, Rules::Wide, &Bytes, SEARCHED) {
        let left = best.plan.arrays_in_memory(&program);
        let lines = lines_of(&program, &best.plan);
        println!(
            "| optimal | {left} in {} nests | {} |",
            best.plan.nests.len(),
            lines.join(" ")
        );
    }
}

/// SIMPLE, the largest of the programs: its arrays, and how long they take.
fn large() {
    let program = simple(4);
    let all: Vec<ArrayId> = program.array_ids().collect();
    let statements = program.statements.len();
    println!("| SIMPLE, {statements} statements | arrays in memory | nests | planned in |");
    println!("|---|---|---|---|");
    println!("| before, in print | 85 (20/65) | | |");
    println!("| before | {} | {statements} | |", counted(&program, &all));
    println!("| after, in print | 32 (0/32) | | |");
    let started = Instant::now();
    let plans = zpl_blocks(&program, Level::C2F3);
    let took = started.elapsed().as_secs_f64();
    let nests: usize = plans.iter().map(|(_, plan)| plan.nests.len()).sum();
    let after = arrays_in_memory(&program, &plans);
    let after = counted(&program, &after);
    println!("| zpl | {after} | {nests} | {took:.2} s |");
    let started = Instant::now();
    if let Some(best) = optimal(&program, Rules::Wide, &Bytes, SIMPLE_SEARCHED) {
        let took = started.elapsed().as_secs_f64();
        let (arrays, nests) = (best.plan.arrays_in_memory(&program), best.plan.nests.len());
        println!("| optimal, not proven | {arrays} | {nests} | {took:.2} s |");
    }
}

fn counted(program: &Program, arrays: &[ArrayId]) -> String {
    let compiler = arrays.iter().filter(|id| program.array(**id).compiler);
    let compiler = compiler.count();
    format!("{} ({compiler}/{})", arrays.len(), arrays.len() - compiler)
}

/// Arrays and nests of the programs by the paper's levels.
fn levels() {
    let names: Vec<&str> = Level::ALL.into_iter().map(Level::name).collect();
    println!("| arrays, nests | {} |", names.join(" | "));
    println!("|---|{}", "---|".repeat(names.len()));
    for published in published() {
        let program = published.program();
        let of_level = |level: Level| {
            let plans = zpl_blocks(&program, level);
            let nests: usize = plans.iter().map(|(_, plan)| plan.nests.len()).sum();
            format!("{}, {nests}", arrays_in_memory(&program, &plans).len())
        };
        let levels: Vec<String> = Level::ALL.into_iter().map(of_level).collect();
        println!("| {} | {} |", published.name, levels.join(" | "));
    }
}

/// Figures 5 and 6: the fragments.
fn fragments() {
    println!("| fragment | zpl, c2+f3 | contracted | optimal, wide | contracted |");
    println!("|---|---|---|---|---|");
    for (name, _) in FRAGMENTS {
        let program = fragment(name).normalised(Insertion::Always);
        let published = zpl(&program, Level::C2F3);
        let Some(best) = optimal(&program, Rules::Wide, &Bytes, Limit::default()) else {
            continue;
        };
        println!(
            "| {name} | {} | {} | {} | {} |",
            published.clusters_text(),
            published.contracted(&program).join(" "),
            best.plan.clusters_text(),
            best.plan.contracted(&program).join(" ")
        );
    }
}
