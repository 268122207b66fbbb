//! Index notation whose reads go downwards, or begin where the program computes it, against plain
//! loops; index spaces that are given, and errors where these leave an array.

use fusus::{Error, ErrorKind, cnf};

const BEHIND: usize = 2;

cnf! {
    fn mirrored(xs: &[i64]) -> Vec<i64> {
        let n = len(xs);
        generate(|i| xs[n - 1 - i] - xs[i])
    }

    fn turned(h: usize, w: usize, xs: &[i64]) -> Vec<i64> {
        let a = reshape(xs, [h, w]);
        generate(|i, j| a[[h - 1 - i, w - 1 - j]])
    }

    fn lagged(s: usize, xs: &[i64]) -> (Vec<i64>, Vec<usize>) {
        let (steps, places) = generate(|i| (xs[i] - xs[i - s], i));
        (steps, places)
    }

    fn beside(xs: &[i64]) -> Vec<i64> {
        generate(|i| xs[i + BEHIND] - xs[i])
    }

    fn inner(h: usize, w: usize, xs: &[i64]) -> Result<Vec<i64>, Error> {
        let a = reshape(xs, [h, w]);
        generate([h, 1..w - 1], |i, j| a[[i, j - 1]] + a[[i, j + 1]])
    }

    fn part(from: usize, to: usize, xs: &[i64]) -> Result<Vec<i64>, Error> {
        generate([from..to], |i| xs[i - 1] + xs[i + 1])
    }

    fn row(k: usize, h: usize, w: usize, xs: &[i64]) -> Result<Vec<i64>, Error> {
        let a = reshape(xs, [h, w]);
        generate(|j| a[[k, j]])
    }

    fn convolved(xs: &[i64], ks: &[i64]) -> Vec<i64> {
        generate(|i| sum(|k| ks[k] * xs[i + k]))
    }

    fn image(h: usize, w: usize, xs: &[i64], p: usize, q: usize, ks: &[i64]) -> Vec<i64> {
        let (a, kernel) = (reshape(xs, [h, w]), reshape(ks, [p, q]));
        generate(|y, x| sum(|v, u| kernel[[v, u]] * a[[y + v, x + u]]))
    }

    fn shifted(s: usize, ys: &mut [i64]) {
        *ys = generate(|i| ys[i - s] + ys[i].pow(0));
    }
}

fn numbers(n: usize) -> Vec<i64> {
    (0..n as i64).map(|i| i * i % 17 - 3 * i).collect()
}

#[test]
fn downwards() {
    for n in [0, 1, 2, 7, 1000] {
        let xs = numbers(n);
        let expected: Vec<i64> = (0..n).map(|i| xs[n - 1 - i] - xs[i]).collect();
        assert_eq!(mirrored(&xs), expected);
        let mut reversed = xs.clone();
        reversed.reverse();
        assert_eq!(turned(1, n, &xs), reversed);
        assert_eq!(turned(n, 1, &xs), reversed);
    }
    assert_eq!(turned(2, 3, &[1, 2, 3, 4, 5, 6]), [6, 5, 4, 3, 2, 1]);
}

#[test]
fn from_where_a_scalar_says() {
    let xs = numbers(100);
    for s in [0, 1, 3, 99, 100, 101, usize::MAX] {
        let places: Vec<usize> = (s..xs.len()).collect();
        let steps: Vec<i64> = places.iter().map(|i| xs[*i] - xs[i - s]).collect();
        assert_eq!(lagged(s, &xs), (steps, places));
    }
    let expected: Vec<i64> = (0..98).map(|i| xs[i + 2] - xs[i]).collect();
    assert_eq!(beside(&xs), expected);
}

#[test]
fn given_spaces_stay_inside() {
    assert_eq!(inner(2, 3, &[1, 2, 3, 4, 5, 6]).unwrap(), [4, 10]);
    assert_eq!(inner(2, 1, &[1, 2]).unwrap(), [0; 0]);
    assert_eq!(inner(2, 0, &[]).unwrap(), [0; 0]);
    assert_eq!(part(1, 3, &[1, 2, 4, 8]).unwrap(), [5, 10]);
    assert_eq!(part(3, 1, &[]).unwrap(), [0; 0]);
    let error = part(0, 2, &[1, 2, 4, 8]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`part`: `xs` has 4 elements, and none at position -1"
    );
    let error = part(2, 4, &[1, 2, 4, 8]).unwrap_err();
    assert!(
        matches!(
            error.kind(),
            ErrorKind::Outside {
                array: "xs",
                axis: None,
                position: 4,
                size: 4,
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn a_row_is_there() {
    let xs = [1, 2, 3, 4, 5, 6];
    assert_eq!(row(1, 2, 3, &xs).unwrap(), [4, 5, 6]);
    let error = row(2, 2, 3, &xs).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`row`: `a` has 2 positions along axis 0, and none at 2"
    );
}

#[test]
fn convolutions_have_the_sizes_of_their_windows() {
    let xs = numbers(50);
    for m in [0, 1, 2, 5, 50, 51, 60] {
        let ks = numbers(m);
        let count = (xs.len() + 1).saturating_sub(m);
        let expected: Vec<i64> = (0..count)
            .map(|i| (0..m).map(|k| ks[k] * xs[i + k]).sum())
            .collect();
        assert_eq!(convolved(&xs, &ks), expected, "{m}");
    }
    let (h, w, p, q) = (5, 7, 2, 3);
    let (xs, ks) = (numbers(h * w), numbers(p * q));
    let mut expected = Vec::new();
    for y in 0..h - p + 1 {
        for x in 0..w - q + 1 {
            let mut sum = 0;
            for v in 0..p {
                for u in 0..q {
                    sum += ks[v * q + u] * xs[(y + v) * w + x + u];
                }
            }
            expected.push(sum);
        }
    }
    assert_eq!(image(h, w, &xs, p, q, &ks), expected);
}

#[test]
fn in_place_the_others_stay() {
    let mut ys = [1, 2, 3, 4, 5];
    shifted(2, &mut ys);
    assert_eq!(ys, [1, 2, 2, 3, 4]);
    shifted(9, &mut ys);
    assert_eq!(ys, [1, 2, 2, 3, 4]);
}
