#[fusus::fused]
struct Program {
    xs: Vec<f64>,
}

fn main() {
    let _ = Program { xs: Vec::new() };
}
