//! `#[cnf(strict)]`: the order of Rust's own `fold`, to the last bit.

use fusus::cnf;

cnf! {
    #[cnf(strict)]
    fn sums(xs: &[f32]) -> (f32, f32, Vec<f32>, Vec<f32>, usize) {
        let sum = fold(0.1, |a, b| a + b, xs);
        let kept = filter(|x| x > 0.3, xs);
        let guarded = fold(0.2, |a, b| a + b, kept);
        let running = scan(0.3, |a, b| a + b, xs);
        let again = scan_exclusive(0.4, |a, b| a + b, running);
        (sum, guarded, again, kept, len(kept))
    }

    #[cnf(strict)]
    fn products(xs: &[f32], ys: &[f32]) -> f32 {
        fold(0.0, |a, b| a + b, map(|(x, y)| x * y, cross(xs, ys)))
    }

    // Nothing but the elements says of which type these sums are.
    #[cnf(strict)]
    fn deviation(xs: &[f64]) -> f64 {
        let mean = sum(xs) / len(xs) as f64;
        let squares = sum(map(|x| (x - mean) * (x - mean), xs));
        (squares / len(xs) as f64).sqrt()
    }

    #[cnf(strict)]
    fn roots_of_prefixes(xs: &[f64]) -> Vec<f64> {
        let prefixes = generate(|i| sum(..=i, |k| xs[k]));
        map(|x| x.sqrt(), prefixes)
    }
}

#[test]
fn sums_have_the_type_of_the_elements() {
    let xs = [1.0, 3.0, 5.0, 7.0];
    assert_eq!(deviation(&xs), 5.0f64.sqrt());
    assert_eq!(roots_of_prefixes(&xs), [1.0, 2.0, 3.0, 4.0]);
}

fn numbers(len: usize) -> Vec<f32> {
    (0..len)
        .map(|i| ((i * 7919) % 1013) as f32 / 1013.0)
        .collect()
}

#[test]
fn strict_order_is_that_of_fold() {
    for len in [0, 1, 2, 17, 1025, 40_000] {
        let xs = numbers(len);
        let (sum, guarded, again, kept, count) = sums(&xs);
        assert_eq!(
            sum.to_bits(),
            xs.iter().fold(0.1f32, |a, b| a + b).to_bits()
        );
        let positive: Vec<f32> = xs.iter().copied().filter(|x| *x > 0.3).collect();
        assert_eq!(
            guarded.to_bits(),
            positive.iter().fold(0.2f32, |a, b| a + b).to_bits()
        );
        assert_eq!((kept, count), (positive.clone(), positive.len()));
        let (mut state, mut next) = (0.3f32, 0.4f32);
        let expected: Vec<f32> = xs
            .iter()
            .map(|x| {
                state += x;
                let before = next;
                next += state;
                before
            })
            .collect();
        assert_eq!(again, expected);
    }
}

#[test]
fn also_through_a_cross() {
    let (xs, ys) = (numbers(123), numbers(77));
    let mut expected = 0.0f32;
    for x in &xs {
        for y in &ys {
            expected += x * y;
        }
    }
    assert_eq!(products(&xs, &ys).to_bits(), expected.to_bits());
}
