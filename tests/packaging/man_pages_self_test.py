#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""man_pages_test.py finds what it is for: a small program and its pages, which agree, with one mistake at a time."""

import pathlib
import shutil
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import man_pages_test

HELP = """toy 1.0: a radio in a box

  toy [FLAGS]              receive until stopped
  toy scan FILE [FLAGS]    look for stations; --fast skips
                           the weak ones

Numbers take k, M and G.

general
  -h, --help                      this text

radio
  --gain auto|DB                  tuner gain [radio.gain=auto]
  --backend NAME                  what computes the FFTs: cpu, opencl; auto measures them
                                  [radio.backend=auto]
"""
SCAN_HELP = """toy scan FILE [FLAGS]
look for stations; --fast skips the weak ones

  FILE                            where to write them
  --fast                          without
                                  the weak ones

general
  -h, --help                      this text
"""
# As a command without rare flags does: it has no --help-all.
PROGRAM = """#!/bin/sh
case "$*" in
  --help-all) cat "$0.help" ;;
  "scan --help") cat "$0.scan" ;;
  *) echo "$*: unknown flag" >&2; exit 64 ;;
esac
"""
PAGE = r""".TH TOY 1 2026-11-23 "toy 1.0" "User Commands"
.SH NAME
toy \- a radio in a box
.SH SYNOPSIS
.B toy
.RI [ FLAGS ]
.br
.B toy scan
.I FILE
.RI [ FLAGS ]
.SH COMMANDS
.SS "toy \fR[\fIFLAGS\fR]"
receive until stopped
.SS "toy scan \fIFILE\fR [\fIFLAGS\fR]"
look for stations; \-\-fast skips the weak ones
.TP
.I FILE
where to write them
.TP
.B \-\-fast
without the weak ones
.IP
Saves time.
.SH OPTIONS
.TP
.BR \-h ", " \-\-help
show the help
.TP
.BR "\-\-gain auto" |\fIDB
tuner gain [radio.gain=auto]
.TP
.BI "\-\-backend " NAME
what computes the FFTs: cuda, cpu, opencl; auto measures them
[radio.backend=auto]
.SH EXAMPLES
.EX
toy scan \-\-fast
.EE
"""
KEYS = r""".TH TOY.JSON 5 2026-11-23 "toy 1.0" "File Formats"
.SH NAME
spectrumd.json \- configuration of toy
.SH KEYS
.TP
.BR radio.gain " = " \(dqauto\(dq
tuner gain (\-\-gain)
.RS
.TP
.B auto
what is best
.RE
.TP
.BR radio.backend " = " \(dqauto\(dq
what computes the FFTs: cuda, cpu, opencl; auto measures them (\-\-backend)
"""
EXAMPLE = '{ "radio": { "gain": "auto", // or "dB"\n "backend": "auto" } }'


@unittest.skipUnless(shutil.which("mandoc"), "mandoc is not installed")
class ManPages(unittest.TestCase):
    def findings(self, **changes):
        """Of the files with one text of one file replaced: page=("old", "new")."""
        files = {"toy.help": HELP, "toy.scan": SCAN_HELP, "toy": PROGRAM, "spectrumd.1": PAGE, "spectrumd.json.5": KEYS,
                 "example": EXAMPLE}
        names = {"page": "spectrumd.1", "keys": "spectrumd.json.5", "help": "toy.help", "scan": "toy.scan",
                 "example": "example"}
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for what, (old, new) in changes.items():
                self.assertIn(old, files[names[what]])
                files[names[what]] = files[names[what]].replace(old, new, 1)
            for file, text in files.items():
                (folder / file).write_text(text, encoding="utf-8")
            (folder / "toy").chmod(0o755)
            return man_pages_test.findings({"spectrumd.1": str(folder / "toy")}, folder, folder / "example")

    def expect(self, *texts, **changes):
        """Findings, each of which says these texts."""
        found = self.findings(**changes)
        self.assertTrue(found)
        for text in texts:
            self.assertTrue(any(text in finding for finding in found), f"{text}\nis not in\n" + "\n".join(found))

    def test_agree(self):
        self.assertEqual(self.findings(), [])

    def test_changed_text_of_a_flag(self):
        self.expect("spectrumd.1: OPTIONS: --gain auto|DB: the text is \"gain [radio.gain=auto]\"; "
                    "expected text: tuner gain [radio.gain=auto]", page=("tuner gain", "gain"))
        self.expect("expected text: gain [radio.gain=auto]", "spectrumd.json.5: KEYS: radio.gain = \"auto\": the text",
                    help=("tuner gain", "gain"))

    def test_changed_text_of_a_flag_of_a_command(self):
        self.expect("toy scan FILE [FLAGS]: --fast: the text is \"without the weak ones\"; expected text: without them",
                    scan=("without\n                                  the weak ones", "without them"))

    def test_more_behind_the_text(self):
        self.expect("--fast: the text is", page=("without the weak ones\n.IP\n", "without the weak ones\n"))

    def test_missing_flag(self):
        self.expect("spectrumd.1: OPTIONS: --gain auto|DB: missing; expected text: tuner gain [radio.gain=auto]",
                    page=('.TP\n.BR "\\-\\-gain auto" |\\fIDB\ntuner gain [radio.gain=auto]\n', ""))
        self.expect("toy scan FILE [FLAGS]: --slow: missing; expected text: with the weak ones",
                    scan=("  --fast", "  --slow                          with the weak ones\n  --fast"))

    def test_flag_that_no_program_has(self):
        extra = ".TP\n.B \\-\\-squelch\nclose it\n"
        self.expect("spectrumd.1: OPTIONS: --squelch: the program does not have it",
                    "spectrumd.1: --squelch: no program has it", page=(".SH EXAMPLES", extra + ".SH EXAMPLES"))
        self.expect("toy scan FILE [FLAGS]: --squelch: the program does not have it",
                    page=(".SH OPTIONS", extra + ".SH OPTIONS"))

    def test_flag_in_an_example_that_no_program_has(self):
        self.expect("spectrumd.1: --quick: no program has it", page=("toy scan \\-\\-fast", "toy scan \\-\\-quick"))

    def test_changed_value_of_a_flag(self):
        self.expect("spectrumd.1: OPTIONS: --gain: is written \"--gain auto|DB\"; expected: --gain none|DB",
                    help=("auto|DB ", "none|DB "))

    def test_flag_that_is_there_twice(self):
        self.expect("--fast: stands there twice", page=(".SH OPTIONS", ".TP\n.B \\-\\-fast\nskip\n.SH OPTIONS"))

    def test_commands(self):
        line = "  toy tune                 change the station\n"
        self.expect("spectrumd.1: COMMANDS: toy tune: missing", "spectrumd.1: SYNOPSIS: toy tune: missing",
                    help=("  toy scan", line + "  toy scan"))
        self.expect("COMMANDS: toy tune: the program does not have it",
                    page=(".SH OPTIONS", '.SS "toy tune"\nchange the station\n.SH OPTIONS'))
        self.expect("COMMANDS: toy [FLAGS]: the first paragraph is \"receive\"; expected text: receive until stopped",
                    page=("receive until stopped", "receive"))

    def test_version(self):
        self.expect(".TH: is of \"toy 1.0\"; expected: toy 1.1", help=("toy 1.0:", "toy 1.1:"))

    def test_backends_that_the_page_lacks(self):
        self.expect("--backend NAME: the text is", help=("cpu, opencl", "cpu, metal"))

    def test_keys(self):
        self.expect("KEYS: radio.gain: is written \"radio.gain = \"auto\"\"; expected: radio.gain = 28",
                    example=('"auto", //', '28, //'))
        self.expect("KEYS: radio.gain = \"auto\": missing", keys=("radio.gain", "radio.loudness"))
        self.expect("KEYS: radio.loudness = \"auto\": the program does not have it",
                    keys=("radio.gain", "radio.loudness"))

    def test_complaints_of_formatters(self):
        self.expect("spectrumd.1: mandoc: ", page=(".SH EXAMPLES", ".SX EXAMPLES"))


if __name__ == "__main__":
    if not shutil.which("mandoc"):
        sys.exit(man_pages_test.SKIPPED)
    unittest.main()
