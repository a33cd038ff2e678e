#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the house together: a room includes itself and the rooms to its left, a folder of a room likewise, all written from the root."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROOMS = ["mailbox", "qpu", "gpufft", "daemon"]
# The order inside a room, by folders; "." are the files of the room itself. What stands on the same floor are siblings, which do
# not include each other. A file of its own place is named.
FLOORS = {
    "gpufft": [".", "samples tables threads planning process", "device", "cpu opencl cuda qpu", "hybrid",
               "backend.cpp levels.cpp", "demos", "program"],
    "daemon": ["config", "sources", "pipeline", "outputs", "server", "doctor", "service", "commands", "."],
}
GPUFFT_INSIDES = re.compile(r"gpufft/(cpu|qpu|opencl|cuda|device)/")


def place(path):
    """Where a file stands: its room, its floor in that room, and its place on that floor."""
    room, *rest = path.split("/")
    folder = rest[0] if len(rest) > 1 and room in FLOORS else "."
    floors = [floor.split() for floor in FLOORS.get(room, ["."])]
    name = next((name for name in (rest[0], folder) if any(name in floor for floor in floors)), None)
    if name is None:
        sys.exit(f"{path}: {folder} has no place in the order of {room}")
    return ROOMS.index(room), next(at for at, floor in enumerate(floors) if name in floor), name


def fault(file, include):
    if include.split("/")[0] not in ROOMS:
        return "is not written from the root"
    if not (ROOT / include).exists():
        return "does not exist"
    there, here = place(include), place(file)
    if there[:2] > here[:2]:
        return "points to the right"
    if there[:2] == here[:2] and there[2] != here[2]:
        return "is a sibling's"
    if GPUFFT_INSIDES.match(include) and not file.startswith("gpufft/"):
        return "reaches into gpufft's insides"
    return None


def main():
    faults, seen = [], 0
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix not in {".h", ".cpp", ".cu", ".cuh"}:
                continue
            file = str(path.relative_to(ROOT))
            for include in re.findall(r'^\s*#include "([^"]+)"', path.read_text(), re.MULTILINE):
                seen += 1
                reason = fault(file, include)
                if reason:
                    faults.append(f"{file}: \"{include}\" {reason}")
    print("\n".join(faults) or f"{seen} includes, all in order")
    sys.exit(bool(faults) or seen == 0)


if __name__ == "__main__":
    main()
