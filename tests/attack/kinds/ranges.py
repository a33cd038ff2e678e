# SPDX-License-Identifier: MIT
"""Range and If-Range on the samples of a recording."""
from urllib.parse import quote

from cases import Case
from client import Failed, check_answer
from kinds.recordings import PATH, OwnRecording

PARALLEL = 1
# None: 416 or the whole; otherwise the bytes wanted of a file of `size` bytes.
RANGES = {
    'bytes=0-0': lambda size: (0, 1), 'bytes=0-': lambda size: (0, size), 'bytes=-1': lambda size: (size - 1, size),
    'bytes=5-9': lambda size: (5, 10), 'bytes=0-99999999999': lambda size: (0, size), 'bytes=-99999999999': lambda size: (0, size),
}
WRONG = ['bytes=', 'bytes=-', 'bytes=-0', 'bytes=9-5', 'bytes=a-b', 'bytes=0-0,5-9', 'bytes=0-,0-,0-', 'bytes=99999999999-',
         'bytes=18446744073709551615-', 'bytes=18446744073709551616-', 'bytes=0-18446744073709551616', 'bytes=-18446744073709551617',
         'items=0-5', 'bytes 0-5', 'bytes=0 - 5', 'bytes=0-5x', 'bytes=+0-5', 'bytes=0x0-0x5', 'bytes=' + '0-1,' * 1000, '']


def read(target, recording, headers):
    return target.get(f'{PATH}/data?name={quote(recording.name)}', headers)


def part(text, wanted):
    def attack(target):
        with OwnRecording(target) as recording:
            recording.wait()
            whole = read(target, recording, [])
            check_answer(whole)
            begin, end = wanted(len(whole.body))
            answer = read(target, recording, [('Range', text)])
            if answer.status not in (200, 206):
                raise Failed(str(answer))
            if answer.status == 206 and answer.body != whole.body[begin:end]:
                raise Failed(f'{len(answer.body)} bytes, not those from {begin} to {end}')
    return attack


def nonsense(target):
    with OwnRecording(target) as recording:
        recording.wait()
        size = len(read(target, recording, []).body)
        for text in WRONG:
            for extra in ([], [('If-Range', '"x"')]):
                answer = read(target, recording, [('Range', text), *extra])
                check_answer(answer)
                if len(answer.body) > size + 1000:
                    raise Failed(f'{text}: {len(answer.body)} bytes of a file of {size}')


def cases():
    return [Case(f'ranges/part/{text}', part(text, wanted)) for text, wanted in RANGES.items()] + [Case('ranges/nonsense/all', nonsense)]
