//! Formulas that are applied again and again: from the second application on to inputs of some types and
//! shapes nothing is built, and results are those of a formula that is applied for the first time.

use std::thread;

use fusus_lazy::{Array, Column, ElementType, Formula, FormulaError, Planning, s};
use fusus_rng::Rng;

const FORMULAS: &[&str] = &[
    "x + y",
    "(x - y) * 2 + x / 3",
    "x",
    "pi",
    "x * pi + e",
    "x[1..]",
    "x[0]",
    "sum(x * y) / len(x) as f64",
    "x[x > y]",
    "mean(x[x > 1]) + k",
    "far = abs(x - mean(x)) > 1\nsum(x[far]) + count(far) as f64",
    "x * k - k",
    "k + 1",
    "if x > k { x } else { y }",
    "scan_sum(x) - y",
    "with(x, 0..1, k)",
    "x[reverse(range(2))]",
    "x % k",
    "x / k",
    "sum_axis(x, 0) + sum_axis(y, 0)",
    "x - mean_axis(x, -1)[.., new]",
    "transpose(x) + 1",
    "flatten(x)[..2] * k",
];

type Inputs = Vec<(&'static str, Column)>;

/// Inputs of all kinds: of several lengths, types and axes, twice the same, sections, and pending ones.
fn inputs(rng: &mut Rng) -> Inputs {
    let len = [1, 2, 5, 5, 5, 1000, 2500][rng.below(7)];
    let floats = |rng: &mut Rng| -> Vec<f64> {
        (0..len)
            .map(|_| rng.below(100) as f64 * 0.25 - 5.0)
            .collect()
    };
    let x = Array::from_vec(floats(rng));
    let mut column = |other: &Array<f64>| match rng.below(9) {
        0 => Column::from(other),
        1 => Column::from(other.at(s![..; -1])),
        2 => Column::from(other.at(s![..; -1]).eval().expect("a section")),
        3 => Column::from(other * 2.0),
        4 => Column::from(other.cast::<f32>().eval().expect("floats")),
        5 => Column::from((other * 4.0).cast::<i32>().eval().expect("integers")),
        6 => Column::from(0.5),
        7 => Column::from(Array::from_shape([len, 1], floats(rng))),
        _ => Column::from(floats(rng)),
    };
    let first = column(&x);
    let second = column(&x);
    let k = [
        Column::from(2.0),
        Column::from(-0.5),
        Column::from(0),
        Column::from(3),
    ];
    vec![("x", first), ("y", second), ("k", k[rng.below(4)].clone())]
}

/// The type, the axes and the elements of a result, or what is wrong with it.
fn shown(result: Result<Column, FormulaError>) -> String {
    match result {
        Ok(column) => format!("{} {:?}: {column}", column.ty(), column.dims()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn results_are_those_of_a_first_application() {
    for text in FORMULAS {
        let formula = Formula::parse(text).expect("a formula");
        for seed in 0..120 {
            let mut rng = Rng::of(27, seed % 40);
            let given = inputs(&mut rng);
            let first = Formula::parse(text).expect("a formula");
            let expected = shown(first.apply(given.clone()));
            assert_eq!(shown(formula.apply(given)), expected, "{text}, {seed}");
        }
    }
}

#[test]
fn results_are_operands_and_inputs() -> Result<(), Box<dyn std::error::Error>> {
    let formula = Formula::parse("x * 2 + k")?;
    let x = Array::from_vec(vec![1.0, 2.0, 3.0]);
    let k = Array::number(1.0);
    for _ in 0..4 {
        let result = formula
            .apply([("x", &x), ("k", &k)])?
            .array::<f64>()
            .ok_or("floats")?;
        assert!(format!("{result:?}").starts_with("Array<f64>("));
        assert_eq!(result.plan()?.loops(), 1);
        assert_eq!((&result - &x).sum().item()?, 9.0);
        assert_eq!(result.to_vec()?, [3.0, 5.0, 7.0]);
        let pending = formula
            .apply([("x", &x), ("k", &k)])?
            .array::<f64>()
            .ok_or("floats")?;
        let of_pending = formula.apply([("x", &pending), ("k", &k)])?;
        assert_eq!(of_pending.to_vec::<f64>()?, [7.0, 11.0, 15.0]);
    }
    Ok(())
}

#[test]
fn failures_are_those_of_a_first_application() -> Result<(), Box<dyn std::error::Error>> {
    let formula = Formula::parse("n / (n - k)")?;
    let n = Array::from_vec(vec![1, 2, 3, 4]);
    let mut all = Vec::new();
    for k in [3, 9, 3, 3, 9, 2] {
        let result = formula.apply([("n", &n), ("k", &Array::number(k))])?;
        let found = match result.to_vec::<i32>() {
            Ok(elements) => format!("{elements:?}"),
            // A result that could not be computed is asked for again.
            Err(error) => format!("{error} {}", result.to_vec::<i32>() == Err(error.clone())),
        };
        all.push(found);
    }
    assert!(
        all[0].contains("formula:1:3") && all[0].ends_with("true"),
        "{}",
        all[0]
    );
    assert_eq!(all[0], all[2]);
    assert_eq!(all[0], all[3]);
    assert_eq!(all[1], all[4]);
    assert_ne!(all[0], all[5]);
    Ok(())
}

#[test]
fn plans_get_better_and_are_counted() -> Result<(), Box<dyn std::error::Error>> {
    let formula = Formula::parse("scan_sum(x * sum(x)) + max(x) * exp_m1(x)")?;
    let x = Array::from_vec((0..3000).map(f64::from).collect());
    let mut counts = Vec::new();
    for _ in 0..8 {
        let (result, planning) = Planning::of(|| {
            formula
                .apply([("x", &x)])?
                .to_vec::<f64>()
                .map_err(Box::<dyn std::error::Error>::from)
        });
        let bits: Vec<u64> = result?.iter().map(|x| x.to_bits()).collect();
        counts.push((planning.graphs, planning.operations, bits));
    }
    assert!(counts.iter().all(|count| *count == counts[0]));
    assert_eq!(counts[0].0, 1);
    Ok(())
}

#[test]
fn threads_apply_one_formula() {
    let formula = Formula::parse("sum(x * k) + sum(x)").expect("a formula");
    let numbers =
        |from: u32| -> Array<f64> { Array::from_vec((from..from + 5000).map(f64::from).collect()) };
    thread::scope(|scope| {
        for thread in 0..4 {
            let formula = formula.clone();
            scope.spawn(move || {
                for round in 0..50 {
                    let x = numbers(thread * 1000 + round);
                    let k = Array::number(f64::from(round));
                    let found = formula.apply([("x", &x), ("k", &k)]).expect("inputs");
                    assert_eq!(found.ty(), ElementType::F64);
                    let expected = (&x * &k)
                        .sum()
                        .item()
                        .and_then(|products| Ok(products + x.sum().item()?));
                    let found = found.item().expect("a number").cast::<f64>();
                    assert_eq!(found, expected.expect("a number"));
                }
            });
        }
    });
}
