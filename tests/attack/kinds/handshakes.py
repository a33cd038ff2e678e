# SPDX-License-Identifier: MIT
"""WebSocket handshakes: only valid ones are accepted, and only protocols and extensions that the daemon supports."""
import base64
import hashlib

from cases import Case
from client import Failed, Skipped, check_refused
from websocket import KEY, upgrade_headers

PARALLEL = 8
ACCEPT = base64.b64encode(hashlib.sha1((KEY + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').encode()).digest()).decode()

VERSIONS = ['0', '7', '8', '12', '14', '013', '13, 8', '+13', '', 'thirteen', '13.0', '4294967309']
KEYS = ['', 'x', KEY[:-1], KEY + '=', KEY[:-4], KEY + KEY, '=' * 24, 'dGhlIHNhbXBsZSBub25jZQ', '!' * 22 + '==', ' ' * 24,
        'A' * 4000, base64.b64encode(bytes(15)).decode(), base64.b64encode(bytes(17)).decode()]
SUBPROTOCOLS = {'': None, 'spectrum.v1': 'spectrum.v1', 'chat': None, 'chat, spectrum.v1': 'spectrum.v1', 'spectrum.v2': None,
                'spectrum.v1, spectrum.v1': 'spectrum.v1', ',,,': None, 'x' * 4000: None}
EXTENSIONS = ['permessage-deflate', 'permessage-deflate; client_max_window_bits', 'permessage-deflate; server_max_window_bits=99',
              'permessage-bzip2', 'x-webkit-deflate-frame', ';;;', 'permessage-deflate, ' * 200, '\xff']
ORIGINS = ['null', '', 'http://evil.example', 'https://127.0.0.1.evil.example', 'file://', 'ws://evil.example', 'http://127.0.0.1:1']
HOSTS = ['evil.example', 'rebound.example:8088', 'localhost.evil.example', '', '[::1', 'a b']


def with_changes(**changes):
    headers = dict(upgrade_headers())
    for name, value in changes.items():
        name = {'version': 'Sec-WebSocket-Version', 'key': 'Sec-WebSocket-Key', 'protocol': 'Sec-WebSocket-Protocol',
                'extensions': 'Sec-WebSocket-Extensions', 'origin': 'Origin', 'upgrade': 'Upgrade', 'connection': 'Connection'}[name]
        if value is None:
            headers.pop(name, None)
        else:
            headers[name] = value
    return list(headers.items())


def open_one(target, headers, method='GET', **options):
    with target.line() as line:
        line.send(target.request(method, '/ws', headers, **options))
        return line.answer(without_body=method == 'HEAD')


def refused(headers, statuses=range(400, 500), **options):
    return lambda target: check_refused(open_one(target, headers, **options), statuses)


def may_agree(agreed, headers):
    """One offer of compression, if it was made, and nothing that the server has to keep for the client."""
    name, *parameters = [part.strip() for part in agreed.split(';')]
    return (name == 'permessage-deflate' and name in str(headers) and ',' not in agreed
            and 'client_no_context_takeover' in parameters)


def accepted(headers, subprotocol):
    def attack(target):
        answer = open_one(target, headers)
        if answer.status != 101 or answer.headers.get('sec-websocket-accept') != ACCEPT:
            raise Failed(f'not opened: {answer} {answer.headers}')
        if answer.headers.get('sec-websocket-protocol') != subprotocol:
            raise Failed(f'agreed on {answer.headers.get("sec-websocket-protocol")}, not {subprotocol}')
        agreed = answer.headers.get('sec-websocket-extensions')
        if agreed is not None and not may_agree(agreed, headers):
            raise Failed(f'agreed on {agreed}')
    return attack


def form_cases():
    yield 'good/plain', accepted(upgrade_headers(), 'spectrum.v1')
    for version in VERSIONS:
        yield f'version/{version or "empty"}', refused(with_changes(version=version), {400, 426})
    yield 'version/none', refused(with_changes(version=None), {400, 426})
    for key in KEYS:
        yield f'key/{key[:24] or "empty"}_{len(key)}', refused(with_changes(key=key), {400})
    yield 'key/none', refused(with_changes(key=None), {400})
    yield 'key/twice', refused(upgrade_headers() + [('Sec-WebSocket-Key', KEY)], {400})
    for offered, agreed in SUBPROTOCOLS.items():
        yield f'subprotocol/{offered[:30] or "empty"}', accepted(with_changes(protocol=offered), agreed)
    for offer in EXTENSIONS:
        yield f'extension/{offer[:40]!r}', accepted(with_changes(extensions=offer), 'spectrum.v1')
    for name in ('upgrade', 'connection'):
        for value in (None, '', 'x', 'websocketx', 'h2c'):
            yield f'{name}/{value or repr(value)}', refused(with_changes(**{name: value}), {400, 426})
    for method in ('POST', 'HEAD', 'PUT', 'DELETE'):
        yield f'method/{method}', refused(upgrade_headers(), range(400, 500), method=method) if method != 'HEAD' else head_request


def head_request(target):
    answer = open_one(target, upgrade_headers(), method='HEAD')
    if answer.status == 101:
        raise Failed('a HEAD opened a WebSocket')


def place_cases():
    for origin in ORIGINS:
        yield f'origin/{origin or "empty"}', refused(with_changes(origin=origin), {403})
    for host in HOSTS:
        # Without the token, which a page that has rebound its name cannot have: with it any name is accepted.
        yield f'host/{host or "empty"}', refused(upgrade_headers(), {400, 401, 421}, host=host, authorized=False)
    for offered in ('bearer.wrong-wrong-wrong-wrong', 'bearer.', 'bearer', 'bearer.' + 'x' * 4000):
        yield f'token/{offered[:30]}', token(offered)


def token(offered):
    def attack(target):
        if not target.token:
            raise Skipped('the daemon asks for no token')
        check_refused(open_one(target, with_changes(protocol=f'spectrum.v1, {offered}'), authorized=False), {401, 429})
    return attack


def cases():
    return [Case(f'handshakes/{name}', attack) for group in (form_cases, place_cases) for name, attack in group()]
