fusus::cnf! {
    fn program(names: &[String]) -> Vec<usize> {
        map(|name| name.len(), names)
    }
}

#[derive(Clone)]
pub struct Point {
    pub x: f64,
}

fusus::cnf! {
    fn of_a_type_of_its_own(points: &[Point]) -> Vec<f64> {
        map(|p| p.x, points)
    }
}

fn main() {}
