"""The programs of reductions.py as one writes them for numba: each thread has a part of its own."""

import numpy as np
from numba import get_num_threads, njit, prange

parallel = njit(parallel=True)


@parallel
def counts_of(at, bins):
    threads = get_num_threads()
    part = (len(at) + threads - 1) // threads
    own = np.zeros((threads, bins), np.uint32)
    for thread in prange(threads):
        mine = own[thread]
        for i in range(thread * part, min(len(at), (thread + 1) * part)):
            mine[at[i]] += np.uint32(1)
    counts = np.empty(bins, np.uint32)
    for b in prange(bins):
        count = np.uint32(0)
        for thread in range(threads):
            count += own[thread, b]
        counts[b] = count
    return counts


@parallel
def sums_of(at, values, bins):
    threads = get_num_threads()
    part = (len(at) + threads - 1) // threads
    own = np.zeros((threads, bins), np.float64)
    for thread in prange(threads):
        mine = own[thread]
        for i in range(thread * part, min(len(at), (thread + 1) * part)):
            mine[at[i]] += values[i]
    sums = np.empty(bins, np.float64)
    for b in prange(bins):
        total = 0.0
        for thread in range(threads):
            total += own[thread, b]
        sums[b] = total
    return sums


@njit
def keep(keys, places, x, i):
    at = 7
    while at > 0 and x < keys[at - 1]:
        keys[at] = keys[at - 1]
        places[at] = places[at - 1]
        at -= 1
    keys[at] = x
    places[at] = i


@parallel
def least_of(xs):
    threads = get_num_threads()
    part = (len(xs) + threads - 1) // threads
    keys = np.full((threads, 8), np.inf, np.float32)
    places = np.full((threads, 8), 2**32 - 1, np.uint32)
    for thread in prange(threads):
        own_keys, own_places = keys[thread], places[thread]
        for i in range(thread * part, min(len(xs), (thread + 1) * part)):
            if xs[i] < own_keys[7]:
                keep(own_keys, own_places, xs[i], np.uint32(i))
    for thread in range(1, threads):
        for k in range(8):
            if keys[thread, k] < keys[0, 7]:
                keep(keys[0], places[0], keys[thread, k], places[thread, k])
    return keys[0], places[0]


@njit
def averages_of(xs):
    averages = np.empty_like(xs)
    y = 0.0
    for i in range(len(xs)):
        y = 0.9 * y + 0.1 * xs[i]
        averages[i] = y
    return averages
