//! Builds the quadtree of the world's cities with two programs of one loop each, and draws it.
//!
//! ```console
//! $ cargo run --release --example quadtree [FILE.svg]
//! ```

#[path = "../common/cities.rs"]
mod cities;
mod path;
mod picture;
mod programs;
mod survey;
mod tree;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs, io};

use survey::{Coordinates, Survey, grouped};
use tree::{Limits, Quadtree};

/// The file of cities, wherever the example is started.
const CITIES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/cities.bin");

/// Where the picture goes when no argument says so.
const PICTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/quadtree.svg");

/// How many cities there are, which the leaves must hold.
const COUNT: usize = 171_075;

/// Small leaves draw the coasts well; the depth is more than a million cells side by side.
const LIMITS: Limits = Limits {
    capacity: 16,
    depth: 20,
};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let picture = env::args_os()
        .nth(1)
        .map_or_else(|| PICTURE.into(), PathBuf::from);
    let cities = cities::read(Path::new(CITIES))?;

    let start = Instant::now();
    let tree = Quadtree::new(&cities, LIMITS);
    let time = start.elapsed();

    let survey = Survey::new(&tree);
    if survey.cities != COUNT {
        let held = grouped(survey.cities);
        return Err(format!(
            "the leaves hold {held} cities instead of {}",
            grouped(COUNT)
        )
        .into());
    }
    report(&tree, &survey);
    println!("built in {:.1} ms", time.as_secs_f64() * 1e3);

    write(&picture, &picture::draw(&tree, &survey))
        .map_err(|error| format!("cannot write {}: {error}", picture.display()))?;
    println!("drawn in {}", picture.display());
    Ok(())
}

/// Writes a file, whose folder need not be there yet.
fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}

/// Prints what there is to know about the tree.
fn report(tree: &Quadtree, survey: &Survey<'_>) {
    println!("loops:   {}", programs::LOOPS);
    println!("cities:  {}, each in one leaf", grouped(survey.cities));
    println!(
        "bounds:  {} to {}",
        Coordinates(tree.bounds.low),
        Coordinates(tree.bounds.high)
    );
    println!(
        "tree:    {} nodes, {} of them leaves of at most {} cities, depth {}",
        grouped(survey.nodes),
        grouped(survey.leaves),
        tree.limits.capacity,
        survey.depth
    );
    if let Some(deepest) = survey.deepest {
        println!("deepest: {deepest}");
    }
    for (index, leaf) in survey.densest.iter().enumerate() {
        println!(
            "{} {leaf}",
            if index == 0 { "densest:" } else { "        " }
        );
    }
}
