"""Races histograms, sums by a key, the eight least and moving averages against numba.

    cargo build --release --package fusus-benches --example reductions
    python benches/peers/reductions.py [--size 10000000] [--rounds 15] [--only counts_of]

Each peer has a process of its own. All runs are interleaved, in another order each round; all threads
are used. Results are fresh arrays in both.
"""

import argparse
import ctypes
import sys
import time

import numpy as np
from race import LIBRARY, Peer, medians

#: Name, number of bins or 0.
PROGRAMS = [
    ("counts_of", 64),
    ("counts_of", 4_096),
    ("counts_of", 1_000_000),
    ("sums_of", 64),
    ("sums_of", 4_096),
    ("sums_of", 1_000_000),
    ("least_of", 0),
    ("averages_of", 0),
]


def arrays(name, bins, size):
    """The inputs of a program."""
    random = np.random.default_rng(1)
    if bins == 0:
        return [random.uniform(0, 1, size).astype(np.float32 if name == "least_of" else np.float64)]
    at = random.integers(0, bins, size, np.uint32)
    return [at] if name == "counts_of" else [at, random.uniform(0, 1, size)]


def by_numba(name, bins, inputs):
    import numba_reductions

    function = getattr(numba_reductions, name)
    arguments = inputs + [bins] if bins else inputs
    return lambda: function(*arguments), function(*arguments)


def by_fusus(name, bins, inputs):
    library = ctypes.CDLL(str(LIBRARY.with_name("libreductions.so")))
    function = getattr(library, name)
    function.restype = None
    arguments = [ctypes.c_size_t(len(inputs[0]))]
    arguments += [ctypes.c_void_p(array.ctypes.data) for array in inputs]
    if bins:
        arguments.append(ctypes.c_size_t(bins))
    kinds = {"counts_of": np.uint32, "least_of": [("x", np.float32), ("i", np.uint32)]}
    lengths = {"least_of": 8, "averages_of": len(inputs[0])}
    result = np.zeros(bins or lengths[name], kinds.get(name, np.float64))
    function(*arguments, ctypes.c_void_p(result.ctypes.data))
    results = (result["x"], result["i"]) if name == "least_of" else result
    return lambda: function(*arguments, None), results


PEERS = {"fusus": by_fusus, "numba": by_numba}


def serve(name):
    """Runs programs by one peer as the other end of the pipe asks for them."""
    try:
        if name == "numba":
            __import__("numba")
        print("ready", flush=True)
    except ImportError:
        print("missing", flush=True)
    call = None
    for line in sys.stdin:
        words = line.split()
        if words[0] == "prepare":
            bins, size = int(words[2]), int(words[3])
            # Calls of the library know where these are, and no more.
            inputs = arrays(words[1], bins, size)
            call, results = PEERS[name](words[1], bins, inputs)
            results = results if isinstance(results, tuple) else (results,)
            weights = [np.arange(len(result)) % 97 for result in results]
            sums = [float((result * weight).sum(dtype=np.float64)) for result, weight in zip(results, weights)]
            print(*sums, flush=True)
        else:
            call()
            start = time.perf_counter()
            for _ in range(int(words[1])):
                call()
            print((time.perf_counter() - start) / int(words[1]), flush=True)


def race(name, bins, size, peers, rounds):
    """Median seconds of each peer."""
    found = {peer: process.ask(f"prepare {name} {bins} {size}") for peer, process in peers.items()}
    for peer, result in found.items():
        assert np.allclose(result, found["fusus"], rtol=1e-9), (name, bins, peer, found)
    return medians(peers, rounds)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, default=10_000_000)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", default="")
    parser.add_argument("--serve", help="used by the script itself")
    arguments = parser.parse_args()
    if arguments.serve:
        return serve(arguments.serve)
    peers = {name: Peer(name, __file__) for name in PEERS}
    peers = {name: peer for name, peer in peers.items() if peer.is_there}
    print("| program | bins | fusus, ms | numba, ms | of numba |\n|---|--:|--:|--:|--:|")
    for name, bins in PROGRAMS:
        if arguments.only and arguments.only not in name:
            continue
        times = race(name, bins, arguments.size, peers, arguments.rounds)
        ours, theirs = times["fusus"], times.get("numba", float("nan"))
        cells = [f"`{name}`", f"{bins:,}" if bins else "", f"{ours * 1e3:.3g}", f"{theirs * 1e3:.3g}"]
        print("| " + " | ".join([*cells, f"{theirs / ours:.2f}"]) + " |", flush=True)


if __name__ == "__main__":
    main()
