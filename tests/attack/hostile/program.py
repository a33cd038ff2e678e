# SPDX-License-Identifier: MIT
"""spectrumd as a child process that may not take more memory than the unit allows by far, and how it ends."""
import os
import re
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from cases import eventually
from client import Failed, Target

MOST_DATA = 1 << 30  # bytes of private memory: more than any case may need, less than a bomb wants
MOST_MEMORY = 256 << 20  # bytes resident: MemoryMax of the unit
STARTS, STOPS = 40.0, 40.0  # seconds, generous
BAD_USE, FAILURE = 64, 1


class Run:
    """One run in a separate folder, which is removed at the end; @ in an argument stands for it. Without a memory limit where
    a sanitizer may reserve any amount."""

    def __init__(self, program, arguments, files=None, limited=True):
        self.limited = limited
        self.folder = tempfile.TemporaryDirectory(prefix='spectrumd-attack.')
        self.place = Path(self.folder.name)
        (self.place / 'none.json').write_text('{}')
        if files:
            files(self.place)
        words = [str(word).replace('@', str(self.place)) for word in arguments]
        if not any(word == '--config' or word == 'check-config' for word in words):
            words += ['--config', str(self.place / 'none.json')]
        if 'check-config' not in words and not any(word in ('--listen', 'sweep', 'record', 'devices', 'doctor') for word in words):
            words += ['--listen', '127.0.0.1:0']
        environment = {key: value for key, value in os.environ.items() if key != 'HOME'} | {'HOME': self.folder.name}
        self.out, self.log = open(self.place / 'out', 'wb'), open(self.place / 'log', 'wb')
        limits = ['prlimit', f'--data={MOST_DATA}', '--core=0', '--'] if limited else []
        self.child = subprocess.Popen([*limits, program, *words], cwd=self.place, env=environment, stdin=subprocess.DEVNULL,
                                      stdout=self.out, stderr=self.log)
        self.code, self.memory = None, 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.code is None:
            self.child.send_signal(signal.SIGKILL)
            self._collect(0)
        self.out.close()
        self.log.close()
        self.folder.cleanup()

    def said(self):
        return (self.place / 'log').read_text(errors='replace')

    def ended(self):
        return self.code is not None or self._collect(os.WNOHANG)

    def _collect(self, flags):
        pid, status, usage = os.wait4(self.child.pid, flags)
        if pid == 0:
            return False
        self.code, self.memory = os.waitstatus_to_exitcode(status), usage.ru_maxrss * 1024
        self.child.returncode = self.code
        return True

    def address(self):
        match = re.search(r'http://(\S+?)/?\s', (self.place / 'out').read_text(errors='replace'))
        return match and match.group(1)

    def wait_until_it_serves_or_ends(self):
        eventually(lambda: self.ended() or self.address(), f'neither served nor ended; it said {self.said()[-300:]!r}', STARTS)

    def target(self):
        return Target(self.address())

    def check_it_serves(self):
        self.target().status()

    def stop(self):
        self.child.send_signal(signal.SIGTERM)
        eventually(self.ended, 'SIGTERM ends it', STOPS)
        self.check_code(0)

    def check_code(self, *codes):
        if self.code < 0:
            raise Failed(f'killed by {signal.Signals(-self.code).name}: {self.said()[-300:]!r}')
        if 'terminate called' in self.said() or 'runtime error' in self.said() or 'Sanitizer' in self.said():
            raise Failed(self.said()[-300:])
        if self.code not in codes:
            raise Failed(f'ended with {self.code}, not {" or ".join(map(str, codes))}: {self.said()[-300:]!r}')
        if self.limited and self.memory > MOST_MEMORY:
            raise Failed(f'took {self.memory >> 20} MiB')


def refused(arguments, files=None, codes=(BAD_USE,), says=None):
    """Ends by itself with a message for a person."""
    def attack(program):
        with Run(program, arguments, files=files) as run:
            eventually(run.ended, f'it does not end; it said {run.said()[-300:]!r}', STARTS)
            run.check_code(*codes)
            text = (run.said() + (run.place / 'out').read_text(errors='replace')).strip()
            if not text or (says and not re.search(says, text)):
                raise Failed(f'says {text[-300:]!r}')
            if len(text) > 200_000:
                raise Failed(f'a message of {len(text)} bytes')
    return attack


def harmless(arguments, files=None, seconds=1.0, meanwhile=None):
    """Refused like the others, or served; then it answers and SIGTERM ends it."""
    def attack(program):
        with Run(program, arguments, files=files) as run:
            run.wait_until_it_serves_or_ends()
            if run.code is not None:
                return run.check_code(0, BAD_USE, FAILURE)
            if meanwhile:
                meanwhile(run)
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                run.check_it_serves()
                time.sleep(0.2)
            run.stop()
    return attack

