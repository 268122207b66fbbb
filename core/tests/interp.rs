//! The interpreter: what each combinator means.

#[path = "support/program.rs"]
mod program;

use fusus_core::interp::{Array, Error, Fault, Inputs, Measured, Outcome, Overflow, Value, run};
use fusus_core::ir::{Output, Program, ScanKind};
use program::{Builder, normalize2};

fn ok(program: &Program, inputs: &Inputs) -> Outcome {
    run(program, inputs).unwrap_or_else(|error| panic!("{error}"))
}

fn err(program: &Program, inputs: &Inputs) -> Error {
    *run(program, inputs).expect_err("an error")
}

fn xs<T>(items: T) -> Inputs
where
    T: Into<Array>,
{
    Inputs::new().array("xs", items)
}

#[test]
fn interp_normalize2() {
    let outcome = ok(&normalize2(), &xs(vec![-1.0_f64, 2.0, 3.0]));
    let (ys1, ys2) = outcome.result.get::<(Vec<f64>, Vec<f64>)>().unwrap();
    assert_eq!(ys1, [-1.0 / 4.0, 2.0 / 4.0, 3.0 / 4.0]);
    assert_eq!(ys2, [-1.0 / 5.0, 2.0 / 5.0, 3.0 / 5.0]);
}

#[test]
fn interp_literals_take_the_type_of_the_array() {
    let outcome = ok(&normalize2(), &xs(vec![0.1_f32, 0.2, 0.3]));
    let (ys1, _) = outcome.result.get::<(Vec<f32>, Vec<f32>)>().unwrap();
    let sum: f32 = 0.0 + 0.1 + 0.2 + 0.3;
    assert_eq!(ys1, [0.1 / sum, 0.2 / sum, 0.3 / sum]);
}

#[test]
fn interp_seed_of_another_kind_is_refused() {
    let mut b = Builder::new("p");
    let xs_id = b.input("xs");
    b.fold("sum", "0", "|a, b| a + b", xs_id);
    let program = b.returns_scalar("sum");
    assert!(matches!(
        err(&program, &xs(vec![1.0_f64])).fault,
        Fault::Types(_)
    ));
    assert!(matches!(
        err(&program, &xs(Vec::<f32>::new())).fault,
        Fault::Types(_)
    ));
    assert_eq!(ok(&program, &xs(vec![1_u8, 2])).result, Value::U8(3));
    // Of no elements, the seed has their type all the same.
    assert_eq!(ok(&program, &xs(Vec::<u64>::new())).result, Value::U64(0));
}

#[test]
fn interp_seed_enters_once_from_the_left() {
    let mut b = Builder::new("p");
    let xs_id = b.input("xs");
    b.fold("t", "10", "|a, b| a + b", xs_id);
    let s = b.scan("s", ScanKind::Inclusive, "10", "|a, b| a + b", xs_id);
    let e = b.scan("e", ScanKind::Exclusive, "10", "|a, b| a + b", xs_id);
    b.fold("last", "0", "|_, b| b", xs_id);
    let z = b.map("z", "|_| (t, last)", &[xs_id]);
    let program = b.returns_arrays(&[s, e, z]);
    let outcome = ok(&program, &xs(vec![1_i32, 2, 3]));
    type All = (Vec<i32>, Vec<i32>, Vec<(i32, i32)>);
    let (s, e, z) = outcome.result.get::<All>().unwrap();
    assert_eq!(s, [11, 13, 16]);
    assert_eq!(e, [10, 11, 13]);
    assert_eq!(z, [(16, 3); 3]);
    let empty = ok(&program, &xs(Vec::<i32>::new()));
    assert_eq!(empty.result.get::<All>(), Ok((vec![], vec![], vec![])));
}

#[test]
fn interp_filters_of_filters() {
    let mut b = Builder::new("p");
    let xs_id = b.input("xs");
    let evens = b.filter("evens", "|x| x % 2 == 0", xs_id);
    let big = b.filter("big", "|x| x > 5", evens);
    let squares = b.map("squares", "|x| x * x", &[big]);
    let n = b.len("n", big);
    let _ = n;
    b.fold("sum", "0", "i64::wrapping_add", squares);
    let program = b.returns_scalars(&["sum", "n", "n as i64 * sum"]);
    let outcome = ok(&program, &xs((0..10_i64).collect::<Vec<_>>()));
    assert_eq!(outcome.result.get::<(i64, usize, i64)>(), Ok((100, 2, 200)));
}

#[test]
fn interp_generate_range_and_len() {
    let mut b = Builder::new("p");
    b.param("n");
    let squares = b.generate("squares", "n", "|i| i * i");
    let range = b.range("range", "1..n as i32");
    let small = b.range("small", "0..=3");
    b.len("m", range);
    let program = {
        b.map("scaled", "|x| x as f32 * 0.5", &[small]);
        let scaled = b.program.arrays.ids().last().unwrap();
        b.returns_arrays(&[squares, range, scaled])
    };
    let outcome = ok(&program, &Inputs::new().scalar("n", 4_usize));
    assert_eq!(
        outcome.result.get::<(Vec<usize>, Vec<i32>, Vec<f32>)>(),
        Ok((vec![0, 1, 4, 9], vec![1, 2, 3], vec![0.0, 0.5, 1.0, 1.5]))
    );
    let none = ok(&program, &Inputs::new().scalar("n", 0_usize));
    let (squares, range, _) = none
        .result
        .get::<(Vec<usize>, Vec<i32>, Vec<f32>)>()
        .unwrap();
    assert!(squares.is_empty() && range.is_empty());
    // A size is of any integer type, and none is below zero.
    let outcome = ok(&program, &Inputs::new().scalar("n", 4_i32));
    let (squares, ..) = outcome
        .result
        .get::<(Vec<usize>, Vec<i32>, Vec<f32>)>()
        .unwrap();
    assert_eq!(squares, [0, 1, 4, 9]);
    assert_eq!(
        err(&program, &Inputs::new().scalar("n", -4_i32)).fault,
        Fault::SizeArithmetic {
            size: "-4 is below zero".to_owned()
        }
    );
    let wrong = err(&program, &Inputs::new().scalar("n", 4.0_f64));
    assert_eq!(wrong.binding.as_deref(), Some("squares"));
}

#[test]
fn interp_tuples_split_and_join() {
    let mut b = Builder::new("p");
    let xs_id = b.input("xs");
    let [q, r] = b.maps(["q", "r"], "|x| (x / 3, x % 3)", &[xs_id]);
    let pairs = b.map("pairs", "|a, b| (b, a)", &[q, r]);
    let first = b.map("first", "|p| p.0", &[pairs]);
    let sums = b.map("sums", "|(a, b)| a + b", &[pairs]);
    let program = b.returns_arrays(&[first, sums, q]);
    let outcome = ok(&program, &xs(vec![7_u16, 8, 9]));
    assert_eq!(
        outcome.result.get::<(Vec<u16>, Vec<u16>, Vec<u16>)>(),
        Ok((vec![1, 2, 0], vec![3, 4, 3], vec![2, 2, 3]))
    );
}

#[test]
fn interp_gather_and_its_bounds() {
    let mut b = Builder::new("pick");
    let data = b.input("data");
    let at = b.input("at");
    let ys = b.gather("ys", data, at);
    let program = b.returns(ys);
    let data = || Inputs::new().array("data", vec!['a', 'b', 'c']);
    let outcome = ok(&program, &data().array("at", vec![2_usize, 0, 2]));
    assert_eq!(outcome.result.get(), Ok(vec!['c', 'a', 'c']));
    let error = err(&program, &data().array("at", vec![0_usize, 3]));
    assert_eq!(error.binding.as_deref(), Some("ys"));
    assert_eq!(
        error.fault,
        Fault::OutOfBounds {
            position: 1,
            index: "3".to_owned(),
            array: Measured {
                name: "data".to_owned(),
                source: None,
                length: 3
            }
        }
    );
    assert_eq!(
        error.to_string(),
        "`pick`, binding `ys`: index 3 at position 1 is out of bounds: `data` of length 3"
    );
    let negative = err(&program, &data().array("at", vec![-1_i32]));
    assert!(matches!(negative.fault, Fault::OutOfBounds { index, .. } if index == "-1"));
}

#[test]
fn interp_scatter_copies_and_checks() {
    let mut b = Builder::new("p");
    let dest = b.input("dest");
    let at = b.input("at");
    let values = b.input("values");
    let ys = b.scatter("ys", dest, at, values);
    let program = b.returns_arrays(&[ys, dest]);
    let inputs = |at: Vec<usize>| {
        Inputs::new()
            .array("dest", vec![0_i32; 4])
            .array("at", at)
            .array("values", vec![7, 8])
    };
    let outcome = ok(&program, &inputs(vec![3, 1]));
    assert_eq!(
        outcome.result.get::<(Vec<i32>, Vec<i32>)>(),
        Ok((vec![0, 8, 0, 7], vec![0; 4]))
    );
    assert!(matches!(
        err(&program, &inputs(vec![3, 4])).fault,
        Fault::OutOfBounds { position: 1, .. }
    ));
    let lengths = err(&program, &inputs(vec![0]));
    assert_eq!(
        lengths.to_string(),
        "`p`, binding `ys`: `at` of length 1 and `values` of length 2 must have one length"
    );
}

#[test]
fn interp_reduce_by_index_combines_in_order_and_checks() {
    let mut b = Builder::new("p");
    let dest = b.input("dest");
    let at = b.input("at");
    let values = b.input("values");
    let ys = b.reduce_by_index("ys", dest, "|a, b| 10 * a + b", at, values);
    let program = b.returns_arrays(&[ys, dest]);
    let inputs = |at: Vec<u8>| {
        Inputs::new()
            .array("dest", vec![1_i32, 2, 3])
            .array("at", at)
            .array("values", vec![7, 8, 9])
    };
    let outcome = ok(&program, &inputs(vec![2, 0, 2]));
    assert_eq!(
        outcome.result.get::<(Vec<i32>, Vec<i32>)>(),
        Ok((vec![18, 2, 379], vec![1, 2, 3]))
    );
    assert!(matches!(
        err(&program, &inputs(vec![2, 3, 4])).fault,
        Fault::OutOfBounds { position: 1, .. }
    ));
    let lengths = err(&program, &inputs(vec![0]));
    assert_eq!(
        lengths.to_string(),
        "`p`, binding `ys`: `at` of length 1 and `values` of length 3 must have one length"
    );
}

#[test]
fn interp_cross_and_conform() {
    let mut b = Builder::new("p");
    let xs_id = b.input("xs");
    let ys = b.input("ys");
    let pairs = b.cross("pairs", xs_id, ys);
    let zs = b.conform("zs", ys, xs_id);
    let sums = b.map("sums", "|x, z| x + z", &[xs_id, zs]);
    let program = b.returns_arrays(&[pairs, sums]);
    let inputs = xs(vec![1, 2]).array("ys", vec![10, 20]);
    assert_eq!(
        ok(&program, &inputs)
            .result
            .get::<(Vec<(i32, i32)>, Vec<i32>)>(),
        Ok((vec![(1, 10), (1, 20), (2, 10), (2, 20)], vec![11, 22]))
    );
    let error = err(&program, &xs(vec![1]).array("ys", vec![10, 20]));
    assert_eq!(
        error.to_string(),
        "`p`, binding `zs`: `ys` of length 2 does not conform to `xs` of length 1"
    );
}

#[test]
fn interp_lengths_name_both_arrays_and_their_sources() {
    let mut b = Builder::new("p");
    let xs_id = b.input("xs");
    let ys = b.input("ys");
    let doubled = b.map("doubled", "|x| x * 2", &[xs_id]);
    let sums = b.map("sums", "|x, y| x + y", &[doubled, ys]);
    let program = b.returns(sums);
    let error = err(&program, &xs(vec![1]).array("ys", vec![1, 2]));
    assert_eq!(
        error.to_string(),
        "`p`, binding `sums`: `doubled` of length 1 (that of `xs`) and `ys` of length 2 \
         must have one length"
    );
}

#[test]
fn interp_in_place_keeps_what_was_read_before() {
    let mut b = Builder::new("p");
    let ys = b.mutable("ys");
    let before = b.map("before", "|y| y + 1", &[ys]);
    let op = b.map_op("|y| y * 10", &[ys]);
    let new = b.in_place(ys, op);
    let after = b.map("after", "|y| y + 1", &[new]);
    let op = b.map_op("|y| y - 1", &[new]);
    let newer = b.in_place(ys, op);
    let program = b.returns_arrays(&[before, after, newer]);
    let outcome = ok(&program, &Inputs::new().array("ys", vec![1_i8, 2]));
    assert_eq!(
        outcome.result.get::<(Vec<i8>, Vec<i8>, Vec<i8>)>(),
        Ok((vec![2, 3], vec![11, 21], vec![9, 19]))
    );
    assert_eq!(outcome.written["ys"].to_vec_of(), Ok(vec![9_i8, 19]));
}

#[test]
fn interp_in_place_takes_the_type_and_length_of_its_home() {
    let mut b = Builder::new("p");
    let ys = b.mutable("ys");
    let n = b.generate("n", "2", "|_| 1.5");
    let op = b.map_op("|x| x", &[n]);
    b.in_place(ys, op);
    let program = b.program;
    let outcome = ok(&program, &Inputs::new().array("ys", vec![0.0_f32; 2]));
    assert_eq!(outcome.result, Value::UNIT);
    assert!(outcome.written["ys"].iter().all(|y| *y == Value::F32(1.5)));
    assert!(matches!(
        err(&program, &Inputs::new().array("ys", vec![0.0_f32; 3])).fault,
        Fault::Lengths { .. }
    ));
    assert!(matches!(
        err(&program, &Inputs::new().array("ys", vec![0_i32; 2])).fault,
        Fault::Types(_)
    ));
}

#[test]
fn interp_mutable_inputs_that_are_not_written_stay() {
    let mut b = Builder::new("p");
    b.mutable("ys");
    let outcome = ok(&b.program, &Inputs::new().array("ys", vec![1_u32]));
    assert_eq!(outcome.written["ys"], Array::from(vec![1_u32]));
}

#[test]
fn interp_workers_index_inputs() {
    let mut b = Builder::new("p");
    let xs_id = b.input("xs");
    b.captured("table", "&tables[1]");
    let ys = b.map("ys", "|x| table[x] + table.len()", &[xs_id]);
    let program = b.returns(ys);
    let inputs = |xs: Vec<usize>| {
        Inputs::new()
            .array("xs", xs)
            .array("&tables[1]", vec![10_usize, 20])
    };
    assert_eq!(
        ok(&program, &inputs(vec![1, 0])).result.get(),
        Ok(vec![22_usize, 12])
    );
    assert_eq!(
        err(&program, &inputs(vec![2])).fault,
        Fault::Panic("index out of bounds: the len is 2 but the index is 2".to_owned())
    );
}

#[test]
fn interp_external() {
    let mut b = Builder::new("p");
    let xs_id = b.input("xs");
    b.param("k");
    let doubled = b.map("doubled", "|x| x * 2", &[xs_id]);
    let outputs = b.external(&["[sorted]", "top"], "order(&doubled, k)", &[doubled]);
    let Output::Array(sorted) = outputs[0] else {
        panic!("an array")
    };
    let ys = b.map("ys", "|s| s + top", &[sorted]);
    let program = b.returns(ys);
    let inputs = xs(vec![3_i32, 1, 2])
        .scalar("k", 1_usize)
        .function("order", |args| {
            let mut items: Vec<i32> = args[0].get().unwrap();
            items.sort_unstable();
            let top = items[args[1].get::<usize>().unwrap()];
            Value::from((items, top))
        });
    assert_eq!(ok(&program, &inputs).result.get(), Ok(vec![6_i32, 8, 10]));
}

#[test]
fn interp_missing_inputs_are_named() {
    let error = err(&normalize2(), &Inputs::new());
    assert_eq!(
        error.to_string(),
        "`normalize2`: input: no array `xs` was given"
    );
    let mut b = Builder::new("p");
    b.param("k");
    let program = b.returns_scalar("k + offset");
    let error = err(&program, &Inputs::new().scalar("k", 1));
    assert_eq!(
        error.to_string(),
        "`p`: input: no value for `offset` was given"
    );
}

#[test]
fn interp_overflow_panics_or_wraps() {
    let mut b = Builder::new("p");
    let xs_id = b.input("xs");
    b.fold("sum", "0", "|a, b| a + b", xs_id);
    let program = b.returns_scalar("sum");
    let inputs = || xs(vec![200_u8, 100]);
    let error = err(&program, &inputs());
    assert_eq!(
        error.fault,
        Fault::Panic("attempt to add with overflow".to_owned())
    );
    assert!(error.fault.is_run_time());
    let wrapped = ok(&program, &inputs().overflow(Overflow::Wrap));
    assert_eq!(wrapped.result, Value::U8(44));
}

#[test]
fn interp_types_of_empty_arrays_are_inferred() {
    let mut b = Builder::new("p");
    let xs_id = b.input("xs");
    let ys = b.map("ys", "|x| if x > 0.0 { 1.0 } else { x }.sqrt()", &[xs_id]);
    b.fold("sum", "0.0", "|a, b| a + b", ys);
    let program = b.returns_scalar("sum");
    assert_eq!(ok(&program, &xs(Vec::<f32>::new())).result, Value::F32(0.0));
}
