#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles each file alone, without making code: what one file of a unit includes (CMAKE_UNITY_BUILD) may be missing in
another, which only builds without units would show, as on a Pi Zero. Prints what fails; takes the folder for a
configuration. Takes some minutes."""

import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def compile_commands(folder):
    options = ['-DCMAKE_UNITY_BUILD=OFF', '-DCMAKE_BUILD_TYPE=RelWithDebInfo', '-DSPECTRUMD_TESTS=ON',
               '-DSPECTRUMD_WERROR=ON']
    subprocess.run(['cmake', '-S', ROOT, '-B', folder, '-G', 'Ninja', *options], check=True,
                   stdout=subprocess.DEVNULL)
    commands = json.loads((folder / 'compile_commands.json').read_text())
    return [command for command in commands if command['file'].endswith('.cpp')]


def faults_of(command):
    words = [word for word in shlex.split(command['command'])
             if not word.endswith('ccache') and not word.startswith('-O')]
    place = words.index('-o')
    del words[place:place + 2]
    done = subprocess.run([*words, '-fsyntax-only'], cwd=command['directory'], capture_output=True, text=True,
                          check=False)
    return done.stderr if done.returncode else ''


def main():
    commands = compile_commands(pathlib.Path(sys.argv[1]))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        faults = [text for text in workers.map(faults_of, commands) if text]
    print(''.join(faults), end='')
    print(f'{len(commands)} files, {len(faults)} with faults')
    return 1 if faults or not commands else 0


if __name__ == '__main__':
    sys.exit(main())
