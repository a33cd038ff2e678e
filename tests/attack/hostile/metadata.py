# SPDX-License-Identifier: MIT
"""SigMF recordings with false metadata, and metadata bombs."""
import json

from cases import Case
from hostile.program import harmless

GLOBAL = {'core:datatype': 'cu8', 'core:sample_rate': 250000, 'core:version': '1.2.0'}
CAPTURE = {'core:sample_start': 0, 'core:frequency': 100e6, 'core:datetime': '2026-11-21T08:03:49Z'}
SAMPLES = bytes(range(256)) * 4000
WRONG = {
    'datatype': ['cf64', 'ri16_le', '', None, 5, [], 'cu8\x00', 'x' * 10_000],
    'sample_rate': [0, -1, 1e300, 'fast', None, [], 1e9, 0.5, '2.4M'],
    'num_channels': [0, 2, -1, 1e300, 'one'],
    'offset': [-1, 1 << 62, 9e15, 'x'],
    'sample_start': [-1, 1 << 62, 9e15, 1e300, 'x', 0.5],
    'frequency': [1e300, -1e300, 'x', None],
    'datetime': ['yesterday', '9999-12-31T23:59:59Z', '0000-00-00T00:00:00Z', '2026-02-30T00:00:00Z', '-1', 5, 'x' * 10_000],
    'global_index': [-1, 1 << 63, 9e15, 'x'],
    'header_bytes': [-1, 1, 1 << 62],
}


def played(meta, data=SAMPLES):
    """`meta` is an object, a text or a function that gives one: large ones are made when they are needed, as the memory of this
    process counts among that of its children until they are other programs."""
    return harmless(['--source', 'file:@/x.sigmf-meta', '--file-loop', 'true', '--fft', '256'], lambda folder: write_pair(folder, meta, data))


def write_pair(folder, meta, data):
    content = meta() if callable(meta) else meta if isinstance(meta, (str, bytes)) else json.dumps(meta)
    (folder / 'x.sigmf-meta').write_bytes(content if isinstance(content, bytes) else content.encode())
    (folder / 'x.sigmf-data').write_bytes(data)


def wrong_cases():
    for key, values in WRONG.items():
        for index, value in enumerate(values):
            meta = {'global': dict(GLOBAL), 'captures': [dict(CAPTURE), dict(CAPTURE, **{'core:sample_start': 5000})], 'annotations': []}
            place = meta['global'] if key in ('datatype', 'sample_rate', 'num_channels', 'offset') else meta['captures'][-1]
            place[f'core:{key}'] = value
            yield f'{key}/{index}', played(meta)


def shape_cases():
    shapes = {
        'empty': '', 'zeros': bytes(1000), 'no_json': 'SigMF', 'null': 'null', 'list': '[]', 'no_global': '{"captures":[]}',
        'global_is_list': '{"global":[]}', 'captures_is_text': json.dumps({'global': GLOBAL, 'captures': 'x'}),
        'captures_of_numbers': json.dumps({'global': GLOBAL, 'captures': [1, 2, 3]}),
        'backwards': json.dumps({'global': GLOBAL, 'captures': [{'core:sample_start': 9}, {'core:sample_start': 1}]}),
        'bad_utf8': b'{"global":{"core:datatype":"\xff\xfe"}}',
        'many_captures': json.dumps({'global': GLOBAL, 'captures': [{'core:sample_start': i} for i in range(20_000)]}),
    }
    for name, text in shapes.items():
        yield f'shape/{name}', played(text)
    yield 'shape/no_samples', played({'global': GLOBAL}, b'')
    yield 'shape/odd_bytes', played({'global': dict(GLOBAL, **{'core:datatype': 'cf32_le'})}, b'x' * 1001)
    yield 'shape/nans', played({'global': dict(GLOBAL, **{'core:datatype': 'cf32_le'})}, b'\x00\x00\xc0\x7f\xff\xff\x7f\x7f' * 50_000)


def bomb_cases():
    size = 15 << 20
    bombs = {
        'arrays_unclosed': lambda: b'[' * size, 'arrays': lambda: b'[' * (size // 2) + b']' * (size // 2), 'objects': lambda: b'{"a":' * (size // 5),
        'numbers': lambda: b'{"global":[' + b'1,' * (size // 2) + b'1]}', 'text': lambda: b'{"global":"' + b'x' * size + b'"}',
        'keys': lambda: b'{' + b','.join(b'"%d":{}' % i for i in range(size // 14)) + b'}',
    }
    for name, make in bombs.items():
        yield f'bomb/{name}', played(make)
    yield 'bomb/endless', harmless(['--source', 'file:@/x.sigmf-meta'], lambda folder: (folder / 'x.sigmf-meta').symlink_to('/dev/zero'))


def cases():
    return [Case(f'sigmf/{name}', attack) for group in (wrong_cases, shape_cases, bomb_cases) for name, attack in group()]
