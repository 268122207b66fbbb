//! Products in the notation of `einsum`.

use std::collections::BTreeSet;

use fusus_sums::order::{Operand, Order, Tree};
use fusus_sums::{Index, IndexSet, Product};

/// A product with names and ranges: `ij,jk->ik` and `i=10 j=20 k=30`. Factors are called A, B, C, …
pub struct Einsum {
    pub product: Product,
    pub ranges: Vec<u64>,
    pub indices: Vec<String>,
    pub factors: Vec<String>,
}

impl Einsum {
    pub fn new(text: &str, sizes: &str) -> Self {
        let (factors, output) = text.split_once("->").expect("an arrow");
        let letters: BTreeSet<char> = factors.chars().filter(char::is_ascii_alphabetic).collect();
        let letters: Vec<char> = letters.into_iter().collect();
        let set = |word: &str| -> IndexSet {
            let number = |letter| letters.iter().position(|&known| known == letter);
            let index = |letter| Index::new(number(letter).expect("a known index"));
            word.chars().map(index).collect()
        };
        let range = |letter: &char| {
            let word = sizes.split(' ').find(|word| word.starts_with(*letter));
            let word = word.unwrap_or_else(|| panic!("a size for {letter}"));
            word[2..].parse().expect("a number")
        };
        let words: Vec<&str> = factors.split(',').collect();
        let names = (b'A'..=b'Z').map(|byte| char::from(byte).to_string());
        Self {
            product: Product::new(words.iter().map(|word| set(word)).collect(), set(output)),
            ranges: match sizes.is_empty() {
                true => vec![2; letters.len()],
                false => letters.iter().map(range).collect(),
            },
            indices: letters.iter().map(char::to_string).collect(),
            factors: names.take(words.len()).collect(),
        }
    }

    /// The set of some letters.
    pub fn set(&self, letters: &str) -> IndexSet {
        let number = |letter: char| {
            self.indices
                .iter()
                .position(|known| *known == letter.to_string())
        };
        let index = |letter| Index::new(number(letter).expect("a known index"));
        letters.chars().map(index).collect()
    }

    /// The order of a tree in the notation of [`tree_text`].
    pub fn along(&self, text: &str) -> Order {
        let (tree, rest) = parse(text);
        assert_eq!(rest, "", "{text}");
        Order::along(&self.product, &tree)
    }
}

/// A tree such as `(AB)(CD)`, without the outermost parentheses.
fn parse(text: &str) -> (Tree, &str) {
    let (mut tree, mut rest) = parse_one(text);
    while !rest.is_empty() && !rest.starts_with(')') {
        let (next, after) = parse_one(rest);
        (tree, rest) = (Tree::pair(tree, next), after);
    }
    (tree, rest)
}

fn parse_one(text: &str) -> (Tree, &str) {
    match text.strip_prefix('(') {
        Some(inside) => {
            let (tree, rest) = parse(inside);
            (tree, rest.strip_prefix(')').expect("a closing parenthesis"))
        }
        None => {
            let factor = usize::from(text.as_bytes()[0] - b'A');
            (Tree::Factor(factor), &text[1..])
        }
    }
}

/// An order as a tree of letters, with the operand first that has the first letter.
pub fn tree_text(order: &Order) -> String {
    let text = canonical(order, order.result());
    match text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'))
    {
        Some(inside) => inside.to_owned(),
        None => text,
    }
}

fn canonical(order: &Order, operand: Operand) -> String {
    let step = match operand {
        Operand::Factor(factor) => return char::from(b'A' + factor as u8).to_string(),
        Operand::Step(step) => &order.steps()[step],
    };
    let left = canonical(order, step.left);
    let Some(right) = step.right else {
        return left;
    };
    let right = canonical(order, right);
    let letter = |text: &str| text.chars().filter(char::is_ascii_alphabetic).min();
    match letter(&left) <= letter(&right) {
        true => format!("({left}{right})"),
        false => format!("({right}{left})"),
    }
}
