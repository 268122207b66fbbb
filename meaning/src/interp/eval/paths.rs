//! Names, constants and calls.

use syn::{Expr, ExprCall, ExprMethodCall, ExprPath, FnArg, Path};

use super::methods::Rules;
use super::{Eval, Evaluator, Flow, Outside, casts, methods, unsupported};
use crate::interp::error::Fault;
use crate::interp::types::Type;
use crate::interp::value::{Array, Value};
use crate::ordered::ToList;
use crate::scalar::Prim;

/// Traits and modules whose functions are methods of their first argument.
const METHOD_OWNERS: &[&str] = &[
    "Ord",
    "PartialOrd",
    "PartialEq",
    "Clone",
    "cmp",
    "Add",
    "Sub",
    "Mul",
    "Div",
    "Rem",
    "Neg",
    "Not",
    "BitAnd",
    "BitOr",
    "BitXor",
    "Shl",
    "Shr",
    "Option",
    "Ordering",
];

/// The last name of a path.
pub(super) fn last(path: &Path) -> String {
    path.segments
        .last()
        .map(|segment| segment.ident.to_string())
        .unwrap_or_default()
}

/// The path as text, without generic arguments.
pub(super) fn full(path: &Path) -> String {
    let names: Vec<String> = path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .list();
    names.join("::")
}

/// The last name of a path and the one before it, if any. `<f64>::MAX` has
/// the owner `f64`.
pub(super) fn owned(path: &ExprPath) -> (Option<String>, String) {
    let mut names = path
        .path
        .segments
        .iter()
        .rev()
        .map(|segment| segment.ident.to_string());
    let name = names.next().unwrap_or_default();
    let of_self = path
        .qself
        .as_ref()
        .and_then(|owner| match Type::of_syntax(&owner.ty) {
            Type::Prim(prim) => Some(prim.name().to_owned()),
            _ => None,
        });
    (of_self.or_else(|| names.next()), name)
}

impl Evaluator<'_> {
    /// The value that a path names.
    pub(super) fn path(&mut self, path: &ExprPath) -> Eval {
        if path.qself.is_none()
            && let Some(slot) = path.path.get_ident().and_then(|name| self.slot(name))
        {
            return Ok(self.scope[slot].1.clone());
        }
        if let Some(value) = self.constant_at(path) {
            return Ok(value);
        }
        let name = last(&path.path);
        let is_variant = name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase);
        if is_variant {
            return Ok(Value::variant(&name, []));
        }
        Err(Fault::Input(format!("no value for `{}` was given", full(&path.path))).into())
    }

    /// The constant at a path, if it is known.
    pub(super) fn constant_at(&self, path: &ExprPath) -> Option<Value> {
        if let Some(value) = self.outside.constants.get(&full(&path.path)) {
            return Some(value.clone());
        }
        match owned(path) {
            (Some(owner), name) if owner == "consts" => {
                let width = path.path.segments.iter().rev().nth(2)?.ident.to_string();
                mathematical(Prim::named(&width)?, &name)
            }
            (Some(owner), name) => limit(Prim::named(&owner)?, &name),
            (None, _) => None,
        }
    }

    /// The constant of that name, if one was given.
    pub(super) fn constant(&self, name: &str) -> Option<Value> {
        self.outside.constants.get(name).cloned()
    }

    /// Returns true if a function of that path was given.
    pub(super) fn knows(&self, path: &str) -> bool {
        self.outside.functions.contains_key(path) || self.outside.items.contains_key(path)
    }

    pub(super) fn call(&mut self, call: &ExprCall) -> Eval {
        let args = self.list(&call.args)?;
        self.call_expr(&call.func, args)
    }

    fn call_expr(&mut self, function: &Expr, args: Vec<Value>) -> Eval {
        match function {
            Expr::Paren(inner) => self.call_expr(&inner.expr, args),
            Expr::Group(inner) => self.call_expr(&inner.expr, args),
            Expr::Path(path) => self.call_path(path, args),
            other => Err(unsupported("the call of", other)),
        }
    }

    /// Calls the function at a path.
    pub(super) fn call_path(&mut self, path: &ExprPath, args: Vec<Value>) -> Eval {
        let whole = full(&path.path);
        if self.knows(&whole) {
            return self.call_outside(&whole, args);
        }
        let (owner, name) = owned(path);
        match &owner {
            Some(owner) if owner == "Vec" && name == "new" && args.is_empty() => {
                return Ok(Value::Array(Array::new(Vec::new())?));
            }
            Some(owner) => {
                if let Some(prim) = Prim::named(owner) {
                    return self.call_of_prim(prim, &name, args);
                }
                if METHOD_OWNERS.contains(&owner.as_str()) {
                    return self.call_as_method(&name, args);
                }
            }
            None if matches!(name.as_str(), "min" | "max") && args.len() == 2 => {
                // `use std::cmp::max` is the only thing they can be.
                return self.call_as_method(&name, args);
            }
            None => {}
        }
        if name == "identity" && args.len() == 1 {
            return Ok(args.into_iter().next().unwrap_or(Value::UNIT));
        }
        if name.starts_with(char::is_uppercase) {
            return Ok(Value::variant(&name, args));
        }
        Err(no_function(&whole))
    }

    fn call_as_method(&mut self, name: &str, args: Vec<Value>) -> Eval {
        let mut args = args.into_iter();
        match args.next() {
            Some(receiver) => self.method(receiver, name, args.list()),
            None => Err(no_function(name)),
        }
    }

    /// `f64::name(args)`.
    fn call_of_prim(&mut self, prim: Prim, name: &str, args: Vec<Value>) -> Eval {
        let [first, ..] = &args[..] else {
            return match name {
                "default" if prim == Prim::Bool => Ok(Value::Bool(false)),
                "default" if prim == Prim::Char => Ok(Value::Char('\0')),
                "default" => Ok(casts::cast(Value::U8(0), prim)?),
                _ => Err(no_function(&format!("{}::{name}", prim.name()))),
            };
        };
        match (prim, name) {
            (_, "from") => return Ok(casts::convert(first.clone(), prim)?),
            (Prim::F32, "from_bits") => return Ok(f32::from_bits(first.get()?).into()),
            (Prim::F64, "from_bits") => return Ok(f64::from_bits(first.get()?).into()),
            (Prim::Char, "from_u32") => {
                let found = char::from_u32(first.get()?);
                return Ok(Value::option(found.map(Value::from)));
            }
            _ => {}
        }
        let mut args = args.into_iter();
        let receiver = args.next().unwrap_or(Value::UNIT).at(&Type::Prim(prim))?;
        self.method(receiver, name, args.list())
    }

    pub(super) fn method_call(&mut self, call: &ExprMethodCall) -> Eval {
        let receiver = self.expr(&call.receiver)?;
        let args = self.list(&call.args)?;
        self.method(receiver, &call.method.to_string(), args)
    }

    /// A method: one that was given for the type, or a built-in one.
    pub(super) fn method(&mut self, receiver: Value, name: &str, args: Vec<Value>) -> Eval {
        let path = format!("{}::{name}", receiver.ty());
        if self.knows(&path) {
            let args = std::iter::once(receiver).chain(args).list();
            return self.call_outside(&path, args);
        }
        let Outside { overflow, math, .. } = *self.outside;
        Ok(methods::call(
            receiver,
            name,
            args,
            Rules { overflow, math },
        )?)
    }

    /// Calls a function that was given.
    pub(super) fn call_outside(&mut self, path: &str, args: Vec<Value>) -> Eval {
        if let Some(function) = self.outside.functions.get(path) {
            return Ok(function(&args)?);
        }
        match self.outside.items.get(path) {
            Some(item) => self.call_item(item, args),
            None => Err(no_function(path)),
        }
    }

    fn call_item(&mut self, item: &syn::ItemFn, args: Vec<Value>) -> Eval {
        if item.sig.inputs.len() != args.len() {
            return Err(Fault::Types(format!(
                "`{}` takes {} argument(s), found {}",
                item.sig.ident,
                item.sig.inputs.len(),
                args.len()
            ))
            .into());
        }
        let mut callee = Evaluator::new(self.outside, Vec::new());
        callee.depth = self.depth;
        for (input, arg) in item.sig.inputs.iter().zip(args) {
            let FnArg::Typed(typed) = input else {
                return Err(unsupported("the parameter", input));
            };
            let arg = arg.at(&Type::of_syntax(&typed.ty))?;
            callee.bind(&typed.pat, arg)?;
        }
        let value = match callee.block(&item.block) {
            Err(Flow::Return(value)) => value,
            other => other?,
        };
        callee.returned(value, &item.sig.output)
    }
}

fn no_function(path: &str) -> Flow {
    Fault::Input(format!("no function `{path}` was given")).into()
}

/// Associated constants of the numeric types.
fn limit(prim: Prim, name: &str) -> Option<Value> {
    macro_rules! ints {
        ($($variant:ident $ty:ident),*) => {
            match (prim, name) {
                $((Prim::$variant, "MAX") => Some($ty::MAX.into()),
                (Prim::$variant, "MIN") => Some($ty::MIN.into()),
                (Prim::$variant, "BITS") => Some($ty::BITS.into()),)*
                (Prim::Char, "MAX") => Some(char::MAX.into()),
                _ => None,
            }
        };
    }
    macro_rules! floats {
        ($ty:ident) => {
            Some(match name {
                "MAX" => $ty::MAX.into(),
                "MIN" => $ty::MIN.into(),
                "MIN_POSITIVE" => $ty::MIN_POSITIVE.into(),
                "EPSILON" => $ty::EPSILON.into(),
                "INFINITY" => $ty::INFINITY.into(),
                "NEG_INFINITY" => $ty::NEG_INFINITY.into(),
                "NAN" => $ty::NAN.into(),
                "DIGITS" => $ty::DIGITS.into(),
                "MANTISSA_DIGITS" => $ty::MANTISSA_DIGITS.into(),
                "MAX_EXP" => $ty::MAX_EXP.into(),
                "MIN_EXP" => $ty::MIN_EXP.into(),
                _ => return None,
            })
        };
    }
    match prim {
        Prim::F32 => floats!(f32),
        Prim::F64 => floats!(f64),
        _ => ints!(
            I8 i8, I16 i16, I32 i32, I64 i64, I128 i128, Isize isize,
            U8 u8, U16 u16, U32 u32, U64 u64, U128 u128, Usize usize
        ),
    }
}

/// `std::f64::consts::PI` and its kin.
fn mathematical(prim: Prim, name: &str) -> Option<Value> {
    macro_rules! of {
        ($ty:ident: $($constant:ident)*) => {
            match name {
                $(stringify!($constant) => Some(std::$ty::consts::$constant.into()),)*
                _ => None,
            }
        };
    }
    macro_rules! all {
        ($ty:ident) => {
            of!($ty: PI TAU E SQRT_2 LN_2 LN_10 LOG2_E LOG2_10 LOG10_E LOG10_2 FRAC_PI_2 FRAC_PI_3
                FRAC_PI_4 FRAC_PI_6 FRAC_PI_8 FRAC_1_PI FRAC_2_PI FRAC_1_SQRT_2 FRAC_2_SQRT_PI)
        };
    }
    match prim {
        Prim::F32 => all!(f32),
        Prim::F64 => all!(f64),
        _ => None,
    }
}
