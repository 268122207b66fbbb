struct Cloud {
    xs: Vec<f64>,
}

impl Cloud {
    fn steps(&self) -> Vec<f64> {
        fusus::cnf! { generate(|i| self.xs[i + 1] - self.xs[i]) }
    }
}

fn main() {}
