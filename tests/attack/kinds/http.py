# SPDX-License-Identifier: MIT
"""Malformed HTTP: refused with a 4xx or by closing, nothing read twice, and no connection held longer than its time."""
import random

from cases import Case
from client import Failed, check_answer

PARALLEL = 32
DESIGNED = {501, 505}  # of libmicrohttpd: methods and versions of HTTP that there are not

LINES = [
    'GET', 'GET ', 'GET /', 'GET  HTTP/1.1', ' GET / HTTP/1.1', 'GET /api v1/status HTTP/1.1', 'GET / HTTP/1.1 x',
    'GET / HTTP/1', 'GET / http/1.1', 'GET / HTTP/a.b', 'GET / HTTP/11.1', 'GET / HTTPS/1.1', '/ GET HTTP/1.1',
    'G\x01T / HTTP/1.1', 'GET\t/\tHTTP/1.1', '\xff\xfe\xfd', '{"center":1}', 'CONNECT localhost:80 HTTP/1.1',
    'TRACE / HTTP/1.1', 'BREW /pot HTTP/1.1', 'get / HTTP/1.1', 'GET http://evil.example/ HTTP/1.1', 'GET * HTTP/1.1',
    'GET api/v1/status HTTP/1.1', 'GET /\x80\x81 HTTP/1.1', 'GET /%zz HTTP/1.1', 'GET /%00 HTTP/1.1',
    'GET /api/v1/status%00 HTTP/1.1', 'GET /api/v1/../../etc/passwd HTTP/1.1', 'GET /..%2f..%2fetc/passwd HTTP/1.1',
    'GET //api/v1/status HTTP/1.1', 'GET /api/v1/status/ HTTP/1.1', 'GET /api/v1/status;x HTTP/1.1',
    'PATCH / HTTP/1.1', 'PUT /api/v1/tuning HTTP/1.1', 'DELETE /api/v1/status HTTP/1.1', 'PROPFIND / HTTP/1.1',
    'GET /\\..\\..\\etc\\passwd HTTP/1.1', 'GET /. HTTP/1.1', 'GET /.. HTTP/1.1',
]
VERSIONS = ['HTTP/2.0', 'HTTP/0.9', 'HTTP/9.9', 'HTTP/1.', 'HTTP/', 'HTTP/1.1.1', 'HTTP/-1.1', 'HTTP/1.99999999999', '']
HOSTS = [None, '', ' ', 'a b', 'evil.example', 'localhost:99999999', 'localhost:-1', 'localhost:x', '[::1', '::1]', '\xff',
         'user@localhost', 'localhost/evil', 'evil.example:80', 'x' * 300, '127.0.0.1.evil.example', 'localhost.']
LENGTHS = ['-1', '1x', '1, 1', '99999999999999999999', '0x10', '+1', '', ' ', '1 1', '1e3', '٣', '70000', '9223372036854775807',
           '9223372036854775808', '18446744073709551616', '00000000000000000000000000000000000000000000005 5']
HEADERS = ['X', ': no name', 'X y', 'X\x00: y', 'X: y\x00z', 'X : y', ' X: y', 'X:' + 'y' * 100_000, 'X' * 100_000 + ': y',
           'Host', 'X: \x7f\x80\xff', 'Content-Type: application/json\r\n folded: yes', 'Range: bytes=' + '0-1,' * 5000,
           'Accept: ' + '*/*,' * 20_000, 'Expect: 200-maybe', 'Connection: ' + 'close, ' * 5000]
ENCODINGS = ['chunked', 'gzip', 'xchunked', 'chunked, gzip', 'gzip, chunked', 'chunked, chunked', 'CHUNKED', 'identity', '',
             'chunked\x00', '\x0bchunked', 'chunked;q=1']
CHUNKS = [b'0\r\n\r\n', b'5\r\nhello\r\n0\r\n\r\n', b'ffffffffffffffff\r\n', b'-1\r\n', b'5\r\nhel', b'z\r\n', b'5;' + b'x' * 70_000,
          b'5 \r\nhello\r\n0\r\n\r\n', b'0x5\r\nhello\r\n0\r\n\r\n', b'5\nhello\n0\n\n', b'1\r\na\r\n' * 10_000]
SMUGGLED = b'GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'
BODY = b'{"detector":"mean"}'


def refused(data):
    """Sent whole; the first answer, if there is one, must be a refusal."""
    def attack(target):
        with target.line() as line:
            line.send(data)
            line.end()
            answer = line.answer(without_body=data.startswith(b'HEAD'))
            if answer.status in DESIGNED or answer.status == 0:
                return
            if answer.status < 400 or answer.status >= 500:
                raise Failed(f'answered {answer}')
    return attack


def survived(data):
    """Any answer except a server fault, and the connection ends."""
    def attack(target):
        with target.line() as line:
            line.send(data)
            line.end()
            answer = line.answer(without_body=data.startswith(b'HEAD'))
            if answer.status >= 500 and answer.status not in DESIGNED:
                check_answer(answer)
            line.wait_for_close()
    return attack


def answered(data, statuses):
    def attack(target):
        with target.line() as line:
            line.send(data)
            answer = line.answer()
            if answer.status not in statuses:
                raise Failed(f'{answer}; expected {" or ".join(map(str, statuses))}')
    return attack


def not_smuggled(data):
    """One refusal, then the connection is closed: what follows is never treated as another request."""
    def attack(target):
        with target.line() as line:
            line.send(data + SMUGGLED)
            first = line.answer()
            if first.status and not 400 <= first.status < 500 and first.status not in DESIGNED:
                raise Failed(f'accepted: {first}')
            second = line.answer()
            if second.status:
                raise Failed(f'{first.status}, and then the rest was answered: {second.status}')
    return attack


def head(*lines, request='GET /api/v1/status HTTP/1.1'):
    return '\r\n'.join([request, *lines, '', '']).encode('utf-8', 'surrogateescape')


def latin(text):
    return text.encode('latin-1', 'replace')


def request_cases():
    for line in LINES:
        yield f'line/{line[:40]!r}', refused(latin(line) + b'\r\nHost: localhost\r\n\r\n')
    for version in VERSIONS:
        yield f'version/{version!r}', refused(latin(f'GET /api/v1/status {version}\r\nHost: localhost\r\n\r\n'))
    for name, text in {'method': 'A' * 100_000, 'path': 'GET /' + 'a' * 100_000 + ' HTTP/1.1'}.items():
        yield f'long/{name}', refused(latin(text) + b'\r\nHost: localhost\r\n\r\n')
    for name, data in {'tls': b'\x16\x03\x01\x02' + b'\x01' * 500, 'zeros': bytes(5000), 'newlines': b'\r\n' * 5000,
                       'http2': b'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'nothing': b''}.items():
        yield f'other/{name}', refused(data)
    for count in (400, 500, 1000, 5000):
        query = '&'.join(f'p{i}=' for i in range(count))
        yield f'long_query/{count}_parameters', answered(head('Host: localhost', request=f'GET /api/v1/status?{query} HTTP/1.1'),
                                                         {400, 401, 414, 431})
    for size in (8_000, 100_000):
        yield f'long_query/{size}_bytes', answered(
            head('Host: localhost', request=f'GET /api/v1/spectrum?from={"1" * size} HTTP/1.1'), {400, 401, 414, 431})


def header_cases():
    for host in HOSTS:
        lines = [] if host is None else [f'Host: {host}']
        wrong = host not in ('localhost.',)
        yield f'host/{str(host)[:40]!r}', (refused if wrong else survived)(latin('\r\n'.join(
            ['GET /api/v1/status HTTP/1.1', *lines, '', ''])))
    for pair in (('localhost', 'localhost'), ('localhost', 'evil.example'), ('evil.example', 'localhost')):
        yield f'host/twice/{pair[0]}/{pair[1]}', refused(head(*(f'Host: {name}' for name in pair)))
    for line in HEADERS:
        yield f'header/{line[:30]!r}', survived(latin(f'GET /api/v1/status HTTP/1.1\r\nHost: localhost\r\n{line}\r\n\r\n'))
    for count in (100, 5000):
        many = '\r\n'.join(f'X-{i}: y' for i in range(count))
        yield f'header/{count}', survived(latin(f'GET /api/v1/status HTTP/1.1\r\nHost: localhost\r\n{many}\r\n\r\n'))


def length_cases():
    for length in LENGTHS:
        lines = f'PATCH /api/v1/tuning HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n'
        yield f'length/{length[:24]!r}', refused(lines.encode() + BODY)
        yield f'smuggle/length/{length[:24]!r}', not_smuggled(lines.encode())
    pairs = [('0', '0'), ('0', '5'), ('5', '0'), ('19', '19'), ('19', '0')]
    for first, second in pairs:
        data = head('Host: localhost', 'Content-Type: application/json', f'Content-Length: {first}', f'Content-Length: {second}',
                    request='PATCH /api/v1/tuning HTTP/1.1')
        yield f'smuggle/two_lengths/{first}_{second}', not_smuggled(data)


def encoding_cases():
    for encoding in ENCODINGS:
        for length in ((), ('Content-Length: 5',)):
            data = head('Host: localhost', 'Content-Type: application/json', *length, f'Transfer-Encoding: {encoding}',
                        request='PATCH /api/v1/tuning HTTP/1.1')
            name = f'{encoding!r}{"_and_length" if length else ""}'
            yield f'smuggle/encoding/{name}', not_smuggled(data + b'0\r\n\r\n')
    for field in ('Transfer-Encoding : chunked', 'Transfer-Encoding:\r\n chunked', 'Transfer-Encoding:\tchunked', ' Transfer-Encoding: chunked',
                  'Transfer-Encoding\t: chunked', 'X: y\rTransfer-Encoding: chunked', 'X: y\nTransfer-Encoding: chunked'):
        for length in ('0', '5'):
            data = latin('\r\n'.join(['PATCH /api/v1/tuning HTTP/1.1', 'Host: localhost', 'Content-Type: application/json',
                                      f'Content-Length: {length}', field, '', '']))
            yield f'smuggle/hidden/{field!r}_{length}', not_smuggled(data)
    for index, chunk in enumerate(CHUNKS):
        data = head('Host: localhost', 'Content-Type: application/json', 'Transfer-Encoding: chunked',
                    request='PATCH /api/v1/tuning HTTP/1.1')
        yield f'chunks/{index}', refused(data + chunk)


def good_request():
    return head('Host: localhost', 'Content-Type: application/json', f'Content-Length: {len(BODY)}',
                request='PATCH /api/v1/tuning HTTP/1.1') + BODY


def truncated_cases():
    good = good_request()
    for count in range(1, len(good)):
        yield f'truncated/{count:03d}', survived(good[:count])


def pipeline_cases():
    get = head('Host: localhost')
    yield 'pipeline/50_gets', survived(get * 50)
    yield 'pipeline/1000_gets', survived(get * 1000)
    yield 'pipeline/rubbish_behind', survived(get + b'\x00\xff' * 500)
    yield 'pipeline/good_and_truncated', survived(get + get[:20])
    yield 'pipeline/body_too_long', survived(good_request() + b'{"detector":"max"}' * 10)


def mutated_cases():
    good = [good_request(), head('Host: localhost', 'Range: bytes=0-5', 'Accept-Encoding: gzip'),
            head('Host: localhost', 'Upgrade: websocket', 'Connection: Upgrade', request='GET /ws HTTP/1.1')]
    for seed in range(400):
        dice = random.Random(seed)
        data = bytearray(dice.choice(good))
        for _ in range(dice.randint(1, 6)):
            at = dice.randrange(len(data))
            action = dice.randrange(4)
            if action == 0:
                data[at] = dice.randrange(256)
            elif action == 1:
                del data[at:at + dice.randint(1, 5)]
            elif action == 2:
                data[at:at] = dice.randbytes(dice.randint(1, 5))
            else:
                data[at:at] = data[:dice.randrange(len(data))]
            data = data or bytearray(b'x')
        yield f'mutated/{seed:03d}', survived(bytes(data))
    for seed in range(60):
        yield f'random/{seed:02d}', survived(random.Random(seed).randbytes(1 + seed * 37))


def cases():
    groups = (request_cases, header_cases, length_cases, encoding_cases, truncated_cases, pipeline_cases, mutated_cases)
    return [Case(f'http/{name}', attack) for group in groups for name, attack in group()]
