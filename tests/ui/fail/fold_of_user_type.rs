#[derive(Clone, Copy)]
pub struct Point {
    pub x: f64,
}

#[derive(Clone, Copy, Default)]
pub struct Stats {
    pub sum: f64,
    pub n: usize,
}

fusus::cnf! {
    fn to_a_number(ps: &[Point]) -> f64 {
        fold(0.0, |a, p| a + p.x, ps)
    }

    fn to_a_struct(xs: &[f64]) -> Stats {
        fold(Stats::default(), |s, x| Stats { sum: s.sum + x, n: s.n + 1 }, xs)
    }

    fn scanned(ps: &[Point]) -> Vec<f64> {
        scan(0.0, |a, p| a + p.x, ps)
    }

    fn of_the_kept(ps: &[Point]) -> (f64, usize) {
        fold((0.0, 0), |(sum, n), p| (sum + p.x, n + 1), filter(|p| p.x > 0.0, ps))
    }

    fn declared(ps: &[Point], start: f64) -> f64 {
        fold(start, |a: f64, p: Point| a + p.x, ps)
    }
}

fusus::cnf! {
    fn of_a_map(ps: &[Point]) -> u64 {
        fold(0, |n, x| if x > 0.5 { n + 1 } else { n }, map(|p| p.x, ps))
    }

    fn of_a_part(ps: &[Point]) -> f64 {
        let (x, point) = map(|p| (p.x, p), ps);
        fold(0.0, f64::max, x) + fold(0.0, |a, p| a + p.x, point)
    }
}

fn main() {}
