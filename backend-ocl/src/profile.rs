//! Times of commands.

use crate::cl::Span;
use std::time::Duration;

/// The time of a command on the device, from [`Device::profile`].
///
/// [`Device::profile`]: crate::Device::profile
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Timing {
    /// The kernel, or `upload`, `download`, `copy`, `clear`.
    pub command: String,
    /// From its first instruction to its last.
    pub time: Duration,
}

impl From<Span> for Timing {
    fn from(span: Span) -> Timing {
        Timing {
            command: span.name,
            time: Duration::from_nanos(span.nanoseconds),
        }
    }
}
