#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the order of the house: a room includes itself and the rooms before it, so do the folders of a room, and all
includes are written from the root."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The floors of each room from the ground up: names of folders and files, "." for all that is not named. Those that share
# a floor are siblings, which do not include each other. Inside a room without a list any order will do.
FLOORS = {
    "": ["command_line", "mailbox", "qpu", "gpufft", "daemon"],
    "gpufft": [".", "samples tables threads planning process", "device", "cpu opencl cuda qpu", "hybrid",
               "backend.cpp levels.cpp", "channels", "demos", "program"],
    "daemon": ["config", "sources", "pipeline", "channels store", "outputs", "watch", "users", "server", "feeds", "fleet", "hub", "doctor", "service", "commands", "."],
    "daemon/server": ["sockets", "feed_list followed_dial look_moments memory_budget own_names rate_limits reported_as spot_list", "http", "rows", "context", "endpoints", "websocket", "share", "."],
}
GPUFFT_INSIDES = re.compile(r"gpufft/(cpu|qpu|opencl|cuda|device)/")


def floor_of(room, name):
    """(floor, name there) of a file or folder directly inside a room."""
    floors = [floor.split() for floor in FLOORS[room]]
    known = next((known for known in (name, name.split(".")[0], ".") if any(known in floor for floor in floors)), None)
    if known is None:
        sys.exit(f"{room}/{name} has no place in the order of {room or 'the rooms'}")
    return next(at for at, floor in enumerate(floors) if known in floor), known


def order_fault(file, include):
    """Compares both where their paths part, in the innermost room that holds them."""
    room, file, include = "", file.split("/"), include.split("/")
    while room in FLOORS:
        (here, name), (there, other) = floor_of(room, file[0]), floor_of(room, include[0])
        if there > here:
            return "points up"
        if there == here and name != other:
            return "is a sibling's"
        if file[0] != include[0] or len(file) == 1:
            return None
        room = f"{room}/{file[0]}".lstrip("/")
        file, include = file[1:], include[1:]
    return None


def fault(file, include):
    if include.split("/")[0] not in FLOORS[""]:
        return "is not written from the root"
    if not (ROOT / include).exists():
        return "does not exist"
    if GPUFFT_INSIDES.match(include) and not file.startswith("gpufft/"):
        return "reaches into gpufft's insides"
    return order_fault(file, include)


def main():
    faults, seen = [], 0
    for room in FLOORS[""]:
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
