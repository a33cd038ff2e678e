#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Names in unnamed namespaces that occur twice in one room, or that hide a type of a header. Files of a room are compiled
as one (CMAKE_UNITY_BUILD): which ones, changes with every file that is added to it, so such a name breaks the next
change. Prints file:line: text for each."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMAND = re.compile(r'^\s*(?:add_room|add_executable|target_sources)\(\s*(\w+)([^()]*)\)', re.MULTILINE)
OPENING = re.compile(r'^namespace \{')
CLOSING = re.compile(r'^\}  // namespace$')
ALIAS = re.compile(r'^using (\w+) = (.*)')
TYPE = re.compile(r'^(?:struct|class|enum(?: class)?) (\w+)\b(?! *;)')
FUNCTION = re.compile(r'^[\w:<>,&*\[\] ]+?[ &*](\w+)\(([^()]*)\)(?: const)?(?: noexcept)? \{')
VALUE = re.compile(r'^(?:static |constexpr |const |inline )*[\w:<>,&* ]*?\b(\w+)(?:\[\w*\])?(?:\{| = )')
MORE_VALUES = re.compile(r', (k[A-Z]\w*) =')


def rooms():
    """Sources by the room or program that CMake compiles them into."""
    found = {}
    for lists in subprocess.run(['git', 'ls-files', '*CMakeLists.txt', ':!tests'], cwd=ROOT, capture_output=True, text=True,
                                check=True).stdout.split():
        folder = (ROOT / lists).parent
        for name, arguments in COMMAND.findall((ROOT / lists).read_text()):
            sources = [folder / word for word in arguments.split() if word.endswith('.cpp')]
            found.setdefault(name, set()).update(path.resolve() for path in sources if path.exists())
    return found


def names_in(path):
    """(name, line, meaning) of what a file defines in its unnamed namespaces; a function's name has its parameters' types.
    The meaning is that of an alias: it may be there twice, if it stands for the same."""
    inside = False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if OPENING.match(line):
            inside = True
        elif CLOSING.match(line):
            inside = False
        elif inside and line[:1].isalpha():
            if match := ALIAS.match(line):
                yield match[1], number, match[2]
            else:
                yield from ((name, number, path) for name in defined_by(line))


def defined_by(line):
    if match := TYPE.match(line):
        return [match[1]]
    if match := FUNCTION.match(line):
        types = [re.sub(r'\s*\b\w+$', '', parameter.split('=')[0].strip()) for parameter in match[2].split(',')]
        return [f'{match[1]}({", ".join(types)})']
    if line.startswith(('template', 'using', 'namespace', 'return')) or not (match := VALUE.match(line)):
        return []
    return [match[1], *MORE_VALUES.findall(line)]


def space_of(path):
    found = re.search(r'^namespace ([\w:]+) \{', path.read_text(), re.MULTILINE)
    return found[1] if found else None


def types_of_headers():
    """The header of each type, by its namespace and name."""
    headers = subprocess.run(['git', 'ls-files', '*.h'], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    types = {}
    for path in (ROOT / name for name in headers.split() if not name.startswith('tests/')):
        for line in path.read_text().splitlines():
            if match := TYPE.match(line) or ALIAS.match(line):
                types[space_of(path), match[1]] = path
    return types


def hidden_by(name, space, types):
    """The header of a type that the name hides in a namespace, or in one around it."""
    while space:
        if header := types.get((space, name)):
            return header
        space = space.rpartition('::')[0]
    return None


def main():
    findings = set()
    types = types_of_headers()
    for sources in rooms().values():
        first = {}
        for path in sorted(sources):
            space = space_of(path)
            for name, line, meaning in names_in(path):
                if header := hidden_by(name, space, types):
                    findings.add(f'{path.relative_to(ROOT)}:{line}: {name} is also a type of {header.relative_to(ROOT)}')
                key = (space, name)
                place = first.setdefault(key, (path, line, meaning))
                if place[0] != path and place[2] != meaning:
                    findings.add(f'{path.relative_to(ROOT)}:{line}: {name} is also in '
                                 f'{place[0].relative_to(ROOT)}:{place[1]}')
    for finding in sorted(findings):
        print(finding)
    return 1 if findings else 0


if __name__ == '__main__':
    sys.exit(main())
