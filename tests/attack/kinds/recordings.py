# SPDX-License-Identifier: MIT
"""Names of recordings that lead elsewhere, and starts and stops that do not fit."""
from urllib.parse import quote

from cases import Case, eventually
from client import Failed, PATIENCE, Skipped, check_answer, check_refused

PARALLEL = 4
PATH = '/api/v1/recordings'
NAMES = [
    '..', '.', '', '/', '../', '../../etc/passwd', '/etc/passwd', '..\\..\\etc\\passwd', '....//....//etc/passwd', '%2e%2e%2fetc%2fpasswd',
    '..%2f..%2fetc%2fpasswd', '..%252f..%252fetc%252fpasswd', '..%c0%af..%c0%afetc/passwd', '/proc/self/environ', '/dev/zero', '/dev/stdin',
    'a/../../etc/passwd', './x', 'x/', 'x\x00', 'x\x00.sigmf-meta', '\x00', '~', '~root', '$HOME', '`id`', '|id', ';id', '*', '?', 'x*', 'CON', 'nul',
    'x\r\nSet-Cookie: a=b', 'x\n', '"', "'", '<script>', 'x.sigmf-meta', '.sigmf-meta', '.sigmf-data', '-rf', '--help', 'x' * 255, 'x' * 4096,
    '\u202e', '\ufeff', '\U0001f4fb', '\uff0e\uff0e\uff0f',
]


def asked_for(method, path, name):
    def attack(target):
        answer = target.ask(method, f'{path}?name={quote(name, safe="")}', [('Content-Type', 'application/json')])
        check_refused(answer)
        if b'root:' in answer.body or 'set-cookie' in answer.headers:
            raise Failed(f'gave away something: {answer}')
    return attack


def stop(name):
    def attack(target):
        check_refused(target.change('POST', f'{PATH}/stop', {'name': name}))
    return attack


def start_with(body):
    """An invalid request starts no recording."""
    return lambda target: check_refused(target.change('POST', PATH, body))


def name_cases():
    for index, name in enumerate(NAMES):
        shown = f'{index:02d}_{name[:20]!r}'
        yield f'name/data/{shown}', asked_for('GET', f'{PATH}/data', name)
        yield f'name/meta/{shown}', asked_for('GET', f'{PATH}/meta', name)
        yield f'name/delete/{shown}', asked_for('DELETE', PATH, name)
        yield f'name/stop/{shown}', stop(name)


def request_cases():
    for index, body in enumerate(['[]', '1', '"x"', '{"seconds":-1}', '{"seconds":1e400}', '{"seconds":"x"}', '{"seconds":[]}', '{"folder":"/etc"}',
                                  '{"name":"x"}', '{"description":1}', '{"description":"' + 'x' * 65_000 + '"}', '{', '']):
        yield f'request/{index:02d}_{body[:20]}', start_with(body)


class OwnRecording:
    """A recording of half a second, deleted at the end."""

    def __init__(self, target, seconds=0.5):
        self.target = target
        answer = target.change('POST', PATH, {'seconds': seconds, 'description': 'attack'})
        if answer.status == 409:
            raise Skipped(f'no recording can be made here: {answer.json()["error"]["message"]}')
        if answer.status not in (200, 201):
            raise Failed(f'a recording does not start: {answer}')
        self.name = answer.json()['name']

    def __enter__(self):
        return self

    def __exit__(self, *_):
        eventually(lambda: not self.is_running(), 'the recording to end', PATIENCE)
        self.target.ask('DELETE', f'{PATH}?name={quote(self.name)}', [('Content-Type', 'application/json')])

    def is_running(self):
        answer = self.target.get(PATH)
        check_answer(answer)
        return any(one['name'] == self.name and one['state'] in ('opening', 'recording', 'stopping') for one in answer.json()['recordings'])

    def wait(self):
        eventually(lambda: not self.is_running(), 'the recording to end', PATIENCE)


def stopped_twice(target):
    """The second stop, and one after the end, is a refusal or the recording once more, never a fault."""
    with OwnRecording(target, seconds=30) as recording:
        for _ in range(3):
            answer = target.change('POST', f'{PATH}/stop', {'name': recording.name})
            check_answer(answer)
    with OwnRecording(target) as recording:
        recording.wait()
        for _ in range(2):
            check_answer(target.change('POST', f'{PATH}/stop', {'name': recording.name}))


def started_twice(target):
    with OwnRecording(target, seconds=30) as recording:
        check_refused(target.change('POST', PATH, {'seconds': 1}), {409})
        check_refused(target.ask('DELETE', f'{PATH}?name={quote(recording.name)}', [('Content-Type', 'application/json')]), {409})
        check_answer(target.change('POST', f'{PATH}/stop', {'name': recording.name}))


def cases():
    return [Case(f'recordings/{name}', attack) for group in (name_cases, request_cases) for name, attack in group()]


def serial_cases():
    """One recording at a time."""
    return [Case('recordings/stop/twice', stopped_twice), Case('recordings/start/twice', started_twice)]
