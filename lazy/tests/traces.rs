//! Traces: inputs have no elements before they are run.

use std::thread;

use fusus_lazy::{Array, Error, Formula, Plan, Trace, eval_all, s};

/// An evaluation of an array, by whatever asks for its elements.
type Evaluation = fn(&Array<f64>) -> Result<(), Error>;

/// The error of a trace, which reads an input called `x`.
fn refused(build: impl FnOnce(&mut Trace) -> Result<Array<f64>, Error>) -> String {
    let error = Plan::trace(build).unwrap_err();
    assert_eq!(error.place().map(|place| place.file()), Some(file!()));
    error.to_string()
}

#[test]
fn nothing_of_an_input_is_evaluated_while_it_is_traced() {
    let sum = refused(|t| {
        let x = t.input::<f64>("x", 3)?;
        let sum = x.sum().item()?;
        Ok(x - sum)
    });
    assert!(
        sum.starts_with("`sum`: the input `x` has no elements while it is traced"),
        "{sum}"
    );
    let evaluations: [Evaluation; 10] = [
        |x| x.to_vec().map(drop),
        |x| x.eval().map(drop),
        |x| x.iter().map(drop),
        |x| x.clone().into_vec().map(drop),
        |x| x.at(s![1]).item().map(drop),
        |x| x.at(s![1..]).to_vec().map(drop),
        |x| (x * 2.0).at(s![1..]).to_vec().map(drop),
        |x| x.keep(x.gt(0.0)).len().map(drop),
        |x| eval_all([&x.sum(), &x.max()]),
        |x| thread::scope(|s| s.spawn(|| x.max().item()).join().unwrap().map(drop)),
    ];
    for (at, evaluate) in evaluations.into_iter().enumerate() {
        let found = refused(|t| {
            let x = t.input::<f64>("x", 3)?;
            evaluate(&x)?;
            Ok(x)
        });
        assert!(found.contains("has no elements"), "{at}: {found}");
    }
}

#[test]
fn lengths_and_other_arrays_are_known_while_an_input_is_traced() -> Result<(), Error> {
    let weights = Array::from_vec(vec![1.0, 2.0, 3.0]);
    let trace = Plan::trace(|t| {
        let x = t.input::<f64>("x", 3)?;
        let mean = weights.sum().item()? / x.len()? as f64;
        Ok(x * mean)
    })?;
    let x = Array::from_vec(vec![1.0, -1.0, 5.0]);
    assert_eq!(trace.run([("x", &x)])?.to_vec()?, [2.0, -2.0, 10.0]);
    let itself = Plan::trace(|t| t.input::<f64>("x", 3))?;
    assert_eq!(itself.run([("x", &x)])?.to_vec()?, [1.0, -1.0, 5.0]);
    Ok(())
}

#[test]
fn formulas_and_traces_take_inputs_within_a_trace() -> Result<(), Error> {
    let formula = Formula::parse("(x - sum(x)) * 2").unwrap();
    let x = Array::from_vec(vec![1.0, -1.0, 5.0]);
    for _ in 0..3 {
        formula.apply([("x", &x)]).unwrap().eval()?;
        let trace = Plan::trace(|t| {
            let x = t.input::<f64>("x", 3)?;
            let twice = formula.apply([("x", &x)]).unwrap().cast::<f64>();
            Ok(twice + 1.0)
        })?;
        assert_eq!(trace.run([("x", &x)])?.to_vec()?, [-7.0, -11.0, 1.0]);
    }
    let inner = Plan::trace(|t| Ok(t.input::<f64>("y", 3)? + 1.0))?;
    let found = refused(|t| {
        let x = t.input::<f64>("x", 3)?;
        inner.run([("y", &x)])
    });
    assert!(found.contains("the input `x` has no elements"), "{found}");
    Ok(())
}

#[test]
fn an_input_without_axes_is_a_number() -> Result<(), Error> {
    let line = Plan::trace(|t| {
        let (x, k) = (t.input::<f64>("x", 2)?, t.input::<f64>("k", [])?);
        Ok(x * &k + k)
    })?;
    let x = Array::from_vec(vec![1.0, 2.0]);
    for k in [2.0, 3.0] {
        let found = line.run([("x", &x), ("k", &Array::number(k))])?.to_vec()?;
        assert_eq!(found, [2.0 * k, 3.0 * k]);
        let one = Array::from_vec(vec![k]);
        assert_eq!(line.run([("x", &x), ("k", &one)])?.to_vec()?, found);
        let computed = one.sum() + 0.0;
        assert_eq!(line.run([("x", &x), ("k", &computed)])?.to_vec()?, found);
    }
    let error = line.run([("x", &x), ("k", &x)]).unwrap_err().to_string();
    assert!(
        error.contains("the input `k` has length 2, and was traced as a number"),
        "{error}"
    );
    let itself = Plan::trace(|t| t.input::<i32>("k", []))?;
    assert_eq!(itself.run([("k", &Array::number(7))])?.item()?, 7);
    let refused = refused(|t| {
        let k = t.input::<f64>("k", [])?;
        Ok(Array::number(k.item()?))
    });
    assert!(refused.contains("`k` has no elements"), "{refused}");
    Ok(())
}

#[test]
fn the_shape_of_a_number_has_no_axes() -> Result<(), Error> {
    let x = Array::from_vec(vec![3, 1]);
    assert_eq!(Array::from_shape([], vec![2]).to_string(), "2");
    assert_eq!((x.at(s![1..]).reshape([]) + &x).to_vec()?, [4, 2]);
    assert_eq!(x.keep(x.gt(2)).reshape([]).item()?, 3);
    for error in [
        Array::from_shape([], vec![1, 2]).eval().unwrap_err(),
        x.reshape([]).eval().unwrap_err(),
    ] {
        let shown = error.to_string();
        assert!(
            shown.contains("does not have the elements for the shape []"),
            "{shown}"
        );
    }
    Ok(())
}
