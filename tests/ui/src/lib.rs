//! The tests of this package look at the messages of fusus to those who make a mistake.
