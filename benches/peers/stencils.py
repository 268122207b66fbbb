"""Races stencils, rows, prefix sums and a recurrence over two axes against other languages.

    cargo build --release --package fusus-benches --example stencils
    python benches/peers/stencils.py [--rounds 9] [--only jacobi,life] [--peers numba,C] [--part 8]

The peers: numba, JAX on the processor, NumPy, Halide with a schedule of its authors (blurs) or ours, and C
by gcc with -O3 -march=native -ffast-math and OpenMP; a copy of the same bytes. Those that are not installed
are left out. Each has a process of its own; all runs are interleaved, in another order each round; all
threads are used. Results are the caller's arrays, but for JAX, which makes new ones, and NumPy, which makes
new ones for what stands between. `--part` divides the sides of all arrays.
"""

import argparse
import ctypes
import functools
import importlib
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np
from race import HERE, LIBRARY, Peer, medians

F8, F4, U4, U2, U1 = np.float64, np.float32, np.uint32, np.uint16, np.uint8
PICTURE = (3000, 4000)

#: Name, type of the inputs and the results, their number, sides of an input, what the results have less on
#: each side, and what it is. Without inputs the result is what the program changes in place.
STENCILS = [
    ("jacobi", F8, F8, 1, 1, (4096, 4096), 2, "Jacobi, `f64`, 4096²"),
    ("jacobi_in_place", F8, F8, 0, 1, (4096, 4096), 0, "the same in place"),
    ("heat", F8, F8, 1, 1, (256, 256, 256), 2, "27 neighbours in a cube, `f64`, 256³"),
    ("nine_points", F8, F8, 1, 1, (4096, 4096), 0, "9 points, reflecting border, `f64`, 4096²"),
    ("blur", F4, F4, 1, 1, PICTURE, 2, "3 × 3 blur in two stages, `f32`, 12 megapixels"),
    ("blur_u16", U2, U2, 1, 1, PICTURE, 2, "the same, `u16`"),
    ("padded_blur", F4, F4, 1, 1, PICTURE, 0, "the same, `f32`, padded between"),
    ("sobel", F4, U1, 1, 1, PICTURE, 2, "Sobel, magnitude, threshold, `f32`, 12 megapixels"),
    ("life", U1, U1, 1, 1, (4096, 4096), 0, "Life on a torus, `u8`, 4096²"),
    ("softmax_rows", F4, F4, 1, 1, (4096, 4096), 0, "softmax of rows, `f32`, 4096²"),
    ("layer_norm", F4, F4, 1, 1, (4096, 4096), 0, "layer norm, `f32`, 4096²"),
    ("integral_image", U4, U4, 1, 1, PICTURE, 0, "integral image, `u32`, 12 megapixels"),
    ("common", U1, U4, 2, 1, (20_000,), None, "longest common subsequence of 2 · 10⁴ letters each"),
    ("shallow_water", F8, F8, 6, 6, (2048, 2048), 0, "a step of shallow water, `f64`, 2048²"),
]


def arrays(stencil, part):
    """The inputs of a program, and room for its results."""
    name, kind, result, inputs, outputs, sides, less, _ = stencil
    sides = tuple(side // part for side in sides)
    random = np.random.default_rng(1)
    top = {"blur_u16": 1 << 14, "life": 2, "integral_image": 256, "common": 4}.get(name)

    def draw():
        if top:
            return random.integers(0, top, sides).astype(kind)
        return random.uniform(1, 2, sides).astype(kind) if name == "shallow_water" else random.random(sides).astype(kind)

    shape = (1,) if less is None else tuple(side - less for side in sides)
    made = [np.zeros(shape, result) for _ in range(outputs)]
    if inputs == 0:
        made = [draw()]
    return [draw() for _ in range(inputs)], made


class Given(ctypes.Structure):
    """An array, as a library has it."""

    _fields_ = [("first", ctypes.c_void_p), ("len", ctypes.c_size_t)]


def of_library(library, name):
    function = getattr(library, name)
    function.restype = None

    def prepare(inputs, outputs):
        every = inputs + outputs
        sides = [every[0].shape[0], every[-2 if name == "common" else 0].shape[-1]]
        arguments = [ctypes.c_size_t(side) for side in sides]
        arguments += [Given(array.ctypes.data, array.size) for array in every]
        return lambda: function(*arguments)

    return prepare


def of_bytes(array):
    """The same memory as bytes."""
    return array.reshape(-1).view(np.uint8)


@functools.cache
def library_of_c():
    folder = tempfile.mkdtemp()
    path = pathlib.Path(folder) / "stencils.so"
    command = ["gcc", "-O3", "-march=native", "-ffast-math", "-fopenmp", "-fPIC", "-shared"]
    command += [str(HERE / "stencils.c"), "-o", str(path), "-Wl,--no-as-needed", "-lm"]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(path))


def of_copy(name):
    """A copy of what the program must read and write; of rows of text there is nothing to copy."""
    copy, change = (of_library(library_of_c(), name) for name in ["copy_of", "change"])

    def prepare(inputs, outputs):
        if name == "common":
            return None
        if not inputs:
            return change([], [of_bytes(outputs[0])])
        pairs = [copy([of_bytes(before)], [of_bytes(after)]) for before, after in zip(inputs, outputs)]
        return lambda: [pair() for pair in pairs]

    return prepare


def of_python(module, name):
    """What a module of Python has: a function of the inputs and the results, which it may return."""
    function = getattr(importlib.import_module(module), name, None)

    def prepare(inputs, outputs):
        if function is None:
            return None
        return function(inputs, outputs)

    return prepare


PEERS = {
    "fusus": lambda name: of_library(ctypes.CDLL(str(LIBRARY.with_name("libstencils.so"))), name),
    "copy": of_copy,
    "C": lambda name: of_library(library_of_c(), name),
    "Halide": functools.partial(of_python, "halide_stencils"),
    "numba": functools.partial(of_python, "numba_stencils"),
    "JAX": functools.partial(of_python, "jax_stencils"),
    "NumPy": functools.partial(of_python, "numpy_stencils"),
}


def serve(name):
    """Runs programs by one peer as the other end of the pipe asks for them."""
    try:
        PEERS[name]("jacobi")
        print("ready", flush=True)
    except (ImportError, OSError, subprocess.CalledProcessError) as error:
        print("left out:", name, error, file=sys.stderr)
        print("missing", flush=True)
    call = None
    for line in sys.stdin:
        words = line.split()
        if words[0] == "prepare":
            stencil = next(stencil for stencil in STENCILS if stencil[0] == words[1])
            # Calls of a library know where these are, and no more.
            inputs, outputs = arrays(stencil, int(words[2]))
            call = PEERS[name](words[1])(inputs, outputs)
            if call is None:
                print(flush=True)
                continue
            call()
            flat = [output.reshape(-1) for output in outputs]
            weights = [1 + np.arange(len(all)) % 97 for all in flat]
            print(*(float(np.dot(all.astype(F8), weight)) for all, weight in zip(flat, weights)), flush=True)
        else:
            start = time.perf_counter()
            for _ in range(int(words[1])):
                call()
            print((time.perf_counter() - start) / int(words[1]), flush=True)


def race(stencil, part, peers, rounds):
    """Median seconds of each peer that has the program."""
    found = {name: peer.ask(f"prepare {stencil[0]} {part}") for name, peer in peers.items()}
    for name, result in found.items():
        if result and name != "copy":
            assert np.allclose(result, found["fusus"], rtol=2e-4), (stencil[0], name, found)
    return medians({name: peer for name, peer in peers.items() if found[name]}, rounds)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", default="")
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--part", type=int, default=1)
    parser.add_argument("--serve", help="used by the script itself")
    arguments = parser.parse_args()
    if arguments.serve:
        return serve(arguments.serve)
    only = [name for name in arguments.only.split(",") if name]
    names = ["fusus"] + [name for name in PEERS if name != "fusus" and name in arguments.peers.split(",")]
    peers = {name: Peer(name, __file__) for name in names}
    peers = {name: peer for name, peer in peers.items() if peer.is_there}
    others = [name for name in peers if name != "fusus"]
    print("| program | fusus, ms | " + " | ".join(f"of {name}" for name in others) + " |")
    print("|---|--:|" + "--:|" * len(others))
    for stencil in STENCILS:
        if only and stencil[0] not in only:
            continue
        times = race(stencil, arguments.part, peers, arguments.rounds)
        ratios = [f"{times[name] / times['fusus']:.2f}" if name in times else "" for name in others]
        print("| " + " | ".join([stencil[-1], f"{times['fusus'] * 1e3:.3g}", *ratios]) + " |", flush=True)


if __name__ == "__main__":
    main()
