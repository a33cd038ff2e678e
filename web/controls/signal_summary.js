// SPDX-License-Identifier: MIT
// A sentence about the signals that are on for screen readers: when it changes, but not too often. Pure.

import { signalClassText } from './signal_text.js';
import { decimal, say } from '../words/text.js';

/** @typedef {import('../feed/types.js').Peak} Peak */

const SPEAK_EVERY_MS = 15000;

export class SignalSummary {
  #spokenAt = -Infinity;
  #spoken = '';
  #hadSignals = false;

  /** The sentence to speak now; null: none. Whether there are signals at all is said at once.
   * @param {Peak[]} peaks as answered by the server @param {number} now milliseconds @returns {string | null} */
  next(peaks, now) {
    const isTurn = peaks.length > 0 !== this.#hadSignals || now - this.#spokenAt >= SPEAK_EVERY_MS;
    const text = summaryOf(peaks);
    if (!isTurn || text === this.#spoken) return null;
    this.#hadSignals = peaks.length > 0;
    this.#spokenAt = now;
    this.#spoken = text;
    return text;
  }
}

/** " FM"; empty if there is no hint. @param {string} hint */
function spoken(hint) {
  const text = signalClassText(hint);
  return text === '?' ? '' : ` ${text}`;
}

/** @param {Peak[]} peaks */
function summaryOf(peaks) {
  if (peaks.length === 0) return say('summary.none');
  const named = peaks.slice(0, 3).map((peak) => say('summary.megahertz', { number: decimal((peak.frequency_hz / 1e6).toFixed(3)) }) + spoken(peak.class));
  return say('summary.signals', { count: peaks.length, list: named.join(', ') });
}
