//! Figure 7 of the paper: the arrays of its programs, before and after contraction.

mod support;

use fusus_nests::costs::Bytes;
use fusus_nests::optimal::{Limit, Rules, optimal};
use fusus_nests::zpl::{Level, arrays_in_memory, zpl_blocks};
use fusus_nests::{Program, check};
use support::execute::{expected, planned};
use support::programs::{SEARCHED, lines_of, published, sp_x_sweep};
use support::simple::{SIMPLE_SEARCHED, simple};

fn names(program: &Program, ids: &[fusus_nests::ArrayId]) -> String {
    let names: Vec<&str> = ids.iter().map(|&id| &*program.array(id).name).collect();
    names.join(" ")
}

#[test]
fn arrays_before_and_after_contraction() {
    for published in published() {
        let program = published.program();
        let compiler = program.arrays.iter().filter(|it| it.compiler).count();
        let arrays = (compiler, program.arrays.len() - compiler);
        assert_eq!(arrays, published.arrays, "{}", published.name);
        let plans = zpl_blocks(&program, Level::C2F3);
        for (block, plan) in &plans {
            assert_eq!(check(&block.program, plan), Ok(()));
            assert_eq!(
                planned(&block.program, plan),
                expected(&block.program, plan)
            );
        }
        let left = arrays_in_memory(&program, &plans);
        assert_eq!(left.len(), published.left, "{}", names(&program, &left));
    }
}

#[test]
fn arrays_that_are_left() {
    let left = |name: &str| {
        let published = published();
        let published = published
            .iter()
            .find(|it| it.name == name)
            .expect("a program");
        let program = published.program();
        names(
            &program,
            &arrays_in_memory(&program, &zpl_blocks(&program, Level::C2F3)),
        )
    };
    assert_eq!(left("EP"), "");
    assert_eq!(left("Frac"), "picture");
    assert_eq!(left("Tomcatv"), "X Y AA DD RX RY D");
}

/// With columns outermost, each column is solved by itself, and its arrays are columns.
#[test]
fn tomcatv_is_one_nest_of_columns() {
    let published = published();
    let program = published.last().expect("a program").program();
    let best = optimal(&program, Rules::Strided, &Bytes, Limit::default()).expect("a plan");
    assert_eq!(check(&program, &best.plan), Ok(()));
    assert_eq!(
        planned(&program, &best.plan),
        expected(&program, &best.plan)
    );
    let left = (best.plan.nests.len(), best.plan.arrays_in_memory(&program));
    assert_eq!(left, (1, 2), "{}", best.plan.text(&program));
}

/// Residuals and the forward sweep share a loop, and so do back substitution and correction.
#[test]
fn tomcatv_takes_six_arrays_in_two_nests() {
    let published = published();
    let program = published.last().expect("a program").program();
    let best = optimal(&program, Rules::Wide, &Bytes, Limit::default()).expect("a plan");
    let text = best.plan.text(&program);
    assert_eq!(check(&program, &best.plan), Ok(()), "{text}");
    assert_eq!(
        planned(&program, &best.plan),
        expected(&program, &best.plan)
    );
    assert_eq!(best.plan.nests.len(), 2, "{text}");
    assert_eq!(best.plan.arrays_in_memory(&program), 6, "{text}");
}

/// The published rules need arrays for the coefficients of SP's x-sweep, which outlive the sweeps. Of
/// one nest over its lines a line of each is left.
#[test]
fn the_coefficients_of_sp_are_lines() {
    let program = sp_x_sweep();
    let compiler = program.arrays.iter().filter(|it| it.compiler).count();
    assert_eq!((compiler, program.arrays.len() - compiler), (10, 25));
    let plans = zpl_blocks(&program, Level::C2F3);
    assert_eq!(arrays_in_memory(&program, &plans).len(), 25);

    let best = optimal(&program, Rules::Wide, &Bytes, SEARCHED).expect("a plan");
    assert_eq!(check(&program, &best.plan), Ok(()));
    assert_eq!(
        planned(&program, &best.plan),
        expected(&program, &best.plan)
    );
    let left = (best.plan.nests.len(), best.plan.arrays_in_memory(&program));
    assert_eq!(left, (1, 8));
    assert_eq!(
        lines_of(&program, &best.plan).join(" "),
        "A AM AP B BM BP C CM CP CV D DM DP E EM EP RHON"
    );
}

/// Of a step of SIMPLE in time, with two sweeps of its heat conduction, the search keeps 22 arrays in
/// two nests: from the velocities to the sweep southwards, and back northwards.
#[test]
fn arrays_of_simple() {
    let program = simple(4);
    let compiler = program.arrays.iter().filter(|it| it.compiler).count();
    assert_eq!((compiler, program.arrays.len() - compiler), (4, 63));
    let before = arrays_in_memory(&program, &zpl_blocks(&program, Level::Baseline));
    assert_eq!(before.len(), 67);

    let plans = zpl_blocks(&program, Level::C2F3);
    for (block, plan) in &plans {
        assert_eq!(check(&block.program, plan), Ok(()));
        assert_eq!(
            planned(&block.program, plan),
            expected(&block.program, plan)
        );
    }
    assert_eq!(
        names(&program, &arrays_in_memory(&program, &plans)),
        "RHO ALPHA P Z Q R U W S EPS THETA TH SIGMA CC CROSSK CONDK GK AK BK TK CROSSL CONDL GL AL \
         BL TL M"
    );

    let best = optimal(&program, Rules::Wide, &Bytes, SIMPLE_SEARCHED).expect("a plan");
    assert_eq!(check(&program, &best.plan), Ok(()));
    assert_eq!(
        planned(&program, &best.plan),
        expected(&program, &best.plan)
    );
    let left = (best.plan.nests.len(), best.plan.arrays_in_memory(&program));
    assert_eq!(left, (2, 22));
}
