//! The test of this package looks at the messages of programs that need a feature.
