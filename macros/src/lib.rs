//! fusus-macros
