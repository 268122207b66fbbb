//! Programs: the text of kernels, built once for each device.

use crate::cl::Launchable;
use crate::device::Scans;
use crate::{Device, DeviceKind, Error};
use opencl3::error_codes::{CL_BUILD_PROGRAM_FAILURE, CL_INVALID_BUILD_OPTIONS};
use opencl3::kernel::Kernel;
use std::collections::BTreeMap;
use std::env;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The environment variable of further options for the device's compiler.
const OPTIONS: &str = "FUSUS_OCL_OPTIONS";

/// A program as the compiler hands it over: a constant of the generated code.
#[derive(Debug)]
pub struct Program {
    source: Text,
    built: Mutex<Vec<Entry>>,
}

/// The text of a program and the compiler's facts about it.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    /// Its name.
    pub name: &'static str,
    /// The OpenCL C of its kernels.
    pub text: &'static str,
    /// The number of items of a group, if the device allows: a power of two.
    pub group: usize,
    /// True if it uses `f64`.
    pub fp64: bool,
    /// The places at which its kernels may fail. They call the first one 1.
    pub sites: &'static [Site],
}

/// A place in a kernel that may fail.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// The binding.
    pub binding: &'static str,
    /// The failure.
    pub kind: SiteKind,
}

/// The failures that are possible in a kernel.
#[derive(Clone, Copy, Debug)]
pub enum SiteKind {
    /// An index may be out of bounds. The numbers are the index and the length.
    Index {
        /// True if the index is to be read as signed.
        signed: bool,
    },
    /// An operation may have no result, as these words of Rust's say.
    Arithmetic(&'static str),
}

/// A program for one device and one way to run scans.
type Entry = ((usize, Scans), Arc<OnceLock<Result<Arc<Built>, Error>>>);

/// A program that is built for a device.
#[derive(Debug)]
pub(crate) struct Built {
    kernels: BTreeMap<String, Launchable>,
    shape: Shape,
}

impl Program {
    /// A program that is built when it first runs on a device.
    #[must_use]
    pub const fn new(source: Text) -> Program {
        Program {
            source,
            built: Mutex::new(Vec::new()),
        }
    }

    pub(crate) fn source(&self) -> &Text {
        &self.source
    }

    /// The program for a device, built by whoever asks first.
    pub(crate) fn on(&self, device: &Device) -> Result<Arc<Built>, Error> {
        if self.source.fp64 && !device.has_fp64() {
            return Err(Error::NoFp64 {
                program: self.source.name,
                device: device.to_string(),
            });
        }
        let scans = device.scans();
        let key = (device.index(), scans);
        let entry = {
            let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
            match built.iter().find(|(of, _)| *of == key) {
                Some((_, entry)) => Arc::clone(entry),
                None => {
                    let entry = Arc::default();
                    built.push((key, Arc::clone(&entry)));
                    entry
                }
            }
        };
        let Text {
            name, text, group, ..
        } = self.source;
        entry
            .get_or_init(|| build(name, text, group, device, scans).map(Arc::new))
            .clone()
    }
}

/// Builds the text of a program, whose groups have this many items, for a device.
pub(crate) fn build(
    name: &'static str,
    text: &str,
    group: usize,
    device: &Device,
    scans: Scans,
) -> Result<Built, Error> {
    let most = 1 << device.max_group().max(1).ilog2();
    let group = group.min(most);
    let shape = Shape::of(scans, group);
    // Where only the host computes there is nothing to build, of which drivers make what they like.
    if !text.lines().any(|line| line.starts_with("kernel ")) {
        let kernels = BTreeMap::new();
        return Ok(Built { kernels, shape });
    }
    let mut options = format!("-cl-std=CL1.2{}", shape.definitions(scans, text));
    if device.rounds_correctly() {
        options.push_str(" -cl-fp32-correctly-rounded-divide-sqrt");
    }
    // Graphics processors do, and do not all define C's word for it.
    if device.fuses() && device.kind() == DeviceKind::Gpu && text.contains("FUSES") {
        options.push_str(" -D FUSES");
    }
    let own = env::var_os(OPTIONS).map(|own| own.to_string_lossy().into_owned());
    if let Some(own) = &own {
        options.push(' ');
        options.push_str(own);
    }
    let context = device.context()?;
    let mut program = opencl3::program::Program::create_from_source(context, text)
        .map_err(|code| Error::call("clCreateProgramWithSource", code.0))?;
    if let Err(code) = program.build(&[device.id()], &options) {
        match (code.0, own) {
            (CL_BUILD_PROGRAM_FAILURE, _) => {}
            (CL_INVALID_BUILD_OPTIONS, Some(wanted)) => {
                return Err(Error::NoOptions {
                    wanted,
                    device: device.to_string(),
                });
            }
            (other, _) => return Err(Error::call("clBuildProgram", other)),
        }
        let log = program.get_build_log(device.id()).unwrap_or_default();
        let log = log.trim_matches(['\0', '\n', ' ']).to_owned();
        return Err(Error::Build {
            program: name,
            device: device.to_string(),
            binding: binding(text, &log),
            log,
        });
    }
    let kernels = program
        .kernel_names()
        .split(';')
        .map(|name| {
            let kernel = Kernel::create(&program, name)
                .map_err(|code| Error::call("clCreateKernel", code.0))?;
            Ok((name.to_owned(), Launchable::new(kernel)))
        })
        .collect::<Result<_, Error>>()?;
    Ok(Built { kernels, shape })
}

/// The most tiles in a window: each looks at the totals of all before it in its window, and windows
/// wait for each other.
///
/// On an H200, 2²⁸ numbers of 32 bits, with 256, 128 and 64: prefix sums 0.714, 0.688 and 0.676 ms,
/// filters 0.675, 0.640 and 0.769 ms.
const WINDOW: usize = 128;

/// The neighbouring columns of an item of a device with few, for each of its `RUNS`.
const NEIGHBOURS: usize = 4;

/// The items beside each other in a rectangle: on an H200, 2²⁸ numbers of 32 bits, 32 and 256 differ by
/// a hundredth, and fewer rows of more columns are worse for transposed reads.
const NEAR: usize = 32;

/// The items that keep a device with many busy.
const BUSY: usize = 1 << 17;

/// The terms of a fold that pay for an item.
const TERMS_OF_ITEM: usize = 4;

/// The rectangle of rows and columns of a group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rectangle {
    /// The items of the group.
    pub(crate) lanes: usize,
    /// The binary logarithm of the number of items that stand beside each other.
    pub(crate) across: u32,
    /// Its rows.
    pub(crate) rows: usize,
    /// Its columns.
    pub(crate) columns: usize,
}

/// The division of work among the items of a device.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// The items of a group where each has one element.
    lanes: usize,
    /// The items of a group where each has a run of elements.
    walkers: usize,
    /// The number of vectors of elements of such a run.
    runs: usize,
}

impl Shape {
    /// Returns the shape of a program whose groups may have this many items.
    ///
    /// The best shape depends on how a device runs items. A GPU hides the time that memory takes
    /// behind other items, of which it keeps thousands in flight: groups are large, and an item has
    /// as many elements as one access to memory brings. A processor runs one item a thread, loops
    /// faster than it switches items, and prefetches well if one item reads consecutive elements:
    /// an item has some thousand elements, whose bytes fit into the first cache together with the
    /// results, and a group has one item.
    fn of(scans: Scans, group: usize) -> Shape {
        match scans {
            Scans::Chained => Shape {
                lanes: group.min(64),
                walkers: 1,
                runs: 256,
            },
            Scans::LookBack | Scans::Staged => Shape {
                lanes: group,
                walkers: group,
                runs: 1,
            },
        }
    }

    /// The items of a group, and the elements of an item, in a loop that handles so many elements
    /// at a time.
    pub(crate) fn tile(self, items: usize) -> (usize, usize) {
        match items {
            1 => (self.lanes, 1),
            items => (self.walkers, items * self.runs),
        }
    }

    /// The rectangle of a group in a loop over rows and columns, of which a lane has so many rows where
    /// there are many lanes.
    pub(crate) fn rectangle(self, [rows, columns]: [usize; 2], down: usize) -> Rectangle {
        let lanes = self.walkers;
        let (down, right) = match self.runs {
            1 => (down, 1),
            runs => (1, NEIGHBOURS * runs),
        };
        // As wide as there are columns, but no wider than a line of memory; wider again where there
        // are few rows.
        let lines = columns.div_ceil(right);
        let mut across = lines.min(NEAR).min(lanes).next_power_of_two();
        while across < lines.min(lanes) && lanes / across * down > rows {
            across *= 2;
        }
        Rectangle {
            lanes,
            across: across.ilog2(),
            rows: lanes / across * down,
            columns: across * right,
        }
    }

    /// The items that divide the folds of each of `n` elements, a power of two: so many that the device
    /// has work, and at least the given number, but no more than have a few of the terms each. On a
    /// device with few items there is work anyway.
    pub(crate) fn lanes_of_element(
        self,
        n: usize,
        beside: bool,
        least: usize,
        terms: usize,
    ) -> usize {
        if self.runs > 1 {
            return 1;
        }
        // Neighbouring elements are of items that read a line of memory.
        let most = if beside {
            self.lanes
        } else {
            self.lanes / NEAR
        };
        let busy = BUSY.div_ceil(n.max(1)).next_power_of_two();
        let useful = (terms / TERMS_OF_ITEM).max(1);
        let lanes = busy.max(least).min(useful).min(most).max(1);
        1 << lanes.ilog2()
    }

    /// Defines the names of this kind that stand in the text of a program. A name that it lacks
    /// makes no difference to it, so that a driver that keeps built programs finds it again.
    fn definitions(self, scans: Scans, text: &str) -> String {
        let Shape {
            lanes,
            walkers,
            runs,
        } = self;
        let (look_back, window) = match scans {
            Scans::Chained => (1, 1),
            Scans::LookBack => (1, walkers.min(WINDOW)),
            Scans::Staged => (0, walkers.min(WINDOW)),
        };
        [
            ("LANES", lanes),
            ("WALKERS", walkers),
            ("RUNS", runs),
            ("LOOK_BACK", look_back),
            ("WINDOW", window),
        ]
        .into_iter()
        .filter(|(name, _)| text.contains(name))
        .map(|(name, value)| format!(" -D {name}={value}"))
        .collect()
    }
}

impl Built {
    /// The division of work among the device's items.
    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    pub(crate) fn kernel(&self, name: &str) -> &Launchable {
        self.kernels
            .get(name)
            .unwrap_or_else(|| panic!("the program has no kernel `{name}`"))
    }
}

/// The binding that the first error of a build log is about: each step of a
/// kernel stands under a comment that begins with its binding.
fn binding(text: &str, log: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let line = log
        .lines()
        .filter(|line| line.contains("error"))
        .find_map(line_number)?;
    let above = lines.get(..line.min(lines.len()))?;
    above
        .iter()
        .rev()
        // A step lies inside of a function.
        .take_while(|line| !line.starts_with('}'))
        .find_map(|line| {
            let comment = line.trim_start().strip_prefix("// ")?;
            let (name, rest) = comment.split_once(' ')?;
            rest.starts_with("= ").then(|| name.to_owned())
        })
}

/// The line number of a message: `<source>:12:5: error: …` from compilers that
/// are made of clang, `"<source>", line 12: error: …` from others.
fn line_number(message: &str) -> Option<usize> {
    let fields: Vec<&str> = message.split(':').collect();
    let colons = fields
        .windows(2)
        .find_map(|pair| pair[1].parse::<usize>().ok().and(pair[0].parse().ok()));
    colons.or_else(|| {
        let digits = message.split_once("line ")?.1;
        digits
            .split(|c: char| !c.is_ascii_digit())
            .next()?
            .parse()
            .ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
kernel void f(global float *xs) {
    // ys = map(xs)
    float ys = xs[0];
    // zs = map(ys)
    float zs = ys +;
}
";

    #[test]
    fn a_log_names_the_binding() {
        for log in [
            "<source>:5:20: error: expected expression",
            "error: /tmp/temp_1-2.cl:5:20: expected expression\nerror: /tmp/temp_1-2.cl:1:1: x",
            "/tmp/a3.cl:1:2: warning: unused\n/tmp/a3.cl:5:20: error: expected expression",
            "\"/tmp/a3.cl\", line 5: error: expected an expression",
        ] {
            assert_eq!(binding(TEXT, log).as_deref(), Some("zs"), "{log}");
        }
        assert_eq!(
            binding(TEXT, "p:3:1: error: x").as_deref(),
            Some("ys"),
            "the nearest one above"
        );
        assert_eq!(binding(TEXT, "p:1:1: error: x"), None);
        assert_eq!(binding(TEXT, "it does not say"), None);
        assert_eq!(binding(TEXT, "p:900:1: error: x"), None, "past the end");
    }
}
