use fusus::cnf;

fn half(x: &f64) -> f64 {
    x / 2.0
}

#[derive(Clone, Copy)]
struct Point(f64);

impl Point {
    fn length(&self) -> f64 {
        self.0
    }
}

cnf! {
    fn halves(xs: &[f64]) -> Vec<f64> {
        map(half, xs)
    }

    fn total(points: &[Point]) -> f64 {
        sum(map(Point::length, points))
    }
}

fn main() {
    let ys = [1.5, 2.5];
    let _ = cnf! { map(half, ys) };
}
