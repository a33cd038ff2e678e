// SPDX-License-Identifier: MIT
// Names of modes in the files of other programs. A mode that this page does not have is kept as the file has it. Pure.

/** A table from the page's names to those of a program, the first of several being what is written.
 * @typedef {Record<string, string[]>} ModeNames */

/** @param {ModeNames} names @param {unknown} text @returns {string} as the page has it, else as it is */
export function modeFrom(names, text) {
  const written = String(text ?? '').trim();
  const found = Object.keys(names).find((mode) => names[mode].some((name) => name.toLowerCase() === written.toLowerCase()));
  return found ?? written;
}

/** @param {ModeNames} names @param {string | undefined} mode @param {string} otherwise for one that the program does not have */
export function modeTo(names, mode, otherwise) {
  if (!mode) return otherwise;
  if (names[mode]) return names[mode][0];
  const known = Object.values(names).some((all) => all.some((name) => name.toLowerCase() === mode.toLowerCase()));
  return known ? mode : otherwise;
}
