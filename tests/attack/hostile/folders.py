# SPDX-License-Identifier: MIT
"""Files in the recordings' folder that are not recordings: the list and SIGTERM do not wait for them, and they use no memory."""
import json
import os

from cases import Case
from client import check_answer
from hostile.program import harmless

PATH = '/api/v1/recordings'
META = json.dumps({'global': {'core:datatype': 'cu8', 'core:sample_rate': 250000}, 'captures': [{'core:sample_start': 0}]})


def listed(make):
    """The folder is asked for, as are the files of a recording called x; they may be refused."""
    def files(folder):
        (folder / 'recordings').mkdir()
        make(folder / 'recordings')

    def ask(run):
        target = run.target()
        for path in (PATH, f'{PATH}/meta?name=x', f'{PATH}/data?name=x', PATH):
            check_answer(target.get(path, [('Range', 'bytes=0-99')]))
        check_answer(target.ask('DELETE', f'{PATH}?name=x', [('Content-Type', 'application/json')]))
    return harmless(['--source', 'sim', '--fft', '256', '--rate', '250k', '--recordings', '@/recordings'], files, meanwhile=ask)


def pair(meta=META, data=bytes(1000)):
    def make(folder):
        for name, content in (('x.sigmf-meta', meta), ('x.sigmf-data', data)):
            if callable(content):
                content(folder / name)
            else:
                (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return make


def many_bombs(folder):
    for index in range(10):
        (folder / f'{index}.sigmf-meta').write_bytes(b'{"global":{' + b','.join(b'"%d":[]' % i for i in range(1_000_000)) + b'}}')
        (folder / f'{index}.sigmf-data').write_bytes(b'')


FOLDERS = {
    'pipe_as_meta': pair(meta=os.mkfifo), 'pipe_as_data': pair(data=os.mkfifo), 'folder_as_meta': pair(meta=os.mkdir), 'folder_as_data': pair(data=os.mkdir),
    'link_as_data': pair(data=lambda path: path.symlink_to('/etc/passwd')), 'link_as_meta': pair(meta=lambda path: path.symlink_to('/dev/zero')),
    'device_as_data': pair(data=lambda path: path.symlink_to('/dev/zero')), 'no_data': lambda folder: (folder / 'x.sigmf-meta').write_text(META),
    'no_meta': lambda folder: (folder / 'x.sigmf-data').write_bytes(b'x'), 'bad_meta': pair(meta=b'\xff' * 1000), 'deep_meta': pair(meta=lambda path: path.write_bytes(b'[' * (14 << 20))),
    'sparse_data': pair(data=lambda path: (path.touch(), os.truncate(path, 1 << 42))), 'ten_large_metas': many_bombs,
    'strange_names': lambda folder: [(folder / f'{name}.sigmf-meta').write_text(META) for name in ('a\nb', '"', '<script>', '\u202e', ' ', '-rf', 'x' * 200)],
    'bad_utf8_name': lambda folder: open(os.fsencode(folder) + b'/\xff\xfe.sigmf-meta', 'w').close(),
}


def cases():
    return [Case(f'folder/list/{name}', listed(make)) for name, make in FOLDERS.items()]
