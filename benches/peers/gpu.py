"""Times the operations of `examples/ocl_bench` with CuPy, JAX and CUB on an NVIDIA device.

    cargo run --release --features ocl --example ocl_bench -- 26
    python benches/peers/gpu.py [LOG2_OF_ELEMENTS]

Milliseconds, the least of five runs after one that compiles. CuPy by the device's own clock, with
memory from its pool; JAX from the call until the result is there; CUB by gpu.cu, which nvcc compiles.
Peers that are not installed are left out.
"""

import pathlib
import subprocess
import sys
import tempfile
import time

ROUNDS = 5
HERE = pathlib.Path(__file__).resolve().parent
OPERATIONS = ["copy", "map", "map of two", "fold", "two folds, a filter", "scan", "filter", "simple scanomap",
              "two scanomaps"]


def cupy(n):
    import cupy as cp

    # CuPy's compiler wants functions with names, which C has to take.
    @cp.fuse()
    def twice_and_one(x):
        return 2 * x + 1

    @cp.fuse()
    def saxpy(x, y):
        return 1.5 * x + y

    xs = cp.random.randint(-2**31, 2**31 - 1, size=n, dtype=cp.int32)
    fs = (xs >> 8).astype(cp.float32) / 256
    gs = fs[::-1].copy()
    ys = cp.empty_like(xs)
    calls = {
        "copy": lambda: cp.copyto(ys, xs),
        "map": lambda: twice_and_one(fs),
        "map of two": lambda: saxpy(fs, gs),
        "fold": lambda: cp.sum(xs, dtype=cp.int32),
        "two folds, a filter": lambda: (cp.sum(xs, dtype=cp.int32), cp.sum(xs[xs > 0], dtype=cp.int32)),
        "scan": lambda: cp.cumsum(xs, dtype=cp.int32),
        "filter": lambda: xs[xs > 0],
        "simple scanomap": lambda: cp.cumsum(xs + 10, dtype=cp.int32),
        "two scanomaps": lambda: cp.cumsum(xs + 10, dtype=cp.int32) + cp.cumsum(xs + 11, dtype=cp.int32),
    }

    def timed(call):
        call()
        least = float("inf")
        for _ in range(ROUNDS):
            start, end = cp.cuda.Event(), cp.cuda.Event()
            start.record()
            call()
            end.record()
            end.synchronize()
            least = min(least, cp.cuda.get_elapsed_time(start, end))
        return least

    return {name: timed(call) for name, call in calls.items()}


def jax(n):
    import jax
    import jax.numpy as jnp

    xs = jax.random.bits(jax.random.key(3), (n,), dtype=jnp.uint32).astype(jnp.int32)
    fs = (xs >> 8).astype(jnp.float32) / 256
    gs = fs[::-1]
    # The result of a filter has no size that is known before: JAX can only compile it with one stated.
    calls = {
        "copy": (lambda x: x + 0, (xs,)),
        "map": (lambda x: 2 * x + 1, (fs,)),
        "map of two": (lambda x, y: 1.5 * x + y, (fs, gs)),
        "fold": (jnp.sum, (xs,)),
        "two folds, a filter": (lambda x: (jnp.sum(x), jnp.sum(jnp.where(x > 0, x, 0))), (xs,)),
        "scan": (jnp.cumsum, (xs,)),
        "filter": (lambda x: x[jnp.nonzero(x > 0, size=n, fill_value=0)[0]], (xs,)),
        "simple scanomap": (lambda x: jnp.cumsum(x + 10), (xs,)),
        "two scanomaps": (lambda x: jnp.cumsum(x + 10) + jnp.cumsum(x + 11), (xs,)),
    }

    def timed(call, arguments):
        call = jax.jit(call)
        jax.block_until_ready(call(*arguments))
        least = float("inf")
        for _ in range(ROUNDS):
            start = time.perf_counter()
            jax.block_until_ready(call(*arguments))
            least = min(least, 1e3 * (time.perf_counter() - start))
        return least

    return {name: timed(*call) for name, call in calls.items()}


def cub(log2):
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "gpu_cub"
        command = ["nvcc", "-O3", "-std=c++17", "--extended-lambda", "-arch=native", str(HERE / "gpu.cu")]
        subprocess.run([*command, "-o", str(program)], check=True)
        lines = subprocess.run([program, str(log2)], check=True, stdout=subprocess.PIPE, text=True).stdout
    return {name: float(took) for name, took in (line.split(": ") for line in lines.splitlines())}


def main():
    log2 = int(sys.argv[1]) if len(sys.argv) > 1 else 26
    peers = {}
    for name, measure, size in [("CUB", cub, log2), ("CuPy", cupy, 2**log2), ("JAX", jax, 2**log2)]:
        try:
            peers[name] = measure(size)
        except Exception as error:
            print(f"{name}: not measured: {type(error).__name__}: {error}"[:300])
    print(f"2^{log2} elements of 4 bytes, least ms of {ROUNDS}")
    print(f"{'':22}" + "".join(f"{name:>10}" for name in peers))
    for operation in OPERATIONS:
        cells = (times.get(operation) for times in peers.values())
        row = "".join(f"{'' if took is None else f'{took:.4f}':>10}" for took in cells)
        print(f"{operation:22}{row}")


if __name__ == "__main__":
    main()
