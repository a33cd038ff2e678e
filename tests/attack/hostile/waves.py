# SPDX-License-Identifier: MIT
"""WAV files and raw samples with false headers."""
import os
import struct

from cases import Case
from hostile.program import harmless

SAMPLES = bytes(range(256)) * 4000


def wav(tag=1, channels=2, rate=250_000, bits=8, data=SAMPLES, data_size=None, riff=b'RIFF', before=b'', format_size=None, align=None):
    align = channels * bits // 8 if align is None else align
    form = struct.pack('<HHIIHH', tag, channels, rate, rate * align & 0xffffffff, align, bits)
    chunk = b'fmt ' + struct.pack('<I', len(form) if format_size is None else format_size) + form
    size = len(data) if data_size is None else data_size
    return riff + struct.pack('<I', 36 + size & 0xffffffff) + b'WAVE' + before + chunk + b'data' + struct.pack('<I', size) + data


def chunk(name, body, size=None):
    return name + struct.pack('<I', len(body) if size is None else size) + body


def played(name, content, *flags):
    """`content` is the bytes, or a function that makes the file."""
    def files(folder):
        if callable(content):
            content(folder / name)
        else:
            (folder / name).write_bytes(content)
    return harmless(['--source', f'file:@/{name}', '--fft', '256', *flags], files)


def sparse(head, size):
    def make(path):
        path.write_bytes(head)
        os.truncate(path, size)
    return make


def wave_cases():
    for tag in (0, 2, 3, 6, 7, 0xfffe, 0xffff):
        yield f'tag/{tag}', wav(tag=tag)
    for channels in (0, 1, 3, 65535):
        yield f'channels/{channels}', wav(channels=channels, align=2)
    for rate in (0, 1, 100, 4_294_967_295, 2_147_483_648, 100_000_000):
        yield f'rate/{rate}', wav(rate=rate)
    for bits in (0, 1, 7, 12, 16, 24, 32, 64, 65535):
        yield f'bits/{bits}', wav(bits=bits, align=2)
    for size in (0, 1, 3, 0xffffffff, 0x80000000):
        yield f'data_size/{size}', wav(data_size=size)
        yield f'format_size/{size}', wav(format_size=size)
        yield f'list_size/{size}', wav(before=chunk(b'LIST', b'x' * 8, size))
    whole = wav()
    for count in (0, 3, 4, 11, 12, 16, 20, 24, 35, 36, 40, 43, 44, 45):
        yield f'truncated/{count}', whole[:count]
    yield 'other/no_data', whole[:36]
    yield 'other/chunks_of_nothing', b'RIFF\0\0\0\0WAVE' + chunk(b'junk', b'') * 100_000 + whole[12:]
    yield 'other/zeros', b'RIFF\0\0\0\0WAVE' + bytes(1 << 20)
    yield 'other/two_formats', wav(before=chunk(b'fmt ', struct.pack('<HHIIHH', 3, 2, 7, 0, 8, 32)))
    yield 'other/rf64', wav(riff=b'RF64', before=chunk(b'ds64', struct.pack('<QQQI', 1 << 63, 1 << 63, 1 << 63, 0xffffffff)), data_size=0xffffffff)
    yield 'other/auxi', wav(before=chunk(b'auxi', struct.pack('<16H', *[65535] * 16) + b'\xff' * 36))
    yield 'other/6_GiB', sparse(wav(rate=4_294_967_295, data=b'', data_size=0xffffffff), 6 << 30)


def raw_cases():
    floats = struct.pack('<4f', float('nan'), float('inf'), 1e-42, -3.4e38) * 50_000
    yield 'nans.cf32', floats, ()
    yield 'empty.cu8', b'', ()
    yield 'one.cu8', b'x', ('--file-loop', 'true')
    yield 'odd.cs16', b'x' * 100_003, ('--file-loop', 'true')
    yield 'fast.cu8', SAMPLES, ('--file-loop', 'true', '--rate', '100M', '--file-paced', 'false')
    yield 'fast.cf32', SAMPLES, ('--file-loop', 'true', '--rate', '100M', '--file-paced', 'false')
    yield 'huge.cu8', sparse(b'', 4 << 40), ()
    yield 'slow.cu8', SAMPLES, ('--rate', '1')
    yield 'none.cu8', lambda path: path.symlink_to(path), ()
    yield 'folder.cu8', lambda path: path.mkdir(), ()
    yield 'null.cu8', lambda path: path.symlink_to('/dev/null'), ()
    yield 'full.cu8', lambda path: path.symlink_to('/dev/full'), ()
    yield 'self.cu8', lambda path: path.symlink_to('/proc/self/mem'), ()
    yield 'pipe.cu8', lambda path: os.mkfifo(path), ()
    yield 'unreadable.cu8', lambda path: path.touch(mode=0), ()


def cases():
    found = [Case(f'wav/{name}', played('x.wav', content)) for name, content in wave_cases()]
    return found + [Case(f'raw/file/{name}', played(name, content, *flags)) for name, content, flags in raw_cases()]
