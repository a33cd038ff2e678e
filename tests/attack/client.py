# SPDX-License-Identifier: MIT
"""HTTP/1.1 byte by byte, for requests that http.client would not send."""
import ipaddress
import json
import socket
import time
from urllib.parse import urlsplit

PATIENCE = 40.0  # seconds for anything that must happen; generous, as the machine may be busy


class Failed(Exception):
    """The daemon broke a promise."""


class Skipped(Exception):
    """This case cannot be tried against this daemon."""


class Answer:
    """One answer; status 0: the connection was closed without one."""

    def __init__(self, status=0, headers=None, body=b''):
        self.status, self.headers, self.body = status, headers or {}, body

    def json(self):
        try:
            return json.loads(self.body)
        except ValueError:
            return None

    @property
    def error_code(self):
        document = self.json()
        error = document.get('error') if isinstance(document, dict) else None
        return error.get('code', '') if isinstance(error, dict) else ''

    def __str__(self):
        return f'{self.status} {self.body[:120]!r}' if self.status else 'closed without an answer'


class Line:
    """One connection."""

    def __init__(self, target, timeout=PATIENCE, receive_buffer=None):
        self.socket = socket.socket(target.family, socket.SOCK_STREAM)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(timeout)
        self.socket.connect((target.host, target.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.pending = b''

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send(self, data):
        """Whether the daemon received all of it; it may close earlier."""
        try:
            self.socket.sendall(data)
            return True
        except TimeoutError:
            raise Failed(f'took nothing more for {PATIENCE:.0f} s') from None
        except OSError:
            return False

    def end(self):
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def receive(self):
        """Whether there was more."""
        try:
            piece = self.socket.recv(65536)
        except TimeoutError:
            raise Failed(f'silent for {self.socket.gettimeout():.0f} s') from None
        except OSError:
            piece = b''
        self.pending += piece
        return bool(piece)

    def take(self, count):
        while len(self.pending) < count:
            if not self.receive():
                return None
        taken, self.pending = self.pending[:count], self.pending[count:]
        return taken

    def take_until(self, mark):
        while mark not in self.pending:
            if not self.receive():
                return None
        taken, self.pending = self.pending.split(mark, 1)
        return taken

    def answer(self, without_body=False):
        """The next answer; the body of a stream or an upgrade is left alone."""
        head = self.take_until(b'\r\n\r\n')
        if head is None:
            return Answer()
        lines = head.decode('latin-1').split('\r\n')
        words = lines[0].split(' ', 2)
        if len(words) < 2 or not words[0].startswith('HTTP/1.') or not words[1].isdigit():
            raise Failed(f'no status line: {lines[0][:80]!r}')
        headers = {}
        for line in lines[1:]:
            name, _, value = line.partition(':')
            headers[name.strip().lower()] = value.strip()
        answer = Answer(int(words[1]), headers)
        if answer.status == 100:
            return self.answer(without_body)
        if not without_body and answer.status not in (101, 204, 304):
            answer.body = self._body(headers)
        return answer

    def _body(self, headers):
        if headers.get('content-type', '').startswith('text/event-stream'):
            return b''
        if headers.get('transfer-encoding') == 'chunked':
            return self._chunks()
        if 'content-length' in headers:
            body = self.take(int(headers['content-length']))
            if body is None:
                raise Failed('closed in the middle of a body')
            return body
        while self.receive():
            pass
        body, self.pending = self.pending, b''
        return body

    def _chunks(self):
        body = b''
        while True:
            size = self.take_until(b'\r\n')
            if size is None:
                raise Failed('closed between chunks')
            chunk = self.take(int(size, 16) + 2)
            if chunk is None:
                raise Failed('closed in a chunk')
            if len(chunk) == 2:
                return body
            body += chunk[:-2]

    def wait_for_close(self, seconds=PATIENCE):
        """How long it took; further data are discarded."""
        begin = time.monotonic()
        self.socket.settimeout(1)
        while time.monotonic() - begin < seconds:
            try:
                if not self.socket.recv(65536):
                    return time.monotonic() - begin
            except TimeoutError:
                continue
            except OSError:
                return time.monotonic() - begin
        raise Failed(f'still open after {seconds:.0f} s')


class Target:
    """The daemon under attack, which must be on this machine."""

    def __init__(self, url, token=None):
        parts = urlsplit(url if '//' in url else f'http://{url}')
        if parts.scheme != 'http' or not parts.hostname or not _is_loopback(parts.hostname):
            raise ValueError(f'{url}: only http:// addresses of this machine (127.0.0.1, [::1], localhost) may be attacked')
        self.host = '127.0.0.1' if parts.hostname == 'localhost' else parts.hostname
        self.port = parts.port or 80
        self.family = socket.AF_INET6 if ':' in self.host else socket.AF_INET
        self.token = token
        self.authority = f'[{self.host}]:{self.port}' if ':' in self.host else f'{self.host}:{self.port}'

    def line(self, **options):
        return Line(self, **options)

    def request(self, method, target, headers=(), body=None, host=None, authorized=True):
        """The bytes of a request. A good one, unless the arguments say otherwise."""
        lines = [f'{method} {target} HTTP/1.1', f'Host: {self.authority if host is None else host}']
        if self.token and authorized:
            lines.append(f'Authorization: Bearer {self.token}')
        lines += [f'{name}: {value}' for name, value in headers]
        if body is not None:
            body = body if isinstance(body, bytes) else body.encode()
            lines.append(f'Content-Length: {len(body)}')
        return '\r\n'.join(lines).encode('latin-1') + b'\r\n\r\n' + (body or b'')

    def ask(self, method, target, headers=(), body=None, **options):
        with self.line() as line:
            line.send(self.request(method, target, headers, body, **options))
            return line.answer(without_body=method == 'HEAD')

    def get(self, target, headers=()):
        return self.ask('GET', target, headers)

    def change(self, method, target, body):
        """A change, retried while the daemon answers 429."""
        text = body if isinstance(body, (str, bytes)) else json.dumps(body)
        end = time.monotonic() + PATIENCE
        while True:
            answer = self.ask(method, target, [('Content-Type', 'application/json')], text)
            if answer.status != 429 or time.monotonic() > end:
                return answer
            time.sleep(min(5.0, float(answer.headers.get('retry-after') or 1)))

    def status(self):
        answer = self.get('/api/v1/status')
        if answer.status != 200:
            raise Failed(f'status: {answer}')
        return answer.json()


def _is_loopback(host):
    if host == 'localhost':
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def check_answer(answer, without_body=False):
    """An answer that PROTOCOL.md allows, for any request."""
    if answer.status == 0:
        raise Failed('closed without an answer')
    designed = answer.status == 503 and ('retry-after' in answer.headers or answer.error_code == 'no_rows_yet')
    if answer.status >= 500 and not designed:
        raise Failed(f'answered {answer}')
    if answer.status >= 400 and not without_body and not answer.error_code:
        raise Failed(f'a refusal without a JSON error: {answer}')


def check_refused(answer, statuses=range(400, 500)):
    check_answer(answer)
    if answer.status not in statuses:
        raise Failed(f'not refused as it should be: {answer}')
