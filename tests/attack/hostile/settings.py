# SPDX-License-Identifier: MIT
"""Configurations and command lines: wrong ones end with 64 and say where and why."""
import json
import os

from cases import Case
from hostile.program import BAD_USE, FAILURE, refused

KEYS = {'radio.center': ['x', 1e300, [], None], 'radio.rate': [0, -1, 'x'], 'radio.span': ['1:0', 5, ':'], 'spectrum.fft': [3, 15, 1 << 30, 'x'],
        'spectrum.window': ['x', 5], 'spectrum.hop': [0, 2, 'x'], 'spectrum.rows': [0, 1e9], 'history.memory': [0, -1, 1e300, 'x'],
        'server.listen': ['x', '1.2.3.4', '127.0.0.1:99999', '[::1', '0.0.0.0:80'], 'server.token': ['short', 'white space is not allowed', 5],
        'server.share': ['x', 'rtl_tcp=', 'rtl_tcp=x:y'], 'server.origins': ['x', ['evil'], [5]], 'server.hosts': [[''], 5],
        'source': ['', 5, []], 'recordings.folder': [5, 'a\u0000b'], 'log.level': ['loud', 5], 'radio.centre': [1], 'nothing': [1], '': [1],
        'server.connections': [0, 1e9], 'qpu.deadline': [0, 'x'], 'rtlsdr.bias_tee': ['yes', 5]}
TEXTS = {
    'empty': '', 'zero_byte': '{}\x00', 'no_json': 'center = 100M', 'list': '[]', 'number': '5', 'open': '{', 'two': '{}{}', 'comment_open': '/* {}',
    'deep': '{"radio":' * 5000, 'arrays': '[' * 30_000, 'twice': '{"source":"sim","source":"sim"}', 'group_twice': '{"radio":{},"radio":{}}',
    'group_as_text': '{"radio":"x"}', 'text_as_group': '{"source":{}}', 'huge_number': '{"radio":{"center":1e999}}', 'surrogate': '{"source":"\\ud800"}',
    'share_without_token': '{"server":{"share":"rtl_tcp=0.0.0.0:1234","share_control":true}}',
    'too_long': '{}'.ljust(1 << 20), 'key_of_zero': '{"\\u0000":1}', 'bad_escape': '{"source":"\\x"}',
}
LINES = [['--nothing'], ['--fft'], ['--fft', '3'], ['--fft', 'x'], ['--fft', '4096', '--fft', 'x'], ['x'], ['--center', 'x'], ['--center', '1e999'],
         ['--source', ''], ['--source', 'nothing'], ['--source', 'file:'], ['--source', 'file:/nonexistent'],
         ['--source', 'rtl_tcp:127.0.0.1:99999'], ['--source', 'rtl_tcp:127.0.0.1:x'], ['--listen', 'nowhere:1'],
         ['--listen', '127.0.0.1:99999'], ['--listen', '0.0.0.0:8088'], ['--token', 'x'], ['--share', 'rtl_tcp=99999'], ['--rows', 'nan'], ['--rows', '-1'],
         ['--window', 'x'], ['--span', '2:1'], ['--ppm', '1e9'], ['--backend', 'abacus'], ['--log-level', 'x'], ['--config', '/nonexistent'],
         ['--config', '/tmp'], ['--config', '/dev/zero'], ['--config', '/proc/self/mem'], ['--center', 'x' * 100_000], ['--' + 'x' * 100_000],
         ['--source', 'file:' + '/x' * 40_000]]


def config_cases():
    for key, values in KEYS.items():
        for index, value in enumerate(values):
            group, _, name = key.rpartition('.')
            text = json.dumps({group: {name: value}} if group else {name: value})
            yield f'key/{key or "empty"}_{index}', refused(['check-config', '@/c.json'], file('c.json', text))
    for name, text in TEXTS.items():
        yield f'text/{name}', refused(['check-config', '@/c.json'], file('c.json', text))
    yield 'text/bad_utf8', refused(['check-config', '@/c.json'], file('c.json', b'{"source":"\xff"}'))
    yield 'place/folder', refused(['check-config', '@'])
    yield 'place/pipe', refused(['check-config', '@/pipe'], lambda folder: os.mkfifo(folder / 'pipe'))
    yield 'place/loop', refused(['check-config', '@/loop'], lambda folder: (folder / 'loop').symlink_to('loop'))


def file(name, content):
    return lambda folder: (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())


def cases():
    found = [Case(f'config/{name}', attack) for name, attack in config_cases()]
    return found + [Case(f'line/flags/{index:02d}_{" ".join(line)[:30]}', refused(line, codes=(BAD_USE, FAILURE))) for index, line in enumerate(LINES)]
