#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Completion in bash offers what the programs accept. SPECTRUMD_BIN, GPUFFT_BIN and QPU_BIN are the programs."""

import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile
import unittest

COMPLETION = pathlib.Path(__file__).resolve().parent.parent.parent / "packaging/completion/spectrumd"
PROGRAMS = {"spectrumd": "SPECTRUMD_BIN", "gpufft": "GPUFFT_BIN", "qpu": "QPU_BIN"}

# Sources $1 and does what bash does at a tab, for each line of the standard input: calls the function registered for
# the program, with the line and its words, which follow behind tabs. Each answer ends with an empty line.
COMPLETE = r"""
. "$1"
while IFS=$'\t' read -ra COMP_WORDS; do
  COMP_LINE=${COMP_WORDS[0]} COMP_POINT=${#COMP_LINE} COMP_TYPE=9 COMP_KEY=9 COMP_CWORD=$((${#COMP_WORDS[@]} - 2))
  COMP_WORDS=("${COMP_WORDS[@]:1}")
  if [[ $COMP_LINE == *' ' ]]; then COMP_WORDS+=('') COMP_CWORD=$((COMP_CWORD + 1)); fi
  [[ $(complete -p "${COMP_WORDS[0]##*/}") =~ -F\ ([^ ]+) ]] || exit 1
  "${BASH_REMATCH[1]}" "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
  printf '%s\n' "${COMPREPLY[@]}" ''
done
"""
TOY_HELP = """spectrumd 1.0: a radio in a box

  spectrumd [FLAGS]              receive until stopped
  spectrumd scan FILE [FLAGS]    look for stations

general
  -h, --help                      this text

radio
  --mode am|fm|ssb                [radio.mode=fm]
  --a-flag-that-is-too-wide one|two|three
                                  of numbers [radio.number=one]
"""
TOY_SCAN_HELP = """spectrumd scan FILE [FLAGS]
look for stations

  FILE                            a file
"""
TOY = """#!/bin/sh
echo "$*" >>"$0.calls"
case "$*" in
  --help-all) cat "$0.help" ;;
  --help) echo "spectrumd 1.0: in short" ;;
  "scan --help") cat "$0.scan" ;;
  *) echo "$*: unknown flag; see spectrumd --help" >&2; exit 64 ;;
esac
"""


def words_of(line):
    """As bash splits it, at = and : too."""
    return re.findall(r"[=:]+|[^\s=:]+", line)


class Completion(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        for program, variable in PROGRAMS.items():
            (cls.folder / program).symlink_to(os.path.abspath(os.environ[variable]))
        cls.files = cls.folder / "files"
        (cls.files / "bands").mkdir(parents=True)
        for name in ("band.json", "band two.json"):
            (cls.files / name).touch()
        cls.environment = {**os.environ, "PATH": f"{cls.folder}:{os.environ['PATH']}", "HOME": str(cls.files)}

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def offers(self, lines):
        """What is offered at the end of each line, by one shell."""
        text = "".join("\t".join([line, *words_of(line)]) + "\n" for line in lines)
        run = subprocess.run(["bash", "--norc", "--noprofile", "-c", COMPLETE, "bash", str(COMPLETION)], input=text,
                             env=self.environment, cwd=self.files, capture_output=True, text=True, check=False)
        self.assertEqual(run.stderr, "")
        answers = [[]]
        for one in run.stdout.splitlines():
            if one:
                answers[-1].append(one)
            else:
                answers.append([])
        self.assertEqual(len(answers) - 1, len(lines), run.stdout)
        return answers[:-1]

    def expect(self, table):
        lines = list(table)
        for line, offers in zip(lines, self.offers(lines)):
            self.assertEqual(offers, table[line].split(), line)

    def test_commands(self):
        self.expect({"spectrumd ": "record channel sweep convert devices doctor history fleet hub user check-config",
                     "spectrumd --center 100M --open true de": "devices",
                     "spectrumd --qpu-h": "--qpu-helper",
                     "gpufft ": "backends plan bench check graph image radar",
                     "qpu ": "as dis check run emulate",
                     f"{self.folder}/qpu a": "as"})

    def test_flags(self):
        self.expect({"spectrumd --cen": "--center",
                     "spectrumd --open --pub": "--public-reading",
                     "gpufft check --r": "--random",
                     "qpu as -": "-o --output -f --format -I --include -D --define -h --help -V --version"})

    def test_flags_of_a_command(self):
        record, sweep = self.offers(["spectrumd record --", "spectrumd sweep -"])
        self.assertEqual(record[:2], ["--duration", "--json"])
        self.assertIn("--center", record)
        self.assertEqual(sweep[:3], ["-f", "-i", "-1"])
        self.assertIn("--config", sweep)
        self.assertIn("--sim-scene", sweep)
        self.assertNotIn("--version", sweep)
        self.assertEqual(len(sweep), len(set(sweep)))

    def test_values(self):
        self.expect({"spectrumd --detector ": "mean max min",
                     "spectrumd record --detector ": "mean max min",
                     "spectrumd sweep --detector mi": "min",
                     "spectrumd --detector=": "mean max min",
                     "spectrumd --detector=me": "mean",
                     "spectrumd --open ": "true false",
                     "spectrumd --log-level ": "trace debug info warn error",
                     "spectrumd --file-format cs": "cs8 cs16",
                     "spectrumd --window ha": "hann hamming hann-poisson",
                     "spectrumd sweep -w fl": "flattop",
                     "spectrumd --gain ": "auto",
                     "spectrumd --source ": "auto sim rtlsdr soapy: rtl_tcp: file: -",
                     "spectrumd --share ": "rtl_tcp="})

    def test_values_of_the_tools(self):
        self.expect({"qpu as -f ": "hex bin listing",
                     "qpu run --stale ": "fault serve",
                     "qpu run --board ": "pi1 zero pi2 pi3",
                     "qpu emulate --fault n": "node-eacces no-memory",
                     "spectrumd user r": "role revoke",
                     "gpufft bench s": "square spectrum stream spectrum-power",
                     "gpufft graph 16 flow.svg --style ": "classic practical",
                     "gpufft image in out --filter ": "none low-pass high-pass gaussian",
                     "gpufft plan 16 --target pl": "plain"})

    def test_backends(self):
        lines = ["spectrumd --backend ", "gpufft bench --backend ", "gpufft check --backend "]
        for line, offers in zip(lines, self.offers(lines)):
            self.assertEqual((offers[0], offers[-1]), ("auto", "cpu"), line)

    def test_nothing(self):
        self.expect({"spectrumd --center ": "",
                     "spectrumd nonsense ": "",
                     "spectrumd nonsense --": "",
                     "spectrumd --nonsense=": "",
                     "spectrumd --cluster": "",
                     "qpu run --out ar": ""})

    def test_files(self):
        lines = ["spectrumd check-config ba", "spectrumd --config ba", "spectrumd --config=ba", "qpu run ba",
                 "spectrumd --source file:ba", "spectrumd --source=file:ba", "qpu run --out area=ba",
                 "qpu emulate -- ba", "spectrumd --sim-scene ba"]
        for line, offers in zip(lines, self.offers(lines)):
            self.assertEqual(sorted(offers), ["band two.json", "band.json", "bands"], line)
        self.expect({"spectrumd --recordings ba": "bands", "qpu as -I ba": "bands"})

    def test_runs_the_program_once(self):
        toy = self.folder / "toy/spectrumd"
        toy.parent.mkdir()
        toy.write_text(TOY, encoding="utf-8")
        toy.chmod(0o755)
        toy.with_suffix(".help").write_text(TOY_HELP, encoding="utf-8")
        toy.with_suffix(".scan").write_text(TOY_SCAN_HELP, encoding="utf-8")
        table = {"": "scan", "--m": "--mode", "--mode ": "am fm ssb", "--a-flag-that-is-too-wide t": "two three",
                 "scan bands": "bands", "--mode=am scan bands": "bands"}
        self.expect({f"{toy} {typed}": offers for typed, offers in table.items()})
        calls = toy.with_suffix(".calls").read_text(encoding="utf-8").splitlines()
        self.assertEqual(calls, ["--help-all", "scan --help-all", "scan --help"])

    def test_at_the_keyboard(self):
        """Readline replaces what was typed: the program is a function that shows its words."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(self.files)
            os.execvpe("bash", ["bash", "--norc", "--noprofile", "-i"], {**self.environment, "TERM": "dumb"})
        typed = (f". {COMPLETION}\n"
                 "spectrumd() { printf '<%s>' \"$@\"; echo; }\n"
                 "spectrumd rec\tband --cen\t1M --detector=me\t--source fi\tband.\t--share rtl\t1 --config band\\ \t\n"
                 "exit\n")
        os.write(terminal, typed.encode())
        shown = b""
        while True:
            try:
                part = os.read(terminal, 4096)
            except OSError:  # the end, on Linux
                break
            if not part:
                break
            shown += part
        os.waitpid(pid, 0)
        os.close(terminal)
        self.assertIn("<record><band><--center><1M><--detector=mean><--source><file:band.json><--share><rtl_tcp=1>"
                      "<--config><band two.json>", shown.decode())


if __name__ == "__main__":
    absent = [variable for variable in PROGRAMS.values() if variable not in os.environ]
    if absent:
        sys.exit(f"{', '.join(absent)}: not set; expected the paths of the programs")
    unittest.main()
