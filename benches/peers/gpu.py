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
              "two scanomaps", "four neighbours", "nine, edges repeated", "transpose", "sums of rows", "sums of columns",
              "matrix and vector", "softmax of rows"]
#: The sides of the products of matrices, of which speed is shown in place of time.
SIDES = [1024, 2048, 4096]


def shape(n):
    """The rows and the columns of the programs over two axes."""
    log2 = n.bit_length() - 1
    return 2 ** (log2 // 2), 2 ** (log2 - log2 // 2)


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
    a = cp.abs(fs).reshape(shape(n))
    v = a[0].copy()
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
        "four neighbours": lambda: 0.25 * (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:]),
        "transpose": lambda: cp.ascontiguousarray(a.T),
        "sums of rows": lambda: a.sum(axis=1),
        "sums of columns": lambda: a.sum(axis=0),
        "matrix and vector": lambda: a @ v,
    }
    for side in SIDES:
        x, y = (cp.random.rand(side, side, dtype=cp.float32) for _ in range(2))
        z = cp.empty_like(x)
        calls[f"{side} x {side}"] = lambda x=x, y=y, z=z: cp.matmul(x, y, out=z)

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
    a = jnp.abs(fs).reshape(shape(n)) / 2**15
    v = a[0]
    # Products of all digits, as the other peers have them.
    jax.config.update("jax_default_matmul_precision", "highest")
    def nine(a):
        rows, columns = a.shape
        b = jnp.pad(a, 1, mode="edge")
        return sum(b[i : i + rows, j : j + columns] for i in range(3) for j in range(3)) / 9

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
        "four neighbours": (lambda a: 0.25 * (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:]), (a,)),
        "nine, edges repeated": (nine, (a,)),
        "transpose": (lambda a: a.T + 0, (a,)),
        "sums of rows": (lambda a: a.sum(axis=1), (a,)),
        "sums of columns": (lambda a: a.sum(axis=0), (a,)),
        "matrix and vector": (lambda a, v: a @ v, (a, v)),
        "softmax of rows": (lambda a: jax.nn.softmax(a, axis=1), (a,)),
    }
    for side in SIDES:
        x, y = (jax.random.uniform(jax.random.key(seed), (side, side)) for seed in (1, 2))
        calls[f"{side} x {side}"] = (jnp.matmul, (x, y))

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
    print("Gflop/s of products")
    for side in SIDES:
        cells = (times.get(f"{side} x {side}") for times in peers.values())
        row = "".join(f"{'' if took is None else f'{2e-6 * side**3 / took:.0f}':>10}" for took in cells)
        print(f"{f'{side} x {side}':22}{row}")


if __name__ == "__main__":
    main()
