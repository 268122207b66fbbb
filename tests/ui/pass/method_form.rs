//! Method chains are the same programs.
#![deny(warnings)]

fusus::cnf! {
    fn chain(xs: &[i64]) -> i64 {
        xs.map(|x| x * x).filter(|x| x % 2 == 1).fold(0, |a, b| a + b)
    }

    fn parts(xs: &[i64], at: &[usize]) -> (usize, Vec<i64>, Vec<(i64, i64)>) {
        let ys = xs.gather(at);
        (ys.len(), (0..5).map(|i| i as i64), ys.cross(ys))
    }

    fn of_scalars(text: Option<&str>, xs: &[usize]) -> Vec<usize> {
        let n = text.map(|text| text.len()).filter(|n| *n > 1).unwrap_or(0);
        let m = text.map_or(0, str::len);
        let is_long = n.cmp(&1).reverse().is_lt();
        xs.map(|x| if is_long { x + n + m } else { x })
    }

    fn backwards(xs: &[i64]) -> Vec<i64> {
        xs.rev().map(|x| x + 1).filter(|x| x > 2).reverse()
    }
}

#[test]
fn main() {
    assert_eq!(chain(&[1, 2, 3]), 10);
    assert_eq!(parts(&[7, 8], &[1]), (1, vec![0, 1, 2, 3, 4], vec![(8, 8)]));
    assert_eq!(of_scalars(Some("abc"), &[1]), [7]);
    assert_eq!(of_scalars(None, &[1]), [1]);
    assert_eq!(backwards(&[1, 2, 3]), [3, 4]);
}
