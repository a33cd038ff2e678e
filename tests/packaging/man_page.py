# SPDX-License-Identifier: MIT
"""A man page as mandoc sets it, taken apart. As HTML, since there what is typed is marked as such (dt); in a text for
terminals it would have to be guessed from columns."""

import html.parser
import re
import shlex
import subprocess


def plain(text):
    return " ".join(text.split())


class ManPage(html.parser.HTMLParser):
    """Sections, and in them the paragraphs and entries (what is typed, and the first paragraph about it)."""

    def __init__(self, path):
        super().__init__()
        self.path, self.name = path, path.name
        self.text = {}  # section -> all of it
        self.paragraphs = {}  # (section, subsection) -> list
        self.entries = {}  # (section, subsection) -> list of [typed, meaning]
        self._section = self._subsection = ""
        self._target = None  # where text goes: "h1", "h2", "dt", "dd", "p"
        self._boxes = []  # tags that are open
        run = subprocess.run(["mandoc", "-T", "html", str(path)], capture_output=True, text=True, check=False)
        self.feed(run.stdout)
        self._finish()

    def version(self):
        """The source of .TH: "spectrumd 0.1.0"."""
        heading = re.search(r"^\.TH (.*)$", self.path.read_text(encoding="utf-8"), re.MULTILINE)
        words = shlex.split(heading[1]) if heading else []
        return words[3] if len(words) > 3 else ""

    def all_text(self):
        return " ".join(self.text.values())

    def entries_of(self, section):
        return [entry for (where, _), entries in self.entries.items() if where == section for entry in entries]

    def subsections(self, section):
        return [subsection for where, subsection in self.paragraphs if where == section and subsection]

    def _nested(self):
        return self._boxes.count("dd") > 1 or "div.Bd-indent" in self._boxes

    def handle_starttag(self, tag, attrs):
        if tag in ("h1", "h2"):
            self._target, self._subsection = tag, ""
            if tag == "h1":
                self._section = ""
        elif tag in ("dt", "dd", "p", "div", "pre"):
            if tag == "dt" and not self._nested():
                self.entries.setdefault((self._section, self._subsection), []).append(["", ""])
            elif tag == "p":
                self.paragraphs.setdefault((self._section, self._subsection), []).append("")
            self._target = None if self._nested() and tag in ("dt", "dd") else tag
        if tag in ("dl", "dt", "dd", "div"):
            self._boxes.append(f"{tag}.{dict(attrs).get('class', '')}" if tag == "div" else tag)

    def handle_endtag(self, tag):
        if tag in ("dl", "dt", "dd", "div") and self._boxes:
            self._boxes.pop()
        if tag == "h2":
            self._subsection = plain(self._subsection)
            self.paragraphs.setdefault((self._section, self._subsection), [])
        if tag == self._target:
            self._target = None

    def handle_data(self, data):
        if self._target == "h1":
            self._section = plain(f"{self._section} {data}")
            return
        self.text[self._section] = self.text.get(self._section, "") + data
        where = (self._section, self._subsection)
        if self._target == "h2":
            self._subsection += data
        elif self._target == "p":
            self.paragraphs[where][-1] += data
        elif self._target in ("dt", "dd"):
            self.entries[where][-1][self._target == "dd"] += data

    def _finish(self):
        self.text = {section: plain(text) for section, text in self.text.items()}
        for paragraphs in self.paragraphs.values():
            paragraphs[:] = [plain(text) for text in paragraphs]
        for where, entries in self.entries.items():
            made = [(plain(typed), plain(meaning)) for typed, meaning in entries]
            self.entries[where] = [entry for entry in made if entry[0]]  # others are further paragraphs


def complaints(path):
    """What mandoc and, if it is installed, groff have to say about a page."""
    found = []
    for tool in (["mandoc", "-T", "lint", "-W", "warning"], ["groff", "-man", "-Tutf8", "-ww", "-b"]):
        try:
            run = subprocess.run([*tool, str(path)], capture_output=True, text=True, check=False)
        except FileNotFoundError:
            continue
        said = run.stdout + run.stderr if tool[0] == "mandoc" else run.stderr
        found += [f"{path.name}: {tool[0]}: {line}" for line in said.splitlines()]
    return found
