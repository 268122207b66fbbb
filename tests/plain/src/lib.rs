//! The test of this package looks at what fusus says of programs that need a feature.
