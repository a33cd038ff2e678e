#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The man pages say what the programs' --help says: every command, every flag, every text, and no others.

SPECTRUMD_BIN, GPUFFT_BIN and QPU_BIN are the programs. A flag's description in a page begins with a paragraph that is
the program's text; further paragraphs are free."""

import json
import os
import pathlib
import re
import shutil
import sys

sys.dont_write_bytecode = True
import help_text
from man_page import ManPage, complaints, plain

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGES = ROOT / "packaging/man"
EXAMPLE = ROOT / "systemd/spectrumd.json"
PROGRAMS = {"SPECTRUMD_BIN": "spectrumd.1", "GPUFFT_BIN": "gpufft.1", "QPU_BIN": "qpu.1"}
CONFIGURATION = "spectrumd.json.5"
SKIPPED = 77

# What would be wrong in a page: there "this text" is the page.
WORDING = {"this text": "show the help"}
# A page names all backends, a build has some of them.
BACKENDS = re.compile(r"(?<=what computes the FFTs: )[^;]*")


def expected(text, in_page):
    text = WORDING.get(plain(text), plain(text))
    ours, theirs = BACKENDS.search(text), BACKENDS.search(in_page)
    if ours and theirs and set(ours[0].split(", ")) <= set(theirs[0].split(", ")):
        return BACKENDS.sub(theirs[0], text)
    return text


def name_of(typed):
    """"--gain auto|DB" and "--gain DB" are the same flag."""
    flags = re.findall(r"(?<![\w-])--?[\w-]+", typed)
    return flags[-1] if flags and typed.startswith("-") else typed.strip("[].")


def compare(place, in_page, in_program, name=name_of):
    """Entries of a page and what they have to be: pairs of what is typed and its text."""
    page, found = {}, []
    for typed, text in in_page:
        if name(typed) in page:
            found.append(f"{place}: {typed}: stands there twice; remove one")
        page[name(typed)] = (typed, text)
    for typed, text in in_program:
        has = page.pop(name(typed), None)
        wanted = expected(text, has[1] if has else "")
        if has is None:
            found.append(f"{place}: {typed}: missing; expected text: {wanted}")
        elif has[0] != plain(typed):
            found.append(f"{place}: {name(typed)}: is written \"{has[0]}\"; expected: {typed}")
        elif has[1] != wanted:
            found.append(f"{place}: {typed}: the text is \"{has[1]}\"; expected text: {wanted}")
    return found + [f"{place}: {typed}: the program does not have it; remove it" for typed, _ in page.values()]


def compare_commands(page, program):
    found, unknown = [], set(page.subsections("COMMANDS"))
    for command in program.commands:
        place = f"{page.name}: COMMANDS: {command.usage}"
        if command.usage not in page.text.get("SYNOPSIS", ""):
            found.append(f"{page.name}: SYNOPSIS: {command.usage}: missing")
        if command.usage not in unknown:
            found.append(f"{place}: missing, or written differently; expected text: {command.text}")
            continue
        unknown.remove(command.usage)
        text = (page.paragraphs["COMMANDS", command.usage] or [""])[0]
        if text != command.text:
            found.append(f"{place}: the first paragraph is \"{text}\"; expected text: {command.text}")
        found += compare(place, page.entries.get(("COMMANDS", command.usage), []), command.own.items())
    return found + [f"{page.name}: COMMANDS: {usage}: the program does not have it; remove it" for usage in unknown]


def compare_program(page, program):
    found = []
    if page.version() != f"{program.name} {program.version}":
        found.append(f"{page.name}: .TH: is of \"{page.version()}\"; expected: {program.name} {program.version}")
    name = f"{program.name} - {program.about}"
    if page.text.get("NAME") != name:
        found.append(f"{page.name}: NAME: is \"{page.text.get('NAME')}\"; expected: {name}")
    found += compare_commands(page, program)
    return found + compare(f"{page.name}: OPTIONS", page.entries_of("OPTIONS"), program.common.items())


def without_comments(text):
    """JSON of a file with // comments; strings are left alone."""
    return re.sub(r'("(?:\\.|[^"\\])*")|//[^\n]*', lambda found: found[1] or "", text)


def settings_of(program):
    """Flags that have a place in the configuration: (key, flag, text)."""
    for typed, text in program.common.items():
        found = re.fullmatch(r"(.*) \[([a-z0-9_.]+)=.*\]", text)
        if found:
            yield found[2], name_of(typed), found[1]


def compare_configuration(page, program, example):
    """Each key as "KEY = DEFAULT", where the default is that of the example, with the help of its flag."""
    defaults = json.loads(without_comments(example.read_text(encoding="utf-8")))
    keys = []
    for key, flag, text in settings_of(program):
        value = defaults
        for part in key.split("."):
            value = value[part]
        keys.append((f"{key} = {json.dumps(value)}", f"{text} ({flag})"))
    return compare(f"{page.name}: KEYS", page.entries_of("KEYS"), keys, lambda typed: typed.partition(" = ")[0])


def unknown_flags(page, programs):
    """Also those in running text and in examples, of any of the programs."""
    known = set().union(*(program.flags() for program in programs))
    used = set(help_text.LONG_FLAG.findall(page.all_text()))
    return [f"{page.name}: {flag}: no program has it" for flag in sorted(used - known)]


def findings(programs, folder, example):
    """`programs`: name of a page -> path of its program."""
    known = {name: help_text.read_program(path) for name, path in programs.items()}
    pages = {name: ManPage(folder / name) for name in [*known, CONFIGURATION]}
    found = []
    for name, program in known.items():
        found += compare_program(pages[name], program)
    found += compare_configuration(pages[CONFIGURATION], known["spectrumd.1"], example)
    for page in pages.values():
        found += unknown_flags(page, known.values()) + complaints(page.path)
    return found


def main():
    missing = [variable for variable in PROGRAMS if variable not in os.environ]
    if missing:
        sys.exit(f"{', '.join(missing)}: not set; expected the paths of the programs")
    if not shutil.which("mandoc"):
        print("mandoc is not installed")
        return SKIPPED
    found = findings({page: os.environ[variable] for variable, page in PROGRAMS.items()}, PAGES, EXAMPLE)
    for text in found:
        print(f"FAILED: {text}")
    print(f"{len(PROGRAMS) + 1} pages, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
