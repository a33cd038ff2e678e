#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Noise floor and occupancy of rows of api/v1/history (JSON on standard input), computed apart from the program: by the
definitions of ITU-R SM.1753 and SM.1880, with sums and sorting alone. Arguments: FROM TO THRESHOLD in Hz and dB."""

import json
import math
import sys


def lowest_fifth(ffts):
    """Mean of the lowest fifth of a gamma distribution of shape `ffts` and mean 1, by summing over its density."""
    step, below, part = 1 / 20000, 0.0, 0.0
    x = step / 2
    while True:
        density = math.exp((ffts - 1) * math.log(x * ffts) - x * ffts - math.lgamma(ffts)) * ffts * step
        if below + density >= 0.2:
            return (part + x * (0.2 - below)) / 0.2
        below, part, x = below + density, part + x * density, x + step


def floor_db(levels, ffts, known={}):
    powers = sorted(10 ** (level / 10) for level in levels if level is not None)
    powers = powers[:max(len(powers) // 5, 1)]
    if ffts not in known:
        known[ffts] = lowest_fifth(ffts)
    return 10 * math.log10(sum(powers) / len(powers) / known[ffts])


def main():
    low, high, threshold = map(float, sys.argv[1:])
    rows = json.load(sys.stdin)['rows']
    floors = [floor_db(row['levels'], row['ffts']) for row in rows]
    used = 0
    for row, floor in zip(rows, floors):
        zero = row['center_hz'] - len(row['levels']) // 2 * row['bin_hz']
        inside = [level for n, level in enumerate(row['levels']) if low <= zero + n * row['bin_hz'] <= high]
        used += max(inside) >= floor + threshold
    print(json.dumps({'rows': len(rows), 'used': used, 'floor_db': sum(floors) / len(floors)}))


if __name__ == '__main__':
    main()
