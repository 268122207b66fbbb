//! Versions of a program, among which its sizes choose when it begins.

use super::{Einsum, VECTORS, compiled, contractions};
use fusus_core::compile::Compiled;
use fusus_core::interp::{Inputs, run};
use fusus_core::plan::Contraction;
use fusus_rng::Rng;

/// The number of versions of a program.
fn versions(text: &str) -> usize {
    let compiled = compiled(text);
    let count = compiled.others.len() + 1;
    let versions = compiled.program.versions.as_ref();
    assert_eq!(versions.map_or(1, |it| it.count()), count, "{text}");
    let generated = contractions(text).iter().map(Contraction::versions).max();
    assert_eq!(generated, Some(count), "{text}");
    count
}

/// Sizes choose where they follow from parameters, and are neither known nor hinted at.
#[test]
fn programs_have_versions_where_sizes_are_unknown() {
    let chain = |parameters: &str, sizes: [&str; 3], attribute: &str, before: &str| {
        let [i, j, k] = sizes;
        format!(
            "{attribute} fn f({parameters} xs: &[f64], ys: &[f64], zs: &[f64]) -> Vec<f64> {{
                {before}
                let (a, b, c) = (reshape(xs, [{i}, {j}]), reshape(ys, [{j}, {k}]), reshape(zs, [{k}, {i}]));
                let out = generate(|i, l| sum(|j, k| a[[i, j]] * b[[j, k]] * c[[k, l]]));
                out
            }}"
        )
    };
    let all = ["n", "m", "w"];
    let given = "n: usize, m: usize, w: usize,";
    assert_eq!(versions(&chain(given, all, "", "")), 2);
    // A hint at one size leaves the others open.
    assert_eq!(versions(&chain(given, all, "#[cnf(sizes(i = 7))]", "")), 2);
    let hinted = "#[cnf(sizes(n = 3, m = 4, w = 5))]";
    assert_eq!(versions(&chain(given, all, hinted, "")), 1);
    assert_eq!(versions(&chain("", ["3", "4", "5"], "", "")), 1);
    assert_eq!(versions(&chain(given, all, "#[cnf(strict)]", "")), 1);
    let written = "#[cnf(order = \"written\")]";
    assert_eq!(versions(&chain(given, all, written, "")), 1);
    // A size that the program computes is not known when it begins.
    let computed = "let w = n + m;";
    assert_eq!(
        versions(&chain("n: usize, m: usize,", all, "", computed)),
        1
    );
    // One of an input is.
    let counted = "let w = len(vs);";
    let given = "n: usize, m: usize, vs: &[f64],";
    assert_eq!(versions(&chain(given, all, "", counted)), 2);
    // Arrays of devices are elsewhere.
    let device = "#[backend(cpu, ocl)]";
    let given = "n: usize, m: usize, w: usize,";
    assert_eq!(versions(&chain(given, all, device, "")), 1);
}

/// Versions are of one sum of products, the first that has several orders.
#[test]
fn a_program_has_three_versions_at_most() {
    let text = "fn f(n: usize, m: usize, w: usize, h: usize, xs: &[f64], ys: &[f64], zs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (a, b, c) = (reshape(xs, [n, m]), reshape(ys, [m, w]), reshape(zs, [w, h]));
        let one = generate(|i, m| sum(|j, k, l| a[[i, j]] * b[[j, k]] * c[[k, l]] * c[[m, l]]));
        let two = generate(|j, l| sum(|i, k| b[[j, k]] * c[[k, i]] * c[[l, i]]));
        (one, two)
    }";
    let all = contractions(text);
    let counts: Vec<usize> = all.iter().map(Contraction::versions).collect();
    assert_eq!(counts, [3, 1], "{all:?}");
    let compiled = compiled(text);
    let orders = compiled.others.iter().chain([&compiled]);
    let mut orders: Vec<String> = orders
        .map(|version| version.program.contractions[0].order.clone())
        .collect();
    orders.sort();
    orders.dedup();
    assert_eq!(orders.len(), 3);
    // All versions have the same order of the other.
    assert!(
        (compiled.others.iter()).all(|other| other.program.contractions[1].order == all[1].order)
    );
}

/// Each version computes the sum, whatever the sizes are.
#[test]
fn versions_agree_with_the_text() {
    let mut rng = Rng::new(11);
    for vector in VECTORS {
        let einsum = Einsum::of(vector);
        let text = einsum.hinted("", "i64");
        let small = |index: &str| {
            let position = einsum.sizes.keys().position(|known| known == index);
            1 + position.expect("an index") as u64 % 3
        };
        let mut inputs = Inputs::new();
        for (factor, name) in ('a'..).take(einsum.factors.len()).enumerate() {
            let count = einsum.elements(factor, small) as usize;
            let elements: Vec<i64> = (0..count).map(|_| rng.below(9) as i64 - 4).collect();
            inputs = inputs.array(&format!("in_{name}"), elements);
        }
        for index in einsum.sizes.keys() {
            inputs = inputs.scalar(&format!("n_{index}"), small(index) as usize);
        }
        let get = |compiled: &Compiled| -> Vec<i64> {
            let outcome = run(&compiled.program, &inputs);
            let outcome = outcome.unwrap_or_else(|fault| panic!("{text}: {fault}"));
            match einsum.output.is_empty() {
                true => vec![outcome.result.get().expect("a number")],
                false => outcome.result.get().expect("numbers"),
            }
        };
        let written = get(&compiled(
            &einsum.hinted("#[cnf(order = \"written\")]", "i64"),
        ));
        let all = compiled(&text);
        for version in all.others.iter().chain([&all]) {
            assert_eq!(get(version), written, "{}", vector.name);
        }
    }
}
