# SPDX-License-Identifier: MIT
"""How the daemon is: whether it answers, how fast, and what it holds."""
import dataclasses
import re
import time

from client import Failed


@dataclasses.dataclass
class Health:
    seconds: float  # of a status
    memory: int  # bytes resident
    descriptors: int

    def __str__(self):
        return f'status in {self.seconds * 1000:.0f} ms, {self.memory >> 20} MiB, {self.descriptors} descriptors'


def health_of(target):
    """Fails unless the daemon is alive; says how long a status took, and does not judge it."""
    begin = time.monotonic()
    target.status()
    seconds = time.monotonic() - begin
    figures = metrics_of(target)
    return Health(seconds, int(figures.get('process_resident_memory_bytes', 0)), int(figures.get('process_open_fds', 0)))


def memory_of(target):
    return int(metrics_of(target).get('process_resident_memory_bytes', 0))


def metrics_of(target):
    answer = target.get('/metrics')
    if answer.status != 200:
        raise Failed(f'metrics: {answer}')
    return {name: float(value) for name, value in re.findall(r'^(\w+) ([-+.\deE]+)$', answer.body.decode(), re.M)}
