# SPDX-License-Identifier: MIT
"""More than a client should: connections that send nothing, read nothing or come and go, messages and guesses in rapid
succession. All are bounded in number and time. A good client is served throughout."""
import contextlib
import json
import random
import select
import socket
import struct
import threading
import time

from cases import Case, eventually
from client import Failed, PATIENCE, Skipped
from health import memory_of, metrics_of
from websocket import CLOSE, PING, TEXT, WebSocket, code_of, frame, ping_message, text

PARALLEL = 1
MOST_MEMORY = 256 << 20  # bytes: MemoryMax of the unit
MANY = 1 << 30
LONG = {'connections/slow_loris_100', 'unread/websockets_50', 'hurry/messages_of_60_KiB', 'hurry/recent_500'}  # not with --quick
TUNE = {'detector': 'mean'}


def settled(attack):
    """Begins when the effects of the previous attack are over, so that each is judged separately."""
    def run(target):
        eventually(lambda: has_settled(target), 'connections of the attack before are closed', 2 * PATIENCE)
        attack(target)
    return run


def has_settled(target):
    try:
        target.quiet = min(getattr(target, 'quiet', MANY), descriptors_of(target))
        return descriptors_of(target) <= target.quiet + 10
    except (Failed, OSError):
        return False


def descriptors_of(target):
    return int(metrics_of(target).get('process_open_fds', 0))


class GoodClient:
    """Asks for the status several times a second, and fails if it is once not answered with 200."""

    def __init__(self, target):
        self.target, self.failures, self.asked, self.stopped = target, [], 0, threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, kind, *_):
        self.stopped.set()
        self.thread.join()
        if kind is None and self.failures:
            raise Failed(f'{len(self.failures)} of {self.asked} good requests failed meanwhile, first: {self.failures[0]}')

    def _run(self):
        while not self.stopped.wait(0.2):
            self.asked += 1
            try:
                self.target.status()
            except (Failed, OSError) as error:
                self.failures.append(str(error))

    def wait_for(self, requests):
        eventually(lambda: self.asked >= requests, f'{requests} good requests', PATIENCE)


def silent_connections(target):
    lines = []
    try:
        with GoodClient(target) as good:
            for _ in range(600):
                try:
                    lines.append(target.line())
                except OSError:
                    continue  # refused: there are too many, which is fine
            good.wait_for(10)
    finally:
        for line in lines:
            line.close()


def silent_websockets(target):
    """Openings without an end: as many as would fill the table of connections."""
    lines = []
    try:
        with GoodClient(target) as good:
            for _ in range(300):
                try:
                    line = target.line()
                    line.send(b'GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n')
                    lines.append(line)
                except OSError:
                    continue
            good.wait_for(10)
    finally:
        for line in lines:
            line.close()


def slow_loris(target):
    """100 requests, a byte now and then: each is closed although it keeps sending."""
    lines = [target.line() for _ in range(100)]
    request = b'GET /api/v1/status HTTP/1.1\r\nHost: localhost\r\nX: ' + b'y' * 1000
    begin, sent = time.monotonic(), 0
    try:
        with GoodClient(target):
            while lines:
                if time.monotonic() - begin > PATIENCE:
                    raise Failed(f'{len(lines)} of 100 still open after {PATIENCE:.0f} s')
                lines = [line for line in lines if trickle(line, request[sent:sent + 1])]
                sent += 1
                time.sleep(0.5)
    finally:
        for line in lines:
            line.close()


def trickle(line, byte):
    """Whether it is still open."""
    try:
        line.socket.sendall(byte)
        line.socket.setblocking(False)
        open_still = bool(line.socket.recv(4096))
    except BlockingIOError:
        open_still = True
    except OSError:
        open_still = False
    if open_still:
        line.socket.settimeout(PATIENCE)
    else:
        line.close()
    return open_still


def half_open(target):
    """Half a request and a FIN: nothing can follow, so the connection ends without waiting for its deadline of 10 s."""
    lines = [target.line() for _ in range(45)]
    try:
        for line in lines:
            line.send(b'PATCH /api/v1/tuning HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{')
            line.end()
        begin = time.monotonic()
        for line in lines:
            line.wait_for_close()
        if time.monotonic() - begin > 9:
            raise Failed(f'closed after {time.monotonic() - begin:.1f} s only')
    finally:
        for line in lines:
            line.close()


def churn(quick):
    def attack(target):
        ways = [lambda line: None, lambda line: line.send(b'GET / HT'),
                lambda line: line.send(target.request('GET', '/api/v1/status')), reset,
                lambda line: line.send(target.request('GET', '/api/v1/events'))]
        dice = random.Random(7)
        with GoodClient(target):
            for _ in range(500 if quick else 5000):
                with target.line() as line:
                    dice.choice(ways)(line)
    return attack


def reset(line):
    line.send(b'GET /api/v1/status HTTP/1.1\r\n')
    line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))


def stuck_event_streams(quick):
    """Event streams with the widest rows that are not read: bounded memory, and closed in the end."""
    def attack(target):
        lines = [target.line(receive_buffer=4096) for _ in range(32)]
        try:
            with GoodClient(target):
                for line in lines:
                    line.send(target.request('GET', '/api/v1/events?rows=1&bins=65536'))
                check_memory(target, seconds=5)
                for line in [] if quick else lines:
                    wait_until_reset(line, 90)
        finally:
            for line in lines:
                line.close()
    return attack


def wait_until_reset(line, seconds):
    """Closed by the daemon; a client that does not read notices when it sends."""
    def is_gone():
        poller = select.poll()
        poller.register(line.socket, 0)
        return any(events & (select.POLLERR | select.POLLHUP) for _, events in poller.poll(0))
    eventually(is_gone, 'the stream of a client that does not read is ended', seconds)


def unread_histories(quick):
    """The longest binary histories with all detectors, unread: 503 with Retry-After beyond the budget, or little memory each."""
    rows = 250 if quick else 600

    def attack(target):
        eventually(lambda: target.status()['rows']['sequence'] > rows, f'{rows} rows', PATIENCE + rows / 10)
        ask_for_histories(target)
    return attack


def ask_for_histories(target):
    path = '/api/v1/history?since=-100000&rows=120&bins=4096&detectors=mean,max,min&bytes=2'
    request = target.request('GET', path, [('Accept', 'application/octet-stream')])
    lines = [target.line(receive_buffer=4096) for _ in range(30)]
    try:
        with GoodClient(target):
            for line in lines:
                line.send(request)
            check_memory(target, seconds=5)
            for line in lines:
                answer = line.answer(without_body=True)
                if answer.status not in (0, 200, 429, 503):
                    raise Failed(f'no history was asked for: {answer}')
                if answer.status == 503 and 'retry-after' not in answer.headers:
                    raise Failed('503 without Retry-After')
    finally:
        for line in lines:
            line.close()


def two_tunes(target):
    """Legal tunes of the largest transforms: accepted or refused, never fatal. How much memory a daemon may use depends on
    the limit of its control group, which receiver_test checks; where there is none, on the machine."""
    before = target.get('/api/v1/tuning').json()['tuning']
    try:
        for change in ({'fft': 2097152}, {'center': before['center'] + 1e6, 'window': 'blackman', 'hop': 0.5}, {'fft': 4194304}):
            answer = target.change('PATCH', '/api/v1/tuning', change)
            if answer.status >= 500 and 'retry-after' not in answer.headers or answer.status == 0:
                raise Failed(f'{change}: {answer}')
            time.sleep(2)
    finally:
        change = {key: before[key] for key in ('fft', 'window', 'hop', 'center')}
        target.change('PATCH', '/api/v1/tuning', change)


def check_memory(target, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if memory_of(target) > MOST_MEMORY:
            raise Failed(f'{memory_of(target) >> 20} MiB resident; the unit would have been killed at {MOST_MEMORY >> 20}')
        time.sleep(0.2)


def tune_flood_http(target):
    """PATCH after PATCH, none waiting for an answer, so that a busy machine does not slow them below the limit: at some
    point 429 with Retry-After; afterwards one is accepted again."""
    flood = target.request('PATCH', '/api/v1/tuning', [('Content-Type', 'application/json')], json.dumps(TUNE)) * 500
    with GoodClient(target), target.line() as line:
        writer = threading.Thread(target=line.send, args=(flood,), daemon=True)
        writer.start()
        for _ in range(500):
            answer = line.answer()
            if answer.status == 429:
                if not answer.headers.get('retry-after', '').isdigit():
                    raise Failed('429 without Retry-After')
                break
            if answer.status != 200:
                raise Failed(str(answer))
        else:
            raise Failed('500 retunes in a row were all taken')
    writer.join(PATIENCE)
    if target.change('PATCH', '/api/v1/tuning', TUNE).status != 200:
        raise Failed('no tune is accepted after the flood')


def tune_flood_websocket(target):
    """tune after tune: refused by errors (429's code) or closed with 1008."""
    with GoodClient(target), WebSocket(target) as client:
        flood = text({'type': 'tune', **TUNE}) * 50
        for _ in range(20):
            client.send(flood)
        client.send(text(ping_message('end')))
        opcode, payload = client.wait_for(lambda opcode, payload: opcode == CLOSE or (opcode == TEXT and ends_flood(json.loads(payload))))
        if opcode == CLOSE and code_of(payload) not in (1008, 1013):
            raise Failed(f'closed with {code_of(payload)}')
        if opcode == TEXT and json.loads(payload).get('type') == 'pong':
            raise Failed('1000 tunes in a row were all taken')


def ends_flood(message):
    return message['type'] == 'error' or message.get('id') == 'end'


def control_flood(target):
    """Pings faster than 50 a second: closed with 1008."""
    with GoodClient(target), WebSocket(target) as client:
        for _ in range(100):
            if not client.send(frame(PING, b'x') * 20):
                break
        client.expect_close(1008)


def message_flood(name, message, count):
    def attack(target):
        with GoodClient(target) as good, WebSocket(target) as client:
            reader = threading.Thread(target=drain, args=(client,), daemon=True)
            reader.start()
            for _ in range(count):
                if not client.send(message):
                    break
            good.wait_for(5)
            client.line.end()
            reader.join(PATIENCE)
    return attack


def drain(client):
    try:
        while client.next_frame():
            pass
    except Failed:
        pass


def unread_websockets(target):
    """Clients of the widest rows that read nothing: closed in the end, and bounded memory meanwhile."""
    clients = [WebSocket(target, rows=True, receive_buffer=4096) for _ in range(50)]
    try:
        with GoodClient(target):
            for client in clients:
                client.send(text({'type': 'view', 'bins': 65536, 'bytes': 2, 'detectors': ['mean', 'max', 'min']}))
            check_memory(target, seconds=5)
    finally:
        for client in clients:
            client.line.close()


@contextlib.contextmanager
def running(threads, stop):
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join(PATIENCE)


def token_guesses(target):
    """Wrong tokens, many at a time: none gets in, and the right one is not made to wait for them."""
    if not target.token:
        raise Skipped('the daemon asks for no token')
    wrong, stop = [], threading.Event()

    def guess(seed):
        dice = random.Random(seed)
        while not stop.is_set():
            token = ''.join(dice.choices('abcdefghijklmnopqrstuvwxyz', k=len(target.token)))
            try:
                answer = target.ask('GET', '/api/v1/config', [('Authorization', f'Bearer {token}')], authorized=False)
            except (OSError, Failed):
                continue
            if answer.status not in (401, 429, 503):
                wrong.append(str(answer))

    guessers = [threading.Thread(target=guess, args=(seed,), daemon=True) for seed in range(24)]
    with GoodClient(target) as good, running(guessers, stop):
        good.wait_for(25)
    if wrong:
        raise Failed(f'a wrong token was answered {wrong[0]}')


def backends_in_a_loop(target):
    """16 clients that ask for the backends all the time."""
    stop = threading.Event()

    def loop():
        while not stop.is_set():
            try:
                target.get('/api/v1/backends')
            except (OSError, Failed):
                continue

    loops = [threading.Thread(target=loop, daemon=True) for _ in range(16)]
    with GoodClient(target) as good, running(loops, stop):
        good.wait_for(10)


def cases(quick=False):
    rubbish = frame(TEXT, b'[' * 16 + b'"' + b'x' * 60_000 + b'"' + b']' * 16)
    attacks = {
        'connections/silent_600': silent_connections,
        'connections/unfinished_openings_300': silent_websockets,
        'connections/slow_loris_100': slow_loris,
        'connections/half_open_45': half_open,
        'connections/churn': churn(quick),
        'unread/event_streams_32': stuck_event_streams(quick),
        'unread/histories_30': unread_histories(quick),
        'unread/websockets_50': unread_websockets,
        'memory/two_tunes': two_tunes,
        'hurry/tune_http': tune_flood_http,
        'hurry/tune_websocket': tune_flood_websocket,
        'hurry/control_frames': control_flood,
        'hurry/messages_of_60_KiB': message_flood('rubbish', rubbish, 20 if quick else 500),
        'hurry/recent_500': message_flood('recent', text({'type': 'view', 'recent': 500}), 20 if quick else 500),
        'hurry/pings_of_the_protocol': message_flood('pings', text(ping_message(1)) * 50, 20 if quick else 1000),
        'hurry/token_guesses': token_guesses,
        'hurry/backends': backends_in_a_loop,
    }
    return [Case(f'floods/{name}', settled(attack)) for name, attack in attacks.items() if not (quick and name in LONG)]
