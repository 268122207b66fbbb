//! A formula that a user types, over the rows of three columns: by arrays at run time, and by crates that
//! walk an expression for each row. All come to the same bits.

use std::error::Error;

use evalexpr::{ContextWithMutableVariables, HashMapContext, Value};
use exmex::prelude::*;
use fusus::lazy::{Array, Formula};
use fusus_benches::race::{Aim, Race, Samples};

use crate::numbers;

const LAZY: &str = "lazy";
const EXMEX: &str = "exmex";
const EVALEXPR: &str = "evalexpr";

/// The text that all of them read.
const FORMULA: &str = "price * (1.0 - discount) * (1.0 + tax) - 0.25 * price";

/// The columns of a table.
struct Columns {
    price: Vec<f64>,
    discount: Vec<f64>,
    tax: Vec<f64>,
}

/// Prints the times of tables of so many rows.
pub(crate) fn races(aim: Aim, sizes: &[usize]) {
    println!("\n| rows | lazy | exmex | evalexpr | of exmex | of evalexpr |");
    println!("|---|---|---|---|---|---|");
    for (seed, &size) in (10..).step_by(3).zip(sizes) {
        let columns = Columns {
            price: numbers(seed, size),
            discount: numbers(seed + 1, size),
            tax: numbers(seed + 2, size),
        };
        race(aim, size, &columns);
    }
}

fn race(aim: Aim, size: usize, columns: &Columns) {
    let Columns {
        price,
        discount,
        tax,
    } = columns;
    let rows = || {
        let rows = price.iter().zip(discount).zip(tax);
        rows.map(|((price, discount), tax)| (*price, *discount, *tax))
    };
    let by_hand = |(price, discount, tax): (f64, f64, f64)| {
        price * (1.0 - discount) * (1.0 + tax) - 0.25 * price
    };
    let expected: Vec<f64> = rows().map(by_hand).collect();
    let arrays = [price, discount, tax].map(|column| Array::from(&column[..]));
    let formula = Formula::parse(FORMULA).expect("a formula");
    let tree = exmex::parse::<f64>(FORMULA).expect("an expression");
    let mut race = Race::new(aim, &|_, _| {}, || expected.clone());
    race.fresh(LAZY, || {
        let inputs = ["price", "discount", "tax"].into_iter().zip(&arrays);
        let result = formula.apply(inputs).expect("columns of one length");
        result.to_vec::<f64>().expect("floats")
    });
    // Its variables are in alphabetical order.
    race.fresh(EXMEX, || {
        let values = rows().map(|(price, discount, tax)| tree.eval(&[discount, price, tax]));
        let values: Result<Vec<f64>, _> = values.collect();
        values.expect("three variables")
    });
    race.fresh(EVALEXPR, || {
        by_evalexpr(rows()).expect("an expression of three variables")
    });
    let outcome = race.run();
    let median = |name| outcome.samples_of(name).map(Samples::median);
    if let [Some(lazy), Some(exmex), Some(evalexpr)] = [LAZY, EXMEX, EVALEXPR].map(median) {
        println!(
            "| {size} | {:.2} µs | {:.1} µs | {:.1} µs | {:.1} | {:.1} |",
            lazy * 1e6,
            exmex * 1e6,
            evalexpr * 1e6,
            exmex / lazy,
            evalexpr / lazy
        );
    }
}

fn by_evalexpr(rows: impl Iterator<Item = (f64, f64, f64)>) -> Result<Vec<f64>, Box<dyn Error>> {
    let tree = evalexpr::build_operator_tree(FORMULA)?;
    let mut context = HashMapContext::new();
    let mut results = Vec::new();
    for (price, discount, tax) in rows {
        context.set_value("price".into(), Value::Float(price))?;
        context.set_value("discount".into(), Value::Float(discount))?;
        context.set_value("tax".into(), Value::Float(tax))?;
        results.push(tree.eval_float_with_context(&context)?);
    }
    Ok(results)
}
