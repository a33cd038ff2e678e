// SPDX-License-Identifier: MIT
// Which detail a link deserves before rows come late over it: by choice, by what the browser reports, by what was measured.
// Pure.

/** auto: by the link; saved: always reduced; full: never reduced @typedef {'auto' | 'saved' | 'full'} DataChoice */

const JUDGED_BYTES = 20e3; // the rate of less says little
const QUICK_MS = 120; // there and back; beyond that the link is not a local one

/** What the browser reports of the network, where it does. @typedef {{saveData?: boolean, effectiveType?: string,
 *   type?: string}} NetworkInformation */

/** Whether the user or the browser asks for less. @param {NetworkInformation | undefined} network */
export function savesData(network) {
  if (!network) return false;
  return network.saveData === true || network.type === 'cellular' || /^(slow-)?[23]g$/.test(network.effectiveType ?? '');
}

/** Bytes a second: a screen of history in full detail, 1.1 MB when packed, would take 2 s and hold up live rows. */
const SLOW_LINK = 600e3;
const QUICK_ENOUGH = 2 * SLOW_LINK;

/** How fast the page's own files and its history came, by bytes on the wire: history comes packed. */
export class LinkPace {
  #bytesPerSecond = NaN;

  /** Ignores what was in the browser's cache.
   * @param {Pick<PerformanceResourceTiming, 'transferSize' | 'responseStart' | 'responseEnd'>[]} resources */
  loaded(resources) {
    for (const { transferSize, responseStart, responseEnd } of resources) {
      if (transferSize < JUDGED_BYTES) continue;
      const measured = transferSize / Math.max(1e-3, (responseEnd - responseStart) / 1000);
      const now = Math.min(measured, QUICK_ENOUGH); // what came at once out of a buffer is soon outweighed
      this.#bytesPerSecond = Number.isNaN(this.#bytesPerSecond) ? now : (this.#bytesPerSecond + now) / 2;
    }
  }

  /** False as long as it is unknown. */
  get slow() {
    return this.#bytesPerSecond < SLOW_LINK;
  }
}

/** The limits of Thrift.
 * @param {DataChoice} choice
 * @param {{network: NetworkInformation | undefined, narrow: boolean, roundTripMs: number, slow: boolean}} link
 *   narrow: a phone's screen; roundTripMs: NaN before the first answer; slow: the page or history arrived slowly
 * @returns {{least: number, most: number | undefined}} */
export function limitsFor(choice, { network, narrow, roundTripMs, slow }) {
  if (choice === 'full') return { least: 0, most: 0 };
  const quick = roundTripMs < QUICK_MS && !slow && !narrow && !savesData(network);
  return { least: choice === 'auto' && quick ? 0 : 1, most: undefined };
}
