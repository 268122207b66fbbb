//! Scans in loops with other operations: the results of scans by themselves, at any length.

use fusus_lazy::{Array, Error, ErrorKind, Formula, eval_all, s};

/// Lengths around those of groups of neighbours, pieces and blocks, and some that threads share.
const LENGTHS: &[usize] = &[
    0, 1, 2, 15, 16, 17, 511, 512, 513, 1023, 1024, 1025, 6273, 49_157, 100_000, 300_001,
];

fn row(len: usize, from: u64) -> Array<f64> {
    let next = |state: &mut u64| {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        // Sums of such numbers are exact in any order.
        Some((*state >> 56) as f64 / 8.0 - 15.0)
    };
    let elements: Vec<f64> = std::iter::repeat_with(|| 0.0)
        .scan(from, |state, _| next(state))
        .take(len)
        .collect();
    Array::from_vec(elements)
}

fn bits(x: &Array<f64>) -> Result<Vec<u64>, Error> {
    Ok(x.to_vec()?.into_iter().map(f64::to_bits).collect())
}

#[test]
fn a_loop_has_the_bits_of_its_parts() -> Result<(), Error> {
    for &len in LENGTHS {
        let (x, y) = (row(len, 1), row(len, 2));
        // Each operation by itself.
        let taken = (&x * 0.5 + &y).eval()?;
        let sums = taken.scan_sum().eval()?;
        let least = (&x - &y).eval()?.scan_min().eval()?;
        let products = (&sums * &least).eval()?;
        let is_kept = sums.gt(-40.0).eval()?;
        let kept = products.keep(&is_kept).eval()?;
        let apart = [&sums, &least, &products, &kept].map(bits);
        let totals = [products.sum().item()?, kept.max().item()?];
        // All in one loop.
        let (sums, least) = ((&x * 0.5 + &y).scan_sum(), (&x - &y).scan_min());
        let products = &sums * &least;
        let kept = products.keep(sums.gt(-40.0));
        let all = [sums, least, products.clone(), kept.clone()];
        assert_eq!(products.plan()?.loops(), 1);
        eval_all(&all)?;
        for (together, apart) in all.iter().zip(apart) {
            assert!(bits(together)? == apart?, "length {len}");
        }
        // Nothing is stored.
        let total = |of: fn(&Array<f64>, &Array<f64>) -> Array<f64>| {
            let sums = (&x * 0.5 + &y).scan_sum();
            let products = &sums * (&x - &y).scan_min();
            of(&products, &sums).item()
        };
        assert_eq!(
            total(|products, _| products.sum())?.to_bits(),
            totals[0].to_bits()
        );
        let greatest = total(|products, sums| products.keep(sums.gt(-40.0)).max())?;
        assert_eq!(greatest.to_bits(), totals[1].to_bits(), "{len}");
    }
    Ok(())
}

#[test]
fn integers_wrap_around() -> Result<(), Error> {
    for &len in LENGTHS {
        let bytes: Vec<u8> = (0..len).map(|at| (at * 97 % 251) as u8).collect();
        let x = Array::from(&bytes[..]);
        let (mut sum, mut product) = (0_u8, 1_u8);
        let mut expected = Vec::new();
        for byte in &bytes {
            sum = sum.wrapping_add(byte ^ 3);
            product = product.wrapping_mul(byte | 1);
            expected.push(sum ^ product);
        }
        let of = (&x ^ 3).scan_sum() ^ (&x | 1).scan_product();
        assert_eq!(of.to_vec()?, expected, "{len}");
    }
    Ok(())
}

#[test]
fn scans_read_sections_and_the_same_array_twice() -> Result<(), Error> {
    let x = row(50_000, 5);
    let odd = x.at(s![1..; 2]);
    let apart = odd.eval()?.scan_sum().eval()?;
    let together = odd.scan_sum() + odd.scan_sum() * 0.0;
    assert_eq!(bits(&together)?, bits(&(&apart + &apart * 0.0))?);
    Ok(())
}

#[test]
fn loops_of_scans() -> Result<(), Error> {
    let x = row(1000, 3);
    let loops = |array: &Array<f64>| Ok::<_, Error>(array.plan()?.loops());
    assert_eq!(loops(&x.scan_max().max())?, 1);
    assert_eq!(
        loops(&((&x / x.scan_max() - 1.0).min() * x.scan_sum().sum()))?,
        2
    );
    // A scan of a scan waits for it, and an expensive function is not computed twice.
    assert_eq!(loops(&x.scan_sum().scan_max())?, 2);
    assert_eq!(loops(&x.exp().scan_sum())?, 2);
    assert_eq!(loops(&x.scan_sum().exp().sum())?, 1);
    let text = "d = x / scan_max(x) - 1\nmin(d)";
    let formula = Formula::parse(text).expect("a formula");
    let drawdown = formula.apply([("x", &x)]).expect("a result").plan()?;
    assert_eq!(drawdown.loops(), 1);
    Ok(())
}

#[test]
fn the_first_failure_before_a_scan_is_the_error() {
    for at in [0, 700, 30_000, 99_999] {
        let mut elements = vec![3; 100_000];
        elements[at..]
            .iter_mut()
            .step_by(40_000)
            .for_each(|x| *x = 0);
        let x = Array::from_vec(elements);
        let twelve = Array::from_vec(vec![12; 100_000]);
        let sums = (&twelve / &x).scan_sum().sum();
        let Err(error) = sums.item() else {
            panic!("a division by zero at {at}");
        };
        let found = matches!(error.kind(), ErrorKind::Division { position, .. } if *position == at);
        assert!(found, "{error}");
    }
}
