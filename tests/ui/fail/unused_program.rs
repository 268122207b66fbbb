#![deny(dead_code)]

fusus::cnf! {
    fn uncalled(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, xs)
    }

    fn called(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, xs)
    }

    #[allow(dead_code)]
    fn silenced(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, xs)
    }

    #[backend(cpu, sequential)]
    fn called_on_one_backend(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, xs)
    }

    #[backend(cpu, sequential)]
    fn called_on_no_backend(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, xs)
    }
}

#[fusus::fused]
fn uncalled_attribute(xs: &[f64]) -> f64 {
    fold(0.0, |a, b| a + b, xs)
}

fn main() {
    called(&[]);
    called_on_one_backend(&[]);
}
