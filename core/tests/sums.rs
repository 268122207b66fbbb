//! The order of sums of products: the operations of all vectors, and results that agree with the order
//! of the text.

#[path = "../../sums/tests/support/vectors.rs"]
#[allow(dead_code, unreachable_pub, reason = "other tests use more of it")]
mod vectors;
#[path = "sums/versions.rs"]
mod versions;

use fusus_core::compile::Compiled;
use fusus_core::diagnostic::Diagnostics;
use fusus_core::explain::{Overrides, explain};
use fusus_core::interp::{Inputs, Overflow, run};
use fusus_core::plan::{Contraction, Plan, json};
use fusus_rng::Rng;
use std::collections::BTreeMap;
use vectors::{VECTORS, Vector};

fn outcome(text: &str) -> Result<Compiled, Diagnostics> {
    let mut found = Diagnostics::new();
    let tokens = text.parse().expect("tokens");
    let explained = explain(tokens, "file:1", &Overrides::default(), &mut found).remove(0);
    explained.outcome
}

fn compiled(text: &str) -> Compiled {
    outcome(text).unwrap_or_else(|found| panic!("{text}: {found:?}"))
}

fn contractions(text: &str) -> Vec<Contraction> {
    Plan::of(&compiled(text)).contractions
}

/// `ij,jk->ik` and the sizes of its indices, which get names that are those of variables.
struct Einsum {
    factors: Vec<Vec<String>>,
    output: Vec<String>,
    sizes: BTreeMap<String, u64>,
}

fn named(index: char) -> String {
    match index.is_uppercase() {
        true => format!("big_{}", index.to_lowercase()),
        false => index.to_string(),
    }
}

impl Einsum {
    fn of(vector: &Vector) -> Einsum {
        let (factors, output) = vector.product.split_once("->").expect("an arrow");
        let all = |set: &str| set.chars().map(named).collect::<Vec<_>>();
        let sizes = vector.sizes.split(' ').map(|size| {
            let (index, number) = size.split_once('=').expect("a size");
            let index = index.chars().next().expect("an index");
            (named(index), number.parse().expect("a number"))
        });
        Einsum {
            factors: factors.split(',').map(all).collect(),
            output: all(output),
            sizes: sizes.collect(),
        }
    }

    fn summed(&self) -> Vec<&str> {
        let indices = self.factors.iter().flatten();
        let summed = indices.filter(|index| !self.output.contains(index));
        let mut summed: Vec<&str> = summed.map(String::as_str).collect();
        summed.sort_unstable();
        summed.dedup();
        summed
    }

    /// The elements of a factor, if its indices have these sizes.
    fn elements(&self, factor: usize, size: impl Fn(&str) -> u64) -> u64 {
        self.factors[factor]
            .iter()
            .map(|index| size(index))
            .product()
    }

    /// The program with these shapes of its arrays.
    fn program(&self, attribute: &str, ty: &str, size: impl Fn(&str) -> String) -> String {
        let names: Vec<char> = ('a'..).take(self.factors.len()).collect();
        let parameters = names.iter().map(|name| format!("in_{name}: &[{ty}]"));
        let shapes = names.iter().zip(&self.factors).map(|(name, indices)| {
            let sizes: Vec<String> = indices.iter().map(|index| size(index)).collect();
            match sizes.len() {
                1 => format!("let x_{name} = map(|x| x, in_{name});"),
                _ => format!("let x_{name} = reshape(in_{name}, [{}]);", sizes.join(", ")),
            }
        });
        let reads = names
            .iter()
            .zip(&self.factors)
            .map(|(name, indices)| match &indices[..] {
                [index] => format!("x_{name}[{index}]"),
                indices => format!("x_{name}[[{}]]", indices.join(", ")),
            });
        let product = reads.collect::<Vec<_>>().join(" * ");
        let (result, body) = (
            &self.output,
            format!("sum(|{}| {product})", self.summed().join(", ")),
        );
        let (returned, body) = match result.is_empty() {
            true => (ty.to_owned(), format!("let out = {body}; out")),
            false => (
                format!("Vec<{ty}>"),
                format!("let out = generate(|{}| {body}); out", result.join(", ")),
            ),
        };
        format!(
            "{attribute} fn f({}) -> {returned} {{ {} {body} }}",
            parameters.collect::<Vec<_>>().join(", "),
            shapes.collect::<Vec<_>>().join(" ")
        )
    }

    /// The program whose sizes are scalars.
    fn hinted(&self, attribute: &str, ty: &str) -> String {
        let text = self.program(attribute, ty, |index| format!("n_{index}"));
        let scalars: Vec<String> = (self.sizes.keys())
            .map(|index| format!("n_{index}: usize, "))
            .collect();
        text.replacen("fn f(", &format!("fn f({}", scalars.concat()), 1)
    }

    fn hints(&self) -> String {
        let sizes = self.sizes.iter();
        let sizes = sizes.map(|(index, size)| format!("{index} = {size}"));
        format!("#[cnf(sizes({}))]", sizes.collect::<Vec<_>>().join(", "))
    }
}

/// The value of a polynomial, `2·i·j + k`.
fn value(polynomial: &str, size: impl Fn(&str) -> u64) -> u128 {
    let monomials = polynomial.split(" + ").map(|monomial| {
        let parts = monomial.split('·');
        let parts = parts.map(|part| part.parse().unwrap_or_else(|_| u128::from(size(part))));
        parts.product::<u128>()
    });
    monomials.sum()
}

/// The product of the text, of which a plan tells first.
fn whole(contractions: &[Contraction]) -> &Contraction {
    contractions.first().expect("a sum of products")
}

/// The operations of the order that a program takes, of which these are the fewest. MTTKRP takes one
/// in a hundred more, for which it does not store the 76,800 products of its matrices.
fn taken(name: &str, fewest: u128) -> u128 {
    match name {
        "4 MTTKRP" => 15_616_000,
        _ => fewest,
    }
}

#[test]
fn all_vectors_have_the_fewest_operations_by_literal_sizes() {
    for vector in VECTORS {
        let einsum = Einsum::of(vector);
        let text = einsum.program("", "f64", |index| einsum.sizes[index].to_string());
        let all = contractions(&text);
        let size = |index: &str| einsum.sizes[index];
        assert_eq!(
            value(&whole(&all).flops, size),
            taken(vector.name, vector.flops),
            "{}: {all:?}",
            vector.name
        );
    }
}

#[test]
fn all_vectors_have_the_fewest_operations_by_hints() {
    for vector in VECTORS {
        let einsum = Einsum::of(vector);
        let all = contractions(&einsum.hinted(&einsum.hints(), "f64"));
        let one = whole(&all);
        let flops = value(&one.flops, |index| einsum.sizes[index]);
        let expected = taken(vector.name, vector.flops);
        assert_eq!(flops, expected, "{}: {all:?}", vector.name);
        assert_eq!(one.assumed.len(), einsum.sizes.len(), "{}", vector.name);
    }
}

/// Plans have the elements that fusion element by element leaves, as the vectors list them.
#[test]
fn all_vectors_have_the_least_memory() {
    for vector in VECTORS {
        let einsum = Einsum::of(vector);
        for text in [
            einsum.program("", "f64", |index| einsum.sizes[index].to_string()),
            einsum.hinted(&einsum.hints(), "f64"),
        ] {
            let all = contractions(&text);
            let least = whole(&all).least_memory.as_ref();
            let found = least.map(|least| (least.unfused, least.elements));
            // Of MTTKRP the matrices are not multiplied with each other.
            let expected = match vector.name {
                "4 MTTKRP" => Some((128_000, 1)),
                // One step has nothing between.
                _ if vector.unfused == 0 => None,
                _ => Some((vector.unfused, vector.fused)),
            };
            assert_eq!(found, expected, "{}: {all:?}", vector.name);
        }
    }
}

/// Texts and JSON say which arrays are left.
#[test]
fn plans_compare_with_the_least_memory() {
    let vector = VECTORS
        .iter()
        .find(|it| it.name.contains("coupled cluster"));
    let einsum = Einsum::of(vector.expect("the coupled cluster term"));
    let plan = Plan::of(&compiled(&einsum.hinted(&einsum.hints(), "f64")));
    let (text, json) = (plan.to_string(), json::programs(&[plan]));
    assert!(text.contains("elements by `lam`: 37 in place of"), "{text}");
    assert!(
        json.contains("\"least_memory\": {\"elements\": 37, "),
        "{json}"
    );
    // Without sizes there is no number, and with one step nothing between steps.
    let all = contractions(CHAIN);
    assert_eq!(all[0].least_memory, None);
    let pair = CHAIN
        .replace(" * c[[k, l]]", "")
        .replace("|i, l| sum(|j, k|", "|i, k| sum(|j|");
    let pair = pair.replace("fn chain", "#[cnf(sizes(n = 10, m = 20))] fn chain");
    assert_eq!(contractions(&pair)[0].least_memory, None);
}

/// The results agree exactly on integers, in the orders that the sizes of the vectors ask for.
#[test]
fn orders_agree_with_the_text() {
    let mut rng = Rng::new(7);
    for vector in VECTORS {
        let einsum = Einsum::of(vector);
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
        let get = |attribute: &str| -> Vec<i64> {
            let text = einsum.hinted(attribute, "i64");
            let program = compiled(&text).program;
            let outcome = run(&program, &inputs).unwrap_or_else(|fault| panic!("{text}: {fault}"));
            match einsum.output.is_empty() {
                true => vec![outcome.result.get().expect("a number")],
                false => outcome.result.get().expect("numbers"),
            }
        };
        let written = get("#[cnf(order = \"written\")]");
        assert_eq!(get(&einsum.hints()), written, "{}", vector.name);
        assert_eq!(get(""), written, "{}", vector.name);
    }
}

#[test]
fn the_text_is_kept_where_it_is_asked_for() {
    let einsum = Einsum::of(&VECTORS[0]);
    for attribute in ["#[cnf(order = \"written\")]", "#[cnf(strict)]"] {
        let all = contractions(&einsum.hinted(attribute, "f64"));
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].flops, all[0].written);
        assert_eq!(all[0].flops, "4·i·j·k·l·m");
        assert_eq!(all[0].order, "(x_a x_b x_c x_d)");
    }
}

const CHAIN: &str = "fn chain(n: usize, m: usize, xs: &[f64], ys: &[f64], zs: &[f64]) -> Vec<f64> {
    let (a, b, c) = (reshape(xs, [n, m]), reshape(ys, [m, n]), reshape(zs, [n, m]));
    let product = generate(|i, l| sum(|j, k| a[[i, j]] * b[[j, k]] * c[[k, l]]));
    product
}";

/// Indices along axes of one size have one symbol.
#[test]
fn costs_are_polynomials_of_sizes() {
    let all = contractions(CHAIN);
    let [one] = &all[..] else { panic!("{all:?}") };
    assert_eq!(one.written, "3·i·i·j·j");
    assert_eq!(one.flops, "4·i·i·j");
    assert_eq!(one.versions(), 2);
    assert_eq!(one.shortfall, 1.0);
    assert_eq!(
        one.choices(),
        [
            "if 4·i·i·j ≤ 4·i·j·j: version 1, 4·i·i·j by ((a b) c)",
            "otherwise: version 2, 4·i·j·j by (a (b c))"
        ]
    );
    let plan = Plan::of(&compiled(CHAIN));
    assert_eq!(plan.others.len(), 1);
    assert_eq!(plan.others[0].contractions[0].flops, "4·i·j·j");
    let text = plan.to_string();
    assert!(
        text.contains(
            "sums of products
  product  as written: 3·i·i·j·j, ordered in 2 versions
           if 4·i·i·j ≤ 4·i·j·j: version 1, 4·i·i·j by ((a b) c)
           otherwise: version 2, 4·i·j·j by (a (b c))"
        ),
        "{text}"
    );
    assert!(text.contains("\nversion 2 of chain: 2 loops"), "{text}");
    let json = json::programs(&[plan]);
    assert!(
        json.contains("\"contractions\": [\n      {\"name\": \"product\", \"order\": \"("),
        "{json}"
    );
    assert!(json.contains("\"versions\": 2"), "{json}");
    assert!(json.contains("\"others\": ["), "{json}");
}

/// The number of loops of a program with these arrays.
fn loops(body: &str) -> usize {
    let text = format!(
        "fn f(xs: &[f64], ys: &[f64], zs: &[f64], vs: &[f64]) -> Vec<f64> {{
            let (a, b, c) = (reshape(xs, [20, 30]), reshape(ys, [30, 40]), reshape(zs, [20, 30]));
            let d = reshape(vs, [20, 40]);
            {body}
        }}"
    );
    compiled(&text).nest.loops().count()
}

#[test]
fn what_is_needed_once_is_not_stored() {
    assert_eq!(
        loops("generate(|i, l| sum(|j| 2.0 * a[[i, j]] * c[[l, j]] * xs[0]))"),
        1
    );
    // The sums over j and k are made once for each i.
    assert_eq!(loops("generate(|i| sum(|j, k| a[[i, j]] * c[[i, k]]))"), 1);
    // The product of a and b is made before.
    assert_eq!(
        loops("generate(|i, l| sum(|j, k| a[[i, j]] * b[[j, k]] * d[[l, k]]))"),
        2
    );
}

/// A factor may be anything that follows from the indices.
#[test]
fn factors_are_opaque() {
    let text = |body: &str| {
        format!(
            "fn f(n: usize, xs: &[f64], ys: &[f64], at: &[usize]) -> Vec<f64> {{
                let a = reshape(xs, [n, n]);
                let out = generate(|i| sum(|j, k| {body}));
                out
            }}"
        )
    };
    let order = |body: &str| contractions(&text(body))[0].order.clone();
    assert_eq!(
        order("a[[i, j]] * (ys[k] - ys[j]).exp() * a[[k, j]]"),
        "(a ((ys[k] - ys[j]).exp() a))"
    );
    assert_eq!(order("a[[i, j]] * a[[j, k]] * ys[at[k]]"), "(a (a ys))");
    // Nothing says how far `j` goes beside `(j as f64)`.
    assert_eq!(
        order("a[[i, j]] * ((j as f64) * a[[j, k]]) * ys[k]"),
        "(a ((j as f64) (a ys)))"
    );
}

/// Distribution serves other operators as well, where the start is their neutral element.
#[test]
fn folds_of_known_operators_are_ordered() {
    let text = |fold: &str, product: &str, ty: &str| {
        format!(
            "fn f(n: usize, xs: &[{ty}]) -> Vec<{ty}> {{
                let a = reshape(xs, [n, n]);
                let out = generate(|i| fold({fold}, |j, k| a[[i, j]] {product} a[[j, k]]));
                out
            }}"
        )
    };
    let ordered = [
        ("f64::INFINITY, f64::min", "+", "f64"),
        ("f32::NEG_INFINITY, |a, b| a.max(b)", "+", "f32"),
        ("false, |a, b| a | b", "&", "bool"),
        ("0, |a, b| a | b", "&", "u8"),
    ];
    for (fold, product, ty) in ordered {
        let all = contractions(&text(fold, product, ty));
        assert_eq!(all[0].flops, "3·i·i", "{fold}: {all:?}");
    }
    let kept = [
        ("1.0, f64::min", "+", "f64"),
        ("0.0, |a, b| a + b", "*", "f64"),
        ("f64::INFINITY, f64::min", "*", "f64"),
    ];
    for (fold, product, ty) in kept {
        let all = contractions(&text(fold, product, ty));
        assert!(
            all.iter().all(|one| one.flops == one.written),
            "{fold}: {all:?}"
        );
    }
}

/// Integers that wrap around distribute, so that every order gives the same numbers. In builds that check
/// for overflow, another order may panic than that of the text.
#[test]
fn overflow_is_that_of_the_order() {
    let text = |attribute: &str| {
        format!("{attribute} fn f(xs: &[i64], ys: &[i64]) -> i64 {{ sum(|i, j| xs[i] * ys[j]) }}")
    };
    let result = |attribute: &str, ys: &[i64], overflow: Overflow| {
        let inputs = Inputs::new()
            .array("xs", vec![i64::MAX, i64::MAX - 4, 1 << 40])
            .array("ys", ys.to_vec())
            .overflow(overflow);
        let outcome = run(&compiled(&text(attribute)).program, &inputs).ok()?;
        outcome.result.get::<i64>().ok()
    };
    let written = "#[cnf(order = \"written\")]";
    assert_eq!(contractions(&text(""))[0].order, "(sum(xs) sum(ys))");
    for ys in [[3, -7], [i64::MAX, i64::MIN], [0, 0]] {
        let wrapped = result(written, &ys, Overflow::Wrap);
        assert!(wrapped.is_some());
        assert_eq!(result("", &ys, Overflow::Wrap), wrapped, "{ys:?}");
    }
    assert_eq!(result(written, &[0, 0], Overflow::Panic), Some(0));
    assert_eq!(result("", &[0, 0], Overflow::Panic), None);
}

/// The sum of nothing is zero in every order, and so are the sums around it.
#[test]
fn sums_of_nothing_are_zero() {
    let text = |attribute: &str| {
        format!(
            "{attribute} fn f(n: usize, m: usize, xs: &[i64]) -> (Vec<i64>, i64) {{
                let a = reshape(xs, [n, m]);
                let rows = generate(|i| sum(|j, k| a[[i, j]] * a[[k, j]] * a[[k, j]]));
                (rows, sum(|i, j, k| a[[i, j]] * a[[k, j]]))
            }}"
        )
    };
    for (n, m) in [(0usize, 0usize), (0, 3), (3, 0)] {
        let inputs = Inputs::new().array("xs", Vec::<i64>::new());
        let inputs = inputs.scalar("n", n).scalar("m", m);
        for attribute in ["", "#[cnf(order = \"written\")]"] {
            let outcome = run(&compiled(&text(attribute)).program, &inputs);
            let outcome = outcome.unwrap_or_else(|fault| panic!("{n} {m}: {fault}"));
            let (rows, total): (Vec<i64>, i64) = outcome.result.get().expect("numbers");
            assert_eq!((rows, total), (vec![0; n], 0), "{attribute} {n} {m}");
        }
    }
}
