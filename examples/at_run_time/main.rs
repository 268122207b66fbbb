//! Programs that come when this one runs, beside their twins in `cnf!`: the heat in a plate, the Game of
//! Life, and the prices of options by a formula in a file.
//!
//! ```console
//! $ cargo run --release --features lazy --example at_run_time [FORMULA]
//! ```

mod grids;
#[path = "../heat/programs.rs"]
mod heat;
#[path = "../life/programs.rs"]
#[allow(dead_code, reason = "nothing is drawn here")]
mod life;
#[path = "../black_scholes/market.rs"]
mod market;
#[path = "../black_scholes/model.rs"]
mod model;
#[path = "../black_scholes/normal.rs"]
mod normal;
#[path = "../black_scholes/programs.rs"]
#[allow(dead_code, reason = "one of the two programs is enough")]
mod options;

use std::error::Error;
use std::process::ExitCode;
use std::{env, fs};

use common::Report;
use common::random;
use common::report::{self, fastest};
use common::text::grouped;
use fusus::lazy::{Array, Column, Formula, eval_all};
use market::Market;

/// The places of a plate, the cells of a torus and the number of options.
const LARGE: usize = 1 << 20;

/// The steps of a program that is timed.
const STEPS: usize = 10;

/// After so many generations nothing is seen of a life.
pub(crate) const FADED: u8 = 24;

const MARKET: Market = Market { seed: 1973 };

const HEAT: &str = include_str!("heat.formula");

fn main() -> ExitCode {
    report::run("at_run_time", "programs that come at run time", |report| {
        warm(report)?;
        live(report)?;
        price(report)
    })
}

/// The plate after some steps, and the change of the last one.
type Plate = (Vec<f64>, f64);

fn compiled_plate(side: usize, start: &[f64]) -> Plate {
    let mut plate = start.to_vec();
    let mut change = 0.0;
    for _ in 0..STEPS {
        change = heat::relax(side, side, &mut plate);
    }
    (plate, change)
}

fn plate_of_arrays(start: &Array<f64>) -> Result<Plate, Box<dyn Error>> {
    let mut plate = start.clone();
    let mut last = 0.0;
    for _ in 0..STEPS {
        let (new, change) = grids::relax(&plate);
        eval_all([&new, &change])?;
        (plate, last) = (new, change.item()?);
    }
    Ok((plate.to_vec()?, last))
}

fn plate_of_a_formula(start: &Array<f64>) -> Result<Plate, Box<dyn Error>> {
    let step = Formula::parse(HEAT)?;
    let mut plate = Column::from(start);
    let mut last = 0.0;
    for _ in 0..STEPS {
        let mut all = step.apply_all([("plate", plate)])?;
        // The last lines bind the change and the plate.
        let (new, change) = (all.pop(), all.pop());
        let ((_, new), (_, change)) = new.zip(change).ok_or("the formula has two results")?;
        drop(all);
        eval_all([&new, &change])?;
        last = change.item()?.cast::<f64>();
        plate = new;
    }
    Ok((plate.to_vec()?, last))
}

fn warm(report: &mut Report) -> Result<(), Box<dyn Error>> {
    let side = report::size(LARGE).isqrt();
    let start: Vec<f64> = (0..side * side).map(|at| random::unit(7, at)).collect();
    let array = Array::from_shape([side, side], start.clone());
    let (expected, compiled) = fastest(3, || compiled_plate(side, &start));
    let (found, arrays) = fastest(3, || plate_of_arrays(&array));
    report.check("the plate is that of `cnf!`", near(&found?, &expected));
    let (found, formula) = fastest(3, || plate_of_a_formula(&array));
    report.check("and so is that of a formula", near(&found?, &expected));
    report.result(
        "places, steps",
        format!("{}, {STEPS}", grouped(side * side)),
    );
    report.times(&[
        ("heat, `cnf!`", compiled),
        ("heat, arrays", arrays),
        ("heat, a formula", formula),
    ]);
    Ok(())
}

/// Returns true for the same plate but for rounding: sums of neighbours may be in another order.
fn near(found: &Plate, expected: &Plate) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
    let mut places = found.0.iter().zip(&expected.0);
    near(found.1, expected.1) && places.all(|(a, b)| near(*a, *b))
}

fn live(report: &mut Report) -> Result<(), Box<dyn Error>> {
    let side = report::size(LARGE).isqrt();
    let soup: Vec<u8> = (0..side * side)
        .map(|at| u8::from(random::unit(24, at) < 1.0 / 3.0))
        .collect();
    let torus = grids::torus(side, &soup).eval()?;
    let (expected, compiled) = fastest(3, || {
        (0..STEPS).fold(soup.clone(), |cells, _| life::next(side, side, &cells))
    });
    let (found, arrays) = fastest(3, || -> Result<Array<u8>, Box<dyn Error>> {
        let mut cells = torus.clone();
        for _ in 0..STEPS {
            cells = grids::next(&cells).eval()?;
        }
        Ok(cells)
    });
    let wanted = grids::torus(side, &expected).to_vec()?;
    report.check(
        "generations are those of `cnf!`",
        found?.to_vec()? == wanted,
    );
    report.times(&[("life, `cnf!`", compiled), ("life, arrays", arrays)]);
    Ok(())
}

fn price(report: &mut Report) -> Result<(), Box<dyn Error>> {
    let beside = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/examples/at_run_time/black_scholes.formula"
    );
    let path = env::args().nth(1).unwrap_or_else(|| beside.to_owned());
    let formula = Formula::parse(&fs::read_to_string(&path)?)?;
    let count = report::size(LARGE);
    let contracts: Vec<model::Contract> = (0..count).map(|at| MARKET.option(at)).collect();
    let column = |of: fn(&model::Contract) -> f64| -> Array<f64> {
        Array::from_vec(contracts.iter().map(of).collect())
    };
    let inputs = [
        ("spot", column(|one| one.spot)),
        ("strike", column(|one| one.strike)),
        ("years", column(|one| one.years)),
        ("rate", column(|one| one.rate)),
        ("volatility", column(|one| one.volatility)),
    ];
    let inputs = || inputs.iter().map(|(name, column)| (*name, column));
    let plan = formula.apply(inputs())?.plan()?;
    let (prices, took) = fastest(3, || -> Result<Vec<f64>, Box<dyn Error>> {
        Ok(formula.apply(inputs())?.to_vec::<f64>()?)
    });
    let (expected, compiled) = fastest(3, || options::black_scholes(count, MARKET).1);
    report.result("options", grouped(count));
    report.result("loops of the formula", plan.loops());
    let near = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-9 * (1.0 + b.abs());
    report.check(
        "the formula has the prices of `cnf!`",
        prices?.iter().zip(&expected).all(near),
    );
    report.times(&[
        ("calls, puts and sums, `cnf!`", compiled),
        ("puts, the formula", took),
    ]);
    Ok(())
}
