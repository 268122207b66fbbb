//! Builds programs by hand: one method per combinator, sources as strings.

#![allow(dead_code, reason = "every test file uses a part of it")]

use std::collections::BTreeSet;

use fusus_core::ir::{
    Arena, Array, ArrayId, Binding, BindingId, Count, Host, Id, Input, InputPart, Items, Math, Op,
    Origin, Output, Program, Returned, Scalar, ScalarId, ScanKind, Shape,
};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// A program under construction. The uses of a host expression are found by name,
/// so closures in tests must not reuse the names of scalars or inputs.
pub(crate) struct Builder {
    pub(crate) program: Program,
}

impl Builder {
    pub(crate) fn new(name: &str) -> Self {
        Builder {
            program: Program {
                name: name.to_owned(),
                arrays: Arena::new(),
                scalars: Arena::new(),
                bindings: Arena::new(),
                spaces: Arena::new(),
                grids: Arena::new(),
                guards: Vec::new(),
                result: Returned::Tuple(Vec::new()),
                returns: None,
                items: Items::default(),
                math: Math::default(),
                contractions: Vec::new(),
                outside: Vec::new(),
                versions: None,
            },
        }
    }

    fn add_input(&mut self, name: &str, host: &str, mutable: bool) -> ArrayId {
        self.program.arrays.push(Array {
            name: ident(name),
            user_name: None,
            origin: Origin::Input(Input {
                host: expr(host),
                mutable,
                named_again: false,
                part: InputPart::Elements,
            }),
            home: None,
            ty: None,
        })
    }

    /// A parameter `name: &[_]`.
    pub(crate) fn input(&mut self, name: &str) -> ArrayId {
        self.add_input(name, name, false)
    }

    /// A parameter `name: &mut [_]`.
    pub(crate) fn mutable(&mut self, name: &str) -> ArrayId {
        self.add_input(name, name, true)
    }

    /// An input that is a host expression.
    pub(crate) fn captured(&mut self, name: &str, host: &str) -> ArrayId {
        self.add_input(name, host, false)
    }

    /// A parameter that is a scalar.
    pub(crate) fn param(&mut self, name: &str) -> ScalarId {
        self.program.scalars.push(Scalar {
            name: ident(name),
            origin: None,
            ty: None,
            count: None,
        })
    }

    /// A host expression, with what it uses.
    pub(crate) fn host(&self, source: &str) -> Host {
        let expr = expr(source);
        let mut names = BTreeSet::new();
        idents(expr.to_token_stream(), &mut names);
        let scalars = self.program.scalars.iter();
        let arrays = self.program.inputs();
        Host {
            scalars: scalars
                .filter(|(_, scalar)| names.contains(&scalar.name.to_string()))
                .map(|(id, _)| id)
                .collect(),
            arrays: arrays
                .filter(|(id, _)| names.contains(&self.program.arrays[*id].name.to_string()))
                .map(|(id, _)| id)
                .collect(),
            ..Host::plain(expr)
        }
    }

    fn next(&self) -> BindingId {
        BindingId::new(self.program.bindings.len())
    }

    fn add_array(&mut self, name: &str, position: usize, home: Option<ArrayId>) -> Output {
        let origin = Origin::Output(self.next(), position);
        Output::Array(self.program.arrays.push(Array {
            name: ident(name),
            user_name: None,
            origin,
            home,
            ty: None,
        }))
    }

    fn bind(&mut self, op: Op, outputs: Vec<Output>) -> BindingId {
        self.program.bindings.push(Binding {
            span: Span::call_site(),
            op,
            shape: match outputs.len() {
                1 => Shape::Output(0),
                many => Shape::Tuple((0..many).map(Shape::Output).collect()),
            },
            outputs,
            part_of: None,
            again: false,
        })
    }

    /// A binding of one array.
    pub(crate) fn array(&mut self, name: &str, op: Op) -> ArrayId {
        self.array_in(name, None, op)
    }

    /// A binding of one array that overwrites an input.
    pub(crate) fn in_place(&mut self, home: ArrayId, op: Op) -> ArrayId {
        let name = self.program.arrays[home].name.to_string();
        self.array_in(&name, Some(home), op)
    }

    fn array_in(&mut self, name: &str, home: Option<ArrayId>, op: Op) -> ArrayId {
        let output = self.add_array(name, 0, home);
        self.bind(op, vec![output]);
        match output {
            Output::Array(array) => array,
            Output::Scalar(_) => unreachable!(),
        }
    }

    /// A binding of one scalar.
    pub(crate) fn scalar(&mut self, name: &str, op: Op) -> ScalarId {
        let origin = Some(self.next());
        let scalar = self.program.scalars.push(Scalar {
            name: ident(name),
            origin,
            ty: None,
            count: None,
        });
        self.bind(op, vec![Output::Scalar(scalar)]);
        scalar
    }

    /// A binding of several arrays, each with the input that it overwrites.
    pub(crate) fn arrays(&mut self, names: &[(&str, Option<ArrayId>)], op: Op) -> Vec<ArrayId> {
        let outputs: Vec<Output> = names
            .iter()
            .enumerate()
            .map(|(position, (name, home))| self.add_array(name, position, *home))
            .collect();
        let id = self.bind(op, outputs);
        self.program.bindings[id].arrays().collect()
    }

    pub(crate) fn map_op(&self, worker: &str, args: &[ArrayId]) -> Op {
        Op::Map {
            worker: self.host(worker),
            args: args.to_vec(),
        }
    }

    pub(crate) fn map(&mut self, name: &str, worker: &str, args: &[ArrayId]) -> ArrayId {
        let op = self.map_op(worker, args);
        self.array(name, op)
    }

    pub(crate) fn maps<const N: usize>(
        &mut self,
        names: [&str; N],
        worker: &str,
        args: &[ArrayId],
    ) -> [ArrayId; N] {
        let op = self.map_op(worker, args);
        let arrays = self.arrays(&names.map(|name| (name, None)), op);
        arrays.try_into().expect("one array a name")
    }

    pub(crate) fn filter(&mut self, name: &str, worker: &str, arg: ArrayId) -> ArrayId {
        let worker = self.host(worker);
        self.array(name, Op::Filter { worker, arg })
    }

    pub(crate) fn fold(&mut self, name: &str, seed: &str, worker: &str, arg: ArrayId) -> ScalarId {
        let (seed, worker) = (self.host(seed), self.host(worker));
        let (step, args) = (None, vec![arg]);
        let op = Op::Fold {
            seed,
            step,
            worker,
            args,
        };
        self.scalar(name, op)
    }

    /// A fold with an accumulator, of elements of several arrays.
    #[allow(dead_code, reason = "not all tests have one")]
    pub(crate) fn accumulate(
        &mut self,
        name: &str,
        [seed, step, combine]: [&str; 3],
        args: &[ArrayId],
    ) -> ScalarId {
        let op = Op::Fold {
            seed: self.host(seed),
            step: Some(Box::new(self.host(step))),
            worker: self.host(combine),
            args: args.to_vec(),
        };
        self.scalar(name, op)
    }

    pub(crate) fn scan(
        &mut self,
        name: &str,
        kind: ScanKind,
        seed: &str,
        worker: &str,
        arg: ArrayId,
    ) -> ArrayId {
        let (seed, worker) = (self.host(seed), self.host(worker));
        self.array(
            name,
            Op::Scan {
                kind,
                seed,
                worker,
                arg,
                segments: None,
                along: None,
            },
        )
    }

    pub(crate) fn generate(&mut self, name: &str, length: &str, worker: &str) -> ArrayId {
        let (length, worker) = (self.host(length), self.host(worker));
        self.array(
            name,
            Op::Generate {
                count: Count::Anonymous,
                length,
                worker,
            },
        )
    }

    pub(crate) fn range(&mut self, name: &str, range: &str) -> ArrayId {
        let range = self.host(range);
        self.array(
            name,
            Op::Range {
                count: Count::Anonymous,
                range,
            },
        )
    }

    pub(crate) fn gather(&mut self, name: &str, data: ArrayId, indices: ArrayId) -> ArrayId {
        self.array(name, Op::Gather { data, indices })
    }

    pub(crate) fn scatter(
        &mut self,
        name: &str,
        dest: ArrayId,
        indices: ArrayId,
        values: ArrayId,
    ) -> ArrayId {
        self.array(
            name,
            Op::Scatter {
                dest,
                combine: None,
                indices,
                values,
            },
        )
    }

    pub(crate) fn reduce_by_index(
        &mut self,
        name: &str,
        dest: ArrayId,
        operator: &str,
        indices: ArrayId,
        values: ArrayId,
    ) -> ArrayId {
        let combine = Some(Box::new(self.host(operator)));
        self.array(
            name,
            Op::Scatter {
                dest,
                combine,
                indices,
                values,
            },
        )
    }

    pub(crate) fn cross(&mut self, name: &str, left: ArrayId, right: ArrayId) -> ArrayId {
        self.array(name, Op::Cross { left, right })
    }

    pub(crate) fn conform(&mut self, name: &str, arg: ArrayId, like: ArrayId) -> ArrayId {
        self.array(name, Op::Conform { arg, like })
    }

    pub(crate) fn len(&mut self, name: &str, arg: ArrayId) -> ScalarId {
        self.scalar(name, Op::Length { arg, axis: None })
    }

    pub(crate) fn let_scalar(&mut self, name: &str, value: &str) -> ScalarId {
        let value = self.host(value);
        self.scalar(name, Op::Host { value })
    }

    /// An `external`: outputs are arrays (`[name]`) and scalars (`name`).
    pub(crate) fn external(
        &mut self,
        outputs: &[&str],
        call: &str,
        arrays: &[ArrayId],
    ) -> Vec<Output> {
        let op = Op::External {
            call: self.host(call),
            arrays: arrays.to_vec(),
        };
        let outputs = outputs
            .iter()
            .enumerate()
            .map(|(position, name)| match name.strip_prefix('[') {
                Some(array) => self.add_array(array.trim_end_matches(']'), position, None),
                None => {
                    let origin = Some(self.next());
                    Output::Scalar(self.program.scalars.push(Scalar {
                        name: ident(name),
                        origin,
                        ty: None,
                        count: None,
                    }))
                }
            })
            .collect();
        let id = self.bind(op, outputs);
        self.program.bindings[id].outputs.clone()
    }

    /// The program that returns one array.
    pub(crate) fn returns(mut self, array: ArrayId) -> Program {
        self.program.result = Returned::Array(array);
        self.program
    }

    /// The program that returns a scalar expression.
    pub(crate) fn returns_scalar(mut self, source: &str) -> Program {
        self.program.result = Returned::Scalar(self.host(source));
        self.program
    }

    /// The program that returns a tuple of arrays.
    pub(crate) fn returns_arrays(mut self, arrays: &[ArrayId]) -> Program {
        let items = arrays.iter().copied().map(Returned::Array).collect();
        self.program.result = Returned::Tuple(items);
        self.program
    }

    /// The program that returns a tuple of scalar expressions.
    pub(crate) fn returns_scalars(mut self, sources: &[&str]) -> Program {
        let items = sources
            .iter()
            .map(|source| Returned::Scalar(self.host(source)));
        self.program.result = Returned::Tuple(items.collect());
        self.program
    }
}

fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

pub(crate) fn expr(source: &str) -> syn::Expr {
    syn::parse_str(source).unwrap_or_else(|error| panic!("`{source}`: {error}"))
}

fn idents(tokens: TokenStream, names: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                names.insert(ident.to_string());
            }
            TokenTree::Group(group) => idents(group.stream(), names),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// The paper's example.
pub(crate) fn normalize2() -> Program {
    let mut b = Builder::new("normalize2");
    let xs = b.input("xs");
    let gts = b.filter("gts", "|x| x > 0.0", xs);
    b.fold("sum1", "0.0", "|a, b| a + b", xs);
    b.fold("sum2", "0.0", "|a, b| a + b", gts);
    let ys1 = b.map("ys1", "|x| x / sum1", &[xs]);
    let ys2 = b.map("ys2", "|x| x / sum2", &[xs]);
    b.returns_arrays(&[ys1, ys2])
}
