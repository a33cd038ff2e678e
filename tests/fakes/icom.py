#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An IC-7300 at the end of a serial line: a pseudo terminal, whose name is the first line printed. Speaks CI-V: reports
and obeys frequency, mode and PTT, and refuses everything else, as a transceiver does. Each line of standard input turns
its knobs ("hz 14074000", "mode 3", "ptt 1"), which it reports by itself; each frequency that it is set to is printed."""

import os
import pty
import select
import sys
import tty

RADIO, EVERYONE = 0x94, 0x00
START, END, DONE, REFUSED = b'\xfe\xfe', 0xfd, 0xfb, 0xfa
# Sent when a knob is turned; nothing answers.
FREQUENCY_IS, MODE_IS = 0x00, 0x01
READ_FREQUENCY, READ_MODE, SET_FREQUENCY, SET_MODE, READ_ADDRESS, TRANSMITTING = 0x03, 0x04, 0x05, 0x06, 0x19, 0x1c


def digits_of(hz):
    """Ten decimal digits, two in each byte, the lowest first."""
    return bytes.fromhex(f'{hz:010}')[::-1]


def hz_of(digits):
    return int(digits[::-1].hex())


class Icom:
    def __init__(self, line):
        self.line = line
        self.knobs = {'hz': 7_000_000, 'mode': 1, 'ptt': 0}

    def say(self, to, *words):
        os.write(self.line, START + bytes([to, RADIO]) + b''.join(bytes([w]) if isinstance(w, int) else w for w in words)
                 + bytes([END]))

    def turn(self, knob, value):
        self.knobs[knob] = int(value)
        if knob == 'hz':
            self.say(EVERYONE, FREQUENCY_IS, digits_of(self.knobs['hz']))
        if knob == 'mode':
            self.say(EVERYONE, MODE_IS, self.knobs['mode'], 1)

    def set_by_program(self, command, data):
        if command in (FREQUENCY_IS, SET_FREQUENCY):
            self.knobs['hz'] = hz_of(data)
            print('hz', self.knobs['hz'], flush=True)
        else:
            self.knobs['mode'] = data[0]

    def hear(self, frame):
        """One frame, without its START and END: to, from, command, data."""
        if len(frame) < 3 or frame[0] not in (RADIO, EVERYONE):
            return
        to, command, data = frame[1], frame[2], frame[3:]
        if command in (FREQUENCY_IS, MODE_IS, SET_FREQUENCY, SET_MODE) and data:
            self.set_by_program(command, data)
            if command in (SET_FREQUENCY, SET_MODE):
                self.say(to, DONE)
        elif command == READ_FREQUENCY:
            self.say(to, command, digits_of(self.knobs['hz']))
        elif command == READ_MODE:
            self.say(to, command, self.knobs['mode'], 1)
        elif command == READ_ADDRESS:
            self.say(to, command, 0x00, RADIO)
        elif command == TRANSMITTING and data == b'\x00':
            self.say(to, command, 0x00, self.knobs['ptt'])
        else:
            self.say(to, REFUSED)


def main():
    line, terminal = pty.openpty()
    tty.setraw(terminal)
    print(os.ttyname(terminal), flush=True)
    icom, heard = Icom(line), b''
    while True:
        ready, _, _ = select.select([line, sys.stdin], [], [])
        if sys.stdin in ready:
            words = sys.stdin.readline().split()
            if not words:
                return
            icom.turn(*words)
        if line in ready:
            heard += os.read(line, 4096)
            *frames, heard = heard.split(bytes([END]))
            for frame in frames:
                icom.hear(frame[frame.rfind(START) + len(START):])


if __name__ == '__main__':
    main()
