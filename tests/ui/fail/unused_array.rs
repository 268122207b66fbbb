#![deny(unused_variables)]

fusus::cnf! {
    fn program(xs: &[f64], ys: &[f64], zs: &mut [f64], _vs: &[f64], ws: &[f64]) -> f64 {
        let _ = ws;
        fold(0.0, |a, b| a + b, xs)
    }

    #[allow(unused_variables)]
    fn silenced(xs: &[f64], ys: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, xs)
    }
}

#[fusus::fused]
fn attribute(xs: &[f64], ys: &[f64]) -> f64 {
    fold(0.0, |a, b| a + b, xs)
}

fn main() {
    program(&[], &[], &mut [], &[], &[]);
    silenced(&[], &[]);
    attribute(&[], &[]);
}
