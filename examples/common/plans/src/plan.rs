//! The plans of the programs in a source file, as `fusus plan FILE.rs` prints them.

use fusus_core::diagnostic::{Diagnostic, Diagnostics};
use fusus_core::explain::{Explained, Overrides, explain};
use fusus_core::plan::Plan;
use proc_macro2::{TokenStream, TokenTree};

/// The plan of each `cnf!` of functions in a source, in their order.
///
/// # Errors
/// The mistakes of a source that does not compile either.
pub(crate) fn plans(source: &str) -> Result<Vec<String>, String> {
    let tokens: TokenStream = source
        .parse()
        .map_err(|error| format!("not Rust: {error}"))?;
    let mut outside = Diagnostics::new();
    let mut explained = Vec::new();
    for program in programs(tokens) {
        explained.extend(explain(
            program,
            "a program",
            &Overrides::default(),
            &mut outside,
        ));
    }
    let plans = explained.into_iter().map(plan).collect::<Result<_, _>>()?;
    if outside.is_empty() {
        Ok(plans)
    } else {
        Err(said(outside))
    }
}

/// All there is to say of a program, but of one that is unfused on purpose, to be compared with,
/// only how many loops it has.
fn plan(explained: Explained) -> Result<String, String> {
    let compiled = explained.outcome.map_err(said)?;
    let mut text = Plan::explained(&compiled).to_string();
    if compiled.strategy == "unfused" {
        text.truncate(text.find('\n').unwrap_or(text.len()));
    }
    Ok(text)
}

fn said(mistakes: Diagnostics) -> String {
    let texts: Vec<String> = mistakes
        .into_iter()
        .map(|mistake: Diagnostic| mistake.text())
        .collect();
    texts.join("\n")
}

/// The contents of the `cnf!` of a file and its modules.
fn programs(tokens: TokenStream) -> Vec<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            continue;
        };
        if is_program(&tokens[..at]) {
            found.push(group.stream());
        } else {
            found.extend(programs(group.stream()));
        }
    }
    found
}

fn is_program(before: &[TokenTree]) -> bool {
    matches!(before, [.., TokenTree::Ident(name), TokenTree::Punct(bang)]
        if name == "cnf" && bang.as_char() == '!')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_has_its_plan() {
        let source = "use fusus::cnf;
            cnf! { fn a(xs: &[i32]) -> i32 { fold(0, |a, b| a + b, map(|x| x * x, xs)) } }
            mod m { fusus::cnf! {
                fn b(xs: &[i32]) -> Vec<i32> { map(|x| x + 1, xs) }
                fn c(n: usize) -> Vec<usize> { generate(n, |i| i) }
            } }";
        let plans = plans(source).unwrap();
        let starts = ["a: 1 loop\n", "b: 1 loop\n", "c: 1 loop\n"];
        assert_eq!(plans.len(), 3);
        for (plan, start) in plans.iter().zip(starts) {
            assert!(plan.starts_with(start), "{plan}");
        }
    }

    #[test]
    fn mistakes_are_told() {
        let source = "cnf! { fn a(xs: &[i32]) -> i32 { fold(0, |a, b| a + b, ys) } }";
        assert!(plans(source).unwrap_err().contains("`ys`"));
        assert!(plans("cnf! { a ").is_err());
    }
}
