# SPDX-License-Identifier: MIT
"""WebSocket frames: what groups 1 to 7, 9 and 10 of the Autobahn suite cover, with masks and announced lengths. The daemon
does not echo: a text that must arrive is a `ping` of our own protocol, answered by `pong` with the same id."""
import json

from cases import Case
from client import Failed
from websocket import (BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, WebSocket, close_payload, frame, ping_message, text)

PARALLEL = 16
LIMIT = 65536  # bytes of a message
PROTOCOL_ERROR, UNSUPPORTED, BAD_TEXT, POLICY, TOO_BIG = 1002, 1003, 1007, 1008, 1009
GOOD_TEXTS = ['', 'Hello-\u00b5@\u00df\u00f6\u00e4\u00fc\u00e0\u00e1-UTF-8!!', '\u03ba\u1f79\u03c3\u03bc\u03b5', '\u0080', '\u07ff', '\u0800', '\uffff', '\ufffd', '\ud7ff',
              '\ue000', '\U00010000', '\U0010ffff', '\ufffe', '\U0001fffe', '\ufdd0', '\u0000', '\ufeff']
BAD_TEXTS = ['80', 'bf', 'c0af', 'c080', 'c1bf', 'e080af', 'e09fbf', 'eda080', 'edafbf', 'edb080', 'edbfbf', 'eda080edb080', 'f08080af',
             'f08fbfbf', 'f4908080', 'f5808080', 'f888808080', 'fc8480808080', 'fe', 'ff', 'fefeffff', 'c3', 'e282', 'f09f98', 'c328', 'e228a1',
             'e28228', 'f028bcbc', 'f0288cbc', 'f0908028', '48656c6c6fff', 'cebae1bdb9cf83cebcceb5eda080656469746564', 'c0', 'f0808080']
GOOD_CODES = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999]
BAD_CODES = [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535]


def exchange(data, *numbers, chop=None):
    """All of it is accepted and each of these pings is answered; then the connection still works."""
    def attack(target):
        with WebSocket(target) as socket:
            send(socket, data, chop)
            socket.expect_answers(*numbers)
            socket.expect_alive()
    return attack


def closed(data, *codes, chop=None):
    def attack(target):
        with WebSocket(target) as socket:
            send(socket, data, chop)
            socket.expect_close(*codes)
    return attack


def ponged(data, *payloads):
    def attack(target):
        with WebSocket(target) as socket:
            socket.send(data)
            for payload in payloads:
                got = socket.wait_for(lambda opcode, _: opcode == PONG)[1]
                if got != payload:
                    raise Failed(f'pong {got!r}, not {payload!r}')
            socket.expect_alive()
    return attack


def answered_with_error(data):
    def attack(target):
        with WebSocket(target) as socket:
            socket.send(data)
            socket.message('error')
            socket.expect_alive()
    return attack


def send(socket, data, chop):
    chop = chop or len(data) or 1
    for at in range(0, len(data), chop):
        socket.send(data[at:at + chop])


def padded(number, length):
    return json.dumps(ping_message(number)).encode().ljust(length)


def fragments(payload, size):
    """A text in frames of `size` bytes."""
    parts = [payload[at:at + size] for at in range(0, len(payload), size)]
    return b''.join(frame(TEXT if i == 0 else CONTINUATION, part, final=i == len(parts) - 1) for i, part in enumerate(parts))


def framing_cases():
    for length in (60, 125, 126, 127, 128, 1000, 65535, LIMIT):
        for chop in (None, 997) if length > 1000 else (None, 1):
            yield f'1/text_{length}_chop_{chop}', exchange(frame(TEXT, padded(1, length)), 1, chop=chop)
    yield '1/text_empty', answered_with_error(frame(TEXT))
    for length in (0, 125, 126, 65536):
        yield f'1/binary_{length}', closed(frame(BINARY, bytes(length)), UNSUPPORTED)


def ping_cases():
    for name, payload in {'empty': b'', 'one': b'x', 'binary': bytes(range(125)), 'bad_utf8': b'\xff\xfe'}.items():
        yield f'2/ping_{name}', ponged(frame(PING, payload), payload)
    yield '2/ping_126', closed(frame(PING, bytes(126)), PROTOCOL_ERROR)
    yield '2/pong_126', closed(frame(PONG, bytes(126)), PROTOCOL_ERROR)
    yield '2/unasked_pongs', exchange(frame(PONG, b'x') * 10 + text(ping_message(3)), 3)
    yield '2/ten_pings', ponged(b''.join(frame(PING, bytes([i])) for i in range(10)), *(bytes([i]) for i in range(10)))
    yield '2/bytewise', bytewise_ping


def bytewise_ping(target):
    with WebSocket(target) as socket:
        send(socket, frame(PING, b'slow'), 1)
        socket.wait_for(lambda opcode, payload: (opcode, payload) == (PONG, b'slow'))


def reserved_cases():
    for bits in range(1, 8):
        for opcode, name in ((TEXT, 'text'), (BINARY, 'binary'), (PING, 'ping'), (CLOSE, 'close'), (PONG, 'pong')):
            payload = close_payload(1000) if opcode == CLOSE else b'x'
            yield f'3/bits_{bits}_{name}', closed(frame(opcode, payload, reserved=bits), PROTOCOL_ERROR)
            yield f'3/bits_{bits}_{name}_behind_text', closed(text(ping_message(1)) + frame(opcode, payload, reserved=bits), PROTOCOL_ERROR)


def opcode_cases():
    for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
        for name, payload in {'empty': b'', 'one': b'x', 'long': bytes(125)}.items():
            yield f'4/opcode_{opcode}_{name}', closed(frame(opcode, payload), PROTOCOL_ERROR)
        yield f'4/opcode_{opcode}_behind_text', closed(text(ping_message(1)) + frame(opcode), PROTOCOL_ERROR)
        yield f'4/opcode_{opcode}_bytewise', closed(frame(opcode, b'x'), PROTOCOL_ERROR, chop=1)


def fragment_cases():
    message = padded(5, 100)
    yield '5/ping_in_fragments', closed(frame(PING, b'a', final=False) + frame(CONTINUATION, b'b'), PROTOCOL_ERROR)
    yield '5/pong_in_fragments', closed(frame(PONG, b'a', final=False) + frame(CONTINUATION, b'b'), PROTOCOL_ERROR)
    yield '5/close_in_fragments', closed(frame(CLOSE, b'', final=False), PROTOCOL_ERROR)
    for size in (1, 50, 99):
        for chop in (None, 1):
            yield f'5/text_by_{size}_chop_{chop}', exchange(fragments(message, size), 5, chop=chop)
    yield '5/empty_fragments', exchange(frame(TEXT, b'', final=False) + frame(CONTINUATION, b'', final=False) * 20 + frame(CONTINUATION, message), 5)
    yield '5/ping_between', exchange(frame(TEXT, message[:9], final=False) + frame(PING, b'now') + frame(CONTINUATION, message[9:]), 5)
    for final in (True, False):
        yield f'5/continuation_of_nothing_{final}', closed(frame(CONTINUATION, b'x', final=final), PROTOCOL_ERROR)
        yield f'5/continuation_behind_text_{final}', closed(text(ping_message(1)) + frame(CONTINUATION, b'x', final=final), PROTOCOL_ERROR)
    yield '5/text_within_text', closed(frame(TEXT, b'a', final=False) + frame(TEXT, b'b'), PROTOCOL_ERROR)
    yield '5/binary_within_text', closed(frame(TEXT, b'a', final=False) + frame(BINARY, b'b'), PROTOCOL_ERROR, UNSUPPORTED)
    yield '5/too_many', closed(frame(TEXT, b' ', final=False) + frame(CONTINUATION, b' ', final=False) * 5000, POLICY)


def text_cases():
    for index, content in enumerate(GOOD_TEXTS):
        for ascii_only in (True, False):
            body = json.dumps(ping_message(content), ensure_ascii=ascii_only).encode('utf-8', 'surrogatepass')
            yield f'6/good_{index:02d}_{"escaped" if ascii_only else "plain"}', exchange(frame(TEXT, body), content)
            if not ascii_only:
                yield f'6/good_{index:02d}_bytewise', exchange(fragments(body, 1), content)
    for code in BAD_TEXTS:
        bad = bytes.fromhex(code)
        yield f'6/bad_{code}', closed(frame(TEXT, bad), BAD_TEXT)
        yield f'6/bad_{code}_in_json', closed(frame(TEXT, b'{"type":"ping","id":"' + bad + b'"}'), BAD_TEXT)
        yield f'6/bad_{code}_in_fragments', closed(fragments(b'ab' + bad + b' ', 1), BAD_TEXT)
        yield f'6/bad_{code}_as_reason', closed(frame(CLOSE, close_payload(1000, bad)), BAD_TEXT, PROTOCOL_ERROR)
    for code in ('f4', 'f490', 'ff', 'edaf', 'c0'):  # wrong before the end of the message: refused without waiting for it
        bad = bytes.fromhex(code)
        if code != 'f4':
            yield f'6/fails_fast_{code}', closed(frame(TEXT, b'abc' + bad, final=False), BAD_TEXT)


def close_cases():
    for code in GOOD_CODES:
        yield f'7/code_{code}', closed(frame(CLOSE, close_payload(code)), code, 1000)
        yield f'7/code_{code}_with_reason', closed(frame(CLOSE, close_payload(code, b'bye')), code, 1000)
    for code in BAD_CODES:
        yield f'7/code_{code}', closed(frame(CLOSE, close_payload(code)), PROTOCOL_ERROR)
    yield '7/no_code', closed(frame(CLOSE), None, 1000, 1005)
    yield '7/one_byte', closed(frame(CLOSE, b'\x03'), PROTOCOL_ERROR)
    yield '7/reason_123', closed(frame(CLOSE, close_payload(1000, b'x' * 123)), 1000)
    yield '7/reason_124', closed(frame(CLOSE, close_payload(1000, b'x' * 124)), PROTOCOL_ERROR)
    yield '7/twice', closed(frame(CLOSE, close_payload(1000)) * 2, 1000)
    yield '7/text_behind', closed(frame(CLOSE, close_payload(1000)) + text(ping_message(1)), 1000)
    yield '7/ping_behind', closed(frame(CLOSE, close_payload(1000)) + frame(PING), 1000)
    yield '7/within_text', closed(frame(TEXT, b'a', final=False) + frame(CLOSE, close_payload(1000)), 1000)
    yield '7/long_text_before', closed(frame(TEXT, padded(1, LIMIT)) + frame(CLOSE, close_payload(1000)), 1000)


def limit_cases():
    for extra in (1, 2, 1000, 1 << 20):
        yield f'9/text_over_by_{extra}', closed(frame(TEXT, b' ' * (LIMIT + extra)), TOO_BIG)
        yield f'9/fragments_over_by_{extra}', closed(fragments(b' ' * (LIMIT + extra), 4096), TOO_BIG)
    for announced in (LIMIT + 1, 1 << 20, (1 << 31) - 1, 1 << 32, 1 << 40, (1 << 63) - 1):
        yield f'9/announced_{announced}', closed(frame(TEXT, length=announced), TOO_BIG)
        yield f'9/announced_{announced}_in_continuation', closed(
            frame(TEXT, b'a', final=False) + frame(CONTINUATION, length=announced), TOO_BIG)
        yield f'9/announced_{announced}_of_binary', closed(frame(BINARY, length=announced), TOO_BIG, UNSUPPORTED)
    yield '9/announced_sum', closed(frame(TEXT, b' ' * 40_000, final=False) + frame(CONTINUATION, length=40_000), TOO_BIG)
    for announced in (1 << 63, (1 << 64) - 1):
        yield f'9/announced_{announced}', closed(frame(TEXT, length=announced), PROTOCOL_ERROR, TOO_BIG)
    for opcode, name in ((PING, 'ping'), (PONG, 'pong'), (CLOSE, 'close')):
        for announced in (126, 65536, 1 << 40):
            yield f'9/announced_{announced}_of_{name}', closed(frame(opcode, length=announced), PROTOCOL_ERROR)
    for length, width in ((5, 2), (125, 2), (0, 2), (5, 8), (125, 8), (65535, 8)):
        yield f'9/length_{length}_in_{width}_bytes', closed(frame(TEXT, padded(1, length) if length > 30 else bytes(length), length_bytes=width),
                                                          PROTOCOL_ERROR)
    yield '10/auto_fragment', exchange(fragments(padded(10, LIMIT), 1300), 10)
    yield '10/200_messages', exchange(b''.join(text(ping_message(i)) for i in range(20)), *range(20))


def mask_cases():
    for opcode, name in ((TEXT, 'text'), (BINARY, 'binary'), (PING, 'ping'), (PONG, 'pong'), (CLOSE, 'close'), (CONTINUATION, 'continuation')):
        payload = close_payload(1000) if opcode == CLOSE else b'{}'
        yield f'mask/{name}_without', closed(frame(opcode, payload, masked=False), PROTOCOL_ERROR, UNSUPPORTED)
    for mask in (bytes(4), b'\xff' * 4):
        yield f'mask/{mask.hex()}', exchange(frame(TEXT, padded(1, 99), mask=mask), 1)


def cases():
    groups = (framing_cases, ping_cases, reserved_cases, opcode_cases, fragment_cases, text_cases, close_cases, limit_cases, mask_cases)
    return [Case(f'frames/{name}', attack) for group in groups for name, attack in group()]
