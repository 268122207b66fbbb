//! Files of numbers in columns: a magic, a count, then one column after the other, all
//! little-endian.

use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The first bytes of a file: its format, and a newline that shows when it went through a text
/// conversion.
pub type Magic = [u8; 8];

/// The contents of a file, and the command that makes it.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The first bytes.
    pub magic: Magic,
    /// The name of its rows, in the plural.
    pub rows: &'static str,
    /// The bytes of a row over all columns.
    pub row_bytes: usize,
    /// The argument of `cargo xtask data` that makes such a file.
    pub task: &'static str,
}

/// The reason for which a file could not be read.
#[derive(Debug)]
pub struct TableError {
    path: PathBuf,
    format: Format,
    cause: Cause,
}

#[derive(Debug)]
enum Cause {
    Unreadable(io::Error),
    Malformed(Fault),
}

/// A mistake in the bytes of a file.
#[derive(Debug, PartialEq)]
pub enum Fault {
    /// The first bytes are not the magic of the format.
    Magic,
    /// A file of `count` rows, as the header says, has `expected` bytes, but there are `found`.
    Length {
        /// The number in the header.
        count: u32,
        /// The length of such a file.
        expected: u64,
        /// The length of this one.
        found: u64,
    },
    /// A row says what can't be.
    Row {
        /// The number of the row, from 0.
        index: usize,
        /// The value in it.
        says: String,
    },
}

impl Format {
    /// Reads a file and decodes its bytes.
    ///
    /// # Errors
    /// A file that can't be read, or is not of this format; the message says how to get one that
    /// is.
    pub fn read<T>(
        self,
        path: &Path,
        decode: impl FnOnce(&[u8]) -> Result<T, Fault>,
    ) -> Result<T, TableError> {
        let error = |cause| TableError {
            path: path.to_owned(),
            format: self,
            cause,
        };
        let bytes = fs::read(path).map_err(|source| error(Cause::Unreadable(source)))?;
        decode(&bytes).map_err(|fault| error(Cause::Malformed(fault)))
    }

    /// The number of rows and the bytes of all columns.
    ///
    /// # Errors
    /// Another magic, or a length that does not fit the count.
    pub fn columns(self, bytes: &[u8]) -> Result<(usize, &[u8]), Fault> {
        let header = self.magic.len() + size_of::<u32>();
        let found = bytes.len() as u64;
        let rest = bytes.strip_prefix(&self.magic).ok_or(Fault::Magic)?;
        let (count, columns) = rest.split_first_chunk().ok_or(Fault::Length {
            count: 0,
            expected: header as u64,
            found,
        })?;
        let count = u32::from_le_bytes(*count);
        let expected = header as u64 + u64::from(count) * self.row_bytes as u64;
        if found == expected {
            Ok((count as usize, columns))
        } else {
            Err(Fault::Length {
                count,
                expected,
                found,
            })
        }
    }

    /// The bytes of a file with these columns.
    ///
    /// # Errors
    /// More rows than the count can say.
    pub fn encode(self, columns: impl IntoIterator<Item = u8>) -> Result<Vec<u8>, String> {
        let columns: Vec<u8> = columns.into_iter().collect();
        let rows = columns.len() / self.row_bytes;
        let count = u32::try_from(rows)
            .map_err(|_| format!("{rows} {} are more than the format can count", self.rows))?;
        Ok([&self.magic[..], &count.to_le_bytes(), &columns].concat())
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            path,
            format: Format {
                rows, task, magic, ..
            },
            cause,
        } = self;
        let path = path.display();
        let fault = match cause {
            Cause::Unreadable(source) => {
                return write!(f, "cannot read the {rows} from {path}: {source}");
            }
            Cause::Malformed(fault) => fault,
        };
        match fault {
            Fault::Magic => write!(
                f,
                "{path}: not a file of {rows}, for it does not start with \"{}\"",
                magic.escape_ascii()
            ),
            Fault::Length {
                count,
                expected,
                found,
            } => write!(
                f,
                "{path}: a file of {count} {rows} has {expected} bytes, but this one has {found}"
            ),
            Fault::Row { index, says } => write!(f, "{path}: row {index} of the {rows} {says}"),
        }?;
        write!(
            f,
            "; `git checkout` restores the file, `cargo xtask data {task} <CSV>` makes it anew"
        )
    }
}

impl Error for TableError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.cause {
            Cause::Unreadable(source) => Some(source),
            Cause::Malformed(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIRS: Format = Format {
        magic: *b"PAIRS01\n",
        rows: "pairs",
        row_bytes: 2,
        task: "pairs",
    };

    #[test]
    fn what_is_written_is_read() {
        for columns in [&[][..], &[1, 2], &[1, 2, 3, 4]] {
            let bytes = PAIRS.encode(columns.iter().copied()).unwrap();
            assert_eq!(PAIRS.columns(&bytes), Ok((columns.len() / 2, columns)));
        }
    }

    #[test]
    fn another_magic_is_rejected() {
        for bytes in [&b""[..], b"PAIRS", b"PAIRS01\r\n\0\0\0", b"lng,lat,name\n"] {
            assert_eq!(PAIRS.columns(bytes), Err(Fault::Magic), "{bytes:?}");
        }
    }

    #[test]
    fn every_truncation_is_rejected() {
        let whole = PAIRS.encode([1, 2, 3, 4, 5, 6]).unwrap();
        for len in PAIRS.magic.len()..whole.len() {
            assert!(
                matches!(PAIRS.columns(&whole[..len]), Err(Fault::Length { found, .. }) if found == len as u64),
                "{len} of {} bytes",
                whole.len()
            );
        }
    }

    #[test]
    fn what_follows_the_last_row_is_rejected() {
        let mut bytes = PAIRS.encode([1, 2, 3, 4]).unwrap();
        bytes.push(0);
        let fault = Fault::Length {
            count: 2,
            expected: 16,
            found: 17,
        };
        assert_eq!(PAIRS.columns(&bytes), Err(fault));
    }

    #[test]
    fn a_count_that_overflows_32_bits_of_length_is_a_wrong_length() {
        let mut bytes = PAIRS.encode([1, 2]).unwrap();
        bytes[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(matches!(
            PAIRS.columns(&bytes),
            Err(Fault::Length {
                expected: 8_589_934_602,
                ..
            })
        ));
    }

    #[test]
    fn messages_name_the_file_the_fault_and_the_remedy() {
        let missing = PAIRS.read(Path::new("no/such.bin"), |_| Ok(()));
        let missing = missing.unwrap_err().to_string();
        assert!(
            missing.starts_with("cannot read the pairs from no/such.bin: "),
            "{missing}"
        );

        let malformed = TableError {
            path: "pairs.bin".into(),
            format: PAIRS,
            cause: Cause::Malformed(Fault::Length {
                count: 2,
                expected: 16,
                found: 17,
            }),
        };
        assert_eq!(
            malformed.to_string(),
            "pairs.bin: a file of 2 pairs has 16 bytes, but this one has 17; \
             `git checkout` restores the file, `cargo xtask data pairs <CSV>` makes it anew"
        );
    }
}
