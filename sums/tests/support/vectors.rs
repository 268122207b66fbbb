//! Products with their published and computed costs.

/// A product, and all that is known of it.
pub struct Vector {
    pub name: &'static str,
    pub product: &'static str,
    pub sizes: &'static str,
    /// The operations of one nest, by the paper's count.
    pub one_nest: u128,
    /// The fewest operations by the paper's count, and in flops.
    pub operations: u128,
    pub flops: u128,
    /// The best tree, and the number of trees that are as good.
    pub tree: &'static str,
    pub optimal: usize,
    /// Intermediate elements with the inputs in memory, a node for each contraction: unfused, fused,
    /// and fused over blocks of 16.
    pub unfused: u128,
    pub fused: u128,
    pub in_blocks: u128,
    /// The most elements that exist at once, less those of the result, and the intermediate elements
    /// of a fusion that is the best where all ranges are equal.
    pub at_once: u128,
    pub equal: u128,
    /// All elements by the paper's count, unfused and fused.
    pub paper_unfused: u128,
    pub paper_fused: u128,
    /// The outermost nests of the best fusion.
    pub nests: usize,
    /// The legal fusions and all.
    pub fusions: (usize, usize),
}

#[rustfmt::skip]
pub const VECTORS: &[Vector] = &[
    Vector {
        name: "1 chain", product: "ij,jk,kl,lm->im", sizes: "i=10 j=1000 k=5 l=500 m=20",
        one_nest: 2_000_000_000, operations: 202_000, flops: 202_000, tree: "(AB)(CD)", optimal: 1,
        unfused: 150, fused: 11, in_blocks: 130, at_once: 11, equal: 11,
        paper_unfused: 128_850, paper_fused: 365, nests: 1, fusions: (10, 16),
    },
    Vector {
        name: "2a the paper's, other sizes", product: "ij,jkl,kl->k", sizes: "i=8 j=6 k=50 l=40",
        one_nest: 288_000, operations: 24_648, flops: 24_648, tree: "A(BC)", optimal: 1,
        unfused: 306, fused: 2, in_blocks: 102, at_once: 2, equal: 2,
        paper_unfused: 26_704, paper_fused: 67, nests: 1, fusions: (7, 8),
    },
    Vector {
        name: "2b a cousin", product: "ij,jkl,il->k", sizes: "i=30 j=20 k=8 l=10",
        one_nest: 144_000, operations: 15_280, flops: 15_200, tree: "(AC)B", optimal: 1,
        unfused: 200, fused: 1, in_blocks: 160, at_once: 1, equal: 1,
        paper_unfused: 10_388, paper_fused: 223, nests: 1, fusions: (4, 4),
    },
    Vector {
        name: "3a QK'V, 512 long", product: "bdq,bdk,bek->beq", sizes: "b=8 d=64 e=64 k=512 q=512",
        one_nest: 25_769_803_776, operations: 67_108_864, flops: 67_108_864, tree: "A(BC)", optimal: 1,
        unfused: 32_768, fused: 1, in_blocks: 2_048, at_once: 1, equal: 1,
        paper_unfused: 34_635_776, paper_fused: 266_308, nests: 1, fusions: (8, 8),
    },
    Vector {
        name: "3b QK'V, 32 long", product: "bdq,bdk,bek->beq", sizes: "b=8 d=64 e=64 k=32 q=32",
        one_nest: 100_663_296, operations: 2_097_152, flops: 2_097_152, tree: "(AB)C", optimal: 1,
        unfused: 8_192, fused: 1, in_blocks: 2_048, at_once: 1, equal: 1,
        paper_unfused: 1_122_304, paper_fused: 17_444, nests: 1, fusions: (8, 8),
    },
    Vector {
        name: "4 MTTKRP", product: "ijk,jr,kr->ir", sizes: "i=100 j=80 k=60 r=16",
        one_nest: 23_040_000, operations: 15_532_800, flops: 15_436_800, tree: "A(BC)", optimal: 1,
        unfused: 76_800, fused: 1, in_blocks: 4_096, at_once: 1, equal: 1,
        paper_unfused: 8_336_640, paper_fused: 4_179, nests: 1, fusions: (8, 8),
    },
    Vector {
        name: "5 four-index transform", product: "pqrs,ap,bq,cr,ds->abcd",
        sizes: "a=10 b=12 c=14 d=16 p=20 q=20 r=20 s=20",
        one_nest: 21_504_000_000, operations: 7_539_200, flops: 7_539_200, tree: "(((AB)C)D)E", optimal: 1,
        unfused: 161_600, fused: 181, in_blocks: 98_560, at_once: 181, equal: 242,
        paper_unfused: 4_119_120, paper_fused: 29_416, nests: 1, fusions: (644, 4_096),
    },
    Vector {
        name: "6 tensor trains", product: "ai,abj,bk,ci,cdj,dk->", sizes: "a=3 b=4 c=5 d=6 i=10 j=12 k=14",
        one_nest: 3_628_800, operations: 4_983, flops: 4_890, tree: "(AD)((B(CF))E)", optimal: 1,
        unfused: 270, fused: 21, in_blocks: 270, at_once: 19, equal: 21,
        paper_unfused: 3_533, paper_fused: 162, nests: 2, fusions: (119, 512),
    },
    Vector {
        name: "7 bilinear form", product: "i,ij,j->", sizes: "i=1000 j=200",
        one_nest: 600_000, operations: 400_400, flops: 400_400, tree: "(AB)C", optimal: 1,
        unfused: 200, fused: 1, in_blocks: 16, at_once: 1, equal: 1,
        paper_unfused: 401_601, paper_fused: 206, nests: 1, fusions: (2, 2),
    },
    Vector {
        name: "8a trace of a Gram matrix", product: "ik,ik->", sizes: "i=50 k=1000",
        one_nest: 100_000, operations: 100_050, flops: 100_000, tree: "AB", optimal: 1,
        unfused: 0, fused: 0, in_blocks: 0, at_once: 0, equal: 0,
        paper_unfused: 150_051, paper_fused: 5, nests: 1, fusions: (1, 1),
    },
    Vector {
        name: "8b Gram matrix and a weight", product: "ik,jk,ij->", sizes: "i=50 j=50 k=1000",
        one_nest: 7_500_000, operations: 5_005_050, flops: 5_005_000, tree: "(AB)C", optimal: 1,
        unfused: 2_500, fused: 1, in_blocks: 256, at_once: 1, equal: 1,
        paper_unfused: 2_607_551, paper_fused: 2_556, nests: 1, fusions: (4, 4),
    },
    Vector {
        name: "9 coupled cluster", product: "acik,befl,dfjk,cdel->abij",
        sizes: "a=20 b=20 c=20 d=20 e=20 f=20 i=6 j=6 k=6 l=6",
        one_nest: 331_776_000_000, operations: 54_710_400, flops: 53_376_000, tree: "A((BD)C)", optimal: 1,
        unfused: 174_400, fused: 37, in_blocks: 74_752, at_once: 37, equal: 37,
        paper_unfused: 28_336_000, paper_fused: 77_686, nests: 1, fusions: (68, 256),
    },
    Vector {
        name: "R1 batched bilinear", product: "ab,bce,ae->ac", sizes: "a=100000 b=100 c=20 e=100",
        one_nest: 60_000_000_000, operations: 40_400_000_000, flops: 40_400_000_000, tree: "A(BC)", optimal: 2,
        unfused: 200_000_000, fused: 1, in_blocks: 4_096, at_once: 1, equal: 1,
        paper_unfused: 20_422_200_000, paper_fused: 2_200_104, nests: 1, fusions: (8, 8),
    },
    Vector {
        name: "R2 batches of 3 by 3", product: "ijkl,ijkm,ijlm->jm", sizes: "i=1166 j=8000 k=3 l=3 m=6",
        one_nest: 1_511_136_000, operations: 1_343_376_000, flops: 1_343_232_000, tree: "(AC)B", optimal: 2,
        unfused: 167_904_000, fused: 1, in_blocks: 4_608, at_once: 1, equal: 1,
        paper_unfused: 1_259_472_000, paper_fused: 48_034, nests: 1, fusions: (16, 16),
    },
    Vector {
        name: "R3 sums of each factor", product: "lnp,lnq->l", sizes: "l=100 n=100 p=100 q=100",
        one_nest: 200_000_000, operations: 2_020_000, flops: 2_020_000, tree: "AB", optimal: 1,
        unfused: 20_000, fused: 2, in_blocks: 512, at_once: 2, equal: 2,
        paper_unfused: 2_030_100, paper_fused: 105, nests: 1, fusions: (14, 16),
    },
    Vector {
        name: "R4 weighted Gram matrix", product: "ik,k,jk,k->ij", sizes: "i=100 j=100 k=10000",
        one_nest: 400_000_000, operations: 201_010_000, flops: 201_010_000, tree: "(A(BD))C", optimal: 2,
        unfused: 1_010_000, fused: 2, in_blocks: 272, at_once: 2, equal: 2,
        paper_unfused: 103_040_000, paper_fused: 10_106, nests: 1, fusions: (7, 8),
    },
    Vector {
        name: "R5 seven factors", product: "Pi,Ps,PQ,Qj,Qt,it,js->", sizes: "P=2000 Q=2000 i=300 j=300 s=50 t=50",
        one_nest: 6_300_000_000_000_000, operations: 924_030_050, flops: 924_030_000,
        tree: "(A(((B(DG))C)E))F", optimal: 2,
        unfused: 8_215_000, fused: 100_053, in_blocks: 101_568, at_once: 100_051, equal: 102_003,
        paper_unfused: 473_660_051, paper_fused: 215_163, nests: 2, fusions: (218, 1_024),
    },
    Vector {
        name: "R6 row sums and a matrix", product: "ij,jk->k", sizes: "i=1000 j=1000 k=1000",
        one_nest: 2_000_000_000, operations: 3_000_000, flops: 3_000_000, tree: "AB", optimal: 1,
        unfused: 1_000, fused: 1, in_blocks: 16, at_once: 1, equal: 1,
        paper_unfused: 3_002_000, paper_fused: 1_004, nests: 1, fusions: (2, 2),
    },
];
