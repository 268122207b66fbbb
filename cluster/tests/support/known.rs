//! The programs of the papers, and a small builder to write graphs by hand.

use fusus_cluster::graph::{
    ArrayUse, Edge, EdgeKind, Graph, Node, NodeId, Prevents, Role, SizeClass,
};

/// Builds graphs binding by binding.
#[derive(Debug, Default)]
pub struct Builder {
    graph: Graph,
}

impl Builder {
    pub fn new() -> Self {
        Self::default()
    }

    /// An input array; returns its index.
    pub fn input(&mut self, label: &str) -> usize {
        self.array(label, None)
    }

    fn array(&mut self, label: &str, producer: Option<NodeId>) -> usize {
        self.graph.arrays.push(ArrayUse {
            label: label.into(),
            producer,
            readers: Vec::new(),
        });
        self.graph.arrays.len() - 1
    }

    /// A node that makes no array.
    pub fn node(&mut self, label: &str, role: Role, size: Option<usize>, via: &[NodeId]) -> NodeId {
        self.graph.nodes.push(Node {
            label: label.into(),
            role,
            size: size.map(SizeClass),
            transducers: via.to_vec(),
        });
        NodeId(self.graph.nodes.len() - 1)
    }

    /// A loop that makes no array: a fold.
    pub fn fold(&mut self, label: &str, size: usize, via: &[NodeId]) -> NodeId {
        self.node(label, Role::Loop, Some(size), via)
    }

    /// A loop that makes an array; returns both.
    pub fn looped(&mut self, label: &str, size: usize, via: &[NodeId]) -> (NodeId, usize) {
        let node = self.fold(label, size, via);
        (node, self.array(label, Some(node)))
    }

    /// An array that a node makes beside others.
    pub fn makes(&mut self, node: NodeId, label: &str) -> usize {
        self.array(label, Some(node))
    }

    /// Returns true if `node` makes `array`.
    pub fn makes_it(&self, array: usize, node: NodeId) -> bool {
        self.graph.arrays[array].producer == Some(node)
    }

    /// `reader` reads `array` element by element.
    pub fn reads(&mut self, reader: NodeId, array: usize) {
        self.read(reader, array, EdgeKind::Fusible);
    }

    /// `reader` needs all of `array`.
    pub fn needs_all(&mut self, reader: NodeId, array: usize, why: Prevents) {
        self.read(reader, array, EdgeKind::Preventing(why));
    }

    fn read(&mut self, reader: NodeId, array: usize, kind: EdgeKind) {
        let array = &mut self.graph.arrays[array];
        if !array.readers.contains(&reader) {
            array.readers.push(reader);
        }
        if let Some(producer) = array.producer {
            self.edge(producer, reader, kind);
        }
    }

    /// `to` uses the total of the fold `from`.
    pub fn total(&mut self, from: NodeId, to: NodeId) {
        self.edge(from, to, EdgeKind::Preventing(Prevents::FoldResult));
    }

    pub fn edge(&mut self, from: NodeId, to: NodeId, kind: EdgeKind) {
        assert!(from < to, "edges point forwards");
        self.graph.edges.push(Edge { from, to, kind });
    }

    pub fn finish(mut self) -> Graph {
        self.graph.edges.sort_unstable();
        self.graph.edges.dedup();
        for array in &mut self.graph.arrays {
            array.readers.sort_unstable();
        }
        // Inputs first, as the graph promises.
        self.graph.arrays.sort_by_key(|array| array.producer);
        self.graph
    }
}

pub fn normalize2() -> Graph {
    let mut b = Builder::new();
    let xs = b.input("xs");
    let (gts, gts_out) = b.looped("gts", 0, &[]);
    b.reads(gts, xs);
    let sum1 = b.fold("sum1", 0, &[]);
    b.reads(sum1, xs);
    let sum2 = b.fold("sum2", 1, &[gts]);
    b.reads(sum2, gts_out);
    let (ys1, _) = b.looped("ys1", 0, &[]);
    b.reads(ys1, xs);
    b.total(sum1, ys1);
    let (ys2, _) = b.looped("ys2", 0, &[]);
    b.reads(ys2, xs);
    b.total(sum2, ys2);
    b.finish()
}

pub fn normalize_inc() -> Graph {
    let mut b = Builder::new();
    let us = b.input("us");
    let (incs, incs_out) = b.looped("incs", 0, &[]);
    b.reads(incs, us);
    let sum = b.fold("sum", 0, &[]);
    b.reads(sum, us);
    let (ys, _) = b.looped("ys", 0, &[]);
    b.reads(ys, incs_out);
    b.total(sum, ys);
    b.finish()
}

pub fn quadtree() -> Graph {
    let mut b = Builder::new();
    let p = b.input("p");
    let folds: Vec<NodeId> = ["x1", "y1", "x2", "y2"]
        .iter()
        .map(|label| {
            let fold = b.fold(label, 0, &[]);
            b.reads(fold, p);
            fold
        })
        .collect();
    let mid = b.node("xm, ym", Role::Barrier, None, &[]);
    for fold in folds {
        b.edge(fold, mid, EdgeKind::Preventing(Prevents::External));
    }
    for label in ["p1", "p2", "p3", "p4"] {
        let (filter, _) = b.looped(label, 0, &[]);
        b.reads(filter, p);
        b.edge(mid, filter, EdgeKind::Preventing(Prevents::External));
    }
    b.finish()
}

/// With the paper's rules, or with `cross` fused to its first argument.
pub fn closest_pairs(wider: bool) -> Graph {
    let external = EdgeKind::Preventing(Prevents::External);
    let mut b = Builder::new();
    let pts = b.input("pts");
    let pivot = b.node("pivot", Role::Barrier, None, &[]);
    b.needs_all(pivot, pts, Prevents::External);
    let mut halves = Vec::new();
    for label in ["aboves", "belows"] {
        let (filter, out) = b.looped(label, 0, &[]);
        b.reads(filter, pts);
        b.edge(pivot, filter, external);
        halves.push(out);
    }
    let above1 = b.node("above1", Role::Barrier, None, &[]);
    b.needs_all(above1, halves[0], Prevents::External);
    let below1 = b.node("below1", Role::Barrier, None, &[]);
    b.needs_all(below1, halves[1], Prevents::External);
    let border = b.node("border", Role::Barrier, None, &[]);
    b.edge(above1, border, external);
    b.edge(below1, border, external);
    let mut sides = Vec::new();
    for label in ["above_b", "below_b"] {
        let (filter, out) = b.looped(label, 0, &[]);
        b.reads(filter, pts);
        b.edge(pivot, filter, external);
        b.edge(border, filter, external);
        sides.push((filter, out));
    }
    let (cs, cs_out) = if wider {
        b.looped("cs", 1, &[sides[0].0])
    } else {
        b.looped("cs", 3, &[])
    };
    b.reads(cs, sides[0].1);
    b.needs_all(cs, sides[1].1, Prevents::Indexed);
    let bord = if wider {
        b.fold("bord", 3, &[cs])
    } else {
        b.fold("bord", 3, &[])
    };
    b.reads(bord, cs_out);
    let min1 = b.node("min1", Role::Barrier, None, &[]);
    b.edge(above1, min1, external);
    b.edge(below1, min1, external);
    b.edge(bord, min1, external);
    b.finish()
}

pub fn quickhull() -> Graph {
    let mut b = Builder::new();
    let pts = b.input("pts");
    let (ps, ps_out) = b.looped("ps", 0, &[]);
    b.reads(ps, pts);
    let ma = b.fold("ma", 1, &[ps]);
    b.reads(ma, ps_out);
    b.finish()
}
