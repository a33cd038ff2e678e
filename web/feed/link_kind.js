// SPDX-License-Identifier: MIT
// Which detail a link deserves before rows come late over it: by choice, by what the browser reports, by what was measured.
// Pure.

/** auto: by the link; saved: always reduced; full: never reduced @typedef {'auto' | 'saved' | 'full'} DataChoice */

const QUICK_MS = 120; // there and back; beyond that the link is not a local one

/** What the browser reports of the network, where it does. @typedef {{saveData?: boolean, effectiveType?: string,
 *   type?: string}} NetworkInformation */

/** Whether the user or the browser asks for less. @param {NetworkInformation | undefined} network */
export function savesData(network) {
  if (!network) return false;
  return network.saveData === true || network.type === 'cellular' || /^(slow-)?[23]g$/.test(network.effectiveType ?? '');
}

/** The limits of Thrift.
 * @param {DataChoice} choice
 * @param {{network: NetworkInformation | undefined, narrow: boolean, roundTripMs: number, slow: boolean}} link
 *   narrow: a phone's screen; roundTripMs: NaN before the first answer; slow: history arrived slowly
 * @returns {{least: number, most: number | undefined}} */
export function limitsFor(choice, { network, narrow, roundTripMs, slow }) {
  if (choice === 'full') return { least: 0, most: 0 };
  const quick = roundTripMs < QUICK_MS && !slow && !narrow && !savesData(network);
  return { least: choice === 'auto' && quick ? 0 : 1, most: undefined };
}
