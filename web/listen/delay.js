// SPDX-License-Identifier: MIT
// How long sound takes from the antenna to the ear. Pure.

/** NaN: nothing plays, or the server's clock is not known. @param {import('./worklet.js').SoundReport | null} report
 * @param {number} aheadMs of the server's clock, against the browser's @param {number} cardMs from the player to the ear */
export function delayMs(report, aheadMs, cardMs) {
  if (!report?.isPlaying) return NaN;
  return report.atMs + aheadMs - report.onAirMs + cardMs;
}
