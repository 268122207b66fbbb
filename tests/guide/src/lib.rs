//! The tests of this package are programs that compile, and the tables and plans of the guide.
