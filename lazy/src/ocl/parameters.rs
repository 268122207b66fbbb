//! The parameters of kernels, and what is given for them.

use std::mem;

use fusus_ocl::rt::Args;

use super::c;
use super::there::{self, There};
use crate::element::{ElementType, Scalar};

/// The parameters of a kernel, each with its argument, so that lengths, numbers and places are in no
/// text.
#[derive(Debug)]
pub(super) struct Parameters {
    declared: Vec<String>,
    args: Args,
    /// True if positions have 32 bits, which divide in a fraction of the time of 64.
    is_short: bool,
}

/// From this number of positions on they have 64 bits: the last block of 32 bits may be cut off.
const LONG: usize = 1 << 31;

impl Parameters {
    /// The parameters of a kernel over so many positions: none so far.
    pub(super) fn of(positions: usize) -> Parameters {
        Parameters {
            declared: Vec::new(),
            args: Args::new(),
            is_short: positions < LONG,
        }
    }

    /// The type of positions.
    pub(super) fn position(&self) -> &'static str {
        match self.is_short {
            true => "uint",
            false => "ulong",
        }
    }

    fn add(&mut self, declaration: String, args: impl FnOnce(Args) -> Args) {
        self.declared.push(declaration);
        self.args = args(mem::take(&mut self.args));
    }

    /// A number of the user.
    pub(super) fn number(&mut self, name: &str, number: Scalar) {
        let of = c::name(number.ty());
        self.add(format!("{of} {name}"), |args| there::number(args, number));
    }

    /// A length or a position.
    pub(super) fn count(&mut self, name: &str, count: usize) {
        let is_short = self.is_short;
        let declaration = format!("{} {name}", self.position());
        self.add(declaration, |args| match is_short {
            // Lengths and positions are below the number of positions, or not needed.
            true => args.scalar(u32::try_from(count).unwrap_or(u32::MAX)),
            false => args.scalar(count as u64),
        });
    }

    /// A place in memory, or a stride.
    pub(super) fn stride(&mut self, name: &str, stride: isize) {
        self.add(format!("long {name}"), |args| args.scalar(stride as i64));
    }

    /// An array that is read.
    pub(super) fn input(&mut self, name: &str, there: &There) {
        let of = c::name(there.ty());
        let declaration = format!("global const {of} *{name}");
        self.add(declaration, |args| there.argument(args));
    }

    /// An array that is written.
    pub(super) fn output(&mut self, name: &str, there: &There) {
        let of = c::name(there.ty());
        self.add(format!("global {of} *{name}"), |args| there.argument(args));
    }

    /// A flag that is set where an element has no result.
    pub(super) fn flag(&mut self, there: &There) {
        debug_assert_eq!(there.ty(), ElementType::U32);
        let declaration = "volatile global uint *failed".to_owned();
        self.add(declaration, |args| there.argument(args));
    }

    /// The declarations, and the arguments.
    pub(super) fn finish(self) -> (String, Args) {
        (self.declared.join(", "), self.args)
    }
}
