//! The validator finds what it is there for.

#[path = "support/program.rs"]
mod program;

use fusus_core::ir::validate::{ViolationKind, validate};
use fusus_core::ir::{
    ArrayId, BindingId, Count, Id, Op, Origin, Output, Program, Returned, ScalarId,
};
use program::{Builder, normalize2};

/// Lists the violations of a program, as printed.
fn violations(program: &Program) -> Vec<String> {
    match validate(program) {
        Ok(()) => Vec::new(),
        Err(violations) => violations.iter().map(ToString::to_string).collect(),
    }
}

#[track_caller]
fn only(program: &Program, expected: &str) {
    assert_eq!(violations(program), [expected]);
}

#[test]
fn validate_accepts_programs() {
    assert_eq!(validate(&normalize2()), Ok(()));
    let mut b = Builder::new("p");
    let ys = b.mutable("ys");
    let n = b.param("n");
    let op = b.map_op("|y| y + ys[n]", &[ys]);
    let new = b.in_place(ys, op);
    let op = b.map_op("|y| y * 2", &[new]);
    let newer = b.in_place(ys, op);
    let [_, evens] = b.maps(["odds", "evens"], "|y| (y, y)", &[newer]);
    b.external(&["[sorted]", "top"], "f(evens, n)", &[evens]);
    b.external(&[], "log(n)", &[]);
    let (length, worker) = (b.host("n"), b.host("|i| i"));
    b.array(
        "is",
        Op::Generate {
            count: Count::Scalar(n),
            length,
            worker,
        },
    );
    assert_eq!(violations(&b.returns(newer)), Vec::<String>::new());
}

#[test]
fn validate_finds_ids_out_of_range() {
    let mut program = normalize2();
    program.bindings[BindingId::new(0)].op = Op::Length {
        arg: ArrayId::new(9),
        axis: None,
    };
    assert_eq!(
        violations(&program),
        [
            "binding b0 (array a1 `gts`): `len` yields scalars, but 1 array(s) and 0 scalar(s) \
             are bound",
            "binding b0 (array a1 `gts`): the program has no array a9",
        ]
    );
    let mut program = normalize2();
    program.result = Returned::Array(ArrayId::new(7));
    only(&program, "the result: the program has no array a7");
    let mut program = normalize2();
    program.arrays[ArrayId::new(2)].origin = Origin::Output(BindingId::new(9), 0);
    assert!(violations(&program)[0].contains("the program has no binding b9"));
    let mut program = normalize2();
    program.bindings[BindingId::new(1)]
        .outputs
        .push(Output::Scalar(ScalarId::new(9)));
    assert!(
        violations(&program)
            .concat()
            .contains("the program has no scalar s9")
    );
}

#[test]
fn validate_finds_uses_before_bindings() {
    let mut program = normalize2();
    let Op::Filter { arg, .. } = &mut program.bindings[BindingId::new(0)].op else {
        panic!("a filter")
    };
    *arg = ArrayId::new(2);
    only(
        &program,
        "binding b0 (array a1 `gts`): array a2 `ys1` is used before it is bound",
    );
    let mut program = normalize2();
    let Op::Filter { worker, .. } = &mut program.bindings[BindingId::new(0)].op else {
        panic!("a filter")
    };
    worker.scalars = vec![ScalarId::new(1), ScalarId::new(0)];
    assert_eq!(
        violations(&program),
        [
            "binding b0 (array a1 `gts`): the list of scalars is not ascending with each once",
            "binding b0 (array a1 `gts`): scalar s1 `sum2` is used before it is bound",
            "binding b0 (array a1 `gts`): scalar s0 `sum1` is used before it is bound",
        ]
    );
}

#[test]
fn validate_finds_origins_that_point_elsewhere() {
    let mut program = normalize2();
    program.arrays[ArrayId::new(2)].origin = Origin::Output(BindingId::new(4), 0);
    let found = violations(&program);
    assert_eq!(
        found[..2],
        [
            "array a2 `ys1`: says that b4 binds it, which does not",
            "binding b3 (array a2 `ys1`): array a2 `ys1` is output 0 here, but says that it is \
             output 0 of b4",
        ]
    );
    let mut program = normalize2();
    program.scalars[ScalarId::new(0)].origin = None;
    only(
        &program,
        "binding b1 (scalar s0 `sum1`): scalar s0 `sum1` is output 0 here, but says that it is a \
         parameter",
    );
}

#[test]
fn validate_finds_scalars_of_one_name() {
    let mut b = Builder::new("p");
    b.param("n");
    b.param("n");
    only(&b.program, "scalar s1 `n`: s0 has the same name");
}

#[test]
fn validate_finds_outputs_that_do_not_fit() {
    let mut b = Builder::new("p");
    let xs = b.input("xs");
    let worker = b.host("|x| true");
    b.scalar("s", Op::Filter { worker, arg: xs });
    only(
        &b.program,
        "binding b0 (scalar s0 `s`): `filter` yields arrays, but 0 array(s) and 1 scalar(s) \
         are bound",
    );
    let mut b = Builder::new("p");
    let op = b.map_op("|| 1", &[]);
    b.array("ys", op);
    only(
        &b.program,
        "binding b0 (array a0 `ys`): `map` needs at least one array",
    );
}

#[test]
fn validate_finds_workers_that_index_bound_arrays() {
    let mut program = normalize2();
    let Op::Map { worker, .. } = &mut program.bindings[BindingId::new(3)].op else {
        panic!("a map")
    };
    worker.arrays = vec![ArrayId::new(1)];
    only(
        &program,
        "binding b3 (array a2 `ys1`): a host expression indexes array a1 `gts`, which is no input",
    );
}

#[test]
fn validate_finds_writes_that_cannot_be() {
    let mut b = Builder::new("p");
    let xs = b.input("xs");
    let op = b.map_op("|x| x", &[xs]);
    b.in_place(xs, op);
    only(
        &b.program,
        "array a1 `xs`: cannot be written over array a0 `xs`, which is no mutable input",
    );
    let mut b = Builder::new("p");
    let ys = b.mutable("ys");
    let op = b.map_op("|y| (y, y)", &[ys]);
    b.arrays(&[("a", Some(ys)), ("b", Some(ys))], op);
    only(
        &b.program,
        "binding b0 (array a1 `a`, array a2 `b`): two outputs are written over array a0 `ys`",
    );
}

#[test]
fn validate_finds_reads_of_what_is_overwritten() {
    let mut b = Builder::new("p");
    let ys = b.mutable("ys");
    let op = b.map_op("|y| y + 1", &[ys]);
    let first = b.in_place(ys, op);
    let op = b.map_op("|y| y + 1", &[first]);
    b.in_place(ys, op);
    b.len("n", first);
    b.map("zs", "|y| y + ys[0]", &[ys]);
    let found = validate(&b.returns(first)).unwrap_err();
    assert!(
        found
            .iter()
            .all(|found| matches!(found.kind, ViolationKind::Overwritten { .. }))
    );
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "binding b3 (array a3 `zs`): array a0 `ys` is read after array a2 `ys` was written \
             over it",
            "binding b3 (array a3 `zs`): array a0 `ys` is read after array a2 `ys` was written \
             over it",
            "the result: array a1 `ys` is read after array a2 `ys` was written over it",
        ]
    );
}
