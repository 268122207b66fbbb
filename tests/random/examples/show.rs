use fusus_random::{emit, generate, render};
fn main() {
    let a: Vec<u64> = std::env::args()
        .skip(1)
        .map(|a| a.parse().unwrap())
        .collect();
    let (seed, from, to) = (a[0], a[1], a[2]);
    let mut refused = 0;
    let start = std::time::Instant::now();
    let (mut forms, mut stmts, mut bad) = (0, 0, 0);
    for n in from..to {
        let p = generate::program(seed, n);
        let show = to - from < 8;
        if show {
            println!("{}", render::source(&p));
        }
        stmts += p.stmts.len();
        match emit::prepare(p.clone(), n) {
            Ok(x) => {
                forms += x.plans.forms.len();
                if show {
                    println!(
                        "// {:?} large {}",
                        x.plans.forms.iter().map(|f| &f.name).collect::<Vec<_>>(),
                        x.plans.large
                    );
                }
            }
            Err(e) => {
                refused += 1;
                bad += 1;
                if bad < 4 {
                    println!("{}\n// REFUSED {n}: {e}", render::source(&p));
                }
            }
        }
    }
    println!(
        "refused {refused} of {}, {} stmts, {} forms, {:?}",
        to - from,
        stmts,
        forms,
        start.elapsed()
    );
}
