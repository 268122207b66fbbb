fusus::cnf! {
    fn read(m: &Array2<f64>) -> Vec<f64> {
        generate(|i, j| m[[j, i]])
    }
}

pub struct Array2<T>(pub Vec<T>);

fn main() {}
