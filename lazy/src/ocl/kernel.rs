//! A kernel: its text, and what is given for its parameters.

use fusus_ocl::rt::{Args, zeroed};
use fusus_ocl::{Device, Error};

use super::built::built;
use super::c::Functions;
use super::launches;
use super::lines::Lines;
use super::parameters::Parameters;
use super::there::There;
use crate::element::sealed::Typed;

/// The name of every kernel: each is alone in its text.
const NAME: &str = "loop";

/// A kernel that is being written.
pub(super) struct Kernel {
    pub(super) functions: Functions,
    pub(super) parameters: Parameters,
    pub(super) lines: Lines,
    /// True if the text tells of elements that have no result.
    pub(super) has_flag: bool,
    /// True if an element may have no result.
    pub(super) may_fail: bool,
}

impl Kernel {
    /// A kernel of a loop over so many positions, whose first parameter they are.
    pub(super) fn over(positions: usize) -> Kernel {
        Kernel::within(positions, positions)
    }

    /// A kernel of a loop over `n` positions, whose first parameter they are, at each of which it meets
    /// some of so many elements.
    pub(super) fn within(n: usize, elements: usize) -> Kernel {
        let mut parameters = Parameters::of(n.max(elements));
        parameters.count("n", n);
        Kernel {
            functions: Functions::default(),
            parameters,
            lines: Lines::inside(),
            has_flag: false,
            may_fail: false,
        }
    }

    /// Begins with the number of the item, which there are `count` of: a parameter.
    pub(super) fn item(&mut self, name: &str, count: &str) {
        let ty = self.parameters.position();
        let lines = &mut self.lines;
        lines.line(format_args!("{ty} {name} = ({ty})get_global_id(0);"));
        lines.line(format_args!("if ({name} >= {count}) return;"));
    }

    /// Launches the kernel for so many items. Returns false if an element has no result, which the
    /// host must look for.
    pub(super) fn launch(mut self, device: &Device, items: usize) -> Result<bool, Error> {
        let flag = match self.has_flag {
            true => Some(There::U32(zeroed(device, 1)?)),
            false => None,
        };
        if let Some(flag) = &flag {
            self.parameters.flag(flag);
        }
        let may_fail = self.may_fail;
        let (text, args) = self.finish();
        built(device, &text)?.launch(NAME, items, &args)?;
        launches::count(|counted| counted.kernels.push(text));
        match flag {
            Some(flag) if may_fail => Ok(u32::slice(&flag.download()?)[0] == 0),
            _ => Ok(true),
        }
    }

    /// The text, and the arguments.
    fn finish(self) -> (String, Args) {
        let (declarations, args) = self.parameters.finish();
        let body = self.lines.into_string();
        let kernel = format!("kernel void {NAME}({declarations}) {{\n{body}}}\n");
        let functions: String = self.functions.texts().collect();
        let has_doubles = [&functions, &kernel]
            .iter()
            .any(|part| part.contains("double"));
        let fp64 = match has_doubles {
            true => "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n",
            false => "",
        };
        // No two operations become one, so that the bits are those of the host.
        let text = format!("#pragma OPENCL FP_CONTRACT OFF\n{fp64}\n{functions}{kernel}");
        (text, args)
    }
}
