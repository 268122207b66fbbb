"""Races sums of products against opt_einsum with NumPy, and against JAX.

    cargo build --release --package fusus-benches --example contractions
    python benches/peers/contractions.py [--rounds 15] [--only chain,mttkrp]

Programs with `#[cnf(mul_add)]` multiply and add in one operation, as the libraries of both do.
opt_einsum plans once, with `optimal`; JAX's `einsum` is compiled. All runs are interleaved, in another
order each round; all threads are used. Each peer has a process of its own.
"""

import argparse
import sys
import time

import numpy as np
from race import LIBRARY, Peer, medians, of_library

#: Name, type, product, sizes of the indices.
PRODUCTS = [
    ("product_f64", np.float64, "ij,jk->ik", "i=512 j=512 k=512"),
    ("product_f32", np.float32, "ij,jk->ik", "i=512 j=512 k=512"),
    ("chain", np.float64, "ij,jk,kl,lm->im", "i=10 j=1000 k=5 l=500 m=20"),
    ("paper", np.float64, "ij,jkl,kl->k", "i=500 j=100 k=40 l=15"),
    ("sequences", np.float64, "bdq,bdk,bek->beq", "b=8 d=64 e=64 k=512 q=512"),
    ("mttkrp", np.float64, "ijk,jr,kr->ir", "i=100 j=80 k=60 r=16"),
    ("tensor_trains", np.float64, "ai,abj,bk,ci,cdj,dk->", "a=3 b=4 c=5 d=6 i=10 j=12 k=14"),
    ("sums_of_each", np.float64, "nlp,nlq->l", "l=100 n=100 p=100 q=100"),
    ("attention", np.float32, "id,jd,je->ie", "i=1024 j=1024 d=64 e=64"),
]

#: Of these there are programs with `#[cnf(mul_add)]` as well.
MUL_ADD = ["product_f64", "product_f32", "sequences", "attention"]
PRODUCTS += [(f"{name}_mul_add", *rest) for name, *rest in PRODUCTS if name in MUL_ADD]


def arrays(product):
    """The inputs of a product, and room for its result."""
    name, kind, text, sizes = product
    sizes = {size[0]: int(size[2:]) for size in sizes.split()}
    factors, output = text.split("->")
    random = np.random.default_rng(1)
    shapes = [[sizes[index] for index in factor] for factor in factors.split(",")]
    inputs = [random.uniform(-1, 1, shape).astype(kind) for shape in shapes]
    return inputs, np.zeros([sizes[index] for index in output] or [1], kind)


def softmax_between(numbers, einsum):
    """Attention: the softmax of the products of queries and keys, as weights of values."""

    def attention(q, k, v):
        scores = 0.125 * einsum("id,jd->ij", q, k)
        weights = numbers.exp(scores - scores.max(axis=1, keepdims=True))
        return einsum("ij,je->ie", weights, v) / weights.sum(axis=1, keepdims=True)

    return attention


def by_opt_einsum(product, inputs, output):
    import opt_einsum

    if product[0].startswith("attention"):
        call = softmax_between(np, lambda text, *arrays: opt_einsum.contract(text, *arrays))
    else:
        shapes = [array.shape for array in inputs]
        call = opt_einsum.contract_expression(product[2], *shapes, optimize="optimal")
    output[...] = call(*inputs)
    return lambda: call(*inputs)


def by_jax(product, inputs, output):
    import jax

    jax.config.update("jax_enable_x64", True)
    jax.config.update("jax_platforms", "cpu")
    numbers = jax.numpy
    einsum = lambda text, *arrays: numbers.einsum(text, *arrays, optimize="optimal")
    call = softmax_between(numbers, einsum)
    if not product[0].startswith("attention"):
        call = lambda *arrays: einsum(product[2], *arrays)
    call = jax.jit(call)
    there = [numbers.asarray(array) for array in inputs]
    output[...] = np.asarray(jax.block_until_ready(call(*there)))
    return lambda: jax.block_until_ready(call(*there))


def by_fusus(product, inputs, output):
    library = of_library(LIBRARY.with_name("libcontractions.so"))
    return library(product[0])(inputs, [output])


PEERS = {"fusus": by_fusus, "opt_einsum": by_opt_einsum, "JAX": by_jax}


def serve(name):
    """Runs products by one peer as the other end of the pipe asks for them."""
    try:
        if name != "fusus":
            __import__({"opt_einsum": "opt_einsum", "JAX": "jax"}[name])
        print("ready", flush=True)
    except ImportError:
        print("missing", flush=True)
    call = None
    for line in sys.stdin:
        words = line.split()
        if words[0] == "prepare":
            product = next(product for product in PRODUCTS if product[0] == words[1])
            inputs, output = arrays(product)
            call = PEERS[name](product, inputs, output)
            call()
            flat = output.reshape(-1)
            print(float(flat[0]), float(np.abs(flat).sum(dtype=np.float64)), flush=True)
        else:
            start = time.perf_counter()
            for _ in range(int(words[1])):
                call()
            print((time.perf_counter() - start) / int(words[1]), flush=True)


def race(product, peers, rounds):
    """Median seconds of each peer."""
    found = {name: peer.ask(f"prepare {product[0]}") for name, peer in peers.items()}
    for name, result in found.items():
        assert np.allclose(result, found["fusus"], rtol=1e-3, atol=1e-4), (product[0], name, found)
    return medians(peers, rounds)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", default="")
    parser.add_argument("--serve", help="used by the script itself")
    arguments = parser.parse_args()
    if arguments.serve:
        return serve(arguments.serve)
    only = [name for name in arguments.only.split(",") if name]
    peers = {name: Peer(name, __file__) for name in PEERS}
    peers = {name: peer for name, peer in peers.items() if peer.is_there}
    others = [name for name in peers if name != "fusus"]
    print("| product | text | fusus, µs | " + " | ".join(f"÷ {name}" for name in others) + " |")
    print("|---|---|---|" + "---|" * len(others))
    for product in PRODUCTS:
        if only and product[0] not in only:
            continue
        times = race(product, peers, arguments.rounds)
        ratios = [f"{times[name] / times['fusus']:.2f}" for name in others]
        cells = [product[0], f"`{product[2]}`", f"{times['fusus'] * 1e6:.1f}", *ratios]
        print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
