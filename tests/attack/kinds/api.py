# SPDX-License-Identifier: MIT
"""The API: every key with every kind of value, every endpoint with every kind of query, bodies that are bombs. The answer
is always a documented one: never closed without an answer, never a 5xx but 503 with Retry-After."""
import json
import random
from urllib.parse import quote

from cases import Case
from client import Failed, check_answer, check_refused

PARALLEL = 4
PATCH = '/api/v1/tuning'
JSON = [('Content-Type', 'application/json')]

KEYS = ['center', 'rate', 'gain', 'ppm', 'span', 'dwell', 'offset', 'invert', 'fft', 'window', 'hop', 'averaging', 'rows', 'detector', 'remove_dc',
        'center_hz', 'rate_hz', 'gain_db', 'rows_per_second', 'source', 'Center', '', 'center\x00', 'server.token']
VALUES = [
    'null', 'true', 'false', '0', '-0', '1', '-1', '0.5', '1e308', '-1e308', '1e400', '1e-400', '3', '15', '16', '17', '100',
    '4096', '65521', '65536', '65537', '131072', '1048576', '4194304', '8388608', '4294967295', '4294967296', '9007199254740993',
    '9223372036854775807', '9223372036854775808', '18446744073709551616', '100000000', '2400000', '1e8', '1e9', '1e12', '1e13',
    'NaN', 'Infinity', '01', '1.', '.5', '+1', '0x10', '[]', '{}', '[1]', '{"a":1}', '[[[]]]', '""', '" "', '"a"', '"100.3M"',
    '"100.3G"', '"-100M"', '"1e999"', '"nan"', '"inf"', '"auto"', '"none"', '"88M:108M"', '"108M:88M"', '"88M"', '"0:1e12"', '":"',
    '"hann"', '"kaiser:8"', '"kaiser:1e99"', '"mean"', '"\\u0000"', '"\\ud800"', '"' + 'x' * 10_000 + '"', '"${jndi:ldap://x}"',
    '"../../etc/passwd"', '"\U0001f4fb"',
]
READS = ['/api/v1/status', '/api/v1/spectrum', '/api/v1/history', '/api/v1/peaks', '/api/v1/sources', '/api/v1/backends',
         '/api/v1/config', PATCH, '/api/v1/events', '/api/v1/recordings', '/api/v1/openapi.json', '/metrics', '/']
PARAMETERS = ['from', 'to', 'bins', 'detector', 'since', 'until', 'rows', 'detectors', 'bytes', 'count', 'min_snr', 'rate', 'name']
QUERY_VALUES = ['', '0', '-1', '1', '1e308', '1e400', '-1e308', 'nan', 'inf', '2001', '65537', '4294967296', '18446744073709551616',
                'mean', 'mean,max,min', 'mean,mean', ',', ' ', '%', '%zz', '%00', '%ff', '2026-11-21T08:03:49Z', '9999-99-99T99:99:99Z',
                '0000-00-00T00:00:00Z', '-5', '-1e18', '1e18', '100.3M', '100.3MM', '%22', '%3Cscript%3E', '..%2f..%2fetc%2fpasswd', 'x' * 2000]
WHOLE_QUERIES = ['?', '&', '&&&', '=', '=1', 'bins', 'bins=1&bins=2', 'from=2&to=1', 'from=1e12&to=-1e12', 'unknown=1', 'bins=16&unknown',
                 'a[]=1', '%62ins=16', 'bins=16#x', 'bins==16', '?bins=16', 'since=-1e300&rows=2000&bins=65536',
                 'since=-1000&rows=2000&bins=65536', 'since=1&until=0']
METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
TYPES = ['', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json',
         'application/json; charset=utf-8', 'application/jsonp', 'APPLICATION/JSON', 'application/json, text/plain', 'application/*']
BOMBS = {
    'depth_17': '[' * 17 + ']' * 17,
    'depth_30000': '[' * 30_000 + ']' * 30_000,
    'unclosed_arrays': '[' * 60_000,
    'unclosed_objects': '{"a":' * 12_000,
    'many_keys': '{' + ','.join(f'"k{i}":1' for i in range(5000)) + '}',
    'same_key': '{' + ','.join('"fft":4096' for _ in range(5000)) + '}',
    'long_number': '{"center":' + '9' * 60_000 + '}',
    'long_fraction': '{"center":0.' + '3' * 60_000 + '}',
    'long_string': '{"window":"' + 'a' * 60_000 + '"}',
    'long_key': '{"' + 'a' * 60_000 + '":1}',
    'escapes': '{"window":"' + '\\u0041' * 10_000 + '"}',
    'whitespace': ' ' * 65_000 + '{}',
    'zero_byte': '{"fft":4096}\x00',
    'byte_order_mark': '\ufeff{"fft":4096}',
    'two_documents': '{"fft":4096}{"fft":4096}',
    'comments': '{/* */"fft":4096}',
    'empty': '',
    'exactly_64_KiB': '{}'.ljust(65_536),
    'over_64_KiB': '{}'.ljust(65_537),
    'a_megabyte': '{}'.ljust(1 << 20),
    'over_a_megabyte': '{}'.ljust((1 << 20) + 1),
}
TOO_LARGE = {'over_64_KiB', 'a_megabyte', 'over_a_megabyte'}
GOOD_BODY = '{"center":"100.3M","gain":"auto","rows":20,"detector":"mean","window":"hann","hop":1}'


def patch(body):
    return lambda target: check_answer(target.change('PATCH', PATCH, body))


def ask(method, path, headers=(), body=None):
    return lambda target: check_answer(target.ask(method, path, headers, body), without_body=method == 'HEAD')


def bomb(name, body):
    def attack(target):
        answer = target.change('PATCH', PATCH, body)
        if name in TOO_LARGE:
            if answer.status not in (0, 413):  # it may be closed before it has taken all
                raise Failed(f'{answer}; expected 413')
        else:
            check_answer(answer)
    return attack


def patch_cases():
    for key in KEYS:
        for index, value in enumerate(VALUES):
            yield f'patch/{key or "empty"}/{index:02d}_{value[:12]}', patch(f'{{{json.dumps(key)}:{value}}}')


def body_cases():
    for name, body in BOMBS.items():
        yield f'bomb/{name}', bomb(name, body)
    for seed in range(300):
        dice = random.Random(seed)
        text = list(GOOD_BODY)
        for _ in range(dice.randint(1, 5)):
            at = dice.randrange(len(text))
            text[at:at + dice.randint(0, 2)] = dice.choice('{}[]",:\\0eE+-.\x01\xff a9')
        yield f'mutated/{seed:03d}', patch(''.join(text))


def query_cases():
    for path in READS:
        for parameter in PARAMETERS:
            for index, value in enumerate(QUERY_VALUES):
                yield f'query/{path}/{parameter}_{index:02d}_{value[:12]}', ask('GET', f'{path}?{parameter}={quote(value, safe="%,-.:")}')
        for query in WHOLE_QUERIES:
            yield f'query/{path}/{query}', ask('GET', f'{path}?{query}')


def method_cases():
    for path in READS + ['/api/v1/recordings/stop', '/api/v1/recordings/data', '/api/v1/recordings/meta', '/nothing']:
        for method in METHODS:
            if (method, path) not in (('POST', '/api/v1/recordings'), ('PATCH', PATCH)):
                yield f'method/{path}/{method}', ask(method, path, JSON, '{}' if method in ('POST', 'PUT', 'PATCH') else None)


def wrong_type(content_type):
    def attack(target):
        headers = [('Content-Type', content_type)] if content_type else []
        check_refused(target.ask('PATCH', PATCH, headers, '{"detector":"mean"}'), {415})
    return attack


def type_cases():
    for content_type in TYPES:
        if content_type.split(';')[0].lower() != 'application/json':
            yield f'type/{content_type or "none"}', wrong_type(content_type)
    for accepted in ('application/octet-stream', 'image/png', '*/*;q=0', 'gzip', ''):
        yield f'type/accept/{accepted or "nothing"}', ask('GET', '/api/v1/history?rows=1&bins=16', [('Accept', accepted)])
    for coding in ('gzip', 'gzip;q=0', 'br', 'gzip, gzip, gzip', '*'):
        yield f'type/accept_encoding/{coding}', ask('GET', '/api/v1/status', [('Accept-Encoding', coding)])


def cases():
    groups = (patch_cases, body_cases, query_cases, method_cases, type_cases)
    return [Case(f'api/{name}', attack) for group in groups for name, attack in group()]


def before(target):
    """What `after` restores."""
    return target.get(PATCH).json()['tuning']


def after(target, tuning):
    keep = {key: value for key, value in tuning.items() if value is not None}
    answer = target.change('PATCH', PATCH, keep)
    if answer.status != 200:
        raise Failed(f'the tuning cannot be restored: {answer}')
