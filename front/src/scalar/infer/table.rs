//! Type variables, and the facts that are known of them.

use crate::ordered::ToList;
use crate::scalar::{Prim, Type};

/// The types that an unbound variable may stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scalar) enum Class {
    /// Anything.
    Any,
    /// An integer: the type of a literal without a suffix.
    Int,
    /// A float: the same with a point.
    Float,
}

#[derive(Clone, Debug)]
enum Variable {
    Free(Freedom),
    Bound(Type),
}

/// The knowledge about an unbound variable.
#[derive(Clone, Copy, Debug)]
struct Freedom {
    class: Class,
    /// True if Rust knows its type from code that is not seen here. No literal that meets it has
    /// the default type then.
    elsewhere: bool,
}

/// All type variables of an inference.
#[derive(Clone, Debug, Default)]
pub(in crate::scalar) struct Table {
    variables: Vec<Variable>,
}

impl Table {
    pub(in crate::scalar) fn fresh(&mut self, class: Class) -> Type {
        self.variables.push(Variable::Free(Freedom {
            class,
            elsewhere: false,
        }));
        Type::Variable(self.variables.len() - 1)
    }

    pub(in crate::scalar) fn any(&mut self) -> Type {
        self.fresh(Class::Any)
    }

    /// Takes note that Rust knows a type from code that is not seen here.
    pub(in crate::scalar) fn known_elsewhere(&mut self, ty: &Type) {
        match self.shallow(ty) {
            Type::Tuple(items) => items.iter().for_each(|item| self.known_elsewhere(item)),
            Type::Variable(index) => {
                if let Some(Variable::Free(freedom)) = self.variables.get_mut(index) {
                    freedom.elsewhere = true;
                }
            }
            Type::Prim(_) => {}
        }
    }

    /// The type itself, or that to which its variable is bound: not a bound
    /// variable, though its parts may be.
    pub(in crate::scalar) fn shallow(&self, ty: &Type) -> Type {
        match ty {
            Type::Variable(index) => match self.variables.get(*index) {
                Some(Variable::Bound(bound)) => self.shallow(bound),
                _ => ty.clone(),
            },
            _ => ty.clone(),
        }
    }

    /// The type with all bound variables replaced.
    pub(in crate::scalar) fn deep(&self, ty: &Type) -> Type {
        match self.shallow(ty) {
            Type::Tuple(items) => Type::Tuple(items.iter().map(|item| self.deep(item)).list()),
            other => other,
        }
    }

    /// Resolves a type; numbers that nothing decides get Rust's defaults.
    pub(in crate::scalar) fn settled(&self, ty: &Type) -> Type {
        match self.shallow(ty) {
            Type::Tuple(items) => Type::Tuple(items.iter().map(|item| self.settled(item)).list()),
            Type::Variable(index) => self.default_of(index).unwrap_or(Type::Variable(index)),
            prim @ Type::Prim(_) => prim,
        }
    }

    fn default_of(&self, index: usize) -> Option<Type> {
        let freedom = self.freedom(index);
        match freedom.class {
            _ if freedom.elsewhere => None,
            Class::Int => Some(Prim::I32.into()),
            Class::Float => Some(Prim::F64.into()),
            Class::Any => None,
        }
    }

    /// Gives a number that nothing has decided yet Rust's default; says
    /// whether it was one.
    pub(in crate::scalar) fn decide(&mut self, ty: &Type) -> bool {
        let Type::Variable(index) = self.shallow(ty) else {
            return false;
        };
        match self.default_of(index) {
            Some(default) => {
                self.variables[index] = Variable::Bound(default);
                true
            }
            None => false,
        }
    }

    /// Makes two types one; says whether they can be.
    #[must_use]
    pub(in crate::scalar) fn unify(&mut self, left: &Type, right: &Type) -> bool {
        match (self.shallow(left), self.shallow(right)) {
            (Type::Variable(left), Type::Variable(right)) if left == right => true,
            (Type::Variable(left), Type::Variable(right)) => {
                let (one, other) = (self.freedom(left), self.freedom(right));
                let class = match (one.class, other.class) {
                    (Class::Any, class) | (class, Class::Any) => class,
                    (a, b) if a == b => a,
                    _ => return false,
                };
                self.variables[left] = Variable::Free(Freedom {
                    class,
                    elsewhere: one.elsewhere || other.elsewhere,
                });
                self.variables[right] = Variable::Bound(Type::Variable(left));
                true
            }
            (Type::Variable(index), ty) | (ty, Type::Variable(index)) => {
                let fits = match (self.freedom(index).class, &ty) {
                    (Class::Any, ty) => !self.occurs(index, ty),
                    (Class::Int, Type::Prim(prim)) => prim.is_int(),
                    (Class::Float, Type::Prim(prim)) => prim.is_float(),
                    _ => false,
                };
                if fits {
                    self.variables[index] = Variable::Bound(ty);
                }
                fits
            }
            (Type::Prim(left), Type::Prim(right)) => left == right,
            (Type::Tuple(left), Type::Tuple(right)) => {
                left.len() == right.len()
                    && left
                        .iter()
                        .zip(&right)
                        .all(|(left, right)| self.unify(left, right))
            }
            _ => false,
        }
    }

    fn freedom(&self, index: usize) -> Freedom {
        match self.variables.get(index) {
            Some(Variable::Free(freedom)) => *freedom,
            _ => Freedom {
                class: Class::Any,
                elsewhere: false,
            },
        }
    }

    fn occurs(&self, index: usize, ty: &Type) -> bool {
        match self.shallow(ty) {
            Type::Variable(other) => other == index,
            Type::Tuple(items) => items.iter().any(|item| self.occurs(index, item)),
            Type::Prim(_) => false,
        }
    }
}
