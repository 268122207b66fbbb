//! Kernels that are kept, elements that stay on the device, and failures.

use fusus_lazy::{Array, ErrorKind, Formula, Launches, on};

use crate::support::device;

#[test]
fn other_lengths_and_numbers_build_nothing() {
    let device = device();
    let of = |len: usize, k: f32| {
        let x = Array::from_vec((0..len).map(|i| i as f32).collect());
        on(&device, || (&x * k + 1.5 / k).to_vec()).expect("results")
    };
    let (first, launches) = Launches::of(|| of(10, 2.0));
    assert_eq!(first[3], 6.75);
    assert_eq!((launches.kernels.len(), launches.on_host), (1, 0));
    let (second, launches) = Launches::of(|| of(1000, 4.0));
    assert_eq!(second[3], 12.375);
    assert_eq!(
        (launches.kernels.len(), launches.built, launches.on_host),
        (1, 0, 0)
    );
}

#[test]
fn formulas_run_on_a_device() {
    let device = device();
    let formula = Formula::parse("let y = x * 2 + 1\ny[y > 4] - 1").expect("a formula");
    let x = Array::from_vec(vec![1.0_f64, 2.0, 3.0]);
    for _ in 0..3 {
        let elements = on(&device, || {
            let column = formula.apply([("x", &x)]).expect("a column");
            column.to_vec::<f64>()
        });
        assert_eq!(elements, Ok(vec![4.0, 6.0]));
    }
}

#[test]
fn closures_are_done_by_the_host_in_their_place() {
    let device = device();
    let x = Array::from_vec(vec![1.0_f64, 2.0, 3.0]);
    let of = || ((&x + 1.0).eval()?.map(|x| x.powi(3)).eval()? * 2.0).to_vec();
    let (found, launches) = Launches::of(|| on(&device, of));
    assert_eq!(found, of());
    assert_eq!((launches.kernels.len(), launches.on_host), (2, 1));
}

#[test]
fn errors_of_elements_are_those_of_the_host() {
    let device = device();
    let a = Array::from_vec((0..3000).collect::<Vec<i32>>());
    let b = Array::from_vec((0..3000).map(|i| i % 1000 - 500).collect::<Vec<i32>>());
    let quotient = || (&a / &b).to_vec();
    let (here, there) = (quotient(), on(&device, quotient));
    assert_eq!(
        here.as_ref().map_err(|error| error.kind()),
        there.as_ref().map_err(|error| error.kind())
    );
    let error = there.expect_err("a division by zero");
    assert!(
        error
            .to_string()
            .contains("a division by zero at position 500"),
        "{error}"
    );
    let element = || a.gather(&b).to_vec();
    let error = on(&device, element).expect_err("an index out of bounds");
    assert!(
        error.to_string().contains("index -500 at position 0"),
        "{error}"
    );
    // An element that a mask drops is no error.
    let kept = || b.ne(0).select(&a / &b.eq(0).select(1, &b), 0).to_vec();
    assert_eq!(on(&device, kept), kept());
}

#[test]
fn f64_is_an_error_where_the_device_has_none() {
    let device = device().without_fp64();
    let x = Array::from_vec(vec![1.0_f64, 2.0]);
    let error = on(&device, || (&x + 1.0).to_vec()).expect_err("no `f64`");
    assert!(matches!(error.kind(), ErrorKind::Device { .. }));
    assert!(
        error.to_string().contains("uses f64, which the device"),
        "{error}"
    );
    // The same array is computed elsewhere, and `f32` here.
    assert_eq!((&x + 1.0).to_vec(), Ok(vec![2.0, 3.0]));
    let y = Array::from_vec(vec![1.0_f32, 2.0]);
    assert_eq!(on(&device, || (&y + 1.0).to_vec()), Ok(vec![2.0, 3.0]));
}

#[test]
fn results_come_to_whoever_reads_them() {
    let device = device();
    let x = Array::from_vec(vec![1.0_f64; 100]);
    let y = on(&device, || (&x + 1.0).eval()).expect("a result");
    // Outside the host computes, with elements that were on the device.
    assert_eq!((&y * 2.0).sum().item(), Ok(400.0));
    let z = on(&device, || (&y + &x).eval()).expect("a result");
    assert_eq!(z.to_string(), "[3, 3, 3, 3, 3, …, 3, 3, 3, 3, 3]");
    assert_eq!(z.into_vec().map(|z| z.len()), Ok(100));
}

#[test]
fn threads_share_a_device() {
    let device = device();
    let x = Array::from_vec((0..5000).map(f64::from).collect());
    let of = |k: f64| (&x * k - 1.0).to_vec().expect("results");
    std::thread::scope(|scope| {
        for k in 0..4 {
            let (of, device) = (&of, &device);
            scope.spawn(move || {
                for step in 0..5 {
                    let k = f64::from(4 * k + step);
                    assert_eq!(on(device, || of(k)), of(k));
                }
            });
        }
    });
}
