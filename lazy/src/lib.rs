#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod array;
mod build;
mod cache;
mod closure;
mod column;
mod dims;
mod element;
mod error;
mod evaluate;
mod execute;
mod fold_axis;
mod formula;
mod graph;
mod ids;
mod kernel;
mod layout;
mod node;
mod operation;
mod partition;
mod place;
mod plan;
mod planning;
mod program;
mod scan;
mod section;
mod sections;
mod storage;
mod trace;
mod update;

pub use array::{Array, IntoOperand};
pub use column::Column;
pub use dims::Dims;
pub use element::{Element, ElementType, FloatElement, Scalar};
pub use error::{Error, ErrorKind};
pub use formula::{Env, Formula, FormulaError};
pub use partition::Tier;
pub use plan::Plan;
pub use planning::Planning;
pub use section::Section;
pub use sections::{Axis, Sections};
pub use trace::{Trace, Traced};
