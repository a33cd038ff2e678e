# SPDX-License-Identifier: MIT
"""WebSocket frames, good and bad."""
import json
import os
import struct
import time

from client import Failed, PATIENCE

TEXT, BINARY, CLOSE, PING, PONG, CONTINUATION = 1, 2, 8, 9, 10, 0
KEY = 'dGhlIHNhbXBsZSBub25jZQ=='


def frame(opcode, payload=b'', final=True, reserved=0, masked=True, length=None, length_bytes=None, mask=None):
    """`length` and `length_bytes` (0, 2, 8) override the payload length in the header."""
    count = len(payload) if length is None else length
    width = length_bytes if length_bytes is not None else 0 if count < 126 else 2 if count < 65536 else 8
    code = {0: count, 2: 126, 8: 127}[width]
    head = bytes([final << 7 | reserved << 4 | opcode, masked << 7 | code])
    head += count.to_bytes(width, 'big') if width else b''
    if not masked:
        return head + payload
    mask = mask or os.urandom(4)
    keys = (mask * (len(payload) // 4 + 1))[:len(payload)]
    hidden = (int.from_bytes(payload, 'big') ^ int.from_bytes(keys, 'big')).to_bytes(len(payload), 'big')
    return head + mask + hidden


def text(message):
    return frame(TEXT, (message if isinstance(message, str) else json.dumps(message)).encode())


def ping_message(number):
    """A request of our own protocol that is answered with the same number."""
    return {'type': 'ping', 'id': number}


def close_payload(code, reason=b''):
    return struct.pack('>H', code) + reason


class WebSocket:
    """A connected client. Functions that wait for something else skip rows and status messages."""

    def __init__(self, target, rows=False, receive_buffer=None):
        self.line = target.line(receive_buffer=receive_buffer)
        offered = 'spectrum.v1' + (f', bearer.{target.token}' if target.token else '')
        self.line.send(target.request('GET', '/ws', upgrade_headers(offered), authorized=False))
        self.answer = self.line.answer()
        if self.answer.status != 101:
            self.line.close()
            raise Failed(f'the WebSocket was not opened: {self.answer}')
        if not rows:
            self.send(text({'type': 'view', 'pause': True}))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.line.close()

    def send(self, data):
        return self.line.send(data)

    def next_frame(self):
        """(opcode, payload), or nothing at the end. The daemon's frames are whole and not masked."""
        head = self.line.take(2)
        if head is None:
            return None
        if head[0] & 0x70 or not head[0] & 0x80 or head[1] & 0x80:
            raise Failed(f'a frame that begins with {head.hex()}')
        width = {126: 2, 127: 8}.get(head[1], 0)
        length = int.from_bytes(self.line.take(width) or b'', 'big') if width else head[1]
        payload = self.line.take(length)
        return None if payload is None else (head[0] & 15, payload)

    def wait_for(self, wanted):
        """The first frame for which `wanted(opcode, payload)`; Failed if the connection ends first."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            got = self.next_frame()
            if got is None:
                raise Failed('closed without a close frame')
            if wanted(*got):
                return got
            if got[0] == CLOSE:
                raise Failed(f'closed with {code_of(got[1])} {got[1][2:]!r}')
        raise Failed(f'not within {PATIENCE:.0f} s')

    def message(self, kind):
        def is_it(opcode, payload):
            return opcode == TEXT and json.loads(payload).get('type') == kind
        return json.loads(self.wait_for(is_it)[1])

    def expect_answers(self, *numbers):
        for number in numbers:
            pong = self.message('pong')
            if pong.get('id') != number:
                raise Failed(f'answered {pong}, not {number!r}')

    def expect_alive(self):
        self.send(text(ping_message('alive')))
        while self.message('pong').get('id') != 'alive':
            pass

    def expect_close(self, *codes):
        """None stands for a close frame without a code."""
        payload = self.wait_for(lambda opcode, _: opcode == CLOSE)[1]
        if code_of(payload) not in codes:
            raise Failed(f'closed with {code_of(payload)}, not {" or ".join(map(str, codes))}')
        self.line.end()
        self.line.wait_for_close()


def code_of(payload):
    return struct.unpack('>H', payload[:2])[0] if len(payload) >= 2 else None


def upgrade_headers(protocols='spectrum.v1'):
    headers = [('Upgrade', 'websocket'), ('Connection', 'Upgrade'), ('Sec-WebSocket-Version', '13'),
               ('Sec-WebSocket-Key', KEY)]
    return headers + ([('Sec-WebSocket-Protocol', protocols)] if protocols else [])
