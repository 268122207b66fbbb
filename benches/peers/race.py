"""Races programs with elementary functions against the same formulas in C, numba and JAX.

    cargo build --release --package fusus-benches --example formulas
    python benches/peers/race.py [--sizes 100000,1000000] [--rounds 15] [--only waves,gelu]

C is compiled by gcc with -O3 -march=native -ffast-math and OpenMP, once against glibc's vectors of
functions (libmvec) and once against SLEEF's, where libsleefgnuabi is installed. Peers that are not
installed are left out. All runs are interleaved, in another order each round; all threads are used.
Outputs are the caller's arrays, but for JAX, which has none.
"""

import argparse
import contextlib
import ctypes
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
LIBRARY = HERE.parent.parent / "target/release/examples/libformulas.so"

#: Name, type, ranges of the inputs, number of outputs.
FORMULAS = [
    ("black_scholes", np.float64, [(80, 120), (80, 120), (0.1, 3)], 2),
    ("softplus", np.float32, [(-5, 5)], 1),
    ("gelu", np.float32, [(-3, 3)], 1),
    ("softmax", np.float64, [(-5, 5)], 1),
    ("waves", np.float64, [(-5, 5)], 1),
    ("logistic", np.float64, [(-2, 8)], 1),
    ("gravity", np.float64, [(-5, 5)] * 3, 1),
    ("box_muller", np.float64, [(1e-9, 1), (0, 1)], 2),
    ("powers", np.float64, [(0, 1)], 1),
]


def of_library(path):
    """Calls of a library: inputs, then outputs."""
    library = ctypes.CDLL(str(path))

    def formula(name):
        function = getattr(library, name)
        function.restype = None

        def prepare(inputs, outputs):
            arguments = [ctypes.c_size_t(len(inputs[0]))]
            arguments += [ctypes.c_void_p(array.ctypes.data) for array in inputs + outputs]
            return lambda: function(*arguments)

        return prepare

    return formula


def of_c(folder, extra):
    """The formulas in C, compiled with further arguments; None if that fails."""
    path = pathlib.Path(folder) / f"c{abs(hash(tuple(extra)))}.so"
    command = ["gcc", "-O3", "-march=native", "-ffast-math", "-fopenmp", "-fPIC", "-shared"]
    command += [str(HERE / "formulas.c"), "-o", str(path), *extra, "-lm"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        print("left out:", " ".join(command), done.stderr.strip().splitlines()[-1:], file=sys.stderr)
        return None
    return of_library(path)


def of_numba():
    try:
        import numba_formulas
    except ImportError as error:
        print("left out: numba:", error, file=sys.stderr)
        return None

    def formula(name):
        function = getattr(numba_formulas, name)

        def prepare(inputs, outputs):
            function(*inputs, *outputs)
            return lambda: function(*inputs, *outputs)

        return prepare

    return formula


def of_jax():
    try:
        import jax
        import jax_formulas
    except ImportError as error:
        print("left out: JAX:", error, file=sys.stderr)
        return None

    def formula(name):
        function = jax.jit(getattr(jax_formulas, name))

        def prepare(inputs, outputs):
            arrays = [jax.numpy.asarray(array) for array in inputs]
            results = jax.block_until_ready(function(*arrays))
            results = results if isinstance(results, tuple) else (results,)
            for result, output in zip(results, outputs):
                output[:] = np.asarray(result)
            return lambda: jax.block_until_ready(function(*arrays))

        return prepare

    return formula


def peer_of(name, folder):
    """Prepares formulas of a peer; None if it is not installed."""
    if name == "fusus":
        return of_library(LIBRARY)
    if name == "numba":
        return of_numba()
    if name == "JAX":
        return of_jax()
    return of_c(folder, ["-Wl,--no-as-needed", "-lsleefgnuabi"] if name == "C, SLEEF" else [])


def arrays(formula, size):
    name, kind, ranges, outputs = formula
    random = np.random.default_rng(1)
    inputs = [random.uniform(low, high, size).astype(kind) for low, high in ranges]
    return inputs, [np.zeros(size, kind) for _ in range(outputs)]


def serve(name):
    """Runs formulas of one peer as the other end of the pipe asks for them.

    Each peer has a process of its own, since their pools of threads do not get along in one.
    """
    with tempfile.TemporaryDirectory() as folder:
        peer = peer_of(name, folder)
        print("ready" if peer else "missing", flush=True)
        call = None
        for line in sys.stdin:
            words = line.split()
            if words[0] == "prepare":
                formula = next(formula for formula in FORMULAS if formula[0] == words[1])
                inputs, outputs = arrays(formula, int(words[2]))
                call = peer(formula[0])(inputs, outputs)
                call()
                print(*(float(output[:1000].sum(dtype=np.float64)) for output in outputs), flush=True)
            else:
                call()
                start = time.perf_counter()
                for _ in range(int(words[1])):
                    call()
                print((time.perf_counter() - start) / int(words[1]), flush=True)


class Peer:
    """The process of a peer, in which a script serves it."""

    def __init__(self, name, script=__file__):
        command = [sys.executable, script, "--serve", name]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        self.is_there = self.process.stdout.readline().strip() == "ready"

    def ask(self, line):
        print(line, file=self.process.stdin, flush=True)
        return [float(word) for word in self.process.stdout.readline().split()]

    def time(self, repeats):
        # Untimed: threads wake up, and arrays come back into the caches.
        self.ask("run 1")
        return self.ask(f"run {repeats}")[0]

    def used(self):
        """Nanoseconds that all of its threads have had of processors so far."""
        used = 0
        for thread in pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/schedstat"):
            # A thread may end before it is read.
            with contextlib.suppress(OSError):
                used += int(thread.read_text().split()[0])
        return used


def wait_until_still(peers):
    """Waits until no peer uses a twentieth of a processor: threads look for work behind a call, up to a second."""
    last, end = None, time.perf_counter() + 1
    while time.perf_counter() < end:
        used = sum(peer.used() for peer in peers.values())
        if last is not None and used - last < 500_000:
            return
        last = used
        time.sleep(0.01)


def medians(peers, rounds):
    """Median seconds of what each peer has prepared, in another order each round."""
    fastest = min(peer.time(3) for peer in peers.values())
    repeats = max(1, math.ceil(1e-2 / fastest))
    times = {name: [] for name in peers}
    order = list(peers)
    for number in range(rounds):
        turn = number % len(order)
        for name in order[turn:] + order[:turn]:
            wait_until_still(peers)
            times[name].append(peers[name].time(repeats))
    return {name: statistics.median(all) for name, all in times.items()}


def race(formula, size, peers, rounds):
    """Median nanoseconds an element of each peer."""
    sums = {name: peer.ask(f"prepare {formula[0]} {size}") for name, peer in peers.items()}
    for name, found in sums.items():
        assert np.allclose(found, sums["fusus"], rtol=1e-4), (formula[0], name, found)
    return {name: seconds / size * 1e9 for name, seconds in medians(peers, rounds).items()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sizes", default="100000,1000000,10000000")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", default="")
    parser.add_argument("--serve", help="used by the script itself")
    arguments = parser.parse_args()
    if arguments.serve:
        return serve(arguments.serve)
    only = [name for name in arguments.only.split(",") if name]
    peers = {name: Peer(name) for name in ["fusus", "numba", "JAX", "C, libmvec", "C, SLEEF"]}
    peers = {name: peer for name, peer in peers.items() if peer.is_there}
    others = [name for name in peers if name != "fusus"]
    print("| formula | elements | fusus, ns | " + " | ".join(f"÷ {name}" for name in others) + " |")
    print("|---|---|---|" + "---|" * len(others))
    for size in map(int, arguments.sizes.split(",")):
        for formula in FORMULAS:
            if only and formula[0] not in only:
                continue
            times = race(formula, size, peers, arguments.rounds)
            ratios = [f"{times[name] / times['fusus']:.2f}" for name in others]
            cells = [formula[0], f"{size:.0e}", f"{times['fusus']:.2f}", *ratios]
            print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
