# SPDX-License-Identifier: MIT
"""rtl_tcp servers that lie: the daemon serves on, says what is wrong and ends when it is asked to."""
import os
import socket
import struct
import threading
import time

from cases import Case, eventually
from client import Failed
from hostile.program import Run

GREETING = b'RTL0' + struct.pack('>II', 5, 29)


class Server:
    """Every connection is given to `speak`, which ends when the server does."""

    def __init__(self, speak):
        self.speak, self.stopped = speak, threading.Event()
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stopped.set()
        self.listener.close()

    def _accept(self):
        while not self.stopped.is_set():
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        try:
            self.speak(connection, self.stopped)
        except OSError:
            pass
        connection.close()


def silent(connection, stopped):
    stopped.wait()


def says(data):
    def speak(connection, stopped):
        connection.sendall(data)
        stopped.wait()
    return speak


def says_and_closes(data):
    return lambda connection, stopped: connection.sendall(data)


def streams(block, pause, greeting=GREETING):
    def speak(connection, stopped):
        connection.sendall(greeting)
        while not stopped.is_set():
            connection.sendall(block)
            if stopped.wait(pause):
                return
    return speak


def bytewise(connection, stopped):
    for byte in GREETING + bytes(1000):
        connection.sendall(bytes([byte]))
        if stopped.wait(0.2):
            return


def resets(connection, stopped):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
    connection.sendall(GREETING + bytes(1000))


SERVERS = {
    'silent': silent, 'closes': says_and_closes(b''), 'rubbish': says(b'HTTP/1.1 200 OK\r\n\r\n'), 'half_a_greeting': says(GREETING[:6]),
    'half_and_close': says_and_closes(GREETING[:6]), 'greeting_only': says(GREETING), 'greeting_and_close': says_and_closes(GREETING),
    'wrong_magic': says(b'RTL1' + GREETING[4:] + bytes(100_000)), 'tuner_of_all_ones': streams(bytes(16384), 0.01, b'RTL0' + b'\xff' * 8),
    'odd_blocks': streams(os.urandom(16383), 0.005), 'bytewise': bytewise, 'resets': resets, 'as_fast_as_it_goes': streams(os.urandom(1 << 18), 0),
    'too_slow': streams(bytes(512), 0.5), 'stalls': says(GREETING + os.urandom(1 << 20)), 'endless_greeting': streams(GREETING * 1000, 0.01),
}


def lying(speak, seconds=4.0):
    def attack(program):
        with Server(speak) as server, Run(program, ['--source', f'rtl_tcp:127.0.0.1:{server.port}', '--rate', '250k', '--fft', '256']) as run:
            run.wait_until_it_serves_or_ends()
            if run.code is not None:
                raise Failed(f'ended with {run.code}: {run.said()[-300:]!r}')
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                run.check_it_serves()
                time.sleep(0.2)
            run.stop()
    return attack


def says_why_nothing_streams(program):
    with Server(silent) as server, Run(program, ['--source', f'rtl_tcp:127.0.0.1:{server.port}']) as run:
        run.wait_until_it_serves_or_ends()
        eventually(lambda: run.target().status()['source']['reason'], 'a reason in the status', 40)
        run.stop()


def cases():
    return [Case(f'rtl_tcp/server/{name}', lying(speak)) for name, speak in SERVERS.items()] + [Case('rtl_tcp/status/reason', says_why_nothing_streams)]
