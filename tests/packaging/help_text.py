# SPDX-License-Identifier: MIT
"""What a program of ours prints for --help, taken apart. The layout is that of command_line/help.cpp."""

import dataclasses
import os
import re
import subprocess

OPTION_COLUMN = 34
LONG_FLAG = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
LIMIT = 60  # seconds


class NoHelp(Exception):
    """A program that cannot be run, or prints something else."""


@dataclasses.dataclass
class Command:
    usage: str  # "qpu run FILE [FLAGS]"
    text: str
    own: dict  # the flags and words of this command alone: what is typed -> its help


@dataclasses.dataclass
class Program:
    name: str
    version: str
    about: str
    commands: list
    common: dict  # flags of all commands

    def flags(self):
        """Every long flag."""
        texts = list(self.common) + [text for command in self.commands for text in [command.usage, *command.own]]
        return set(LONG_FLAG.findall(" ".join(texts)))


def printed_by(program, words):
    try:
        run = subprocess.run([program, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                             timeout=LIMIT, check=False, env={**os.environ, "LC_ALL": "C.UTF-8"})
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoHelp(f"{program}: {error}") from error
    return run


def help_of(program, *command):
    """--help-all shows every flag. Commands without rare flags have --help only; `sweep` prints it as a complaint."""
    run = printed_by(program, [*command, "--help-all"])
    if run.returncode != 0:
        run = printed_by(program, [*command, "--help"])
    return run.stdout or run.stderr


def entries(lines, column):
    """Pairs of what stands at the left and the text next to it or below it."""
    found = []
    for line in lines:
        if re.match(r"  \S", line):
            same_line = line[column - 2:column] == "  " and len(line) > column
            found.append([line[:column].strip() if same_line else line.strip(), line[column:] if same_line else ""])
        elif found and line.startswith(" " * column):
            found[-1][1] += " " + line.strip()
        elif found:
            break
    return [(left, text.strip()) for left, text in found]


def options(text):
    """The flags before the first heading, and those below headings."""
    own, common, heading, block = {}, {}, False, []
    for line in text.splitlines() + [""]:
        if line.startswith(" "):
            block.append(line)
            continue
        (common if heading else own).update(entries(block, OPTION_COLUMN))
        block = []
        if line:
            heading = re.fullmatch(r"[a-z]+", line) is not None
    return own, common


def table_of_commands(name, text):
    lines = text.split("\n\n")[1].splitlines()
    gaps = [re.match(r"  \S+(?: \S+)*  +(?=\S)", line) for line in lines]
    column = max((gap.end() for gap in gaps if gap), default=0)
    table = entries(lines, column)
    if not table or not all(usage.startswith(name + " ") for usage, _ in table):
        raise NoHelp(f"{name} --help: has no table of commands behind its first line")
    return table


def read_program(path):
    text = help_of(path)
    first = re.match(r"(\S+) (\S+): (.*)\n\n", text)
    if not first:
        raise NoHelp(f"{path} --help: does not begin with \"NAME VERSION: what it is\"")
    name, version, about = first.groups()
    _, common = options(text.split("\n\n", 2)[2])
    commands = []
    for usage, meaning in table_of_commands(name, text):
        word = usage.split()[1]
        own = {} if word.startswith("[") else options(help_of(path, word))[0]
        commands.append(Command(usage, meaning, own))
    return Program(name, version, about, commands, common)
