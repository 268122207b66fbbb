//! Prints the published numbers for sums of products beside those that are computed here:
//!
//! ```text
//! cargo run -p fusus-sums --example sums_tables
//! ```

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::Instant;

use fusus_sums::lam::{Expression, minimal};
use fusus_sums::order::{Counting, Size, Sizes, Symbol, candidates, cheapest, versions};
use support::einsum::{Einsum, tree_text};
use support::oracle::exhaustive;
use support::vectors::VECTORS;

fn main() {
    running_example();
    println!();
    vectors();
    println!();
    unknown_sizes();
}

/// The paper's example, with what it prints in parentheses.
fn running_example() {
    let einsum = Einsum::new("ij,jkl,kl->k", "i=500 j=100 k=40 l=15");
    let order = einsum.along("A(BC)");
    let Einsum {
        product,
        ranges,
        factors,
        ..
    } = &einsum;
    let expression = Expression::apart(product, &order, factors, ranges);
    let minimum = minimal(&expression);
    let (all, legal, _) = exhaustive(&expression);
    let kept: usize = minimum.survivors.iter().map(Vec::len).sum();
    println!("| `W[k] = Σ A[i,j] B[j,k,l] C[k,l]` | computed | in print |");
    println!("|---|---|---|");
    println!(
        "| operations | {} | 178000 |",
        order.cost(Counting::Paper, ranges)
    );
    println!(
        "| elements, nothing fused | {} | |",
        expression.memory(&expression.unfused())
    );
    println!("| elements, least | {} | 160 |", minimum.memory);
    println!("| solutions kept (figure 4) | {kept} | 18 |");
    println!("| legal fusions of {all} | {legal} | |");
    let better = cheapest(product, ranges, Counting::Paper);
    let expression = Expression::apart(product, &better, factors, ranges);
    println!(
        "| operations of {} | {} | |",
        tree_text(&better),
        better.cost(Counting::Paper, ranges)
    );
    println!(
        "| elements of {} | {} | |",
        tree_text(&better),
        minimal(&expression).memory
    );
}

/// Costs of the vectors: the order by flops, and memory by contractions.
fn vectors() {
    println!(
        "| product | one nest | operations | flops | order | intermediates | fused | in blocks of 16 | paper's elements | fused | order, fusion |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for vector in VECTORS {
        let einsum = Einsum::new(vector.product, vector.sizes);
        let Einsum {
            product,
            ranges,
            factors,
            ..
        } = &einsum;
        let start = Instant::now();
        let order = cheapest(product, ranges, Counting::Flops);
        let ordered = start.elapsed();
        let start = Instant::now();
        let expression = Expression::contracted(product, &order, factors, ranges);
        let fusion = minimal(&expression).fusion;
        let fused = start.elapsed();
        let apart = Expression::apart(product, &order, factors, ranges);
        println!(
            "| {} `{}` | {:.2e} | {} | {} | {} | {} | {} | {} | {} | {} | {:.1} ms, {:.1} ms |",
            vector.name,
            vector.product,
            Counting::Paper.one_nest(product, ranges) as f64,
            order.cost(Counting::Paper, ranges),
            order.cost(Counting::Flops, ranges),
            tree_text(&order),
            expression.intermediates(&expression.unfused()),
            expression.intermediates(&fusion),
            expression.intermediates_in_blocks(&fusion, 16),
            apart.memory(&apart.unfused()),
            minimal(&apart).memory,
            ordered.as_secs_f64() * 1e3,
            fused.as_secs_f64() * 1e3,
        );
    }
}

/// The versions where no size is known, and what they lose.
fn unknown_sizes() {
    println!("| product, no size known | candidates | one alone | two | three | versions | time |");
    println!("|---|---|---|---|---|---|---|");
    let chain = "ab,bc,cd,de,ef,fg,gh,hi,ij,jk,kl,lm->am";
    let more = ["ab,bc,cd,de,ef,fg,gh->ah", chain];
    let products = VECTORS.iter().map(|vector| vector.product);
    for text in products.chain(["abc,ai,bj,ck->ijk"]).chain(more) {
        let einsum = Einsum::new(text, "");
        let symbols = 0..einsum.indices.len() as u16;
        let sizes = Sizes(
            symbols
                .map(|symbol| Size::Unknown(Symbol(symbol)))
                .collect(),
        );
        let start = Instant::now();
        let three = versions(&einsum.product, &sizes, 3);
        let time = start.elapsed();
        println!(
            "| `{text}` | {} | {:.2} | {:.2} | {:.2} | {} | {:.0} ms |",
            candidates(&einsum.product, &sizes).len(),
            versions(&einsum.product, &sizes, 1).shortfall,
            versions(&einsum.product, &sizes, 2).shortfall,
            three.shortfall,
            three.versions.len(),
            time.as_secs_f64() * 1e3,
        );
    }
}
