//! Programs: the text of kernels, built once for each device.

use crate::cl::Launchable;
use crate::device::Scans;
use crate::{Device, Error};
use opencl3::error_codes::CL_BUILD_PROGRAM_FAILURE;
use opencl3::kernel::Kernel;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A program as the compiler hands it over: a constant of the generated code.
#[derive(Debug)]
pub struct Program {
    source: Source,
    built: Mutex<Vec<Entry>>,
}

/// What the compiler says of a program.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// Its name.
    pub name: &'static str,
    /// The OpenCL C of its kernels.
    pub text: &'static str,
    /// How many items a group has, where the device allows: a power of two.
    pub group: usize,
    /// Whether it uses `f64`.
    pub fp64: bool,
    /// Where its kernels may fail. They call the first one 1.
    pub sites: &'static [Site],
}

/// A place in a kernel that may fail.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// The binding.
    pub binding: &'static str,
    /// What may go wrong.
    pub kind: SiteKind,
}

/// What may go wrong in a kernel.
#[derive(Clone, Copy, Debug)]
pub enum SiteKind {
    /// An index may be out of bounds. The numbers are the index and the length.
    Index {
        /// Whether the index is to be read as signed.
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
    /// How many items a group has.
    pub(crate) group: usize,
    /// How many times as many elements an item works on in loops with levels.
    pub(crate) runs: usize,
}

impl Program {
    /// A program that is built when it first runs on a device.
    #[must_use]
    pub const fn new(source: Source) -> Program {
        Program {
            source,
            built: Mutex::new(Vec::new()),
        }
    }

    pub(crate) fn source(&self) -> &Source {
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
        let scans = match self.source.text.contains("LOOK_BACK") {
            true => device.scans(),
            // It is the same program for all.
            false => Scans::Staged,
        };
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
        entry
            .get_or_init(|| build(&self.source, device, scans))
            .clone()
    }
}

fn build(source: &Source, device: &Device, scans: Scans) -> Result<Arc<Built>, Error> {
    let most = 1 << device.max_group().max(1).ilog2();
    let group = source.group.min(most);
    let (group, shape) = match scans {
        Scans::Chained => (group.min(64), "-D LOOK_BACK=1 -D WINDOW=1".to_owned()),
        Scans::LookBack => (group, format!("-D LOOK_BACK=1 -D WINDOW={group}")),
        Scans::Staged => (group, format!("-D LOOK_BACK=0 -D WINDOW={group}")),
    };
    // Where few groups run at a time, an item may as well do more: what tiles
    // pass on costs the same for any number of elements.
    let runs = if scans == Scans::Chained { 16 } else { 1 };
    let mut options = format!("-cl-std=CL1.2 -D GROUP={group} -D RUNS={runs} {shape}");
    if device.rounds_correctly() {
        options.push_str(" -cl-fp32-correctly-rounded-divide-sqrt");
    }
    let context = device.context()?;
    let mut program = opencl3::program::Program::create_from_source(context, source.text)
        .map_err(|code| Error::call("clCreateProgramWithSource", code.0))?;
    if let Err(code) = program.build(&[device.id()], &options) {
        if code.0 != CL_BUILD_PROGRAM_FAILURE {
            return Err(Error::call("clBuildProgram", code.0));
        }
        let log = program.get_build_log(device.id()).unwrap_or_default();
        let log = log.trim_matches(['\0', '\n', ' ']).to_owned();
        return Err(Error::Build {
            program: source.name,
            device: device.to_string(),
            binding: binding(source.text, &log),
            log,
        });
    }
    // Where only the host computes there are none, and some drivers then leave
    // the names unwritten.
    let count = program
        .get_num_kernels()
        .map_err(|code| Error::call("clGetProgramInfo", code.0))?;
    let kernels = program
        .kernel_names()
        .split(';')
        .take(count)
        .map(|name| {
            let kernel = Kernel::create(&program, name)
                .map_err(|code| Error::call("clCreateKernel", code.0))?;
            Ok((name.to_owned(), Launchable::new(kernel)))
        })
        .collect::<Result<_, Error>>()?;
    Ok(Arc::new(Built {
        kernels,
        group,
        runs,
    }))
}

impl Built {
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
