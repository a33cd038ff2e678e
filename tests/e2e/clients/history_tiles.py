#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Prints rows of a history, one JSON object a line: of a folder, or of a server, whose tiles it decodes likewise."""
import argparse, json, pathlib, sqlite3, struct, urllib.parse, urllib.request, zlib

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument('history', help='/var/lib/spectrumd/history, or http://127.0.0.1:8088/')
parser.add_argument('--level', default='1s')
parser.add_argument('--detector', default='max', choices=['mean', 'max'])
parser.add_argument('--since', type=float, default=0, help='seconds since 1970')
parser.add_argument('--until', type=float, default=1e11)
args = parser.parse_args()


def decode(tile, rows, bins):  # -> rows of levels of one byte
    data = zlib.decompress(tile, -15)
    kind, columns, at = data[0], bytes(bins), 1
    if kind == 2:
        columns, at = data[1:1 + bins], 1 + bins
    for row in range(rows):
        left, line = 0, bytearray()
        for value, column in zip(data[at + row * bins:at + (row + 1) * bins], columns):
            line.append((value + left + column) % 256)
            left = line[-1] if kind == 1 else 0
        yield line


def frames_of_folder(folder):
    shifts = {}
    if (folder / 'epochs.db').exists():
        shifts = dict(sqlite3.connect(f'file:{folder}/epochs.db?mode=ro', uri=True).execute('SELECT id, shift_ms FROM epoch'))
    columns = 'id, t0, epoch, rows, center_hz, span_hz, bins, base_db, t1, first_sequence'
    for file in sorted((folder / args.level).glob('*.db')):
        database = sqlite3.connect(f'file:{file}?mode=ro', uri=True)
        body = lambda part: database.execute('SELECT body FROM tile WHERE id = ?', (part,)).fetchone()[0]
        for id, t0, epoch, rows, center, span, bins, base, *_ in database.execute(f'SELECT {columns} FROM frame ORDER BY epoch, first_sequence').fetchall():
            facts = struct.unpack_from(f'<{2 * rows}q', zlib.decompress(body(id * 64), -15))
            at, times = (t0 + shifts.get(epoch, 0)) * 10**6, []
            for pause, duration in zip(facts[:rows], facts[rows:]):
                times.append((at + pause) // 10**6)
                at += pause + duration
            first = id * 64 + (1 if args.detector == 'mean' else 17)
            tiles = [(body(first + n), min(256, bins - 256 * n)) for n in range((bins + 255) // 256)]
            yield times, center, span, base, tiles


def frames_of_server(url):
    get = lambda path: urllib.request.urlopen(urllib.parse.urljoin(url, path)).read()
    period = f'level={args.level}&since={args.since}&until={args.until}'
    for frame in json.loads(get(f'api/v1/history/tiles?{period}'))['frames']:
        key = lambda tile: f'{args.level}/{frame["key"]}/{tile["f0"]}/{args.detector}/{frame["epoch"]}'
        tiles = [(get(f'api/v1/history/tile/{key(tile)}'), tile['bins']) for tile in frame['tiles']]
        yield [frame['t0'] + ms for ms in frame['row_ms']], frame['center_hz'], frame['span_hz'], frame['base_db'], tiles


source = frames_of_server(args.history) if '://' in args.history else frames_of_folder(pathlib.Path(args.history))
for times, center, span, base, tiles in source:
    parts = [list(decode(tile, len(times), bins)) for tile, bins in tiles]
    for row, time in enumerate(times):
        if args.since * 1000 <= time < args.until * 1000:
            levels = [None if value == 0 else base + (value - 1) / 2 for part in parts for value in part[row]]
            print(json.dumps({'time_ms': time, 'center_hz': center, 'span_hz': span, 'levels': levels}))
