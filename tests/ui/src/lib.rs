//! The tests of this package look at what fusus says: to those who make a mistake, and in its
//! guide.
