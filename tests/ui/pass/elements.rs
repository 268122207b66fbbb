//! Structs, enums and nested tuples as elements.
#![deny(warnings)]

#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Left,
    Right(f64),
}

fusus::cnf! {
    fn points(points: &[Point]) -> (Vec<Side>, Point) {
        let sides = map(|Point { x, .. }| if x < 0.0 { Side::Left } else { Side::Right(x) }, points);
        let centre = fold(
            Point { x: 0.0, y: 0.0 },
            |a, b| Point { x: a.x + b.x, y: a.y + b.y },
            points,
        );
        (sides, centre)
    }

    fn tuples(xs: &[(i32, (i32, [i32; 2]))]) -> (Vec<i32>, Vec<(i32, i32)>) {
        let (a, (b, c)) = map(|(a, (b, [c, d]))| (a, (b, c + d)), xs);
        (map(|a, b| a + b, a, b), map(|a, c| (a, c), a, c))
    }
}

#[test]
fn main() {
    let p = |x, y| Point { x, y };
    let (sides, centre) = points(&[p(-1.0, 0.5), p(2.0, 1.0)]);
    assert_eq!(sides, [Side::Left, Side::Right(2.0)]);
    assert_eq!(centre, p(1.0, 1.5));
    let (sums, pairs) = tuples(&[(1, (2, [3, 4]))]);
    assert_eq!(sums, [3]);
    assert_eq!(pairs, [(1, 7)]);
}
