//! The plans of the paper's programs at run time: operations and loops of an iteration, the bytes
//! that they move, how often the cache has a plan, and the time that planning takes:
//!
//! ```text
//! cargo run --release -p fusus-lazy --example planning
//! ```
//!
//! With the argument `partitions` it prints the bytes by all partitioners and costs instead, after one
//! iteration each; with another one it prints only programs whose name has that in it.
//!
//! Each program does 20 iterations, as those of the paper do. Sizes are a tenth of those of its suite
//! along each axis, or fewer: plans do not depend on them.

#[path = "../tests/paper/programs/mod.rs"]
mod programs;

use std::collections::BTreeSet;

use fusus_lazy::{Array, Error, Planner, Planning, eval_all, s};
use programs::{dense, elements, lattice, shallow_water, stencils, water_ice};

/// The iterations of a program.
const ITERATIONS: usize = 20;

/// A program: its name, and a function that does one iteration.
type Program = (&'static str, Box<dyn FnMut() -> Result<(), Error>>);

fn main() -> Result<(), Error> {
    if std::env::args().nth(1).as_deref() == Some("partitions") {
        return partitions();
    }
    println!("Programs at run time, {ITERATIONS} iterations each: what the last of them does, the");
    println!(
        "forms that the cache had not seen, the time of planning, and the fastest iteration.\n"
    );
    println!(
        "| program | operations | graphs | loops | MB | forms | hits | first | later | share of the time | an iteration |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    let only = std::env::args().nth(1).unwrap_or_default();
    for (name, mut step) in all().into_iter().filter(|(name, _)| name.contains(&only)) {
        row(name, &mut *step)?;
    }
    Ok(())
}

/// Prints the megabytes that an iteration of each program moves, a table for each cost and a column for each
/// partitioner.
fn partitions() -> Result<(), Error> {
    let planners: Vec<Planner> = Planner::all().collect();
    let costs: BTreeSet<&str> = planners.iter().map(|planner| planner.cost()).collect();
    for cost in costs {
        let own = planners.iter().filter(|planner| planner.cost() == cost);
        let own: Vec<&Planner> = own.collect();
        let names: Vec<&str> = own.iter().map(|planner| planner.partitioner()).collect();
        println!("\nMB by `{cost}`:\n\n| program | {} |", names.join(" | "));
        println!("|---|{}", "---|".repeat(own.len()));
        for (name, mut step) in all() {
            // The first iteration may do more than later ones.
            step()?;
            let mut row = format!("| {name} |");
            for planner in &own {
                let (done, planning) = Planning::of(|| planner.run(&mut step));
                done?;
                row += &format!(" {:.3} |", planning.bytes as f64 / 1e6);
            }
            println!("{row}");
        }
    }
    Ok(())
}

/// Does the iterations of a program, and prints its row.
fn row(name: &str, step: &mut dyn FnMut() -> Result<(), Error>) -> Result<(), Error> {
    let mut all = Vec::with_capacity(ITERATIONS);
    let mut times = Vec::with_capacity(ITERATIONS);
    let start = std::time::Instant::now();
    for _ in 0..ITERATIONS {
        let begin = std::time::Instant::now();
        let (done, planning) = Planning::of(&mut *step);
        done?;
        all.push(planning);
        times.push(begin.elapsed().as_secs_f64() * 1e3);
    }
    let took = start.elapsed();
    // The fastest of some is that of a machine that does nothing else.
    while start.elapsed().as_secs_f64() < 1.5 {
        let begin = std::time::Instant::now();
        step()?;
        times.push(begin.elapsed().as_secs_f64() * 1e3);
    }
    let sum = |of: fn(&Planning) -> usize| all.iter().map(of).sum::<usize>();
    let (graphs, found) = (sum(|own| own.graphs), sum(|own| own.found));
    let micros = |own: &Planning| own.time.as_secs_f64() * 1e6;
    let planning: f64 = all.iter().map(micros).sum();
    let mut later: Vec<f64> = all[ITERATIONS / 2..].iter().map(micros).collect();
    later.sort_by(f64::total_cmp);
    let last = &all[ITERATIONS - 1];
    println!(
        "| {name} | {} | {} | {} | {:.3} | {} | {:.1} % | {:.0} µs | {:.1} µs | {:.1} % | {:.3} ms |",
        last.operations,
        last.graphs,
        last.loops,
        last.bytes as f64 / 1e6,
        graphs - found,
        100.0 * found as f64 / graphs as f64,
        micros(&all[0]),
        later[later.len() / 2],
        100.0 * planning / (took.as_secs_f64() * 1e6),
        times.into_iter().fold(f64::INFINITY, f64::min),
    );
    Ok(())
}

/// Arrays that are given up, so that they are updated in place.
fn taken<const N: usize>(arrays: &mut [Array<f64>; N]) -> [Array<f64>; N] {
    std::mem::replace(arrays, [0; N].map(|_| Array::from_vec(Vec::new())))
}

/// Numbers between 0 and 1, the same in each run.
fn numbers(len: usize) -> Vec<f64> {
    (0..len)
        .map(|at| (at * 7919 % 10_007) as f64 / 10_007.0)
        .collect()
}

/// A square table.
fn square(side: usize) -> Array<f64> {
    Array::from_shape([side, side], numbers(side * side))
}

/// All programs, in the order of the paper.
fn all() -> Vec<Program> {
    let mut all: Vec<Program> = Vec::new();
    flat(&mut all);
    grids(&mut all);
    tables(&mut all);
    layers(&mut all);
    all
}

/// Programs on elements of one dimension.
fn flat(all: &mut Vec<Program>) {
    let count = 150_000;
    let stock: Vec<f64> = numbers(count).iter().map(|x| 55.0 + 10.0 * x).collect();
    let stock = Array::from_vec(stock);
    let mut day = 0.0;
    all.push((
        "Black-Scholes",
        Box::new(move || {
            day += 1.0;
            let mean = elements::black_scholes(&stock, count, day / 365.0);
            mean.item().map(drop)
        }),
    ));
    all.push((
        "Leibnitz PI",
        Box::new(|| elements::leibnitz_pi(1_000_000).item().map(drop)),
    ));
    all.push((
        "Monte Carlo PI",
        Box::new(|| elements::monte_carlo_pi(1_000_000).item().map(drop)),
    ));
    let x = Array::from_vec(numbers(2_000_000));
    all.push((
        "Rosenbrock",
        Box::new(move || elements::rosenbrock(&x).item().map(drop)),
    ));
}

/// Programs on neighbours.
fn grids(all: &mut Vec<Program>) {
    let side = 1000;
    let cells = numbers(side * side);
    let cells = cells.iter().map(|x| u8::from(*x < 0.3)).collect();
    let mut state = Array::from_shape([side, side], cells);
    all.push((
        "Game of Life",
        Box::new(move || {
            state = stencils::life(&state).eval()?;
            Ok(())
        }),
    ));
    let mut grid = square(1200);
    all.push((
        "Heat Equation",
        Box::new(move || {
            let (new, change) = stencils::heat(&grid);
            eval_all([&new, &change])?;
            grid = new;
            Ok(())
        }),
    ));
    let side = 70;
    let mut data = Array::from_shape([side, side, side], numbers(side * side * side));
    all.push((
        "27 Point Stencil",
        Box::new(move || {
            data = stencils::stencil_27(&data, side).eval()?;
            Ok(())
        }),
    ));
    let mut fields = [0, 1, 2, 3].map(|_| square(600));
    all.push((
        "SOR",
        Box::new(move || {
            let (new, change) = stencils::sor(taken(&mut fields));
            fields = new;
            eval_all(fields.iter().chain([&change]))
        }),
    ));
    let heights = numbers(320 * 320).iter().map(|x| 1.0 + 0.1 * x).collect();
    let still = Array::from_shape([320, 320], vec![0.0; 320 * 320]);
    let mut fields = [Array::from_shape([320, 320], heights), still.clone(), still];
    all.push((
        "Shallow Water",
        Box::new(move || {
            fields = shallow_water::step(taken(&mut fields))?;
            Ok(())
        }),
    ));
    let side = 40;
    let cells = side * side * side;
    let densities = numbers(lattice::DIRECTIONS * cells);
    let densities = densities.iter().enumerate();
    let densities = densities.map(|(at, x)| lattice::weight(at / cells) * (1.0 + 0.1 * x));
    let shape = [lattice::DIRECTIONS, side, side, side];
    let mut densities = Array::from_shape(shape, densities.collect());
    let walls = numbers(cells).iter().map(|x| *x < 0.1).collect();
    let walls = Array::from_shape([side, side, side], walls);
    all.push((
        "Lattice Boltzmann",
        Box::new(move || {
            densities = lattice::step(&densities, &walls)?;
            Ok(())
        }),
    ));
}

/// Water and ice in four layers.
fn layers(all: &mut Vec<Program>) {
    let side = 80;
    let cells = numbers(side * side * water_ice::LAYERS);
    let of = |from: f64, to: f64| -> Array<f64> {
        let cells = cells.iter().map(|x| from + (to - from) * x);
        Array::from_shape([side, side, water_ice::LAYERS], cells.collect())
    };
    let mut sea = water_ice::Sea {
        temperature: of(-1.8, 4.0),
        salinity: of(30.0, 36.0),
        ice: square(side),
    };
    let basin = water_ice::Basin::new(side, [0.5, 2.0, 5.0, 10.0], [10.0, 20.0, 40.0, 60.0]);
    all.push((
        "Water-Ice",
        Box::new(move || {
            sea = water_ice::step(&sea, &basin)?;
            Ok(())
        }),
    ));
}

/// Programs on rows and columns.
fn tables(all: &mut Vec<Program>) {
    let heavy = |side: usize| {
        let mut elements = numbers(side * side);
        let diagonal = elements.iter_mut().step_by(side + 1);
        diagonal.for_each(|x| *x += side as f64);
        Array::from_shape([side, side], elements)
    };
    let (mut a, mut pivot) = (heavy(280), 0);
    all.push((
        "Gauss Elimination",
        Box::new(move || {
            pivot = pivot % 100 + 1;
            let [own] = taken(std::array::from_mut(&mut a));
            a = dense::gauss(own, pivot).eval()?;
            Ok(())
        }),
    ));
    let (mut factors, mut pivot) = ([heavy(280), heavy(280)], 0);
    all.push((
        "LU Factorization",
        Box::new(move || {
            pivot = pivot % 100 + 1;
            let [lower, upper] = taken(&mut factors);
            let new = dense::lu(lower, upper, pivot);
            factors = new.into();
            eval_all(&factors)
        }),
    ));
    let mut own = bodies(600);
    all.push((
        "N-body",
        Box::new(move || {
            let by = dense::accelerations(&own, &own, true);
            dense::moved(&mut own, by)
        }),
    ));
    let (mut planets, mut asteroids) = (bodies(20), bodies(20_000));
    all.push((
        "N-body Nice",
        Box::new(move || {
            let by = dense::accelerations(&asteroids, &planets, false);
            let between = dense::accelerations(&planets, &planets, true);
            dense::moved(&mut asteroids, by)?;
            dense::moved(&mut planets, between)
        }),
    ));
}

fn bodies(count: usize) -> dense::Bodies {
    let all = Array::from_shape([7, count], numbers(7 * count));
    let row = |at: i64| all.at(s![at, ..]);
    dense::Bodies {
        mass: row(0),
        place: [1, 2, 3].map(row),
        speed: [4, 5, 6].map(row),
    }
}
