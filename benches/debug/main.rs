//! Programs against plain indexed loops, in a build without optimisation.
mod shapes;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let only = args.first().cloned().unwrap_or_default();
    let n: usize = args.get(1).map_or(300_000, |n| n.parse().unwrap());
    let rounds: usize = args.get(2).map_or(3, |n| n.parse().unwrap());
    for mut shape in shapes::all(n) {
        if !shape.name.contains(&only) { continue; }
        let mut a = Vec::new();
        let mut b = Vec::new();
        for _ in 0..rounds {
            let t = Instant::now(); (shape.fused)(); a.push(t.elapsed().as_secs_f64());
            let t = Instant::now(); (shape.plain)(); b.push(t.elapsed().as_secs_f64());
        }
        a.sort_by(f64::total_cmp); b.sort_by(f64::total_cmp);
        let (a, b) = (a[rounds / 2] * 1e9 / n as f64, b[rounds / 2] * 1e9 / n as f64);
        println!("{:14} {:8.1} ns {:8.1} ns {:6.3}", shape.name, a, b, b / a);
    }
}
