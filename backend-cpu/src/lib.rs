//! fusus-cpu
