fusus::cnf! {
    fn program(a: ArrayView2<'_, f64>, weights: &[f64]) -> Vec<f64> {
        let kept = filter(|w| w > 0.0, weights);
        generate(|i, j| a[[i, j]] * kept[j])
    }
}

pub struct ArrayView2<'a, T>(pub &'a [T]);

fn main() {}
