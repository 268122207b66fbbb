//! Sequences of index sets: the rules of section 3.2 of the paper.

use std::collections::BTreeSet;

use fusus_sums::lam::Sequence;
use fusus_sums::{Index, IndexSet};

const NAMES: [&str; 4] = ["i", "j", "k", "l"];

fn set(text: &str) -> IndexSet {
    let number = |letter: char| (letter as usize) - ('i' as usize);
    text.chars()
        .map(|letter| Index::new(number(letter)))
        .collect()
}

fn sequence(text: &str) -> Sequence {
    Sequence::new(text.split(',').map(set))
}

fn texts(sequences: &[Sequence]) -> BTreeSet<String> {
    sequences
        .iter()
        .map(|sequence| sequence.text(&NAMES))
        .collect()
}

fn expected(texts: &[&str]) -> BTreeSet<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn prefixes() {
    let prefixes = texts(&sequence("ik,j").prefixes());
    assert_eq!(prefixes, expected(&["⟨⟩", "⟨i⟩", "⟨k⟩", "⟨ik⟩", "⟨ik,j⟩"]));
    let fusions = texts(&sequence("kl,j").within(set("jkl")).prefixes());
    assert_eq!(fusions, expected(&["⟨⟩", "⟨k⟩", "⟨l⟩", "⟨kl⟩", "⟨kl,j⟩"]));
}

#[test]
fn the_largest_fusion() {
    assert_eq!(sequence("kl,j").within(set("jk")), sequence("k"));
    assert_eq!(sequence("kl,j").within(set("jkl")), sequence("kl,j"));
    assert_eq!(sequence("l,jk").within(set("jk")), sequence(""));
    assert_eq!(sequence("kl").within(set("jkl")), sequence("kl"));
}

#[test]
fn the_nesting_at_the_parent() {
    assert_eq!(sequence("kl").extended(set("jkl")), sequence("kl,j"));
    assert_eq!(sequence("").extended(set("jk")), sequence("jk"));
    assert_eq!(sequence("jk").extended(set("jk")), sequence("jk"));
    assert_eq!(sequence("").extended(set("")), sequence(""));
}

#[test]
fn merges() {
    assert_eq!(sequence("j,k").merged(&sequence("k,j")), None);
    assert_eq!(
        sequence("jk").merged(&sequence("k,j")),
        Some(sequence("k,j"))
    );
    assert_eq!(
        sequence("k,jl").merged(&sequence("kl,j")),
        Some(sequence("k,l,j"))
    );
    // Two scalars fit each other, although nothing is left of them.
    assert_eq!(sequence("").merged(&sequence("")), Some(sequence("")));
}

#[test]
fn more_constraining() {
    let constrains = |one, other| sequence(one).constrains(&sequence(other));
    assert!(constrains("kl,j", "jkl"));
    assert!(constrains("k", "k,j"));
    assert!(constrains("", "jkl"));
    assert!(constrains("kl,j", "kl,j"));
    assert!(!constrains("jkl", "kl,j"));
    assert!(!constrains("k,j", "k"));
    assert!(!constrains("j,k", "k,j"));
}
