// SPDX-License-Identifier: MIT
// Lines of cells, as spreadsheets write them. Pure.

/** Quotes around a cell are removed, and blanks. @param {string} line @param {string} separator */
export function cellsOf(line, separator) {
  const cells = [];
  const next = new RegExp(`\\s*("(?:[^"]|"")*"|[^${separator}]*)\\s*(${separator}|$)`, 'y');
  for (let match = next.exec(line); match; match = next.exec(line)) {
    cells.push(match[1].startsWith('"') ? match[1].slice(1, -1).replaceAll('""', '"').trim() : match[1].trim());
    if (match[2] === '') break;
  }
  return cells;
}

/** A text with a separator or a quote is quoted; one that a spreadsheet would compute gets a blank before it.
 * @param {string} content */
export function cell(content) {
  const text = /^[=+\-@]/.test(content) ? ` ${content}` : content;
  return /[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lines that are not empty, without the mark of the byte order. @param {string} text */
export const linesOf = (text) => text.replace(/^\uFEFF/, '').split(/\r?\n/).filter((line) => line.trim() !== '');
