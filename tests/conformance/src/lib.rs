//! The tests of this package are programs that are compiled and interpreted, and must agree.
