//! The examples of the paper: figures 2, 4 and 5, the better tree, and the self-energy.

#[path = "lam/self_energy.rs"]
mod self_energy;
mod support;

use std::collections::BTreeSet;

use fusus_sums::lam::{Expression, Fusion, Nest, Node, NodeId, Read, check, minimal};
use fusus_sums::order::{Counting, cheapest};
use support::einsum::{Einsum, tree_text};
use support::linear;
use support::oracle::{exhaustive, fusions};

/// `W[k] = Σ_{i,j,l} A[i,j] B[j,k,l] C[k,l]`.
fn running_example() -> Einsum {
    Einsum::new("ij,jkl,kl->k", "i=500 j=100 k=40 l=15")
}

/// The paper's tree: A, f1 = Σ_i A; B, C, f2 = B·C, f3 = Σ_l f2; f4 = f1·f3, f5 = Σ_j f4.
fn papers_tree(einsum: &Einsum) -> Expression {
    let order = einsum.along("A(BC)");
    Expression::apart(&einsum.product, &order, &einsum.factors, &einsum.ranges)
}

/// The fusion that a text such as `A:ij f2:jkl` lists.
fn fusion(einsum: &Einsum, expression: &Expression, text: &str) -> Fusion {
    let mut fusion = expression.unfused();
    for word in text.split_whitespace() {
        let (label, indices) = word.split_once(':').expect("a label and indices");
        let position = expression
            .nodes()
            .iter()
            .position(|node| node.label == label);
        fusion.0[position.expect("a node of that name")] = einsum.set(indices);
    }
    fusion
}

#[test]
fn operations_of_the_running_example() {
    let einsum = running_example();
    let papers = einsum.along("A(BC)");
    assert_eq!(papers.cost(Counting::Paper, &einsum.ranges), 178_000);
    let best = cheapest(&einsum.product, &einsum.ranges, Counting::Paper);
    assert_eq!(best.cost(Counting::Paper, &einsum.ranges), 171_200);
    assert_eq!(tree_text(&best), "(AB)C");
    assert_eq!(best.text(&einsum.factors), "((sum(A) B) C)");
    // In print it is 60,000,000, which leaves out a multiplication.
    assert_eq!(
        Counting::Paper.one_nest(&einsum.product, &einsum.ranges),
        90_000_000
    );
}

#[test]
fn the_fusions_in_print() {
    let einsum = running_example();
    let expression = papers_tree(&einsum);
    for (name, text, elements) in [
        ("2(a)", "", 178_740),
        ("2(b)", "A:ij B:jkl C:kl f2:jkl f4:jk", 4_145),
        ("2(c)", "A:j f1:j B:jkl f2:jkl f3:jk f4:jk", 1_145),
        ("2(c) with i", "A:ij f1:j B:jkl f2:jkl f3:jk f4:jk", 646),
        ("5", "A:ij B:jkl C:k f2:jkl f3:jk f4:jk", 160),
    ] {
        let fusion = fusion(&einsum, &expression, text);
        assert_eq!(check(&expression, &fusion), Ok(()), "{name}");
        assert_eq!(expression.memory(&fusion), elements, "{name}");
    }
}

#[test]
fn fusions_that_are_illegal_together() {
    let einsum = running_example();
    let expression = papers_tree(&einsum);
    let is_legal = |text| check(&expression, &fusion(&einsum, &expression, text)).is_ok();
    assert!(is_legal("A:ij B:jkl C:kl f2:jkl f4:jk f1:j"));
    assert!(is_legal("A:ij B:jkl C:kl f2:jkl f4:jk f3:k"));
    assert!(!is_legal("A:ij B:jkl C:kl f2:jkl f4:jk f1:j f3:k"));
    assert!(!is_legal("C:kl B:jkl f2:jkl f3:jk"));
    // Loops that one of the two does not have.
    assert!(!is_legal("f1:i"));
    assert!(!is_legal("f5:k"));
}

#[test]
fn scopes_in_figure_2() {
    let einsum = running_example();
    let expression = papers_tree(&einsum);
    let scopes = |text: &str| -> BTreeSet<(String, String)> {
        let chains = fusus_sums::lam::chains(&expression, &fusion(&einsum, &expression, text));
        chains
            .iter()
            .map(|chain| {
                let labels = chain.scope.iter().map(|&id| &*expression.node(id).label);
                (
                    einsum.indices[chain.index.number()].clone(),
                    labels.collect::<Vec<_>>().join(" "),
                )
            })
            .collect()
    };
    let expected = |pairs: &[(&str, &str)]| -> BTreeSet<(String, String)> {
        pairs
            .iter()
            .map(|&(index, scope)| (index.to_owned(), scope.to_owned()))
            .collect()
    };
    assert_eq!(
        scopes("B:jkl C:kl f2:jkl"),
        expected(&[("j", "B f2 f3"), ("k", "B C f2 f3"), ("l", "B C f2 f3")])
    );
    assert_eq!(
        scopes("A:j f1:j B:jkl f2:jkl f3:jk f4:jk"),
        expected(&[
            ("j", "A f1 B f2 f3 f4 f5"),
            ("k", "B f2 f3 f4 f5"),
            ("l", "B f2 f3")
        ])
    );
}

#[test]
fn figure_4() {
    let einsum = running_example();
    let expression = papers_tree(&einsum);
    let minimum = minimal(&expression);
    let mut found: Vec<String> = Vec::new();
    for id in expression.ids() {
        for survivor in &minimum.survivors[id.0] {
            found.push(format!(
                "{} {} {} {} {}{}",
                expression.node(id).label,
                survivor.nesting.text(&einsum.indices),
                survivor.fusion.text(&einsum.indices),
                survivor.outer.text(&einsum.indices),
                survivor.memory,
                if survivor.is_optimal { " *" } else { "" }
            ));
        }
    }
    let mut expected = [
        "A ⟨ij⟩ ⟨ij⟩ ⟨ij⟩ 1 *",
        "B ⟨jkl⟩ ⟨jkl⟩ ⟨jkl⟩ 1 *",
        "C ⟨kl⟩ ⟨kl⟩ ⟨kl,j⟩ 1",
        "C ⟨kl⟩ ⟨k⟩ ⟨k,jl⟩ 15 *",
        "C ⟨kl⟩ ⟨l⟩ ⟨l,jk⟩ 40",
        "C ⟨kl⟩ ⟨⟩ ⟨jkl⟩ 600",
        "f1 ⟨ij⟩ ⟨j⟩ ⟨j,k⟩ 2",
        "f1 ⟨ij⟩ ⟨⟩ ⟨jk⟩ 101 *",
        "f2 ⟨kl,j⟩ ⟨kl,j⟩ ⟨kl,j⟩ 3",
        "f2 ⟨k,jl⟩ ⟨k,jl⟩ ⟨k,jl⟩ 17 *",
        "f2 ⟨l,jk⟩ ⟨l,jk⟩ ⟨l,jk⟩ 42",
        "f2 ⟨jkl⟩ ⟨jkl⟩ ⟨jkl⟩ 602",
        "f3 ⟨k,jl⟩ ⟨k,j⟩ ⟨k,j⟩ 18 *",
        "f3 ⟨jkl⟩ ⟨jk⟩ ⟨jk⟩ 603",
        "f4 ⟨j,k⟩ ⟨j,k⟩ ⟨j,k⟩ 606",
        "f4 ⟨k,j⟩ ⟨k,j⟩ ⟨k,j⟩ 120 *",
        "f4 ⟨jk⟩ ⟨jk⟩ ⟨jk⟩ 705",
        "f5 ⟨k,j⟩ ⟨⟩ ⟨⟩ 160 *",
    ];
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn the_optimum_of_all_fusions() {
    let einsum = running_example();
    let expression = papers_tree(&einsum);
    assert_eq!(exhaustive(&expression), (32_768, 5_748, 160));
    let minimum = minimal(&expression);
    assert_eq!(minimum.memory, 160);
    assert_eq!(expression.memory(&minimum.fusion), 160);
    let figure_5 = fusion(&einsum, &expression, "A:ij B:jkl C:k f2:jkl f3:jk f4:jk");
    assert_eq!(minimum.fusion, figure_5);
}

#[test]
fn a_solver_with_lazy_cuts_agrees() {
    let einsum = running_example();
    let expression = papers_tree(&einsum);
    let (least, cuts) = linear::least(&expression);
    assert_eq!(least, 160);
    assert!(
        cuts > 0,
        "without cuts each node alone would share all of its loops"
    );
}

#[test]
fn the_program_of_figure_5() {
    let einsum = running_example();
    let expression = papers_tree(&einsum);
    let fusion = minimal(&expression).fusion;
    let nest = Nest::of(&expression, &fusion);
    assert_eq!(nest.outermost(), 2);
    let text = nest.text(&expression, &fusion, &einsum.indices);
    assert_eq!(
        text,
        "\
f1[j] = 0
for i, j:
  A = genA(i,j)
  f1[j] += A
f5[k] = 0
for k:
  for l: C[l] = genC(k,l)
  for j:
    f3 = 0
    for l:
      B = genB(j,k,l)
      f2 = B * C[l]
      f3 += f2
    f4 = f1[j] * f3
    f5[k] += f4
"
    );
}

/// Dynamic allocation, which the paper leaves to a report.
#[test]
fn elements_that_exist_at_once() {
    let einsum = running_example();
    let expression = papers_tree(&einsum);
    let peak = |fusion: &Fusion| {
        let size = |id| expression.elements(id, fusion.of(id));
        Nest::of(&expression, fusion).peak(&expression, size)
    };
    assert_eq!(peak(&expression.unfused()), 120_600);
    assert_eq!(peak(&minimal(&expression).fusion), 158);
    let legal = fusions(&expression).filter(|fusion| check(&expression, fusion).is_ok());
    assert_eq!(legal.map(|fusion| peak(&fusion)).min(), Some(158));
}

#[test]
fn the_better_tree_needs_less() {
    let einsum = running_example();
    let order = cheapest(&einsum.product, &einsum.ranges, Counting::Paper);
    let Einsum {
        product,
        ranges,
        factors,
        ..
    } = &einsum;
    let expression = Expression::apart(product, &order, factors, ranges);
    assert_eq!(minimal(&expression).memory, 146);
    assert_eq!(exhaustive(&expression).2, 146);
}

#[test]
fn with_its_inputs_in_memory_it_is_one_nest() {
    let einsum = running_example();
    let order = einsum.along("A(BC)");
    let Einsum {
        product,
        ranges,
        factors,
        indices,
    } = &einsum;
    let expression = Expression::contracted(product, &order, factors, ranges);
    assert_eq!(expression.intermediates(&expression.unfused()), 4_100);
    let fusion = minimal(&expression).fusion;
    assert_eq!(expression.intermediates(&fusion), 2);
    let nest = Nest::of(&expression, &fusion);
    assert_eq!(nest.outermost(), 1);
    assert_eq!(
        nest.text(&expression, &fusion, indices),
        "\
T3[k] = 0
for j:
  T1 = 0
  for i: T1 += A[i,j]
  for k:
    T2 = 0
    for l: T2 += B[j,k,l] * C[k,l]
    T3[k] += T1 * T2
"
    );
}

/// Inputs that are read whole are leaves that share no loop.
#[test]
fn inputs_that_are_read_whole() {
    let einsum = running_example();
    let expression = papers_tree(&einsum);
    let held = expression.nodes().iter().cloned().map(|mut node| {
        if node.children.is_empty() {
            node.held = node.array;
        }
        node
    });
    let expression = Expression::new(held.collect(), einsum.ranges.clone());
    assert_eq!(minimal(&expression).memory, 110_644);
    assert_eq!(exhaustive(&expression).2, 110_644);
}

/// `O = Σ_k f(Σ_d Q[b,q,d] K[b,k,d]) V[b,k,e]`: the function forces the order.
fn attention(einsum: &Einsum) -> Expression {
    let set = |letters| einsum.set(letters);
    let read = |label: &str, letters| Read {
        label: label.to_owned(),
        indices: set(letters),
    };
    let scores = Node {
        label: "S".to_owned(),
        array: set("bqk"),
        summed: set("d"),
        reads: vec![read("Q", "bqd"), read("K", "bkd")],
        ..Node::default()
    };
    let weights = Node {
        label: "F".to_owned(),
        array: set("bqk"),
        children: vec![NodeId(0)],
        ..Node::default()
    };
    let result = Node {
        label: "O".to_owned(),
        array: set("bqe"),
        summed: set("k"),
        children: vec![NodeId(1)],
        reads: vec![read("V", "bke")],
        ..Node::default()
    };
    Expression::new(vec![scores, weights, result], einsum.ranges.clone())
}

#[test]
fn attention_in_one_nest() {
    let einsum = Einsum::new("bdq,bdk,bek->beq", "b=8 d=64 e=64 k=512 q=512");
    let order = einsum.along("(AB)C");
    assert_eq!(order.cost(Counting::Flops, &einsum.ranges), 536_870_912);
    let elements = |expression: &Expression| {
        let fusion = minimal(expression).fusion;
        assert_eq!(Nest::of(expression, &fusion).outermost(), 1);
        expression.intermediates(&fusion)
    };
    let expression = attention(&einsum);
    assert_eq!(expression.intermediates(&expression.unfused()), 4_194_304);
    assert_eq!(elements(&expression), 2);
    // A softmax in two passes needs whole rows.
    assert_eq!(elements(&expression.never_fused(einsum.set("k"))), 1_024);
}

#[test]
fn mttkrp_with_a_contiguous_axis_and_in_the_other_order() {
    let einsum = Einsum::new("ijk,jr,kr->ir", "i=100 j=80 k=60 r=16");
    let Einsum {
        product,
        ranges,
        factors,
        ..
    } = &einsum;
    let contracted = |tree| {
        let order = einsum.along(tree);
        let operations = order.cost(Counting::Paper, ranges);
        (
            Expression::contracted(product, &order, factors, ranges),
            operations,
        )
    };
    let (expression, operations) = contracted("A(BC)");
    assert_eq!(operations, 15_532_800);
    let expression = expression.never_fused(einsum.set("r"));
    assert_eq!(expression.intermediates(&minimal(&expression).fusion), 16);
    let (expression, operations) = contracted("(AB)C");
    assert_eq!(operations, 15_552_000);
    assert_eq!(expression.intermediates(&expression.unfused()), 96_000);
    assert_eq!(expression.intermediates(&minimal(&expression).fusion), 1);
}

/// The nests of the coupled-cluster term that later papers print: T1 is a scalar, T2 has j and k,
/// and b and c are the outermost loops.
#[test]
fn the_nests_of_the_coupled_cluster_term() {
    let sizes = "a=20 b=20 c=20 d=20 e=20 f=20 i=6 j=6 k=6 l=6";
    let einsum = Einsum::new("acik,befl,dfjk,cdel->abij", sizes);
    let order = einsum.along("A((BD)C)");
    let Einsum {
        product,
        ranges,
        factors,
        indices,
    } = &einsum;
    let expression = Expression::contracted(product, &order, factors, ranges);
    let fusion = minimal(&expression).fusion;
    let text = Nest::of(&expression, &fusion).text(&expression, &fusion, indices);
    assert_eq!(
        text,
        "\
T3[a,b,i,j] = 0
for b, c:
  T2[j,k] = 0
  for d, f:
    T1 = 0
    for e, l: T1 += B[b,e,f,l] * D[c,d,e,l]
    for j, k: T2[j,k] += T1 * C[d,f,j,k]
  for a, i, j, k: T3[a,b,i,j] += T2[j,k] * A[a,c,i,k]
"
    );
    // With one range N it takes 6 N^6 operations.
    assert_eq!(order.cost(Counting::Flops, &[10; 10]), 6_000_000);
}
