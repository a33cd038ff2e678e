# SPDX-License-Identifier: MIT
"""Requests that a web page elsewhere makes a browser send: no change gets through, and nothing is started by a cross-site
read."""
from cases import Case
from client import Failed, check_answer, check_refused

PARALLEL = 16
OWN = 'own'
ORIGINS = [None, OWN, 'null', '', 'http://evil.example', 'https://localhost.evil.example', 'file://', 'http://127.0.0.1.evil.example',
           'chrome-extension://abcdefghijklmnop', 'http://127.0.0.1:1']
TYPES = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', '']
HOSTS = [OWN, 'evil.example', 'rebound.evil.example:8088', '169.254.169.254.evil.example']
CHANGES = {'tune': ('PATCH', '/api/v1/tuning', '{"detector":"mean"}'),
           'stop': ('POST', '/api/v1/recordings/stop', '{"name":"nothing"}'),
           'delete': ('DELETE', '/api/v1/recordings?name=nothing', None)}
READS = ['/api/v1/status', '/api/v1/spectrum', '/api/v1/history', '/api/v1/peaks', '/api/v1/sources', '/api/v1/backends',
         '/api/v1/config', '/api/v1/tuning', '/api/v1/events', '/api/v1/recordings', '/metrics']
# Cheap requests are answered, and the browser withholds the answer from the other site (PROTOCOL.md).
CHEAP = {'/api/v1/status', '/api/v1/config', '/api/v1/tuning', '/api/v1/sources', '/metrics'}
REFUSALS = {400, 401, 403, 415, 421}


def forged(method, path, body, origin, content_type, host):
    legitimate = host == OWN and origin in (None, OWN) and content_type == 'application/json'

    def attack(target):
        headers = [('Content-Type', content_type)] if content_type else []
        if origin is not None:
            headers.append(('Origin', f'http://{target.authority}' if origin == OWN else origin))
        # A page under a foreign name cannot have the token; with it any name is accepted.
        answer = target.ask(method, path, headers, body, host=None if host == OWN else host, authorized=host == OWN)
        check_answer(answer)
        if (answer.status in REFUSALS) == legitimate:
            raise Failed(f'{"refused" if legitimate else "not refused"}: {answer}')
        if not legitimate and answer.headers.get('access-control-allow-origin'):
            raise Failed('Access-Control-Allow-Origin for a page that is not allowed')
    return attack


def change_cases():
    for route, (method, path, body) in CHANGES.items():
        for origin in ORIGINS:
            for content_type in TYPES:
                for host in HOSTS:
                    yield (f'change/{route}/{origin or repr(origin)}/{content_type or "none"}/{host}',
                           forged(method, path, body, origin, content_type, host))


def cross_site(path, fetch_mode):
    headers = [('Sec-Fetch-Site', 'cross-site'), ('Sec-Fetch-Mode', fetch_mode), ('Sec-Fetch-Dest', 'empty')]
    if fetch_mode == 'cors':
        headers.append(('Origin', 'http://evil.example'))
    if path not in CHEAP:
        return lambda target: check_refused(target.get(path, headers), {403})

    def attack(target):
        answer = target.get(path, headers)
        check_answer(answer)
        if answer.headers.get('access-control-allow-origin'):
            raise Failed('Access-Control-Allow-Origin for a page that is not allowed')
    return attack


def own_site(path, site):
    def attack(target):
        answer = target.get(path, [('Sec-Fetch-Site', site), ('Sec-Fetch-Mode', 'cors')])
        check_answer(answer)
        if answer.status == 403:
            raise Failed(f'the own page is refused: {answer}')
    return attack


def link(target):
    answer = target.get('/', [('Sec-Fetch-Site', 'cross-site'), ('Sec-Fetch-Mode', 'navigate'), ('Sec-Fetch-Dest', 'document')])
    if answer.status != 200:
        raise Failed(f'a link from another site does not open the page: {answer}')


def preflight(target):
    answer = target.ask('OPTIONS', '/api/v1/tuning', [('Origin', 'http://evil.example'), ('Access-Control-Request-Method', 'PATCH')],
                        authorized=False)
    if answer.headers.get('access-control-allow-origin'):
        raise Failed('a preflight of a foreign page is granted')


def read_cases():
    for path in READS:
        for mode in ('no-cors', 'cors'):
            yield f'read/{path}/{mode}', cross_site(path, mode)
        for site in ('same-origin', 'none'):
            yield f'read/{path}/{site}', own_site(path, site)
    yield 'read/link', link
    yield 'preflight/tuning', preflight


def cases():
    return [Case(f'forged/{name}', attack) for group in (change_cases, read_cases) for name, attack in group()]
