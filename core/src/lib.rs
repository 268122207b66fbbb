//! fusus-core
