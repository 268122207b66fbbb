//! The self-energy: its operations, and the elements of its fusions.

use std::collections::BTreeMap;

use fusus_sums::lam::{Expression, Minimum, Node, NodeId, check, minimal};
use fusus_sums::{Index, IndexSet};

/// The indices of the self-energy: k, t; L and M for RL, RL1 and RL2; r and s for r and r1; G and H
/// for G and G1.
const SELF_ENERGY: [(&str, u64); 8] = [
    ("k", 10),
    ("t", 100),
    ("L", 1_000),
    ("M", 1_000),
    ("G", 1_000),
    ("H", 1_000),
    ("r", 100_000),
    ("s", 100_000),
];

fn letters(text: &str) -> IndexSet {
    let number = |letter: char| {
        let mut names = SELF_ENERGY
            .iter()
            .map(|(name, _)| name.chars().eq([letter]));
        names.position(|is_it| is_it).expect("a known index")
    };
    text.chars()
        .map(|letter| Index::new(number(letter)))
        .collect()
}

/// A tree that is put together by names.
#[derive(Default)]
struct Builder {
    nodes: Vec<Node>,
    ids: BTreeMap<String, NodeId>,
    /// Inputs are left out: they lie in memory.
    without_inputs: bool,
}

impl Builder {
    fn node(&mut self, label: &str, array: &str, children: &[&str]) -> &mut Node {
        let children = children
            .iter()
            .filter_map(|child| self.ids.get(*child).copied());
        let node = Node {
            label: label.to_owned(),
            array: letters(array),
            children: children.collect(),
            ..Node::default()
        };
        self.ids.insert(label.to_owned(), NodeId(self.nodes.len()));
        self.nodes.push(node);
        self.nodes.last_mut().expect("it was added just now")
    }

    fn input(&mut self, label: &str, array: &str, one_in: u64) {
        if !self.without_inputs {
            self.node(label, array, &[]).one_in = one_in;
        }
    }

    /// `f6[r,s,t] = Σ_M Y[r,M] Σ_L Y[s,L] G[M,L,t]`, with names of its own, for r and s or the other
    /// way round. A tenth of Y is stored, and of what is multiplied with it.
    fn f6(&mut self, copy: &str, r: &str, s: &str) {
        let name = |node: &str| format!("{node}{copy}");
        self.input(&name("Y1"), &format!("{s}L"), 10);
        self.input(&name("g"), "MLt", 1);
        let f1 = self.node(&name("f1"), &format!("{s}LMt"), &[&name("Y1"), &name("g")]);
        f1.one_in = 10;
        self.node(&name("f2"), &format!("{s}Mt"), &[&name("f1")])
            .summed = letters("L");
        self.input(&name("Y2"), &format!("{r}M"), 10);
        let f5 = self.node(&name("f5"), "rMst", &[&name("Y2"), &name("f2")]);
        f5.one_in = 10;
        self.node(&name("f6"), "rst", &[&name("f5")]).summed = letters("M");
    }

    /// The rest: f7 to f15. The Fourier transforms take r to G, and s to H.
    fn rest(&mut self, relaxed: bool, products: &[&str]) {
        self.input("exp1", "kr", 1);
        self.input("exp2", "ks", 1);
        let f7 = self.node("f7", "krs", &["exp1", "exp2"]);
        if relaxed {
            f7.repeated = letters("t");
        }
        self.node("f10", "rst", products);
        self.node("f11", "krst", &["f7", "f10"]).held = letters("r");
        let f13 = self.node("f13", "kstG", &["f11"]);
        (f13.summed, f13.held) = (letters("r"), letters("sG"));
        let f15 = self.node("f15", "ktGH", &["f13"]);
        (f15.summed, f15.held) = (letters("s"), letters("H"));
    }

    fn expression(self) -> Expression {
        let ranges = SELF_ENERGY.iter().map(|&(_, range)| range);
        Expression::new(self.nodes, ranges.collect())
    }
}

/// Each array computed once: f10 reads f6 at `[r,s]` and at `[s,r]`, so that they share t alone.
fn once(without_inputs: bool) -> Expression {
    let mut builder = Builder {
        without_inputs,
        ..Builder::default()
    };
    builder.f6("", "r", "s");
    builder.nodes.last_mut().expect("f6").held = letters("rs");
    builder.rest(false, &["f6"]);
    builder.expression()
}

/// The relaxation: the tree of f6 is there twice, and f7 is computed again for each t.
fn relaxed(without_inputs: bool) -> Expression {
    let mut builder = Builder {
        without_inputs,
        ..Builder::default()
    };
    builder.f6("a", "r", "s");
    builder.f6("b", "s", "r");
    builder.rest(true, &["f6a", "f6b"]);
    builder.expression()
}

/// The operations of the self-energy. A Fourier transform of N elements is taken as 10 N log2 N.
fn operations(expression: &Expression) -> f64 {
    let of = |node: &Node| -> f64 {
        let positions = |indices: IndexSet| indices.elements(expression.ranges()) as f64;
        let all = positions(node.loops());
        let sparse = |operations: f64| operations / node.one_in.max(1) as f64;
        match &*node.label {
            "f13" | "f15" => {
                let points = positions(node.summed);
                let made = letters(if node.label == "f13" { "G" } else { "H" });
                let vectors = positions(node.array - made);
                vectors * 10.0 * points * points.log2()
            }
            label if label.starts_with("f2") || label.starts_with("f6") => all / 10.0,
            _ if node.children.is_empty() => 0.0,
            _ => sparse(all),
        }
    };
    expression.nodes().iter().map(of).sum()
}

fn checked(expression: &Expression) -> Minimum {
    let minimum = minimal(expression);
    assert_eq!(check(expression, &minimum.fusion), Ok(()));
    assert_eq!(expression.memory(&minimum.fusion), minimum.memory);
    minimum
}

fn near(found: f64, published: f64) {
    assert!(
        (found / published - 1.0).abs() < 1e-3,
        "{found:e} instead of {published:e}"
    );
}

#[test]
fn operations_of_the_self_energy() {
    near(operations(&once(false)), 1.8907e15);
    near(operations(&relaxed(false)), 2.1026e15);
}

#[test]
fn elements_of_the_self_energy() {
    let unfused = once(true);
    assert_eq!(unfused.memory(&unfused.unfused()), 113_211_000_000_000);
    let slices = letters("ktGH");
    let memory = |expression: Expression| checked(&expression).memory as f64;
    // 1.10e11 in print.
    near(memory(once(false)), 1.1202e11);
    near(memory(once(false).in_slices(slices)), 1.1102e11);
    near(memory(once(true).in_slices(slices)), 1.1100e11);
    near(memory(relaxed(false)), 2.1432e9);
    near(memory(relaxed(false).in_slices(slices)), 1.1432e9);
}

/// The 1.12e9 elements in print: f13 for one t, f2 for one t and one s, and two stored copies of Y.
#[test]
fn the_relaxed_self_energy() {
    let expression = relaxed(true).in_slices(letters("ktGH"));
    let minimum = checked(&expression);
    let copy_of_y = letters("rM").elements(expression.ranges()) / 10;
    near((minimum.memory + 2 * copy_of_y) as f64, 1.12e9);
    let elements = |label: &str| {
        let position = expression
            .nodes()
            .iter()
            .position(|node| node.label == label);
        let id = NodeId(position.expect("a node of that name"));
        expression.elements(id, minimum.fusion.of(id))
    };
    assert_eq!(elements("f13"), 1_000_000_000);
    assert_eq!(elements("f2a") + elements("f2b"), 100_001_000);
    assert_eq!(
        (elements("f10"), elements("f11"), elements("f15")),
        (100_000, 100_000, 1_000)
    );
}
