//! Parameters whose lengths must agree.

use crate::program::{
    Along, Class, Count, Form, Op, Out, Param, Program, Segments, Stmt, Subscript,
};

/// The groups of parameters whose lengths must agree, by position among the
/// parameters. Groups whose length a scalar or a literal names are left out.
#[must_use]
pub fn ties(program: &Program) -> Vec<Vec<usize>> {
    let mut sizes = Sizes::default();
    let mut of: Vec<Option<usize>> = vec![None; program.arrays.len()];
    for param in &program.params {
        if let Param::Array(id, _) | Param::Mut(id, _) = param {
            of[*id] = Some(sizes.fresh());
        }
    }
    let mut named: Vec<(Count, usize)> = Vec::new();
    // The sizes of the whole axes of arrays that have two.
    let mut axes: Vec<Option<[usize; 2]>> = vec![None; program.arrays.len()];
    for stmt in &program.stmts {
        let arrays: Vec<usize> = stmt.op.arrays().iter().filter_map(|id| of[*id]).collect();
        let size = match &stmt.op {
            Op::Segments { kind, .. } => {
                sizes.join(arrays[0], arrays[1]);
                match kind {
                    Segments::Fold => sizes.fresh(),
                    Segments::Scan | Segments::ScanExclusive => arrays[0],
                }
            }
            Op::Map { .. } => {
                for pair in arrays.windows(2) {
                    sizes.join(pair[0], pair[1]);
                }
                arrays[0]
            }
            Op::Stencil { args, .. } => {
                let mut roots = args.iter().map(|arg| of[program.axis(*arg).root]);
                if let Some(Some(first)) = roots.next() {
                    for root in roots.flatten() {
                        sizes.join(first, root);
                    }
                }
                let root = program.axis(args[0]).root;
                let whole = of[root].unwrap_or(arrays[0]);
                let class = stmt.out.arrays().next().map(|id| program.arrays[id].class);
                match class.filter(|class| *class != program.arrays[root].class) {
                    None => whole,
                    Some(class) => sizes.section(whole, &program.classes[class]),
                }
            }
            Op::Scan { .. } | Op::Reverse { .. } | Op::ZipWithIndex { .. } | Op::Alias(_) => {
                arrays[0]
            }
            Op::Part(arg) => of[program.axis(*arg).root].unwrap_or(arrays[0]),
            Op::Gather { .. } | Op::Conform { .. } => arrays[1],
            Op::Scatter { .. } | Op::ReduceByIndex { .. } => {
                sizes.join(arrays[1], arrays[2]);
                arrays[0]
            }
            Op::Cross { .. } => sizes.product(arrays[0], arrays[1]),
            Op::Table { transposed, .. } => match transposed {
                true => sizes.product(arrays[1], arrays[0]),
                false => sizes.product(arrays[0], arrays[1]),
            },
            Op::Grid { .. } => {
                let (size, whole) = grid(program, stmt, &mut sizes, (&of, &axes));
                for id in stmt.out.arrays() {
                    axes[id] = whole;
                }
                size
            }
            Op::Along(_) => {
                let (size, whole) = along(program, stmt, &mut sizes, (&of, &axes));
                for id in stmt.out.arrays() {
                    axes[id] = whole;
                }
                size
            }
            Op::Generate { count, .. } | Op::Range { count, .. } => match count {
                Count::Like(_) => arrays[0],
                count => match named.iter().find(|(known, _)| known == count) {
                    Some((_, size)) => *size,
                    None => {
                        let size = sizes.fresh();
                        named.push((*count, size));
                        size
                    }
                },
            },
            _ => sizes.fresh(),
        };
        let whole = match &stmt.op {
            Op::Table {
                left,
                right,
                transposed,
                again,
                counted,
                ..
            } => {
                let own = *again || *counted;
                let [l, r] = [left, right].map(|id| match own {
                    true => of[*id],
                    false => of[program.axis(*id).root],
                });
                l.zip(r)
                    .map(|(l, r)| if *transposed { [r, l] } else { [l, r] })
            }
            Op::Map { args, .. } => axes[args[0]],
            Op::Alias(arg) => axes[*arg],
            _ => None,
        };
        if let Some(whole) = whole {
            for id in stmt.out.arrays() {
                axes[id] = Some(whole);
            }
        }
        let external = matches!(stmt.op, Op::External { .. });
        for id in stmt.out.arrays() {
            of[id] = Some(if external { sizes.fresh() } else { size });
            if let (Out::One(_), Some(home)) = (&stmt.out, program.arrays[id].home)
                && let Some(home) = of[home]
            {
                sizes.join(size, home);
            }
        }
    }
    let mut groups: Vec<(usize, Vec<usize>)> = Vec::new();
    for (position, param) in program.params.iter().enumerate() {
        let (Param::Array(id, _) | Param::Mut(id, _)) = param else {
            continue;
        };
        let Some(size) = of[*id] else { continue };
        let root = sizes.root(size);
        match groups.iter_mut().find(|(known, _)| *known == root) {
            Some((_, group)) => group.push(position),
            None => groups.push((root, vec![position])),
        }
    }
    let fixed: Vec<usize> = named.iter().map(|(_, size)| sizes.root(*size)).collect();
    groups
        .into_iter()
        .filter(|(root, group)| group.len() > 1 && !fixed.contains(root))
        .map(|(_, group)| group)
        .collect()
}

/// The size of what a grid makes, and those of its axes if it has two. Arrays that one index reads
/// have one size along it.
fn grid(
    program: &Program,
    stmt: &Stmt,
    sizes: &mut Sizes,
    (of, axes): (&[Option<usize>], &[Option<[usize; 2]>]),
) -> (usize, Option<[usize; 2]>) {
    let Op::Grid {
        args,
        subscripts,
        pads,
        factors,
        ..
    } = &stmt.op
    else {
        unreachable!("{:?} is no grid", stmt.op);
    };
    let made = stmt.out.arrays().next();
    let made = made.map(|id| &program.classes[program.arrays[id].class]);
    let classes: Vec<usize> = match made {
        Some(Class::Product(left, right)) if factors.len() == 2 => vec![*left, *right],
        _ => stmt
            .out
            .arrays()
            .map(|id| program.arrays[id].class)
            .collect(),
    };
    let mut own = Vec::new();
    let mut whole = Vec::new();
    for (index, factor) in factors.iter().enumerate() {
        let mut first: Option<usize> = None;
        for (arg, subscripts) in args.iter().zip(subscripts) {
            for (axis, subscript) in subscripts.iter().enumerate() {
                let size = match axes[*arg] {
                    Some(sizes) => Some(sizes[axis]),
                    None => of[program.axis(*arg).root],
                };
                let size = size.filter(|_| subscript.index == Some(index));
                if let (Some(first), Some(size)) = (first, size) {
                    sizes.join(first, size);
                }
                first = first.or(size);
            }
        }
        let size = first.unwrap_or_else(|| sizes.fresh());
        let reads = Subscript::bounds(subscripts, pads);
        let reach = program.reach(args, &reads, factors, index);
        let class = classes.get(index).copied();
        let is_whole = reach.map(|reach| reach.side.class) == class;
        let section = match class {
            Some(class) if !is_whole => sizes.section(size, &program.classes[class]),
            _ => size,
        };
        own.push(section);
        whole.push(if *factor == 1 { size } else { section });
    }
    match (&own[..], &whole[..]) {
        (&[l, r], &[rows, columns]) => (sizes.product(l, r), Some([rows, columns])),
        (own, _) => (own[0], None),
    }
}

/// The size of what goes along an axis, and those of its axes if it has two.
fn along(
    program: &Program,
    stmt: &Stmt,
    sizes: &mut Sizes,
    (of, axes): (&[Option<usize>], &[Option<[usize; 2]>]),
) -> (usize, Option<[usize; 2]>) {
    let Op::Along(Along {
        form, axis, args, ..
    }) = &stmt.op
    else {
        unreachable!("{:?} goes along no axis", stmt.op);
    };
    let whole = |id: usize| match axes[id] {
        Some(both) => both.to_vec(),
        None => of[program.axis(id).root].into_iter().collect(),
    };
    let own = whole(args[0]);
    let mut all = match form {
        Form::Windows(_) | Form::Chunks(_) => return (sizes.fresh(), None),
        Form::Product => {
            let right = whole(args[1]);
            for other in [right[0]]
                .into_iter()
                .chain(args.get(2).map(|id| whole(*id)[0]))
            {
                sizes.join(own[1], other);
            }
            vec![own[0], right[1]]
        }
        Form::Cube { .. } => [own, whole(args[1])].concat(),
        _ => {
            let lane = own[(*axis).min(own.len() - 1)];
            for beside in args[1..].iter().map(|id| whole(*id)) {
                match beside[..] {
                    [one] => sizes.join(lane, one),
                    _ => (0..2).for_each(|axis| sizes.join(own[axis], beside[axis])),
                }
            }
            own
        }
    };
    if matches!(
        form,
        Form::Fold | Form::LaneFold | Form::LaneFilter | Form::Cube { .. }
    ) {
        all.remove(*axis);
    }
    let made = stmt.out.arrays().next();
    let classes = made.and_then(|id| program.classes_of_axes(id));
    match (&all[..], classes, made.and_then(|id| program.sides(id))) {
        (&[rows, columns], Some(classes), Some(sides)) => {
            let mut section = |axis: usize, size: usize| match sides[axis].class == classes[axis] {
                true => size,
                false => sizes.section(size, &program.classes[classes[axis]]),
            };
            let (rows_read, columns_read) = (section(0, rows), section(1, columns));
            let size = sizes.product(rows_read, columns_read);
            (size, Some([rows, columns]))
        }
        // A sequence that a recurrence reads may be a part.
        _ if matches!(form, Form::Recurrence { .. }) => (of[args[0]].unwrap_or(all[0]), None),
        _ => (all[0], None),
    }
}

/// Sizes that become known to be one.
#[derive(Default)]
struct Sizes {
    parents: Vec<usize>,
    products: Vec<(usize, usize, usize)>,
    /// A size for each kind of section: the positions left out and the distance of two.
    sections: Vec<((usize, usize), usize)>,
}

impl Sizes {
    fn fresh(&mut self) -> usize {
        self.parents.push(self.parents.len());
        self.parents.len() - 1
    }

    fn root(&self, size: usize) -> usize {
        match self.parents[size] {
            parent if parent == size => size,
            parent => self.root(parent),
        }
    }

    fn product(&mut self, left: usize, right: usize) -> usize {
        let size = self.fresh();
        self.products.push((size, left, right));
        size
    }

    /// The size of a section of a class: those of one kind and size are of arrays of one size, as
    /// products are.
    fn section(&mut self, whole: usize, class: &Class) -> usize {
        let kind = match class {
            Class::Section { less, by, .. } => (*less, *by),
            _ => (0, 1),
        };
        let mut known = self.sections.iter();
        let known = known.find(|(known, _)| *known == kind).map(|known| known.1);
        let kind = known.unwrap_or_else(|| {
            let size = self.fresh();
            self.sections.push((kind, size));
            size
        });
        self.product(whole, kind)
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return;
        }
        self.parents[b.max(a)] = a.min(b);
        // Products of one size have factors of one size.
        for i in 0..self.products.len() {
            for j in 0..i {
                let ((x, l, r), (y, m, s)) = (self.products[i], self.products[j]);
                if self.root(x) == self.root(y) {
                    self.join(l, m);
                    self.join(r, s);
                }
            }
        }
    }
}
