#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the house together: a room includes itself and the rooms to its left, written from the root, and nothing else."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The order inside each room, by the names of its folders and files; "." stands for all that is not named. A room without a
# list may include itself in any order.
ORDER = {
    "": ["command_line", "mailbox", "qpu", "gpufft", "daemon"],
    "daemon": ["config", "sources", "pipeline", "outputs", "server", "doctor", "service", "commands", "."],
    "daemon/server": [
        "sockets", "memory_budget", "rate_limits", "rows", "context", "http", "endpoints", "websocket", "share", "."],
}
GPUFFT_INSIDES = re.compile(r"gpufft/(cpu|qpu|opencl|cuda)/")


def points_up(file, include):
    """Whether the include is above the file in the list of the innermost room that holds both."""
    room, file, include = "", file.split("/"), include.split("/")
    while room in ORDER and len(file) > 0 and len(include) > 0:
        places = [place(ORDER[room], path) for path in (file, include)]
        if places[0] != places[1]:
            return places[1] > places[0]
        if file[0] != include[0]:
            return False
        room = f"{room}/{file[0]}".lstrip("/")
        file, include = file[1:], include[1:]
    return False


def place(order, path):
    name = path[0].split(".")[0]
    return order.index(name if name in order else ".")


def fault(file, include):
    if include.split("/")[0] not in ORDER[""]:
        return "is not written from the root"
    if not (ROOT / include).exists():
        return "does not exist"
    if points_up(file, include):
        return "points to the right"
    if GPUFFT_INSIDES.match(include) and not file.startswith("gpufft/"):
        return "reaches into gpufft's insides"
    return None


def main():
    faults, seen = [], 0
    for room in ORDER[""]:
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
