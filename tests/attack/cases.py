# SPDX-License-Identifier: MIT
"""A case is a name and an attack; the attack raises Failed where the daemon fails, Skipped where it cannot be tried."""
import dataclasses
import os
import sys
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from typing import Callable

from client import Failed, Skipped


@dataclasses.dataclass(frozen=True)
class Case:
    name: str  # kind/group/what; a regular expression of --case finds it
    attack: Callable


@dataclasses.dataclass
class Results:
    tried: int = 0
    skipped: int = 0
    failures: list = dataclasses.field(default_factory=list)  # (name, reason)

    @property
    def held(self):
        return self.tried - len(self.failures)


def run_cases(cases, target, parallel, progress=lambda done: None):
    """Runs the cases of one kind, some at a time, and counts how they end."""
    results, lock = Results(), threading.Lock()

    def run(case):
        reason, skipped = outcome(case, target)
        with lock:
            results.skipped += skipped
            results.tried += not skipped
            if reason:
                results.failures.append((case.name, reason))
            progress(results.tried + results.skipped)

    with ThreadPoolExecutor(max_workers=parallel) as pool:
        for future in [pool.submit(run, case) for case in cases]:
            future.result()
    results.failures.sort()
    return results


def outcome(case, target):
    """(reason of a failure or nothing, whether it was skipped)"""
    try:
        case.attack(target)
    except Skipped:
        return None, True
    except Failed as failure:
        return str(failure), False
    except OSError as error:  # refused or reset where the daemon should have listened
        return f'{type(error).__name__}: {error}', False
    except Exception:  # a fault of the suite is not a success
        return traceback.format_exc().strip().replace('\n', ' | '), False
    return None, False


def thinned(cases, most):
    """At most that many of every group, spread evenly, the same ones each time."""
    groups = {}
    for case in cases:
        groups.setdefault(case.name.split('/')[1], []).append(case)
    chosen = []
    for group in groups.values():
        step = max(1, -(-len(group) // most))
        chosen += group[::step]
    return chosen


def show_progress(text):
    if os.isatty(2):
        print(f'\r\033[K{text}', end='', file=sys.stderr, flush=True)


def eventually(ask, what, seconds):
    """The first truthy answer; Failed after that many seconds."""
    end = time.monotonic() + seconds
    while True:
        answer = ask()
        if answer:
            return answer
        if time.monotonic() > end:
            raise Failed(f'not within {seconds} s: {what}')
        time.sleep(0.2)
