#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the house together: a room includes itself and the rooms to its left, written from the root, and nothing else."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROOMS = ["command_line", "mailbox", "qpu", "gpufft", "daemon"]
INSIDE_DAEMON = ["config", "sources", "pipeline", "outputs", "server", "doctor", "service", "commands", "."]  # "." is daemon/ itself: main and what it is made of
GPUFFT_INSIDES = re.compile(r"gpufft/(cpu|qpu|opencl|cuda)/")


def place(path):
    """Where a file stands: its room, and its place inside daemon."""
    room, *rest = path.split("/")
    return ROOMS.index(room), INSIDE_DAEMON.index(rest[0] if len(rest) > 1 else ".") if room == "daemon" else 0


def fault(file, include):
    if include.split("/")[0] not in ROOMS:
        return "is not written from the root"
    if not (ROOT / include).exists():
        return "does not exist"
    if place(include) > place(file):
        return "points to the right"
    if GPUFFT_INSIDES.match(include) and not file.startswith("gpufft/"):
        return "reaches into gpufft's insides"
    return None


def main():
    faults, seen = [], 0
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix not in {".h", ".cpp", ".cu"}:
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
