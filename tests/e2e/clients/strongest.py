#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Prints the strongest frequency of a few live rows. Needs Debian's python3-websockets."""
import argparse, asyncio, json, struct
import websockets

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument('url', nargs='?', default='ws://127.0.0.1:8088/ws')
parser.add_argument('--rows', type=int, default=5)
parser.add_argument('--from', dest='low', type=float, help='Hz')
parser.add_argument('--to', dest='high', type=float, help='Hz')
parser.add_argument('--token', help='where the server asks for one')
args = parser.parse_args()


async def main():
    protocols = ['spectrum.v1'] + [f'bearer.{token}' for token in [args.token] if token]
    async with websockets.connect(args.url, subprotocols=protocols) as socket:
        # More bins than the transform has gives all it has: level i is then the bin at start + i * span / bins.
        view = {'from': args.low, 'to': args.high, 'bins': 65536, 'detectors': ['max'], 'bytes': 2}
        await socket.send(json.dumps({'type': 'view', **view}))
        rows, in_force = 0, False  # rows before the answer are still of the view before
        while rows < args.rows:
            message = await socket.recv()
            if isinstance(message, str):
                in_force = in_force or json.loads(message)['type'] == 'view'
            elif in_force:
                sequence, center, span, bins, first, step = struct.unpack_from('<8xI12xddIff', message)
                levels = struct.unpack_from(f'<{bins}H', message, 64)
                best = levels.index(max(levels))
                frequency, level = center - span / 2 + best * span / bins, first + step * (levels[best] - 1)
                print(f'row {sequence}: {frequency:.0f} Hz {level:.2f} dB', flush=True)
                rows += 1

asyncio.run(main())
