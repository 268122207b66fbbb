//! Faults as messages between the processes that do one loop.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use crate::error::{ErrorKind, Fault};

impl Fault {
    /// The fault as bytes, for another process of the same program.
    #[must_use]
    pub fn to_message(&self) -> Vec<u8> {
        let mut message = Writer(Vec::new());
        message.text(self.binding());
        match self.kind() {
            ErrorKind::IndexOutOfBounds { index, len } => {
                message.tag(0).wide(*index).number(*len);
            }
            ErrorKind::LengthMismatch {
                left,
                left_len,
                right,
                right_len,
            } => {
                message.tag(1).text(left).number(*left_len);
                message.text(right).number(*right_len);
            }
            ErrorKind::Conform {
                len,
                expected,
                axis,
            } => {
                message.tag(2).number(*len).number(*expected);
                message.number(axis_number(*axis));
            }
            ErrorKind::SizeOverflow { outer, inner } => {
                message.tag(3).number(*outer).number(*inner);
            }
            ErrorKind::SizeArithmetic {
                left,
                operator,
                right,
                number,
            } => {
                message.tag(4).wide(*left).number(*operator as usize);
                message.wide(*right).text(number);
            }
            ErrorKind::SizeBelowZero { size } => {
                message.tag(10).wide(*size);
            }
            ErrorKind::Allocation { len, element } => {
                message.tag(5).number(*len).number(*element);
            }
            ErrorKind::Arithmetic { what } => {
                message.tag(6).text(what);
            }
            ErrorKind::Device { reason } => {
                message.tag(7).text(reason);
            }
            ErrorKind::Outside {
                array,
                axis,
                position,
                size,
            } => {
                message.tag(8).text(array).number(axis_number(*axis));
                message.wide(*position).number(*size);
            }
            ErrorKind::Chunks { array, len, chunk } => {
                message.tag(9).text(array).number(*len).number(*chunk);
            }
        }
        message.0
    }

    /// The fault of a [message](Fault::to_message); `None` if it is no such message.
    #[must_use]
    pub fn of_message(message: &[u8]) -> Option<Fault> {
        let mut message = Reader(message);
        let binding = known(message.text()?);
        let kind = match message.bytes::<1>()?[0] {
            0 => ErrorKind::IndexOutOfBounds {
                index: message.wide()?,
                len: message.number()?,
            },
            1 => ErrorKind::LengthMismatch {
                left: known(message.text()?),
                left_len: message.number()?,
                right: known(message.text()?),
                right_len: message.number()?,
            },
            2 => ErrorKind::Conform {
                len: message.number()?,
                expected: message.number()?,
                axis: message.number()?.checked_sub(1),
            },
            3 => ErrorKind::SizeOverflow {
                outer: message.number()?,
                inner: message.number()?,
            },
            4 => ErrorKind::SizeArithmetic {
                left: message.wide()?,
                operator: u32::try_from(message.number()?)
                    .ok()
                    .and_then(char::from_u32)?,
                right: message.wide()?,
                number: known(message.text()?),
            },
            5 => ErrorKind::Allocation {
                len: message.number()?,
                element: message.number()?,
            },
            6 => ErrorKind::Arithmetic {
                what: known(message.text()?),
            },
            7 => ErrorKind::Device {
                reason: message.text()?.to_owned(),
            },
            8 => ErrorKind::Outside {
                array: known(message.text()?),
                axis: message.number()?.checked_sub(1),
                position: message.wide()?,
                size: message.number()?,
            },
            9 => ErrorKind::Chunks {
                array: known(message.text()?),
                len: message.number()?,
                chunk: message.number()?,
            },
            10 => ErrorKind::SizeBelowZero {
                size: message.wide()?,
            },
            _ => return None,
        };
        Some(Fault::new(binding, kind))
    }
}

/// An axis as a number: from 1 on, where 0 is that of an array that has no other.
fn axis_number(axis: Option<usize>) -> usize {
    axis.map_or(0, |axis| axis + 1)
}

/// A name of the program, which lives as long as the process. There are as many as the program has
/// in its text, whatever number of faults arrive.
fn known(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(name) {
        return known;
    }
    let name: &'static str = Box::leak(name.into());
    names.insert(name);
    name
}

struct Writer(Vec<u8>);

impl Writer {
    fn tag(&mut self, tag: u8) -> &mut Writer {
        self.0.push(tag);
        self
    }

    fn number(&mut self, number: usize) -> &mut Writer {
        self.0.extend((number as u64).to_le_bytes());
        self
    }

    fn wide(&mut self, number: i128) -> &mut Writer {
        self.0.extend(number.to_le_bytes());
        self
    }

    fn text(&mut self, text: &str) -> &mut Writer {
        self.number(text.len());
        self.0.extend(text.as_bytes());
        self
    }
}

struct Reader<'m>(&'m [u8]);

impl<'m> Reader<'m> {
    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (bytes, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*bytes)
    }

    fn number(&mut self) -> Option<usize> {
        usize::try_from(u64::from_le_bytes(self.bytes()?)).ok()
    }

    fn wide(&mut self) -> Option<i128> {
        Some(i128::from_le_bytes(self.bytes()?))
    }

    fn text(&mut self) -> Option<&'m str> {
        let len = self.number()?;
        let (text, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        std::str::from_utf8(text).ok()
    }
}

#[cfg(test)]
mod tests {
    use crate::error::{ErrorKind, Fault};

    #[test]
    fn faults_arrive_as_they_were() {
        let kinds = [
            ErrorKind::IndexOutOfBounds { index: -3, len: 7 },
            ErrorKind::LengthMismatch {
                left: "xs",
                left_len: 1,
                right: "ys",
                right_len: 2,
            },
            ErrorKind::Conform {
                len: 1,
                expected: usize::MAX,
                axis: None,
            },
            ErrorKind::Conform {
                len: 1,
                expected: 2,
                axis: Some(1),
            },
            ErrorKind::SizeOverflow { outer: 3, inner: 4 },
            ErrorKind::SizeArithmetic {
                left: 1,
                operator: '-',
                right: i128::MAX,
                number: "usize",
            },
            ErrorKind::Allocation { len: 9, element: 8 },
            ErrorKind::Arithmetic {
                what: "attempt to divide by zero",
            },
            ErrorKind::Device {
                reason: "none — at all".to_owned(),
            },
            ErrorKind::Outside {
                array: "xs",
                axis: None,
                position: -1,
                size: 4,
            },
            ErrorKind::Outside {
                array: "xs",
                axis: Some(0),
                position: 4,
                size: 4,
            },
            ErrorKind::Chunks {
                array: "xs",
                len: 7,
                chunk: 3,
            },
        ];
        for kind in kinds {
            let fault = Fault::new("ÿs", kind);
            let message = fault.to_message();
            assert_eq!(Fault::of_message(&message), Some(fault));
            for end in 0..message.len() {
                assert_eq!(Fault::of_message(&message[..end]), None, "{end} bytes");
            }
        }
    }
}
