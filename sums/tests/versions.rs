//! Orders of products whose sizes are not known.

mod support;

use fusus_rng::Rng;
use fusus_sums::order::{Counting, Size, Sizes, Symbol, candidates, cheapest, versions, written};
use support::einsum::{Einsum, tree_text};

/// A size of its own for each index, and nothing known of it.
fn unknown(einsum: &Einsum) -> Sizes {
    let symbols = 0..einsum.indices.len() as u16;
    Sizes(
        symbols
            .map(|symbol| Size::Unknown(Symbol(symbol)))
            .collect(),
    )
}

fn name(einsum: &Einsum) -> impl Fn(Symbol) -> String + '_ {
    |symbol| einsum.indices[usize::from(symbol.0)].clone()
}

#[test]
fn trees_that_another_one_beats_for_all_sizes_are_dropped() {
    for (product, undominated) in [
        ("ij,jkl,kl->k", 3),
        ("ij,jk,kl->il", 3),
        ("ij,jk,kl,lm->im", 15),
        ("bdq,bdk,bek->beq", 3),
        ("ijk,jr,kr->ir", 3),
        ("i,ij,j->", 3),
        ("ab,bce,ae->ac", 3),
        ("ik,k,jk,k->ij", 2),
        ("ij,jk->k", 1),
        ("abc,ai,bj,ck->ijk", 15),
        ("pqrs,ap,bq,cr,ds->abcd", 105),
        ("acik,befl,dfjk,cdel->abij", 15),
    ] {
        let einsum = Einsum::new(product, "");
        let kept = candidates(&einsum.product, &unknown(&einsum));
        assert_eq!(kept.len(), undominated, "{product}");
    }
}

/// The three versions of the matrix product chain, and the conditions that choose.
#[test]
fn a_chain_of_three_has_two_versions() {
    let einsum = Einsum::new("ij,jk,kl->il", "");
    let versions = versions(&einsum.product, &unknown(&einsum), 3);
    let name = name(&einsum);
    let shown: Vec<String> = versions
        .versions
        .iter()
        .map(|version| {
            format!(
                "{}: {}",
                tree_text(&version.order),
                version.flops.text(&name)
            )
        })
        .collect();
    assert_eq!(
        shown,
        ["(AB)C: 2·i·j·k + 2·i·k·l", "A(BC): 2·i·j·l + 2·j·k·l"]
    );
    let conditions = versions.conditions();
    assert_eq!(conditions.len(), 1);
    let [(left, right)] = &conditions[0][..] else {
        panic!("one comparison: {conditions:?}");
    };
    assert_eq!(left.text(&name), "2·i·j·k + 2·i·k·l");
    assert_eq!(right.text(&name), "2·i·j·l + 2·j·k·l");
    let chosen = |sizes: [f64; 4]| versions.chosen(|symbol| sizes[usize::from(symbol.0)]);
    // A long row first, a long column last.
    assert_eq!(chosen([1.0, 1000.0, 1000.0, 1000.0]), 0);
    assert_eq!(chosen([1000.0, 1000.0, 1000.0, 1.0]), 1);
    assert_eq!(chosen([10.0; 4]), 0);
}

/// The best of three versions, or of all candidates where these are fewer, over sizes of all
/// magnitudes; versions beyond those that help are not made.
#[test]
fn few_versions_come_close() {
    for (product, most, shortfall) in [
        ("ij,jkl,kl->k", 2, 1.15),
        ("ij,jk,kl->il", 2, 1.15),
        ("bdq,bdk,bek->beq", 2, 1.15),
        ("ijk,jr,kr->ir", 3, 1.15),
        ("ik,k,jk,k->ij", 2, 1.15),
        ("ij,jk->k", 1, 1.0),
    ] {
        let einsum = Einsum::new(product, "");
        let versions = versions(&einsum.product, &unknown(&einsum), 3);
        assert!(
            versions.versions.len() <= most,
            "{product}: {}",
            versions.versions.len()
        );
        assert!(
            versions.shortfall <= shortfall,
            "{product}: {}",
            versions.shortfall
        );
    }
}

/// Three versions that fall short do so by less than one, and the factor says it.
#[test]
fn three_versions_may_fall_short() {
    let einsum = Einsum::new("ij,jk,kl,lm->im", "");
    let of = |most| versions(&einsum.product, &unknown(&einsum), most);
    let (one, three) = (of(1), of(3));
    assert_eq!((one.versions.len(), three.versions.len()), (1, 3));
    assert!(
        1.15 < three.shortfall && three.shortfall < one.shortfall / 4.0,
        "{} {}",
        three.shortfall,
        one.shortfall
    );
}

/// Another version has to be worth its code.
#[test]
fn versions_that_save_little_are_not_made() {
    let einsum = Einsum::new("ij,jkl,il->k", "");
    let kept = candidates(&einsum.product, &unknown(&einsum));
    let versions = versions(&einsum.product, &unknown(&einsum), 3);
    assert_eq!((kept.len(), versions.versions.len()), (3, 1));
    assert!(versions.shortfall <= 1.15, "{}", versions.shortfall);
}

#[test]
fn known_sizes_and_hints_decide() {
    let einsum = Einsum::new("ij,jkl,kl->k", "i=500 j=100 k=40 l=15");
    let known = einsum.ranges.iter().map(|&range| Size::Known(range));
    let known = versions(&einsum.product, &Sizes(known.collect()), 3);
    let hinted = einsum.ranges.iter().enumerate();
    let hinted = hinted.map(|(index, &range)| Size::Hinted(Symbol(index as u16), range));
    let hinted = versions(&einsum.product, &Sizes(hinted.collect()), 3);
    let order = cheapest(&einsum.product, &einsum.ranges, Counting::Flops);
    for versions in [&known, &hinted] {
        assert_eq!((versions.versions.len(), versions.shortfall), (1, 1.0));
        assert_eq!(versions.versions[0].order, order);
        assert!(versions.conditions().is_empty());
    }
    let as_written = |sizes: &Sizes| written(&einsum.product, sizes).text(name(&einsum));
    assert_eq!(as_written(&unknown(&einsum)), "3·i·j·k·l");
    // i·j + 2·j·k·l + 2·k·l.
    assert_eq!(known.versions[0].flops.text(name(&einsum)), "171200");
    let flops = hinted.versions[0].flops.text(name(&einsum));
    assert_eq!(flops, "2·j·k·l + i·j + 2·k·l");
}

#[test]
fn sizes_that_are_known_in_part_are_numbers_in_the_polynomials() {
    let einsum = Einsum::new("ij,jk,kl->il", "");
    let mut sizes = unknown(&einsum);
    sizes.0[3] = Size::Known(1);
    let versions = versions(&einsum.product, &sizes, 3);
    // A matrix times a vector first, whatever the other sizes.
    assert_eq!(versions.versions.len(), 1);
    assert_eq!(tree_text(&versions.versions[0].order), "A(BC)");
    assert_eq!(
        versions.versions[0].flops.text(name(&einsum)),
        "2·i·j + 2·j·k"
    );
}

#[test]
fn square_matrices_have_one_version() {
    let einsum = Einsum::new("ij,jk,kl,lm->im", "");
    let sizes = Sizes(vec![Size::Unknown(Symbol(0)); 5]);
    let versions = versions(&einsum.product, &sizes, 3);
    assert_eq!(versions.versions.len(), 1);
    assert_eq!(
        versions.versions[0].flops.text(|_| "n".to_owned()),
        "6·n·n·n"
    );
}

/// Candidates of random sizes contain the cheapest order, polynomials count what orders cost, and a
/// version is never worse than the shortfall says by much.
#[test]
fn the_cheapest_order_is_among_the_candidates() {
    for product in [
        "ij,jkl,kl->k",
        "ij,jk,kl,lm->im",
        "abc,ai,bj,ck->ijk",
        "ik,k,jk,k->ij",
    ] {
        let einsum = Einsum::new(product, "");
        let sizes = unknown(&einsum);
        let kept = candidates(&einsum.product, &sizes);
        let mut rng = Rng::new(1);
        for _ in 0..200 {
            let ranges: Vec<u64> = einsum
                .indices
                .iter()
                .map(|_| rng.within(2, 500) as u64)
                .collect();
            let value = |symbol: Symbol| ranges[usize::from(symbol.0)] as f64;
            let costs = kept.iter().map(|version| {
                let cost = version.order.cost(Counting::Flops, &ranges);
                assert_eq!(version.flops.value(value), cost as f64, "{product}");
                cost
            });
            let order = cheapest(&einsum.product, &ranges, Counting::Flops);
            assert_eq!(
                costs.min(),
                Some(order.cost(Counting::Flops, &ranges)),
                "{product} {ranges:?}"
            );
        }
    }
}

/// Conditions choose what comparing all costs chooses.
#[test]
fn conditions_choose_the_cheapest() {
    let einsum = Einsum::new("abc,ai,bj,ck->ijk", "");
    let versions = versions(&einsum.product, &unknown(&einsum), 3);
    assert_eq!(versions.versions.len(), 3);
    // One added after the other, without exchanges, they fall short by 82.
    assert!(versions.shortfall < 50.0, "{}", versions.shortfall);
    let conditions = versions.conditions();
    let mut rng = Rng::new(2);
    let mut seen = [0; 3];
    for _ in 0..300 {
        let sizes: Vec<f64> = einsum
            .indices
            .iter()
            .map(|_| rng.within(1, 300) as f64)
            .collect();
        let value = |symbol: Symbol| sizes[usize::from(symbol.0)];
        let holds = |pairs: &Vec<(_, _)>| {
            let mut pairs = pairs.iter();
            pairs.all(|(left, right): &(fusus_sums::order::Polynomial, _)| {
                left.value(value) <= fusus_sums::order::Polynomial::value(right, value)
            })
        };
        let by_conditions = conditions
            .iter()
            .position(holds)
            .unwrap_or(conditions.len());
        assert_eq!(by_conditions, versions.chosen(value));
        seen[by_conditions] += 1;
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

/// More factors than all trees are compared of: the search of each sample decides.
#[test]
fn many_factors_have_versions_too() {
    let einsum = Einsum::new("ab,bc,cd,de,ef,fg,gh->ah", "");
    let versions = versions(&einsum.product, &unknown(&einsum), 3);
    assert_eq!(versions.versions.len(), 3);
    assert!(versions.shortfall > 1.15, "{}", versions.shortfall);
}
