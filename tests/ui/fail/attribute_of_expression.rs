fn main() {
    let xs = [1.0_f32, 2.0];
    let _: f32 = fusus::cnf! {
        #[backend(ocl)]
        fold(0.0, |a, b| a + b, xs)
    };
    let _: Vec<f32> = fusus::cnf! {
        #[cnf(loops = 1)]
        #[backend(cpu, ocl)]
        let ys = map(|x| x + 1.0, xs);
        map(|y| y * 2.0, ys)
    };
}
