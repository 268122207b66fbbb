#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod agreement;
mod array;
#[cfg(feature = "arrow")]
mod arrow;
mod build;
mod cache;
mod closure;
mod column;
mod dims;
mod element;
mod error;
mod evaluate;
mod execute;
mod formula;
mod gaps;
mod graph;
mod handles;
mod homes;
mod ids;
mod kept;
mod kernel;
mod layout;
mod loops;
mod nests;
mod node;
#[cfg(feature = "ocl")]
mod ocl;
mod operation;
mod operators;
mod outside;
mod partition;
mod parts;
mod pieces;
mod place;
mod plan;
mod plane;
mod planner;
mod planning;
mod program;
mod promotion;
mod rows;
mod scan;
mod section;
mod sections;
mod several;
mod slots;
mod storage;
mod taken;
mod trace;
mod traffic;
mod units;
mod update;
mod values;
mod view;

pub use array::{Array, IntoOperand, Iter};
pub use column::Column;
pub use dims::Dims;
pub use element::{Element, ElementType, FloatElement, Scalar};
pub use error::{Error, ErrorKind};
pub use formula::{Env, Formula, FormulaError};
#[cfg(feature = "ocl")]
pub use ocl::{Launches, on};
pub use partition::Tier;
pub use plan::Plan;
pub use planner::Planner;
pub use planning::Planning;
pub use section::{IntoSection, Section};
pub use sections::{Axis, Sections};
pub use several::eval_all;
pub use trace::{Trace, Traced};
